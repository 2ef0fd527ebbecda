#include "enclosure/cholmod_loader.h"

#include "base/system/loader.h"

#include <pthread.h>

static Cholmod loaded;
static bool is_loaded;
static char reason[LOADER_REASON];

static void cholmod_loader_load(void) {
    const LoaderSymbol symbols[] = {{"cholmod_l_start", &loaded.start},
                                    {"cholmod_l_finish", &loaded.finish},
                                    {"cholmod_l_analyze", &loaded.analyze},
                                    {"cholmod_l_copy_factor", &loaded.copy_factor},
                                    {"cholmod_l_factorize_p", &loaded.factorize},
                                    {"cholmod_l_solve2", &loaded.solve},
                                    {"cholmod_l_free_factor", &loaded.free_factor},
                                    {"cholmod_l_free_dense", &loaded.free_dense},
                                    {0}};
    is_loaded = loader_find("libcholmod.so.3", symbols, reason);
}

JudderErr cholmod_load(const Cholmod **cholmod) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, cholmod_loader_load);
    *cholmod = &loaded;
    REQUIRE(is_loaded, error_machine("the library of sparse factors cannot be loaded: %s", reason));
    return JUDDER_OK;
}
