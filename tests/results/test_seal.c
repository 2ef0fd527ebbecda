/* Every byte of a result that was closed counts: one that is changed is found, wherever it lies. */
#include "scratch.h"

#include "random.h"

#include "results/read/reader.h"
#include "results/read/seal.h"

#include <fcntl.h>

static const ResultsHead head = {
    .case_file = "x.lua", .case_text = "return 1", .model = "slab", .version = "1"};

static void write_result(const char *path, bool closes) {
    Results *results = NULL;
    const ResultsColumn columns[] = {{"time", "s"}, {"slip", "m"}};
    Value *values = value_object();
    assert_int_equal(results_create(path, &head, &results), JUDDER_OK);
    assert_int_equal(results_study_begin(results, "march", "march"), JUDDER_OK);
    assert_int_equal(results_series_declare(results, columns, 2), JUDDER_OK);
    for (int i = 0; i < 20000; i++)
        assert_int_equal(results_series_append(results, (const double[]){i, sin(i)}), JUDDER_OK);
    assert_int_equal(results_flush(results), JUDDER_OK);
    if (closes) {
        assert_int_equal(results_study_end(results, values, "done", ""), JUDDER_OK);
        assert_int_equal(results_close(results), JUDDER_OK);
    }
    value_destroy(&values);
    results_destroy(&results);
}

static JudderErr read_result(const char *path) {
    Reader *reader = NULL;
    const JudderErr err = reader_open(path, &reader);
    reader_close(&reader);
    return err;
}

static long size_of(const char *path) {
    const int fd = open(path, O_RDONLY);
    const long size = lseek(fd, 0, SEEK_END);
    close(fd);
    return size;
}

static void change_bit(const char *path, long place, int bit) {
    unsigned char byte;
    const int fd = open(path, O_RDWR);
    assert_int_equal(pread(fd, &byte, 1, place), 1);
    byte = (unsigned char)(byte ^ 1 << bit);
    assert_int_equal(pwrite(fd, &byte, 1, place), 1);
    close(fd);
}

static void any_changed_bit_is_found(void **state) {
    (void)state;
    Random random = {9};
    write_result("whole.h5", true);
    assert_int_equal(read_result("whole.h5"), JUDDER_OK);
    const long size = size_of("whole.h5");
    for (int k = 0; k < 400; k++) {
        const long end = k < 40 ? size - 1 - k : random_below(&random, (int)size);
        const int bit = random_below(&random, 8);
        change_bit("whole.h5", end, bit);
        assert_int_equal(read_result("whole.h5"), JUDDER_INPUT);
        change_bit("whole.h5", end, bit);
    }
    assert_int_equal(read_result("whole.h5"), JUDDER_OK);
    change_bit("whole.h5", size / 2, 3);
    assert_int_equal(read_result("whole.h5"), JUDDER_INPUT);
    assert_non_null(strstr(error_message(), "sum"));
}

static void a_seal_that_is_gone_is_missed(void **state) {
    (void)state;
    write_result("cut.h5", true);
    const long size = size_of("cut.h5");
    assert_int_equal(truncate("cut.h5", size - SEAL_SIZE), 0);
    assert_int_equal(read_result("cut.h5"), JUDDER_INPUT);
    assert_non_null(strstr(error_message(), "sum"));
}

/* As after a kill. */
static void what_was_not_closed_has_none(void **state) {
    (void)state;
    write_result("open.h5", false);
    const int fd = open("open.h5", O_RDONLY);
    assert_int_equal(seal_check(fd), SEAL_NONE);
    close(fd);
    assert_int_equal(read_result("open.h5"), JUDDER_OK);
}

static void sums_do_not_depend_on_the_blocks(void **state) {
    (void)state;
    unsigned char bytes[1000], one[SEAL_SIZE], two[SEAL_SIZE];
    Random random = {10};
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)random_below(&random, 256);
    for (size_t size = 0; size < sizeof bytes; size += 37) {
        SealSum whole = seal_start(), parts = seal_start();
        seal_add(&whole, bytes, size);
        for (size_t at = 0; at < size; at += 96)
            seal_add(&parts, bytes + at, size - at < 96 ? size - at : 96);
        seal_end(&whole, size, one);
        seal_end(&parts, size, two);
        assert_memory_equal(one, two, SEAL_SIZE);
    }
}

static int enter(void **state) {
    return scratch_make(state) == 0 ? chdir(scratch) : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_changed_bit_is_found),
        cmocka_unit_test(a_seal_that_is_gone_is_missed),
        cmocka_unit_test(what_was_not_closed_has_none),
        cmocka_unit_test(sums_do_not_depend_on_the_blocks),
    };
    return cmocka_run_group_tests(tests, enter, scratch_remove);
}
