/* Steady sliding of anything with sparse matrices (ST-12): M', C', K' of the dofs that can move.
 *
 * With P_0 the columns of what can move (free dofs; of a sliding contact the directions along and across its
 * slip) and P_1 those of the normals into the obstacle, in the place of the directions along,
 *
 *     X' = X_0 - mu X_1,   X_0 = P_0' X P_0,   X_1 = P_1' X P_0   for M, C and K alike;
 *     C' += p_0 mu'(r) along the slip, mu p_0/r across it.
 *
 * A law with memory has one more dof q a slip x, without mass, that follows it late (ST-21).
 */
#ifndef JUDDER_FE_FLUTTER_SLIDING_H
#define JUDDER_FE_FLUTTER_SLIDING_H

#include "base/error.h"

#include <petscmat.h>
#include <stdbool.h>

/* One contact that slides, by the rows of its dofs; vectors have one number a row. */
typedef struct FeSlide {
    int rows; /* 2, or 3 in space */
    int row[3];
    double normal[3];     /* into the obstacle */
    double along[3];      /* the slip */
    double across[3];     /* 3 rows: the other tangent */
    double p;             /* normal force, > 0 */
    double slope;         /* mu'(r) */
    double inverse_speed; /* 1/r; 0: no term across */
    double memory, rate;  /* of the law's state (FR-8); memory 0: none */
} FeSlide;

/* Whether the slip has a dof of its own that follows it late (ST-21). */
static inline bool fe_slide_remembers(const FeSlide *slide) {
    return slide->p * slide->memory > 0;
}

/* All is borrowed as long as the sliding lives. */
typedef struct FeSlidingData {
    Mat K, M, C;          /* C may be NULL */
    Vec lumped;           /* instead of M */
    Mat T;                /* rows of the slides and what is held are those of y, u = T y; NULL: of u */
    const bool *held;     /* of each row, on every rank: does not move */
    const FeSlide *slide; /* none of whose rows is held */
    int slides;
    double mass_part, stiffness_part; /* damping mass_part M + stiffness_part K, beside C */
} FeSlidingData;

typedef struct FeSliding {
    FeSlidingData of;
    int n;       /* dofs that can move, and states */
    int states;  /* of them: what follows a slip late, the last column of its slide */
    int *column; /* of each slide: the dof along its slip */
    Mat P_0, P_1;
    Mat M_0, M_1, K_0, K_1;
    Mat C_0, C_1;         /* NULL: damping is proportional, or there is none */
    Vec slopes, across;   /* p mu', p/r of each dof; NULL: none */
    Mat C_state, K_state; /* (ST-21), part of C_0 and K_0; NULL: no states */
    Vec u, f, part;       /* work: of all rows; of all rows; of what can move */
    int factorisations;
} FeSliding;

/* Refuses what cannot move or has no mass. Collective. */
PetscErrorCode fe_sliding_create(const FeSlidingData *data, FeSliding **sliding);
PetscErrorCode fe_sliding_destroy(FeSliding **sliding);

static inline bool fe_sliding_damped(const FeSliding *s) {
    return s->C_0 || s->of.mass_part != 0 || s->of.stiffness_part != 0;
}
/* Whether lam follows from K' x = z M' x alone: lam^2 + (al + be z) lam + z = 0. */
static inline bool fe_sliding_proportional(const FeSliding *s) {
    return !s->C_0;
}

/* X_0 - mu X_1 as a new matrix; X_1 may be NULL. Collective. */
PetscErrorCode fe_sliding_at(Mat X_0, Mat X_1, double mu, Mat *X);

/* lam = re + i im and its vector. */
typedef struct FeMotion {
    double re, im;
    Vec x, y; /* real and imaginary part; y may be NULL */
} FeMotion;

/* The judge: |(lam^2 M' + lam C' + K') x| relative to the size of what is summed, from the matrices of the
 * data alone, not from those that the solvers use. Collective. */
PetscErrorCode fe_sliding_residual(FeSliding *sliding, double mu, const FeMotion *motion, double *residual);

/* How much the friction of each contact alone drives a motion: d lam/d mu_k = y' (lam^2 M_1 + lam
 * C_1 + K_1)_k x / y' (2 lam M' + C') x with the left vector y; re and im of each slide on the first rank
 * (NULL elsewhere). Collective. */
typedef struct FeDriven {
    FeMotion motion;
    Vec left_x, left_y;
    double mu;
} FeDriven;
PetscErrorCode fe_sliding_participation(FeSliding *sliding, const FeDriven *driven, double *parts);

#endif
