/* The contact side of a body (BD-2): its nodes that may touch a flat obstacle, their gaps, and their rows,
 * per node the normal displacement (away from the obstacle) first, then the tangential ones. Every rank has
 * them. */
#ifndef JUDDER_FE_CONTACT_CONTACT_H
#define JUDDER_FE_CONTACT_CONTACT_H

#include "contact/contact.h"
#include "fe/body/load.h"
#include "fe/contact/rows.h"
#include "friction/friction.h"

typedef struct FeContactData {
    const MeshSide *side;
    double normal[3]; /* of the obstacle, towards the body; all 0: against the mean normal of the side */
    Contact law;
    Friction friction; /* of a motion; a path takes its mu */
} FeContactData;

typedef struct FeContact {
    FeBody *body;
    int n;              /* nodes that may touch: those whose normal displacement is not fixed */
    int *node;          /* of the mesh, in the order of the side */
    int *position;      /* in the side, counted from 0 */
    double *area, *gap; /* gap: over the plane through the lowest of them */
    Contact *law;       /* of each node */
    Friction *friction; /* of each node */
    FeRows *rows;       /* dim coordinates a node */
} FeContact;

/* Refuses a side that is fixed as a whole, or whose nodes are fixed in a direction of no axis of the
 * obstacle. Collective. */
PetscErrorCode fe_contact_create(FeBody *body, const FeContactData *data, FeContact **contact);
void fe_contact_destroy(FeContact **contact);
/* A given pressure becomes S, at all nodes whose law takes one. Not collective. */
void fe_contact_press(FeContact *contact, double S);

/* What the option -fe_contact says: the contact on the whole body or on the condensed matrix. Silent: *whole
 * stays. Not collective. */
PetscErrorCode fe_contact_choose_whole(bool *whole);

#endif
