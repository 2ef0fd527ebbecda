/* Any text: where Lua reads it, it reads it with its # written as calls too, and both have the same lines. */
#include "case/internal.h"

#include <lauxlib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A call takes a place more than an operator: what Lua allows of these may be used up sooner. */
static bool is_limit(const char *message) {
    static const char *const limits[] = {"too many", "overflow", "levels", "limit", "memory"};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        if (strstr(message, limits[i])) return true;
    return false;
}

static size_t lines(const char *text, size_t size) {
    size_t count = 0;
    for (size_t i = 0; i < size; i++) count += text[i] == '\n';
    return count;
}

static void look(lua_State *lua, const char *text, size_t size) {
    char *made = NULL;
    size_t length = 0;
    if (size > 0 && text[0] == '#') return; /* such a first line is passed over before */
    if (luaL_loadbufferx(lua, text, size, "=text", "t") != LUA_OK) return;
    if (length_rewrite("text", text, size, &made, &length) != JUDDER_OK || !made) return;
    if (lines(made, length) != lines(text, size)) abort();
    if (luaL_loadbufferx(lua, made, length, "=made", "t") != LUA_OK && !is_limit(lua_tostring(lua, -1)))
        abort();
    free(made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lua_State *lua = luaL_newstate();
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    look(lua, text, size);
    free(text);
    lua_close(lua);
    return 0;
}
