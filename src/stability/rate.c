#include "stability/rate.h"

#include "complementarity/classes.h"

#include <stdlib.h>

void rate_matrix(const RateProblem *problem, double *M) {
    const size_t n = (size_t)problem->n;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            M[i * n + j] = problem->A[i * n + j] - problem->mu[i] * problem->B[i * n + j];
}

/* One solution if one is found; it is the only one if the matrix is P (ST-11). */
static JudderErr solve_one(const Lcp *lcp, RateReport *report) {
    const size_t n = (size_t)lcp->n;
    LcpSolutions *found = &report->solutions;
    found->x = calloc(n, sizeof *found->x);
    found->family = calloc(1, sizeof *found->family);
    bool *set = calloc(n, sizeof *set);
    double *witness = calloc(n, sizeof *witness);
    JudderErr err = found->x && found->family && set && witness ? JUDDER_OK : error_memory();
    LcpReport one = {0};
    if (err == JUDDER_OK) err = lcp_answer(lcp, found->x, NULL, &one);
    if (err == JUDDER_OK && one.outcome == LCP_SOLVED) found->count = 1;
    if (err == JUDDER_OK && one.outcome == LCP_NONE) report->all = true;
    if (err == JUDDER_OK && found->count) {
        ClassReport class = {0};
        err = class_P(lcp->n, lcp->M, set, witness, &class);
        report->all = err == JUDDER_OK && class.answer == ANSWER_YES;
    }
    free(set);
    free(witness);
    return err;
}

static JudderErr judge(const Lcp *lcp, RateReport *report) {
    const int count = report->solutions.count;
    report->residual = malloc(((size_t)count + 1) * sizeof *report->residual);
    REQUIRE(report->residual, error_memory());
    for (int i = 0; i < count; i++)
        report->residual[i] = lcp_residual(lcp, report->solutions.x + (size_t)i * (size_t)lcp->n);
    return JUDDER_OK;
}

JudderErr rate_solve(const RateProblem *problem, RateReport *report) {
    const size_t n = (size_t)problem->n;
    *report = (RateReport){0};
    double *M = malloc((n * n + n + 1) * sizeof *M);
    REQUIRE(M, error_memory());
    double *q = M + n * n;
    rate_matrix(problem, M);
    for (size_t i = 0; i < n; i++) q[i] = -(problem->a[i] - problem->mu[i] * problem->b[i]);
    const Lcp lcp = {problem->n, M, q};
    JudderErr err;
    if (problem->n <= RATE_ENUMERATE_MOST) {
        err = lcp_enumerate(&lcp, &report->solutions);
        report->all = err == JUDDER_OK && report->solutions.complete;
    } else {
        err = solve_one(&lcp, report);
    }
    if (err == JUDDER_OK) err = judge(&lcp, report);
    free(M);
    if (err != JUDDER_OK) rate_release(report);
    return err;
}

void rate_release(RateReport *report) {
    lcp_solutions_release(&report->solutions);
    free(report->residual);
    *report = (RateReport){0};
}
