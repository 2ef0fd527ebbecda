/* One contact node with its normal dof while the others are held: A x = load + r, its normal law and
 * friction. (BD-2), (BD-5), (BD-6) */
#ifndef JUDDER_CONTACT_SOLVER_NODE_H
#define JUDDER_CONTACT_SOLVER_NODE_H

#include "contact/contact.h"
#include "contact_solver/slip.h"

typedef struct LocalNode {
    const Contact *contact;
    NormalPush push; /* the gap is push.g + push.h x_n; its diagonal is not looked at */
    bool together;   /* a rigid contact is solved with its friction, if mu is one number; else normal first */
    double A[3][3];  /* normal first */
    double f[3];     /* A x - load as it is now */
    double x[3];     /* as it is now; becomes the solution. Tangents relative to the obstacle */
    double p;        /* found */
    LocalContact slip; /* tangents and the law; the rest follows */
} LocalNode;

void local_node_solve(LocalNode *node);

#endif
