#include "report/series/thin.h"

#include "base/array/grow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_ROWS = 1 << 16 };

/* The bucket that is being filled: for each column the rows of its extremes, then first and last row. */
typedef struct Bucket {
    double low[THIN_COLUMNS], high[THIN_COLUMNS];
    size_t low_row[THIN_COLUMNS], high_row[THIN_COLUMNS];
    double *low_at, *high_at; /* whole rows, one a column */
    double *first, *last;
    size_t first_row, last_row;
} Bucket;

typedef struct Thinning {
    const Reader *reader;
    Thin *thin;
    size_t row_room, room;
    double *block; /* column by column */
    Bucket bucket;
    double *work;
} Thinning;

void thin_release(Thin *thin) {
    free(thin->kept);
    free(thin->at);
    *thin = (Thin){0};
}

static void copy_row(const Thinning *t, size_t i, double *row) {
    for (size_t c = 0; c < t->thin->columns; c++) row[c] = t->block[c * BLOCK_ROWS + i];
}

static JudderErr thinning_keep_row(Thinning *t, size_t row, uint64_t marks, const double *numbers) {
    Thin *thin = t->thin;
    const size_t needed = thin->count + 1;
    REQUIRE(grow(&thin->kept, &t->row_room, needed, sizeof *thin->kept) &&
                grow(&thin->at, &t->room, needed * thin->columns, sizeof *thin->at),
            error_memory());
    thin->kept[thin->count] = (ThinRow){row, marks};
    memcpy(thin->at + thin->count++ * thin->columns, numbers, thin->columns * sizeof *numbers);
    return JUDDER_OK;
}

static void bucket_begin(Bucket *bucket, size_t columns, size_t row) {
    for (size_t c = 0; c < columns; c++) {
        bucket->low[c] = INFINITY;
        bucket->high[c] = -INFINITY;
        bucket->low_row[c] = bucket->high_row[c] = (size_t)-1;
    }
    bucket->first_row = bucket->last_row = row;
}

/* Extremes of rows [from, to) of the block; NaN loses every comparison. */
static void scan(const double *x, size_t from, size_t to, double *low, double *high) {
    double least = INFINITY, most = -INFINITY;
    for (size_t i = from; i < to; i++) {
        least = x[i] < least ? x[i] : least;
        most = x[i] > most ? x[i] : most;
    }
    *low = least, *high = most;
}

static size_t thinning_find(const double *x, size_t from, double value) {
    while (x[from] != value) from++;
    return from;
}

static void bucket_add(Thinning *t, size_t base, size_t from, size_t to) {
    Bucket *b = &t->bucket;
    const size_t columns = t->thin->columns;
    for (size_t c = 0; c < columns; c++) {
        const double *x = t->block + c * BLOCK_ROWS;
        double low, high;
        scan(x, from, to, &low, &high);
        if (low < b->low[c]) {
            const size_t i = thinning_find(x, from, low);
            b->low[c] = low, b->low_row[c] = base + i;
            copy_row(t, i, b->low_at + c * columns);
        }
        if (high > b->high[c]) {
            const size_t i = thinning_find(x, from, high);
            b->high[c] = high, b->high_row[c] = base + i;
            copy_row(t, i, b->high_at + c * columns);
        }
    }
    if (base + from == b->first_row) copy_row(t, from, b->first);
    copy_row(t, to - 1, b->last);
    b->last_row = base + to - 1;
}

typedef struct Candidate {
    size_t row;
    uint64_t marks;
    const double *at;
} Candidate;

static int earlier(const void *a, const void *b) {
    const size_t x = ((const Candidate *)a)->row, y = ((const Candidate *)b)->row;
    return (x > y) - (x < y);
}

