/* The chain of monotone pieces of beta, from a law or from points. (DI-1) */
#include "inclusion/graph.h"

#include "base/roots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int trend_of(double b0, double b1) {
    return (b1 > b0) - (b1 < b0);
}

static JudderErr append(Graph *graph, GraphPiece piece) {
    GraphPiece *pieces = realloc(graph->pieces, (graph->count + 1) * sizeof *pieces);
    REQUIRE(pieces, error_memory());
    graph->pieces = pieces;
    graph->pieces[graph->count++] = piece;
    return JUDDER_OK;
}

static void set_scales(Graph *graph) {
    for (size_t i = 0; i < graph->count; i++) {
        const GraphPiece *p = &graph->pieces[i];
        if (isfinite(p->v0)) graph->scale_v = fmax(graph->scale_v, fabs(p->v0));
        if (isfinite(p->b0)) graph->scale_b = fmax(graph->scale_b, fabs(p->b0));
        if (isfinite(p->b1)) graph->scale_b = fmax(graph->scale_b, fabs(p->b1));
    }
    if (graph->scale_v == 0) graph->scale_v = 1;
    if (graph->scale_b == 0) graph->scale_b = 1;
}

static double beta_slope(const void *context, double r) {
    const Graph *graph = context;
    return graph->impedance + graph->pressure * friction_slope(&graph->friction, r, 0);
}

static double beta_value(const Graph *graph, double r) {
    const double mu = r > 0 ? friction_sliding(&graph->friction, r, 0) : friction_onset(&graph->friction, 0);
    return graph->impedance * r + graph->pressure * mu;
}

/* beta as r grows without bound. */
static double beta_final(const Graph *graph) {
    const double slope = graph->impedance + graph->pressure * friction_final_slope(&graph->friction);
    if (slope > 0) return INFINITY;
    return graph->pressure * friction_sliding(&graph->friction, 1e300, 0);
}

/* Below this a change of beta is rounding, or the error with which a formula is known. */
static double flat_within(const Graph *graph) {
    return 1e-11 * graph->pressure *
           fmax(friction_at_rest(&graph->friction, 0), friction_sliding(&graph->friction, 1, 0));
}

/* A growing list of speeds. */
typedef struct Speeds {
    size_t count;
    double *at;
} Speeds;

static JudderErr add_speed(Speeds *speeds, double r) {
    if (speeds->count > 0 && r <= speeds->at[speeds->count - 1]) return JUDDER_OK;
    double *at = realloc(speeds->at, (speeds->count + 1) * sizeof *at);
    REQUIRE(at, error_memory());
    speeds->at = at;
    speeds->at[speeds->count++] = r;
    return JUDDER_OK;
}

/* The one place in (left, right) where beta' vanishes, if there is one: beta' is monotone there.
 * right may be infinite. */
static bool fold_between(const Graph *graph, double left, double right, double *fold) {
    RootBracket at = {left, nextafter(right, 0)};
    if (isinf(right)) {
        const RootWalk walk = {left, left > 0 ? left : 1e-12, 1e300};
        if (!root_bracket_outwards(beta_slope, graph, &walk, &at)) return false;
    } else if ((beta_slope(graph, at.near) < 0) == (beta_slope(graph, at.far) < 0)) {
        return false;
    }
    *fold = root_bracketed(beta_slope, graph, at.near, at.far);
    if (!(*fold > left && *fold < right)) return false;
    /* A slope that only underflows or is noise makes no fold: beta must really turn. */
    const double turn = beta_value(graph, *fold),
                 end = isinf(right) ? beta_final(graph) : beta_value(graph, right);
    return fabs(beta_value(graph, left) - turn) > flat_within(graph) && fabs(end - turn) > flat_within(graph);
}

/* Whether beta' is the same on both sides of r, so that no piece need end there. */
static bool smooth_at(const Graph *graph, double r) {
    const double left = beta_slope(graph, nextafter(r, 0)), right = beta_slope(graph, r);
    return (left < 0) == (right < 0) &&
           fabs(left - right) <= 1e-6 * (fabs(left) + fabs(right) + graph->impedance);
}

