/* Writes meshes as Gmsh does, in both versions, as text and binary. Sides become physical groups 11, 12,
 * ... */
#ifndef JUDDER_TESTS_MESH_WRITE_MSH_H
#define JUDDER_TESTS_MESH_WRITE_MSH_H

#include "mesh/mesh.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct MshStyle {
    int version; /* 2 or 4 */
    bool binary;
    int64_t tag_step, tag_first; /* numbers of nodes: tag_first + tag_step n; steps of 0 are 1 */
    bool parametric;             /* 4: nodes with parameters */
} MshStyle;

typedef struct Bytes {
    char *at;
    size_t size;
} Bytes;

typedef struct MshOut {
    FILE *file;
    const MshStyle *style;
} MshOut;

static inline void put_int(MshOut *out, int number) {
    if (out->style->binary)
        fwrite(&number, sizeof number, 1, out->file);
    else
        fprintf(out->file, "%d ", number);
}
static inline void put_size(MshOut *out, int64_t number) {
    if (out->style->binary)
        fwrite(&number, sizeof number, 1, out->file);
    else
        fprintf(out->file, "%lld ", (long long)number);
}
static inline void put_real(MshOut *out, double number) {
    if (out->style->binary)
        fwrite(&number, sizeof number, 1, out->file);
    else
        fprintf(out->file, "%.17g ", number);
}
static inline void put_end(MshOut *out) {
    if (!out->style->binary) fputc('\n', out->file);
}
static inline int64_t node_tag(const MshStyle *style, int node) {
    return (style->tag_first ? style->tag_first : 1) + (style->tag_step ? style->tag_step : 1) * node;
}
static inline void put_node_tag(MshOut *out, int node) {
    if (out->style->version == 2)
        put_int(out, (int)node_tag(out->style, node));
    else
        put_size(out, node_tag(out->style, node));
}

static inline void put_position(MshOut *out, const Mesh *mesh, int node) {
    for (int d = 0; d < 3; d++) put_real(out, d < mesh->dim ? mesh->x[node * mesh->dim + d] : 0);
}

static inline void put_head(MshOut *out, const Mesh *mesh) {
    fprintf(out->file, "$MeshFormat\n%s %d 8\n", out->style->version == 2 ? "2.2" : "4.1",
            out->style->binary);
    if (out->style->binary) fwrite(&(int){1}, sizeof(int), 1, out->file), fputc('\n', out->file);
    fprintf(out->file, "$EndMeshFormat\n$PhysicalNames\n%d\n", mesh->sides + 1);
    for (int s = 0; s < mesh->sides; s++)
        fprintf(out->file, "%d %d \"%s\"\n", mesh->dim - 1, 11 + s, mesh->side[s].name);
    fprintf(out->file, "%d 1 \"the body\"\n$EndPhysicalNames\n", mesh->dim);
}

/* One entity for each side, numbered from 1, and one for the body. */
static inline void put_entities(MshOut *out, const Mesh *mesh) {
    fputs("$Entities\n", out->file);
    for (int d = 0; d < 4; d++) put_size(out, d == mesh->dim ? 1 : d == mesh->dim - 1 ? mesh->sides : 0);
    put_end(out);
    for (int e = 0; e <= mesh->sides; e++) {
        put_int(out, e < mesh->sides ? e + 1 : 1);
        for (int i = 0; i < 6; i++) put_real(out, 0);
        put_size(out, 1);
        put_int(out, e < mesh->sides ? 11 + e : 1);
        put_size(out, 0);
        put_end(out);
    }
    if (out->style->binary) fputc('\n', out->file);
    fputs("$EndEntities\n", out->file);
}

