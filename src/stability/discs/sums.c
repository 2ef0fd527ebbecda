#include "stability/discs/sums.h"

/* One row of C gets a times one row of B, halves of which are known. */
typedef struct Line {
    const double *b, *b_low, *upper, *lower;
    double *c, *c_low;
} Line;

static void add_line(size_t n, double a, double a_low, const Line *line) {
    const double a_h = upper_half(a), a_l = a - a_h, *b = line->b, *b_low = line->b_low, *upper = line->upper,
                 *lower = line->lower;
    double *restrict c = line->c, *restrict c_low = line->c_low;
    for (size_t j = 0; j < n; j++) {
        const double product = a * b[j], sum = c[j] + product, other = sum - c[j],
                     of_sum = (c[j] - (sum - other)) + (product - other),
                     of_product = a_l * lower[j] -
                                  (((product - a_h * upper[j]) - a_l * upper[j]) - a_h * lower[j]);
        c[j] = sum;
        c_low[j] += (of_sum + of_product) + (a * b_low[j] + a_low * b[j]);
    }
}

void product_in_two(int order, const double *const A[2], const double *const B[2], double *const C[2],
                    double *room) {
    const size_t n = (size_t)order, square = n * n;
    double *upper = room, *lower = room + square;
    for (size_t i = 0; i < square; i++) {
        upper[i] = upper_half(B[0][i]);
        lower[i] = B[0][i] - upper[i];
        C[0][i] = C[1][i] = 0;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            const double a = A[0][i * n + k], a_low = A[1] ? A[1][i * n + k] : 0;
            if (a == 0 && a_low == 0) continue;
            const size_t at = k * n;
            add_line(n, a, a_low,
                     &(Line){B[0] + at, B[1] + at, upper + at, lower + at, C[0] + i * n, C[1] + i * n});
        }
}
