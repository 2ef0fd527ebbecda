/* Runs of steps in which nothing happens: the contact stays in stick, on one straight piece of the law, or
 * open, in one stretch of the pressure. A step then needs no search, and only the velocity passes on to the
 * next one. A step that would leave its way is not made here; the complete step makes it.
 * (SL-3), (SL-6)-(SL-8), (SL-11)
 */
#include "slab/delay_internal.h"

#include <stdint.h>
#include <stdlib.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

typedef enum Way { STICK, SLIP, OPEN } Way;
typedef struct DelayFrame Frame;

/* Two numbers in one register: the components of a vector, or the stages of a step. */
typedef double Pair __attribute__((vector_size(16)));
typedef long long Mask __attribute__((vector_size(16)));

ALWAYS_INLINE Pair pair(const double *from) {
    return (Pair){from[0], from[1]};
}

ALWAYS_INLINE Pair both(double x) {
    return (Pair){x, x};
}

/* What holds for all steps of a run; what belongs to the slab, the stretch and the piece of the law is
 * written when it changes. */
struct DelayFrame {
    double A, dt, share, t_end; /* share: of dt */
    /* Each number twice: */
    Pair Z, A_twice, per_A, lag, lag_old, lag_new, mu_rest;
    Pair weight[STAGES];                     /* times dt */
    Pair mid, per_half, c[CURVE_DEGREE + 1]; /* the polynomial of the pressure */
    Pair r, mu, slope, A_r, mu_base;         /* the piece of the law; A r, mu - slope r */
    Pair A_r_end, mu_end;                    /* where it ends */
    Pair S_low, S_high;                      /* between them one root, and stability does not change */
    /* Vectors: */
    Pair V, load, drift;     /* velocity of the foundation; Z V; dt V */
    double S_single, S_fall; /* pressures from which there may be several roots, the piece is unstable */
    size_t piece, stretch;   /* which ones */
    size_t after;            /* how many steps had been made at the end of the last run */
};

/* What the stages of a step know before the waves: the bounds of Q^2 on the way, and for slip
 *   v = (per_slope + offset/Q) q,  f = S mu q/Q = (base/Q) q + fall v. */
typedef struct Ahead {
    Pair S, low, high, per_slope, offset, base, fall;
} Ahead;

/* A stage: v = part q, f = push q. */
typedef struct Point {
    double part, push;
    Pair q, v;
} Point;

/* What passes on from step to step. */
typedef struct Course {
    double index, t;
    Pair v, u, q; /* q and push: of the last stage */
    double push, pressure_min, pressure_max, defect;
} Course;

/* In slip a little more than the lower bound is asked for, so that rounding cannot turn v round. */
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
    a->fall = S * f->slope;
    a->per_slope = both(1) / (f->A_twice + a->fall);
    a->offset = f->r - low * a->per_slope;
    a->base = S * f->mu_base;
}

/* Stage i from its q; false if it leaves the way. In slip v is written such that after the square root only
 * a product and a sum wait for it: this is the way from one step to the next. */
ALWAYS_INLINE bool solve(const Frame *f, const Way way, const Ahead *a, const int i, Point *p) {
    const Pair squares = p->q * p->q;
    const double square = squares[0] + squares[1];
    if (way == STICK) {
        p->part = 0, p->push = 1;
        p->v = both(0);
        return square <= a->high[i];
    }
    if (way == OPEN) {
        p->part = f->per_A[0], p->push = 0;
        p->v = f->per_A * p->q;
        return square > 0;
    }
    const double Q = sqrt(square), per_square = 1 / square, turn = a->offset[i] * per_square;
    p->v = both(a->per_slope[i]) * p->q + (both(turn) * p->q) * both(Q);
    p->part = a->per_slope[i] + turn * Q;
    p->push = a->base[i] * (Q * per_square) + a->fall[i] * p->part;
    return square > a->low[i] && square <= a->high[i];
}

