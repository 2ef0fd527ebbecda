/* Values and their JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/log.h"
#include "results/value.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect_json(Value *value, const char *expected) {
    char *text = value_json(value);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
    value_destroy(&value);
}

static void numbers_come_back_bit_by_bit(void **state) {
    (void)state;
    const double fixed[] = {0.0,
                            -0.0,
                            0.1,
                            1.0 / 3,
                            DBL_MAX,
                            -DBL_MAX,
                            DBL_MIN,
                            DBL_TRUE_MIN,
                            DBL_EPSILON,
                            1e22,
                            123456789012345678.0,
                            9007199254740993.0,
                            5e-324,
                            2.2250738585072011e-308};
    uint64_t bits = 0x9E3779B97F4A7C15u;
    for (size_t i = 0; i < 20000; i++) {
        double number, back;
        bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
        memcpy(&number, &bits, sizeof number);
        if (i < sizeof fixed / sizeof *fixed) number = fixed[i];
        if (!isfinite(number)) continue;
        Value *value = value_number(number);
        char *text = value_json(value);
        back = strtod(text, NULL);
        assert_memory_equal(&number, &back, sizeof number);
        free(text);
        value_destroy(&value);
    }
}

static void numbers_that_do_not_exist_are_null(void **state) {
    (void)state;
    const double at[] = {1.5, (double)NAN, (double)INFINITY, -(double)INFINITY};
    expect_json(value_numbers(at, 4), "[1.5,null,null,null]");
    expect_json(value_null(), "null");
    expect_json(value_text(NULL), "null");
    expect_json(NULL, "null");
}

static void negative_zero_keeps_its_sign(void **state) {
    (void)state;
    expect_json(value_number(-0.0), "-0.0");
    expect_json(value_number(0.0), "0");
}

static void counts_are_integers(void **state) {
    (void)state;
    expect_json(value_count(9007199254740993), "9007199254740993");
    expect_json(value_count(-9223372036854775807 - 1), "-9223372036854775808");
    expect_json(value_count(10000000), "10000000");
}

static void texts_are_escaped(void **state) {
    (void)state;
    expect_json(value_text("a\"b\\c/\b\f\n\r\t\x01\x1f\x7f"),
                "\"a\\\"b\\\\c/\\b\\f\\n\\r\\t\\u0001\\u001f\\u007f\"");
    expect_json(value_text(""), "\"\"");
    expect_json(value_text("\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80"),
                "\"\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80\"");
}

#define REPLACED "\xEF\xBF\xBD"

static void invalid_utf8_is_replaced(void **state) {
    (void)state;
    expect_json(value_text("a\xFF"
                           "b"),
                "\"a" REPLACED "b\"");
    expect_json(value_text("\xC3"), "\"" REPLACED "\"");
    expect_json(value_text("\xC0\x80"), "\"" REPLACED REPLACED "\"");              /* an overlong zero */
    expect_json(value_text("\xE0\x9F\xBF"), "\"" REPLACED REPLACED REPLACED "\""); /* overlong */
    expect_json(value_text("\xED\xA0\x80"), "\"" REPLACED REPLACED REPLACED "\""); /* a surrogate */
    expect_json(value_text("\xF4\x90\x80\x80"), "\"" REPLACED REPLACED REPLACED REPLACED "\"");
    expect_json(value_text("\xE2\x82z"), "\"" REPLACED REPLACED "z\"");
}

static void objects_keep_order_and_replace(void **state) {
    (void)state;
    Value *object = value_object();
    for (int i = 0; i < 20; i++) {
        char key[8];
        snprintf(key, sizeof key, "k%d", 19 - i);
        assert_true(value_set(object, key, value_count(i)));
    }
    assert_true(value_set(object, "k19", value_flag(true)));
    assert_int_equal(value_length(object), 20);
    assert_string_equal(value_key(object, 0), "k19");
    assert_true(value_as_flag(value_get(object, "k19")));
    assert_true(value_as_number(value_get(object, "k0")) == 19);
    assert_null(value_get(object, "k20"));
    assert_null(value_key(object, 20));
    value_destroy(&object);
    assert_null(object);

    Value *small = value_object();
    Value *list = value_list();
    assert_true(value_append(list, value_flag(false)));
    assert_true(value_append(list, value_object()));
    assert_true(value_append(list, value_list()));
    assert_true(value_set(small, "a\"", list));
    expect_json(small, "{\"a\\\"\":[false,{},[]]}");
}

static void containers_refuse_what_they_cannot_take(void **state) {
    (void)state;
    Value *list = value_list(), *number = value_number(1);
    assert_false(value_append(list, NULL));
    assert_false(value_append(number, value_null()));
    assert_false(value_append(NULL, value_null()));
    assert_false(value_set(list, "key", value_null()));
    assert_int_equal(value_length(list), 0);
    assert_null(value_at(list, 0));
    assert_int_equal(value_kind(NULL), VALUE_NULL);
    assert_string_equal(value_as_text(number), "");
    assert_true(isnan(value_as_number(list)));
    value_destroy(&list);
    value_destroy(&number);
    value_destroy(&number);
    value_destroy(NULL);
}

static void deep_nesting_is_written(void **state) {
    (void)state;
    enum { DEPTH = 10000 };
    Value *value = value_list();
    for (int i = 1; i < DEPTH; i++) {
        Value *outer = value_list();
        assert_true(value_append(outer, value));
        value = outer;
    }
    char *text = value_json(value);
    assert_int_equal(strlen(text), 2 * DEPTH);
    assert_int_equal(strspn(text, "["), DEPTH);
    free(text);
    value_destroy(&value);
}

/* Also where there are so many that an index finds them: each once, in their order, the last one counts. */
static void many_keys_are_found(void **state) {
    (void)state;
    enum { KEYS = 100000 };
    const double begin = work_seconds();
    Value *object = value_object();
    char key[40];
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < KEYS; i++) {
            snprintf(key, sizeof key, "key %d", i);
            assert_true(value_set(object, key, value_count(i + round)));
            if (i == 10 && round == 0) assert_null(value_get(object, "key 11"));
        }
    assert_int_equal(value_length(object), KEYS);
    for (int i = 0; i < KEYS; i++) {
        snprintf(key, sizeof key, "key %d", i);
        assert_int_equal(value_as_count(value_get(object, key)), i + 1);
        assert_string_equal(value_key(object, (size_t)i), key);
    }
    assert_null(value_get(object, "key"));
    assert_null(value_get(object, ""));
    value_destroy(&object);
    assert_true(work_seconds() - begin < 10); /* hundreds if each is compared with all before */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_keys_are_found),
        cmocka_unit_test(numbers_come_back_bit_by_bit),
        cmocka_unit_test(numbers_that_do_not_exist_are_null),
        cmocka_unit_test(negative_zero_keeps_its_sign),
        cmocka_unit_test(counts_are_integers),
        cmocka_unit_test(texts_are_escaped),
        cmocka_unit_test(invalid_utf8_is_replaced),
        cmocka_unit_test(objects_keep_order_and_replace),
        cmocka_unit_test(containers_refuse_what_they_cannot_take),
        cmocka_unit_test(deep_nesting_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
