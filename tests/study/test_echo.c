/* The case as it was understood, and the papers behind its words, for words that no model has. */
#include "judder_test.h"
#include "study/run/run.h"

#include <stdlib.h>

#define LONG_KEY "a_key_that_is_far_longer_than_the_keys_of_a_usual_bibliography_are_allowed_to_be_2001"

typedef struct Leaf {
    double width;
} Leaf;

typedef struct Hidden {
    Block leaf;
    double depth;
} Hidden;

typedef struct Tree {
    double height;
    long age;
    bool green;
    const char *name;
    int season;
    Numbers rings;
    Signal wind, sway[2];
    Function shape;
    Block leaf;
    BlockList leaves;
    Hidden hidden;
} Tree;

#define FIELD(type, name) .key = #name, .offset = offsetof(type, name)

static const Param leaf_params[] = {{FIELD(Leaf, width), .type = PARAM_NUMBER, .preset = 3}, {0}};
#define LEAF(word, keys)                                                                                     \
    static const Word word##_word = {.name = #word,                                                          \
                                     .kind = "leaf",                                                         \
                                     .papers = keys,                                                         \
                                     .example = #word "{}",                                                  \
                                     .params = leaf_params,                                                  \
                                     .size = sizeof(Leaf)}
LEAF(oak, "smith2001b smith1999");
LEAF(elm, "smith2001 " LONG_KEY "a " LONG_KEY "b " LONG_KEY "c " LONG_KEY "d " LONG_KEY "e " LONG_KEY "f");
LEAF(fir, "smith1999 fir2020");
LEAF(ash, "");

static const Param hidden_params[] = {{FIELD(Hidden, leaf), .type = PARAM_WORD, .of = "leaf"},
                                      {FIELD(Hidden, depth), .type = PARAM_NUMBER, .preset = 7},
                                      {0}};
static const Word hidden_word = {.name = "hidden", .params = hidden_params, .size = sizeof(Hidden)};

static const Param tree_params[] = {
    {FIELD(Tree, height), .type = PARAM_NUMBER, .preset = 0.5},
    {FIELD(Tree, age), .type = PARAM_COUNT, .preset = 12, .low = 0, .high = 1e6},
    {FIELD(Tree, green), .type = PARAM_FLAG, .preset = 1},
    {FIELD(Tree, name), .type = PARAM_TEXT, .preset_text = "old"},
    {FIELD(Tree, season), .type = PARAM_CHOICE, .choices = "spring|autumn", .preset = 1},
    {FIELD(Tree, rings), .type = PARAM_NUMBERS},
    {FIELD(Tree, wind), .type = PARAM_SIGNAL, .preset = 4},
    {FIELD(Tree, sway), .type = PARAM_SIGNALS, .components = 2},
    {FIELD(Tree, shape), .type = PARAM_FUNCTION},
    {FIELD(Tree, leaf), .type = PARAM_WORD, .of = "leaf"},
    {FIELD(Tree, leaves), .type = PARAM_WORDS, .of = "leaf"},
    {FIELD(Tree, hidden), .type = PARAM_TABLE, .table = &hidden_word},
    {0}};
static const Word tree_word = {.name = "tree",
                               .kind = "model",
                               .papers = "tree1990",
                               .example = "tree{}",
                               .params = tree_params,
                               .size = sizeof(Tree)};
static const Word *const words[] = {&oak_word,  &elm_word,      &fir_word, &ash_word,
                                    &tree_word, &table_of_word, NULL};

static Case *read_tree(const char *text) {
    const CaseOptions options = {.words = words};
    Case *read = NULL;
    if (case_read_text("t.lua", text, strlen(text), &options, &read) != JUDDER_OK)
        fail_msg("%s: %s", text, error_message());
    return read;
}

static void assert_echo(const char *text, const char *expected) {
    Case *read = read_tree(text);
    Value *echo = run_echo(read);
    assert_non_null(echo);
    char *json = value_json(echo);
    assert_string_equal(json, expected);
    free(json);
    value_destroy(&echo);
    case_destroy(&read);
}

static void every_field_is_there_with_its_default(void **state) {
    (void)state;
    assert_echo(
        "return tree{}",
        "{\"params\":{},\"model\":{\"word\":\"tree\",\"fields\":{\"height\":0.5,\"age\":12,\"green\":true,"
        "\"name\":\"old\",\"season\":\"autumn\",\"rings\":[],\"wind\":4,\"sway\":[0,0],\"shape\":null,"
        "\"leaf\":null,\"leaves\":[],\"hidden\":{\"leaf\":null,\"depth\":7}}}}");
}

static void every_field_is_there_with_its_value(void **state) {
    (void)state;
    assert_echo(
        "local p = param{ h = 2 }\n"
        "return tree{ height = p.h, age = 3, green = false, name = 'x', season = 'spring', rings = {1, "
        "2},\n"
        "wind = function(t) return t end, sway = {1, table_of{ t = {0, 1}, value = {5, 6} }},\n"
        "shape = function(x) return x end, leaf = oak{}, leaves = {elm{ width = 1 }, fir{}},\n"
        "hidden = { leaf = ash{}, depth = 8 } }",
        "{\"params\":{\"h\":\"2\"},\"model\":{\"word\":\"tree\",\"fields\":{\"height\":2,\"age\":3,"
        "\"green\":false,\"name\":\"x\",\"season\":\"spring\",\"rings\":[1,2],"
        "\"wind\":\"function at line 3\",\"sway\":[1,{\"t\":[0,1],\"value\":[5,6]}],"
        "\"shape\":\"function at line 4\",\"leaf\":{\"word\":\"oak\",\"fields\":{\"width\":3}},"
        "\"leaves\":[{\"word\":\"elm\",\"fields\":{\"width\":1}},{\"word\":\"fir\",\"fields\":{"
        "\"width\":3}}],\"hidden\":{\"leaf\":{\"word\":\"ash\",\"fields\":{\"width\":3}},"
        "\"depth\":8}}}}");
}

static void assert_papers(const char *text, const char *expected) {
    Case *read = read_tree(text);
    char *keys = run_papers(read);
    assert_non_null(keys);
    assert_string_equal(keys, expected);
    free(keys);
    case_destroy(&read);
}

static void papers_are_named_once_and_in_full(void **state) {
    (void)state;
    assert_papers("return tree{}", "tree1990");
    assert_papers("return tree{ leaf = ash{} }", "tree1990");
    assert_papers("return tree{ leaf = oak{}, leaves = {fir{}, oak{}, fir{}} }",
                  "tree1990 smith2001b smith1999 fir2020");
    /* A key that begins another one, and more keys than a line holds. */
    assert_papers("return tree{ leaf = oak{}, leaves = elm{} }",
                  "tree1990 smith2001b smith1999 smith2001 " LONG_KEY "a " LONG_KEY "b " LONG_KEY
                  "c " LONG_KEY "d " LONG_KEY "e " LONG_KEY "f");
    assert_papers("return tree{ hidden = { leaf = fir{} } }", "tree1990 smith1999 fir2020");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_is_there_with_its_default),
        cmocka_unit_test(every_field_is_there_with_its_value),
        cmocka_unit_test(papers_are_named_once_and_in_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
