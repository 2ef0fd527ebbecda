/* The parts of a result, for the files that make it. */
#ifndef JUDDER_RESULTS_RESULTS_INTERNAL_H
#define JUDDER_RESULTS_RESULTS_INTERNAL_H

#include "results/results.h"
#include "results/store/dataset.h"
#include "results/store/kept.h"
#include "results/store/table.h"
#include "results/write/sums.h"
#include "results/write/twin.h"

/* A series that can be read back. */
typedef struct Recorded {
    char study[32], link[LINK_NAME_SIZE];
    char **names;
    size_t count;
} Recorded;

struct Results {
    Kept *kept; /* instead of everything below: the result leaves no file */
    Twin twin;
    hid_t file, studies;
    char model[32]; /* its word */
    size_t study_count;
    hid_t study, fields; /* negative if no study is open */
    Table *series, *events;
    size_t rows, event_count, field_count; /* of the open study */
    char open_link[LINK_NAME_SIZE];        /* of the open study */
    char open_study[32];                   /* its word */
    Recorded open_series;                  /* what it declared */
    Recorded *recorded;                    /* the last series of each kind of study */
    size_t recorded_count, recorded_room;
    ResultsSums sums;      /* of what the open study has written */
    ResultsSums *finished; /* of those before it */
    size_t finished_count, finished_room;
};

/* The error of a result that could not be written. */
JudderErr results_report(const Results *results, bool ok);
/* The errno of what went wrong, or HDF5_UNKNOWN. */
int results_failure(const Results *results);
/* The error of a call that does not fit to what the result is at. */
JudderErr results_misuse(const Results *results, const char *what);
/* As results_flush; waits until the disk has it, if it is asked to. */
JudderErr results_bring(Results *results, bool wait);

/* The columns of the open study; then what it declared takes the place of what the last of its kind did. */
JudderErr recorded_remember(Recorded *recorded, const ResultsColumn *columns, size_t count);
JudderErr recorded_keep(Results *results);
void recorded_release(Recorded *recorded);

/* The sums of the study that ends. */
JudderErr sums_keep(Results *results);

#endif
