/* Between the files that follow modes in mu. */
#ifndef JUDDER_STABILITY_FOLLOWING_H
#define JUDDER_STABILITY_FOLLOWING_H

#include "stability/flutter/flutter.h"
#include "stability/flutter/pair.h"

typedef struct Following {
    const Sliding *sliding;
    const FlutterSearch *search;
    MergingList *list;
    double mu, next_mu, before_mu; /* before: NAN at the start */
    double h;                      /* the next step */
    double *before;                /* z of each label at before_mu; NAN: it was one of a pair */
    Modes now, next;
    bool *taken, *placed; /* modes of now; of next */
    double *alike;        /* each mode of now with each of next */
    double least_alike;   /* of the last matching */
    int lost;             /* steps in a row after which modes were not known again */
} Following;

/* The pair whose span is looked for, as a function of mu: ((z_1 - z_2)/2)^2. */
typedef struct PairAt {
    const Sliding *sliding;
    const Mode *pair; /* whose span is looked for */
    JudderErr *err;
} PairAt;

double pair_gap_at(const void *context, double mu);

/* Whether one of two modes is among the lowest, which alone are reported. */
bool following_tells(const Following *f, const int label[2]);
/* The mode of a label, as one of a pair or alone; NULL: it is not there. */
const Mode *following_find(const Modes *modes, int label, bool paired);
/* A pair that merges at mu, and one that parts. */
JudderErr following_add(Following *f, const Mode *pair, const int label[2], double mu);
void following_end(Following *f, const int label[2], double mu);

/* Neighbours that come near may meet and part again within a step. */
JudderErr following_look_between(Following *f);

#endif
