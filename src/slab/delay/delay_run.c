/* Runs of steps in which nothing happens: the contact stays in stick, in slip on one piece of the law, or
 * open, in one stretch of the pressure. A step then needs no search, and only the velocity passes on to the
 * next one. A step that would leave its way is not made here; the complete step makes it.
 * (SL-3), (SL-6)-(SL-8), (SL-11)
 *
 * Stages wait for each other, so what passes from one to the next is y = lag v, the inertia of v = U - V with
 * the lag of the stage that follows: then q = y - Z (B + V) in the first stage.
 *
 * A law that can be expanded is one piece, on which mu' is monotone. If Q > S mu(0) the root is the only one,
 * whatever S, and it is sought from the speed before; no jump ends while S mu' >= -Z at both.  (DI-1)
 */
#include "slab/delay/delay_frame.h"

#include <stdint.h>
#include <stdlib.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

typedef enum Way { STICK, SLIP, CURVED, OPEN } Way; /* SLIP: on a straight piece of the law */
typedef struct DelayFrame Frame;

ALWAYS_INLINE Pair pair(const double *from) {
    return (Pair){from[0], from[1]};
}

ALWAYS_INLINE Pair both(double x) {
    return (Pair){x, x};
}

/* What the stages of a step know before the waves: the bounds of Q^2 on the way, and for slip
 *   y = (per_slope + offset/Q) q,  f = S mu q/Q = (base/Q) q + fall y. */
typedef struct Ahead {
    Pair S, low, high, per_slope, offset, base, fall;
} Ahead;

/* A stage: y = part q, f = push q. */
typedef struct Point {
    int i; /* which stage */
    double part, push;
    Pair q, y;
} Point;

/* What passes on from step to step. */
typedef struct Course {
    double index, t;
    Pair y, u, q; /* q and push: of the last stage */
    double push, pressure_min, pressure_max, defect;
    Bend *bend;
} Course;

/* In slip a little more than the lower bound is required, so that rounding cannot turn y round. */
ALWAYS_INLINE void look_ahead(const Frame *f, const Way way, Pair t, Ahead *a) {
    const Pair *c = f->c, s = (t - f->mid) * f->per_half, s2 = s * s;
    const Pair S = ((c[0] + c[1] * s) + (c[2] + c[3] * s) * s2) +
                   ((c[4] + c[5] * s) + (c[6] + c[7] * s) * s2) * (s2 * s2);
    const Pair low = f->A_r + S * f->mu;
    const Pair high = way == STICK ? S * f->mu_rest : f->A_r_end + S * f->mu_end;
    a->S = S;
    a->high = (Pair)((Mask)(high * high) & (S > f->S_low) & (S < f->S_high));
    if (way == STICK) return;
    a->low = (low * low) * both(1 + 1e-12);
    if (way == CURVED) return;
    const Pair fall = S * f->slope;
    a->per_slope = f->lags / (f->A_twice + fall);
    a->offset = f->lags_r - low * a->per_slope;
    a->fall = fall * f->per_lags;
    a->base = S * f->mu_base;
}

/* A stage from its q; false if it leaves the way. In slip y is written such that only a product and a sum
 * wait for the square root. */
ALWAYS_INLINE bool solve(const Frame *f, const Way way, const Ahead *a, Point *p) {
    const int i = p->i;
    const Pair squares = p->q * p->q;
    const double square = squares[0] + squares[1];
    if (way == STICK) {
        p->part = 0, p->push = 1;
        p->y = both(0);
        return square <= a->high[i];
    }
    if (way == OPEN) {
        p->part = f->lags_open[i], p->push = 0;
        p->y = both(p->part) * p->q;
        return square > 0;
    }
    const double Q = sqrt(square), per_square = 1 / square, turn = a->offset[i] * per_square;
    p->y = both(a->per_slope[i]) * p->q + (both(turn) * p->q) * both(Q);
    p->part = a->per_slope[i] + turn * Q;
    p->push = a->base[i] * (Q * per_square) + a->fall[i] * p->part;
    return square > a->low[i] && square <= a->high[i];
}

