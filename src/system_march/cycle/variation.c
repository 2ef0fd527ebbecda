/* The variational equation along a step in its mode  (MO-17):
 *
 *   M da + (C + D) dv + K du = 0 on the free dofs,  D = p mu' at the tangents of contacts that slip,
 *
 * by Gauss with two stages, with D of the cubic through both ends of the step. Where the normal force follows
 * from the motion, the row of the tangent is row_T - s mu row_n, as in the motion itself. */
#include "system_march/cycle/map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROOT3 1.7320508075688772

static const double A[2][2] = {{0.25, 0.25 - ROOT3 / 6}, {0.25 + ROOT3 / 6, 0.25}};
static const double c[2] = {0.5 - ROOT3 / 6, 0.5 + ROOT3 / 6};

JudderErr variation_create(int dofs, Variation *x) {
    const size_t n = (size_t)dofs;
    x->Phi = calloc(4 * n * n, sizeof(double));
    x->saved = calloc(4 * n * n, sizeof(double));
    x->rhs = calloc(4 * n * n, sizeof(double));
    x->gradient = calloc(2 * n, sizeof(double));
    x->reset = calloc(n * n, sizeof(double));
    x->free = calloc(n, sizeof(int));
    bool good = x->Phi && x->saved && x->rhs && x->gradient && x->reset && x->free;
    for (int k = 0; k < 3; k++) good = (x->rows[k] = calloc(n * n, sizeof(double))) && good;
    REQUIRE(good, error_memory());
    return dense_factor_reserve(2 * dofs, &x->factor);
}

void variation_destroy(Variation *x) {
    void *const arrays[] = {x->Phi,  x->saved,   x->rhs,     x->gradient, x->reset,
                            x->free, x->rows[0], x->rows[1], x->rows[2]};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
    dense_factor_destroy(&x->factor);
}

static bool variation_is_closed(const Events *e, int contact) {
    return e->made[contact].node != STAGE_OPEN && events_is_rigid(e, contact);
}

static void variation_list_free(Variation *x, const Events *e) {
    const SystemMarchSetup *s = &e->m->setup;
    x->count = 0;
    for (int i = 0; i < s->n; i++) {
        bool is_free = !e->m->driven[i];
        for (int k = 0; k < s->contact_count; k++) {
            if (e->made[k].node == STAGE_STICK && s->contact[k].tangent == i) is_free = false;
            if (variation_is_closed(e, k) && s->contact[k].normal == i) is_free = false;
        }
        if (is_free) x->free[x->count++] = i;
    }
}

void variation_begin(const CycleMap *map, Variation *x) {
    const size_t size = 2 * (size_t)map->n;
    x->simultaneous = false;
    memset(x->Phi, 0, size * size * sizeof(double));
    for (size_t i = 0; i < size; i++) x->Phi[i * size + i] = map->held[i] ? 0 : 1;
}

/* A number at the part s of the step from its values and slopes at both ends. */
static double variation_between(const double y[2], const double d[2], double h, double s) {
    const double va = h * d[0], vb = h * d[1], rise = y[1] - y[0];
    return y[0] + s * (va + s * (3 * rise - 2 * va - vb + s * (va + vb - 2 * rise)));
}

/* What the friction of a contact depends on, at the part s of the step. */
typedef struct ContactAt {
    double w, p, stiffness; /* the last: of a compliant contact, by its normal dof */
} ContactAt;

