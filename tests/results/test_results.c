/* What a result file holds. */
#include "rows.h"

static void head_is_stored(void **state) {
    (void)state;
    const char *path = scratch_path("head.h5");
    Value *parameters = value_object();
    value_set(parameters, "V", value_number(0.1));
    const ResultsHead head = {.case_file = "case.lua",
                              .case_text = "return 1 -- \xC3\xA4\n",
                              .model = "slab",
                              .version = "1.2.3",
                              .references = "one two",
                              .parameters = parameters,
                              .files = "00ff"};
    Results *results;
    assert_int_equal(results_create(path, &head, &results), JUDDER_OK);
    assert_int_equal(results_study_begin(results, "limit", "to/zero"), JUDDER_OK);
    finish(&results);
    value_destroy(&parameters);
    const hid_t file = result_open(path);
    assert_string_equal(read_text(file, "case_file", 0), "case.lua");
    assert_string_equal(read_text(file, "case_text", 0), "return 1 -- \xC3\xA4\n");
    assert_string_equal(read_text(file, "model", 0), "slab");
    assert_string_equal(read_text(file, "version", 0), "1.2.3");
    assert_string_equal(read_text(file, "references", 0), "one two");
    assert_string_equal(read_text(file, "files", 0), "00ff");
    assert_string_equal(read_text(file, "parameters", 0), "{\"V\":0.10000000000000001}");
    assert_string_equal(read_attribute(file, "/studies/01_to_zero", "study"), "limit");
    assert_string_equal(read_attribute(file, "/studies/01_to_zero", "name"), "to/zero");
    for (size_t i = 0; i < 4; i++) {
        const char *const parts[] = {"series", "fields", "events", "scalars"};
        char name[64];
        snprintf(name, sizeof name, "/studies/01_to_zero/%s", parts[i]);
        assert_true(H5Lexists(file, name, H5P_DEFAULT) > 0);
    }
    H5Fclose(file);
}

static void series_keep_every_row(void **state) {
    (void)state;
    /* None, a few, one block exactly, several blocks with and without flushes between. */
    const size_t sizes[] = {0, 1, 100, 16384, 16385, 70001};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        for (size_t every = 0; every < 3; every++) {
            const size_t step = every == 0 ? SIZE_MAX : every == 1 ? 777 : 16384;
            const char *path = scratch_path("series.h5");
            Results *results;
            begin(path, &results);
            for (size_t i = 0; i < sizes[s]; i++) {
                assert_int_equal(append(results, i), JUDDER_OK);
                if (i % step == step - 1) assert_int_equal(results_flush(results), JUDDER_OK);
            }
            finish(&results);
            const hid_t file = result_open(path);
            assert_int_equal(check_rows(file, "01_march"), sizes[s]);
            assert_string_equal(read_attribute(file, "/studies/01_march/series/slip", "unit"), "m/s");
            assert_string_equal(read_attribute(file, "/studies/01_march/series/factor", "unit"), "");
            H5Fclose(file);
        }
    }
}

static void columns_keep_their_order(void **state) {
    (void)state;
    const char *path = scratch_path("order.h5");
    Results *results;
    begin(path, &results);
    finish(&results);
    const hid_t file = result_open(path), group = H5Gopen2(file, "/studies/01_march/series", H5P_DEFAULT);
    for (size_t c = 0; c < COLUMNS; c++) {
        char name[32];
        assert_true(H5Lget_name_by_idx(group, ".", H5_INDEX_CRT_ORDER, H5_ITER_INC, c, name, sizeof name,
                                       H5P_DEFAULT) > 0);
        assert_string_equal(name, columns[c].name);
    }
    H5Gclose(group);
    H5Fclose(file);
}

static void very_many_columns_fit(void **state) {
    (void)state;
    enum { MANY = 1500, ROWS = 3000 };
    static char names[MANY][8];
    static ResultsColumn wide[MANY];
    static double row[MANY];
    const char *path = scratch_path("wide.h5");
    Results *results;
    for (size_t c = 0; c < MANY; c++) {
        snprintf(names[c], sizeof names[c], "c%zu", c);
        wide[c] = (ResultsColumn){names[c], ""};
    }
    results_make(path, &results);
    assert_int_equal(results_study_begin(results, "march", NULL), JUDDER_OK);
    assert_int_equal(results_series_declare(results, wide, MANY), JUDDER_OK);
    for (size_t i = 0; i < ROWS; i++) {
        row[MANY - 1] = (double)i;
        assert_int_equal(results_series_append(results, row), JUDDER_OK);
    }
    finish(&results);
    const hid_t file = result_open(path);
    size_t count;
    double *last = read_numbers(file, "/studies/01_march/series/c1499", &count);
    assert_int_equal(count, ROWS);
    assert_true(last[ROWS - 1] == ROWS - 1);
    free(last);
    H5Fclose(file);
}

