/* Which physical groups of a file become sides. */
#ifndef JUDDER_MESH_MSH_CHOICE_H
#define JUDDER_MESH_MSH_CHOICE_H

#include "mesh/msh/reader.h"

typedef struct Chosen {
    int64_t tag;
    int64_t place; /* of its name in the file; negative: it has none there */
    char *name;
    int side; /* position among the sides */
} Chosen;

typedef struct Choice {
    int count;
    size_t room;
    Chosen *at; /* sorted by tag */
} Choice;

/* Groups of that dimension: the wanted ones in their order, or all if wanted is NULL. */
JudderErr choice_open(const Reader *reader, int dim, const char *const *wanted, Choice *choice);
void choice_close(Choice *choice);
/* The side of a physical group, or NULL. */
const Chosen *choice_side(const Choice *choice, int64_t tag);

#endif
