/* Shape functions on reference cells: [-1,1]^d for lines, quadrilaterals and hexahedra, the unit simplex for
 * triangles and tetrahedra. Nodes in the order of Gmsh. */
#ifndef JUDDER_FE_ELEMENT_SHAPE_H
#define JUDDER_FE_ELEMENT_SHAPE_H

enum { MOST_NODES = 10, MOST_POINTS = 27 };

typedef struct FeShape {
    int dim, nodes;
    void (*values)(const double *xi, double *N);
    void (*slopes)(const double *xi, double (*dN)[3]);
    const double (*node)[3]; /* where the nodes lie in the reference cell */
} FeShape;

extern const FeShape line2_shape, line3_shape, triangle3_shape, triangle6_shape, quadrilateral4_shape,
    tetrahedron4_shape, tetrahedron10_shape, hexahedron8_shape;

/* Points of integration: coordinates in the reference cell, then the weight. */
typedef struct FeRule {
    int dim, points, degree; /* exact for polynomials up to the degree (in each coordinate on [-1,1]^d) */
    const double (*at)[4];
} FeRule;

extern const FeRule gauss_line2, gauss_line3, gauss_quadrilateral4, gauss_quadrilateral9, gauss_hexahedron8,
    gauss_hexahedron27, triangle1_rule, triangle3_rule, triangle6_rule, tetrahedron1_rule, tetrahedron4_rule,
    tetrahedron15_rule;

/* Shape functions and their slopes at the points of a rule. */
typedef struct FeTable {
    int dim, nodes, points;
    double weight[MOST_POINTS];
    double N[MOST_POINTS][MOST_NODES];
    double dN[MOST_POINTS][MOST_NODES][3];
} FeTable;

/* Not collective. */
void fe_tabulate(const FeShape *shape, const FeRule *rule, FeTable *table);

#endif
