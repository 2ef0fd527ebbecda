/* The pencil of a body in equilibrium (ST-4), (ST-5): K + z M condensed onto the contact nodes, and of those
 * the tangential motion of the nodes in impending slip; stuck nodes are held, open ones follow. 2-D.
 *
 * The dense matrices are on the first rank, and so is whoever asks; the others take part in the
 * factorisations that the questions need, one for each z but 0.
 */
#ifndef JUDDER_FE_STABILITY_PENCIL_H
#define JUDDER_FE_STABILITY_PENCIL_H

#include "condensed/condensed.h"
#include "fe/contact/contact.h"
#include "small_motion/small_motion.h"
#include "stability/pencil.h"

/* What a pencil is made of; all is borrowed but the states, which are copied. */
typedef struct FePencilData {
    FeBody *body;
    const FeContact *contact;
    FeSystem *still;           /* the stiffness alone, condensed onto the kept dofs of the contact */
    const CondensedNode *node; /* state of each contact node; read on the first rank */
} FePencilData;

typedef struct FePencil {
    FePencilData of;
    int n;                 /* nodes that may slip: in impending slip, and not fixed along the obstacle */
    int *position;         /* of each in the side, counted from 1, as the side runs */
    SmallContact *contact; /* of each contact node */
    FeSystem *moving;      /* of the last z but 0 */
    double *S;             /* first rank: the condensed matrix of the last z, normals into the obstacle */
    double z;              /* of S; -1: none yet */
    double *kept, *V;      /* work */
} FePencil;

/* Collective. */
PetscErrorCode fe_pencil_create(const FePencilData *data, FePencil **pencil);
PetscErrorCode fe_pencil_destroy(FePencil **pencil);

/* Calls `ask` on the first rank with the pencil, good for as long as it runs; the other ranks
 * serve it. Collective. */
typedef JudderErr (*FeQuestion)(void *context, const Pencil *pencil);
PetscErrorCode fe_pencil_ask(FePencil *pencil, FeQuestion ask, void *context);

/* The load of the pencil, psi = (A - mu B) xi - (a - mu b), for a condensed load in the frame of the
 * contact (ST-10). First rank, while the pencil is asked: its S must be that of z = 0. Not collective. */
JudderErr fe_pencil_load(const FePencil *pencil, const double *load, double *a, double *b);

/* The motion of the whole body for slip rates xi (n numbers) at z, both read on the first rank: u in the
 * order of the mesh there, NULL elsewhere. Collective. */
PetscErrorCode fe_pencil_motion(FePencil *pencil, double z, const double *xi, double *u);

#endif
