/* The motions (lam, x) of steady sliding at one mu that lie nearest to a
 * frequency (ST-12), (ST-14), each judged. */
#ifndef JUDDER_FE_FLUTTER_PAIRS_H
#define JUDDER_FE_FLUTTER_PAIRS_H

#include "fe/flutter/basis.h"
#include "stability/flutter/flutter.h"

typedef struct FePairsWanted {
    double mu;
    double omega; /* 0: the lowest */
    int count;    /* one more where it would part what grows from its partner that decays */
    bool left;    /* left vectors too: they say how much each dof takes part in the growth */
} FePairsWanted;

typedef struct FePairs {
    int count;
    FlutterRoot *at;        /* the nearest first; residual: the judge's */
    Vec *x, *y;             /* real and imaginary parts of the vectors, each of length 1 */
    Vec *left_x, *left_y;   /* the same of the left ones; NULL: not requested */
    double *left_residual;  /* of y^H (lam^2 M' + lam C' + K'), by the solver's matrices */
    bool complete;          /* as many as wanted came, or all there are */
    const FeShiftKind *way; /* how they were found */
} FePairs;

/* Collective. */
PetscErrorCode fe_pairs_find(FeSliding *sliding, const FePairsWanted *wanted, FePairs *pairs);
PetscErrorCode fe_pairs_release(FePairs *pairs);

/* A band of angular frequency at one mu. */
typedef struct FeBand {
    double mu, from, to;
    bool symmetric; /* the stiffness is: without friction and damping the modes can be counted by pivots */
} FeBand;

typedef struct FeCount {
    bool counted;
    int roots;    /* in the band, and those that drift away without vibration */
    bool settled; /* of each of them it is known whether it grows */
    int growing;
} FeCount;

/* How many roots there are, by a way that did not look for them, where there is one. Collective. */
JudderErr fe_count_roots(FeSliding *sliding, const FeBand *band, FeCount *count);

/* The shift for that place; a frequency that is an eigenvalue is left by a little. Collective. */
PetscErrorCode fe_pairs_shift(FeSliding *sliding, double mu, double omega, FeShift **shift);
/* How many eigenvalues of the shift's operator hold so many motions. */
int fe_pairs_needed(const FeShift *shift, int motions);

#endif
