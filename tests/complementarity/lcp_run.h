/* One run of a solver whose report must be sound. */
#ifndef JUDDER_TESTS_COMPLEMENTARITY_LCP_RUN_H
#define JUDDER_TESTS_COMPLEMENTARITY_LCP_RUN_H

#include "complementarity/lcp.h"
#include "judder_test.h"
#include "problems.h"

static inline LcpReport lcp_run(const LcpSolver *solver, const Problem *p, double *x, double *proof) {
    const Lcp lcp = problem_lcp(p);
    LcpReport report = {.iterations = -1};
    for (int i = 0; i < p->n; i++) x[i] = 0;
    assert_int_equal(solver->solve(&lcp, NULL, x, proof, &report), JUDDER_OK);
    assert_true(report.iterations >= 0);
    if (report.outcome != LCP_NONE && report.outcome != LCP_RAY)
        assert_true((report.outcome == LCP_SOLVED) == (report.residual <= 1e-12));
    assert_exact(report.residual, lcp_residual(&lcp, x));
    return report;
}

#endif
