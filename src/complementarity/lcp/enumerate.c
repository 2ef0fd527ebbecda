/* The list of all solutions: what the visit of the sets shows, each point once. */
#include "base/array/grow.h"
#include "complementarity/lcp/scaled.h"
#include "complementarity/lcp/sets.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A part below this of every sum that it enters is nothing: x_i is zero, two points are one. */
static const double same = 1e-8;
/* Points that are good to their last digits are one if they differ by less than this part of each number. */
static const double last_digits = 4 * DBL_EPSILON;

typedef struct Point {
    unsigned support;
    bool family, accurate, alone, dropped;
    double *x, *unit; /* unit_i x_i is the largest part of x_i in the sum of a row */
    double *given;    /* x in the numbers of the problem */
} Point;

typedef struct Collection {
    const Lcp *lcp;
    const ScaledLcp *scaled;
    const LcpDecider *decider;
    int n;
    long count;
    size_t room;
    Point *points;
    bool outside; /* some point was left out, beyond the range of doubles */
} Collection;

static void collection_release(Collection *c) {
    for (long i = 0; i < c->count; i++) free(c->points[i].x);
    free(c->points);
}

/* A column of zeros is measured by the largest x. */
static void fill_units(const Lcp *lcp, const double *x, double *unit) {
    const long n = lcp->n;
    double most = 0;
    for (long i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    memset(unit, 0, (size_t)n * sizeof *unit);
    for (long i = 0; i < n; i++) {
        double size = fabs(lcp->q[i]);
        for (long j = 0; j < n; j++) size += fabs(lcp->M[i * n + j] * x[j]);
        for (long j = 0; j < n && size > 0; j++) unit[j] = fmax(unit[j], fabs(lcp->M[i * n + j]) / size);
    }
    for (long i = 0; i < n; i++)
        if (unit[i] == 0) unit[i] = most > 0 ? 1 / most : 1;
}

static JudderErr add_point(Collection *c, const SetPoint *shown, const double *given) {
    REQUIRE(grow(&c->points, &c->room, (size_t)c->count + 1, sizeof *c->points), error_memory());
    Point point = {.family = shown->family,
                   .accurate = shown->accurate,
                   .alone = shown->alone,
                   .x = malloc(3 * (size_t)c->n * sizeof *point.x)};
    REQUIRE(point.x, error_memory());
    point.unit = point.x + c->n;
    point.given = point.unit + c->n;
    fill_units(c->lcp, shown->x, point.unit);
    for (int i = 0; i < c->n; i++)
        if (shown->accurate ? given[i] > 0 : shown->x[i] * point.unit[i] > same) point.support |= 1u << i;
    memcpy(point.x, shown->x, (size_t)c->n * sizeof *point.x);
    for (int i = 0; i < c->n; i++) point.given[i] = given[i] > 0 ? given[i] : 0;
    c->points[c->count++] = point;
    return JUDDER_OK;
}

static JudderErr enumerate_collect(void *context, const SetPoint *shown, bool *stop) {
    (void)stop;
    Collection *c = context;
    double given[LCP_ENUMERATE_MOST];
    bool outside = false;
    scaled_back(c->scaled, shown->x, given);
    for (int i = 0; i < c->n; i++) outside |= !isfinite(given[i]) || (shown->x[i] > 0 && given[i] == 0);
    c->outside |= outside;
    return outside ? JUDDER_OK : add_point(c, shown, given);
}

static int by_support(const void *a, const void *b) {
    const unsigned left = ((const Point *)a)->support, right = ((const Point *)b)->support;
    return left < right ? -1 : left > right;
}

static bool is_same(int n, const Point *a, const Point *b) {
    if (a->alone || b->alone) return false;
    for (int i = 0; i < n; i++) {
        const double given = fabs(a->given[i] - b->given[i]), scaled = fabs(a->x[i] - b->x[i]);
        if (!(a->accurate && b->accurate ? given <= last_digits * a->given[i] : scaled * a->unit[i] <= same))
            return false;
    }
    return true;
}

/* Marks points that stand in the list before; returns how many are left. */
static long drop_doubles(Collection *c) {
    long left = 0;
    if (c->count > 0) qsort(c->points, (size_t)c->count, sizeof *c->points, by_support);
    for (long i = 0; i < c->count; i++) {
        Point *point = &c->points[i];
        for (long j = i - 1; j >= 0 && c->points[j].support == point->support && !point->dropped; j--) {
            if (c->points[j].dropped || !is_same(c->n, point, &c->points[j])) continue;
            c->points[j].family = c->points[j].family || point->family;
            point->dropped = true;
        }
        left += !point->dropped;
    }
    return left;
}

/* What exact arithmetic says of a set. */
static JudderErr enumerate_decide(void *context, const bool *set, bool *decided) {
    Collection *c = context;
    LcpSetSolutions found = {0};
    double x[LCP_ENUMERATE_MOST];
    TRY(c->decider->decide(c->decider->context, set, &found));
    *decided = found.decided;
    c->outside |= found.outside;
    for (int k = 0; k < found.count && *decided; k++) {
        const double *given = found.x + k * c->n;
        for (int i = 0; i < c->n; i++) x[i] = ldexp(given[i], -c->scaled->column[i] - c->scaled->size);
        TRY(add_point(c, &(SetPoint){.x = x, .family = found.family, .accurate = true}, given));
    }
    return JUDDER_OK;
}

static JudderErr enumerate_list(Collection *c, bool enclosed, LcpSolutions *solutions) {
    const SetVisitor visitor = {.context = c,
                                .point = enumerate_collect,
                                .decide = c->decider ? enumerate_decide : NULL,
                                .enclosed = enclosed};
    TRY(sets_visit(c->lcp, &visitor, &solutions->complete));
    solutions->complete = solutions->complete && !c->outside;
    const size_t n = (size_t)c->n, left = (size_t)drop_doubles(c);
    solutions->x = malloc((left * n + 1) * sizeof *solutions->x);
    solutions->family = malloc((left + 1) * sizeof *solutions->family);
    REQUIRE(solutions->x && solutions->family, error_memory());
    for (long i = 0; i < c->count; i++) {
        const Point *point = &c->points[i];
        if (point->dropped) continue;
        memcpy(solutions->x + (size_t)solutions->count * n, point->given, n * sizeof *point->given);
        solutions->family[solutions->count++] = point->family;
        solutions->continuum = solutions->continuum || point->family;
    }
    return JUDDER_OK;
}

JudderErr lcp_enumerate_with(const Lcp *lcp, const LcpDecider *decider, LcpSolutions *solutions) {
    *solutions = (LcpSolutions){0};
    REQUIRE(lcp->n <= LCP_ENUMERATE_MOST,
            error_input(NULL, "all solutions of a problem of %d unknowns cannot be listed: at most %d",
                        lcp->n, LCP_ENUMERATE_MOST));
    SCOPED(scaled_destroy) ScaledLcp *scaled = NULL;
    TRY(scaled_create(lcp, &scaled));
    SCOPED(collection_release)
    Collection c = {.lcp = &scaled->lcp, .scaled = scaled, .decider = decider, .n = lcp->n};
    JudderErr err = scaled_radii(lcp, scaled);
    if (err == JUDDER_OK) err = enumerate_list(&c, !lcp->M_D && !lcp->q_D, solutions);
    if (err != JUDDER_OK) lcp_solutions_release(solutions);
    return err;
}

JudderErr lcp_enumerate(const Lcp *lcp, LcpSolutions *solutions) {
    return lcp_enumerate_with(lcp, NULL, solutions);
}

void lcp_solutions_release(LcpSolutions *solutions) {
    free(solutions->x);
    free(solutions->family);
    *solutions = (LcpSolutions){0};
}
