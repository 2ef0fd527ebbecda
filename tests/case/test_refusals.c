/* Wrong cases: each message says the line of the field, what was given and what is allowed. */
#include "case/reading.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* The message for a rig with one more field, written on line 3. */
static void assert_field(const char *field, const char *message) {
    char text[400], expected[500];
    snprintf(text, sizeof text, "return rig{\n  width = 1,\n  %s,\n}", field);
    snprintf(expected, sizeof expected, "c.lua:3: %s", message);
    assert_message(text, expected);
}

static void numbers(void **state) {
    (void)state;
    assert_field("ratio = -0.1", "ratio of rig is -0.1: allowed is a number in [0, 1]");
    assert_field("ratio = 1.5", "ratio of rig is 1.5: allowed is a number in [0, 1]");
    assert_field("ratio = '0.5'", "ratio of rig is \"0.5\": allowed is a number in [0, 1]");
    assert_field("ratio = true", "ratio of rig is true: allowed is a number in [0, 1]");
    assert_field("ratio = {}", "ratio of rig is an empty table: allowed is a number in [0, 1]");
    assert_field("ratio = rod", "ratio of rig is a word without its { }: allowed is a number in [0, 1]");
    assert_field("ratio = math.sin", "ratio of rig is a function: allowed is a number in [0, 1]");
    assert_field("tilt = 1/0", "tilt of rig is inf: allowed is a number");
    assert_field("tilt = wheel{ radius = 1 }", "tilt of rig is wheel{}: allowed is a number");
    assert_field("count = 0", "count of rig is 0: allowed is an integer in [1, 1000]");
    assert_field("count = 2.5", "count of rig is 2.5: allowed is an integer in [1, 1000]");
    assert_field("count = '3'", "count of rig is \"3\": allowed is an integer in [1, 1000]");
}

static void flags_texts_choices(void **state) {
    (void)state;
    assert_field("fine = 1", "fine of rig is 1: allowed is true or false");
    assert_field("fine = 'true'", "fine of rig is \"true\": allowed is true or false");
    assert_field("title = 3", "title of rig is 3: allowed is a text");
    assert_field("mode = 'quick'",
                 "mode of rig is \"quick\": allowed is one of \"fast\", \"slow\", \"exact\"");
    assert_field("mode = 'fast|slow'",
                 "mode of rig is \"fast|slow\": allowed is one of \"fast\", \"slow\", \"exact\"");
    assert_field("mode = 1", "mode of rig is 1: allowed is one of \"fast\", \"slow\", \"exact\"");
}

static void lists(void **state) {
    (void)state;
    const char *const gaps = "has named or missing entries: allowed is a list {1, 2, ...}";
    char message[200];
    assert_field("times = 'x'", "times of rig is \"x\": allowed is a list, each a number in [-5, 5]");
    assert_field("times = {1, 'x'}", "times of rig is \"x\": allowed is a list, each a number in [-5, 5]");
    assert_field("times = {1, 7}", "times of rig is 7: allowed is a list, each a number in [-5, 5]");
    snprintf(message, sizeof message, "times of rig %s", gaps);
    assert_field("times = {1, a = 2}", message);
    assert_field("times = {[2] = 1}", message);
    assert_field("times = {1, nil, 3}", message);
    assert_field("outline = {1, 2}", "outline of rig is 1: allowed is a list of pairs { {x, y}, ... }");
    assert_field("outline = {{1, 2}, {3}}",
                 "outline of rig is a table: allowed is a list of pairs { {x, y}, ... }");
    assert_field("outline = {{1, 2, 3}}",
                 "outline of rig is a table: allowed is a list of pairs { {x, y}, ... }");
    assert_field("outline = {{1, 'a'}}",
                 "outline of rig is \"a\": allowed is a list of pairs { {x, y}, ... }");
    assert_field("outline = 5", "outline of rig is 5: allowed is a list of pairs { {x, y}, ... }");
    snprintf(message, sizeof message, "outline of rig %s", gaps);
    assert_field("outline = {{1, 2, z = 3}}", message);
    snprintf(message, sizeof message, "parts of rig %s", gaps);
    assert_field("parts = { rod{}, other = rod{} }", message);
    snprintf(message, sizeof message, "drive of rig %s", gaps);
    assert_field("drive = { 1, y = 2 }", message);
}

