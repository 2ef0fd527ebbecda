/* What exists when the text of a case has run stays as it is while the program calls the functions of the
 * case: so each answers by its arguments alone, however often and in which order it is called, also in a run
 * that is resumed.
 *
 * Tables: what a table held moves into another one behind it (`__index`), so that every assignment to it
 * meets
 * `__newindex`, which refuses. The table itself stays the same thing for whoever compares it. Variables: the
 * value of each variable that a function can reach and that functions share (an upvalue) is kept before its
 * first call, and compared after each. One that has changed a variable is called once more, step by step, to
 * find the line. */
#include "case/internal.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#define LESSON                                                                                               \
    ", which lives outside it: functions are called as often and in whatever order the program needs, so "   \
    "they must answer by their arguments alone; use a local inside, or compute it before"
enum { TRACED = 2000000 }; /* instructions that are examined one by one */

/* Meets every assignment to a frozen table. */
static int refuse_write(lua_State *lua) {
    if (lua_type(lua, 2) == LUA_TSTRING)
        return luaL_error(lua, "a function assigns to %s" LESSON, lua_tostring(lua, 2));
    return luaL_error(lua, "a function assigns to an entry of a table" LESSON);
}

/* Leaves on the stack the table that holds what the table at an index shows. */
void frozen_contents(lua_State *lua, int index) {
    index = index > LUA_REGISTRYINDEX ? lua_absindex(lua, index) : index;
    if (lua_getmetatable(lua, index)) {
        lua_pushliteral(lua, "__newindex");
        const bool frozen = lua_rawget(lua, -2) == LUA_TFUNCTION && lua_tocfunction(lua, -1) == refuse_write;
        lua_pop(lua, 1);
        if (frozen) {
            lua_pushliteral(lua, "__index");
            lua_rawget(lua, -2);
            lua_remove(lua, -2);
            return;
        }
        lua_pop(lua, 1);
    }
    lua_pushvalue(lua, index);
}

/* What is on the stack while things are walked through. */
enum { CASE = 1, START, SEEN, QUEUE, OWNERS, VALUES, ITEM };

typedef struct Walk {
    lua_State *lua;
    Case *read;
    lua_Integer head, tail; /* of the queue */
    int count;              /* of the variables met */
} Walk;

/* Remembers the thing on top of the stack, and takes it away; false: it was seen before. */
static bool first_seen(const Walk *w) {
    lua_pushvalue(w->lua, -1);
    const bool before = lua_rawget(w->lua, SEEN) != LUA_TNIL;
    lua_pop(w->lua, 1);
    if (!before) {
        lua_pushvalue(w->lua, -1);
        lua_pushboolean(w->lua, true);
        lua_rawset(w->lua, SEEN);
    }
    lua_pop(w->lua, 1);
    return !before;
}

static void meet(Walk *w, int index) {
    const int type = lua_type(w->lua, index);
    if (type != LUA_TTABLE && type != LUA_TFUNCTION) return;
    index = lua_absindex(w->lua, index);
    lua_pushvalue(w->lua, index);
    if (!first_seen(w)) return;
    lua_pushvalue(w->lua, index);
    lua_rawseti(w->lua, QUEUE, ++w->tail);
}

/* A variable that the function at ITEM shares: its value is on top of the stack. */
static void keep_variable(Walk *w, int upvalue) {
    if (w->count == FROZEN_VARIABLES)
        luaL_error(w->lua, "a function can reach more than %d variables of other functions",
                   FROZEN_VARIABLES);
    w->read->upvalues[w->count++] = upvalue;
    lua_pushvalue(w->lua, ITEM);
    lua_rawseti(w->lua, OWNERS, w->count);
    lua_pushvalue(w->lua, -1);
    lua_rawseti(w->lua, VALUES, w->count);
}

static void walk_function(Walk *w, bool keep) {
    lua_State *lua = w->lua;
    for (int i = 1; lua_getupvalue(lua, ITEM, i); i++) {
        meet(w, -1);
        if (keep && !lua_iscfunction(lua, ITEM)) {
            lua_pushlightuserdata(lua, lua_upvalueid(lua, ITEM, i));
            if (first_seen(w)) keep_variable(w, i);
        }
        lua_pop(lua, 1);
    }
}

