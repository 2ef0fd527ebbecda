/* What is possible behind the walls, tried by a process that has entered them. */
#include "judder_test.h"

#include "study/body/gmsh/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/judder-confine-XXXXXX";

static void *answer(void *context) {
    *(int *)context = 7;
    return NULL;
}

/* What is possible, as bits. */
static int try_processes(void) {
    int found = 0, told = 0, status;
    pthread_t thread;
    pid_t child;
    char *words[] = {"true", NULL};
    if (fork() == 0) _exit(0);
    if (pthread_create(&thread, NULL, answer, &told) == 0 && pthread_join(thread, NULL) == 0)
        found |= told == 7;
    if (system("exit 3") != -1 && WEXITSTATUS(system("exit 3")) == 3) found |= 2;
    if (posix_spawnp(&child, "true", NULL, NULL, words, NULL) == 0) found |= 4;
    if ((child = fork()) == 0) _exit(0);
    if (child > 0 && waitpid(child, &status, 0) == child) found |= 8;
    if (popen("true", "r")) found |= 16;
    return found;
}

static int try_others(void) {
    const pid_t parent = getppid();
    int found = 0;
    if (kill(getpid(), 0) == 0 || tgkill(getpid(), gettid(), 0) == 0) found |= 1; /* raise, abort */
    if (kill(parent, 0) == 0 || syscall(SYS_tgkill, parent, parent, 0) == 0) found |= 2;
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0) found |= 4;
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0) found |= 8;
    struct rlimit limit;
    if (prlimit(parent, RLIMIT_CORE, NULL, &limit) == 0) found |= 16;
    if (memfd_create("more", 0) >= 0) found |= 32;
    return found;
}

static int try_files(void) {
    int found = 0;
    if (open("/etc/ld.so.cache", O_RDONLY) >= 0) found |= 1;
    if (open("kept.txt", O_RDONLY) >= 0 || open("/etc/passwd", O_RDONLY) >= 0) found |= 2;
    if (open("kept.txt", O_WRONLY) >= 0 || open("new.txt", O_WRONLY | O_CREAT, 0600) >= 0) found |= 4;
    if (unlink("kept.txt") == 0 || mkdir("new", 0700) == 0) found |= 8;
    if (rename("kept.txt", "moved.txt") == 0 || link("kept.txt", "too.txt") == 0 || symlink("a", "b") == 0)
        found |= 16;
    if (open(".", O_RDONLY | O_DIRECTORY) >= 0 || truncate("kept.txt", 0) == 0) found |= 32;
    return found;
}

/* These no version of Landlock sees. */
static int try_rights(void) {
    int found = 0;
    if (chmod("kept.txt", 0777) == 0 || fchmodat(AT_FDCWD, "kept.txt", 0777, 0) == 0) found |= 1;
    if (chown("kept.txt", getuid(), getgid()) == 0) found |= 2;
    if (utimensat(AT_FDCWD, "kept.txt", NULL, 0) == 0) found |= 4;
    if (open("kept.txt", O_RDONLY | O_TRUNC) >= 0) found |= 8; /* nor its first versions this one */
    return found;
}

typedef int (*Trial)(void);

/* 100: the machine has no such walls. */
static int behind(bool walls, Trial trial) {
    const pid_t child = fork();
    if (child == 0) {
        const int files = walls ? confine_prepare("/usr/bin/true") : -1;
        if (walls && (files < 0 || !confine_files(files) || !confine_calls())) _exit(100);
        _exit(trial());
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void write_kept(void) {
    FILE *file = fopen("kept.txt", "w");
    assert_non_null(file);
    fputs("kept\n", file);
    fclose(file);
}

/* All that is tried is possible without walls, so each trial can fail. */
static void assert_only(Trial trial, int without, int with) {
    assert_int_equal(system("rm -rf new* moved.txt too.txt b"), 0);
    write_kept();
    assert_int_equal(behind(false, trial), without);
    assert_int_equal(system("rm -rf new* moved.txt too.txt b"), 0);
    write_kept();
    const int found = behind(true, trial);
    if (found == 100) skip_without("way to confine a process");
    assert_int_equal(found, with);
}

static void threads_but_no_processes(void **state) {
    (void)state;
    assert_only(try_processes, 31, 1);
}

static void no_other_process_and_no_network(void **state) {
    (void)state;
    assert_only(try_others, 63, 1);
}

static void no_file_but_libraries(void **state) {
    (void)state;
    struct stat status;
    assert_only(try_files, 63, 1);
    assert_int_equal(stat("kept.txt", &status), 0);
    assert_int_equal(status.st_size, 5);
}

static void rights_and_times_of_files_stay(void **state) {
    (void)state;
    assert_only(try_rights, 15, 0);
}

/* The wall of calls alone, as if the kernel had the first version of Landlock: a file that may be read is not
 * emptied. */
static int try_to_empty(void) {
    return confine_calls() && (open("kept.txt", O_RDONLY | O_TRUNC) >= 0 || open("kept.txt", O_RDONLY) < 0);
}

static void a_file_that_is_read_cannot_be_emptied(void **state) {
    (void)state;
    struct stat status;
    write_kept();
    assert_int_equal(behind(false, try_to_empty), 0);
    assert_int_equal(stat("kept.txt", &status), 0);
    assert_int_equal(status.st_size, 5);
}

static int try_bounds(void) {
    const Bounds bounds = {.memory = 50000000, .processor_seconds = 2};
    char byte = 'x';
    if (!confine_bounds(&bounds)) return 100;
    signal(SIGXFSZ, SIG_IGN);
    int found = 0;
    const int file = memfd_create("mesh", 0);
    struct rlimit core;
    if (mmap(NULL, 100000000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
        found |= 1;
    if (pwrite(file, &byte, 1, 13000000) == 1) found |= 2;
    if (getrlimit(RLIMIT_CORE, &core) != 0 || core.rlim_max != 0) found |= 4;
    if (pwrite(file, &byte, 1, 1000) != 1) found |= 8;
    if (chown("kept.txt", 12345, 12345) == 0) found |= 16; /* only root's powers can */
    return found;
}

static void memory_and_files_are_bounded(void **state) {
    (void)state;
    write_kept();
    if (SANITIZED) skip_without("limit of memory that the sanitizer stays below");
    assert_int_equal(behind(false, try_bounds), 0);
}

static int spin(void) {
    const Bounds bounds = {.memory = 50000000, .processor_seconds = 1};
    if (!confine_bounds(&bounds)) return 100;
    for (volatile unsigned long i = 0;; i++) continue;
}

static void processor_time_is_bounded(void **state) {
    (void)state;
    int status;
    const pid_t child = fork();
    if (child == 0) _exit(spin());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
}

static int enter_folder(void **state) {
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state) {
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_but_no_processes),
        cmocka_unit_test(no_other_process_and_no_network),
        cmocka_unit_test(no_file_but_libraries),
        cmocka_unit_test(rights_and_times_of_files_stay),
        cmocka_unit_test(a_file_that_is_read_cannot_be_emptied),
        cmocka_unit_test(memory_and_files_are_bounded),
        cmocka_unit_test(processor_time_is_bounded),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
