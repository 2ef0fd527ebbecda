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
    if (target->goes_with && unlink(target->goes_with) != 0 && errno != ENOENT) return false;
    if (rename(target->temporary, target->path) != 0) return false;
    free(target->temporary);
    target->temporary = NULL;
    return true;
}

void target_release(Target *target) {
    if (target->temporary) unlink(target->temporary);
    free(target->temporary);
    free(target->path);
    free(target->goes_with);
    *target = (Target){0};
}

static bool sync_and_close(int fd) {
    bool good = fd >= 0 && fsync(fd) == 0;
    const int reason = errno;
    if (fd >= 0 && close(fd) != 0) good = false;
    if (!good) errno = reason;
    return good;
}

static bool sync_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
    if (!folder) return false;
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    /* A folder that may be written but not read cannot be waited for. */
    return fd < 0 && errno == EACCES ? true : sync_and_close(fd);
}

bool target_sync(const char *path) {
    return sync_and_close(open(path, O_RDONLY | O_CLOEXEC)) && sync_folder(path);
}

static bool write_all(int fd, const char *bytes, size_t size) {
    while (size > 0) {
        const ssize_t done = write(fd, bytes, size);
        if (done < 0 && errno == EINTR) continue;
        if (done == 0) errno = EIO;
        if (done <= 0) return false;
        bytes += done, size -= (size_t)done;
    }
    return true;
}

JudderErr target_write(const char *path, const void *bytes, size_t size) {
    Target target;
    JudderErr err = target_create(&target, path, NULL);
    if (err == JUDDER_OK) {
        const int fd = open(target.temporary, O_WRONLY | O_CLOEXEC);
        bool good = fd >= 0 && write_all(fd, bytes, size);
        const int reason = errno;
        good = sync_and_close(fd) && good;
        if (!good && reason) errno = reason;
        if (!good || !target_place(&target) || !sync_folder(target.path))
            err = error_machine("%s: cannot be written: %s", path, strerror(errno));
    }
    target_release(&target);
    return err;
}

JudderErr target_folder(const char *option, const char *folder) {
    struct stat found;
    if (mkdir(folder, 0777) == 0) return JUDDER_OK;
    if (errno != EEXIST || stat(folder, &found) != 0) return error_file(option, folder, errno);
    return S_ISDIR(found.st_mode) ? JUDDER_OK : error_input(option, "%s: not a folder", folder);
}
