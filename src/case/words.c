/* The words of the vocabulary as Lua functions: each marks its table with the word and the
 * line, and returns it. */
#include "case/internal.h"

#include "base/field.h"

#include <lauxlib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const CaseUnit case_units[] = {{"m", 1, "metre"},
                               {"cm", 1e-2, "centimetre"},
                               {"mm", 1e-3, "millimetre"},
                               {"um", 1e-6, "micrometre"},
                               {"s", 1, "second"},
                               {"ms", 1e-3, "millisecond"},
                               {"us", 1e-6, "microsecond"},
                               {"kg", 1, "kilogram"},
                               {"N", 1, "newton"},
                               {"kN", 1e3, "kilonewton"},
                               {"Pa", 1, "pascal"},
                               {"kPa", 1e3, "kilopascal"},
                               {"MPa", 1e6, "megapascal"},
                               {"GPa", 1e9, "gigapascal"},
                               {"Hz", 1, "hertz"},
                               {"kHz", 1e3, "kilohertz"},
                               {"deg", M_PI / 180, "degree, in radians"},
                               {NULL, 0, NULL}};

static JudderErr check_table(const void *params) {
    const TableOf *p = params;
    REQUIRE(p->t.count >= 1, error_input("t", "t is empty: at least one time is needed"));
    REQUIRE(p->t.count == p->value.count,
            error_input("value", "value has %zu numbers for %zu times: both lists must be of one length",
                        p->value.count, p->t.count));
    for (size_t i = 1; i < p->t.count; i++) {
        REQUIRE(p->t.at[i] >= p->t.at[i - 1],
                error_input("t", "t goes from %g back to %g at its point %zu: times must not decrease",
                            p->t.at[i - 1], p->t.at[i], i + 1));
        REQUIRE(i < 2 || p->t.at[i] > p->t.at[i - 2],
                error_input("t", "t has %g three times: a jump is written with two equal times", p->t.at[i]));
    }
    return JUDDER_OK;
}

static const Param table_of_params[] = {
    FIELD(TableOf, t, NUMBERS, "times, not decreasing; two equal ones make a jump", REQUIRED, .unit = "s"),
    FIELD(TableOf, value, NUMBERS, "the value at each time; straight between them, constant before and after",
          REQUIRED),
    {0},
};

const Word table_of_word = {.name = "table_of",
                            .kind = "signal",
                            .summary = "A quantity that varies in time, straight between given points.",
                            .reference = "",
                            .papers = "",
                            .example = "table_of{ t = {0, 0.5, 1}, value = {0.4, 1, 0.4} }",
                            .params = table_of_params,
                            .size = sizeof(TableOf),
                            .check = check_table};

static int line_of_caller(lua_State *lua) {
    lua_Debug debug;
    if (!lua_getstack(lua, 1, &debug)) return 1;
    lua_getinfo(lua, "l", &debug);
    return debug.currentline > 0 ? debug.currentline : 1;
}

/* Counts the calls of a word on a line in the table on top of the stack; returns how many
 * there were before. */
static int count_call(lua_State *lua, const Word *word, int line) {
    lua_pushfstring(lua, "%s:%d", word->name, line);
    lua_pushvalue(lua, -1);
    lua_rawget(lua, -3);
    const lua_Integer before = lua_tointeger(lua, -1);
    lua_pop(lua, 1);
    lua_pushinteger(lua, before + 1);
    lua_rawset(lua, -3);
    return (int)before;
}

/* table -> {word, line, turn}; "word:line" -> calls */
static void tag(lua_State *lua, const Case *read, int table, const Word *word) {
    table = lua_absindex(lua, table);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, read->tags);
    const int line = line_of_caller(lua), turn = count_call(lua, word, line);
    lua_pushvalue(lua, table);
    lua_createtable(lua, 3, 0);
    lua_pushlightuserdata(lua, (void *)(size_t)word);
    lua_rawseti(lua, -2, 1);
    lua_pushinteger(lua, line);
    lua_rawseti(lua, -2, 2);
    lua_pushinteger(lua, turn);
    lua_rawseti(lua, -2, 3);
    lua_rawset(lua, -3);
    lua_pop(lua, 1);
}

