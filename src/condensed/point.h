/* One contact row at some forces and displacements: the natural map that Newton's method solves [alart1991],
 * the states that hold at the end of an increment. (BD-2)
 *
 *   phi(p, g) = 0,   r_t = P(r_t - k slip),  P the projection onto the disc of radius mu p
 */
#ifndef JUDDER_CONDENSED_POINT_H
#define JUDDER_CONDENSED_POINT_H

#include "condensed/condensed.h"
#include "contact_solver/judge.h"

/* Forces and displacements (or velocities) of all rows; those at the beginning of the increment. */
typedef struct ContactFields {
    const double *w, *r, *before;
} ContactFields;

/* Node i of a problem; k: stiffness of the body at its first two dofs. */
void contact_point_of(const CondensedProblem *problem, int i, const double *k, const ContactFields *fields,
                      ContactPoint *at);

/* The natural map: where the projection is taken, and what is left. */
typedef struct ContactView {
    bool touches, slips;
    NormalRow normal;
    double bound;          /* mu times the force, not negative */
    double ahead[2], t[2]; /* r_t - k slip; its direction */
    double length;
    double left; /* the largest that is not satisfied, as a force; not finite if a number is NaN */
} ContactView;

void contact_point_look(const ContactPoint *at, ContactView *view);
CondensedNode contact_view_state(const ContactView *view, int tangents);

/* The state that the row had if it holds within rounding (of normal and of tangential forces), else the one
 * computed; a row that touched does not open while a state that touches holds. Where rounding alone tells one
 * state from another (no slip and a force on the cone, a touch without force) a change is then always
 * something that happened. */
CondensedNode contact_point_kept(const ContactPoint *at, const double rounding[2], CondensedNode had,
                                 CondensedNode computed);

#endif
