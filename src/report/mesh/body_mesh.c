#include "report/mesh/body_mesh.h"

#include "report/series/whole.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void body_mesh_destroy(BodyMesh **mesh) {
    if (!*mesh) return;
    free((*mesh)->x);
    free((*mesh)->faces);
    free((*mesh)->edges);
    free(*mesh);
    *mesh = NULL;
}

/* --- the facets that only one cell has --- */

/* A facet by its nodes alone, in order of their numbers. */
typedef struct FacetKey {
    Face nodes;
    size_t place;
} FacetKey;

static int by_number(const void *a, const void *b) {
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int compare_nodes(const Face *a, const Face *b) {
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (int i = 0; i < a->count; i++)
        if (a->node[i] != b->node[i]) return a->node[i] < b->node[i] ? -1 : 1;
    return 0;
}

static int by_nodes(const void *a, const void *b) {
    const FacetKey *x = a, *y = b;
    const int order = compare_nodes(&x->nodes, &y->nodes);
    return order ? order : (x->place > y->place) - (x->place < y->place);
}

JudderErr faces_outer(Face *facets, size_t *count) {
    FacetKey *key = malloc((*count + 1) * sizeof *key);
    bool *inner = calloc(*count + 1, sizeof *inner);
    const bool room = key && inner;
    size_t kept = 0;
    for (size_t i = 0; room && i < *count; i++) {
        key[i] = (FacetKey){facets[i], i};
        qsort(key[i].nodes.node, (size_t)key[i].nodes.count, sizeof(int), by_number);
    }
    if (room) qsort(key, *count, sizeof *key, by_nodes);
    for (size_t i = 1; room && i < *count; i++)
        if (!inner[key[i - 1].place] && compare_nodes(&key[i - 1].nodes, &key[i].nodes) == 0)
            inner[key[i - 1].place] = inner[key[i].place] = true;
    for (size_t i = 0; room && i < *count; i++)
        if (!inner[i]) facets[kept++] = facets[i];
    if (room) *count = kept;
    free(key);
    free(inner);
    return room ? JUDDER_OK : error_memory();
}

/* --- reading --- */

/* A walk around a cell (all its nodes, in their order) or around a facet of it; false: a node that is not
 * there. */
static bool take_face(const ElementType *type, const int *local, const double *cell, size_t nodes,
                      Face *face) {
    int order[MOST_NODES];
    element_outline(type, order);
    face->count = type->nodes;
    for (int k = 0; k < type->nodes; k++) {
        const double number = cell[local ? local[order[k]] : order[k]];
        if (!(number >= 0 && number < (double)nodes && number == floor(number))) return false;
        face->node[k] = (int)number;
    }
    return true;
}

/* Room for so many more; NULL: none. */
static Face *more_faces(Face **faces, size_t count, size_t more) {
    Face *grown = realloc(*faces, (count + more + 1) * sizeof *grown);
    if (grown) *faces = grown;
    return grown;
}

static bool add_cells(BodyMesh *mesh, const ElementType *type, const double *cells, size_t count) {
    Face **facets = mesh->dim == 2 ? &mesh->edges : &mesh->faces;
    size_t *facet_count = mesh->dim == 2 ? &mesh->edge_count : &mesh->face_count;
    for (size_t i = 0; i < count; i++) {
        const double *cell = cells + i * (size_t)type->nodes;
        for (int f = 0; f < type->facets; f++)
            if (!take_face(type->facet_type, type->facet[f], cell, mesh->nodes, &(*facets)[(*facet_count)++]))
                return false;
        if (mesh->dim == 2 && !take_face(type, NULL, cell, mesh->nodes, &mesh->faces[mesh->face_count++]))
            return false;
    }
    return true;
}

/* *good is false if the block cannot be drawn. */
static JudderErr read_block(const Reader *reader, const ReaderSet *set, BodyMesh *mesh, bool *good) {
    const ElementType *type = element_type_of_gmsh(set->numbers.at);
    double *cells = NULL;
    *good = type && type->dim == mesh->dim && set->count == (size_t)type->nodes;
    if (!*good) return JUDDER_OK;
    TRY(whole_read(reader, set, &cells));
    *good = cells != NULL;
    JudderErr err = JUDDER_OK;
    if (cells) {
        const size_t facets = set->rows * (size_t)type->facets;
        const bool room = mesh->dim == 2 ? more_faces(&mesh->edges, mesh->edge_count, facets) &&
                                               more_faces(&mesh->faces, mesh->face_count, set->rows)
                                         : more_faces(&mesh->faces, mesh->face_count, facets) != NULL;
        if (room) *good = add_cells(mesh, type, cells, set->rows);
        err = room ? JUDDER_OK : error_memory();
    }
    free(cells);
    return err;
}

static JudderErr read_blocks(const Reader *reader, const ReaderStudy *study, BodyMesh *mesh, bool *good) {
    *good = false;
    for (size_t i = 0; i < study->fields.count; i++) {
        const ReaderSet *set = &study->fields.at[i];
        if (strcmp(set->numbers.kind, "mesh_cells") != 0 || strcmp(set->numbers.key, "gmsh") != 0) continue;
        TRY(read_block(reader, set, mesh, good));
        if (!*good) return JUDDER_OK;
    }
    if (!*good) return JUDDER_OK;
    return faces_outer(mesh->dim == 2 ? mesh->edges : mesh->faces,
                       mesh->dim == 2 ? &mesh->edge_count : &mesh->face_count);
}

static void find_size(BodyMesh *mesh) {
    for (int k = 0; k < mesh->dim; k++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t n = 0; n < mesh->nodes; n++) {
            const double x = mesh->x[n * (size_t)mesh->dim + (size_t)k];
            low = fmin(low, x), high = fmax(high, x);
        }
        mesh->size = fmax(mesh->size, high - low);
    }
}

static JudderErr read_mesh(const Reader *reader, const ReaderStudy *study, BodyMesh **mesh) {
    const ReaderSet *places = reader_find(&study->fields, "mesh_nodes");
    bool good = false;
    if (!places || (places->count != 2 && places->count != 3) || places->rows < 3) return JUDDER_OK;
    BodyMesh *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->dim = (int)places->count, made->nodes = places->rows;
    JudderErr err = whole_read(reader, places, &made->x);
    if (err == JUDDER_OK && made->x) err = read_blocks(reader, study, made, &good);
    if (err == JUDDER_OK && good) find_size(made);
    good = good && made->size > 1e-100 && made->size < 1e100;
    if (err != JUDDER_OK || !good) body_mesh_destroy(&made);
    *mesh = made;
    return err;
}

JudderErr body_source_open(const Reader *reader, const ReaderStudy *study, BodySource *source) {
    *source = (BodySource){.reader = reader, .study = study};
    return read_mesh(reader, study, &source->mesh);
}

void body_source_close(BodySource *source) {
    body_mesh_destroy(&source->mesh);
}

JudderErr body_field(const BodySource *source, const ReaderSet *set, size_t columns, double **at) {
    *at = NULL;
    if (!set || set->rows != source->mesh->nodes || set->count != columns) return JUDDER_OK;
    return whole_read(source->reader, set, at);
}
