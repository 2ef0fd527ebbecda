#include "case/place.h"

#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

int line_of_key(const Place *place, const char *key, size_t *value) {
    const Case *read = place->read;
    *value = read->length;
    const int line = place->bracket < read->length
                         ? locate_key(read->text, read->length, place->bracket, key, value)
                         : 0;
    return line ? line : place->line;
}

JudderErr at_key(const Place *place, const char *key, JudderErr err) {
    size_t value;
    if (err == JUDDER_INPUT) error_locate(place->read->file, line_of_key(place, key, &value));
    return err;
}

static bool has_entries(lua_State *lua) {
    lua_pushnil(lua);
    const bool any = lua_next(lua, -2) != 0;
    if (any) lua_pop(lua, 2);
    return any;
}

/* The value on top of the stack as a message shows it. */
static void show_value(const Place *place, char *text, size_t size) {
    lua_State *lua = place->read->sandbox.lua;
    CallPlace called;
    const Word *word;
    switch (lua_type(lua, -1)) {
    case LUA_TNUMBER: snprintf(text, size, "%.9g", lua_tonumber(lua, -1)); break;
    case LUA_TSTRING: snprintf(text, size, "\"%.40s\"", lua_tostring(lua, -1)); break;
    case LUA_TBOOLEAN: snprintf(text, size, "%s", lua_toboolean(lua, -1) ? "true" : "false"); break;
    case LUA_TTABLE:
        word = words_of_table(place->read, -1, &called);
        snprintf(text, size,
                 word               ? "%s{}"
                 : has_entries(lua) ? "a table"
                                    : "an empty table",
                 word ? word->name : "");
        break;
    case LUA_TFUNCTION:
        snprintf(text, size, words_is_word(lua, -1) ? "a word without its { }" : "a function");
        break;
    default: snprintf(text, size, "a %s", luaL_typename(lua, -1));
    }
}

JudderErr refuse(const Place *place, const Param *param) {
    char given[80], allowed[320];
    show_value(place, given, sizeof given);
    if (param->type == PARAM_WORD || param->type == PARAM_WORDS) {
        char words[240];
        words_of_kind(place->read, param->of, words, sizeof words);
        snprintf(allowed, sizeof allowed, "%s %s (%s)", strchr("aeiou", param->of[0]) ? "an" : "a", param->of,
                 words);
    } else {
        param_describe(param, allowed, sizeof allowed);
    }
    return at_key(place, param->key,
                  error_input(param->key, "%s of %s is %s: allowed is %s", param->key, place->word->name,
                              given, allowed));
}

/* Lua's own length of a table with gaps differs from process to process: the keys themselves are examined.
 */
JudderErr list_length(const Place *place, const Param *param, size_t *count) {
    lua_State *lua = place->read->sandbox.lua;
    lua_Integer keys = 0, listed = 0, largest = 0;
    for (lua_pushnil(lua); lua_next(lua, -2); lua_pop(lua, 1)) {
        const lua_Integer key = lua_isinteger(lua, -2) ? lua_tointeger(lua, -2) : 0;
        keys++;
        listed += key >= 1;
        if (key > largest) largest = key;
    }
    *count = (size_t)keys;
    REQUIRE(
        keys == listed && keys == largest,
        at_key(place, param->key,
               error_input(param->key, "%s of %s has named or missing entries: allowed is a list {1, 2, ...}",
                           param->key, place->word->name)));
    return JUDDER_OK;
}
