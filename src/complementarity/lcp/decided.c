/* One set by itself: x from w = 0 on it by elimination with the largest pivots, w outside of it, each with a
 * bound of its error. */
#include "complementarity/lcp/bounded.h"
#include "complementarity/lcp/sets.h"

#include <string.h>

enum { MOST = LCP_ENUMERATE_MOST };

Bounded lcp_entry(const Lcp *lcp, int i, int j) {
    const long n = lcp->n, at = i * n + j;
    if (j == lcp->n) return (Bounded){lcp->q[i], lcp->q_D ? lcp->q_D[i] : 0};
    return (Bounded){lcp->M[at], lcp->M_D ? lcp->M_D[at] : 0};
}

/* value_i = b_i + sum_j T_ij x_j of the columns that are left; column n is b. */
typedef struct Elimination {
    int n;
    Bounded T[MOST][MOST + 1];
    bool open_row[MOST], open_column[MOST];
    int unknown[MOST]; /* that a row of the set was solved for */
} Elimination;

static bool largest_pivot(const Elimination *e, int *row, int *column) {
    double most = 0;
    for (int i = 0; i < e->n; i++)
        for (int j = 0; j < e->n && e->open_row[i]; j++) {
            if (!e->open_column[j] || !(fabs(e->T[i][j].value) > most)) continue;
            most = fabs(e->T[i][j].value);
            *row = i;
            *column = j;
        }
    return most > 0 && most > 2 * e->T[*row][*column].error;
}

/* w_row = 0 solved for x_column. */
static void solve_for(Elimination *e, int row, int column) {
    const Bounded pivot = e->T[row][column];
    e->open_row[row] = e->open_column[column] = false;
    e->unknown[row] = column;
    for (int j = 0; j <= e->n; j++) {
        if (j < e->n && !e->open_column[j]) continue;
        const Bounded factor = bounded_quotient(e->T[row][j], pivot);
        for (int i = 0; i < e->n; i++)
            if (i != row) e->T[i][j] = bounded_less(e->T[i][j], e->T[i][column], factor);
        e->T[row][j] = (Bounded){-factor.value, factor.error};
    }
}

/* A zero that is certain: x_i = 0 belongs to a smaller set, w_i = 0 is allowed. */
static SetSigns read_signs(const Elimination *e, const bool *set, double *x, double *error) {
    SetSigns signs = SET_ONE;
    for (int i = 0; i < e->n; i++) {
        const Bounded b = e->T[i][e->n];
        const bool zero = b.value == 0 && b.error == 0;
        if (b.value < -b.error || (zero && set[i])) return SET_NONE;
        if (!zero && !(b.value > b.error)) signs = SET_UNDECIDED;
        if (zero && signs == SET_ONE) signs = SET_VERGE;
        if (!set[i]) continue;
        x[e->unknown[i]] = b.value;
        error[e->unknown[i]] = b.error;
    }
    return signs;
}

SetSigns set_signs(const Lcp *lcp, const bool *set, double *x, double *error) {
    Elimination e = {.n = lcp->n};
    int row = 0, column = 0, left = 0;
    for (int i = 0; i < e.n; i++) {
        e.open_row[i] = e.open_column[i] = set[i];
        left += set[i];
        for (int j = 0; j <= e.n; j++) e.T[i][j] = lcp_entry(lcp, i, j);
    }
    memset(x, 0, (size_t)e.n * sizeof *x);
    memset(error, 0, (size_t)e.n * sizeof *error);
    for (; left > 0; left--) {
        if (!largest_pivot(&e, &row, &column)) return SET_UNDECIDED;
        solve_for(&e, row, column);
    }
    return read_signs(&e, set, x, error);
}
