/* A case from a stranger: whatever it tries, it ends soon, as a wrong input, and nothing has happened. */
#include "case/reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static const double seconds_allowed = SANITIZED ? 10.0 : 2.0;

static double computed_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

/* With a shorter limit than usual, to be done sooner; what a limit does not reach would still be seen. */
static JudderErr read_bytes(const char *text, size_t length, Case **read) {
    const CaseOptions options = {.words = vocabulary, .limits = {.seconds = 0.1}};
    *read = NULL;
    const double start = computed_seconds();
    const JudderErr err = case_read_text("c.lua", text, length, &options, read);
    if (computed_seconds() - start > seconds_allowed)
        fail_msg("%.60s: %g s", text, computed_seconds() - start);
    return err;
}

static void assert_bytes_refused(const char *text, size_t length) {
    Case *read;
    if (read_bytes(text, length, &read) != JUDDER_INPUT) fail_msg("not refused: %s", text);
    assert_null(read);
    assert_int_equal(strncmp(error_message(), "c.lua:", 6), 0);
}

static void assert_all_refused(const char *const *texts, size_t count) {
    for (size_t i = 0; i < count; i++) assert_bytes_refused(texts[i], strlen(texts[i]));
}

static void endless_loops(void **state) {
    (void)state;
    const char *const texts[] = {
        "while true do end",
        "repeat until false",
        "for i = 1, math.huge do end",
        "::again:: goto again",
        "local function f() return f() end f()",
        "local function f() return g() end function g() return f() end f()",
        "local t = {1} while true do for k in pairs(t) do t[k] = nil end end",
        "for i in function() return 1 end do end",
        "return rig{ width = (function() while true do math.sin(1) end end)() }",
    };
    assert_all_refused(texts, COUNT_OF(texts));
    assert_message(
        "\nlocal function f()\n while true do end\nend\n\nf()",
        "c.lua:3: the case computes for too long here: at most 50000000 instructions and 1 s are allowed");
}

static void memory_bombs(void **state) {
    (void)state;
    const char *const texts[] = {
        "local t = {} while true do t[#t + 1] = {} end",
        "local t = {} for i = 1, 1e9 do t[i] = i end",
        "local t = {} for i = 1, 1e9 do t[i .. ''] = i end",
        "local s = 'x' while true do s = s .. s end",
        "local s = 'xxxxxxxxxxxxxxxx' for i = 1, 60 do s = s .. s end",
        "local function f(...) return f(1, ...) end f()",
        "local function f(n) local a, b, c, d, e = n, n, n, n, n; return f(n + 1) + a end f(1)",
        "local f = function() end while true do local g = f; f = function() return g end end",
    };
    assert_all_refused(texts, COUNT_OF(texts));
}

/* Few instructions, much work inside Lua itself. */
static void slow_operations(void **state) {
    (void)state;
    const char *const texts[] = {
        "local s = 'x' for i = 1, 17 do s = s .. s end local t = s .. 'a' while true do local b = s < t end",
        "local s = 'x' for i = 1, 17 do s = s .. s end local n = {} while true do n[s .. 'y'] = 1 end",
        "local s = '1' for i = 1, 17 do s = s .. s end while true do tonumber(s) end",
        "local s = '1' for i = 1, 17 do s = s .. s end while true do tonumber(s, 36) end",
        "local s = ' ' for i = 1, 17 do s = s .. s end while true do tonumber(s .. '1') end",
        "local s = 'x' for i = 1, 17 do s = s .. s end while true do local a = s .. s; a = nil end",
        "local t = {} for i = 1, 2^20 do t['k' .. i] = i end",
        "local t = {} for i = 1, 2^17 do t[i + 0.5] = i end\n"
        "local i = 0 while true do t[i + 1.5] = nil; i = i + 1; t[i + 2^17 + 0.5] = 1 end",
        "local function f(n, ...) if n == 0 then while true do local a = select('#', ...) end end\n"
        " return f(n - 1, 1, ...) end f(20000)",
    };
    assert_all_refused(texts, COUNT_OF(texts));
}

/* Little to run, much to read: long lists that many words share, words that hold themselves. */
static void reading_bombs(void **state) {
    (void)state;
    const char *const texts[] = {
        "r = rod{} for i = 1, 1e5 do r = rod{ tip = r } end return rig{ width = 1, part = r }",
        "local t = {} local r = rod(t) t.tip = r return rig{ width = 1, part = r }",
        "local l = {} local r = rod{} for i = 1, 2e6 do l[i] = r end return rig{ width = 1, parts = l }",
        "local n = {} for i = 1, 1e6 do n[i] = 'x' end return rig{ width = 1, times = n }",
        "local t = {} for i = 1, 3e5 do t['k' .. i] = 1 end param(t)",
    };
    assert_all_refused(texts, COUNT_OF(texts));
}

