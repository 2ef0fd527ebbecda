/* The program gmsh, run on the text of a .geo file behind the walls of confine.h.
 *
 * gmsh sees neither the folder of the case nor the user's home, and no folder that it could write in. The
 * geometry and the mesh are files in memory that have no name, so nothing is left behind however the run
 * ends.
 */
#ifndef JUDDER_STUDY_BODY_GMSH_PROGRAM_H
#define JUDDER_STUDY_BODY_GMSH_PROGRAM_H

#include "base/error.h"
#include "study/body/gmsh/confine.h"

/* What is left to the user when a drawing is refused. */
#define GMSH_BY_HAND "mesh it yourself, gmsh -3 part.geo -o part.msh, and name the .msh"

typedef struct Geometry {
    const char *name; /* for messages */
    const char *text;
    size_t length;
} Geometry;

/* Meshes it into *mesh, a file to be closed. What gmsh complains about is an input error with the line of the
 * .geo file; so are a machine without walls and a mesh that goes beyond the bounds. */
JudderErr gmsh_program_run(const Geometry *geometry, int *mesh);
typedef struct GmshRefusal {
    const char *word; /* NULL: none */
    const char *why;
} GmshRefusal;

/* The first word by which that text would reach files or programs, which the walls do not let it (it makes a
 * better message than gmsh has, and is no wall itself), or get another mesh each time. */
GmshRefusal gmsh_refusal(const char *text);
/* How far it may go: 600 s and half of the memory of the machine, or what JUDDER_MESH_SECONDS and
 * JUDDER_MESH_MEMORY (in MB) say. */
JudderErr gmsh_bounds(Bounds *bounds);

#endif
