/* An EiCP as the searches and proofs see it: A and B divided by powers of two, so that their largest entries
 * lie in [1/2, 1) and no digit changes; mu = unit times the scaled mu. */
#ifndef JUDDER_COMPLEMENTARITY_EICP_PROBLEM_PROBLEM_H
#define JUDDER_COMPLEMENTARITY_EICP_PROBLEM_PROBLEM_H

#include "complementarity/eicp.h"

#include "base/dense.h"
#include "base/number/rounding.h"

#include <stddef.h>

typedef struct EicpProblem {
    int n;
    Eicp given; /* borrowed */
    double *A, *B;
    double *A_D, *B_D; /* radii, also of what scaling took from small entries; NULL: exact */
    double unit;
    int exponent[2]; /* A and B were divided by 2 to these */
    double from, to; /* scaled */
    double deadline; /* of work_seconds; infinite: none */
} EicpProblem;

JudderErr eicp_problem_create(const Eicp *eicp, double from, double to, EicpProblem **problem);
/* Radii of the entries of the problem as given; NULL: none. */
JudderErr eicp_problem_set_radii(EicpProblem *problem, const EicpRadii *radii);
void eicp_problem_destroy(EicpProblem **problem);

/* A bound of mu in the numbers of the problem as given, from below or from above also where it is too small
 * or too large for a double. */
static inline double eicp_problem_mu(const EicpProblem *problem, double mu, bool above) {
    return rounding_scaled(mu, problem->exponent[0] - problem->exponent[1], above);
}

/* The scaled problem as one to be judged. */
Eicp eicp_problem_view(const EicpProblem *problem);

/* M <- A - mu B; for an infinite mu its direction, -B. */
void eicp_matrix(const EicpProblem *problem, double mu, double *M);

/* How far an entry of A - mu B, or of -B, may be from that of the true one (PR-5). */
static inline double eicp_radius(const EicpProblem *problem, double mu, size_t at) {
    if (!problem->A_D) return 0;
    if (mu == HUGE_VAL) return problem->B_D[at];
    return (problem->A_D[at] + fabs(mu) * problem->B_D[at]) * ROUNDING_UP;
}

/* w <- (A - mu B) x */
void eicp_rates(const EicpProblem *problem, double mu, const double *x, double *w);

/* The rows and columns of a set, packed. */
void eicp_gather(int n, const double *M, const int *set, int count, double *packed);

/* A shift s, the largest entry of (A - s B)^-1 B with which it is taken, and room for n by n. */
typedef struct EicpShift {
    double s, most;
    double *room;
} EicpShift;
/* Eigenpairs of A x = mu B x: with A - s B invertible they are those of (A - s B)^-1 B, theta = 1/(mu - s),
 * which costs a fraction of the pencil's; where it is singular, or nearly so, by the pencil. */
JudderErr eicp_eigen(const Eicp *eicp, EicpShift shift, const DensePencil *found);

/* eicp_enumerate of a problem that is scaled already, within its deadline. */
JudderErr eicp_enumerate_problem(const EicpProblem *problem, double from, double to,
                                 EicpSolutions *solutions);

/* Whether the search should end: its time is over, or the user wants it. */
bool eicp_time_over(const EicpProblem *problem);

#endif
