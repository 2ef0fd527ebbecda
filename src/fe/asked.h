/* Only the first rank knows the next question, all ranks are needed for its answer: it asks, the others serve
 * until it has no more. */
#ifndef JUDDER_FE_ASKED_H
#define JUDDER_FE_ASKED_H

#include "base/error.h"
#include "stability/certain/enclosed.h"

#include <petscsys.h>

typedef struct FeAsked {
    PetscErrorCode (*answer)(void *of, double z); /* collective */
    void *of;
    PetscErrorCode (*gather)(void *of); /* collective: fills *certain, contacts too, on the first rank */
    EnclosedSystem *certain;
} FeAsked;

/* All ranks answer for z. On the first rank, while the others are in fe_asked_end. */
PetscErrorCode fe_asked_at(const FeAsked *asked, double z);
/* On the first rank: there are no more questions. On the others: answers until then, whatever became of one,
 * for it fails on the first rank too; *err keeps the first error. */
PetscErrorCode fe_asked_end(const FeAsked *asked, JudderErr *err);

/* A pencil whose context is `asked`, on the first rank. Its enclosures are made by that rank alone, from what
 * is gathered once and with factors of its own; `at` is left to the caller. */
Pencil fe_asked_pencil(FeAsked *asked, int n);

#endif
