/* Two modes K' x = z M' x of one pair at another mu, from what they spanned nearby: block inverse
 * iteration [parlett1998] with one factorisation, far cheaper than all modes, and without the loss of digits
 * of two values that merge. */
#ifndef JUDDER_STABILITY_PAIR_H
#define JUDDER_STABILITY_PAIR_H

#include "stability/flutter/modes.h"

typedef struct PairGap {
    double mean; /* of the two z */
    double gap;  /* ((z_1 - z_2)/2)^2: negative where they are complex */
} PairGap;

/* `near` has its mean z and spans two vectors. *found is false where the iteration does not settle on two
 * modes alike: then all modes must be asked. */
JudderErr pair_follow(const Sliding *sliding, double mu, const Mode *near, PairGap *at, bool *found);

#endif