/* The entries of a table; copied into another one, if that is not 0. */
static void walk_table(Walk *w, int table, int copy) {
    lua_State *lua = w->lua;
    for (lua_pushnil(lua); lua_next(lua, table); lua_pop(lua, 1)) {
        meet(w, -2);
        meet(w, -1);
        if (!copy) continue;
        lua_pushvalue(lua, -2);
        lua_pushvalue(lua, -2);
        lua_rawset(lua, copy);
    }
}

static void freeze_table(Walk *w) {
    lua_State *lua = w->lua;
    lua_createtable(lua, (int)lua_rawlen(lua, ITEM), 0);
    const int contents = lua_gettop(lua);
    walk_table(w, ITEM, contents);
    lua_pushnil(lua);
    while (lua_next(lua, ITEM)) {
        lua_pop(lua, 1);
        lua_pushvalue(lua, -1);
        lua_pushnil(lua);
        lua_rawset(lua, ITEM);
    }
    if (lua_getmetatable(lua, ITEM)) lua_setmetatable(lua, contents);
    lua_createtable(lua, 0, 2);
    lua_pushvalue(lua, contents);
    lua_setfield(lua, -2, "__index");
    lua_pushcfunction(lua, refuse_write);
    lua_setfield(lua, -2, "__newindex");
    lua_setmetatable(lua, ITEM);
}

/* All that functions of the case can reach: the globals, and what the functions themselves hold. */
static void meet_roots(Walk *w) {
    lua_State *lua = w->lua;
    lua_pushglobaltable(lua);
    meet(w, -1);
    lua_pop(lua, 1);
    for (lua_pushnil(lua); lua_next(lua, LUA_REGISTRYINDEX); lua_pop(lua, 1))
        if (lua_isfunction(lua, -1)) meet(w, -1);
}

/* With a function at START: the variables that it can reach, in two lists. Without: makes all tables that
 * some function can reach constant. */
static int walk(lua_State *lua) {
    Walk w = {.lua = lua, .read = lua_touserdata(lua, CASE)};
    const bool freezes = !lua_isfunction(lua, START);
    for (int i = SEEN; i <= VALUES; i++) lua_createtable(lua, 0, 0);
    luaL_checkstack(lua, 20, "tables");
    if (freezes)
        meet_roots(&w);
    else
        meet(&w, START);
    while (w.head < w.tail) {
        if (w.head % 1024 == 0) sandbox_spend(lua, 1024);
        lua_rawgeti(lua, QUEUE, ++w.head);
        lua_pushnil(lua);
        lua_rawseti(lua, QUEUE, w.head);
        if (lua_isfunction(lua, ITEM)) {
            walk_function(&w, !freezes);
        } else if (freezes) {
            freeze_table(&w);
        } else {
            frozen_contents(lua, ITEM);
            walk_table(&w, lua_gettop(lua), 0);
        }
        lua_settop(lua, VALUES);
    }
    lua_pushinteger(lua, w.count);
    return 3;
}

JudderErr frozen_make(Case *read) {
    Sandbox *sandbox = &read->sandbox;
    read->upvalues = arena_zero(&read->arena, FROZEN_VARIABLES * sizeof *read->upvalues);
    REQUIRE(read->upvalues, error_memory());
    lua_pushcfunction(sandbox->lua, walk);
    lua_pushlightuserdata(sandbox->lua, read);
    lua_pushnil(sandbox->lua);
    sandbox->memory = SANDBOX_FREEZING;
    TRY(sandbox_call(sandbox, read->file, 2, 0));
    lua_gc(sandbox->lua, LUA_GCCOLLECT);
    sandbox->memory = sandbox->used + SANDBOX_MEMORY;
    sandbox->frozen = true;
    return JUDDER_OK;
}

/* Keeps the two lists that were found. */
static int keep_lists(lua_State *lua) {
    int *references = lua_touserdata(lua, 1);
    references[1] = luaL_ref(lua, LUA_REGISTRYINDEX);
    references[0] = luaL_ref(lua, LUA_REGISTRYINDEX);
    return 0;
}

