/* Diagonals d with sym(D C_k) positive definite for some matrices C_k at once: the heart of
 * the certificates. */
#ifndef JUDDER_COMPLEMENTARITY_EICP_PROOF_SCALING_H
#define JUDDER_COMPLEMENTARITY_EICP_PROOF_SCALING_H

#include "base/error.h"

#include <stdbool.h>

enum { EICP_SCALING_MOST = 2 };

/* count matrices of order n; d gets the diagonal. *found says whether the least eigenvalue, of the
 * forms scaled to a diagonal of about 1, could be made positive. *worst: the node on which the form is
 * worst where it could not. */
JudderErr eicp_find_scaling(int n, int count, const double *const *C, double *d, bool *found, int *worst);

/* d = y/x from C x = e, C' y = e: good for matrices near M-matrices; *found: x and y are positive. */
JudderErr eicp_quick_scaling(int n, const double *C, double *d, bool *found);

#endif
