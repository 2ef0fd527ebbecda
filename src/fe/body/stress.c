#include "fe/body/stress.h"

#include "element/element.h"
#include "fe/body/assemble.h"
#include "fe/start.h"

#include <stdlib.h>
#include <string.h>

/* Stress of a displacement gradient, H[i][j] = d u_i / d x_j: the elastic part of (BD-1). */
static void stress_of(const FeMaterial *m, int dim, double (*H)[3], double *s) {
    double lambda = m->lambda;
    if (dim == 2 && m->plane_stress) lambda = 2 * lambda * m->G / (lambda + 2 * m->G);
    const double pressure = lambda * (H[0][0] + H[1][1] + (dim == 3 ? H[2][2] : 0));
    for (int i = 0; i < dim; i++) s[i] = pressure + 2 * m->G * H[i][i];
    if (dim == 2) s[2] = m->plane_stress ? 0 : pressure;
    s[3] = m->G * (H[0][1] + H[1][0]);
    s[4] = dim == 3 ? m->G * (H[1][2] + H[2][1]) : 0;
    s[5] = dim == 3 ? m->G * (H[0][2] + H[2][0]) : 0;
}

typedef struct Recovery {
    const FeBody *body;
    const ElementType *element;
    ElementTable volume, nodes; /* at the points of a rule, and at the nodes */
    const double *u;
    double *stress, *weight;
} Recovery;

static void tabulate(const ElementType *element, Recovery *work) {
    work->element = element;
    work->nodes.dim = element->dim, work->nodes.nodes = element->nodes;
    element_tabulate(element, element->stiffness_rule, &work->volume);
    for (int a = 0; a < element->nodes; a++) element->gradients(element->reference[a], work->nodes.dN[a]);
}

/* Adds a cell's stresses at its nodes times its volume. */
static void add_cell(const Recovery *work, const int *node) {
    const int nodes = work->element->nodes, dim = work->body->dim;
    double x[MOST_NODES][3], grad[MOST_NODES][3], volume = 0;
    fe_coordinates(work->body->mesh, nodes, node, x);
    for (int p = 0; p < work->volume.points; p++)
        volume += work->volume.weight[p] * fe_gradients(&work->volume, p, x, grad);
    for (int a = 0; a < nodes; a++) {
        double H[3][3] = {{0}}, s[6] = {0};
        fe_gradients(&work->nodes, a, x, grad);
        for (int b = 0; b < nodes; b++)
            for (int i = 0; i < dim; i++)
                for (int j = 0; j < dim; j++) H[i][j] += work->u[(long)node[b] * dim + i] * grad[b][j];
        stress_of(&work->body->material, dim, H, s);
        for (int k = 0; k < 6; k++) work->stress[6L * node[a] + k] += volume * s[k];
        work->weight[node[a]] += volume;
    }
}

PetscErrorCode fe_stress(const FeBody *body, const double *u, double *stress) {
    const Mesh *mesh = body->mesh;
    Recovery work = {.body = body, .u = u, .stress = stress};
    PetscFunctionBeginUser;
    work.weight = calloc((size_t)mesh->nodes + 1, sizeof *work.weight);
    if (!work.weight) PetscCall(fe_code(error_memory()));
    memset(stress, 0, 6 * (size_t)mesh->nodes * sizeof *stress);
    for (int b = 0; b < mesh->blocks; b++) {
        tabulate(mesh->block[b].type, &work);
        for (int c = 0; c < mesh->block[b].cells; c++)
            add_cell(&work, mesh->block[b].node + (long)c * mesh->block[b].type->nodes);
    }
    for (long i = 0; i < 6L * mesh->nodes; i++)
        if (work.weight[i / 6] > 0) stress[i] /= work.weight[i / 6];
    free(work.weight);
    PetscFunctionReturn(0);
}
