/* Impacts on rigid obstacles, all contacts that touch together  (MO-9):
 *
 *   v+ = v- + M^-1 G'P;   w_n+ + e w_n- >= 0 _|_ P_n >= 0;   P_T in -mu(|w_T+|) P_n Dir(w_T+)
 *
 * by enumeration of what each contact does. If this would create energy, the largest restitution that creates
 * none is taken instead. */
#include "system_march/events/events.h"

#include <math.h>
#include <string.h>

enum {
    BLOW_NONE,
    BLOW_STICK,
    BLOW_PLUS,
    BLOW_MINUS,
    BLOWS,
    BLOW_SIZE = 2 * EVENT_ENUMERATED,
    MU_ROUNDS = 60
};

/* The contacts that touch, and what they do. Unknowns: P_n, P_T of each. */
typedef struct Impact {
    int count, contact[EVENT_ENUMERATED], blow[EVENT_ENUMERATED];
    double e[EVENT_ENUMERATED], mu[EVENT_ENUMERATED];
    double v_n[EVENT_ENUMERATED], w_T[EVENT_ENUMERATED]; /* before; v_n > 0 runs into the obstacle */
    double W[BLOW_SIZE][BLOW_SIZE];                      /* velocities (v_n, v_T) under P, along the dofs */
    double P[BLOW_SIZE], v[BLOW_SIZE];                   /* found: impulses, velocities after */
} Impact;

static int place_of(const Events *e, int contact, bool tangent) {
    return tangent ? e->m->rub_of[e->m->width * (contact + 1) - 1] : e->m->rub_of[2 * contact];
}

/* P_n > 0 acts against the normal dof. */
static void fill_compliance(const Events *e, Impact *impact) {
    const SystemMarch *m = e->m;
    for (int i = 0; i < 2 * impact->count; i++)
        for (int j = 0; j < 2 * impact->count; j++) {
            const int row = m->rub[place_of(e, impact->contact[i / 2], i % 2)];
            const int column = place_of(e, impact->contact[j / 2], j % 2);
            impact->W[i][j] = (j % 2 ? 1 : -1) * e->column[(size_t)column * (size_t)m->setup.n + (size_t)row];
        }
}

/* False: too many touch. */
static bool list_contacts(Events *e, Impact *impact) {
    const SystemMarchSetup *s = &e->m->setup;
    impact->count = 0;
    for (int i = 0; i < s->contact_count; i++) {
        if (!events_is_rigid(e, i)) continue;
        const double gap = s->contact[i].gap - e->now->u[s->contact[i].normal],
                     v = e->now->v[s->contact[i].normal];
        const bool touches = e->mode[i].node != STAGE_OPEN ||
                             (gap <= EVENT_ZERO * e->largest[EVENT_LARGEST * i + 1] && v > 0);
        if (!touches) continue;
        if (impact->count == EVENT_ENUMERATED) return false;
        const int k = impact->count++;
        impact->contact[k] = i;
        impact->v_n[k] = v;
        impact->w_T[k] = events_slip(e, i, e->now);
        impact->e[k] = s->contact[i].restitution;
    }
    fill_compliance(e, impact);
    return true;
}

/* A x = b by elimination with pivots; false: singular. */
static bool eliminate(int n, double A[BLOW_SIZE][BLOW_SIZE], double *b) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i][k]) > fabs(A[best][k])) best = i;
        if (A[best][k] == 0) return false;
        for (int j = 0; j < n; j++) {
            const double swap = A[k][j];
            A[k][j] = A[best][j], A[best][j] = swap;
        }
        const double swap = b[k];
        b[k] = b[best], b[best] = swap;
        for (int i = k + 1; i < n; i++) {
            const double part = A[i][k] / A[k][k];
            for (int j = k; j < n; j++) A[i][j] -= part * A[k][j];
            b[i] -= part * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) b[k] -= A[k][j] * b[j];
        b[k] /= A[k][k];
    }
    return true;
}

