/* The nodes of a side and their order. */
#include "mesh/mesh.h"

#include <stdlib.h>

/* A line of facets in 2-D: which facets meet at each of the side's nodes (two at most, or it branches). */
typedef struct Line {
    int (*at)[2];
    int *degree;
} Line;

static int compare_nodes(const void *a, const void *b, void *context) {
    const Mesh *mesh = context;
    const int i = *(const int *)a, j = *(const int *)b, dim = mesh->dim;
    for (int d = 0; d < dim; d++) {
        const double x = mesh->x[(size_t)i * (size_t)dim + (size_t)d];
        const double y = mesh->x[(size_t)j * (size_t)dim + (size_t)d];
        if (x != y) return x < y ? -1 : 1;
    }
    return i < j ? -1 : i > j;
}

/* Each node once; work[node] becomes its position counted from 1. */
static void collect(const Mesh *mesh, MeshSide *side, int *work) {
    for (int f = 0; f < side->facets; f++) {
        int node[MOST_FACET_NODES];
        const int count = mesh_facet_nodes(mesh, side->facet[f], node)->facet_type->nodes;
        for (int i = 0; i < count; i++) {
            if (work[node[i]]) continue;
            side->node[side->nodes++] = node[i];
            work[node[i]] = side->nodes;
        }
    }
}

/* Joins facets and nodes; false if more than two facets meet at a node. */
static bool join(const Mesh *mesh, const MeshSide *side, const int *work, Line *line) {
    for (int f = 0; f < side->facets; f++) {
        int node[MOST_FACET_NODES];
        mesh_facet_nodes(mesh, side->facet[f], node);
        for (int i = 0; i < 2; i++) {
            const int n = work[node[i]] - 1;
            if (line->degree[n] == 2) return false;
            line->at[n][line->degree[n]++] = f;
        }
    }
    return true;
}

/* Position of the first end of the line; -1 if there are not exactly two ends. */
static int first_end(const Mesh *mesh, const MeshSide *side, const Line *line) {
    int ends = 0, first = -1;
    for (int n = 0; n < side->nodes; n++) {
        if (line->degree[n] != 1) continue;
        ends++;
        if (first < 0 || compare_nodes(&side->node[n], &side->node[first], (void *)mesh) < 0) first = n;
    }
    return ends == 2 ? first : -1;
}

/* Writes the nodes from one end to the other; false if the facets do not form one open line. */
static bool walk(const Mesh *mesh, const MeshSide *side, const int *work, const Line *line, int *ordered) {
    int here = first_end(mesh, side, line), facet = -1, written = 0;
    if (here < 0) return false;
    ordered[written++] = side->node[here];
    for (int step = 0; step < side->facets; step++) {
        const int next = line->at[here][0] == facet ? line->at[here][1] : line->at[here][0];
        if (step > 0 && line->degree[here] < 2) return false; /* another line is left */
        int node[MOST_FACET_NODES];
        const ElementType *type = mesh_facet_nodes(mesh, side->facet[next], node);
        const bool forward = work[node[0]] - 1 == here;
        if (type->facet_type->nodes == 3) ordered[written++] = node[2];
        ordered[written++] = forward ? node[1] : node[0];
        here = work[forward ? node[1] : node[0]] - 1;
        facet = next;
    }
    return written == side->nodes;
}

static JudderErr order(const Mesh *mesh, MeshSide *side, const int *work) {
    const size_t count = (size_t)side->nodes + 1;
    Line line = {calloc(count, sizeof *line.at), calloc(count, sizeof *line.degree)};
    int *ordered = calloc(2 * (size_t)side->facets + 2, sizeof *ordered); /* a facet adds two at most */
    const bool memory = line.at && line.degree && ordered;
    if (memory && mesh->dim == 2 && join(mesh, side, work, &line) && walk(mesh, side, work, &line, ordered)) {
        int *unordered = side->node;
        side->node = ordered;
        ordered = unordered;
    } else if (memory) {
        qsort_r(side->node, (size_t)side->nodes, sizeof *side->node, compare_nodes, (void *)mesh);
    }
    free(line.at);
    free(line.degree);
    free(ordered);
    return memory ? JUDDER_OK : error_memory();
}

JudderErr mesh_side_close(const Mesh *mesh, MeshSide *side, int *work) {
    size_t room = 1;
    for (int f = 0; f < side->facets; f++)
        room += (size_t)mesh->block[side->facet[f].block].type->facet_type->nodes;
    free(side->node);
    side->nodes = 0;
    side->node = calloc(room, sizeof *side->node);
    REQUIRE(side->node, error_memory());
    collect(mesh, side, work);
    const JudderErr err = order(mesh, side, work);
    for (int n = 0; n < side->nodes; n++) work[side->node[n]] = 0;
    return err;
}

void mesh_side_area(const Mesh *mesh, const MeshSide *side, double sum[3]) {
    for (int f = 0; f < side->facets; f++) {
        int node[MOST_FACET_NODES];
        const ElementType *type = mesh_facet_nodes(mesh, side->facet[f], node);
        const double *x[4];
        const int corners = type->facet_type->corners;
        for (int i = 0; i < corners; i++) x[i] = mesh->x + (long)node[i] * mesh->dim;
        if (mesh->dim == 2) {
            sum[0] += x[1][1] - x[0][1];
            sum[1] -= x[1][0] - x[0][0];
            continue;
        }
        for (int t = 1; t + 1 < corners; t++)
            for (int i = 0; i < 3; i++) {
                const int j = (i + 1) % 3, k = (i + 2) % 3;
                sum[i] += ((x[t][j] - x[0][j]) * (x[t + 1][k] - x[0][k]) -
                           (x[t][k] - x[0][k]) * (x[t + 1][j] - x[0][j])) /
                          2;
            }
    }
}
