/* A result file for those who show it: studies with their parts, numbers in blocks. Reads with suspicion
 * (results/stored.h) and hides HDF5. What the file holds that is not part of the format is left out; what is
 * damaged is an input error. */
#ifndef JUDDER_RESULTS_READ_READER_H
#define JUDDER_RESULTS_READ_READER_H

#include "base/error.h"
#include "results/value.h"
#include "schema/schema.h"

#include <stdbool.h>
#include <stddef.h>

struct StoredSet;

/* A dataset of numbers: a series or a field. */
typedef struct ReaderSet {
    char *name;
    char unit[64];
    SchemaNumbers numbers; /* what the name counts */
    char columns[512];     /* "z [m], v_1 [m/s]" of a table; "" if its columns have no names */
    size_t rows, count;    /* columns; 1 of a list */
    struct StoredSet *stored;
} ReaderSet;

typedef struct ReaderSets {
    size_t count;
    ReaderSet *at;
} ReaderSets;

typedef struct ReaderEvent {
    double time, from, to;
    char kind[16], place[16];
} ReaderEvent;

typedef struct ReaderStudy {
    char *link;                /* "01_march" */
    char study[64], name[256]; /* its word, and the name that the case gave it */
    char outcome[32], reason[512], note[1600];
    char verdict[1000], certainty[16]; /* "": none */
    ReaderSets series, fields;
    size_t rows;             /* that all series have */
    size_t events;           /* that all columns of the events have */
    struct StoredSet *event; /* the five columns */
    Value *values, *probes;  /* objects */
} ReaderStudy;

typedef struct Reader {
    char *case_file, *case_text, *model, *version, *references;
    char *parameters; /* the resolved case as JSON; NULL if it is very long or not there */
    char *files;      /* the check sum of the files that the case names; NULL if it is not there */
    bool sealed;      /* else a study that says "done" has the doubt in that as its reason (seal_doubt) */
    size_t count;
    ReaderStudy *studies;
    struct Stored *stored;
} Reader;

JudderErr reader_open(const char *path, Reader **reader);
void reader_close(Reader **reader);

/* Rows of a set from the first on: count * set->count numbers. */
JudderErr reader_read(const Reader *reader, const ReaderSet *set, size_t first, size_t count, double *at);
/* All numbers of its first rows, to be freed. */
JudderErr reader_all(const Reader *reader, const ReaderSet *set, size_t rows, double **at);
JudderErr reader_events(const Reader *reader, const ReaderStudy *study, size_t first, size_t count,
                        ReaderEvent *at);

/* The study as a run reports it (--json), to which its values and probes go over; NULL: out of memory. */
Value *reader_report(ReaderStudy *study);

/* The study of "STUDY/NAME", and NAME; NULL and the whole name if no study is called so. */
const ReaderStudy *reader_study(const Reader *reader, const char *name, const char **bare);
/* The set of that name, or NULL. */
const ReaderSet *reader_find(const ReaderSets *sets, const char *name);
/* The set of a kind that belongs to another one, counted as it is: the stress of a displacement. */
const ReaderSet *reader_find_beside(const ReaderSets *sets, const char *kind, const SchemaNumbers *numbers);

#endif
