/* Matrices of one cell (BD-1). Coordinates are x[node][component]; matrices are row-major, the dofs of a node
 * side by side. Plain C. */
#ifndef JUDDER_FE_ELEMENT_CELL_H
#define JUDDER_FE_ELEMENT_CELL_H

#include "element/element.h"

#include <stdbool.h>

/* Isotropic moduli as the cell needs them, thickness included: stress = lambda tr(e) + 2 G e. */
typedef struct FeModuli {
    double lambda, G;
} FeModuli;

/* Slopes in space of the shape functions at a point of the table; returns det J. */
double fe_gradients(const ElementTable *table, int point, double (*x)[3], double (*grad)[3]);

/* K += int lambda div u div v + 2 G e(u):e(v); false: the cell is turned inside out at a point. */
bool fe_cell_stiffness(const ElementTable *table, double (*x)[3], FeModuli moduli, double *K);
/* m += int density N_a N_b, one number for each pair of nodes; false as above. */
bool fe_cell_mass(const ElementTable *table, double (*x)[3], double density, double *m);
/* weight[a] += what node a gets of int density: by row sums of the mass, or by its scaled diagonal (HRZ). */
bool fe_cell_lumped(const ElementTable *table, double (*x)[3], double density, bool row_sum, double *weight);

/* At a point of a facet (its table has a dimension less than the body): the outward normal
 * times the area element. */
void fe_facet_normal(const ElementTable *table, int point, double (*x)[3], double normal[3]);

#endif
