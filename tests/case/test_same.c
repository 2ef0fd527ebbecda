/* The same case gives the same bits in every process: no order of a hash, no length of a table with gaps, no
 * address, no seed and no language of the machine is seen in it. */
#include "case/reading.h"
#include "cli/program.h"

#include "base/log.h"

#include <locale.h>

/* Tables whose layout hangs on the hash of texts: keys come and go. What it sees is its error. */
static const char revealing[] =
    "local sum, seen = 0, ''\n"
    "local function see(x) sum = (sum * 31 + x) % 1000000007 end\n"
    "local x = 1\n"
    "local function draw(n) x = (x * 1103515245 + 12345) % 2147483648; return x // 65536 % n end\n"
    "for i = 1, 300 do\n"
    "  local t = {}\n"
    "  for j = 1, 60 do\n"
    "    local what, key = draw(100), draw(17)\n"
    "    if what < 20 then t['k' .. key] = j elseif what < 40 then t['k' .. key] = nil\n"
    "    elseif what < 70 then t[key + 1] = j else t[key + 1] = nil end\n"
    "    see(#t)\n"
    "  end\n"
    "  for k, v in pairs(t) do see(type(k) == 'number' and k or v + 100) end\n"
    "end\n"
    "local t = { a = 1, b = 2, c = 3, d = 4, e = 5, [1] = 6, [2.5] = 7, [true] = 8, [print_me or see] = 9 }\n"
    "for k, v in pairs(t) do seen = seen .. v end\n"
    "error(seen .. ' ' .. sum .. ' ' .. tostring(t) .. ' ' .. tostring(see) .. ' ' .. tostring(math.sin)\n"
    "  .. ' ' .. tostring(rig) .. ' ' .. math.random(1000000))\n";

static void many_processes_see_the_same(void **state) {
    (void)state;
    char first[500] = "", text[sizeof revealing + 100];
    snprintf(text, sizeof text, "print_me = false; rig = slab\n%s", revealing);
    write_case("case.lua", text);
    for (int i = 0; i < 40; i++) {
        assert_int_equal(judder("check case.lua"), 2);
        if (i == 0) snprintf(first, sizeof first, "%.499s", text_err);
        assert_string_equal(text_err, first);
    }
    assert_null(strstr(first, "0x"));
    assert_non_null(strstr(first, "67123458"));
}

/* Evaluates an expression of texts, or what a block returns, and gives its text. */
static const char *text_of(const char *text) {
    static char message[2048];
    Case *read;
    assert_int_equal(read_with(text, 0, NULL, &read), JUDDER_INPUT);
    snprintf(message, sizeof message, "%s", error_message());
    return strchr(message, ' ') ? strchr(message, ' ') + 1 : message;
}

static void pairs_go_by_numbers_then_texts_then_flags(void **state) {
    (void)state;
    assert_string_equal(
        text_of("local s = '' for k in pairs{ b = 1, a = 1, [true] = 1, [false] = 1, [3] = 1, "
                "[-1] = 1, [2.5] = 1, ['2'] = 1, B = 1, [1/0] = 1, [2^53] = 1 } do "
                "s = s .. tostring(k) .. ' ' end error(s)"),
        "-1 2.5 3 9007199254740992 inf 2 B a b false true ");
    /* Entries may be changed and removed while they are passed; new ones are not met. */
    assert_string_equal(text_of("local t, s = { a = 1, b = 2, c = 3, d = 4 }, ''\n"
                                "for k, v in pairs(t) do t[k] = nil; t.c = nil; t.z = 9; s = s .. k .. v end "
                                "for k in pairs(t) do s = s .. k end error(s)"),
                        "a1b2d4z");
    assert_string_equal(text_of("local t, s = { 10, 20, 30, 40 }, ''\n"
                                "for k, v in pairs(t) do t[3] = nil; t[5] = 1; s = s .. k .. v .. ' ' end "
                                "error(s)"),
                        "110 220 440 ");
    assert_string_equal(text_of("for k in pairs{} do error('x') end error('none')"), "none");
    assert_non_null(strstr(text_of("pairs(nil)"), "table expected"));
    assert_non_null(strstr(text_of("for k in pairs{ [{}] = 1, [{}] = 2 } do end"), "no order"));
    assert_non_null(strstr(text_of("local f, t = pairs{ a = 1 } f(t, 'b')"), "did not give"));
    assert_non_null(strstr(text_of("local f, t = pairs{ 1, 2 } f(t, 7)"), "did not give"));
}

static void pairs_of_much_is_quick_or_stopped(void **state) {
    (void)state;
    const char *const hostile[] = {
        "local t = {} for i = 1, 100000 do t['k' .. i] = i end while true do pairs(t) end",
        "local t = {} for i = 1, 100000 do t['k' .. i] = i end while true do for k in pairs(t) do end end",
        "local t = {} for i = 1, 3e5 do t[i] = i end while true do pairs(t) end",
    };
    for (size_t i = 0; i < COUNT_OF(hostile); i++) {
        Case *read;
        const double start = work_seconds();
        assert_int_equal(read_with(hostile[i], 0, NULL, &read), JUDDER_INPUT);
        assert_at_most(work_seconds() - start, 3);
    }
    Case *read = read_good("local t, n = {}, 0 for i = 1, 1e5 do t['k' .. i] = 1 end "
                           "for k, v in pairs(t) do n = n + v end return rig{ width = n }");
    assert_exact(rig_of(read)->width, 1e5);
    case_destroy(&read);
}

