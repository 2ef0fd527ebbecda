/* Newton in a mode: S x = b + r, velocities of stuck and closed dofs given, forces of the others by their
 * laws. The factors are kept as long as the laws' slopes are those they were made with. */
#include "system_march/events/steps/newton.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { NEWTON_MOST = 30 };
/* Change of a slope, relative to the diagonal, that new factors are made for: below it an iteration still
 * gains three digits. */
static const double slope_change = 1e-3;

static int tangent_place(const Events *e, int contact) {
    return e->m->rub_of[e->m->width * (contact + 1) - 1];
}

static int normal_place(const Events *e, int contact) {
    return e->m->setup.contact[contact].normal >= 0 ? e->m->rub_of[2 * contact] : -1;
}

/* mu at the end of the stage; of a law with a state, once this has moved on. */
static MuPoint mu_at(const Events *e, const StageBlock *b, int i, double w, double state) {
    const Friction *f = &e->m->friction[i];
    const ContactMode *mode = &e->mode[i];
    if (!f->law->state_advance) return events_mu(e, i, mode, w, state);
    const double h = b->dt * b->tableau->A[0], r = mode->sign * w, inside = fmax(r, DBL_MIN);
    const double slope = friction_advanced_slope(f, inside, state, h);
    return (MuPoint){friction_advanced(f, inside, state, h) + slope * (r - inside), slope};
}

/* Penetration of a compliant contact at a stage. */
static double depth(const Events *e, const StageBlock *b, int i, int k) {
    const SystemMarch *m = e->m;
    const int q = b->tableau->stages, place = normal_place(e, i), dof = m->setup.contact[i].normal;
    double u = b->base->u[dof];
    for (int l = 0; l < q; l++) u += b->dt * b->tableau->A[k * q + l] * b->x[l * m->rub_count + place];
    return u - m->setup.contact[i].gap;
}

static void compliant(const Events *e, int i, double deep, double *p, double *stiffness) {
    const Contact *law = &e->m->law[i];
    const NormalPoint point = {.g = -deep, .area = 1};
    *p = *stiffness = 0;
    if (deep > 0) *p = law->law->force(law, &point, stiffness);
}

/* Forces of one contact at one stage, from x and g = S x - b. */
static void contact_forces(const Events *e, StageBlock *b, StageDone *done, int k, int i) {
    const SystemMarch *m = e->m;
    const int q = b->tableau->stages, at = k * m->rub_count;
    const int T = at + tangent_place(e, i), N = normal_place(e, i) < 0 ? -1 : at + normal_place(e, i);
    const ContactMode *mode = &e->mode[i];
    ContactSlope *slope = &b->now[i * q + k];
    *slope = (ContactSlope){0};
    double p = 0;
    if (mode->node == STAGE_OPEN) {
        b->r[T] = b->r[N] = 0;
    } else if (N < 0) {
        p = events_signal(e, m->normal_signal[i], done[k].t);
    } else if (m->law[i].law->rigid) {
        p = -(b->r[N] = b->g[N]);
    } else {
        compliant(e, i, depth(e, b, i, k), &p, &slope->by_depth);
        b->r[N] = -p;
    }
    if (mode->node == STAGE_STICK) b->r[T] = b->g[T];
    if (mode->node == STAGE_SLIP) {
        const double w = b->x[T] - events_signal(e, m->velocity_signal[i], done[k].t);
        const MuPoint mu = mu_at(e, b, i, w, b->base->state[i]);
        b->r[T] = -mode->sign * p * mu.mu;
        slope->by_w = p * mu.slope;
        if (N >= 0) slope->of_p = mode->sign * mu.mu;
    }
    done[k].r[i] = b->r[T];
    done[k].p[i] = p;
}

