/* The series of a study, thinned so that a figure cannot tell the difference.
 *
 * The rows are cut into equal buckets; of each bucket the first and the last row stay, and for each column
 * the rows with its smallest and its largest value. So no extreme is lost, and what remains is a table of
 * whole rows: phase planes and curves over time come from the same one. Rows pass through a block, so a
 * file may be larger than the memory.
 */
#ifndef JUDDER_REPORT_SERIES_THIN_H
#define JUDDER_REPORT_SERIES_THIN_H

#include "base/error.h"
#include "results/read/reader.h"

#include <stdint.h>

enum { THIN_COLUMNS = 62 }; /* more are left out; a bit of ThinRow.marks each */

typedef struct ThinRow {
    size_t row;     /* in the file */
    uint64_t marks; /* bit c: kept for the sake of column c; THIN_EDGE: an end of a bucket */
} ThinRow;
#define THIN_EDGE ((uint64_t)1 << 63)

typedef struct Thin {
    const ReaderSet *sets[THIN_COLUMNS];
    size_t columns, rows; /* of the file */
    size_t count;         /* rows that stayed */
    ThinRow *kept;
    double *at;                                   /* row by row */
    double low[THIN_COLUMNS], high[THIN_COLUMNS]; /* of all finite numbers; low > high: none */
    bool whole;                                   /* nothing was left out */
} Thin;

/* Rows [first, first + count), in so many buckets; few rows stay as they are. */
typedef struct ThinRequest {
    size_t first, count, buckets;
    const ReaderSet *const *sets; /* the columns; NULL: the first of the study */
    size_t set_count;
} ThinRequest;
JudderErr thin_make(const Reader *reader, const ReaderStudy *study, ThinRequest wish, Thin *thin);
void thin_release(Thin *thin);

/* The column of that name, or -1. */
int thin_column(const Thin *thin, const char *name);
/* The curve of column y against x as two lists of thin->count numbers at most; returns how many. Only the
 * rows that matter to these columns are taken. */
size_t thin_curve(const Thin *thin, int x, int y, double *xs, double *ys);

#endif
