/* What is done with the entries of a matrix once they are read. */
#include "matrix_market/matrix_market.h"

#include "base/symmetric.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void triplets_release(Triplets *triplets) {
    free(triplets->row);
    free(triplets->column);
    free(triplets->value);
    *triplets = (Triplets){0};
}

void triplets_dense(const Triplets *triplets, double *A) {
    const size_t rows = (size_t)triplets->rows, columns = (size_t)triplets->columns;
    memset(A, 0, rows * columns * sizeof *A);
    for (size_t i = 0; i < triplets->count; i++)
        A[(size_t)triplets->row[i] * columns + (size_t)triplets->column[i]] += triplets->value[i];
}

/* Brings entries into the order of a key below `keys`; those that share it stay as they are. */
static JudderErr order_by(const int *key, int keys, size_t count, size_t *order) {
    size_t *start = calloc((size_t)keys + 2, sizeof *start), *old = malloc((count + 1) * sizeof *old);
    if (start && old) {
        memcpy(old, order, count * sizeof *old);
        for (size_t i = 0; i < count; i++) start[key[i] + 1]++;
        for (int i = 0; i < keys; i++) start[i + 1] += start[i];
        for (size_t i = 0; i < count; i++) order[start[key[old[i]]]++] = old[i];
    }
    const bool good = start && old;
    free(start);
    free(old);
    return good ? JUDDER_OK : error_memory();
}

static JudderErr allocate(size_t count, Triplets *made) {
    made->row = malloc((count + 1) * sizeof *made->row);
    made->column = malloc((count + 1) * sizeof *made->column);
    made->value = malloc((count + 1) * sizeof *made->value);
    return made->row && made->column && made->value ? JUDDER_OK : error_memory();
}

static void append(Triplets *made, int row, int column, double value) {
    made->row[made->count] = row;
    made->column[made->count] = column;
    made->value[made->count++] = value;
}

/* Entries of one place summed as they were listed, so that both halves of a matrix that was assembled
 * symmetric have the same numbers; by rows, then columns. `order` has room for all of them. */
static JudderErr sum_places(const Triplets *t, size_t *order, Triplets *made) {
    for (size_t i = 0; i < t->count; i++) order[i] = i;
    TRY(order_by(t->column, t->columns, t->count, order));
    TRY(order_by(t->row, t->rows, t->count, order));
    TRY(allocate(t->count, made));
    for (size_t i = 0; i < t->count; i++) {
        const int row = t->row[order[i]], column = t->column[order[i]];
        const size_t last = made->count - 1;
        if (made->count > 0 && made->row[last] == row && made->column[last] == column)
            made->value[last] += t->value[order[i]];
        else
            append(made, row, column, t->value[order[i]]);
    }
    return JUDDER_OK;
}

/* Of each entry its mirror image, or the number of entries where it has none. */
static JudderErr find_mirrors(const Triplets *t, size_t *mirror, size_t *order) {
    for (size_t i = 0; i < t->count; i++) order[i] = i;
    TRY(order_by(t->column, t->columns, t->count, order)); /* the entries of the transposed matrix */
    for (size_t i = 0, k = 0; i < t->count; i++) {
        while (k < t->count && (t->column[order[k]] < t->row[i] ||
                                (t->column[order[k]] == t->row[i] && t->row[order[k]] < t->column[i])))
            k++;
        const bool found = k < t->count && t->column[order[k]] == t->row[i] &&
                           t->row[order[k]] == t->column[i];
        mirror[i] = found ? order[k] : t->count;
    }
    return JUDDER_OK;
}

static double value_at(const Triplets *t, size_t place) {
    return place < t->count ? t->value[place] : 0;
}

static double defect_of(const Triplets *t, const size_t *mirror, const double *diagonal) {
    double worst = 0;
    for (size_t i = 0; i < t->count; i++)
        worst = fmax(worst, symmetric_defect(t->value[i], value_at(t, mirror[i]), diagonal[t->row[i]],
                                             diagonal[t->column[i]]));
    return worst;
}

/* Both halves get every place that one of them has. */
static JudderErr take_means(const Triplets *t, const size_t *mirror, Triplets *made) {
    TRY(allocate(2 * t->count, made));
    for (size_t i = 0; i < t->count; i++) {
        const double mean = symmetric_mean_of(t->value[i], value_at(t, mirror[i]));
        append(made, t->row[i], t->column[i], mean);
        if (mirror[i] == t->count) append(made, t->column[i], t->row[i], mean);
    }
    return JUDDER_OK;
}

JudderErr triplets_mean(Triplets *triplets, double *defect) {
    const size_t room = triplets->count + 1;
    Triplets sums = *triplets, means = *triplets;
    sums.row = sums.column = means.row = means.column = NULL;
    sums.value = means.value = NULL;
    sums.count = means.count = 0;
    size_t *order = malloc(2 * room * sizeof *order);
    double *diagonal = calloc((size_t)triplets->rows + 1, sizeof *diagonal);
    JudderErr err = order && diagonal ? sum_places(triplets, order, &sums) : error_memory();
    if (err == JUDDER_OK) err = find_mirrors(&sums, order, order + room);
    if (err == JUDDER_OK) {
        for (size_t i = 0; i < sums.count; i++)
            if (sums.row[i] == sums.column[i]) diagonal[sums.row[i]] = sums.value[i];
        *defect = defect_of(&sums, order, diagonal);
        if (*defect <= symmetric_rounding) err = take_means(&sums, order, &means);
    }
    if (err == JUDDER_OK) {
        const bool symmetric = *defect <= symmetric_rounding;
        triplets_release(triplets);
        *triplets = symmetric ? means : sums;
        if (symmetric) triplets_release(&sums);
    } else {
        triplets_release(&sums);
        triplets_release(&means);
    }
    free(order);
    free(diagonal);
    return err;
}
