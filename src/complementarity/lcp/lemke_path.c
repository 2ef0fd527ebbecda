/* Lemke's method on the dictionary of  w - M x - d z = q:  from z large down to z = 0 along almost
 * complementary bases, one pair (x_i, w_i) out of the basis at a time. Ties of the ratio test are broken by
 * the lexicographic rule on the rows of (B^-1 q, B^-1), so that no basis can return [cottle1968].
 *
 * The dictionary T = B^-1 N holds the columns of the n + 1 variables outside the basis only, and a pivot
 * changes it by a matrix of rank 1: 2 n^2 operations. It is computed anew from its basis when B (B^-1 q) = q,
 * looked at now and then, no longer holds, and before a ray is believed.
 *
 * Variables: w_i is i, x_i is n + i, z is 2n.
 */
#include "complementarity/lcp/lemke.h"

#include "base/array/room.h"
#include "base/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK = 16 };     /* pivots between two looks at B (B^-1 q) = q */
enum { REFRESH = 400 }; /* pivots after which the dictionary is computed anew in any case */
enum { SWEEPS = 3 };    /* rows that a size of q is passed on to */
/* An entry below this, in a problem of numbers near 1 and relative to the largest of its column, is no
 * pivot. */
static const double least_pivot = 1e-10;
/* Rounding of a value, relative to the largest number that it was a part of since the last computation. */
static const double rounding = 1e-13;
/* Entries of B^-1 this near, relative to the larger of 1 and the least, are a tie. */
static const double tie = 1e-11;
/* A remainder of B (B^-1 q) = q beyond this, relative to what was summed, calls for a new computation. */
static const double drift = 1e-12;

typedef struct Dictionary {
    const Lcp *lcp;
    long n, width; /* width = n + 1 */
    double *T;
    double *value, *size; /* B^-1 q, and the largest number that each was a part of */
    double *d, *column;
    int *basic, *outside; /* variable of each row, of each column */
    int *place;           /* of each variable: its row, or -1 - its column */
    long *rows;           /* candidates of the ratio test */
} Dictionary;

static void dictionary_release(Dictionary *t) {
    free(t->T);
}

/* Rows that have no size yet take part in that of the rows they are coupled with. */
static void pass_on(const Lcp *lcp, double *d) {
    const long n = lcp->n;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n && d[i] == 0; j++)
            d[i] = fmax(fabs(lcp->M[i * n + j]), fabs(lcp->M[j * n + i])) * d[j];
}

/* d is of the size of what a row sums at a solution, as far as q tells: its own q, and what the x of rows
 * with q < 0 bring into it. So no q is lost beside a larger one of rows that do not concern it. The irregular
 * part keeps rows from tying. */
static void choose_d(const Lcp *lcp, double *d) {
    const long n = lcp->n;
    for (long i = 0; i < n; i++) {
        d[i] = fabs(lcp->q[i]);
        for (long j = 0; j < n; j++) {
            const double part = fabs(lcp->M[i * n + j]) * -lcp->q[j];
            d[i] = part > d[i] ? part : d[i];
        }
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++) pass_on(lcp, d);
    for (long i = 0; i < n; i++) {
        const double part = 0.6180339887498949 * (double)(i + 1);
        d[i] = (d[i] > 0 ? d[i] : 1) * (1 + (part - floor(part)));
    }
}

static JudderErr dictionary_start(const Lcp *lcp, Dictionary *t) {
    const size_t n = (size_t)lcp->n, width = n + 1;
    *t = (Dictionary){.lcp = lcp, .n = lcp->n, .width = (long)width};
    REQUIRE(ROOM_TAKE(ROOM(t->T, n * width), ROOM(t->value, n), ROOM(t->size, n), ROOM(t->d, n),
                      ROOM(t->column, n), ROOM(t->basic, n), ROOM(t->outside, width),
                      ROOM(t->place, 2 * n + 1), ROOM(t->rows, n)),
            error_memory());
    choose_d(lcp, t->d);
    for (long i = 0; i < t->n; i++) {
        t->basic[i] = (int)i;
        t->place[i] = (int)i;
        t->outside[i] = (int)(t->n + i);
        t->place[t->n + i] = (int)(-1 - i);
        t->value[i] = lcp->q[i];
        t->size[i] = fabs(lcp->q[i]);
        for (long j = 0; j < t->n; j++) t->T[i * t->width + j] = -lcp->M[i * t->n + j];
        t->T[i * t->width + t->n] = -t->d[i];
    }
    t->outside[n] = 2 * lcp->n;
    t->place[2 * n] = -1 - lcp->n;
    return JUDDER_OK;
}

/* The entry of the system w - M x - d z = q in row i. */
static double lemke_path_entry(const Dictionary *t, long i, long variable) {
    const long n = t->n;
    if (variable < n) return variable == i ? 1 : 0;
    return variable < 2 * n ? -t->lcp->M[i * n + variable - n] : -t->d[i];
}