static void deep_nesting(void **state) {
    (void)state;
    const char *const opens[] = {
        "{",       "(",  "a[", "-", "not ", "function() return ", "a(",      "do ", "if a then ",
        "'x' .. ", "2^", "::", "#", "~",    "while a do ",        "repeat ", "a{"};
    for (size_t i = 0; i < COUNT_OF(opens); i++) {
        enum { TIMES = 20000 };
        const size_t length = strlen(opens[i]);
        char *text = malloc(7 + TIMES * length);
        memcpy(text, "x = 1 ;", 7);
        const size_t start = opens[i][0] == 'd' || opens[i][0] == 'i' || opens[i][0] == 'w' ||
                                     opens[i][0] == 'r'
                                 ? 7
                                 : 4;
        for (size_t j = 0; j < TIMES; j++) memcpy(text + start + j * length, opens[i], length);
        assert_bytes_refused(text, start + TIMES * length);
        free(text);
    }
    assert_bytes_refused("local function f() return 1 + f() end f()", 41);
}

static const char *const reaching[] = {
    "os.exit(0)",
    "os.execute('touch stolen')",
    "io.open('stolen', 'w')",
    "io.write('x')",
    "print('x')",
    "load('x = 1')()",
    "loadstring('x = 1')()",
    "dofile('case.lua')",
    "loadfile('case.lua')()",
    "require('os')",
    "package.loadlib('x', 'y')",
    "debug.getregistry()",
    "debug.sethook()",
    "coroutine.create(function() end)",
    "coroutine.wrap(function() while true do end end)()",
    "setmetatable({}, {})",
    "getmetatable('').__index = 1",
    "rawset({}, 1, 2)",
    "rawget({}, 1)",
    "rawequal(1, 1)",
    "rawlen({})",
    "next({})",
    "pcall(error)",
    "xpcall(error, error)",
    "collectgarbage('stop')",
    "collectgarbage('generational')",
    "warn('@on')",
    "_G.os.exit()",
    "local x = _G",
    "string.rep('x', 1e9)",
    "local s = ('x'):rep(1e9)",
    "('x'):format()",
    "local n = ('x').len",
    "table.concat({})",
    "utf8.char(1)",
    "unpack({})",
    "_VERSION = 1 return _VERSION",
    "_ENV.os.exit()",
    "local _ENV = {} return rig{ width = 1 }",
    "_ENV = nil; x = 1",
    "_ENV = {}; return rig{ width = 1 }",
    "math = nil return rig{ width = math.pi }",
    "local t <close> = {}",
    "rig = nil return rig{ width = 1 }",
    "wheel = rod return rig{ width = 1, part = wheel{ radius = 1 } }",
    "local a = _ENV[1]",
    "local a = _ENV[{}]",
    "return _ENV",
    "for k, v in pairs(_ENV) do v() end",
    "math.randomseed()",
    "math[true] = 1; math[1] = 1; math[2.5] = 1; return rig{ width = math.sine(1) }",
};

static void nothing_to_reach(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(reaching); i++) {
        Case *read;
        const JudderErr err = read_bytes(reaching[i], strlen(reaching[i]), &read);
        if (err != JUDDER_INPUT) fail_msg("not refused: %s", reaching[i]);
    }
    assert_int_not_equal(access("stolen", F_OK), 0);
}

/* Every name that a case can reach is one of these; a new one must be thought about. */
static void all_names(void **state) {
    (void)state;
    static const char known[] =
        " ipairs pairs select type tonumber tostring error assert math param math.abs math.ceil math.floor "
        "math.max "
        "math.min math.fmod math.modf math.log math.exp math.sqrt math.sin math.cos math.tan math.asin "
        "math.acos "
        "math.atan math.atan2 math.tointeger math.type math.ult math.random math.randomseed math.pi "
        "math.huge "
        "math.maxinteger "
        "math.mininteger math.deg math.rad math.sinh math.cosh math.tanh math.pow math.frexp math.ldexp "
        "math.log10 m cm mm um s ms us kg N kN Pa kPa MPa GPa Hz kHz deg ";
    Case *read;
    const char
        *text = "local l = ''\nfor k, v in pairs(_ENV) do l = l .. k .. ' '\n"
                "if type(v) == 'table' then for n in pairs(v) do l = l .. k .. '.' .. n .. ' ' end end end\n"
                "error(l)";
    assert_int_equal(read_bytes(text, strlen(text), &read), JUDDER_INPUT);
    char *list = strdup(error_message()), *rest = strchr(list, ' ');
    int count = 0;
    assert_non_null(rest);
    for (char *name = strtok(rest, " "); name; name = strtok(NULL, " "), count++) {
        char part[100];
        snprintf(part, sizeof part, " %s ", name);
        bool is_word = false;
        for (const Word *const *word = vocabulary; *word; word++)
            is_word = is_word || strcmp((*word)->name, name) == 0;
        if (!is_word && !strstr(known, part)) fail_msg("a case can reach %s", name);
    }
    free(list);
    assert_true(count > 30);
}

