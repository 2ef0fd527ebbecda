/* Runs the studies of a case, one after the other. */
#ifndef JUDDER_STUDY_RUN_H
#define JUDDER_STUDY_RUN_H

#include "study/echo.h"
#include "study/recorded.h"
#include "study/run/list.h"

typedef struct RunOptions {
    const char *output;               /* the result file */
    const Log *log;                   /* for progress */
    const Team *team;                 /* all processes of the program; NULL: this one alone */
    const CompanionModel *companions; /* what it computes for others; NULL: nothing */
    Results *results;                 /* where the studies write instead of the file; NULL: to the file */
    struct MotionList
        *motions;      /* where the first flutter of the case leaves its motions; NULL: not requested */
    bool no_file;      /* nothing is written, whether this process keeps results or not */
    bool resume;       /* go on from the checkpoint beside the result */
    double checkpoint; /* seconds between checkpoints */
    bool *finished;    /* told whether the result in place was whole already; may be NULL */
} RunOptions;

/* Reads nothing, computes nothing, but makes everything that wrong input could spoil; appends to
 * *plan one text a study. */
JudderErr run_check(const Case *read, const CompanionModel *companions, Value **plan);
/* Looks a name up among the series of the first march of a case; computes nothing. */
JudderErr run_recorded(const Case *read, const CompanionModel *companions, const char *name,
                       RecordedLook *look);
/* Does the studies; *report is what --json prints. *complete is false if a study ended without its goal. */
JudderErr run_case(const Case *read, const RunOptions *options, Value **report, bool *complete);
/* The same numbers for people. */
void run_summarise(const Value *report, FILE *out);

#endif
