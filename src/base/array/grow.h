/* Arrays that grow as they are filled. */
#ifndef JUDDER_BASE_ARRAY_GROW_H
#define JUDDER_BASE_ARRAY_GROW_H

#include <stdbool.h>
#include <stddef.h>

/* Room for `needed` items of an array, whose pointer is at `array`: at least doubled, so that appending costs
 * little. False: there is no memory, and the array stays as it is. */
bool grow(void *array, size_t *room, size_t needed, size_t item);

#endif
