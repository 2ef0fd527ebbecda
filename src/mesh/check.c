/* A cell is sound if det(dx/dxi) > 0 at its nodes and quadrature points, beyond what rounding can leave. */
#include "mesh/check.h"

#include "mesh/facets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A determinant is zero if it is below this share of the product of the columns' lengths: flat cells are
 * welcome, flat corners are not. */
static const double zero_share = 1e-12;

typedef struct CellPoints {
    int count;
    double grad[MOST_NODES + MOST_POINTS][MOST_NODES][3];
    double centre[MOST_NODES][3]; /* gradients there */
    double offset[MOST_NODES][3]; /* of the nodes from there, on the reference element */
    double steepest[3];           /* largest sum over the nodes of |gradient|, for each direction */
} CellPoints;

static void add_point(const ElementType *type, const double *xi, CellPoints *points) {
    double(*grad)[3] = points->grad[points->count++];
    type->gradients(xi, grad);
    for (int d = 0; d < 3; d++) {
        double sum = 0;
        for (int i = 0; i < type->nodes; i++) sum += fabs(grad[i][d]);
        points->steepest[d] = fmax(points->steepest[d], sum);
    }
}

static void cell_points(const ElementType *type, CellPoints *points) {
    double centre[3] = {0};
    const bool constant = type->nodes == type->dim + 1;
    *points = (CellPoints){0};
    for (int i = 0; i < type->corners; i++) {
        for (int d = 0; d < 3; d++) centre[d] += type->reference[i][d] / type->corners;
    }
    type->gradients(centre, points->centre);
    for (int i = 0; i < type->nodes; i++) {
        for (int d = 0; d < 3; d++) points->offset[i][d] = type->reference[i][d] - centre[d];
        if (i == 0 || !constant) add_point(type, type->reference[i], points);
    }
    for (int p = 0; !constant && p < type->stiffness_rule->points; p++)
        add_point(type, type->stiffness_rule->at[p], points);
}

static void jacobian(int nodes, const double (*x)[3], const double (*grad)[3], double J[3][3]) {
    for (int d = 0; d < 3; d++) {
        double a = 0, b = 0, c = 0;
        for (int i = 0; i < nodes; i++) {
            a += x[i][d] * grad[i][0];
            b += x[i][d] * grad[i][1];
            c += x[i][d] * grad[i][2];
        }
        J[d][0] = a, J[d][1] = b, J[d][2] = c;
    }
}

static double determinant(int dim, const double J[3][3]) {
    if (dim == 2) return J[0][0] * J[1][1] - J[0][1] * J[1][0];
    return J[0][0] * (J[1][1] * J[2][2] - J[1][2] * J[2][1]) -
           J[0][1] * (J[1][0] * J[2][2] - J[1][2] * J[2][0]) +
           J[0][2] * (J[1][0] * J[2][1] - J[1][1] * J[2][0]);
}

/* A bound from below for the determinant, less what counts as zero, at all points of a cell that is
 * nearly an affine image. With J0 at the centre and d_i the distance of node i from its affine image, the
 * columns of J differ from those of J0 by at most max |d_i| sum |grad_i|; the determinant is linear in
 * each column. */
static double least_determinant(const ElementType *type, const double (*x)[3], const CellPoints *points) {
    double J[3][3], apart = 0, product = 1, widened = 1;
    jacobian(type->nodes, x, points->centre, J);
    for (int i = 0; i < type->nodes; i++) {
        for (int d = 0; d < type->dim; d++) {
            double at = x[i][d] - x[0][d];
            for (int e = 0; e < type->dim; e++) at -= J[d][e] * (points->offset[i][e] - points->offset[0][e]);
            apart = fabs(at) > apart ? fabs(at) : apart;
        }
    }
    for (int e = 0; e < type->dim; e++) {
        const double column = sqrt(J[0][e] * J[0][e] + J[1][e] * J[1][e] + J[2][e] * J[2][e]);
        product *= column;
        widened *= column + sqrt(type->dim) * apart * points->steepest[e];
    }
    return determinant(type->dim, (const double(*)[3])J) - (widened - product) - 2 * zero_share * widened;
}

