/* A file that is made under a temporary name beside its place and put there when it is whole: all that judder
 * writes comes to its place this way. */
#ifndef JUDDER_RESULTS_PLACE_TARGET_H
#define JUDDER_RESULTS_PLACE_TARGET_H

#include "results/place/claim.h"

#include <fcntl.h>
#include <stddef.h>

typedef struct Target {
    Place place;
    Claim claim;     /* to the name, unless the caller has it */
    char *temporary; /* path of the file that is made; NULL once it is in place */
    int file; /* that file, open and locked as long as it is written, so that others see it; -1: none */
    char *
        goes_with; /* a name of the folder that is removed once what the place held is replaced; NULL: none */
    mode_t mode;   /* permissions of the file; 0: what the process gives to new files */
} Target;

/* Claims the name, unless that is done, and makes the empty temporary file; a place that cannot take a file
 * is an input error. What takes the place of a file gets its permissions. */
JudderErr target_create(Target *target, const PlaceWish *wish);
/* A file of the same folder that is removed once what the place held is replaced. */
JudderErr target_goes_with(Target *target, const char *path);
/* Lets the temporary file replace whatever the path held; false with errno if the system refuses: EBUSY if
 * another run has put its own there meanwhile. */
bool target_place(Target *target);
/* The same once more, where this run has put a file before, which is open as `shown`: that one gets a
 * temporary name in turn, and the target->temporary is that name; NULL if the file system has no second
 * names, or somebody has replaced the file or named it too. */
bool target_swap(Target *target, int shown);
/* Makes another empty temporary file once one is in place; false with errno if the system refuses. */
bool target_renew(Target *target);
/* Removes the temporary file if it is not in place, and closes it; then also all the rest. */
void target_drop(Target *target);
void target_release(Target *target);

/* Waits until the disk has the file in place, and its folder the name; or the folder alone. False with errno
 * if the system refuses. */
bool target_sync(const Target *target);
bool target_sync_folder(const Target *target);
/* Brings what was written to the disk and puts it in place, or, if writing failed for that reason (errno; 0:
 * it did not), removes it. Releases the target. */
JudderErr target_finish(Target *target, int reason);
/* A whole file of those bytes: at any moment the place holds the old one or the new one. */
JudderErr target_write(const PlaceWish *wish, const void *bytes, size_t size);

#endif
