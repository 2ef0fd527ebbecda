/* The matrices of a body made once more, for judges. */
#ifndef JUDDER_TESTS_FE_SYSTEM_DENSE_BODY_H
#define JUDDER_TESTS_FE_SYSTEM_DENSE_BODY_H

#include "fe/body/assemble.h"
#include "fe/body/material.h"
#include "fe/element/cell.h"
#include "fe/system/system.h"

#include <stdlib.h>

/* k K + m M of a body as a dense matrix in the order of the mesh, cell by cell; followers add
 * to their masters. */
static inline double *dense_body(const FeBody *body, FeCombination of) {
    const Mesh *mesh = body->mesh;
    const int dim = mesh->dim;
    const long rows = (long)mesh->nodes * dim;
    double *A = calloc((size_t)(rows * rows), sizeof *A);
    for (int b = 0; b < mesh->blocks; b++) {
        const ElementType *element = mesh->block[b].type;
        const int nodes = element->nodes;
        ElementTable stiffness, mass;
        element_tabulate(element, element->stiffness_rule, &stiffness);
        element_tabulate(element, element->mass_rule, &mass);
        for (long c = 0; c < mesh->block[b].cells; c++) {
            const int *node = mesh->block[b].node + c * nodes;
            double x[MOST_NODES][3], K[900] = {0}, m[100] = {0};
            fe_coordinates(mesh, nodes, node, x);
            fe_cell_stiffness(&stiffness, x, fe_elastic_moduli(&body->material, dim), K);
            fe_cell_mass(&mass, x, fe_density(&body->material, dim), m);
            for (int r = 0; r < nodes * dim; r++)
                for (int s = 0; s < nodes * dim; s++) {
                    int i = node[r / dim], j = node[s / dim];
                    if (mesh->master) i = mesh->master[i], j = mesh->master[j];
                    double *at = A + ((long)i * dim + r % dim) * rows + (long)j * dim + s % dim;
                    *at += of.stiffness * K[r * nodes * dim + s];
                    if (r % dim == s % dim) *at += of.mass * m[r / dim * nodes + s / dim];
                }
        }
    }
    return A;
}

#endif
