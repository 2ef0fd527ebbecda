/* Good cases: every type of field, defaults, units, params. */
#include "case/reading.h"

#include <stdio.h>

static double call(const Function *function, double x) {
    double y = NAN;
    if (function->call(function->context, x, &y) != JUDDER_OK) fail_msg("%s", error_message());
    return y;
}

static void defaults(void **state) {
    (void)state;
    Case *read = read_good("return rig{ width = 2 }");
    const Rig *rig = rig_of(read);
    assert_exact(rig->width, 2);
    assert_exact(rig->ratio, 0.5);
    assert_exact(rig->tilt, -1);
    assert_int_equal(rig->count, 3);
    assert_true(rig->fine);
    assert_string_equal(rig->title, "untitled");
    assert_int_equal(rig->mode, 1);
    assert_int_equal(rig->times.count, 0);
    assert_int_equal(rig->outline.count, 0);
    assert_exact(rig->load.constant, 2);
    assert_exact(rig->drive[0].constant, 6);
    assert_exact(rig->drive[1].constant, 0);
    assert_null(rig->load.function.call);
    assert_null(rig->shape.call);
    assert_null(rig->part.word);
    assert_int_equal(rig->parts.count, 0);
    assert_exact(rig->support.height, 7);
    assert_int_equal(rig->support.kind, 0);
    assert_exact(rig->support.force.constant, 4);
    case_destroy(&read);
    assert_null(read);
    case_destroy(&read);
}

static void plain_values(void **state) {
    (void)state;
    Case *read = read_good(
        "return rig{ width = 0x10, ratio = 1, tilt = -1e300, count = 1000, fine = false,\n"
        "  title = \"a\\tb\", mode = 'exact', times = {1, -5, 2.5}, outline = {{0, 1}, {2, 3}} }");
    const Rig *rig = rig_of(read);
    assert_exact(rig->width, 16);
    assert_exact(rig->ratio, 1);
    assert_exact(rig->tilt, -1e300);
    assert_int_equal(rig->count, 1000);
    assert_false(rig->fine);
    assert_string_equal(rig->title, "a\tb");
    assert_int_equal(rig->mode, 2);
    assert_int_equal(rig->times.count, 3);
    assert_exact(rig->times.at[1], -5);
    assert_int_equal(rig->outline.count, 4);
    for (int i = 0; i < 4; i++) assert_exact(rig->outline.at[i], i);
    case_destroy(&read);
    read = read_good("return rig{ width = 1, count = 7.0, times = 4, outline = {} }");
    assert_int_equal(rig_of(read)->count, 7);
    assert_int_equal(rig_of(read)->times.count, 1);
    assert_exact(rig_of(read)->times.at[0], 4);
    assert_int_equal(rig_of(read)->outline.count, 0);
    case_destroy(&read);
}

static void signals(void **state) {
    (void)state;
    Case *read = read_good("return rig{ width = 1, load = -3.5, drive = 5 }");
    assert_exact(rig_of(read)->load.constant, -3.5);
    assert_exact(rig_of(read)->drive[0].constant, 5);
    case_destroy(&read);
    read = read_good("local k = 3\nreturn rig{ width = 1,\n load = function(t) return k*t end,\n"
                     " drive = function(t) return 1, t, t^2 end }");
    const Rig *rig = rig_of(read);
    assert_exact(call(&rig->load.function, 2), 6);
    assert_int_equal(rig->load.function.line, 3);
    assert_int_equal(rig->load.function.arguments, 1);
    assert_string_equal(rig->load.function.file, "c.lua");
    for (int i = 0; i < 3; i++) assert_exact(call(&rig->drive[i].function, 3), pow(3, i));
    case_destroy(&read);
    read = read_good("return rig{ width = 1, load = table_of{ t = {0, 1, 1}, value = {4, 5, 6} },\n"
                     " drive = { 1, function(t) return t end, table_of{ t = 0, value = 9 } } }");
    rig = rig_of(read);
    assert_int_equal(rig->load.t.count, 3);
    assert_exact(rig->load.value.at[2], 6);
    assert_exact(rig->drive[0].constant, 1);
    assert_exact(call(&rig->drive[1].function, 8), 8);
    assert_exact(rig->drive[2].value.at[0], 9);
    case_destroy(&read);
}

static void functions_of_the_library(void **state) {
    (void)state;
    Case *read = read_good("return rig{ width = 1,\n load = math.cos,\n shape = math.sqrt }");
    assert_exact(call(&rig_of(read)->load.function, 0), 1);
    assert_exact(call(&rig_of(read)->shape, 9), 3);
    assert_int_equal(rig_of(read)->shape.line, 3);
    case_destroy(&read);
}

