/* One step of the delay method: normal part first, then friction stage by stage.  (SL-3), (SL-6)-(SL-8),
 * (SL-11)
 *
 * With U = u_T,t(0) a stage solves (eps/(gamma dt)) (U - base) = Z (b+ - U) - f, f in S mu(|v|) Dir(v), v =
 * U - V. So A v + f = q, whose direction is the one of q and whose length is a scalar equation. U is the
 * absolute velocity, so a foundation that changes its speed is right too.  (SL-7)
 */
#include "slab/delay/delay_internal.h"

/* A step is compiled once for each way of the inner loop; what is constant there is known then. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* S for each stage: its value there, or the exact mean over the step if the pressure jumps or the contact
 * opens or closes in it. */
ALWAYS_INLINE JudderErr pressures(SlabDelay *slab, int stages, double t_new, double S[STAGES]) {
    Normal *normal = slab->normal;
    normal_set_mark(normal, slab->t);
    const int last = stages - 1;
    for (int i = 0; i <= last; i++) {
        const double t = i == last ? t_new : slab->t + slab->node[i] * slab->dt;
        if (slab->next_probe <= t) TRY(delay_probe_normal(slab, t));
        TRY(normal_advance(normal, t));
        S[i] = normal_pressure_at(normal, t);
    }
    if (S[last] < slab->pressure_min) slab->pressure_min = S[last];
    if (S[last] > slab->pressure_max) slab->pressure_max = S[last];
    if (normal->irregular) S[0] = S[last] = normal_mean(normal);
    return JUDDER_OK;
}

/* Velocities of the foundation and, one way down, of the top at the time of a stage. */
static JudderErr drives(SlabDelay *slab, double t, int stage, double V[2], double top[2]) {
    const double sent = t - slab->trip / 2;
    for (int k = 0; k < 2; k++) {
        TRY(track_seek(slab->foundation[k], t));
        V[k] = curve_piece_value(track_piece(slab->foundation[k]), t);
        top[k] = 0;
        if (!(sent > 0)) continue; /* still the initial data (SL-3) */
        TRY(track_seek(slab->top[k], sent));
        top[k] = curve_piece_value(track_piece(slab->top[k]), sent);
        slab->top_u[k] += slab->weight[stage] * slab->dt * top[k];
    }
    return JUDDER_OK;
}

/* What a stage works on. Its address must not leave the step (the slow ways get copies), so that it stays in
 * registers: stores between stages would be on the critical path. */
typedef struct Stage {
    int i;
    double t, S;
    double b[2], V[2], inertia[2]; /* b+; foundation; lag base */
    double before[2];              /* slip velocity of the stage before */
    double q[2], Q_squared;
    double U[2], force[2], b_minus[2]; /* found: velocity, force on the foundation, what goes back */
    double r, mu;
} Stage;

/* Whether the slip leapt over an unstable branch with a front, on whose other side the load points elsewhere:
 * then there is no branch that ended on the way. */
static bool leaps(const SlabDelay *slab, const Stage *s, double r) {
    if (isnan(slab->front) || slab->roots->has_state) return false;
    const PassageGraph graph = {slab->Z, s->S, 0};
    return passage_crosses(slab->roots, &graph, hypot(s->before[0], s->before[1]), r);
}

/* The root by the general way: several may exist, or the law is not straight. Returns r/Q. */
static double general_root(SlabDelay *slab, Stage *s) {
    const double Q = sqrt(s->Q_squared), along = s->before[0] * s->q[0] + s->before[1] * s->q[1];
    const FrictionEquation equation = {.A = slab->A,
                                       .S = s->S,
                                       .Q = Q,
                                       .r_0 = Q > 0 && along > 0 ? along / Q : 0,
                                       .state = slab->state,
                                       .duration = slab->gamma * slab->dt,
                                       .one_is_enough = s->i + 1 < slab->stages};
    const FrictionRoot root = friction_root(slab->roots, &equation);
    if (root.several) slab->nonunique++;
    if (slab->data.epsilon == 0 && (root.jumped || leaps(slab, s, root.r))) {
        const Passed now = {s->t, {s->b[0] - s->V[0], s->b[1] - s->V[1]}, s->S};
        delay_tell_jump(slab, s->i, &now, &root, equation.r_0);
    }
    s->mu = root.mu;
    s->r = root.r;
    return Q > 0 ? root.r / Q : 0;
}

