/* A result that goes on: what an earlier run had written is put into a new file, from which the run
 * continues. The older file is only read, and lives until the new one takes its place. */
#ifndef JUDDER_RESULTS_RESUME_RESUME_H
#define JUDDER_RESULTS_RESUME_RESUME_H

#include "base/archive.h"
#include "results/read/reader.h"
#include "results/results.h"
#include "results/value_archive.h"
#include "results/write/sums.h"

/* What the open study has written so far. */
typedef struct ResultsLengths {
    size_t rows, events, fields;
    ResultsSums sums;
} ResultsLengths;

ResultsLengths results_lengths(const Results *results);
/* The sums of the studies that have ended, lent. */
const ResultsSums *results_finished(const Results *results, size_t *count);
/* Flushes, and waits until the disk has it; a closed result too. */
JudderErr results_sync(Results *results);

/* Takes over a study of an earlier result, whole: rows, events and fields from there, whose sums must be
 * these, the rest from its report. */
typedef struct ResultsEnded {
    const Value *report;
    ResultsSums sums;
} ResultsEnded;
JudderErr results_adopt(Results *results, const Reader *earlier, size_t study, const ResultsEnded *ended);
/* Into the open study: rows, events and fields of a study of an earlier result, up to those lengths,
 * instead of the rows and events it has so far; fields that are there already stay. A result that has
 * less, or other numbers, is an input error. */
JudderErr results_replay(Results *results, const Reader *earlier, size_t study,
                         const ResultsLengths *lengths);

#endif
