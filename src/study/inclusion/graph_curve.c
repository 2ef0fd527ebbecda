/* The graph of beta (DI-1) as a curve in the result: points from left to right, with the trend of each
 * piece. */
#include "study/inclusion/inclusion_model.h"

#include <math.h>
#include <stdlib.h>

enum { SMOOTH_POINTS = 65, END_POINTS = 33, COLUMNS = 3 };
static const double reach = 6; /* how far the open ends are drawn, in sizes of the graph */

typedef struct Drawn {
    double *at;
    size_t rows;
} Drawn;

static void add(Drawn *curve, double v, double load, int trend) {
    double *row = curve->at + COLUMNS * curve->rows++;
    row[0] = v, row[1] = load, row[2] = trend;
}

/* Both ends of every piece are written, so that two pieces meet in two rows. */
static void add_piece(Drawn *curve, const Graph *graph, const GraphPiece *piece) {
    const double size = graph->scale_v > 0 ? graph->scale_v : 1;
    const double from = isfinite(piece->v0) ? piece->v0 : fmin(-reach * size, piece->v1 - size),
                 to = isfinite(piece->v1) ? piece->v1 : fmax(reach * size, piece->v0 + size);
    if (piece->kind == GRAPH_VERTICAL) {
        add(curve, piece->v0, piece->b0, piece->trend);
        add(curve, piece->v1, piece->b1, piece->trend);
        return;
    }
    const bool ends = isfinite(piece->v0) && isfinite(piece->v1);
    const int points = piece->kind == GRAPH_STRAIGHT ? 2 : ends ? SMOOTH_POINTS : END_POINTS;
    for (int i = 0; i < points; i++) {
        const double v = i + 1 < points ? from + (to - from) * i / (points - 1) : to;
        add(curve, v, graph_piece_value(graph, piece, v), piece->trend);
    }
}

JudderErr inclusion_write_graph(StudyRun *run) {
    const Graph *graph = ((const InclusionPrepared *)run->prepared)->graph;
    Drawn curve = {.at = malloc(graph->count * SMOOTH_POINTS * COLUMNS * sizeof(double))};
    REQUIRE(curve.at, error_memory());
    for (size_t i = 0; i < graph->count; i++) add_piece(&curve, graph, &graph->pieces[i]);
    const ResultsTable table = {"beta", "v, load, trend", curve.at, curve.rows, COLUMNS};
    const JudderErr err = results_table(run->results, &table);
    free(curve.at);
    return err;
}