static ContactAt variation_contact(const Events *e, int i, double h, double s) {
    const SystemMarch *m = e->m;
    const SystemContactSetup *contact = &m->setup.contact[i];
    const Moment *a = e->begin, *b = e->end;
    const int T = contact->tangent, N = contact->normal;
    const double t = a->t + s * h;
    const double v = variation_between((double[]){a->v[T], b->v[T]}, (double[]){a->a[T], b->a[T]}, h, s);
    ContactAt at = {.w = v - events_signal(e, m->velocity_signal[i], t)};
    if (N < 0) {
        at.p = events_signal(e, m->normal_signal[i], t);
    } else if (events_is_rigid(e, i)) {
        at.p = variation_between((double[]){a->p[i], b->p[i]}, (double[]){a->p_rate[i], b->p_rate[i]}, h, s);
    } else {
        const double u = variation_between((double[]){a->u[N], b->u[N]}, (double[]){a->v[N], b->v[N]}, h, s);
        const NormalPoint point = {.g = contact->gap - u, .area = 1};
        if (point.g < 0) at.p = m->law[i].law->force(&m->law[i], &point, &at.stiffness);
    }
    return at;
}

/* M, C + D and K with joined rows at the part s of the step. */
static void variation_rows(Variation *x, const Events *e, double h, double s) {
    const SystemMarchSetup *setup = &e->m->setup;
    const size_t n = (size_t)setup->n;
    double *M = x->rows[0], *C = x->rows[1], *K = x->rows[2];
    memcpy(M, setup->M, n * n * sizeof *M);
    memcpy(K, setup->K, n * n * sizeof *K);
    if (setup->C) memcpy(C, setup->C, n * n * sizeof *C);
    if (!setup->C) memset(C, 0, n * n * sizeof *C);
    for (int i = 0; i < setup->contact_count; i++) {
        const size_t T = (size_t)setup->contact[i].tangent, N = (size_t)setup->contact[i].normal;
        if (e->made[i].node == STAGE_OPEN) continue;
        const ContactAt at = variation_contact(e, i, h, s);
        if (at.stiffness > 0) K[N * n + N] += at.stiffness;
        if (e->made[i].node != STAGE_SLIP) continue;
        const MuPoint mu = events_mu(e, i, &e->made[i], at.w, e->begin->state[i]);
        const double part = e->made[i].sign * mu.mu;
        if (at.stiffness > 0) K[T * n + N] += part * at.stiffness;
        for (size_t j = 0; j < n && variation_is_closed(e, i); j++)
            for (int k = 0; k < 3; k++) x->rows[k][T * n + j] -= part * x->rows[k][N * n + j];
        C[T * n + T] += at.p * mu.slope;
    }
}

/* The rows of one stage in the matrix and the right-hand sides of the accelerations of both. */
static void variation_stage(Variation *x, int n, double h, int stage) {
    const int f = x->count, size = 2 * f;
    const double *M = x->rows[0], *C = x->rows[1], *K = x->rows[2];
    double *matrix = dense_factor_room(x->factor);
    for (int k = 0; k < f; k++) {
        const int row = x->free[k] * n, to = stage * f + k;
        for (int j = 0; j < 2; j++) {
            const double square = A[stage][0] * A[0][j] + A[stage][1] * A[1][j];
            for (int l = 0; l < f; l++) {
                const int at = row + x->free[l];
                matrix[to * size + j * f + l] = (j == stage ? M[at] : 0) + h * A[stage][j] * C[at] +
                                                h * h * square * K[at];
            }
        }
        for (int column = 0; column < 2 * n; column++) {
            const double *du = x->Phi + column * 2 * n, *dv = du + n;
            double sum = 0;
            for (int l = 0; l < n; l++)
                sum -= C[row + l] * dv[l] + K[row + l] * (du[l] + c[stage] * h * dv[l]);
            x->rhs[column * size + to] = sum;
        }
    }
}

