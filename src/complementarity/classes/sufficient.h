/* Tests that prove P, P0 or R0 without looking at sets, of order n^3. `scaled` is M in
 * equilibrated form; `vector` gets the diagonal. */
#ifndef JUDDER_COMPLEMENTARITY_CLASSES_SUFFICIENT_H
#define JUDDER_COMPLEMENTARITY_CLASSES_SUFFICIENT_H

#include "complementarity/lcp/scaled.h"

/* "diagonal scaling" or "diagonal dominance"; NULL: neither holds. */
JudderErr sufficient_P(const double *M, const double *M_D, const ScaledLcp *scaled, double *vector,
                       const char **proof);
/* "semidefinite" or NULL. */
void sufficient_P0(const double *M, const ScaledLcp *scaled, double *vector, const char **proof);

#endif
