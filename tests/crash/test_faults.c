/* Writes, syncs, renames and allocations that fail, or die, at a chosen call: a clear end, nothing corrupt,
 * and a run that goes on to the same result. JUDDER_FAULTS says how many. */
#include "crash/crash.h"

typedef struct FaultKind {
    const char *name, *what;
    bool dies;
    /* Not of bodies, whose libraries end in their own way, nor of sweeps, where it costs a point. */
    bool memory;
} FaultKind;

static const FaultKind kinds[] = {{"write", "kill", true, false},   {"write", "once", false, false},
                                  {"write", "on", false, false},    {"fsync", "kill", true, false},
                                  {"fsync", "once", false, false},  {"rename", "kill", true, false},
                                  {"rename", "once", false, false}, {"malloc", "once", false, true},
                                  {"malloc", "kill", true, true},   {"malloc", "on", false, true}};

typedef struct Tally {
    int tried, hit, died, said; /* faults that were met; that killed; that were said with status 3 or 2 */
} Tally;

/* How often each kind is called in a whole run. */
typedef struct Calls {
    long write, fsync, rename, malloc;
} Calls;

static void with_shim(const char *fault) {
    static char folder_word[100];
    snprintf(folder_word, sizeof folder_word, "JUDDER_FAULT_FOLDER=%s", folder);
    start_with[0] = fault;
    start_with[1] = "LD_PRELOAD=" JUDDER_FAULTS_SHIM;
    start_with[2] = folder_word;
}

static void without_shim(void) {
    start_with[0] = start_with[1] = start_with[2] = NULL;
}

static Calls count_calls(const CrashCase *one) {
    Calls calls = {0};
    unlink("counts.txt");
    with_shim("JUDDER_FAULT_COUNTS=counts.txt");
    const int status = judder(crash_words(one, "whole.h5"));
    without_shim();
    if (status != 0) fail_msg("%s: status %d: %s", one->name, status, message());
    FILE *file = fopen("counts.txt", "r");
    assert_non_null(file);
    assert_int_equal(
        fscanf(file, "%ld %ld %ld %ld", &calls.write, &calls.fsync, &calls.rename, &calls.malloc), 4);
    fclose(file);
    return calls;
}

static long calls_of(const Calls *calls, const char *kind) {
    return strcmp(kind, "write") == 0    ? calls->write
           : strcmp(kind, "fsync") == 0  ? calls->fsync
           : strcmp(kind, "rename") == 0 ? calls->rename
                                         : calls->malloc;
}

/* A fault has met the run, or was too far away. */
static void judge(const CrashCase *one, const FaultKind *kind, int status, Tally *tally) {
    tally->tried++;
    if (status == 0 || status == 1) return;
    tally->hit++;
    tally->died += status < 0;
    tally->said += status > 0;
    if (kind->dies && status == -SIGKILL) return;
    /* HDF5 has places where it does not look whether it got its memory. */
    if (kind->memory && status < 0) return;
    if (status != 3 && !(status == 2 && (kind->memory || one->over)))
        fail_msg("%s: status %d: %s", crash_doing, status, message());
    if (!message()[0]) fail_msg("%s: no word", crash_doing);
}

static const FaultKind *choose(const CrashCase *one, const Calls *calls, Random *random) {
    for (;;) {
        const FaultKind *kind = &kinds[random_below(random, (int)COUNT_OF(kinds))];
        if (kind->memory && (one->body || one->over)) continue;
        if (calls_of(calls, kind->name) > 0) return kind;
    }
}

static void meet_faults(const CrashCase *one, int count, Random *random, Tally *tally) {
    const Calls calls = count_calls(one);
    for (int i = 0; i < count; i++) {
        const FaultKind *kind = choose(one, &calls, random);
        char fault[100];
        /* A run that goes on has less to do. */
        snprintf(fault, sizeof fault, "JUDDER_FAULT=%s:%ld:%s", kind->name,
                 1 + (long)random_in(random, 0, 0.7 * (double)calls_of(&calls, kind->name)), kind->what);
        snprintf(crash_doing, sizeof crash_doing, "%s, %s", one->name, fault);
        with_shim(fault);
        const int status = judder(crash_words(one, "part.h5"));
        without_shim();
        judge(one, kind, status, tally);
        nothing_is_corrupt("part.h5");
    }
    const int status = judder(crash_words(one, "part.h5"));
    if (status != 0) fail_msg("%s: status %d: %s", one->name, status, message());
    same_result("whole.h5", "part.h5");
    assert_int_equal(files_with(".tmp"), 0);
}

static void faults_end_clearly(void **state) {
    (void)state;
    const CrashPlan plan = crash_plan("JUDDER_FAULTS");
    Random random = {(uint64_t)plan.wanted + 17};
    Tally tally = {0};
    for (size_t i = 0; i < COUNT_OF(crash_cases); i++) {
        const CrashCase *one = &crash_cases[i];
        if (!crash_visits(&plan, one)) continue;
        const int before = tally.hit;
        run_whole(one);
        meet_faults(one, plan.each, &random, &tally);
        print_message("%-28s %d\n", one->name, tally.hit - before);
    }
    print_message("faults tried: %d; met: %d; died of them: %d; said: %d\n", tally.tried, tally.hit,
                  tally.died, tally.said);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(faults_end_clearly)};
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
