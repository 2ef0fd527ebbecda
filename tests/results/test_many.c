/* Very many values: read in a time that grows with their number, not with its square. */
#include "judder_test.h"

#include "scratch.h"

#include "results/export/export.h"
#include "results/read/reader.h"
#include "results/read/seal.h"

#include <hdf5.h>
#include <sys/resource.h>
#include <unistd.h>

enum { SCALARS = SANITIZED ? 2000 : 20000 };

/* Of this process and of those that it started. */
static double seconds(void) {
    double sum = 0;
    const int whose[] = {RUSAGE_SELF, RUSAGE_CHILDREN};
    for (int i = 0; i < 2; i++) {
        struct rusage used;
        getrusage(whose[i], &used);
        sum += (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
               1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    }
    return sum;
}

static Value *scalar(int i) {
    switch (i % 4) {
    case 0: return value_number(0.5 * i);
    case 1: return value_count(i);
    case 2: return value_flag(i % 8 == 2);
    default: return value_text("some text");
    }
}

static void write_result(const char *path) {
    Results *results;
    Value *values = value_object();
    char name[40];
    for (int i = 0; i < SCALARS; i++) {
        snprintf(name, sizeof name, "scalar %d", i);
        assert_true(value_set(values, name, scalar(i)));
    }
    results_make(path, &results);
    assert_int_equal(results_study_begin(results, "march", NULL), JUDDER_OK);
    assert_int_equal(results_study_end(results, values, "done", ""), JUDDER_OK);
    assert_int_equal(results_close(results), JUDDER_OK);
    results_gone(&results);
    value_destroy(&values);
}

static void twenty_thousand_scalars_are_read_soon(void **state) {
    (void)state;
    const double most = SANITIZED ? 60 : 1.5;
    char path[512], name[40];
    size_t written;
    strcpy(path, scratch_path("many.h5"));
    write_result(path);
    double begin = seconds();
    Reader *reader = NULL;
    assert_int_equal(reader_open(path, &reader), JUDDER_OK);
    assert_true(seconds() - begin < most);
    const Value *values = reader->studies[0].values;
    assert_int_equal(value_length(values), SCALARS);
    for (int i = 0; i < SCALARS; i++) {
        snprintf(name, sizeof name, "scalar %d", i);
        assert_string_equal(value_key(values, (size_t)i), name);
        Value *expected = scalar(i);
        char *one = value_json(value_at(values, (size_t)i)), *other = value_json(expected);
        assert_string_equal(one, other);
        free(one);
        free(other);
        value_destroy(&expected);
    }
    reader_close(&reader);
    begin = seconds();
    assert_int_equal(export_csv(path, scratch_path("tables"), &written), JUDDER_OK);
    assert_true(seconds() - begin < most);
}

/* One large value under many names would be read as often. */
static void an_object_with_two_names_is_refused(void **state) {
    (void)state;
    char path[512], study[100];
    Reader *reader = NULL;
    strcpy(path, scratch_path("names.h5"));
    write_result(path);
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(file >= 0);
    assert_true(H5Adelete(file, seal_attribute) >= 0); /* as a file that was never closed */
    const hid_t studies = H5Gopen2(file, "studies", H5P_DEFAULT);
    assert_true(H5Lget_name_by_idx(studies, ".", H5_INDEX_NAME, H5_ITER_INC, 0, study, 50, H5P_DEFAULT) > 0);
    const hid_t scalars = H5Gopen2(studies, strcat(study, "/scalars"), H5P_DEFAULT);
    assert_true(scalars >= 0);
    assert_true(H5Lcreate_hard(scalars, "scalar 1", scalars, "again", H5P_DEFAULT, H5P_DEFAULT) >= 0);
    H5Gclose(scalars);
    H5Gclose(studies);
    H5Fclose(file);
    assert_int_equal(reader_open(path, &reader), JUDDER_INPUT);
    assert_contains(error_message(), "a group cannot be listed");
}

static void a_file_of_holes_is_refused(void **state) {
    (void)state;
    char path[512];
    Reader *reader = NULL;
    strcpy(path, scratch_path("holes.h5"));
    write_result(path);
    assert_int_equal(truncate(path, (off_t)1 << 36), 0);
    assert_int_equal(reader_open(path, &reader), JUDDER_INPUT);
    assert_contains(error_message(), "holes");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twenty_thousand_scalars_are_read_soon),
        cmocka_unit_test(an_object_with_two_names_is_refused),
        cmocka_unit_test(a_file_of_holes_is_refused),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
