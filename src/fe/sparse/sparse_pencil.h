/* The pencil of a system of sparse matrices (ST-4), (ST-5): K + z M condensed onto the two dofs of each
 * contact in impending slip by MUMPS, everything else that is not held following. The dense matrices are on
 * the first rank, and so is whoever asks. */
#ifndef JUDDER_FE_SPARSE_SPARSE_PENCIL_H
#define JUDDER_FE_SPARSE_SPARSE_PENCIL_H

#include "base/error.h"
#include "stability/certain/enclosed.h"
#include "stability/pencil.h"

#include <petscmat.h>
#include <stdbool.h>

typedef struct FeSparseContact {
    int normal, tangent; /* rows; the normal into the obstacle */
    int direction;       /* of the slip */
} FeSparseContact;

/* All is borrowed. */
typedef struct FeSparsePencilData {
    Mat K, M;         /* M may be NULL: then z = 0 alone */
    const bool *held; /* of each row, on every rank */
    const FeSparseContact *contact;
    int contacts;
} FeSparsePencilData;

typedef struct FeSparsePencil {
    FeSparsePencilData of;
    IS moving;     /* rows that are not held; ascending */
    int *kept;     /* places of the contacts' dofs among them: normal, tangent, normal, ... */
    double *S;     /* first rank: of the last z */
    double z;      /* NAN: none yet */
    bool singular; /* an outcome: what follows the contacts can move without force */
    int factorisations;
    EnclosedSystem certain; /* first rank, once an enclosure was requested */
} FeSparsePencil;

/* Collective, as all below. */
PetscErrorCode fe_sparse_pencil_create(const FeSparsePencilData *data, FeSparsePencil **pencil);
PetscErrorCode fe_sparse_pencil_destroy(FeSparsePencil **pencil);

/* Calls `ask` on the first rank; the other ranks serve it. */
typedef JudderErr (*FeSparseQuestion)(void *context, const Pencil *pencil);
PetscErrorCode fe_sparse_pencil_ask(FeSparsePencil *pencil, FeSparseQuestion ask, void *context);

/* Whether what follows the contacts is stable by itself: its part of a symmetric K is positive definite. */
PetscErrorCode fe_sparse_free_is_stable(const FeSparsePencil *pencil, bool *stable);

#endif
