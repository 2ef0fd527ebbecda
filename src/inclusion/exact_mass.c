/* eps v' in alpha(t) - beta(v), eps > 0, without a time step. (DI-2)
 *
 * On a straight piece of slope b and a polynomial piece of load the motion is a polynomial plus an
 * exponential, exactly; on a vertical piece v rests until the load leaves its interval; on a smooth piece
 * Radau IIA takes steps of controlled error. A span ends at the end of the load's piece or where v reaches
 * the end of the graph's piece. What the limit calls a jump is here a passage over an unstable branch: it is
 * counted when v arrives on the next stable branch. */
#include "inclusion/inclusion.h"

#include "base/roots.h"
#include "inclusion/radau.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double radau_tolerance = 1e-12; /* a step, relative to the size of v */
enum { TAYLOR_DEGREE = EXP_POLYNOMIAL_DEGREE };

static const GraphPiece *present(const Inclusion *motion) {
    return &motion->graph->pieces[motion->piece];
}

/* Polynomial plus exponential that solves (eps/L) v' + b v = q over s in [0, 1], v(0) = v0. For |b| L/eps
 * small the exponential is written as its series. */
static void straight_motion(const ExpPolynomial *q, double b, double scaled_eps, double v0,
                            ExpPolynomial *motion) {
    const double k = b / scaled_eps;
    memset(motion, 0, sizeof *motion);
    if (fabs(k) <= 2) {
        motion->degree = TAYLOR_DEGREE;
        motion->c[0] = v0;
        for (int i = 0; i < TAYLOR_DEGREE; i++) {
            const double q_i = i <= q->degree ? q->c[i] : 0;
            motion->c[i + 1] = (q_i / scaled_eps - k * motion->c[i]) / (i + 1);
        }
        while (motion->degree > 1 && fabs(motion->c[motion->degree]) < 1e-20 * fabs(v0)) motion->degree--;
        return;
    }
    /* v_p = sum_j (-1/k)^j q^(j)/b, from the highest coefficient down: b p_i = q_i - scaled_eps
     * (i + 1) p_{i+1}. */
    motion->degree = q->degree;
    for (int i = q->degree; i >= 0; i--) {
        const double next = i < q->degree ? motion->c[i + 1] : 0;
        motion->c[i] = (q->c[i] - scaled_eps * (i + 1) * next) / b;
    }
    motion->amplitude = v0 - motion->c[0];
    motion->rate = k;
}

static double value(Inclusion *motion, double t) {
    const double length = motion->span_length;
    const double s = length > 0 ? fmin(fmax((t - motion->span_begin) / length, 0), 1) : 1;
    return motion->smooth ? radau_value(motion->step.v, s) : exp_polynomial_value(&motion->motion, s);
}

/* The next piece on a side, drops passed over; the last one if there is none. */
static size_t piece_beside(const Graph *graph, size_t piece, int side) {
    size_t next = piece;
    do {
        if (side > 0 ? next + 1 == graph->count : next == 0) return piece;
        next = side > 0 ? next + 1 : next - 1;
    } while (graph_drops(graph, next));
    return next;
}

/* Counts passages between stable branches as v enters a piece. */
static void note_piece(Inclusion *motion, double t, size_t piece, int side) {
    const int before = present(motion)->trend, after = motion->graph->pieces[piece].trend;
    const GraphKind kind_before = present(motion)->kind, kind_after = motion->graph->pieces[piece].kind;
    const bool over_drop = piece != motion->piece + 1 && piece + 1 != motion->piece;
    motion->piece = piece;
    if (before > 0 && after <= 0) {
        motion->left_stable = side;
        motion->left_from = motion->v;
        if (kind_before == GRAPH_VERTICAL) inclusion_emit(motion, STEPPER_SLIP, t, motion->v, motion->v);
        return;
    }
    if (before <= 0 && after > 0) {
        if (motion->left_stable == side && motion->left_stable != 0)
            inclusion_jump(motion, t, motion->left_from, motion->v);
        motion->left_stable = 0;
    }
    if (kind_after == GRAPH_VERTICAL && kind_before != GRAPH_VERTICAL)
        inclusion_emit(motion, STEPPER_STICK, t, motion->v, motion->v);
    if (kind_before == GRAPH_VERTICAL && kind_after != GRAPH_VERTICAL) {
        inclusion_emit(motion, STEPPER_SLIP, t, motion->v, motion->v);
        if (over_drop) inclusion_jump(motion, t, motion->v, motion->v);
    }
}

