/* Tables whose names the case chooses: { top = {"x", "y"}, left = "x" }. */
#include "case/place.h"

#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b) {
    return strcmp(((const Group *)a)->name, ((const Group *)b)->name);
}

/* Adds the choice on top of the stack. */
static JudderErr groups_add(const Place *place, const Param *param, unsigned *chosen) {
    int choice;
    TRY(read_choice(place, param, &choice));
    *chosen |= 1u << choice;
    return JUDDER_OK;
}

static JudderErr read_group(const Place *place, const Param *param, Group *group) {
    lua_State *lua = place->read->sandbox.lua;
    if (!lua_istable(lua, -1)) return groups_add(place, param, &group->chosen);
    size_t count;
    TRY(list_length(place, param, &count));
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(lua, -1, (lua_Integer)i + 1);
        TRY(groups_add(place, param, &group->chosen));
        lua_pop(lua, 1);
    }
    return JUDDER_OK;
}

JudderErr read_groups(const Place *place, const Param *param, Groups *groups) {
    Case *read = place->read;
    lua_State *lua = read->sandbox.lua;
    CallPlace called;
    size_t count = 0;
    REQUIRE(lua_istable(lua, -1) && !words_of_table(read, -1, &called), refuse(place, param));
    for (lua_pushnil(lua); lua_next(lua, -2); lua_pop(lua, 1)) {
        if (lua_type(lua, -2) != LUA_TSTRING) {
            lua_pop(lua, 2);
            if (lua_rawgeti(lua, -1, 1) == LUA_TNIL) lua_pop(lua, 1); /* the first, not any */
            return refuse(place, param);
        }
        count++;
    }
    groups->at = arena_zero(&read->arena, (count + 1) * sizeof *groups->at);
    REQUIRE(groups->at, error_memory());
    groups->count = count;
    count = 0;
    for (lua_pushnil(lua); lua_next(lua, -2); lua_pop(lua, 1)) {
        size_t length;
        const char *name = lua_tolstring(lua, -2, &length);
        REQUIRE(strlen(name) == length, error_input(param->key, "a name in %s has a zero byte", param->key));
        Group *group = &groups->at[count++];
        group->name = arena_text(&read->arena, name, length);
        REQUIRE(group->name, error_memory());
    }
    qsort(groups->at, count, sizeof *groups->at, by_name);
    for (size_t i = 0; i < count; i++) {
        lua_pushstring(lua, groups->at[i].name);
        lua_rawget(lua, -2);
        TRY(read_group(place, param, &groups->at[i]));
        lua_pop(lua, 1);
    }
    return JUDDER_OK;
}
