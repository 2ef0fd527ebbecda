/* The mesh of a file that a case names: a .msh file is read, a .geo file is first meshed by the program gmsh.
 *
 * The language of .geo files can run programs and read and write files; a case of a stranger must not. So a
 * .geo file that holds one of the words for it is refused, and the user may mesh it by hand. */
#include "base/path.h"
#include "mesh/read.h"
#include "study/body/body_model.h"
#include "study/body/gmsh_program.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST_GEO = 1 << 20 };

static const char *const reaching[] = {"SystemCall",
                                       "NonBlockingSystemCall",
                                       "Include",
                                       "Merge",
                                       "ShapeFromFile",
                                       "Plugin",
                                       "Save",
                                       "Print",
                                       "Printf",
                                       "Onelab",
                                       "PostView",
                                       "OnelabRun",
                                       "Error",
                                       "ExternalProcess",
                                       "CommandLine",
                                       "FileName",
                                       "Solver",
                                       "GetEnv",
                                       "OptionsFileName",
                                       "Parse",
                                       NULL};

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static const char *reaching_word(const char *text) {
    for (const char *const *word = reaching; *word; word++)
        for (const char *at = strstr(text, *word); at; at = strstr(at + 1, *word))
            if ((at == text || !is_letter(at[-1])) && !is_letter(at[strlen(*word)])) return *word;
    return NULL;
}

static JudderErr check_geo(const char *path, const char *name) {
    char *text = calloc(1, LARGEST_GEO + 2);
    REQUIRE(text, error_memory());
    FILE *file = fopen(path, "rb");
    const size_t length = file ? fread(text, 1, LARGEST_GEO + 1, file) : 0;
    const int reason = errno;
    if (file) fclose(file);
    const char *word = memchr(text, '\0', length) ? "a zero byte" : reaching_word(text);
    free(text);
    REQUIRE(file, error_file("file", path, reason));
    REQUIRE(length <= LARGEST_GEO, error_input("file", "%s has more than %d bytes", name, LARGEST_GEO));
    REQUIRE(!word, error_input(
                       "file",
                       "%s holds %s, which could reach files or programs: mesh it yourself and name the .msh",
                       name, word));
    return JUDDER_OK;
}

static JudderErr read_geo(const char *geo, const char *name, Mesh **mesh) {
    TRY(check_geo(geo, name));
    char msh[] = "/tmp/judder_mesh_XXXXXX.msh", told[600];
    const int file = mkstemps(msh, 4);
    REQUIRE(file >= 0, error_file("file", msh, errno));
    close(file);
    snprintf(told, sizeof told, "%.500s, meshed by gmsh", geo);
    JudderErr err = gmsh_program_run(geo, msh);
    if (err == JUDDER_OK) err = mesh_read_as(told, msh, NULL, mesh);
    unlink(msh);
    return err;
}

JudderErr body_gmsh_read(const Block *block, Mesh **mesh) {
    const GmshWord *p = block->params;
    const size_t length = strlen(p->file);
    char *path = NULL;
    TRY(block_path(block, "file", &path));
    const bool geo = length > 4 && strcmp(p->file + length - 4, ".geo") == 0;
    const JudderErr err = geo ? read_geo(path, p->file, mesh) : mesh_read(path, NULL, mesh);
    free(path);
    TRY(geo ? block_locate(block, err) : err);
    for (long i = 0; p->scale != 1 && i < (long)(*mesh)->nodes * (*mesh)->dim; i++) (*mesh)->x[i] *= p->scale;
    return JUDDER_OK;
}

/* The longest of the sides of the box around a mesh. */
static double extent(const Mesh *mesh) {
    double longest = 0;
    for (int i = 0; i < mesh->dim; i++) {
        double low = INFINITY, high = -INFINITY;
        for (long n = 0; n < mesh->nodes; n++) {
            low = fmin(low, mesh->x[n * mesh->dim + i]);
            high = fmax(high, mesh->x[n * mesh->dim + i]);
        }
        longest = fmax(longest, high - low);
    }
    return longest;
}

/* Drawings are made in millimetres, cases in metres. */
static void remark_size(const BodyPrepared *made, char *text, size_t size) {
    static const double large = 10, small = 1e-7;
    const GmshWord *word = made->params->mesh.params;
    const double length = extent(made->mesh);
    text[0] = '\0';
    if (length > large && word->scale == 1)
        snprintf(
            text, size,
            "; the body is %.3g m long: is its mesh in millimetres? Then gmsh{ file = \"%.80s\", scale = "
            "1e-3 }",
            length, word->file);
    if (length < small)
        snprintf(text, size, "; the body is %.3g m long: scale is the length of a unit of the mesh, in m",
                 length);
}

void body_remark_mesh(StudyRun *run) {
    const BodyPrepared *made = run->prepared;
    const size_t used = strlen(run->note);
    char size[200];
    if (made->params->mesh.word != &gmsh_word || run->study != run->all->at) return;
    remark_size(made, size, sizeof size);
    if (size[0]) log_note(run->log, "%s", size + 2);
    snprintf(run->note + used, sizeof run->note - used, "%s%s", size,
             made->mesh->links_unused
                 ? "; the $Periodic of the mesh file is not followed: its sides do not move together"
                 : "");
}
