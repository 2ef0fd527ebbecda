#include "base/word.h"
#include "judder_test.h"

typedef struct Inner {
    double depth;
} Inner;

typedef struct Thing {
    double size;
    long count;
    bool on;
    int mode;
    const char *label;
    Numbers list;
    Inner inner;
} Thing;

static const Param inner_params[] = {
    {.key = "depth", .type = PARAM_NUMBER, .offset = offsetof(Inner, depth), .preset = 9}, {0}};
static const Word inner_word = {.name = "inner", .params = inner_params, .size = sizeof(Inner)};

static const Param thing_params[] = {
    {.key = "size", .type = PARAM_NUMBER, .offset = offsetof(Thing, size), .preset = 1.5},
    {.key = "count", .type = PARAM_COUNT, .offset = offsetof(Thing, count), .preset = 4},
    {.key = "on", .type = PARAM_FLAG, .offset = offsetof(Thing, on), .preset = 1},
    {.key = "mode", .type = PARAM_CHOICE, .offset = offsetof(Thing, mode), .choices = "a|b", .preset = 1},
    {.key = "label", .type = PARAM_TEXT, .offset = offsetof(Thing, label), .preset_text = "none"},
    {.key = "list", .type = PARAM_NUMBERS, .offset = offsetof(Thing, list)},
    {.key = "inner", .type = PARAM_TABLE, .offset = offsetof(Thing, inner), .table = &inner_word},
    {0},
};
static const Word thing_word = {.name = "thing", .params = thing_params, .size = sizeof(Thing)};

static void finds_params(void **state) {
    (void)state;
    assert_ptr_equal(word_param(&thing_word, "size"), &thing_params[0]);
    assert_ptr_equal(word_param(&thing_word, "inner"), &thing_params[6]);
    assert_null(word_param(&thing_word, "siz"));
    assert_null(word_param(&thing_word, ""));
    assert_null(word_param(&(Word){.name = "bare"}, "size"));
}

static void writes_presets(void **state) {
    (void)state;
    Thing thing;
    memset(&thing, 0xff, sizeof thing);
    word_presets(&thing_word, &thing);
    assert_exact(thing.size, 1.5);
    assert_int_equal(thing.count, 4);
    assert_true(thing.on);
    assert_int_equal(thing.mode, 1);
    assert_string_equal(thing.label, "none");
    assert_int_equal(thing.list.count, 0);
    assert_null(thing.list.at);
    assert_exact(thing.inner.depth, 9);
}

static void ranges(void **state) {
    (void)state;
    const Param any = {0}, closed = {.low = 0, .high = 1},
                open = {.low = 0, .high = 1, .above_low = true, .below_high = true},
                upwards = {.low = 0, .high = INFINITY},
                above = {.low = 2, .high = INFINITY, .above_low = true},
                downwards = {.low = -INFINITY, .high = 0, .below_high = true};
    const Param *const all[] = {&any, &closed, &open, &upwards, &above, &downwards};
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        assert_false(param_allows(all[i], NAN));
        assert_false(param_allows(all[i], INFINITY));
        assert_false(param_allows(all[i], -INFINITY));
    }
    assert_true(param_allows(&any, -1e308));
    assert_true(param_allows(&closed, 0) && param_allows(&closed, 1));
    assert_false(param_allows(&closed, nextafter(0, -1)) || param_allows(&closed, nextafter(1, 2)));
    assert_false(param_allows(&open, 0) || param_allows(&open, 1));
    assert_true(param_allows(&open, nextafter(0, 1)) && param_allows(&open, nextafter(1, 0)));
    assert_true(param_allows(&upwards, 0) && param_allows(&upwards, 1e308));
    assert_false(param_allows(&upwards, -1e-300));
    assert_false(param_allows(&above, 2));
    assert_true(param_allows(&above, nextafter(2, 3)));
    assert_true(param_allows(&downwards, -1));
    assert_false(param_allows(&downwards, 0));
}

static void check_description(const Param *param, const char *expected) {
    char text[200];
    param_describe(param, text, sizeof text);
    assert_string_equal(text, expected);
    char small[8];
    memset(small, 'x', sizeof small);
    param_describe(param, small, sizeof small);
    assert_int_equal(strncmp(small, expected, 7), 0);
    assert_in_range(strlen(small), 0, 7);
}

static void descriptions(void **state) {
    (void)state;
    check_description(&(Param){.type = PARAM_NUMBER}, "a number");
    check_description(&(Param){.type = PARAM_NUMBER, .high = 1, .above_low = true, .unit = "Pa"},
                      "a number in (0, 1] Pa");
    check_description(&(Param){.type = PARAM_COUNT, .low = 1, .high = INFINITY}, "an integer >= 1");
    check_description(&(Param){.type = PARAM_NUMBER, .high = INFINITY, .above_low = true, .unit = "m"},
                      "a number > 0 m");
    check_description(&(Param){.type = PARAM_NUMBER, .low = -INFINITY, .high = 3}, "a number <= 3");
    check_description(&(Param){.type = PARAM_NUMBER, .low = -INFINITY, .below_high = true}, "a number < 0");
    check_description(&(Param){.type = PARAM_FLAG}, "true or false");
    check_description(&(Param){.type = PARAM_TEXT}, "a text");
    check_description(&(Param){.type = PARAM_CHOICE, .choices = "aging|slip"}, "one of \"aging\", \"slip\"");
    check_description(&(Param){.type = PARAM_NUMBERS, .high = 2}, "a list, each a number in [0, 2]");
    check_description(&(Param){.type = PARAM_POINTS}, "a list of pairs { {x, y}, ... }");
    check_description(&(Param){.type = PARAM_SIGNAL}, "a number, a function, or table_of{ t, value }");
    check_description(&(Param){.type = PARAM_SIGNALS, .components = 3},
                      "a number, a list of up to 3 of them, or a function of 3 values");
    check_description(&(Param){.type = PARAM_FUNCTION}, "a function");
    check_description(&(Param){.type = PARAM_WORD, .of = "friction"}, "a friction");
    check_description(&(Param){.type = PARAM_WORDS, .of = "study"}, "a study or a list of them");
    check_description(&(Param){.type = PARAM_TABLE, .table = &inner_word}, "a table { depth = ... }");
}

