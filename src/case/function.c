/* A Lua function as a function of one variable, or of several. Called at set-up and between windows of a
 * run, never in a step. */
#include "case/internal.h"

#include <lauxlib.h>

typedef struct LuaFunction {
    Case *read;
    int reference;
    int component; /* which of its results */
    bool may_lack; /* a function with one result gives the first component, and the others are 0 */
} LuaFunction;

static JudderErr call_with(const LuaFunction *f, const double *x, int count, double *y) {
    lua_State *lua = f->read->sandbox.lua;
    REQUIRE(lua_checkstack(lua, f->component + 8), error_memory());
    lua_rawgeti(lua, LUA_REGISTRYINDEX, f->reference);
    for (int i = 0; i < count; i++) lua_pushnumber(lua, x[i]);
    TRY(sandbox_call(&f->read->sandbox, f->read->file, count, f->component + 1));
    const bool alone = f->may_lack && f->component > 0 && lua_isnumber(lua, -f->component - 1) &&
                       lua_isnil(lua, -f->component);
    const int type = lua_type(lua, -1);
    *y = type == LUA_TNUMBER ? lua_tonumber(lua, -1) : 0;
    lua_pop(lua, f->component + 1);
    REQUIRE(type == LUA_TNUMBER || alone,
            error_input(NULL, "the function gives a %s as its value %d at %.6g: a number is needed",
                        lua_typename(lua, type), f->component + 1, x[0]));
    return JUDDER_OK;
}

static JudderErr call_function(void *context, double x, double *y) {
    return call_with(context, &x, 1, y);
}

static JudderErr call_function_of_two(void *context, double x, double y, double *z) {
    const double both[2] = {x, y};
    return call_with(context, both, 2, z);
}

static JudderErr call_function_at(void *context, const double *x, int count, double *y) {
    return call_with(context, x, count, y);
}

JudderErr read_function(Case *read, int index, int component, bool may_lack, Function *function) {
    lua_State *lua = read->sandbox.lua;
    LuaFunction *f = arena_zero(&read->arena, sizeof *f);
    REQUIRE(f, error_memory());
    lua_pushvalue(lua, index);
    lua_Debug debug;
    lua_getinfo(lua, ">Su", &debug);
    lua_pushvalue(lua, index);
    *f = (LuaFunction){read, luaL_ref(lua, LUA_REGISTRYINDEX), component, may_lack};
    *function = (Function){.call = call_function,
                           .call_two = call_function_of_two,
                           .call_at = call_function_at,
                           .context = f,
                           .file = read->file,
                           .line = debug.linedefined, /* -1: not written in the case */
                           .arguments = debug.nparams};
    return JUDDER_OK;
}
