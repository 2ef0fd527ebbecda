/* What the files of this folder share. */
#ifndef JUDDER_CASE_INTERNAL_H
#define JUDDER_CASE_INTERNAL_H

#include "case/case.h"

#include <lua.h>

typedef struct Sandbox {
    lua_State *lua;
    CaseLimits limits;
    size_t used;       /* bytes */
    long instructions; /* left */
    double deadline;   /* of the time that the thread has computed; 0: not set yet */
    bool out_of_time;  /* the clock or the instructions ran out */
} Sandbox;

/* How Lua names the file in its messages; replaced by the real name. */
#define SANDBOX_CHUNK "?case"

enum {
    SANDBOX_MEMORY = 64 << 20,       /* bytes */
    SANDBOX_STRING = 256 << 10,      /* bytes of one string: a longer one could keep the hook from firing */
    SANDBOX_INSTRUCTIONS = 50000000, /* of the file, and of each call of a function */
    SANDBOX_SECONDS = 1,
    CASE_LONGEST = 8 << 20,  /* bytes of a case file */
    CASE_LARGEST = 64 << 20, /* bytes of all that is read from it */
    CASE_DEEPEST = 50,       /* words inside words */
    CASE_PARAMS = 1000
};

JudderErr sandbox_open(Sandbox *sandbox, const CaseLimits *limits);
void sandbox_close(Sandbox *sandbox);
/* Gives the next call its full limits. */
void sandbox_refill(Sandbox *sandbox);
/* Calls the function on the stack; an error becomes an input error that says where. */
JudderErr sandbox_call(Sandbox *sandbox, const char *file, int arguments, int results);
/* An input error from the status of a failed call and the message that Lua left on the stack,
 * which is removed. */
JudderErr sandbox_error(Sandbox *sandbox, const char *file, int status);
bool sandbox_is_late(Sandbox *sandbox);

/* Memory that lives as long as the case. */
typedef struct Arena {
    struct ArenaChunk *chunks;
    size_t used; /* bytes */
} Arena;

void *arena_zero(Arena *arena, size_t size); /* NULL: out of memory */
char *arena_text(Arena *arena, const char *text, size_t length);
void arena_release(Arena *arena);

struct Case {
    Sandbox sandbox;
    Arena arena;
    CaseOptions options;
    const char *file;
    char *text;
    size_t length;
    Block model;
    int depth; /* of the word that is being read */
    CaseParam *params;
    size_t param_count, param_room;
    bool *setting_used;
    int tags; /* registry reference: table -> word and line */
};

/* Puts words, units, param and table_of into the globals. */
JudderErr words_open(Case *read);
/* Where a word was called: on which line, and how often the same word had been called on that line before. */
typedef struct CallPlace {
    int line, turn;
} CallPlace;

/* The word and the place of a table made by a word; NULL if it is a plain one. */
const Word *words_of_table(Case *read, int index, CallPlace *place);
/* Whether the value at the index is a word itself, not what it makes. */
bool words_is_word(lua_State *lua, int index);
/* The nearest of the words to a name that is not known; NULL if none is near. */
const char *words_nearest(const Case *read, const char *name);
/* All words of a kind: "constant, linear, ...". */
void words_of_kind(const Case *read, const char *kind, char *text, size_t size);

/* Reads the table at the index by the word's params. */
JudderErr read_block(Case *read, int index, const Word *word, CallPlace called, Block *block);
/* A function of one variable from the Lua function at the index; component counts its results from 0.
 * may_lack: one that gives a single number gives the first component, and 0 for the others. */
JudderErr read_function(Case *read, int index, int component, bool may_lack, Function *function);

/* Offset of the bracket that opens the arguments of a word called at a place, or after its line if it is not
 * on it; length if it is not found. */
size_t locate_word(const char *text, size_t length, CallPlace called, const char *word);
/* The line of `key =` directly inside the bracket at an offset, and the offset of its value; 0
 * if it is not found. */
int locate_key(const char *text, size_t length, size_t bracket, const char *key, size_t *value);
/* The line and the offset of an item (counted from 0) of the list whose bracket is at an offset; 0 and
 * length if it is not found. */
int locate_item(const char *text, size_t length, size_t bracket, size_t position, size_t *value);

#endif
