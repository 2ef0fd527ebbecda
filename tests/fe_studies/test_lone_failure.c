/* Memory runs out on one of two ranks, at any allocation of the program: the run ends with a message, and no
 * rank waits for the other. JUDDER_LONE says how many places are tried. */
#include "random.h"
#include "shell.h"

static const char block[] =
    "return body {\n"
    "  mesh = rectangle{ length = 2, height = 1, cells = {6, 3} },\n"
    "  material = elastic{ E = 1, nu = 0.3, rho = 1 }, fix = { top = {'x', 'y'} },\n"
    "  contact = { side = 'bottom', law = unilateral{}, friction = constant{ mu = 0.4 } },\n"
    "  load = { press{ side = 'top', by = 0.01, steps = 2 }, drag{ side = 'top', by = {0.02, 0}, steps = 2 } "
    "},\n"
    "  study = { path{}, stability{ critical_mu = true, at = 'every', up_to_mu = 3,\n"
    "                               flutter = { mu = 0.4, to = 3, up_to_mu = 0, count = 4, participation = "
    "true } },\n"
    "            march{ final = 0.05, step = 0.01 }, limit{ of = 'eta', from = 0.1, factor = 0.5, count = "
    "2,\n"
    "                                                       final = 0.02, step = 0.01 } } }\n";

static const double PATIENCE = 45; /* s; such a run takes one, on a busy machine some */

/* The status of the run in which that allocation of that rank fails; 0: none does. */
static int run(int rank, long at) {
    char command[1200];
    snprintf(command, sizeof command,
             "timeout -k 1 %g mpirun -n 2 -x LD_PRELOAD=" JUDDER_LONE_SHIM
             " -x JUDDER_LONE_RANK=%d -x JUDDER_LONE_FAIL=%ld"
             " -x JUDDER_LONE_COUNT=count.txt " JUDDER_COMPANION " run block.lua --quiet -o block.h5",
             PATIENCE, rank, at);
    return shell(command);
}

static long allocations(int rank) {
    char text[100];
    const int status = run(rank, 0);
    if (status != 0) fail_msg("status %d: %s", status, text_err);
    slurp("count.txt", text, sizeof text);
    return strtol(text, NULL, 10);
}

static void a_lone_failure_ends_all_ranks(void **state) {
    (void)state;
    if (SANITIZED) skip_without("malloc that both the shim and the sanitizer may replace");
    const char *wanted = getenv("JUDDER_LONE");
    const int places = wanted ? atoi(wanted) : 4;
    Random random = {(uint64_t)places + 1};
    int met = 0;
    write_file("block.lua", block);
    for (int rank = 0; rank < 2; rank++) {
        const long all = allocations(rank);
        assert_true(all > 1000);
        for (int i = 0; i < places / 2; i++) {
            const long at = 1 + (long)random_in(&random, 0, (double)all);
            const int status = run(rank, at);
            met += status != 0;
            if (status == 0) continue; /* done without that memory */
            if (status != 3 && status != 2)
                fail_msg("rank %d, allocation %ld: status %d: %s", rank, at, status, text_err);
            if (!text_err[0]) fail_msg("rank %d, allocation %ld: no word", rank, at);
        }
    }
    print_message("%d of %d failures were met\n", met, 2 * (places / 2));
    assert_true(met > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_lone_failure_ends_all_ranks)};
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
