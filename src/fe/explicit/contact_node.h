/* Contact and friction of one node in an explicit step, exact (BD-8): with its velocity q as it
 * would be without contact,
 *
 *   normal: unilateral p = (m/dt) max(0, -(gap/dt + q_n));  compliance p = area k (-(gap + dt v_n))+^power;
 *           pressure given
 *   tangent: (m/dt) r + p mu(r) = (m/dt) |q_T - V|, stick iff the right side <= p mu(0);
 *            of several roots that of perfect delay
 *
 * Vectors are in the frame of the contact, the normal first. Plain C, not collective. */
#ifndef JUDDER_FE_EXPLICIT_CONTACT_NODE_H
#define JUDDER_FE_EXPLICIT_CONTACT_NODE_H

#include "contact/contact.h"
#include "friction/friction_root.h"
#include "stage/stage.h"

/* What all nodes share in a step. */
typedef struct ContactStep {
    int dim;
    double dt;
    double V[2]; /* velocity of the foundation */
} ContactStep;

/* A node: what it is, and what it has. */
typedef struct ContactNode {
    const Contact *law;
    const FrictionRoots *roots;
    double area, mass, tangential_mass;
    bool held[2];   /* along a tangent: its velocity is given there */
    double theta;   /* state of the friction law */
    double slip[2]; /* v_T - V after the step before */
    StageNode state;
} ContactNode;

typedef struct ContactResult {
    double v[3], r[3]; /* velocity after the step; force of the foundation */
    bool several, jumped;
    double uniqueness; /* p max(-mu') dt/m: below 1 there is one root; 0 for a law with state */
} ContactResult;

/* The step from q, gap; moves the state of the node on. */
void contact_node_step(const ContactStep *step, ContactNode *node, const double *q, double gap,
                       ContactResult *result);
/* The judge, which asks no root: by how much force the result misses its laws; node as it is after the
 * step, gap before it. */
double contact_node_violation(const ContactStep *step, const ContactNode *node, double gap,
                              const ContactResult *result);

#endif
