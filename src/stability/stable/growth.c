#include "stability/growth.h"

#include "base/array/grow.h"
#include "base/dense.h"
#include "base/roots.h"
#include "complementarity/eicp.h"
#include "stability/stable/stable.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Up to which residual a root is one: mu*(z) is as exact as the polishing of its solutions. */
static const double GOOD = 1e-8;

/* A relative difference of mu*(z) from mu that is rounding: there a root is. */
static const double SAME = 1e-14;

/* Of the mean of the diagonal of A: a least eigenvalue below it proves nothing. Condensing leaves some 1e-12.
 */
static const double ROUNDING = 1e-10;

enum {
    PER_DECADE = 6,
    DECADES_DOWN = 5,
    DECADES_UP = 5,
    CELLS = PER_DECADE * (DECADES_UP + DECADES_DOWN) + 1
};

/* Cells that are tried to be passed at once, at most. */
enum { STRIDE = 8 };

static const double default_seconds = 30;

/* The matrices of a z. */
typedef struct Place {
    double z; /* NAN: none yet */
    double *A, *B, *C;
} Place;

typedef struct Scan {
    const Pencil *pencil;
    double mu, deadline;
    double unit;                /* z at which inertia is as large as stiffness */
    Place *low, *middle, *high; /* where the scan looks, where it stands, where it stood before */
    Place own[3];               /* the three of them */
    double *M, *x;
    double *near,
        near_mu;    /* a pair of the branch that is followed; near_mu NAN: the least of all is wanted */
    double least_z; /* where that pair is known to be the least of all */
    JudderErr err;
} Scan;

static bool is_over(const Scan *scan) {
    return stop_requested() || work_seconds() > scan->deadline;
}

/* Matrices of z into a place, unless it has them. */
static JudderErr look_at(const Scan *scan, double z, Place *place) {
    const Pencil *pencil = scan->pencil;
    if (place->z == z) return JUDDER_OK;
    place->z = NAN;
    TRY(pencil->at(pencil->context, z, place->A, place->B));
    if (pencil->normals) TRY(pencil->normals(pencil->context, z, place->C));
    place->z = z;
    return JUDDER_OK;
}

/* The least mu at a place, or that of the branch near the known pair; infinite: none. */
static JudderErr least_at(Scan *scan, const Place *place, double *mu) {
    const Eicp eicp = {scan->pencil->n, place->A, place->B};
    EicpSearch search = {.from = 0, .to = 8 * scan->mu, .uncertified = true};
    EicpReport report;
    *mu = INFINITY;
    search.seconds = scan->deadline - work_seconds();
    if (is_over(scan) || !(search.seconds > 0)) return JUDDER_OK;
    if (!isnan(scan->near_mu)) search.near = scan->near, search.near_mu = scan->near_mu;
    TRY(eicp_least(&eicp, &search, scan->x, &report));
    if (report.outcome == EICP_FOUND) *mu = report.mu;
    return JUDDER_OK;
}

/* The pair just found is the one to follow; an infinite mu: none. */
static void growth_follow(Scan *scan, double mu) {
    scan->near_mu = isinf(mu) ? NAN : mu;
    memcpy(scan->near, scan->x, (size_t)scan->pencil->n * sizeof *scan->x);
}

/* 1/mu*(z) - 1/mu: positive where the least mu lies below the given one; no solution counts as mu*
 * infinite. */
static double growth_excess(const void *context, double z) {
    Scan *scan = *(Scan *const *)context;
    double mu = INFINITY;
    if (scan->err == JUDDER_OK) scan->err = look_at(scan, z, scan->low);
    if (scan->err == JUDDER_OK) scan->err = least_at(scan, scan->low, &mu);
    if (fabs(mu - scan->mu) <= SAME * scan->mu) return 0;
    return 1 / fmax(mu, 1e-300) - 1 / scan->mu;
}

static double growth_trace(int n, const double *A) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += A[i * n + i];
    return sum;
}

/* Whether a matrix made of those of a place is positive definite beyond what rounding is likely to have
 * added: what saves looking for mu*(z), and proves nothing. */
static JudderErr is_safe(const Scan *scan, const Place *place, const double *M, bool *definite) {
    const int n = scan->pencil->n;
    return dense_is_positive_definite(n, M, ROUNDING * fabs(growth_trace(n, place->A)) / n, definite);
}

/* Whether the symmetric parts of A and A - mu B are positive definite: then nothing can happen up to mu
 * (ST-9), which costs far less to see than mu*. */
static JudderErr is_definite(const Scan *scan, const Place *place, bool *definite) {
    const int n = scan->pencil->n;
    TRY(is_safe(scan, place, place->A, definite));
    for (int i = 0; i < n * n; i++) scan->M[i] = place->A[i] - scan->mu * place->B[i];
    return *definite ? is_safe(scan, place, scan->M, definite) : JUDDER_OK;
}

