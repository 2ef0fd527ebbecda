/* mu(r) straight between given points, constant after the last  (FR-5) */
#include "friction/friction.h"

#include "base/field.h"

#include <math.h>

typedef struct Tabulated {
    Numbers v, mu;
} Tabulated;

/* The interval that holds r: its left point; the last point for everything beyond. */
static size_t left_point(const Tabulated *p, double r) {
    size_t low = 0, high = p->v.count - 1;
    while (low < high) {
        const size_t middle = low + (high - low + 1) / 2;
        if (p->v.at[middle] <= r)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static double at_rest(const void *params, double state) {
    (void)state;
    return ((const Tabulated *)params)->mu.at[0];
}

static double slope(const void *params, double r, double state) {
    const Tabulated *p = params;
    (void)state;
    const size_t i = left_point(p, r);
    if (i + 1 == p->v.count) return 0;
    return (p->mu.at[i + 1] - p->mu.at[i]) / (p->v.at[i + 1] - p->v.at[i]);
}

static double sliding(const void *params, double r, double state) {
    const Tabulated *p = params;
    const size_t i = left_point(p, r);
    return p->mu.at[i] + slope(params, r, state) * (r - p->v.at[i]);
}

static size_t bends(const void *params, double *at, size_t room) {
    const Tabulated *p = params;
    for (size_t i = 1; i < p->v.count && i <= room; i++) at[i - 1] = p->v.at[i];
    return p->v.count - 1;
}

static double last_speed(const void *params) {
    const Tabulated *p = params;
    return p->v.at[p->v.count - 1];
}

static JudderErr check(const void *params) {
    const Tabulated *p = params;
    REQUIRE(p->v.count == p->mu.count,
            error_input("mu", "mu has %zu values for %zu speeds: both lists must be of one length",
                        p->mu.count, p->v.count));
    REQUIRE(p->v.count >= 1, error_input("v", "v is empty: at least the speed 0 is needed"));
    REQUIRE(p->v.at[0] == 0, error_input("v", "v starts at %g: the first speed must be 0", p->v.at[0]));
    for (size_t i = 1; i < p->v.count; i++)
        REQUIRE(p->v.at[i] > p->v.at[i - 1],
                error_input("v", "v goes from %g to %g at its point %zu: speeds must increase",
                            p->v.at[i - 1], p->v.at[i], i + 1));
    return JUDDER_OK;
}

static const Param tabulated_params[] = {
    FIELD(Tabulated, v, NUMBERS, "slip speeds, the first 0, increasing", REQUIRED, NOT_NEGATIVE,
          .unit = "m/s"),
    FIELD(Tabulated, mu, NUMBERS, "coefficient at each of them; constant after the last", REQUIRED,
          NOT_NEGATIVE),
    {0},
};

const FrictionLaw tabulated_law = {
    .word = {.name = "tabulated",
             .kind = "friction",
             .summary = "Straight lines through measured points, constant after the last.",
             .reference = "FR-5",
             .papers = "renard1998",
             .example = "tabulated{ v = {0, 0.1, 0.5}, mu = {0.9, 0.5, 0.4} }",
             .params = tabulated_params,
             .size = sizeof(Tabulated),
             .check = check},
    .piecewise_linear = true,
    .at_rest = at_rest,
    .sliding = sliding,
    .slope = slope,
    .bends = bends,
    .last_speed = last_speed,
};
