#include "report/series/whole.h"

#include <stdlib.h>

JudderErr whole_read(const Reader *reader, const ReaderSet *set, double **at) {
    *at = NULL;
    if (set->rows > WHOLE_ROWS || set->rows * set->count > 8 * (size_t)WHOLE_ROWS) return JUDDER_OK;
    *at = malloc(set->rows * set->count * sizeof **at + 1);
    REQUIRE(*at, error_memory());
    if (set->rows == 0) return JUDDER_OK;
    const JudderErr err = reader_read(reader, set, 0, set->rows, *at);
    if (err != JUDDER_OK) {
        free(*at);
        *at = NULL;
    }
    return err;
}