static void signals(void **state) {
    (void)state;
    const char *const allowed = "a number in [-100, 100], a function, or table_of{ t, value }";
    char message[200];
    snprintf(message, sizeof message, "load of rig is 101: allowed is %s", allowed);
    assert_field("load = 101", message);
    snprintf(message, sizeof message, "load of rig is a table: allowed is %s", allowed);
    assert_field("load = {1, 2}", message);
    snprintf(message, sizeof message, "load of rig is table_of{}: allowed is %s", allowed);
    assert_field("load = table_of{ t = {0, 1}, value = {0, 200} }", message);
    snprintf(message, sizeof message, "load of rig is rod{}: allowed is %s", allowed);
    assert_field("load = rod{}", message);
    assert_field("load = table_of{ t = {0, 1}, value = {0} }",
                 "value has 1 numbers for 2 times: both lists must be of one length");
    assert_field("load = table_of{ t = {1, 0}, value = {0, 1} }",
                 "t goes from 1 back to 0 at its point 2: times must not decrease");
    assert_field("load = table_of{ t = {1, 1, 1}, value = {0, 1, 2} }",
                 "t has 1 three times: a jump is written with two equal times");
    assert_field("load = table_of{ t = {}, value = {} }", "t is empty: at least one time is needed");
    assert_field("load = table_of{ t = {0} }", "table_of needs the field value: a list, each a number");
    assert_field("drive = {}",
                 "drive of rig is an empty table: allowed is a number, a list of up to 3 of them, or a "
                 "function of 3 values");
    assert_field("drive = {1, 2, 3, 4}", "drive of rig is a table: allowed is a number, a list of up to 3 of "
                                         "them, or a function of 3 values");
    assert_field("shape = 3", "shape of rig is 3: allowed is a function");
}

static void words(void **state) {
    (void)state;
    assert_field("part = 3", "part of rig is 3: allowed is a part (wheel, rod, hub)");
    assert_field("part = {}", "part of rig is an empty table: allowed is a part (wheel, rod, hub)");
    assert_field("part = table_of{ t = 0, value = 0 }",
                 "part of rig is table_of{}: allowed is a part (wheel, rod, hub)");
    assert_field("parts = {}", "parts of rig is an empty table: allowed is a part (wheel, rod, hub)");
    assert_field("parts = { rod{}, 7 }", "parts of rig is 7: allowed is a part (wheel, rod, hub)");
    assert_field("part = wheel{ radius = 1, teeth = 101 }", "teeth is 101: too many for the radius");
    assert_field("part = wheel{}", "wheel needs the field radius: a number >= 0 m");
    assert_field("part = wheel('x')", "radius of wheel is \"x\": allowed is a number >= 0 m");
    assert_field("part = rod()", "rod takes one table: rod{ length = 1 }");
    assert_field("part = rod(1, 2)", "rod takes one table: rod{ length = 1 }");
    assert_field("part = rod(5)", "rod takes a table, not a number: rod{ length = 1 }");
    assert_field("part = rod(rod{})", "rod takes a plain table, not a rod{}");
    assert_field("part = whel{ radius = 1 }", "whel is not known here: did you mean wheel?");
    assert_field("part = lagrangian{}",
                 "lagrangian is not known here: `judder explain` lists the words of a case");
}

static void unknown_and_missing_fields(void **state) {
    (void)state;
    assert_field("tlit = 1", "rig has no field tlit: did you mean tilt?");
    assert_field(
        "zzzzzzz = 1",
        "rig has no field zzzzzzz: its fields are width, ratio, tilt, count, fine, title, mode, times, "
        "outline, load, drive, shape, part, parts, support, grid, bolts, clamps");
    assert_message("return rig{\n width = 1,\n 7 }",
                   "c.lua:1: rig has a value without a name: its fields are written name = value");
    assert_message("\nreturn rig{}", "c.lua:2: rig needs the field width: a number > 0 m");
    assert_message(
        "return rig{ width = 1, bb = 1, aa = 1, cc = 1 }",
        "c.lua:1: rig has no field aa: its fields are width, ratio, tilt, count, fine, title, mode, "
        "times, outline, load, drive, shape, part, parts, support, grid, bolts, clamps");
}

