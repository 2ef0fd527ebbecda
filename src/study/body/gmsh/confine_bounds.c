#include "study/body/gmsh/confine.h"

#include <linux/capability.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Never above what the user has set. */
static bool bound(__rlimit_resource_t what, rlim_t most) {
    struct rlimit limit;
    if (getrlimit(what, &limit) != 0) return false;
    if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < most) most = limit.rlim_max;
    limit.rlim_cur = limit.rlim_max = most;
    return setrlimit(what, &limit) == 0;
}

/* The program of a user who is root has the rights of its files alone. */
static bool lose_powers(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
    return syscall(SYS_capset, &header, none) == 0;
}

bool confine_bounds(const Bounds *bounds) {
    return bound(RLIMIT_DATA, bounds->memory) && bound(RLIMIT_FSIZE, bounds->memory / 4) &&
           bound(RLIMIT_CPU, (rlim_t)bounds->processor_seconds) && bound(RLIMIT_CORE, 0) && lose_powers();
}