/* g = S x - b, forces, and what is left of the active rows; its size. */
static double residual(const Events *e, StageBlock *b, StageDone *done) {
    const int q = b->tableau->stages, rub = q * e->m->rub_count;
    double worst = 0;
    for (int i = 0; i < rub; i++) b->g[i] = dense_dot(rub, b->S + (size_t)i * (size_t)rub, b->x) - b->b[i];
    for (int k = 0; k < q; k++)
        for (int i = 0; i < e->m->setup.contact_count; i++) contact_forces(e, b, done, k, i);
    for (int j = 0; j < b->active_count; j++) {
        b->F[j] = b->g[b->active[j]] - b->r[b->active[j]];
        worst = fmax(worst, fabs(b->F[j]));
    }
    return worst;
}

/* --- the matrix --- */

static bool slopes_moved(const Events *e, const StageBlock *b) {
    const int q = b->tableau->stages, rub = q * e->m->rub_count;
    for (int i = 0; i < e->m->setup.contact_count; i++)
        for (int k = 0; k < q; k++) {
            const int T = k * e->m->rub_count + tangent_place(e, i);
            const double size = b->S[(size_t)T * (size_t)(rub + 1)];
            const ContactSlope *now = &b->now[i * q + k], *old = &b->factored[i * q + k];
            if (fabs(now->by_w - old->by_w) > slope_change * fabs(size) ||
                fabs(now->of_p - old->of_p) > slope_change ||
                b->dt * fabs(now->by_depth - old->by_depth) > slope_change * fabs(size))
                return true;
        }
    return false;
}

/* What the contact adds to entry (row, column) of S. */
static void add_slopes(const Events *e, const StageBlock *b, int contact, double *A) {
    const int q = b->tableau->stages, rub = q * e->m->rub_count, normal = normal_place(e, contact);
    for (int k = 0; k < q; k++) {
        const ContactSlope *slope = &b->factored[contact * q + k];
        const int T = k * e->m->rub_count + tangent_place(e, contact), N = k * e->m->rub_count + normal;
        A[T * rub + T] += slope->by_w;
        if (normal < 0) continue;
        const bool rigid = e->m->law[contact].law->rigid;
        for (int j = 0; j < rub && rigid; j++) A[T * rub + j] -= slope->of_p * b->S[N * rub + j];
        for (int l = 0; l < q && !rigid; l++) {
            const double by = slope->by_depth * b->dt * b->tableau->A[k * q + l];
            A[N * rub + l * e->m->rub_count + normal] += by;
            A[T * rub + l * e->m->rub_count + normal] += slope->of_p * by;
        }
    }
}

static JudderErr factor(const Events *e, StageBlock *b) {
    const int q = b->tableau->stages, rub = q * e->m->rub_count, count = b->active_count;
    double *A = dense_factor_room(b->J);
    memcpy(b->factored, b->now, (size_t)(q * e->m->setup.contact_count) * sizeof *b->now);
    b->J_singular = false;
    if (count == 0) return JUDDER_OK;
    memcpy(A, b->S, (size_t)rub * (size_t)rub * sizeof *A);
    for (int i = 0; i < e->m->setup.contact_count; i++)
        if (e->mode[i].node != STAGE_OPEN) add_slopes(e, b, i, A);
    /* only the active rows and columns, packed to the front: reads stay ahead of writes */
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) A[i * count + j] = A[b->active[i] * rub + b->active[j]];
    b->single = A[0];
    if (count > 1) return dense_factor_room_factor(b->J, count, &b->J_singular);
    b->J_singular = A[0] == 0;
    return JUDDER_OK;
}

/* Whether the mode gives the velocity of a dof of a contact. */
static bool is_given(const Events *e, int place) {
    for (int i = 0; i < e->m->setup.contact_count; i++) {
        if (tangent_place(e, i) == place) return e->mode[i].node == STAGE_STICK;
        if (normal_place(e, i) == place) return e->mode[i].node != STAGE_OPEN && events_is_rigid(e, i);
    }
    return false;
}

