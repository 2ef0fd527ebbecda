/* Series kept in memory, for runs that leave no file. */
#ifndef JUDDER_RESULTS_STORE_KEPT_H
#define JUDDER_RESULTS_STORE_KEPT_H

#include "results/results.h"

typedef struct Kept Kept;

/* names ends with NULL: the series to keep; a NULL list keeps all. */
JudderErr kept_create(const char *const *names, Kept **kept);
void kept_destroy(Kept **kept);

JudderErr kept_begin(Kept *kept, const char *study);
JudderErr kept_declare(Kept *kept, const ResultsColumn *columns, size_t count);
JudderErr kept_append(Kept *kept, const double *row);
/* Of the last study of a kind with rows: lent; NULL if it is not there. */
const double *kept_find(const Kept *kept, const char *study, const char *column, size_t *count);
/* Of the last study with rows that has the series `of`. */
const double *kept_beside(const Kept *kept, const char *of, const char *column, size_t *count);
/* The columns of that study; NULL beyond the last. */
const char *kept_name(const Kept *kept, const char *study, size_t position);

#endif
