/* The graph of beta: what load a each slip velocity v can balance, a in beta(v).  (DI-1)
 *
 * A graph is a chain of pieces from v = -infinity to +infinity. Each is vertical (one v, an interval of
 * loads), straight, or smooth, and monotone: increasing pieces hold stable states, decreasing ones unstable
 * states. Runs of increasing pieces are the stable branches; their ends are the folds. Where mu jumps as slip
 * begins, a decreasing vertical piece (a drop) stands on each side of the one of stick, at the same v.
 */
#ifndef JUDDER_INCLUSION_GRAPH_H
#define JUDDER_INCLUSION_GRAPH_H

#include "base/error.h"
#include "friction/friction.h"

typedef enum GraphKind { GRAPH_VERTICAL, GRAPH_STRAIGHT, GRAPH_SMOOTH } GraphKind;
typedef enum RootKind { ROOT_STABLE, ROOT_UNSTABLE, ROOT_FOLD } RootKind;

typedef struct GraphPiece {
    GraphKind kind;
    int trend;     /* +1 increasing, -1 decreasing, 0 flat */
    double v0, v1; /* from left to right; infinite at the ends of the chain */
    double b0, b1; /* beta at v0 and v1 */
    double slope;  /* of a straight piece */
} GraphPiece;

typedef struct GraphRoot {
    double v;
    RootKind kind;
} GraphRoot;

typedef struct Graph {
    size_t count;
    GraphPiece *pieces;
    double impedance, pressure; /* beta(v) = impedance v + pressure mu(|v|) Sgn(v) on smooth pieces */
    Friction friction;
    double scale_v, scale_b; /* sizes of what is finite in the chain, for tolerances */
} Graph;

/* beta(v) = impedance v + pressure mu(|v|) Sgn(v); the law must outlive the graph and have no state. */
JudderErr graph_create_from_law(double impedance, double pressure, Friction friction, Graph **graph);
/* Straight pieces through the points (v_i, beta_i), v not decreasing; the first and the last
 * piece go on without end. */
JudderErr graph_create_from_points(const double *points, size_t count, Graph **graph);
/* beta(v) + slope v: the graph of an implicit step. (DI-5) */
JudderErr graph_create_tilted(const Graph *graph, double slope, Graph **tilted);
void graph_destroy(Graph **graph);

/* beta on a piece, continued straight beyond its ends, and its slope. */
double graph_piece_value(const Graph *graph, const GraphPiece *piece, double v);
double graph_piece_slope(const Graph *graph, const GraphPiece *piece, double v);
/* The v of a piece at load a, which must lie between b0 and b1; near: a guess. Flat and
 * vertical pieces give v0. */
double graph_piece_inverse(const Graph *graph, const GraphPiece *piece, double a, double near);

/* All roots of a in beta(v), from left to right: returns how many there are, writes at most `room`. A flat
 * piece at level a gives its ends. (DI-1) */
size_t graph_roots(const Graph *graph, double a, GraphRoot *roots, size_t room);
/* The interval beta(v) as [*low, *high]. */
void graph_interval(const Graph *graph, double v, double *low, double *high);
/* How far a is from beta(v): the judge of every answer. */
double graph_residual(const Graph *graph, double a, double v);
/* The first piece that holds v (a vertical one there is preferred, and no drop). */
size_t graph_find(const Graph *graph, double v);
/* Whether the piece is a drop: its velocity is that of stick, and so it holds no root of its own. */
bool graph_drops(const Graph *graph, size_t piece);

/* The nearest stable root from v in the direction of the flow, +1 or -1, as piece and velocity; false:
 * there is none. (DI-4) */
bool graph_settle(const Graph *graph, double a, double v, int direction, size_t *piece, double *settled);

typedef enum GraphStart { START_ON_BRANCH, START_SETTLED, START_UNSTABLE, START_NOWHERE } GraphStart;
/* Where a motion that is at v finds itself under the load a: on its branch, after a jump along the flow, on
 * an unstable branch, or nowhere. (DI-4) */
GraphStart graph_start(const Graph *graph, double a, double v, size_t *piece, double *settled);

#endif
