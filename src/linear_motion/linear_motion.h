/* Motion of  M u'' + C u' + K u = f(t)  over a time in which f is a polynomial: u and v as Taylor
 * polynomials, exact to rounding, without a time step  (MO-7).
 *
 * A mode says which dofs move with a given acceleration (stuck, closed or driven ones) and how the forces of
 * contacts that slip follow the motion: a slope of mu is a dashpot, a friction that follows the normal force
 * of another row joins that row. Polynomials are in s = time/h in [0, 1]; coefficient k of dof i stands at
 * [k n + i].
 */
#ifndef JUDDER_LINEAR_MOTION_LINEAR_MOTION_H
#define JUDDER_LINEAR_MOTION_LINEAR_MOTION_H

#include "base/error.h"

#include <stdbool.h>

/* The highest power: with rate h <= 1 what is left out is below 1/25!. */
enum { LINEAR_TERMS = 24 };

/* A force on the dof `at`, factor times what the row of the given dof `of` lacks of balance. */
typedef struct LinearJoin {
    int at, of;
    double factor;
} LinearJoin;

/* A dashpot between a dof and the ground; a negative one feeds energy. */
typedef struct LinearDashpot {
    int at;
    double c;
} LinearDashpot;

typedef struct LinearMode {
    const bool *given; /* n: the acceleration is given */
    int join_count, dashpot_count;
    const LinearJoin *join;
    const LinearDashpot *dashpot;
} LinearMode;

/* The polynomials; coefficients 0 of u and v are the state, f and `moved` (accelerations of given dofs) the
 * caller's, the rest is made. */
typedef struct LinearMotion {
    int n;
    double h;
    double *u, *v, *a; /* (LINEAR_TERMS + 1) n; a up to LINEAR_TERMS - 1 */
    double *f, *moved;
    struct LinearWork *work;
} LinearMotion;

/* The matrices (n^2, row-major; M positive definite on the free dofs; C may be NULL) are borrowed. */
JudderErr linear_motion_create(int n, const double *M, const double *C, const double *K,
                               LinearMotion **motion);
void linear_motion_destroy(LinearMotion **motion);

/* Does not allocate. *singular: the free dofs have no mass, or none in the directions that the joins leave
 * (Painleve); nothing may be expanded then. */
JudderErr linear_motion_mode(LinearMotion *motion, const LinearMode *mode, bool *singular);
/* A bound of how fast the free motion changes, 1/s: expansions hold for h <= 1/rate. */
double linear_motion_rate(const LinearMotion *motion);
/* Makes the polynomials over a time h. */
void linear_motion_expand(LinearMotion *motion, double h);
/* Values at s. */
void linear_motion_at(const LinearMotion *motion, double s, double *u, double *v, double *a);
/* The force that keeps the dof on its way, (M a + C v + K u - f) of its row: LINEAR_TERMS coefficients. */
void linear_motion_force(const LinearMotion *motion, int dof, double *r);

/* A Taylor polynomial of the motion: coefficients that stand `stride` apart. */
typedef struct LinearSeries {
    const double *c;
    int stride, terms; /* the highest power */
} LinearSeries;
double linear_series_at(LinearSeries p, double s);
/* The integral of p q over [0, s], in units of s. */
double linear_series_work(LinearSeries p, LinearSeries q, double s);

#endif
