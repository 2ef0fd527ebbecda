#include "report/write.h"

#include "base/bytes.h"
#include "base/system/path.h"
#include "results/place/target.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HEAD = 5 }; /* bytes by which a page is told from a figure: "<!DOC", "<svg " */

JudderErr write_file(const char *path, const char *result_file, const char *bytes, size_t count) {
    const char *const inputs[] = {result_file, NULL};
    const FileKind kind = {"such a page or figure", bytes, count < HEAD ? count : HEAD};
    return target_write(&(PlaceWish){.path = path, .inputs = inputs, .kind = &kind}, bytes, count);
}

/* Feeds the program, whose answer goes to a file, and waits for it; -1: it could not be started. */
static int convert(const char *svg, size_t count, int png) {
    extern char **environ;
    char program[PATH_MAX], zoom[] = "--zoom=2", *words[] = {program, zoom, NULL};
    int ends[2];
    pid_t child;
    posix_spawn_file_actions_t actions;
    if (!path_find_program("rsvg-convert", program, sizeof program) || pipe2(ends, O_CLOEXEC) != 0) return -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0);
    posix_spawn_file_actions_adddup2(&actions, png, 1);
    const int failed = posix_spawn(&child, program, &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    if (failed == 0) {
        /* The program may end before it has read all. */
        void (*before)(int) = signal(SIGPIPE, SIG_IGN);
        bytes_write(ends[1], svg, count);
        signal(SIGPIPE, before);
    }
    close(ends[1]);
    if (failed != 0) return -1;
    int status;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

JudderErr write_png(const char *path, const char *result_file, const char *svg, size_t count) {
    const char *const inputs[] = {result_file, NULL};
    Target target;
    static const FileKind kind = {"a picture (.png)", "\211PNG", 4};
    TRY(target_create(&target, &(PlaceWish){.path = path, .inputs = inputs, .kind = &kind}));
    const int status = convert(svg, count, target.file);
    if (status == 0) return target_finish(&target, 0);
    target_release(&target);
    if (status == -1 || status == 127)
        return error_input(
            "-o",
            "%s: PNG needs the program rsvg-convert (package librsvg2-bin), which is not here: "
            "install it, or name a file that ends in .svg",
            path);
    return error_machine("%s: rsvg-convert ended with status %d", path, status);
}
