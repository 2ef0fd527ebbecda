/* Roots of a in beta(v) and the rule that selects one. (DI-1), (DI-4) */
#include "inclusion/graph.h"

#include "base/roots.h"

#include <math.h>

static double law_value(const Graph *graph, double v) {
    const double r = fabs(v);
    const double mu = r > 0 ? friction_sliding(&graph->friction, r, 0)
                            : friction_at_rest(&graph->friction, 0);
    return copysign(graph->impedance * r + graph->pressure * mu, v);
}

/* A finite end of the piece; every straight piece has one. */
static void anchor(const GraphPiece *piece, double *v, double *b) {
    const bool left = isfinite(piece->v0);
    *v = left ? piece->v0 : piece->v1;
    *b = left ? piece->b0 : piece->b1;
}

static double law_slope_inside(const Graph *graph, const GraphPiece *piece, double v) {
    /* At the outer end of a piece the law's slope is the one of the next piece: step inside. */
    const double outer = fabs(piece->v0) > fabs(piece->v1) ? piece->v0 : piece->v1;
    const double r = v == outer && isfinite(outer) ? nextafter(fabs(v), 0) : fabs(v);
    return graph->impedance + graph->pressure * friction_slope(&graph->friction, r, 0);
}

double graph_piece_slope(const Graph *graph, const GraphPiece *piece, double v) {
    if (piece->kind == GRAPH_VERTICAL) return INFINITY;
    if (piece->kind == GRAPH_STRAIGHT) return piece->slope;
    return law_slope_inside(graph, piece, fmin(fmax(v, piece->v0), piece->v1));
}

double graph_piece_value(const Graph *graph, const GraphPiece *piece, double v) {
    if (piece->kind == GRAPH_VERTICAL) return piece->b0;
    if (piece->kind == GRAPH_STRAIGHT) {
        double v_known, b_known;
        anchor(piece, &v_known, &b_known);
        return b_known + piece->slope * (v - v_known);
    }
    if (v <= piece->v0)
        return piece->b0 + (v < piece->v0 ? graph_piece_slope(graph, piece, v) * (v - piece->v0) : 0);
    if (v >= piece->v1)
        return piece->b1 + (v > piece->v1 ? graph_piece_slope(graph, piece, v) * (v - piece->v1) : 0);
    return law_value(graph, v);
}

typedef struct PieceLevel {
    const Graph *graph;
    const GraphPiece *piece;
    double level;
} PieceLevel;

static double above_level(const void *context, double v) {
    const PieceLevel *p = context;
    return graph_piece_value(p->graph, p->piece, v) - p->level;
}

/* A finite bracket of the root on a piece that may go on without end. */
static void bracket(const PieceLevel *p, double *low, double *high) {
    *low = p->piece->v0, *high = p->piece->v1;
    if (isfinite(*low) && isfinite(*high)) return;
    const bool rightwards = isfinite(*low);
    const double from = rightwards ? *low : *high, end = rightwards ? 1e300 : -1e300;
    const double step = (rightwards ? 1 : -1) * fmax(fabs(from), 1e-3 * p->graph->scale_v);
    RootBracket at = {from, end};
    root_bracket_outwards(above_level, p, &(RootWalk){from, step, end}, &at);
    *low = fmin(at.near, at.far), *high = fmax(at.near, at.far);
}

/* Value and slope of a smooth piece together. */
static void value_and_slope(const Graph *graph, const GraphPiece *piece, double v, double *value,
                            double *slope) {
    const Friction *f = &graph->friction;
    if (!f->law->expand || v <= piece->v0 || v >= piece->v1) {
        *value = graph_piece_value(graph, piece, v);
        *slope = graph_piece_slope(graph, piece, v);
        return;
    }
    FrictionExpansion about;
    f->law->expand(f->params, fabs(v), &about);
    *value = copysign(graph->impedance * fabs(v) + graph->pressure * about.c[0], v);
    *slope = graph->impedance + graph->pressure * about.c[1];
}

double graph_piece_inverse(const Graph *graph, const GraphPiece *piece, double a, double near) {
    if (piece->kind == GRAPH_VERTICAL || piece->trend == 0)
        return isfinite(piece->v0) ? piece->v0 : piece->v1;
    if (a == piece->b0) return piece->v0;
    if (a == piece->b1) return piece->v1;
    if (piece->kind == GRAPH_STRAIGHT) {
        double v, b;
        anchor(piece, &v, &b);
        return fmin(fmax(v + (a - b) / piece->slope, piece->v0), piece->v1);
    }
    /* Newton from the guess; it converges in a few steps along a branch, and the bracket takes over
     * where it does not. */
    double v = fmin(fmax(near, piece->v0), piece->v1);
    for (int i = 0; i < 12; i++) {
        double value, slope;
        value_and_slope(graph, piece, v, &value, &slope);
        const double next = v - (value - a) / slope;
        if (!isfinite(next) || slope * piece->trend <= 0 || next < piece->v0 || next > piece->v1) break;
        /* The step after this one would be its square: below rounding. */
        if (fabs(next - v) <= 1e-9 * fabs(next)) return next;
        v = next;
    }
    const PieceLevel level = {graph, piece, a};
    double low, high;
    bracket(&level, &low, &high);
    return root_bracketed(above_level, &level, low, high);
}

static RootKind kind_of_trend(int trend) {
    return trend > 0 ? ROOT_STABLE : trend < 0 ? ROOT_UNSTABLE : ROOT_FOLD;
}

