#include "stepper/section.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of its largest size: a range below is rounding. Of the range of its group. Of the range of the whole
 * motion: what is left of one that died away. */
#define SECTION_ROUNDING 1e-8
#define SECTION_BESIDE   1e-6
#define SECTION_LEFT     1e-6
/* The next crossing is late by so many periods: the motion has ended. */
#define SECTION_LATE 1.5

struct Section {
    size_t width, crossings;
    double tolerance;
    double *memory;
    double *t, *x;              /* rings: the last crossings */
    double *low, *high;         /* rings: ranges of x between a crossing and the one before it */
    double *now_low, *now_high; /* since the last crossing */
    double *all_low, *all_high; /* since the start */
    double *range, *beside;     /* work: of the numbers, of the groups */
    int *group;
};

/* Numbers of all but the rings' times, for each number of a state. */
enum { SECTION_ROWS = 3 * SECTION_KEPT + 6 };

static void section_lay_out(Section *s) {
    const size_t w = s->width, ring = SECTION_KEPT * w;
    s->t = s->memory;
    s->x = s->t + SECTION_KEPT;
    s->low = s->x + ring, s->high = s->low + ring;
    s->now_low = s->high + ring, s->now_high = s->now_low + w;
    s->all_low = s->now_high + w, s->all_high = s->all_low + w;
    s->range = s->all_high + w, s->beside = s->range + w;
    for (size_t i = 0; i < w; i++) s->now_low[i] = s->all_low[i] = INFINITY;
    for (size_t i = 0; i < w; i++) s->now_high[i] = s->all_high[i] = -INFINITY;
}

JudderErr section_create(size_t width, const int *group, double tolerance, Section **section) {
    Section *s = calloc(1, sizeof *s);
    REQUIRE(s, error_memory());
    s->width = width;
    s->tolerance = tolerance;
    s->memory = calloc(SECTION_KEPT + SECTION_ROWS * width, sizeof *s->memory);
    s->group = calloc(width + 1, sizeof *s->group);
    if (!s->memory || !s->group) {
        section_destroy(&s);
        return error_memory();
    }
    memcpy(s->group, group, width * sizeof *s->group);
    section_lay_out(s);
    *section = s;
    return JUDDER_OK;
}

void section_destroy(Section **section) {
    if (!*section) return;
    free((*section)->memory);
    free((*section)->group);
    free(*section);
    *section = NULL;
}

void section_pass(Section *s, const double *x) {
    for (size_t i = 0; i < s->width; i++) {
        s->now_low[i] = fmin(s->now_low[i], x[i]), s->now_high[i] = fmax(s->now_high[i], x[i]);
        s->all_low[i] = fmin(s->all_low[i], x[i]), s->all_high[i] = fmax(s->all_high[i], x[i]);
    }
}

void section_cross(Section *s, double t, const double *x) {
    const size_t place = s->crossings++ % SECTION_KEPT, bytes = s->width * sizeof *x;
    section_pass(s, x);
    s->t[place] = t;
    memcpy(s->x + place * s->width, x, bytes);
    memcpy(s->low + place * s->width, s->now_low, bytes);
    memcpy(s->high + place * s->width, s->now_high, bytes);
    memcpy(s->now_low, x, bytes);
    memcpy(s->now_high, x, bytes);
}

size_t section_crossings(const Section *s) {
    return s->crossings;
}

/* The place of the crossing that lies `back` before the last one. */
static size_t section_place(const Section *s, size_t back) {
    return (s->crossings - 1 - back) % SECTION_KEPT;
}

double section_interval(const Section *s) {
    return s->crossings < 2 ? NAN : s->t[section_place(s, 0)] - s->t[section_place(s, 1)];
}

static double section_size(const Section *s, size_t i) {
    return fmax(fabs(s->all_low[i]), fabs(s->all_high[i]));
}

/* Ranges of the numbers over the last intervals, and the largest of each group. */
static void section_find_ranges(const Section *s, size_t intervals) {
    for (size_t i = 0; i < s->width; i++) s->beside[i] = 0;
    for (size_t i = 0; i < s->width; i++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t back = 0; back < intervals; back++) {
            const size_t at = section_place(s, back) * s->width + i;
            low = fmin(low, s->low[at]), high = fmax(high, s->high[at]);
        }
        s->range[i] = high - low;
        s->beside[s->group[i]] = fmax(s->beside[s->group[i]], s->range[i]);
    }
}

/* Whether the states of the last 3m crossings are those m earlier. */
static bool section_repeats(const Section *s, size_t m) {
    bool moves = false;
    section_find_ranges(s, 4 * m - 1);
    for (size_t i = 0; i < s->width; i++) {
        const double rounding = SECTION_ROUNDING * section_size(s, i), range = s->range[i];
        const double scale = fmax(fmax(range, SECTION_BESIDE * s->beside[s->group[i]]), rounding);
        for (size_t back = 0; back < 3 * m; back++) {
            const double x = s->x[section_place(s, back) * s->width + i],
                         before = s->x[section_place(s, back + m) * s->width + i];
            if (!(fabs(x - before) <= s->tolerance * scale)) return false;
        }
        moves = moves || (range > SECTION_LEFT * (s->all_high[i] - s->all_low[i]) && range > rounding);
    }
    return moves;
}

SectionPeriod section_period(const Section *s, double now) {
    const size_t kept = s->crossings < SECTION_KEPT ? s->crossings : SECTION_KEPT;
    const SectionPeriod none = {NAN, NAN, 0};
    size_t m = 1;
    while (4 * m <= kept && !section_repeats(s, m)) m++;
    if (4 * m > kept) return none;
    double shortest = INFINITY, longest = 0;
    for (size_t back = 0; back < 3 * m; back++) {
        const double time = s->t[section_place(s, back)] - s->t[section_place(s, back + m)];
        shortest = fmin(shortest, time), longest = fmax(longest, time);
    }
    /* Three periods: what interpolation leaves of an error is divided by three. */
    const double last = s->t[section_place(s, 0)], period = (last - s->t[section_place(s, 3 * m)]) / 3;
    return now - last <= SECTION_LATE * period ? (SectionPeriod){period, longest - shortest, m} : none;
}

void section_serialise(Section *s, Archive *archive) {
    archive_array(archive, "crossings", &s->crossings, sizeof s->crossings);
    /* as many as came back, never more than there is room for */
    const size_t now = s->crossings < SECTION_KEPT ? s->crossings : SECTION_KEPT;
    archive_array(archive, "crossing times", s->t, now * sizeof *s->t);
    archive_array(archive, "crossing states", s->x, now * s->width * sizeof *s->x);
    archive_array(archive, "crossing lows", s->low, now * s->width * sizeof *s->low);
    archive_array(archive, "crossing highs", s->high, now * s->width * sizeof *s->high);
    archive_array(archive, "section ranges", s->now_low, 4 * s->width * sizeof *s->now_low);
}
