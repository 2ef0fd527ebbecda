/* An eigenpair of a set brought to the last digits. */
#ifndef JUDDER_COMPLEMENTARITY_EICP_REFINE_H
#define JUDDER_COMPLEMENTARITY_EICP_REFINE_H

#include "base/error.h"

typedef struct EicpPair {
    int count;
    const double *A, *B; /* of the set, packed */
    double *x, mu;       /* sum of x is 1 */
    double step;         /* the last one that was made, which bounds the error of x and, relative, of mu */
} EicpPair;

/* x and mu are left where Newton's steps no longer fall. */
JudderErr eicp_refine(EicpPair *pair);

#endif
