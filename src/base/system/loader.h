/* Functions of a shared library, looked up when they are first needed: few runs need one, and nobody else
 * shall pay for loading it. */
#ifndef JUDDER_BASE_SYSTEM_LOADER_H
#define JUDDER_BASE_SYSTEM_LOADER_H

#include <stdbool.h>

typedef struct LoaderSymbol {
    const char *name;
    void *function; /* the address of a pointer to that function */
} LoaderSymbol;

enum { LOADER_REASON = 200 };

/* Fills all of a list that ends with the name NULL; false: the library or one of them is not there, and
 * `reason` says so, the empty text until then. */
bool loader_find(const char *library, const LoaderSymbol *symbols, char reason[LOADER_REASON]);

#endif
