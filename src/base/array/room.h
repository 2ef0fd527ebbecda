/* Several arrays in one piece of memory. */
#ifndef JUDDER_BASE_ARRAY_ROOM_H
#define JUDDER_BASE_ARRAY_ROOM_H

#include <stdbool.h>
#include <stddef.h>

typedef struct RoomPart {
    void *pointer; /* where the address of the array goes */
    size_t bytes;
} RoomPart;
#define ROOM(pointer, count)                                                                                 \
    { &(pointer), (size_t)(count) * sizeof *(pointer) }

/* Gives each part its zeros; the list ends with {0}. To be freed is the first of them alone. False: there is
 * no memory, and all are NULL. */
bool room_take(const RoomPart *parts);
/* The same of a list without its end: ROOM_TAKE(ROOM(x, n), ROOM(set, m)). */
#define ROOM_TAKE(...) room_take((const RoomPart[]){__VA_ARGS__, {0}})

#endif