/* With b- = 2 U - b+, v = part q and f = push q the energy balance of the stage is
 *   Z/4 (|b-|^2 - |b+|^2) + f.U + lag (U - base).U = (A part + push - 1) q.U,
 * and the one of the step is their sum with the weights of the stages. So the bracket, which is zero but for
 * rounding, bounds the violation relative to the power |q| |U|. */
ALWAYS_INLINE void check_energy(SlabDelay *slab, double part, double push) {
    const double defect = fabs((slab->A * part - 1) + push);
    if (defect > slab->energy_defect) slab->energy_defect = defect;
}

/* Velocity and force of a stage, and what goes back. */
ALWAYS_INLINE void solve_stage(SlabDelay *slab, Stage *s) {
    const double Z = slab->Z, A = slab->A;
    const FrictionRoots *roots = slab->roots;
    for (int k = 0; k < 2; k++) s->q[k] = (Z * s->b[k] - A * s->V[k]) + s->inertia[k];
    s->Q_squared = s->q[0] * s->q[0] + s->q[1] * s->q[1];
    const double bound = s->S * roots->mu[0];
    double part = 0, push = 1; /* v = part q, f = push q; both as in stick */
    s->r = 0;
    if (!roots->straight || s->S * roots->steepest >= A) {
        Stage copy = *s;
        part = general_root(slab, &copy);
        s->r = copy.r;
        if (s->r > 0) push = s->S * copy.mu * part / s->r;
    } else if (s->S == 0) {
        part = slab->per_A;
        push = 0;
        s->r = s->Q_squared; /* only its sign matters */
    } else if (s->Q_squared > bound * bound) {
        const double per_Q = sqrt(s->Q_squared) * (1 / s->Q_squared); /* root and quotient side by side */
        double mu;
        part = friction_root_rising(roots, A, s->S, s->Q_squared, per_Q, &mu);
        s->r = part * s->Q_squared * per_Q;
        push = s->S * mu * per_Q;
    }
    check_energy(slab, part, push);
    for (int k = 0; k < 2; k++) {
        s->U[k] = s->V[k] + part * s->q[k];
        s->force[k] = push * s->q[k];
        s->b_minus[k] = 2 * s->U[k] - s->b[k]; /* (SL-8) */
    }
}

static void remember(SlabDelay *slab, const Stage *s) {
    slab->passed[1] = slab->passed[0];
    slab->passed[0] = (Passed){s->t, {s->b[0] - s->V[0], s->b[1] - s->V[1]}, s->S};
}

/* A front that comes with this stage goes back with it. */
static void meet_front(SlabDelay *slab, double t) {
    slab->front = delay_front_between(slab, slab->passed[0].t, t);
    if (isnan(slab->front)) return;
    slab->front_time = slab->front;
    slab->front_step = slab->stepper.done + 1;
    delay_front_put(slab, slab->front);
}

/* The filter's output belongs to a step some time ago, whose wave has not come back yet. */
static void damp(SlabDelay *slab) {
    const size_t width = 2 * (size_t)slab->stages, lag = damping_lag(slab->damping);
    double in[DAMPING_WIDTH] = {0}, out[DAMPING_WIDTH];
    for (size_t k = 0; k < width; k++) in[k] = slab->ring[slab->slot * width + k];
    damping_push(slab->damping, in, out);
    const size_t slot = slab->slot >= lag ? slab->slot - lag : slab->slot + slab->n - lag;
    for (size_t k = 0; k < width; k++) slab->ring[slot * width + k] = out[k];
}

/* The state of the law at the end of a stage; the second stage starts from where the first one's speed
 * brings it in its share of the step. */
