#include "report/series/whole.h"

JudderErr whole_read(const Reader *reader, const ReaderSet *set, double **at) {
    *at = NULL;
    if (set->rows > WHOLE_ROWS || set->rows * set->count > 8 * (size_t)WHOLE_ROWS) return JUDDER_OK;
    return reader_all(reader, set, set->rows, at);
}
