/* Four running means in a row, each over 2 k + 1 steps and a fraction of the two next ones, which makes the
 * variance exact; four of them are a Gaussian to a few per cent and cost the same whatever their width. */
#include "slab/damping.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PASSES = 4, W = DAMPING_WIDTH };

typedef struct Mean {
    size_t newest;
    double *ring; /* the last 2 k + 3 inputs */
    double sum[W];
} Mean;

struct Damping {
    size_t k, length;
    double fraction, per_weight;
    Mean means[PASSES];
};

/* Half the width of a mean whose variance k (k + 1)/3 is just below the given one. */
static double half_width(double variance) {
    return floor((sqrt(12 * variance + 1) - 1) / 2);
}

double damping_lag_of(double variance) {
    return PASSES * (half_width(variance / PASSES) + 1);
}

JudderErr damping_create(double variance, Damping **damping) {
    Damping *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    const double v = variance / PASSES, k = half_width(v), inner = 2 * k + 1;
    made->k = (size_t)k;
    made->length = 2 * made->k + 3;
    /* v = (k (k+1)(2k+1)/3 + 2 f (k+1)^2)/(2k + 1 + 2f) */
    made->fraction = fmax(0, inner * (v - k * (k + 1) / 3) / (2 * ((k + 1) * (k + 1) - v)));
    made->per_weight = 1 / (inner + 2 * made->fraction);
    for (int i = 0; i < PASSES; i++) {
        made->means[i].ring = calloc(made->length * W, sizeof(double));
        if (made->means[i].ring) continue;
        damping_destroy(&made);
        return error_memory();
    }
    *damping = made;
    return JUDDER_OK;
}

void damping_destroy(Damping **damping) {
    if (!*damping) return;
    for (int i = 0; i < PASSES; i++) free((*damping)->means[i].ring);
    free(*damping);
    *damping = NULL;
}

size_t damping_lag(const Damping *damping) {
    return PASSES * (damping->k + 1);
}

/* The sum over the ring without its newest and its oldest entry, afresh: so rounding does not add up. */
static void sum_again(const Damping *damping, Mean *mean, size_t newest, size_t oldest) {
    memset(mean->sum, 0, sizeof mean->sum);
    for (size_t i = 0; i < damping->length; i++)
        for (int j = 0; j < W && i != newest && i != oldest; j++)
            mean->sum[j] += mean->ring[i * W + (size_t)j];
}

static void mean_push(const Damping *damping, Mean *mean, double values[W]) {
    const size_t before = mean->newest;
    mean->newest = before + 1 == damping->length ? 0 : before + 1;
    const size_t oldest = mean->newest + 1 == damping->length ? 0 : mean->newest + 1;
    double *in = &mean->ring[mean->newest * W];
    const double *entered = &mean->ring[before * W], *left = &mean->ring[oldest * W];
    memcpy(in, values, W * sizeof *values);
    for (int j = 0; j < W; j++) mean->sum[j] += entered[j] - left[j];
    if (mean->newest == 0) sum_again(damping, mean, mean->newest, oldest);
    for (int j = 0; j < W; j++)
        values[j] = (mean->sum[j] + damping->fraction * (in[j] + left[j])) * damping->per_weight;
}

void damping_push(Damping *damping, const double in[W], double out[W]) {
    double values[W];
    memcpy(values, in, sizeof values);
    for (int i = 0; i < PASSES; i++) mean_push(damping, &damping->means[i], values);
    memcpy(out, values, sizeof values);
}

void damping_serialise(Damping *damping, Archive *archive) {
    for (int i = 0; i < PASSES; i++) {
        Mean *mean = &damping->means[i];
        archive_array(archive, "newest", &mean->newest, sizeof mean->newest);
        archive_array(archive, "sum", mean->sum, sizeof mean->sum);
        archive_array(archive, "inputs", mean->ring, damping->length * W * sizeof *mean->ring);
        if (mean->newest < damping->length) continue;
        archive_refuse(archive, "the position in the filter");
        mean->newest = 0;
    }
}
