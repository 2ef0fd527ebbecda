/* Random cases from the parameter tables: each is refused, ends without its goal, or gives an answer that an
 * independent judge accepts; none crashes, none hangs. JUDDER_SOAK says how many, JUDDER_SOAK_FROM where to
 * begin (`make soak`: a hundred thousand). */
#include "judder_test.h"

#include "soak/generate.h"

#include "study/run/run.h"

#include <float.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const Model *const soaked[] = {&inclusion_model, &inclusion_model, &slab_model,  &slab_model,
                                      &beam_model,      &system_model,    &slider_model};

/* What the worker tells the one who watches it. */
typedef struct Told {
    volatile uint64_t number;        /* of the case */
    volatile double begun, computed; /* when the case began: on the wall, and of the worker's own time */
    volatile uint64_t refused, failed, stopped, done, machine;
    char wrong[400];
} Told;

static void on_alarm(int number) {
    (void)number;
    stop_request();
}

static void arm(double seconds) {
    const struct itimerval timer = {.it_value = {(time_t)seconds, (suseconds_t)(1e6 * fmod(seconds, 1))}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

static double number_of(const Value *values, const char *key) {
    const Value *value = value_get(values, key);
    return value && value_kind(value) == VALUE_NUMBER ? value_as_number(value) : NAN;
}

static void wrong(Told *told, const char *what, double value) {
    if (!told->wrong[0]) snprintf(told->wrong, sizeof told->wrong, "%s = %g", what, value);
}

static void must_lie(Told *told, const Value *values, const char *key, double low, double high) {
    if (!value_get(values, key)) return;
    const double value = number_of(values, key);
    if (!(value >= low && value <= high)) wrong(told, key, value);
}

/* An answer that is said to be right must look like one. */
static void judge(Told *told, const Value *study, bool viscous) {
    const char *word = value_as_text(value_get(study, "study"));
    const Value *values = value_get(study, "values");
    if (strcmp(word, "march") != 0) return;
    if (!(number_of(values, "t_final") > 0)) wrong(told, "t_final", number_of(values, "t_final"));
    must_lie(told, values, "stick_fraction", 0, 1);
    must_lie(told, values, "open_fraction", 0, 1);
    must_lie(told, values, "pressure_min", 0, DBL_MAX);
    must_lie(told, values, "v_final", -DBL_MAX, DBL_MAX);
    /* With viscosity the defect is of the order of the method, not of rounding. */
    if (value_get(values, "pressure_max") && !viscous) must_lie(told, values, "energy_defect", -1e-6, 1e-6);
}

static void count_outcomes(Told *told, const Value *report, bool viscous) {
    const Value *list = value_get(report, "studies");
    for (size_t i = 0; i < value_length(list); i++) {
        const char *outcome = value_as_text(value_get(value_at(list, i), "outcome"));
        if (strcmp(outcome, "done") == 0) {
            told->done++;
            judge(told, value_at(list, i), viscous);
        } else {
            *(strcmp(outcome, "stopped") == 0 ? &told->stopped : &told->failed) += 1;
        }
    }
}

static JudderErr run_text(Told *told, const char *text, size_t length) {
    static const char *const none[] = {NULL};
    const CaseOptions how = {.words = vocabulary(), .limits = {.seconds = 1}};
    Case *read = NULL;
    Results *results = NULL;
    Value *report = NULL;
    bool complete = false;
    JudderErr err = case_read_text("soak.lua", text, length, &how, &read);
    if (err == JUDDER_OK) err = results_create_in_memory(none, &results);
    if (err == JUDDER_OK) {
        const RunOptions options = {.results = results};
        err = run_case(read, &options, &report, &complete);
    }
    if (err == JUDDER_OK) count_outcomes(told, report, strstr(text, "viscosity{"));
    value_destroy(&report);
    results_destroy(&results);
    case_destroy(&read);
    return err;
}

static double seconds_of(clockid_t id) {
    struct timespec now = {0};
    clock_gettime(id, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void work(Told *told, uint64_t end) {
    static Generator generator;
    const struct rlimit room = {(rlim_t)1 << 30, (rlim_t)1 << 30};
    if (!SANITIZED) setrlimit(RLIMIT_AS, &room);
    signal(SIGALRM, on_alarm);
    for (; told->number < end && !told->wrong[0]; told->number++) {
        generate(&generator, soaked, (int)COUNT_OF(soaked), told->number);
        told->computed = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
        told->begun = clock_seconds();
        stop_reset();
        arm(0.2);
        const JudderErr err = run_text(told, generator.text, generator.used);
        arm(0);
        if (getenv("JUDDER_SOAK_TELL") && err != JUDDER_OK) /* why so many are refused */
            print_message("%s: %s\n", generator.model->word.name, error_message());
        if (err == JUDDER_INPUT) told->refused++;
        if (err == JUDDER_MACHINE) told->machine++;
        if (err == JUDDER_STOPPED) told->stopped++;
        if (err != JUDDER_OK && !error_message()[0]) wrong(told, "an error without a message", err);
        if (told->wrong[0]) break;
    }
    _exit(0);
}

static void show(const Told *told, const char *what) {
    static Generator generator;
    generate(&generator, soaked, (int)COUNT_OF(soaked), told->number);
    print_message("case %llu %s\n%.3000s", (unsigned long long)told->number, what, generator.text);
}

/* Watches a worker until it ends; what was wrong, or NULL. */
static const char *watch(const Told *told, pid_t child) {
    static char text[480];
    /* On a busy machine the wall clock says little. */
    const double patience = SANITIZED ? 60 : 15;
    clockid_t own = CLOCK_MONOTONIC;
    clock_getcpuclockid(child, &own);
    int status;
    while (waitpid(child, &status, WNOHANG) == 0) {
        const bool late = seconds_of(own) - told->computed > patience;
        if (told->begun > 0 && (late || clock_seconds() - told->begun > 20 * patience)) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return "hangs";
        }
        usleep(2000);
    }
    snprintf(text, sizeof text, "is answered wrongly: %.400s", told->wrong);
    if (told->wrong[0]) return text;
    snprintf(text, sizeof text, "ends the program with signal %d, status %d",
             WIFSIGNALED(status) ? WTERMSIG(status) : 0, WIFEXITED(status) ? WEXITSTATUS(status) : 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? NULL : text;
}

static void any_case_ends_well(void **state) {
    (void)state;
    const char *wanted = getenv("JUDDER_SOAK"), *from = getenv("JUDDER_SOAK_FROM");
    const uint64_t first = from ? strtoull(from, NULL, 10) : 0;
    const uint64_t end = first + (wanted ? strtoull(wanted, NULL, 10) : SANITIZED ? 200 : 1000);
    Told *told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(told != MAP_FAILED);
    int bad = 0;
    for (told->number = first; told->number < end && bad < 20;) {
        told->begun = 0;
        told->wrong[0] = '\0';
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) work(told, end);
        const char *what = watch(told, child);
        if (!what) continue;
        bad++;
        show(told, what);
        told->number++;
    }
    print_message(
        "%llu cases: %llu refused, %llu without memory; studies done %llu, failed %llu, stopped %llu\n",
        (unsigned long long)(told->number - first), (unsigned long long)told->refused,
        (unsigned long long)told->machine, (unsigned long long)told->done, (unsigned long long)told->failed,
        (unsigned long long)told->stopped);
    assert_int_equal(bad, 0);
    munmap(told, sizeof *told);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_case_ends_well)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
