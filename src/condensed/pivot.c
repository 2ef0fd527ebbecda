/* The increment or the rates as one linear complementarity problem, solved by pivoting. A node on the cone
 * has one pair, slip rate and slack rate. A node that may do anything has three: with phi = r_t + mu p,
 * psi = mu p - r_t and slip = d+ - d-,
 *
 *   0 <= p _|_ g >= 0,   0 <= phi _|_ d+ >= 0,   0 <= d- _|_ psi >= 0                              (ST-10)
 *
 * The other dofs are eliminated with open nodes free, cone nodes held and slip the input there.
 */
#include "complementarity/lcp.h"
#include "condensed/rate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Pivoting {
    Condensed *c;
    RateLcp from;
    int *first; /* the node's first row in the LCP, or -1 */
    int rows;
    double *M, *q, *z;
} Pivoting;

static int pairs_of(RateKind kind) {
    return kind == RATE_GRAZES ? 3 : kind == RATE_CONE || kind == RATE_CONE_MINUS ? 1 : 0;
}

static int side_of(RateKind kind) {
    return kind == RATE_CONE ? 1 : -1;
}

static JudderErr pivoting_open(Pivoting *p) {
    Condensed *c = p->c;
    p->first = calloc((size_t)c->problem.n, sizeof *p->first);
    REQUIRE(p->first, error_memory());
    for (int i = 0; i < c->problem.n; i++) {
        const int pairs = pairs_of((RateKind)c->kind[i]);
        p->first[i] = pairs ? p->rows : -1;
        p->rows += pairs;
        if (pairs == 3) c->node[i] = CONDENSED_OPEN;
        if (pairs == 1) c->node[i] = CONDENSED_STICK;
    }
    if (p->rows == 0 || p->rows > PIVOT_ROWS) return JUDDER_OK;
    const size_t rows = (size_t)p->rows;
    p->M = calloc(rows * rows, sizeof *p->M);
    p->q = calloc(rows, sizeof *p->q);
    p->z = calloc(rows, sizeof *p->z);
    REQUIRE(p->M && p->q && p->z, error_memory());
    rate_rows(c);
    return JUDDER_OK;
}

static void pivoting_close(Pivoting *p) {
    free(p->first);
    free(p->M);
    free(p->q);
    free(p->z);
}

/* What the nodes answer to displacements x under a load F (NULL: none): rows of the LCP, one
 * apart by `stride`. */
static void answer(const Pivoting *p, const double *x, const double *F, double *column, size_t stride) {
    const Condensed *c = p->c;
    for (int i = 0; i < c->problem.n; i++) {
        if (p->first[i] < 0) continue;
        double *at = column + (size_t)p->first[i] * stride;
        if (c->kind[i] == RATE_GRAZES) {
            at[0] += x[2 * i];
            at[stride] += x[2 * i + 1];
            continue;
        }
        const double *row = c->problem.S + (size_t)(2 * i) * (size_t)c->size;
        const double p_n = dense_dot(c->size, row, x) - (F ? F[2 * i] : 0);
        const double r_t = dense_dot(c->size, row + c->size, x) - (F ? F[2 * i + 1] : 0);
        at[0] += c->problem.mu[i] * p_n + side_of((RateKind)c->kind[i]) * r_t;
    }
}

static JudderErr fill_column(Pivoting *p, int dof, double input, int column, bool *singular) {
    Condensed *c = p->c;
    memset(c->b, 0, (size_t)c->size * sizeof *c->b);
    c->b[dof] = input;
    TRY(rows_solve(c->rows, c->b, c->x, singular));
    if (!*singular) answer(p, c->x, NULL, p->M + column, (size_t)p->rows);
    return JUDDER_OK;
}