static void nested_tables(void **state) {
    (void)state;
    assert_field("support = 3", "support of rig is 3: allowed is a table { height = ... }");
    assert_field("support = rod{}", "support of rig is rod{}: allowed is a table { height = ... }");
    assert_field("support = { heigth = 1 }", "support has no field heigth: did you mean height?");
    assert_field("support = { height = 'x' }", "height of support is \"x\": allowed is a number");
    assert_message("return rig{ width = 1,\n support = {\n  height = 1,\n  kind = 2 } }",
                   "c.lua:4: kind of support is 2: allowed is one of \"spring\", \"rigid\"");
    assert_message("return rig{ width = 1,\n support = {\n  kind = 'spring',\n  height = 13 } }",
                   "c.lua:4: height is 13: that brings bad luck");
    assert_message("local s = { height = 13 }\nreturn rig{ width = 1,\n support = s }",
                   "c.lua:3: height is 13: that brings bad luck");
}

static void what_is_returned(void **state) {
    (void)state;
    assert_message("", "c.lua:1: the case returns nothing: it must return a model (rig)");
    assert_message("return 3", "c.lua:1: the case returns a number: it must return a model (rig)");
    assert_message("return { width = 1 }", "c.lua:1: the case returns a table: it must return a model (rig)");
    assert_message("\n\nreturn rod{}",
                   "c.lua:3: the case returns rod{}, a part: it must return a model (rig)");
    assert_message("return rig", "c.lua:1: the case returns a function: it must return a model (rig)");
}

static void lua_errors(void **state) {
    (void)state;
    assert_message("return rig{\n width = }", "c.lua:2: unexpected symbol near '}'");
    assert_message("local x = nil\nlocal y = x.a", "c.lua:2: attempt to index a nil value (local 'x')");
    assert_message("\nerror('my own')", "c.lua:2: my own");
    assert_message("\nassert(false, 'must hold')", "c.lua:2: must hold");
    assert_message("\n\nassert(1 > 2)", "c.lua:3: assertion failed!");
    assert_message("local function f()\n error('deep') end\nf()", "c.lua:2: deep");
    assert_message("local function f()\n error('above', 2) end\nf()", "c.lua:3: above");
    assert_message("return rig{ width = math.sin() }",
                   "c.lua:1: bad argument #1 to 'sin' (number expected, got no value)");
}

/* One without a writer would be waited for; one that is written to never says that it has ended. */
static void pipes_are_not_waited_for(void **state) {
    (void)state;
    char folder[] = "/tmp/judder-test-XXXXXX", path[100];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/case.lua", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    const CaseOptions options = {.words = vocabulary};
    Case *read = NULL;
    alarm(20);
    assert_int_equal(case_read(path, &options, &read), JUDDER_INPUT);
    assert_contains(error_message(), "case.lua: a pipe or a device, not a case file");
    const int writer = open(path, O_RDWR | O_NONBLOCK);
    assert_int_equal(write(writer, "return ", 7), 7);
    assert_int_equal(case_read(path, &options, &read), JUDDER_INPUT);
    assert_contains(error_message(), "case.lua: a pipe or a device, not a case file");
    alarm(0);
    close(writer);
    unlink(path);
    rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pipes_are_not_waited_for),
        cmocka_unit_test(numbers),
        cmocka_unit_test(flags_texts_choices),
        cmocka_unit_test(lists),
        cmocka_unit_test(signals),
        cmocka_unit_test(words),
        cmocka_unit_test(unknown_and_missing_fields),
        cmocka_unit_test(nested_tables),
        cmocka_unit_test(what_is_returned),
        cmocka_unit_test(lua_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