static bool is_vertical(const Graph *graph, size_t piece) {
    return graph->pieces[piece].kind == GRAPH_VERTICAL;
}

bool graph_drops(const Graph *graph, size_t piece) {
    return is_vertical(graph, piece) && graph->pieces[piece].trend < 0 &&
           ((piece > 0 && is_vertical(graph, piece - 1)) ||
            (piece + 1 < graph->count && is_vertical(graph, piece + 1)));
}

/* Whether a slip begins at the node on the left of a piece while stick holds the load there as well. */
static bool node_in_stick(const Graph *graph, size_t piece) {
    return is_vertical(graph, piece) != is_vertical(graph, piece - 1) &&
           (graph_drops(graph, piece) || graph_drops(graph, piece - 1));
}

size_t graph_roots(const Graph *graph, double a, GraphRoot *roots, size_t room) {
    size_t found = 0;
    for (size_t i = 0; i < graph->count; i++) {
        const GraphPiece *piece = &graph->pieces[i];
        /* The node on the left belongs to two pieces: it is a fold if they differ. */
        if (i > 0 && piece->b0 == a && !node_in_stick(graph, i)) {
            const int before = graph->pieces[i - 1].trend;
            if (found < room)
                roots[found] = (GraphRoot){piece->v0,
                                           before == piece->trend ? kind_of_trend(before) : ROOT_FOLD};
            found++;
        }
        if (a > fmin(piece->b0, piece->b1) && a < fmax(piece->b0, piece->b1) && !graph_drops(graph, i)) {
            const double middle = isfinite(piece->v0 + piece->v1) ? (piece->v0 + piece->v1) / 2 : 0;
            if (found < room)
                roots[found] = (GraphRoot){graph_piece_inverse(graph, piece, a, middle),
                                           kind_of_trend(piece->trend)};
            found++;
        }
    }
    return found;
}

size_t graph_find(const Graph *graph, double v) {
    size_t low = 0, high = graph->count - 1;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (graph->pieces[middle].v1 < v)
            low = middle + 1;
        else
            high = middle;
    }
    /* At a node: the vertical piece, if one stands there. */
    if (low + 1 < graph->count && graph->pieces[low].v1 == v && graph->pieces[low + 1].kind == GRAPH_VERTICAL)
        low++;
    return graph_drops(graph, low) ? low + 1 : low;
}

void graph_interval(const Graph *graph, double v, double *low, double *high) {
    const GraphPiece *piece = &graph->pieces[graph_find(graph, v)];
    if (piece->kind == GRAPH_VERTICAL) {
        *low = fmin(piece->b0, piece->b1);
        *high = fmax(piece->b0, piece->b1);
    } else {
        *low = *high = graph_piece_value(graph, piece, v);
    }
}

double graph_residual(const Graph *graph, double a, double v) {
    double low, high;
    graph_interval(graph, v, &low, &high);
    return a < low ? low - a : a > high ? a - high : 0;
}

static bool holds_level(const GraphPiece *piece, double a) {
    return piece->trend > 0 && a >= piece->b0 && a <= piece->b1;
}

bool graph_settle(const Graph *graph, double a, double v, int direction, size_t *piece, double *settled) {
    const size_t from = graph_find(graph, v);
    const size_t pieces_ahead = direction > 0 ? graph->count - from : from + 1;
    for (size_t step = 0; step < pieces_ahead; step++) {
        const size_t i = direction > 0 ? from + step : from - step;
        if (!holds_level(&graph->pieces[i], a)) continue;
        const double root = graph_piece_inverse(graph, &graph->pieces[i], a, v);
        if (direction > 0 ? root < v : root > v) continue;
        *piece = i;
        *settled = root;
        return true;
    }
    return false;
}

/* Of the pieces that meet at v, the one that holds the load a: an increasing one if there is any. */
static bool piece_on_graph(const Graph *graph, double a, double v, double tolerance, size_t *piece) {
    bool found = false;
    const size_t middle = graph_find(graph, v);
    for (size_t i = middle > 0 ? middle - 1 : 0; i <= middle + 1 && i < graph->count; i++) {
        const GraphPiece *p = &graph->pieces[i];
        if (v < p->v0 || v > p->v1) continue;
        const double at = graph_piece_value(graph, p, v);
        const double low = p->kind == GRAPH_VERTICAL ? fmin(p->b0, p->b1) : at;
        const double high = p->kind == GRAPH_VERTICAL ? fmax(p->b0, p->b1) : at;
        if (a < low - tolerance || a > high + tolerance) continue;
        if (!found || p->trend > graph->pieces[*piece].trend) *piece = i;
        found = true;
    }
    return found;
}

GraphStart graph_start(const Graph *graph, double a, double v, size_t *piece, double *settled) {
    *settled = v;
    if (piece_on_graph(graph, a, v, 1e-13 * fmax(graph->scale_b, fabs(a)), piece)) {
        const int trend = graph->pieces[*piece].trend;
        if (trend >= 0)
            return START_ON_BRANCH; /* on a flat piece every velocity balances the load: it stays */
        return START_UNSTABLE;
    }
    double low, high;
    graph_interval(graph, v, &low, &high);
    const int direction = a > high ? 1 : -1;
    return graph_settle(graph, a, v, direction, piece, settled) ? START_SETTLED : START_NOWHERE;
}
