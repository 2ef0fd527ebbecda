/* Numbers (tags) of the nodes or elements of a file and where they stand in it. Both mostly follow each
 * other, so they are kept as runs. */
#ifndef JUDDER_MESH_MSH_PLACES_H
#define JUDDER_MESH_MSH_PLACES_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

typedef struct PlaceRun {
    int first;             /* position of its first item */
    int group;             /* physical number (2.2) or entity (4.1) of all its items */
    int64_t tag;           /* of the first item; the others follow */
    int64_t place, stride; /* line or byte of the first item, and from item to item */
} PlaceRun;

typedef struct Places {
    int count; /* items */
    int runs;
    size_t room;
    PlaceRun *run;
} Places;

/* Appends an item; first and place of the run are its own. */
JudderErr places_begin(Places *places, PlaceRun run);

static inline JudderErr places_add(Places *places, const PlaceRun *item) {
    if (places->runs > 0) {
        const PlaceRun *last = &places->run[places->runs - 1];
        const int64_t along = places->count - last->first;
        if (item->tag == last->tag + along && item->group == last->group && item->stride == last->stride &&
            item->place == last->place + along * last->stride) {
            places->count++;
            return JUDDER_OK;
        }
    }
    return places_begin(places, *item);
}

/* The run of an item. */
const PlaceRun *places_run(const Places *places, int item);
/* Items of a run. */
int places_run_length(const Places *places, int run);
int64_t places_tag(const Places *places, int item);
int64_t places_place(const Places *places, int item);
void places_close(Places *places);

#endif
