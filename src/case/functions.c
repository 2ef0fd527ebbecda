/* Functions of Lua that a case gets in a form of our own, so that it gives the same in every process: no
 * order of a hash, no address, no seed, no state that functions of the case could change. */
#include "case/internal.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

/* --- the order of keys: numbers, then texts by their bytes, then false, true, then one thing of another kind
 * --- */

typedef enum KeyKind { KEY_NUMBER, KEY_TEXT, KEY_FLAG, KEY_OTHER } KeyKind;

typedef struct Key {
    KeyKind kind;
    bool whole; /* an integer */
    lua_Integer integer;
    double number;
    const char *text;
    size_t length;
    lua_Integer place; /* among the keys as they came */
} Key;

static Key key_at(lua_State *lua, int index) {
    Key key = {.kind = KEY_OTHER};
    switch (lua_type(lua, index)) {
    case LUA_TNUMBER:
        key.kind = KEY_NUMBER;
        key.whole = lua_isinteger(lua, index);
        key.number = lua_tonumber(lua, index);
        if (key.whole) key.integer = lua_tointeger(lua, index);
        break;
    case LUA_TSTRING:
        key.kind = KEY_TEXT;
        key.text = lua_tolstring(lua, index, &key.length);
        break;
    case LUA_TBOOLEAN:
        key.kind = KEY_FLAG;
        key.integer = lua_toboolean(lua, index);
        break;
    default: break;
    }
    return key;
}

static int sign(bool less, bool more) {
    return (int)more - (int)less;
}

/* A key that is no integer is no whole number, or beyond all integers: rounding cannot mix them up. */
static int compare_numbers(const Key *a, const Key *b) {
    if (a->whole && b->whole) return sign((a->integer < b->integer), (a->integer > b->integer));
    const int order = sign((a->number < b->number), (a->number > b->number));
    return order ? order : sign(a->whole, b->whole);
}

static int compare_keys(const void *first, const void *second) {
    const Key *a = first, *b = second;
    if (a->kind != b->kind) return sign((a->kind < b->kind), (a->kind > b->kind));
    if (a->kind == KEY_NUMBER) return compare_numbers(a, b);
    if (a->kind == KEY_FLAG) return sign((a->integer < b->integer), (a->integer > b->integer));
    if (a->kind == KEY_OTHER) return 0;
    const int order = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);
    return order ? order : sign((a->length < b->length), (a->length > b->length));
}

/* Counts the keys of the table at an index; *list: they are 1, 2, ... count. */
static lua_Integer count_keys(lua_State *lua, int index, bool *list) {
    lua_Integer count = 0, whole = 0, largest = 0, others = 0;
    for (lua_pushnil(lua); lua_next(lua, index); lua_pop(lua, 1)) {
        const Key key = key_at(lua, -2);
        count++;
        others += key.kind == KEY_OTHER;
        whole += key.kind == KEY_NUMBER && key.whole && key.integer >= 1;
        if (key.kind == KEY_NUMBER && key.whole && key.integer > largest) largest = key.integer;
    }
    if (others > 1)
        luaL_error(lua,
                   "pairs of a table with %d keys that are tables or functions: these have no order "
                   "that is the same in every run",
                   (int)others);
    *list = whole == count && largest == count;
    return count;
}

/* Leaves on the stack the keys of the table at an index as a sorted list. */
static void push_sorted(lua_State *lua, int index, lua_Integer count) {
    lua_createtable(lua, (int)count, 0);
    const int came = lua_gettop(lua);
    Key *keys = lua_newuserdatauv(lua, (size_t)(count + 1) * sizeof *keys, 0);
    lua_Integer place = 0;
    for (lua_pushnil(lua); lua_next(lua, index); lua_pop(lua, 1)) {
        keys[place] = key_at(lua, -2);
        keys[place].place = place + 1;
        lua_pushvalue(lua, -2);
        lua_rawseti(lua, came, ++place);
    }
    qsort(keys, (size_t)count, sizeof *keys, compare_keys);
    lua_createtable(lua, (int)count, 0);
    for (lua_Integer i = 0; i < count; i++) {
        lua_rawgeti(lua, came, keys[i].place);
        lua_rawseti(lua, -2, i + 1);
    }
    lua_replace(lua, came);
    lua_settop(lua, came);
}

lua_Integer functions_push_keys(lua_State *lua, int index) {
    bool list;
    const lua_Integer count = count_keys(lua, index, &list);
    push_sorted(lua, index, count);
    return count;
}

/* The place of the key at an index among the sorted ones in the table at another; 0: it is none of them. */
static lua_Integer find_key(lua_State *lua, int keys, lua_Integer count, int index) {
    const Key wanted = key_at(lua, index);
    lua_Integer low = 1, high = count;
    while (low <= high) {
        const lua_Integer middle = low + (high - low) / 2;
        lua_rawgeti(lua, keys, middle);
        const Key found = key_at(lua, -1);
        const int order = compare_keys(&wanted, &found);
        lua_pop(lua, 1);
        if (order == 0) return middle;
        if (order < 0)
            high = middle - 1;
        else
            low = middle + 1;
    }
    return 0;
}