/* From the columns of the computation: T, B^-1 q and its sizes, |B^-1| |q|. */
static void take_columns(Dictionary *t, const double *columns) {
    const long n = t->n;
    for (long i = 0; i < n; i++) {
        for (long j = 0; j < t->width; j++) t->T[i * t->width + j] = columns[j * n + i];
        t->value[i] = columns[t->width * n + i];
        t->size[i] = fabs(t->value[i]);
        if (t->basic[i] < n) t->size[i] = fmax(t->size[i], fabs(t->lcp->q[t->basic[i]]));
    }
    for (long j = 0; j < t->width; j++) {
        if (t->outside[j] >= n) continue;
        const double q = fabs(t->lcp->q[t->outside[j]]);
        for (long i = 0; i < n; i++) t->size[i] = fmax(t->size[i], fabs(columns[j * n + i]) * q);
    }
}

/* T <- B^-1 N for the present basis; a singular basis leaves the dictionary as it is. */
static JudderErr refresh_with(Dictionary *t, double *columns, DenseFactor *factor) {
    const long n = t->n;
    double *B = dense_factor_room(factor);
    bool singular;
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) B[i * n + j] = lemke_path_entry(t, i, t->basic[j]);
    TRY(dense_factor_room_factor(factor, (int)n, &singular));
    if (singular) return JUDDER_OK;
    for (long j = 0; j < t->width; j++)
        for (long i = 0; i < n; i++) columns[j * n + i] = lemke_path_entry(t, i, t->outside[j]);
    memcpy(columns + t->width * n, t->lcp->q, (size_t)n * sizeof *columns);
    TRY(dense_factor_solve_many(factor, (int)t->width + 1, columns));
    take_columns(t, columns);
    return JUDDER_OK;
}

static JudderErr dictionary_refresh(Dictionary *t) {
    SCOPED_FREE double *columns = malloc((size_t)(t->n * (t->width + 1)) * sizeof *columns);
    SCOPED(dense_factor_destroy) DenseFactor *factor = NULL;
    REQUIRE(columns, error_memory());
    TRY(dense_factor_reserve((int)t->n, &factor));
    return refresh_with(t, columns, factor);
}

/* Whether B (B^-1 q) = q no longer holds within rounding. */
static bool has_drifted(const Dictionary *t) {
    const long n = t->n;
    double *x = t->column, z = 0;
    for (long j = 0; j < n; j++) x[j] = t->place[n + j] >= 0 ? t->value[t->place[n + j]] : 0;
    if (t->place[2 * n] >= 0) z = t->value[t->place[2 * n]];
    for (long i = 0; i < n; i++) {
        const double w = t->place[i] >= 0 ? t->value[t->place[i]] : 0, *M = t->lcp->M + i * n;
        double sum = w - t->d[i] * z - t->lcp->q[i];
        double size = fabs(w) + t->d[i] * fabs(z) + fabs(t->lcp->q[i]);
        for (long j = 0; j < n; j++) {
            sum -= M[j] * x[j];
            size += fabs(M[j] * x[j]);
        }
        if (!(fabs(sum) <= drift * size)) return true;
    }
    return false;
}

/* The values and their sizes when the variable of a column takes its ratio. */
static void pivot_values(Dictionary *t, long row, long column) {
    const double pivot = t->T[row * t->width + column], ratio = t->value[row] / pivot;
    const double size = fmax(fabs(ratio), t->size[row] / fabs(pivot));
    for (long i = 0; i < t->n; i++) {
        const double factor = t->T[i * t->width + column];
        if (i == row || factor == 0) continue;
        t->value[i] -= factor * ratio;
        t->size[i] = fmax(t->size[i], fabs(factor) * size);
    }
    t->value[row] = ratio;
    t->size[row] = size;
}

/* The variable of the column and that of the row change places. */
static void dictionary_pivot(Dictionary *t, long row, long column) {
    pivot_values(t, row, column);
    double *restrict pivot_row = t->T + row * t->width;
    const double pivot = pivot_row[column];
    for (long j = 0; j < t->width; j++) pivot_row[j] /= pivot;
    pivot_row[column] = 1 / pivot;
    for (long i = 0; i < t->n; i++) {
        double *restrict other = t->T + i * t->width;
        const double factor = other[column];
        if (i == row || factor == 0) continue;
        other[column] = 0;
        for (long j = 0; j < t->width; j++) other[j] -= factor * pivot_row[j];
    }
    const int entering = t->outside[column], leaving = t->basic[row];
    t->basic[row] = entering;
    t->place[entering] = (int)row;
    t->outside[column] = leaving;
    t->place[leaving] = (int)(-1 - column);
}

/* Keeps the candidates whose value divided by their pivot (signed) is least within rounding. */
static long keep_least_value(Dictionary *t, long count, long column, double sign) {
    double least = INFINITY;
    for (long k = 0; k < count; k++) {
        const long i = t->rows[k];
        const double pivot = sign * t->T[i * t->width + column];
        least = fmin(least, (t->value[i] + rounding * t->size[i]) / pivot);
    }
    long kept = 0;
    for (long k = 0; k < count; k++) {
        const long i = t->rows[k];
        const double pivot = sign * t->T[i * t->width + column];
        if ((t->value[i] - rounding * t->size[i]) / pivot <= least) t->rows[kept++] = i;
    }
    return kept;
}

