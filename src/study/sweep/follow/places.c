/* Places between the points of the grid as frames of the journal: the value, then the point. */
#include "study/sweep/follow/follow.h"

#include "base/array/grow.h"

#include <stdlib.h>
#include <string.h>

JudderErr followed_pack(double at, const unsigned char *point, size_t count, unsigned char **bytes) {
    *bytes = malloc(sizeof at + count);
    REQUIRE(*bytes, error_memory());
    memcpy(*bytes, &at, sizeof at);
    memcpy(*bytes + sizeof at, point, count);
    return JUDDER_OK;
}

bool followed_unpack(FollowedPlaces *places, const unsigned char *bytes, size_t count) {
    if (!grow(&places->at, &places->room, places->count + 1, sizeof *places->at)) return false;
    FollowedPlace *place = &places->at[places->count];
    if (count < sizeof place->at) return false;
    memcpy(&place->at, bytes, sizeof place->at);
    if (!point_unpack(bytes + sizeof place->at, count - sizeof place->at, &place->point)) return false;
    places->count++;
    return true;
}

void followed_drop_last(FollowedPlaces *places) {
    point_release(&places->at[--places->count].point);
}

Point *followed_find(const FollowedPlaces *places, double at) {
    for (size_t i = 0; i < places->count; i++)
        if (places->at[i].at == at) return &places->at[i].point;
    return NULL;
}

void followed_release(FollowedPlaces *places) {
    for (size_t i = 0; i < places->count; i++) point_release(&places->at[i].point);
    free(places->at);
    *places = (FollowedPlaces){0};
}
