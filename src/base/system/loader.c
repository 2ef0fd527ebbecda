#include "base/system/loader.h"

#include <dlfcn.h>
#include <string.h>

/* POSIX wants a function to fit into the pointer that dlsym gives; ISO C does not know that, so its bytes are
 * copied. */
bool loader_find(const char *library, const LoaderSymbol *symbols, char reason[LOADER_REASON]) {
    void *const opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    bool good = opened;
    for (const LoaderSymbol *at = symbols; good && at->name; at++) {
        void *const symbol = dlsym(opened, at->name);
        memcpy(at->function, &symbol, sizeof symbol);
        good = symbol;
    }
    const char *said = good ? NULL : dlerror();
    if (said) strncpy(reason, said, LOADER_REASON - 1);
    return good;
}
