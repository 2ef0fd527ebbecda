#include "base/error.h"
#include "base/log.h"
#include "base/text/printable.h"
#include "judder_test.h"

#include <stdio.h>
#include <stdlib.h>

static const struct {
    const char *text, *shown;
} samples[] = {
    {"", ""},
    {"plain [text] {0} \\n", "plain [text] {0} \\n"},
    {"Gr\xC3\xB6\xC3\x9F"
     "e \xCE\xBC_s \xE6\x91\xA9\xE6\x93\xA6 \xF0\x9F\x98\x80",
     "Gr\xC3\xB6\xC3\x9F"
     "e \xCE\xBC_s \xE6\x91\xA9\xE6\x93\xA6 \xF0\x9F\x98\x80"},
    {"\x1b]0;title\x07\x1b[2J", "\\x1b]0;title\\x07\\x1b[2J"},
    {"a\nb\rc\td\x7F", "a\\nb\\rc\\td\\x7f"},
    {"\xC2\x9B"
     "31m",
     "\\u{9b}31m"}, /* the control sequence introducer as one character */
    {"\x9B"
     "31m",
     "\\x9b"
     "31m"}, /* and as one byte */
    {"\xE2\x80\xAE"
     "evil",
     "\\u{202e}evil"}, /* right to left from here */
    {"\xE2\x81\xA6\xE2\x80\x8B\xEF\xBB\xBF", "\\u{2066}\\u{200b}\\u{feff}"},
    {"\xF3\xA0\x81\x81", "\\u{e0041}"},
    {"\xE2\x80\x8D", "\\u{200d}"},                         /* its low byte is a carriage return */
    {"\xC0\xAF\xE0\x80\xAF", "\\xc0\\xaf\\xe0\\x80\\xaf"}, /* longer than needed */
    {"\xED\xA0\x80", "\\xed\\xa0\\x80"},                   /* half of a pair */
    {"\xF4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},          /* beyond the last code */
    {"cut \xE2\x80", "cut \\xe2\\x80"},
};
enum { SAMPLES = sizeof samples / sizeof samples[0] };

static void controls_and_turns_are_shown_and_letters_stay(void **state) {
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++) {
        char shown[200], again[200];
        assert_int_equal(printable_text(samples[i].text, shown, sizeof shown), strlen(samples[i].shown));
        assert_string_equal(shown, samples[i].shown);
        printable_text(shown, again, sizeof again);
        assert_string_equal(again, shown);
    }
}

static void no_escape_and_no_letter_is_cut_in_two(void **state) {
    (void)state;
    char shown[8];
    memset(shown, 'x', sizeof shown);
    assert_int_equal(printable_text("ab\x1b\x1b", shown, 6), 10);
    assert_string_equal(shown, "ab");
    assert_int_equal(printable_text("ab\x1b", shown, 7), 6);
    assert_string_equal(shown, "ab\\x1b");
    printable_text("a\xCE\xBC", shown, 3);
    assert_string_equal(shown, "a");
    assert_int_equal(printable_text("abc", NULL, 0), 3);
}

static void a_stream_gets_the_same(void **state) {
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    printable_line(out, "%s: %d", "a\x1b\n", 3);
    log_note(&(Log){out}, "note of %s", "\xC2\x9B");
    fclose(out);
    assert_string_equal(text, "a\\x1b\\n: 3\nnote of \\u{9b}\n");
    free(text);
}

static void errors_are_harmless_wherever_they_are_shown(void **state) {
    (void)state;
    error_input("x", "name %s", "\x1b[31m\n");
    assert_string_equal(error_message(), "name \\x1b[31m\\n");
    error_locate("\x1b[2J.lua", 3);
    assert_string_equal(error_message(), "\\x1b[2J.lua:3: name \\x1b[31m\\n");
    error_machine("%s", "\xE2\x80\xAE");
    assert_string_equal(error_message(), "\\u{202e}");
    /* Long ones stay within their record. */
    char name[3000];
    memset(name, 0x1b, sizeof name - 1);
    name[sizeof name - 1] = '\0';
    error_input(NULL, "%s", name);
    error_locate(name, 1);
    assert_true(strlen(error_message()) < sizeof((ErrorWords *)0)->message);
    assert_null(strchr(error_message(), 0x1b));
}

static void the_label_of_a_progress_is_harmless(void **state) {
    (void)state;
    Progress progress;
    progress_start(&progress, NULL, "march\x1b[2J", "s");
    assert_string_equal(progress.label, "march\\x1b[2J");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(controls_and_turns_are_shown_and_letters_stay),
        cmocka_unit_test(no_escape_and_no_letter_is_cut_in_two),
        cmocka_unit_test(a_stream_gets_the_same),
        cmocka_unit_test(errors_are_harmless_wherever_they_are_shown),
        cmocka_unit_test(the_label_of_a_progress_is_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
