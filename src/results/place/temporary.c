#include "results/place/temporary.h"

#include "base/log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ATTEMPTS = 1000, CUT = 200 };

struct flock temporary_mark(void) {
    return (struct flock){.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)1 << 60, .l_len = 1};
}

bool temporary_is_written(const Place *place, const char *name) {
    struct stat found;
    if (!place_look(place, name, &found) || !S_ISREG(found.st_mode)) return false;
    const int fd = openat(place->folder, name, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    if (fd < 0) return false;
    struct flock mark = temporary_mark();
    const bool held = fcntl(fd, F_OFD_GETLK, &mark) == 0 && mark.l_type != F_UNLCK;
    close(fd);
    return held;
}

const char *temporary_name(const Place *place, const char *path) {
    return path + (place->name - place->path);
}

/* The path of .NAME.<process>.<attempt>.tmp, with NAME cut if it is very long. To be freed. */
static char *make_path(const Place *place, int attempt) {
    char *path = NULL;
    const int folder = (int)(place->name - place->path);
    const int length = asprintf(&path, "%.*s.%.*s.%ld.%d.tmp", folder, place->path, CUT, place->name,
                                (long)getpid(), attempt);
    if (length >= 0) return path;
    errno = ENOMEM;
    return NULL;
}

int temporary_make(const Place *place, mode_t mode, char **path) {
    const int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        *path = make_path(place, attempt);
        const int fd = *path ? openat(place->folder, temporary_name(place, *path), flags, mode) : -1;
        if (fd >= 0) {
            struct flock mark = temporary_mark();
            fcntl(fd, F_OFD_SETLK, &mark); /* some file systems have no locks: then nobody sees it */
            stop_removes(place->folder, *path);
            return fd;
        }
        free(*path);
        *path = NULL;
        if (errno != EEXIST) return -1;
    }
    return -1;
}

char *temporary_link(const Place *place, const struct stat *shown) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        char *path = make_path(place, attempt);
        const char *name = path ? temporary_name(place, path) : NULL;
        const bool made = name && linkat(place->folder, place->name, place->folder, name, 0) == 0;
        if (made) stop_removes(place->folder, path);
        if (made && place_holds(place, name, shown)) return path;
        if (made) {
            temporary_remove(place, &path); /* another has put his own there meanwhile */
            return NULL;
        }
        free(path);
        if (errno != EEXIST) return NULL;
    }
    return NULL;
}

void temporary_remove(const Place *place, char **path) {
    unlinkat(place->folder, temporary_name(place, *path), 0);
    stop_keeps(*path);
    free(*path);
    *path = NULL;
}

/* Whether it is .NAME.<process>.<attempt>.tmp of that process, or what stands beside the name; any name:
 * NULL. */
static bool is_of(const char *entry, const char *name, long process) {
    const size_t length = strlen(entry);
    if (name && strncmp(entry + 1, name, strnlen(name, CUT)) != 0) return false;
    const char *end = length > 4 ? entry + length - 4 : entry;
    if (entry[0] != '.' || strcmp(end, ".tmp") != 0) return false;
    while (end > entry && end[-1] >= '0' && end[-1] <= '9') end--;
    char number[32];
    const int count = snprintf(number, sizeof number, ".%ld.", process);
    return end - entry > count && strncmp(end - count, number, (size_t)count) == 0;
}

void temporary_tidy(const Place *place, long process, const PlaceWish *wish) {
    DIR *here = place_entries(place);
    struct stat found;
    for (const struct dirent *entry; here && (entry = readdir(here));)
        if (is_of(entry->d_name, wish->in ? NULL : place->name, process) &&
            place_look(place, entry->d_name, &found) && !place_input_at(wish, &found) &&
            !temporary_is_written(place, entry->d_name))
            unlinkat(place->folder, entry->d_name, 0);
    if (here) closedir(here);
}
