/* (ST-13) (3): the engine without a limit of splits, optimised scalings and linear programs. */
#include "complementarity/eicp/proof/prover.h"

static JudderErr prove(EicpProof *proof, bool *proved) {
    EicpEngine *engine = NULL;
    TRY(eicp_engine_create(proof, &engine));
    engine->most_splits = proof->problem->n;
    engine->thorough = true;
    const JudderErr err = eicp_engine_prove(engine, NULL, proved);
    eicp_engine_destroy(&engine);
    return err;
}

const EicpProver branch_and_bound_prover = {
    .name = "branch and bound", .reference = "ST-13", .rigorous = true, .prove = prove};
