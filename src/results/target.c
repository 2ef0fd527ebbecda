#include "results/target.h"

#include "base/bytes.h"
#include "base/log.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A byte that no file reaches. Locks of this kind do not meet those by which HDF5 keeps readers out. */
static struct flock mark_of(void) {
    return (struct flock){.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)1 << 60, .l_len = 1};
}

/* Whether a living run writes the file; one that cannot be asked is taken for free. */
static bool is_being_written(const char *path) {
    const int fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    if (fd < 0) return false;
    struct flock mark = mark_of();
    const bool held = fcntl(fd, F_OFD_GETLK, &mark) == 0 && mark.l_type != F_UNLCK;
    close(fd);
    return held;
}

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
    REQUIRE(access(path, W_OK) == 0, error_file("-o", path, errno));
    REQUIRE(!is_being_written(path),
            error_input("-o", "%s: another run is writing it: wait for its end, or name another file with -o",
                        path));
    return JUDDER_OK;
}

/* Bytes of the path before the name. */
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* NAME becomes .NAME.<pid>.<attempt>.tmp in the same folder, with NAME cut if it is very long. To be freed.
 * */
static char *temporary_name(const char *path, int attempt) {
    const size_t folder = folder_length(path);
    char *name = NULL;
    if (asprintf(&name, "%.*s.%.200s.%ld.%d.tmp", (int)folder, path, path + folder, (long)getpid(), attempt) <
        0) {
        errno = ENOMEM;
        return NULL;
    }
    return name;
}

enum { ATTEMPTS = 1000 };
enum { PATIENCE = 100 }; /* times 20 ms for another run to put its result in place */

static int open_locked(const char *name) {
    const int fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    struct flock mark = mark_of();
    /* Some file systems have no locks: then nobody sees it. */
    if (fd >= 0) fcntl(fd, F_OFD_SETLK, &mark);
    return fd;
}

bool target_renew(Target *target) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        target->temporary = temporary_name(target->path, attempt);
        target->file = target->temporary ? open_locked(target->temporary) : -1;
        if (target->file >= 0) {
            stop_removes(target->temporary);
            return true;
        }
        free(target->temporary);
        target->temporary = NULL;
        if (errno != EEXIST) return false;
    }
    return false;
}

/* Whether the name is .NAME[...].<pid>.<attempt>.tmp of a process that is gone. */
static bool is_left_over(const char *entry, const char *name) {
    long pid;
    int attempt, used = 0;
    const size_t length = strnlen(name, 200), size = strlen(entry);
    if (size < length + 8 || entry[0] != '.' || strncmp(entry + 1, name, length) != 0) return false;
    const char *rest = entry + 1 + length;
    if (strncmp(rest, ".checkpoint", 11) == 0) rest += 11;
    if (sscanf(rest, ".%ld.%d.tmp%n", &pid, &attempt, &used) != 2 || rest[used]) return false;
    return pid > 0 && kill((pid_t)pid, 0) != 0 && errno == ESRCH;
}

static void remove_left_over(const char *path, size_t folder) {
    char *name = folder ? strndup(path, folder) : strdup("./");
    DIR *here = name ? opendir(name) : NULL;
    for (const struct dirent *entry; here && (entry = readdir(here));) {
        char *whole = NULL;
        if (!is_left_over(entry->d_name, path + folder)) continue;
        if (asprintf(&whole, "%s%s", name, entry->d_name) < 0) break;
        if (!is_being_written(whole)) unlink(whole);
        free(whole);
    }
    if (here) closedir(here);
    free(name);
}

JudderErr target_create(Target *target, const char *path, const char *case_file) {
    *target = (Target){.file = -1};
    TRY(check_present(path, case_file));
    /* A link stays a link: what it names is replaced. */
    target->path = realpath(path, NULL);
    if (!target->path) target->path = strdup(path);
    if (!target->path) return error_memory();
    const size_t folder = folder_length(target->path);
    if (!target->path[folder]) return error_input("-o", "\"%s\": names no file", path);
    if (case_file) remove_left_over(target->path, folder);
    return target_renew(target) ? JUDDER_OK : error_file("-o", path, errno);
}

