/* Sums of what a study has written so far, rows, events and fields. A checkpoint keeps them: a run that goes
 * on takes rows from a file that has no seal yet, and compares. They find damage and changes, not forgery. */
#ifndef JUDDER_RESULTS_RESUME_SUMS_H
#define JUDDER_RESULTS_RESUME_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ResultsSums {
    uint64_t rows, events; /* in their order */
    uint64_t fields;       /* in any order */
} ResultsSums;

ResultsSums sums_start(void);
void sums_row(ResultsSums *sums, const double *row, size_t count);
void sums_event(ResultsSums *sums, const double numbers[3], const char *kind, const char *place);
void sums_field(ResultsSums *sums, const double *at, size_t count);
bool sums_agree(const ResultsSums *a, const ResultsSums *b);

#endif
