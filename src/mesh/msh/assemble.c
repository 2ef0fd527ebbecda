/* From the lists of a file to a mesh: the cells of the highest dimension, the sides, the checks. */
#include "mesh/check.h"
#include "mesh/msh/reader.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* The list of a block. */
static int shape_of(const Mesh *mesh, int block) {
    int shape = 0;
    while (element_kinds[shape] != mesh->block[block].type) shape++;
    return shape;
}

static JudderErr find_dimension(const Reader *reader, int *dim) {
    int second_order = -1;
    *dim = 0;
    for (int s = 0; s < ELEMENT_KINDS; s++) {
        if (reader->elements[s].places.count && element_kinds[s]->dim > *dim) *dim = element_kinds[s]->dim;
    }
    REQUIRE(*dim >= 2,
            source_error(&reader->source, "$Elements has neither surface nor volume cells: beside its "
                                          "sides the body itself needs a physical group"));
    for (int s = 0; s < ELEMENT_KINDS; s++) {
        const MshElements *list = &reader->elements[s];
        if (element_kinds[s]->dim != *dim || !list->places.count) continue;
        const int order = element_kinds[s]->nodes > element_kinds[s]->corners;
        REQUIRE(second_order < 0 || order == second_order,
                source_error_at(&reader->source, reader_element_place(list, 0),
                                "element %" PRId64
                                " (%s): cells of first and second order do not fit together",
                                reader_element_tag(list, 0), element_kinds[s]->kind));
        second_order = order;
    }
    return JUDDER_OK;
}

/* A mesh of surfaces must lie in the plane z = 0, up to rounding. */
static JudderErr check_plane(const Reader *reader) {
    const MshNodes *nodes = &reader->nodes;
    double extent = 0;
    for (int n = 0; n < nodes->places.count; n++)
        extent = fmax(extent, fmax(fabs(nodes->x[3 * (size_t)n]), fabs(nodes->x[3 * (size_t)n + 1])));
    for (int n = 0; n < nodes->places.count; n++) {
        const double z = nodes->x[3 * (size_t)n + 2];
        REQUIRE(fabs(z) <= 1e-10 * extent,
                source_error_at(&reader->source, places_place(&nodes->places, n),
                                "node %" PRId64 " has z = %g: a mesh without volume cells must lie in z = 0",
                                places_tag(&nodes->places, n), z));
    }
    return JUDDER_OK;
}

static void take_nodes(Reader *reader, Mesh *mesh) {
    mesh->nodes = reader->nodes.places.count;
    mesh->x = reader->nodes.x;
    reader->nodes.x = NULL;
    for (size_t n = 0; mesh->dim == 2 && n < (size_t)mesh->nodes; n++) {
        mesh->x[2 * n] = mesh->x[3 * n];
        mesh->x[2 * n + 1] = mesh->x[3 * n + 1];
    }
    double *fitting = realloc(mesh->x, (size_t)mesh->nodes * (size_t)mesh->dim * sizeof *fitting);
    if (fitting) mesh->x = fitting;
}

static JudderErr take_cells(Reader *reader, Mesh *mesh) {
    mesh->block = calloc(ELEMENT_KINDS, sizeof *mesh->block);
    REQUIRE(mesh->block, error_memory());
    for (int s = 0; s < ELEMENT_KINDS; s++) {
        MshElements *list = &reader->elements[s];
        const ElementType *type = element_kinds[s];
        if (type->dim != mesh->dim || !list->places.count) continue;
        TRY(reader_drop_repeated(reader, s));
        MeshBlock *block = &mesh->block[mesh->blocks++];
        *block = (MeshBlock){.type = type, .cells = list->cells, .node = list->node};
        list->node = NULL;
        int *fitting = realloc(block->node, (size_t)block->cells * (size_t)type->nodes * sizeof *fitting);
        if (fitting) block->node = fitting;
    }
    return JUDDER_OK;
}

static JudderErr report_element(const Reader *reader, int shape, int position, const char *text) {
    const MshElements *list = &reader->elements[shape];
    return source_error_at(&reader->source, reader_element_place(list, position),
                           "element %" PRId64 " (%s) %s", reader_element_tag(list, position),
                           element_kinds[shape]->kind, text);
}

static JudderErr report(const Reader *reader, const Mesh *mesh, const MeshFault *fault) {
    const char *text = mesh_fault_text(mesh, fault);
    const Places *nodes = &reader->nodes.places;
    switch (fault->kind) {
    case MESH_SOUND: return JUDDER_OK;
    case MESH_NOT_FINITE:
    case MESH_ORPHAN_NODE:
        return source_error_at(&reader->source, places_place(nodes, fault->node), "node %" PRId64 " %s",
                               places_tag(nodes, fault->node), text);
    case MESH_INVERTED:
    case MESH_DEGENERATE: return report_element(reader, shape_of(mesh, fault->block), fault->cell, text);
    case MESH_EMPTY_SIDE:
    case MESH_INNER_FACET:
    case MESH_BRANCHING: break;
    }
    const SideOrigin origin = reader->origin[fault->side][fault->facet];
    return report_element(reader, origin.shape, origin.position, text);
}

JudderErr reader_assemble(Reader *reader, const char *const *sides, Mesh **mesh) {
    int dim;
    MeshFault fault;
    TRY(find_dimension(reader, &dim));
    if (dim == 2) TRY(check_plane(reader));
    Mesh *made = *mesh = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->dim = dim;
    take_nodes(reader, made);
    TRY(take_cells(reader, made));
    TRY(mesh_inspect_cells(made, &fault));
    TRY(report(reader, made, &fault));
    TRY(reader_sides(reader, sides, made));
    TRY(mesh_inspect_sides(made, &fault));
    return report(reader, made, &fault);
}
