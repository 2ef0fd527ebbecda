#include "fe/flutter/complex_number.h"
#include "fe/flutter/sliding.h"
#include "fe/sparse/matrix.h"
#include "fe/start.h"

/* out <- (a M + b C + c K) applied to x + i y; C may be NULL. */
typedef struct Sum {
    Mat M, C, K;
    double complex a, b, c;
} Sum;

static PetscErrorCode add(Mat X, double complex factor, const FeMotion *motion, Vec out[2], Vec work) {
    PetscFunctionBeginUser;
    if (!X || factor == 0) PetscFunctionReturn(0);
    for (int k = 0; k < 2; k++) {
        const double complex by = k ? factor * I : factor;
        PetscCall(MatMult(X, k ? motion->y : motion->x, work));
        PetscCall(VecAXPY(out[0], creal(by), work));
        PetscCall(VecAXPY(out[1], cimag(by), work));
    }
    PetscFunctionReturn(0);
}

static PetscErrorCode apply(const Sum *sum, const FeMotion *motion, Vec out[2], Vec work) {
    PetscFunctionBeginUser;
    for (int k = 0; k < 2; k++) PetscCall(VecSet(out[k], 0));
    PetscCall(add(sum->M, sum->a, motion, out, work));
    PetscCall(add(sum->C, sum->b, motion, out, work));
    PetscCall(add(sum->K, sum->c, motion, out, work));
    PetscFunctionReturn(0);
}

/* (x + i y)' (p + i q), no conjugates. */
static PetscErrorCode product(Vec x, Vec y, Vec const other[2], double complex *value) {
    PetscScalar dot[4];
    PetscFunctionBeginUser;
    PetscCall(VecDot(x, other[0], &dot[0]));
    PetscCall(VecDot(y, other[1], &dot[1]));
    PetscCall(VecDot(x, other[1], &dot[2]));
    PetscCall(VecDot(y, other[0], &dot[3]));
    *value = dot[0] - dot[1] + I * (dot[2] + dot[3]);
    PetscFunctionReturn(0);
}

/* y' (2 lam M' + C') x, M' and C' of (ST-12). */
static PetscErrorCode denominator(FeSliding *s, const FeDriven *d, Vec out[2], double complex *value) {
    const double complex lam = d->motion.re + I * d->motion.im;
    Sum sum = {.a = 2 * lam, .b = 1};
    PetscFunctionBeginUser;
    PetscCall(fe_sliding_at(s->M_0, s->M_1, d->mu, &sum.M));
    if (s->C_0) {
        PetscCall(fe_sliding_at(s->C_0, s->C_1, d->mu, &sum.C));
    } else {
        sum.a += s->of.mass_part;
        sum.c = s->of.stiffness_part;
        PetscCall(fe_sliding_at(s->K_0, s->K_1, d->mu, &sum.K));
    }
    PetscCall(apply(&sum, &d->motion, out, s->part));
    PetscCall(product(d->left_x, d->left_y, out, value));
    PetscCall(MatDestroy(&sum.M));
    PetscCall(MatDestroy(&sum.C));
    PetscCall(MatDestroy(&sum.K));
    PetscFunctionReturn(0);
}

/* The entries of the slides of a vector, on the first rank. */
static PetscErrorCode gather(const FeSliding *s, Vec v, double *to) {
    double *all;
    PetscFunctionBeginUser;
    PetscCall(PetscMalloc1((size_t)s->n, &all));
    PetscCall(fe_vector_gather(v, all));
    for (int k = 0; k < s->of.slides && fe_rank() == 0; k++) to[k] = all[s->column[k]];
    PetscCall(PetscFree(all));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_sliding_participation(FeSliding *sliding, const FeDriven *d, double *parts) {
    FeSliding *s = sliding;
    const double complex lam = d->motion.re + I * d->motion.im;
    const bool own = s->C_0;
    const Sum friction = {.M = s->M_1,
                          .C = s->C_1,
                          .K = s->K_1,
                          .a = lam * lam + (own ? 0 : lam * s->of.mass_part),
                          .b = lam,
                          .c = 1 + (own ? 0 : lam * s->of.stiffness_part)};
    const int n = s->of.slides;
    double complex below = 1;
    double *numbers;
    Vec out[2];
    PetscFunctionBeginUser;
    for (int k = 0; k < 2; k++) PetscCall(VecDuplicate(d->motion.x, &out[k]));
    PetscCall(denominator(s, d, out, &below));
    PetscCall(apply(&friction, &d->motion, out, s->part));
    PetscCall(PetscCalloc1(4 * (size_t)n + 1, &numbers));
    Vec const lists[] = {out[0], out[1], d->left_x, d->left_y};
    for (int i = 0; i < 4; i++) PetscCall(gather(s, lists[i], numbers + (long)i * n));
    for (int k = 0; k < n && fe_rank() == 0; k++) {
        const double complex row = numbers[k] + I * numbers[n + k],
                             left = numbers[2 * n + k] + I * numbers[3 * n + k], part = left * row / below;
        parts[2 * k] = creal(part), parts[2 * k + 1] = cimag(part);
    }
    PetscCall(PetscFree(numbers));
    for (int k = 0; k < 2; k++) PetscCall(VecDestroy(&out[k]));
    PetscFunctionReturn(0);
}
