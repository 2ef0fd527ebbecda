/* Matrix Market files: what is read is what was written, and every fault is named with its line. */
#include "judder_test.h"
#include "matrix_market/matrix_market.h"
#include "random.h"

#include <stdlib.h>

static JudderErr read_limited(const char *text, size_t size, const MatrixMarketLimits *limits,
                              Triplets *found) {
    FILE *file = fmemopen((void *)(uintptr_t)text, size, "r");
    assert_non_null(file);
    const JudderErr err = matrix_market_read(file, "m.mtx", limits, found);
    fclose(file);
    return err;
}

static const MatrixMarketLimits usual = {.most_rows = 1000, .most_entries = 100000};

static void expect(const char *text, int rows, int columns, const double *expected) {
    Triplets found;
    double A[64];
    if (read_limited(text, strlen(text), &usual, &found) != JUDDER_OK) fail_msg("%s", error_message());
    assert_int_equal(found.rows, rows);
    assert_int_equal(found.columns, columns);
    triplets_dense(&found, A);
    for (int i = 0; i < rows * columns; i++) assert_exact(A[i], expected[i]);
    triplets_release(&found);
}

static void every_kind_is_read(void **state) {
    (void)state;
    expect(
        "%%MatrixMarket matrix coordinate real general\n% words\n\n2 3 3\n1 1 2\n 2\t3   -1.5e-3 \n1 2 .5\n",
        2, 3, (double[]){2, .5, 0, 0, 0, -1.5e-3});
    expect("%%matrixmarket MATRIX Coordinate INTEGER Symmetric\r\n2 2 2\r\n1 1 4\r\n2 1 -3\r\n", 2, 2,
           (double[]){4, -3, -3, 0});
    expect("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 4", 2, 2,
           (double[]){0, -4, 4, 0});
    expect("%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n2 1\n", 2, 2,
           (double[]){0, 1, 1, 0});
    /* Arrays go column by column. */
    expect("%%MatrixMarket matrix array real general\n2 3\n1\n2\n3\n4\n5\n6\n", 2, 3,
           (double[]){1, 3, 5, 2, 4, 6});
    expect("%%MatrixMarket matrix array real symmetric\n3 3\n1\n2\n3\n4\n5\n6\n", 3, 3,
           (double[]){1, 2, 3, 2, 4, 5, 3, 5, 6});
    expect("%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n", 3, 3,
           (double[]){0, -1, -2, 1, 0, -3, 2, 3, 0});
    expect("%%MatrixMarket matrix coordinate real general\n2 2 0\n", 2, 2, (double[]){0, 0, 0, 0});
}

static void entries_given_twice_are_summed(void **state) {
    (void)state;
    expect("%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n2 1 1\n2 1 2\n1 1 7\n", 2, 2,
           (double[]){7, 3, 3, 0});
}

/* Entries as a file lists them, and what their matrix is then taken for. */
static double mean_of(const char *entries, double *A) {
    char text[400];
    Triplets found;
    double defect = NAN;
    snprintf(text, sizeof text, "%%%%MatrixMarket matrix coordinate real general\n3 3 %s", entries);
    assert_int_equal(read_limited(text, strlen(text), &usual, &found), JUDDER_OK);
    assert_int_equal(triplets_mean(&found, &defect), JUDDER_OK);
    triplets_dense(&found, A);
    triplets_release(&found);
    return defect;
}

static void halves_are_compared_with_their_own_size_alone(void **state) {
    (void)state;
    double A[9];
    assert_exact(mean_of("6\n1 1 5\n2 2 2\n3 3 1e12\n1 2 1\n2 1 1\n2 1 2\n", A), 2 / sqrt(10));
    assert_true(A[1] == 1 && A[3] == 3);
    const double defect = mean_of("5\n1 1 4\n2 2 4\n3 3 1e12\n1 2 1\n2 1 1.0000000000000009\n", A);
    assert_true(defect > 0 && defect < 1e-15 && A[1] == A[3] && A[1] > 1 && A[1] < 1.0000000000000009);
    /* Without its mirror image an entry stands across from zero. */
    assert_true(mean_of("4\n1 1 4\n2 2 4\n3 3 1\n1 2 1e-14\n", A) < 1e-14);
    assert_true(A[1] == 5e-15 && A[3] == 5e-15);
    assert_exact(mean_of("4\n1 1 4\n2 2 4\n3 3 1\n1 2 1\n", A), .25);
    assert_true(A[1] == 1 && A[3] == 0);
}

static void refused(const char *text, const char *message) {
    Triplets found;
    if (read_limited(text, strlen(text), &usual, &found) != JUDDER_INPUT) fail_msg("not refused: %s", text);
    assert_contains(error_message(), message);
    assert_null(found.row);
}

