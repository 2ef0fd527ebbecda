#include "results/target.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_same_file(const struct stat *found, const char *other) {
    struct stat at;
    return other && stat(other, &at) == 0 && at.st_dev == found->st_dev && at.st_ino == found->st_ino;
}

/* What stands at the path must be a file that may be replaced: never a folder, a device, a protected file,
 * the case. */
static JudderErr check_present(const char *path, const char *case_file) {
    struct stat found;
    if (stat(path, &found) != 0) return JUDDER_OK;
    if (is_same_file(&found, case_file))
        return error_input("-o", "%s: the result would replace the case: name another file with -o", path);
    if (S_ISDIR(found.st_mode)) return error_file("-o", path, EISDIR);
    if (!S_ISREG(found.st_mode)) return error_input("-o", "%s: cannot be written: not a regular file", path);
    return access(path, W_OK) == 0 ? JUDDER_OK : error_file("-o", path, errno);
}

/* NAME becomes .NAME.<pid>.<attempt>.tmp in the same folder, with NAME cut if it is very long. */
static int open_beside(Target *target, size_t folder) {
    const char *name = target->path + folder;
    const size_t size = folder + 256;
    target->temporary = malloc(size);
    if (!target->temporary) return ENOMEM;
    for (int attempt = 0; attempt < 1000; attempt++) {
        snprintf(target->temporary, size, "%.*s.%.200s.%ld.%d.tmp", (int)folder, target->path, name,
                 (long)getpid(), attempt);
        const int fd = open(target->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0) return close(fd) == 0 ? 0 : errno;
        if (errno != EEXIST) return errno;
    }
    return EEXIST;
}

JudderErr target_create(Target *target, const char *path, const char *case_file) {
    *target = (Target){0};
    TRY(check_present(path, case_file));
    /* A link stays a link: what it names is replaced. */
    target->path = realpath(path, NULL);
    if (!target->path) target->path = strdup(path);
    if (!target->path) return error_memory();
    const char *slash = strrchr(target->path, '/');
    const size_t folder = slash ? (size_t)(slash - target->path) + 1 : 0;
    if (!target->path[folder]) return error_input("-o", "\"%s\": names no file", path);
    const int error = open_beside(target, folder);
    if (error == 0) return JUDDER_OK;
    free(target->temporary);
    target->temporary = NULL;
    return error_file("-o", path, error);
}

bool target_place(Target *target) {
    if (!target->temporary) return true;
    if (rename(target->temporary, target->path) != 0) return false;
    free(target->temporary);
    target->temporary = NULL;
    return true;
}

void target_release(Target *target) {
    if (target->temporary) unlink(target->temporary);
    free(target->temporary);
    free(target->path);
    *target = (Target){0};
}

JudderErr target_folder(const char *option, const char *folder) {
    struct stat found;
    if (mkdir(folder, 0777) == 0) return JUDDER_OK;
    if (errno != EEXIST || stat(folder, &found) != 0) return error_file(option, folder, errno);
    return S_ISDIR(found.st_mode) ? JUDDER_OK : error_input(option, "%s: not a folder", folder);
}
