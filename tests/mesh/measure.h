/* Volumes and boundaries of meshes, found without the code under test but for the tables of its elements. */
#ifndef JUDDER_TESTS_MESH_MEASURE_H
#define JUDDER_TESTS_MESH_MEASURE_H

#include "judder_test.h"
#include "mesh/mesh.h"

#include <stdlib.h>

static inline void point(const Mesh *mesh, int node, double *x) {
    x[2] = 0;
    for (int d = 0; d < mesh->dim; d++) x[d] = mesh->x[node * mesh->dim + d];
}

static inline double det3(const double (*J)[3]) {
    return J[0][0] * (J[1][1] * J[2][2] - J[1][2] * J[2][1]) -
           J[0][1] * (J[1][0] * J[2][2] - J[1][2] * J[2][0]) +
           J[0][2] * (J[1][0] * J[2][1] - J[1][1] * J[2][0]);
}

/* Sum of the determinant at the quadrature points. */
static inline double cell_volume(const Mesh *mesh, const ElementType *type, const int *node) {
    double volume = 0;
    const ElementRule *rule = type->stiffness_rule;
    for (int p = 0; p < rule->points; p++) {
        double grad[MOST_NODES][3], J[3][3] = {{0}}, x[3];
        type->gradients(rule->at[p], grad);
        for (int i = 0; i < type->nodes; i++) {
            point(mesh, node[i], x);
            for (int d = 0; d < 3; d++) {
                for (int e = 0; e < type->dim; e++) J[d][e] += x[d] * grad[i][e];
            }
        }
        if (type->dim == 2) J[2][2] = 1;
        volume += det3((const double(*)[3])J) * rule->at[p][3];
    }
    return volume;
}

static inline double mesh_volume(const Mesh *mesh) {
    double volume = 0;
    for (int b = 0; b < mesh->blocks; b++) {
        const MeshBlock *block = &mesh->block[b];
        for (int c = 0; c < block->cells; c++)
            volume += cell_volume(mesh, block->type, block->node + c * block->type->nodes);
    }
    return volume;
}

/* Normal times size of a facet with straight edges, and the mean of its corners. */
static inline void facet_normal(const Mesh *mesh, MeshFacet facet, double *normal, double *middle) {
    int node[6];
    const int corners = mesh_facet_nodes(mesh, facet, node)->facet_type->corners;
    double x[4][3], a[3], b[3];
    for (int d = 0; d < 3; d++) middle[d] = 0;
    for (int i = 0; i < corners; i++) {
        point(mesh, node[i], x[i]);
        for (int d = 0; d < 3; d++) middle[d] += x[i][d] / corners;
    }
    if (corners == 2) {
        normal[0] = x[1][1] - x[0][1], normal[1] = x[0][0] - x[1][0], normal[2] = 0;
        return;
    }
    for (int d = 0; d < 3; d++) {
        a[d] = corners == 4 ? x[2][d] - x[0][d] : x[1][d] - x[0][d];
        b[d] = corners == 4 ? x[3][d] - x[1][d] : x[2][d] - x[0][d];
    }
    for (int d = 0; d < 3; d++)
        normal[d] = (a[(d + 1) % 3] * b[(d + 2) % 3] - a[(d + 2) % 3] * b[(d + 1) % 3]) / 2;
}

typedef struct Owned {
    int corner[4];
    MeshFacet facet;
} Owned;

static inline int compare_owned(const void *a, const void *b) {
    return memcmp(((const Owned *)a)->corner, ((const Owned *)b)->corner, sizeof(int[4]));
}

/* Facets that only one cell has, to be freed. */
static inline MeshFacet *boundary(const Mesh *mesh, int *count) {
    size_t room = 1, all = 0;
    for (int b = 0; b < mesh->blocks; b++)
        room += (size_t)(mesh->block[b].cells * mesh->block[b].type->facets);
    Owned *owned = calloc(room, sizeof *owned);
    MeshFacet *found = calloc(room, sizeof *found);
    for (int b = 0; b < mesh->blocks; b++) {
        const ElementType *type = mesh->block[b].type;
        for (int i = 0; i < mesh->block[b].cells * type->facets; i++) {
            Owned *one = &owned[all++];
            int node[6];
            one->facet = (MeshFacet){b, i / type->facets, i % type->facets};
            mesh_facet_nodes(mesh, one->facet, node);
            for (int c = 0; c < type->facet_type->corners; c++) {
                int at = c;
                for (; at > 0 && one->corner[at - 1] > node[c]; at--) one->corner[at] = one->corner[at - 1];
                one->corner[at] = node[c];
            }
        }
    }
    qsort(owned, all, sizeof *owned, compare_owned);
    *count = 0;
    for (size_t i = 0; i < all; i++) {
        const int before = i > 0 && compare_owned(&owned[i], &owned[i - 1]) == 0;
        const int behind = i + 1 < all && compare_owned(&owned[i], &owned[i + 1]) == 0;
        assert_false(before && behind); /* three cells at a facet */
        if (!before && !behind) found[(*count)++] = owned[i].facet;
    }
    free(owned);
    return found;
}

/* Sum of n = 0, sum of x.n = dim times volume over the whole boundary. */
static inline void check_boundary(const Mesh *mesh, double volume, double tolerance) {
    int count;
    MeshFacet *facets = boundary(mesh, &count);
    double sum[3] = {0}, flux = 0, normal[3], middle[3];
    for (int f = 0; f < count; f++) {
        facet_normal(mesh, facets[f], normal, middle);
        for (int d = 0; d < 3; d++) sum[d] += normal[d], flux += normal[d] * middle[d];
    }
    for (int d = 0; d < 3; d++) assert_near(sum[d], 0, tolerance);
    assert_near(flux, mesh->dim * volume, tolerance);
    free(facets);
}

#endif
