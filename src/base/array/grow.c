#include "base/array/grow.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_ROOM = 4 };

bool grow(void *array, size_t *room, size_t needed, size_t item) {
    void *at;
    if (needed <= *room) return true;
    const size_t most = SIZE_MAX / 2 / item;
    size_t wanted = *room < most / 2 ? 2 * *room : most;
    if (wanted < LEAST_ROOM) wanted = LEAST_ROOM;
    if (wanted < needed) wanted = needed;
    memcpy(&at, array, sizeof at);
    void *grown = wanted <= most ? realloc(at, wanted * item) : NULL;
    if (!grown) return false;
    memcpy(array, &grown, sizeof grown);
    *room = wanted;
    return true;
}
