#include "report/write.h"

#include "base/bytes.h"
#include "results/target.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static JudderErr begin(Target *target, const char *path, const char *result_file) {
    const JudderErr err = target_create(target, path, result_file);
    if (err != JUDDER_OK) target_release(target);
    return err;
}

static JudderErr finish(Target *target, int reason) {
    if (reason == 0 && !target_place(target)) reason = errno;
    const JudderErr err = reason == 0 ? JUDDER_OK : error_file("-o", target->path, reason);
    target_release(target);
    return err;
}

JudderErr write_file(const char *path, const char *result_file, const char *bytes, size_t count) {
    Target target;
    TRY(begin(&target, path, result_file));
    const int fd = open(target.temporary, O_WRONLY | O_TRUNC | O_CLOEXEC);
    int reason = fd >= 0 && bytes_write(fd, bytes, count) ? 0 : errno;
    if (fd >= 0 && close(fd) != 0 && reason == 0) reason = errno;
    return finish(&target, reason);
}

/* Feeds the program and waits for it; -1: it could not be started. */
static int convert(const char *svg, size_t count, const char *png) {
    extern char **environ;
    char program[] = "rsvg-convert", zoom[] = "--zoom=2", out[] = "-o",
         *words[] = {program, zoom, out, NULL, NULL};
    char place[4096];
    snprintf(place, sizeof place, "%s", png);
    words[3] = place;
    int ends[2];
    pid_t child;
    posix_spawn_file_actions_t actions;
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0);
    const int failed = posix_spawnp(&child, program, &actions, NULL, words, environ);
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
    Target target;
    TRY(begin(&target, path, result_file));
    const int status = convert(svg, count, target.temporary);
    if (status == 0) return finish(&target, 0);
    target_release(&target);
    if (status == -1 || status == 127)
        return error_input(
            "-o",
            "%s: PNG needs the program rsvg-convert (package librsvg2-bin), which is not here: "
            "install it, or name a file that ends in .svg",
            path);
    return error_machine("%s: rsvg-convert ended with status %d", path, status);
}
