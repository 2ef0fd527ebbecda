/* The forms of (PR-10) between two places of z (or of t = 1/z), with radii. */
#ifndef JUDDER_STABILITY_STABLE_FORM_H
#define JUDDER_STABILITY_STABLE_FORM_H

#include "stability/pencil.h"

/* The enclosed matrices of one z, or of M + t K. */
typedef struct Place {
    double at;
    PencilBox box;
    bool enclosed, definite;
} Place;

typedef struct FormRoom {
    int n;
    double *F, *F_D, *D; /* work: a form and its radius, n by n; a diagonal */
    double *M, *x;
} FormRoom;

/* Whether it is proved that nothing grows or is neutral from place 1 to place 2 at any mu in [0, mu]; place 3
 * lies beyond. */
JudderErr form_excludes(const FormRoom *room, const Place *const place[3], double mu, bool *proved);

#endif
