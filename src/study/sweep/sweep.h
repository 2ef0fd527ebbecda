/* A case over a grid of its params: one run a point, in several processes, into one result. */
#ifndef JUDDER_STUDY_SWEEP_SWEEP_H
#define JUDDER_STUDY_SWEEP_SWEEP_H

#include "study/model.h"

typedef struct SweepOptions {
    const char *case_file;
    const CaseSetting *settings; /* of --set */
    size_t setting_count;
    const char *const *over; /* "key=first:last:count", ... */
    size_t over_count;
    const char *sample, *after; /* "slip_1:maxima", "50%"; NULL: not requested */
    bool follow;                /* the motions of flutter */
    size_t jobs;                /* processes; 0: as many as there are processors */
    bool resume;                /* go on with the journal beside the output */
    bool table;                 /* the report is wanted */
    const char *output;
    const Log *log;
    const Team *team;
    const CompanionModel *companions;
    JudderErr (*hand_over)(const Block *model); /* of a model that this program cannot compute */
} SweepOptions;

typedef struct SweepSummary {
    size_t points, done, failed, missing; /* failed: also those that were refused */
    size_t unanswered;                    /* of those done: a study had no answer to what was asked */
    size_t resumed;                       /* taken from the journal */
    size_t jobs, samples;
    size_t followed, thresholds; /* motions of --follow, and where growth of them begins or ends */
    bool unfollowed;             /* --follow did not come to its end */
    char first_failure[400];
    double seconds;
} SweepSummary;

/* *report is what --json prints: the table of all points; NULL if it is not wanted. */
JudderErr sweep_run(const SweepOptions *options, Value **report, SweepSummary *summary);

#endif
