/* Results as CSV, and files that are no results. */
#include "rows.h"

#include "results/export/export.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

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

/* A study with all parts, flushed once if it is to have chunks. */
static void make_result(size_t rows, bool chunks) {
    Results *results;
    begin(result, &results);
    for (size_t i = 0; i < rows; i++) {
        assert_int_equal(append(results, i), JUDDER_OK);
        if (chunks && i == rows / 2) assert_int_equal(results_flush(results), JUDDER_OK);
    }
    const double profile[] = {0.1, -0.0, (double)NAN, (double)INFINITY};
    assert_int_equal(results_event(results, 0.5, "slip", "a,\"b\"", 1, (double)NAN), JUDDER_OK);
    assert_int_equal(results_field(results, "profile", "m", profile, 2, 2), JUDDER_OK);
    assert_int_equal(results_field(results, "line, long", "", profile, 2, 1), JUDDER_OK);
    Value *values = value_object(), *modes = value_list(), *mode = value_object();
    value_set(values, "steps", value_count(9007199254740993));
    value_set(values, "energy", value_number(1.0 / 3));
    value_set(values, "sure", value_flag(true));
    value_set(values, "missing", value_null());
    value_set(values, "note", value_text("two\nlines"));
    value_set(values, "times", value_numbers(profile, 2));
    value_set(mode, "mu", value_number(0.5));
    value_set(mode, "slip", value_numbers(profile, 2));
    value_append(modes, mode);
    value_set(values, "modes", modes);
    Value *probes = value_object(), *reached = value_list();
    value_append(reached, value_number(0.5));
    value_append(reached, value_null());
    value_set(probes, "t", value_numbers((const double[]){2, 3}, 2));
    value_set(probes, "v", reached);
    assert_int_equal(results_probes(results, probes), JUDDER_OK);
    assert_int_equal(results_study_end(results, values, "done", ""), JUDDER_OK);
    value_destroy(&probes);
    value_destroy(&values);
    assert_int_equal(results_study_begin(results, "steady", "second"), JUDDER_OK);
    assert_int_equal(results_probes(results, NULL), JUDDER_OK);
    assert_int_equal(results_study_end(results, NULL, "done", ""), JUDDER_OK);
    assert_int_equal(results_close(results), JUDDER_OK);
    results_gone(&results);
}

