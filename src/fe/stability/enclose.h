/* The matrices of a body in the coordinates of its pencil, with radii, on the first rank (PR-1). */
#ifndef JUDDER_FE_STABILITY_ENCLOSE_H
#define JUDDER_FE_STABILITY_ENCLOSE_H

#include "fe/stability/pencil.h"

/* What moves: every dof that is not fixed and of no contact node, all of open nodes, none of stuck ones, and
 * of slipping ones their directions. The lower triangles of the assembled K and M, and the directions, are
 * taken as exact. Collective; the first rank has pencil->certain then. */
PetscErrorCode fe_pencil_gather(void *pencil);

#endif
