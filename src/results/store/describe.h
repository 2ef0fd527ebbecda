/* What the schema knows of a part of a result, as attributes: unit, meaning, what the numbers of states mean
 * (states), and what the name counts (kind, number, and s, t or gmsh), so that nobody has to read names. */
#ifndef JUDDER_RESULTS_STORE_DESCRIBE_H
#define JUDDER_RESULTS_STORE_DESCRIBE_H

#include "schema/schema.h"

#include <hdf5.h>

/* An object of that name; a unit that it has already stays. A name that the schema lacks gets what it counts.
 */
bool describe_object(hid_t object, const SchemaScope *scope, const char *name);
/* Every object of the group that the schema knows, and inside a list of objects every column of it. */
bool describe_group(hid_t group, const SchemaScope *scope);

#endif
