/* Tables that are opened by programs which compute what looks like a formula. */
#include "scratch.h"

#include "results/export/export.h"

static char folder[512], result[512];

static void use(const char *name) {
    snprintf(result, sizeof result, "%s/%s.h5", scratch, name);
    snprintf(folder, sizeof folder, "%s/%s", scratch, name);
}

/* The text of an exported file, to be freed. */
static char *exported(const char *name) {
    char path[1200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (!file) fail_msg("%s is missing", path);
    char *text = NULL;
    size_t size = 0;
    assert_true(getdelim(&text, &size, 0, file) > 0);
    fclose(file);
    return text;
}

static void expect_file(const char *name, const char *expected) {
    char *text = exported(name);
    assert_string_equal(text, expected);
    free(text);
}

static const struct {
    const char *text, *cell;
} cells[] = {{"=1+1", "'=1+1"},
             {"=HYPERLINK(\"http://x\",1)", "\"'=HYPERLINK(\"\"http://x\"\",1)\""},
             {"+1+1", "'+1+1"},
             {"-2+3|cmd", "\"'-2+3|cmd\""},
             {"@SUM(1)", "'@SUM(1)"},
             {"\t=1", "\"'\t=1\""},
             {"\r=1", "\"'\r=1\""},
             {"\n=1", "\"'\n=1\""},
             {"-", "'-"},
             {"-1.5e", "'-1.5e"},
             {"-1.5", "-1.5"},
             {"+1e-3", "+1e-3"},
             {"-.5", "-.5"},
             {"a=1", "a=1"},
             {"a;=1", "\"a;=1\""},
             {"a|=1", "\"a|=1\""},
             {"sep=|", "\"'sep=|\""},
             {"SEP=x", "'SEP=x"},
             {"\xEF\xBB\xBFsep=x", "\"'\xEF\xBB\xBFsep=x\""},
             {"\xEF\xBB\xBF=1+1", "\"'\xEF\xBB\xBF=1+1\""},
             {"\xEF\xBB\xBF\xEF\xBB\xBF@A", "\"'\xEF\xBB\xBF\xEF\xBB\xBF@A\""},
             {"\xEF\xBB\xBF\xEF\xBC\x9D"
              "1",
              "\"'\xEF\xBB\xBF\xEF\xBC\x9D"
              "1\""},
             {"sepal", "sepal"},
             {"\xCE\xBC", "\"\xCE\xBC\""},
             {"", ""}};

/* Texts that a program for tables would compute have a ' before them; numbers stay numbers. */
static void formulas_are_texts(void **state) {
    (void)state;
    char expected[2000] = "name,position,value\n'=name,,-1.5\n";
    use("formulas");
    Results *results;
    results_make(result, &results);
    assert_int_equal(results_study_begin(results, "march", NULL), JUDDER_OK);
    const ResultsColumn titles[] = {{"=t", "s"}, {"-v", ""}};
    assert_int_equal(results_series_declare(results, titles, 2), JUDDER_OK);
    assert_int_equal(results_series_append(results, (const double[]){-1, -2.5}), JUDDER_OK);
    assert_int_equal(results_event(results, -1, "=kind", "@place", -1, 1), JUDDER_OK);
    Value *values = value_object();
    value_set(values, "=name", value_number(-1.5));
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        char name[20];
        snprintf(name, sizeof name, "t%zu", i);
        value_set(values, name, value_text(cells[i].text));
        snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%s,,%s\n", name,
                 cells[i].cell);
    }
    assert_int_equal(results_study_end(results, values, "done", ""), JUDDER_OK);
    value_destroy(&values);
    assert_int_equal(results_close(results), JUDDER_OK);
    results_gone(&results);
    size_t written;
    assert_int_equal(export_csv(result, folder, &written), JUDDER_OK);
    expect_file("01_march_scalars.csv", expected);
    expect_file("01_march_series.csv", "'=t [s],'-v\n-1,-2.5\n");
    expect_file("01_march_events.csv", "time,kind,place,from,to\n-1,'=kind,'@place,-1,1\n");
}

/* A first line sep=x would make x the separator of the whole table. */
static void a_first_name_sets_no_separator(void **state) {
    (void)state;
    use("separator");
    Results *results;
    results_make(result, &results);
    assert_int_equal(results_study_begin(results, "march", NULL), JUDDER_OK);
    const ResultsColumn titles[] = {{"Sep=|", ""}};
    assert_int_equal(results_series_declare(results, titles, 1), JUDDER_OK);
    assert_int_equal(results_series_append(results, (const double[]){1}), JUDDER_OK);
    Value *values = value_object();
    assert_int_equal(results_study_end(results, values, "done", ""), JUDDER_OK);
    value_destroy(&values);
    assert_int_equal(results_close(results), JUDDER_OK);
    results_gone(&results);
    size_t written;
    assert_int_equal(export_csv(result, folder, &written), JUDDER_OK);
    expect_file("01_march_series.csv", "\"'Sep=|\"\n1\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(formulas_are_texts),
                                       cmocka_unit_test(a_first_name_sets_no_separator)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
