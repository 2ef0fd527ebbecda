/* Lemke's method on a tableau of  w - M x - e z = q:  from z large down to z = 0 along almost complementary
 * bases, one pair (x_i, w_i) out of the basis at a time. Ties of the ratio test are broken by the
 * lexicographic rule on the rows of (B^-1 q, B^-1), so that no basis can return [cottle1968]. The tableau is
 * computed anew from its basis every few pivots and before the end is believed.
 *
 * Variables: w_i is i, x_i is n + i, z is 2n; column 2n + 1 holds the right-hand side.
 */
#include "complementarity/lcp/lemke.h"

#include "base/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REFRESH = 40 }; /* pivots between two computations of the tableau from its basis */
/* An entry below this, in a problem of numbers near 1 and relative to the largest of its
 * column, is no pivot. */
static const double least_pivot = 1e-10;
/* Ratios this near, relative to the larger of 1 and the least, are a tie. */
static const double tie = 1e-11;

typedef struct Tableau {
    const Lcp *lcp;
    long n, width;
    double *T;
    int *basic;         /* variable of each row */
    long *rows;         /* candidates of the ratio test */
    double *B, *column; /* of the refresh */
} Tableau;

static void tableau_release(Tableau *t) {
    free(t->T);
    free(t->basic);
    free(t->rows);
    free(t->B);
    free(t->column);
}

/* The entry of the system w - M x - e z = q in row i. */
static double entry(const Lcp *lcp, long i, long variable) {
    const long n = lcp->n;
    if (variable < n) return variable == i ? 1 : 0;
    if (variable < 2 * n) return -lcp->M[i * n + variable - n];
    return variable == 2 * n ? -1 : lcp->q[i];
}

static JudderErr tableau_start(const Lcp *lcp, Tableau *t) {
    const size_t n = (size_t)lcp->n, width = 2 * n + 2;
    *t = (Tableau){.lcp = lcp, .n = lcp->n, .width = (long)width};
    t->T = malloc(n * width * sizeof *t->T);
    t->basic = malloc(n * sizeof *t->basic);
    t->rows = malloc(n * sizeof *t->rows);
    t->B = malloc(n * n * sizeof *t->B);
    t->column = malloc(n * sizeof *t->column);
    REQUIRE(t->T && t->basic && t->rows && t->B && t->column, error_memory());
    for (long i = 0; i < t->n; i++) {
        t->basic[i] = (int)i;
        for (long j = 0; j < t->width; j++) t->T[i * t->width + j] = entry(lcp, i, j);
    }
    return JUDDER_OK;
}

/* T <- B^-1 (I, -M, -e, q) for the present basis; a singular basis leaves the tableau as it is. */
static JudderErr tableau_refresh(Tableau *t) {
    const long n = t->n;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) t->B[i * n + j] = entry(t->lcp, i, t->basic[j]);
    DenseFactor *factor = NULL;
    bool singular;
    TRY(dense_factor_create((int)n, t->B, &factor, &singular));
    JudderErr err = JUDDER_OK;
    for (long j = 0; j < t->width && err == JUDDER_OK && !singular; j++) {
        for (long i = 0; i < n; i++) t->column[i] = entry(t->lcp, i, j);
        err = dense_factor_solve(factor, t->column);
        for (long i = 0; i < n && err == JUDDER_OK; i++) t->T[i * t->width + j] = t->column[i];
    }
    for (long i = 0; i < n && err == JUDDER_OK && !singular; i++)
        for (long k = 0; k < n; k++) t->T[i * t->width + t->basic[k]] = i == k ? 1 : 0;
    dense_factor_destroy(&factor);
    return err;
}

static void tableau_pivot(Tableau *t, long row, long variable) {
    double *pivot_row = t->T + row * t->width;
    const double pivot = pivot_row[variable];
    for (long j = 0; j < t->width; j++) pivot_row[j] /= pivot;
    pivot_row[variable] = 1;
    for (long i = 0; i < t->n; i++) {
        double *other = t->T + i * t->width;
        const double factor = other[variable];
        if (i == row || factor == 0) continue;
        for (long j = 0; j < t->width; j++) other[j] -= factor * pivot_row[j];
        other[variable] = 0;
    }
    t->basic[row] = (int)variable;
}

/* Keeps the candidates whose number in that column, divided by their pivot (signed), is least;
 * returns how many. */