static void events_are_stored(void **state) {
    (void)state;
    const char *path = scratch_path("events.h5");
    for (size_t total = 3; total < 60000; total *= 100) {
        Results *results;
        results_make(path, &results);
        assert_int_equal(results_study_begin(results, "march", NULL), JUDDER_OK);
        for (size_t i = 0; i < total; i++) {
            const char *kind = i + 1 < total ? "slip" : "a kind that is far too long";
            assert_int_equal(results_event(results, (double)i, kind, "contact", -1.5, (double)NAN),
                             JUDDER_OK);
            if (i % 999 == 998) assert_int_equal(results_flush(results), JUDDER_OK);
        }
        finish(&results);
        const hid_t file = result_open(path);
        size_t count;
        double *times = read_numbers(file, "/studies/01_march/events/time", &count);
        assert_int_equal(count, total);
        for (size_t i = 0; i < count; i++) assert_true(times[i] == (double)i);
        free(times);
        double *to = read_numbers(file, "/studies/01_march/events/to", &count);
        assert_true(isnan(to[count - 1]));
        free(to);
        assert_string_equal(read_text(file, "/studies/01_march/events/kind", 1), "slip");
        assert_string_equal(read_text(file, "/studies/01_march/events/kind", total - 1), "a kind that is ");
        assert_string_equal(read_text(file, "/studies/01_march/events/place", total - 1), "contact");
        H5Fclose(file);
    }
}

static void fields_are_stored(void **state) {
    (void)state;
    const char *path = scratch_path("fields.h5");
    const double at[6] = {1, 2, 3, 4, 5, 6};
    Results *results;
    results_make(path, &results);
    assert_int_equal(results_study_begin(results, "march", NULL), JUDDER_OK);
    assert_int_equal(results_field(results, "profile", "m", at, 3, 2), JUDDER_OK);
    assert_int_equal(results_field(results, "profile", "K", at, 6, 1), JUDDER_OK); /* the name again */
    assert_int_equal(results_field(results, "none", NULL, NULL, 0, 1), JUDDER_OK);
    finish(&results);
    const hid_t file = result_open(path),
                set = H5Dopen2(file, "/studies/01_march/fields/profile", H5P_DEFAULT);
    const hid_t space = H5Dget_space(set);
    hsize_t size[2];
    assert_int_equal(H5Sget_simple_extent_dims(space, size, NULL), 2);
    assert_int_equal(size[0], 3);
    assert_int_equal(size[1], 2);
    H5Sclose(space);
    H5Dclose(set);
    size_t count;
    double *numbers = read_numbers(file, "/studies/01_march/fields/profile", &count);
    assert_memory_equal(numbers, at, sizeof at);
    free(numbers);
    assert_string_equal(read_attribute(file, "/studies/01_march/fields/profile_2", "unit"), "K");
    free(read_numbers(file, "/studies/01_march/fields/none", &count));
    assert_int_equal(count, 0);
    H5Fclose(file);
}

static Value *mode(double mu, const char *state, size_t slips) {
    const double nodes[] = {1, 2, 3};
    Value *object = value_object();
    value_set(object, "mu", value_number(mu));
    if (state) value_set(object, "state", value_text(state));
    value_set(object, "slip", value_numbers(nodes, slips));
    value_set(object, "sure", value_flag(slips > 1));
    return object;
}

static Value *sample_values(void) {
    const double numbers[] = {1.5, (double)NAN, 2.5};
    Value *values = value_object();
    value_set(values, "number", value_number(1e-300));
    value_set(values, "count", value_count(9007199254740993));
    value_set(values, "flag", value_flag(true));
    value_set(values, "text", value_text("\xC3\xA4h"));
    value_set(values, "nothing", value_null());
    value_set(values, "numbers", value_numbers(numbers, 3));
    value_set(values, "empty", value_list());
    Value *texts = value_list();
    value_append(texts, value_text("one"));
    value_append(texts, value_text("three"));
    value_set(values, "texts", texts);
    Value *modes = value_list();
    value_append(modes, mode(0.5, "slip", 1));
    value_append(modes, mode((double)NAN, "stick", 3));
    value_set(values, "modes", modes);
    Value *mixed = value_list();
    value_append(mixed, value_count(1));
    value_append(mixed, value_text("x"));
    value_set(values, "mixed", mixed);
    value_set(values, "object", mode(1, "x", 0));
    value_set(values, "a/b", value_count(7));
    return values;
}

static void check_types(hid_t file) {
    const struct {
        const char *name;
        H5T_class_t type;
        int rank;
    } expected[] = {{"number", H5T_FLOAT, 0}, {"count", H5T_INTEGER, 0}, {"flag", H5T_ENUM, 0},
                    {"text", H5T_STRING, 0},  {"nothing", H5T_FLOAT, 0}, {"numbers", H5T_FLOAT, 1},
                    {"empty", H5T_FLOAT, 1},  {"texts", H5T_STRING, 1},  {"modes/mu", H5T_FLOAT, 1},
                    {"mixed", H5T_STRING, 0}, {"object", H5T_STRING, 0}, {"modes/sure", H5T_ENUM, 1}};
    const hid_t group = H5Gopen2(file, "/studies/01_march/scalars", H5P_DEFAULT);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const hid_t set = H5Dopen2(group, expected[i].name, H5P_DEFAULT);
        assert_true(set >= 0);
        const hid_t type = H5Dget_type(set), space = H5Dget_space(set);
        assert_int_equal(H5Tget_class(type), expected[i].type);
        assert_int_equal(H5Sget_simple_extent_ndims(space), expected[i].rank);
        H5Sclose(space);
        H5Tclose(type);
        H5Dclose(set);
    }
    H5Gclose(group);
}

