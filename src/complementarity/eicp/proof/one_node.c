/* (ST-13) (2): one bad node j, that of least A_jj/B_jj > 0. Where it sticks, the rest has a scaling; where
 * it slips, x_j = 1 say, the rest x_r(mu) is then the only solution of its own problem, and
 * h(mu) = M_jj + M_jr x_r(mu) > 0 is shown by forms shifted to x_r(mu). Near mu* the slip set is forced to
 * be that of the solution. */
#include "complementarity/eicp/proof/prover.h"

static JudderErr one_node_prove(EicpProof *proof, bool *proved) {
    SCOPED(eicp_engine_destroy) EicpEngine *engine = NULL;
    TRY(eicp_engine_create(proof, &engine));
    engine->most_splits = 1;
    engine->thorough = false;
    return eicp_engine_prove(engine, NULL, proved);
}

const EicpProver one_node_prover = {.name = "one node", .reference = "ST-13", .prove = one_node_prove};
