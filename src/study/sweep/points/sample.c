#include "study/sweep/points/sample.h"

#include "study/sweep/points/axes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A swing smaller than this part of the range is no extreme. */
static const double least_swing = 1e-3, still = 1e-9;

static JudderErr wrong(const char *sample) {
    return error_input(
        "--sample",
        "--sample %s: allowed is NAME:maxima, NAME:minima, NAME:at:OTHER=LEVEL or NAME:every=PERIOD", sample);
}

static JudderErr read_how(const char *sample, const char *how, SampleWish *wish) {
    if (strcmp(how, "maxima") == 0 || strcmp(how, "minima") == 0) {
        wish->kind = how[1] == 'a' ? SAMPLE_MAXIMA : SAMPLE_MINIMA;
        return JUDDER_OK;
    }
    if (strncmp(how, "every=", 6) == 0) {
        wish->kind = SAMPLE_EVERY;
        REQUIRE(number_with_units(how + 6, &wish->period) && wish->period > 0, wrong(sample));
        return JUDDER_OK;
    }
    const char *equals = strchr(how, '=');
    REQUIRE(strncmp(how, "at:", 3) == 0 && equals && equals > how + 3, wrong(sample));
    REQUIRE((size_t)(equals - how) - 3 < sizeof wish->other && number_with_units(equals + 1, &wish->level),
            wrong(sample));
    memcpy(wish->other, how + 3, (size_t)(equals - how) - 3);
    wish->kind = SAMPLE_AT;
    return JUDDER_OK;
}

JudderErr sample_read(const char *sample, const char *after, SampleWish *wish) {
    *wish = (SampleWish){.after = 0.5, .part = true};
    REQUIRE(sample || !after, error_input("--after", "--after belongs to --sample"));
    if (!sample) return JUDDER_OK;
    const char *colon = strchr(sample, ':');
    REQUIRE(colon && colon != sample && (size_t)(colon - sample) < sizeof wish->series, wrong(sample));
    memcpy(wish->series, sample, (size_t)(colon - sample));
    TRY(read_how(sample, colon + 1, wish));
    if (!after) return JUDDER_OK;
    const size_t length = strlen(after);
    wish->part = length > 1 && after[length - 1] == '%';
    char number[64];
    snprintf(number, sizeof number, "%.*s", (int)(wish->part ? length - 1 : length), after);
    REQUIRE(
        number_with_units(number, &wish->after) && wish->after >= 0 && (!wish->part || wish->after < 100),
        error_input("--after", "--after %s: a time, or a part of the run such as 50%%, is needed", after));
    if (wish->part) wish->after /= 100;
    return JUDDER_OK;
}

typedef struct Taking {
    Samples *samples;
    size_t seen;
} Taking;

/* A ring of the last samples. */
static void keep(Taking *taking, double t, double value) {
    const size_t place = taking->seen++ % SAMPLES_MOST;
    taking->samples->t[place] = t;
    taking->samples->at[place] = value;
}

/* A turn counts once the series has gone back by more than the swing. */
static void take_extremes(const SampleRows *rows, size_t first, double swing, double sign, Taking *taking) {
    double top = -INFINITY, bottom = INFINITY, when = 0, start = (double)NAN;
    bool rising = true, begun = false;
    for (size_t i = first; i < rows->count; i++) {
        const double value = sign * rows->at[i];
        if (!isfinite(value)) continue;
        if (isnan(start)) start = value;
        if (value > top) top = value, when = rows->t[i];
        if (value < bottom) bottom = value;
        begun = begun || top > start + swing;
        if (rising && value < top - swing) {
            /* What begins at its top has not turned there. */
            if (begun) keep(taking, when, sign * top);
            rising = false, bottom = value;
        } else if (!rising && value > bottom + swing) {
            rising = begun = true, top = value, when = rows->t[i];
        }
    }
}

static void take_crossings(const SampleRows *rows, size_t first, double level, Taking *taking) {
    for (size_t i = first + 1; i < rows->count; i++) {
        const double a = rows->other[i - 1], b = rows->other[i];
        if (!(a < level && b >= level)) continue;
        const double part = (level - a) / (b - a);
        keep(taking, rows->t[i - 1] + part * (rows->t[i] - rows->t[i - 1]),
             rows->at[i - 1] + part * (rows->at[i] - rows->at[i - 1]));
    }
}

static void take_moments(const SampleRows *rows, size_t first, double period, Taking *taking) {
    double next = ceil(rows->t[first] / period - 1e-9);
    for (size_t i = first; i < rows->count; i++) {
        const double moment = next * period, before = i > first ? rows->t[i - 1] : rows->t[i];
        if (rows->t[i] < moment * (1 - 1e-12)) continue;
        const double size = rows->t[i] - before,
                     part = size > 0 ? fmin(1, fmax(0, (moment - before) / size)) : 1;
        const double from = i > first ? rows->at[i - 1] : rows->at[i];
        keep(taking, moment, from + part * (rows->at[i] - from));
        next = floor(rows->t[i] / period + 1e-9) + 1;
    }
}

/* The ring in the order of time. */
static void put_in_order(Samples *samples, size_t seen) {
    samples->count = seen < SAMPLES_MOST ? seen : SAMPLES_MOST;
    if (seen <= SAMPLES_MOST) return;
    double copy[2 * SAMPLES_MOST];
    memcpy(copy, samples->at, sizeof copy);
    for (size_t i = 0; i < SAMPLES_MOST; i++) {
        const size_t from = (seen + i) % SAMPLES_MOST;
        samples->at[i] = copy[from];
        samples->t[i] = copy[SAMPLES_MOST + from];
    }
}

JudderErr sample_take(const SampleWish *wish, const SampleRows *rows, Samples *samples) {
    *samples = (Samples){.at = calloc(2 * SAMPLES_MOST, sizeof(double))};
    REQUIRE(samples->at, error_memory());
    samples->t = samples->at + SAMPLES_MOST;
    if (rows->count == 0) return JUDDER_OK;
    const double begin = rows->t[0], end = rows->t[rows->count - 1],
                 after = wish->part ? begin + wish->after * (end - begin) : wish->after;
    size_t first = 0;
    while (first < rows->count && rows->t[first] < after) first++;
    if (first == rows->count) return JUDDER_OK;
    double low = INFINITY, high = -INFINITY;
    for (size_t i = first; i < rows->count; i++) {
        if (rows->at[i] < low) low = rows->at[i];
        if (rows->at[i] > high) high = rows->at[i];
    }
    Taking taking = {.samples = samples};
    const double size = fmax(fabs(low), fabs(high)), sign = wish->kind == SAMPLE_MINIMA ? -1 : 1;
    if (high - low <= still * size)
        keep(&taking, end, rows->at[rows->count - 1]);
    else if (wish->kind == SAMPLE_AT)
        take_crossings(rows, first, wish->level, &taking);
    else if (wish->kind == SAMPLE_EVERY)
        take_moments(rows, first, wish->period, &taking);
    else
        take_extremes(rows, first, least_swing * (high - low), sign, &taking);
    put_in_order(samples, taking.seen);
    return JUDDER_OK;
}