const Word *words_of_table(Case *read, int index, CallPlace *place) {
    lua_State *lua = read->sandbox.lua;
    index = lua_absindex(lua, index);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, read->tags);
    lua_pushvalue(lua, index);
    lua_rawget(lua, -2);
    const Word *word = NULL;
    if (lua_istable(lua, -1)) {
        lua_rawgeti(lua, -1, 1);
        lua_rawgeti(lua, -2, 2);
        lua_rawgeti(lua, -3, 3);
        word = lua_touserdata(lua, -3);
        *place = (CallPlace){(int)lua_tointeger(lua, -2), (int)lua_tointeger(lua, -1)};
        lua_pop(lua, 3);
    }
    lua_pop(lua, 2);
    return word;
}

Case *case_of(lua_State *lua) {
    return lua_touserdata(lua, lua_upvalueindex(1));
}

/* Entries without a name become the list of that field; with both, the entries stay and are refused later. */
static void gather_items(lua_State *lua, const char *key) {
    const lua_Integer count = functions_border(lua, 1);
    lua_pushstring(lua, key);
    const bool given = lua_rawget(lua, 1) != LUA_TNIL;
    lua_pop(lua, 1);
    if (count == 0 || given) return;
    lua_createtable(lua, 0, 0);
    for (lua_Integer i = 1; i <= count; i++) {
        lua_rawgeti(lua, 1, i);
        lua_rawseti(lua, -2, i);
        lua_pushnil(lua);
        lua_rawseti(lua, 1, i);
    }
    lua_pushstring(lua, key);
    lua_insert(lua, -2);
    lua_rawset(lua, 1);
}

void words_stay_outside(lua_State *lua, const char *word) {
    if (sandbox_of(lua)->frozen)
        luaL_error(lua,
                   "%s{} inside a function that is called later: keywords describe the case and stay outside",
                   word);
}

static int call_word(lua_State *lua) {
    Case *read = case_of(lua);
    const Word *word = lua_touserdata(lua, lua_upvalueindex(2));
    words_stay_outside(lua, word->name);
    if (lua_gettop(lua) != 1) return luaL_error(lua, "%s takes one table: %s", word->name, word->example);
    if (word->bare && !lua_istable(lua, 1)) {
        lua_createtable(lua, 0, 1);
        lua_insert(lua, 1);
        lua_setfield(lua, 1, word->bare);
    }
    if (word->items && lua_istable(lua, 1)) gather_items(lua, word->items);
    if (!lua_istable(lua, 1))
        return luaL_error(lua, "%s takes a table, not a %s: %s", word->name, luaL_typename(lua, 1),
                          word->example);
    CallPlace called;
    const Word *other = words_of_table(read, 1, &called);
    if (other) return luaL_error(lua, "%s takes a plain table, not a %s{}", word->name, other->name);
    tag(lua, read, 1, word);
    return 1;
}

const char *words_nearest(const Case *read, const char *name) {
    NearWord near = near_start(name);
    for (const Word *const *word = read->options.words; *word; word++) near_offer(&near, (*word)->name);
    return near.best;
}

void words_of_kind(const Case *read, const char *kind, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (const Word *const *word = read->options.words; *word && used < size; word++)
        if (strcmp((*word)->kind, kind) == 0)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", (*word)->name);
}

bool words_is_word(lua_State *lua, int index) {
    return lua_tocfunction(lua, index) == call_word;
}

