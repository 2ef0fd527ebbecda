/* A filter of system calls (seccomp): a list of those that a program needs which computes in threads, reads
 * its files and writes into what it was given. */
#include "study/body/gmsh/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCH AUDIT_ARCH_AARCH64
#endif

#ifdef OWN_ARCH

static const unsigned short needed[] = {
    /* memory and threads */
    SYS_mmap,
    SYS_munmap,
    SYS_mremap,
    SYS_mprotect,
    SYS_madvise,
    SYS_brk,
    SYS_futex,
    SYS_set_robust_list,
    SYS_get_robust_list,
    SYS_set_tid_address,
    SYS_rseq,
    SYS_membarrier,
    SYS_gettid,
    SYS_getpid,
    SYS_getppid,
    SYS_exit,
    SYS_exit_group,
    SYS_execve,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_sched_setaffinity,
    SYS_sched_getparam,
    SYS_sched_getscheduler,
    SYS_getcpu,
    SYS_get_mempolicy,
    SYS_mincore,
    /* files; which ones, the other wall says */
    SYS_read,
    SYS_pread64,
    SYS_readv,
    SYS_write,
    SYS_pwrite64,
    SYS_writev,
    SYS_lseek,
    SYS_close,
    SYS_fstat,
    SYS_newfstatat,
    SYS_statx,
    SYS_faccessat,
    SYS_faccessat2,
    SYS_readlinkat,
    SYS_getcwd,
    SYS_getdents64,
    SYS_fcntl,
    SYS_dup,
    SYS_dup3,
    SYS_ftruncate,
    SYS_fsync,
    SYS_unlinkat,
    SYS_mkdirat,
    SYS_ioctl,
    SYS_statfs,
    SYS_fstatfs,
    SYS_fadvise64,
    SYS_ppoll,
    SYS_umask,
    /* clocks and what the machine is */
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_gettimeofday,
    SYS_times,
    SYS_getrusage,
    SYS_sysinfo,
    SYS_uname,
    SYS_getrandom,
    SYS_getuid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getegid,
    /* signals of its own */
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_restart_syscall,
#ifdef __x86_64__
    SYS_arch_prctl,
    SYS_stat,
    SYS_lstat,
    SYS_access,
    SYS_readlink,
    SYS_dup2,
    SYS_poll,
    SYS_select,
    SYS_time,
    SYS_unlink,
    SYS_mkdir,
    SYS_getrlimit,
#endif
};

enum { MOST_RULES = 2 * sizeof needed / sizeof *needed + 60 };

typedef struct Filter {
    struct sock_filter rules[MOST_RULES];
    unsigned short count;
} Filter;

static void add(Filter *filter, unsigned code, unsigned value, unsigned char if_so, unsigned char if_not) {
    filter->rules[filter->count++] = (struct sock_filter){(unsigned short)code, if_so, if_not, value};
}

static void load(Filter *filter, size_t at) {
    add(filter, BPF_LD | BPF_W | BPF_ABS, (unsigned)at, 0, 0);
}

static void answer(Filter *filter, unsigned what) {
    add(filter, BPF_RET | BPF_K, what, 0, 0);
}

/* The low half of an argument, on machines that begin with it. */
static size_t argument(int i) {
    return offsetof(struct seccomp_data, args) + (size_t)i * sizeof(__u64);
}

/* Whether (argument & mask) is, or is not, that value. */
typedef struct Condition {
    int argument;
    unsigned mask, value;
    bool equal;
} Condition;

/* That call is allowed on a condition; else it may not. */
static void allow_if(Filter *filter, long call, Condition is) {
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 5);
    load(filter, argument(is.argument));
    add(filter, BPF_ALU | BPF_AND | BPF_K, is.mask, 0, 0);
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, is.value, is.equal ? 0 : 1, is.equal ? 1 : 0);
    answer(filter, SECCOMP_RET_ALLOW);
    answer(filter, SECCOMP_RET_ERRNO | EPERM);
}

static void allow(Filter *filter, long call) {
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 1);
    answer(filter, SECCOMP_RET_ALLOW);
}

static void confine_calls_fill(Filter *filter) {
    const unsigned own = (unsigned)getpid();
    load(filter, offsetof(struct seccomp_data, arch));
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCH, 1, 0);
    answer(filter, SECCOMP_RET_KILL_PROCESS);
    load(filter, offsetof(struct seccomp_data, nr));
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) allow(filter, needed[i]);
    /* clone3 hides its flags in memory: without it the C library takes clone. */
    allow_if(filter, SYS_clone, (Condition){0, CLONE_THREAD, CLONE_THREAD, true});
    /* To empty a file needs no right to write it before version 3 of the other wall. */
    allow_if(filter, SYS_openat, (Condition){2, O_TRUNC | O_ACCMODE, O_TRUNC | O_RDONLY, false});
#ifdef SYS_open
    allow_if(filter, SYS_open, (Condition){1, O_TRUNC | O_ACCMODE, O_TRUNC | O_RDONLY, false});
#endif
    allow_if(filter, SYS_tgkill, (Condition){0, ~0u, own, true});
    allow_if(filter, SYS_prlimit64, (Condition){0, ~0u, 0, true});
    answer(filter, SECCOMP_RET_ERRNO | ENOSYS);
}

bool confine_calls(void) {
    Filter filter = {.count = 0};
    confine_calls_fill(&filter);
    const struct sock_fprog program = {filter.count, filter.rules};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#else

bool confine_calls(void) {
    return false;
}

#endif
