/* (PR-2). Factors L that were found in spite of rounding are exact ones of A - (sigma + c) I + F with |F_ij|
 * <= gamma_{k+1} (|L| |L'|)_ij on the pattern of L + L', k the longest row of L. Since the diagonal of L L'
 * is that of the matrix, (|L| |L'|)_ij <= (1 + gamma) d, d its largest diagonal, so ||F|| <= gamma_{k+1} w d
 * up to gamma^2 with w the longest row of L + L'; and 2 u d for the diagonal itself. No order of the
 * sums, no threads and no fused operation changes that. */
#include "enclosure/cholesky.h"

#include "base/number/rounding.h"
#include "enclosure/cholmod_loader.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct Cholesky {
    const Cholmod *cholmod;
    cholmod_common common;
    cholmod_sparse A;
    cholmod_factor *pattern, *factor;
    cholmod_dense *X, *Y, *E; /* kept by cholmod_l_solve2 */
    double diagonal, k, w;
};

void cholesky_destroy(Cholesky **cholesky) {
    Cholesky *old = *cholesky;
    if (!old) return;
    const Cholmod *cholmod = old->cholmod;
    if (old->pattern) cholmod->free_factor(&old->pattern, &old->common);
    if (old->factor) cholmod->free_factor(&old->factor, &old->common);
    if (old->X) cholmod->free_dense(&old->X, &old->common);
    if (old->Y) cholmod->free_dense(&old->Y, &old->common);
    if (old->E) cholmod->free_dense(&old->E, &old->common);
    cholmod->finish(&old->common);
    free(old);
    *cholesky = NULL;
}

/* k and w from the supernodes, whose zeros count as entries. */
static JudderErr count_rows(Cholesky *c) {
    const cholmod_factor *L = c->pattern;
    const SuiteSparse_long *super = L->super, *pi = L->pi, *s = L->s;
    double *row = calloc(2 * L->n + 1, sizeof *row), *column = row + L->n;
    REQUIRE(row, error_memory());
    for (size_t node = 0; node < L->nsuper; node++) {
        const double columns = (double)(super[node + 1] - super[node]),
                     rows = (double)(pi[node + 1] - pi[node]);
        for (SuiteSparse_long j = super[node]; j < super[node + 1]; j++) column[j] = rows;
        for (SuiteSparse_long at = pi[node]; at < pi[node + 1]; at++) row[s[at]] += columns;
    }
    for (size_t i = 0; i < L->n; i++) {
        c->k = fmax(c->k, row[i]);
        c->w = fmax(c->w, row[i] + column[i]);
    }
    free(row);
    return JUDDER_OK;
}

/* Two factors at a time, in half of the memory; operations for minutes, not hours. */
static bool is_affordable(const Cholesky *c) {
    const double pages = (double)sysconf(_SC_PHYS_PAGES), page = (double)sysconf(_SC_PAGESIZE);
    const double bytes = 2 * (double)sizeof(double) * (double)c->pattern->xsize;
    return c->common.fl <= 1e12 && (pages <= 0 || bytes <= pages * page / 2);
}

static JudderErr cholesky_analyse(Cholesky *c, bool *possible) {
    c->common.print = 0;
    c->common.supernodal = CHOLMOD_SUPERNODAL;
    c->common.final_ll = 1;
    c->common.quick_return_if_not_posdef = 1;
    c->pattern = c->cholmod->analyze(&c->A, &c->common);
    REQUIRE(c->common.status != CHOLMOD_OUT_OF_MEMORY, error_memory());
    *possible = c->pattern && c->pattern->is_super && is_affordable(c);
    return *possible ? count_rows(c) : JUDDER_OK;
}

JudderErr cholesky_create(const CholeskyMatrix *A, Cholesky **cholesky, bool *possible) {
    const Cholmod *cholmod;
    TRY(cholmod_load(&cholmod));
    Cholesky *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->cholmod = cholmod;
    made->diagonal = A->diagonal;
    cholmod->start(&made->common);
    made->A = (cholmod_sparse){.nrow = A->n,
                               .ncol = A->n,
                               .nzmax = (size_t)A->start[A->n],
                               .p = A->start,
                               .i = A->row,
                               .x = A->value,
                               .stype = 1,
                               .itype = CHOLMOD_LONG,
                               .xtype = CHOLMOD_REAL,
                               .dtype = CHOLMOD_DOUBLE,
                               .sorted = 1,
                               .packed = 1};
    const JudderErr err = cholesky_analyse(made, possible);
    if (err != JUDDER_OK || !*possible)
        cholesky_destroy(&made);
    else
        *cholesky = made;
    return err;
}

/* Factors of A + shift I. */
static JudderErr factor_shifted(Cholesky *c, double shift, cholmod_factor **factor, bool *done) {
    double beta[2] = {shift, 0};
    *factor = c->cholmod->copy_factor(c->pattern, &c->common);
    REQUIRE(*factor, error_memory());
    c->cholmod->factorize(&c->A, beta, NULL, 0, *factor, &c->common);
    const int status = c->common.status;
    REQUIRE(status != CHOLMOD_OUT_OF_MEMORY, error_memory());
    *done = status == CHOLMOD_OK && (*factor)->minor >= (*factor)->n && (*factor)->xtype == CHOLMOD_REAL;
    return JUDDER_OK;
}

JudderErr cholesky_factor(Cholesky *cholesky, bool *done) {
    if (cholesky->factor) cholesky->cholmod->free_factor(&cholesky->factor, &cholesky->common);
    return factor_shifted(cholesky, 0, &cholesky->factor, done);
}

JudderErr cholesky_solve(Cholesky *cholesky, int columns, const double *b, double *x) {
    const size_t n = cholesky->A.nrow, count = n * (size_t)columns;
    cholmod_dense B = {.nrow = n,
                       .ncol = (size_t)columns,
                       .nzmax = count,
                       .d = n,
                       .xtype = CHOLMOD_REAL,
                       .dtype = CHOLMOD_DOUBLE};
    memcpy(&B.x, &b, sizeof b); /* not written to */
    const int good = cholesky->cholmod->solve(CHOLMOD_A, cholesky->factor, &B, NULL, &cholesky->X, NULL,
                                              &cholesky->Y, &cholesky->E, &cholesky->common);
    REQUIRE(good, error_memory());
    memcpy(x, cholesky->X->x, count * sizeof *x);
    return JUDDER_OK;
}

JudderErr cholesky_proves(Cholesky *cholesky, double sigma, bool *proved) {
    const double d = cholesky->diagonal;
    const double c = 1.01 * rounding_gamma(cholesky->k + 1) * cholesky->w * d + 2 * DBL_EPSILON * d;
    cholmod_factor *factor = NULL;
    *proved = false;
    const JudderErr err = isfinite(c) ? factor_shifted(cholesky, -(sigma + c) * (1 + 1e-12), &factor, proved)
                                      : JUDDER_OK;
    if (factor) cholesky->cholmod->free_factor(&factor, &cholesky->common);
    return err;
}
