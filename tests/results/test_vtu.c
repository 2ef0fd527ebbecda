/* VTU files read back: structure, numbers, orders of nodes; nothing half-written is ever seen. */
#include "mesh/generate.h"
#include "results/vtu/vtu.h"
#include "scratch.h"

#include <signal.h>
#include <sys/resource.h>

typedef struct Read {
    char *bytes;
    size_t size;
    const char *raw; /* behind the underscore */
} Read;

static Read read_whole(const char *path) {
    Read read = {0};
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    read.size = (size_t)ftell(file);
    rewind(file);
    read.bytes = calloc(read.size + 1, 1);
    assert_int_equal(fread(read.bytes, 1, read.size, file), read.size);
    fclose(file);
    static const char mark[] = "<AppendedData encoding=\"raw\">\n_";
    read.raw = memmem(read.bytes, read.size, mark, sizeof mark - 1);
    if (read.raw) read.raw += sizeof mark - 1;
    return read;
}

/* The numbers of an array of that name and head; *bytes becomes their length. */
static const void *array(const Read *read, const char *head, uint64_t *bytes) {
    const char *at = memmem(read->bytes, (size_t)(read->raw - read->bytes), head, strlen(head));
    assert_non_null(at);
    const char *offset = strstr(at, "offset=\""), *end = strchr(at, '>');
    assert_true(offset && offset < end && memmem(at, (size_t)(end - at), "format=\"appended\"", 17));
    const char *place = read->raw + strtoull(offset + 8, NULL, 10);
    memcpy(bytes, place, sizeof *bytes);
    assert_true(place + sizeof *bytes + *bytes <= read->bytes + read->size);
    return place + sizeof *bytes;
}

static const int vtk_types[] = {5, 22, 9, 10, 24, 12};

static VtuGrid grid_of(const Mesh *mesh, VtuCells *cells) {
    *cells = (VtuCells){mesh->block[0].type, mesh->block[0].cells, mesh->block[0].node};
    return (VtuGrid){mesh->dim, mesh->nodes, mesh->x, 1, cells};
}

static Mesh *make(int dim, const char *element) {
    Mesh *mesh;
    const MeshRectangle flat = {.length = 2, .height = 1, .cells = {3, 2}, .element = element};
    const MeshBox solid = {.length = 2, .height = 1, .depth = 3, .cells = {2, 2, 1}, .element = element};
    assert_int_equal(dim == 2 ? mesh_rectangle(&flat, &mesh) : mesh_box(&solid, &mesh), JUDDER_OK);
    return mesh;
}

/* Middles of edges in VTK's own order. */
static void check_middles(const double *x, const int32_t *cell, int dim) {
    static const int edges[2][6][2] = {{{0, 1}, {1, 2}, {2, 0}},
                                       {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}};
    for (int e = 0; e < dim * (dim + 1) / 2; e++) {
        for (int d = 0; d < 3; d++) {
            const double a = x[3 * cell[edges[dim - 2][e][0]] + d], b = x[3 * cell[edges[dim - 2][e][1]] + d];
            assert_true(fabs(x[3 * cell[dim + 1 + e] + d] - (a + b) / 2) < 1e-14);
        }
    }
}

static void check_grid(const Read *read, const Mesh *mesh, int vtk) {
    const MeshBlock *block = &mesh->block[0];
    const int nodes = block->type->nodes;
    uint64_t bytes;
    double *x = calloc((size_t)mesh->nodes, 3 * sizeof *x);
    int32_t *cells = calloc((size_t)(block->cells * nodes), sizeof *cells);
    const void *points = array(read, "type=\"Float64\" Name=\"Points\" NumberOfComponents=\"3\"", &bytes);
    assert_int_equal(bytes, (size_t)mesh->nodes * 24);
    memcpy(x, points, bytes);
    for (int n = 0; n < mesh->nodes; n++) {
        for (int d = 0; d < 3; d++)
            assert_true(x[3 * n + d] == (d < mesh->dim ? mesh->x[n * mesh->dim + d] : 0));
    }
    const void *connectivity = array(read, "type=\"Int32\" Name=\"connectivity\"", &bytes);
    assert_int_equal(bytes, (size_t)(block->cells * nodes) * 4);
    memcpy(cells, connectivity, bytes);
    const char *ends = array(read, "type=\"Int64\" Name=\"offsets\"", &bytes);
    assert_int_equal(bytes, (size_t)block->cells * 8);
    for (int c = 0; c < block->cells; c++) {
        int64_t end;
        memcpy(&end, ends + 8 * c, sizeof end);
        assert_int_equal(end, (c + 1) * nodes);
        for (int i = 0; i < block->type->corners; i++)
            assert_int_equal(cells[c * nodes + i], block->node[c * nodes + i]);
        if (nodes > block->type->corners) check_middles(x, cells + c * nodes, mesh->dim);
    }
    const unsigned char *types = array(read, "type=\"UInt8\" Name=\"types\"", &bytes);
    assert_int_equal(bytes, block->cells);
    for (int c = 0; c < block->cells; c++) assert_int_equal(types[c], vtk);
    free(x);
    free(cells);
}

