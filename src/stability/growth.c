#include "stability/growth.h"

#include "base/dense.h"
#include "base/log.h"
#include "base/roots.h"
#include "complementarity/eicp.h"

#include <math.h>
#include <stdlib.h>

/* Up to which residual a root is one: mu*(z) is as exact as the polishing of its solutions. */
static const double GOOD = 1e-8;

enum { PER_DECADE = 6, DECADES_DOWN = 5, DECADES_UP = 5 };

typedef struct Scan {
    const Pencil *pencil;
    double mu;
    double *A, *B, *M, *x;
    JudderErr err;
} Scan;

/* A and B of z. */
static bool look_at(Scan *scan, double z) {
    if (scan->err == JUDDER_OK) scan->err = scan->pencil->at(scan->pencil->context, z, scan->A, scan->B);
    return scan->err == JUDDER_OK;
}

/* 1/mu*(z) - 1/mu for the z looked at: positive where the least mu lies below the given one; no solution
 * counts as mu* infinite. */
static double excess_here(Scan *scan) {
    const Eicp eicp = {scan->pencil->n, scan->A, scan->B};
    const EicpSearch search = {.from = 0, .to = 8 * scan->mu, .uncertified = true};
    EicpReport report;
    scan->err = eicp_least(&eicp, &search, scan->x, &report);
    if (scan->err != JUDDER_OK) return 0;
    if (report.outcome != EICP_FOUND) return -1 / scan->mu;
    return 1 / fmax(report.mu, 1e-300) - 1 / scan->mu;
}

static double excess(const void *context, double z) {
    Scan *scan = *(Scan *const *)context;
    return look_at(scan, z) ? excess_here(scan) : 0;
}

/* Whether mu*(z) <= mu. Where the symmetric parts of A and A - mu B are positive definite nothing can happen up to mu
 * (ST-9), which costs far less to see. */
static bool is_unstable(Scan *scan, double z) {
    const int n = scan->pencil->n;
    bool definite = false;
    if (!look_at(scan, z)) return false;
    scan->err = dense_is_positive_definite(n, scan->A, 0, &definite);
    for (int i = 0; i < n * n; i++) scan->M[i] = scan->A[i] - scan->mu * scan->B[i];
    if (scan->err == JUDDER_OK && definite) scan->err = dense_is_positive_definite(n, scan->M, 0, &definite);
    return scan->err == JUDDER_OK && !definite && excess_here(scan) >= 0;
}

static double trace(int n, const double *A) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += A[i * n + i];
    return sum;
}

/* z at which inertia is as large as stiffness: two steps of the secant from any start. */
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

static JudderErr keep(Scan *scan, double z, GrowthList *list) {
    const int n = scan->pencil->n;
    const Eicp eicp = {n, scan->A, scan->B};
    excess(&(Scan *const){scan}, z);
    TRY(scan->err);
    const double residual = eicp_residual(&eicp, scan->mu, scan->x);
    if (!(residual <= GOOD)) {
        list->jumps++;
        return JUDDER_OK;
    }
    if (list->count == list->room) {
        const int room = list->room ? 2 * list->room : 4;
        GrowthRoot *at = realloc(list->at, (size_t)room * sizeof *at);
        REQUIRE(at, error_memory());
        list->at = at;
        list->room = room;
    }
    double *x = malloc((size_t)n * sizeof *x);
    REQUIRE(x, error_memory());
    for (int i = 0; i < n; i++) x[i] = scan->x[i];
    list->at[list->count++] = (GrowthRoot){z, residual, x};
    return JUDDER_OK;
}

/* From the top down, so that the largest root comes first. */
static JudderErr walk(Scan *scan, GrowthList *list) {
    double unit;
    TRY(natural_z(scan, &unit));
    Scan *const context = scan;
    const int steps = PER_DECADE * (DECADES_UP + DECADES_DOWN);
    double above = unit * pow(10, DECADES_UP);
    bool was = is_unstable(scan, above);
    list->unbounded = was;
    for (int i = 1; i <= steps + 1 && scan->err == JUDDER_OK; i++) {
        list->whole = list->whole && !stop_requested();
        if (!list->whole) break;
        const double z = i > steps ? 0 : unit * pow(10, DECADES_UP - (double)i / PER_DECADE);
        const bool is = is_unstable(scan, z);
        if (is != was && scan->err == JUDDER_OK)
            TRY(keep(scan, root_bracketed(excess, &context, z, above), list));
        above = z, was = is;
    }
    return scan->err;
}

JudderErr growth_scan(const Pencil *pencil, double mu, GrowthList *list) {
    REQUIRE(mu > 0, error_input("mu", "growth at mu = %g: allowed is a number > 0", mu));
    const size_t n = (size_t)pencil->n;
    *list = (GrowthList){.whole = true};
    double *room = malloc((3 * n * n + n) * sizeof *room);
    REQUIRE(room, error_memory());
    Scan scan = {.pencil = pencil,
                 .mu = mu,
                 .A = room,
                 .B = room + n * n,
                 .M = room + 2 * n * n,
                 .x = room + 3 * n * n};
    const JudderErr err = walk(&scan, list);
    free(room);
    if (err != JUDDER_OK) growth_release(list);
    return err;
}

void growth_release(GrowthList *list) {
    for (int i = 0; i < list->count; i++) free(list->at[i].x);
    free(list->at);
    *list = (GrowthList){0};
}
