/* A format to which results are exported: one constant beside its writer, one line in cli/formats.c. */
#ifndef JUDDER_RESULTS_EXPORT_FORMAT_H
#define JUDDER_RESULTS_EXPORT_FORMAT_H

#include "base/error.h"

#include <stddef.h>

typedef struct ExportAsk {
    const char *file, *where;   /* the result; the folder or file to write */
    const char *series, *pitch; /* --of and --pitch as they were given; NULL: not */
} ExportAsk;

typedef struct ExportFormat {
    const char *option, *argument; /* "--csv", "DIR"; the argument may be followed by options of its own */
    const char *help;              /* a line for each option */
    bool one_series;               /* --of and --pitch belong to it */
    /* *said: a sentence for people, to be freed. */
    JudderErr (*write)(const ExportAsk *ask, char **said);
} ExportFormat;

/* "3 files in results" */
JudderErr export_said(const ExportAsk *ask, size_t written, char **said);

#endif
