/* The step of the plain nodes (BD-8):  v+ = v + dt M^-1 (-K u - C v) + dt g,  u+ = u + dt v+.  A node's u
 * is moved on as soon as no later row reads it, while it is still near the processor; so u and v pass
 * through memory once a step. Nodes inside boxes of equal cells (grid.h) are moved on with their step: all
 * other runs that read them have had their turn. */
#include "fe/explicit/stencil/planes.h"

#include <stdlib.h>

/* Vectors that keep the adders busy without running out of registers. */
enum { WIDE_2D = 4, WIDE_3D = 2, RUNS_A_PAUSE = 256, FLUSH = 32, AT_ONCE = 64, AHEAD = 8 };

JudderErr fields_create(int dim, int nodes, Fields *fields) {
    *fields = (Fields){{0}};
    for (int c = 0; c < dim; c++) {
        fields->c[c] = calloc((size_t)nodes + LAYOUT_PAD, sizeof **fields->c);
        if (!fields->c[c]) {
            fields_release(fields);
            return error_memory();
        }
    }
    return JUDDER_OK;
}

void fields_release(Fields *fields) {
    for (int c = 0; c < 3; c++) {
        free(fields->c[c]);
        fields->c[c] = NULL;
    }
}

/* What is done at every node, known to the compiler. */
typedef struct Kind {
    int dim, vectors;
    bool viscous; /* there is C */
    bool damped;  /* there are drag or C */
    bool acts;    /* there are gravity, drag or C */
} Kind;

/* Some of them at work; the first is a row. */
typedef struct Piece {
    const CoreStep *step;
    int first;
    bool moves; /* u is moved on at once */
    double mass, per_mass;
    double Ku[3][MOST_LANES], Cv[3][MOST_LANES];
} Piece;

/* Sums over lanes. */
typedef struct Lanes {
    Four kinetic, elastic, viscous, damping, momentum[3];
} Lanes;

INLINED void update_full(Kind kind, const Piece *p, Lanes *sum) {
    const CoreStep *s = p->step;
    const Four dt = SPLAT(s->dt), dtm = SPLAT(s->dt * p->per_mass), drag = SPLAT(s->drag * p->mass);
    for (int c = 0; c < kind.dim; c++)
        for (int w = 0; w < kind.vectors; w++) {
            const int i = p->first + 4 * w;
            const Four F = FOUR(p->Ku[c] + 4 * w), before = FOUR(s->v.c[c] + i);
            Four G = SPLAT(0), all = F;
            if (kind.damped) G = drag * before;
            if (kind.viscous) G += FOUR(p->Cv[c] + 4 * w);
            if (kind.damped) all += G;
            Four after = before - dtm * all;
            if (kind.acts) after += dt * SPLAT(s->gravity[c]);
            *(Four *)(s->v_out.c[c] + i) = after;
            const Four next = FOUR(s->u.c[c] + i) + dt * after;
            if (p->moves) *(Four *)(s->u.c[c] + i) = next;
            sum->kinetic += after * after;
            sum->elastic += F * next;
            if (kind.acts) sum->momentum[c] += before + after;
            if (!kind.damped) continue;
            sum->viscous += G * before;
            sum->damping += G * (before + after);
        }
}

/* One node. */
INLINED void update_one(Kind kind, const Piece *p, int lane, StepSums *sum) {
    const CoreStep *s = p->step;
    const int i = p->first + lane;
    for (int c = 0; c < kind.dim; c++) {
        const double F = p->Ku[c][lane], before = s->v.c[c][i], slow = s->drag * p->mass * before;
        const double G = kind.viscous ? p->Cv[c][lane] + slow : slow;
        const double after = before - s->dt * p->per_mass * (F + G) + s->dt * s->gravity[c];
        const double next = s->u.c[c][i] + s->dt * after;
        s->v_out.c[c][i] = after;
        if (p->moves) s->u.c[c][i] = next;
        sum->kinetic += p->mass * after * after;
        sum->elastic += F * next;
        if (!kind.acts) continue;
        sum->viscous += G * before;
        sum->damping += G * (before + after);
        sum->momentum[c] += p->mass * (before + after);
    }
}

