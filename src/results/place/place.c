#include "results/place/place.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *place_option(const PlaceWish *wish) {
    return wish->option ? wish->option : "-o";
}

/* A folder that may be written but not read can be used, but not locked or waited for. */
static int open_folder(const char *path, int flags) {
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags);
    return folder >= 0 || errno != EACCES ? folder : open(path, O_PATH | O_DIRECTORY | O_CLOEXEC | flags);
}

/* One step down; a link is not followed: ELOOP. */
static int open_below(int folder, const char *name) {
    struct stat found;
    if (fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(found.st_mode)) {
        errno = ELOOP;
        return -1;
    }
    const int flags = O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW, opened = openat(folder, name, O_RDONLY | flags);
    return opened >= 0 || errno != EACCES ? opened : openat(folder, name, O_PATH | flags);
}

/* The folder part of a path. Below the current folder, which may be a stranger's, no link is followed; a path
 * from the root is the user's own words. `folder` is cut into its parts. */
static int open_folder_part(char *folder) {
    if (folder[0] == '/') return open_folder(folder, 0);
    int here = open_folder(".", 0);
    char *rest = NULL;
    for (char *part = strtok_r(folder, "/", &rest); part && here >= 0; part = strtok_r(NULL, "/", &rest)) {
        const int next = open_below(here, part), reason = errno;
        close(here);
        here = next;
        errno = reason;
    }
    return here;
}

static int open_parent(const char *path, const char *name) {
    char *folder = strndup(path, (size_t)(name - path)); /* with its slash */
    const int opened = folder ? open_folder_part(folder) : -1;
    const int reason = folder ? errno : ENOMEM;
    free(folder);
    errno = reason;
    return opened;
}

/* Where the folder of a path cannot be opened. */
static JudderErr refuse_folder(const char *option, const char *path, int reason) {
    REQUIRE(reason != ELOOP,
            error_input(option,
                        "%s: a folder on the way is a symbolic link, and nothing is written through links: "
                        "name the folder itself",
                        path));
    return error_file(option, path, reason);
}

void place_close(Place *place) {
    if (place->path) close(place->folder);
    free(place->path);
    *place = (Place){.folder = -1};
}

char *place_path(const Place *place, const char *name) {
    char *path = NULL;
    const int length = (int)(place->name - place->path);
    return asprintf(&path, "%.*s%s", length, place->path, name) < 0 ? NULL : path;
}

bool place_look(const Place *place, const char *name, struct stat *found) {
    return fstatat(place->folder, name, found, AT_SYMLINK_NOFOLLOW) == 0;
}

