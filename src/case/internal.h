/* What the files of this folder share. */
#ifndef JUDDER_CASE_INTERNAL_H
#define JUDDER_CASE_INTERNAL_H

#include "base/array/arena.h"
#include "case/case.h"
#include "case/scan.h"

#include <locale.h>
#include <lua.h>

typedef struct Sandbox {
    lua_State *lua;
    CaseLimits limits;
    locale_t locale;     /* of plain C, whatever the program around has set: texts compare and read alike */
    size_t used, memory; /* bytes, and the most */
    long instructions;   /* left */
    double deadline;     /* of the time that the thread has computed; 0: not set yet */
    bool out_of_time;    /* the clock or the instructions ran out */
    bool frozen;         /* the text has run: from now on functions are called */
    struct Trace *traced;
} Sandbox;

/* How Lua names the file in its messages; replaced by the real name. */
#define SANDBOX_CHUNK "?case"

enum {
    SANDBOX_MEMORY = 64 << 20,       /* bytes of the text, and of what a function adds */
    SANDBOX_FREEZING = 256 << 20,    /* bytes while the tables that functions can reach are made constant */
    SANDBOX_STRING = 256 << 10,      /* bytes of one string: a longer one could keep the hook from firing */
    SANDBOX_INSTRUCTIONS = 50000000, /* of the file, and of each call of a function */
    SANDBOX_SECONDS = 1,
    CASE_LONGEST = 8 << 20,  /* bytes of a case file */
    CASE_LARGEST = 64 << 20, /* bytes of all that is read from it */
    CASE_DEEPEST = 50,       /* words inside words */
    CASE_PARAMS = 1000,
    FROZEN_VARIABLES = 10000 /* that one function may reach: each call looks at them */
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
Sandbox *sandbox_of(lua_State *lua);
/* Work that one instruction caused counts as so many; an error of Lua if there are none left. */
void sandbox_spend(lua_State *lua, lua_Integer instructions);
/* A function is called before each instruction; NULL: no longer. */
void sandbox_trace(Sandbox *sandbox, lua_Hook trace);

/* The variables that a function can reach and that functions share. */
typedef struct Reach {
    bool known;
    int owners, values; /* registry references: of each variable a function that shares it, its value */
    size_t count;
    int *upvalue; /* the number of each in its function */
} Reach;

/* A call that is examined instruction by instruction, for the change of a variable. */
typedef struct Trace {
    const Reach *reach;
    size_t wanted, steps;
    int line;
} Trace;

/* After the text has run and was read: all tables that its functions can reach are constant. */
JudderErr frozen_make(Case *read);
/* Before the first call of a function. */
JudderErr frozen_reach(Case *read, int function, Reach *reach);
/* After a call: a variable that has changed is an input error that says which and on which line. */
JudderErr frozen_check(Case *read, int function, const Reach *reach, const double *x, int arguments);
/* Leaves on the stack the table that holds what the table at an index shows: itself, if it is not frozen. */
void frozen_contents(lua_State *lua, int index);

/* Leaves on the stack the keys of the table at an index as a list in the order of pairs; how many they are.
 */
lua_Integer functions_push_keys(lua_State *lua, int index);
/* Puts pairs and tostring into the table on top of the stack. */
void functions_open(lua_State *lua);
/* The same for what `math`, on top of the stack, has with a state. */
void functions_guard_math(lua_State *lua);
void functions_push_length(lua_State *lua);
/* The last of the entries 1, 2, ...; with gaps one that is before a gap, found by the entries alone. */
lua_Integer functions_border(lua_State *lua, int index);

/* The text with its # written as calls, to be freed; NULL if it has none. */
JudderErr length_rewrite(const char *file, const char *text, size_t length, char **made, size_t *size);

struct Case {
    Sandbox sandbox;
    int *upvalues;                 /* room of a walk through what a function can reach */
    struct LuaFunction *functions; /* the last that was read, from which the others hang */
    Arena arena;                   /* memory that lives as long as the case */
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
/* The case of a function that the sandbox was given. */
Case *case_of(lua_State *lua);
/* Gives the table on top of the stack a function of the case for the fields that it has not. */
void words_set_index(lua_State *lua, Case *read, lua_CFunction function);
/* An error of Lua inside functions that are called later. */
void words_stay_outside(lua_State *lua, const char *word);
int param_call(lua_State *lua);
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

#endif