/* What a complete stage leaves behind. */
ALWAYS_INLINE void close_stage(const Frame *f, const Way way, const Point *p, double *ring, Course *c) {
    const double defect = way == STICK ? 0 : fabs((f->A * p->part - 1) + p->push);
    c->defect = defect > c->defect ? defect : c->defect;
    const Pair back = pair(ring) + both(2) * (f->V + p->v); /* (SL-8) */
    ring[0] = back[0], ring[1] = back[1];
}

/* One step; false and nothing done if it leaves the way. With v = U - V in place of U: q = Z (b+ - V) plus
 * the inertia of v, and b+ is minus what is in the ring (SL-3). */
ALWAYS_INLINE bool advance(const Frame *f, const Way way, const int stages, double *ring, Course *c) {
    const double t = (c->index + 1) * f->dt;
    if (!(t <= f->t_end)) return false;
    Ahead a;
    if (way != OPEN) look_ahead(f, way, (Pair){stages == 1 ? t : c->t + f->share, t}, &a);
    Point p, last;
    p.q = f->lag * c->v - (f->Z * pair(ring) + f->load);
    if (!solve(f, way, &a, 0, &p)) return false;
    Pair moved = f->drift + f->weight[0] * p.v;
    if (stages == 2) {
        last.q = f->lag_new * p.v + (f->lag_old * c->v - (f->Z * pair(ring + 2) + f->load));
        if (!solve(f, way, &a, 1, &last)) return false;
        close_stage(f, way, &last, ring + 2, c);
        moved += f->weight[1] * last.v;
    }
    close_stage(f, way, &p, ring, c);
    const double S = way == OPEN ? 0 : a.S[1];
    c->pressure_min = S < c->pressure_min ? S : c->pressure_min;
    c->pressure_max = S > c->pressure_max ? S : c->pressure_max;
    c->u += moved;
    c->v = stages == 2 ? last.v : p.v;
    c->q = stages == 2 ? last.q : p.q;
    c->push = stages == 2 ? last.push : p.push;
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
    f->r = both(r);
    f->mu = both(mu);
    f->slope = both(slope);
    f->mu_base = both(mu - slope * r);
    f->A_r = both(slab->A * r);
    f->A_r_end = both(ends ? slab->A * roots->r[i + 1] : INFINITY);
    f->mu_end = both(ends ? roots->mu[i + 1] : 0);
    f->S_fall = slope < 0 ? -slab->Z / slope : INFINITY;
}

static void find_piece(const SlabDelay *slab, Frame *f) {
    const double *r = slab->roots->r, squared = slab->v[0] * slab->v[0] + slab->v[1] * slab->v[1];
    size_t i = slab->roots->count - 1;
    while (i > 0 && r[i] * r[i] > squared) i--;
    if (i != f->piece) write_piece(slab, i, f);
}

/* How far S may go: below the pressure at which there may be several roots (SL-11), and in slip on one side
 * of the one at which the piece becomes unstable (DI-1). */
static void set_law(const SlabDelay *slab, Way way, Frame *f) {
    double low = -1e-300, high = f->S_single;
    if (way == SLIP) {
        if (f->after != slab->steps) find_piece(slab, f);
        if (slab->passage.on_its_way)
            low = f->S_fall;
        else if (f->S_fall < high)
            high = f->S_fall;
    }
    f->S_low = both(low), f->S_high = both(high);
}

static void set_frame(const SlabDelay *slab, Way way, Frame *f) {
    const NormalStretch *stretch = &slab->normal->stretch;
    f->t_end = stretch->end;
    if (slab->next_probe <= f->t_end) f->t_end = nextafter(slab->next_probe, 0);
    if (way == OPEN) return;
    set_law(slab, way, f);
    if (f->stretch == slab->normal->stretches) return;
    f->stretch = slab->normal->stretches;
    f->mid = both(stretch->mid), f->per_half = both(stretch->per_half);
    for (int k = 0; k <= CURVE_DEGREE; k++) f->c[k] = both(stretch->pressure[k]);
}

