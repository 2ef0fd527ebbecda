#include "study/body/gmsh/program.h"

#include "base/log.h"
#include "base/system/path.h"
#include "study/body/gmsh/complaint.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where gmsh finds what it is given. */
enum { GEOMETRY_AT = 3, MESH_AT = 4, FAILURE_AT = 5, ABOVE_ALL = 6 };

/* Why the child did not become gmsh; a child that did says nothing. */
typedef enum Failure { BECAME_GMSH, NO_WALL, NO_BOUNDS, NO_START } Failure;

typedef struct Started {
    pid_t child, parent;
    int geometry, mesh, said[2], failure[2], wall;
    char program[PATH_MAX];
    Bounds bounds;
    Complaint complaint;
} Started;

static JudderErr read_bound(const char *name, double *value) {
    const char *text = getenv(name);
    if (!text || !*text) return JUDDER_OK;
    char *end;
    *value = strtod(text, &end);
    REQUIRE(*end == '\0' && *value >= 1 && *value <= 1e9,
            error_input("file", "the environment variable %s is \"%.40s\": allowed is a number from 1 to 1e9",
                        name, text));
    return JUDDER_OK;
}

JudderErr gmsh_bounds(Bounds *bounds) {
    double seconds = 600;
    double megabytes = 0.5e-6 * (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    TRY(read_bound("JUDDER_MESH_SECONDS", &seconds));
    TRY(read_bound("JUDDER_MESH_MEMORY", &megabytes));
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    *bounds = (Bounds){.memory = (size_t)(megabytes * 1e6), .seconds = (long)ceil(seconds)};
    bounds->processor_seconds = bounds->seconds * (processors > 1 ? processors : 1) + 1;
    return JUDDER_OK;
}

static void set_signals(void) {
    static const int heard[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGPIPE, SIGXFSZ, SIGCHLD};
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (size_t i = 0; i < sizeof heard / sizeof *heard; i++) signal(heard[i], SIG_DFL);
}

/* Puts what gmsh gets where it is looked for, and closes everything else. */
static bool hand_files(const Started *run) {
    const int from[] = {open("/dev/null", O_RDONLY | O_CLOEXEC),
                        run->said[1],
                        run->said[1],
                        run->geometry,
                        run->mesh,
                        run->failure[1]};
    int copies[ABOVE_ALL];
    for (int i = 0; i < ABOVE_ALL; i++) copies[i] = fcntl(from[i], F_DUPFD_CLOEXEC, 20);
    for (int i = 0; i < ABOVE_ALL; i++)
        if (copies[i] < 0 || dup2(copies[i], i) < 0) return false;
    return fcntl(FAILURE_AT, F_SETFD, FD_CLOEXEC) == 0 && close_range(ABOVE_ALL, ~0u, 0) == 0;
}

/* Ends with its parent, alone in its group so that a terminal asks judder to stop and not gmsh. */
static Failure enclose(const Started *run) {
    if (!confine_bounds(&run->bounds)) return NO_BOUNDS;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != run->parent) return NO_BOUNDS;
    if (setpgid(0, 0) != 0 || chdir("/") != 0) return NO_BOUNDS;
    return confine_files(run->wall) ? BECAME_GMSH : NO_WALL;
}

static void become_gmsh(const Started *run) {
    static char own_home[] = "HOME=/nonexistent", own_temporary[] = "TMPDIR=/nonexistent";
    static char language[] = "LC_ALL=C", path[] = "PATH=/nonexistent";
    /* Meshes made by several threads differ from run to run; no setting of a drawing goes beyond this. */
    static char one_thread[] = "OMP_THREAD_LIMIT=1";
    static char *const environment[] = {own_home, own_temporary, language, path, one_thread, NULL};
    static const char *const words[] = {
        "gmsh", "/proc/self/fd/3", "-3", "-format", "msh41", "-bin", "-v", "1",
        "-o",   "/proc/self/fd/4", NULL};
    set_signals();
    Failure failure = enclose(run);
    const bool handed = hand_files(run);
    if (failure == BECAME_GMSH && !handed) failure = NO_BOUNDS;
    if (failure == BECAME_GMSH && !confine_calls()) failure = NO_WALL;
    if (failure == BECAME_GMSH) {
        execve(run->program, (char *const *)(size_t)words, environment);
        failure = NO_START;
    }
    const unsigned char word = (unsigned char)failure;
    const ssize_t told = write(handed ? FAILURE_AT : run->failure[1], &word, 1);
    _exit(told == 1 ? 1 : 2);
}

static JudderErr describe(const char *geo, Failure failure) {
    REQUIRE(failure != NO_WALL,
            error_input("file",
                        "%s: gmsh cannot be confined on this machine, and a .geo file is a program that can "
                        "reach files (Linux 5.13 or newer with Landlock and /proc is needed, on x86-64 or "
                        "arm64): " GMSH_BY_HAND,
                        geo));
    REQUIRE(failure != NO_BOUNDS, error_machine("gmsh cannot be started within its bounds"));
    return error_input("file", "%s: the program gmsh cannot be started in its confinement: " GMSH_BY_HAND,
                       geo);
}

typedef enum Heard { HEARD_SOMETHING, HEARD_NOTHING, HEARD_THE_END } Heard;

