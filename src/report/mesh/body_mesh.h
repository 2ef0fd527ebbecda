/* The mesh of a body as a result holds it, and what of it can be seen.
 *
 * In 2-D the cells themselves are seen; in 3-D the facets that only one cell has, which run counter-clockwise
 * seen from outside. Everything is read with suspicion: what does not fit is no mesh.
 */
#ifndef JUDDER_REPORT_MESH_BODY_MESH_H
#define JUDDER_REPORT_MESH_BODY_MESH_H

#include "base/error.h"
#include "element/element.h"
#include "results/read/reader.h"

/* A polygon over nodes. */
typedef struct Face {
    int count;
    int node[MOST_FACET_NODES];
} Face;

typedef struct BodyMesh {
    int dim;
    size_t nodes;
    double *x;   /* dim a node */
    double size; /* the largest extent */
    Face *faces; /* what is seen */
    size_t face_count;
    Face *edges; /* 2-D: the pieces of the outline */
    size_t edge_count;
} BodyMesh;

/* A study and its mesh. */
typedef struct BodySource {
    const Reader *reader;
    const ReaderStudy *study;
    BodyMesh *mesh; /* NULL: the study has none that can be drawn */
} BodySource;

JudderErr body_source_open(const Reader *reader, const ReaderStudy *study, BodySource *source);
void body_source_close(BodySource *source);

/* A field with so many numbers a node, to be freed; NULL in *at if it (or NULL) is none. */
JudderErr body_field(const BodySource *source, const ReaderSet *set, size_t columns, double **at);

/* Those of the facets that occur once, in their order; the count is returned, the rest is undefined. */
JudderErr faces_outer(Face *facets, size_t *count);

#endif
