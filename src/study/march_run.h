/* What every march{} shares, whatever moves: progress, flushing, events, probes in the order in which they
 * were asked for, times of profiles. A model's march keeps one of these and adds what it alone knows. */
#ifndef JUDDER_STUDY_MARCH_RUN_H
#define JUDDER_STUDY_MARCH_RUN_H

#include "study/checkpoint/checkpoint.h"
#include "study/model.h"
#include "study/words.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct MarchRun {
    StudyRun *run;
    const March *march;
    double *probe_times, *profile_times; /* in order */
    size_t next_profile;
    JudderErr error; /* of the first event or flush that failed */
    double outside;  /* seconds spent in files and on the screen */
    Progress progress;
    double begun, last_flush;
    size_t seen;
    bool out_of_memory;
    CheckpointExchange *exchange; /* of the model; NULL: this march has no checkpoints */
    void *context;
    double spent; /* seconds of the runs that this one continues */
} MarchRun;

/* Declares the columns of the series and starts the progress in that unit of time. */
JudderErr march_run_begin(MarchRun *m, StudyRun *run, const ResultsColumn *columns, const char *unit);
/* Refuses the fields of march{} that only bodies have. */
JudderErr march_refuse_body_fields(const StudyRun *run);
/* Frees what begin made; may be called without it on a zeroed struct. */
void march_run_end(MarchRun *m);

/* Once the engine is made: from now on checkpoints are saved with `exchange`, the state of the model;
 * *restored: it has been called to bring one back, and the march goes on from there. */
JudderErr march_run_resume(MarchRun *m, CheckpointExchange *exchange, void *context, bool *restored);

/* Around the computing part: the second gives its seconds, files and screen not counted, and
 * ends the progress. */
void march_run_clock(MarchRun *m);
double march_run_seconds(MarchRun *m);

/* Shows progress, flushes every few seconds, saves checkpoints; false: the march shall stop. */
bool march_run_go_on(MarchRun *m, double t);

typedef struct MarchEvent {
    double t;
    const char *kind, *place;
    double from, to;
} MarchEvent;

void march_run_event(MarchRun *m, const MarchEvent *event);
/* A list of the values that events fill; it stops growing at some length, the file has them all. */
void march_run_list(MarchRun *m, Value *list, double number);

/* With profiles every step must be seen; so the engine is asked for this. */
long march_run_every(const MarchRun *m);
/* Whether the next profile is due at t; the caller keeps it under this name and asks again. */
enum { PROFILE_NAME_SIZE = 64 };
bool march_run_profile_due(MarchRun *m, double t, char name[PROFILE_NAME_SIZE]);
/* Whether the series keeps the step at t. */
bool march_run_keeps(MarchRun *m, double t);

typedef struct ProbeColumn {
    const char *name;
    size_t offset; /* of a double in a sample */
} ProbeColumn;

typedef struct ProbeTable {
    const ProbeColumn *columns; /* ends with a NULL name */
    const void *samples;        /* at probe_times, the first `reached` of them */
    size_t sample_size, reached;
} ProbeTable;

/* Fills the probes of the study; those that were not reached are null. False: no memory. */
bool march_run_probes(const MarchRun *m, const ProbeTable *table);

#endif
