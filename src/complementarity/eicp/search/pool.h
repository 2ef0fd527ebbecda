/* Candidates: every generator offers what it finds; the pool polishes, asks the judge and keeps the least. */
#ifndef JUDDER_COMPLEMENTARITY_EICP_SEARCH_POOL_H
#define JUDDER_COMPLEMENTARITY_EICP_SEARCH_POOL_H

#include "complementarity/eicp/problem/problem.h"

#include <stdint.h>

#define EICP_POLISHED 1e-12 /* residual of an accepted solution */

/* Real eigenpairs of A x = mu B x, ascending in mu; vectors one per row, with sum of positive
 * entries >= that of negative ones. */
typedef struct EicpSpectrum {
    int count;
    double *mu, *x;
} EicpSpectrum;

typedef struct EicpPool {
    const EicpProblem *problem;
    double mu, residual; /* of the least so far; mu infinite: none */
    double *x;
    const char *generator;
    const char *present; /* the generator at work */
    long count;
    EicpSpectrum spectrum;
    bool spectrum_known;
    uint64_t random;
    double *w, *trial, *best, *M, *block, *column; /* work of the corrector */
    int *set, *last_set;
} EicpPool;

typedef struct EicpGenerator {
    const char *name;
    const char *reference;
    JudderErr (*search)(EicpPool *pool);
} EicpGenerator;

extern const EicpGenerator *const eicp_generators[]; /* ends with NULL; the cheap and likely ones first */

extern const EicpGenerator all_slip_generator, single_node_generator, active_set_generator,
    fischer_burmeister_generator, min_newton_generator, mu_homotopy_generator, matrix_homotopy_generator;

JudderErr eicp_pool_create(const EicpProblem *problem, EicpPool **pool);
void eicp_pool_destroy(EicpPool **pool);

/* Judges (mu, x) as it is; within [from, to] it stands in the pool if it is the least so far. */
bool eicp_pool_accept(EicpPool *pool, double mu, const double *x);

/* Corrects (mu, x) by the active-set Newton method; what comes out is judged as above, settled or not: at a
 * double root the steps shrink too slowly to settle. *mu and x get the corrected pair. */
JudderErr eicp_pool_offer(EicpPool *pool, double *mu, double *x, bool *solved);

/* The same correction alone: Newton's method for M_SS x_S = 0, sum x = 1 on the set S = {x_i > w_i}, with S
 * taken anew in every step. What does not settle ends with the pair of the least residual on its way. */
JudderErr eicp_settle(EicpPool *pool, double *mu, double *x, bool *settled);

/* One such step with the first `count` entries of pool->set as S; *step is the change,
 * infinite for a singular one. */
JudderErr eicp_newton_on_set(EicpPool *pool, int count, double *mu, double *x, double *step);

JudderErr eicp_pool_spectrum(EicpPool *pool, const EicpSpectrum **spectrum);

/* Uniform in (0, 1), the same in every run. */
double eicp_pool_random(EicpPool *pool);

/* A mu for a vector that is none yet: the quotient of its forms, held inside the interval. */
double eicp_quotient(const EicpPool *pool, const double *x);

/* Divides by the sum. */
void eicp_normalise(int n, double *x);

#endif
