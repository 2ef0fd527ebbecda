/* The pencil of a body in equilibrium (ST-4), (ST-5), (ST-15): K + z M condensed onto the contact nodes,
 * and of those the motion along the slip of the nodes in impending slip; stuck nodes are held, open ones
 * follow.
 *
 * The dense matrices are on the first rank, and so is whoever asks; the others take part in the
 * factorisations that the questions need, one for each z but 0. */
#ifndef JUDDER_FE_STABILITY_PENCIL_H
#define JUDDER_FE_STABILITY_PENCIL_H

#include "condensed/condensed.h"
#include "fe/contact/contact.h"
#include "fe/system/system.h"
#include "small_motion/small_motion.h"
#include "stability/certain/enclosed.h"
#include "stability/pencil.h"

/* What a pencil is made of; all is borrowed but states and directions, which are copied from the first
 * rank. */
typedef struct FePencilData {
    FeBody *body;
    const FeContact *contact;
    FeSystem *still;           /* the stiffness alone, condensed onto the rows of the contact */
    const CondensedNode *node; /* state of each contact node */
    const double
        *slip; /* 3-D: where each node in the state CONDENSED_SLIP slips to, in the plane of the tangents, 2
                           numbers a node of any length; slip- and slip+ are along the first tangent */
    bool across_free; /* 3-D: slipping nodes move freely across their slip; otherwise not at all */
} FePencilData;

/* A direction of a contact node that takes part: parts of its rows. */
typedef struct FePencilDof {
    int node;
    double part[3];
} FePencilDof;

typedef struct FePencil {
    FePencilData of;
    int n;                    /* nodes that may slip: in impending slip, and not fixed along it */
    int *position;            /* of each in the side, counted from 1, as the side runs */
    SmallContactState *state; /* of each contact node */
    double (*along)[2];       /* of each contact node: the slip, of length 1 in the plane of the tangents */
    int dofs;                 /* of what may move */
    FePencilDof *dof;
    SmallContact *contact; /* the n that may slip: which dofs are theirs */
    FeSystem *moving;      /* of the last z but 0 */
    double *S; /* first rank: the condensed matrix of the last z on the dofs, normals into the obstacle */
    double z;  /* of S; -1: none yet */
    double *on_rows, *V;    /* work */
    EnclosedSystem certain; /* first rank, once an enclosure was requested */
} FePencil;

/* Collective. */
PetscErrorCode fe_pencil_create(const FePencilData *data, FePencil **pencil);
PetscErrorCode fe_pencil_destroy(FePencil **pencil);

/* Calls `ask` on the first rank with the pencil, good for as long as it runs; the other ranks
 * serve it. Collective. */
typedef JudderErr (*FeQuestion)(void *context, const Pencil *pencil);
PetscErrorCode fe_pencil_ask(FePencil *pencil, FeQuestion ask, void *context);

/* The load of the pencil, psi = (A - mu B) xi - (a - mu b), for a condensed load on the rows of the
 * contact (ST-10). First rank, while the pencil is asked: its S must be that of z = 0. Not collective. */
JudderErr fe_pencil_load(const FePencil *pencil, const double *load, double *a, double *b);

/* The motion of the whole body for slip rates xi (n numbers) at z, both read on the first rank: u in the
 * order of the mesh there, NULL elsewhere. Collective. */
PetscErrorCode fe_pencil_motion(FePencil *pencil, double z, const double *xi, double *u);

/* A motion that is said to grow like exp(lam t), z = lam^2, at mu; read on the first rank. */
typedef struct FePencilMode {
    double z, mu;
    const double *u; /* in the order of the mesh */
} FePencilMode;
/* The judge of (ST-1), (ST-3) on all dofs of the mesh: the largest violation, motions relative to the
 * largest of u, forces relative to the largest. It knows the states and nothing of the condensed problem.
 * Collective. */
PetscErrorCode fe_pencil_judge(const FePencil *pencil, const FePencilMode *mode, double *residual);

#endif