static void words(void **state) {
    (void)state;
    Case *read = read_good("local w = wheel{ radius = 1, teeth = 20 }\n"
                           "return rig{ width = 1,\n part = rod{ length = 1,\n tip = w },\n"
                           " parts = { w, wheel(2), rod{} } }");
    const Rig *rig = rig_of(read);
    const Block *part = &rig->part;
    assert_ptr_equal(part->word, &rod_word);
    assert_int_equal(part->line, 3);
    assert_int_equal(part->lines[0], 3);
    assert_int_equal(part->lines[1], 4);
    assert_string_equal(part->file, "c.lua");
    const Rod *rod = part->params;
    assert_int_equal(((const Wheel *)rod->tip.params)->teeth, 20);
    assert_int_equal(rod->tip.line, 1);
    assert_int_equal(rig->parts.count, 3);
    assert_exact(((const Wheel *)rig->parts.at[1].params)->radius, 2);
    assert_exact(((const Rod *)rig->parts.at[2].params)->length, 2);
    assert_null(((const Rod *)rig->parts.at[2].params)->tip.word);
    case_destroy(&read);
    read = read_good("return rig{ width = 1, parts = wheel{ radius = 3 } }");
    assert_int_equal(rig_of(read)->parts.count, 1);
    case_destroy(&read);
}

static void nested_tables(void **state) {
    (void)state;
    Case *read = read_good(
        "return rig{ width = 1, support = { kind = 'rigid', force = function(t) return t end } }");
    assert_int_equal(rig_of(read)->support.kind, 1);
    assert_exact(rig_of(read)->support.height, 7);
    assert_exact(call(&rig_of(read)->support.force.function, 5), 5);
    case_destroy(&read);
}

static void what_lua_offers(void **state) {
    (void)state;
    const char *const good[] = {
        "local a <const> = 2 return rig{ width = a }",
        "local function f(n) if n < 2 then return 1 end return n*f(n - 1) end return rig{ width = f(5) }",
        "local t = {} for i = 1, 10 do t[#t + 1] = i/4 end return rig{ width = 1, times = t }",
        "x = 3; y = x; return rig{ width = y }",
        "local r = {width = 1}; r.tilt = 4; return rig(r)",
        "return (rig{ width = select('#', 1, 2, 3) })",
        "assert(type(math.pi) == 'number') return rig{ width = tonumber('12') // 5, title = tostring(1 .. 2) "
        "}",
        "for k, v in pairs{a = 1} do w = v end for i, v in ipairs{5} do w = w + v end return rig{ width = w "
        "}",
        "goto past; error('no') ::past:: return rig{ width = math.max(1, 2) % 3 }",
        "return rig{ ['width'] = 1, [\"tilt\"] = 2 }",
        "return rig{ width = 1 };",
        "return rig{ width = math.random() + 0.1 }",
    };
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        Case *read = read_good(good[i]);
        case_destroy(&read);
    }
}

static void random_numbers_repeat(void **state) {
    (void)state;
    Case *one = read_good("return rig{ width = 1 + math.random() }");
    Case *two = read_good("return rig{ width = 1 + math.random() }");
    assert_exact(rig_of(one)->width, rig_of(two)->width);
    case_destroy(&one);
    case_destroy(&two);
}

static void units(void **state) {
    (void)state;
    const struct {
        const char *name;
        double value;
    } expected[] = {{"m", 1},     {"cm", 0.01}, {"mm", 1e-3}, {"um", 1e-6}, {"s", 1},           {"ms", 1e-3},
                    {"us", 1e-6}, {"kg", 1},    {"N", 1},     {"kN", 1e3},  {"Pa", 1},          {"kPa", 1e3},
                    {"MPa", 1e6}, {"GPa", 1e9}, {"Hz", 1},    {"kHz", 1e3}, {"deg", M_PI / 180}};
    for (size_t i = 0; i < COUNT_OF(expected); i++) {
        char text[80];
        snprintf(text, sizeof text, "return rig{ width = 5*%s }", expected[i].name);
        Case *read = read_good(text);
        assert_near(rig_of(read)->width, 5 * expected[i].value, 1e-15 * rig_of(read)->width);
        case_destroy(&read);
        assert_string_equal(case_units[i].name, expected[i].name);
    }
    assert_null(case_units[COUNT_OF(expected)].name);
}

static void keeps_the_text(void **state) {
    (void)state;
    const char *text = "-- a comment\nreturn rig{ width = 1 }\n";
    Case *read = read_good(text);
    size_t length;
    assert_string_equal(case_text(read, &length), text);
    assert_int_equal(length, strlen(text));
    assert_string_equal(case_file(read), "c.lua");
    const CaseParam *params;
    assert_int_equal(case_params(read, &params), 0);
    assert_int_equal(case_model(read)->line, 2);
    case_destroy(&read);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults),        cmocka_unit_test(plain_values),
        cmocka_unit_test(signals),         cmocka_unit_test(functions_of_the_library),
        cmocka_unit_test(words),           cmocka_unit_test(nested_tables),
        cmocka_unit_test(what_lua_offers), cmocka_unit_test(random_numbers_repeat),
        cmocka_unit_test(units),           cmocka_unit_test(keeps_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