static void faults_are_named_with_their_line(void **state) {
    (void)state;
#define REAL "%%MatrixMarket matrix coordinate real general\n"
    refused("1 2 3\n", "m.mtx:1: the first line");
    refused("%%MatrixMarket matrix coordinate real\n", "m.mtx:1:");
    refused("%%MatrixMarket vector coordinate real general\n", "allowed is matrix");
    refused("%%MatrixMarket matrix sparse real general\n", "\"sparse\": allowed is coordinate, array");
    refused("%%MatrixMarket matrix coordinate complex general\n", "allowed is real, integer, pattern");
    refused("%%MatrixMarket matrix coordinate real hermitian\n",
            "allowed is general, symmetric, skew-symmetric");
    refused("%%MatrixMarket matrix array pattern general\n", "m.mtx:1:");
    refused(REAL, "m.mtx:2: the file ends before the line of sizes");
    refused(REAL "2 2\n", "m.mtx:2: the line of sizes is \"2 2\"");
    refused(REAL "2 -2 1\n", "m.mtx:2:");
    refused(REAL "0 2 1\n", "allowed is 1 to 1000");
    refused(REAL "2000000000 2 1\n", "2000000000 rows");
    refused(REAL "99999999999999999999 2 1\n", "m.mtx:2:");
    refused(REAL "1000 1000 4000000000\n", "4000000000 entries");
    refused(REAL "2 2 2\n1 1 3\n", "m.mtx:4: the file ends after 1 entries: its sizes promise 2");
    refused(REAL "2 2 1\n% c\n3 1 3\n", "m.mtx:4: an entry at row 3, column 1: allowed is 1 to 2, 1 to 2");
    refused(REAL "2 2 1\n1 1 nan\n", "m.mtx:3: the value is \"nan\": allowed is a finite number");
    refused(REAL "2 2 1\n1 1 inf\n", "finite");
    refused(REAL "2 2 1\n1 1 1e999\n", "finite");
    refused(REAL "2 2 1\n1 1 0x10\n", "finite");
    refused(REAL "2 2 1\n1 1\n", "finite");
    refused(REAL "2 2 1\n1 1 1 1\n", "finite");
    refused(REAL "2 2 1\n1.5 1 1\n", "needed is row column value");
    refused(REAL "2 2 1\n1 1 1\n2 2 2\n", "m.mtx:4: \"2 2 2\" after the last of 1 entries");
    refused("%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 1.5\n", "integers");
    refused("%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 2 1\n", "lower half");
    refused("%%MatrixMarket matrix coordinate real symmetric\n2 3 1\n2 1 1\n", "must be square");
    refused("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 1\n", "lower half");
    refused("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 1 1\n", "no values");
}

static void odd_bytes_are_refused(void **state) {
    (void)state;
    Triplets found;
    char text[3000] = REAL "2 2 1\n1 1 ";
    memset(text + strlen(text), '0', 2000);
    assert_int_equal(read_limited(text, strlen(text), &usual, &found), JUDDER_INPUT);
    assert_contains(error_message(), "m.mtx:3: a line of more than 1024 characters");
    static const char zero[] = REAL "2 2 1\n1 1\0 1\n";
    assert_int_equal(read_limited(zero, sizeof zero - 1, &usual, &found), JUDDER_INPUT);
    assert_contains(error_message(), "m.mtx:3:");
}

/* Random matrices, written and read back, bit by bit. */
static void what_is_written_is_read(void **state) {
    (void)state;
    Random random = {7};
    for (int trial = 0; trial < 200; trial++) {
        const int rows = 1 + random_below(&random, 8), columns = 1 + random_below(&random, 8);
        double A[64], B[64];
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        fprintf(out, "%s%d %d %d\n", REAL, rows, columns, rows * columns);
        for (int i = 0; i < rows * columns; i++) {
            A[i] = random_in(&random, -1, 1) * random_size(&random, 1e-300, 1e300);
            fprintf(out, "%d %d %.17g\n", i / columns + 1, i % columns + 1, A[i]);
        }
        fclose(out);
        Triplets found;
        if (read_limited(text, size, &usual, &found) != JUDDER_OK) fail_msg("%s", error_message());
        triplets_dense(&found, B);
        assert_memory_equal(A, B, (size_t)(rows * columns) * sizeof *A);
        triplets_release(&found);
        free(text);
    }
}

static void where_each_row_must_have_an_entry_a_bare_one_is_named(void **state) {
    (void)state;
    const MatrixMarketLimits limits = {.most_rows = 20000000, .every_row = true};
    static const struct {
        const char *text, *message;
    } files[] = {
        {"%%MatrixMarket matrix coordinate real symmetric\n20000000 20000000 1\n1 1 1\n",
         "m.mtx:2: 20000000 rows of 1 entries"},
        {"%%MatrixMarket matrix coordinate real general\n3 3 3\n1 1 1\n3 3 1\n1 3 1\n",
         "row 2 of 3 has no entry"},
        {"%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 1\n2 2 1\n", "row 3 of 3 has no entry"},
    };
    Triplets found;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        assert_int_equal(read_limited(files[i].text, strlen(files[i].text), &limits, &found), JUDDER_INPUT);
        assert_non_null(strstr(error_message(), files[i].message));
    }
    /* A zero that is written is an entry. */
    const char *good = "%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 1\n3 3 0\n";
    assert_int_equal(read_limited(good, strlen(good), &limits, &found), JUDDER_OK);
    triplets_release(&found);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_read),
        cmocka_unit_test(entries_given_twice_are_summed),
        cmocka_unit_test(halves_are_compared_with_their_own_size_alone),
        cmocka_unit_test(faults_are_named_with_their_line),
        cmocka_unit_test(odd_bytes_are_refused),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(where_each_row_must_have_an_entry_a_bare_one_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
