/* The program gmsh, run on a .geo file. */
#ifndef JUDDER_STUDY_BODY_GMSH_PROGRAM_H
#define JUDDER_STUDY_BODY_GMSH_PROGRAM_H

#include "base/error.h"

/* Meshes `geo` into `msh`. What gmsh complains about is an input error with the line of the .geo file. */
JudderErr gmsh_program_run(const char *geo, const char *msh);

#endif
