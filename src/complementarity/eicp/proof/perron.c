/* (ST-13) (1): the found solution has x > 0 on all nodes and M(mu*)' y = 0 has y > 0; then D = diag(y/x)
 * makes sym(D M) positive definite on the whole of [from, mu*) if it does so at both ends. */
#include "complementarity/eicp/proof/prover.h"

#include "base/dense.h"

#include <math.h>
#include <stdlib.h>

/* The left vector by inverse iteration; false if it is not of one sign. */
static JudderErr left_vector(const EicpProblem *problem, double mu, double *y, bool *positive) {
    const size_t n = (size_t)problem->n;
    SCOPED_FREE double *turned = calloc(n * n, sizeof *turned);
    REQUIRE(turned, error_memory());
    for (size_t i = 0; i < n; i++) {
        y[i] = 1;
        for (size_t j = 0; j < n; j++)
            turned[i * n + j] = problem->A[j * n + i] - mu * (1 - 1e-13) * problem->B[j * n + i];
    }
    SCOPED(dense_factor_destroy) DenseFactor *factor = NULL;
    bool singular = false;
    JudderErr err = dense_factor_create(problem->n, turned, &factor, &singular);
    for (int k = 0; k < 3 && err == JUDDER_OK && !singular; k++) {
        double sum = 0;
        err = dense_factor_solve(factor, y);
        for (size_t i = 0; i < n; i++) sum += y[i];
        singular = !(fabs(sum) > 0) || !isfinite(sum); /* not of one sign, or overflown */
        for (size_t i = 0; i < n && !singular; i++) y[i] /= sum;
    }
    *positive = !singular;
    for (size_t i = 0; i < n; i++) *positive = *positive && y[i] > 0 && isfinite(y[i]);
    return err;
}

static JudderErr prove_with(EicpProof *proof, double *d, EicpSide *side, bool *proved) {
    const EicpProblem *problem = proof->problem;
    const EicpPool *pool = proof->pool;
    bool positive = false;
    TRY(left_vector(problem, pool->mu, d, &positive));
    if (!positive) return JUDDER_OK;
    for (int i = 0; i < problem->n; i++) d[i] /= pool->x[i];
    const EicpBox box = {problem->from, proof->upto, side};
    TRY(eicp_form_empties(problem, &box, -1, d, proved));
    if (!*proved) return JUDDER_OK;
    return eicp_certificate_add(proof->certificate, (EicpPiece){.kind = EICP_FORM, .node = -1}, d,
                                (size_t)problem->n);
}

static JudderErr perron_prove(EicpProof *proof, bool *proved) {
    const size_t n = (size_t)proof->problem->n;
    *proved = false;
    if (isinf(proof->pool->mu)) return JUDDER_OK;
    for (size_t i = 0; i < n; i++)
        if (!(proof->pool->x[i] > 0)) return JUDDER_OK;
    SCOPED_FREE double *d = malloc(n * sizeof *d);
    SCOPED_FREE EicpSide *side = calloc(n, sizeof *side);
    REQUIRE(d && side, error_memory());
    return prove_with(proof, d, side, proved);
}

const EicpProver perron_prover = {.name = "perron", .reference = "ST-13", .prove = perron_prove};