/* The same on a law that is not straight; *slope: of mu. */
ALWAYS_INLINE bool solve_curved(const Frame *f, const Ahead *a, FrictionExpansion *about, Point *p,
                                double *slope) {
    const int i = p->i;
    const Pair squares = p->q * p->q;
    const double square = squares[0] + squares[1], Q = sqrt(square), per_Q = 1 / Q;
    const FrictionEquation equation = {.A = f->A, .S = a->S[i], .Q = Q};
    SmoothRoot root;
    if (!(square > a->low[i] && a->S[i] >= 0) || !friction_root_smooth(f->law, &equation, about, &root))
        return false;
    p->part = f->lags[i] * root.r * per_Q;
    p->push = a->S[i] * root.mu * per_Q;
    p->y = both(p->part) * p->q;
    *slope = root.slope;
    return true;
}

/* Whether the end of a step is as stable as its beginning, and all between them. */
ALWAYS_INLINE bool stays_stable(const Frame *f, double S, double slope, const Course *c) {
    const bool falls = S * slope < f->Z_fall;
    return f->on_its_way ? falls : !falls && !(S * c->bend->slope < f->Z_fall);
}

/* What a complete stage leaves behind: the largest |A v + f - q|/|q|, and the wave that goes back. */
ALWAYS_INLINE void close_stage(const Frame *f, const Way way, const Point *p, double *ring, Course *c) {
    const double defect = way == STICK ? 0 : fabs((f->A_per_lag[p->i] * p->part - 1) + p->push);
    c->defect = defect > c->defect ? defect : c->defect;
    const Pair back = pair(ring) + both(2) * (f->V + f->per_lag[p->i] * p->y); /* (SL-8) */
    ring[0] = back[0], ring[1] = back[1];
    c->u += f->weight[p->i] * p->y;
}

ALWAYS_INLINE void pass_on(const Point *p, double S, Course *c) {
    c->pressure_min = S < c->pressure_min ? S : c->pressure_min;
    c->pressure_max = S > c->pressure_max ? S : c->pressure_max;
    c->y = p->y;
    c->q = p->q;
    c->push = p->push;
}

/* One step; false and nothing done if it leaves the way. b+ is minus what is in the ring (SL-3). */
ALWAYS_INLINE bool advance(const Frame *f, const Way way, const int stages, double *ring, Course *c) {
    const double t = (c->index + 1) * f->dt;
    if (!(t <= f->t_end)) return false;
    Ahead a;
    if (way != OPEN) look_ahead(f, way, (Pair){stages == 1 ? t : c->t + f->share, t}, &a);
    Point p, last;
    double slope = 0;
    p.i = 0, last.i = 1;
    p.q = c->y - (f->Z * pair(ring) + f->load);
    if (!(way == CURVED ? solve_curved(f, &a, &c->bend->about, &p, &slope) : solve(f, way, &a, &p)))
        return false;
    if (stages == 2) {
        last.q = p.y + (f->old * c->y - (f->Z * pair(ring + 2) + f->load));
        if (!(way == CURVED ? solve_curved(f, &a, &c->bend->about, &last, &slope) : solve(f, way, &a, &last)))
            return false;
    }
    if (way == CURVED && !stays_stable(f, a.S[1], slope, c)) return false;
    if (stages == 2) close_stage(f, way, &last, ring + 2, c);
    close_stage(f, way, &p, ring, c);
    c->u += f->drift;
    pass_on(stages == 2 ? &last : &p, way == OPEN ? 0 : a.S[1], c);
    if (way == CURVED) c->bend->slope = slope;
    c->index += 1;
    c->t = t;
    return true;
}

ALWAYS_INLINE size_t follow(const SlabDelay *slab, const Frame *f, const Way way, size_t most,
                            Course *course) {
    Course c = *course;
    double *ring = &slab->ring[slab->slot * 2 * (size_t)slab->stages];
    size_t made = 0;
    if (slab->stages == 1)
        while (made < most && advance(f, way, 1, ring + 2 * made, &c)) made++;
    else
        while (made < most && advance(f, way, 2, ring + 4 * made, &c)) made++;
    *course = c;
    return made;
}

static void write_piece(const SlabDelay *slab, size_t i, Frame *f) {
    const FrictionRoots *roots = slab->roots;
    const bool ends = i + 1 < roots->count;
    const double r = roots->r[i], mu = roots->mu[i], slope = roots->slope[i];
    f->piece = i;
    f->lags_r = f->lags * both(r);
    f->mu = both(mu);
    f->slope = both(slope);
    f->mu_base = both(mu - slope * r);
    f->A_r = both(slab->A * r);
    f->A_r_end = both(ends ? slab->A * roots->r[i + 1] : INFINITY);
    f->mu_end = both(ends ? roots->mu[i + 1] : 0);
    f->S_fall = slope < 0 ? -slab->Z / slope : INFINITY;
}

