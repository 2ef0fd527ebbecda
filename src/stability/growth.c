#include "stability/growth.h"

#include "base/dense.h"
#include "base/roots.h"
#include "complementarity/eicp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Up to which residual a root is one: mu*(z) is as exact as the polishing of its solutions. */
static const double GOOD = 1e-8;

enum { PER_DECADE = 6, DECADES_DOWN = 5, DECADES_UP = 5 };

static const double default_seconds = 30;

typedef struct Scan {
    const Pencil *pencil;
    double mu, deadline;
    double *A, *B, *M, *x;
    double *near,
        near_mu; /* a pair of the branch that is followed; near_mu NAN: the least of all is wanted */
    JudderErr err;
} Scan;

static bool is_over(const Scan *scan) {
    return stop_requested() || clock_seconds() > scan->deadline;
}

/* A and B of z. */
static JudderErr look_at(Scan *scan, double z) {
    return scan->pencil->at(scan->pencil->context, z, scan->A, scan->B);
}

/* The least mu at the z looked at, or that of the branch near the known pair; infinite: none. */
static JudderErr least_here(Scan *scan, double *mu) {
    const Eicp eicp = {scan->pencil->n, scan->A, scan->B};
    EicpSearch search = {.from = 0, .to = 8 * scan->mu, .uncertified = true};
    EicpReport report;
    *mu = INFINITY;
    search.seconds = scan->deadline - clock_seconds();
    if (is_over(scan) || !(search.seconds > 0)) return JUDDER_OK;
    if (!isnan(scan->near_mu)) search.near = scan->near, search.near_mu = scan->near_mu;
    TRY(eicp_least(&eicp, &search, scan->x, &report));
    if (report.outcome == EICP_FOUND) *mu = report.mu;
    return JUDDER_OK;
}

static JudderErr mu_at(Scan *scan, double z, double *mu) {
    TRY(look_at(scan, z));
    return least_here(scan, mu);
}

/* 1/mu*(z) - 1/mu: positive where the least mu lies below the given one; no solution counts as mu*
 * infinite. */
static double excess(const void *context, double z) {
    Scan *scan = *(Scan *const *)context;
    double mu = INFINITY;
    if (scan->err == JUDDER_OK) scan->err = mu_at(scan, z, &mu);
    return 1 / fmax(mu, 1e-300) - 1 / scan->mu;
}

/* Whether mu*(z) <= mu. Where the symmetric parts of A and A - mu B are positive definite nothing can happen
 * up to mu (ST-9), which costs far less to see. */
static JudderErr is_unstable(Scan *scan, double z, bool *unstable) {
    const int n = scan->pencil->n;
    bool definite = false;
    double mu = INFINITY;
    *unstable = false;
    if (is_over(scan)) return JUDDER_OK;
    TRY(look_at(scan, z));
    TRY(dense_is_positive_definite(n, scan->A, 0, &definite));
    for (int i = 0; i < n * n; i++) scan->M[i] = scan->A[i] - scan->mu * scan->B[i];
    if (definite) TRY(dense_is_positive_definite(n, scan->M, 0, &definite));
    if (definite) return JUDDER_OK;
    TRY(least_here(scan, &mu));
    *unstable = mu <= scan->mu;
    return JUDDER_OK;
}

static double trace(int n, const double *A) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += A[i * n + i];
    return sum;
}

/* z at which inertia is as large as stiffness: three steps from any start, each exact were A(z) linear. */
static JudderErr natural_z(Scan *scan, double *z) {
    const int n = scan->pencil->n;
    TRY(scan->pencil->at(scan->pencil->context, 0, scan->A, scan->B));
    const double still = trace(n, scan->A);
    *z = 1;
    for (int i = 0; i < 3; i++) {
        TRY(scan->pencil->at(scan->pencil->context, *z, scan->A, scan->B));
        const double more = trace(n, scan->A) - still;
        REQUIRE(more > 0 && still > 0, error_input("mass", "the contacts that may slip move without inertia: "
                                                           "there is no growth rate to find"));
        *z *= still / more;
    }
    return JUDDER_OK;
}

