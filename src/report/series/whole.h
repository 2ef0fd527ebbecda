/* A field or a series read at once. */
#ifndef JUDDER_REPORT_SERIES_WHOLE_H
#define JUDDER_REPORT_SERIES_WHOLE_H

#include "base/error.h"
#include "results/read/reader.h"

/* All numbers, row by row, to be freed; NULL in *at if there are too many to show: more rows than these. */
enum { WHOLE_ROWS = 1 << 21 };
JudderErr whole_read(const Reader *reader, const ReaderSet *set, double **at);

#endif
