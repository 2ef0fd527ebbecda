#include "complementarity/eicp/proof/clp.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static Clp loaded;
static bool is_loaded;
static char reason[200];

/* POSIX wants a function to fit into the pointer that dlsym gives; ISO C does not know that, so
 * its bytes are copied. */
static bool find(void *library, const char *name, void *function) {
    void *const symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static void load(void) {
    void *library = dlopen("libClp.so.1", RTLD_NOW | RTLD_LOCAL);
    is_loaded = library && find(library, "Clp_newModel", &loaded.create) &&
                find(library, "Clp_deleteModel", &loaded.delete) &&
                find(library, "Clp_setLogLevel", &loaded.set_log_level) &&
                find(library, "Clp_scaling", &loaded.set_scaling) &&
                find(library, "Clp_loadProblem", &loaded.load) &&
                find(library, "Clp_setMaximumIterations", &loaded.set_most_iterations) &&
                find(library, "Clp_primal", &loaded.solve) &&
                find(library, "Clp_primalColumnSolution", &loaded.solution) &&
                find(library, "Clp_status", &loaded.status);
    const char *said = is_loaded ? NULL : dlerror();
    if (said) strncpy(reason, said, sizeof reason - 1);
}

JudderErr clp_load(const Clp **clp) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    *clp = &loaded;
    REQUIRE(is_loaded, error_machine("the library of linear programs cannot be loaded: %s", reason));
    return JUDDER_OK;
}