static void check_flag(hid_t file, const char *path) {
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT), type = H5Dget_type(set);
    signed char value = -1;
    char name[16] = "";
    assert_true(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, &value) >= 0);
    assert_true(H5Tenum_nameof(type, &value, name, sizeof name) >= 0);
    assert_string_equal(name, "TRUE");
    H5Tclose(type);
    H5Dclose(set);
}

#define SCALARS "/studies/01_march/scalars/"

static void values_become_scalars(void **state) {
    (void)state;
    const char *path = scratch_path("scalars.h5");
    Results *results;
    results_make(path, &results);
    assert_int_equal(results_study_begin(results, "march", NULL), JUDDER_OK);
    Value *values = sample_values();
    char reason[9000];
    memset(reason, 'r', sizeof reason);
    reason[sizeof reason - 1] = 0;
    assert_int_equal(results_study_end(results, values, "failed", reason), JUDDER_OK);
    assert_int_equal(results_close(results), JUDDER_OK);
    results_gone(&results);
    value_destroy(&values);

    const hid_t file = result_open(path);
    check_types(file);
    check_flag(file, SCALARS "flag");
    assert_true(read_number(file, SCALARS "number") == 1e-300);
    assert_true(isnan(read_number(file, SCALARS "nothing")));
    assert_true(read_number(file, SCALARS "a_b") == 7);
    assert_string_equal(read_text(file, SCALARS "text", 0), "\xC3\xA4h");
    assert_string_equal(read_text(file, SCALARS "texts", 0), "one");
    assert_string_equal(read_text(file, SCALARS "texts", 1), "three");
    assert_string_equal(read_text(file, SCALARS "modes/state", 1), "stick");
    assert_string_equal(read_text(file, SCALARS "modes/slip", 1), "[1,2,3]");
    assert_string_equal(read_text(file, SCALARS "mixed", 0), "[1,\"x\"]");
    size_t count;
    double *numbers = read_numbers(file, SCALARS "numbers", &count);
    assert_int_equal(count, 3);
    assert_true(numbers[0] == 1.5 && isnan(numbers[1]) && numbers[2] == 2.5);
    free(numbers);
    numbers = read_numbers(file, SCALARS "modes/mu", &count);
    assert_int_equal(count, 2);
    assert_true(numbers[0] == 0.5 && isnan(numbers[1]));
    free(numbers);
    free(read_numbers(file, SCALARS "empty", &count));
    assert_int_equal(count, 0);
    assert_string_equal(read_attribute(file, "/studies/01_march", "outcome"), "failed");
    assert_int_equal(strlen(read_attribute(file, "/studies/01_march", "reason")), 4096);
    H5Fclose(file);
}

static void studies_are_numbered(void **state) {
    (void)state;
    const char *path = scratch_path("studies.h5");
    Results *results;
    results_make(path, &results);
    for (size_t i = 0; i < 1200; i++) {
        assert_int_equal(results_study_begin(results, "march", "same"), JUDDER_OK);
        assert_int_equal(results_study_begin(results, "march", "same"), JUDDER_MACHINE);
        assert_int_equal(results_study_end(results, NULL, "done", NULL), JUDDER_OK);
    }
    assert_int_equal(results_study_end(results, NULL, "done", NULL), JUDDER_MACHINE);
    assert_int_equal(append(results, 1), JUDDER_MACHINE);
    assert_int_equal(results_close(results), JUDDER_OK);
    results_gone(&results);
    const hid_t file = result_open(path);
    assert_string_equal(read_attribute(file, "/studies/02_same", "outcome"), "done");
    assert_string_equal(read_attribute(file, "/studies/1200_same", "name"), "same");
    H5Fclose(file);
}

static void small_file_is_small(void **state) {
    (void)state;
    const char *path = scratch_path("small.h5");
    Results *results;
    struct stat found;
    begin(path, &results);
    append_rows(results, 0, 100);
    Value *values = sample_values();
    assert_int_equal(results_study_end(results, values, "done", ""), JUDDER_OK);
    assert_int_equal(results_close(results), JUDDER_OK);
    results_gone(&results);
    value_destroy(&values);
    assert_int_equal(stat(path, &found), 0);
    assert_true(found.st_size < 40000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(head_is_stored),           cmocka_unit_test(series_keep_every_row),
        cmocka_unit_test(columns_keep_their_order), cmocka_unit_test(very_many_columns_fit),
        cmocka_unit_test(events_are_stored),        cmocka_unit_test(fields_are_stored),
        cmocka_unit_test(values_become_scalars),    cmocka_unit_test(studies_are_numbered),
        cmocka_unit_test(small_file_is_small),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
