/* (ST-13), small problems: all 2^n sets. Eigenvalues in floating point prove nothing, but a lower solution
 * that they show goes to the pool, so that the proofs begin again below it. */
#include "complementarity/eicp/proof/prover.h"

static JudderErr all_sets_prove(EicpProof *proof, bool *proved) {
    const EicpProblem *problem = proof->problem;
    SCOPED(eicp_solutions_release) EicpSolutions solutions = {0};
    *proved = false;
    if (problem->n > EICP_ENUMERATE_MOST) return JUDDER_OK;
    TRY(eicp_enumerate_problem(problem, problem->from, proof->upto, &solutions));
    JudderErr err = JUDDER_OK;
    for (int k = 0; k < solutions.count && err == JUDDER_OK; k++) {
        double *x = solutions.x + (size_t)k * (size_t)problem->n;
        bool solved = eicp_pool_accept(proof->pool, solutions.mu[k], x);
        if (!solved) err = eicp_pool_offer(proof->pool, &solutions.mu[k], x, &solved);
    }
    return err;
}

const EicpProver enumeration_prover = {.name = "enumeration", .reference = "ST-13", .prove = all_sets_prove};