/* Impulses of the chosen blows at the present mu. */
static bool solve_blows(Impact *impact) {
    const int n = 2 * impact->count;
    double A[BLOW_SIZE][BLOW_SIZE];
    for (int k = 0; k < impact->count; k++) {
        const int N = 2 * k, T = N + 1, blow = impact->blow[k];
        for (int j = 0; j < n; j++) {
            A[N][j] = blow == BLOW_NONE ? j == N : impact->W[N][j];
            A[T][j] = blow == BLOW_STICK ? impact->W[T][j] : j == T;
        }
        impact->P[N] = blow == BLOW_NONE ? 0 : -(1 + impact->e[k]) * impact->v_n[k];
        impact->P[T] = blow == BLOW_STICK ? -impact->w_T[k] : 0;
        if (blow == BLOW_PLUS) A[T][N] = impact->mu[k];
        if (blow == BLOW_MINUS) A[T][N] = -impact->mu[k];
    }
    if (!eliminate(n, A, impact->P)) return false;
    for (int i = 0; i < n; i++) {
        impact->v[i] = i % 2 ? impact->w_T[i / 2] : impact->v_n[i / 2];
        for (int j = 0; j < n; j++) impact->v[i] += impact->W[i][j] * impact->P[j];
    }
    return true;
}

/* mu at the slip after the impact: repeated until it fits. */
static bool solve_with_mu(const Events *e, Impact *impact) {
    for (int k = 0; k < impact->count; k++) impact->v[2 * k + 1] = impact->w_T[k];
    for (int round = 0; round < MU_ROUNDS; round++) {
        double moved = 0;
        for (int k = 0; k < impact->count; k++) {
            const int i = impact->contact[k];
            const double r = fmax(fabs(impact->v[2 * k + 1]), 1e-300),
                         mu = friction_sliding(&e->m->friction[i], r, e->now->state[i]);
            moved = fmax(moved, fabs(mu - impact->mu[k]));
            impact->mu[k] = mu;
        }
        if (round > 0 && moved <= 1e-15) return true;
        if (!solve_blows(impact)) return false;
    }
    return true;
}

static bool fits(const Events *e, const Impact *impact) {
    double speed = 0, blow = 0;
    for (int i = 0; i < 2 * impact->count; i++) {
        speed = fmax(speed, fabs(impact->v[i]));
        blow = fmax(blow, fabs(impact->P[i]));
    }
    speed *= EVENT_ZERO, blow *= EVENT_ZERO;
    for (int k = 0; k < impact->count; k++) {
        const int i = impact->contact[k];
        const double P_n = impact->P[2 * k], P_T = impact->P[2 * k + 1], w = impact->v[2 * k + 1];
        const double rest = friction_at_rest(&e->m->friction[i], e->now->state[i]);
        switch (impact->blow[k]) {
        case BLOW_NONE:
            if (impact->v[2 * k] > -impact->e[k] * impact->v_n[k] + speed) return false;
            break;
        case BLOW_STICK:
            if (P_n < -blow || fabs(P_T) > rest * P_n + blow) return false;
            break;
        default:
            if (P_n < -blow || (impact->blow[k] == BLOW_PLUS ? w : -w) < -speed) return false;
        }
    }
    return true;
}

static bool find_blows(const Events *e, Impact *impact) {
    int codes = 1;
    for (int k = 0; k < impact->count; k++) codes *= BLOWS;
    /* the last code first: all blows are struck */
    for (int code = 0; code < codes; code++) {
        int rest = code;
        for (int k = 0; k < impact->count; k++, rest /= BLOWS) impact->blow[k] = (rest % BLOWS + 1) % BLOWS;
        if (solve_with_mu(e, impact) && fits(e, impact)) return true;
    }
    return false;
}

/* E+ - E- = P.(w+ + w-)/2, seen from the foundation. */
static double energy(const Impact *impact) {
    double sum = 0;
    for (int k = 0; k < impact->count; k++)
        sum += 0.5 * (impact->P[2 * k + 1] * (impact->v[2 * k + 1] + impact->w_T[k]) -
                      impact->P[2 * k] * (impact->v[2 * k] + impact->v_n[k]));
    return sum;
}

