/* param{}: what --set may change, and the values that it has. */
#include "case/internal.h"

#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const CaseSetting *find_setting(Case *read, const char *key) {
    const CaseSetting *found = NULL;
    for (size_t i = 0; i < read->options.setting_count; i++)
        if (strcmp(read->options.settings[i].key, key) == 0) {
            read->setting_used[i] = true;
            found = &read->options.settings[i];
        }
    return found;
}

/* Leaves on the stack the value that --set gives to a param of the type of the default on top
 * of the stack. */
static void push_setting(lua_State *lua, const CaseSetting *setting) {
    const int type = lua_type(lua, -1);
    const char *key = setting->key, *value = setting->value;
    if (type == LUA_TSTRING) {
        lua_pushstring(lua, value);
        return;
    }
    if (type == LUA_TBOOLEAN) {
        if (strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
            luaL_error(lua, "--set %s=%s: true or false is needed", key, value);
        lua_pushboolean(lua, strcmp(value, "true") == 0);
        return;
    }
    const char *code = lua_pushfstring(lua, "return %s", value);
    if (luaL_loadbufferx(lua, code, strlen(code), "=" SANDBOX_CHUNK, "t") != LUA_OK ||
        lua_pcall(lua, 0, 1, 0) != LUA_OK || !lua_isnumber(lua, -1))
        luaL_error(lua, "--set %s=%s: a number is needed, such as 0.5 or 5*mm", key, value);
    lua_remove(lua, -2);
    lua_pushnumber(lua, lua_tonumber(lua, -1));
    lua_remove(lua, -2);
}

/* The shortest of the usual forms that reads back as the same number. */
static void show_number(double value, char *text, size_t size) {
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, size, "%.*g", digits, value);
        if (strtod(text, NULL) == value) return;
    }
}

static void note_param(lua_State *lua, Case *read, const char *key) {
    for (size_t i = 0; i < read->param_count; i++)
        if (strcmp(read->params[i].key, key) == 0) luaL_error(lua, "param %s is declared twice", key);
    if (read->param_count == CASE_PARAMS) luaL_error(lua, "a case may have at most %d params", CASE_PARAMS);
    if (read->param_count == read->param_room) {
        const size_t room = read->param_room ? 2 * read->param_room : 16;
        CaseParam *params = arena_zero(&read->arena, room * sizeof *params);
        if (!params) luaL_error(lua, "out of memory");
        if (read->param_count) memcpy(params, read->params, read->param_count * sizeof *params);
        read->params = params;
        read->param_room = room;
    }
    char number[40];
    const char *value = number;
    if (lua_type(lua, -1) == LUA_TNUMBER)
        show_number(lua_tonumber(lua, -1), number, sizeof number);
    else if (lua_isboolean(lua, -1))
        value = lua_toboolean(lua, -1) ? "true" : "false";
    else
        value = lua_tostring(lua, -1);
    const CaseParam param = {arena_text(&read->arena, key, strlen(key)),
                             arena_text(&read->arena, value, strlen(value))};
    if (!param.key || !param.value) luaL_error(lua, "out of memory");
    /* By name, since the order of a Lua table differs from run to run. */
    size_t at = read->param_count++;
    for (; at > 0 && strcmp(read->params[at - 1].key, key) > 0; at--) read->params[at] = read->params[at - 1];
    read->params[at] = param;
}

/* A field that param{} did not declare: nil would be missed much later, and elsewhere. */
static int unknown_param(lua_State *lua) {
    if (lua_type(lua, 2) != LUA_TSTRING) return luaL_error(lua, "params are called by their names: p.V");
    const Case *read = case_of(lua);
    const char *name = lua_tostring(lua, 2);
    NearWord near = near_start(name);
    char known[300] = "";
    size_t used = 0;
    for (size_t i = 0; i < read->param_count; i++) {
        near_offer(&near, read->params[i].key);
        if (used < sizeof known)
            used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "",
                                     read->params[i].key);
    }
    if (near.best)
        return luaL_error(lua, "the case has no param %s: did you mean %s? It has %s", name, near.best,
                          known);
    return luaL_error(lua, "the case has no param %s: it has %s", name, known[0] ? known : "none");
}

/* A param whose name and default are on top of the stack; leaves its name and value. */
static void take_param(lua_State *lua, Case *read) {
    const char *key = lua_tostring(lua, -2);
    const int type = lua_type(lua, -1);
    if (type != LUA_TNUMBER && type != LUA_TBOOLEAN && type != LUA_TSTRING)
        luaL_error(lua, "param %s is a %s: a number, a text, true or false is needed", key,
                   luaL_typename(lua, -1));
    const CaseSetting *setting = find_setting(read, key);
    if (setting) {
        push_setting(lua, setting);
        lua_remove(lua, -2);
    }
    note_param(lua, read, key);
}

/* param{ name = default, ... }: the same table with what --set changed. */
int param_call(lua_State *lua) {
    Case *read = case_of(lua);
    words_stay_outside(lua, "param");
    if (lua_gettop(lua) != 1 || !lua_istable(lua, 1))
        return luaL_error(lua, "param takes a table: param{ V = 1, mu_s = 0.8 }");
    lua_createtable(lua, 0, 8);
    words_set_index(lua, read, unknown_param);
    /* By name, since errors, and values with math.random, hang on the order. */
    const lua_Integer count = functions_push_keys(lua, 1);
    for (lua_Integer i = 1; i <= count; i++) {
        if (lua_rawgeti(lua, 3, i) != LUA_TSTRING)
            return luaL_error(lua, "param takes named fields: param{ V = 1, mu_s = 0.8 }");
        lua_pushvalue(lua, -1);
        lua_rawget(lua, 1);
        take_param(lua, read);
        lua_settable(lua, 2);
    }
    lua_settop(lua, 2);
    return 1;
}
