/* The journal of a sweep: finished points, appended to a file beside the target as they come.
 *
 * A head with the fingerprint of the sweep, then frames: index of the point, length, check sum, bytes. A
 * frame that is cut or damaged ends the journal: what follows is dropped and computed again.
 */
#ifndef JUDDER_STUDY_SWEEP_JOURNAL_H
#define JUDDER_STUDY_SWEEP_JOURNAL_H

#include "base/error.h"
#include "results/place/place.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern const FileKind journal_kind;

typedef struct Journal {
    Place place;
    int fd;
    double last_sync;
    bool unsynced;
    unsigned char *waiting; /* frames that are not written yet */
    size_t length, room;
} Journal;

typedef struct JournalFrame {
    uint64_t index, check;
    uint32_t length, unused;
} JournalFrame;

typedef void JournalTake(void *context, uint64_t index, const unsigned char *bytes, size_t count);

/* Opens the journal of that result. resume: gives every sound frame to `take` and goes on behind the last
 * one; a journal of another sweep is then an input error. Otherwise begins again. *found counts the frames.
 */
typedef struct JournalStart {
    const char *result;
    uint64_t fingerprint;
    bool resume;
    JournalTake *take;
    void *context;
} JournalStart;
JudderErr journal_open(const JournalStart *start, Journal *journal, size_t *found);
/* Whether there is one beside that result. */
bool journal_exists(const char *result);
/* Appends a frame to those that wait; one that is too large for a journal is left out. */
JudderErr journal_append(Journal *journal, uint64_t index, const unsigned char *bytes, size_t count);
/* Writes what waits, in one call; about once a second everything is brought to the disk. */
JudderErr journal_write(Journal *journal);
/* Closes; done: the file is removed. */
JudderErr journal_close(Journal *journal, bool done);

#endif
