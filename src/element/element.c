#include "element/element.h"

#include <stddef.h>
#include <string.h>

#define ELEMENT_ENTRY(type) &type,
const ElementType *const element_kinds[] = {ELEMENTS_OF_SIDES(ELEMENT_ENTRY) ELEMENTS_OF_BODIES(ELEMENT_ENTRY)
                                                NULL};
const ElementType *const *const element_types = element_kinds + ELEMENT_SIDE_KINDS;

const ElementType *element_type_find(const char *name, int dim) {
    for (const ElementType *const *type = element_types; *type; type++)
        if ((*type)->dim == dim && strcmp((*type)->name, name) == 0) return *type;
    return NULL;
}

const ElementType *element_type_of_gmsh(double gmsh) {
    for (const ElementType *const *type = element_types; *type; type++)
        if ((*type)->gmsh == gmsh) return *type;
    return NULL;
}

const ElementType *element_linear(const ElementType *type) {
    const ElementType *const *linear = element_kinds;
    while ((*linear)->dim != type->dim || (*linear)->nodes != type->corners) linear++;
    return *linear;
}

void element_outline(const ElementType *type, int *order) {
    for (int i = 0, at = 0; i < type->corners; i++) {
        order[at++] = i;
        if (type->corners + i < type->nodes) order[at++] = type->corners + i;
    }
}

void element_tabulate(const ElementType *type, const ElementRule *rule, ElementTable *table) {
    table->dim = type->dim, table->nodes = type->nodes, table->points = rule->points;
    for (int p = 0; p < rule->points; p++) {
        table->weight[p] = rule->at[p][3];
        type->values(rule->at[p], table->N[p]);
        type->gradients(rule->at[p], table->dN[p]);
    }
}