static void check_preset(const Param *param, const char *expected) {
    char text[100];
    param_describe_preset(param, text, sizeof text);
    assert_string_equal(text, expected);
}

static void preset_descriptions(void **state) {
    (void)state;
    check_preset(&(Param){.type = PARAM_NUMBER, .need = PARAM_REQUIRED}, "required");
    check_preset(&(Param){.type = PARAM_NUMBER, .preset = 0.5}, "0.5");
    check_preset(&(Param){.type = PARAM_COUNT, .preset = 12}, "12");
    check_preset(&(Param){.type = PARAM_FLAG, .preset = 1}, "true");
    check_preset(&(Param){.type = PARAM_FLAG}, "false");
    check_preset(&(Param){.type = PARAM_CHOICE, .choices = "modal|grid", .preset = 1}, "\"grid\"");
    check_preset(&(Param){.type = PARAM_TEXT, .preset_text = "abc"}, "\"abc\"");
    check_preset(&(Param){.type = PARAM_TEXT}, "none");
    check_preset(&(Param){.type = PARAM_NUMBER, .preset_text = "V_0"}, "V_0");
    check_preset(&(Param){.type = PARAM_SIGNAL, .preset = 2}, "2");
    check_preset(&(Param){.type = PARAM_NUMBERS}, "none");
    check_preset(&(Param){.type = PARAM_WORD, .of = "friction"}, "none");
}

static void choices(void **state) {
    (void)state;
    char text[16];
    assert_true(choice_name("a|bc|", 0, text, sizeof text));
    assert_string_equal(text, "a");
    assert_true(choice_name("a|bc|", 1, text, sizeof text));
    assert_string_equal(text, "bc");
    assert_true(choice_name("a|bc|", 2, text, sizeof text));
    assert_string_equal(text, "");
    assert_false(choice_name("a|bc|", 3, text, sizeof text));
    assert_int_equal(choice_find("a|bc", "bc"), 1);
    assert_int_equal(choice_find("a|bc", "b"), -1);
    assert_int_equal(choice_find("a|bc", "a|bc"), -1);
    assert_int_equal(choice_find("a|bc", ""), -1);
}

static void distances(void **state) {
    (void)state;
    assert_int_equal(word_distance("friction", "friction"), 0);
    assert_int_equal(word_distance("frction", "friction"), 1);
    assert_int_equal(word_distance("kitten", "sitting"), 3);
    assert_int_equal(word_distance("", "abc"), 3);
    assert_int_equal(word_distance("abc", ""), 3);
    assert_int_equal(word_distance("ab", "ba"), 2);
    char longest[49], longer[60];
    memset(longest, 'a', 48);
    memset(longer, 'a', 59);
    longest[48] = longer[59] = '\0';
    assert_int_equal(word_distance(longest, ""), 48);
    assert_int_equal(word_distance(longest, longest), 0);
    assert_int_equal(word_distance(longer, "a"), 59);
}

static void locates_in_blocks(void **state) {
    (void)state;
    const int lines[] = {11, 12, 0, 14, 15, 16, 17};
    const Block block = {.word = &thing_word, .file = "c.lua", .line = 10, .lines = lines};
    block_locate(&block, error_input("count", "bad"));
    assert_string_equal(error_message(), "c.lua:12: bad");
    assert_int_equal(block_locate(&block, error_input("on", "field not written")), JUDDER_INPUT);
    assert_string_equal(error_message(), "c.lua:10: field not written");
    block_locate(&block, error_input("strange", "bad"));
    assert_string_equal(error_message(), "c.lua:10: bad");
    block_locate(&block, error_input(NULL, "bad"));
    assert_string_equal(error_message(), "c.lua:10: bad");
    assert_int_equal(block_locate(&block, error_machine("disk")), JUDDER_MACHINE);
    assert_string_equal(error_message(), "disk");
    assert_int_equal(block_locate(NULL, error_input(NULL, "bad")), JUDDER_INPUT);
    assert_string_equal(error_message(), "bad");
    error_input("count", "here");
    error_locate("d.lua", 1);
    block_locate(&block, JUDDER_INPUT);
    assert_string_equal(error_message(), "d.lua:1: here");
    assert_int_equal(block_locate(&block, JUDDER_OK), JUDDER_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_params), cmocka_unit_test(writes_presets),      cmocka_unit_test(ranges),
        cmocka_unit_test(descriptions), cmocka_unit_test(preset_descriptions), cmocka_unit_test(choices),
        cmocka_unit_test(distances),    cmocka_unit_test(locates_in_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
