/* From a result file to files that other programs read. */
#ifndef JUDDER_RESULTS_EXPORT_EXPORT_H
#define JUDDER_RESULTS_EXPORT_EXPORT_H

#include "results/export/format.h"

#include <stddef.h>

/* Writes per study <nn_name>_series.csv, _events.csv, _probes.csv, _scalars.csv (name, position in a
 * list, value) and, for each field, _field_<field>.csv into the folder, which is made if it is missing;
 * parts that a study does not have are left out. A file that is not a result is an input error.
 * *written counts the files. */
JudderErr export_csv(const char *result_file, const char *folder, size_t *written);

extern const ExportFormat csv_format;

#endif