static void every_element(void **state) {
    (void)state;
    for (int i = 0; element_types[i]; i++) {
        Mesh *mesh = make(element_types[i]->dim, element_types[i]->name);
        VtuCells cells;
        const VtuGrid grid = grid_of(mesh, &cells);
        char counts[96];
        assert_int_equal(vtu_write(&(PlaceWish){.path = scratch_path("a.vtu")}, &grid, NULL, 0), JUDDER_OK);
        Read read = read_whole(scratch_path("a.vtu"));
        assert_non_null(read.raw);
        static const char head[] =
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" "
            "byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<UnstructuredGrid>\n<Piece ",
                          tail[] = "\n</AppendedData>\n</VTKFile>\n";
        assert_memory_equal(read.bytes, head, sizeof head - 1);
        assert_memory_equal(read.bytes + read.size - (sizeof tail - 1), tail, sizeof tail - 1);
        snprintf(counts, sizeof counts, "NumberOfPoints=\"%d\" NumberOfCells=\"%d\"", mesh->nodes,
                 cells.cells);
        assert_non_null(strstr(read.bytes, counts));
        check_grid(&read, mesh, vtk_types[i]);
        /* The arrays fill the space between the underscore and the tail: 8 bytes for each of 4 lengths. */
        const size_t numbers = 32 + (size_t)mesh->nodes * 24 +
                               (size_t)cells.cells * (4 * (size_t)element_types[i]->nodes + 8 + 1);
        assert_int_equal(read.size - (size_t)(read.raw - read.bytes), numbers + sizeof tail - 1);
        free(read.bytes);
        mesh_destroy(&mesh);
    }
}

static void fields(void **state) {
    (void)state;
    Mesh *mesh = make(2, "Q1");
    VtuCells cells;
    const VtuGrid grid = grid_of(mesh, &cells);
    double u[24], stress[36], gradient[54];
    int status[12], block[6], pair[12];
    for (int i = 0; i < 24; i++) u[i] = 0.1 * i;
    for (int i = 0; i < 36; i++) stress[i] = -1.5 * i;
    for (int i = 0; i < 54; i++) gradient[i] = i * i;
    for (int i = 0; i < 12; i++) status[i] = 3 * i - 7, pair[i] = 100 + i;
    for (int i = 0; i < 6; i++) block[i] = 1 << i;
    const VtuField list[] = {{.name = "block", .of_cells = true, .components = 1, .whole = block},
                             {.name = "u", .components = 2, .real = u},
                             {.name = "stress", .of_cells = true, .components = 6, .real = stress},
                             {.name = "contact <\"&", .components = 1, .whole = status},
                             {.name = "gradient", .of_cells = true, .components = 9, .real = gradient},
                             {.name = "pair", .of_cells = true, .components = 2, .whole = pair},
                             {.name = "first", .components = 1, .real = u}};
    assert_int_equal(vtu_write(&(PlaceWish){.path = scratch_path("f.vtu")}, &grid, list, 7), JUDDER_OK);
    Read read = read_whole(scratch_path("f.vtu"));
    check_grid(&read, mesh, 9);
    uint64_t bytes;
    double three[3];
    int32_t whole[3];
    const char *at = array(&read, "type=\"Float64\" Name=\"u\" NumberOfComponents=\"3\"", &bytes);
    assert_int_equal(bytes, 12 * 24);
    for (int n = 0; n < 12; n++) {
        memcpy(three, at + 24 * n, sizeof three);
        assert_true(three[0] == u[2 * n] && three[1] == u[2 * n + 1] && three[2] == 0);
    }
    at = array(&read, "type=\"Int32\" Name=\"pair\" NumberOfComponents=\"3\"", &bytes);
    assert_int_equal(bytes, 6 * 12);
    memcpy(whole, at + 12 * 5, sizeof whole);
    assert_true(whole[0] == 110 && whole[1] == 111 && whole[2] == 0);
    at = array(&read, "type=\"Float64\" Name=\"stress\" NumberOfComponents=\"6\"", &bytes);
    assert_int_equal(bytes, sizeof stress);
    assert_memory_equal(at, stress, sizeof stress);
    at = array(&read, "type=\"Float64\" Name=\"gradient\" NumberOfComponents=\"9\"", &bytes);
    assert_memory_equal(at, gradient, sizeof gradient);
    at = array(&read, "type=\"Int32\" Name=\"contact &lt;&quot;&amp;\" format", &bytes);
    assert_int_equal(bytes, sizeof status);
    assert_memory_equal(at, status, sizeof status);
    at = array(&read, "type=\"Int32\" Name=\"block\" format", &bytes);
    assert_memory_equal(at, block, sizeof block);
    at = array(&read, "type=\"Float64\" Name=\"first\" format", &bytes);
    assert_int_equal(bytes, 12 * 8);
    assert_memory_equal(at, u, 12 * 8);
    /* Points before cells. */
    const char *points = strstr(read.bytes, "<PointData>"), *of_cells = strstr(read.bytes, "<CellData>");
    assert_true(points < strstr(read.bytes, "\"u\"") && strstr(read.bytes, "\"first\"") < of_cells);
    assert_true(of_cells < strstr(read.bytes, "\"stress\""));
    free(read.bytes);
    mesh_destroy(&mesh);
}

