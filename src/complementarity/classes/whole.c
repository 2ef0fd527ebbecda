/* Signs of minors in integers: fraction-free elimination [bareiss1968], each number a minor itself. */
#include "complementarity/classes/minors.h"

#include <math.h>
#include <stdint.h>

enum { MOST = 16 };       /* rows: beyond them no number would fit */
enum { ENTRY_BITS = 40 }; /* of an entry after the common power of two is taken out of its row */

__extension__ typedef __int128 Wide;

/* The lowest bit of a number that is set, as an exponent. */
static int lowest_bit(double value) {
    int exponent;
    const double part = frexp(value, &exponent);
    const int64_t bits = (int64_t)ldexp(part, 53);
    return exponent - 53 + __builtin_ctzll((uint64_t)bits);
}

static bool take_rows(int n, const double *M, const bool *set, int *count, Wide (*a)[MOST]) {
    int index[MOST], m = 0;
    for (int i = 0; i < n; i++) {
        if (set[i] && m == MOST) return false;
        if (set[i]) index[m++] = i;
    }
    for (int i = 0; i < m; i++) {
        int lowest = INT32_MAX;
        for (int j = 0; j < m; j++) {
            const double entry = M[(long)index[i] * n + index[j]];
            if (entry != 0 && lowest_bit(entry) < lowest) lowest = lowest_bit(entry);
        }
        for (int j = 0; j < m; j++) {
            const double entry = M[(long)index[i] * n + index[j]];
            if (entry != 0 && ilogb(entry) - lowest >= ENTRY_BITS) return false;
            a[i][j] = entry == 0 ? 0 : (Wide)ldexp(entry, -lowest);
        }
    }
    *count = m;
    return true;
}

/* a <- (a p - b c)/before, which is exact; false: too large. */
static bool whole_combine(Wide *a, Wide p, Wide b, Wide c, Wide before) {
    Wide first, second, difference;
    if (__builtin_mul_overflow(*a, p, &first) || __builtin_mul_overflow(b, c, &second)) return false;
    if (__builtin_sub_overflow(first, second, &difference)) return false;
    *a = difference / before;
    return true;
}

/* Brings a row with a number in column k to place k; -1, 1: the sign of the exchange; 0: there is none. */
static int bring_pivot(int m, int k, Wide (*a)[MOST]) {
    int row = k;
    while (row < m && a[row][k] == 0) row++;
    if (row == m) return 0;
    for (int j = 0; j < m && row != k; j++) {
        const Wide swapped = a[k][j];
        a[k][j] = a[row][j];
        a[row][j] = swapped;
    }
    return row == k ? 1 : -1;
}

Sign minor_whole_sign(int n, const double *M, const bool *set) {
    Wide a[MOST][MOST], before = 1;
    int m = 0, sign = 1;
    if (!take_rows(n, M, set, &m, a)) return SIGN_UNCERTAIN;
    for (int k = 0; k < m; k++) {
        sign *= bring_pivot(m, k, a);
        if (sign == 0) return SIGN_ZERO;
        for (int i = k + 1; i < m; i++)
            for (int j = k + 1; j < m; j++)
                if (!whole_combine(&a[i][j], a[k][k], a[i][k], a[k][j], before)) return SIGN_UNCERTAIN;
        before = a[k][k];
    }
    return (before > 0) == (sign > 0) ? SIGN_POSITIVE : SIGN_NEGATIVE;
}
