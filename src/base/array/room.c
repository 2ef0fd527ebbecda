#include "base/array/room.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Each part begins where any type may. */
static size_t room_bytes(const RoomPart *part) {
    const size_t unit = sizeof(max_align_t);
    return (part->bytes / unit + 1) * unit;
}

bool room_take(const RoomPart *parts) {
    size_t bytes = 0;
    for (const RoomPart *part = parts; part->pointer; part++) bytes += room_bytes(part);
    char *at = calloc(1, bytes);
    const bool there = at != NULL;
    for (const RoomPart *part = parts; part->pointer; part++) {
        memcpy(part->pointer, &at, sizeof at);
        if (there) at += room_bytes(part);
    }
    return there;
}
