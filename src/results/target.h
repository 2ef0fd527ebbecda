/* The place of a result: made under a temporary name beside it, put in place later. */
#ifndef JUDDER_RESULTS_TARGET_H
#define JUDDER_RESULTS_TARGET_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Target {
    char *path;      /* what the user named, with symbolic links followed */
    char *temporary; /* of the file that is made; NULL once it is in place */
    int file; /* that file, open and locked as long as it is written, so that others see it; -1: none */
    char *goes_with; /* a file that is removed once what the path held is replaced; NULL: none */
} Target;

/* Makes the empty temporary file; a place that cannot take a file, that another run is writing, or that holds
 * the case itself (case_file may be NULL), is an input error of the field "-o". Temporary files that dead
 * runs left are removed. */
JudderErr target_create(Target *target, const char *path, const char *case_file);
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

/* Waits until the disk has a file, and its folder the name; or the folder alone. False with errno if the
 * system refuses. */
bool target_sync(const char *path);
bool target_sync_folder(const char *path);
/* Puts a whole file of those bytes in place: at any moment the path holds the old one or the new one. */
JudderErr target_write(const char *path, const void *bytes, size_t size);

/* Makes the folder that an option names, unless it is there. */
JudderErr target_folder(const char *option, const char *folder);

#endif
