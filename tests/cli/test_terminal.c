/* Texts of strangers on the terminal: whatever a case, a table, a matrix, a mesh or the name of a file holds,
 * nothing reaches the terminal that it would obey. */
#include "base/text/printable.h"
#include "cli/program.h"

/* Sets the title, clears the screen, writes the control sequence introducer as one character, turns the
 * direction of writing, forges a line; once as Lua writes it, once as bytes. */
#define LUA_EVIL "\\27]0;owned\\7\\27[2J\\xC2\\x9B31m\\xE2\\x80\\xAEtxt\\xFF\\n\\rforged: line"
#define EVIL     "\x1b]0;owned\x07\x1b[2J\xC2\x9B\x33\x31m\xE2\x80\xAEtxt\xFF"

static void assert_harmless(const char *text) {
    for (size_t length; *text; text += length) {
        length = utf8_length(text);
        assert_true(length > 0);
        assert_true(*text == '\n' || printable_code(utf8_code(text, length)));
    }
}

/* What is said holds the text, made harmless. */
static void assert_shown(const char *text) {
    assert_harmless(text_out);
    assert_harmless(text_err);
    assert_true(strstr(text_out, text) || strstr(text_err, text));
    assert_null(strstr(text_out, "\nforged"));
    assert_null(strstr(text_err, "\nforged"));
}

#define MARCH(name)                                                                                          \
    "return inclusion{ impedance = 1, pressure = 1, friction = constant{ mu = 0.5 }, load = 0.2, "           \
    "study = march{ final = 1, step = 0.1, name = \"" name "\" } }\n"
#define SYSTEM(fields)                                                                                       \
    "return system{ " fields ", contacts = { { normal = 1, tangent = 2, state = \"slip\", direction = 1, "   \
    "mu = 0.4 } }, study = stability{} }\n"

static void errors_of_a_case(void **state) {
    (void)state;
    static const char *const cases[] = {
        "error(\"" LUA_EVIL "\")\n",
        "error(\"" LUA_EVIL "\", 0)\n",
        "assert(false, \"" LUA_EVIL "\")\n",
        "local p = param{ [\"" LUA_EVIL "\"] = {} }\n",
        "local x = param{ V = 1 }[\"" LUA_EVIL "\"]\n",
        "return inclusion{ [\"" LUA_EVIL "\"] = 1 }\n",
        "return inclusion{ impedance = \"" LUA_EVIL "\" }\n",
        "return math[\"" LUA_EVIL "\"]\n",
        SYSTEM("stiffness = matrix_market \"" LUA_EVIL "\""),
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        write_case("case.lua", cases[i]);
        assert_int_equal(judder("check case.lua"), 2);
        assert_shown("\\x1b]0;owned\\x07");
    }
    /* A name in a message of Lua's own: it quotes what stands in the text. */
    write_case("case.lua", "local x = 1 '\x1b[2J' 2\n");
    assert_int_equal(judder("check case.lua"), 2);
    assert_shown("\\x1b[2J");
}

static void params_and_names_of_studies(void **state) {
    (void)state;
    write_case("case.lua", "local p = param{ [\"" LUA_EVIL "\"] = \"" LUA_EVIL "\" }\n" MARCH("good"));
    assert_int_equal(judder("check case.lua"), 0);
    assert_shown("param \\x1b]0;owned\\x07");
    assert_int_equal(judder("check case.lua --set other=1"), 2);
    assert_shown("\\x1b]0;owned\\x07");
    write_case("case.lua", MARCH(LUA_EVIL));
    judder("run case.lua -o r.h5");
    assert_shown("\\x1b");
    judder("run case.lua -o r.h5 --json");
    assert_harmless(text_out);
    judder("report r.h5");
    assert_harmless(text_out), assert_harmless(text_err);
    judder("export r.h5 --csv tables");
    assert_harmless(text_out), assert_harmless(text_err);
}

static void words_of_the_command_line_and_names_of_files(void **state) {
    (void)state;
    assert_int_equal(judder("'" EVIL "'"), 2);
    assert_shown("\\x1b]0;owned");
    assert_int_equal(judder("explain '" EVIL "'"), 2);
    assert_shown("\\x1b]0;owned");
    assert_int_equal(judder("check '" EVIL ".lua'"), 2);
    assert_shown("\\x1b]0;owned");
    write_case(EVIL ".lua", MARCH("good"));
    assert_int_equal(judder("check '" EVIL ".lua'"), 0);
    assert_shown("\\x1b]0;owned");
    assert_int_equal(judder("run '" EVIL ".lua'"), 0);
    assert_shown("\\x1b]0;owned");
    assert_int_equal(judder("report '" EVIL ".h5'"), 0);
    assert_shown("\\x1b]0;owned");
    write_case(EVIL ".lua", "return 1\n");
    assert_int_equal(judder("check '" EVIL ".lua'"), 2);
    assert_shown("\\x1b]0;owned");
}

static void tables_and_matrices(void **state) {
    (void)state;
    write_case("case.lua", SYSTEM("stiffness = matrix_market \"K.mtx\""));
    static const char *const matrices[] = {
        EVIL "\n",
        "%%MatrixMarket matrix " EVIL " real general\n1 1 1\n1 1 1\n",
        "%%MatrixMarket matrix coordinate real general\n" EVIL "\n",
        "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 " EVIL "\n",
    };
    for (size_t i = 0; i < sizeof matrices / sizeof matrices[0]; i++) {
        write_case("K.mtx", matrices[i]);
        assert_int_equal(judder("check case.lua"), 2);
        assert_harmless(text_err);
    }
    write_case("case.lua",
               "return system{ stiffness = { {4, 1}, {1, 1} }, contact_table = \"t.csv\", study = "
               "stability{} }\n");
    static const char *const tables[] = {
        "normal,tangent,state," EVIL "\n1,2,slip,1\n",
        "normal,tangent,state\n1,2," EVIL "\n",
        "normal,tangent,state\n" EVIL ",2,slip\n",
    };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        write_case("t.csv", tables[i]);
        assert_int_equal(judder("check case.lua"), 2);
        assert_shown("\\x1b]0;owned");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_of_a_case),
        cmocka_unit_test(params_and_names_of_studies),
        cmocka_unit_test(words_of_the_command_line_and_names_of_files),
        cmocka_unit_test(tables_and_matrices),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
