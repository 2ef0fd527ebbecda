/* The state without friction from the enclosure of A (PR-4). */
#ifndef JUDDER_STABILITY_CERTAIN_REST_H
#define JUDDER_STABILITY_CERTAIN_REST_H

#include "stability/pencil.h"

/* With what follows the contacts proved definite: A positive definite (then so is K on all that moves), or
 * strictly copositive, is stable; x >= 0 with x'A x < 0 unstable. */
JudderErr pencil_rest(const Pencil *pencil, PencilRest *rest);
/* The same of an enclosure at z = 0 that is at hand. */
JudderErr pencil_rest_of(int n, const double *A, const double *A_D, bool definite, PencilRest *rest);
/* Energy decides only where that of motion is not negative: a mass that is not proved semidefinite leaves it
 * undecided. */
JudderErr pencil_rest_needs_mass(const Pencil *pencil, PencilRest *rest);

#endif
