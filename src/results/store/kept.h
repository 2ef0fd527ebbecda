/* Series kept in memory, for runs that leave no file; for those that another program reads,
 * also events and fields. */
#ifndef JUDDER_RESULTS_STORE_KEPT_H
#define JUDDER_RESULTS_STORE_KEPT_H

#include "results/results.h"

typedef struct KeptColumn {
    char *name, *unit;
    bool wanted;
    double *at; /* NULL if it is not wanted */
    size_t room;
} KeptColumn;

enum { KEPT_WORD_SIZE = 16 }; /* with its zero, as in a file */

typedef struct KeptEvent {
    double t, from, to;
    char kind[KEPT_WORD_SIZE], place[KEPT_WORD_SIZE];
} KeptEvent;

typedef struct KeptField {
    char *name, *unit, *columns; /* unit or columns is NULL */
    double *at;
    size_t rows, count;
} KeptField;

typedef struct KeptStudy {
    char study[32];
    KeptColumn *columns;
    size_t count, rows;
    KeptEvent *events;
    size_t event_count, event_room;
    KeptField *fields;
    size_t field_count, field_room;
} KeptStudy;

typedef struct Kept Kept;

/* names ends with NULL: the series to keep; a NULL list keeps all. */
JudderErr kept_create(const char *const *names, Kept **kept);
/* Keeps all series, events and fields. */
JudderErr kept_create_whole(Kept **kept);
void kept_destroy(Kept **kept);

JudderErr kept_begin(Kept *kept, const char *study);
JudderErr kept_declare(Kept *kept, const ResultsColumn *columns, size_t count);
JudderErr kept_append(Kept *kept, const double *row);
/* Forgotten unless the whole is kept. unit or columns of a field may be NULL. */
JudderErr kept_event(Kept *kept, const KeptEvent *event);
JudderErr kept_field(Kept *kept, const ResultsTable *table, const char *unit);
/* The study at a position, in order; NULL beyond the last. */
const KeptStudy *kept_study(const Kept *kept, size_t position);
/* Of the last study of a kind with rows: lent; NULL if it is not there. */
const double *kept_find(const Kept *kept, const char *study, const char *column, size_t *count);
/* The same as a copy to be freed. */
JudderErr kept_copy(const Kept *kept, const char *study, const char *column, double **at, size_t *count);
/* Of the last study with rows that has the series `of`. */
const double *kept_beside(const Kept *kept, const char *of, const char *column, size_t *count);
/* The columns of that study; NULL beyond the last. */
const char *kept_name(const Kept *kept, const char *study, size_t position);

#endif