JudderErr frozen_reach(Case *read, int function, Reach *reach) {
    Sandbox *sandbox = &read->sandbox;
    lua_State *lua = sandbox->lua;
    lua_pushcfunction(lua, keep_lists);
    int references[2];
    lua_pushlightuserdata(lua, references);
    lua_pushcfunction(lua, walk);
    lua_pushlightuserdata(lua, read);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, function);
    const JudderErr err = sandbox_call(sandbox, read->file, 2, 3);
    if (err != JUDDER_OK) lua_pop(lua, 2);
    TRY(err);
    const size_t count = (size_t)lua_tointeger(lua, -1);
    lua_pop(lua, 1);
    TRY(sandbox_call(sandbox, read->file, 3, 0));
    *reach = (Reach){.known = true, .owners = references[0], .values = references[1], .count = count};
    reach->upvalue = arena_zero(&read->arena, (count + 1) * sizeof *reach->upvalue);
    REQUIRE(reach->upvalue, error_memory());
    memcpy(reach->upvalue, read->upvalues, count * sizeof *reach->upvalue);
    return JUDDER_OK;
}

/* --- after a call --- */

/* Whether the two values on top of the stack are the same to the last bit. */
static bool same(lua_State *lua) {
    if (lua_type(lua, -1) != LUA_TNUMBER || lua_type(lua, -2) != LUA_TNUMBER)
        return lua_rawequal(lua, -1, -2);
    if (lua_isinteger(lua, -1) != lua_isinteger(lua, -2)) return false;
    if (lua_isinteger(lua, -1)) return lua_tointeger(lua, -1) == lua_tointeger(lua, -2);
    const double a = lua_tonumber(lua, -1), b = lua_tonumber(lua, -2);
    return memcmp(&a, &b, sizeof a) == 0;
}

/* The first variable from one up to another that is not what it was; the latter if there is none. */
static size_t first_changed(lua_State *lua, const Reach *reach, size_t from, size_t to) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, reach->owners);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, reach->values);
    size_t i = from;
    for (bool unchanged = true; i < to; i++) {
        lua_rawgeti(lua, -2, (lua_Integer)i + 1);
        lua_getupvalue(lua, -1, reach->upvalue[i]);
        lua_rawgeti(lua, -3, (lua_Integer)i + 1);
        unchanged = same(lua);
        lua_pop(lua, 3);
        if (!unchanged) break;
    }
    lua_pop(lua, 2);
    return i;
}

/* Gives a variable its value back; returns its name. */
static const char *restore(lua_State *lua, const Reach *reach, size_t which) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, reach->owners);
    lua_rawgeti(lua, -1, (lua_Integer)which + 1);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, reach->values);
    lua_rawgeti(lua, -1, (lua_Integer)which + 1);
    const char *name = lua_setupvalue(lua, -3, reach->upvalue[which]);
    lua_pop(lua, 3);
    return name;
}

static void restore_all(lua_State *lua, const Reach *reach) {
    const size_t count = reach->count;
    for (size_t i = first_changed(lua, reach, 0, count); i < count;
         i = first_changed(lua, reach, i + 1, count))
        restore(lua, reach, i);
}

/* Before each instruction: the one before it has changed the variable, or not. */
static void trace(lua_State *lua, lua_Debug *debug) {
    Trace *traced = sandbox_of(lua)->traced;
    const size_t wanted = traced->wanted;
    lua_getinfo(lua, "l", debug);
    if (first_changed(lua, traced->reach, wanted, wanted + 1) == wanted || ++traced->steps > TRACED) {
        lua_pushfstring(lua, SANDBOX_CHUNK ":%d: a function assigns to %s" LESSON, traced->line,
                        restore(lua, traced->reach, wanted));
        lua_error(lua);
    }
    traced->line = debug->currentline;
}

JudderErr frozen_check(Case *read, int function, const Reach *reach, const double *x, int arguments) {
    Sandbox *sandbox = &read->sandbox;
    lua_State *lua = sandbox->lua;
    Trace traced = {.reach = reach, .wanted = first_changed(lua, reach, 0, reach->count), .line = 1};
    if (traced.wanted == reach->count) return JUDDER_OK;
    restore_all(lua, reach);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, function);
    for (int i = 0; i < arguments; i++) lua_pushnumber(lua, x[i]);
    sandbox->traced = &traced;
    sandbox_trace(sandbox, trace);
    const JudderErr err = sandbox_call(sandbox, read->file, arguments, 0);
    sandbox_trace(sandbox, NULL);
    sandbox->traced = NULL;
    restore_all(lua, reach);
    return err != JUDDER_OK ? err : error_input(NULL, "a function changes what lives outside it");
}
