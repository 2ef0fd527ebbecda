/* Words of a .geo file that cannot work behind the walls, or that make another mesh each time. */
#include "study/body/gmsh/program.h"

#include <string.h>

static const char *const reaching[] = {"SystemCall",
                                       "NonBlockingSystemCall",
                                       "Include",
                                       "Merge",
                                       "MergeWithBoundingBox",
                                       "ShapeFromFile",
                                       "ListFromFile",
                                       "Plugin",
                                       "Save",
                                       "Print",
                                       "Onelab",
                                       "PostView",
                                       "OnelabRun",
                                       "ExternalProcess",
                                       "CommandLine",
                                       "FileName",
                                       "Solver",
                                       "GetEnv",
                                       "OptionsFileName",
                                       "TmpFileName",
                                       "Parse",
                                       NULL};
/* Times and sizes of the process, other files: of one drawing all processes must make the same mesh. */
static const char *const changing[] = {"Cpu", "Memory", "TotalMemory", "Today", "FileExists", NULL};

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The end of a comment or a text in quotes that begins here; NULL: none does. */
static const char *skipped(const char *at) {
    const char *end = NULL;
    if (strncmp(at, "//", 2) == 0) return at + strcspn(at, "\n");
    if (strncmp(at, "/*", 2) == 0 && (end = strstr(at + 2, "*/"))) return end + 2;
    if (*at == '"' && (end = strchr(at + 1, '"'))) return end + 1;
    return NULL;
}

static const char *find_word(const char *const *words, const char *at, size_t length) {
    for (; length > 0 && *words; words++)
        if (strlen(*words) == length && strncmp(at, *words, length) == 0) return *words;
    return NULL;
}

GmshRefusal gmsh_refusal(const char *text) {
    for (const char *at = text; *at;) {
        const char *next = skipped(at);
        size_t length = 0;
        while (!next && is_letter(at[length])) length++;
        const char *reaches = find_word(reaching, at, length), *changes = find_word(changing, at, length);
        if (reaches) return (GmshRefusal){reaches, "could reach files or programs"};
        if (changes) return (GmshRefusal){changes, "makes another mesh each time"};
        at = next ? next : at + (length > 0 ? length : 1);
    }
    return (GmshRefusal){0};
}
