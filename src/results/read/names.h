/* The one name of each object of a file. HDF5 allows many names (hard links) of one object, by which a small
 * file would hold as much as one likes; judder writes one. */
#ifndef JUDDER_RESULTS_NAMES_H
#define JUDDER_RESULTS_NAMES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Names Names;

Names *names_create(void); /* NULL: no memory */
void names_destroy(Names **names);
/* The object at that address is met by a name in the group at another one. False: it has another name, or
 * there is no memory. */
bool names_meet(Names *names, uint64_t group, const char *name, uint64_t object);

#endif
