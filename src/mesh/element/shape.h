/* Gradients of shape functions on reference elements, shared by the elements of this folder. */
#ifndef JUDDER_MESH_ELEMENT_SHAPE_H
#define JUDDER_MESH_ELEMENT_SHAPE_H

/* Barycentric coordinates: corner 0 at the origin, corner i at 1 on axis i. */
void shape_simplex_linear(int dim, double (*grad)[3]);
/* edge: the two corners of the edge of each middle node; there are dim (dim + 1)/2. */
void shape_simplex_quadratic(int dim, const int (*edge)[2], const double *xi, double (*grad)[3]);
/* Products of linear functions; node: the 2^dim corners at -1 and 1. */
void shape_multilinear(int dim, const double (*node)[3], const double *xi, double (*grad)[3]);

#endif
