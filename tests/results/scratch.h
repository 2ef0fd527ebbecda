/* A folder of its own for each test program, and a look into result files with plain HDF5. */
#ifndef JUDDER_TESTS_RESULTS_SCRATCH_H
#define JUDDER_TESTS_RESULTS_SCRATCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "results/results.h"

#include <dirent.h>
#include <ftw.h>
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char scratch[64];

static inline int scratch_make(void **state) {
    (void)state;
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    strcpy(scratch, "/tmp/judder_results_XXXXXX");
    return mkdtemp(scratch) ? 0 : -1;
}

static inline int remove_one(const char *path, const struct stat *found, int type, struct FTW *place) {
    (void)found, (void)type, (void)place;
    return remove(path);
}

static inline int scratch_remove(void **state) {
    (void)state;
    return nftw(scratch, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static inline const char *scratch_path(const char *name) {
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", scratch, name);
    return path;
}

static inline size_t folder_count(const char *folder) {
    size_t count = 0;
    DIR *list = opendir(folder);
    if (!list) return 0;
    while (readdir(list)) count++;
    closedir(list);
    return count - 2;
}

static inline void results_make(const char *path, Results **results) {
    const ResultsHead head = {.case_file = "case.lua",
                              .case_text = "return inclusion{}\n-- \xC3\xA4",
                              .model = "inclusion",
                              .version = "1.2.3",
                              .references = "a b"};
    assert_int_equal(results_create(path, &head, results), JUDDER_OK);
}

/* Numbers of a dataset of any rank up to 2, to be freed; count becomes their number. */
static inline double *read_numbers(hid_t file, const char *name, size_t *count) {
    const hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
    assert_true(set >= 0);
    const hid_t space = H5Dget_space(set);
    *count = (size_t)H5Sget_simple_extent_npoints(space);
    double *numbers = calloc(*count + 1, sizeof *numbers);
    assert_non_null(numbers);
    assert_true(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers) >= 0);
    H5Sclose(space);
    H5Dclose(set);
    return numbers;
}

static inline double read_number(hid_t file, const char *name) {
    size_t count;
    double *numbers = read_numbers(file, name, &count);
    const double first = numbers[0];
    assert_int_equal(count, 1);
    free(numbers);
    return first;
}

/* The text at a position of a dataset of texts, in a buffer that the next call reuses. */
static inline const char *read_text(hid_t file, const char *name, size_t position) {
    static char text[4096];
    const hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
    assert_true(set >= 0);
    const hid_t type = H5Dget_type(set), space = H5Dget_space(set);
    assert_int_equal(H5Tget_class(type), H5T_STRING);
    const size_t size = H5Tget_size(type), count = (size_t)H5Sget_simple_extent_npoints(space);
    assert_true(position < count && size < sizeof text);
    char *all = calloc(count, size);
    assert_non_null(all);
    assert_true(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, all) >= 0);
    snprintf(text, sizeof text, "%.*s", (int)size, all + position * size);
    free(all);
    H5Sclose(space);
    H5Tclose(type);
    H5Dclose(set);
    return text;
}

static inline const char *read_attribute(hid_t file, const char *object, const char *name) {
    static char text[8192];
    const hid_t attribute = H5Aopen_by_name(file, object, name, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(attribute >= 0);
    const hid_t type = H5Aget_type(attribute);
    assert_true(H5Tget_size(type) < sizeof text);
    memset(text, 0, sizeof text);
    assert_true(H5Aread(attribute, type, text) >= 0);
    H5Tclose(type);
    H5Aclose(attribute);
    return text;
}

static inline hid_t result_open(const char *path) {
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0);
    return file;
}

/* A closed result as a killed run leaves it: without the sum of its bytes, so that what is changed in it
 * meets the checks behind that. HDF5 cuts off what lies behind its own bytes. */
static inline void unseal(const char *path) {
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(file >= 0 && H5Adelete(file, "sealed") >= 0 && H5Fclose(file) >= 0);
}

/* Destroys and checks that no object of HDF5 stays open. */
static inline void results_gone(Results **results) {
    results_destroy(results);
    assert_null(*results);
    assert_int_equal(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
}

#endif