static void find_piece(const SlabDelay *slab, Frame *f) {
    const Pair v = pair(slab->U) - pair(slab->V);
    const double *r = slab->roots->r, squared = v[0] * v[0] + v[1] * v[1];
    size_t i = slab->roots->count - 1;
    while (i > 0 && r[i] * r[i] > squared) i--;
    if (i != f->piece) write_piece(slab, i, f);
}

/* Stick under a pressure that allows several roots; the tangent is kept while the run goes on. */
static void set_tangent(const SlabDelay *slab, Frame *f) {
    f->mu_rest = both(slab->roots->mu[0]);
    f->S_stick = f->S_single;
    const double S = normal_pressure_at(slab->normal, slab->t);
    if (S < 0.98 * f->S_single) return;
    size_t i = 0;
    while (i + 1 < TANGENTS && f->tangents[i].S_up < 1.02 * S) i++;
    f->mu_rest = both(f->tangents[i].mu_below);
    f->S_stick = f->tangents[i].S_up;
}

/* How far S may go: below the pressure at which there may be several roots (SL-11), and in slip on one side
 * of the one at which the piece becomes unstable (DI-1). */
static void set_law(const SlabDelay *slab, Way way, Frame *f) {
    double low = -1e-300, high = f->S_single;
    if (way == STICK && slab->roots->smooth) {
        if (f->after != slab->stepper.done) set_tangent(slab, f);
        high = f->S_stick;
    }
    if (way == SLIP) {
        if (f->after != slab->stepper.done) find_piece(slab, f);
        if (slab->passage.on_its_way)
            low = f->S_fall;
        else if (f->S_fall < high)
            high = f->S_fall;
    }
    f->S_low = both(low), f->S_high = both(high);
}

/* At the present speed; low of look_ahead is the bound of stick, piece 0 beginning there. */
static void set_curve(const SlabDelay *slab, Frame *f) {
    f->S_low = both(-1e-300), f->S_high = both(INFINITY);
    f->on_its_way = slab->passage.on_its_way;
    if (f->after == slab->stepper.done) return;
    const Pair v = pair(slab->U) - pair(slab->V);
    f->law->law->expand(f->law->params, sqrt(v[0] * v[0] + v[1] * v[1]), &f->bend.about);
    f->bend.slope = f->bend.about.c[1];
}

static void set_frame(const SlabDelay *slab, Way way, Frame *f) {
    const NormalStretch *stretch = &slab->normal->stretch;
    f->t_end = stretch->end;
    if (slab->next_probe <= f->t_end) f->t_end = nextafter(slab->next_probe, 0);
    if (way == OPEN) return;
    if (way == CURVED)
        set_curve(slab, f);
    else
        set_law(slab, way, f);
    if (f->stretch == slab->normal->stretches) return;
    f->stretch = slab->normal->stretches;
    f->mid = both(stretch->mid), f->per_half = both(stretch->per_half);
    for (int k = 0; k <= CURVE_DEGREE; k++) f->c[k] = both(stretch->pressure[k]);
}

JudderErr delay_run_prepare(SlabDelay *slab) {
    Frame *f = slab->frame = calloc(1, sizeof *f);
    REQUIRE(f, error_memory());
    const bool two = slab->stages == 2;
    f->dt = slab->dt;
    f->share = slab->node[0] * slab->dt;
    f->Z = both(slab->Z);
    f->A_twice = both(slab->A);
    f->lags = (Pair){two ? slab->lag_new : slab->lag, slab->lag};
    f->lags_open = f->lags / f->A_twice;
    f->per_lags = both(1) / f->lags;
    f->old = both(slab->lag_old / slab->lag);
    for (int k = 0; k < STAGES; k++) {
        f->per_lag[k] = both(f->per_lags[k]);
        f->weight[k] = both(slab->dt * slab->weight[k] * f->per_lags[k]);
        f->A_per_lag[k] = slab->A * f->per_lags[k];
    }
    f->V = pair(slab->V);
    f->load = f->Z * f->V;
    f->drift = both(slab->dt) * f->V;
    f->mu_rest = both(slab->roots->mu[0]);
    f->S_single = slab->A / slab->roots->steepest;
    f->law = &slab->roots->friction;
    f->A = slab->A, f->Z_fall = -slab->Z;
    f->stretch = f->after = SIZE_MAX;
    write_piece(slab, 0, f);
    for (int i = 0; i < TANGENTS && slab->roots->smooth && slab->roots->steepest > 0; i++)
        f->tangents[i] = friction_tangent(slab->roots, slab->A, f->S_single * pow(1.15, i + 1));
    return JUDDER_OK;
}

