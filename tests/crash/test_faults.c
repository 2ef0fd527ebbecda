/* Writes, syncs, renames and allocations that fail, or die, at a chosen call: a clear end, nothing corrupt, and a run
 * that goes on to the same result. JUDDER_FAULTS says how many. */
#include "crash/crash.h"

typedef struct FaultKind {
    const char *name, *what;
    double calls; /* about so many there are */
    bool dies;
} FaultKind;

static const FaultKind kinds[] = {{"write", "kill", 1500, true},   {"write", "once", 1500, false},
                                  {"write", "on", 1500, false},    {"fsync", "kill", 60, true},
                                  {"fsync", "once", 60, false},    {"rename", "kill", 20, true},
                                  {"rename", "once", 20, false},   {"malloc", "once", 60000, false},
                                  {"malloc", "kill", 60000, true}, {"malloc", "on", 60000, false}};

typedef struct Tally {
    int hit, died, said; /* faults that were met; that killed; that were said with status 3 or 2 */
} Tally;

/* A fault has met the run, or was too far away. */
static void judge(const CrashCase *one, const FaultKind *kind, int status, Tally *tally) {
    const bool memory = strcmp(kind->name, "malloc") == 0;
    if (status == 0 || status == 1) return;
    tally->hit++;
    tally->died += status < 0;
    tally->said += status > 0;
    if (kind->dies && status == -SIGKILL) return;
    /* HDF5 has places where it does not look whether it got its memory. */
    if (memory && status < 0) return;
    if (status != 3 && !(memory && status == 2))
        fail_msg("%s: %s %s: status %d: %s", one->name, kind->name, kind->what, status, message());
    if (!message()[0]) fail_msg("%s: %s %s: no word", one->name, kind->name, kind->what);
}

static void meet_faults(const CrashCase *one, int count, Random *random, Tally *tally) {
    for (int i = 0; i < count; i++) {
        const FaultKind *kind = &kinds[random_below(random, (int)COUNT_OF(kinds))];
        char fault[100];
        snprintf(fault, sizeof fault, "JUDDER_FAULT=%s:%ld:%s", kind->name,
                 (long)random_size(random, 1, kind->calls), kind->what);
        start_with[0] = fault;
        snprintf(crash_doing, sizeof crash_doing, "%s, %s", one->name, fault);
        start_with[1] = "LD_PRELOAD=" JUDDER_FAULTS_SHIM;
        const bool resume = exists("part.h5.checkpoint");
        const int status = judder(resume ? "run case.lua -o part.h5 --quiet --checkpoint 0.02 --resume"
                                         : "run case.lua -o part.h5 --quiet --checkpoint 0.02");
        start_with[0] = start_with[1] = NULL;
        judge(one, kind, status, tally);
        nothing_is_corrupt("part.h5");
    }
    const int status = judder(exists("part.h5.checkpoint") ? "run case.lua -o part.h5 --quiet --resume"
                                                           : "run case.lua -o part.h5 --quiet");
    if (status != 0) fail_msg("%s: status %d: %s", one->name, status, message());
    same_result("whole.h5", "part.h5");
    assert_int_equal(files_with(".tmp"), 0);
}

static void faults_end_clearly(void **state) {
    (void)state;
    const int wanted = crashes_wanted("JUDDER_FAULTS", SANITIZED ? 0 : 16);
    const int each = (wanted + (int)COUNT_OF(crash_cases) - 1) / (int)COUNT_OF(crash_cases);
    Random random = {(uint64_t)wanted + 1};
    Tally tally = {0};
    for (size_t i = 0; wanted > 0 && i < COUNT_OF(crash_cases); i++) {
        run_whole(&crash_cases[i]);
        meet_faults(&crash_cases[i], each, &random, &tally);
    }
    print_message("faults met: %d; died of them: %d; said: %d\n", tally.hit, tally.died, tally.said);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(faults_end_clearly)};
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
