/* Proofs that a solution exists, for every member of A and B with radii, all rounding counted. mu and x are
 * those of the scaled problem (problem.h). */
#ifndef JUDDER_COMPLEMENTARITY_EICP_EXISTENCE_EXISTS_H
#define JUDDER_COMPLEMENTARITY_EICP_EXISTENCE_EXISTS_H

#include "complementarity/eicp/problem/problem.h"
#include "complementarity/eicp/proof/certificate.h"

/* (PR-6), (PR-7) Krawczyk's test [krawczyk1969] about (mu, x): *high gets the upper end of the box of mu;
 * NAN: not proved.
 */
JudderErr eicp_box_exists(const EicpProblem *problem, double mu, const double *x, double *high);
/* (PR-8) A is strictly copositive and a ray stands at mu_1, so that a solution lies in (0, mu_1]. */
JudderErr eicp_ray_exists(const EicpProblem *problem, double mu_1, bool *proved);
/* x, made of small integers, solves the problem at mu exactly. */
JudderErr eicp_null_vector(const EicpProblem *problem, double mu, const double *x, bool *proved);

/* One of these, about a solution that was found: *high NAN: none holds; *proof names it. */
JudderErr eicp_prove_existence(const EicpProblem *problem, double mu, const double *x, double *high,
                               const char **proof);
/* The same of a problem as given. */
typedef struct EicpPoint {
    double from, mu;
    const double *x;
} EicpPoint;
JudderErr eicp_exists_within(const EicpBounded *bounded, const EicpPoint *point, double *high,
                             const char **proof);

/* The symmetric part of A +- A_D (NULL: exact) and its radii, with the rounding of the mean. */
void eicp_symmetric_part(int n, const double *A, const double *A_D, double *Q, double *radius);
/* Whether every member of A +- A_D (NULL: exact), not symmetric perhaps, is proved strictly copositive:
 * entries >= 0 with a positive diagonal, a positive definite symmetric part, or principal sets, for small n.
 */
JudderErr eicp_proves_copositive(int n, const double *A, const double *A_D, bool *proved);

#endif
