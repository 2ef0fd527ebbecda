#include "study/matrices.h"

#include "matrix_market/matrix_market.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const Param matrix_market_params[] = {
    {.key = "file",
     .type = PARAM_TEXT,
     .need = PARAM_REQUIRED,
     .offset = offsetof(MatrixFile, file),
     .help = "path from the folder of the case, which it must not leave"},
    {0},
};

const Word matrix_market_word = {.name = "matrix_market",
                                 .kind = "matrix",
                                 .summary = "A matrix from a file in the Matrix Market format.",
                                 .reference = "",
                                 .papers = "",
                                 .example = "matrix_market \"K.mtx\"",
                                 .params = matrix_market_params,
                                 .size = sizeof(MatrixFile),
                                 .bare = "file"};

static const Param rayleigh_params[] = {
    {.key = "mass",
     .type = PARAM_NUMBER,
     .offset = offsetof(Rayleigh, mass),
     .low = 0,
     .high = INFINITY,
     .unit = "1/s",
     .help = "what multiplies the mass"},
    {.key = "stiffness",
     .type = PARAM_NUMBER,
     .offset = offsetof(Rayleigh, stiffness),
     .low = 0,
     .high = INFINITY,
     .unit = "s",
     .help = "what multiplies the stiffness"},
    {0},
};

const Word rayleigh_word = {.name = "rayleigh",
                            .kind = "matrix",
                            .summary = "Damping proportional to mass and stiffness.",
                            .reference = "ST-14",
                            .papers = "",
                            .example = "rayleigh{ mass = 0.1, stiffness = 1e-4 }",
                            .params = rayleigh_params,
                            .size = sizeof(Rayleigh)};

/* The folder of the case, all links followed. */
static JudderErr real_folder(const char *case_file, char folder[PATH_MAX]) {
    const char *slash = strrchr(case_file, '/');
    char named[PATH_MAX];
    const int length = slash ? (int)(slash - case_file) + 1 : 0;
    REQUIRE(length < PATH_MAX - 2, error_input("file", "the path of the case is too long"));
    snprintf(named, sizeof named, "%.*s.", length, case_file);
    REQUIRE(realpath(named, folder), error_input("file", "%s: %s", named, strerror(errno)));
    return JUDDER_OK;
}

/* The path that a name in a case stands for, if it lies below the folder of the case. */
static JudderErr real_path(const char *case_file, const char *name, char path[PATH_MAX]) {
    char folder[PATH_MAX], named[PATH_MAX];
    REQUIRE(
        name[0] && name[0] != '/',
        error_input("file", "the file is \"%.100s\": allowed is a path from the folder of the case", name));
    TRY(real_folder(case_file, folder));
    const int length = snprintf(named, sizeof named, "%s/%s", folder, name);
    REQUIRE(length > 0 && length < PATH_MAX, error_input("file", "the path \"%.100s...\" is too long", name));
    REQUIRE(realpath(named, path), error_input("file", "%.200s cannot be opened: %s", name, strerror(errno)));
    const size_t size = strlen(folder);
    const bool inside = strncmp(path, folder, size) == 0 && (path[size] == '/' || folder[size - 1] == '/');
    REQUIRE(
        inside,
        error_input("file", "%.200s lies outside the folder of the case: allowed is a file below it", name));
    return JUDDER_OK;
}

/* Opens without waiting and without following a link put there meanwhile. */
static JudderErr open_plain(const char *path, const char *name, FILE **file) {
    const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    REQUIRE(descriptor >= 0, error_input("file", "%.200s cannot be opened: %s", name, strerror(errno)));
    struct stat status;
    const bool plain = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    *file = plain ? fdopen(descriptor, "r") : NULL;
    if (*file) return JUDDER_OK;
    close(descriptor);
    REQUIRE(plain, error_input("file", "%.200s is no file", name));
    return error_memory();
}

static JudderErr check_order(const char *key, size_t rows, size_t columns) {
    REQUIRE(rows == columns,
            error_input(key, "%s has %zu rows and %zu columns: it must be square", key, rows, columns));
    REQUIRE(rows <= MATRIX_MOST_ROWS,
            error_input(key, "%s has %zu rows: allowed is at most %d", key, rows, MATRIX_MOST_ROWS));
    return JUDDER_OK;
}

static JudderErr from_file(const Block *from, const char *key, double **A, int *order) {
    const char *name = ((const MatrixFile *)from->params)->file;
    char path[PATH_MAX];
    FILE *file = NULL;
    Triplets triplets = {0};
    const MatrixMarketLimits limits = {.most_rows = MATRIX_MOST_ROWS,
                                       .most_entries = 4 * (size_t)MATRIX_MOST_ROWS * MATRIX_MOST_ROWS};
    TRY(real_path(from->file, name, path));
    TRY(open_plain(path, name, &file));
    JudderErr err = matrix_market_read(file, name, &limits, &triplets);
    fclose(file);
    if (err == JUDDER_OK) err = check_order(key, (size_t)triplets.rows, (size_t)triplets.columns);
    if (err == JUDDER_OK) {
        const size_t n = (size_t)triplets.rows;
        *A = malloc(n * n * sizeof **A);
        *order = triplets.rows;
        if (*A)
            triplets_dense(&triplets, *A);
        else
            err = error_memory();
    }
    triplets_release(&triplets);
    return err;
}

JudderErr matrix_load(const Block *owner, const char *key, const Matrix *matrix, double **A, int *order) {
    *A = NULL;
    if (matrix->from.word == &matrix_market_word)
        return block_locate(&matrix->from, from_file(&matrix->from, key, A, order));
    REQUIRE(matrix->at,
            block_locate(owner, error_input(key, "%s cannot be %s{}", key,
                                            matrix->from.word ? matrix->from.word->name : "empty")));
    TRY(block_locate(owner, check_order(key, matrix->rows, matrix->columns)));
    const size_t square = matrix->rows * matrix->rows;
    *A = malloc(square * sizeof **A);
    REQUIRE(*A, error_memory());
    memcpy(*A, matrix->at, square * sizeof **A);
    *order = (int)matrix->rows;
    return JUDDER_OK;
}
