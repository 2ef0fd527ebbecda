/* The parts of a result, for the files that make it. */
#ifndef JUDDER_RESULTS_RESULTS_INTERNAL_H
#define JUDDER_RESULTS_RESULTS_INTERNAL_H

#include "results/results.h"
#include "results/store/dataset.h"
#include "results/store/kept.h"
#include "results/store/table.h"
#include "results/target.h"

/* A series that can be read back. */
typedef struct Recorded {
    char study[32], link[LINK_NAME_SIZE];
    char **names;
    size_t count;
} Recorded;

struct Results {
    Kept *kept; /* instead of everything below: the result leaves no file */
    Target target;
    int write_error; /* errno of the first write that failed; then nothing more is written */
    bool hold;       /* flushes bring nothing to the disk */
    hid_t file, studies;
    size_t study_count;
    hid_t study, fields; /* negative if no study is open */
    Table *series, *events;
    size_t rows, event_count, field_count; /* of the open study */
    char open_link[LINK_NAME_SIZE];        /* of the open study */
    char open_study[32];                   /* its word */
    Recorded open_series;                  /* what it declared */
    Recorded *recorded;                    /* the last series of each kind of study */
    size_t recorded_count;
};

/* The error of a result that could not be written. */
JudderErr results_report(const Results *results, bool ok);

#endif