static void list_active(const Events *e, StageBlock *b) {
    const int q = b->tableau->stages, rub = e->m->rub_count;
    b->active_count = 0;
    for (int j = 0; j < rub; j++)
        if (!is_given(e, j)) b->active[b->active_count++] = j;
    const int of_one = b->active_count;
    for (int k = 1; k < q; k++)
        for (int j = 0; j < of_one; j++) b->active[b->active_count++] = k * rub + b->active[j];
}

/* Given velocities, and a first guess of the others. */
static void start(const Events *e, StageBlock *b, const BlockBase *base, const StageDone *done) {
    const SystemMarch *m = e->m;
    for (int k = 0; k < b->tableau->stages; k++) {
        double *x = b->x + (size_t)k * (size_t)m->rub_count;
        for (int j = 0; j < m->rub_count; j++)
            x[j] = base->v[m->rub[j]] + b->tableau->c[k] * b->dt * base->a[m->rub[j]];
        for (int i = 0; i < m->setup.contact_count; i++) {
            if (e->mode[i].node == STAGE_STICK)
                x[tangent_place(e, i)] = events_signal(e, m->velocity_signal[i], done[k].t);
            if (e->mode[i].node != STAGE_OPEN && events_is_rigid(e, i)) x[normal_place(e, i)] = 0;
        }
    }
}

/* One step of Newton; returns the largest change relative to the largest velocity. */
static JudderErr newton_step(StageBlock *b, int rub, double *change) {
    double largest = 0, moved = 0;
    if (b->active_count == 1)
        b->F[0] /= b->single;
    else if (b->active_count > 1)
        TRY(dense_factor_solve(b->J, b->F));
    for (int j = 0; j < b->active_count; j++) {
        b->x[b->active[j]] -= b->F[j];
        moved = fmax(moved, fabs(b->F[j]));
    }
    for (int i = 0; i < rub; i++) largest = fmax(largest, fabs(b->x[i]));
    *change = largest > 0 ? moved / largest : 0;
    return JUDDER_OK;
}

JudderErr block_newton(Events *e, StageBlock *b, const BlockBase *base, StageDone *done, bool *solved) {
    const int rub = b->tableau->stages * e->m->rub_count;
    *solved = false;
    b->base = base;
    if (b->listed != e->version) list_active(e, b);
    b->listed = e->version;
    start(e, b, base, done);
    double left = residual(e, b, done), size = 0;
    for (int i = 0; i < rub; i++) size = fmax(size, fabs(b->b[i]));
    for (int iteration = 0; iteration < NEWTON_MOST; iteration++) {
        double change = 0;
        if (left <= 4 * DBL_EPSILON * size) break;
        if (b->version != e->version || slopes_moved(e, b)) TRY(factor(e, b));
        b->version = e->version;
        if (b->J_singular || !isfinite(left)) return JUDDER_OK;
        TRY(newton_step(b, rub, &change));
        left = residual(e, b, done);
        if (change <= 1e-13) break;
        if (iteration + 1 == NEWTON_MOST) return JUDDER_OK;
    }
    *solved = isfinite(left);
    return JUDDER_OK;
}

/* The factors that stand ready have a part in the next step's last bits: they are made again as they were. */
JudderErr block_serialise(Events *e, StageBlock *b, Archive *archive) {
    const int q = b->tableau->stages;
    double dt = b->dt;
    bool ready = b->version == e->version && dt > 0;
    archive_array(archive, "length of a block", &dt, sizeof dt);
    archive_flag(archive, "factors", &ready);
    archive_array(archive, "slopes", b->factored,
                  (size_t)(q * e->m->setup.contact_count) * sizeof *b->factored);
    if (!archive_restores(archive) || !(dt > 0 && isfinite(dt))) return JUDDER_OK;
    TRY(block_set(e, b, dt));
    b->version = 0;
    if (!ready || b->singular) return JUDDER_OK;
    list_active(e, b);
    b->listed = b->version = e->version;
    memcpy(b->now, b->factored, (size_t)(q * e->m->setup.contact_count) * sizeof *b->now);
    return e->m->rub_count > 0 ? factor(e, b) : JUDDER_OK;
}
