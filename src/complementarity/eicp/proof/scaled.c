/* (ST-13) (1) with other scalings, each on a part of the interval of mu; no node is split. */
#include "complementarity/eicp/proof/prover.h"

static JudderErr scaled_prove(EicpProof *proof, bool *proved) {
    SCOPED(eicp_engine_destroy) EicpEngine *engine = NULL;
    TRY(eicp_engine_create(proof, &engine));
    engine->most_splits = 0;
    engine->thorough = true;
    return eicp_engine_prove(engine, NULL, proved);
}

const EicpProver scaling_prover = {.name = "scaling", .reference = "ST-13", .prove = scaled_prove};