/* The state as a complete step leaves it. */
static void settle(SlabDelay *slab, const Course *c, Frame *f, Way way, size_t made) {
    const double bound = normal_pressure_at(slab->normal, c->t) * slab->roots->mu[0];
    slab->stepper.done += made;
    slab->slot = slab->slot + made == slab->n ? 0 : slab->slot + made;
    slab->t = slab->normal->t = c->t;
    slab->margin = (c->q[0] * c->q[0] + c->q[1] * c->q[1]) - bound * bound;
    slab->energy_defect = c->defect;
    slab->pressure_min = c->pressure_min, slab->pressure_max = c->pressure_max;
    if (way == STICK) slab->stick_steps += made;
    const Pair v = c->y * f->per_lag[1];
    for (int k = 0; k < 2; k++) {
        slab->U[k] = f->V[k] + v[k];
        slab->u[k] = c->u[k];
        slab->force[k] = c->push * c->q[k];
    }
    if (!slab->passage.on_its_way) slab->passage.stable_speed = sqrt(v[0] * v[0] + v[1] * v[1]);
    f->y = c->y;
    f->after = slab->stepper.done;
}

static size_t follow_way(SlabDelay *slab, Way way, size_t most) {
    Frame *frame = slab->frame;
    set_frame(slab, way, frame);
    if (frame->after != slab->stepper.done) frame->y = both(slab->lag) * (pair(slab->U) - pair(slab->V));
    Course course = {.index = (double)(long)slab->stepper.done,
                     .t = slab->t,
                     .y = frame->y,
                     .u = pair(slab->u),
                     .pressure_min = slab->pressure_min,
                     .pressure_max = slab->pressure_max,
                     .defect = slab->energy_defect,
                     .bend = &frame->bend};
    size_t made = 0;
    if (way == STICK) made = follow(slab, frame, STICK, most, &course);
    if (way == SLIP) made = follow(slab, frame, SLIP, most, &course);
    if (way == CURVED) made = follow(slab, frame, CURVED, most, &course);
    if (way == OPEN) made = follow(slab, frame, OPEN, most, &course);
    if (made > 0) settle(slab, &course, frame, way, made);
    return made;
}

/* Whether a probe lies in the next step, and that step in the present stretch. */
static bool probe_is_next(const SlabDelay *slab) {
    const double t = (double)(long)(slab->stepper.done + 1) * slab->dt;
    return slab->next_probe <= t && t <= slab->normal->stretch.end;
}

/* A step with probes in it. */
static JudderErr probed_step(SlabDelay *slab, Way way, bool *leaves) {
    TRY(delay_probe_normal(slab, (double)(long)(slab->stepper.done + 1) * slab->dt));
    slab->old_t = slab->t;
    for (int k = 0; k < 2; k++) {
        slab->old_U[k] = slab->U[k];
        slab->old_V[k] = slab->V[k];
        slab->old_u[k] = slab->u[k];
    }
    *leaves = follow_way(slab, way, 1) == 0;
    if (!*leaves) delay_probe_finish(slab);
    return JUDDER_OK;
}

/* Where a run is cut, by a probe or by `most`, must not matter: the next one goes on with the
 * same numbers. */
JudderErr delay_run(SlabDelay *slab, size_t most, bool *leaves) {
    const NormalStretch *stretch = &slab->normal->stretch;
    const Way slip = slab->roots->straight ? SLIP : CURVED;
    const Way way = stretch->open ? OPEN : slab->sticks ? STICK : slip;
    *leaves = true;
    if (stretch->amplitude != 0 || (way == OPEN && (slab->sticks || slab->passage.on_its_way)))
        return JUDDER_OK;
    if (probe_is_next(slab)) return probed_step(slab, way, leaves);
    const size_t room = slab->n - slab->slot;
    if (most > room) most = room;
    *leaves = follow_way(slab, way, most) < most && !probe_is_next(slab);
    return JUDDER_OK;
}