static inline double total(const Four *x) {
    return ((*x)[0] + (*x)[1]) + ((*x)[2] + (*x)[3]);
}

static void add_lanes(const Lanes *from, double mass, StepSums *to) {
    to->kinetic += mass * total(&from->kinetic);
    to->elastic += total(&from->elastic);
    to->viscous += total(&from->viscous);
    to->damping += total(&from->damping);
    for (int c = 0; c < 3; c++) to->momentum[c] += mass * total(&from->momentum[c]);
}

/* The components of one node; zero in 2-D the third. */
#define GATHER(dim, x, i) ((Four){(x).c[0][i], (x).c[1][i], (dim) == 3 ? (x).c[2][i] : 0, 0})

/* A run of one node, as everywhere in a mesh without equal cells. Lanes, and those of the sums, are its
 * components. */
INLINED void step_single(Kind kind, const Stencils *st, const CoreStep *s, const StencilRun *run,
                         Lanes *sum) {
    const StencilAt K = stencil_at(st, run, st->K), C = stencil_at(st, run, st->C ? st->C : st->K);
    const double mass = st->mass[run->class];
    const Four dt = SPLAT(s->dt), before = GATHER(kind.dim, s->v, run->first),
               own = GATHER(kind.dim, s->u, run->first);
    Four F = SPLAT(0), G = SPLAT(0);
    single_product(kind.dim, &K, &s->u, &F);
    if (kind.viscous) single_product(kind.dim, &C, &s->v, &G);
    if (kind.viscous && !st->C) G *= SPLAT(st->multiple);
    if (kind.damped) G += SPLAT(s->drag * mass) * before;
    const Four after = before - SPLAT(s->dt / mass) * (F + G) +
                       dt * (Four){s->gravity[0], s->gravity[1], kind.dim == 3 ? s->gravity[2] : 0, 0};
    for (int c = 0; c < kind.dim; c++) s->v_out.c[c][run->first] = after[c];
    sum->kinetic += SPLAT(mass) * after * after;
    sum->elastic += F * (own + dt * after);
    if (kind.acts) sum->momentum[0] += SPLAT(mass) * (before + after);
    if (!kind.damped) return;
    sum->viscous += G * before;
    sum->damping += G * (before + after);
}

/* The product of a run, by planes or node by node. */
typedef struct RunProduct {
    bool by_planes;
    StencilAt at;
    GridAt grid;
} RunProduct;

INLINED RunProduct run_product(int dim, const Stencils *st, int r, bool of_v) {
    const StencilAt at = stencil_at(st, &st->run[r], of_v && st->C ? st->C : st->K);
    if (dim == 3 && grid_has(st, r)) return (RunProduct){true, at, grid_at(st, r, of_v)};
    return (RunProduct){false, at, {0}};
}

/* out[component][...] of at most 4 vectors nodes. */
INLINED void product(Kind kind, const RunProduct *run, Span span, const Fields *x,
                     double (*out)[MOST_LANES]) {
    StencilAt at = run->at;
    at.place += span.from;
    if (run->by_planes)
        grid_product(&run->grid, span.from, span.count, x, out);
    else if (span.count > 4)
        lanes_product(kind.dim, kind.vectors, &at, x, out);
    else
        lanes_product(kind.dim, 1, &at, x, out);
}

/* The next nodes: as many as the vectors hold, then four, then the rest. */
INLINED Span next_span(int vectors, Span last, int count) {
    const int from = last.from + last.count, left = count - from;
    return (Span){from, left >= 4 * vectors ? 4 * vectors : left >= 4 ? 4 : left};
}