static MeshFaultKind judge(int dim, const double J[3][3]) {
    const double det = determinant(dim, J);
    double square = zero_share * zero_share;
    for (int e = 0; e < dim; e++) square *= J[0][e] * J[0][e] + J[1][e] * J[1][e] + J[2][e] * J[2][e];
    if (!(det * det > square)) return MESH_DEGENERATE;
    return det > 0 ? MESH_SOUND : MESH_INVERTED;
}

/* Relative to the first node, so that a mesh far from the origin loses nothing. */
static void cell_coordinates(const Mesh *mesh, const ElementType *type, const int *node, double (*x)[3]) {
    const size_t dim = (size_t)mesh->dim;
    const double *origin = mesh->x + (size_t)node[0] * dim;
    for (int i = 0; i < type->nodes; i++) {
        const double *at = mesh->x + (size_t)node[i] * dim;
        for (size_t d = 0; d < dim; d++) x[i][d] = at[d] - origin[d];
    }
}

static MeshFaultKind cell_fault(const Mesh *mesh, const ElementType *type, const int *node,
                                const CellPoints *points) {
    double x[MOST_NODES][3] = {{0}};
    cell_coordinates(mesh, type, node, x);
    if (points->count > 1 && least_determinant(type, (const double(*)[3])x, points) > 0) return MESH_SOUND;
    for (int p = 0; p < points->count; p++) {
        double J[3][3];
        jacobian(type->nodes, (const double(*)[3])x, points->grad[p], J);
        const MeshFaultKind kind = judge(type->dim, (const double(*)[3])J);
        if (kind != MESH_SOUND) return kind;
    }
    return MESH_SOUND;
}

static void inspect_cells(const Mesh *mesh, MeshFault *fault) {
    for (int b = 0; b < mesh->blocks; b++) {
        const MeshBlock *block = &mesh->block[b];
        const int *node = block->node;
        CellPoints points;
        cell_points(block->type, &points);
        for (int c = 0; c < block->cells; c++, node += block->type->nodes) {
            const MeshFaultKind kind = cell_fault(mesh, block->type, node, &points);
            if (kind == MESH_SOUND) continue;
            *fault = (MeshFault){.kind = kind, .block = b, .cell = c};
            return;
        }
    }
}

static void inspect_nodes(const Mesh *mesh, int *work, MeshFault *fault) {
    for (int b = 0; b < mesh->blocks; b++) {
        const MeshBlock *block = &mesh->block[b];
        const size_t entries = (size_t)block->cells * (size_t)block->type->nodes;
        for (size_t i = 0; i < entries; i++) work[block->node[i]] = 1;
    }
    for (int n = 0; n < mesh->nodes && !fault->kind; n++) {
        for (int d = 0; d < mesh->dim; d++) {
            if (!isfinite(mesh->x[(size_t)n * (size_t)mesh->dim + (size_t)d]))
                *fault = (MeshFault){.kind = MESH_NOT_FINITE, .node = n};
        }
        if (!fault->kind && !work[n]) *fault = (MeshFault){.kind = MESH_ORPHAN_NODE, .node = n};
    }
}

/* Facets of one side that meet at the same node (2-D) or edge (3-D), counted in a table of such ends. */
static void inspect_branches(const Mesh *mesh, int s, FacetTable *ends, MeshFault *fault) {
    const MeshSide *side = &mesh->side[s];
    for (int f = 0; f < side->facets && !fault->kind; f++) {
        int node[MOST_FACET_NODES];
        const int corners = mesh_facet_nodes(mesh, side->facet[f], node)->facet_type->corners;
        for (int i = 0; i < corners; i++) {
            const int end[2] = {node[i], node[(i + 1) % corners]};
            const int entry = facet_table_add(ends, end, mesh->dim - 1, NULL);
            if (++ends->entry[entry].cells == 3)
                *fault = (MeshFault){.kind = MESH_BRANCHING, .node = end[0], .side = s, .facet = f};
        }
    }
}

