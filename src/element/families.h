/* Shape functions shared by the elements of this folder. */
#ifndef JUDDER_ELEMENT_FAMILIES_H
#define JUDDER_ELEMENT_FAMILIES_H

#include "element/element.h"

/* Barycentric coordinates of simplices: corner 0 at the origin, corner i at 1 on axis i. */
void simplex_linear_values(int dim, const double *xi, double *N);
void simplex_linear_gradients(int dim, double (*grad)[3]);
/* edge: the two corners of the edge of each middle node; there are dim (dim + 1)/2. */
void simplex_quadratic_values(int dim, const int (*edge)[2], const double *xi, double *N);
void simplex_quadratic_gradients(int dim, const int (*edge)[2], const double *xi, double (*grad)[3]);

#endif