static bool is_same(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool place_holds(const Place *place, const char *name, const struct stat *file) {
    struct stat found;
    return place_look(place, name, &found) && is_same(&found, file);
}

DIR *place_entries(const Place *place) {
    const int again = openat(place->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *entries = again >= 0 ? fdopendir(again) : NULL;
    if (again >= 0 && !entries) close(again);
    return entries;
}

const char *place_input_at(const PlaceWish *wish, const struct stat *found) {
    struct stat read;
    for (const char *const *input = wish->inputs; input && *input; input++)
        if (stat(*input, &read) == 0 && is_same(&read, found)) return *input;
    return NULL;
}

/* What stands at the name must be a file that may be replaced. */
static JudderErr check_name(const Place *place, const char *name, const PlaceWish *wish) {
    const char *option = place_option(wish);
    struct stat found;
    char *path = place_path(place, name);
    REQUIRE(path, error_memory());
    JudderErr err = JUDDER_OK;
    if (!place_look(place, name, &found))
        err = errno == ENOENT ? JUDDER_OK : error_file(option, path, errno);
    else if (S_ISLNK(found.st_mode))
        err = error_input(option,
                          "%s: is a symbolic link, and nothing is written through links: remove it, or name "
                          "another file with %s",
                          path, option);
    else if (place_input_at(wish, &found))
        err = error_input(option, "%s: would replace %s, which is read: name another file with %s", path,
                          place_input_at(wish, &found), option);
    else if (S_ISDIR(found.st_mode))
        err = error_file(option, path, EISDIR);
    else if (!S_ISREG(found.st_mode))
        err = error_input(option, "%s: cannot be written: not a regular file", path);
    else if (faccessat(place->folder, name, W_OK, 0) != 0)
        err = error_file(option, path, errno);
    free(path);
    return err;
}

/* Lets a check look at the name of what stands beside. */
static JudderErr check_beside(const Place *place, const PlaceWish *wish,
                              JudderErr (*check)(const Place *, const char *, const PlaceWish *)) {
    char *name = NULL;
    if (!wish->beside) return JUDDER_OK;
    REQUIRE(asprintf(&name, "%s%s", place->name, wish->beside) >= 0, error_memory());
    const JudderErr err = check(place, name, wish);
    free(name);
    return err;
}

/* Whether what stands at the name is empty or of that kind; false with errno, which is 0 for another kind. */
static bool is_of_kind(const Place *place, const char *name, const FileKind *kind) {
    char head[32];
    const int file = openat(place->folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) return false;
    const size_t length = kind->length < sizeof head ? kind->length : sizeof head;
    const ssize_t count = pread(file, head, length, 0);
    const int reason = count < 0 ? errno : 0;
    close(file);
    errno = reason;
    return count == 0 || (count == (ssize_t)length && memcmp(head, kind->begins, length) == 0);
}

static JudderErr check_kind(const Place *place, const char *name, const PlaceWish *wish) {
    const FileKind *kind = name == place->name ? wish->kind : wish->beside_kind;
    const char *option = place_option(wish);
    struct stat found;
    if (!kind || !place_look(place, name, &found) || is_of_kind(place, name, kind)) return JUDDER_OK;
    const int reason = errno;
    char *path = place_path(place, name);
    REQUIRE(path, error_memory());
    const JudderErr err = reason
                              ? error_file(option, path, reason)
                              : error_input(option,
                                            "%s: is not %s, and nothing else is replaced: remove it, or name "
                                            "another file with %s",
                                            path, kind->name, option);
    free(path);
    return err;
}

JudderErr place_check_kinds(const Place *place, const PlaceWish *wish) {
    TRY(check_kind(place, place->name, wish));
    return check_beside(place, wish, check_kind);
}

static JudderErr check_lengths(const char *name, const PlaceWish *wish) {
    const size_t beside = wish->beside ? strlen(wish->beside) : 0, most = PLACE_NAME_MOST - beside;
    const size_t longest = PATH_MAX - NAME_MAX + most - 1, own = strlen(name), whole = strlen(wish->path);
    REQUIRE(own <= most, error_input(place_option(wish),
                                     "%.60s...: a name of %zu bytes: allowed are up to %zu, since files with "
                                     "longer names stand beside it",
                                     name, own, most));
    REQUIRE(whole <= longest,
            error_input(place_option(wish), "...%s: a path of %zu bytes: allowed are up to %zu", name, whole,
                        longest));
    return JUDDER_OK;
}

static JudderErr place_fill(Place *place, const PlaceWish *wish) {
    const char *option = place_option(wish), *slash = strrchr(wish->path, '/');
    const char *name = slash ? slash + 1 : wish->path;
    REQUIRE(*name && strcmp(name, ".") != 0 && strcmp(name, "..") != 0,
            slash || *name ? error_file(option, wish->path, EISDIR)
                           : error_input(option, "\"%s\": names no file", wish->path));
    TRY(check_lengths(name, wish));
    char *path = wish->in ? place_path(wish->in, name) : strdup(wish->path);
    REQUIRE(path, error_memory());
    const int folder = wish->in ? fcntl(wish->in->folder, F_DUPFD_CLOEXEC, 0)
                                : open_parent(path, path + (name - wish->path));
    if (folder < 0) {
        const JudderErr err = refuse_folder(option, path, errno);
        free(path);
        return err;
    }
    *place = (Place){.path = path, .name = path + strlen(path) - strlen(name), .folder = folder};
    return JUDDER_OK;
}

JudderErr place_open(Place *place, const PlaceWish *wish) {
    *place = (Place){.folder = -1};
    TRY(place_fill(place, wish));
    JudderErr err = check_name(place, place->name, wish);
    if (err == JUDDER_OK) err = check_beside(place, wish, check_name);
    if (err != JUDDER_OK) place_close(place);
    return err;
}

/* The path without slashes at its end, and "/" behind it, so that names can follow; to be freed. */
static char *folder_path(const char *path) {
    size_t length = strlen(path);
    char *whole = NULL;
    while (length > 1 && path[length - 1] == '/') length--;
    return asprintf(&whole, "%.*s%s", (int)length, path, length == 1 && *path == '/' ? "" : "/") < 0 ? NULL
                                                                                                     : whole;
}

static JudderErr open_named(Place *place, const char *option, const char *path) {
    const char *slash = strrchr(path, '/'), *last = slash ? slash + 1 : path, *name = *last ? last : ".";
    struct stat found;
    const int parent = open_parent(path, last);
    if (parent < 0) return refuse_folder(option, path, errno);
    const bool there = (mkdirat(parent, name, 0777) == 0 || errno == EEXIST) &&
                       fstatat(parent, name, &found, AT_SYMLINK_NOFOLLOW) == 0;
    if (there && S_ISDIR(found.st_mode)) place->folder = open_below(parent, name);
    const int reason = errno;
    close(parent);
    REQUIRE(
        !there || !S_ISLNK(found.st_mode),
        error_input(option,
                    "%s: is a symbolic link, and nothing is written through links: name the folder itself",
                    path));
    REQUIRE(!there || S_ISDIR(found.st_mode), error_input(option, "%s: not a folder", path));
    return place->folder >= 0 ? JUDDER_OK : refuse_folder(option, path, reason);
}

JudderErr place_folder(Place *place, const char *option, const char *path) {
    *place = (Place){.folder = -1};
    const size_t length = strlen(path);
    REQUIRE(length > 0, error_input(option, "\"\": names no folder"));
    REQUIRE(length < PATH_MAX - NAME_MAX - 1,
            error_input(option, "%.60s...: a path of %zu bytes: allowed are up to %d", path, length,
                        PATH_MAX - NAME_MAX - 2));
    char *whole = folder_path(path);
    REQUIRE(whole, error_memory());
    const size_t end = strlen(whole) - 1;
    if (end > 0) whole[end] = '\0';
    const JudderErr err = open_named(place, option, whole);
    if (end > 0) whole[end] = '/';
    if (err == JUDDER_OK)
        *place = (Place){.path = whole, .name = whole + strlen(whole), .folder = place->folder};
    else
        free(whole);
    return err;
}
