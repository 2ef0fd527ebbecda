/* Kinds of files that are written. */
#ifndef JUDDER_RESULTS_PLACE_FILE_KIND_H
#define JUDDER_RESULTS_PLACE_FILE_KIND_H

#include <stddef.h>

/* What files of one kind begin with: an output takes the place of nothing else but an empty file. */
typedef struct FileKind {
    const char *name; /* "a result of judder" */
    const char *begins;
    size_t length;
} FileKind;

#endif