static long keep_least(Tableau *t, long count, long entering, double sign, long column) {
    double least = INFINITY;
    for (long k = 0; k < count; k++) {
        const double *row = t->T + t->rows[k] * t->width;
        least = fmin(least, row[column] / (sign * row[entering]));
    }
    long kept = 0;
    for (long k = 0; k < count; k++) {
        const double *row = t->T + t->rows[k] * t->width;
        if (row[column] / (sign * row[entering]) <= least + tie * fmax(1, fabs(least)))
            t->rows[kept++] = t->rows[k];
    }
    return kept;
}

/* Of `count` candidates the row that is lexicographically least; the row of z wins a tie of
 * the first column. */
static long least_row(Tableau *t, long count, long entering, double sign) {
    count = keep_least(t, count, entering, sign, t->width - 1);
    for (long k = 0; k < count; k++)
        if (t->basic[t->rows[k]] == 2 * t->n) return t->rows[k];
    for (long j = 0; j < t->n && count > 1; j++) count = keep_least(t, count, entering, sign, j);
    long best = t->rows[0];
    for (long k = 1; k < count; k++)
        if (fabs(t->T[t->rows[k] * t->width + entering]) > fabs(t->T[best * t->width + entering]))
            best = t->rows[k];
    return best;
}

/* The row that leaves when a variable enters; -1: none, a ray. */
static long leaving_row(Tableau *t, long entering) {
    double most = 1;
    long count = 0;
    for (long i = 0; i < t->n; i++) most = fmax(most, fabs(t->T[i * t->width + entering]));
    for (long i = 0; i < t->n; i++)
        if (t->T[i * t->width + entering] > least_pivot * most) t->rows[count++] = i;
    return count == 0 ? -1 : least_row(t, count, entering, 1);
}

static void read_ray(const Tableau *t, long entering, double *ray) {
    const long n = t->n;
    double most = 0;
    for (long i = 0; i < n; i++) ray[i] = entering == n + i ? 1 : 0;
    for (long i = 0; i < n; i++) {
        const long x = t->basic[i] - n;
        if (x >= 0 && x < n) ray[x] = fmax(0, -t->T[i * t->width + entering]);
    }
    for (long i = 0; i < n; i++) most = fmax(most, ray[i]);
    for (long i = 0; i < n; i++)
        if (ray[i] < least_pivot * most) ray[i] = 0;
}

static void read_set(const Tableau *t, bool *set) {
    memset(set, 0, (size_t)t->n * sizeof *set);
    for (long i = 0; i < t->n; i++)
        if (t->basic[i] >= t->n && t->basic[i] < 2 * t->n) set[t->basic[i] - t->n] = true;
}

/* z enters at its largest necessary value; returns the variable that it drives out, -1 if
 * q >= 0 needs no z. */
static long enter_first(Tableau *t) {
    bool needed = false;
    for (long i = 0; i < t->n; i++) {
        t->rows[i] = i;
        needed = needed || t->T[i * t->width + t->width - 1] < 0;
    }
    if (!needed) return -1;
    const long row = least_row(t, t->n, 2 * t->n, -1), left = t->basic[row];
    tableau_pivot(t, row, 2 * t->n);
    return left;
}

static JudderErr follow(Tableau *t, long most, LemkePath *path) {
    const long n = t->n;
    long left = enter_first(t);
    path->outcome = left < 0 ? LCP_SOLVED : LCP_LIMIT;
    bool fresh = true;
    while (left >= 0 && path->pivots < most) {
        const long entering = left < n ? left + n : left - n; /* the partner of who left */
        long row = leaving_row(t, entering);
        if (!fresh && (row < 0 || path->pivots % REFRESH == 0)) {
            TRY(tableau_refresh(t));
            row = leaving_row(t, entering);
            fresh = true;
        }
        if (row < 0) {
            path->outcome = LCP_RAY;
            read_ray(t, entering, path->ray);
            return JUDDER_OK;
        }
        left = t->basic[row];
        tableau_pivot(t, row, entering);
        path->pivots++;
        fresh = false;
        if (left == 2 * n) {
            path->outcome = LCP_SOLVED;
            break;
        }
    }
    read_set(t, path->set);
    return JUDDER_OK;
}

JudderErr lemke_follow(const Lcp *lcp, long most, LemkePath *path) {
    Tableau t;
    path->pivots = 0;
    JudderErr err = tableau_start(lcp, &t);
    if (err == JUDDER_OK) err = follow(&t, most, path);
    tableau_release(&t);
    return err;
}
