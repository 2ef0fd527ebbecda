/* The line in a message is that of the field, however the case is written. */
#include "case/reading.h"

#include <stdio.h>

static void assert_line(const char *text, int line) {
    Case *read;
    if (read_with(text, 0, NULL, &read) != JUDDER_INPUT) fail_msg("not refused: %s", text);
    char start[20];
    snprintf(start, sizeof start, "c.lua:%d: ", line);
    if (strncmp(error_message(), start, strlen(start)) != 0)
        fail_msg("%s\n  says \"%s\", not line %d", text, error_message(), line);
}

static void plain_layouts(void **state) {
    (void)state;
    assert_line("return rig{ width = 1, tilt = 'x' }", 1);
    assert_line("return rig{\n width = 1,\n tilt\n = 'x' }", 3);
    assert_line("return rig\n{\n width = 1,\n tilt = 'x' }", 4);
    assert_line("return rig(\n{ width = 1,\n tilt = 'x' })", 3);
    assert_line("return rig{ width = 1,\n ['tilt'] = 'x' }", 2);
    assert_line("return rig{ width = 1;\n tilt = 'x'; }", 2);
    assert_line("return rig{ width = 1,\n\n\n tlit = 3 }", 4);
}

static void line_ends(void **state) {
    (void)state;
    assert_line("return rig{\r\n width = 1,\r\n tilt = 'x' }\r\n", 3);
    assert_line("return rig{\r width = 1, -- tilt = 1\r tilt = 'x' }\r", 3);
    assert_line("#!/usr/bin/judder 'tilt\nreturn rig{ width = 1,\n tilt = 'x' }", 3);
    assert_line("\xEF\xBB\xBFreturn rig{ width = 1,\n tilt = 'x' }", 2);
}

static void comments_and_texts_with_the_key(void **state) {
    (void)state;
    assert_line("return rig{ width = 1, -- tilt = 1\n tilt = 'x' }", 2);
    assert_line("return rig{ width = 1, --[[ tilt = 1\n ]] --[==[ ]] tilt = 2 ]==]\n tilt = 'x' }", 3);
    assert_line("return rig{ width = 1, title = 'tilt = 1',\n tilt = 'x' }", 2);
    assert_line("return rig{ width = 1, title = \"\\\"tilt = 1\",\n tilt = 'x' }", 2);
    assert_line("return rig{ width = 1, title = [[\n tilt = 1]],\n tilt = 'x' }", 3);
    assert_line("return rig{ width = 1, title = [=[ ]] tilt = 1 ]=],\n tilt = 'x' }", 2);
    assert_line("return rig{ width = 1, title = 'a\\\ntilt = 1',\n tilt = 'x' }", 3);
    assert_line("-- rig{ tilt = 1 }\nlocal s = 'rig{ tilt = 1 }'\nreturn rig{ width = 1,\n tilt = 'x' }", 4);
}

static void the_key_elsewhere(void **state) {
    (void)state;
    /* In another word, in a nested table, in a comparison, as a variable of a function. */
    assert_line("return rig{ width = 1, part = wheel{ radius = 1 },\n tilt = 'x' }", 2);
    assert_line("return rig{ width = 1,\n part = rod{ length = 2 },\n parts = { rod{ length = 1,\n"
                "  length = 11 } } }",
                3);
    assert_line("return rig{ width = 1, support = {\n height = 1 },\n height = 3 }", 3);
    assert_line("local tilt = 3\nreturn rig{ width = 1, fine = tilt == 3,\n tilt = 'x' }", 3);
    assert_line("return rig{ width = 1, shape = function(x)\n local tilt = 1\n tilt = 2\n"
                " if x > 1 then tilt = 3 end\n for i = 1, 2 do tilt = 4 end\n repeat tilt = 5 until true\n"
                " return tilt end,\n tilt = 'x' }",
                8);
    assert_line("return rig{ width = 1, load = (function() local tilt = 2 return tilt end)(),\n tilt = 'x' }",
                2);
}

