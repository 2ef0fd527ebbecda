/* The condensed pencil (ST-4), (ST-5): dual rates psi = (A(z) - mu B(z)) xi of the slip rates xi >= 0 of
 * the particles in impending slip, z = lam^2. Whoever can condense (a dense system, a body of finite
 * elements) gives one; the questions of stability are asked of it alone. */
#ifndef JUDDER_STABILITY_PENCIL_H
#define JUDDER_STABILITY_PENCIL_H

#include "base/error.h"

#include <stdbool.h>

/* What is certain of the matrices: each entry of the true one (of the user's doubles, exactly) lies within
 * its radius of the entry given (PR-1). All n by n, row-major; an exact zero has radius 0. */
typedef struct PencilBox {
    double *A, *B, *C; /* C (normals against normals): NULL, together with C_D: not wanted */
    double *A_D, *B_D, *C_D;
    bool *definite; /* gets whether the matrix is symmetric and what was condensed proved positive definite,
                     * (PR-2); NULL: not asked */
    const char **reason; /* gets why it is not enclosed, "" if it is; NULL: not asked */
} PencilBox;

/* The state without friction (PR-4). */
typedef enum PencilRest {
    REST_UNDECIDED,
    REST_STABLE,   /* proved: 0 < y'K y for every motion y that the contacts allow */
    REST_NEUTRAL,  /* proved: some motion costs no force, none less */
    REST_UNSTABLE, /* proved: some motion that the contacts allow has y'K y < 0, and K is symmetric */
} PencilRest;
extern const char *const pencil_rest_names[]; /* "undecided", "stable", "neutral", "unstable", NULL */

typedef struct Pencil {
    int n;
    /* Fills A and B (n by n, row-major) for K + z M; z = 0 needs no mass. */
    JudderErr (*at)(void *context, double z, double *A, double *B);
    void *context;
    /* The forces along the normals of the same particles when they move along them, n by n, for the same z.
     * NULL where K or M is not symmetric, or K + z M of what was condensed not positive definite for every
     * z >= 0 (ST-17). */
    JudderErr (*normals)(void *context, double z, double *C);
    /* The enclosures of K + z M and, for z = 1/t beyond all bounds, of M + t K; z, t >= 0 are exact
     * doubles. *enclosed false: not at this z, the box holds nothing. NULL: none can be had. */
    JudderErr (*enclose)(void *context, double z, const PencilBox *box, bool *enclosed);
    JudderErr (*enclose_inverse)(void *context, double t, const PencilBox *box, bool *enclosed);
    JudderErr (*rest)(void *context, PencilRest *rest);             /* NULL: undecided */
    JudderErr (*mass_is_semidefinite)(void *context, bool *proved); /* M = M', M >= 0; NULL: no mass */
} Pencil;

#endif
