/* HDF5 may fall over a damaged file, however much is checked before. So a file that is not our own is first
 * read by a child process: if that dies, the file is refused. */
#ifndef JUDDER_RESULTS_READ_TRIAL_H
#define JUDDER_RESULTS_READ_TRIAL_H

#include "base/archive.h"
#include "results/value.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/* What the child leaves: the values and probes of the studies, archived (resume/resume.h), so that a file
 * with very many is read once; and of which file they are. */
typedef struct TrialFound {
    void *bytes; /* to be freed; NULL: nothing */
    size_t size;
    struct stat file;
} TrialFound;

/* Lets a child open the result and walk over its groups, heads, values and the indices of its data; the data
 * themselves are numbers and cannot harm. Only a child that dies or does not come to an end is an error: what
 * it found wrong the caller finds too. Inside the child it does nothing. */
JudderErr trial_read(const char *path, TrialFound *found);
void trial_forget(TrialFound *found);
/* What it left as an archive, to be destroyed; NULL if it left nothing. */
Archive *trial_take(TrialFound *found);
/* Values and probes of the next study, to be destroyed; false: they are not in it. */
bool trial_next(Archive *archive, Value **values, Value **probes);
/* From now on files are read without a trial, for those who look for what would go wrong, and for
 * libraries: the child of a process with threads may find a lock that nobody will open. */
void trial_leave_out(void);
/* Whether this is such a child. */
bool trial_is_under_way(void);

#endif
