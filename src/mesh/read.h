/* Reads meshes of Gmsh (.msh 4.1 and 2.2, text and binary). Nothing in a file is trusted. */
#ifndef JUDDER_MESH_READ_H
#define JUDDER_MESH_READ_H

#include "mesh/mesh.h"

#include <stdio.h>

/* Physical groups of facets become sides: those named in `sides` (ends with NULL) in that order, or all
 * if it is NULL; a group without a name goes by its number. Cells of the highest dimension are kept, of
 * all groups. What is wrong is an input error "file:line: ..." for text and "file: byte N: ..." (counted
 * from 0) for binary files. */
JudderErr mesh_read(const char *path, const char *const *sides, Mesh **mesh);
/* The same of an open file, which stays open; messages call it by that name. */
JudderErr mesh_read_file(const char *name, FILE *file, const char *const *sides, Mesh **mesh);
/* The same from memory; the name is for messages. */
JudderErr mesh_read_bytes(const char *name, const void *bytes, size_t size, const char *const *sides,
                          Mesh **mesh);

#endif
