/* Symmetric matrices from one half, and in other coordinates. */
#include "base/array/room.h"
#include "base/number/rounding.h"
#include "enclosure/enclosure.h"

#include <stdlib.h>
#include <string.h>

/* For every entry below the diagonal the place of its mirror image, `to`; whether there is one for each, and
 * none above the diagonal beside them. */
static bool find_mirrors(const EnclosureMatrix *matrix, size_t *next, size_t *to) {
    const size_t n = (size_t)matrix->n;
    for (size_t i = 0; i < n; i++) {
        next[i] = matrix->start[i];
        while (next[i] < matrix->start[i + 1] && matrix->column[next[i]] <= (int)i) next[i]++;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = matrix->start[i]; k < matrix->start[i + 1] && matrix->column[k] < (int)i; k++) {
            const size_t j = (size_t)matrix->column[k];
            to[k] = next[j]++;
            if (to[k] >= matrix->start[j + 1] || matrix->column[to[k]] != (int)i) return false;
        }
    for (size_t i = 0; i < n; i++)
        if (next[i] != matrix->start[i + 1]) return false;
    return true;
}

JudderErr enclosure_matrix_mirror(EnclosureMatrix *matrix, bool *possible) {
    const size_t n = (size_t)matrix->n, entries = matrix->start[n];
    size_t *next = malloc((n + entries + 1) * sizeof *next), *to = next ? next + n : NULL;
    REQUIRE(next, error_memory());
    matrix->symmetric = *possible = find_mirrors(matrix, next, to);
    for (size_t i = 0; i < n && *possible; i++)
        for (size_t k = matrix->start[i]; k < matrix->start[i + 1] && matrix->column[k] < (int)i; k++) {
            matrix->value[to[k]] = matrix->value[k];
            if (matrix->radius) matrix->radius[to[k]] = matrix->radius[k];
        }
    free(next);
    return JUDDER_OK;
}

/* T by rows: which columns a dof of J takes part in. */
typedef struct Rows {
    size_t *start;
    int *column;
    double *factor;
} Rows;

static JudderErr reduce_turn(int dofs, const EnclosureBasis *T, Rows *rows) {
    const size_t n = (size_t)dofs, entries = T->start[T->n];
    REQUIRE(ROOM_TAKE(ROOM(rows->start, n + 2), ROOM(rows->column, entries), ROOM(rows->factor, entries)),
            error_memory());
    for (size_t k = 0; k < entries; k++) rows->start[T->row[k] + 2]++;
    for (size_t i = 0; i < n; i++) rows->start[i + 2] += rows->start[i + 1];
    for (int q = 0; q < T->n; q++)
        for (size_t k = T->start[q]; k < T->start[q + 1]; k++) {
            const size_t to = rows->start[T->row[k] + 1]++;
            rows->column[to] = q;
            rows->factor[to] = T->factor[k];
        }
    return JUDDER_OK;
}

/* A row of T'J T while it is summed. */
typedef struct Sums {
    double *value, *size, *radius;
    int *terms; /* of each column; 0: not there */
    bool *exact;
    int *there, count;
} Sums;

static JudderErr sums_allocate(int n, Sums *sums) {
    const size_t order = (size_t)n + 1;
    REQUIRE(ROOM_TAKE(ROOM(sums->value, order), ROOM(sums->size, order), ROOM(sums->radius, order),
                      ROOM(sums->terms, order), ROOM(sums->there, order), ROOM(sums->exact, order)),
            error_memory());
    return JUDDER_OK;
}

static void sums_release(Sums *sums) {
    free(sums->value);
}

static void sums_add(Sums *sums, int column, double value, double radius, double factor) {
    const double part = value * factor;
    if (sums->terms[column]++ == 0) {
        sums->there[sums->count++] = column;
        sums->value[column] = sums->size[column] = sums->radius[column] = 0;
        sums->exact[column] = true;
    }
    sums->value[column] += part;
    sums->size[column] += fabs(part);
    sums->radius[column] += radius * fabs(factor);
    if (value != 0 && (fabs(factor) != 1 || sums->terms[column] > 1)) sums->exact[column] = false;
}

static int reduce_compare(const void *a, const void *b) {
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static JudderErr reduce_append(EnclosureMatrix *to, size_t *room, const Sums *sums, int column) {
    const size_t at = to->start[to->n];
    if (at == *room) {
        *room += *room / 2 + 16;
        int *columns = realloc(to->column, *room * sizeof *columns);
        if (columns) to->column = columns;
        double *values = realloc(to->value, *room * sizeof *values);
        if (values) to->value = values;
        double *radii = realloc(to->radius, *room * sizeof *radii);
        if (radii) to->radius = radii;
        REQUIRE(columns && values && radii, error_memory());
    }
    const double rounding = rounding_gamma(3.0 * sums->terms[column] + 3) * sums->size[column] + DBL_MIN;
    to->column[at] = column;
    to->value[at] = sums->value[column];
    to->radius[at] = (sums->exact[column] ? 0 : rounding) + sums->radius[column] * ROUNDING_UP;
    to->start[to->n]++;
    return JUDDER_OK;
}

static JudderErr reduce_fill(const EnclosureMatrix *J, const EnclosureBasis *T, const Rows *rows, Sums *sums,
                             EnclosureMatrix *to) {
    size_t room = J->start[J->n] + 1;
    const int n = to->n;
    for (int q = 0; q < n; q++) {
        sums->count = 0;
        for (size_t a = T->start[q]; a < T->start[q + 1]; a++) {
            const int i = T->row[a];
            for (size_t k = J->start[i]; k < J->start[i + 1]; k++)
                for (size_t b = rows->start[J->column[k]]; b < rows->start[J->column[k] + 1]; b++)
                    sums_add(sums, rows->column[b], J->value[k], J->radius ? J->radius[k] : 0,
                             T->factor[a] * rows->factor[b]);
        }
        qsort(sums->there, (size_t)sums->count, sizeof *sums->there, reduce_compare);
        to->n = q + 1;
        to->start[q + 1] = to->start[q];
        for (int c = 0; c < sums->count; c++) {
            TRY(reduce_append(to, &room, sums, sums->there[c]));
            sums->terms[sums->there[c]] = 0;
        }
    }
    to->n = n;
    return JUDDER_OK;
}

JudderErr enclosure_matrix_reduce(const EnclosureMatrix *J, const EnclosureBasis *T,
                                  EnclosureMatrix **reduced) {
    Rows rows = {0};
    Sums sums = {0};
    bool possible = false;
    EnclosureMatrix *made = NULL;
    JudderErr err = reduce_turn(J->n, T, &rows);
    if (err == JUDDER_OK) err = sums_allocate(T->n, &sums);
    if (err == JUDDER_OK) err = enclosure_matrix_create(T->n, J->start[J->n], true, &made);
    if (err == JUDDER_OK) err = reduce_fill(J, T, &rows, &sums, made);
    if (err == JUDDER_OK) err = enclosure_matrix_mirror(made, &possible);
    free(rows.start);
    sums_release(&sums);
    if (err != JUDDER_OK)
        enclosure_matrix_destroy(&made);
    else
        *reduced = made;
    return err;
}
