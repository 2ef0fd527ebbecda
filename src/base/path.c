#include "base/path.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The folder of a file, links resolved; to be freed. NULL: errno says why. */
static char *folder_of(const char *file) {
    const char *slash = strrchr(file, '/');
    char *name = slash ? strndup(file, slash == file ? 1 : (size_t)(slash - file)) : strdup(".");
    char *real = name ? realpath(name, NULL) : NULL;
    free(name);
    return real;
}

static bool lies_below(const char *path, const char *folder) {
    const size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || strcmp(folder, "/") == 0);
}

static JudderErr resolve(const char *folder, const char *field, const char *name, char **path) {
    char *joined = NULL;
    struct stat info;
    if (asprintf(&joined, "%s/%s", folder, name) < 0) return error_memory();
    *path = realpath(joined, NULL);
    const int reason = errno;
    free(joined);
    REQUIRE(*path || reason != ENOMEM, error_memory());
    REQUIRE(*path, error_input(field, "%s: %s; files are looked for in the folder of the case", name,
                               strerror(reason)));
    REQUIRE(lies_below(*path, folder),
            error_input(field, "%s lies outside the folder of the case: only files in it or below are read",
                        name));
    REQUIRE(stat(*path, &info) == 0 && S_ISREG(info.st_mode), error_input(field, "%s is no file", name));
    return JUDDER_OK;
}

JudderErr path_below(const char *from, const char *field, const char *name, char **path) {
    *path = NULL;
    REQUIRE(name[0] != '/',
            error_input(field, "%s is an absolute path: files are named relative to the folder of the case",
                        name));
    char *folder = folder_of(from);
    REQUIRE(folder, error_file(field, from, errno));
    const JudderErr err = resolve(folder, field, name, path);
    free(folder);
    if (err != JUDDER_OK) {
        free(*path);
        *path = NULL;
    }
    return err;
}
