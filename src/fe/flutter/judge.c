/* The residual of a motion, asked of the matrices of the whole system: u = P_0 x, f = X u,
 * rows P_0' f - mu P_1' f (ST-12). */
#include "fe/flutter/complex_number.h"
#include "fe/flutter/sliding.h"

#include <math.h>

typedef struct Judge {
    FeSliding *s;
    double mu;
    Vec sum[2]; /* real and imaginary part of the residual */
    double size;
} Judge;

/* A matrix of the data, or the diagonal in its place. */
typedef struct Acting {
    Mat X;
    Vec lumped;
} Acting;

/* What it gives for a real vector: out; its size before the normal part is taken away: *size. */
static PetscErrorCode apply(Judge *j, Acting acting, Vec x, Vec out, double *size) {
    FeSliding *s = j->s;
    PetscReal one, other;
    PetscFunctionBeginUser;
    PetscCall(MatMult(s->P_0, x, s->u));
    if (acting.lumped)
        PetscCall(VecPointwiseMult(s->f, acting.lumped, s->u));
    else
        PetscCall(MatMult(acting.X, s->u, s->f));
    PetscCall(MatMultTranspose(s->P_0, s->f, out));
    PetscCall(MatMultTranspose(s->P_1, s->f, s->part));
    PetscCall(VecNorm(out, NORM_2, &one));
    PetscCall(VecNorm(s->part, NORM_2, &other));
    PetscCall(VecAXPY(out, -j->mu, s->part));
    *size = one + fabs(j->mu) * other;
    PetscFunctionReturn(0);
}

/* Adds (re + i im) X (x + i y). */
static PetscErrorCode add(Judge *j, double complex factor, Acting acting, const FeMotion *motion) {
    Vec out;
    double size = 0, all = 0;
    PetscFunctionBeginUser;
    if (factor == 0) PetscFunctionReturn(0);
    PetscCall(VecDuplicate(motion->x, &out));
    for (int k = 0; k < (motion->y ? 2 : 1); k++) {
        const double complex by = k ? factor * I : factor;
        PetscCall(apply(j, acting, k ? motion->y : motion->x, out, &size));
        PetscCall(VecAXPY(j->sum[0], creal(by), out));
        PetscCall(VecAXPY(j->sum[1], cimag(by), out));
        all = hypot(all, size);
    }
    j->size += cabs(factor) * all;
    PetscCall(VecDestroy(&out));
    PetscFunctionReturn(0);
}

/* Adds a diagonal of damping times the motion. */
static PetscErrorCode add_diagonal(Judge *j, double complex factor, Vec diagonal, const FeMotion *motion) {
    PetscReal size;
    PetscFunctionBeginUser;
    if (!diagonal || factor == 0) PetscFunctionReturn(0);
    for (int k = 0; k < (motion->y ? 2 : 1); k++) {
        const double complex by = k ? factor * I : factor;
        PetscCall(VecPointwiseMult(j->s->part, diagonal, k ? motion->y : motion->x));
        PetscCall(VecAXPY(j->sum[0], creal(by), j->s->part));
        PetscCall(VecAXPY(j->sum[1], cimag(by), j->s->part));
        PetscCall(VecNorm(j->s->part, NORM_2, &size));
        j->size += cabs(factor) * size;
    }
    PetscFunctionReturn(0);
}

/* Adds a matrix of what can move times the motion. */
static PetscErrorCode add_states(Judge *j, double complex factor, Mat X, const FeMotion *motion) {
    PetscReal size;
    PetscFunctionBeginUser;
    for (int k = 0; X && k < (motion->y ? 2 : 1); k++) {
        const double complex by = k ? factor * I : factor;
        PetscCall(MatMult(X, k ? motion->y : motion->x, j->s->part));
        PetscCall(VecAXPY(j->sum[0], creal(by), j->s->part));
        PetscCall(VecAXPY(j->sum[1], cimag(by), j->s->part));
        PetscCall(VecNorm(j->s->part, NORM_2, &size));
        j->size += cabs(factor) * size;
    }
    PetscFunctionReturn(0);
}

PetscErrorCode fe_sliding_residual(FeSliding *sliding, double mu, const FeMotion *motion, double *residual) {
    const FeSlidingData *of = &sliding->of;
    const double complex lam = motion->re + I * motion->im;
    Judge j = {.s = sliding, .mu = mu};
    PetscReal one, other;
    PetscFunctionBeginUser;
    for (int k = 0; k < 2; k++) {
        PetscCall(VecDuplicate(motion->x, &j.sum[k]));
        PetscCall(VecSet(j.sum[k], 0));
    }
    PetscCall(add(&j, 1 + lam * of->stiffness_part, (Acting){of->K, NULL}, motion));
    PetscCall(add(&j, lam * lam + lam * of->mass_part, (Acting){of->M, of->lumped}, motion));
    if (of->C) PetscCall(add(&j, lam, (Acting){of->C, NULL}, motion));
    PetscCall(add_diagonal(&j, lam, sliding->slopes, motion));
    PetscCall(add_diagonal(&j, mu * lam, sliding->across, motion));
    PetscCall(add_states(&j, lam, sliding->C_state, motion));
    PetscCall(add_states(&j, 1, sliding->K_state, motion));
    PetscCall(VecNorm(j.sum[0], NORM_2, &one));
    PetscCall(VecNorm(j.sum[1], NORM_2, &other));
    *residual = j.size > 0 ? hypot(one, other) / j.size : 0;
    for (int k = 0; k < 2; k++) PetscCall(VecDestroy(&j.sum[k]));
    PetscFunctionReturn(0);
}
