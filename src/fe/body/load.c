#include "fe/body/load.h"

#include "element/element.h"
#include "fe/body/assemble.h"

#include <math.h>
#include <string.h>

static void constant_at(const double *x, double *value, const void *context) {
    (void)x;
    memcpy(value, context, 3 * sizeof *value);
}

FeFunction fe_constant(const double value[3]) {
    return (FeFunction){constant_at, value};
}

static double thickness(const FeBody *body) {
    return body->dim == 3 ? 1 : body->material.thickness;
}

/* Adds the nodal forces of a cell or facet to the rows of this rank. */
static void add_forces(const FeBody *body, int nodes, const int *node, double (*part)[3], PetscScalar *own) {
    const Numbering *n = body->numbering;
    for (int a = 0; a < nodes; a++) {
        const int local = n->number[node[a]] - n->first;
        if (local < 0 || local >= n->count) continue;
        for (int i = 0; i < body->dim; i++) own[local * body->dim + i] += part[a][i];
    }
}

/* part[a] += int f N_a. */
static void integrate(const ElementTable *table, const FeBody *body, double (*x)[3], FeFunction f,
                      double (*part)[3]) {
    for (int p = 0; p < table->points; p++) {
        double at[3] = {0}, value[3] = {0}, normal[3], grad[MOST_NODES][3];
        for (int a = 0; a < table->nodes; a++)
            for (int i = 0; i < body->dim; i++) at[i] += table->N[p][a] * x[a][i];
        double w = table->weight[p] * thickness(body);
        if (table->dim == body->dim) {
            w *= fe_gradients(table, p, x, grad);
        } else {
            fe_facet_normal(table, p, x, normal);
            w *= sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
        }
        f.at(at, value, f.context);
        for (int a = 0; a < table->nodes; a++)
            for (int i = 0; i < body->dim; i++) part[a][i] += w * table->N[p][a] * value[i];
    }
}

PetscErrorCode fe_load_traction(const FeBody *body, const MeshSide *side, FeFunction t, Vec force) {
    PetscScalar *own;
    ElementTable table;
    const ElementType *tabulated = NULL;
    PetscFunctionBeginUser;
    PetscCall(VecGetArray(force, &own));
    for (int f = 0; f < side->facets; f++) {
        int node[MOST_FACET_NODES];
        double x[MOST_NODES][3], part[MOST_NODES][3] = {{0}};
        const ElementType *facet = mesh_facet_nodes(body->mesh, side->facet[f], node)->facet_type;
        if (facet != tabulated) element_tabulate(tabulated = facet, facet->side_rule, &table);
        fe_coordinates(body->mesh, table.nodes, node, x);
        integrate(&table, body, x, t, part);
        add_forces(body, table.nodes, node, part, own);
    }
    PetscCall(VecRestoreArray(force, &own));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_load_volume(const FeBody *body, FeFunction b, Vec force) {
    PetscScalar *own;
    PetscFunctionBeginUser;
    PetscCall(VecGetArray(force, &own));
    for (int k = 0; k < body->mesh->blocks; k++) {
        const MeshBlock *block = &body->mesh->block[k];
        const ElementType *element = block->type;
        ElementTable table;
        element_tabulate(element, element->mass_rule, &table);
        for (int c = 0; c < block->cells; c++) {
            const int *node = block->node + (long)c * block->type->nodes;
            double x[MOST_NODES][3], part[MOST_NODES][3] = {{0}};
            fe_coordinates(body->mesh, table.nodes, node, x);
            integrate(&table, body, x, b, part);
            add_forces(body, table.nodes, node, part, own);
        }
    }
    PetscCall(VecRestoreArray(force, &own));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_side_resultant(const FeBody *body, const MeshSide *side, Vec force, double *sum) {
    const Numbering *n = body->numbering;
    const PetscScalar *own;
    double part[3] = {0};
    FeSideNodes *nodes;
    PetscFunctionBeginUser;
    PetscCall(fe_side_nodes_create(body, side, &nodes));
    PetscCall(VecGetArrayRead(force, &own));
    for (int k = 0; k < nodes->count; k++) {
        const int local = n->number[nodes->node[k]] - n->first;
        for (int i = 0; i < body->dim && local >= 0 && local < n->count; i++)
            part[i] += own[local * body->dim + i];
    }
    PetscCall(VecRestoreArrayRead(force, &own));
    fe_side_nodes_destroy(&nodes);
    PetscCallMPI(MPI_Allreduce(part, sum, body->dim, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD));
    PetscFunctionReturn(0);
}
