/* A filter of system calls (seccomp): making a process fails, making a thread does not. */
#include "study/body/confine.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define OWN_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCH AUDIT_ARCH_AARCH64
#endif

#ifdef OWN_ARCH

#define LOAD(field)  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offsetof(struct seccomp_data, field))
#define ANSWER(what) BPF_STMT(BPF_RET | BPF_K, (what))
/* If the loaded number is this one the next instruction holds, else it is skipped. */
#define ON(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1)

bool confine_alone(void) {
    /* clone3 hides its flags in memory: without it the C library takes clone. */
    struct sock_filter rules[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCH, 1, 0),
        ANSWER(SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
        ON(SYS_clone3),
        ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
#ifdef SYS_fork
        ON(SYS_fork),
        ANSWER(SECCOMP_RET_ERRNO | EPERM),
        ON(SYS_vfork),
        ANSWER(SECCOMP_RET_ERRNO | EPERM),
        /* The calls of x32 have other numbers. */
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 0, 1),
        ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
#endif
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
        ANSWER(SECCOMP_RET_ERRNO | EPERM),
        ANSWER(SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#else

bool confine_alone(void) {
    return false;
}

#endif
