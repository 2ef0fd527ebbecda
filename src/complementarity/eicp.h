/* The eigenvalue complementarity problem [judice2007]  0 <= x _|_ (A - mu B) x >= 0,  x != 0, sum of x = 1
 * (ST-6), and the search for its least mu with a proof that nothing lies below (ST-13). */
#ifndef JUDDER_COMPLEMENTARITY_EICP_H
#define JUDDER_COMPLEMENTARITY_EICP_H

#include "base/error.h"
#include "base/log.h"

#include <math.h>
#include <stdbool.h>

typedef struct Eicp {
    int n;
    const double *A, *B; /* row-major */
} Eicp;

/* How far the entries of the true A and B may be from those given, n by n each: every proof then holds for
 * all of them (PR-5). */
typedef struct EicpRadii {
    const double *A_D, *B_D;
} EicpRadii;

typedef enum EicpOutcome {
    EICP_FOUND,
    EICP_NONE,      /* proved: no solution in the requested interval */
    EICP_NOT_FOUND, /* nothing found, nothing proved beyond mu_low */
} EicpOutcome;

/* What "certified" means: proved that no solution lies in [from, mu_low) and that one lies in [mu_low,
 * mu_high], both within EICP_MARGIN of each other; or that there is none. At mu itself no proof by
 * definiteness can hold, since the matrix is singular there. */
#define EICP_MARGIN 1e-9

/* Whether what is proved of the least mu, [low, high], is that narrow; NAN is not. */
static inline bool eicp_is_narrow(double low, double high) {
    const double size = fmin(low < 0 ? -low : low, high < 0 ? -high : high);
    return high - low <= EICP_MARGIN * size;
}

typedef struct EicpCertificate EicpCertificate; /* complementarity/eicp/proof/certificate.h */
typedef struct EicpProver EicpProver;

enum { EICP_SECONDS = 30 }; /* the default limit of a search */

typedef struct EicpSearch {
    double from, to;    /* interval of mu; `to` may be infinite */
    long nodes;         /* limit of the branch and bound; 0: the default */
    double seconds;     /* limit of the whole search, of computing (work_seconds); 0: the default */
    bool uncertified;   /* leave the certificates out */
    const double *near; /* a vector to start from, with near_mu; NULL: none. Without certificates a pair
                         * that it leads to is the answer, and nothing else is asked */
    double near_mu;
    const EicpRadii *radii;           /* NULL: A and B are exact */
    const Log *log;                   /* NULL: no progress */
    const EicpProver *const *provers; /* ends with NULL; NULL itself: all of eicp_provers */
    EicpCertificate **certificate;    /* gets the proof, to be destroyed by the caller; may be NULL */
} EicpSearch;

typedef struct EicpReport {
    EicpOutcome outcome;
    double mu, residual;     /* of the least solution found */
    bool certified;          /* proved the least in the interval, up to EICP_MARGIN, or proved none */
    const char *certificate; /* which proof that nothing lies below: the name of a prover; "" */
    const char *existence;   /* which proof that there is one up to mu_high; "" */
    const char *generator;   /* which search found it; "" */
    double mu_low;           /* proved: no solution in [from, mu_low) */
    double mu_high;          /* proved: one in [mu_low, mu_high]; NAN: not proved */
    long candidates, nodes;  /* solutions found on the way; pieces looked at by the branch and bound */
} EicpReport;

/* The judge: the largest violation of x >= 0, w >= 0, x_i w_i = 0 with w = (A - mu B) x, each row relative to
 * the size of what was summed in it, for x with sum 1. Infinite for NaN and for x = 0. */
double eicp_residual(const Eicp *eicp, double mu, const double *x);

/* Least mu in the interval; x (n numbers) gets its vector. */
JudderErr eicp_least(const Eicp *eicp, const EicpSearch *search, double *x, EicpReport *report);

/* Some solution of a general EiCP, by homotopies of the matrix from several starts. */
JudderErr eicp_any(const Eicp *eicp, double *x, EicpReport *report);

/* All solutions for small n by the 2^n sets. A set whose pencil is singular may hold a whole family. */
enum { EICP_ENUMERATE_MOST = 16 };
typedef struct EicpSolutions {
    int count;
    bool singular; /* some set has det(A - mu B) = 0 for every mu: the list may lack its solutions */
    bool whole;    /* false: interrupted, some sets were not examined */
    int undecided; /* eigenpairs in the interval whose residual stayed poor, one of a plane of them, or with
                      a mu beyond the range of doubles, which is not in the list */
    bool complete; /* whole, nothing singular, nothing undecided: all solutions are in the list */
    double *mu;    /* ascending */
    double *x;     /* count rows of n */
} EicpSolutions;

JudderErr eicp_enumerate(const Eicp *eicp, double from, double to, EicpSolutions *solutions);
void eicp_solutions_release(EicpSolutions *solutions);

#endif
