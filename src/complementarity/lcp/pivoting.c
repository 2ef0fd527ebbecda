/* Principal pivoting: a set of positive x, w = 0 on it; all rows with the wrong sign change sides at once
 * while their number falls now and then, else only the one of least index, which ends for every P matrix
 * [murty1974, judice1994]. */
#include "complementarity/lcp/scaled.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE = 10 }; /* steps of the whole block without a new least number of wrong rows */
/* A value is wrong below this part of the sums that it enters. */
static const double wrong = 1e-13;

/* Default limit of steps: about 2e10 operations, but the 2^n sets of a small problem in any case. */
static long step_limit(const LcpLimits *limits, int n) {
    if (limits && limits->iterations > 0) return limits->iterations;
    const double steps = 2e10 / pow(n, 3);
    return (long)fmin(200000, fmax(1000, steps));
}

typedef struct Pivoting {
    const Lcp *lcp;
    double *x, *share, *weight;
    bool *set, *bad, *seen; /* seen: an earlier set, to notice a cycle */
    bool singular;
} Pivoting;

/* Solves on the set, marks the rows with the wrong sign, as the judge weighs them, and returns how many. */
static JudderErr pivoting_look(Pivoting *p, int *count) {
    *count = 0;
    TRY(lcp_solve_on_set(p->lcp, p->set, p->x, &p->singular));
    if (p->singular) return JUDDER_OK;
    p->singular = !lcp_weigh(p->lcp, p->x, p->share, p->weight);
    for (int i = 0; i < p->lcp->n && !p->singular; i++) {
        p->bad[i] = (p->set[i] ? p->weight[i] : p->share[i]) < -wrong;
        *count += p->bad[i];
    }
    return JUDDER_OK;
}

static void pivoting_exchange(Pivoting *p, bool all) {
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

static JudderErr pivoting_search(Pivoting *p, long most, long *steps) {
    int count, fewest = p->lcp->n + 1, patience = PATIENCE;
    long alone = 0; /* steps by the least index since it took over */
    for (*steps = 0; *steps < most; ++*steps) {
        TRY(pivoting_look(p, &count));
        if (p->singular || count == 0) return JUDDER_OK;
        if (count < fewest) {
            fewest = count;
            patience = PATIENCE;
            alone = 0;
        } else if (patience > 0) {
            patience--;
        }
        if (patience == 0 && goes_round(p, alone++)) return JUDDER_OK;
        pivoting_exchange(p, patience > 0);
    }
    return JUDDER_OK;
}

JudderErr lcp_pivot_from(const Lcp *lcp, long most, bool *set, double *x, long *steps) {
    const size_t n = (size_t)lcp->n;
    Pivoting p = {
        .lcp = lcp, .set = set, .x = calloc(3 * n, sizeof *p.x), .bad = calloc(2 * n, sizeof *p.bad)};
    *steps = 0;
    JudderErr err = p.x && p.bad ? JUDDER_OK : error_memory();
    if (err == JUDDER_OK) {
        p.share = p.x + n, p.weight = p.share + n, p.seen = p.bad + n;
        err = pivoting_search(&p, most, steps);
    }
    double residual;
    if (err == JUDDER_OK) err = lcp_polish_on_set(lcp, set, x, &residual);
    free(p.x);
    free(p.bad);
    return err;
}

static JudderErr pivoting_solve(const Lcp *lcp, const LcpLimits *limits, double *x, double *proof,
                                LcpReport *report) {
    (void)proof;
    ScaledLcp *scaled = NULL;
    TRY(scaled_create(lcp, &scaled));
    const size_t n = (size_t)lcp->n;
    double *inner = calloc(n, sizeof *inner);
    bool *set = calloc(n, sizeof *set);
    JudderErr err = inner && set ? JUDDER_OK : error_memory();
    if (err == JUDDER_OK) {
        for (size_t i = 0; i < n; i++) set[i] = x[i] > 0;
        err = lcp_pivot_from(&scaled->lcp, step_limit(limits, lcp->n), set, inner, &report->iterations);
    }
    if (err == JUDDER_OK) {
        for (size_t i = 0; i < n; i++) inner[i] = fmax(0, inner[i]);
        scaled_back(scaled, inner, x);
        lcp_report_end(lcp, limits, x, LCP_LIMIT, report);
    }
    free(inner);
    free(set);
    scaled_destroy(&scaled);
    return err;
}

const LcpSolver lcp_principal_pivoting = {
    .name = "principal_pivoting", .reference = "ST-10", .solve = pivoting_solve};