/* The rows of the bucket in order, each once. */
static JudderErr bucket_end(Thinning *t) {
    Bucket *b = &t->bucket;
    Thin *thin = t->thin;
    Candidate candidates[2 * THIN_COLUMNS + 2];
    size_t count = 0;
    candidates[count++] = (Candidate){b->first_row, THIN_EDGE, b->first};
    candidates[count++] = (Candidate){b->last_row, THIN_EDGE, b->last};
    for (size_t c = 0; c < thin->columns; c++) {
        const uint64_t mark = (uint64_t)1 << c;
        if (b->low_row[c] == (size_t)-1) continue;
        candidates[count++] = (Candidate){b->low_row[c], mark, b->low_at + c * thin->columns};
        candidates[count++] = (Candidate){b->high_row[c], mark, b->high_at + c * thin->columns};
        thin->low[c] = fmin(thin->low[c], b->low[c]);
        thin->high[c] = fmax(thin->high[c], b->high[c]);
    }
    qsort(candidates, count, sizeof *candidates, earlier);
    for (size_t i = 0; i < count;) {
        const Candidate *first = &candidates[i];
        uint64_t marks = 0;
        for (; i < count && candidates[i].row == first->row; i++) marks |= candidates[i].marks;
        TRY(thinning_keep_row(t, first->row, marks, first->at));
    }
    return JUDDER_OK;
}

/* Row at which a bucket begins; written so that it cannot overflow. */
static size_t bucket_start(size_t rows, size_t buckets, size_t b) {
    return rows / buckets * b + rows % buckets * b / buckets;
}

static JudderErr pass(Thinning *t, size_t first, size_t rows, size_t buckets) {
    size_t b = 0;
    bucket_begin(&t->bucket, t->thin->columns, first);
    for (size_t base = 0; base < rows; base += BLOCK_ROWS) {
        const size_t size = rows - base < BLOCK_ROWS ? rows - base : BLOCK_ROWS;
        for (size_t c = 0; c < t->thin->columns; c++)
            TRY(reader_read(t->reader, t->thin->sets[c], first + base, size, t->block + c * BLOCK_ROWS));
        for (size_t i = 0; i < size;) {
            const size_t end = bucket_start(rows, buckets, b + 1);
            const size_t stop = end - base < size ? end - base : size;
            bucket_add(t, first + base, i, stop);
            if (base + stop == end) {
                TRY(bucket_end(t));
                bucket_begin(&t->bucket, t->thin->columns, first + end);
                b++;
            }
            i = stop;
        }
    }
    return JUDDER_OK;
}

JudderErr thin_make(const Reader *reader, const ReaderStudy *study, ThinRequest wish, Thin *thin) {
    *thin = (Thin){.rows = wish.count};
    const size_t columns = wish.sets ? wish.set_count : study->series.count;
    for (; thin->columns < columns && thin->columns < THIN_COLUMNS; thin->columns++) {
        const size_t c = thin->columns;
        thin->low[c] = INFINITY, thin->high[c] = -INFINITY;
        thin->sets[c] = wish.sets ? wish.sets[c] : &study->series.at[c];
    }
    if (thin->columns == 0 || wish.count == 0) return JUDDER_OK;
    thin->whole = wish.count <= 4 * wish.buckets;
    if (thin->whole) wish.buckets = wish.count;
    const size_t width = thin->columns;
    Thinning t = {.reader = reader, .thin = thin};
    t.block = malloc(width * BLOCK_ROWS * sizeof *t.block);
    t.work = malloc((2 * width + 2) * width * sizeof *t.work);
    t.bucket.low_at = t.work;
    t.bucket.high_at = t.work + width * width;
    t.bucket.first = t.work + 2 * width * width;
    t.bucket.last = t.bucket.first + width;
    const JudderErr err = t.block && t.work ? pass(&t, wish.first, wish.count, wish.buckets) : error_memory();
    free(t.block);
    free(t.work);
    if (err != JUDDER_OK) thin_release(thin);
    return err;
}

int thin_column(const Thin *thin, const char *name) {
    for (size_t c = 0; c < thin->columns; c++)
        if (strcmp(thin->sets[c]->name, name) == 0) return (int)c;
    return -1;
}

size_t thin_curve(const Thin *thin, int x, int y, double *xs, double *ys) {
    const uint64_t wanted = (uint64_t)1 << x | (uint64_t)1 << y | THIN_EDGE;
    size_t count = 0;
    for (size_t i = 0; i < thin->count; i++) {
        if (!thin->whole && !(thin->kept[i].marks & wanted)) continue;
        xs[count] = thin->at[i * thin->columns + (size_t)x];
        ys[count++] = thin->at[i * thin->columns + (size_t)y];
    }
    return count;
}
