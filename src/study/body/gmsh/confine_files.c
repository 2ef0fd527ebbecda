/* Landlock, by its system calls: the headers of a machine may be older than its kernel. */
#include "study/body/gmsh/confine.h"

#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The same numbers on every machine that has it. */
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { ASK_VERSION = 1, RULE_BELOW = 1 };

enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_FOLDER = 1 << 3,
    FIRST_KERNEL = (1 << 13) -
                   1,          /* what its first version knows: those, and making and removing of all kinds */
    TO_OTHER_FOLDER = 1 << 13, /* since version 2; never granted, as without it */
    TRUNCATE = 1 << 14,        /* 3 */
    DEVICES = 1 << 15,         /* 5 */
    NETWORK = 3,               /* 4: to listen, to connect */
    OTHERS = 3                 /* 6: abstract sockets, signals */
};

typedef struct Ruleset {
    uint64_t files, network, others;
} Ruleset;

typedef struct __attribute__((packed)) RuleBelow {
    uint64_t allowed;
    int32_t folder;
} RuleBelow;

/* What every program needs to start and to know its machine. */
static const struct {
    const char *path;
    uint64_t rights;
} readable[] = {{"/lib", READ_FILE | READ_FOLDER | EXECUTE},
                {"/lib64", READ_FILE | READ_FOLDER | EXECUTE},
                {"/usr/lib", READ_FILE | READ_FOLDER | EXECUTE},
                {"/usr/lib64", READ_FILE | READ_FOLDER | EXECUTE},
                {"/usr/local/lib", READ_FILE | READ_FOLDER | EXECUTE},
                {"/usr/share/locale", READ_FILE | READ_FOLDER},
                {"/usr/share/zoneinfo", READ_FILE | READ_FOLDER},
                {"/etc/ld.so.cache", READ_FILE},
                {"/etc/localtime", READ_FILE},
                {"/sys/devices/system/cpu", READ_FILE | READ_FOLDER},
                {"/proc/cpuinfo", READ_FILE},
                {"/proc/meminfo", READ_FILE},
                {"/dev/null", READ_FILE | WRITE_FILE},
                {"/dev/urandom", READ_FILE}};

static Ruleset everything(long version) {
    Ruleset ruleset = {.files = FIRST_KERNEL};
    if (version >= 2) ruleset.files |= TO_OTHER_FOLDER;
    if (version >= 3) ruleset.files |= TRUNCATE;
    if (version >= 4) ruleset.network = NETWORK;
    if (version >= 5) ruleset.files |= DEVICES;
    if (version >= 6) ruleset.others = OTHERS;
    return ruleset;
}

/* A machine need not have them all. */
static void allow(int ruleset, const char *path, uint64_t rights) {
    RuleBelow rule = {.allowed = rights, .folder = open(path, O_PATH | O_CLOEXEC)};
    if (rule.folder < 0) return;
    syscall(ADD_RULE, ruleset, RULE_BELOW, &rule, 0);
    close(rule.folder);
}

/* A program of a folder bin may have its libraries beside that. */
static void allow_program(int ruleset, const char *program) {
    char path[PATH_MAX];
    allow(ruleset, program, READ_FILE | EXECUTE);
    const char *slash = strrchr(program, '/');
    const size_t length = slash ? (size_t)(slash - program) : 0;
    if (length < 4 || strncmp(slash - 4, "/bin", 4) != 0) return;
    snprintf(path, sizeof path, "%.*s/lib", (int)(length - 4), program);
    allow(ruleset, path, READ_FILE | READ_FOLDER | EXECUTE);
    snprintf(path, sizeof path, "%.*s/lib64", (int)(length - 4), program);
    allow(ruleset, path, READ_FILE | READ_FOLDER | EXECUTE);
}

int confine_prepare(const char *program) {
    const long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
    if (version < 1) return -1;
    const Ruleset all = everything(version);
    const int ruleset = (int)syscall(CREATE_RULESET, &all, sizeof all, 0);
    if (ruleset < 0) return -1;
    for (size_t i = 0; i < sizeof readable / sizeof *readable; i++)
        allow(ruleset, readable[i].path, readable[i].rights);
    allow_program(ruleset, program);
    return ruleset;
}

bool confine_files(int prepared) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(RESTRICT_SELF, prepared, 0) == 0;
}
