/* stability{} of a body under way. */
#ifndef JUDDER_FE_STUDIES_STABILITY_ASKING_H
#define JUDDER_FE_STUDIES_STABILITY_ASKING_H

#include "base/error.h"
#include "condensed/condensed.h"
#include "fe/stability/pencil.h"
#include "fe_studies/studies.h"
#include "stability/pencil.h"
#include "study/stability/stability.h"

typedef struct Asking {
    StudyRun *run;
    BodyPrepared *made;
    const Stability *word;
    /* Borrowed from the path, or own. */
    FeBody *body;
    FeContact *contact;
    FeSystem *system;
    const FePath *path; /* NULL: the state is imposed */
    CondensedNode *node;
    double *slip; /* 3-D: of each contact node, as FePencilData has it */
    FePencil *pencil;
    double *mu;   /* of each row of the pencil */
    double *load; /* first rank: rate of the condensed load, if it is requested */
    StabilityDamping damping;
    double begun;
} Asking;

/* The pencil of the states in a->node and a->slip. Collective. */
JudderErr asking_pencil(const Asking *a, FePencil **pencil);
/* A body that its contact alone holds back slides away together: then every mu is critical. */
JudderErr asking_is_held(const Pencil *pencil, bool *held);
/* Whether the body hangs together, or each of its pieces is held; if not the verdict says so. Collective. */
JudderErr asking_fits(const Asking *a, bool *fits);
/* After a path that did not reach its end: a body in loose pieces is unanswered, others fail. */
JudderErr asking_without_path(const Asking *a);
/* Adds to the verdict what the elements of the contact leave in doubt. */
void asking_doubt(const Asking *a);
/* critical_mu along the path: after every step, or at the loads that are listed. Collective. */
JudderErr asking_steps(const Asking *a);

#endif
