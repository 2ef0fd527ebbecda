/* Operators whose largest eigenvalues belong to the motions near a place of the complex plane, each with
 * one sparse factorisation:
 *
 *     real       theta = 1/(z - z_0)              K' x = z M' x, z_0 = omega^2; without damping, or with a
 *                                                 proportional one
 *     origin     theta = 1/lam                    near lam = 0, any damping
 *     imaginary  theta = omega/(lam^2 + omega^2)  near +-i omega, any damping: the imaginary part of
 *                (A - i omega B)^-1 B for the companion pencil A - lam B of (x, lam x), so that real numbers
 *                suffice; i omega itself is dealt with by the real form of twice the size
 */
#ifndef JUDDER_FE_FLUTTER_SHIFT_H
#define JUDDER_FE_FLUTTER_SHIFT_H

#include "fe/flutter/sliding.h"

typedef struct FeShift FeShift;

typedef struct FeShiftKind {
    const char *name;
    int blocks; /* the operator takes (x) or (x, lam x) */
    PetscErrorCode (*matrix)(FeShift *shift, Mat *A);
    PetscErrorCode (*apply)(FeShift *shift, Vec from, Vec to);
} FeShiftKind;

extern const FeShiftKind real_shift, origin_shift, imaginary_shift;
extern const FeShiftKind *const fe_shift_kinds[]; /* ends with NULL */

struct FeShift {
    FeSliding *sliding;
    const FeShiftKind *kind;
    double mu, omega;
    Mat M, C, K; /* M', C', K' of that mu; C NULL: none, or proportional */
    Mat factor;
    bool singular;         /* an outcome: omega is an eigenvalue to rounding */
    bool stopped;          /* an outcome: the user interrupted it, and the operator is none any more */
    bool transposed;       /* apply the operator of M'^T, C'^T, K'^T: the left vectors are its right ones */
    Vec x, y, r, t;        /* work, of the dofs */
    Vec whole, whole_from; /* of the order of the factor */
};

/* Collective, as all below. */
PetscErrorCode fe_shift_create(FeSliding *sliding, const FeShiftKind *kind, const double at[2],
                               FeShift **shift);
PetscErrorCode fe_shift_destroy(FeShift **shift);

/* --- for the kinds --- */

/* X v, or X^T v. */
PetscErrorCode fe_shift_multiply(const FeShift *shift, Mat X, Vec v, Vec out);
/* With the factor, or its transpose. */
PetscErrorCode fe_shift_solve(const FeShift *shift, Vec b, Vec x);
/* Block 0 or 1 of (x, y), out and in. Not collective. */
PetscErrorCode fe_block_get(Vec both, int block, Vec one);
PetscErrorCode fe_block_set(Vec both, int block, Vec one);

#endif