/* The key after the one given, and its value. Upvalues: the table, how many keys it had, the sorted keys (nil
 * of a list). It has no state: whoever keeps it calls with the key. Entries removed meanwhile are passed
 * over.
 */
static int next_in_order(lua_State *lua) {
    lua_settop(lua, 2);
    const lua_Integer count = lua_tointeger(lua, lua_upvalueindex(2));
    frozen_contents(lua, lua_upvalueindex(1));
    const bool list = lua_isnil(lua, lua_upvalueindex(3));
    if (list)
        lua_pushnil(lua);
    else
        frozen_contents(lua, lua_upvalueindex(3));
    lua_Integer place = 0;
    if (!lua_isnil(lua, 2)) {
        place = !list ? find_key(lua, 4, count, 2) : lua_isinteger(lua, 2) ? lua_tointeger(lua, 2) : 0;
        if (place < 1 || place > count)
            return luaL_error(lua, "pairs is called with a key that it did not give");
    }
    for (place++; place <= count; place++) {
        if (list)
            lua_pushinteger(lua, place);
        else
            lua_rawgeti(lua, 4, place);
        lua_pushvalue(lua, -1);
        if (lua_rawget(lua, 3) != LUA_TNIL) return 2;
        lua_pop(lua, 2);
    }
    lua_pushnil(lua);
    return 1;
}

static int ordered_pairs(lua_State *lua) {
    luaL_checktype(lua, 1, LUA_TTABLE);
    lua_settop(lua, 1);
    frozen_contents(lua, 1);
    bool list;
    const lua_Integer count = count_keys(lua, 2, &list);
    sandbox_spend(lua, count);
    lua_pushvalue(lua, 1);
    lua_pushinteger(lua, count);
    if (list)
        lua_pushnil(lua);
    else
        push_sorted(lua, 2, count);
    sandbox_spend(lua, list ? 0 : 8 * count);
    lua_pushcclosure(lua, next_in_order, 3);
    lua_pushvalue(lua, 1);
    lua_pushnil(lua);
    return 3;
}

/* --- lengths, texts, random numbers --- */

lua_Integer functions_border(lua_State *lua, int index) {
    index = lua_absindex(lua, index);
    lua_Integer low = 0, high = 1;
    while (lua_rawgeti(lua, index, high) != LUA_TNIL) {
        lua_pop(lua, 1);
        low = high;
        high *= 2;
    }
    lua_pop(lua, 1);
    while (high - low > 1) {
        const lua_Integer middle = low + (high - low) / 2;
        if (lua_rawgeti(lua, index, middle) != LUA_TNIL)
            low = middle;
        else
            high = middle;
        lua_pop(lua, 1);
    }
    return low;
}

static int length(lua_State *lua) {
    if (lua_type(lua, 1) == LUA_TSTRING) {
        lua_pushinteger(lua, (lua_Integer)lua_rawlen(lua, 1));
    } else if (lua_istable(lua, 1)) {
        frozen_contents(lua, 1);
        lua_pushinteger(lua, functions_border(lua, -1));
    } else {
        return luaL_error(lua, "attempt to get length of a %s value", luaL_typename(lua, 1));
    }
    return 1;
}

/* Tables and functions show no address. */
static int plain_tostring(lua_State *lua) {
    luaL_checkany(lua, 1);
    const int type = lua_type(lua, 1);
    if (type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TBOOLEAN || type == LUA_TNIL)
        luaL_tolstring(lua, 1, NULL);
    else
        lua_pushstring(lua, lua_typename(lua, type));
    return 1;
}

/* Upvalues: the function of Lua, its name. */
static int guarded_random(lua_State *lua) {
    const char *name = lua_tostring(lua, lua_upvalueindex(2));
    if (sandbox_of(lua)->frozen)
        return luaL_error(lua,
                          "math.%s inside a function: its answer would hang on how often the function "
                          "was asked; draw the numbers outside, into a table",
                          name);
    if (strcmp(name, "randomseed") == 0 && lua_gettop(lua) == 0)
        return luaL_error(lua, "math.randomseed needs a number: without one every run would differ");
    lua_pushvalue(lua, lua_upvalueindex(1));
    lua_insert(lua, 1);
    lua_call(lua, lua_gettop(lua) - 1, LUA_MULTRET);
    return lua_gettop(lua);
}

/* Puts it before the function of that name in the table on top of the stack. */
static void guard(lua_State *lua, const char *name) {
    lua_getfield(lua, -1, name);
    lua_pushstring(lua, name);
    lua_pushcclosure(lua, guarded_random, 2);
    lua_setfield(lua, -2, name);
}

void functions_guard_math(lua_State *lua) {
    guard(lua, "random");
    guard(lua, "randomseed");
}

void functions_open(lua_State *lua) {
    lua_pushcfunction(lua, ordered_pairs);
    lua_setfield(lua, -2, "pairs");
    lua_pushcfunction(lua, plain_tostring);
    lua_setfield(lua, -2, "tostring");
}

void functions_push_length(lua_State *lua) {
    lua_pushcfunction(lua, length);
}
