/* States of bodies as files for ParaView, and results that are not as they should be. */
#include "scratch.h"

#include "results/vtu/export_vtu.h"

static char folder[512], result[512];

/* A field of a result; what a test spoils is one of these. */
typedef struct Written {
    const char *name;
    size_t rows, columns;
    double at[64];
} Written;

enum { NODES, TRIANGLES, DISPLACEMENT, STRESS, CONTACT, COUNT };
static const Written sound[COUNT] = {
    [NODES] = {"mesh_nodes", 4, 2, {0, 0, 1, 0, 1, 1, 0, 1}},
    [TRIANGLES] = {"mesh_cells_1_gmsh_2", 2, 3, {0, 1, 2, 0, 2, 3}},
    [DISPLACEMENT] = {"displacement_01_s_0.5", 4, 2, {.1, .2, .3, .4, .5, .6, .7, .8}},
    [STRESS] = {"stress_01_s_0.5", 4, 6, {1, 2, 3, 4, 5, 6}},
    [CONTACT] = {"contact_01_s_0.5", 2, 10, {1, 2, 1, 0, 3, 0,   7, -3, 0, .3, /* node 1 slips under 7 Pa */
                                             0, 1, 0, 0, 0, .25, 0, 0,  0, 0}},
};

static void make(const Written *fields, const Written *mode) {
    Results *results;
    snprintf(result, sizeof result, "%s/result.h5", scratch);
    snprintf(folder, sizeof folder, "%s/vtu", scratch);
    results_make(result, &results);
    assert_int_equal(results_study_begin(results, "path", "path"), JUDDER_OK);
    for (int i = 0; i < COUNT; i++)
        if (fields[i].rows > 0)
            assert_int_equal(
                results_field(results, fields[i].name, "m", fields[i].at, fields[i].rows, fields[i].columns),
                JUDDER_OK);
    assert_int_equal(results_study_end(results, NULL, "done", ""), JUDDER_OK);
    assert_int_equal(results_study_begin(results, "stability", "stability"), JUDDER_OK);
    if (mode)
        assert_int_equal(results_field(results, mode->name, "m", mode->at, mode->rows, mode->columns),
                         JUDDER_OK);
    assert_int_equal(results_study_end(results, NULL, "done", ""), JUDDER_OK);
    assert_int_equal(results_close(results), JUDDER_OK);
    results_gone(&results);
}

/* The bytes of an array of a .vtu. */
static const void *array(const char *file, const char *name, size_t bytes) {
    static char text[1 << 16];
    char path[700], head[100];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    FILE *in = fopen(path, "r");
    if (!in) fail_msg("%s is missing", path);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    snprintf(head, sizeof head, "Name=\"%s\"", name);
    const char *at = strstr(text, head);
    if (!at) fail_msg("%s has no %s", path, name);
    const size_t offset = strtoul(strstr(at, "offset=\"") + 8, NULL, 10);
    const char *data = strstr(text, "encoding=\"raw\">\n_") + 17 + offset;
    uint64_t length;
    memcpy(&length, data, sizeof length);
    assert_int_equal(length, bytes);
    return data + sizeof length;
}

static void states_and_modes_are_written(void **state) {
    (void)state;
    const Written mode = {"mode_01", 4, 2, {1, 2, 3, 4, 5, 6, 7, 8}};
    size_t written = 0;
    make(sound, &mode);
    assert_int_equal(export_vtu(result, folder, &written), JUDDER_OK);
    assert_int_equal(written, 3);
    assert_int_equal(folder_count(folder), 3);
    double u[12], pressure[4], shear[4], gap[4], shape[12], stress[24];
    int states[4], corners[6];
    memcpy(u, array("01_path_01_s_0.5.vtu", "displacement", sizeof u), sizeof u);
    memcpy(stress, array("01_path_01_s_0.5.vtu", "stress", sizeof stress), sizeof stress);
    memcpy(states, array("01_path_01_s_0.5.vtu", "contact_state", sizeof states), sizeof states);
    memcpy(pressure, array("01_path_01_s_0.5.vtu", "contact_pressure", sizeof pressure), sizeof pressure);
    memcpy(shear, array("01_path_01_s_0.5.vtu", "contact_shear", sizeof shear), sizeof shear);
    memcpy(gap, array("01_path_01_s_0.5.vtu", "contact_gap", sizeof gap), sizeof gap);
    memcpy(corners, array("01_path_01_s_0.5.vtu", "connectivity", sizeof corners), sizeof corners);
    memcpy(shape, array("02_stability_mode_01.vtu", "mode", sizeof shape), sizeof shape);
    assert_memory_equal(u, ((double[]){.1, .2, 0, .3, .4, 0, .5, .6, 0, .7, .8, 0}), sizeof u);
    assert_memory_equal(stress, sound[STRESS].at, sizeof stress);
    assert_memory_equal(states, ((int[]){0, 3, -1, -1}), sizeof states);
    assert_memory_equal(pressure, ((double[]){0, 7, 0, 0}), sizeof pressure);
    assert_memory_equal(shear, ((double[]){0, -3, 0, 0}), sizeof shear);
    assert_memory_equal(gap, ((double[]){.25, 0, 0, 0}), sizeof gap);
    assert_memory_equal(corners, ((int[]){0, 1, 2, 0, 2, 3}), sizeof corners);
    assert_memory_equal(shape, ((double[]){1, 2, 0, 3, 4, 0, 5, 6, 0, 7, 8, 0}), sizeof shape);
    char path[600], list[2000];
    snprintf(path, sizeof path, "%s/01_path.pvd", folder);
    FILE *in = fopen(path, "r");
    list[fread(list, 1, sizeof list - 1, in)] = '\0';
    fclose(in);
    assert_non_null(strstr(list, "timestep=\"0.5\" part=\"0\" file=\"01_path_01_s_0.5.vtu\""));
}

