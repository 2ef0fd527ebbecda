#include "complementarity/homotopy/power_series.h"

#include "base/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 16, BISECTIONS = 60, ITERATIONS = 60 };
/* Size of the last term relative to the sum up to which a series is used. */
static const double last_term = 1e-10;
/* A quantity is negative below this, relative to the size of what is summed in it. */
static const double negative = 1e-10;

JudderErr power_series_create(const Homotopy *problem, PowerSeries *s) {
    const size_t n = (size_t)problem->n, rows = POWER_SERIES_ORDER + 1;
    *s = (PowerSeries){.problem = problem};
    s->member = malloc(n * sizeof *s->member);
    s->A = malloc(n * n * sizeof *s->A);
    s->B = malloc(n * n * sizeof *s->B);
    s->x = malloc(rows * n * sizeof *s->x);
    s->y = malloc(rows * n * sizeof *s->y);
    s->size = malloc(n * sizeof *s->size);
    s->work = malloc(n * sizeof *s->work);
    s->other = malloc(n * sizeof *s->other);
    REQUIRE(s->member && s->A && s->B && s->x && s->y && s->size && s->work && s->other, error_memory());
    return JUDDER_OK;
}

void power_series_release(PowerSeries *s) {
    free(s->member);
    free(s->A);
    free(s->B);
    free(s->x);
    free(s->y);
    free(s->size);
    free(s->work);
    free(s->other);
}

static void fill_blocks(PowerSeries *s, double mu, const bool *set) {
    const long n = s->problem->n;
    s->mu = mu;
    s->set = set;
    s->count = 0;
    for (int i = 0; i < n; i++)
        if (set[i]) s->member[s->count++] = i;
    for (long i = 0; i < s->count; i++)
        for (long j = 0; j < s->count; j++) {
            const long at = s->member[i] * n + s->member[j];
            s->B[i * s->count + j] = s->problem->B[at];
            s->A[i * s->count + j] = s->problem->A[at] - mu * s->problem->B[at];
        }
}

/* Solves for the coefficient of order k, whose right-hand side is in `work`, and puts it in its row. */
static JudderErr place(PowerSeries *s, const DenseFactor *factor, int k) {
    double *row = s->x + (long)k * s->problem->n;
    TRY(dense_factor_solve(factor, s->work));
    memset(row, 0, (size_t)s->problem->n * sizeof *row);
    for (int i = 0; i < s->count; i++) row[s->member[i]] = s->work[i];
    return JUDDER_OK;
}

static bool usable(const PowerSeries *s) {
    for (long i = 0; i < (POWER_SERIES_ORDER + 1L) * s->problem->n; i++)
        if (!isfinite(s->x[i])) return false;
    return true;
}

static JudderErr fill_x(PowerSeries *s, const DenseFactor *factor) {
    for (int i = 0; i < s->count; i++) s->work[i] = -s->problem->q[s->member[i]];
    TRY(place(s, factor, 0));
    for (int k = 1; k <= POWER_SERIES_ORDER; k++) {
        memcpy(s->other, s->work, (size_t)s->count * sizeof *s->work);
        dense_multiply(s->count, s->B, s->other, s->work);
        for (int i = 0; i < s->count; i++)
            if (!isfinite(s->work[i])) s->work[i] = 0; /* an overflow far beyond what the range allows */
        TRY(place(s, factor, k));
    }
    return JUDDER_OK;
}

/* w = (A - (mu + t) B) x + q outside of the set, order by order. */
static void fill_y(PowerSeries *s) {
    const Homotopy *h = s->problem;
    const long n = h->n;
    for (int k = 0; k <= POWER_SERIES_ORDER; k++)
        for (long i = 0; i < n; i++) {
            const double *now = s->x + k * n, *before = now - n;
            double sum = k == 0 ? h->q[i] : 0, size = fabs(sum);
            for (long m = 0; m < s->count && !s->set[i]; m++) {
                const long j = s->member[m];
                const double term = (h->A[i * n + j] - s->mu * h->B[i * n + j]) * now[j];
                sum += term - (k > 0 ? h->B[i * n + j] * before[j] : 0);
                size += fabs(term);
            }
            s->y[k * n + i] = s->set[i] ? now[i] : sum;
            if (k == 0) s->size[i] = size;
        }
    double most = 0;
    for (long i = 0; i < n; i++) most = fmax(most, fabs(s->x[i]));
    for (long i = 0; i < n; i++)
        if (s->set[i]) s->size[i] = most;
}

JudderErr power_series_expand(PowerSeries *s, double mu, const bool *set, bool *singular) {
    fill_blocks(s, mu, set);
    *singular = false;
    memset(s->x, 0, (POWER_SERIES_ORDER + 1) * (size_t)s->problem->n * sizeof *s->x);
    if (s->count > 0) {
        DenseFactor *factor = NULL;
        TRY(dense_factor_create(s->count, s->A, &factor, singular));
        const JudderErr err = *singular ? JUDDER_OK : fill_x(s, factor);
        dense_factor_destroy(&factor);
        TRY(err);
        *singular = *singular || !usable(s);
    }
    if (!*singular) fill_y(s);
    return JUDDER_OK;
}

static double row_size(const PowerSeries *s, int k) {
    double most = 0;
    for (long i = 0; i < s->problem->n; i++) most = fmax(most, fabs(s->x[(long)k * s->problem->n + i]));
    return most;
}

