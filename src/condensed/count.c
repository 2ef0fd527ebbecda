#include "condensed/rate.h"

#include <math.h>
#include <string.h>

static double distance(const Condensed *c, const double *a, const double *b) {
    double largest = 0;
    for (int j = 0; j < c->size; j++) largest = fmax(largest, c->k[j] * fabs(a[j] - b[j]));
    return largest;
}

/* Whether x is none of the solutions seen before; it is then kept. */
static bool is_new(Condensed *c, const double *x, double scale, int *seen) {
    for (int k = 0; k < *seen; k++)
        if (distance(c, x, c->several + (size_t)k * (size_t)c->size) <= 1e-8 * scale) return false;
    memcpy(c->several + (size_t)(*seen)++ * (size_t)c->size, x, (size_t)c->size * sizeof *x);
    return true;
}

JudderErr condensed_count_increment(Condensed *c, const CondensedState *state, bool keep,
                                    IncrementCount *count) {
    *count = (IncrementCount){0};
    int sets = 1;
    for (int i = 0; i < c->problem.n && sets <= COUNT_MOST; i++) sets *= 4;
    if (!c->plane_rigid || sets > COUNT_MOST) return JUDDER_OK;
    const size_t bytes = (size_t)c->size * sizeof *c->w;
    const ContactNewton newton = condensed_newton(c);
    double best = keep ? distance(c, c->w, c->before) : INFINITY;
    memcpy(c->best_w, c->w, bytes);
    count->complete = true;
    for (int set = 0; set < sets; set++) {
        int rest = set;
        for (int i = 0; i < c->problem.n; i++, rest /= 4) c->chosen[i] = (CondensedNode)(rest % 4);
        NewtonReport tried;
        memcpy(c->w, state->w, bytes);
        TRY(contact_newton_try(&newton, c->chosen, &tried));
        count->complete = count->complete && tried.outcome != NEWTON_SINGULAR;
        if (tried.outcome != NEWTON_SOLVED ||
            !is_new(c, c->w, condensed_point_scale(c, c->w), &count->solutions))
            continue;
        const double moved = distance(c, c->w, c->before);
        if (moved >= best * (1 - 1e-9)) continue;
        best = moved;
        memcpy(c->best_w, c->w, bytes);
    }
    if (!keep && count->solutions == 0) return JUDDER_OK;
    memcpy(c->w, c->best_w, bytes);
    condensed_natural(c);
    return JUDDER_OK;
}

static int options_of(RateKind kind) {
    return kind == RATE_GRAZES ? 4 : kind == RATE_CONE || kind == RATE_CONE_MINUS ? 2 : 1;
}

/* How many sets of states the kinds allow, or 0 if too many to try. */
static int sets_to_try(const Condensed *c) {
    int sets = 1;
    for (int i = 0; i < c->problem.n; i++) {
        sets *= options_of((RateKind)c->kind[i]);
        if (sets > COUNT_MOST || sets * c->size > COUNT_ROOM) return 0;
    }
    return sets;
}

/* Puts set number `set` into c->node; returns how many states differ from those before. */
static int choose_set(Condensed *c, int set) {
    int changes = 0;
    for (int i = 0; i < c->problem.n; i++) {
        const RateKind kind = (RateKind)c->kind[i];
        const int options = options_of(kind), option = set % options;
        set /= options;
        if (options == 4) c->node[i] = (CondensedNode)option;
        if (options == 2)
            c->node[i] = !option             ? CONDENSED_STICK
                         : kind == RATE_CONE ? CONDENSED_SLIP_PLUS
                                             : CONDENSED_SLIP_MINUS;
        changes += c->node[i] != c->was[i];
    }
    return changes;
}

JudderErr condensed_count_rates(Condensed *c, RateReport *report) {
    const int sets = sets_to_try(c);
    if (sets < 2) return JUDDER_OK;
    const size_t bytes = (size_t)c->problem.n * sizeof *c->node;
    int fewest = INT32_MAX, worst;
    bool complete = true, singular;
    memcpy(c->start, c->node, bytes);
    for (int set = 0; set < sets; set++) {
        const int changes = choose_set(c, set);
        TRY(rate_try(c, &worst, &singular));
        complete = complete && !singular;
        if (singular || worst >= 0) continue;
        is_new(c, c->rate_u, condensed_scale(c, c->rate_F, c->rate_u), &report->solutions);
        if (changes >= fewest) continue;
        fewest = changes;
        memcpy(c->start, c->node, bytes);
    }
    report->trials += sets;
    if (report->solutions == 0) {
        if (complete) report->outcome = CONDENSED_NONE;
        return JUDDER_OK;
    }
    memcpy(c->node, c->start, bytes);
    report->outcome = CONDENSED_SOLVED;
    return rate_try(c, &worst, &singular);
}