/* Whether mu*(z) <= mu at a place: some solution that is, which is first looked for near the one of the
 * place before. */
static JudderErr is_unstable(Scan *scan, const Place *place, bool *unstable) {
    bool definite = false;
    double mu = INFINITY;
    *unstable = false;
    if (is_over(scan)) return JUDDER_OK;
    TRY(is_definite(scan, place, &definite));
    if (definite) return JUDDER_OK;
    if (!isnan(scan->near_mu)) TRY(least_at(scan, place, &mu));
    if (!(mu <= scan->mu)) {
        scan->near_mu = NAN;
        TRY(least_at(scan, place, &mu));
        scan->least_z = place->z;
    }
    growth_follow(scan, mu);
    *unstable = mu <= scan->mu;
    return JUDDER_OK;
}

/* Whether there is no root between low and middle, the latter definite (ST-17), but for rounding of the
 * condensing. */
static JudderErr is_clear(const Scan *scan, bool *clear) {
    const Place *low = scan->low, *middle = scan->middle, *high = scan->high;
    const int n = scan->pencil->n;
    const double share = (middle->z - low->z) / (high->z - middle->z), part = scan->mu * scan->mu / 4;
    for (int i = 0; i < n * n; i++) {
        const double bend = middle->C[i] - low->C[i] - share * (high->C[i] - middle->C[i]);
        scan->M[i] = low->A[i] - scan->mu * low->B[i] - part * bend;
    }
    return is_safe(scan, low, scan->M, clear);
}

/* z at which inertia is as large as stiffness: three steps from any start, each exact were A(z) linear. */
static JudderErr natural_z(Scan *scan) {
    const int n = scan->pencil->n;
    TRY(look_at(scan, 0, scan->low));
    const double still = growth_trace(n, scan->low->A);
    scan->unit = 1;
    for (int i = 0; i < 3 && !is_over(scan); i++) {
        TRY(look_at(scan, scan->unit, scan->middle));
        const double more = growth_trace(n, scan->middle->A) - still;
        REQUIRE(more > 0 && still > 0, error_input("mass", "the contacts that may slip move without inertia: "
                                                           "there is no growth rate to find"));
        scan->unit *= still / more;
    }
    return JUDDER_OK;
}

/* Whether z is a root: the least mu of all at z solves the problem at the given mu. */
static JudderErr growth_keep(Scan *scan, double z, GrowthList *list, bool *good) {
    const int n = scan->pencil->n;
    double mu;
    scan->near_mu = NAN;
    TRY(look_at(scan, z, scan->low));
    TRY(least_at(scan, scan->low, &mu));
    const Eicp eicp = {n, scan->low->A, scan->low->B};
    const double residual = isinf(mu) ? INFINITY : eicp_residual(&eicp, scan->mu, scan->x);
    *good = residual <= GOOD;
    if (!*good) return JUDDER_OK;
    REQUIRE(grow(&list->at, &list->room, (size_t)list->count + 1, sizeof *list->at), error_memory());
    double *x = malloc((size_t)n * sizeof *x);
    REQUIRE(x, error_memory());
    memcpy(x, scan->x, (size_t)n * sizeof *x);
    list->at[list->count++] = (GrowthRoot){z, residual, x};
    return JUDDER_OK;
}

/* The root between two z, on the branch of the known pair. */
static JudderErr growth_seek(Scan *scan, double a, double b, GrowthList *list, bool *good) {
    Scan *const context = scan;
    const double z = root_bracketed(growth_excess, &context, fmin(a, b), fmax(a, b));
    TRY(scan->err);
    return growth_keep(scan, z, list, good);
}

/* The root between two z, on the branch that is the least where it lies below mu; if another one is lower
 * at that root, by the least of all. */
static JudderErr growth_refine(Scan *scan, double below, double other, GrowthList *list) {
    bool good = false;
    if (scan->least_z != below) {
        double mu;
        scan->near_mu = NAN;
        TRY(look_at(scan, below, scan->low));
        TRY(least_at(scan, scan->low, &mu));
        growth_follow(scan, mu);
        scan->least_z = below;
    }
    const double mu_below = scan->near_mu;
    TRY(growth_seek(scan, below, other, list, &good));
    if (!good && !is_over(scan)) TRY(growth_seek(scan, below, other, list, &good));
    if (!good && !is_over(scan)) list->jumps++;
    scan->near_mu = mu_below; /* the vector is still there */
    return JUDDER_OK;
}

/* Places are counted from the top down; the last one is z = 0. */
static double place_z(const Scan *scan, int i) {
    return i >= CELLS ? 0 : scan->unit * pow(10, DECADES_UP - (double)i / PER_DECADE);
}

