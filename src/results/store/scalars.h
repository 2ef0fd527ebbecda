/* The values of a study as datasets. */
#ifndef JUDDER_RESULTS_STORE_SCALARS_H
#define JUDDER_RESULTS_STORE_SCALARS_H

#include "results/value.h"

#include <hdf5.h>
#include <stdbool.h>

/* Writes each item of the object into the group: a number as double (null as NaN), a count as int64, a
 * flag, a text; a list of numbers, flags or texts as an array; a list of objects as a group with an array
 * for each key; anything else as JSON text. */
bool scalars_write(hid_t group, const Value *object);

/* Writes each list of the object as an array: numbers, flags, texts, or the JSON text of each item. */
bool columns_write(hid_t group, const Value *object);

#endif