static const struct {
    const char *text;
    double value;
} lengths[] = {
    {"local t = {5, 6} return rig{ width = #t }", 2},
    {"local t = {5, 6} return rig{ width = #t + 1 }", 3},
    {"local t = {5, 6} local function f() return#t end return rig{ width = not#t and 1 or f() }", 2},
    {"local t = {5, 6} return rig{ width = 2 * #t ^ 0 + 1 }", -1}, /* # of a number */
    {"local t = {a = {b = {1, 2, 3}}} return rig{ width = #t.a.b * 2 }", 6},
    {"local t = {{1}, {1, 2}} return rig{ width = #t[#t] }", 2},
    {"local t = {{1}, {1, 2}} return rig{ width = # --[[ ] ]] t [ #t -- ]\n ] }", 2},
    {"local function f() return {1, 2, 3} end return rig{ width = #f() }", 3},
    {"local o = {l = {1, 2}} function o:get() return self.l end return rig{ width = #o:get() }", 2},
    {"local function f(x) return x end return rig{ width = #f 'abc' + #f[[de]] + #f{1} }", 6},
    {"return rig{ width = #'abc' .. '' == '3' and 3 or 1 }", 3},
    {"return rig{ width = #\"a\\\"#b\" + #[[#]] + #[=[]]]=] }", 7},
    {"return rig{ width = #'\\z   \n  a\\\n#' }", 3},
    {"local n = #{1, 2}\n(wheel or rod)(1)\nreturn rig{ width = n }", 2},
    {"local function f(g) local n = #{1, 2}\n(g)() return n end return rig{ width = #{f(function() end)} "
     "+ "
     "#{f(function() local n = #'ab'\n(rod){} end)} }",
     2},
    {"local function f(...) return #... end return rig{ width = f({1, 2}, {1}) }", 2},
    {"local t = {1, 2, 3} local n = -#t return rig{ width = - n }", 3},
    {"local t = {1} if not (#t == 2) and #t ~= 0 then return rig{ width = ~#t + 5 } end", 3},
    {"local t = {} for i = 1, 1000 do t[#t + 1] = i end return rig{ width = #t }", 1000},
    {"local t = {1, 2} t[#t] = nil return rig{ width = #t }", 1},
    {"local _ENV = {rig = rig} return rig{ width = #{1, 2} }", 2},
    {"local __length = 3 return rig{ width = __length }", 3},
    {"local t = {1, 2} goto l ::l:: local n = #t ::m:: return rig{ width = n }", 2},
    {"local s = 'abc' return rig{ width = #s..'' == '3' and 1 or 2 }", 1},
};

/* # is written as a call before Lua reads the text: it must bind as # does, wherever it stands. */
static void lengths_bind_as_in_lua(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        Case *read;
        const JudderErr err = read_with(lengths[i].text, 0, NULL, &read);
        if (lengths[i].value < 0) {
            assert_int_equal(err, JUDDER_INPUT);
            continue;
        }
        if (err != JUDDER_OK) fail_msg("%s: %s", lengths[i].text, error_message());
        if (rig_of(read)->width != lengths[i].value) fail_msg("%s: %g", lengths[i].text, rig_of(read)->width);
        case_destroy(&read);
    }
    assert_message("local x\nlocal n = #x", "c.lua:2: attempt to get length of a nil value");
    assert_message("local n = 1\n\n + #function() end",
                   "c.lua:3: what # stands before cannot be made out: give "
                   "it a name");
    assert_message("local t = {}\n t.x = #\n", "c.lua:3: unexpected symbol near <eof>");
}

static void seeds_of_the_machine_are_refused(void **state) {
    (void)state;
    assert_non_null(strstr(text_of("math.randomseed()"), "needs a number"));
    Case *read = read_good("math.randomseed(7) return rig{ width = math.random(1000) }");
    const double width = rig_of(read)->width;
    case_destroy(&read);
    read = read_good("math.randomseed(7) return rig{ width = math.random(1000) }");
    assert_exact(rig_of(read)->width, width);
    case_destroy(&read);
}

/* A program around may write numbers with a comma, and sort letters as a dictionary does. */
static void the_language_of_the_machine_is_not_seen(void **state) {
    (void)state;
    const char *found = NULL;
    static const char *const languages[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "en_US.UTF-8", "C.UTF-8"};
    for (size_t i = 0; i < COUNT_OF(languages) && !found; i++) found = setlocale(LC_ALL, languages[i]);
    assert_string_equal(text_of("error(0.5 .. ' ' .. tostring('a' < 'B') .. ' ' .. tonumber('1.5'))"),
                        "0.5 false 1.5");
    setlocale(LC_ALL, "C");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_processes_see_the_same),
        cmocka_unit_test(pairs_go_by_numbers_then_texts_then_flags),
        cmocka_unit_test(pairs_of_much_is_quick_or_stopped),
        cmocka_unit_test(lengths_bind_as_in_lua),
        cmocka_unit_test(seeds_of_the_machine_are_refused),
        cmocka_unit_test(the_language_of_the_machine_is_not_seen),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
