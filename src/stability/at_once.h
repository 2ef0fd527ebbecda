/* Motions without inertia: an unstable one grows infinitely fast, and no list of lam^2 holds it. */
#ifndef JUDDER_STABILITY_AT_ONCE_H
#define JUDDER_STABILITY_AT_ONCE_H

#include "base/error.h"
#include "small_motion/small_motion.h"

typedef enum AtOnce { AT_ONCE_NO, AT_ONCE_YES, AT_ONCE_UNDECIDED } AtOnce;

/* Whether every set of futures has inertia in each of its motions, or is proved definite where it has none,
 * at the mu of each contact. counted: as many finite lam^2 as dofs with a mass are known in every set, so
 * that only dofs without any are in question. No proves nothing. (PR-11) */
JudderErr at_once_excluded(const SmallMotion *motion, const double *mu, bool counted, bool *excluded);

#endif
