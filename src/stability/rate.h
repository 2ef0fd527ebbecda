/* The rate problem of an equilibrium in impending slip (ST-10): which slip rates x >= 0 may a rate of load
 * cause, psi = (A - mu B) x - (a - mu b) >= 0, x psi = 0. None, one, several, or a continuum. */
#ifndef JUDDER_STABILITY_RATE_H
#define JUDDER_STABILITY_RATE_H

#include "base/error.h"
#include "complementarity/lcp.h"
#include "stability/pencil.h"

enum { RATE_ENUMERATE_MOST = 14 };

typedef struct RateProblem {
    int n;
    const double *A, *B;                 /* of the pencil at z = 0 */
    const double *a, *b;                 /* the load */
    const double *mu;                    /* of each contact */
    const double *A_D, *B_D, *a_D, *b_D; /* radii; NULL: exact */
    /* Why radii of the matrices, or of the load, cannot be had: what needs them is not proved. NULL: they are
     * known. */
    const char *open, *load_open;
} RateProblem;

/* The matrices of a pencil at z = 0 with their radii where it can enclose them, and room for a load with
 * radii. */
typedef struct RateRoom {
    double *A, *B, *A_D, *B_D, *a, *b, *a_D, *b_D;
    const char *open; /* why they are not enclosed; NULL */
} RateRoom;
JudderErr rate_room_open(const Pencil *pencil, RateRoom *room);
void rate_room_release(RateRoom *room);
RateProblem rate_room_problem(const RateRoom *room, int n, const double *mu);

typedef struct RateReport {
    bool all; /* proved: every solution is in the list, for all problems within the radii */
    LcpSolutions solutions;
    double *residual; /* of each solution, by lcp_residual */
} RateReport;

/* A - mu B in room of the caller, row by row with the mu of the contact, and its radii, what is rounded on
 * the way counted. */
void rate_matrix(const RateProblem *problem, double *M, double *M_D);
JudderErr rate_solve(const RateProblem *problem, RateReport *report);
void rate_release(RateReport *report);

#endif
