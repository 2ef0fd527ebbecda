/* Entries of a bibliography by their keys. */
#include "base/text/references.h"

#include "judder_test.h"

static const char two[] =
    "% a remark\n@article{first2020,\n  title = {{A} and B}\n}\n\n@book{second,\n  year = 1\n}\n";

static void entries_are_whole(void **state) {
    (void)state;
    size_t length;
    const char *at = references_entry(two, "first2020", &length);
    assert_ptr_equal(at, strchr(two, '@'));
    assert_memory_equal(at + length - 3, "}\n}", 3);
    at = references_entry(two, "second", &length);
    assert_int_equal(length, strlen("@book{second,\n  year = 1\n}"));
    assert_memory_equal(at, "@book{second", 12);
}

static void what_is_not_there_is_not_found(void **state) {
    (void)state;
    char longest[300];
    size_t length = 7;
    memset(longest, 'k', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    const char *const keys[] = {"", "first", "secon", "2020", "SECOND", longest};
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        assert_null(references_entry(two, keys[i], &length));
        assert_int_equal(length, 0);
    }
    /* One that is cut goes to the end. */
    assert_non_null(references_entry("@misc{cut, year = 1", "cut", &length));
    assert_int_equal(length, 19);
    assert_non_null(references_entry(references_bib, "renard1998", &length));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(entries_are_whole),
                                       cmocka_unit_test(what_is_not_there_is_not_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