/* Entry of B^-1: the column of w_j, a unit vector if w_j is in the basis. */
static double inverse_entry(const Dictionary *t, long i, long j) {
    const int place = t->place[j];
    if (place >= 0) return place == i ? 1 : 0;
    return t->T[i * t->width - 1 - place];
}

static long keep_least_inverse(Dictionary *t, long count, long column, double sign, long j) {
    double least = INFINITY;
    for (long k = 0; k < count; k++) {
        const long i = t->rows[k];
        t->column[k] = inverse_entry(t, i, j) / (sign * t->T[i * t->width + column]);
        least = fmin(least, t->column[k]);
    }
    long kept = 0;
    for (long k = 0; k < count; k++)
        if (t->column[k] <= least + tie * fmax(1, fabs(least))) t->rows[kept++] = t->rows[k];
    return kept;
}

/* Of `count` candidates the row that is lexicographically least; the row of z wins a tie of the values. */
static long least_row(Dictionary *t, long count, long column, double sign) {
    count = keep_least_value(t, count, column, sign);
    for (long k = 0; k < count; k++)
        if (t->basic[t->rows[k]] == 2 * t->n) return t->rows[k];
    for (long j = 0; j < t->n && count > 1; j++) count = keep_least_inverse(t, count, column, sign, j);
    long best = t->rows[0];
    for (long k = 1; k < count; k++)
        if (fabs(t->T[t->rows[k] * t->width + column]) > fabs(t->T[best * t->width + column]))
            best = t->rows[k];
    return best;
}

/* The row that leaves when the variable of a column enters; -1: none, a ray. */
static long leaving_row(Dictionary *t, long column) {
    double most = 1;
    long count = 0;
    for (long i = 0; i < t->n; i++) {
        const double size = fabs(t->T[i * t->width + column]);
        most = size > most ? size : most;
    }
    for (long i = 0; i < t->n; i++)
        if (t->T[i * t->width + column] > least_pivot * most) t->rows[count++] = i;
    return count == 0 ? -1 : least_row(t, count, column, 1);
}

static void read_ray(const Dictionary *t, long column, double *ray) {
    const long n = t->n;
    double most = 0;
    for (long i = 0; i < n; i++) {
        const int place = t->place[n + i];
        ray[i] = place >= 0 ? fmax(0, -t->T[place * t->width + column]) : place == -1 - column ? 1 : 0;
        most = fmax(most, ray[i]);
    }
    for (long i = 0; i < n; i++)
        if (ray[i] < least_pivot * most) ray[i] = 0;
}

/* z enters at its largest necessary value; returns the variable that it drives out, -1 if q >= 0 needs no
 * z. */
static long enter_first(Dictionary *t) {
    long count = 0;
    for (long i = 0; i < t->n; i++)
        if (t->value[i] < 0) t->rows[count++] = i;
    if (count == 0) return -1;
    const long row = least_row(t, count, t->n, -1), left = t->basic[row];
    dictionary_pivot(t, row, t->n);
    return left;
}

/* The row that leaves, from a dictionary computed anew if there is reason to. */
static JudderErr choose_row(Dictionary *t, long column, long *since, long *row) {
    *row = leaving_row(t, column);
    if (*since == 0) return JUDDER_OK;
    const bool looks = *since % LOOK == 0 && has_drifted(t);
    if (*row >= 0 && *since < REFRESH && !looks) return JUDDER_OK;
    TRY(dictionary_refresh(t));
    *since = 0;
    *row = leaving_row(t, column);
    return JUDDER_OK;
}

static JudderErr lemke_path_follow(Dictionary *t, long most, LemkePath *path) {
    const long n = t->n;
    long left = enter_first(t), since = 0;
    path->outcome = left < 0 ? LCP_SOLVED : LCP_LIMIT;
    while (left >= 0 && path->pivots < most) {
        const long partner = left < n ? left + n : left - n, column = -1 - t->place[partner];
        long row;
        TRY(choose_row(t, column, &since, &row));
        if (row < 0) {
            path->outcome = LCP_RAY;
            read_ray(t, column, path->ray);
            return JUDDER_OK;
        }
        left = t->basic[row];
        dictionary_pivot(t, row, column);
        path->pivots++;
        since++;
        if (left == 2 * n) {
            path->outcome = LCP_SOLVED;
            break;
        }
    }
    for (long i = 0; i < n; i++) path->set[i] = t->place[n + i] >= 0;
    return JUDDER_OK;
}

JudderErr lemke_follow(const Lcp *lcp, long most, LemkePath *path) {
    SCOPED(dictionary_release) Dictionary t = {0};
    path->pivots = 0;
    TRY(dictionary_start(lcp, &t));
    return lemke_path_follow(&t, most, path);
}