/* v has reached the left (-1) or right (+1) end of its piece at time t, or the load has left a
 * vertical piece on that side. */
static void leave_piece(Inclusion *motion, double t, int side) {
    const size_t here = motion->piece;
    const bool ends = side > 0 ? here + 1 == motion->graph->count : here == 0;
    if (ends) {
        inclusion_give_up(motion, t, INCLUSION_NO_SOLUTION);
        return;
    }
    size_t next = piece_beside(motion->graph, here, side);
    motion->v = side > 0 ? present(motion)->v1 : present(motion)->v0;
    const GraphPiece *vertical = &motion->graph->pieces[next];
    if (present(motion)->kind != GRAPH_VERTICAL && vertical->kind == GRAPH_VERTICAL) {
        /* Passing a vertical piece: v stops there if the load lies in its interval, else goes on. */
        const double a = inclusion_load(motion, t);
        const bool beyond = side > 0 ? a > fmax(vertical->b0, vertical->b1)
                                     : a < fmin(vertical->b0, vertical->b1);
        const bool repelled = vertical->trend < 0;
        if (beyond || repelled) next = piece_beside(motion->graph, next, side);
    }
    note_piece(motion, t, next, side);
}

/* At a node a load that grows carries v to the right and one that falls to the left; used where v rests
 * exactly on the graph. */
static void choose_piece(Inclusion *motion, double t) {
    const double v = motion->v, a = inclusion_load(motion, t);
    double low, high;
    graph_interval(motion->graph, v, &low, &high);
    motion->piece = graph_find(motion->graph, v);
    const bool vertical = present(motion)->kind == GRAPH_VERTICAL;
    if (vertical && a >= low && a <= high) return;
    const double drift = a > high ? 1 : a < low ? -1 : curve_piece_slope(track_piece(motion->load), t);
    /* graph_find gives the vertical piece at v, or the one to the left of a node. */
    if (vertical)
        motion->piece = piece_beside(motion->graph, motion->piece, drift > 0 ? 1 : -1);
    else if (v == present(motion)->v1 && drift >= 0 && motion->piece + 1 < motion->graph->count)
        motion->piece++;
}

static double span_limit(const Inclusion *motion, double t) {
    const double end = track_piece(motion->load)->end;
    return isfinite(end) ? end : fmax(2 * t, motion->setup.final);
}

/* A length of its own, since a difference of times would lose the digits of a short span. */
static void end_span(Inclusion *motion, double t, double length) {
    motion->span_length = length;
    motion->span_end = t + length;
}

/* v rests until the load leaves the interval of the vertical piece. */
static void rest(Inclusion *motion, double t, double end) {
    const GraphPiece *piece = present(motion);
    ExpPolynomial alpha;
    curve_piece_restrict(track_piece(motion->load), t, end, &alpha);
    double s;
    int side;
    const double tolerance = 1e-15 * motion->graph->scale_b;
    const bool leaves = exp_polynomial_first_exit(&alpha, fmin(piece->b0, piece->b1),
                                                  fmax(piece->b0, piece->b1), tolerance, &s, &side);
    memset(&motion->motion, 0, sizeof motion->motion);
    motion->motion.c[0] = motion->v;
    motion->smooth = false;
    end_span(motion, t, leaves ? s * (end - t) : end - t);
    if (!leaves) motion->span_end = end;
    if (leaves) leave_piece(motion, motion->span_end, side);
}

/* What rounding alone can make of v at the start of a span: its formula is a sum of parts that may
 * be large against it. */
static double rounding_of(const Inclusion *motion) {
    const ExpPolynomial *g = &motion->motion;
    return 8 * DBL_EPSILON * fmax(motion->graph->scale_v, fmax(fabs(g->c[0]), fabs(g->amplitude)));
}

