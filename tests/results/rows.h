/* A series whose rows can be checked one by one. */
#ifndef JUDDER_TESTS_RESULTS_ROWS_H
#define JUDDER_TESTS_RESULTS_ROWS_H

#include "scratch.h"

enum { COLUMNS = 4 };

static const ResultsColumn columns[COLUMNS] = {
    {"time", "s"}, {"slip", "m/s"}, {"pressure", "Pa"}, {"factor", ""}};

/* Row i is (i, 2i, 3i, 4i). */
static inline JudderErr append(Results *results, size_t i) {
    double row[COLUMNS];
    for (size_t c = 0; c < COLUMNS; c++) row[c] = (double)(i * (c + 1));
    return results_series_append(results, row);
}

static inline void append_rows(Results *results, size_t from, size_t to) {
    for (size_t i = from; i < to; i++) assert_int_equal(append(results, i), JUDDER_OK);
}

/* Checks that every column holds rows as above from the first on; returns the rows that all columns have. */
static inline size_t check_rows(hid_t file, const char *study) {
    size_t common = SIZE_MAX;
    for (size_t c = 0; c < COLUMNS; c++) {
        char name[128];
        size_t rows;
        snprintf(name, sizeof name, "/studies/%s/series/%s", study, columns[c].name);
        double *numbers = read_numbers(file, name, &rows);
        for (size_t i = 0; i < rows; i++) {
            if (numbers[i] != (double)(i * (c + 1))) fail_msg("%s: row %zu is %g", name, i, numbers[i]);
        }
        free(numbers);
        if (rows < common) common = rows;
    }
    return common;
}

static inline void begin(const char *path, Results **results) {
    results_make(path, results);
    assert_int_equal(results_study_begin(*results, "march", NULL), JUDDER_OK);
    assert_int_equal(results_series_declare(*results, columns, COLUMNS), JUDDER_OK);
}

static inline void finish(Results **results) {
    assert_int_equal(results_study_end(*results, NULL, "done", ""), JUDDER_OK);
    assert_int_equal(results_close(*results), JUDDER_OK);
    results_gone(results);
}

static inline size_t rows_of(const char *path) {
    const hid_t file = result_open(path);
    const size_t rows = check_rows(file, "01_march");
    H5Fclose(file);
    return rows;
}

#endif
