#include "cli/signals.h"

#include "base/log.h"
#include "cli/verbs.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void on_signal(int number) {
    (void)number;
    if (stop_requested()) stop_remove();
    if (stop_requested()) _exit(EXIT_INCOMPLETE);
    stop_request();
}

void watch_signals(void) {
    struct sigaction action = {0};
    stop_watched();
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    sigaction(SIGUSR1, &action, NULL); /* the one that mpirun passes on at once */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

void result_name(const char *file, const char *ending, char *name, size_t size) {
    const char *base = strrchr(file, '/');
    base = base ? base + 1 : file;
    const char *dot = strrchr(base, '.');
    const int length = dot && dot != base ? (int)(dot - base) : (int)strlen(base);
    snprintf(name, size, "%.*s%s", length, base, ending);
}
