/* The list of all solutions: what the visit of the sets shows, each point once. */
#include "complementarity/lcp/scaled.h"
#include "complementarity/lcp/sets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* In the scaled problem, relative to the largest |x|: below this x_i is zero, and two points are one. */
static const double same = 1e-8;

typedef struct Point {
    unsigned support;
    bool family, dropped;
    double *x;
} Point;

typedef struct Collection {
    int n;
    long count, room;
    Point *points;
} Collection;

static void collection_release(Collection *c) {
    for (long i = 0; i < c->count; i++) free(c->points[i].x);
    free(c->points);
}

static JudderErr collect(void *context, const SetPoint *shown, bool *stop) {
    (void)stop;
    Collection *c = context;
    if (c->count == c->room) {
        c->room = c->room ? 2 * c->room : 16;
        Point *more = realloc(c->points, (size_t)c->room * sizeof *more);
        REQUIRE(more, error_memory());
        c->points = more;
    }
    Point point = {.family = shown->family, .x = malloc((size_t)c->n * sizeof *point.x)};
    REQUIRE(point.x, error_memory());
    double most = 0;
    for (int i = 0; i < c->n; i++) most = fmax(most, fabs(shown->x[i]));
    for (int i = 0; i < c->n; i++)
        if (shown->x[i] > same * most) point.support |= 1u << i;
    memcpy(point.x, shown->x, (size_t)c->n * sizeof *point.x);
    c->points[c->count++] = point;
    return JUDDER_OK;
}

static int by_support(const void *a, const void *b) {
    const unsigned left = ((const Point *)a)->support, right = ((const Point *)b)->support;
    return left < right ? -1 : left > right;
}

static bool is_same(int n, const Point *a, const Point *b) {
    double most = 0, apart = 0;
    for (int i = 0; i < n; i++) {
        most = fmax(most, fmax(fabs(a->x[i]), fabs(b->x[i])));
        apart = fmax(apart, fabs(a->x[i] - b->x[i]));
    }
    return apart <= same * most;
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

static JudderErr list(const ScaledLcp *scaled, Collection *c, LcpSolutions *solutions) {
    const SetVisitor visitor = {.context = c, .point = collect};
    TRY(sets_visit(&scaled->lcp, &visitor, &solutions->complete));
    const size_t n = (size_t)c->n, left = (size_t)drop_doubles(c);
    solutions->x = malloc((left * n + 1) * sizeof *solutions->x);
    solutions->family = malloc((left + 1) * sizeof *solutions->family);
    REQUIRE(solutions->x && solutions->family, error_memory());
    for (long i = 0; i < c->count; i++) {
        const Point *point = &c->points[i];
        if (point->dropped) continue;
        scaled_back(scaled, point->x, solutions->x + (size_t)solutions->count * n);
        solutions->family[solutions->count++] = point->family;
        solutions->continuum = solutions->continuum || point->family;
    }
    return JUDDER_OK;
}

JudderErr lcp_enumerate(const Lcp *lcp, LcpSolutions *solutions) {
    *solutions = (LcpSolutions){0};
    REQUIRE(lcp->n <= LCP_ENUMERATE_MOST,
            error_input(NULL, "all solutions of a problem of %d unknowns cannot be listed: at most %d",
                        lcp->n, LCP_ENUMERATE_MOST));
    ScaledLcp *scaled = NULL;
    TRY(scaled_create(lcp, &scaled));
    Collection c = {.n = lcp->n};
    const JudderErr err = list(scaled, &c, solutions);
    if (err != JUDDER_OK) lcp_solutions_release(solutions);
    collection_release(&c);
    scaled_destroy(&scaled);
    return err;
}

void lcp_solutions_release(LcpSolutions *solutions) {
    free(solutions->x);
    free(solutions->family);
    *solutions = (LcpSolutions){0};
}
