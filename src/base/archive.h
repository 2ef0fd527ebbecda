/* The state of a computation as named arrays, out and back in.
 *
 * One function of a model describes its state for both directions: archive_array copies out of memory while
 * an archive is filled, and into memory while it is given back. Arrays come back in the order in which they
 * went in, by the same names and with the same sizes; anything else is refused. A failure sticks: one
 * question at the end, archive_state, is enough. A NULL archive takes nothing and gives nothing.
 *
 * A struct with pointers goes through a copy whose pointers are NULL, and gets the pointers of
 * the present one back:
 *
 *     Motion copy = *motion;
 *     copy.setup = NULL, copy.load = NULL;
 *     archive_array(archive, "motion", &copy, sizeof copy);
 *     copy.setup = motion->setup, copy.load = motion->load;
 *     *motion = copy;
 *
 * Positions that are used as indices are checked after they came back: archive_refuse. Numbers are kept as
 * the machine has them. */
#ifndef JUDDER_BASE_ARCHIVE_H
#define JUDDER_BASE_ARCHIVE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Archive Archive;

/* An empty archive, to be filled. */
JudderErr archive_create(Archive **archive);
/* One that gives back; takes the bytes over (they are freed with it, or at once if it fails). */
JudderErr archive_open(void *bytes, size_t size, Archive **archive);
void archive_destroy(Archive **archive);

/* Whether arrays come back. */
bool archive_restores(const Archive *archive);
/* What was filled in, lent. */
const void *archive_bytes(const Archive *archive, size_t *size);

/* One array of that many bytes: out of `at`, or into it. */
void archive_array(Archive *archive, const char *name, void *at, size_t size);
/* How many items an array has that can vary: the number given, or the one that comes back; an archive too
 * short for so many items of that size refuses it and answers 0. */
size_t archive_count(Archive *archive, const char *name, size_t count, size_t item);
/* A flag, which comes back as one whatever the bytes. */
void archive_flag(Archive *archive, const char *name, bool *flag);
/* What came back is wrong: "position of the ring". */
void archive_refuse(Archive *archive, const char *what);

/* Whether everything went well so far. A state that does not fit is an input error of the
 * field "--resume". */
JudderErr archive_state(const Archive *archive);

#endif
