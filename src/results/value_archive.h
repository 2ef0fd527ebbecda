/* Values in an archive (base/archive.h). */
#ifndef JUDDER_RESULTS_VALUE_ARCHIVE_H
#define JUDDER_RESULTS_VALUE_ARCHIVE_H

#include "base/archive.h"
#include "results/value.h"

/* A tree of values, out and back in; what comes back replaces *value and is NULL if it fails. */
void value_archive(Archive *archive, const char *name, Value **value);
/* A list of numbers, which stays where it is; what comes back replaces its items. */
void value_archive_numbers(Archive *archive, const char *name, Value *list);

#endif
