/* Complementarity problems: linear (LCP), mixed (MCP), and the classes of matrices that decide how many
 * solutions there are. A solver says how it ended; whether x solves the problem says the judge, and a proof
 * of "no solution" is checked by functions that do not know who made it. */
#ifndef JUDDER_COMPLEMENTARITY_H
#define JUDDER_COMPLEMENTARITY_H

#include "judder/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* w = M x + q, 0 <= x _|_ w >= 0 */
typedef struct judder_lcp {
    int n;
    const double *M, *q;
} judder_lcp;

typedef enum judder_lcp_outcome {
    JUDDER_LCP_SOLVED,
    /* Lemke's method left along a ray, which proves that M is not P; for some classes of M that there is no
     * solution */
    JUDDER_LCP_RAY,
    JUDDER_LCP_NONE, /* proved: no solution */
    JUDDER_LCP_LIMIT /* gave up */
} judder_lcp_outcome;

typedef struct judder_lcp_report {
    judder_lcp_outcome outcome;
    long iterations;
    double residual; /* by the judge */
} judder_lcp_report;

/* By "lemke", "principal_pivoting", "projected_gauss_seidel", "fischer_burmeister" or "minimum"; NULL: by
 * what is best, several in turn, until there is a solution or a proof that there is none. x holds a start
 * (where one is wanted; NULL needs none) and the answer; proof (n numbers, may be NULL) gets what proves a
 * ray or none. */
JUDDER_API judder_status judder_lcp_solve(const judder_lcp *lcp, const char *solver, double *x, double *proof,
                                          judder_lcp_report *report);
/* The judge: the largest violation, relative to the sizes in each row. */
JUDDER_API double judder_lcp_residual(const judder_lcp *lcp, const double *x);
/* Whether a proof of JUDDER_LCP_RAY, of JUDDER_LCP_NONE, holds; the signs of the sums are exact. */
JUDDER_API bool judder_lcp_ray_holds(const judder_lcp *lcp, const double *proof);
JUDDER_API bool judder_lcp_none_holds(const judder_lcp *lcp, const double *proof);

/* All solutions of a problem of at most 20 rows; of a family, its vertices. */
typedef struct judder_lcp_solutions {
    size_t count;
    bool continuum, complete;
    const double *x;    /* count rows of n */
    const bool *family; /* whether that row is a vertex of a family */
    void *owner;
} judder_lcp_solutions;
JUDDER_API judder_status judder_lcp_enumerate(const judder_lcp *lcp, judder_lcp_solutions *solutions);
JUDDER_API void judder_lcp_solutions_release(judder_lcp_solutions *solutions);

/* P: one solution for every q. P0: minors >= 0. R0: 0 <= x _|_ M x >= 0 for x = 0 alone. */
typedef enum judder_class { JUDDER_CLASS_P, JUDDER_CLASS_P0, JUDDER_CLASS_R0 } judder_class;
typedef enum judder_answer { JUDDER_ANSWER_UNKNOWN, JUDDER_ANSWER_NO, JUDDER_ANSWER_YES } judder_answer;

typedef struct judder_class_report {
    judder_answer answer;
    const char *proof; /* "diagonal scaling", "all minors", "minor", "vector", ...; "" if unknown */
    double minor;      /* of the rows that are the witness, if the proof is a minor */
} judder_class_report;
/* set (n flags) and vector (n numbers), both may be NULL, get what proves the answer. */
JUDDER_API judder_status judder_class_of(judder_class which, int n, const double *M, bool *set,
                                         double *vector, judder_class_report *report);

/* low <= x <= high, F_i >= 0 at low_i, <= 0 at high_i, = 0 between. */
typedef struct judder_mcp {
    int n;
    const double *low, *high; /* NULL: 0 and infinity */
    /* F (n numbers) and, unless J is NULL, its Jacobian (row by row). */
    judder_status (*at)(void *context, const double *x, double *F, double *J);
    void *context;
} judder_mcp;

typedef enum judder_mcp_outcome {
    JUDDER_MCP_SOLVED,
    JUDDER_MCP_STATIONARY, /* a local minimum of the merit that is no solution */
    JUDDER_MCP_LIMIT,
    JUDDER_MCP_OUTSIDE /* F is no number at the start */
} judder_mcp_outcome;

typedef struct judder_mcp_report {
    judder_mcp_outcome outcome;
    long iterations;
    double residual; /* by the judge */
} judder_mcp_report;

/* By "fischer_burmeister" or "minimum"; NULL: the first. x holds the start and the answer. */
JUDDER_API judder_status judder_mcp_solve(const judder_mcp *mcp, const char *solver, double *x,
                                          judder_mcp_report *report);
JUDDER_API judder_status judder_mcp_residual(const judder_mcp *mcp, const double *x, double *residual);

#ifdef __cplusplus
}
#endif

#endif
