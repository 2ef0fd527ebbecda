#include "results/write/sums.h"

#include "base/array/grow.h"
#include "base/bytes.h"
#include "results/read/seal.h"
#include "results/write/results_internal.h"

#include <string.h>

/* Rows come by the million. */
static uint64_t add_numbers(uint64_t sum, const double *at, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &at[i], sizeof bits);
        sum = seal_mix(sum, bits);
    }
    return sum;
}

/* As much of a text as the file keeps. */
static uint64_t add_text(uint64_t sum, const char *text) {
    return bytes_sum(sum, text, strnlen(text, TABLE_TEXT_SIZE - 1));
}

ResultsSums sums_start(void) {
    return (ResultsSums){BYTES_SUM_START, BYTES_SUM_START, BYTES_SUM_START};
}

void sums_row(ResultsSums *sums, const double *row, size_t count) {
    sums->rows = add_numbers(sums->rows, row, count);
}

void sums_event(ResultsSums *sums, const double numbers[3], const char *kind, const char *place) {
    sums->events = add_text(add_text(add_numbers(sums->events, numbers, 3), kind), place);
}

void sums_field(ResultsSums *sums, const double *at, size_t count) {
    sums->fields += add_numbers(BYTES_SUM_START, at, count);
}

bool sums_agree(const ResultsSums *a, const ResultsSums *b) {
    return a->rows == b->rows && a->events == b->events && a->fields == b->fields;
}

JudderErr sums_keep(Results *results) {
    const size_t count = results->finished_count + 1;
    REQUIRE(grow(&results->finished, &results->finished_room, count, sizeof *results->finished),
            error_memory());
    results->finished[results->finished_count++] = results->sums;
    return JUDDER_OK;
}
