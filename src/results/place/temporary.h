/* Hidden files beside what is written: .NAME.<process>.<attempt>.tmp. */
#ifndef JUDDER_RESULTS_PLACE_TEMPORARY_H
#define JUDDER_RESULTS_PLACE_TEMPORARY_H

#include "results/place/place.h"

#include <fcntl.h>

/* A byte that no file reaches, by which a file that is written is marked. Locks of this kind do not meet
 * those by which HDF5 keeps readers out. */
struct flock temporary_mark(void);
/* Whether a living run writes the file of that name; one that cannot be asked is taken for free. */
bool temporary_is_written(const Place *place, const char *name);

/* Makes an empty file with those permissions, marked, and gives its path, to be freed; -1 with errno. */
int temporary_make(const Place *place, mode_t mode, char **path);
/* A second name of the file in place, if that is still the one shown; NULL if it gets none. */
char *temporary_link(const Place *place, const struct stat *shown);
/* Removes the file of that path, which is freed and set to NULL. */
void temporary_remove(const Place *place, char **path);
/* The name in such a path. */
const char *temporary_name(const Place *place, const char *path);

/* Removes those of a process that is gone: of the name, or of any in a folder that is claimed. What is read
 * for what is written there now stays. */
void temporary_tidy(const Place *place, long process, const PlaceWish *wish);

#endif
