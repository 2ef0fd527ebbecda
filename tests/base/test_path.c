/* Files that a case may name: in its folder or below. */
#include "base/system/path.h"
#include "judder_test.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/judder-path-XXXXXX";

static int enter(void **state) {
    (void)state;
    if (!mkdtemp(folder) || chdir(folder) != 0) return -1;
    mkdir("cases", 0700);
    mkdir("cases/parts", 0700);
    mkdir("cases2", 0700);
    const char *const files[] = {"cases/case.lua", "cases/a.msh", "cases/parts/b.msh", "secret",
                                 "cases2/c.msh"};
    for (size_t i = 0; i < COUNT_OF(files); i++) close(open(files[i], O_CREAT | O_WRONLY, 0600));
    const bool linked = symlink("../secret", "cases/link") == 0 && symlink("a.msh", "cases/inside") == 0 &&
                        symlink("..", "cases/up") == 0;
    return linked ? 0 : -1;
}

static int leave(void **state) {
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static void assert_ends(const char *name, const char *end) {
    char *path = NULL;
    if (path_below("cases/case.lua", "file", name, &path) != JUDDER_OK)
        fail_msg("%s: %s", name, error_message());
    assert_string_equal(path + strlen(path) - strlen(end), end);
    free(path);
}

static void inside(void **state) {
    (void)state;
    assert_ends("a.msh", "/cases/a.msh");
    assert_ends("./parts/../a.msh", "/cases/a.msh");
    assert_ends("parts/b.msh", "/cases/parts/b.msh");
    assert_ends("inside", "/cases/a.msh");
}

static void outside(void **state) {
    (void)state;
    static const char *const names[] = {"../secret", "link",    "up/secret", "../cases2/c.msh", "/etc/passwd",
                                        "parts",     "missing", "",          "a.msh/x"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        char *path = NULL;
        assert_int_equal(path_below("cases/case.lua", "file", names[i], &path), JUDDER_INPUT);
        assert_null(path);
        assert_string_equal(error_field(), "file");
    }
}

static void case_in_the_present_folder(void **state) {
    (void)state;
    char *path = NULL;
    assert_int_equal(chdir("cases"), 0);
    assert_int_equal(path_below("case.lua", "file", "a.msh", &path), JUDDER_OK);
    free(path);
    assert_int_equal(path_below("case.lua", "file", "../secret", &path), JUDDER_INPUT);
    assert_int_equal(chdir(".."), 0);
}

/* Folders of PATH that are named from the root are looked through, no others. */
static void programs_in_path(void **state) {
    (void)state;
    char path[200], expected[200], *kept = strdup(getenv("PATH"));
    assert_int_equal(
        system("mkdir -p programs && cp /bin/true programs/a_program && cp /bin/true a_program &&"
               " echo x >programs/no_program && mkdir programs/a_folder"),
        0);
    setenv("PATH", ".::programs:", 1);
    assert_false(path_find_program("a_program", path, sizeof path));
    snprintf(path, sizeof path, ".:/nowhere:%s/programs:", folder);
    setenv("PATH", path, 1);
    assert_true(path_find_program("a_program", path, sizeof path));
    snprintf(expected, sizeof expected, "%s/programs/a_program", folder);
    assert_string_equal(path, expected);
    assert_false(path_find_program("no_program", path, sizeof path));
    assert_false(path_find_program("a_folder", path, sizeof path));
    assert_false(path_find_program("a_program", path, 10));
    setenv("PATH", "", 1);
    assert_false(path_find_program("a_program", path, sizeof path));
    setenv("PATH", kept, 1);
    free(kept);
}

/* While another process puts a link to a folder outside in the place of `parts`, and back. */
static void a_folder_that_becomes_a_link_is_not_followed(void **state) {
    (void)state;
    assert_int_equal(
        system("mkdir -p outside && echo secret > outside/d.msh && echo ours > cases/parts/d.msh && "
               "ln -sfn ../outside cases/other"),
        0);
    const pid_t child = fork();
    if (child == 0)
        while (true) renameat2(AT_FDCWD, "cases/parts", AT_FDCWD, "cases/other", RENAME_EXCHANGE);
    int opened = 0;
    for (int i = 0; i < 20000; i++) {
        char text[20] = "";
        FILE *file = NULL;
        if (path_open_below("cases/case.lua", "file", "parts/d.msh", &file) != JUDDER_OK) continue;
        opened++;
        if (!fgets(text, sizeof text, file) || strcmp(text, "ours\n") != 0) {
            kill(child, SIGKILL);
            fail_msg("read \"%s\"", text);
        }
        fclose(file);
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    assert_true(opened > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inside),
        cmocka_unit_test(outside),
        cmocka_unit_test(case_in_the_present_folder),
        cmocka_unit_test(programs_in_path),
        cmocka_unit_test(a_folder_that_becomes_a_link_is_not_followed),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
