/* One contact row at some forces and displacements (or velocities): the natural map that Newton methods
 * solve, the states that hold at the end of an increment, the judge. (BD-2)
 *
 *   phi(p, g) = 0,   r_t = P(r_t - k slip),  P the projection onto the disc of radius mu p
 */
#ifndef JUDDER_CONDENSED_POINT_H
#define JUDDER_CONDENSED_POINT_H

#include "condensed/condensed.h"

typedef struct ContactPoint {
    const Contact *contact;
    NormalPoint normal;
    int tangents; /* 1 or 2 */
    double mu;    /* at this slip */
    double k;     /* stiffness of the body along the tangents: makes a force of a slip */
    double r[2], slip[2];
    double blur;   /* of a slip whose direction is not better known: what its force may miss by */
    double hidden; /* of a creep whose speed is not better known: what its bound may miss by */
} ContactPoint;

/* Of a force or slip with one or two tangents. */
double contact_length(const double *x, int tangents);

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

/* The normal velocity of a row over the time push->h from the gap push->g, the others held, and its force;
 * `free`: without one. A displacement if h is 1. */
double contact_normal_root(const Contact *contact, const NormalPush *push, double free, double *p);

/* The judge, which knows no solver: what is out of balance and each row against its laws, as parts of the
 * scale. A slip too small to have a direction counts in proportion to k |slip|, all of it if k is INFINITY.
 */
typedef struct JudgedContact {
    int n;
    const void *of;
    void (*point)(const void *of, int row, ContactPoint *at);
    ContactLeft left; /* anywhere, under the forces of the points */
} JudgedContact;
void contact_judge(const JudgedContact *judged, ContactDefect *defect);

/* S x = b + r on a dense matrix: the largest difference, the largest sum of sizes in a row and the largest
 * number summed. */
typedef struct DenseBalance {
    int size;
    const double *S, *x, *b, *r;
    double off, sum, part;
} DenseBalance;
void contact_balance(DenseBalance *balance);

#endif
