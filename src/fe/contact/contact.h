/* The contact side of a body: its nodes that may touch a flat obstacle, their gaps, and the body condensed
 * onto them in the frame of the obstacle, per node the normal displacement (away from the obstacle) first,
 * then the tangential ones. Every rank has the nodes; dense matrices are on the first rank.
 */
#ifndef JUDDER_FE_CONTACT_CONTACT_H
#define JUDDER_FE_CONTACT_CONTACT_H

#include "contact/contact.h"
#include "fe/body/load.h"
#include "fe/system/system.h"
#include "friction/friction.h"

typedef struct FeContactData {
    const MeshSide *side;
    double normal[3]; /* of the obstacle, towards the body; all 0: against the mean normal of the side */
    Contact law;
    Friction friction; /* of a motion; a path takes its mu */
} FeContactData;

typedef double FeFrame[3][3]; /* normal, tangents; in 2-D the tangent is the normal turned clockwise */

typedef struct FeContact {
    FeBody *body;
    int n;              /* nodes that may touch: those whose normal displacement is not fixed */
    int *node;          /* of the mesh, in the order of the side */
    int *position;      /* in the side, counted from 0 */
    double *area, *gap; /* gap: over the plane through the lowest of them */
    FeFrame *frame;     /* of each node */
    Contact *law;       /* of each node */
    Friction *friction; /* of each node */
    FeDof *kept;        /* free dofs of the nodes, x y z */
    int kept_count;
    int *place; /* of a node's component in kept, dim a node; -1: fixed */
} FeContact;

/* Refuses a side that is fixed as a whole, or whose nodes are fixed in a direction of no axis of the
 * obstacle. Collective. */
PetscErrorCode fe_contact_create(FeBody *body, const FeContactData *data, FeContact **contact);
void fe_contact_destroy(FeContact **contact);
/* A given pressure becomes S, at all nodes whose law takes one. Not collective. */
void fe_contact_press(FeContact *contact, double S);

/* A matrix on the kept dofs to the frame: dim n by dim n. A tangential dof that is fixed gets a row of its
 * own with a stiffness of the size of the others, so that it stays where it is. Not collective. */
void fe_contact_matrix(const FeContact *contact, const double *kept, double *framed);
/* Numbers on the kept dofs to the frame and back; fixed dofs are 0. Not collective. */
void fe_contact_vector(const FeContact *contact, const double *kept, double *framed);
void fe_contact_vector_back(const FeContact *contact, const double *framed, double *kept);
/* What the option -fe_contact says: the contact on the whole body or on the condensed matrix. Silent: *whole
 * stays. Not collective. */
PetscErrorCode fe_contact_choose_whole(bool *whole);

#endif
