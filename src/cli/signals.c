#include "cli/signals.h"

#include "base/log.h"
#include "cli/verbs.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE = 60 }; /* seconds */

static void end_at_once(int number) {
    (void)number;
    stop_remove();
    _exit(EXIT_INCOMPLETE);
}

/* Who sends SIGTERM does not watch (timeout, a batch system): what does not come to a place where it can
 * stop, such as one factorisation of a large matrix, is ended after a while. */
static void on_signal(int number) {
    if (number == SIGALRM || stop_requested()) end_at_once(number);
    if (number == SIGTERM) alarm(PATIENCE);
    stop_request();
}

/* Libraries have places where they do not look whether they got memory. Whatever broke, what
 * was saved is in place. */
static void on_fault(int number) {
    static const char text[] =
        "judder: broken off by a fault inside (signal 00), as when memory runs out; what was saved "
        "before is in place\n";
    char message[sizeof text];
    memcpy(message, text, sizeof text);
    char *digits = strstr(message, "00");
    digits[0] = (char)('0' + number / 10);
    digits[1] = (char)('0' + number % 10);
    stop_remove();
    const ssize_t told = write(STDERR_FILENO, message, sizeof text - 1);
    (void)told; /* nothing can be done about it */
    _exit(EXIT_MACHINE);
}

/* On a stack of its own, which a deep recursion has not used up. Sanitizers report such things themselves. */
static void watch_faults(void) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(JUDDER_SANITIZED)
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    static char room[16384];
    const stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
    struct sigaction action = {0};
    action.sa_handler = on_fault;
    action.sa_flags = SA_ONSTACK | (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    if (sigaltstack(&stack, NULL) != 0) action.sa_flags &= ~SA_ONSTACK;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigaction(faults[i], &action, NULL);
#else
    (void)on_fault;
#endif
}

static void watch_by(void (*handler)(int)) {
    watch_faults();
    struct sigaction action = {0};
    stop_watched();
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (signal(SIGHUP, SIG_IGN) != SIG_IGN) sigaction(SIGHUP, &action, NULL); /* nohup asks to ignore it */
    sigaction(SIGALRM, &action, NULL);
    sigaction(SIGUSR1, &action, NULL); /* the one that mpirun passes on at once */
    signal(SIGXFSZ, SIG_IGN);
}

void watch_signals(void) {
    watch_by(on_signal);
    signal(SIGPIPE, SIG_IGN);
}

void watch_signals_to_end(void) {
    watch_by(end_at_once);
}

void result_name(const char *file, const char *ending, char *name, size_t size) {
    const char *base = strrchr(file, '/');
    base = base ? base + 1 : file;
    const char *dot = strrchr(base, '.');
    const int length = dot && dot != base ? (int)(dot - base) : (int)strlen(base);
    snprintf(name, size, "%.*s%s", length, base, ending);
}
