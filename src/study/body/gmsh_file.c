/* The mesh of a file that a case names: a .msh file is read, a .geo file is first meshed by the program gmsh.
 *
 * The language of .geo files can run programs and read and write files; a case of a stranger must not. So a
 * .geo file that holds one of the words for it is refused, and the user may mesh it by hand. */
#include "base/path.h"
#include "mesh/read.h"
#include "study/body/body_model.h"
#include "study/body/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
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

/* Becomes gmsh, alone in the world: whatever the file makes it try, no other program is started. */
static void become_gmsh(char *geo, char *msh) {
    char *words[] = {"gmsh", geo, "-3", "-format", "msh41", "-bin", "-v", "1", "-o", msh, NULL};
    const int nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0) dup2(nothing, STDIN_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    confine_alone();
    execvp("gmsh", words);
    _exit(errno == ENOENT ? 127 : 126);
}

/* Runs gmsh without a shell and waits for it. */
static JudderErr run_gmsh(char *geo, char *msh, const char *name) {
    fflush(NULL);
    const pid_t child = fork();
    REQUIRE(child >= 0, error_machine("gmsh: %s", strerror(errno)));
    if (child == 0) become_gmsh(geo, msh);
    int status;
    pid_t ended;
    while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR) continue;
    REQUIRE(ended == child, error_machine("gmsh: %s", strerror(errno)));
    REQUIRE(!WIFEXITED(status) || WEXITSTATUS(status) != 127,
            error_input("file",
                        "%s needs the program gmsh, which is not there: install it, or name a .msh file",
                        name));
    REQUIRE(WIFEXITED(status) && WEXITSTATUS(status) == 0,
            error_input("file", "gmsh could not mesh %s", name));
    return JUDDER_OK;
}

static JudderErr read_geo(char *geo, const char *name, Mesh **mesh) {
    TRY(check_geo(geo, name));
    char msh[] = "/tmp/judder_mesh_XXXXXX.msh";
    const int file = mkstemps(msh, 4);
    REQUIRE(file >= 0, error_file("file", msh, errno));
    close(file);
    JudderErr err = run_gmsh(geo, msh, name);
    if (err == JUDDER_OK) err = mesh_read(msh, NULL, mesh);
    unlink(msh);
    return err;
}

const char body_links_unused[] =
    "; the $Periodic of the mesh file is not followed: its sides do not move together";

JudderErr body_gmsh_read(const Block *block, Mesh **mesh) {
    const GmshWord *p = block->params;
    const size_t length = strlen(p->file);
    char *path = NULL;
    TRY(block_path(block, "file", &path));
    const bool geo = length > 4 && strcmp(p->file + length - 4, ".geo") == 0;
    const JudderErr err = geo ? read_geo(path, p->file, mesh) : mesh_read(path, NULL, mesh);
    free(path);
    return geo ? block_locate(block, err) : err;
}
