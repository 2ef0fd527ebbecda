#include "complementarity/eicp/proof/clp.h"

#include "base/system/loader.h"

#include <pthread.h>

static Clp loaded;
static bool is_loaded;
static char reason[LOADER_REASON];

static void load(void) {
    const LoaderSymbol symbols[] = {{"Clp_newModel", &loaded.create},
                                    {"Clp_deleteModel", &loaded.delete},
                                    {"Clp_setLogLevel", &loaded.set_log_level},
                                    {"Clp_scaling", &loaded.set_scaling},
                                    {"Clp_loadProblem", &loaded.load},
                                    {"Clp_setMaximumIterations", &loaded.set_most_iterations},
                                    {"Clp_primal", &loaded.solve},
                                    {"Clp_primalColumnSolution", &loaded.solution},
                                    {"Clp_status", &loaded.status},
                                    {0}};
    is_loaded = loader_find("libClp.so.1", symbols, reason);
}

JudderErr clp_load(const Clp **clp) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    *clp = &loaded;
    REQUIRE(is_loaded, error_machine("the library of linear programs cannot be loaded: %s", reason));
    return JUDDER_OK;
}
