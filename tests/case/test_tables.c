/* Matrices and lists of tables: what is read, and the line of what is refused. */
#include "case/internal.h"
#include "case/reading.h"

#include <stdio.h>

static void matrices(void **state) {
    (void)state;
    Case *read = read_good("local rows = {}\nfor i = 1, 2 do rows[i] = {i, 2*i, 3*i} end\n"
                           "return rig{ width = 1, grid = rows }");
    const Matrix *grid = &rig_of(read)->grid;
    assert_int_equal(grid->rows, 2);
    assert_int_equal(grid->columns, 3);
    static const double expected[] = {1, 2, 3, 2, 4, 6};
    for (int i = 0; i < 6; i++) assert_exact(grid->at[i], expected[i]);
    assert_null(grid->from.word);
    assert_true(block_gives(case_model(read), "grid"));
    assert_false(block_gives(case_model(read), "bolts"));
    case_destroy(&read);
    read = read_good("return rig{ width = 1, grid = wheel(2) }");
    assert_null(rig_of(read)->grid.at);
    assert_exact(((const Wheel *)rig_of(read)->grid.from.params)->radius, 2);
    case_destroy(&read);
}

static void refused_matrices(void **state) {
    (void)state;
    assert_message(
        "return rig{ width = 1,\n grid = 3 }",
        "c.lua:2: grid of rig is 3: allowed is a matrix { {1, 0}, {0, 1} }, or a word of kind part");
    assert_message("return rig{ width = 1,\n grid = {} }",
                   "c.lua:2: grid of rig is an empty table: allowed is a "
                   "matrix { {1, 0}, {0, 1} }, or a word of kind part");
    assert_message("return rig{ width = 1,\n\n grid = { {1, 2},\n {3} } }",
                   "c.lua:3: row 2 of grid has 1 numbers: needed are 2, as in the first row");
    assert_message(
        "return rig{ width = 1,\n grid = { {1, 2}, {3, 'x'} } }",
        "c.lua:2: grid of rig is \"x\": allowed is a matrix { {1, 0}, {0, 1} }, or a word of kind part");
    assert_message(
        "return rig{ width = 1,\n grid = { {1, 2}, {3, 10} } }",
        "c.lua:2: grid of rig is 10: allowed is a matrix { {1, 0}, {0, 1} }, or a word of kind part");
    assert_message(
        "return rig{ width = 1,\n grid = { {1, 2}, {3, 0/0} } }",
        "c.lua:2: grid of rig is -nan: allowed is a matrix { {1, 0}, {0, 1} }, or a word of kind part");
    assert_message("return rig{ width = 1,\n grid = { {1, 2}, {3, a = 1} } }",
                   "c.lua:2: grid of rig has named or missing entries: allowed is a list {1, 2, ...}");
    /* One long row, many times: little text, much memory. */
    assert_message("local row, rows = {}, {}\nfor i = 1, 10000 do row[i] = 1 rows[i] = row end\n"
                   "return rig{ width = 1, grid = rows }",
                   "c.lua:3: grid has 10000 rows of 10000 numbers: allowed is 64 MB");
}

static void lists_of_tables(void **state) {
    (void)state;
    Case *read = read_good("return rig{ width = 1,\n bolts = {\n  { height = 2, kind = 'rigid' },\n  {\n"
                           "   force = 5 } } }");
    const BlockList *bolts = &rig_of(read)->bolts;
    assert_int_equal(bolts->count, 2);
    const Support *first = bolts->at[0].params, *second = bolts->at[1].params;
    assert_exact(first->height, 2);
    assert_int_equal(first->kind, 1);
    assert_exact(first->force.constant, 4);
    assert_exact(second->height, 7);
    assert_exact(second->force.constant, 5);
    assert_int_equal(bolts->at[0].line, 3);
    assert_int_equal(bolts->at[1].line, 4);
    assert_int_equal(block_locate(&bolts->at[1], error_input("force", "too much")), JUDDER_INPUT);
    assert_string_equal(error_message(), "c.lua:5: too much");
    case_destroy(&read);
    read = read_good("return rig{ width = 1, bolts = {} }");
    assert_int_equal(rig_of(read)->bolts.count, 0);
    case_destroy(&read);
}

