#include "base/error.h"
#include "judder_test.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static void message_and_field(void **state) {
    (void)state;
    assert_int_equal(error_input("mu_s", "mu_s is %g", -1.5), JUDDER_INPUT);
    assert_string_equal(error_message(), "mu_s is -1.5");
    assert_string_equal(error_field(), "mu_s");
    assert_false(error_located());
    assert_int_equal(error_input(NULL, "no field"), JUDDER_INPUT);
    assert_string_equal(error_field(), "");
}

static void machine_errors_have_no_field(void **state) {
    (void)state;
    error_input("mu", "before");
    assert_int_equal(error_machine("disk %s", "full"), JUDDER_MACHINE);
    assert_string_equal(error_message(), "disk full");
    assert_string_equal(error_field(), "");
    assert_int_equal(error_memory(), JUDDER_MACHINE);
    assert_string_equal(error_message(), "out of memory");
}

static void located_once(void **state) {
    (void)state;
    error_input("x", "wrong");
    error_locate("case.lua", 7);
    assert_true(error_located());
    assert_string_equal(error_message(), "case.lua:7: wrong");
    error_locate("other.lua", 9);
    assert_string_equal(error_message(), "case.lua:7: wrong");
    error_input("x", "new:1: wrong");
    assert_false(error_located());
    error_set_located();
    error_locate("other.lua", 9);
    assert_string_equal(error_message(), "new:1: wrong");
}

static void long_texts_are_cut(void **state) {
    (void)state;
    char text[6000], field[200];
    memset(text, 'a', sizeof text - 1);
    memset(field, 'f', sizeof field - 1);
    text[sizeof text - 1] = field[sizeof field - 1] = '\0';
    error_input(field, "%s", text);
    assert_in_range(strlen(error_message()), 1000, 2047);
    assert_int_equal(strlen(error_field()), 63);
    error_locate(text, 123456);
    assert_in_range(strlen(error_message()), 1000, 2047);
    assert_contains(error_message(), ":123456: aaaa");
}

static JudderErr fails(void) {
    return error_input("deep", "born deep");
}

static JudderErr passes_on(int *reached) {
    TRY(JUDDER_OK);
    TRY(fails());
    *reached = 1;
    return JUDDER_OK;
}

static JudderErr requires_positive(double x) {
    REQUIRE(x > 0, error_input("x", "x is %g", x));
    return JUDDER_OK;
}

static void macros_return(void **state) {
    (void)state;
    int reached = 0;
    assert_int_equal(passes_on(&reached), JUDDER_INPUT);
    assert_int_equal(reached, 0);
    assert_string_equal(error_message(), "born deep");
    assert_int_equal(requires_positive(1), JUDDER_OK);
    assert_int_equal(requires_positive(-1), JUDDER_INPUT);
    assert_string_equal(error_message(), "x is -1");
}

static void a_full_disk_is_no_wrong_name(void **state) {
    (void)state;
    const int machine[] = {ENOSPC, EDQUOT, EFBIG, EIO, ENOMEM, EMFILE, ENFILE};
    for (size_t i = 0; i < COUNT_OF(machine); i++) {
        assert_int_equal(error_file("-o", "a/b.h5", machine[i]), JUDDER_MACHINE);
        assert_string_equal(error_field(), "");
        assert_non_null(strstr(error_message(), "a/b.h5: cannot be written: "));
    }
    const int name[] = {ENOENT, EACCES, EISDIR, ENOTDIR, EROFS, ENAMETOOLONG};
    for (size_t i = 0; i < COUNT_OF(name); i++) {
        assert_int_equal(error_file("-o", "a/b.h5", name[i]), JUDDER_INPUT);
        assert_string_equal(error_field(), "-o");
    }
}

static void *other_thread(void *argument) {
    (void)argument;
    const int empty = strcmp(error_message(), "") == 0 && !error_located();
    error_machine("of the other thread");
    return empty ? "empty" : NULL;
}

static void each_thread_has_its_own(void **state) {
    (void)state;
    error_input("here", "of this thread");
    error_locate("a.lua", 1);
    pthread_t thread;
    void *result;
    assert_int_equal(pthread_create(&thread, NULL, other_thread, NULL), 0);
    assert_int_equal(pthread_join(thread, &result), 0);
    assert_non_null(result);
    assert_string_equal(error_message(), "a.lua:1: of this thread");
    assert_string_equal(error_field(), "here");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(message_and_field),
        cmocka_unit_test(machine_errors_have_no_field),
        cmocka_unit_test(located_once),
        cmocka_unit_test(long_texts_are_cut),
        cmocka_unit_test(macros_return),
        cmocka_unit_test(a_full_disk_is_no_wrong_name),
        cmocka_unit_test(each_thread_has_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
