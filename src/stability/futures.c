/* Onset and growth: every set of futures is an eigenproblem, in mu (ST-6) or in z = lam^2 (ST-7). */
#include "stability/futures.h"

#include "stability/sets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Which eigenvalues of a set are wanted, and what they mean. */
typedef struct Wanted {
    const double *mu; /* of each contact; NULL: the eigenvalue is mu */
    double *uniform;  /* room for one mu of all contacts */
    double from, to;
} Wanted;

/* Both signs of a vector, since the eigenproblem does not know which way is out. */
static JudderErr offer_both(Sets *sets, const Wanted *wanted, double value) {
    const int n = sets->motion->n;
    SmallRates rates = {
        .mu = wanted->mu ? wanted->mu : wanted->uniform, .z = wanted->mu ? value : 0, .V = sets->V};
    for (int i = 0; i < sets->motion->contacts && !wanted->mu; i++) wanted->uniform[i] = value;
    sets_expand(sets, sets->y, sets->V);
    TRY(sets_offer(sets, &rates, wanted->mu ? 0 : value, false));
    for (int i = 0; i < n; i++) sets->V[i] = -sets->V[i];
    return sets_offer(sets, &rates, wanted->mu ? 0 : value, false);
}

/* A pencil that is singular for every value has its least one where the interval starts. */
static JudderErr ask_start(Sets *sets, const Wanted *wanted) {
    const size_t square = (size_t)sets->count * (size_t)sets->count;
    for (size_t i = 0; i < square; i++) sets->P[i] -= wanted->from * sets->Q[i];
    const int lacks = sets_null(sets, sets->P, sets->y, sets->left);
    if (lacks > 1) sets->found->complete = false;
    if (lacks == 0) return JUDDER_OK;
    sets_unscale(sets, sets->y);
    return offer_both(sets, wanted, wanted->from);
}

static double largest_entry(size_t count, const double *N) {
    double largest = 0;
    for (size_t i = 0; i < count; i++) largest = fmax(largest, fabs(N[i]));
    return largest;
}

/* Scales the rows and columns of both matrices of the pencil in the same way; N1 is work. */
static JudderErr scale_pencil(Sets *sets) {
    const size_t square = (size_t)sets->count * (size_t)sets->count;
    const double P = largest_entry(square, sets->P), Q = largest_entry(square, sets->Q);
    for (size_t i = 0; i < square; i++)
        sets->N1[i] = (P > 0 ? fabs(sets->P[i]) / P : 0) + (Q > 0 ? fabs(sets->Q[i]) / Q : 0);
    TRY(sets_equilibrate(sets, sets->N1));
    sets_scale(sets, sets->P);
    sets_scale(sets, sets->Q);
    return JUDDER_OK;
}

/* One value of P y = value Q y, if it lies in the interval; one just below it counts as its lower end. */
static JudderErr ask_value(Sets *sets, const Wanted *wanted, int j, double size) {
    const int m = sets->count;
    if (sets->beta[j] == 0 || fabs(sets->im[j]) > 1e-8 * fabs(sets->re[j])) return JUDDER_OK;
    double value = sets->re[j] / sets->beta[j] + 0.0; /* no negative zero */
    if (value < wanted->from && value >= wanted->from - 1e-13 * size) value = wanted->from;
    if (!isfinite(value) || value < wanted->from || value > wanted->to) return JUDDER_OK;
    for (int i = 0; i < m; i++) sets->y[i] = sets->vectors[i * m + j];
    sets_unscale(sets, sets->y);
    return offer_both(sets, wanted, value);
}

