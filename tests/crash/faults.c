/* A shim before the C library (LD_PRELOAD): the n-th call of a kind fails, or the process dies before it. JUDDER_FAULT is
 * "kind:n:what"; kinds write, fsync, rename, malloc; what: kill, once (this call fails), on (this and all later ones). */
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

typedef enum Kind { WRITE, FSYNC, RENAME, MALLOC, KINDS } Kind;

static struct {
    bool ready;
    Kind kind;
    long at, seen;
    char what; /* k, o: once, n: on */
} fault;

/* Without any allocation: it may be asked by the first one. */
__attribute__((constructor)) static void get_ready(void) {
    static const char *const names[KINDS] = {"write:", "fsync:", "rename:", "malloc:"};
    const char *text = getenv("JUDDER_FAULT");
    if (!text) return;
    for (int k = 0; k < KINDS; k++) {
        const size_t length = strlen(names[k]);
        if (strncmp(text, names[k], length) != 0) continue;
        char *end;
        fault.kind = (Kind)k;
        fault.at = strtol(text + length, &end, 10);
        fault.what = end[0] == ':' ? (end[1] == 'k' ? 'k' : end[2] == 'n' && end[3] ? 'o' : 'n') : 'n';
        fault.ready = true;
    }
}

static bool fails(Kind kind) {
    if (!fault.ready || kind != fault.kind) return false;
    const long now = __atomic_add_fetch(&fault.seen, 1, __ATOMIC_RELAXED);
    if (now < fault.at || (now > fault.at && fault.what != 'n')) return false;
    if (fault.what == 'k') kill(getpid(), SIGKILL);
    return true;
}

/* What goes to the terminal is left alone. */
ssize_t write(int fd, const void *bytes, size_t size) {
    if (fd > 2 && fails(WRITE)) {
        errno = ENOSPC;
        return -1;
    }
    return (ssize_t)syscall(SYS_write, fd, bytes, size);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t place) {
    if (fails(WRITE)) {
        errno = ENOSPC;
        return -1;
    }
    return (ssize_t)syscall(SYS_pwrite64, fd, bytes, size, place);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t place) {
    return pwrite(fd, bytes, size, place);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    if (fd > 2 && fails(WRITE)) {
        errno = ENOSPC;
        return -1;
    }
    return (ssize_t)syscall(SYS_writev, fd, parts, count);
}

int fsync(int fd) {
    if (fails(FSYNC)) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd) {
    if (fails(FSYNC)) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_fdatasync, fd);
}

int ftruncate(int fd, off_t size) {
    if (fails(WRITE)) {
        errno = ENOSPC;
        return -1;
    }
    return (int)syscall(SYS_ftruncate, fd, size);
}

int link(const char *from, const char *to) {
    if (fails(RENAME)) {
        errno = EPERM;
        return -1;
    }
    return (int)syscall(SYS_link, from, to);
}

int rename(const char *from, const char *to) {
    if (fails(RENAME)) {
        errno = EACCES;
        return -1;
    }
    return (int)syscall(SYS_rename, from, to);
}

void *malloc(size_t size) {
    if (!fails(MALLOC)) return __libc_malloc(size);
    errno = ENOMEM;
    return NULL;
}

void *calloc(size_t count, size_t size) {
    if (!fails(MALLOC)) return __libc_calloc(count, size);
    errno = ENOMEM;
    return NULL;
}

void *realloc(void *old, size_t size) {
    if (!fails(MALLOC)) return __libc_realloc(old, size);
    errno = ENOMEM;
    return NULL;
}
