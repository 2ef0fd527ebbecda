/* A body that slides: the states of its contact nodes as FeSliding takes them. Nodes that stick or are fixed
 * along their slip are held, open ones move freely. */
#ifndef JUDDER_FE_FLUTTER_BODY_SLIDING_H
#define JUDDER_FE_FLUTTER_BODY_SLIDING_H

#include "condensed/condensed.h"
#include "fe/contact/contact.h"
#include "fe/flutter/sliding.h"

/* All is borrowed; states and forces are read on the first rank and copied. */
typedef struct FeBodySlidingData {
    FeBody *body;
    const FeContact *contact;
    const CondensedNode *node; /* state of each contact node */
    /* forces of the rows of the contact, dim a node; NULL: those of the pressure, all nodes sliding as slip-
     * or slip+ say: in space along the first tangent */
    const double *r;
    double pressure;
    double slope;         /* mu'(r) */
    double memory, rate;  /* of the law's state (FR-8) */
    double inverse_speed; /* 1/r; 0: no term across the slip */
    double mass_damping,
        stiffness_damping; /* proportional to the mass, and to the stiffness, beside the material's */
} FeBodySlidingData;

typedef struct FeBodySliding {
    FeBody *body;
    FeSliding *sliding;
    int slides;
    FeSlide *slide;
    int *contact_node; /* of each slide: its place in the contact */
    bool *held;
    Mat T; /* of the rows of the contact; NULL: the identity */
} FeBodySliding;

/* Collective. */
PetscErrorCode fe_body_sliding_create(const FeBodySlidingData *data, FeBodySliding **sliding);
PetscErrorCode fe_body_sliding_destroy(FeBodySliding **sliding);

/* The displacement of the whole body for a vector of what can move: in the order of the mesh on the
 * first rank. Collective. */
PetscErrorCode fe_body_sliding_motion(FeBodySliding *sliding, Vec x, double *u);

#endif
