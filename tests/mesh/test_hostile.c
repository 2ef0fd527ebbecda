/* Binary files that must be refused; files cut or changed anywhere never do harm. */
#include "judder_test.h"
#include "mesh/check.h"
#include "mesh/generate.h"
#include "mesh/read.h"
#include "random.h"
#include "write_msh.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static Bytes small_file(const char *element, int dim, MshStyle style) {
    Mesh *mesh;
    const MeshRectangle flat = {.length = 1, .height = 1, .cells = {1, 1}, .element = element};
    const MeshBox solid = {.length = 1, .height = 1, .depth = 1, .cells = {1, 1, 1}, .element = element};
    assert_int_equal(dim == 2 ? mesh_rectangle(&flat, &mesh) : mesh_box(&solid, &mesh), JUDDER_OK);
    const Bytes bytes = write_msh(mesh, &style);
    mesh_destroy(&mesh);
    return bytes;
}

static void expect_binary(const Bytes *bytes, const char *part) {
    Mesh *mesh;
    assert_int_equal(mesh_read_bytes("m.msh", bytes->at, bytes->size, NULL, &mesh), JUDDER_INPUT);
    assert_contains(error_message(), "m.msh: byte ");
    assert_contains(error_message(), part);
}

static size_t find_bytes(const Bytes *bytes, const char *text) {
    const char *at = memmem(bytes->at, bytes->size, text, strlen(text));
    assert_non_null(at);
    return (size_t)(at - bytes->at);
}

static void binary_files_are_refused_with_their_byte(void **state) {
    (void)state;
    for (int version = 2; version <= 4; version += 2) {
        Bytes bytes = small_file("Q1", 2, (MshStyle){.version = version, .binary = true});
        char expected[64];
        const size_t one = find_bytes(&bytes, " 1 8\n") + 5;
        memcpy(bytes.at + one, (char[]){0, 0, 0, 1}, 4);
        snprintf(expected, sizeof expected, "byte %zu: the file is big-endian", one);
        expect_binary(&bytes, expected);
        memcpy(bytes.at + one, (char[]){2, 0, 0, 0}, 4);
        expect_binary(&bytes, "must have the number 1 here, not 2");
        memcpy(bytes.at + one, (char[]){1, 0, 0, 0}, 4);
        /* x of the last node, before the end of $Nodes */
        const size_t last = find_bytes(&bytes, "\n$EndNodes") - 24;
        const double nan = (double)NAN, zero = 0;
        double kept;
        memcpy(&kept, bytes.at + last, sizeof kept);
        memcpy(bytes.at + last, &nan, sizeof nan);
        snprintf(expected, sizeof expected, "byte %zu: node 4 has the coordinates nan", last);
        expect_binary(&bytes, expected);
        memcpy(bytes.at + last, &zero,
               sizeof zero); /* the corner at (1, 1) goes to (0, 1), where there is one */
        const size_t cell = find_bytes(&bytes, "\n$EndElements") - (version == 2 ? 28 : 40);
        snprintf(expected, sizeof expected, "byte %zu: element 5 (quadrilateral of 4 nodes) is degenerate",
                 cell);
        expect_binary(&bytes, expected);
        memcpy(bytes.at + last, &kept, sizeof kept);
        memset(bytes.at + cell + (version == 2 ? 12 : 8), 0, 4);
        expect_binary(&bytes, "element 5 (quadrilateral of 4 nodes) has the node 0, which $Nodes lacks");
        free(bytes.at);
    }
    /* counts */
    Bytes bytes = small_file("Q1", 2, (MshStyle){.version = 4, .binary = true});
    const size_t nodes = find_bytes(&bytes, "$Nodes\n") + 7;
    memset(bytes.at + nodes + 8, 0x7f, 8);
    expect_binary(&bytes, "9187201950435737471 nodes: the count must lie");
    memset(bytes.at + nodes + 8, 0xff, 8);
    expect_binary(&bytes, "-1 nodes: the count must lie");
    memcpy(bytes.at + nodes + 8, &(int64_t){2000000000}, 8);
    expect_binary(&bytes, "2000000000 nodes are promised");
    free(bytes.at);
    bytes = small_file("Q1", 2, (MshStyle){.version = 2, .binary = true});
    const size_t batch = find_bytes(&bytes, "$Elements\n5\n") + 12;
    memset(bytes.at + batch + 4, 0, 4);
    expect_binary(&bytes, "a batch of 0 elements, where 1 to 5 are left");
    free(bytes.at);
}

