/* Sums with the errors of every product and every addition kept [ogita2005]; the bound is
 * what the errors themselves allow, so that a sum in which nothing was rounded is known to be exact. */
#include "enclosure/residual.h"

#include "base/number/rounding.h"

/* What one row has, column by column. */
typedef struct Row {
    double hi[RESIDUAL_COLUMNS], lo[RESIDUAL_COLUMNS], rest[RESIDUAL_COLUMNS], size[RESIDUAL_COLUMNS];
} Row;

/* hi, lo and what is left minus a x, a negative already. */
static inline __attribute__((always_inline)) void add_to_row(Row *row, double a, const double *x, bool fused,
                                                             bool thrice) {
    for (int c = 0; c < RESIDUAL_COLUMNS; c++) {
        double f;
        const double p = a * x[c], e = fused ? __builtin_fma(a, x[c], -p) : product_error(a, x[c], p);
        row->hi[c] = sum_with_error(row->hi[c], p, &f);
        if (thrice) {
            double g, h;
            row->lo[c] = sum_with_error(row->lo[c], e, &g);
            row->lo[c] = sum_with_error(row->lo[c], f, &h);
            row->rest[c] += g + h;
            row->size[c] += fabs(g) + fabs(h);
        } else {
            row->lo[c] += e + f;
            row->size[c] += fabs(e) + fabs(f);
        }
    }
}

static inline __attribute__((always_inline)) void subtract_rows(const EnclosureMatrix *J, const double *X,
                                                                const Residual *to, bool fused, bool thrice) {
    for (size_t i = 0; i < (size_t)J->n; i++) {
        Row row;
        for (size_t c = 0, at = i * RESIDUAL_COLUMNS; c < RESIDUAL_COLUMNS; c++, at++) {
            row.hi[c] = to->hi[at];
            row.lo[c] = to->lo[at];
            row.rest[c] = thrice ? to->rest[at] : 0;
            row.size[c] = to->size[at];
        }
        for (size_t k = J->start[i]; k < J->start[i + 1]; k++)
            add_to_row(&row, -J->value[k], X + (size_t)J->column[k] * RESIDUAL_COLUMNS, fused, thrice);
        for (size_t c = 0, at = i * RESIDUAL_COLUMNS; c < RESIDUAL_COLUMNS; c++, at++) {
            to->hi[at] = row.hi[c];
            to->lo[at] = row.lo[c];
            if (thrice) to->rest[at] = row.rest[c];
            to->size[at] = row.size[c];
        }
    }
}

static void subtract_split(const EnclosureMatrix *J, const double *X, const Residual *to) {
    if (to->rest)
        subtract_rows(J, X, to, false, true);
    else
        subtract_rows(J, X, to, false, false);
}

#if defined(__x86_64__)
__attribute__((target("avx2,fma"))) static void subtract_fused(const EnclosureMatrix *J, const double *X,
                                                               const Residual *to) {
    if (to->rest)
        subtract_rows(J, X, to, true, true);
    else
        subtract_rows(J, X, to, true, false);
}

void residual_subtract(const EnclosureMatrix *J, const double *X, const Residual *residual) {
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        subtract_fused(J, X, residual);
    else
        subtract_split(J, X, residual);
}
#else
void residual_subtract(const EnclosureMatrix *J, const double *X, const Residual *residual) {
    subtract_split(J, X, residual);
}
#endif

double residual_value(const Residual *residual, size_t at, double terms, double *error) {
    double low, last;
    const double high = sum_with_error(residual->hi[at], residual->lo[at], &low);
    const double rest = residual->rest ? residual->rest[at] : 0, small = low + rest;
    const double value = sum_with_error(high, small, &last), size = residual->size[at];
    *error = fabs(last);
    if (rest != 0) *error += DBL_EPSILON * fabs(small) + DBL_MIN;
    if (size > 0) *error += rounding_gamma(2 * terms + 2) * size * ROUNDING_UP + DBL_MIN;
    return value;
}
