/* Geometries as people draw them: behind the walls gmsh makes the same mesh of each, to the last byte. */
#include "judder_test.h"

#include "base/log.h"
#include "study/body/gmsh/program.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds_plain, seconds_confined;
static char folder[] = "/tmp/judder-geo-XXXXXX";

static size_t read_all(int file, char **bytes) {
    const off_t size = lseek(file, 0, SEEK_END);
    assert_true(size > 0);
    *bytes = calloc(1, (size_t)size + 1);
    assert_non_null(*bytes);
    assert_int_equal(pread(file, *bytes, (size_t)size, 0), size);
    return (size_t)size;
}

static size_t read_file(const char *path, char **bytes) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t size = read_all(fileno(file), bytes);
    fclose(file);
    return size;
}

/* As anyone runs it, without walls. */
static size_t mesh_plainly(const char *geo, char **bytes) {
    char path[100];
    int status;
    snprintf(path, sizeof path, "%s/plain.msh", folder);
    const double start = clock_seconds();
    const pid_t child = fork();
    if (child == 0) {
        setenv("HOME", folder, 1);
        if (freopen("/dev/null", "w", stdout) && freopen("/dev/null", "w", stderr))
            execlp("gmsh", "gmsh", geo, "-3", "-format", "msh41", "-bin", "-v", "1", "-o", path, NULL);
        _exit(100);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    seconds_plain += clock_seconds() - start;
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return read_file(path, bytes);
}

static void assert_same_mesh(const char *geo) {
    char *text, *plain, *confined;
    int mesh = -1;
    Geometry geometry = {.name = geo, .length = read_file(geo, &text)};
    geometry.text = text;
    const GmshRefusal refusal = gmsh_refusal(text);
    if (refusal.word) fail_msg("%s is refused for %s", geo, refusal.word);
    const double start = clock_seconds();
    const JudderErr err = gmsh_program_run(&geometry, &mesh);
    seconds_confined += clock_seconds() - start;
    if (err != JUDDER_OK) fail_msg("%s", error_message());
    const size_t size = read_all(mesh, &confined);
    if (size != mesh_plainly(geo, &plain) || memcmp(plain, confined, size) != 0)
        fail_msg("%s has another mesh behind the walls", geo);
    close(mesh);
    free(text), free(plain), free(confined);
}

static void drawings_are_meshed_as_without_walls(void **state) {
    (void)state;
    glob_t found;
    if (system("gmsh --version >/dev/null 2>&1") != 0) skip_without("gmsh");
    assert_non_null(mkdtemp(folder));
    assert_int_equal(glob(JUDDER_SOURCE_DIR "/tests/study/geo/*/*.geo", 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= 50);
    for (size_t i = 0; i < found.gl_pathc; i++) assert_same_mesh(found.gl_pathv[i]);
    printf("%zu drawings: %.2f s without walls, %.2f s behind them\n", found.gl_pathc, seconds_plain,
           seconds_confined);
    globfree(&found);
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(drawings_are_meshed_as_without_walls)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
