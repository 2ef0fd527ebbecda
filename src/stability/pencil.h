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
    /* The forces along the normals of the same particles when they move along them, n by n, for the same z.
     * NULL where K or M is not symmetric, or K + z M of what was condensed not positive definite for every
     * z >= 0 (ST-17). */
    JudderErr (*normals)(void *context, double z, double *C);
} Pencil;

#endif