static JudderErr fill_node(Pivoting *p, int i, bool *singular) {
    const Condensed *c = p->c;
    const size_t rows = (size_t)p->rows;
    const int first = p->first[i];
    if (c->kind[i] != RATE_GRAZES)
        return fill_column(p, 2 * i + 1, side_of((RateKind)c->kind[i]), first, singular);
    const double mu = c->problem.mu[i];
    TRY(fill_column(p, 2 * i, 1, first, singular));
    if (!*singular) TRY(fill_column(p, 2 * i + 1, 1, first + 1, singular));
    if (*singular) return JUDDER_OK;
    for (size_t k = 0; k < rows; k++)
        p->M[k * rows + (size_t)first] -= mu * p->M[k * rows + (size_t)first + 1];
    p->M[(size_t)(first + 1) * rows + (size_t)first + 2] = 1;
    p->M[(size_t)(first + 2) * rows + (size_t)first] = 2 * mu;
    p->M[(size_t)(first + 2) * rows + (size_t)first + 1] = -1;
    return JUDDER_OK;
}

static JudderErr pivot_fill(Pivoting *p, bool *singular) {
    Condensed *c = p->c;
    for (int i = 0; i < c->problem.n; i++) {
        if (p->first[i] < 0) continue;
        TRY(fill_node(p, i, singular));
        if (*singular) return JUDDER_OK;
    }
    for (int j = 0; j < c->size; j++) {
        const Row *row = &c->rows->row[j];
        c->b[j] = row->fixed ? 0 : p->from.F[j] + (j % 2 ? row->c[0] * p->from.F[j - 1] : 0);
    }
    TRY(rows_solve(c->rows, c->b, c->x, singular));
    if (*singular) return JUDDER_OK;
    answer(p, c->x, p->from.F, p->q, 1);
    for (int i = 0; i < c->problem.n; i++) {
        if (c->kind[i] != RATE_GRAZES) continue;
        if (p->from.gap) p->q[p->first[i]] += p->from.gap[i];
        if (p->from.before) p->q[p->first[i] + 1] -= p->from.before[2 * i + 1];
    }
    return JUDDER_OK;
}

/* The states that z stands for. */
static void read_states(Pivoting *p) {
    Condensed *c = p->c;
    for (int i = 0; i < c->problem.n; i++) {
        if (p->first[i] < 0) continue;
        const double *z = p->z + p->first[i];
        CondensedNode *node = &c->node[i];
        if (c->kind[i] != RATE_GRAZES) {
            if (z[0] > 0) *node = c->kind[i] == RATE_CONE ? CONDENSED_SLIP_PLUS : CONDENSED_SLIP_MINUS;
        } else if (z[0] > 0)
            *node = z[2] > 0 ? CONDENSED_SLIP_MINUS : z[1] > 0 ? CONDENSED_STICK : CONDENSED_SLIP_PLUS;
    }
}

JudderErr rate_pivot(Condensed *c, const RateLcp *from, CondensedOutcome *outcome) {
    Pivoting p = {.c = c, .from = *from};
    bool singular = false;
    LcpReport report = {.outcome = LCP_LIMIT};
    JudderErr err = pivoting_open(&p);
    if (err == JUDDER_OK && p.M) err = pivot_fill(&p, &singular);
    if (err == JUDDER_OK && p.M && !singular)
        err = lcp_lemke.solve(&(Lcp){.n = p.rows, .M = p.M, .q = p.q},
                              &(LcpLimits){.iterations = 200 + 5L * p.rows}, p.z, NULL, &report);
    *outcome = singular                       ? CONDENSED_SINGULAR
               : report.outcome == LCP_SOLVED ? CONDENSED_SOLVED
               : report.outcome == LCP_RAY    ? CONDENSED_RAY
               : report.outcome == LCP_NONE   ? CONDENSED_NONE
                                              : CONDENSED_LIMIT;
    if (err == JUDDER_OK && *outcome == CONDENSED_SOLVED) read_states(&p);
    pivoting_close(&p);
    return err;
}

JudderErr condensed_pivot(Condensed *c, CondensedOutcome *outcome) {
    for (int i = 0; i < c->problem.n; i++) c->kind[i] = RATE_GRAZES;
    return rate_pivot(c, &(RateLcp){.F = c->F, .gap = c->problem.gap, .before = c->before}, outcome);
}
