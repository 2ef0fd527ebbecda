#include "exact/algebraic/flint.h"

#include "base/system/loader.h"

#include <pthread.h>

Flint flint;
static bool is_loaded;
static char reason[LOADER_REASON];

static void load(void) {
#define FLINT_SYMBOL(name) {#name, &flint.name},
    const LoaderSymbol symbols[] = {FLINT_FUNCTIONS(FLINT_SYMBOL){0}};
#undef FLINT_SYMBOL
    /* It brings the library of integers, whose names are found through it. */
    is_loaded = loader_find("libflint-arb.so.2", symbols, reason);
}

bool flint_load(const char **why) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (why) *why = reason;
    return is_loaded;
}
