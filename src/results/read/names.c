#include "results/read/names.h"

#include "base/bytes.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct Entry {
    uint64_t object; /* its address plus 1; 0: empty */
    uint64_t name;   /* hash of group and name */
} Entry;

struct Names {
    size_t count, room; /* room: a power of two */
    Entry *at;
};

enum { FIRST_ROOM = 64 };

Names *names_create(void) {
    Names *names = calloc(1, sizeof *names);
    if (names) names->at = calloc(FIRST_ROOM, sizeof *names->at);
    if (names && !names->at) names_destroy(&names);
    if (names) names->room = FIRST_ROOM;
    return names;
}

void names_destroy(Names **names) {
    if (!*names) return;
    free((*names)->at);
    free(*names);
    *names = NULL;
}

/* The entry of an object, or the empty one where it belongs. */
static Entry *find_entry(const Names *names, uint64_t object) {
    uint64_t place = object * 11400714819323198485u >> 20;
    while (true) {
        Entry *entry = &names->at[place++ & (names->room - 1)];
        if (entry->object == 0 || entry->object == object) return entry;
    }
}

static bool names_grow(Names *names) {
    const Names old = *names;
    names->room = 2 * old.room;
    names->at = calloc(names->room, sizeof *names->at);
    if (!names->at) {
        *names = old;
        return false;
    }
    for (size_t i = 0; i < old.room; i++)
        if (old.at[i].object) *find_entry(names, old.at[i].object) = old.at[i];
    free(old.at);
    return true;
}

bool names_meet(Names *names, uint64_t group, const char *name, uint64_t object) {
    const uint64_t hash = bytes_sum(bytes_sum(BYTES_SUM_START, &group, sizeof group), name, strlen(name));
    if (2 * (names->count + 1) > names->room && !names_grow(names)) return false;
    Entry *entry = find_entry(names, object + 1);
    if (entry->object) return entry->name == hash;
    *entry = (Entry){object + 1, hash};
    names->count++;
    return true;
}
