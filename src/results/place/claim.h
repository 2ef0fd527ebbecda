/* A claim to the name of something that will be written, from the start of a run to its end: of two that want
 * to write to one name the second is refused at once, whether there is a file yet or not.
 *
 * The claim is a lock of the system on a hidden file beside the name, .NAME.lock, in which stands the number
 * of the process. The system takes the lock back when the process ends, however it ends; the file is removed
 * at the end, and one that a killed process left is taken over by the next. Where the file system has no
 * locks there is no claim, and runs go on without. */
#ifndef JUDDER_RESULTS_PLACE_CLAIM_H
#define JUDDER_RESULTS_PLACE_CLAIM_H

#include "results/place/place.h"

typedef struct ClaimLock {
    char *path; /* of the hidden file; NULL: there is none */
    int file;
} ClaimLock;

typedef struct Claim {
    Place place;
    ClaimLock lock, beside; /* of the name, and of what stands beside it */
} Claim;

/* As place_open; a name that another process or thread has claimed is an input error, and so is that beside
 * it. Temporary files that the last owner of the name, who is dead, has left are removed: its number stands
 * in the hidden file, so that no other file that only looks like one goes. */
JudderErr claim_take(Claim *claim, const PlaceWish *wish);
/* Claims a folder that is open for what is written into it, and those files are read for it. */
JudderErr claim_folder(Claim *claim, const Place *folder, const char *option, const char *const *inputs);
void claim_release(Claim *claim);

#endif
