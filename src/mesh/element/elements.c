#include "mesh/element/elements.h"

#include <string.h>

/* A new element is one new file and one new word here. */
const ElementType *const element_types[] = {
    &triangle_p1, &triangle_p2, &quadrilateral_q1, &tetrahedron_p1, &tetrahedron_p2, &hexahedron_q1, NULL};

const ElementType *element_type_find(const char *name, int dim) {
    for (const ElementType *const *type = element_types; *type; type++) {
        if ((*type)->dim == dim && strcmp((*type)->name, name) == 0) return *type;
    }
    return NULL;
}

int element_facet_corners(const ElementType *type) {
    if (type->dim == 2) return 2;
    return type->facet_nodes == 4 ? 4 : 3;
}
