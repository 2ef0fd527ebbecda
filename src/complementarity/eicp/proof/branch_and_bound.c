/* (ST-13) (3): the engine without a limit of splits, optimised scalings and linear programs. */
#include "complementarity/eicp/proof/prover.h"

enum { MOST_WITH_RAYS = 140 }; /* beyond, a linear program costs more than it gives */

static JudderErr branch_and_bound_prove(EicpProof *proof, bool *proved) {
    SCOPED(eicp_engine_destroy) EicpEngine *engine = NULL;
    TRY(eicp_engine_create(proof, &engine));
    engine->most_splits = proof->problem->n;
    engine->thorough = true;
    JudderErr err = JUDDER_OK;
    if (proof->problem->n <= MOST_WITH_RAYS) err = eicp_ray_search_create(proof->problem, &engine->rays);
    if (err == JUDDER_OK) err = eicp_engine_prove(engine, NULL, proved);
    return err;
}

const EicpProver branch_and_bound_prover = {
    .name = "branch and bound", .reference = "ST-13", .prove = branch_and_bound_prove};