JudderErr delay_run_prepare(SlabDelay *slab) {
    Frame *f = slab->frame = calloc(1, sizeof *f);
    REQUIRE(f, error_memory());
    f->A = slab->A, f->A_twice = both(slab->A), f->per_A = both(slab->per_A);
    f->dt = slab->dt;
    f->share = slab->node[0] * slab->dt;
    f->Z = both(slab->Z);
    f->lag = both(slab->lag), f->lag_old = both(slab->lag_old), f->lag_new = both(slab->lag_new);
    f->V = pair(slab->V);
    f->load = f->Z * f->V;
    f->drift = both(slab->dt) * f->V;
    for (int k = 0; k < STAGES; k++) f->weight[k] = both(slab->dt * slab->weight[k]);
    f->mu_rest = both(slab->roots->mu[0]);
    f->S_single = slab->A / slab->roots->steepest;
    f->stretch = f->after = SIZE_MAX;
    write_piece(slab, 0, f);
    return JUDDER_OK;
}

/* The state as a complete step leaves it. */
static void settle(SlabDelay *slab, const Course *c, Frame *f, Way way, size_t made) {
    const double bound = normal_pressure_at(slab->normal, c->t) * slab->roots->mu[0];
    slab->steps += made;
    slab->slot = slab->slot + made == slab->n ? 0 : slab->slot + made;
    slab->t = slab->normal->t = c->t;
    slab->margin = (c->q[0] * c->q[0] + c->q[1] * c->q[1]) - bound * bound;
    slab->energy_defect = c->defect;
    slab->pressure_min = c->pressure_min, slab->pressure_max = c->pressure_max;
    if (way == STICK) slab->stick_steps += made;
    for (int k = 0; k < 2; k++) {
        slab->v[k] = c->v[k];
        slab->U[k] = f->V[k] + c->v[k];
        slab->u[k] = c->u[k];
        slab->force[k] = c->push * c->q[k];
    }
    if (!slab->passage.on_its_way) slab->passage.stable_speed = sqrt(c->v[0] * c->v[0] + c->v[1] * c->v[1]);
    f->after = slab->steps;
}

static size_t follow_way(SlabDelay *slab, Way way, size_t most) {
    Frame *frame = slab->frame;
    set_frame(slab, way, frame);
    Course course = {.index = (double)(long)slab->steps,
                     .t = slab->t,
                     .v = pair(slab->v),
                     .u = pair(slab->u),
                     .pressure_min = slab->pressure_min,
                     .pressure_max = slab->pressure_max,
                     .defect = slab->energy_defect};
    size_t made = 0;
    if (way == STICK) made = follow(slab, frame, STICK, most, &course);
    if (way == SLIP) made = follow(slab, frame, SLIP, most, &course);
    if (way == OPEN) made = follow(slab, frame, OPEN, most, &course);
    if (made > 0) settle(slab, &course, frame, way, made);
    return made;
}

/* Whether a probe lies in the next step, and that step in the present stretch. */
static bool probe_is_next(const SlabDelay *slab) {
    const double t = (double)(long)(slab->steps + 1) * slab->dt;
    return slab->next_probe <= t && t <= slab->normal->stretch.end;
}

/* A step with probes in it. */
static JudderErr probed_step(SlabDelay *slab, Way way, bool *leaves) {
    TRY(delay_probe_normal(slab, (double)(long)(slab->steps + 1) * slab->dt));
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

/* Where a run is cut, by a probe or by `most`, must not matter: the next one goes on with the same numbers. */
JudderErr delay_run(SlabDelay *slab, size_t most, bool *leaves) {
    const NormalStretch *stretch = &slab->normal->stretch;
    const Way way = stretch->open ? OPEN : slab->sticks ? STICK : SLIP;
    *leaves = true;
    if (stretch->amplitude != 0 || (way == OPEN && (slab->sticks || slab->passage.on_its_way)))
        return JUDDER_OK;
    if (probe_is_next(slab)) return probed_step(slab, way, leaves);
    const size_t room = slab->n - slab->slot;
    if (most > room) most = room;
    *leaves = follow_way(slab, way, most) < most && !probe_is_next(slab);
    return JUDDER_OK;
}
