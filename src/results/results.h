/* One HDF5 file a run.
 *
 * /case_text /case_file /parameters /version /model /references /files   what was computed
 * /studies/<nn_name>/series/<name>    arrays over time, attribute "unit"; grow while the run goes on
 * /studies/<nn_name>/fields/<name>    profiles and curves: arrays with attribute "unit"
 * /studies/<nn_name>/events/{time,kind,place,from,to}
 * /studies/<nn_name>/probes/<name>    what was requested at given times; missing without probes
 * /studies/<nn_name>/scalars/<name>   numbers, flags, texts, lists; a list of objects is a group of columns
 * /studies/<nn_name> attributes: study, name, outcome, reason, note, verdict, certainty
 *
 * The file is made under a temporary name beside the target and takes the target's place at the first flush,
 * so an older result lives until the new run has something to show. Rows are collected in memory and appended
 * in blocks: a killed run leaves a file that can be read, as of its last flush and with the outcome
 * "stopped". This module knows no model.
 */
#ifndef JUDDER_RESULTS_RESULTS_H
#define JUDDER_RESULTS_RESULTS_H

#include "base/error.h"
#include "results/place/file_kind.h"
#include "results/value.h"

#include <stddef.h>

typedef struct Results Results;

extern const FileKind results_kind; /* what a new result may take the place of */

typedef struct ResultsHead {
    const char *case_file;
    const char *case_text;
    const char *model;
    const char *version;
    const char *references;  /* keys of the papers, separated by spaces */
    const Value *parameters; /* the resolved case: an object, written as JSON text */
    const char *files;       /* the check sum of the files that the case names; NULL: not known */
    const char *goes_with;   /* a file beside it, of the older result, that is removed with it; may be NULL */
    bool claimed;            /* the caller has the claim to the name (place/claim.h) */
} ResultsHead;

typedef struct ResultsColumn {
    const char *name;
    const char *unit; /* "" if none */
} ResultsColumn;

/* Makes the file beside the target; an unwritable folder, or the case itself as target, is an input error of
 * the field "-o". */
JudderErr results_create(const char *path, const ResultsHead *head, Results **results);
/* A result that leaves no file: it keeps the series named in the list, which ends with NULL (a NULL list
 * keeps all), and forgets the rest. */
JudderErr results_create_in_memory(const char *const *series, Results **results);
/* The same, but it keeps everything: studies with series, events and fields (results/store/kept.h). */
JudderErr results_create_whole(Results **results);
struct Kept;
/* What such a result keeps, lent; NULL of one with a file. */
const struct Kept *results_whole(const Results *results);
/* Of a result in memory: a column of the last study that recorded the series `of`, lent; NULL
 * if there is none. */
const double *results_kept(const Results *results, const char *of, const char *column, size_t *count);
/* Ends the file; without any study it is removed again. Destroying without closing keeps what was flushed. */
JudderErr results_close(Results *results);
void results_destroy(Results **results);

/* Opens the group of a study; only one is open at a time. */
JudderErr results_study_begin(Results *results, const char *study, const char *name);
/* Declares the columns of the series of this study. */
JudderErr results_series_declare(Results *results, const ResultsColumn *columns, size_t count);
/* Appends one row, one number for each column. */
JudderErr results_series_append(Results *results, const double *row);
/* Reads back a column of the last study of a kind ("march") that ended with rows: an array to be freed;
 * *at is NULL if there is no such column. */
JudderErr results_series_read(Results *results, const char *study, const char *column, double **at,
                              size_t *count);
/* The columns of that study; NULL beyond the last. */
const char *results_series_name(const Results *results, const char *study, size_t position);
/* Appends an event; texts are short words. */
JudderErr results_event(Results *results, double time, const char *kind, const char *place, double from,
                        double to);
/* A field of rank 1 or 2 (columns = 1 or more), written at once. */
JudderErr results_field(Results *results, const char *name, const char *unit, const double *at, size_t rows,
                        size_t columns);
/* A curve or table of rank 2 whose columns have names: "z [m], v_1 [m/s], ...". */
typedef struct ResultsTable {
    const char *name, *columns;
    const double *at; /* row by row */
    size_t rows, count;
} ResultsTable;
JudderErr results_table(Results *results, const ResultsTable *table);
/* A table if it has names of columns, else a field of that unit. */
JudderErr results_again(Results *results, const ResultsTable *table, const char *unit);
/* A sentence for people on what the open study found. */
JudderErr results_note(Results *results, const char *note);
/* What the open study answers, and how sure that is. */
JudderErr results_verdict(Results *results, const char *verdict, const char *certainty);
/* Writes the probes of this study: an object of lists of one length. Without rows nothing is written. */
JudderErr results_probes(Results *results, const Value *probes);
/* Writes the scalars (an object) and the outcome ("done", "stopped", "failed") with its reason, "" if
 * none. */
JudderErr results_study_end(Results *results, const Value *values, const char *outcome, const char *reason);
/* Brings everything so far to the file; called every few seconds by whoever drives the run. */
JudderErr results_flush(Results *results);

#endif
