/* Blocks of memory that go together. */
#ifndef JUDDER_BASE_ARRAY_ARENA_H
#define JUDDER_BASE_ARRAY_ARENA_H

#include <stddef.h>

typedef struct Arena {
    struct ArenaChunk *chunks;
    size_t used; /* bytes */
} Arena;

void *arena_zero(Arena *arena, size_t size); /* NULL: out of memory */
char *arena_text(Arena *arena, const char *text, size_t length);
void arena_release(Arena *arena);

#endif
