/* Elements of bodies: P1, P2, Q1 in 2-D and 3-D, with full integration. A new element is one constant and one
 * line in element.c. Plain C: nothing here knows PETSc. */
#ifndef JUDDER_FE_ELEMENT_ELEMENT_H
#define JUDDER_FE_ELEMENT_ELEMENT_H

#include "fe/element/shape.h"
#include "mesh/mesh.h"

#include <stdbool.h>

typedef struct FeElement {
    const char *name; /* as in ElementType, which has the dimension too */
    int dim;
    const FeShape *shape, *facet;
    const FeRule *stiffness_rule; /* exact on straight simplices and parallelepipeds */
    const FeRule *mass_rule;      /* exact for the mass of any straight-sided cell */
    const FeRule *facet_rule;
    bool row_sum; /* the row sums of the mass are positive; otherwise lumping scales the diagonal (HRZ) */
    bool facet_row_sum; /* the same for the areas of the nodes of a facet */
} FeElement;

extern const FeElement *const fe_elements[]; /* ends with NULL */

/* The element of a type of the mesh, or NULL. Not collective. */
const FeElement *fe_element_find(const ElementType *type);

#endif
