/* What the ways to an enclosure share: J scaled by powers of two, and columns of S streamed in blocks. They
 * differ in how they solve with J_ff, and in what they have proved of its inverse. */
#ifndef JUDDER_ENCLOSURE_COLUMNS_H
#define JUDDER_ENCLOSURE_COLUMNS_H

#include "enclosure/enclosure.h"

typedef struct EnclosureScaled {
    EnclosureMatrix *J; /* entries J_ij 2^(e_i + e_j), exactly */
    int *exponent;      /* e */
    int frees;
    int *free;      /* the dofs that are not kept, ascending */
    int *place;     /* of each dof: among the free ones, or -1 - its row of S */
    size_t longest; /* row of J */
    int pieces;     /* that J_ff falls into: nothing in one is felt in another */
    int *piece;     /* of each free dof */
} EnclosureScaled;

/* *possible false: numbers of too different size, or a dof without stiffness. */
JudderErr enclosure_scaled_create(const EnclosureQuestion *question, EnclosureScaled **scaled,
                                  bool *possible);
void enclosure_scaled_destroy(EnclosureScaled **scaled);

/* How J_ff^-1 is had. */
typedef struct EnclosureInverse {
    void *context;
    int passes; /* solutions are corrected so often, less one */
    bool anew;  /* with three times the digits; and after the first correction solutions are rounded and
                 * residuals  begin again, so that a solution that has few digits is met exactly */
    int most;   /* columns at once: a multiple of 8 */
    /* x ~ J_ff^-1 r for some columns, frees numbers each, one after the other. */
    JudderErr (*solve)(void *context, int columns, const double *r, double *x);
    /* |J_kf J_ff^-1 r| <= bound for every r with |r_i| <= size_i, in the rows of S. */
    void (*bound)(void *context, const double *size, double *bound);
} EnclosureInverse;

JudderErr enclosure_columns(const EnclosureQuestion *question, const EnclosureScaled *scaled,
                            const EnclosureInverse *inverse, EnclosureAnswer *answer);

#endif