static void several_blocks(void **state) {
    (void)state;
    const double x[] = {0, 0, 1, 0, 1, 1, 0, 1, 2, 0};
    const int quad[] = {0, 1, 2, 3}, triangle[] = {1, 4, 2};
    const VtuCells blocks[] = {{&quadrilateral_q1, 1, quad}, {&triangle_p1, 1, triangle}};
    const VtuGrid grid = {2, 5, x, 2, blocks};
    assert_int_equal(vtu_write(&(PlaceWish){.path = scratch_path("b.vtu")}, &grid, NULL, 0), JUDDER_OK);
    Read read = read_whole(scratch_path("b.vtu"));
    uint64_t bytes;
    static const int32_t nodes[] = {0, 1, 2, 3, 1, 4, 2};
    static const int64_t ends[] = {4, 7};
    static const unsigned char types[] = {9, 5};
    assert_memory_equal(array(&read, "Name=\"connectivity\"", &bytes), nodes, sizeof nodes);
    assert_memory_equal(array(&read, "Name=\"offsets\"", &bytes), ends, sizeof ends);
    assert_memory_equal(array(&read, "Name=\"types\"", &bytes), types, sizeof types);
    free(read.bytes);
}

static void refusals(void **state) {
    (void)state;
    const double x[] = {0, 0, 1, 0, 0, 1};
    const int node[] = {0, 1, 2};
    const VtuCells good = {&triangle_p1, 1, node};
    const VtuGrid grid = {2, 3, x, 1, &good}, line = {1, 3, x, 1, &good};
    const VtuField four = {.name = "q", .components = 4, .real = x}, none = {.name = "q", .components = 1};
    const size_t files = folder_count(scratch);
    assert_int_equal(vtu_write(&(PlaceWish){.path = scratch_path("r.vtu")}, &line, NULL, 0), JUDDER_INPUT);
    assert_int_equal(vtu_write(&(PlaceWish){.path = scratch_path("r.vtu")}, &grid, &four, 1), JUDDER_INPUT);
    assert_non_null(strstr(error_message(), "\"q\" has 4 components"));
    assert_int_equal(vtu_write(&(PlaceWish){.path = scratch_path("r.vtu")}, &grid, &none, 1), JUDDER_INPUT);
    assert_int_equal(vtu_write(&(PlaceWish){.path = scratch_path("missing/r.vtu")}, &grid, NULL, 0),
                     JUDDER_INPUT);
    assert_int_equal(folder_count(scratch), files);
}

/* A disk that is full: the older file stays, and nothing else. */
static void old_file_stays_when_the_disk_is_full(void **state) {
    (void)state;
    const double x[] = {0, 0, 1, 0, 0, 1};
    const int node[] = {0, 1, 2};
    const VtuCells cells = {&triangle_p1, 1, node};
    const VtuGrid grid = {2, 3, x, 1, &cells};
    assert_int_equal(vtu_write(&(PlaceWish){.path = scratch_path("full.vtu")}, &grid, NULL, 0), JUDDER_OK);
    Read old = read_whole(scratch_path("full.vtu"));
    const size_t files = folder_count(scratch);
    Mesh *mesh = make(3, "P2");
    VtuCells many;
    const VtuGrid large = grid_of(mesh, &many);
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &(struct rlimit){2048, before.rlim_max}), 0);
    const JudderErr err = vtu_write(&(PlaceWish){.path = scratch_path("full.vtu")}, &large, NULL, 0);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(err, JUDDER_MACHINE);
    assert_non_null(strstr(error_message(), "cannot be written"));
    Read now = read_whole(scratch_path("full.vtu"));
    assert_int_equal(now.size, old.size);
    assert_memory_equal(now.bytes, old.bytes, old.size);
    assert_int_equal(folder_count(scratch), files);
    free(old.bytes);
    free(now.bytes);
    mesh_destroy(&mesh);
}

static void lists_over_time(void **state) {
    (void)state;
    const PvdEntry entries[] = {{0, "run_0.vtu"}, {0.125, "run & \"more\".vtu"}};
    assert_int_equal(pvd_write(&(PlaceWish){.path = scratch_path("run.pvd")}, entries, 2), JUDDER_OK);
    Read read = read_whole(scratch_path("run.pvd"));
    assert_string_equal(
        read.bytes,
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n<Collection>\n"
        "<DataSet timestep=\"0\" part=\"0\" file=\"run_0.vtu\"/>\n"
        "<DataSet timestep=\"0.125\" part=\"0\" file=\"run &amp; &quot;more&quot;.vtu\"/>\n"
        "</Collection>\n</VTKFile>\n");
    free(read.bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_element),
        cmocka_unit_test(fields),
        cmocka_unit_test(several_blocks),
        cmocka_unit_test(refusals),
        cmocka_unit_test(old_file_stays_when_the_disk_is_full),
        cmocka_unit_test(lists_over_time),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
