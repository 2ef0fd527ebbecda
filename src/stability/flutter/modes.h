/* The modes K' x = z M' x of steady sliding at one mu, and how alike two of them are [allemang1982]: what
 * following a pair of frequencies needs. */
#ifndef JUDDER_STABILITY_MODES_H
#define JUDDER_STABILITY_MODES_H

#include "stability/flutter/sliding.h"

/* A real eigenvalue, or two conjugate ones: what its eigenvectors span does not jump with mu. */
typedef struct Mode {
    double z, im;  /* z +- i im; im = 0: real */
    double *basis; /* one or two orthonormal vectors in the metric of the masses */
    int label[2];  /* modes at mu = 0 that it comes from; label[1] = -1 if it is real */
} Mode;

typedef struct Modes {
    int n, count;
    Mode *at; /* in order of z */
    double *room;
} Modes;

JudderErr modes_at(const Sliding *sliding, double mu, Modes *modes);
void modes_release(Modes *modes);

/* The part of one that the other contains, in [0, 1]; 2 a: the span of two real modes of one set. */
double mode_likeness(int n, const Mode *one, const Mode *other);
double pair_likeness(int n, const Mode *pair, const Mode *a, const Mode *b);

#endif
