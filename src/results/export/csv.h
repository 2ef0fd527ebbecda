/* A table as text: cells separated by commas, quoted where needed (RFC 4180), one line a row. */
#ifndef JUDDER_RESULTS_EXPORT_CSV_H
#define JUDDER_RESULTS_EXPORT_CSV_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct Csv {
    FILE *file;
    char *path;
    bool inside; /* a row has begun */
} Csv;

/* Opens <folder>/<name>.csv; characters that do not belong into a file name are replaced. */
JudderErr csv_open(Csv *csv, const char *folder, const char *name);
/* Finishes the file; what could not be written is an error of the machine. */
JudderErr csv_close(Csv *csv);
/* Gives up the file and removes it. */
void csv_abandon(Csv *csv);

void csv_text(Csv *csv, const char *text, size_t length);
void csv_number(Csv *csv,
                double number); /* 17 significant digits; a number that does not exist is an empty cell */
void csv_count(Csv *csv, long long count);
void csv_end_row(Csv *csv);

#endif
