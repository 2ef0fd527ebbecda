/* Nodes of a side with their areas and normals. */
#include "element/element.h"
#include "fe/body/assemble.h"
#include "fe/body/load.h"
#include "fe/start.h"

#include <math.h>
#include <stdlib.h>

void fe_side_nodes_destroy(FeSideNodes **nodes) {
    if (!*nodes) return;
    free((*nodes)->node);
    free((*nodes)->area);
    free((*nodes)->normal);
    free(*nodes);
    *nodes = NULL;
}

/* weight[a] and direction[a] += area of node a and int N_a n over a facet. */
static void facet_areas(const ElementType *facet, const ElementTable *table, double (*x)[3], double *weight,
                        double (*direction)[3]) {
    double total = 0, diagonal = 0, square[MOST_NODES] = {0};
    for (int p = 0; p < table->points; p++) {
        double n[3];
        fe_facet_normal(table, p, x, n);
        const double area = table->weight[p] * sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        total += area;
        for (int a = 0; a < table->nodes; a++) {
            const double N = table->N[p][a];
            if (facet->row_sum) weight[a] += area * N;
            square[a] += area * N * N;
            diagonal += area * N * N;
            for (int i = 0; i < 3; i++) direction[a][i] += table->weight[p] * N * N * n[i];
        }
    }
    for (int a = 0; a < table->nodes && !facet->row_sum; a++) weight[a] += square[a] * total / diagonal;
}

/* The distinct unknowns of a side: position[number] - 1 is their place in the list. */
static void list_nodes(const FeBody *body, const MeshSide *side, int *position, FeSideNodes *made) {
    for (int k = 0; k < side->nodes; k++) {
        const int number = body->numbering->number[side->node[k]];
        if (number < 0 || position[number]) continue;
        made->node[made->count++] = side->node[k];
        position[number] = made->count;
    }
}

static void add_facet(const FeBody *body, MeshFacet place, const int *position, FeSideNodes *made) {
    int node[MOST_FACET_NODES];
    const ElementType *facet = mesh_facet_nodes(body->mesh, place, node)->facet_type;
    double x[MOST_NODES][3], weight[MOST_NODES] = {0}, direction[MOST_NODES][3] = {{0}};
    ElementTable table;
    element_tabulate(facet, facet->side_rule, &table);
    fe_coordinates(body->mesh, table.nodes, node, x);
    facet_areas(facet, &table, x, weight, direction);
    made->consistent = made->consistent && facet->row_sum;
    const double thickness = body->dim == 3 ? 1 : body->material.thickness;
    for (int a = 0; a < table.nodes; a++) {
        const int at = position[body->numbering->number[node[a]]] - 1;
        if (at < 0) continue;
        made->area[at] += thickness * weight[a];
        for (int i = 0; i < 3; i++) made->normal[at][i] += direction[a][i];
    }
}

static JudderErr side_nodes_fill(const FeBody *body, const MeshSide *side, int *position, FeSideNodes *made) {
    made->node = calloc((size_t)side->nodes + 1, sizeof *made->node);
    made->area = calloc((size_t)side->nodes + 1, sizeof *made->area);
    made->normal = calloc((size_t)side->nodes + 1, sizeof *made->normal);
    REQUIRE(made->node && made->area && made->normal, error_memory());
    made->consistent = true;
    list_nodes(body, side, position, made);
    for (int f = 0; f < side->facets; f++) add_facet(body, side->facet[f], position, made);
    for (int k = 0; k < made->count; k++) {
        double *n = made->normal[k];
        const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int i = 0; i < 3 && length > 0; i++) n[i] /= length;
    }
    return JUDDER_OK;
}

PetscErrorCode fe_side_nodes_create(const FeBody *body, const MeshSide *side, FeSideNodes **nodes) {
    int *position = calloc((size_t)body->numbering->unknowns + 1, sizeof *position);
    PetscFunctionBeginUser;
    *nodes = calloc(1, sizeof **nodes);
    const JudderErr err = position && *nodes ? side_nodes_fill(body, side, position, *nodes) : error_memory();
    free(position);
    if (err != JUDDER_OK) fe_side_nodes_destroy(nodes);
    PetscCall(fe_code(err));
    PetscFunctionReturn(0);
}
