/* The mesh of a file that a case names: a .msh file is read, a .geo file is first meshed by the program gmsh.
 *
 * The language of .geo files can run programs and read and write files; a case of a stranger must not. gmsh
 * runs behind walls (program.h). Words that cannot work behind them are refused with a better message than
 * gmsh has. */
#include "base/system/path.h"
#include "mesh/read.h"
#include "study/body/body_model.h"
#include "study/body/gmsh/program.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LARGEST_GEO = 1 << 20 };

/* What was checked is what gmsh gets: it is read once. */
static JudderErr read_text(const Block *block, Geometry *geometry, char *text) {
    FILE *file = NULL;
    TRY(block_open(block, "file", &file));
    geometry->length = fread(text, 1, LARGEST_GEO + 1, file);
    const bool broken = ferror(file);
    const int reason = errno;
    fclose(file);
    REQUIRE(!broken, error_file("file", geometry->name, reason));
    const bool cut = memchr(text, '\0', geometry->length) != NULL;
    const GmshRefusal refusal = cut ? (GmshRefusal){"a zero byte", "ends what gmsh reads"}
                                    : gmsh_refusal(text);
    REQUIRE(geometry->length <= LARGEST_GEO,
            error_input("file", "%s has more than %d bytes", geometry->name, LARGEST_GEO));
    REQUIRE(!refusal.word, error_input("file", "%s holds %s, which %s: " GMSH_BY_HAND, geometry->name,
                                       refusal.word, refusal.why));
    return JUDDER_OK;
}

static JudderErr read_mesh(const char *geo, int file, Mesh **mesh) {
    char told[600];
    const off_t size = lseek(file, 0, SEEK_END);
    REQUIRE(size > 0, error_input("file", "gmsh made no mesh of %s", geo));
    void *bytes = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, file, 0);
    REQUIRE(bytes != MAP_FAILED, error_memory());
    snprintf(told, sizeof told, "%.500s, meshed by gmsh", geo);
    const JudderErr err = mesh_read_bytes(told, bytes, (size_t)size, NULL, mesh);
    munmap(bytes, (size_t)size);
    return err;
}

static JudderErr read_geo(const Block *block, const char *path, Mesh **mesh) {
    char *text = calloc(1, LARGEST_GEO + 2);
    Geometry geometry = {.name = ((const GmshWord *)block->params)->file, .text = text};
    int file = -1;
    REQUIRE(text, error_memory());
    JudderErr err = read_text(block, &geometry, text);
    geometry.name = path;
    if (err == JUDDER_OK) err = gmsh_program_run(&geometry, &file);
    if (err == JUDDER_OK) err = read_mesh(path, file, mesh);
    if (file >= 0) close(file);
    free(text);
    return err;
}

static JudderErr read_msh(const Block *block, const char *path, Mesh **mesh) {
    FILE *file = NULL;
    TRY(block_open(block, "file", &file));
    const JudderErr err = mesh_read_file(path, file, NULL, mesh);
    fclose(file);
    return err;
}

JudderErr body_gmsh_read(const Block *block, Mesh **mesh) {
    const GmshWord *p = block->params;
    const size_t length = strlen(p->file);
    char *path = NULL;
    TRY(block_path(block, "file", &path));
    const bool geo = length > 4 && strcmp(p->file + length - 4, ".geo") == 0;
    const JudderErr err = geo ? read_geo(block, path, mesh) : read_msh(block, path, mesh);
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
    char size[200], joints[700];
    if (made->params->mesh.word != &gmsh_word || run->study != run->all->at) return;
    remark_size(made, size, sizeof size);
    if (body_remark_joints(made->mesh, joints, sizeof joints) != JUDDER_OK) joints[0] = '\0';
    if (size[0]) log_note(run->log, "%s", size + 2);
    if (joints[0]) log_note(run->log, "%s", joints + 2);
    snprintf(run->note + used, sizeof run->note - used, "%s%s%s", size, joints,
             made->mesh->links_unused
                 ? "; the $Periodic of the mesh file is not followed: its sides do not move together"
                 : "");
}
