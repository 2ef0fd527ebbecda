/* The y that excludes a set is looked for among single rows, then by the linear program
 *   max sum of s_j,  (M' y)_j + s_j <= 0,  s_j <= 1  (j in the set),
 * where every s_j that can be positive is. Its signs are exact before it is believed. */
#include "complementarity/classes/regular.h"

#include "complementarity/exact_sum.h"
#include "complementarity/lcp/lemke.h"
#include "complementarity/lcp/program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PIVOTS = 2000 };

bool homogeneous_holds(int n, const double *M, const double *x) {
    bool some = false;
    for (int i = 0; i < n; i++) {
        if (!isfinite(x[i]) || x[i] < 0) return false;
        some = some || x[i] > 0;
    }
    for (long i = 0; i < n; i++) {
        const int sign = exact_dot_sign(n, M + i * n, 1, x, 1);
        if (sign < 0 || (sign > 0 && x[i] > 0)) return false;
    }
    return some;
}

/* Whether y, of any sign on the set, excludes it. */
static bool regular_excludes(int n, const double *M, const bool *set, const double *y) {
    bool some = false;
    for (int i = 0; i < n; i++)
        if (!isfinite(y[i]) || (!set[i] && y[i] < 0)) return false;
    for (long j = 0; j < n; j++) {
        if (!set[j]) continue;
        const int sign = exact_dot_sign(n, M + j, n, y, 1);
        if (sign > 0) return false;
        some = some || sign < 0;
    }
    return some;
}

/* A row whose entries on the set have one sign, the negative one outside of the set. */
static bool single_row(int n, const double *M, const bool *set) {
    for (long i = 0; i < n; i++) {
        bool above = false, below = false;
        for (long j = 0; j < n; j++) {
            above = above || (set[j] && M[i * n + j] > 0);
            below = below || (set[j] && M[i * n + j] < 0);
        }
        if (above != below && (set[i] || below)) return true;
    }
    return false;
}

/* Columns: y_i, of rows in the set a second one for its negative part, and s_j; rows: two for each j. */
static void regular_fill(int n, const double *M, const bool *set, int m, const Program *program) {
    long column = 0, second = n, row = 0;
    for (long i = 0; i < n; i++, column++) {
        row = 0;
        for (long j = 0; j < n; j++) {
            if (!set[j]) continue;
            program_set(program, row, column, M[i * n + j]);
            if (set[i]) program_set(program, row, second, -M[i * n + j]);
            row++;
        }
        second += set[i];
    }
    for (long j = 0; j < m; j++) {
        const long s = n + m + j;
        program_set(program, j, s, 1);
        program_set(program, m + j, s, 1);
        program->q[s] = -1;
        program->q[program->columns + m + j] = 1;
    }
}

static void read_y(int n, const bool *set, const Program *program, double *y) {
    long second = n;
    double most = 0;
    for (int i = 0; i < n; i++) {
        y[i] = fmax(0, program->x[i]);
        if (set[i]) y[i] -= fmax(0, program->x[second++]);
        most = fmax(most, fabs(y[i]));
    }
    for (int i = 0; i < n; i++)
        if (fabs(y[i]) < 1e-12 * most) y[i] = 0;
}

JudderErr regular_set(int n, const double *M, const bool *set, bool *proved) {
    int m = 0;
    for (int i = 0; i < n; i++) m += set[i];
    *proved = single_row(n, M, set);
    if (*proved || m == 0) return JUDDER_OK;
    double *y = malloc(2 * (size_t)n * sizeof *y), *whole = y + n;
    SCOPED(program_release) Program program = {0};
    JudderErr err = y ? program_create(n + 2 * m, 2 * m, &program) : error_memory();
    if (err == JUDDER_OK) {
        regular_fill(n, M, set, m, &program);
        err = program_solve(&program, PIVOTS);
    }
    if (err == JUDDER_OK) {
        read_y(n, set, &program, y);
        *proved = regular_excludes(n, M, set, y) ||
                  (lcp_whole_multiple(n, y, whole) && regular_excludes(n, M, set, whole));
    }
    free(y);
    return err;
}