static inline void put_nodes(MshOut *out, const Mesh *mesh) {
    fputs("$Nodes\n", out->file);
    if (out->style->version == 2) {
        fprintf(out->file, "%d\n", mesh->nodes);
        for (int n = 0; n < mesh->nodes; n++) put_node_tag(out, n), put_position(out, mesh, n), put_end(out);
    } else { /* two blocks */
        const int half = mesh->nodes / 2;
        put_size(out, 2), put_size(out, mesh->nodes), put_size(out, 1), put_size(out, mesh->nodes),
            put_end(out);
        for (int b = 0; b < 2; b++) {
            const int first = b ? half : 0, last = b ? mesh->nodes : half;
            put_int(out, mesh->dim), put_int(out, 1), put_int(out, out->style->parametric);
            put_size(out, last - first), put_end(out);
            for (int n = first; n < last; n++) put_node_tag(out, n), put_end(out);
            for (int n = first; n < last; n++) {
                put_position(out, mesh, n);
                for (int p = 0; out->style->parametric && p < mesh->dim; p++) put_real(out, 0.25);
                put_end(out);
            }
        }
    }
    if (out->style->binary) fputc('\n', out->file);
    fputs("$EndNodes\n", out->file);
}

static inline void put_element(MshOut *out, int tag, const int *node, int nodes, int group, int gmsh) {
    if (out->style->version == 4) {
        put_size(out, tag);
    } else {
        put_int(out, tag);
        if (!out->style->binary) put_int(out, gmsh), put_int(out, 2);
        put_int(out, group), put_int(out, 1);
    }
    for (int i = 0; i < nodes; i++) put_node_tag(out, node[i]);
    put_end(out);
}

static inline void put_batch(MshOut *out, int dim, int entity, int gmsh, int count) {
    if (out->style->version == 4) {
        put_int(out, dim), put_int(out, entity), put_int(out, gmsh), put_size(out, count), put_end(out);
    } else if (out->style->binary) {
        put_int(out, gmsh), put_int(out, count), put_int(out, 2);
    }
}

static inline void put_elements(MshOut *out, const Mesh *mesh) {
    int total = 0, batches = 0, tag = 1;
    for (int s = 0; s < mesh->sides; s++) total += mesh->side[s].facets, batches++;
    for (int b = 0; b < mesh->blocks; b++) total += mesh->block[b].cells, batches++;
    fputs("$Elements\n", out->file);
    if (out->style->version == 4)
        put_size(out, batches), put_size(out, total), put_size(out, 1), put_size(out, total), put_end(out);
    else
        fprintf(out->file, "%d\n", total);
    for (int s = 0; s < mesh->sides; s++) {
        const MeshSide *side = &mesh->side[s];
        int node[6];
        const ElementType *type = side->facets ? mesh_facet_nodes(mesh, side->facet[0], node)
                                               : mesh->block[0].type;
        put_batch(out, mesh->dim - 1, s + 1, type->facet_type->gmsh, side->facets);
        for (int f = 0; f < side->facets; f++) {
            mesh_facet_nodes(mesh, side->facet[f], node);
            put_element(out, tag++, node, type->facet_type->nodes, 11 + s, type->facet_type->gmsh);
        }
    }
    for (int b = 0; b < mesh->blocks; b++) {
        const MeshBlock *block = &mesh->block[b];
        put_batch(out, mesh->dim, 1, block->type->gmsh, block->cells);
        for (int c = 0; c < block->cells; c++)
            put_element(out, tag++, block->node + c * block->type->nodes, block->type->nodes, 1,
                        block->type->gmsh);
    }
    if (out->style->binary) fputc('\n', out->file);
    fputs("$EndElements\n", out->file);
}

/* To be freed. */
static inline Bytes write_msh(const Mesh *mesh, const MshStyle *style) {
    Bytes bytes = {0};
    MshOut out = {open_memstream(&bytes.at, &bytes.size), style};
    put_head(&out, mesh);
    if (style->version == 4) put_entities(&out, mesh);
    put_nodes(&out, mesh);
    put_elements(&out, mesh);
    fclose(out.file);
    return bytes;
}

#endif
