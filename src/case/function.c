/* A Lua function as a function of one variable, or of several. Called at set-up and between windows of a
 * run, never in a step.
 *
 * Some of its answers are kept, evenly over all calls: a run that is resumed evaluates them again, since it
 * would be another run if one were different. */
#include "case/internal.h"

#include <lauxlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 3, ANSWERS = 64 };

typedef struct Answer {
    double x[MOST_ARGUMENTS];
    long arguments;
    double y;
} Answer;

typedef struct LuaFunction {
    Case *read;
    int reference;
    int component; /* which of its results */
    bool may_lack; /* a function with one result gives the first component, and the others are 0 */
    Reach reach;
    struct LuaFunction *before;
    long calls, apart; /* every so many-th call is kept */
    size_t kept;
    Answer answer[ANSWERS];
} LuaFunction;

static JudderErr function_call(LuaFunction *f, const double *x, int count, double *y) {
    lua_State *lua = f->read->sandbox.lua;
    REQUIRE(f->read->sandbox.frozen, error_machine("a function is called before its case was read"));
    REQUIRE(lua_checkstack(lua, f->component + 12), error_memory());
    if (!f->reach.known) TRY(frozen_reach(f->read, f->reference, &f->reach));
    lua_rawgeti(lua, LUA_REGISTRYINDEX, f->reference);
    for (int i = 0; i < count; i++) lua_pushnumber(lua, x[i]);
    TRY(sandbox_call(&f->read->sandbox, f->read->file, count, f->component + 1));
    const bool alone = f->may_lack && f->component > 0 && lua_isnumber(lua, -f->component - 1) &&
                       lua_isnil(lua, -f->component);
    const int type = lua_type(lua, -1);
    *y = type == LUA_TNUMBER ? lua_tonumber(lua, -1) : 0;
    lua_pop(lua, f->component + 1);
    TRY(frozen_check(f->read, f->reference, &f->reach, x, count));
    REQUIRE(type == LUA_TNUMBER || alone,
            error_input(NULL, "the function gives a %s as its value %d at %.6g: a number is needed",
                        lua_typename(lua, type), f->component + 1, x[0]));
    return JUDDER_OK;
}

static void keep_answer(LuaFunction *f, const double *x, int count, double y) {
    if (f->calls++ % f->apart != 0 || count > MOST_ARGUMENTS) return;
    if (f->kept == ANSWERS) {
        for (size_t i = 0; i < ANSWERS / 2; i++) f->answer[i] = f->answer[2 * i];
        f->kept = ANSWERS / 2;
        f->apart *= 2;
    }
    Answer *answer = &f->answer[f->kept++];
    *answer = (Answer){.arguments = count, .y = y};
    for (int i = 0; i < count; i++) answer->x[i] = x[i];
}

static JudderErr call_with(LuaFunction *f, const double *x, int count, double *y) {
    TRY(function_call(f, x, count, y));
    keep_answer(f, x, count, *y);
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
    *f = (LuaFunction){.read = read,
                       .reference = luaL_ref(lua, LUA_REGISTRYINDEX),
                       .component = component,
                       .may_lack = may_lack,
                       .before = read->functions,
                       .apart = 1};
    read->functions = f;
    *function = (Function){.call = call_function,
                           .call_two = call_function_of_two,
                           .call_at = call_function_at,
                           .context = f,
                           .file = read->file,
                           .line = debug.linedefined, /* -1: not written in the case */
                           .arguments = debug.nparams};
    return JUDDER_OK;
}

/* --- what was answered, in a run that goes on --- */

static JudderErr ask_again(LuaFunction *f, const Answer *answer) {
    double y;
    TRY(function_call(f, answer->x, (int)answer->arguments, &y));
    REQUIRE(memcmp(&y, &answer->y, sizeof y) == 0,
            error_input("--resume",
                        "a function of the case gives %.17g at %.17g and gave %.17g before: its answers have "
                        "changed since (another machine or library?); start again without --resume",
                        y, answer->x[0], answer->y));
    return JUDDER_OK;
}

JudderErr case_serialise_answers(const Case *read, Archive *archive) {
    for (LuaFunction *f = read->functions; f; f = f->before) {
        const size_t count = archive_count(archive, "answers", f->kept, sizeof *f->answer);
        if (count > ANSWERS) archive_refuse(archive, "the answers of a function");
        archive_array(archive, "calls", &f->calls, sizeof f->calls);
        archive_array(archive, "apart", &f->apart, sizeof f->apart);
        TRY(archive_state(archive));
        archive_array(archive, "answer", f->answer, count * sizeof *f->answer);
        f->kept = count;
        if (!archive || !archive_restores(archive)) continue;
        if (f->calls < 0 || f->apart < 1) archive_refuse(archive, "the calls of a function");
        for (size_t i = 0; i < count; i++) {
            const long arguments = f->answer[i].arguments;
            if (arguments < 1 || arguments > MOST_ARGUMENTS)
                archive_refuse(archive, "the arguments of a function");
            TRY(archive_state(archive));
            TRY(ask_again(f, &f->answer[i]));
        }
    }
    return archive_state(archive);
}
