/* What holds for all steps of a run of the plain way (delay_run.c). */
#ifndef JUDDER_SLAB_DELAY_DELAY_FRAME_H
#define JUDDER_SLAB_DELAY_DELAY_FRAME_H

#include "slab/delay/delay_internal.h"

enum { TANGENTS = 24 };

/* Two numbers in one register: the components of a vector, or the stages of a step. */
typedef double Pair __attribute__((vector_size(16)));
typedef long long Mask __attribute__((vector_size(16)));

/* A law that can be expanded near the present speed. */
typedef struct Bend {
    FrictionExpansion about;
    double slope; /* of mu at the present speed */
} Bend;

/* What holds for all steps of a run; what belongs to the slab, the stretch and the piece of the law is
 * written when it changes. */
struct DelayFrame {
    double dt, share, t_end, A_per_lag[STAGES]; /* share: of dt */
    /* Each number twice: */
    Pair Z, A_twice, mu_rest, old;           /* old: y of the step before in the second stage */
    Pair weight[STAGES], per_lag[STAGES];    /* weight: dt of y; v = per_lag y */
    Pair mid, per_half, c[CURVE_DEGREE + 1]; /* the polynomial of the pressure */
    Pair mu, slope, A_r, mu_base;            /* the piece of the law; A r, mu - slope r */
    Pair A_r_end, mu_end;                    /* where it ends */
    Pair S_low, S_high;                      /* between them one root, and stability does not change */
    /* Of the stages: */
    Pair lags, lags_open, lags_r, per_lags; /* of the stage that follows; lag/A; lag r; 1/lag */
    /* Vectors: */
    Pair V, load, drift;     /* velocity of the foundation; Z V; dt V */
    Pair y;                  /* at the end of the last run */
    double S_stick;          /* of the tangent in stick, or S_single */
    double S_single, S_fall; /* pressures from which there may be several roots, the piece is unstable */
    size_t piece, stretch;   /* which ones */
    size_t after;            /* how many steps had been made at the end of the last run */
    /* Of a law that can be expanded: */
    const Friction *law;
    double A, Z_fall; /* Z_fall: -Z */
    bool on_its_way;  /* the passage of a jump */
    Bend bend;
    FrictionTangent tangents[TANGENTS]; /* of rising pressure */
};

#endif
