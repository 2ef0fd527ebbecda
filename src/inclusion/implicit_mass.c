/* Implicit Euler for eps v' in alpha(t) - beta(v) with the caller's step: each step solves a in beta(v) + (eps/dt) v with a = alpha + (eps/dt) v_n, a tilted
 * graph. Below the limit dt < eps/(S kappa - Z) the root is unique; beyond it all roots are known, the rule of perfect delay chooses, and the step is counted. (DI-5) */
#include "inclusion/inclusion.h"

#include <math.h>

static JudderErr begin(Inclusion *motion) {
    TRY(graph_create_tilted(motion->graph, motion->setup.epsilon / motion->setup.step, &motion->tilted));
    motion->step.v[0] = motion->step.v[3] = motion->v;
    motion->monotone = true;
    for (size_t i = 0; i < motion->tilted->count; i++)
        motion->monotone = motion->monotone && motion->tilted->pieces[i].trend > 0;
    return JUDDER_OK;
}

static double value(Inclusion *motion, double t) {
    const double length = motion->span_end - motion->span_begin;
    const double s = length > 0 ? (t - motion->span_begin) / length : 1;
    return motion->step.v[0] + s * (motion->step.v[3] - motion->step.v[0]);
}

static JudderErr next(Inclusion *motion) {
    const double before = motion->step.v[3], t = (double)(motion->steps_done + 1) * motion->setup.step;
    motion->span_begin = motion->span_end;
    motion->span_end = t;
    TRY(track_seek(motion->load, t));
    const double a = inclusion_load(motion, t) + motion->setup.epsilon / motion->setup.step * before;
    size_t piece;
    double after;
    const GraphStart found = graph_start(motion->tilted, a, before, &piece, &after);
    if (found == START_NOWHERE) {
        inclusion_give_up(motion, t);
        return JUDDER_OK;
    }
    if (!motion->monotone && graph_roots(motion->tilted, a, NULL, 0) > 1) motion->nonunique++;
    const GraphPiece *left = &motion->graph->pieces[graph_find(motion->graph, before)];
    const GraphPiece *entered = &motion->graph->pieces[graph_find(motion->graph, after)];
    if (left->trend > 0 && entered->trend <= 0)
        motion->left_stable = after > before ? 1 : -1, motion->left_from = before;
    const bool passed = left->trend > 0 && entered->trend > 0 && left != entered;
    if (entered->trend > 0 && (motion->left_stable != 0 || passed)) {
        /* A passage that began on a stable branch and ends on another one, or one that skipped what lies between. */
        const double from = motion->left_stable ? motion->left_from : before;
        bool over_unstable = motion->left_stable == (after > from ? 1 : -1);
        for (const GraphPiece *p = left < entered ? left : entered;
             passed && p != (left < entered ? entered : left); p++)
            over_unstable = over_unstable || p->trend < 0;
        if (over_unstable) inclusion_jump(motion, t, from, after);
        motion->left_stable = 0;
    }
    if (entered->kind == GRAPH_VERTICAL && left->kind != GRAPH_VERTICAL)
        inclusion_emit(motion, INCLUSION_STICK, t, before, after);
    if (left->kind == GRAPH_VERTICAL && entered->kind != GRAPH_VERTICAL)
        inclusion_emit(motion, INCLUSION_SLIP, t, before, after);
    motion->step.v[0] = before;
    motion->step.v[3] = motion->v = after;
    motion->steps_done++;
    return JUDDER_OK;
}

static double residual(Inclusion *motion) {
    const double lag = motion->setup.epsilon / motion->setup.step * motion->step.v[0];
    return graph_residual(motion->tilted, inclusion_load(motion, motion->span_end) + lag, motion->step.v[3]);
}

const InclusionMethod implicit_mass_method = {
    .name = "implicit", .begin = begin, .next = next, .value = value, .residual = residual};
