/* The eigenvalue complementarity problem  0 <= x _|_ (A - mu B) x >= 0,  x != 0, sum of x = 1: the least mu,
 * with a proof that nothing lies below. */
#ifndef JUDDER_EICP_H
#define JUDDER_EICP_H

#include "judder/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct judder_eicp {
    int n;
    const double *A, *B;
} judder_eicp;

typedef enum judder_eicp_outcome {
    JUDDER_EICP_FOUND,
    JUDDER_EICP_NONE,     /* proved: no solution in the requested interval */
    JUDDER_EICP_NOT_FOUND /* nothing found, nothing proved beyond mu_low */
} judder_eicp_outcome;

typedef struct judder_eicp_search {
    double from, to;  /* interval of mu; to = 0 with from = 0: without end */
    double seconds;   /* limit of the whole search; 0: the default */
    bool uncertified; /* leave the proof out */
} judder_eicp_search;

typedef struct judder_eicp_report {
    judder_eicp_outcome outcome;
    double mu, residual;    /* of the least solution found; residual by the judge */
    bool certified;         /* proved: the least, to 1e-9 of it, or that there is none */
    const char *proof;      /* which; "" */
    double mu_low;          /* proved: no solution in [from, mu_low) */
    long candidates, nodes; /* solutions met on the way; pieces of the branch and bound */
} judder_eicp_report;

/* A proof, as data. */
typedef struct judder_certificate judder_certificate;

/* The least mu; x gets its vector. search and certificate may be NULL. */
JUDDER_API judder_status judder_eicp_least(const judder_eicp *eicp, const judder_eicp_search *search,
                                           double *x, judder_certificate **certificate,
                                           judder_eicp_report *report);
/* Some solution of a problem of any kind. */
JUDDER_API judder_status judder_eicp_any(const judder_eicp *eicp, double *x, judder_eicp_report *report);
/* The judge. */
JUDDER_API double judder_eicp_residual(const judder_eicp *eicp, double mu, const double *x);

/* Whether a certificate proves that no solution lies in [from, mu (1 - 1e-9)], all rounding counted; it looks
 * at the problem and the data, not at who made them. pieces: how many the proof has. */
JUDDER_API judder_status judder_certificate_holds(const judder_certificate *certificate,
                                                  const judder_eicp *eicp, double from, double mu,
                                                  bool *holds);
JUDDER_API size_t judder_certificate_pieces(const judder_certificate *certificate);
JUDDER_API void judder_certificate_destroy(judder_certificate **certificate);

/* All solutions of a problem of at most 16 rows. */
typedef struct judder_eicp_solutions {
    size_t count;
    bool singular;    /* some set has a singular pencil: the list may lack its solutions */
    bool whole;       /* false: interrupted, some sets were not examined */
    bool complete;    /* proved by exact arithmetic (n <= 8): all solutions are in the list */
    int undecided;    /* eigenpairs in the interval that could be neither taken nor refused */
    const double *mu; /* ascending */
    const double *x;  /* count rows of n */
    void *owner;
} judder_eicp_solutions;
JUDDER_API judder_status judder_eicp_enumerate(const judder_eicp *eicp, double from, double to,
                                               judder_eicp_solutions *solutions);
JUDDER_API void judder_eicp_solutions_release(judder_eicp_solutions *solutions);

#ifdef __cplusplus
}
#endif

#endif
