/* Scalars and probes of a study as the tree of values that they were written from. */
#ifndef JUDDER_RESULTS_READ_READ_VALUES_H
#define JUDDER_RESULTS_READ_READ_VALUES_H

#include "results/read/stored.h"
#include "results/value.h"

/* The group of that name as an object, empty if there is none: a list is cut to its first READ_VALUES_MOST
 * items, a group of columns becomes a list of objects. */
enum { READ_VALUES_MOST = 100000 };
JudderErr read_values(const Stored *stored, hid_t parent, const char *name, Value **object);

#endif
