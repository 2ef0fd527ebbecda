/* Two files that take turns, so that the one in place is never written to.
 *
 * All writing goes to a hidden file beside the target. To show what came so far, the hidden file takes the
 * place of the one that is shown, in one step (a rename); that one is hidden from then on, and before it is
 * written to it gets what changed since. So whatever happens, and whenever, a kill, a full disk, a fault
 * inside HDF5: what is in place is what was shown last, whole. The price is the room of a second file while
 * the run goes on, and that everything is written twice.
 *
 * Whoever reads the file in place and locks it as HDF5 does keeps it as it is: the run then makes a new
 * copy. */
#ifndef JUDDER_RESULTS_TWIN_H
#define JUDDER_RESULTS_TWIN_H

#include "results/place/target.h"

#include <stdint.h>

typedef struct Twin {
    Target target; /* its file is the hidden one; -1: none */
    int error; /* errno of the first write or read that failed; then nothing is written and nothing shown any
                  more */
    int shown; /* -1: nothing is in place yet */
    bool behind;   /* the hidden file lacks what changed before the other was shown */
    bool *changed; /* the pages in which the two differ */
    size_t pages;
} Twin;

/* As target_create. */
JudderErr twin_create(Twin *twin, const PlaceWish *wish);
void twin_release(Twin *twin);

/* Reads from what was written last; what lies beyond the end is zeros. This and the next two say in
 * twin->error that they failed. */
bool twin_read(Twin *twin, uint64_t place, void *bytes, size_t size);
void twin_write(Twin *twin, uint64_t place, const void *bytes, size_t size);
void twin_resize(Twin *twin, uint64_t size);
/* Puts the seal (seal.h) behind what was written last. */
void twin_seal(Twin *twin);
/* Shows what was written; waits before that until the disk has it, if it is asked to. False with errno if
 * the system refuses: EBUSY if another run has put its own file there. */
bool twin_show(Twin *twin, bool wait);
/* Removes the hidden file: nothing more will be written. */
void twin_finish(Twin *twin);

#endif