/* A small file that promises much needs little memory. */
static void promises_cost_nothing(void **state) {
    (void)state;
    if (SANITIZED) skip_without("limit of memory that the sanitizer stays below");
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    const struct rlimit tight = {.rlim_cur = 256 << 20, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_AS, &tight), 0);
    Random random = {5};
    Bytes bytes = small_file("P1", 3, (MshStyle){.version = 4, .binary = true});
    for (int trial = 0; trial < 20000; trial++) {
        const size_t at = (size_t)random_below(&random, (int)bytes.size - 8);
        char kept[8];
        const int64_t huge = (int64_t)1 << (20 + random_below(&random, 43));
        memcpy(kept, bytes.at + at, 8);
        memcpy(bytes.at + at, &huge, 8);
        Mesh *mesh;
        assert_int_not_equal(mesh_read_bytes("m.msh", bytes.at, bytes.size, NULL, &mesh), JUDDER_MACHINE);
        mesh_destroy(&mesh);
        memcpy(bytes.at + at, kept, 8);
    }
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    free(bytes.at);
}

/* Cut at every byte: an error, or the whole mesh (only what follows the last section may be missing). */
static void files_cut_anywhere(void **state) {
    (void)state;
    static const char *const elements[] = {"P1", "P2", "Q1"};
    for (int i = 0; i < 24; i++) {
        Bytes bytes = small_file(elements[i % 3], 2 + i / 3 % 2,
                                 (MshStyle){.version = i / 6 % 2 ? 4 : 2, .binary = i / 12});
        for (size_t size = 0; size <= bytes.size; size++) {
            char *part = malloc(size + 1); /* the sanitizer sees what is read beyond the end */
            memcpy(part, bytes.at, size);
            char *exact = realloc(part, size ? size : 1);
            Mesh *mesh;
            const JudderErr err = mesh_read_bytes("m.msh", exact, size, NULL, &mesh);
            assert_int_equal(err, size + 1 < bytes.size ? JUDDER_INPUT : JUDDER_OK);
            assert_true(err ? !mesh : mesh->sides == 2 * mesh->dim);
            mesh_destroy(&mesh);
            free(exact);
        }
        free(bytes.at);
    }
}

/* Bytes changed anywhere: whatever is read can be trusted. */
static void changed_bytes(void **state) {
    (void)state;
    Random random = {4};
    static const char *const elements[] = {"P1", "P2", "Q1"};
    int read = 0;
    for (int i = 0; i < 24; i++) {
        Bytes bytes = small_file(elements[i % 3], 2 + i / 3 % 2,
                                 (MshStyle){.version = i / 6 % 2 ? 4 : 2, .binary = i / 12});
        for (int trial = 0; trial < (SANITIZED ? 300 : 1500); trial++) {
            const size_t at = (size_t)random_below(&random, (int)bytes.size);
            const char kept = bytes.at[at];
            bytes.at[at] = random_below(&random, 2) ? (char)('0' + random_below(&random, 10))
                                                    : (char)random_bits(&random);
            Mesh *mesh;
            if (mesh_read_bytes("m.msh", bytes.at, bytes.size, NULL, &mesh) == JUDDER_OK) {
                assert_int_equal(mesh_check(mesh), JUDDER_OK);
                read++;
            }
            mesh_destroy(&mesh);
            bytes.at[at] = kept;
        }
        free(bytes.at);
    }
    assert_true(read > 100);
}

static void things_that_are_no_files(void **state) {
    (void)state;
    char folder[] = "/tmp/judder_mesh_XXXXXX", path[64];
    Mesh *mesh;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(mesh_read(folder, NULL, &mesh), JUDDER_INPUT);
    assert_contains(error_message(), "cannot be read: not a regular file");
    snprintf(path, sizeof path, "%s/pipe", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(mesh_read(path, NULL, &mesh), JUDDER_INPUT);
    assert_contains(error_message(), "cannot be read: not a regular file");
    unlink(path);
    assert_int_equal(mesh_read(path, NULL, &mesh), JUDDER_INPUT);
    assert_contains(error_message(), "cannot be read: No such file");
    assert_false(error_located());
    /* A file full of holes that promises as much as it is long. */
    const int fd = open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
    static const char head[] = "$MeshFormat\n4.1 1 8\n\1\0\0\0\n$EndMeshFormat\n$Nodes\n";
    const int64_t counts[] = {1, 2000000000, 1, 1}, block[] = {2 + ((int64_t)1 << 32), 0};
    assert_int_equal(write(fd, head, sizeof head - 1), sizeof head - 1);
    assert_int_equal(write(fd, counts, sizeof counts), sizeof counts);
    assert_int_equal(write(fd, block, 12), 12);
    assert_int_equal(write(fd, &counts[1], 8), 8);
    assert_int_equal(ftruncate(fd, (off_t)1 << 37), 0);
    close(fd);
    assert_int_equal(mesh_read(path, NULL, &mesh), JUDDER_INPUT);
    assert_contains(error_message(), "a node has the number 0");
    unlink(path);
    rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binary_files_are_refused_with_their_byte),
        cmocka_unit_test(promises_cost_nothing),
        cmocka_unit_test(files_cut_anywhere),
        cmocka_unit_test(changed_bytes),
        cmocka_unit_test(things_that_are_no_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