static void step_down(Scan *scan) {
    Place *freed = scan->high;
    scan->high = scan->middle;
    scan->middle = scan->low;
    scan->low = freed;
}

/* Passes as many cells below place i as cannot hold a root (ST-17); 0: none. *stride is what to try, and
 * what to try next. */
static JudderErr growth_pass(Scan *scan, int i, int *stride, int *passed) {
    bool clear = false;
    *passed = 0;
    TRY(is_definite(scan, scan->middle, &clear));
    if (!clear || !scan->pencil->normals) return JUDDER_OK;
    for (; *stride > 0 && !is_over(scan); *stride /= 2) {
        const int cells = i + *stride < CELLS ? *stride : CELLS - i;
        TRY(look_at(scan, place_z(scan, i + cells), scan->low));
        TRY(is_clear(scan, &clear));
        if (!clear) continue;
        *passed = cells;
        break;
    }
    *stride = *stride == 0 ? 1 : *stride < STRIDE ? 2 * *stride : STRIDE;
    return JUDDER_OK;
}

/* From the top down, so that the largest root comes first. */
static JudderErr growth_walk(Scan *scan, Progress *progress, GrowthList *list) {
    TRY(natural_z(scan));
    bool was = false, is = false;
    int stride = STRIDE;
    list->top = place_z(scan, 0);
    if (!is_over(scan)) TRY(look_at(scan, 10 * list->top, scan->high));
    if (!is_over(scan)) TRY(look_at(scan, list->top, scan->middle));
    if (!is_over(scan)) TRY(is_unstable(scan, scan->middle, &was));
    list->unbounded = was;
    for (int i = 0, passed; i < CELLS && !is_over(scan); i += passed) {
        passed = 0;
        if (!was) TRY(growth_pass(scan, i, &stride, &passed));
        if (passed == 0) {
            const double z = place_z(scan, i + 1), above = scan->middle->z;
            passed = 1;
            TRY(look_at(scan, z, scan->low));
            TRY(is_unstable(scan, scan->low, &is));
            if (is_over(scan)) break;
            step_down(scan);
            if (is != was)
                TRY(is ? growth_refine(scan, z, above, list) : growth_refine(scan, above, z, list));
            was = is;
        } else
            step_down(scan);
        progress_update(progress, (double)(i + passed) / CELLS, sqrt(scan->middle->z));
    }
    list->whole = !is_over(scan);
    return JUDDER_OK;
}

/* Whether nothing grows at any mu up to this one, proved before anything is looked for. */
static JudderErr is_excluded(const Pencil *pencil, double mu, const GrowthLimits *limits, bool *excluded) {
    const StableSearch search = {
        .up_to = mu,
        .neutral = NAN,
        .low_only = true,
        .seconds = (limits && limits->seconds > 0 ? limits->seconds : default_seconds) / 3,
        .log = limits ? limits->log : NULL};
    StableUpTo found;
    TRY(stable_up_to(pencil, &search, &found));
    *excluded = found.low >= mu;
    return JUDDER_OK;
}

JudderErr growth_scan(const Pencil *pencil, double mu, const GrowthLimits *limits, GrowthList *list) {
    REQUIRE(mu > 0, error_input("mu", "growth at mu = %g: allowed is a number > 0", mu));
    const size_t n = (size_t)pencil->n, square = n * n;
    const double seconds = limits && limits->seconds > 0 ? limits->seconds : default_seconds;
    *list = (GrowthList){.whole = true, .top = INFINITY};
    TRY(is_excluded(pencil, mu, limits, &list->clear));
    if (list->clear) return JUDDER_OK;
    SCOPED_FREE double *room = malloc((10 * square + 2 * n) * sizeof *room);
    REQUIRE(room, error_memory());
    Scan scan = {
        .pencil = pencil, .mu = mu, .deadline = work_seconds() + seconds, .near_mu = NAN, .least_z = NAN};
    for (size_t k = 0; k < 3; k++)
        scan.own[k] = (Place){NAN, room + 3 * k * square, room + (3 * k + 1) * square,
                              room + (3 * k + 2) * square};
    scan.low = &scan.own[0], scan.middle = &scan.own[1], scan.high = &scan.own[2];
    scan.M = room + 9 * square;
    scan.x = room + 10 * square;
    scan.near = scan.x + n;
    Progress progress;
    progress_start(&progress, limits ? limits->log : NULL, "growth", "");
    progress.quantity = "lambda";
    const JudderErr err = growth_walk(&scan, &progress, list);
    progress_end(&progress);
    if (err != JUDDER_OK) growth_release(list);
    return err;
}

void growth_release(GrowthList *list) {
    for (int i = 0; i < list->count; i++) free(list->at[i].x);
    free(list->at);
    *list = (GrowthList){0};
}
