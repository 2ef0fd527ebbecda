/* Which rank owns which node, and the numbers of the unknowns: rank by rank, inside a rank by
 * reverse Cuthill-McKee. */
#ifndef JUDDER_FE_NUMBERING_NUMBERING_H
#define JUDDER_FE_NUMBERING_NUMBERING_H

#include "fe/numbering/graph.h"

#include <petscsys.h>

typedef struct Numbering {
    int unknowns;     /* nodes that move on their own, over all ranks */
    int first, count; /* those of this rank: first ... first + count - 1 */
    int *number;      /* of every node of the mesh; -1: in no cell */
    /* neighbours of this rank's unknowns: column[start[i]] ... column[start[i+1]-1] for number first + i, */
    int *start;
    int *column; /* itself among them, in ascending order */
} Numbering;

/* Parts by PTSCOTCH, the same in every run. Collective. */
PetscErrorCode numbering_create(const Mesh *mesh, Numbering **numbering);
/* Not collective. */
void numbering_destroy(Numbering **numbering);

#endif
