#include "base/log.h"
#include "cli/program.h"
#include "cli/verbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(JUDDER_SANITIZED)
/* Sanitizers look for leaks where a program ends. */
static void watch_exit(void) {}
static int leave(int status) {
    return status;
}
#else
/* Nobody of ours calls exit: HDF5 does where a list of its own gets no memory. */
static void on_exit_elsewhere(void) {
    static const char text[] =
        "judder: broken off inside a library, as when memory runs out; what was saved before is in place\n";
    stop_remove();
    const ssize_t told = write(STDERR_FILENO, text, sizeof text - 1);
    (void)told; /* nothing can be done about it */
    _exit(EXIT_MACHINE);
}
static void watch_exit(void) {
    atexit(on_exit_elsewhere);
}
/* Ends without the last words of the libraries: after memory has run out some of them fall over. Everything
 * of ours is closed by now. */
static int leave(int status) {
    _exit(status);
}
#endif

int main(int count, char **words) {
    watch_exit();
    const int status = judder_main(count, words, &team_alone, NULL);
    fflush(NULL);
    return leave(status);
}
