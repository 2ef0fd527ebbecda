#include "study/body/gmsh_program.h"

#include "study/body/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* The first complaint that has a line, and the first of all: gmsh repeats itself by the hundred. */
typedef struct Complaint {
    int line; /* 0: none has a line */
    char located[300], first[300];
} Complaint;

/* "Error   : 'part.geo', line 3: syntax error (;)" */
static void hear(Complaint *complaint, const char *text) {
    static const char before_line[] = "', line ";
    const char *colon = strncmp(text, "Error", 5) == 0 ? strchr(text, ':') : NULL;
    if (!colon) return;
    const char *says = colon + 1 + strspn(colon + 1, " "), *place = strstr(says, before_line);
    int line = 0, used = 0;
    if (place && sscanf(place + strlen(before_line), "%9d:%n", &line, &used) == 1 && used > 0) {
        if (complaint->line > 0) return;
        complaint->line = line;
        says = place + strlen(before_line) + used;
        snprintf(complaint->located, sizeof complaint->located, "%s", says + strspn(says, " "));
    } else if (!complaint->first[0]) {
        snprintf(complaint->first, sizeof complaint->first, "%s", says);
    }
}

/* Reads all that gmsh says, so that it never waits for us. */
static void listen(int from, Complaint *complaint) {
    FILE *stream = fdopen(from, "r");
    char text[1000];
    if (!stream) {
        close(from);
        return;
    }
    while (fgets(text, sizeof text, stream)) {
        text[strcspn(text, "\r\n")] = '\0';
        hear(complaint, text);
    }
    fclose(stream);
}

/* Becomes gmsh, alone in the world: whatever the file makes it try, no other program is started. */
static void become_gmsh(const char *geo, const char *msh, int to) {
    const char *words[] = {"gmsh", geo, "-3", "-format", "msh41", "-bin", "-v", "1", "-o", msh, NULL};
    const int nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0) dup2(nothing, STDIN_FILENO);
    dup2(to, STDOUT_FILENO);
    dup2(to, STDERR_FILENO);
    confine_alone();
    execvp("gmsh", (char *const *)(size_t)words);
    _exit(errno == ENOENT ? 127 : 126);
}

static JudderErr refuse(const char *geo, const Complaint *complaint) {
    if (complaint->line == 0)
        return error_input("file", "gmsh could not mesh %s%s%s", geo, complaint->first[0] ? ": " : "",
                           complaint->first);
    const bool more = complaint->first[0] != '\0';
    const JudderErr err = error_input("file", "%s:%d: gmsh: %s%s%s%s", geo, complaint->line,
                                      complaint->located, more ? " (" : "", complaint->first,
                                      more ? ")" : "");
    error_set_located();
    return err;
}

/* Without a shell. */
JudderErr gmsh_program_run(const char *geo, const char *msh) {
    int ends[2], status;
    fflush(NULL);
    REQUIRE(pipe2(ends, O_CLOEXEC) == 0, error_machine("gmsh: %s", strerror(errno)));
    const pid_t child = fork();
    if (child == 0) become_gmsh(geo, msh, ends[1]);
    close(ends[1]);
    Complaint complaint = {0};
    if (child > 0)
        listen(ends[0], &complaint);
    else
        close(ends[0]);
    REQUIRE(child > 0, error_machine("gmsh: %s", strerror(errno)));
    pid_t ended;
    while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR) continue;
    REQUIRE(ended == child, error_machine("gmsh: %s", strerror(errno)));
    REQUIRE(!WIFEXITED(status) || WEXITSTATUS(status) != 127,
            error_input("file",
                        "%s needs the program gmsh, which is not there: install it, or name a .msh file",
                        geo));
    REQUIRE(WIFEXITED(status) && WEXITSTATUS(status) == 0, refuse(geo, &complaint));
    return JUDDER_OK;
}