/* Leaves the table `math` on the stack. */
static void push_math(lua_State *lua) {
    lua_pushglobaltable(lua);
    frozen_contents(lua, -1);
    lua_pushliteral(lua, "math");
    lua_rawget(lua, -2);
    lua_replace(lua, -3);
    lua_pop(lua, 1);
    if (!lua_istable(lua, -1)) return;
    frozen_contents(lua, -1);
    lua_remove(lua, -2);
}

/* Whether `math` has something of that name. */
static bool is_of_math(lua_State *lua, const char *name) {
    push_math(lua);
    lua_pushstring(lua, name);
    const bool found = lua_istable(lua, -2) && lua_rawget(lua, -2) != LUA_TNIL;
    lua_pop(lua, 2);
    return found;
}

/* A global that does not exist: most often a misspelt word. */
static int unknown_name(lua_State *lua) {
    if (lua_type(lua, 2) != LUA_TSTRING) return luaL_error(lua, "a name of the case is not a text");
    const char *name = lua_tostring(lua, 2), *near = words_nearest(case_of(lua), name);
    if (is_of_math(lua, name)) return luaL_error(lua, "%s is not known here: write math.%s", name, name);
    if (near) return luaL_error(lua, "%s is not known here: did you mean %s?", name, near);
    return luaL_error(lua, "%s is not known here: `judder explain` lists the words of a case", name);
}

/* A function that `math` has not. */
static int unknown_of_math(lua_State *lua) {
    if (lua_type(lua, 2) != LUA_TSTRING) return luaL_error(lua, "math is called by names: math.sin");
    NearWord near = near_start(lua_tostring(lua, 2));
    for (lua_pushnil(lua); lua_next(lua, 1); lua_pop(lua, 1)) {
        if (lua_type(lua, -2) != LUA_TSTRING) continue; /* a case may write into math */
        NearWord other = near_start(near.given);
        near_offer(&other, lua_tostring(lua, -2));
        /* Of equally near ones the first by name, since the order of a Lua table differs from run to run. */
        const bool first = near.best && other.best && strcmp(other.best, near.best) < 0;
        if (other.best && (other.distance < near.distance || (other.distance == near.distance && first)))
            near = other;
    }
    if (near.best) return luaL_error(lua, "math has no %s: did you mean math.%s?", near.given, near.best);
    return luaL_error(lua, "math has no %s", near.given);
}

/* Gives the table on top of the stack a function of the case for the fields that it has not. */
void words_set_index(lua_State *lua, Case *read, lua_CFunction function) {
    lua_createtable(lua, 0, 1);
    lua_pushlightuserdata(lua, read);
    lua_pushcclosure(lua, function, 1);
    lua_setfield(lua, -2, "__index");
    lua_setmetatable(lua, -2);
}

static void set_closure(lua_State *lua, Case *read, const Word *word, lua_CFunction function,
                        const char *name) {
    lua_pushlightuserdata(lua, read);
    lua_pushlightuserdata(lua, (void *)(size_t)word);
    lua_pushcclosure(lua, function, 2);
    lua_setglobal(lua, name);
}

static int open_words(lua_State *lua) {
    Case *read = lua_touserdata(lua, 1);
    lua_newtable(lua);
    read->tags = luaL_ref(lua, LUA_REGISTRYINDEX);
    for (const Word *const *word = read->options.words; *word; word++)
        set_closure(lua, read, *word, call_word, (*word)->name);
    set_closure(lua, read, NULL, param_call, "param");
    for (const CaseUnit *unit = case_units; unit->name; unit++) {
        lua_pushnumber(lua, unit->value);
        lua_setglobal(lua, unit->name);
    }
    push_math(lua);
    words_set_index(lua, read, unknown_of_math);
    lua_pushglobaltable(lua);
    words_set_index(lua, read, unknown_name);
    return 0;
}

JudderErr words_open(Case *read) {
    lua_pushcfunction(read->sandbox.lua, open_words);
    lua_pushlightuserdata(read->sandbox.lua, read);
    return sandbox_call(&read->sandbox, read->file, 1, 0);
}