/* What the globals of one case were changed to does not reach the next. */
static void cases_are_apart(void **state) {
    (void)state;
    Case *one = read_good("math.pi = 4; rod = nil; s = 7; ipairs = 3 return rig{ width = s }");
    Case *two = read_good("for i in ipairs{1} do w = math.pi*s end return rig{ width = w, part = rod{} }");
    assert_exact(rig_of(one)->width, 7);
    assert_exact(rig_of(two)->width, M_PI);
    case_destroy(&one);
    case_destroy(&two);
}

static void error_objects(void **state) {
    (void)state;
    const char *const texts[] = {"error()",         "error(nil)",      "error({})",
                                 "error(3)",        "error(print)",    "error(rig)",
                                 "error('x', 0)",   "error('x', 99)",  "error('?case:9: forged')",
                                 "error('%s%n%d')", "assert(nil, {})", "assert()",
                                 "error('', 0)",    "error('\\0')",    "return rig{ width = error }",
                                 "error(true)"};
    assert_all_refused(texts, COUNT_OF(texts));
    assert_message("error('%s%n%d')", "c.lua:1: %s%n%d");
}

static void assert_call(const char *function, JudderErr expected, const char *message) {
    char text[300];
    snprintf(text, sizeof text, "return rig{ width = 1, shape = %s }", function);
    Case *read;
    assert_int_equal(read_bytes(text, strlen(text), &read), JUDDER_OK);
    const Function *f = &rig_of(read)->shape;
    for (int i = 0; i < 3; i++) {
        double y = 0;
        const double start = computed_seconds();
        if (f->call(f->context, 0.5, &y) != expected) fail_msg("%s", function);
        if (expected != JUDDER_OK) assert_contains(error_message(), message);
        assert_at_most(computed_seconds() - start, seconds_allowed);
    }
    case_destroy(&read);
}

static void functions_called_later(void **state) {
    (void)state;
    assert_call("function() return 1, 2, 3 end", JUDDER_OK, "");
    assert_call("function() return 0/0 end", JUDDER_OK, "");
    assert_call("function() end", JUDDER_INPUT,
                "the function gives a nil as its value 1 at 0.5: a number is needed");
    assert_call("function() return '1' end", JUDDER_INPUT, "gives a string");
    assert_call("function() return {} end", JUDDER_INPUT, "gives a table");
    assert_call("function() return true end", JUDDER_INPUT, "gives a boolean");
    assert_call("function() while true do end end", JUDDER_INPUT, "c.lua:1: the case computes for too long");
    assert_call("function() local s = 'x' while true do s = s .. s end end", JUDDER_INPUT,
                "64 MB of memory, or a text");
    assert_call("function() error('later') end", JUDDER_INPUT, "c.lua:1: later");
    assert_call("function() error({}) end", JUDDER_INPUT, "an error that is a table");
    assert_call("function(x) return os.time() end", JUDDER_INPUT, "os is not known here");
}

/* Memory that was collected is not held against a later error. */
static void garbage_is_no_bomb(void **state) {
    (void)state;
    /* 32 MB held, 50 MB dropped: Lua's collector would come too late, so the limit itself makes it run. */
    assert_message(
        "local s = 'x' for i = 1, 17 do s = s .. s end local t = {} for i = 1, 2^21 do t[i] = i end\n"
        "for i = 1, 400 do local g = s .. i end\nerror('real cause')",
        "c.lua:3: real cause");
}

