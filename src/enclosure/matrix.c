#include "enclosure/enclosure.h"

#include "base/number/rounding.h"

#include <stdlib.h>

JudderErr enclosure_matrix_create(int n, size_t entries, bool radii, EnclosureMatrix **matrix) {
    EnclosureMatrix *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->n = n;
    made->start = calloc((size_t)n + 1, sizeof *made->start);
    made->column = malloc((entries + 1) * sizeof *made->column);
    made->value = malloc((entries + 1) * sizeof *made->value);
    if (radii) made->radius = calloc(entries + 1, sizeof *made->radius);
    if (!made->start || !made->column || !made->value || (radii && !made->radius)) {
        enclosure_matrix_destroy(&made);
        return error_memory();
    }
    *matrix = made;
    return JUDDER_OK;
}

void enclosure_matrix_destroy(EnclosureMatrix **matrix) {
    EnclosureMatrix *old = *matrix;
    if (!old) return;
    free(old->start);
    free(old->column);
    free(old->value);
    free(old->radius);
    free(old);
    *matrix = NULL;
}

JudderErr enclosure_matrix_dense(int n, const double *J, const double *radius, EnclosureMatrix **matrix) {
    const size_t order = (size_t)n;
    size_t entries = 0;
    for (size_t i = 0; i < order * order; i++) entries += J[i] != 0 || (radius && radius[i] != 0);
    TRY(enclosure_matrix_create(n, entries, radius != NULL, matrix));
    EnclosureMatrix *made = *matrix;
    made->symmetric = true;
    size_t at = 0;
    for (size_t i = 0; i < order; i++) {
        for (size_t j = 0; j < order; j++) {
            const size_t here = i * order + j, turned = j * order + i;
            if (J[here] != J[turned] || (radius && radius[here] != radius[turned])) made->symmetric = false;
            if (J[here] == 0 && (!radius || radius[here] == 0)) continue;
            made->column[at] = (int)j;
            made->value[at] = J[here];
            if (radius) made->radius[at] = radius[here];
            at++;
        }
        made->start[i + 1] = at;
    }
    return JUDDER_OK;
}

typedef struct Term {
    double factor, value, radius;
} Term;

/* The product of a term, and what is rounded in it. */
static double matrix_product(const Term *term, double *rounding) {
    const double p = term->factor * term->value;
    if (p != 0 && fabs(term->factor) != 1) *rounding += fabs(p) * DBL_EPSILON + DBL_MIN;
    if (p == 0 && term->factor != 0 && term->value != 0) *rounding += DBL_MIN; /* vanished */
    return p;
}

/* The sum of two terms, and how far it may be from that of values within their radii. */
static double matrix_weighted(const Term term[2], double *radius) {
    double rounding = 0;
    const double p = matrix_product(&term[0], &rounding), q = matrix_product(&term[1], &rounding),
                 sum = p + q;
    const double spread = fabs(term[0].factor) * term[0].radius + fabs(term[1].factor) * term[1].radius;
    if (p != 0 && q != 0) rounding += fabs(sum) * DBL_EPSILON;
    *radius = spread > 0 ? (spread + rounding) * ROUNDING_UP + DBL_MIN : rounding;
    return sum;
}

static double radius_of(const EnclosureMatrix *J, size_t at) {
    return J->radius ? J->radius[at] : 0;
}

static void add_rows(const EnclosureMatrix *const of[2], const double factor[2], EnclosureMatrix *to) {
    size_t at = 0;
    for (int i = 0; i < to->n; i++) {
        size_t next[2] = {0, 0}, end[2] = {0, 0};
        for (int m = 0; m < 2; m++)
            if (of[m]) {
                next[m] = of[m]->start[i];
                end[m] = of[m]->start[i + 1];
            }
        while (next[0] < end[0] || next[1] < end[1]) {
            const int first = next[0] < end[0] ? of[0]->column[next[0]] : to->n,
                      second = next[1] < end[1] ? of[1]->column[next[1]] : to->n;
            const int column = first < second ? first : second;
            Term term[2] = {{.factor = factor[0]}, {.factor = factor[1]}};
            for (int m = 0; m < 2; m++)
                if ((m == 0 ? first : second) == column) {
                    term[m].value = of[m]->value[next[m]];
                    term[m].radius = radius_of(of[m], next[m]++);
                }
            to->column[at] = column;
            to->value[at] = matrix_weighted(term, &to->radius[at]);
            at++;
        }
        to->start[i + 1] = at;
    }
}

JudderErr enclosure_matrix_sum(double a, const EnclosureMatrix *J, double b, const EnclosureMatrix *H,
                               EnclosureMatrix **sum) {
    const size_t n = (size_t)J->n;
    TRY(enclosure_matrix_create(J->n, J->start[n] + (H ? H->start[n] : 0), true, sum));
    add_rows((const EnclosureMatrix *const[]){a != 0 ? J : NULL, b != 0 ? H : NULL}, (const double[]){a, b},
             *sum);
    (*sum)->symmetric = J->symmetric && (!H || H->symmetric);
    return JUDDER_OK;
}
