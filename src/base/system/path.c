#include "base/system/path.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    REQUIRE(*path, error_input(field, "%.200s cannot be opened: %s", name, strerror(reason)));
    REQUIRE(
        lies_below(*path, folder),
        error_input(field, "%.200s lies outside the folder of the case: allowed is a file below it", name));
    REQUIRE(stat(*path, &info) == 0 && S_ISREG(info.st_mode), error_input(field, "%.200s is no file", name));
    return JUDDER_OK;
}

JudderErr path_below(const char *from, const char *field, const char *name, char **path) {
    *path = NULL;
    REQUIRE(
        name[0] && name[0] != '/',
        error_input(field, "the file is \"%.100s\": allowed is a path from the folder of the case", name));
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

/* A path from the root that has no links any more, part by part: a folder that became one meanwhile is not
 * followed either. The path is cut into its parts. */
static int open_without_links(char *path) {
    int here = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
    char *rest = NULL, *part = strtok_r(path, "/", &rest);
    while (part && here >= 0) {
        char *after = strtok_r(NULL, "/", &rest);
        const int flags = after ? O_PATH | O_DIRECTORY : O_RDONLY | O_NONBLOCK;
        const int next = openat(here, part, flags | O_NOFOLLOW | O_CLOEXEC), reason = errno;
        close(here);
        here = next;
        part = after;
        errno = reason;
    }
    return here;
}

static JudderErr open_plain(char *path, const char *field, const char *name, FILE **file) {
    const int descriptor = open_without_links(path);
    REQUIRE(descriptor >= 0, error_input(field, "%.200s cannot be opened: %s", name, strerror(errno)));
    struct stat status;
    const bool plain = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    *file = plain ? fdopen(descriptor, "r") : NULL;
    if (*file) return JUDDER_OK;
    close(descriptor);
    REQUIRE(plain, error_input(field, "%.200s is no file", name));
    return error_memory();
}

JudderErr path_open_below(const char *from, const char *field, const char *name, FILE **file) {
    char *path = NULL;
    *file = NULL;
    TRY(path_below(from, field, name, &path));
    const JudderErr err = open_plain(path, field, name, file);
    free(path);
    return err;
}

static JudderErr file_of(const Block *block, const char *key, const char **name) {
    const Param *param = word_param(block->word, key);
    REQUIRE(param && param->type == PARAM_FILE, error_machine("%s is no file of %s", key, block->word->name));
    *name = *(const char *const *)((const char *)block->params + param->offset);
    REQUIRE(*name, error_input(key, "no file is named"));
    return JUDDER_OK;
}

JudderErr block_path(const Block *block, const char *key, char **path) {
    const char *name;
    *path = NULL;
    JudderErr err = file_of(block, key, &name);
    if (err == JUDDER_OK) err = path_below(block->file, key, name, path);
    return block_locate(block, err);
}

JudderErr block_open(const Block *block, const char *key, FILE **file) {
    const char *name;
    *file = NULL;
    JudderErr err = file_of(block, key, &name);
    if (err == JUDDER_OK) err = path_open_below(block->file, key, name, file);
    return block_locate(block, err);
}

static bool is_program(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

bool path_find_program(const char *name, char *path, size_t size) {
    const char *entry = getenv("PATH");
    if (!entry) entry = "/usr/local/bin:/usr/bin:/bin";
    for (const char *end; entry; entry = *end ? end + 1 : NULL) {
        end = entry + strcspn(entry, ":");
        if (entry[0] != '/') continue;
        const int length = snprintf(path, size, "%.*s/%s", (int)(end - entry), entry, name);
        if (length > 0 && (size_t)length < size && is_program(path)) return true;
    }
    return false;
}
