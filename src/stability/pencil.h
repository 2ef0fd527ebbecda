/* The condensed pencil (ST-4), (ST-5): dual rates psi = (A(z) - mu B(z)) xi of the slip rates xi >= 0 of
 * the particles in impending slip, z = lam^2. Whoever can condense (a dense system, a body of finite
 * elements) gives one; the questions of stability are asked of it alone. */
#ifndef JUDDER_STABILITY_PENCIL_H
#define JUDDER_STABILITY_PENCIL_H

#include "base/error.h"

#include <stdbool.h>

typedef struct Pencil {
    int n;
    /* Fills A and B (n by n, row-major) for K + z M; z = 0 needs no mass. */
    JudderErr (*at)(void *context, double z, double *A, double *B);
    void *context;
} Pencil;

#endif
