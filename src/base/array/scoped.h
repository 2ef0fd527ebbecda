/* What is let go of where its name ends, on every way out of a block: `SCOPED_FREE double *x = malloc(...)`,
 * or `SCOPED(thing_destroy) Thing *thing = NULL`, whose function gets the address. One name a declaration. */
#ifndef JUDDER_BASE_ARRAY_SCOPED_H
#define JUDDER_BASE_ARRAY_SCOPED_H

#include <stdlib.h>
#include <string.h>

#define SCOPED(release) __attribute__((cleanup(release)))
#define SCOPED_FREE     SCOPED(scoped_free)

static inline void scoped_free(void *address) {
    void *pointer;
    memcpy(&pointer, address, sizeof pointer);
    free(pointer);
}

#endif
