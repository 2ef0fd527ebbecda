/* The step of the interior nodes (BD-8):  v+ = v + dt M^-1 (-K u - C v) + dt g,  u+ = u + dt v+.  A node's u
 * is moved on as soon as no later row reads it, while it is still near the processor; so u and v pass
 * through memory once a step. */
#include "fe/explicit/stencil/lanes.h"

#include <stdlib.h>

/* Vectors that keep the adders busy without running out of registers. */
enum { WIDE_2D = 4, WIDE_3D = 2, RUNS_A_PAUSE = 256, FLUSH = 32, AT_ONCE = 64 };

JudderErr fields_create(int dim, int nodes, Fields *fields) {
    *fields = (Fields){{0}};
    for (int c = 0; c < dim; c++) {
        fields->c[c] = calloc((size_t)nodes + FIELDS_PAD, sizeof **fields->c);
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
    bool acts;    /* there are drag or gravity, or C */
} Kind;

/* Some consecutive nodes of a class. */
typedef struct Piece {
    const CoreStep *step;
    int first, count;
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
            if (!kind.acts) {
                const Four calm = before - dtm * F;
                *(Four *)(s->v_out.c[c] + i) = calm;
                sum->kinetic += calm * calm;
                sum->elastic += F * (FOUR(s->u.c[c] + i) + dt * calm);
                continue;
            }
            Four G = drag * before;
            if (kind.viscous) G += FOUR(p->Cv[c] + 4 * w);
            const Four after = before - dtm * (F + G) + dt * SPLAT(s->gravity[c]);
            *(Four *)(s->v_out.c[c] + i) = after;
            sum->kinetic += after * after;
            sum->elastic += F * (FOUR(s->u.c[c] + i) + dt * after);
            sum->viscous += G * before;
            sum->damping += G * (before + after);
            sum->momentum[c] += before + after;
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
        s->v_out.c[c][i] = after;
        sum->kinetic += p->mass * after * after;
        sum->elastic += F * (s->u.c[c][i] + s->dt * after);
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

/* A run of one node, as everywhere in a mesh without equal cells. */
INLINED void step_single(Kind kind, const Stencils *st, const CoreStep *s, const StencilRun *run,
                         StepSums *sums) {
    const StencilAt K = stencil_at(st, run, st->K), C = stencil_at(st, run, st->C ? st->C : st->K);
    const double factor = st->C ? 1 : st->multiple;
    Piece p;
    double Ku[3], Cv[3];
    p.step = s, p.first = run->first, p.mass = st->mass[run->class], p.per_mass = 1 / p.mass;
    single_product(kind.dim, &K, &s->u, Ku);
    if (kind.viscous) single_product(kind.dim, &C, &s->v, Cv);
    for (int c = 0; c < kind.dim; c++) {
        p.Ku[c][0] = Ku[c];
        if (kind.viscous) p.Cv[c][0] = factor * Cv[c];
    }
    update_one(kind, &p, 0, sums);
}

INLINED void step_run(Kind kind, const Stencils *st, const CoreStep *s, const StencilRun *run,
                      StepSums *sums) {
    StencilAt K = stencil_at(st, run, st->K), C = stencil_at(st, run, st->C ? st->C : st->K);
    const int lot = 4 * kind.vectors, end = run->first + run->count;
    Lanes lanes = {0};
    Piece p;
    p.step = s, p.first = run->first, p.mass = st->mass[run->class], p.per_mass = 1 / p.mass;
    for (; p.first < end; p.first += lot) {
        p.count = end - p.first < lot ? end - p.first : lot;
        K.place = C.place = p.first;
        product(kind.dim, kind.vectors, p.count, &K, &s->u, p.Ku);
        if (kind.viscous) product(kind.dim, kind.vectors, p.count, &C, &s->v, p.Cv);
        for (int c = 0; kind.viscous && c < kind.dim && !st->C; c++)
            for (int l = 0; l < lot; l++) p.Cv[c][l] *= st->multiple;
        if (p.count == lot)
            update_full(kind, &p, &lanes);
        else
            for (int l = 0; l < p.count; l++) update_one(kind, &p, l, sums);
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

static void flush(StepSums *from, long double *to) {
    const double part[] = {from->kinetic,     from->elastic,     from->viscous,    from->damping,
                           from->momentum[0], from->momentum[1], from->momentum[2]};
    for (int i = 0; i < 7; i++) to[i] += part[i];
    *from = (StepSums){0};
}

INLINED void step_all(Kind kind, const Stencils *st, const CoreStep *s, StepSums *sums) {
    long double all[7] = {0};
    StepSums part = {0};
    int moved = 0;
    for (int r = 0; r < st->runs; r++) {
        const StencilRun *run = &st->run[r];
        if (run->count == 1)
            step_single(kind, st, s, run, &part);
        else
            step_run(kind, st, s, run, &part);
        const int done = run->first + run->count, safe = run->safe < done ? run->safe : done;
        if (safe >= moved + AT_ONCE) {
            move_on(kind.dim, s, moved, safe);
            moved = safe;
        }
        if (r % FLUSH == FLUSH - 1) flush(&part, all);
        if (s->pause && r % RUNS_A_PAUSE == 0) s->pause(s->context);
    }
    move_on(kind.dim, s, moved, st->rows);
    flush(&part, all);
    *sums = (StepSums){(double)all[0],
                       (double)all[1],
                       (double)all[2],
                       (double)all[3],
                       {(double)all[4], (double)all[5], (double)all[6]}};
}

FOR_EACH_MACHINE static void calm_2d(const Stencils *st, const CoreStep *s, StepSums *sums) {
    step_all((Kind){2, WIDE_2D, false, false}, st, s, sums);
}

FOR_EACH_MACHINE static void calm_3d(const Stencils *st, const CoreStep *s, StepSums *sums) {
    step_all((Kind){3, WIDE_3D, false, false}, st, s, sums);
}

FOR_EACH_MACHINE static void acted_2d(const Stencils *st, const CoreStep *s, StepSums *sums) {
    step_all((Kind){2, WIDE_2D, false, true}, st, s, sums);
}

FOR_EACH_MACHINE static void acted_3d(const Stencils *st, const CoreStep *s, StepSums *sums) {
    step_all((Kind){3, WIDE_3D, false, true}, st, s, sums);
}

FOR_EACH_MACHINE static void viscous_2d(const Stencils *st, const CoreStep *s, StepSums *sums) {
    step_all((Kind){2, WIDE_2D, true, true}, st, s, sums);
}

FOR_EACH_MACHINE static void viscous_3d(const Stencils *st, const CoreStep *s, StepSums *sums) {
    step_all((Kind){3, WIDE_3D, true, true}, st, s, sums);
}

void stencils_step(const Stencils *st, const CoreStep *s, StepSums *sums) {
    const bool viscous = st->C || st->multiple != 0;
    const bool acts = s->drag != 0 || s->gravity[0] != 0 || s->gravity[1] != 0 || s->gravity[2] != 0;
    if (st->dim == 2)
        (viscous ? viscous_2d : acts ? acted_2d : calm_2d)(st, s, sums);
    else
        (viscous ? viscous_3d : acts ? acted_3d : calm_3d)(st, s, sums);
}

INLINED void apply_all(int dim, int vectors, const Stencils *st, const double *values, const Fields *x,
                       Fields *y) {
    double out[3][MOST_LANES];
    const int lot = 4 * vectors;
    for (int r = 0; r < st->runs; r++) {
        const StencilRun *run = &st->run[r];
        StencilAt at = stencil_at(st, run, values);
        for (int done = 0; done < run->count; done += lot) {
            const int count = run->count - done < lot ? run->count - done : lot;
            at.place = run->place + done;
            product(dim, vectors, count, &at, x, out);
            for (int c = 0; c < dim; c++)
                for (int l = 0; l < count; l++) y->c[c][run->first + done + l] = out[c][l];
        }
    }
}

FOR_EACH_MACHINE static void apply_2d(const Stencils *st, const double *values, const Fields *x, Fields *y) {
    apply_all(2, WIDE_2D, st, values, x, y);
}

FOR_EACH_MACHINE static void apply_3d(const Stencils *st, const double *values, const Fields *x, Fields *y) {
    apply_all(3, WIDE_3D, st, values, x, y);
}

void stencils_apply(const Stencils *st, const Fields *u, const Fields *v, Fields *Ku, Fields *Cv) {
    if (u) (st->dim == 2 ? apply_2d : apply_3d)(st, st->K, u, Ku);
    if (!v) return;
    (st->dim == 2 ? apply_2d : apply_3d)(st, st->C ? st->C : st->K, v, Cv);
    for (int c = 0; c < st->dim && !st->C; c++)
        for (int i = 0; i < st->rows; i++) Cv->c[c][i] *= st->multiple;
}

void stencils_mass(const Stencils *st, double *mass) {
    for (int r = 0; r < st->runs; r++)
        for (int i = 0; i < st->run[r].count; i++) mass[st->run[r].first + i] = st->mass[st->run[r].class];
}