/* Whether z is a root: the least mu of all at z solves the problem at the given mu. */
static JudderErr keep(Scan *scan, double z, GrowthList *list, bool *good) {
    const int n = scan->pencil->n;
    const Eicp eicp = {n, scan->A, scan->B};
    double mu;
    scan->near_mu = NAN;
    TRY(mu_at(scan, z, &mu));
    const double residual = isinf(mu) ? INFINITY : eicp_residual(&eicp, scan->mu, scan->x);
    *good = residual <= GOOD;
    if (!*good) return JUDDER_OK;
    if (list->count == list->room) {
        const int room = list->room ? 2 * list->room : 4;
        GrowthRoot *at = realloc(list->at, (size_t)room * sizeof *at);
        REQUIRE(at, error_memory());
        list->at = at;
        list->room = room;
    }
    double *x = malloc((size_t)n * sizeof *x);
    REQUIRE(x, error_memory());
    memcpy(x, scan->x, (size_t)n * sizeof *x);
    list->at[list->count++] = (GrowthRoot){z, residual, x};
    return JUDDER_OK;
}

/* The root between two z, on the branch that is the least where it lies below mu; if another one is lower at
 * that root, by the least of all. */
static JudderErr refine(Scan *scan, double below, double other, GrowthList *list) {
    Scan *const context = scan;
    bool good = false;
    TRY(mu_at(scan, below, &scan->near_mu));
    memcpy(scan->near, scan->x, (size_t)scan->pencil->n * sizeof *scan->x);
    if (isinf(scan->near_mu)) scan->near_mu = NAN;
    double z = root_bracketed(excess, &context, fmin(below, other), fmax(below, other));
    TRY(scan->err);
    TRY(keep(scan, z, list, &good));
    if (good || is_over(scan)) return JUDDER_OK;
    z = root_bracketed(excess, &context, fmin(below, other), fmax(below, other));
    TRY(scan->err);
    TRY(keep(scan, z, list, &good));
    if (!good && !is_over(scan)) list->jumps++;
    return JUDDER_OK;
}

/* From the top down, so that the largest root comes first. */
static JudderErr walk(Scan *scan, Progress *progress, GrowthList *list) {
    double unit;
    TRY(natural_z(scan, &unit));
    const int steps = PER_DECADE * (DECADES_UP + DECADES_DOWN);
    double above = unit * pow(10, DECADES_UP);
    bool was = false, is = false;
    TRY(is_unstable(scan, above, &was));
    list->unbounded = was;
    for (int i = 1; i <= steps + 1 && !is_over(scan); i++) {
        const double z = i > steps ? 0 : unit * pow(10, DECADES_UP - (double)i / PER_DECADE);
        TRY(is_unstable(scan, z, &is));
        progress_update(progress, (double)i / (steps + 1), z);
        if (is_over(scan)) break;
        if (is != was) TRY(is ? refine(scan, z, above, list) : refine(scan, above, z, list));
        above = z, was = is;
    }
    list->whole = !is_over(scan);
    return JUDDER_OK;
}

JudderErr growth_scan(const Pencil *pencil, double mu, const GrowthLimits *limits, GrowthList *list) {
    REQUIRE(mu > 0, error_input("mu", "growth at mu = %g: allowed is a number > 0", mu));
    const size_t n = (size_t)pencil->n;
    const double seconds = limits && limits->seconds > 0 ? limits->seconds : default_seconds;
    *list = (GrowthList){.whole = true};
    double *room = malloc((3 * n * n + 2 * n) * sizeof *room);
    REQUIRE(room, error_memory());
    Scan scan = {.pencil = pencil,
                 .mu = mu,
                 .deadline = clock_seconds() + seconds,
                 .A = room,
                 .B = room + n * n,
                 .M = room + 2 * n * n,
                 .x = room + 3 * n * n,
                 .near = room + 3 * n * n + n,
                 .near_mu = NAN};
    Progress progress;
    progress_start(&progress, limits ? limits->log : NULL, "growth", "");
    const JudderErr err = walk(&scan, &progress, list);
    progress_end(&progress);
    free(room);
    if (err != JUDDER_OK) growth_release(list);
    return err;
}

void growth_release(GrowthList *list) {
    for (int i = 0; i < list->count; i++) free(list->at[i].x);
    free(list->at);
    *list = (GrowthList){0};
}
