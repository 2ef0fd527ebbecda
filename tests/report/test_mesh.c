/* Bodies as pictures: what of a mesh is seen, how it is viewed, and pages of bodies
 * whatever their fields hold. */
#include "report/mesh/picture.h"

#include "report/report.h"
#include "report/series/groups.h"
#include "report/xml.h"

#include "random.h"
#include "results/scratch.h"

static const ReportOptions plain = {.bibliography = "", .version = "1"};

/* A lattice of n x n (x n) unit cells: quadrilaterals or hexahedra, nodes counted along x first. */
typedef struct Lattice {
    int dim, n, nodes, cells;
    double x[3 * 12 * 12 * 12], cell[8 * 11 * 11 * 11];
} Lattice;

static int node_at(const Lattice *l, int i, int j, int k) {
    return (k * (l->n + 1) + j) * (l->n + 1) + i;
}

static void lattice_make(Lattice *l, int dim, int n) {
    static const int corner[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                     {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    *l = (Lattice){.dim = dim, .n = n};
    for (int k = 0; k <= (dim == 3 ? n : 0); k++)
        for (int j = 0; j <= n; j++)
            for (int i = 0; i <= n; i++, l->nodes++)
                memcpy(l->x + l->nodes * dim, (const double[]){i, j, k}, (size_t)dim * sizeof(double));
    for (int k = 0; k < (dim == 3 ? n : 1); k++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++, l->cells++)
                for (int c = 0; c < (dim == 3 ? 8 : 4); c++)
                    l->cell[l->cells * (dim == 3 ? 8 : 4) + c] = node_at(l, i + corner[c][0],
                                                                         j + corner[c][1], k + corner[c][2]);
}

static void begin(Results **results) {
    const ResultsHead head = {.case_file = "b.lua", .case_text = "", .model = "body", .version = "1"};
    assert_int_equal(results_create(scratch_path("b.h5"), &head, results), JUDDER_OK);
    assert_int_equal(results_study_begin(*results, "path", NULL), JUDDER_OK);
}

static void put_mesh(Results *results, const Lattice *l) {
    assert_int_equal(results_field(results, "mesh_nodes", "m", l->x, (size_t)l->nodes, (size_t)l->dim),
                     JUDDER_OK);
    assert_int_equal(results_field(results, l->dim == 3 ? "mesh_cells_1_gmsh_5" : "mesh_cells_1_gmsh_3", "",
                                   l->cell, (size_t)l->cells, l->dim == 3 ? 8 : 4),
                     JUDDER_OK);
}

static void end(Results **results) {
    assert_int_equal(results_study_end(*results, NULL, "done", ""), JUDDER_OK);
    assert_int_equal(results_close(*results), JUDDER_OK);
    results_destroy(results);
}

/* The page; every figure in it is well formed and has only numbers. */
static char *page_of(size_t *figures, size_t *bytes) {
    static char text[4 << 20];
    ReportSummary summary;
    char html[100];
    snprintf(html, sizeof html, "%s/b.html", scratch);
    if (report_write(scratch_path("b.h5"), html, &plain, &summary) != JUDDER_OK)
        fail_msg("%s", error_message());
    FILE *file = fopen(html, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_int_equal(xml_figures(text), summary.figures);
    *figures = summary.figures;
    *bytes = summary.bytes;
    const char *body = strstr(text, "<body>"), *script = strstr(text, "<script>");
    for (const char *at = strstr(body, "nan"); at && at < script; at = strstr(at + 1, "nan"))
        fail_msg("no number: %.60s", at - 20);
    return text;
}

/* Of a lattice n faces a side are outer, each once, and look outwards. */
static void outer_faces(void **state) {
    (void)state;
    static Lattice l;
    for (int dim = 2; dim <= 3; dim++)
        for (int n = 1; n <= 7; n += 2) {
            Results *results = NULL;
            Reader *reader = NULL;
            BodySource source;
            lattice_make(&l, dim, n);
            begin(&results);
            put_mesh(results, &l);
            end(&results);
            assert_int_equal(reader_open(scratch_path("b.h5"), &reader), JUDDER_OK);
            assert_int_equal(body_source_open(reader, &reader->studies[0], &source), JUDDER_OK);
            assert_non_null(source.mesh);
            assert_exact(source.mesh->size, n);
            assert_int_equal(source.mesh->face_count, dim == 2 ? n * n : 6 * n * n);
            assert_int_equal(source.mesh->edge_count, dim == 2 ? 4 * n : 0);
            /* Three sides of a box are seen, all others hide behind them. */
            const View view = view_aside(1, false);
            SceneShapes shapes;
            const Scene scene = {
                .view = &view, .faces = source.mesh->faces, .count = source.mesh->face_count, .x = l.x};
            if (dim == 3) {
                assert_int_equal(scene_make(&scene, &shapes), JUDDER_OK);
                assert_int_equal(shapes.count, 3 * n * n);
                scene_release(&shapes);
            }
            body_source_close(&source);
            reader_close(&reader);
        }
}

/* A fan around one node, each facet twice but for one, in other orders of their nodes: a file may hold such a
 * mesh, and comparing every two facets of the node would take minutes. */
static void a_fan_is_no_trap(void **state) {
    (void)state;
    enum { FAN = 200000 };
    size_t count = 2 * FAN - 1;
    Face *facets = malloc(count * sizeof *facets);
    assert_non_null(facets);
    for (size_t i = 0; i < count; i++) {
        const int k = (int)(i / 2);
        facets[i] = i % 2 ? (Face){3, {k + 2, 0, k + 1}} : (Face){3, {0, k + 1, k + 2}};
    }
    assert_int_equal(faces_outer(facets, &count), JUDDER_OK);
    assert_int_equal(count, 1);
    assert_int_equal(facets[0].node[2], FAN + 1);
    free(facets);
}

/* right, up and eye are a right-handed frame for each way to look, with the wanted axis upwards. */
static void views_are_frames(void **state) {
    (void)state;
    for (int up = 0; up < 3; up++)
        for (int downwards = 0; downwards < 2; downwards++) {
            const View v = view_aside(up, downwards);
            const double *const rows[] = {v.right, v.up, v.eye};
            for (int i = 0; i < 3; i++)
                for (int k = 0; k < 3; k++) {
                    double sum = 0;
                    for (int j = 0; j < 3; j++) sum += rows[i][j] * rows[k][j];
                    assert_near(sum, i == k, 1e-15);
                }
            for (int i = 0; i < 3; i++) {
                const int j = (i + 1) % 3, k = (i + 2) % 3;
                assert_near(v.right[j] * v.up[k] - v.right[k] * v.up[j], v.eye[i], 1e-15);
            }
            assert_true(downwards ? v.up[up] < -0.8 && v.eye[up] < 0 : v.up[up] > 0.8 && v.eye[up] > 0);
            assert_near(v.right[up], 0, 0);
        }
}

/* Polygons become squares where they are too many: the same area, and the nearest wins. */
static void squares(void **state) {
    (void)state;
    enum { SIDE = 120 };
    static Face faces[SIDE * SIDE + 1];
    static double x[(SIDE + 1) * (SIDE + 1) * 3 + 12], value[(SIDE + 1) * (SIDE + 1) + 4];
    const int row = SIDE + 1;
    for (int i = 0; i < row * row; i++)
        memcpy(x + 3 * i, (const double[]){i % row, i / row, 0}, 3 * sizeof *x), value[i] = 0.2;
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int c = i / SIDE * row + i % SIDE;
        faces[i] = (Face){4, {c, c + 1, c + 1 + row, c + row}};
    }
    /* A square of 60 x 60 nearer to the eye, first in the list. */
    const View view = {.dim = 3, .right = {1, 0, 0}, .up = {0, 1, 0}, .eye = {0, 0, 1}};
    const double near[4][3] = {{30, 30, 5}, {90, 30, 5}, {90, 90, 5}, {30, 90, 5}};
    memcpy(x + 3 * row * row, near, sizeof near);
    for (int k = 0; k < 4; k++) value[row * row + k] = 0.9;
    faces[SIDE * SIDE] = faces[0];
    faces[0] = (Face){4, {row * row, row * row + 1, row * row + 2, row * row + 3}};
    const Scene scene = {&view, faces, SIDE * SIDE + 1, x, value, 0, 1};
    SceneShapes shapes;
    assert_int_equal(scene_make(&scene, &shapes), JUDDER_OK);
    assert_true(shapes.squares && shapes.count < 2000);
    double near_area = 0, area = 0;
    for (size_t i = 0; i < shapes.count; i++) {
        const size_t c = shapes.start[i];
        const double own = (shapes.x[c + 1] - shapes.x[c]) * (shapes.y[c + 2] - shapes.y[c + 1]);
        area += own;
        if (shapes.value[i] > 0.5) near_area += own;
        assert_true(fabs(shapes.value[i] - 0.2) < 0.02 || fabs(shapes.value[i] - 0.9) < 0.02);
    }
    assert_near(area, SIDE * SIDE, 0.01 * SIDE * SIDE);
    assert_near(near_area, 3600, 72);
    scene_release(&shapes);
}

static void put_state(Results *results, const Lattice *l, const char *name, double size) {
    double u[3 * 12 * 12], stress[6 * 12 * 12], contact[13 * 12];
    char full[80];
    const int dim = l->dim;
    for (int i = 0; i < l->nodes * dim; i++) u[i] = size * sin(i);
    for (int i = 0; i < l->nodes * 6; i++) stress[i] = i;
    const int columns = 3 * dim + 4;
    for (int k = 0; k <= l->n; k++) {
        double *row = contact + k * columns;
        for (int c = 0; c < columns; c++) row[c] = 1000.0 * k + c;
        row[0] = k, row[1] = k + 1;
        for (int c = 0; c < dim; c++) row[2 + c] = l->x[k * dim + c];
        row[2 + dim] = k % 5;
    }
    snprintf(full, sizeof full, "displacement_%s", name);
    assert_int_equal(results_field(results, full, "m", u, (size_t)l->nodes, (size_t)dim), JUDDER_OK);
    snprintf(full, sizeof full, "stress_%s", name);
    assert_int_equal(results_field(results, full, "Pa", stress, (size_t)l->nodes, 6), JUDDER_OK);
    snprintf(full, sizeof full, "contact_%s", name);
    assert_int_equal(results_field(results, full, "", contact, (size_t)l->n + 1, (size_t)columns), JUDDER_OK);
}

/* Two figures a state, four states at most, one a mode; the captions say how much larger a
 * displacement is shown. */
static void body_pages(void **state) {
    (void)state;
    static Lattice l;
    for (int dim = 2; dim <= 3; dim++) {
        Results *results = NULL;
        size_t figures, bytes;
        lattice_make(&l, dim, 3);
        begin(&results);
        put_mesh(results, &l);
        for (int i = 0; i < 7; i++) {
            char name[40];
            snprintf(name, sizeof name, "%02d_s_%g", i + 1, 0.5 * (i + 1));
            put_state(results, &l, name, i == 6 ? 0.9 : 1e-4);
        }
        assert_int_equal(results_field(results, "mode_01", "", l.x, (size_t)l.nodes, (size_t)dim), JUDDER_OK);
        /* A velocity is neither a state nor a mode. */
        assert_int_equal(results_field(results, "velocity_01_t_1", "m/s", l.x, (size_t)l.nodes, (size_t)dim),
                         JUDDER_OK);
        end(&results);
        const char *page = page_of(&figures, &bytes);
        assert_int_equal(figures, 9);
        assert_non_null(strstr(page, "s = 0.5: deformed shape, displacement shown 1000 times"));
        assert_null(strstr(page, "s = 1: "));
        assert_non_null(strstr(page, "s = 3.5: deformed shape, true to scale"));
        assert_non_null(strstr(page, "mode 01: how the body moves away"));
        assert_true(bytes < 80000);
    }
}

/* What does not fit is left out: nodes that are not there, too few columns, no numbers, sizes
 * beyond all reason. */
static void hostile_bodies(void **state) {
    (void)state;
    static Lattice l;
    Random random = {7};
    static const double bad[] = {-1, 1e9, 0.5, NAN, INFINITY, -INFINITY, 1e308, -1e308, 1e-320};
    for (int round = 0; round < 120; round++) {
        Results *results = NULL;
        size_t figures, bytes;
        lattice_make(&l, 2 + round % 2, 2);
        double *where[] = {l.x, l.cell};
        const int counts[] = {l.nodes * l.dim, l.cells * (l.dim == 3 ? 8 : 4)};
        const int which = random_below(&random, 3);
        if (which < 2) where[which][random_below(&random, counts[which])] = bad[random_below(&random, 9)];
        begin(&results);
        put_mesh(results, &l);
        put_state(results, &l, "01_s_1", which == 2 ? bad[random_below(&random, 9)] : 0.1);
        if (round % 7 == 0) put_state(results, &l, "02_s_<b>&", 1e-3);
        end(&results);
        const char *page = page_of(&figures, &bytes);
        assert_null(strstr(page, "<b>&"));
    }
}

/* Names of one kind share a figure; others do not. */
static void groups(void **state) {
    (void)state;
    ReaderSet sets[] = {{.name = (char[]){"t"}, .unit = "s"},
                        {.name = (char[]){"slip_1"}, .unit = "m/s"},
                        {.name = (char[]){"normal_force"}, .unit = "N"},
                        {.name = (char[]){"slip_2"}, .unit = "m/s"},
                        {.name = (char[]){"tangential_force"}, .unit = "N"},
                        {.name = (char[]){"end_velocity"}, .unit = ""},
                        {.name = (char[]){"end_displacement"}, .unit = ""},
                        {.name = (char[]){"stick_nodes"}, .unit = ""},
                        {.name = (char[]){"slip_nodes"}, .unit = ""},
                        {.name = (char[]){"still_force"}, .unit = "N"},
                        {.name = (char[]){"normal_work"}, .unit = "N"},
                        {.name = (char[]){"defect"}, .unit = ""}};
    Thin thin = {.columns = COUNT_OF(sets)};
    for (size_t c = 0; c < thin.columns; c++) thin.sets[c] = &sets[c], thin.high[c] = 1;
    thin.high[9] = 0, thin.high[11] = 1e-15;
    Groups found;
    groups_make(&thin, 0, &found);
    const int expected[] = {-1, 0, 1, 0, 1, 2, 3, 4, 4, -1, 5, -1};
    for (size_t c = 0; c < thin.columns; c++) assert_int_equal(found.of[c], expected[c]);
    char name[64];
    group_name(&found, &thin, 0, name), assert_string_equal(name, "slip");
    group_name(&found, &thin, 1, name), assert_string_equal(name, "force");
    group_name(&found, &thin, 2, name), assert_string_equal(name, "end_velocity");
    group_name(&found, &thin, 4, name), assert_string_equal(name, "nodes");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outer_faces), cmocka_unit_test(a_fan_is_no_trap), cmocka_unit_test(views_are_frames),
        cmocka_unit_test(squares),     cmocka_unit_test(body_pages),       cmocka_unit_test(hostile_bodies),
        cmocka_unit_test(groups)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
