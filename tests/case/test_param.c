/* param{} and what --set makes of it. */
#include "case/reading.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const declared = "local p = param{ w = 1, name = 'plain', on = true, deep = 2*mm }\n"
                                    "return rig{ width = p.w, title = p.name, fine = p.on, tilt = p.deep }";

static const char *param_value(const Case *read, const char *key) {
    const CaseParam *params;
    const size_t count = case_params(read, &params);
    for (size_t i = 0; i < count; i++)
        if (strcmp(params[i].key, key) == 0) return params[i].value;
    return NULL;
}

static void defaults_hold(void **state) {
    (void)state;
    Case *read = read_good(declared);
    assert_exact(rig_of(read)->width, 1);
    assert_exact(rig_of(read)->tilt, 2e-3);
    const CaseParam *params;
    assert_int_equal(case_params(read, &params), 4);
    const char *const order[] = {"deep", "name", "on", "w"};
    for (int i = 0; i < 4; i++) assert_string_equal(params[i].key, order[i]);
    assert_string_equal(param_value(read, "w"), "1");
    assert_string_equal(param_value(read, "name"), "plain");
    assert_string_equal(param_value(read, "on"), "true");
    assert_string_equal(param_value(read, "deep"), "0.002");
    case_destroy(&read);
}

static void settings_change_them(void **state) {
    (void)state;
    const CaseSetting settings[] = {
        {"w", "5*mm + 1/3"}, {"name", "5*mm"}, {"on", "false"}, {"deep", " math.sqrt(2) "}};
    Case *read;
    assert_int_equal(read_with(declared, COUNT_OF(settings), settings, &read), JUDDER_OK);
    assert_exact(rig_of(read)->width, 5 * 1e-3 + 1.0 / 3);
    assert_string_equal(rig_of(read)->title, "5*mm");
    assert_false(rig_of(read)->fine);
    assert_exact(rig_of(read)->tilt, sqrt(2));
    assert_string_equal(param_value(read, "on"), "false");
    assert_exact(strtod(param_value(read, "w"), NULL), rig_of(read)->width);
    case_destroy(&read);
}

static void the_last_of_two_settings_holds(void **state) {
    (void)state;
    const CaseSetting settings[] = {{"w", "2"}, {"w", "3"}};
    Case *read;
    assert_int_equal(read_with(declared, 2, settings, &read), JUDDER_OK);
    assert_exact(rig_of(read)->width, 3);
    case_destroy(&read);
}

static void assert_setting_refused(const char *key, const char *value, const char *message) {
    const CaseSetting setting = {key, value};
    Case *read;
    assert_int_equal(read_with(declared, 1, &setting, &read), JUDDER_INPUT);
    if (strcmp(error_message(), message) != 0) fail_msg("\"%s\", not \"%s\"", error_message(), message);
}

static void wrong_settings(void **state) {
    (void)state;
    assert_setting_refused("wx", "2",
                           "c.lua:1: --set wx=...: the case has no param of that name: did you mean w?");
    assert_setting_refused("nam", "2",
                           "c.lua:1: --set nam=...: the case has no param of that name: did you mean name?");
    const char *const number = "a number is needed, such as 0.5 or 5*mm";
    const char *const wrong[] = {"",
                                 "abc",
                                 "1 2",
                                 "'x'",
                                 "nil",
                                 "{}",
                                 "5 * lightyears",
                                 "1 end",
                                 "(function() while true do end end)()",
                                 "os.exit(0)"};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        char message[200];
        snprintf(message, sizeof message, "c.lua:1: --set w=%s: %s", wrong[i], number);
        assert_setting_refused("w", wrong[i], message);
    }
    assert_setting_refused("w", "\x1bLua",
                           "c.lua:1: --set w=\\x1bLua: a number is needed, such as 0.5 or 5*mm");
    assert_setting_refused("on", "yes", "c.lua:1: --set on=yes: true or false is needed");
    assert_setting_refused("w", "-1", "c.lua:2: width of rig is -1: allowed is a number > 0 m");
    assert_setting_refused("w", "0/0", "c.lua:2: width of rig is -nan: allowed is a number > 0 m");
    const CaseSetting setting = {"quite_other", "1"};
    Case *read;
    assert_int_equal(read_with("local p = param{ alpha = 1 } return rig{ width = 1 }", 1, &setting, &read),
                     JUDDER_INPUT);
    assert_contains(error_message(), "the case has no param of that name; it has alpha");
    assert_int_equal(read_with("return rig{ width = 1 }", 1, &setting, &read), JUDDER_INPUT);
    assert_contains(error_message(), "it has none");
}

static void wrong_declarations(void **state) {
    (void)state;
    assert_message("\nlocal p = param(3)", "c.lua:2: param takes a table: param{ V = 1, mu_s = 0.8 }");
    assert_message("local p = param{ 1, 2 }",
                   "c.lua:1: param takes named fields: param{ V = 1, mu_s = 0.8 }");
    assert_message("param{ a = {} }",
                   "c.lua:1: param a is a table: a number, a text, true or false is needed");
    assert_message("param{ a = 1 }\nparam{ a = 1 }", "c.lua:2: param a is declared twice");
    assert_message("local t = {} for i = 1, 1e5 do t['k' .. i] = i end\nparam(t)",
                   "c.lua:2: a case may have at most 1000 params");
}

/* nil would be missed much later, as a field that is not given. */
static void params_that_are_not_there(void **state) {
    (void)state;
    assert_message("local p = param{ mu = 1, V = 2 }\nreturn rig{ width = p.nu }",
                   "c.lua:2: the case has no param nu: did you mean mu? It has V, mu");
    assert_message("local p = param{ alpha = 1 }\nreturn rig{ width = p.width }",
                   "c.lua:2: the case has no param width: it has alpha");
    assert_message("local p = param{}\nreturn rig{ width = p.width }",
                   "c.lua:2: the case has no param width: it has none");
    assert_message("local p = param{ a = 1 }\nreturn rig{ width = p[1] }",
                   "c.lua:2: params are called by their names: p.V");
    /* A table of params may be the table of a word: fields that it has not are not given. */
    Case *read = read_good("return rig(param{ width = 3 })");
    assert_exact(rig_of(read)->width, 3);
    case_destroy(&read);
}

static void numbers_keep_their_digits(void **state) {
    (void)state;
    const char *const numbers[] = {"0.1", "1e-300", "2^53", "1/3", "123456789.123456789", "-0.0", "5"};
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        char text[100];
        snprintf(text, sizeof text, "local p = param{ x = %s } return rig{ width = 1, tilt = p.x }",
                 numbers[i]);
        Case *read = read_good(text);
        assert_exact(strtod(param_value(read, "x"), NULL), rig_of(read)->tilt);
        case_destroy(&read);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_hold),
        cmocka_unit_test(settings_change_them),
        cmocka_unit_test(the_last_of_two_settings_holds),
        cmocka_unit_test(wrong_settings),
        cmocka_unit_test(wrong_declarations),
        cmocka_unit_test(params_that_are_not_there),
        cmocka_unit_test(numbers_keep_their_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