double power_series_range(const PowerSeries *s) {
    double range = INFINITY;
    const double first = row_size(s, 0);
    for (int k = POWER_SERIES_ORDER - 1; k <= POWER_SERIES_ORDER; k++) {
        const double last = row_size(s, k);
        if (last > 0) range = fmin(range, pow(last_term * first / last, 1.0 / k));
    }
    return range;
}

static double sum_at(const PowerSeries *s, const double *coefficients, long i, double t) {
    const long n = s->problem->n;
    double sum = 0;
    for (int k = POWER_SERIES_ORDER; k >= 0; k--) sum = sum * t + coefficients[k * n + i];
    return sum;
}

void power_series_value(const PowerSeries *s, double t, double *x) {
    /* An infinite t comes with a constant x only. */
    for (long i = 0; i < s->problem->n; i++) x[i] = isfinite(t) ? sum_at(s, s->x, i, t) : s->x[i];
}

double power_series_slope(const PowerSeries *s, int index) {
    return s->y[s->problem->n + index];
}

/* The most negative quantity at t relative to its size; -1 if none is negative. One that starts a little below zero,
 * as after a corner, is only asked not to fall. */
static int worst_at(const PowerSeries *s, double t) {
    int worst = -1;
    double least = -negative;
    for (int i = 0; i < s->problem->n; i++) {
        const double size = s->size[i] > 0 ? s->size[i] : 1;
        const double value = (sum_at(s, s->y, i, t) - fmin(0, s->y[i])) / size;
        if (value < least) worst = i;
        least = fmin(least, value);
    }
    return worst;
}

/* For x that does not depend on mu: w is linear. */
static int first_linear_zero(const PowerSeries *s, int direction, double *length) {
    int index = -1;
    for (int i = 0; i < s->problem->n; i++) {
        const double slope = direction * power_series_slope(s, i);
        if (!(slope < 0) || !(-s->y[i] / slope < *length)) continue;
        *length = fmax(0, -s->y[i] / slope);
        index = i;
    }
    return index;
}

int power_series_first_zero(const PowerSeries *s, int direction, double *length) {
    if (!isfinite(*length)) return first_linear_zero(s, direction, length);
    const double whole = *length;
    double good = 0, bad = whole;
    int index = -1;
    for (int k = 1; k <= SAMPLES && index < 0; k++) {
        bad = whole * k / SAMPLES;
        index = worst_at(s, direction * bad);
        if (index < 0) good = bad;
    }
    if (index < 0) return -1;
    for (int k = 0; k < BISECTIONS && bad - good > 1e-15 * bad; k++) {
        const double middle = good + (bad - good) / 2;
        const int there = worst_at(s, direction * middle);
        if (there >= 0) {
            bad = middle;
            index = there;
        } else {
            good = middle;
        }
    }
    *length = bad;
    return index;
}

/* v <- (A - mu B)_ss^-1 B_ss v, normalised; growth: by how much it grew, with its sign. */
static JudderErr iterate(PowerSeries *s, double *v, double *growth, bool *singular) {
    DenseFactor *factor = NULL;
    dense_multiply(s->count, s->B, v, s->work);
    TRY(dense_factor_create(s->count, s->A, &factor, singular));
    const JudderErr err = *singular ? JUDDER_OK : dense_factor_solve(factor, s->work);
    dense_factor_destroy(&factor);
    TRY(err);
    double dot = 0, square = 0;
    for (int i = 0; i < s->count; i++) {
        dot += s->work[i] * v[i];
        square += v[i] * v[i];
    }
    *growth = dot / square;
    double most = 0;
    for (int i = 0; i < s->count; i++) most = fmax(most, fabs(s->work[i]));
    *singular = *singular || !isfinite(most) || most == 0;
    for (int i = 0; i < s->count && !*singular; i++) v[i] = s->work[i] / copysign(most, dot);
    return JUDDER_OK;
}

/* growth = 1/(mu* - mu): a step of Rayleigh's kind; an exactly singular block means that mu is mu*. */
static JudderErr refine(PowerSeries *s, double *mu, double *v) {
    bool singular = false;
    for (int k = 0; k < ITERATIONS && !singular; k++) {
        double growth;
        fill_blocks(s, *mu, s->set);
        TRY(iterate(s, v, &growth, &singular));
        if (singular || !(fabs(growth) > 0)) break;
        *mu += 1 / growth;
        if (fabs(1 / growth) <= 1e-16 * fabs(*mu)) break;
    }
    return JUDDER_OK;
}

JudderErr power_series_runaway(PowerSeries *s, int direction, double *x, double *mu, bool *found) {
    const double before = *mu;
    double sum = 0, least = INFINITY;
    for (int i = 0; i < s->count; i++) s->other[i] = x[s->member[i]];
    TRY(refine(s, mu, s->other));
    memset(x, 0, (size_t)s->problem->n * sizeof *x);
    for (int i = 0; i < s->count; i++) {
        sum += s->other[i];
        least = fmin(least, s->other[i]);
    }
    for (int i = 0; i < s->count; i++) x[s->member[i]] = fmax(0, s->other[i] / sum);
    *found = sum > 0 && least >= -1e-6 && (*mu - before) * direction >= -1e-9 * fabs(before);
    return JUDDER_OK;
}
