/* The place of a result: made under a temporary name beside it, put in place later. */
#ifndef JUDDER_RESULTS_TARGET_H
#define JUDDER_RESULTS_TARGET_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Target {
    char *path;      /* what the user named, with symbolic links followed */
    char *temporary; /* NULL once it is in place */
    int lock;        /* open as long as the file is written, so that others see that it is; -1: none */
    char *goes_with; /* a file that is removed before whatever the path held is replaced; NULL: none */
} Target;

/* Makes the empty temporary file; a place that cannot take a file, that another run is writing, or that holds
 * the case itself (case_file may be NULL), is an input error of the field "-o". Temporary files that dead
 * runs left are removed. */
JudderErr target_create(Target *target, const char *path, const char *case_file);
/* Lets the temporary file replace whatever the path held; false with errno if the system refuses: EBUSY if
 * another run has put its own there meanwhile. */
bool target_place(Target *target);
/* Removes the temporary file if it is not in place. */
void target_release(Target *target);

/* Waits until the disk has a file, and its folder the name; false with errno if the system refuses. */
bool target_sync(const char *path);
/* Puts a whole file of those bytes in place: at any moment the path holds the old one or the new one. */
JudderErr target_write(const char *path, const void *bytes, size_t size);

/* Makes the folder that an option names, unless it is there. */
JudderErr target_folder(const char *option, const char *folder);

#endif