static void every_part_is_written(void **state) {
    (void)state;
    use("parts");
    make_result(2, false);
    size_t written;
    assert_int_equal(export_csv(result, folder, &written), JUDDER_OK);
    assert_int_equal(written, 8);
    assert_int_equal(folder_count(folder), 8);
    expect_file("01_march_series.csv", "time [s],slip [m/s],pressure [Pa],factor\n0,0,0,0\n1,2,3,4\n");
    expect_file("01_march_events.csv", "time,kind,place,from,to\n0.5,slip,\"a,\"\"b\"\"\",1,\n");
    expect_file("01_march_probes.csv", "t [s],v\n2,0.5\n3,\n");
    expect_file("01_march_field_profile.csv",
                "profile_1 [m],profile_2 [m]\n0.10000000000000001,-0.0\n,inf\n");
    expect_file("01_march_field_line, long.csv", "\"line, long\"\n0.10000000000000001\n-0.0\n");
    expect_file("01_march_scalars.csv",
                "name,position,value\nsteps,,9007199254740993\nenergy,,0.33333333333333331\n"
                "sure,,true\nmissing,,\nnote,,\"two\nlines\"\n"
                "times,1,0.10000000000000001\ntimes,2,-0.0\nmodes.mu,1,0.5\n"
                "modes.slip,1,\"[0.10000000000000001,-0.0]\"\n");
    expect_file("02_second_events.csv", "time,kind,place,from,to\n");
    expect_file("02_second_scalars.csv", "name,position,value\n");
    /* Once more into the same folder. */
    assert_int_equal(export_csv(result, folder, &written), JUDDER_OK);
    assert_int_equal(folder_count(folder), 8);
    assert_int_equal(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
}

static void long_series_are_written_in_full(void **state) {
    (void)state;
    for (int chunks = 0; chunks < 2; chunks++) {
        enum { ROWS = 100001 };
        use(chunks ? "chunks" : "blocks");
        make_result(ROWS, chunks);
        size_t written, rows = 0;
        assert_int_equal(export_csv(result, folder, &written), JUDDER_OK);
        char *text = exported("01_march_series.csv"), *line = strchr(text, '\n') + 1;
        for (; *line; line = strchr(line, '\n') + 1, rows++) {
            char expected[128];
            const int length = snprintf(expected, sizeof expected, "%zu,%zu,%zu,%zu\n", rows, 2 * rows,
                                        3 * rows, 4 * rows);
            assert_memory_equal(line, expected, (size_t)length);
        }
        assert_int_equal(rows, ROWS);
        free(text);
    }
}

/* A run that broke off in the middle of a flush may leave columns of different lengths. */
static void unequal_columns_are_cut(void **state) {
    (void)state;
    use("unequal");
    make_result(1000, true);
    unseal(result);
    const hid_t file = H5Fopen(result, H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t set = H5Dopen2(file, "/studies/01_march/series/slip", H5P_DEFAULT);
    const hsize_t shorter = 600;
    assert_true(H5Dset_extent(set, &shorter) >= 0);
    H5Dclose(set);
    assert_true(H5Ldelete(file, "/studies/01_march/scalars", H5P_DEFAULT) >= 0);
    H5Fclose(file);
    size_t written, lines = 0;
    assert_int_equal(export_csv(result, folder, &written), JUDDER_OK);
    char *text = exported("01_march_series.csv");
    for (const char *c = text; *c; c++) lines += *c == '\n';
    assert_int_equal(lines, 601);
    free(text);
}

static void expect_refused(const char *path) {
    size_t written = 99;
    assert_int_equal(export_csv(path, folder, &written), JUDDER_INPUT);
    assert_non_null(strstr(error_message(), path));
    assert_int_equal(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
}

static void write_bytes(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static void other_files_are_refused(void **state) {
    (void)state;
    use("other");
    expect_refused(scratch_path("nothing.h5"));
    expect_refused(scratch);
    write_bytes(result, "", 0);
    expect_refused(result);
    write_bytes(result, "time,slip\n1,2\n", 14);
    expect_refused(result);
    const hid_t file = H5Fcreate(result, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    H5Fclose(file);
    expect_refused(result);
    assert_int_equal(access(folder, F_OK), -1);
}

/* What a hand with the HDF5 library can do to a result. */
static void without_studies(hid_t file) {
    H5Ldelete(file, "studies", H5P_DEFAULT);
}
static void without_version(hid_t file) {
    H5Ldelete(file, "version", H5P_DEFAULT);
}

static void empty_studies(hid_t file) {
    H5Ldelete(file, "studies", H5P_DEFAULT);
    H5Gclose(H5Gcreate2(file, "studies", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
}

static void soft_study(hid_t file) {
    H5Lcreate_soft("/", file, "/studies/03_soft", H5P_DEFAULT, H5P_DEFAULT);
}

static void outer_column(hid_t file) {
    H5Lcreate_external("/etc/passwd", "/x", file, "/studies/01_march/series/x", H5P_DEFAULT, H5P_DEFAULT);
}

static void group_as_column(hid_t file) {
    H5Gclose(H5Gcreate2(file, "/studies/01_march/events/x", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
}

static void add_set(hid_t file, const char *name, hid_t type, int rank, const hsize_t *size, hid_t creation) {
    const hid_t space = H5Screate_simple(rank, size, NULL);
    const hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    assert_true(set >= 0);
    H5Dclose(set);
    H5Sclose(space);
}

static void absurd_length(hid_t file) {
    add_set(file, "/studies/01_march/series/x", H5T_IEEE_F64LE, 1, (hsize_t[]){(hsize_t)1 << 60},
            H5P_DEFAULT);
}

static void absurd_width(hid_t file) {
    add_set(file, "/studies/01_march/fields/x", H5T_IEEE_F64LE, 2, (hsize_t[]){0, (hsize_t)1 << 60},
            H5P_DEFAULT);
}

static void absurd_rank(hid_t file) {
    add_set(file, "/studies/01_march/fields/x", H5T_IEEE_F64LE, 3, (hsize_t[]){2, 2, 2}, H5P_DEFAULT);
}

static void absurd_text(hid_t file) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, (size_t)1 << 30);
    add_set(file, "/studies/01_march/scalars/x", type, 1, (hsize_t[]){0}, H5P_DEFAULT);
    H5Tclose(type);
}

static void variable_text(hid_t file) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    add_set(file, "/studies/01_march/scalars/x", type, 1, (hsize_t[]){3}, H5P_DEFAULT);
    H5Tclose(type);
}

static void compound_column(hid_t file) {
    const hid_t type = H5Tcreate(H5T_COMPOUND, 8);
    H5Tinsert(type, "x", 0, H5T_IEEE_F64LE);
    add_set(file, "/studies/01_march/series/x", type, 1, (hsize_t[]){2}, H5P_DEFAULT);
    H5Tclose(type);
}

static void external_data(hid_t file) {
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_external(creation, "/etc/passwd", 0, 16);
    add_set(file, "/studies/01_march/series/x", H5T_IEEE_F64LE, 1, (hsize_t[]){2}, creation);
    H5Pclose(creation);
}

/* HDF5 would look for a library of that number in the folders of HDF5_PLUGIN_PATH to read it. */
static void filtered_data(hid_t file) {
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(creation, 1, (hsize_t[]){2});
    assert_true(H5Pset_filter(creation, 32015, H5Z_FLAG_OPTIONAL, 0, NULL) >= 0);
    add_set(file, "/studies/01_march/series/x", H5T_IEEE_F64LE, 1, (hsize_t[]){2}, creation);
    const hid_t set = H5Dopen2(file, "/studies/01_march/series/x", H5P_DEFAULT);
    H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, (double[]){1, 2});
    H5Dclose(set);
    H5Pclose(creation);
}

static void tampered_results_are_refused(void **state) {
    (void)state;
    void (*const tamper[])(hid_t) = {without_studies, without_version, empty_studies, soft_study,
                                     outer_column,    group_as_column, absurd_length, absurd_width,
                                     absurd_rank,     absurd_text,     variable_text, compound_column,
                                     external_data,   filtered_data};
    use("tampered");
    for (size_t i = 0; i < sizeof tamper / sizeof *tamper; i++) {
        make_result(10, false);
        unseal(result);
        const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
        H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
        const hid_t file = H5Fopen(result, H5F_ACC_RDWR, access);
        H5Pclose(access);
        tamper[i](file);
        assert_true(H5Fclose(file) >= 0);
        expect_refused(result);
    }
}

static void folders_that_cannot_be_written_are_refused(void **state) {
    (void)state;
    size_t written;
    use("folders");
    make_result(10, false);
    write_bytes(folder, "x", 1);
    assert_int_equal(export_csv(result, folder, &written), JUDDER_INPUT);
    assert_non_null(strstr(error_message(), folder));
    snprintf(folder, sizeof folder, "%s/missing/folder", scratch);
    assert_int_equal(export_csv(result, folder, &written), JUDDER_INPUT);
    assert_non_null(strstr(error_message(), folder));
    assert_int_equal(written, 0);
}

static void full_disk_is_said(void **state) {
    (void)state;
    use("disk");
    make_result(100000, false);
    const pid_t child = fork();
    if (child == 0) {
        size_t written;
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){100000, 100000});
        const JudderErr err = export_csv(result, folder, &written);
        _exit(err == JUDDER_MACHINE && strstr(error_message(), "01_march_series.csv") ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(folder_count(folder), 0);
}

/* The result takes the last free descriptor, none is left for a table. */
static void a_machine_without_room_for_files_is_said(void **state) {
    (void)state;
    use("descriptors");
    make_result(10, false);
    const pid_t child = fork();
    if (child == 0) {
        size_t written;
        const int next = dup(0);
        const rlim_t most = (rlim_t)next + 1;
        close(next);
        setrlimit(RLIMIT_NOFILE, &(struct rlimit){most, most});
        const JudderErr err = export_csv(result, folder, &written);
        _exit(err == JUDDER_MACHINE && strstr(error_message(), "Too many open files") ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* Flips some bytes or cuts the file; half of the flips go where an index of chunks is. */
static size_t damage(unsigned char *bytes, size_t size, unsigned seed) {
    srand(seed);
    if (seed % 8 == 0) return (size_t)rand() % size;
    size_t trees[32], found = 0;
    for (size_t i = 0; i + 256 < size && found < 32; i++) {
        if (memcmp(bytes + i, "TREE", 4) == 0) trees[found++] = i;
    }
    const int flips = 1 + rand() % (seed % 8 == 1 ? 40 : 4);
    for (int i = 0; i < flips; i++) {
        const size_t anywhere = (size_t)rand() % size;
        const size_t at = found > 0 && seed % 2 ? trees[(size_t)rand() % found] + (size_t)rand() % 200
                                                : anywhere;
        bytes[at] = (unsigned char)(rand() % 2 ? bytes[at] ^ 1 << rand() % 8 : rand());
    }
    return size;
}

/* In a child, which a fault of the library would kill; it gives up after ten seconds a file. */
static void export_damaged(const unsigned char *sound, size_t size, unsigned seed) {
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    memcpy(bytes, sound, size);
    write_bytes(result, bytes, damage(bytes, size, seed));
    free(bytes);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        size_t written;
        alarm(10);
        const JudderErr err = export_csv(result, folder, &written);
        _exit(err == JUDDER_OK || (err == JUDDER_INPUT && strstr(error_message(), result)) ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (status != 0) fail_msg("seed %u: status %d", seed, status);
}

static void damaged_results_do_no_harm(void **state) {
    (void)state;
    const char *wanted = getenv("JUDDER_TEST_DAMAGES");
    const unsigned damages = wanted ? (unsigned)strtoul(wanted, NULL, 10) : 400;
    for (int chunks = 0; chunks < 2; chunks++) {
        use(chunks ? "damaged_chunks" : "damaged");
        make_result(chunks ? 3000 : 50, chunks);
        unseal(result);
        FILE *file = fopen(result, "r");
        static unsigned char sound[1 << 20];
        const size_t size = fread(sound, 1, sizeof sound, file);
        fclose(file);
        assert_true(size > 1000 && size < sizeof sound);
        for (unsigned seed = 0; seed < damages; seed++) export_damaged(sound, size, seed);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_part_is_written),
        cmocka_unit_test(long_series_are_written_in_full),
        cmocka_unit_test(unequal_columns_are_cut),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(tampered_results_are_refused),
        cmocka_unit_test(folders_that_cannot_be_written_are_refused),
        cmocka_unit_test(full_disk_is_said),
        cmocka_unit_test(a_machine_without_room_for_files_is_said),
        cmocka_unit_test(damaged_results_do_no_harm),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