static void strange_bytes(void **state) {
    (void)state;
    const char bytecode[] = "\x1bLua\x54\x00\x19\x93\r\n\x1a\n\x04\x08\x08";
    assert_bytes_refused(bytecode, sizeof bytecode - 1);
    const char after_comment[] = "#\n\x1bLua\x54\x00\x19\x93\r\n";
    assert_bytes_refused(after_comment, sizeof after_comment - 1);
    assert_bytes_refused("", 0);
    assert_bytes_refused("#", 1);
    assert_bytes_refused("\xEF\xBB\xBF", 3);
    const char zero[] = "return rig{ width = 1 }\0 os.exit()";
    assert_bytes_refused(zero, sizeof zero - 1);
    char junk[4096];
    uint64_t seed = 1;
    for (int trial = 0; trial < 300; trial++) {
        for (size_t i = 0; i < sizeof junk; i++)
            junk[i] = (char)((seed = seed * 6364136223846793005u + 1) >> 56);
        assert_bytes_refused(junk, sizeof junk);
    }
    Case *read;
    const char inside[] = "return rig{ width = 1, title = 'a\\0b' }";
    assert_int_equal(read_bytes(inside, sizeof inside - 1, &read), JUDDER_OK);
    assert_string_equal(rig_of(read)->title, "a");
    case_destroy(&read);
}

static void accepted_openings(void **state) {
    (void)state;
    const char *const texts[] = {
        "\xEF\xBB\xBFreturn rig{ width = 1 }", "#!/usr/bin/env judder\nreturn rig{ width = 1 }",
        "\xEF\xBB\xBF# first\nreturn rig{ width = 1 }", "return rig{\r\n width = 1 }\r\n"};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        Case *read = read_good(texts[i]);
        case_destroy(&read);
    }
}

static void write_file(const char *path, const char *text, size_t length) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    fclose(file);
}

static void files(void **state) {
    (void)state;
    char folder[] = "/tmp/judder-test-XXXXXX", path[100];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/case.lua", folder);
    const CaseOptions options = {.words = vocabulary, .limits = {.seconds = 0.5}};
    Case *read = NULL;
    assert_int_equal(case_read(path, &options, &read), JUDDER_INPUT);
    assert_contains(error_message(), "case.lua: cannot be opened: No such file");
    assert_int_equal(case_read(folder, &options, &read), JUDDER_INPUT);
    assert_contains(error_message(), "a folder, not a case file");
    assert_int_equal(case_read("/dev/zero", &options, &read), JUDDER_INPUT);
    assert_contains(error_message(), "a pipe or a device, not a case file");
    const size_t large = 10 << 20;
    char *text = calloc(1, large);
    memset(text, ' ', large);
    write_file(path, text, large);
    assert_int_equal(case_read(path, &options, &read), JUDDER_INPUT);
    assert_contains(error_message(), "longer than 8 MB");
    /* The longest that is allowed: many words, which must each be found in it. */
    const char *const word = "rod{ length = 1, length = 2 },\n";
    size_t used = (size_t)sprintf(text, "return rig{ width = 1, parts = {\n");
    while (used + 200 < 8 << 20) used += (size_t)sprintf(text + used, "%s", word);
    used += (size_t)sprintf(text + used, "}}");
    write_file(path, text, used);
    const double start = computed_seconds();
    assert_int_equal(case_read(path, &options, &read), JUDDER_INPUT);
    assert_at_most(computed_seconds() - start, seconds_allowed);
    free(text);
    write_file(path, "return rig{ width = 3 }", 23);
    assert_int_equal(case_read(path, &options, &read), JUDDER_OK);
    assert_string_equal(case_file(read), path);
    assert_exact(rig_of(read)->width, 3);
    case_destroy(&read);
    unlink(path);
    rmdir(folder);
}

static void limits_of_the_caller(void **state) {
    (void)state;
    const char *const text = "local n = 0 for i = 1, 1e5 do n = n + 1 end return rig{ width = n }";
    CaseOptions options = {.words = vocabulary, .limits = {.instructions = 10000}};
    Case *read = NULL;
    assert_int_equal(case_read_text("c.lua", text, strlen(text), &options, &read), JUDDER_INPUT);
    assert_contains(error_message(), "at most 10000 instructions");
    options.limits.instructions = 0;
    assert_int_equal(case_read_text("c.lua", text, strlen(text), &options, &read), JUDDER_OK);
    case_destroy(&read);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(endless_loops),
        cmocka_unit_test(memory_bombs),
        cmocka_unit_test(slow_operations),
        cmocka_unit_test(reading_bombs),
        cmocka_unit_test(deep_nesting),
        cmocka_unit_test(nothing_to_reach),
        cmocka_unit_test(all_names),
        cmocka_unit_test(cases_are_apart),
        cmocka_unit_test(error_objects),
        cmocka_unit_test(functions_called_later),
        cmocka_unit_test(garbage_is_no_bomb),
        cmocka_unit_test(strange_bytes),
        cmocka_unit_test(accepted_openings),
        cmocka_unit_test(files),
        cmocka_unit_test(limits_of_the_caller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
