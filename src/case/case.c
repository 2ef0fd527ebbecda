#include "case/case.h"

#include "case/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const Block *case_model(const Case *read) {
    return &read->model;
}
const char *case_file(const Case *read) {
    return read->file;
}

const char *case_text(const Case *read, size_t *length) {
    if (length) *length = read->length;
    return read->text;
}

size_t case_params(const Case *read, const CaseParam **params) {
    *params = read->params;
    return read->param_count;
}

void case_destroy(Case **read) {
    if (!*read) return;
    sandbox_close(&(*read)->sandbox);
    arena_release(&(*read)->arena);
    free(*read);
    *read = NULL;
}

typedef struct Reading {
    Case *read;
    JudderErr err;
} Reading;

static JudderErr read_model(Case *read) {
    lua_State *lua = read->sandbox.lua;
    CallPlace called = {.line = 1};
    const Word *word = lua_istable(lua, 2) ? words_of_table(read, 2, &called) : NULL;
    if (!word || strcmp(word->kind, "model") != 0) {
        char models[200];
        words_of_kind(read, "model", models, sizeof models);
        const JudderErr err = word ? error_input(NULL,
                                                 "the case returns %s{}, a %s: it must return a model (%s)",
                                                 word->name, word->kind, models)
                                   : error_input(NULL, "the case returns %s%s: it must return a model (%s)",
                                                 lua_isnil(lua, 2) ? "nothing" : "a ",
                                                 lua_isnil(lua, 2) ? "" : luaL_typename(lua, 2), models);
        error_locate(read->file, called.line);
        return err;
    }
    return read_block(read, 2, word, called, &read->model);
}

/* Runs inside a protected call, since reading tables may run out of the sandbox's memory. */
static int read_protected(lua_State *lua) {
    Reading *reading = lua_touserdata(lua, 1);
    reading->err = read_model(reading->read);
    return 0;
}

static JudderErr refuse_unused_settings(const Case *read) {
    for (size_t i = 0; i < read->options.setting_count; i++) {
        if (read->setting_used[i]) continue;
        const char *key = read->options.settings[i].key;
        char known[300] = "";
        size_t used = 0;
        NearWord near = near_start(key);
        for (size_t j = 0; j < read->param_count && used < sizeof known; j++) {
            used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", j ? ", " : "",
                                     read->params[j].key);
            near_offer(&near, read->params[j].key);
        }
        const char *missing = "the case has no param of that name";
        const JudderErr err = near.best ? error_input(NULL, "--set %s=...: %s: did you mean %s?", key,
                                                      missing, near.best)
                                        : error_input(NULL, "--set %s=...: %s; it has %s", key, missing,
                                                      known[0] ? known : "none");
        error_locate(read->file, 1);
        return err;
    }
    return JUDDER_OK;
}

/* What Lua's own loader passes over too: a byte order mark, and a first line that starts with #. */
static size_t preamble(const char *text, size_t length) {
    size_t at = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    if (at < length && text[at] == '#')
        while (at < length && text[at] != '\n') at++;
    return at;
}

static JudderErr load(Case *read, const char *text, size_t length) {
    Sandbox *sandbox = &read->sandbox;
    const locale_t around = uselocale(sandbox->locale);
    const int status = luaL_loadbufferx(sandbox->lua, text, length, "=" SANDBOX_CHUNK, "t");
    uselocale(around);
    return status == LUA_OK ? JUDDER_OK : sandbox_error(sandbox, read->file, status);
}

/* Leaves the text on the stack as a function, and its arguments, of which there are *arguments. */
static JudderErr load_text(Case *read, int *arguments) {
    const size_t start = preamble(read->text, read->length);
    const char *text = read->text + start;
    char *made = NULL;
    size_t size = 0;
    *arguments = 0;
    TRY(load(read, text, read->length - start));
    TRY(length_rewrite(read->file, text, read->length - start, &made, &size));
    if (!made) return JUDDER_OK;
    lua_pop(read->sandbox.lua, 1);
    const JudderErr err = load(read, made, size);
    free(made);
    functions_push_length(read->sandbox.lua);
    *arguments = 1;
    return err;
}

static JudderErr run_text(Case *read) {
    TRY(sandbox_open(&read->sandbox, &read->options.limits));
    TRY(words_open(read));
    lua_State *lua = read->sandbox.lua;
    Reading reading = {read, JUDDER_OK};
    lua_pushcfunction(lua, read_protected);
    lua_pushlightuserdata(lua, &reading);
    sandbox_refill(&read->sandbox);
    int arguments;
    TRY(load_text(read, &arguments));
    TRY(sandbox_call(&read->sandbox, read->file, arguments, 1));
    TRY(refuse_unused_settings(read));
    TRY(sandbox_call(&read->sandbox, read->file, 2, 0));
    TRY(reading.err);
    return read->functions ? frozen_make(read) : JUDDER_OK;
}

static JudderErr open_case(Case *read, const char *name, const char *text, size_t length,
                           const CaseOptions *options) {
    read->options = *options;
    read->file = arena_text(&read->arena, name, strlen(name));
    read->text = arena_text(&read->arena, text, length);
    read->length = length;
    read->setting_used = arena_zero(&read->arena, options->setting_count + 1);
    REQUIRE(read->file && read->text && read->setting_used, error_memory());
    return run_text(read);
}

JudderErr case_read_text(const char *name, const char *text, size_t length, const CaseOptions *options,
                         Case **read) {
    Case *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    const JudderErr err = open_case(made, name, text, length, options);
    if (err != JUDDER_OK) {
        case_destroy(&made);
        return err;
    }
    *read = made;
    return JUDDER_OK;
}

static JudderErr read_stream(const char *path, FILE *file, char **text, size_t *length) {
    struct stat status;
    REQUIRE(fstat(fileno(file), &status) == 0, error_input(NULL, "%s: %s", path, strerror(errno)));
    REQUIRE(S_ISREG(status.st_mode),
            error_input(NULL, "%s: %s, not a case file", path,
                        S_ISDIR(status.st_mode) ? "a folder" : "a pipe or a device"));
    *text = malloc(CASE_LONGEST + 1);
    REQUIRE(*text, error_memory());
    *length = fread(*text, 1, CASE_LONGEST + 1, file);
    REQUIRE(!ferror(file), error_input(NULL, "%s: cannot be read: %s", path, strerror(errno)));
    REQUIRE(*length < 4 || memcmp(*text, "\x89HDF", 4) != 0,
            error_input(NULL, "%s: a result file, not a case", path));
    REQUIRE(*length <= CASE_LONGEST,
            error_input(NULL, "%s: longer than %d MB, the most a case may be", path, CASE_LONGEST >> 20));
    return JUDDER_OK;
}

/* Without O_NONBLOCK, opening a pipe would wait for its writer. */
JudderErr case_read(const char *path, const CaseOptions *options, Case **read) {
    const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    REQUIRE(descriptor >= 0, error_input(NULL, "%s: cannot be opened: %s", path, strerror(errno)));
    FILE *file = fdopen(descriptor, "rb");
    if (!file) close(descriptor);
    REQUIRE(file, error_memory());
    char *text = NULL;
    size_t length = 0;
    JudderErr err = read_stream(path, file, &text, &length);
    fclose(file);
    if (err == JUDDER_OK) err = case_read_text(path, text, length, options, read);
    free(text);
    return err;
}
