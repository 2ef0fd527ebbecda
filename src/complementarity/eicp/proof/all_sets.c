/* (ST-13), small problems: all 2^n sets. Floating-point eigenvalues: the only certificate that does not count
 * its rounding errors. A lower solution that it meets goes to the pool. */
#include "complementarity/eicp/proof/prover.h"

#include <math.h>
#include <string.h>

static JudderErr prove(EicpProof *proof, bool *proved) {
    const EicpProblem *problem = proof->problem;
    EicpSolutions solutions = {0};
    *proved = false;
    if (problem->n > EICP_ENUMERATE_MOST) return JUDDER_OK;
    TRY(eicp_enumerate_problem(problem, problem->from, proof->upto, &solutions));
    JudderErr err = JUDDER_OK;
    for (int k = 0; k < solutions.count && err == JUDDER_OK; k++) {
        double *x = solutions.x + (size_t)k * (size_t)problem->n;
        bool solved = eicp_pool_accept(proof->pool, solutions.mu[k], x);
        if (!solved) err = eicp_pool_offer(proof->pool, &solutions.mu[k], x, &solved);
    }
    *proved = solutions.count == 0 && !solutions.singular && solutions.whole;
    eicp_solutions_release(&solutions);
    TRY(err);
    if (!*proved) return JUDDER_OK;
    proof->proved_low = proof->upto;
    return eicp_certificate_add(proof->certificate, (EicpPiece){.kind = EICP_ALL_SETS, .node = -1}, NULL, 0);
}

const EicpProver enumeration_prover = {.name = "enumeration", .reference = "ST-13", .prove = prove};