static void move_state(SlabDelay *slab, int i, double old, double r) {
    const Friction *f = &slab->roots->friction;
    if (i + 1 == slab->stages)
        slab->state = f->law->state_advance(f->params, slab->state, r, slab->gamma * slab->dt);
    else
        slab->state = f->law->state_advance(f->params, old, r, (1 - slab->gamma) * slab->dt);
}

/* After a step: stick and slip, the clock, what lies inside the step. */
ALWAYS_INLINE void close_step(SlabDelay *slab, bool plain, const Stage *s) {
    /* The bound that the state before had to pass. */
    const double mu = slab->sticks || !slab->roots->jumps ? slab->roots->mu[0] : slab->roots->onset;
    const double margin = s->Q_squared - s->S * s->S * mu * mu;
    const bool sticks = s->r == 0;
    if (sticks && !slab->normal->stretch.open) slab->stick_steps++;
    if (sticks != slab->sticks) delay_tell_state(slab, s->t, sticks, margin);
    slab->margin = margin;
    if (!plain && slab->damping) damp(slab);
    slab->slot = slab->slot + 1 == slab->n ? 0 : slab->slot + 1;
    slab->stepper.done++;
    slab->t = s->t;
    if (slab->probes_seen > slab->stepper.probes.reached) delay_probe_finish(slab);
}

ALWAYS_INLINE JudderErr step(SlabDelay *slab, const int stages, const bool plain) {
    const double t_new = (double)(long)(slab->stepper.done + 1) * slab->dt, old_state = slab->state;
    double S[STAGES], top[2] = {0, 0}, moved[2] = {0, 0};
    TRY(pressures(slab, stages, t_new, S));
    double *ring = &slab->ring[slab->slot * 2 * (size_t)stages];
    Stage s;
    s.Q_squared = s.r = s.S = 0;
    s.t = slab->t;
    const double old[2] = {slab->U[0], slab->U[1]};
    for (int k = 0; k < 2; k++) s.U[k] = old[k], s.V[k] = slab->V[k], s.inertia[k] = slab->lag * old[k];
    for (s.i = 0; s.i < stages; s.i++, ring += 2) {
        s.S = S[s.i];
        s.t = s.i + 1 == stages ? t_new : slab->t + slab->node[s.i] * slab->dt;
        for (int k = 0; k < 2; k++) s.before[k] = s.U[k] - s.V[k];
        if (!plain && slab->driven) {
            double V[2];
            TRY(drives(slab, s.t, s.i, V, top));
            s.V[0] = V[0], s.V[1] = V[1];
        }
        for (int k = 0; k < 2; k++) s.b[k] = 2 * top[k] - ring[k]; /* (SL-3) */
        if (!plain) meet_front(slab, s.t);
        solve_stage(slab, &s);
        if (!plain && slab->roots->has_state) move_state(slab, s.i, old_state, s.r);
        if (!plain && slab->lag == 0) remember(slab, &s);
        for (int k = 0; k < 2; k++) {
            ring[k] = s.b_minus[k];
            moved[k] += slab->weight[s.i] * s.U[k];
            /* The second stage starts from the first one's acceleration in its share of the step. */
            s.inertia[k] = slab->lag_old * old[k] + slab->lag_new * s.U[k];
        }
    }
    slab->old_t = slab->t;
    for (int k = 0; k < 2; k++) {
        slab->old_U[k] = old[k];
        slab->old_u[k] = slab->u[k];
        slab->U[k] = s.U[k];
        slab->old_V[k] = slab->V[k];
        slab->V[k] = s.V[k];
        slab->force[k] = s.force[k];
        slab->u[k] += slab->dt * moved[k];
    }
    close_step(slab, plain, &s);
    return JUDDER_OK;
}

JudderErr delay_step(SlabDelay *slab) {
    if (!slab->plain) return step(slab, slab->stages, false);
    return slab->stages == 1 ? step(slab, 1, true) : step(slab, 2, true);
}
