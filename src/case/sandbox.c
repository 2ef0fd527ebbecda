/* A Lua state in which a stranger's file can do no harm: it computes, or it is stopped.
 *
 * Three limits work together. A hook counts instructions and looks at the clock. The allocator caps the
 * memory, and looks at the clock when blocks are large, since few instructions can move many bytes. Strings
 * are kept short, since comparing and converting long ones takes time that no hook sees. */
#include "case/internal.h"

#include "base/log.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOOK_COUNT = 1000, LARGE_BLOCK = 64 << 10 };

/* A busy machine must not make a good case late. The first look at the clock sets the deadline: most calls
 * are so short that nobody looks. */
bool sandbox_is_late(Sandbox *sandbox) {
    const double now = work_seconds();
    if (sandbox->deadline == 0) sandbox->deadline = now + sandbox->limits.seconds;
    return now > sandbox->deadline;
}

static void *allocate(void *context, void *block, size_t old_size, size_t size) {
    Sandbox *sandbox = context;
    /* Without a block, old_size tells what kind of object is being made. */
    const size_t held = block ? old_size : 0;
    if (size == 0) {
        sandbox->used -= held;
        free(block);
        return NULL;
    }
    const bool long_string = !block && old_size == LUA_TSTRING && size > SANDBOX_STRING;
    if (size > held && (long_string || sandbox->used - held + size > sandbox->memory)) return NULL;
    if (size > held && size >= LARGE_BLOCK && sandbox_is_late(sandbox)) {
        sandbox->out_of_time = true;
        return NULL;
    }
    void *moved = realloc(block, size);
    if (moved) sandbox->used = sandbox->used - held + size;
    return moved;
}

Sandbox *sandbox_of(lua_State *lua) {
    void *context;
    lua_getallocf(lua, &context);
    return context;
}

static void end_here(lua_State *lua, int line) {
    Sandbox *sandbox = sandbox_of(lua);
    char message[160];
    sandbox->out_of_time = true;
    snprintf(message, sizeof message,
             SANDBOX_CHUNK
             ":%d: the case computes for too long here: at most %ld instructions and %g s are allowed",
             line, sandbox->limits.instructions, sandbox->limits.seconds);
    lua_pushstring(lua, message); /* luaL_error would put the line of the caller first */
    lua_error(lua);
}

static void hook(lua_State *lua, lua_Debug *debug) {
    Sandbox *sandbox = sandbox_of(lua);
    sandbox->instructions -= HOOK_COUNT;
    if (sandbox->instructions > 0 && !sandbox_is_late(sandbox)) return;
    lua_getinfo(lua, "l", debug);
    end_here(lua, debug->currentline);
}
void sandbox_spend(lua_State *lua, lua_Integer instructions) {
    Sandbox *sandbox = sandbox_of(lua);
    sandbox->instructions -= (long)instructions;
    if (sandbox->instructions > 0 && (instructions < HOOK_COUNT || !sandbox_is_late(sandbox))) return;
    lua_Debug debug = {.currentline = 1};
    if (lua_getstack(lua, 1, &debug)) lua_getinfo(lua, "l", &debug);
    end_here(lua, debug.currentline > 0 ? debug.currentline : 1);
}

void sandbox_trace(Sandbox *sandbox, lua_Hook trace) {
    lua_sethook(sandbox->lua, trace ? trace : hook, LUA_MASKCOUNT, trace ? 1 : HOOK_COUNT);
}