static void refused_tables(void **state) {
    (void)state;
    assert_message("return rig{ width = 1,\n bolts = {\n  { height = 2 }, -- {, {\n  { height = 'x' } } }",
                   "c.lua:4: height of support is \"x\": allowed is a number");
    assert_message("return rig{ width = 1,\n bolts = { { height = 2 },\n\n  { heigt = 1 } } }",
                   "c.lua:4: support has no field heigt: did you mean height?");
    assert_message("return rig{ width = 1,\n bolts = { { height = 2 };\n  { height = 13 } } }",
                   "c.lua:3: height is 13: that brings bad luck");
    assert_message("return rig{ width = 1,\n bolts = { { height = 2 }, 7 } }",
                   "c.lua:2: bolts of rig is 7: allowed is a list of tables { { height = ... }, ... }");
    assert_message("return rig{ width = 1,\n bolts = { height = 2 } }",
                   "c.lua:2: bolts of rig has named or missing entries: allowed is a list {1, 2, ...}");
    assert_message("return rig{ width = 1,\n bolts = wheel(2) }",
                   "c.lua:2: bolts of rig is wheel{}: allowed is a list of tables { { height = ... }, ... }");
    /* Made in a loop: the line of the field has to do. */
    assert_message(
        "local list = {}\nfor i = 1, 3 do list[i] = { height = 11 + i } end\nreturn rig{ width = 1,\n"
        " bolts = list }",
        "c.lua:4: height is 13: that brings bad luck");
}

static void items_are_found_in_the_text(void **state) {
    (void)state;
    static const char text[] = "x = { f(1, {2}),\n --[[ { , ]]\n {a = 1, b = 2}\n, 'p,q', }";
    const size_t length = sizeof text - 1;
    size_t value;
    assert_int_equal(locate_item(text, length, 4, 0, &value), 1);
    assert_int_equal(text[value], 'f');
    assert_int_equal(locate_item(text, length, 4, 1, &value), 3);
    assert_int_equal(text[value], '{');
    assert_int_equal(locate_item(text, length, 4, 2, &value), 4);
    assert_int_equal(text[value], '\'');
    assert_int_equal(locate_item(text, length, 4, 3, &value), 0);
    assert_int_equal(value, length);
    assert_int_equal(locate_item(text, length, 0, 0, &value), 0);
    assert_int_equal(locate_item(text, length, length, 0, &value), 0);
}

static void groups(void **state) {
    (void)state;
    Case *read = read_good("return rig{ width = 1, clamps = { top = {'x', 'z'}, left = 'y', none = {} } }");
    const Groups *clamps = &rig_of(read)->clamps;
    assert_int_equal(clamps->count, 3);
    assert_string_equal(clamps->at[0].name, "left");
    assert_int_equal(clamps->at[0].chosen, 2);
    assert_string_equal(clamps->at[1].name, "none");
    assert_int_equal(clamps->at[1].chosen, 0);
    assert_string_equal(clamps->at[2].name, "top");
    assert_int_equal(clamps->at[2].chosen, 5);
    case_destroy(&read);
    static const char allowed[] =
        "allowed is a table { name = {...}, ... }, each one of \"x\", \"y\", \"z\", or "
        "several of them in a list";
    char message[300];
    snprintf(message, sizeof message, "c.lua:2: clamps of rig is \"w\": %s", allowed);
    assert_message("return rig{ width = 1,\n clamps = { top = {'x', 'w'} } }", message);
    snprintf(message, sizeof message, "c.lua:2: clamps of rig is \"x\": %s", allowed);
    assert_message("return rig{ width = 1,\n clamps = {'x'} }", message);
    snprintf(message, sizeof message, "c.lua:2: clamps of rig is 3: %s", allowed);
    assert_message("return rig{ width = 1,\n clamps = 3 }", message);
    assert_message("return rig{ width = 1,\n clamps = { top = { a = 'x' } } }",
                   "c.lua:2: clamps of rig has named or missing entries: allowed is a list {1, 2, ...}");
}

static void entries_without_a_name(void **state) {
    (void)state;
    Case *read = read_good(
        "return rig{ width = 1, part = hub{\n { height = 2 },\n { height = 3 }, width = 4 } }");
    const Hub *hub = rig_of(read)->part.params;
    assert_int_equal(hub->spokes.count, 2);
    assert_exact(((const Support *)hub->spokes.at[1].params)->height, 3);
    assert_int_equal(hub->spokes.at[1].line, 3);
    assert_exact(hub->width, 4);
    case_destroy(&read);
    assert_message("return rig{ width = 1, part = hub{\n { height = 2 },\n { hight = 3 } } }",
                   "c.lua:3: support has no field hight: did you mean height?");
    assert_message("return rig{ width = 1, part = hub{ 7 } }",
                   "c.lua:1: spokes of hub is 7: allowed is a list of tables { { height = ... }, ... }");
    assert_message("return rig{ width = 1, part = hub{ {height = 1}, spokes = { {height = 2} } } }",
                   "c.lua:1: hub has a value without a name: its fields are written name = value");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrices),
        cmocka_unit_test(refused_matrices),
        cmocka_unit_test(lists_of_tables),
        cmocka_unit_test(refused_tables),
        cmocka_unit_test(groups),
        cmocka_unit_test(entries_without_a_name),
        cmocka_unit_test(items_are_found_in_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
