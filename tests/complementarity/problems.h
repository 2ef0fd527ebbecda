/* Linear complementarity problems whose outcome is known. */
#ifndef JUDDER_TESTS_COMPLEMENTARITY_PROBLEMS_H
#define JUDDER_TESTS_COMPLEMENTARITY_PROBLEMS_H

#include "complementarity/lcp.h"
#include "random.h"

#include <string.h>

enum { PROBLEM_MOST = 60 };

typedef struct Problem {
    int n;
    double M[PROBLEM_MOST * PROBLEM_MOST], q[PROBLEM_MOST];
} Problem;

static inline Lcp problem_lcp(const Problem *p) {
    return (Lcp){.n = p->n, .M = p->M, .q = p->q};
}

static inline void fill_q(Random *random, Problem *p) {
    for (int i = 0; i < p->n; i++) p->q[i] = random_in(random, -1, 1);
}

/* B B' + small I: symmetric positive definite. */
static inline void fill_definite(Random *random, int n, Problem *p) {
    double B[PROBLEM_MOST * PROBLEM_MOST];
    p->n = n;
    for (int i = 0; i < n * n; i++) B[i] = random_in(random, -1, 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = i == j ? 0.1 : 0;
            for (int k = 0; k < n; k++) sum += B[i * n + k] * B[j * n + k];
            p->M[i * n + j] = sum;
        }
    fill_q(random, p);
}

/* D (definite + skew) E with positive diagonals: P, in general neither symmetric nor definite. */
static inline void fill_P(Random *random, int n, Problem *p) {
    fill_definite(random, n, p);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            const double skew = random_in(random, -3, 3);
            p->M[i * n + j] += skew;
            p->M[j * n + i] -= skew;
        }
    for (int i = 0; i < n; i++) {
        const double row = random_size(random, 0.1, 10), column = random_size(random, 0.1, 10);
        for (int j = 0; j < n; j++) {
            p->M[i * n + j] *= row;
            p->M[j * n + i] *= column;
        }
    }
    fill_q(random, p);
}

/* Murty's family: lower triangular, 1 on the diagonal, 2 below, q = -1: 2^n - 1 steps of the
 * least-index method. */
static inline void fill_murty(int n, Problem *p) {
    p->n = n;
    for (int i = 0; i < n; i++) {
        p->q[i] = -1;
        for (int j = 0; j < n; j++) p->M[i * n + j] = i == j ? 1 : (j < i ? 2 : 0);
    }
}

/* Fathi's family: Murty's times its transpose, symmetric positive definite, exponential for
 * Lemke and Murty alike. */
static inline void fill_fathi(int n, Problem *p) {
    p->n = n;
    for (int i = 0; i < n; i++) {
        p->q[i] = -1;
        for (int j = 0; j < n; j++) {
            const int least = i < j ? i : j;
            p->M[i * n + j] = i == j ? 1 + 4 * i : 2 + 4 * least;
        }
    }
}

static inline void fill_given(int n, const double *M, const double *q, Problem *p) {
    p->n = n;
    memcpy(p->M, M, (size_t)(n * n) * sizeof *M);
    memcpy(p->q, q, (size_t)n * sizeof *q);
}

/* The largest |min(x_i, w_i)| in long double, in the units of the problem: written apart from the judge. */
static inline double natural_residual(const Problem *p, const double *x) {
    double worst = 0;
    for (int i = 0; i < p->n; i++) {
        long double w = p->q[i];
        for (int j = 0; j < p->n; j++) w += (long double)p->M[i * p->n + j] * x[j];
        worst = fmax(worst, fabs(fmin(x[i], (double)w)));
    }
    return worst;
}

#endif