static void slide_straight(Inclusion *motion, double t, double end) {
    const GraphPiece *piece = present(motion);
    ExpPolynomial q;
    curve_piece_restrict(track_piece(motion->load), t, end, &q);
    q.c[0] -= graph_piece_value(motion->graph, piece, 0);
    straight_motion(&q, piece->slope, motion->setup.epsilon / (end - t), motion->v, &motion->motion);
    motion->smooth = false;
    const double tolerance = rounding_of(motion);
    double s;
    int side;
    if (!exp_polynomial_first_exit(&motion->motion, piece->v0, piece->v1, tolerance, &s, &side)) {
        end_span(motion, t, end - t);
        motion->span_end = end;
        motion->v = exp_polynomial_value(&motion->motion, 1);
        return;
    }
    /* The span keeps its scale: [0, 1] is cut at s by stretching the formula. */
    double power = 1;
    for (int i = 0; i <= motion->motion.degree; i++, power *= s) motion->motion.c[i] *= power;
    motion->motion.rate *= s;
    end_span(motion, t, s * (end - t));
    leave_piece(motion, motion->span_end, side);
}

typedef struct Landing {
    const RadauProblem *problem;
    double t, v, node;
} Landing;

static double beyond_node(const void *context, double h) {
    const Landing *landing = context;
    double at[4], error;
    if (h <= 0 || !radau_step(landing->problem, landing->t, landing->v, h, at, &error))
        return landing->v - landing->node;
    return at[3] - landing->node;
}

/* Takes one accepted step, cut at the end of the piece if v passes it. */
static void slide_smooth(Inclusion *motion, double t, double end) {
    const RadauProblem problem = {motion->graph, present(motion), track_piece(motion->load),
                                  motion->setup.epsilon};
    const double size = fabs(motion->v) + motion->graph->scale_v;
    double h = motion->step_next > 0 ? motion->step_next
                                     : 1e-3 * motion->setup.epsilon / (motion->graph->impedance + 1e-300);
    h = fmin(h, end - t);
    double error = 0;
    bool capped = h == end - t;
    for (int i = 0;; i++) {
        const bool found = radau_step(&problem, t, motion->v, h, motion->step.v, &error);
        if (found && error <= radau_tolerance * size) break;
        if (i > 200 || t + h == t) {
            inclusion_give_up(motion, t, INCLUSION_UNRESOLVED);
            return;
        }
        capped = false;
        h *= found ? fmax(0.2, 0.9 * pow(radau_tolerance * size / error, 0.25)) : 0.25;
    }
    const double growth = fmin(5, 0.9 * pow(radau_tolerance * size / fmax(error, 1e-300), 0.25));
    motion->step_next = h * fmax(growth, 0.2);
    motion->smooth = true;
    const double reached = motion->step.v[3];
    const int side = reached > present(motion)->v1 ? 1 : reached < present(motion)->v0 ? -1 : 0;
    if (side != 0) {
        const Landing landing = {&problem, t, motion->v,
                                 side > 0 ? present(motion)->v1 : present(motion)->v0};
        h = motion->v == landing.node ? 0 : root_bracketed(beyond_node, &landing, 0, h);
        if (h > 0) radau_step(&problem, t, motion->v, h, motion->step.v, &error);
        end_span(motion, t, h);
        leave_piece(motion, motion->span_end, side);
        return;
    }
    end_span(motion, t, capped ? end - t : h);
    if (capped) motion->span_end = end;
    motion->v = reached;
}

static JudderErr exact_mass_next(Inclusion *motion) {
    double t = motion->span_end;
    if (t > 0 && t >= track_piece(motion->load)->end) TRY(track_seek(motion->load, t));
    motion->span_begin = t;
    /* A span without length only changes the piece. */
    for (int i = 0; i < 8; i++) {
        const double end = span_limit(motion, t);
        motion->span_piece = motion->piece;
        if (present(motion)->kind == GRAPH_VERTICAL)
            rest(motion, t, end);
        else if (present(motion)->kind == GRAPH_STRAIGHT)
            slide_straight(motion, t, end);
        else
            slide_smooth(motion, t, end);
        if (motion->span_end > t || motion->outcome != INCLUSION_GOING) return JUDDER_OK;
    }
    inclusion_give_up(motion, t, INCLUSION_UNRESOLVED);
    return JUDDER_OK;
}

static double rate(Inclusion *motion, double t) {
    const double length = motion->span_length, s = fmin(fmax((t - motion->span_begin) / length, 0), 1);
    return (motion->smooth ? radau_slope(motion->step.v, s)
                           : exp_polynomial_derivative(&motion->motion, 1, s)) /
           length;
}

static JudderErr exact_mass_begin(Inclusion *motion) {
    choose_piece(motion, 0);
    return JUDDER_OK;
}

const InclusionMethod exact_mass_method = {
    .name = "exact", .begin = exact_mass_begin, .next = exact_mass_next, .value = value, .rate = rate};
