/* A result that goes on: what an earlier run had written is put into a new file, from which the run
 * continues. The older file is only read, and lives until the new one takes its place. */
#ifndef JUDDER_RESULTS_RESUME_RESUME_H
#define JUDDER_RESULTS_RESUME_RESUME_H

#include "base/archive.h"
#include "results/read/reader.h"
#include "results/results.h"

/* What the open study has written so far. */
typedef struct ResultsLengths {
    size_t rows, events, fields;
} ResultsLengths;

ResultsLengths results_lengths(const Results *results);
/* Flushes, and waits until the disk has it; a closed result too. */
JudderErr results_sync(Results *results);

/* Takes over a study of an earlier result, whole: rows, events and fields from there, the rest
 * from its report. */
JudderErr results_adopt(Results *results, const Reader *earlier, size_t study, const Value *report);
/* Into the open study: rows, events and fields of a study of an earlier result, up to those lengths,
 * instead of the rows and events it has so far; fields that are there already stay. A result that has
 * less is an input error. */
JudderErr results_replay(Results *results, const Reader *earlier, size_t study,
                         const ResultsLengths *lengths);

/* A tree of values, out and back in; what comes back replaces *value and is NULL if it fails. */
void value_archive(Archive *archive, const char *name, Value **value);
/* A list of numbers, which stays where it is; what comes back replaces its items. */
void value_archive_numbers(Archive *archive, const char *name, Value *list);

#endif
