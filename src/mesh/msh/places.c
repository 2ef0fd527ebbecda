#include "mesh/msh/places.h"

#include "base/array/grow.h"

#include <stdlib.h>

JudderErr places_begin(Places *places, PlaceRun run) {
    REQUIRE(grow(&places->run, &places->room, (size_t)places->runs + 1, sizeof *places->run), error_memory());
    run.first = places->count++;
    places->run[places->runs++] = run;
    return JUDDER_OK;
}

const PlaceRun *places_run(const Places *places, int item) {
    int low = 0, high = places->runs - 1;
    while (low < high) {
        const int middle = low + (high - low + 1) / 2;
        if (places->run[middle].first <= item)
            low = middle;
        else
            high = middle - 1;
    }
    return &places->run[low];
}

int places_run_length(const Places *places, int run) {
    const int end = run + 1 < places->runs ? places->run[run + 1].first : places->count;
    return end - places->run[run].first;
}

int64_t places_tag(const Places *places, int item) {
    const PlaceRun *run = places_run(places, item);
    return run->tag + (item - run->first);
}

int64_t places_place(const Places *places, int item) {
    const PlaceRun *run = places_run(places, item);
    return run->place + (item - run->first) * run->stride;
}

void places_close(Places *places) {
    free(places->run);
    *places = (Places){0};
}