INLINED void step_run(Kind kind, const Stencils *st, const CoreStep *s, int r, StepSums *sums) {
    const StencilRun *run = &st->run[r];
    const RunProduct K = run_product(kind.dim, st, r, false),
                     C = kind.viscous ? run_product(kind.dim, st, r, true) : K;
    const Kind narrow = {kind.dim, 1, kind.viscous, kind.damped, kind.acts};
    Lanes lanes = {0};
    Piece p;
    p.step = s, p.mass = st->mass[run->class], p.per_mass = 1 / p.mass;
    p.moves = kind.dim == 3 && grid_moves(st, r);
    for (Span span = next_span(kind.vectors, (Span){0}, run->count); span.count > 0;
         span = next_span(kind.vectors, span, run->count)) {
        p.first = run->first + span.from;
        product(kind, &K, span, &s->u, p.Ku);
        if (kind.viscous) product(kind, &C, span, &s->v, p.Cv);
        for (int c = 0; kind.viscous && c < kind.dim && !st->C; c++)
            for (int l = 0; l < span.count; l++) p.Cv[c][l] *= st->multiple;
        if (span.count == 4 * kind.vectors)
            update_full(kind, &p, &lanes);
        else if (span.count == 4)
            update_full(narrow, &p, &lanes);
        else
            for (int l = 0; l < span.count; l++) update_one(kind, &p, l, sums);
    }
    add_lanes(&lanes, p.mass, sums);
}

INLINED void move_on(int dim, const CoreStep *s, int from, int to) {
    for (int c = 0; c < dim; c++) {
        double *restrict u = s->u.c[c];
        const double *restrict v = s->v_out.c[c];
        for (int i = from; i < to; i++) u[i] += s->dt * v[i];
    }
}

/* Rows that were not moved with their step, in order. */
typedef struct Mover {
    Span whole;
    const Span *span;
    int spans, at, moved;
} Mover;

INLINED Mover mover(int dim, const Stencils *st) {
    Mover m = {.whole = {0, st->rows}, .spans = 1};
    if (dim == 3 && st->grid) m.span = st->grid->late, m.spans = st->grid->lates;
    return m;
}

/* Moves on what lies before `safe`, some at a time unless it is the end of a span. */
INLINED void move_until(int dim, const CoreStep *s, int safe, Mover *m) {
    for (; m->at < m->spans; m->at++) {
        const Span *span = m->span ? &m->span[m->at] : &m->whole;
        const int end = span->from + span->count, from = m->moved > span->from ? m->moved : span->from;
        if (safe < end && safe < from + AT_ONCE) return;
        m->moved = safe < end ? safe : end;
        move_on(dim, s, from, m->moved);
        if (m->moved < end) return;
    }
}

static void flush(Lanes *single, StepSums *from, long double *to) {
    const Four momentum = single->momentum[0];
    single->momentum[0] = SPLAT(0);
    add_lanes(single, 1, from);
    for (int c = 0; c < 3; c++) from->momentum[c] += momentum[c];
    *single = (Lanes){0};
    const double part[] = {from->kinetic,     from->elastic,     from->viscous,    from->damping,
                           from->momentum[0], from->momentum[1], from->momentum[2]};
    for (int i = 0; i < 7; i++) to[i] += part[i];
    *from = (StepSums){0};
}

/* The last numbers that a run reads come as early as some runs before it. */
INLINED void fetch(const Stencils *st, const CoreStep *s, int r) {
    if (r >= st->runs || st->run[r].count > 1) return;
    const StencilRun *run = &st->run[r];
    const long far = run->place + st->highest[run->class];
    for (int c = 0; c < 3; c++) {
        __builtin_prefetch(s->u.c[c] + far);
        __builtin_prefetch(s->v.c[c] + run->place, 1);
    }
}

