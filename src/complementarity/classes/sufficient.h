/* Tests that prove P, P0 or R0 without looking at sets, of order n^3. `vector` gets the diagonal. */
#ifndef JUDDER_COMPLEMENTARITY_CLASSES_SUFFICIENT_H
#define JUDDER_COMPLEMENTARITY_CLASSES_SUFFICIENT_H

#include "complementarity/lcp/scaled.h"

/* "diagonal scaling" or "diagonal dominance"; NULL: neither holds. */
JudderErr sufficient_P(int n, const double *M, const ScaledLcp *scaled, double *vector, const char **proof);
/* "semidefinite" or NULL. */
JudderErr sufficient_P0(int n, const double *M, const ScaledLcp *scaled, double *vector, const char **proof);

#endif