/* A result that lost the contact or the stress of a state still shows the rest. */
static void parts_may_be_missing(void **state) {
    (void)state;
    Written fields[COUNT];
    size_t written;
    memcpy(fields, sound, sizeof fields);
    fields[STRESS].rows = fields[CONTACT].rows = 0;
    make(fields, NULL);
    assert_int_equal(export_vtu(result, folder, &written), JUDDER_OK);
    assert_int_equal(written, 2);
}

static void expect_refused(const Written *fields, const Written *mode, const char *part) {
    size_t written;
    make(fields, mode);
    assert_int_equal(export_vtu(result, folder, &written), JUDDER_INPUT);
    if (!strstr(error_message(), part)) fail_msg("%s: not \"%s\"", error_message(), part);
}

static void unsound_meshes_are_refused(void **state) {
    (void)state;
    const struct {
        int field;
        size_t at;
        double number;
        const char *part;
    } spoilt[] = {
        {TRIANGLES, 4, 4, "a node that is not there"},
        {TRIANGLES, 4, -1, "a node that is not there"},
        {TRIANGLES, 4, .5, "a node that is not there"},
        {TRIANGLES, 4, 1e300, "a node that is not there"},
        {TRIANGLES, 4, (double)NAN, "a node that is not there"},
        {CONTACT, 0, 4, "a contact node that is not there"},
        {CONTACT, 4, -2, "a contact node that is not there"},
        {CONTACT, 10, (double)NAN, "a contact node that is not there"},
    };
    Written fields[COUNT];
    for (size_t i = 0; i < sizeof spoilt / sizeof *spoilt; i++) {
        memcpy(fields, sound, sizeof fields);
        fields[spoilt[i].field].at[spoilt[i].at] = spoilt[i].number;
        expect_refused(fields, NULL, spoilt[i].part);
    }
}

static void fields_of_wrong_shape_are_refused(void **state) {
    (void)state;
    const struct {
        int field;
        const char *name;
        size_t rows, columns;
        const char *part;
    } spoilt[] = {
        {NODES, NULL, 8, 1, "no matrix of numbers"},
        {NODES, NULL, 2, 4, "neither 2 nor 3"},
        {NODES, NULL, 0, 0, "a displacement without a mesh"},
        {NODES, NULL, 2, 2, "a node that is not there"},
        {NODES, NULL, 1, 40, "absurd size"},
        {TRIANGLES, NULL, 1, 4, "cells of a kind"},
        {TRIANGLES, "mesh_cells_1_gmsh_15", 2, 3, "cells of a kind"},
        {TRIANGLES, "mesh_cells_1_gmsh_6", 2, 3, "cells of a kind"},
        {DISPLACEMENT, NULL, 3, 2, "does not fit its mesh"},
        {DISPLACEMENT, NULL, 4, 3, "does not fit its mesh"},
        {STRESS, NULL, 5, 6, "does not fit its mesh"},
        {CONTACT, NULL, 2, 9, "other columns"},
        {DISPLACEMENT, "other", 4, 2, "has no fields on a mesh"},
    };
    Written fields[COUNT];
    for (size_t i = 0; i < sizeof spoilt / sizeof *spoilt; i++) {
        memcpy(fields, sound, sizeof fields);
        Written *field = &fields[spoilt[i].field];
        if (spoilt[i].name) field->name = spoilt[i].name;
        field->rows = spoilt[i].rows;
        field->columns = spoilt[i].columns;
        expect_refused(fields, NULL, spoilt[i].part);
    }
    const Written mode = {"mode_01", 3, 2, {0}};
    expect_refused(sound, &mode, "does not fit its mesh");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(states_and_modes_are_written, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(parts_may_be_missing, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(unsound_meshes_are_refused, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(fields_of_wrong_shape_are_refused, scratch_make, scratch_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
