/* The path in mu by power series: about mu_0 on a set s, x(mu_0 + t) = sum_k c_k t^k with
 *
 *   c_0 = -(A - mu_0 B)_ss^-1 q_s,   c_k = (A - mu_0 B)_ss^-1 B_ss c_(k-1),
 *
 * used up to where its last term is still small; the first zero of some x_i or w_i there ends the set. Runaway is seen
 * by its size and then found exactly by inverse iteration on (A - mu B)_ss v = 0.
 */
#include "complementarity/homotopy.h"

#include "base/dense.h"
#include "complementarity/homotopy/power_series.h"
#include "complementarity/lcp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXPANSIONS = 400 }; /* series on one set */
/* x has run away when it has grown by this since the start. */
static const double runaway = 1e7;

const char *const homotopy_outcome_names[] = {
    [HOMOTOPY_RUNAWAY] = "runaway", [HOMOTOPY_END] = "end",           [HOMOTOPY_RETURNED] = "returned",
    [HOMOTOPY_LOST] = "lost",       [HOMOTOPY_NO_START] = "no start",
};

typedef struct Path {
    const Homotopy *problem;
    PowerSeries series;
    bool *set;
    double *x;
    double mu, start_size;
    int direction; /* of mu: 1 or -1 */
    HomotopyReport *report;
} Path;

static double size_of(long n, const double *x) {
    double most = 0;
    for (long i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

static JudderErr check(const Homotopy *h) {
    REQUIRE(h->n > 0,
            error_input(NULL, "a complementarity problem of %d unknowns: at least 1 is needed", h->n));
    REQUIRE(h->to > 0, error_input(NULL, "a path in mu from 0 to %g: the end must be positive", h->to));
    bool good = true;
    for (long i = 0; i < (long)h->n * h->n; i++) good = good && isfinite(h->A[i]) && isfinite(h->B[i]);
    for (long i = 0; i < h->n; i++) good = good && isfinite(h->q[i]);
    REQUIRE(good, error_input(NULL, "a complementarity problem has an invalid number"));
    return JUDDER_OK;
}

static JudderErr find_start(Path *path, bool *found) {
    const Homotopy *h = path->problem;
    const Lcp lcp = {.n = h->n, .M = h->A, .q = h->q};
    LcpReport report;
    TRY(lcp_lemke.solve(&lcp, NULL, path->x, NULL, &report));
    *found = report.outcome == LCP_SOLVED;
    for (int i = 0; i < h->n; i++) path->set[i] = path->x[i] > 0;
    path->start_size = size_of(h->n, path->x);
    return JUDDER_OK;
}

/* Along the new set the index that changed sides must become positive: if it would not, mu turns round. */
static void choose_direction(Path *path, int index) {
    if (power_series_slope(&path->series, index) * path->direction >= 0) return;
    path->direction = -path->direction;
    path->report->turns++;
}

typedef enum Step { GOES_ON, SET_ENDS, PATH_ENDS } Step;

static Step path_ends(Path *path, HomotopyOutcome outcome) {
    path->report->outcome = outcome;
    return PATH_ENDS;
}

/* One series, up to the first sign change, its range, or an end of the interval. */
static JudderErr advance(Path *path, int *index, Step *step) {
    const Homotopy *h = path->problem;
    const double end = path->direction > 0 ? h->to - path->mu : path->mu;
    double length = fmin(power_series_range(&path->series), end);
    *index = power_series_first_zero(&path->series, path->direction, &length);
    path->mu += path->direction * length;
    power_series_value(&path->series, path->direction * length, path->x);
    *step = GOES_ON;
    if (*index >= 0) {
        path->set[*index] = !path->set[*index];
        *step = SET_ENDS;
    } else if (length >= end) {
        path->mu = path->direction > 0 ? h->to : 0; /* mu + (to - mu) may miss it by rounding */
        *step = path_ends(path, path->direction > 0 ? HOMOTOPY_END : HOMOTOPY_RETURNED);
    } else if (size_of(h->n, path->x) > runaway * path->start_size) {
        bool found;
        TRY(power_series_runaway(&path->series, path->direction, path->x, &path->mu, &found));
        *step = path_ends(path, found ? HOMOTOPY_RUNAWAY : HOMOTOPY_LOST);
    }
    return JUDDER_OK;
}

static JudderErr follow(Path *path) {
    const Homotopy *h = path->problem;
    const long most = h->sets > 0 ? h->sets : 20L * h->n + 100;
    int index = -1;
    bool singular;
    Step step = SET_ENDS;
    for (path->report->sets = 0; path->report->sets < most; path->report->sets++) {
        step = GOES_ON;
        for (int k = 0; k < EXPANSIONS && step == GOES_ON; k++) {
            TRY(power_series_expand(&path->series, path->mu, path->set, &singular));
            if (singular) break;
            if (index >= 0) choose_direction(path, index);
            index = -1;
            TRY(advance(path, &index, &step));
        }
        if (step == PATH_ENDS) return JUDDER_OK;
        if (step == GOES_ON) break;
    }
    path_ends(path, HOMOTOPY_LOST);
    return JUDDER_OK;
}

/* The path of a problem with numbers near 1. */
static JudderErr follow_scaled(const Homotopy *homotopy, double *x, bool *set, HomotopyReport *report) {
    Path path = {.problem = homotopy, .set = set, .x = x, .direction = 1, .report = report};
    bool found = false;
    TRY(find_start(&path, &found));
    if (!found) return JUDDER_OK;
    if (path.start_size == 0) {
        report->outcome = HOMOTOPY_END;
        report->mu = homotopy->to;
        return JUDDER_OK;
    }
    JudderErr err = power_series_create(homotopy, &path.series);
    if (err == JUDDER_OK) err = follow(&path);
    report->mu = path.mu;
    power_series_release(&path.series);
    return err;
}

/* Copies numbers with the largest brought near 1; returns the exponent taken out. */
static int bring_near_1(long count, const double *from, double *to) {
    const int exponent = size_of(count, from) > 0 ? ilogb(size_of(count, from)) : 0;
    for (long i = 0; i < count; i++) to[i] = ldexp(from[i], -exponent);
    return exponent;
}

/* With A = 2^a A', B = 2^b B', q = 2^c q' the path is mu = 2^(a - b) mu', x = 2^(c - a) x'. */
JudderErr homotopy_follow(const Homotopy *homotopy, double *x, bool *set, HomotopyReport *report) {
    TRY(check(homotopy));
    const long n = homotopy->n, square = n * n;
    double *numbers = malloc((size_t)(2 * square + n) * sizeof *numbers);
    REQUIRE(numbers, error_memory());
    const int a = bring_near_1(square, homotopy->A, numbers),
              b = bring_near_1(square, homotopy->B, numbers + square),
              c = bring_near_1(n, homotopy->q, numbers + 2 * square);
    Homotopy scaled = *homotopy;
    scaled.A = numbers;
    scaled.B = numbers + square;
    scaled.q = numbers + 2 * square;
    scaled.to = ldexp(homotopy->to, b - a);
    *report = (HomotopyReport){.outcome = HOMOTOPY_NO_START};
    memset(x, 0, (size_t)n * sizeof *x);
    memset(set, 0, (size_t)n * sizeof *set);
    const JudderErr err = follow_scaled(&scaled, x, set, report);
    report->mu = ldexp(report->mu, a - b);
    for (long i = 0; i < n && report->outcome != HOMOTOPY_RUNAWAY; i++) x[i] = ldexp(x[i], c - a);
    free(numbers);
    return err;
}
