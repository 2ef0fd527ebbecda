/* Principal pivoting: a set of positive x, w = 0 on it; all rows with the wrong sign change sides at once
 * while their number falls now and then, else only the one of least index, which ends for every P matrix
 * [murty1974, judice1994]. */
#include "complementarity/lcp/scaled.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE = 10 }; /* steps of the whole block without a new least number of wrong rows */
/* A value is wrong below -wrong times the largest x, or the size of its row. */
static const double wrong = 1e-13;

/* Default limit of steps: about 2e10 operations, but the 2^n sets of a small problem in any case. */
static long step_limit(const LcpLimits *limits, int n) {
    if (limits && limits->iterations > 0) return limits->iterations;
    const double steps = 2e10 / pow(n, 3);
    return (long)fmin(200000, fmax(1000, steps));
}

typedef struct Pivoting {
    const Lcp *lcp;
    double *x;
    bool *set, *bad, *seen; /* seen: an earlier set, to notice a cycle */
    bool singular;
} Pivoting;

/* Solves on the set, marks the rows with the wrong sign and returns how many. */
static JudderErr look(Pivoting *p, int *count) {
    const long n = p->lcp->n;
    double most = 0;
    *count = 0;
    TRY(lcp_solve_on_set(p->lcp, p->set, p->x, &p->singular));
    if (p->singular) return JUDDER_OK;
    for (long i = 0; i < n; i++) most = fmax(most, fabs(p->x[i]));
    for (long i = 0; i < n; i++) {
        double w = p->lcp->q[i], size = fabs(w);
        for (long j = 0; j < n; j++) {
            const double term = p->lcp->M[i * n + j] * p->x[j];
            w += term;
            size += fabs(term);
        }
        p->bad[i] = p->set[i] ? p->x[i] < -wrong * most : w < -wrong * size;
        *count += p->bad[i];
    }
    return JUDDER_OK;
}

static void exchange(Pivoting *p, bool all) {
    for (int i = 0; i < p->lcp->n; i++) {
        if (!p->bad[i]) continue;
        p->set[i] = !p->set[i];
        if (!all) return;
    }
}

/* Compares with the set seen at the last power of two: the least-index rule has no memory, so a set that
 * comes back comes back for ever. */
static bool goes_round(Pivoting *p, long step) {
    const size_t size = (size_t)p->lcp->n * sizeof *p->set;
    if (step > 0 && memcmp(p->set, p->seen, size) == 0) return true;
    if ((step & (step - 1)) == 0) memcpy(p->seen, p->set, size);
    return false;
}

static JudderErr search(Pivoting *p, long most, long *steps) {
    int count, fewest = p->lcp->n + 1, patience = PATIENCE;
    long alone = 0; /* steps by the least index since it took over */
    for (*steps = 0; *steps < most; ++*steps) {
        TRY(look(p, &count));
        if (p->singular || count == 0) return JUDDER_OK;
        if (count < fewest) {
            fewest = count;
            patience = PATIENCE;
            alone = 0;
        } else if (patience > 0) {
            patience--;
        }
        if (patience == 0 && goes_round(p, alone++)) return JUDDER_OK;
        exchange(p, patience > 0);
    }
    return JUDDER_OK;
}

static JudderErr solve(const Lcp *lcp, const LcpLimits *limits, double *x, double *proof, LcpReport *report) {
    (void)proof;
    ScaledLcp *scaled = NULL;
    TRY(scaled_create(lcp, &scaled));
    const size_t n = (size_t)lcp->n;
    Pivoting p = {.lcp = &scaled->lcp, .x = calloc(n, sizeof *p.x), .set = calloc(3 * n, sizeof *p.set)};
    p.bad = p.set + n;
    p.seen = p.bad + n;
    const bool room = p.x && p.set;
    for (size_t i = 0; room && i < n; i++) p.set[i] = x[i] > 0;
    JudderErr err = room ? search(&p, step_limit(limits, lcp->n), &report->iterations) : error_memory();
    if (err == JUDDER_OK && p.singular) memset(p.x, 0, n * sizeof *p.x);
    if (err == JUDDER_OK) err = lcp_polish_on_set(&scaled->lcp, p.set, p.x);
    if (err == JUDDER_OK) {
        for (size_t i = 0; i < n; i++) p.x[i] = fmax(0, p.x[i]);
        scaled_back(scaled, p.x, x);
        lcp_report_end(lcp, limits, x, LCP_LIMIT, report);
    }
    free(p.x);
    free(p.set);
    scaled_destroy(&scaled);
    return err;
}

const LcpSolver lcp_principal_pivoting = {.name = "principal_pivoting", .reference = "ST-10", .solve = solve};