/* Speeds r > 0 at which a piece ends: kinks of the law and folds of beta. */
static JudderErr piece_ends(const Graph *graph, Speeds *ends) {
    const size_t count = friction_bends(&graph->friction, NULL, 0);
    double *bends = malloc((count + 1) * sizeof *bends);
    REQUIRE(bends, error_memory());
    friction_bends(&graph->friction, bends, count);
    bends[count] = INFINITY;
    JudderErr err = JUDDER_OK;
    double left = 0, fold;
    for (size_t i = 0; i <= count && err == JUDDER_OK; i++) {
        const bool straight = graph->friction.law->piecewise_linear;
        if (!straight && fold_between(graph, left, bends[i], &fold)) err = add_speed(ends, fold);
        if (err == JUDDER_OK && i < count && (straight || !smooth_at(graph, bends[i])))
            err = add_speed(ends, bends[i]);
        left = bends[i];
    }
    free(bends);
    return err;
}

/* The pieces of v > 0 in order, to the right of what is there. */
static JudderErr append_positive(Graph *graph, const Speeds *ends) {
    double left = 0;
    for (size_t i = 0; i <= ends->count; i++) {
        const double right = i < ends->count ? ends->at[i] : INFINITY;
        const bool straight = graph->friction.law->piecewise_linear;
        if (!straight && i < ends->count &&
            fabs(beta_value(graph, right) - beta_value(graph, left)) <= flat_within(graph))
            continue;
        GraphPiece piece = {.kind = GRAPH_SMOOTH, .v0 = left, .v1 = right, .b0 = beta_value(graph, left)};
        piece.b1 = isinf(right) ? beta_final(graph) : beta_value(graph, right);
        if (straight) {
            piece.kind = GRAPH_STRAIGHT;
            piece.slope = beta_slope(graph, left);
            if (isinf(right) && piece.slope == 0) piece.b1 = piece.b0;
        }
        piece.trend = trend_of(piece.b0, piece.b1);
        TRY(append(graph, piece));
        left = right;
    }
    return JUDDER_OK;
}

/* Where mu jumps the chain goes down at v = 0, from what holds at rest to what slip begins with. */
static JudderErr append_jump(Graph *graph) {
    const Friction *f = &graph->friction;
    const double rest = graph->pressure * friction_at_rest(f, 0),
                 onset = graph->pressure * friction_onset(f, 0);
    if (!(onset < rest)) return JUDDER_OK;
    return append(graph, (GraphPiece){.kind = GRAPH_VERTICAL, .trend = -1, .b0 = rest, .b1 = onset});
}

/* The mirror image of the pieces of v > 0, then the vertical piece at 0, before them. */
static JudderErr mirror(Graph *graph) {
    const size_t half = graph->count;
    const double rest = graph->pressure * friction_at_rest(&graph->friction, 0);
    const size_t middle = rest > 0 ? 1 : 0;
    GraphPiece *pieces = malloc((2 * half + middle) * sizeof *pieces);
    REQUIRE(pieces, error_memory());
    for (size_t i = 0; i < half; i++) {
        const GraphPiece p = graph->pieces[half - 1 - i];
        pieces[i] = (GraphPiece){p.kind, p.trend, 0 - p.v1, 0 - p.v0, 0 - p.b1, 0 - p.b0, p.slope};
    }
    if (middle) pieces[half] = (GraphPiece){.kind = GRAPH_VERTICAL, .trend = 1, .b0 = -rest, .b1 = rest};
    memcpy(pieces + half + middle, graph->pieces, half * sizeof *pieces);
    free(graph->pieces);
    graph->pieces = pieces;
    graph->count = 2 * half + middle;
    return JUDDER_OK;
}

static JudderErr build_from_law(Graph *graph) {
    Speeds ends = {0};
    JudderErr err = piece_ends(graph, &ends);
    if (err == JUDDER_OK) err = append_jump(graph);
    if (err == JUDDER_OK) err = append_positive(graph, &ends);
    free(ends.at);
    TRY(err);
    return mirror(graph);
}

JudderErr graph_create_from_law(double impedance, double pressure, Friction friction, Graph **graph) {
    REQUIRE(!friction.law->state_start,
            error_input("friction", "%s depends on a state: the inclusion takes laws of the slip speed alone",
                        friction.law->word.name));
    Graph *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->impedance = impedance;
    made->pressure = pressure;
    made->friction = friction;
    const JudderErr err = build_from_law(made);
    if (err != JUDDER_OK) {
        graph_destroy(&made);
        return err;
    }
    set_scales(made);
    *graph = made;
    return JUDDER_OK;
}

