/* Words and keys are found in the text by its tokens. */
#include "case/internal.h"
#include "judder_test.h"
#include "random.h"

#include <stdlib.h>

static size_t word_at(const char *text, int line, const char *word) {
    return locate_word(text, strlen(text), (CallPlace){.line = line}, word);
}

static int key_at(const char *text, const char *key) {
    size_t value;
    return locate_key(text, strlen(text), 0, key, &value);
}

static void finds_words(void **state) {
    (void)state;
    assert_int_equal(word_at("rod{}", 1, "rod"), 3);
    assert_int_equal(word_at("x = rod  {}", 1, "rod"), 9);
    assert_int_equal(word_at("rod({})", 1, "rod"), 4);
    assert_int_equal(word_at("rod(t)", 1, "rod"), 3);
    assert_int_equal(word_at("rods{} rod{}", 1, "rod"), 10);
    assert_int_equal(word_at("local rod = 1\nrod{}", 1, "rod"), 17);
    assert_int_equal(word_at("rod{}\nrod{}", 2, "rod"), 9);
    assert_int_equal(word_at("-- rod{}\n'rod{}' [[rod{}]]\nrod{}", 1, "rod"), 30);
    assert_int_equal(word_at("rod -- c\n --[[ { ]] {}", 1, "rod"), 20);
}

static void tells_calls_of_one_line_apart(void **state) {
    (void)state;
    const char *text = "rod{} rod(t) rod{}\nrod{}";
    const size_t expected[] = {3, 9, 16, 3, 9, 16};
    for (int turn = 0; turn < 6; turn++)
        assert_int_equal(locate_word(text, strlen(text), (CallPlace){1, turn}, "rod"), expected[turn]);
}

static void misses_words(void **state) {
    (void)state;
    const char *const texts[] = {"",    "rod",    "rod =", "rod(", "'rod{}'", "--[[ rod{} ", "[==[ rod{} ]=]",
                                 "a{}", "\"rod{}"};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        const size_t at = word_at(texts[i], 1, "rod");
        assert_true(at == strlen(texts[i]));
    }
    assert_int_equal(word_at("rod{}\n", 2, "rod"), 6);
}

static void finds_keys(void **state) {
    (void)state;
    assert_int_equal(key_at("{ a = 1 }", "a"), 1);
    assert_int_equal(key_at("{\n a\n = 1 }", "a"), 2);
    assert_int_equal(key_at("{ b = a,\n a = 1 }", "a"), 2);
    assert_int_equal(key_at("{ ['a'] = 1 }", "a"), 1);
    assert_int_equal(key_at("{ b = { a = 2 },\n a = 1 }", "a"), 2);
    assert_int_equal(key_at("({ a = 2 },\n a = 1 )", "a"), 2);
    assert_int_equal(key_at("{ b = a == 2,\n a = 1 }", "a"), 2);
    assert_int_equal(key_at("{ f = function(a) a = 2 end,\n a = 1 }", "a"), 2);
    size_t value;
    assert_int_equal(locate_key("{ a = {3} }", 11, 0, "a", &value), 1);
    assert_int_equal(value, 6);
    assert_int_equal(locate_key("rod{ a = 1 }\nrod{\n a = 2 }", 26, 16, "a", &value), 3);
    assert_int_equal(value, 23);
}

static void misses_keys(void **state) {
    (void)state;
    const char *const texts[] = {"",           "{",           "}",       "a = 1",       "{ } a = 1",
                                 "{ a == 1 }", "{ a",         "{ a =",   "{ 'a = 1' }", "{ b = { a = 1 } }",
                                 "{ ab = 1 }", "{ a.b = 1 }", "x a = 1", "{ 'a'",       "{ a ]"};
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        if (strcmp(texts[i], "{ a =") != 0) assert_int_equal(key_at(texts[i], "a"), 0);
    size_t value = 0;
    assert_int_equal(locate_key("{ a =", 5, 0, "a", &value), 1);
    assert_int_equal(value, 5);
    assert_int_equal(locate_key("{ a = 1 }", 9, 9, "a", &value), 0);
}

/* Any text is scanned without reading beyond it, and what is found lies in it. */
static void scans_anything(void **state) {
    (void)state;
    static const char *const parts[] = {"{",     "}",  "(",    ")",   "[",    "]",   "[[",       "]]",  "[=[",
                                        "]=]",   "--", "--[[", "\n",  "\r",   "'",   "\"",       "\\",  "a",
                                        " a = ", "=",  "==",   "rod", "rod{", "end", "function", "1e-3"};
    Random random = {1};
    for (int trial = 0; trial < 20000; trial++) {
        char built[200] = "";
        for (int i = random_below(&random, 20); i > 0; i--)
            strcat(built, parts[random_below(&random, (int)COUNT_OF(parts))]);
        const size_t length = strlen(built);
        char *text = malloc(length ? length : 1);
        memcpy(text, built, length);
        size_t value = 0;
        const size_t at = locate_word(
            text, length, (CallPlace){1 + random_below(&random, 3), random_below(&random, 3)}, "rod");
        assert_true(at == length || text[at] == '{' || text[at] == '(');
        const int line = locate_key(text, length, at, "a", &value);
        assert_in_range(line, 0, 40);
        assert_true(line == 0 || value <= length);
        free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_words),  cmocka_unit_test(tells_calls_of_one_line_apart),
        cmocka_unit_test(misses_words), cmocka_unit_test(finds_keys),
        cmocka_unit_test(misses_keys),  cmocka_unit_test(scans_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