INLINED void step_all(Kind kind, const Stencils *st, const CoreStep *step, StepSums *sums) {
    const CoreStep own = *step, *s = &own; /* which no store can change */
    long double all[7] = {0};
    StepSums part = {0};
    Lanes single = {0};
    Mover m = mover(kind.dim, st);
    for (int r = 0; r < st->runs; r++) {
        const StencilRun *run = &st->run[r];
        if (kind.dim == 3 && st->grid) fetch(st, s, r + AHEAD);
        if (run->count == 1 && !(kind.dim == 3 && grid_has(st, r)))
            step_single(kind, st, s, run, &single);
        else
            step_run(kind, st, s, r, &part);
        move_until(kind.dim, s, run->safe, &m);
        if (r % FLUSH == FLUSH - 1) flush(&single, &part, all);
        if (s->pause && r % RUNS_A_PAUSE == 0) s->pause(s->context);
    }
    flush(&single, &part, all);
    *sums = (StepSums){(double)all[0],
                       (double)all[1],
                       (double)all[2],
                       (double)all[3],
                       {(double)all[4], (double)all[5], (double)all[6]}};
}

#define FOR_EACH_KIND(name, viscous, damped, acts)                                                           \
    FOR_EACH_MACHINE static void name##_2d(const Stencils *st, const CoreStep *s, StepSums *sums) {          \
        step_all((Kind){2, WIDE_2D, viscous, damped, acts}, st, s, sums);                                    \
    }                                                                                                        \
    FOR_EACH_MACHINE static void name##_3d(const Stencils *st, const CoreStep *s, StepSums *sums) {          \
        step_all((Kind){3, WIDE_3D, viscous, damped, acts}, st, s, sums);                                    \
    }
FOR_EACH_KIND(calm, false, false, false)
FOR_EACH_KIND(pulled, false, false, true)
FOR_EACH_KIND(slowed, false, true, true)
FOR_EACH_KIND(viscous, true, true, true)

void stencils_step(const Stencils *st, const CoreStep *s, StepSums *sums) {
    typedef void Sweep(const Stencils *, const CoreStep *, StepSums *);
    static Sweep *const sweeps[4][2] = {
        {calm_2d, calm_3d}, {pulled_2d, pulled_3d}, {slowed_2d, slowed_3d}, {viscous_2d, viscous_3d}};
    const bool pulled = s->gravity[0] != 0 || s->gravity[1] != 0 || s->gravity[2] != 0;
    const int kind = st->C || st->multiple != 0 ? 3 : s->drag != 0 ? 2 : pulled;
    sweeps[kind][st->dim - 2](st, s, sums);
}

INLINED void apply_all(Kind kind, const Stencils *st, bool of_v, const Fields *x, Fields *y) {
    double out[3][MOST_LANES];
    for (int r = 0; r < st->runs; r++) {
        const StencilRun *run = &st->run[r];
        const RunProduct at = run_product(kind.dim, st, r, of_v);
        for (Span span = next_span(kind.vectors, (Span){0}, run->count); span.count > 0;
             span = next_span(kind.vectors, span, run->count)) {
            product(kind, &at, span, x, out);
            for (int c = 0; c < kind.dim; c++)
                for (int l = 0; l < span.count; l++) y->c[c][run->first + span.from + l] = out[c][l];
        }
    }
}

FOR_EACH_MACHINE static void apply_2d(const Stencils *st, bool of_v, const Fields *x, Fields *y) {
    apply_all((Kind){.dim = 2, .vectors = WIDE_2D}, st, of_v, x, y);
}

FOR_EACH_MACHINE static void apply_3d(const Stencils *st, bool of_v, const Fields *x, Fields *y) {
    apply_all((Kind){.dim = 3, .vectors = WIDE_3D}, st, of_v, x, y);
}

void stencils_apply(const Stencils *st, const Fields *u, const Fields *v, Fields *Ku, Fields *Cv) {
    if (u) (st->dim == 2 ? apply_2d : apply_3d)(st, false, u, Ku);
    if (!v) return;
    (st->dim == 2 ? apply_2d : apply_3d)(st, true, v, Cv);
    for (int c = 0; c < st->dim && !st->C; c++)
        for (int i = 0; i < st->rows; i++) Cv->c[c][i] *= st->multiple;
}

void stencils_mass(const Stencils *st, double *mass) {
    for (int r = 0; r < st->runs; r++)
        for (int i = 0; i < st->run[r].count; i++) mass[st->run[r].first + i] = st->mass[st->run[r].class];
}
