/* Drawings of a stranger (tests/study/hostile_geo): given to gmsh as they are, past the list of words, none
 * reads, makes, changes or removes a file of the machine, starts a program, or takes more than its bounds. */
#include "judder_test.h"

#include "base/log.h"
#include "study/body/gmsh/program.h"

#include <glob.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define HOSTILE JUDDER_SOURCE_DIR "/tests/study/hostile_geo/"
#define SECRET  "4711"

static char folder[] = "/tmp/judder-hostile-XXXXXX";

static void write_file(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* The folder of a user: what must stay, what must not be read, and settings that gmsh looks for by itself. */
static int enter_folder(void **state) {
    (void)state;
    static const char harm[] =
        "Mesh.CharacteristicLengthMax = 0.01;\nPrintf(\"x\") > \"made_by_settings.txt\";\n";
    if (!mkdtemp(folder) || chdir(folder) != 0 || setenv("HOME", folder, 1) != 0) return -1;
    write_file("precious.txt", "precious\n");
    write_file("secret.txt", "0." SECRET " 0 0 1 1 1 1 1 1 " SECRET "\n");
    write_file("secret.geo", "Point(99) = {0." SECRET ", 0, 0, 1};\n");
    write_file("secret.brep", "DBRep_DrawableShape\n" SECRET "\n");
    write_file(".gmshrc", harm);
    write_file(".gmsh-options", harm);
    write_file("part.geo.opt", harm);
    write_file("part.opt", harm);
    return 0;
}

static int leave_folder(void **state) {
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

/* Not by starting it: it would read the settings of the folder. */
static void need_gmsh(void) {
    if (system("command -v gmsh >/dev/null") != 0) skip_without("gmsh");
}

/* Names, sizes, rights, times and contents of the folder. */
static void list(char *text, size_t size) {
    FILE *from = popen("find . -printf '%p %s %m %T@\\n' | sort; find . -type f | sort | xargs cksum", "r");
    assert_non_null(from);
    text[fread(text, 1, size - 1, from)] = '\0';
    pclose(from);
}

/* The text of a drawing with the folder's name in place of each @. */
static char *drawing(const char *path) {
    char *text = calloc(1, 20000), *at = text;
    FILE *file = fopen(path, "r");
    assert_true(file && text);
    for (int c; (c = fgetc(file)) != EOF;)
        if (c == '@')
            at += sprintf(at, "%s", folder);
        else
            *at++ = (char)c;
    fclose(file);
    return text;
}

static JudderErr mesh_drawing(const char *path, bool *tells) {
    char *text = drawing(path), *bytes = NULL;
    const Geometry geometry = {.name = path, .text = text, .length = strlen(text)};
    int mesh = -1;
    const JudderErr err = gmsh_program_run(&geometry, &mesh);
    const off_t size = mesh >= 0 ? lseek(mesh, 0, SEEK_END) : 0;
    if (tells) *tells = strstr(error_message(), SECRET) || strstr(error_message(), "root:");
    if (tells && size > 0) {
        const double secret = 0.4711;
        bytes = calloc(1, (size_t)size);
        assert_int_equal(pread(mesh, bytes, (size_t)size, 0), size);
        *tells = *tells || memmem(bytes, (size_t)size, &secret, sizeof secret) ||
                 memmem(bytes, (size_t)size, SECRET, strlen(SECRET));
    }
    if (mesh >= 0) close(mesh);
    free(text), free(bytes);
    return err;
}

static void assert_harmless(const char *path) {
    static char before[8000], after[8000];
    char events[4096];
    bool tells;
    list(before, sizeof before);
    const int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    assert_true(inotify_add_watch(watch, folder, IN_ALL_EVENTS & ~(unsigned)IN_ISDIR) >= 0);
    mesh_drawing(path, &tells);
    const ssize_t count = read(watch, events, sizeof events);
    close(watch);
    if (count > 0) {
        const struct inotify_event *event = (const struct inotify_event *)(const void *)events;
        fail_msg("%s: %s was reached (%x)", path, event->len ? event->name : "the folder", event->mask);
    }
    list(after, sizeof after);
    assert_string_equal(before, after);
    if (tells) fail_msg("%s: what was read came out", path);
}

static void nothing_of_the_machine_is_reached(void **state) {
    (void)state;
    glob_t found;
    need_gmsh();
    setenv("JUDDER_MESH_SECONDS", "2", 1), setenv("JUDDER_MESH_MEMORY", "400", 1);
    assert_int_equal(glob(HOSTILE "*.geo", 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= 20);
    for (size_t i = 0; i < found.gl_pathc; i++) assert_harmless(found.gl_pathv[i]);
    globfree(&found);
}

/* A drawing has gmsh say what it likes, which comes to the user's terminal. */
static void what_gmsh_says_steers_no_terminal(void **state) {
    (void)state;
    static const char text[] = "Error(\"\033[2Jdone\007 \177\");\nnothing known;\n";
    int mesh;
    need_gmsh();
    assert_int_equal(gmsh_program_run(&(Geometry){"part.geo", text, strlen(text)}, &mesh), JUDDER_INPUT);
    assert_contains(error_message(), "done");
    for (const char *at = error_message(); *at; at++) assert_true((unsigned char)*at >= ' ' && *at != 127);
}

static void time_is_bounded(void **state) {
    (void)state;
    need_gmsh();
    setenv("JUDDER_MESH_SECONDS", "1", 1);
    const double start = clock_seconds();
    assert_int_equal(mesh_drawing(HOSTILE "endless.geo", NULL), JUDDER_INPUT);
    assert_contains(error_message(),
                    "endless.geo for 1 s: the environment variable JUDDER_MESH_SECONDS allows more");
    assert_true(clock_seconds() - start < 30);
    setenv("JUDDER_MESH_SECONDS", "soon", 1);
    assert_int_equal(mesh_drawing(HOSTILE "endless.geo", NULL), JUDDER_INPUT);
    assert_contains(error_message(), "JUDDER_MESH_SECONDS is \"soon\": allowed is a number from 1 to 1e9");
    unsetenv("JUDDER_MESH_SECONDS");
}

static void memory_is_bounded(void **state) {
    (void)state;
    struct rusage usage;
    need_gmsh();
    setenv("JUDDER_MESH_MEMORY", "400", 1);
    assert_int_equal(mesh_drawing(HOSTILE "much_memory.geo", NULL), JUDDER_INPUT);
    assert_contains(error_message(), "it may use 400 MB");
    assert_int_equal(getrusage(RUSAGE_CHILDREN, &usage), 0);
    assert_true(usage.ru_maxrss < 1000000); /* kB, with the libraries */
    unsetenv("JUDDER_MESH_MEMORY");
}

/* The only child of a process; 0: none yet. */
static pid_t child_of(pid_t parent) {
    char path[100];
    int child = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", parent, parent);
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%d", &child) != 1) child = 0;
    if (file) fclose(file);
    return child;
}

/* Whether a process runs: one that waits to be buried does not. */
static bool runs(pid_t process) {
    char path[100], state = 'X';
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%*d (%*[^)]) %c", &state) != 1) state = 'X';
    if (file) fclose(file);
    return state != 'X' && state != 'Z';
}

static bool is_gmsh(pid_t process) {
    char path[100], name[20] = "";
    snprintf(path, sizeof path, "/proc/%d/comm", process);
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%19s", name) != 1) name[0] = '\0';
    if (file) fclose(file);
    return strcmp(name, "gmsh") == 0;
}

/* Behind which walls a process is. */
static void assert_confined(pid_t process) {
    char command[200];
    snprintf(command, sizeof command,
             "grep -cE '^(Seccomp:\t2|NoNewPrivs:\t1|CapEff:\t0+)$' /proc/%d/status | grep -qx 3", process);
    assert_int_equal(system(command), 0);
}

/* Sends a signal to a process while it meshes what never ends; what became of it. */
static int end_while_meshing(pid_t parent, int number) {
    pid_t gmsh = 0;
    int status;
    for (int i = 0; i < 10000 && !(gmsh && is_gmsh(gmsh)); i++) {
        usleep(10000);
        gmsh = child_of(parent);
        if (waitpid(parent, &status, WNOHANG) != 0)
            fail_msg("ended too early, with the status %x", (unsigned)status);
    }
    assert_true(gmsh > 0 && is_gmsh(gmsh));
    assert_confined(gmsh);
    kill(parent, number);
    assert_int_equal(waitpid(parent, &status, 0), parent);
    for (int i = 0; i < 1000 && runs(gmsh); i++) usleep(10000);
    assert_false(runs(gmsh));
    return status;
}

static void gmsh_ends_with_its_parent(void **state) {
    (void)state;
    static const int signals[] = {SIGKILL, SIGTERM, SIGHUP, SIGINT};
    need_gmsh();
    for (size_t i = 0; i < COUNT_OF(signals); i++) {
        const pid_t parent = fork();
        if (parent == 0) {
            mesh_drawing(HOSTILE "endless.geo", NULL);
            _exit(0);
        }
        assert_true(WIFSIGNALED(end_while_meshing(parent, signals[i])));
    }
}

static const char body_case[] =
    "return body { mesh = gmsh 'part.geo', material = elastic{ E = 1, nu = 0.3 }, fix = { top = {'x', 'y'} "
    "},\n"
    "  contact = { side = 'bottom', law = unilateral{}, friction = constant{ mu = 1 } },\n"
    "  load = press{ side = 'top', by = 0.01 }, study = path{} }\n";

/* The program itself, which answers signals: it ends in order, and leaves nothing. */
static void a_run_that_is_asked_to_stop_stops_gmsh(void **state) {
    (void)state;
    need_gmsh();
    char *text = drawing(HOSTILE "endless.geo");
    write_file("part.geo", text);
    write_file("case.lua", body_case);
    free(text);
    const pid_t parent = fork();
    if (parent == 0) {
        if (!freopen("said.txt", "w", stderr)) _exit(100);
        execl(JUDDER_PROGRAM, "judder", "run", "case.lua", NULL);
        _exit(101);
    }
    const int status = end_while_meshing(parent, SIGTERM);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
    assert_int_equal(
        system("grep -q 'interrupted while gmsh was meshing' said.txt && ! ls case.h5 2>/dev/null"), 0);
    assert_int_equal(system("rm -f case.lua part.geo said.txt .case*"), 0);
}

/* Settings of the folder and of the home would make a hundred times as many nodes. */
static void settings_beside_the_drawing_are_not_read(void **state) {
    (void)state;
    static const char square[] = "Point(1) = {0, 0, 0, 1}; Point(2) = {1, 0, 0, 1}; Point(3) = {1, 1, 0, 1}; "
                                 "Point(4) = {0, 1, 0, 1};\n"
                                 "Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1}; "
                                 "Curve Loop(1) = {1, 2, 3, 4};\n"
                                 "Plane Surface(1) = {1}; Physical Surface(1) = {1};\n"
                                 "Physical Curve(\"bottom\") = {1}; Physical Curve(\"top\") = {3};\n";
    need_gmsh();
    write_file("part.geo", square);
    write_file("case.lua", body_case);
    assert_int_equal(system(JUDDER_PROGRAM " check case.lua >told.txt 2>&1"), 0);
    assert_int_equal(system("grep -q ' 5 nodes' told.txt && ! ls made_by_settings.txt 2>/dev/null"), 0);
    assert_int_equal(system("rm -f case.lua part.geo told.txt"), 0);
}

/* From now on the kernel of this process has no Landlock. */
static bool forget_landlock(void) {
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 444, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 38),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {COUNT_OF(rules), rules};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void without_walls_a_drawing_is_refused(void **state) {
    (void)state;
    int status;
    need_gmsh();
    const pid_t child = fork();
    if (child == 0) {
        if (!forget_landlock()) _exit(100);
        if (mesh_drawing(HOSTILE "append_text.geo", NULL) != JUDDER_INPUT) _exit(1);
        if (!strstr(error_message(), "cannot be confined on this machine")) _exit(2);
        _exit(strstr(error_message(), "gmsh -3 part.geo -o part.msh") ? 0 : 3);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_int_not_equal(access("made.txt", F_OK), 0);
}

/* A program of the current folder is none of ours, even if PATH says so. */
static void gmsh_of_the_current_folder_is_not_started(void **state) {
    (void)state;
    char *path = strdup(getenv("PATH"));
    write_file("gmsh", "#!/bin/sh\ntouch made_by_gmsh\n");
    assert_int_equal(system("chmod +x gmsh"), 0);
    setenv("PATH", ".::/nonexistent:", 1);
    assert_int_equal(mesh_drawing(HOSTILE "append_text.geo", NULL), JUDDER_INPUT);
    assert_contains(error_message(), "needs the program gmsh, which is not there");
    setenv("PATH", path, 1);
    free(path);
    assert_int_not_equal(access("made_by_gmsh", F_OK), 0);
    assert_int_equal(unlink("gmsh"), 0);
}

/* Meshes of several threads differ from run to run: there is one, whatever a drawing asks for. */
static void several_threads_are_refused(void **state) {
    (void)state;
    static const char box[] =
        "General.NumThreads = 4; Mesh.MaxNumThreads3D = 4;\n"
        "SetFactory(\"OpenCASCADE\"); Box(1) = {0, 0, 0, 1, 1, 1}; Physical Volume(\"all\") = {1};\n";
    char text[sizeof box + 40];
    int mesh;
    need_gmsh();
    assert_int_equal(gmsh_program_run(&(Geometry){"part.geo", box, strlen(box)}, &mesh), JUDDER_OK);
    close(mesh);
    snprintf(text, sizeof text, "Mesh.Algorithm3D = 10;\n%s", box);
    assert_int_equal(gmsh_program_run(&(Geometry){"part.geo", text, strlen(text)}, &mesh), JUDDER_INPUT);
    assert_contains(error_message(), "leave NumThreads out");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_of_the_machine_is_reached),
        cmocka_unit_test(what_gmsh_says_steers_no_terminal),
        cmocka_unit_test(time_is_bounded),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(gmsh_ends_with_its_parent),
        cmocka_unit_test(a_run_that_is_asked_to_stop_stops_gmsh),
        cmocka_unit_test(settings_beside_the_drawing_are_not_read),
        cmocka_unit_test(without_walls_a_drawing_is_refused),
        cmocka_unit_test(gmsh_of_the_current_folder_is_not_started),
        cmocka_unit_test(several_threads_are_refused),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
