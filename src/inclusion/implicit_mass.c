/* Implicit Euler for eps v' in alpha(t) - beta(v) with the caller's step: each step solves a in
 * beta(v) + (eps/dt) v with a = alpha + (eps/dt) v_n, a tilted graph. Below the limit dt < eps/(S kappa
 * - Z) the root is unique; beyond it all roots are known, the rule of perfect delay chooses, and the
 * step is counted. (DI-5) */
#include "inclusion/inclusion.h"

#include <math.h>

/* The stable branch of an increasing piece: branches are told apart by how many other pieces
 * lie before them. */
static long branch_of(const Graph *graph, size_t piece) {
    long before = 0;
    for (size_t i = 0; i < piece; i++) before += graph->pieces[i].trend <= 0;
    return before;
}

/* Whether a motion at v under the load a is on a stable branch; at a vertical piece only if the load holds it
 * there, else it is passing. */
static bool rests(const Graph *graph, size_t piece, double a) {
    const GraphPiece *p = &graph->pieces[piece];
    return p->trend > 0 && (p->kind != GRAPH_VERTICAL || (a >= p->b0 && a <= p->b1));
}

static JudderErr implicit_mass_begin(Inclusion *motion) {
    const InclusionSetup *setup = &motion->setup;
    const size_t steps = stepper_count_steps(setup->final, setup->step);
    const double last = setup->final - (double)(steps - 1) * setup->step; /* as `next` computes it */
    TRY(graph_create_tilted(motion->graph, setup->epsilon / setup->step, &motion->tilted));
    if (fabs(last - setup->step) > 1e-9 * setup->step)
        TRY(graph_create_tilted(motion->graph, setup->epsilon / last, &motion->tilted_last));
    motion->step.v[0] = motion->step.v[3] = motion->v;
    motion->monotone = true;
    for (size_t i = 0; i < motion->tilted->count; i++)
        motion->monotone = motion->monotone && motion->tilted->pieces[i].trend > 0;
    motion->piece = graph_find(motion->graph, motion->v);
    motion->branch = rests(motion->graph, motion->piece, inclusion_load(motion, 0))
                         ? branch_of(motion->graph, motion->piece)
                         : -1;
    motion->left_from = motion->v;
    return JUDDER_OK;
}

static double value(Inclusion *motion, double t) {
    const double length = motion->span_end - motion->span_begin;
    const double s = length > 0 ? (t - motion->span_begin) / length : 1;
    return motion->step.v[0] + s * (motion->step.v[3] - motion->step.v[0]);
}

/* Counts passages to another stable branch, and stick and slip. */
static void note_step(Inclusion *motion, double t, double before, double after) {
    const Graph *graph = motion->graph;
    const size_t piece = graph_find(graph, after);
    const bool was_vertical = graph->pieces[motion->piece].kind == GRAPH_VERTICAL,
               is_vertical = graph->pieces[piece].kind == GRAPH_VERTICAL;
    if (is_vertical && !was_vertical) inclusion_emit(motion, STEPPER_STICK, t, before, after);
    if (was_vertical && !is_vertical) inclusion_emit(motion, STEPPER_SLIP, t, before, after);
    motion->piece = piece;
    if (!rests(graph, piece, inclusion_load(motion, t))) return;
    const long branch = branch_of(graph, piece);
    /* Over a drop a slip comes to rest without a jump. */
    const bool rests_again = is_vertical && piece + 1 < graph->count && graph_drops(graph, piece + 1);
    if (motion->branch >= 0 && branch != motion->branch && !rests_again)
        inclusion_jump(motion, t, motion->left_from, after);
    motion->branch = branch;
    motion->left_from = after;
}

static JudderErr implicit_mass_next(Inclusion *motion) {
    const InclusionSetup *setup = &motion->setup;
    const double before = motion->step.v[3], whole = (double)(motion->steps_done + 1) * setup->step;
    const bool is_last = whole > setup->final * (1 - 1e-12) - 1e-9 * setup->step;
    const double t = is_last ? setup->final : whole;
    const bool shorter = is_last && motion->tilted_last;
    const Graph *tilted = shorter ? motion->tilted_last : motion->tilted;
    motion->span_begin = motion->span_end;
    motion->span_end = t;
    motion->span_length = shorter ? t - motion->span_begin : setup->step; /* as the graph was tilted */
    TRY(track_seek(motion->load, t));
    const double a = inclusion_load(motion, t) + setup->epsilon / motion->span_length * before;
    size_t piece;
    double after;
    if (graph_start(tilted, a, before, &piece, &after) == START_NOWHERE) {
        inclusion_give_up(motion, t, INCLUSION_NO_SOLUTION);
        return JUDDER_OK;
    }
    if (!motion->monotone && graph_roots(tilted, a, NULL, 0) > 1) motion->nonunique++;
    note_step(motion, t, before, after);
    motion->step.v[0] = before;
    motion->step.v[3] = motion->v = after;
    motion->steps_done++;
    return JUDDER_OK;
}

static double rate(Inclusion *motion, double t) {
    (void)t;
    return (motion->step.v[3] - motion->step.v[0]) / motion->span_length;
}

const InclusionMethod implicit_mass_method = {.name = "implicit",
                                              .begin = implicit_mass_begin,
                                              .next = implicit_mass_next,
                                              .value = value,
                                              .rate = rate,
                                              .stepped = true};