/* Eigenvalues of P y = value Q y in the interval. */
static JudderErr ask_set(Sets *sets, const Wanted *wanted) {
    const int m = sets->count;
    const size_t square = (size_t)m * (size_t)m;
    const DensePencil pencil = {sets->re, sets->im, sets->beta, sets->vectors};
    TRY(scale_pencil(sets));
    TRY(dense_eigen_pencil(m, sets->P, sets->Q, &pencil));
    const double zero_P = 1e-13 * m * largest_entry(square, sets->P),
                 zero_Q = 1e-13 * m * largest_entry(square, sets->Q);
    double size = 0;
    bool singular = false;
    for (int j = 0; j < m; j++) {
        if (hypot(sets->re[j], sets->im[j]) <= zero_P && fabs(sets->beta[j]) <= zero_Q)
            singular = true;
        else if (sets->beta[j] != 0)
            size = fmax(size, fabs(sets->re[j] / sets->beta[j]));
    }
    for (int j = 0; j < m; j++) TRY(ask_value(sets, wanted, j, size));
    if (!singular) return JUDDER_OK;
    sets->found->complete = false;
    return ask_start(sets, wanted);
}

static bool any_slips(const Sets *sets) {
    for (int i = 0; i < sets->count; i++)
        if (sets->unknown[i].slipping >= 0) return true;
    return false;
}

static JudderErr onset_of_set(Sets *sets, const Wanted *wanted) {
    if (sets->count == 0) return JUDDER_OK;
    const size_t square = (size_t)sets->count * (size_t)sets->count;
    sets_blocks(sets, sets->stiffness);
    memcpy(sets->P, sets->N0, square * sizeof *sets->P);
    memcpy(sets->Q, sets->N1, square * sizeof *sets->Q);
    if (any_slips(sets)) return ask_set(sets, wanted);
    TRY(scale_pencil(sets)); /* mu does not enter */
    return ask_start(sets, wanted);
}

static JudderErr growth_of_set(Sets *sets, const Wanted *wanted) {
    if (sets->count == 0) return JUDDER_OK;
    const size_t square = (size_t)sets->count * (size_t)sets->count;
    sets_blocks(sets, sets->stiffness);
    sets_combine(sets, wanted->mu, sets->P);
    sets_blocks(sets, sets->motion->M);
    sets_combine(sets, wanted->mu, sets->Q);
    for (size_t i = 0; i < square; i++) sets->Q[i] = -sets->Q[i];
    return ask_set(sets, wanted);
}

static JudderErr ask_all(const SmallMotion *motion, const Wanted *wanted,
                         JudderErr (*ask)(Sets *, const Wanted *), Futures *futures) {
    Sets sets;
    TRY(sets_open(motion, futures, &sets));
    JudderErr err = JUDDER_OK;
    sets_first(&sets);
    do err = ask(&sets, wanted);
    while (err == JUDDER_OK && sets_next(&sets));
    sets_close(&sets);
    if (err != JUDDER_OK) futures_release(futures);
    return err;
}

static int by_mu(const void *a, const void *b) {
    const double x = ((const FutureMode *)a)->mu, y = ((const FutureMode *)b)->mu;
    return (x > y) - (x < y);
}

static int by_growth(const void *a, const void *b) {
    const double x = ((const FutureMode *)a)->z, y = ((const FutureMode *)b)->z;
    return (x < y) - (x > y);
}

JudderErr futures_onset(const SmallMotion *motion, double from, double to, Futures *futures) {
    double *uniform = calloc((size_t)motion->contacts + 1, sizeof *uniform);
    REQUIRE(uniform, error_memory());
    const Wanted wanted = {.uniform = uniform, .from = from, .to = to};
    const JudderErr err = ask_all(motion, &wanted, onset_of_set, futures);
    free(uniform);
    TRY(err);
    if (futures->count > 1) qsort(futures->at, (size_t)futures->count, sizeof *futures->at, by_mu);
    return JUDDER_OK;
}

JudderErr futures_growth(const SmallMotion *motion, const double *mu, Futures *futures) {
    REQUIRE(motion->M, error_input("mass", "growth needs the mass"));
    const Wanted wanted = {.mu = mu, .from = 0, .to = INFINITY};
    TRY(ask_all(motion, &wanted, growth_of_set, futures));
    if (futures->count > 1) qsort(futures->at, (size_t)futures->count, sizeof *futures->at, by_growth);
    return JUDDER_OK;
}
