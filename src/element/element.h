/* What an element is, defined once: nodes, facets, shape functions, rules of integration, numbers in files of
 * Gmsh and VTK. One file an element, one word in list.h. Reference cells: [-1,1]^d for lines, quadrilaterals
 * and hexahedra, the unit simplex for triangles and tetrahedra. */
#ifndef JUDDER_ELEMENT_ELEMENT_H
#define JUDDER_ELEMENT_ELEMENT_H

#include "element/list.h"

#include <stdbool.h>

enum { MOST_NODES = 10, MOST_POINTS = 27, MOST_FACET_NODES = 6 };

/* Points of integration: coordinates in the reference cell, then the weight. */
typedef struct ElementRule {
    int dim, points, degree; /* exact for polynomials up to the degree (in each coordinate on [-1,1]^d) */
    const double (*at)[4];
} ElementRule;

/* Nodes in the order of Gmsh: corners first, counter-clockwise in 2-D, then the middles of the edges. */
typedef struct ElementType {
    const char *name; /* in a case: "P1", "P2", "Q1" */
    const char *kind; /* in messages */
    int dim, nodes;
    int corners;                  /* the first nodes */
    const double (*reference)[3]; /* where the nodes lie in the reference cell */
    void (*values)(const double *xi, double *N);
    void (*gradients)(const double *xi, double (*grad)[3]); /* the first dim of each */

    int facets; /* edges in 2-D, faces in 3-D */
    const struct ElementType *facet_type;
    /* facet -> local nodes, outward: the cell lies to the left (2-D), normal out (3-D) */
    const int (*facet)[MOST_FACET_NODES];

    const ElementRule *stiffness_rule; /* exact on straight simplices and parallelepipeds */
    const ElementRule *mass_rule;      /* exact for the mass of any straight-sided cell */
    const ElementRule *side_rule;      /* for loads and areas, of an element that is a facet */
    bool row_sum; /* the row sums of the mass are positive; otherwise lumping scales the diagonal (HRZ) */

    int gmsh, vtk;        /* number in .msh files and in those of VTK */
    const int *vtk_order; /* our node at each place of VTK; NULL: the same */
} ElementType;

#define ELEMENT_DECLARE(type) extern const ElementType type;
ELEMENTS_OF_SIDES(ELEMENT_DECLARE)
ELEMENTS_OF_BODIES(ELEMENT_DECLARE)
#undef ELEMENT_DECLARE

#define ELEMENT_COUNT(type) +1
enum {
    ELEMENT_SIDE_KINDS = ELEMENTS_OF_SIDES(ELEMENT_COUNT),
    ELEMENT_KINDS = ELEMENT_SIDE_KINDS ELEMENTS_OF_BODIES(ELEMENT_COUNT)
};
#undef ELEMENT_COUNT

extern const ElementType *const element_kinds[]; /* all of them; ends with NULL */
/* Those of bodies: element_kinds without the first ELEMENT_SIDE_KINDS. */
extern const ElementType *const *const element_types;

/* The element of bodies of a name in a dimension, or NULL. */
const ElementType *element_type_find(const char *name, int dim);
/* The element of bodies of a number in .msh files, or NULL. */
const ElementType *element_type_of_gmsh(double gmsh);
/* The element with the same corners and no other nodes. */
const ElementType *element_linear(const ElementType *type);
/* The nodes in the order of a walk around a line or a face: corners with the middles between them. */
void element_outline(const ElementType *type, int *order);

extern const ElementRule gauss_line2, gauss_line3, gauss_quadrilateral4, gauss_quadrilateral9,
    gauss_hexahedron8, gauss_hexahedron27, triangle1_rule, triangle3_rule, triangle6_rule, tetrahedron1_rule,
    tetrahedron4_rule, tetrahedron15_rule;

/* Shape functions and their gradients at the points of a rule. */
typedef struct ElementTable {
    int dim, nodes, points;
    double weight[MOST_POINTS];
    double N[MOST_POINTS][MOST_NODES];
    double dN[MOST_POINTS][MOST_NODES][3];
} ElementTable;

void element_tabulate(const ElementType *type, const ElementRule *rule, ElementTable *table);

#endif
