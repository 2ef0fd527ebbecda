#include "base/array/arena.h"

#include <stdlib.h>
#include <string.h>

struct ArenaChunk {
    struct ArenaChunk *next;
    max_align_t data[];
};

void *arena_zero(Arena *arena, size_t size) {
    struct ArenaChunk *chunk = calloc(1, sizeof *chunk + size);
    if (!chunk) return NULL;
    chunk->next = arena->chunks;
    arena->chunks = chunk;
    arena->used += size;
    return chunk->data;
}

char *arena_text(Arena *arena, const char *text, size_t length) {
    char *copy = arena_zero(arena, length + 1);
    if (copy) memcpy(copy, text, length);
    return copy;
}

void arena_release(Arena *arena) {
    while (arena->chunks) {
        struct ArenaChunk *next = arena->chunks->next;
        free(arena->chunks);
        arena->chunks = next;
    }
}
