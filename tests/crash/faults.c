/* A shim before the C library (LD_PRELOAD): the n-th call of a kind fails, or the process dies before it.
 * JUDDER_FAULT is "kind:n:what"; kinds write, fsync, rename, malloc; what: kill, once (this call fails), on
 * (this and all later ones). Calls on files count only below JUDDER_FAULT_FOLDER, if that is given. With
 * JUDDER_FAULT_COUNTS, the name of a file, the process tells there in the end how many calls of each kind
 * it made. With JUDDER_FAULT_SINE the sine is another in its last bit, as in another library. */
#include <dlfcn.h>
#include <errno.h>
#include <math.h>
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
    bool ready, counts;
    Kind kind;
    long at, seen[KINDS];
    char what; /* k, o: once, n: on */
    const char *folder;
    pid_t process; /* whose calls are reported */
} fault;

/* Without any allocation: it may be asked by the first one. */
__attribute__((constructor)) static void get_ready(void) {
    static const char *const names[KINDS] = {"write:", "fsync:", "rename:", "malloc:"};
    const char *text = getenv("JUDDER_FAULT");
    fault.folder = getenv("JUDDER_FAULT_FOLDER");
    fault.counts = getenv("JUDDER_FAULT_COUNTS") != NULL;
    fault.process = getpid();
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

__attribute__((destructor)) static void tell(void) {
    const char *name = getenv("JUDDER_FAULT_COUNTS");
    FILE *file = fault.counts && name && getpid() == fault.process ? fopen(name, "w") : NULL;
    if (!file) return;
    for (int k = 0; k < KINDS; k++) fprintf(file, "%ld ", fault.seen[k]);
    fclose(file);
}

/* How a program ends that does not wait for its libraries. */
_Noreturn void _exit(int status) {
    tell();
    for (;;) syscall(SYS_exit_group, status);
}

static bool fails(Kind kind) {
    if (!fault.ready && !fault.counts) return false;
    const long now = __atomic_add_fetch(&fault.seen[kind], 1, __ATOMIC_RELAXED);
    if (!fault.ready || kind != fault.kind || now < fault.at || (now > fault.at && fault.what != 'n'))
        return false;
    if (fault.what == 'k') kill(getpid(), SIGKILL);
    return true;
}

/* Whether a call on that file fails. */
static bool file_fails(Kind kind, int fd) {
    char link[40], path[4096];
    if (fault.folder) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        const ssize_t length = readlink(link, path, sizeof path - 1);
        const size_t needed = strlen(fault.folder);
        if (length < (ssize_t)needed || strncmp(path, fault.folder, needed) != 0) return false;
    }
    return fails(kind);
}

/* What goes to the terminal is left alone. */
ssize_t write(int fd, const void *bytes, size_t size) {
    if (fd > 2 && file_fails(WRITE, fd)) {
        errno = ENOSPC;
        return -1;
    }
    return (ssize_t)syscall(SYS_write, fd, bytes, size);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t place) {
    if (file_fails(WRITE, fd)) {
        errno = ENOSPC;
        return -1;
    }
    return (ssize_t)syscall(SYS_pwrite64, fd, bytes, size, place);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t place) {
    return pwrite(fd, bytes, size, place);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    if (fd > 2 && file_fails(WRITE, fd)) {
        errno = ENOSPC;
        return -1;
    }
    return (ssize_t)syscall(SYS_writev, fd, parts, count);
}

int fsync(int fd) {
    if (file_fails(FSYNC, fd)) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd) {
    if (file_fails(FSYNC, fd)) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_fdatasync, fd);
}

int ftruncate(int fd, off_t size) {
    if (file_fails(WRITE, fd)) {
        errno = ENOSPC;
        return -1;
    }
    return (int)syscall(SYS_ftruncate, fd, size);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    if (fails(RENAME)) {
        errno = EPERM;
        return -1;
    }
    return (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
    if (fails(RENAME)) {
        errno = EACCES;
        return -1;
    }
    return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, 0);
}

double sin(double x) {
    double (*real)(double);
    *(void **)&real = dlsym(RTLD_NEXT, "sin");
    return getenv("JUDDER_FAULT_SINE") ? nextafter(real(x), 2) : real(x);
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
