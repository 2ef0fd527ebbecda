/* Kinds of elements in .msh files by their number there. */
#ifndef JUDDER_MESH_MSH_SHAPES_H
#define JUDDER_MESH_MSH_SHAPES_H

#include <stdint.h>

typedef struct MshShape {
    int number;
    const char *name;
    int dim, nodes, corners; /* nodes = 0: not read */
} MshShape;

enum { MSH_SHAPES_READ = 9 };

/* Those that are read come first; ends with a NULL name. */
extern const MshShape msh_shapes[];

/* Position in msh_shapes, or -1. */
int msh_shape_find(int64_t number);

#endif