JudderErr variation_step(Variation *x, Events *e) {
    const int n = e->m->setup.n;
    const double h = (e->end->t - e->begin->t) + (e->end->t_low - e->begin->t_low);
    bool singular = false;
    variation_list_free(x, e);
    const int f = x->count, size = 2 * f;
    for (int stage = 0; stage < 2 && f > 0; stage++) {
        variation_rows(x, e, h, c[stage]);
        variation_stage(x, n, h, stage);
    }
    if (f > 0) TRY(dense_factor_room_factor(x->factor, size, &singular));
    REQUIRE(!singular, error_input("mass", "the variational equation of this mode has no solution"));
    if (f > 0) TRY(dense_factor_solve_many(x->factor, 2 * n, x->rhs));
    for (int column = 0; column < 2 * n; column++) {
        double *du = x->Phi + column * 2 * n, *dv = du + n;
        const double *a = x->rhs + column * size;
        for (int i = 0; i < n; i++) du[i] += h * dv[i];
        for (int k = 0; k < f; k++) {
            du[x->free[k]] += h * h * 0.5 * ((A[0][0] + A[1][0]) * a[k] + (A[0][1] + A[1][1]) * a[f + k]);
            dv[x->free[k]] += 0.5 * h * (a[k] + a[f + k]);
        }
    }
    return JUDDER_OK;
}

/* How the reaction M a + C v + K u along a dof changes with the state: adds `part` of it to the gradient. The
 * accelerations by the state are in rhs, columns of the free dofs. */
static void variation_add_reaction(Variation *x, const Events *e, int dof, double part) {
    const SystemMarchSetup *s = &e->m->setup;
    const int n = s->n;
    for (int column = 0; column < 2 * n; column++) {
        const double *a = x->rhs + column * x->count;
        const int j = column % n;
        double sum = column < n ? s->K[dof * n + j] : s->C ? s->C[dof * n + j] : 0;
        for (int k = 0; k < x->count; k++) sum += s->M[dof * n + x->free[k]] * a[k];
        x->gradient[column] += part * sum;
    }
}

/* Accelerations at the end of the step by the state there, into rhs. */
static JudderErr variation_accelerations(Variation *x, Events *e, double h) {
    const int n = e->m->setup.n, f = x->count;
    bool singular = false;
    variation_rows(x, e, h, 1);
    double *matrix = dense_factor_room(x->factor);
    for (int k = 0; k < f; k++) {
        for (int l = 0; l < f; l++) matrix[k * f + l] = x->rows[0][x->free[k] * n + x->free[l]];
        for (int column = 0; column < 2 * n; column++)
            x->rhs[column * f + k] = -x->rows[column < n ? 2 : 1][x->free[k] * n + column % n];
    }
    if (f == 0) return JUDDER_OK;
    TRY(dense_factor_room_factor(x->factor, f, &singular));
    REQUIRE(!singular, error_input("mass", "the variational equation of this mode has no solution"));
    return dense_factor_solve_many(x->factor, 2 * n, x->rhs);
}

JudderErr variation_gradient(Variation *x, Events *e, int contact, int function) {
    const SystemContactSetup *of = &e->m->setup.contact[contact];
    const ContactMode *mode = &e->made[contact];
    const int n = e->m->setup.n, T = of->tangent, N = of->normal;
    const double h = (e->end->t - e->begin->t) + (e->end->t_low - e->begin->t_low);
    memset(x->gradient, 0, 2 * (size_t)n * sizeof(double));
    if (mode->node == STAGE_OPEN) {
        x->gradient[N] = -1;
        return JUDDER_OK;
    }
    if (mode->node == STAGE_SLIP && function != EVENT_NORMAL) {
        x->gradient[n + T] = function == EVENT_FIRST ? mode->sign : -mode->sign;
        return JUDDER_OK;
    }
    const bool rigid = events_is_rigid(e, contact);
    TRY(variation_accelerations(x, e, h));
    if (function == EVENT_NORMAL) {
        if (rigid) variation_add_reaction(x, e, N, -1);
        if (!rigid) x->gradient[N] = 1;
        return JUDDER_OK;
    }
    const double mu = friction_at_rest(&e->m->friction[contact], e->end->state[contact]);
    variation_add_reaction(x, e, T, function == EVENT_FIRST ? -1 : 1);
    if (rigid) variation_add_reaction(x, e, N, -mu);
    if (!rigid && N >= 0) x->gradient[N] += mu * variation_contact(e, contact, h, 1).stiffness;
    return JUDDER_OK;
}