static int open_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
    const int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    const int reason = errno;
    free(folder);
    errno = reason;
    return fd;
}

static void remove_temporary(char **name) {
    unlink(*name);
    stop_keeps(*name);
    free(*name);
    *name = NULL;
}

/* A second, temporary name of the file in place, to be freed; NULL if it gets none. */
static char *second_name(const char *path, const struct stat *shown) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        char *name = temporary_name(path, attempt);
        const bool made = name && link(path, name) == 0;
        if (made) stop_removes(name);
        if (made && is_same_file(shown, name)) return name;
        if (made) {
            remove_temporary(&name); /* another has put his own there meanwhile */
            return NULL;
        }
        free(name);
        if (errno != EEXIST) return NULL;
    }
    return NULL;
}

/* After the file it went with: a crash before leaves both, a crash between leaves one that belongs to
 * nothing. */
static bool drop_companion(Target *target) {
    if (target->goes_with && unlink(target->goes_with) != 0 && errno != ENOENT) return false;
    free(target->goes_with);
    target->goes_with = NULL;
    return true;
}

static bool replace(Target *target, int shown) {
    struct stat found;
    const bool own = shown >= 0 && fstat(shown, &found) == 0 && is_same_file(&found, target->path);
    if (!own && is_being_written(target->path)) {
        errno = EBUSY;
        return false;
    }
    /* One with a name that somebody else gave it is his. */
    char *second = own && found.st_nlink == 1 ? second_name(target->path, &found) : NULL;
    if (rename(target->temporary, target->path) != 0) {
        const int reason = errno;
        if (second) remove_temporary(&second);
        errno = reason;
        return false;
    }
    stop_keeps(target->temporary);
    free(target->temporary);
    target->temporary = second;
    return drop_companion(target);
}

/* Some file systems have no locks of folders (NFS: EBADF, ENOLCK, EOPNOTSUPP): nothing to wait for. */
static void wait_for_turn(int folder) {
    for (int i = 0; i < PATIENCE && flock(folder, LOCK_EX | LOCK_NB) != 0; i++) {
        if (errno != EWOULDBLOCK && errno != EINTR) return;
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
}

bool target_swap(Target *target, int shown) {
    /* One after the other, so that of two runs the second one sees the first. */
    const int folder = open_folder(target->path);
    if (folder >= 0) wait_for_turn(folder);
    const bool good = replace(target, shown);
    const int reason = errno;
    if (folder >= 0) close(folder);
    errno = reason;
    return good;
}

bool target_place(Target *target) {
    return !target->temporary || target_swap(target, -1);
}

void target_drop(Target *target) {
    if (target->temporary) remove_temporary(&target->temporary);
    if (target->path && target->file >= 0) close(target->file);
    target->file = -1;
}

void target_release(Target *target) {
    target_drop(target);
    free(target->path);
    free(target->goes_with);
    *target = (Target){.file = -1};
}

static bool sync_and_close(int fd) {
    const bool synced = fd >= 0 && fsync(fd) == 0;
    const int reason = errno;
    const bool closed = fd >= 0 && close(fd) == 0;
    if (!synced) errno = reason;
    return synced && closed;
}

bool target_sync_folder(const char *path) {
    const int fd = open_folder(path);
    /* A folder that may be written but not read cannot be waited for. */
    if (fd < 0 && errno == EACCES) return true;
    /* Nor can one whose file system knows no such thing. */
    return sync_and_close(fd) || errno == EINVAL || errno == ENOTSUP;
}

bool target_sync(const char *path) {
    return sync_and_close(open(path, O_RDONLY | O_CLOEXEC)) && target_sync_folder(path);
}

JudderErr target_write(const char *path, const void *bytes, size_t size) {
    Target target;
    JudderErr err = target_create(&target, path, NULL);
    if (err == JUDDER_OK) {
        const int fd = open(target.temporary, O_WRONLY | O_CLOEXEC);
        const bool written = fd >= 0 && bytes_write(fd, bytes, size);
        const int reason = errno;
        const bool kept = sync_and_close(fd);
        if (!written) errno = reason;
        if (!written || !kept || !target_place(&target) || !target_sync_folder(target.path))
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