/* The piece between two points; the first and the last of the chain go on without end. */
static JudderErr segment(const double *from, bool first, bool last, GraphPiece *piece) {
    const double v0 = from[0], b0 = from[1], v1 = from[2], b1 = from[3];
    *piece = (GraphPiece){.kind = v0 == v1 ? GRAPH_VERTICAL : GRAPH_STRAIGHT,
                          .trend = trend_of(b0, b1),
                          .v0 = v0,
                          .v1 = v1,
                          .b0 = b0,
                          .b1 = b1};
    REQUIRE(v1 >= v0,
            error_input("graph", "graph goes from v = %g back to v = %g: v must not decrease", v0, v1));
    REQUIRE(v0 != v1 || b0 != b1,
            error_input("graph", "graph has the point {%g, %g} twice in a row", v0, b0));
    if (piece->kind == GRAPH_STRAIGHT) piece->slope = (b1 - b0) / (v1 - v0);
    const double endless = piece->trend > 0 ? INFINITY : -INFINITY;
    if (first && last && piece->kind == GRAPH_STRAIGHT) return JUDDER_OK; /* cut in two by the caller */
    if (first)
        piece->b0 = piece->trend ? -endless : b0, piece->v0 = piece->kind == GRAPH_VERTICAL ? v0 : -INFINITY;
    if (last)
        piece->b1 = piece->trend ? endless : b1, piece->v1 = piece->kind == GRAPH_VERTICAL ? v1 : INFINITY;
    return JUDDER_OK;
}

static JudderErr build_from_points(Graph *graph, const double *points, size_t count) {
    if (count == 2 && points[0] != points[2]) {
        /* One straight line: two pieces, so that each has a finite end. */
        const double line[6] = {
            points[0], points[1], (points[0] + points[2]) / 2, (points[1] + points[3]) / 2,
            points[2], points[3]};
        return build_from_points(graph, line, 3);
    }
    for (size_t i = 0; i + 1 < count; i++) {
        GraphPiece piece;
        TRY(segment(points + 2 * i, i == 0, i + 2 == count, &piece));
        GraphPiece *before = graph->count ? &graph->pieces[graph->count - 1] : NULL;
        if (before && before->kind == GRAPH_VERTICAL && piece.kind == GRAPH_VERTICAL) {
            REQUIRE(
                before->trend == piece.trend,
                error_input("graph",
                            "graph goes up and down at v = %g: one vertical part at a velocity is allowed",
                            piece.v0));
            before->b1 = piece.b1;
            continue;
        }
        TRY(append(graph, piece));
    }
    return JUDDER_OK;
}

JudderErr graph_create_from_points(const double *points, size_t count, Graph **graph) {
    REQUIRE(count >= 2, error_input("graph", "graph has %zu points: at least 2 are needed", count));
    Graph *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    const JudderErr err = build_from_points(made, points, count);
    if (err != JUDDER_OK) {
        graph_destroy(&made);
        return err;
    }
    set_scales(made);
    *graph = made;
    return JUDDER_OK;
}

/* A graph of points plus a straight line, piece by piece. */
static JudderErr tilt(const Graph *graph, double slope, Graph *tilted) {
    for (size_t i = 0; i < graph->count; i++) {
        GraphPiece piece = graph->pieces[i];
        if (piece.kind == GRAPH_STRAIGHT) {
            piece.slope += slope;
            const bool endless_left = isinf(piece.v0), endless_right = isinf(piece.v1);
            const double endless = piece.slope > 0 ? INFINITY : piece.slope < 0 ? -INFINITY : 0;
            if (!endless_left) piece.b0 += slope * piece.v0;
            if (!endless_right) piece.b1 += slope * piece.v1;
            if (endless_left) piece.b0 = endless != 0 ? -endless : piece.b1;
            if (endless_right) piece.b1 = endless != 0 ? endless : piece.b0;
            piece.trend = trend_of(piece.b0, piece.b1);
        } else {
            piece.b0 += slope * piece.v0;
            piece.b1 += slope * piece.v1;
        }
        TRY(append(tilted, piece));
    }
    set_scales(tilted);
    return JUDDER_OK;
}

JudderErr graph_create_tilted(const Graph *graph, double slope, Graph **tilted) {
    if (graph->friction.law)
        return graph_create_from_law(graph->impedance + slope, graph->pressure, graph->friction, tilted);
    Graph *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    const JudderErr err = tilt(graph, slope, made);
    if (err != JUDDER_OK) {
        graph_destroy(&made);
        return err;
    }
    *tilted = made;
    return JUDDER_OK;
}

void graph_destroy(Graph **graph) {
    if (!*graph) return;
    free((*graph)->pieces);
    free(*graph);
    *graph = NULL;
}
