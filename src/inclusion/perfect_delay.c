/* alpha(t-) in beta(v(t)), eps = 0: v keeps to its stable branch while the branch has a root, then jumps to
 * the nearest stable root in the direction of the flow. Left-continuous; after a jump of the load the same
 * rule holds with v held. (DI-3), (DI-4)
 *
 * A span is one piece of the load on one piece of the graph; it ends where the load leaves the
 * piece's interval of levels. */
#include "inclusion/inclusion.h"

#include <math.h>

static const GraphPiece *present(const Inclusion *motion) {
    return &motion->graph->pieces[motion->piece];
}

static double branch_value(const Inclusion *motion, double a) {
    const GraphPiece *piece = present(motion);
    if (piece->trend == 0) return motion->v; /* on a flat piece nothing moves v */
    return graph_piece_inverse(motion->graph, piece, fmin(fmax(a, piece->b0), piece->b1), motion->v);
}

/* From step to step v follows the load almost in a straight line: the search starts where that line leads. */
static double value(Inclusion *motion, double t) {
    const double a = inclusion_load(motion, t), before = motion->v, change = a - motion->last_load;
    motion->v += motion->last_rate * change;
    motion->v = branch_value(motion, a);
    motion->last_rate = change != 0 ? (motion->v - before) / change : 0;
    motion->last_load = a;
    return motion->v;
}

static void emit_change(Inclusion *motion, double t, GraphKind before, GraphKind after, double v) {
    if (before != GRAPH_VERTICAL && after == GRAPH_VERTICAL) inclusion_emit(motion, STEPPER_STICK, t, v, v);
    if (before == GRAPH_VERTICAL && after != GRAPH_VERTICAL) inclusion_emit(motion, STEPPER_SLIP, t, v, v);
}

/* The load has left the levels of the present piece on one side: go on along the branch, or jump. */
static void leave_piece(Inclusion *motion, double t, double a, int side) {
    const size_t here = motion->piece, next = side > 0 ? here + 1 : here - 1;
    const bool flat = present(motion)->trend == 0;
    const double end = flat ? motion->v : side > 0 ? present(motion)->v1 : present(motion)->v0;
    const bool has_next = side > 0 ? next < motion->graph->count : here > 0;
    if (!flat && has_next && motion->graph->pieces[next].trend > 0) {
        emit_change(motion, t, present(motion)->kind, motion->graph->pieces[next].kind, end);
        motion->piece = next;
        motion->v = end;
        return;
    }
    /* At this time the load equals the fold's up to rounding; the rule asks for a load beyond it. */
    const double beyond = side > 0 ? fmax(a, nextafter(present(motion)->b1, INFINITY))
                                   : fmin(a, nextafter(present(motion)->b0, -INFINITY));
    size_t piece;
    double settled;
    if (!isfinite(end) || !graph_settle(motion->graph, beyond, end, side, &piece, &settled)) {
        inclusion_give_up(motion, t, INCLUSION_NO_SOLUTION);
        return;
    }
    const GraphKind before = present(motion)->kind;
    motion->piece = piece;
    motion->v = settled;
    if (settled == end) /* over a drop: a slip that has come to rest */
        emit_change(motion, t, before, present(motion)->kind, end);
    else
        inclusion_jump(motion, t, end, settled);
}

/* A jump of the load at t: the rule with v held. */
static void load_jumps(Inclusion *motion, double t) {
    const double before = motion->v;
    size_t piece;
    double settled;
    const GraphStart found = graph_start(motion->graph, inclusion_load(motion, t), before, &piece, &settled);
    if (found == START_NOWHERE || found == START_UNSTABLE) {
        inclusion_give_up(motion, t, INCLUSION_NO_SOLUTION);
        return;
    }
    motion->piece = piece;
    motion->v = settled;
    if (settled != before) inclusion_jump(motion, t, before, settled);
}

static JudderErr perfect_delay_next(Inclusion *motion) {
    const double t = motion->span_end;
    if (t > 0 && t >= track_piece(motion->load)->end) {
        motion->v = branch_value(motion, inclusion_load(motion, t));
        TRY(track_seek(motion->load, t));
        if (track_piece(motion->load)->jump) load_jumps(motion, t);
        if (motion->outcome != INCLUSION_GOING) return JUDDER_OK;
    }
    const CurvePiece *load = track_piece(motion->load);
    const double end = isfinite(load->end) ? load->end : fmax(2 * t, motion->setup.final);
    ExpPolynomial alpha;
    curve_piece_restrict(load, t, end, &alpha);
    motion->load_tolerance = 4 * motion->load->error + 1e-14 * fmax(motion->graph->scale_b, fabs(alpha.c[0]));
    motion->span_begin = t;
    /* Leave pieces that the load has already left, until one holds it over some time. */
    for (size_t i = 0; i < 4 * motion->graph->count + 4; i++) {
        double s;
        int side;
        const bool leaves = exp_polynomial_first_exit(&alpha, present(motion)->b0, present(motion)->b1,
                                                      motion->load_tolerance, &s, &side);
        motion->span_end = leaves ? t + s * (end - t) : end;
        if (!leaves || motion->span_end > t) {
            motion->last_rate = 0; /* of the span before */
            motion->setup.method->value(motion, t);
            return JUDDER_OK;
        }
        leave_piece(motion, t, alpha.c[0], side);
        if (motion->outcome != INCLUSION_GOING) return JUDDER_OK;
    }
    inclusion_give_up(motion, t, INCLUSION_NO_SOLUTION);
    return JUDDER_OK;
}

static JudderErr perfect_delay_begin(Inclusion *motion) {
    const double a = inclusion_load(motion, 0), start = motion->setup.start;
    double settled;
    const GraphStart found = graph_start(motion->graph, a, start, &motion->piece, &settled);
    REQUIRE(found != START_UNSTABLE, error_input("start",
                                                 "start = %g lies on an unstable branch under the load %g: "
                                                 "the limit of vanishing mass is not defined there",
                                                 start, a));
    REQUIRE(found != START_NOWHERE,
            error_input("start", "no velocity balances the load %g at t = 0 from start = %g", a, start));
    motion->v = motion->settled = settled;
    return JUDDER_OK;
}

const InclusionMethod perfect_delay_method = {
    .name = "perfect_delay", .begin = perfect_delay_begin, .next = perfect_delay_next, .value = value};
