/* A run and what it left, as the library gives it out. It is made of plain data, so that the library of
 * bodies can fill one as well. */
#ifndef JUDDER_LIBRARY_RUN_RUN_H
#define JUDDER_LIBRARY_RUN_RUN_H

#include "judder/study.h"

#include "case/case.h"
#include "library/owned.h"
#include "results/read/reader.h"
#include "results/store/kept.h"
#include "study/run/run.h"

struct judder_run {
    Value *report, *parameters;
    Results *kept; /* of a run in memory; else NULL */
    char *path;    /* of the result file; NULL: none */
    char *case_file, *case_text, *model, *references;
    bool complete;
    judder_study *studies;
    size_t count;
    Owned owned;
};

/* Reads the case that a caller gives. */
JudderErr read_given(const judder_case *given, Case **read);
/* Reads a case and runs it; companions is NULL in the library that has none. */
JudderErr run_given(const judder_case *given, const judder_run_options *options, const Team *team,
                    const CompanionModel *companions, judder_run **run);
JudderErr check_case(const judder_case *given, const CompanionModel *companions, char **plan);
void run_destroy(judder_run **run);

/* Fills the studies from what a run kept in memory, or from its file. */
JudderErr run_fill_kept(judder_run *run);
JudderErr run_fill_file(judder_run *run, const Reader *reader);
char *run_text(judder_run *run, const char *text); /* a copy that the run owns; NULL: no memory */

#endif
