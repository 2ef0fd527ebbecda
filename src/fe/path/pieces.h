/* What the files of this folder share: loads as forces and motions, pieces of a path, and the whole body. */
#ifndef JUDDER_FE_PATH_PIECES_H
#define JUDDER_FE_PATH_PIECES_H

#include "fe/path/path.h"

/* Adds the present state to the steps so far, as the end of a step or as a change inside of one. Not
 * collective. */
JudderErr fe_path_keep_step(FePath *path, double s, bool whole);
/* Room for a step, all zero. Not collective. */
JudderErr fe_path_add_step(FePath *path, FePathStep **step);
/* What a load adds to forces and given displacements. Collective. */
PetscErrorCode fe_path_increment(FePath *path, const FePathLoad *load, Vec force, Vec given);
/* The resultant of a side against a direction under forces and given displacements, contact nodes held at 0,
 * and on the first rank its change with the displacement of the contact nodes. Collective. */
typedef struct FePlate {
    double *on_u; /* dim n */
    double constant, slope;
} FePlate;
PetscErrorCode fe_path_plate(FePath *path, const FePathLoad *load, Vec force_to, Vec given_to,
                             FePlate *plate);

/* A straight piece of load from what the path has so far. */
typedef struct FePathPiece {
    FeLoad to;
    int steps;
} FePathPiece;
/* Follows it on the whole body. Collective. */
PetscErrorCode fe_path_whole(FePath *path, const CondensedWatch *watch, const FePathPiece *piece,
                             CondensedPathReport *report);

/* A plate that presses to a force. */
typedef struct FePathPress {
    const FePathLoad *load;
    Vec unit;    /* given displacements of a motion by 1 */
    double most; /* motion beyond which it is given up */
    int end;     /* on the whole body: the step to end with */
} FePathPress;
/* Presses on the whole body from the path's place, which follows, as the given displacements do; the part
 * reached is one of the way to the force. Collective. */
PetscErrorCode fe_path_whole_press(FePath *path, const CondensedWatch *watch, const FePathPress *press,
                                   CondensedPathReport *report);
/* The resultant of a side against its motion, of the whole body as it is. Collective. */
PetscErrorCode fe_path_whole_resultant(FePath *path, const FePathLoad *load, FeLoad acting, double *along);

#endif