/* Reads what gmsh says within so many milliseconds. */
static Heard hear_gmsh(Started *run, int milliseconds) {
    char bytes[4096];
    struct pollfd pipe = {.fd = run->said[0], .events = POLLIN};
    if (poll(&pipe, 1, milliseconds) <= 0) return HEARD_NOTHING;
    const ssize_t count = read(run->said[0], bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) return HEARD_NOTHING;
    if (count <= 0) return HEARD_THE_END;
    complaint_hear(&run->complaint, bytes, (size_t)count);
    return HEARD_SOMETHING;
}

/* Hears gmsh until it has ended, or is ended. */
static JudderErr attend(Started *run, const char *geo, int *status) {
    const double deadline = clock_seconds() + (double)run->bounds.seconds;
    bool speaks = true;
    while (true) {
        if (speaks) speaks = hear_gmsh(run, 50) != HEARD_THE_END;
        const pid_t ended = waitpid(run->child, status, WNOHANG);
        if (ended == run->child) break;
        if (ended < 0 && errno != EINTR) return error_machine("gmsh: %s", strerror(errno));
        const bool late = clock_seconds() > deadline;
        if (late || stop_requested()) {
            kill(run->child, SIGKILL);
            while (waitpid(run->child, status, 0) < 0 && errno == EINTR) continue;
            REQUIRE(late, error_stopped("interrupted while gmsh was meshing %s", geo));
            return error_input("file",
                               "gmsh was ended after meshing %s for %ld s: the environment variable "
                               "JUDDER_MESH_SECONDS allows more, or " GMSH_BY_HAND,
                               geo, run->bounds.seconds);
        }
        if (!speaks) usleep(2000);
    }
    /* Others may hold the pipe open: what gmsh said is there by now. */
    while (speaks && run->complaint.line == 0) speaks = hear_gmsh(run, 0) == HEARD_SOMETHING;
    return JUDDER_OK;
}

static JudderErr judge(const Started *run, const Geometry *geometry, int status) {
    const char *geo = geometry->name;
    unsigned char failure = BECAME_GMSH;
    if (read(run->failure[0], &failure, 1) == 1) return describe(geo, (Failure)failure);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return JUDDER_OK;
    /* The algorithm HXT breaks off where it gets fewer threads than it requested. */
    REQUIRE(
        WIFEXITED(status) || !strstr(geometry->text, "NumThreads"),
        error_input("file",
                    "gmsh broke off while meshing %s (signal %d), which requests several threads: their "
                    "meshes differ from run to run, so there is one; leave NumThreads out, or " GMSH_BY_HAND,
                    geo, WTERMSIG(status)));
    REQUIRE(
        WIFEXITED(status) || run->complaint.line > 0,
        error_input("file",
                    "gmsh broke off while meshing %s (signal %d); it may use %.0f MB, and the environment "
                    "variable JUDDER_MESH_MEMORY allows more%s%s",
                    geo, WTERMSIG(status), (double)run->bounds.memory * 1e-6,
                    run->complaint.first[0] ? ": " : "", run->complaint.first));
    return complaint_raise(&run->complaint, geo);
}

/* The geometry as a file in memory that nobody can change any more, and an empty one for the mesh. */
static JudderErr open_files(const Geometry *geometry, Started *run) {
    run->geometry = memfd_create("part.geo", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    run->mesh = memfd_create("part.msh", MFD_CLOEXEC);
    bool good = run->geometry >= 0 && run->mesh >= 0;
    for (size_t at = 0; good && at < geometry->length;) {
        const ssize_t count = write(run->geometry, geometry->text + at, geometry->length - at);
        good = count > 0;
        at += good ? (size_t)count : 0;
    }
    good = good &&
           fcntl(run->geometry, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) == 0;
    good = good && pipe2(run->said, O_CLOEXEC) == 0 && pipe2(run->failure, O_CLOEXEC) == 0;
    REQUIRE(good, error_machine("gmsh: %s", strerror(errno)));
    REQUIRE(access("/proc/self/fd", X_OK) == 0, describe(geometry->name, NO_WALL));
    run->wall = confine_prepare(run->program);
    REQUIRE(run->wall >= 0, describe(geometry->name, NO_WALL));
    return JUDDER_OK;
}

static void close_one(int *file) {
    if (*file >= 0) close(*file);
    *file = -1;
}

static JudderErr start(Started *run) {
    fflush(NULL);
    run->parent = getpid();
    run->child = fork();
    if (run->child == 0) become_gmsh(run);
    close_one(&run->said[1]), close_one(&run->failure[1]);
    REQUIRE(run->child > 0, error_machine("gmsh: %s", strerror(errno)));
    return JUDDER_OK;
}

JudderErr gmsh_program_run(const Geometry *geometry, int *mesh) {
    Started run = {.geometry = -1, .mesh = -1, .said = {-1, -1}, .failure = {-1, -1}, .wall = -1};
    int status = 0;
    *mesh = -1;
    REQUIRE(path_find_program("gmsh", run.program, sizeof run.program),
            error_input("file",
                        "%s needs the program gmsh, which is not there: install it, or name a .msh file",
                        geometry->name));
    TRY(gmsh_bounds(&run.bounds));
    JudderErr err = open_files(geometry, &run);
    if (err == JUDDER_OK) err = start(&run);
    if (err == JUDDER_OK) err = attend(&run, geometry->name, &status);
    if (err == JUDDER_OK) err = judge(&run, geometry, status);
    if (err == JUDDER_OK) *mesh = run.mesh, run.mesh = -1;
    int *const files[] = {&run.geometry,   &run.mesh,       &run.said[0], &run.said[1],
                          &run.failure[0], &run.failure[1], &run.wall};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) close_one(files[i]);
    return err;
}
