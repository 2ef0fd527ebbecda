/* A table as text: cells separated by commas, quoted where needed (RFC 4180), one line a row. A text that a
 * program might compute as a formula (it begins with = + - @, a tab or the end of a line, and is no number)
 * gets a ' before it. */
#ifndef JUDDER_RESULTS_EXPORT_CSV_H
#define JUDDER_RESULTS_EXPORT_CSV_H

#include "results/place/folder.h"
#include "results/place/output.h"

typedef struct Csv {
    Output output;
    bool inside; /* a row has begun */
} Csv;

/* Opens <stem>.csv in the folder. */
JudderErr csv_open(Csv *csv, const OutputFolder *folder, const char *stem);
/* Finishes the file; what could not be written is an error of the machine. */
JudderErr csv_close(Csv *csv);
/* Gives up the file. */
void csv_abandon(Csv *csv);

void csv_text(Csv *csv, const char *text, size_t length);
void csv_number(Csv *csv,
                double number); /* 17 significant digits; a number that does not exist is an empty cell */
void csv_count(Csv *csv, long long count);
void csv_end_row(Csv *csv);

#endif