/* The largest part of the restitution that creates no energy. */
static bool lower_restitution(Events *e, Impact *impact) {
    double given[EVENT_ENUMERATED], low = 0, high = 1;
    memcpy(given, impact->e, sizeof given);
    e->m->report.restitutions++;
    for (int round = 0; round < 60; round++) {
        const double part = round == 59 ? low : 0.5 * (low + high);
        for (int k = 0; k < impact->count; k++) impact->e[k] = part * given[k];
        if (!find_blows(e, impact)) return false;
        *(energy(impact) > 0 ? &high : &low) = part;
    }
    return true;
}

/* Velocities after, modes of contacts that stay, the account. */
static void strike(Events *e, const Impact *impact) {
    SystemMarch *m = e->m;
    const size_t n = (size_t)m->setup.n;
    const double lost = energy(impact);
    double pushed = 0;
    memcpy(e->x, e->now->v, n * sizeof *e->x);
    for (int j = 0; j < 2 * impact->count; j++) {
        const double *column = e->column + (size_t)place_of(e, impact->contact[j / 2], j % 2) * n;
        for (size_t i = 0; i < n; i++) e->now->v[i] += (j % 2 ? 1 : -1) * impact->P[j] * column[i];
    }
    for (int k = 0; k < impact->count; k++) {
        const int i = impact->contact[k];
        const SystemContactSetup *c = &m->setup.contact[i];
        const double V = events_signal(e, m->velocity_signal[i], e->now->t);
        pushed += impact->P[2 * k + 1] * V;
        if (impact->blow[k] == BLOW_STICK) e->now->v[c->tangent] = V;
        if (impact->blow[k] == BLOW_NONE) continue;
        if (impact->e[k] * impact->v_n[k] == 0) e->now->v[c->normal] = 0;
    }
    for (size_t i = 0; i < n; i++) e->x[i] = e->now->v[i] - e->x[i];
    /* moved dofs are held against the blow through their masses */
    for (int k = 0; k < m->setup.drive_count; k++) {
        const size_t dof = (size_t)m->setup.drive[k].dof;
        pushed += e->now->v[dof] * dense_dot((int)n, m->setup.M + dof * n, e->x);
    }
    m->energy.impact += lost;
    m->energy.external += pushed;
    m->report.impacts++;
}

/* A contact after an impact: it leaves, or touches from now on. */
static void settle(Events *e, int i) {
    const SystemContactSetup *c = &e->m->setup.contact[i];
    double rest;
    if (e->now->v[c->normal] < 0 && events_accumulates(e, i, &rest)) {
        e->now->v[c->normal] = 0;
        e->m->report.accumulations++;
    }
    if (e->now->v[c->normal] < 0)
        e->mode[i] = (ContactMode){STAGE_OPEN, 1, 0, INFINITY};
    else
        events_touch(e, i);
}

JudderErr events_impact(Events *e, bool *decided) {
    SystemMarch *m = e->m;
    Impact impact = {0};
    double kinetic, elastic, left, before;
    *decided = list_contacts(e, &impact) && find_blows(e, &impact);
    system_energy_of(m, e->now->u, e->now->v, &before, &elastic);
    if (*decided && energy(&impact) > 1e-13 * before) *decided = lower_restitution(e, &impact);
    if (!*decided) return JUDDER_OK;
    strike(e, &impact);
    system_energy_of(m, e->now->u, e->now->v, &left, &elastic);
    for (int k = 0; k < impact.count; k++) {
        const int i = impact.contact[k];
        if (impact.v_n[k] > 0)
            events_tell(e, i, STEPPER_IMPACT, impact.v_n[k], e->now->v[m->setup.contact[i].normal]);
        if (impact.blow[k] != BLOW_NONE || e->now->v[m->setup.contact[i].normal] <= 0) settle(e, i);
    }
    system_energy_of(m, e->now->u, e->now->v, &kinetic, &elastic);
    m->energy.impact += kinetic - left; /* what was brought to rest */
    return JUDDER_OK;
}
