/* A run that was done before. */
#ifndef JUDDER_STUDY_CHECKPOINT_FINISHED_RUN_H
#define JUDDER_STUDY_CHECKPOINT_FINISHED_RUN_H

#include "base/error.h"
#include "case/case.h"
#include "results/value.h"

/* Whether the result in place is whole: it has its seal, and none of its studies was broken off; then
 * *reports gets what they report, as read from the file, to be destroyed. One that is damaged, or of another
 * run (version, text, params, files), is an input error: it would be replaced. */
JudderErr finished_run_take(const Case *read, const char *output, size_t studies, Value **reports);

#endif