static void inspect_inner(const Mesh *mesh, int s, FacetTable *table, int *work, MeshFault *fault) {
    const MeshSide *side = &mesh->side[s];
    for (int f = 0; f < side->facets; f++) {
        int node[MOST_FACET_NODES];
        const int corners = mesh_facet_nodes(mesh, side->facet[f], node)->facet_type->corners;
        facet_table_add(table, node, corners, NULL);
    }
    facet_table_match(table, mesh, work);
    for (int f = 0; f < side->facets; f++) {
        int node[MOST_FACET_NODES];
        const int corners = mesh_facet_nodes(mesh, side->facet[f], node)->facet_type->corners;
        if (table->entry[facet_table_add(table, node, corners, NULL)].cells < 2) continue;
        *fault = (MeshFault){.kind = MESH_INNER_FACET, .side = s, .facet = f};
        return;
    }
}

static JudderErr inspect_side(const Mesh *mesh, int s, int *work, MeshFault *fault) {
    FacetTable table;
    const MeshSide *side = &mesh->side[s];
    if (side->facets == 0) {
        *fault = (MeshFault){.kind = MESH_EMPTY_SIDE, .side = s};
        return JUDDER_OK;
    }
    TRY(facet_table_open(&table, (size_t)side->facets));
    inspect_inner(mesh, s, &table, work, fault);
    facet_table_close(&table);
    if (fault->kind) return JUDDER_OK;
    TRY(facet_table_open(&table, 4 * (size_t)side->facets));
    inspect_branches(mesh, s, &table, fault);
    facet_table_close(&table);
    return JUDDER_OK;
}

JudderErr mesh_inspect_cells(const Mesh *mesh, MeshFault *fault) {
    *fault = (MeshFault){.kind = MESH_SOUND};
    int *work = calloc((size_t)mesh->nodes + 1, sizeof *work);
    REQUIRE(work, error_memory());
    inspect_nodes(mesh, work, fault);
    if (!fault->kind) inspect_cells(mesh, fault);
    free(work);
    return JUDDER_OK;
}

JudderErr mesh_inspect_sides(const Mesh *mesh, MeshFault *fault) {
    *fault = (MeshFault){.kind = MESH_SOUND};
    int *work = calloc((size_t)mesh->nodes + 1, sizeof *work);
    REQUIRE(work, error_memory());
    JudderErr err = JUDDER_OK;
    for (int s = 0; s < mesh->sides && !fault->kind && err == JUDDER_OK; s++)
        err = inspect_side(mesh, s, work, fault);
    free(work);
    return err;
}

const char *mesh_fault_text(const Mesh *mesh, const MeshFault *fault) {
    const bool plane = mesh->dim == 2;
    switch (fault->kind) {
    case MESH_SOUND: return "is sound";
    case MESH_NOT_FINITE: return "has a coordinate that is not a finite number";
    case MESH_ORPHAN_NODE: return "belongs to no cell";
    case MESH_INVERTED:
        return plane ? "is inverted: its nodes must run counter-clockwise, without a fold"
                     : "is inverted: its nodes run the wrong way round, or it is folded";
    case MESH_DEGENERATE: return "is degenerate: it has no volume, or a corner is flat";
    case MESH_EMPTY_SIDE: return "has no facets";
    case MESH_INNER_FACET: return "lies inside the body: two cells share it, and a side bounds only one";
    case MESH_BRANCHING:
        return plane ? "is the third facet of its side at one node: a side must not branch"
                     : "is the third facet of its side at one edge: a side must not branch";
    }
    return "";
}

JudderErr mesh_check(const Mesh *mesh) {
    MeshFault fault;
    TRY(mesh_inspect_cells(mesh, &fault));
    if (!fault.kind) TRY(mesh_inspect_sides(mesh, &fault));
    const char *text = mesh_fault_text(mesh, &fault);
    const MeshFaultKind kind = fault.kind;
    if (kind == MESH_SOUND) return JUDDER_OK;
    if (kind == MESH_NOT_FINITE || kind == MESH_ORPHAN_NODE)
        return error_input("mesh", "node %d %s", fault.node + 1, text);
    if (kind == MESH_INVERTED || kind == MESH_DEGENERATE)
        return error_input("mesh", "cell %d (%s) %s", fault.cell + 1, mesh->block[fault.block].type->name,
                           text);
    const char *name = mesh->side[fault.side].name;
    if (kind == MESH_EMPTY_SIDE) return error_input("mesh", "side \"%s\" %s", name, text);
    return error_input("mesh", "facet %d of side \"%s\" %s", fault.facet + 1, name, text);
}
