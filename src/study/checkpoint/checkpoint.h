/* A run that can go on after it was broken off: its state in one file beside the result, NAME.h5.checkpoint.
 *
 * The file holds what the run is of (program version, text of the case, params, files that the case names),
 * the report of the studies that are done, how far the open study had written, and the state of that study as
 * named arrays. It is written by wall clock, and when the user asks to stop, always after the result itself
 * is on the disk; under a temporary name, then put in place, so that at any moment a whole one is there. It
 * goes when the run is done.
 *
 * How a study uses it (run->checkpoint is NULL where there is none, and the functions then do nothing):
 *
 *   1. It declares its series and writes its first fields as always, makes its engine, and calls
 *          checkpoint_restore(run, serialise, context, &restored);
 *      if the study was under way in the run that is continued, rows, events and fields are in the result
 *      again up to where they were, and `serialise` has been called with an archive that restores. Then the
 *      time loop goes on from there: what it does at its beginning (first row, first probe) is left out.
 *   2. Between two steps, where everything that passes on to the next step is in what `serialise` describes,
 *          if (checkpoint_due(run)) err = checkpoint_save(run, serialise, context);
 *      before it looks whether it was interrupted.
 *   3. `serialise` describes the state once for both directions with archive_array (base/archive.h).
 *      march/march.h does 1 and 2 for every march.
 *
 * Several processes (bodies): all call all three functions. While the state goes out, the archive is NULL in
 * those that do not write: the first one gathers what the others hold, in an order that does not depend on
 * their number. While it comes back, every process has the whole archive.
 *
 * What a study leaves in memory for those after it (run->prepared) is described by Model.serialise; a model
 * of a companion without one has no checkpoints. */
#ifndef JUDDER_STUDY_CHECKPOINT_CHECKPOINT_H
#define JUDDER_STUDY_CHECKPOINT_CHECKPOINT_H

#include "base/archive.h"
#include "study/model.h"

/* --- for studies --- */

typedef JudderErr CheckpointSerialise(void *context, Archive *archive);

/* Whether it is time: the interval has passed, or the user interrupted it. */
bool checkpoint_due(const StudyRun *run);
/* The same as this process sees it, without asking the others. */
bool checkpoint_wanted(const StudyRun *run);
/* Brings the result to the disk, then the state. serialise = NULL: the study would begin again. */
JudderErr checkpoint_save(StudyRun *run, CheckpointSerialise *serialise, void *context);
/* Gives the state back if there is one of this study; once. */
JudderErr checkpoint_restore(StudyRun *run, CheckpointSerialise *serialise, void *context, bool *restored);

/* --- for those who run studies --- */

typedef struct CheckpointPlan {
    const Case *read;
    const char *output; /* the result */
    double interval;    /* s; 0: as often as it is asked */
    bool resume;        /* take up what is there */
    Value *reports;     /* of the studies so far, lent; the last may be of the open one */
    const Team *team;
} CheckpointPlan;

/* "NAME.h5.checkpoint", to be freed; NULL: out of memory. */
char *checkpoint_path(const char *output);

/* With resume, reads what is there: a checkpoint of another case, other params, another version or other
 * files, or a damaged one, is an input error; so are processes with other files than the first one has. The
 * first one reads for all. */
JudderErr checkpoint_open(const CheckpointPlan *plan, Checkpoint **checkpoint);
void checkpoint_destroy(Checkpoint **checkpoint);
/* How many studies were done in the run that is continued, and their reports, which are handed over; 0:
 * nothing to continue. */
size_t checkpoint_done(Checkpoint *checkpoint, Value **reports);
/* The sum of the files that the case names (file.h), lent; NULL: no checkpoint. */
const char *checkpoint_files(const Checkpoint *checkpoint);
/* Whether there is something to continue. */
bool checkpoint_resumes(const Checkpoint *checkpoint);
/* Puts the studies that were done into the new result. */
JudderErr checkpoint_adopt(Checkpoint *checkpoint, Results *results);
/* What earlier studies left in memory comes back. */
JudderErr checkpoint_restore_model(StudyRun *run);
/* Announces the study at that position; saves if it is due. */
JudderErr checkpoint_study(StudyRun *run, size_t position);
/* Whether the open study was saved since it was announced. */
bool checkpoint_is_saved(const Checkpoint *checkpoint);
/* The run is done: waits for the result to be on the disk and removes the file. */
JudderErr checkpoint_finish(Checkpoint *checkpoint, Results *results);

#endif
