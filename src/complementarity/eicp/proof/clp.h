/* The functions of CLP that are needed, looked up when the first linear program is solved: few runs have one,
 * and loading the library and those behind it at every start took a quarter of the time of `judder check`. */
#ifndef JUDDER_COMPLEMENTARITY_EICP_PROOF_CLP_H
#define JUDDER_COMPLEMENTARITY_EICP_PROOF_CLP_H

#include "base/error.h"

#include <Clp_C_Interface.h>

/* Each has the type that CLP declares. */
typedef struct Clp {
    __typeof__(&Clp_newModel) create;
    __typeof__(&Clp_deleteModel) delete;
    __typeof__(&Clp_setLogLevel) set_log_level;
    __typeof__(&Clp_scaling) set_scaling;
    __typeof__(&Clp_loadProblem) load;
    __typeof__(&Clp_setMaximumIterations) set_most_iterations;
    __typeof__(&Clp_primal) solve;
    __typeof__(&Clp_primalColumnSolution) solution;
    __typeof__(&Clp_status) status;
} Clp;

/* A library that is not there is a failure of the machine. May be called by several threads. */
JudderErr clp_load(const Clp **clp);

#endif