static void fields_through_locals(void **state) {
    (void)state;
    assert_line("local bad = 'x'\nlocal w = 1\nreturn rig{\n width = w,\n tilt = bad }", 5);
    /* The field is not written in the call: the line of the call has to do. */
    assert_line("local r = { width = 1 }\nr.tilt = 'x'\n\nreturn rig(r)", 4);
    assert_line(
        "local function make(v)\n return rod{ length = v }\nend\nreturn rig{ width = 1,\n part = make(99) }",
        2);
    assert_line("local p = rod{\n length = 99 }\nreturn rig{ width = 1,\n part = p }", 2);
}

static void several_words(void **state) {
    (void)state;
    assert_line("return rig{ width = 1, part = rod{}, parts = { wheel{ radius = 1 }, rod{ length = 99 } } }",
                1);
    assert_line("return rig{ width = 1, part = wheel{\n radius = 'x' }, parts = rod{\n length = 1 } }", 2);
    assert_line("return rig{ width = 1, part = wheel{\n radius = 1 }, parts = rod{\n length = 99 } }", 3);
    assert_line(
        "return rig{ width = 1, parts = {\n rod{ length = 1 },\n rod{ length = 2 },\n rod{ length = 99 } } }",
        4);
    assert_line("return rig{ width = 1, parts = {\n wheel{ radius = 1,\n teeth = 8 },\n wheel{ radius = 1,\n"
                "  teeth = 900 } } }",
                5);
}

static void the_same_word_twice_on_a_line(void **state) {
    (void)state;
    assert_line("return rig{ width = 1, parts = { rod{ length = 1 }, rod{\n length = 99 } } }", 2);
    assert_line("return rig{ width = 1, parts = { rod{\n length = 99 }, rod{\n length = 1 } } }", 2);
    assert_line("local l = {}\nfor i = 1, 3 do l[2*i - 1], l[2*i] = rod{ length = 1 }, rod{\n"
                " length = 4*i } end\nreturn rig{ width = 1, parts = l }",
                3);
}

/* An error that a model finds later, by the lines that the block keeps. */
static void lines_of_blocks(void **state) {
    (void)state;
    Case *read = read_good("return rig{\n width = 1,\n count = 2,\n\n load = 3 }");
    const Block *model = case_model(read);
    block_locate(model, error_input("load", "too much"));
    assert_string_equal(error_message(), "c.lua:5: too much");
    block_locate(model, error_input("ratio", "not given"));
    assert_string_equal(error_message(), "c.lua:1: not given");
    case_destroy(&read);
}

/* Errors of functions name their own lines, also when they are called after reading. */
static void lines_of_functions(void **state) {
    (void)state;
    Case *read = read_good("local function deep(x)\n if x > 1 then error('no more') end\n return x\nend\n"
                           "return rig{ width = 1,\n load = function(t) return deep(t) end,\n"
                           " shape = function(x)\n  return x.y\n end }");
    const Rig *rig = rig_of(read);
    double y;
    assert_int_equal(rig->load.function.call(rig->load.function.context, 0.5, &y), JUDDER_OK);
    assert_exact(y, 0.5);
    assert_int_equal(rig->load.function.call(rig->load.function.context, 2, &y), JUDDER_INPUT);
    assert_string_equal(error_message(), "c.lua:2: no more");
    assert_true(error_located());
    assert_int_equal(rig->shape.call(rig->shape.context, 2, &y), JUDDER_INPUT);
    assert_string_equal(error_message(), "c.lua:8: attempt to index a number value (local 'x')");
    assert_int_equal(rig->load.function.call(rig->load.function.context, 0.25, &y), JUDDER_OK);
    assert_exact(y, 0.25);
    case_destroy(&read);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_layouts),
        cmocka_unit_test(line_ends),
        cmocka_unit_test(comments_and_texts_with_the_key),
        cmocka_unit_test(the_key_elsewhere),
        cmocka_unit_test(fields_through_locals),
        cmocka_unit_test(several_words),
        cmocka_unit_test(the_same_word_twice_on_a_line),
        cmocka_unit_test(lines_of_blocks),
        cmocka_unit_test(lines_of_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