/* The few functions of the base library that a case may use, and nothing else. */
static int open_globals(lua_State *lua) {
    static const char *const allowed[] = {"ipairs", "select", "type", "tonumber", "error", "assert", NULL};
    luaL_requiref(lua, LUA_GNAME, luaopen_base, 0);
    lua_createtable(lua, 0, 64);
    for (const char *const *name = allowed; *name; name++) {
        lua_getfield(lua, -2, *name);
        lua_setfield(lua, -2, *name);
    }
    functions_open(lua);
    luaL_requiref(lua, LUA_MATHLIBNAME, luaopen_math, 0);
    /* The same numbers in every run. */
    lua_getfield(lua, -1, "randomseed");
    lua_pushinteger(lua, 1);
    lua_call(lua, 1, 0);
    functions_guard_math(lua);
    lua_setfield(lua, -2, "math");
    /* The new table takes the place of the globals. */
    lua_rawseti(lua, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    lua_pushnil(lua);
    lua_setfield(lua, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    return 0;
}

void sandbox_refill(Sandbox *sandbox) {
    sandbox->instructions = sandbox->limits.instructions;
    sandbox->deadline = 0;
}

JudderErr sandbox_open(Sandbox *sandbox, const CaseLimits *limits) {
    *sandbox = (Sandbox){.limits = *limits};
    if (limits->instructions <= 0) sandbox->limits.instructions = SANDBOX_INSTRUCTIONS;
    if (!(limits->seconds > 0)) sandbox->limits.seconds = SANDBOX_SECONDS;
    sandbox_refill(sandbox);
    sandbox->memory = SANDBOX_MEMORY;
    sandbox->locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    REQUIRE(sandbox->locale, error_memory());
    sandbox->lua = lua_newstate(allocate, sandbox);
    REQUIRE(sandbox->lua, error_memory());
    lua_pushcfunction(sandbox->lua, open_globals);
    REQUIRE(lua_pcall(sandbox->lua, 0, 0, 0) == LUA_OK, error_memory());
    sandbox_trace(sandbox, NULL);
    return JUDDER_OK;
}

void sandbox_close(Sandbox *sandbox) {
    if (sandbox->locale) freelocale(sandbox->locale);
    sandbox->locale = (locale_t)0;
    if (!sandbox->lua) return;
    sandbox_refill(sandbox);
    lua_close(sandbox->lua);
    sandbox->lua = NULL;
}

/* Puts the line of the innermost function of the case before a message that has none (assert raises such). */
static int add_place(lua_State *lua) {
    const char *message = lua_type(lua, 1) == LUA_TSTRING ? lua_tostring(lua, 1) : NULL;
    if (!message || strncmp(message, SANDBOX_CHUNK ":", strlen(SANDBOX_CHUNK) + 1) == 0) return 1;
    lua_Debug debug;
    for (int level = 1; lua_getstack(lua, level, &debug); level++) {
        lua_getinfo(lua, "l", &debug);
        if (debug.currentline <= 0) continue;
        lua_pushfstring(lua, SANDBOX_CHUNK ":%d: %s", debug.currentline, message);
        return 1;
    }
    return 1;
}

JudderErr sandbox_error(Sandbox *sandbox, const char *file, int status) {
    const char *message = lua_type(sandbox->lua, -1) == LUA_TSTRING ? lua_tostring(sandbox->lua, -1) : NULL;
    const size_t prefix = strlen(SANDBOX_CHUNK ":");
    JudderErr err;
    if (status == LUA_ERRMEM && !sandbox->out_of_time)
        err = error_input(NULL,
                          "%s:1: the case needs more than %d MB of memory, or a text of more than %d kB",
                          file, (int)(sandbox->memory >> 20), SANDBOX_STRING >> 10);
    else if (message && strncmp(message, SANDBOX_CHUNK ":", prefix) == 0)
        err = error_input(NULL, "%s:%s", file, message + prefix);
    else if (sandbox->out_of_time)
        err = error_input(NULL, "%s:1: the case computes for too long: %g s are allowed", file,
                          sandbox->limits.seconds);
    else if (message)
        err = error_input(NULL, "%s:1: %s", file, message);
    else
        err = error_input(NULL, "%s:1: the case raised an error that is a %s, not a text", file,
                          luaL_typename(sandbox->lua, -1));
    error_set_located();
    lua_pop(sandbox->lua, 1);
    sandbox->out_of_time = false;
    return err;
}

JudderErr sandbox_call(Sandbox *sandbox, const char *file, int arguments, int results) {
    sandbox_refill(sandbox);
    const int handler = lua_gettop(sandbox->lua) - arguments;
    lua_pushcfunction(sandbox->lua, add_place);
    lua_insert(sandbox->lua, handler);
    const locale_t around = uselocale(sandbox->locale);
    const int status = lua_pcall(sandbox->lua, arguments, results, handler);
    uselocale(around);
    lua_remove(sandbox->lua, handler);
    return status == LUA_OK ? JUDDER_OK : sandbox_error(sandbox, file, status);
}
