#include "fe/explicit/stencil/shapes.h"

#include "fe/body/assemble.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of the last shapes seen: a lattice has few kinds of cells side by side. */
enum { REMEMBERED = 24 };
/* Relative to the cell: lattices differ by the rounding of their coordinates, cells of other
 * shape by more. */
static const double tolerance = 1e-11;

void cell_shapes_destroy(CellShapes **shapes) {
    if (!*shapes) return;
    free((*shapes)->first);
    free((*shapes)->like);
    free(*shapes);
    *shapes = NULL;
}

static int cell_shapes_block(const CellShapes *shapes, int cell) {
    int b = 0;
    while (cell >= shapes->first[b + 1]) b++;
    return b;
}

const ElementType *cell_shapes_nodes(const CellShapes *shapes, int cell, const int **node) {
    const int b = cell_shapes_block(shapes, cell);
    const MeshBlock *block = &shapes->mesh->block[b];
    *node = block->node + (long)(cell - shapes->first[b]) * block->type->nodes;
    return block->type;
}

/* Whether two cells of one block are translates. */
static bool cell_shapes_same(const Mesh *mesh, int nodes, const int *p, const int *q) {
    const int dim = mesh->dim;
    const double *x = mesh->x + (long)p[0] * dim, *y = mesh->x + (long)q[0] * dim;
    double size = 0, apart = 0;
    for (int a = 1; a < nodes; a++)
        for (int i = 0; i < dim; i++) {
            const double d = mesh->x[(long)p[a] * dim + i] - x[i], e = mesh->x[(long)q[a] * dim + i] - y[i];
            size = fmax(size, fabs(d));
            apart = fmax(apart, fabs(d - e));
        }
    return apart <= tolerance * size;
}

/* The cells remembered in one block, the last one used first. */
typedef struct Memory {
    int count, cell[REMEMBERED];
} Memory;

static int cell_shapes_recall(const CellShapes *shapes, int block, Memory *memory, int cell) {
    const MeshBlock *b = &shapes->mesh->block[block];
    const int nodes = b->type->nodes, *node = b->node + (long)cell * nodes;
    int k = 0, found = cell;
    for (; k < memory->count; k++)
        if (cell_shapes_same(shapes->mesh, nodes, b->node + (long)memory->cell[k] * nodes, node)) {
            found = memory->cell[k];
            break;
        }
    if (k == memory->count && memory->count < REMEMBERED) memory->count++;
    if (k == REMEMBERED) k--;
    memmove(memory->cell + 1, memory->cell, (size_t)k * sizeof *memory->cell);
    memory->cell[0] = found;
    return found;
}

JudderErr cell_shapes_create(const Mesh *mesh, CellShapes **shapes) {
    CellShapes *made = calloc(1, sizeof *made);
    *shapes = made;
    REQUIRE(made, error_memory());
    made->mesh = mesh;
    made->first = calloc((size_t)mesh->blocks + 1, sizeof *made->first);
    for (int b = 0; made->first && b < mesh->blocks; b++)
        made->first[b + 1] = made->first[b] + mesh->block[b].cells;
    if (made->first) made->cells = made->first[mesh->blocks];
    made->like = calloc((size_t)made->cells + 1, sizeof *made->like);
    if (!made->first || !made->like) {
        cell_shapes_destroy(shapes);
        return error_memory();
    }
    for (int b = 0; b < mesh->blocks; b++) {
        Memory memory = {0};
        for (int c = 0; c < mesh->block[b].cells; c++) {
            const int like = cell_shapes_recall(made, b, &memory, c);
            made->like[made->first[b] + c] = made->first[b] + like;
            made->distinct += like == c;
        }
    }
    return JUDDER_OK;
}

JudderErr cell_shapes_matrices(const CellShapes *shapes, int cell, bool with_C, CellMatrices *out) {
    const int *node;
    const ElementType *element = cell_shapes_nodes(shapes, shapes->like[cell], &node);
    double x[MOST_NODES][3];
    ElementTable table;
    out->nodes = element->nodes;
    out->dofs = out->nodes * shapes->mesh->dim;
    const size_t bytes = (size_t)(out->dofs * out->dofs) * sizeof *out->K;
    fe_coordinates(shapes->mesh, out->nodes, node, x);
    memset(out->K, 0, bytes);
    memset(out->C, 0, bytes);
    memset(out->mass, 0, sizeof out->mass);
    element_tabulate(element, element->stiffness_rule, &table);
    bool good = fe_cell_stiffness(&table, x, shapes->elastic, out->K);
    if (good && with_C) good = fe_cell_stiffness(&table, x, shapes->viscous, out->C);
    element_tabulate(element, element->mass_rule, &table);
    good = good && fe_cell_lumped(&table, x, shapes->density, element->row_sum, out->mass);
    REQUIRE(good, error_input("mesh", "cell %d (first node at %g, %g) is turned inside out or flat", cell + 1,
                              x[0][0], x[0][1]));
    return JUDDER_OK;
}
