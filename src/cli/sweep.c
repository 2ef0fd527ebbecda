/* judder sweep: a case over a grid of its params. */
#include "cli/verbs.h"

#include "base/log.h"
#include "base/text/printable.h"
#include "cli/program.h"
#include "cli/signals.h"
#include "study/sweep/sweep.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number of an environment variable of mpirun; -1: not set. */
static long rank_number(const char *name) {
    const char *text = getenv(name);
    char *end;
    if (!text || !*text) return -1;
    const long number = strtol(text, &end, 10);
    return *end ? -1 : number;
}

/* Under mpirun the points are spread over as many workers as processes were started: the first of these
 * starts the workers, on all processors, and the others have nothing to do. Workers are children of one
 * process, so one machine must have them all. */
static JudderErr spread(size_t *jobs, bool *idle) {
    const long rank = rank_number("OMPI_COMM_WORLD_RANK"), local = rank_number("OMPI_COMM_WORLD_LOCAL_SIZE"),
               all = rank_number("OMPI_COMM_WORLD_SIZE");
    *idle = rank > 0;
    if (rank != 0) return JUDDER_OK;
    REQUIRE(all <= local, error_input(NULL,
                                      "judder sweep: %ld of the %ld processes of mpirun are on other "
                                      "machines: a sweep is spread over the "
                                      "processors of one; give each machine a part of the grid",
                                      all - local, all));
    cpu_set_t processors;
    memset(&processors, 0xFF, sizeof processors);
    sched_setaffinity(0, sizeof processors, &processors);
    if (*jobs == 0 && local > 0) *jobs = (size_t)local;
    return JUDDER_OK;
}

static JudderErr read_jobs(const Options *options, size_t *jobs) {
    char *end;
    *jobs = 0;
    if (!options->jobs) return JUDDER_OK;
    const long number = strtol(options->jobs, &end, 10);
    REQUIRE(*options->jobs && !*end && number >= 1 && number <= 4096,
            error_input(NULL, "judder sweep: --jobs %s: an integer from 1 to 4096 is needed", options->jobs));
    *jobs = (size_t)number;
    return JUDDER_OK;
}

static void print_summary(const SweepSummary *s, const char *result, FILE *out) {
    fprintf(out, "%zu points: %zu done", s->points, s->done);
    if (s->unanswered) fprintf(out, " (%zu of them without an answer)", s->unanswered);
    if (s->failed) fprintf(out, ", %zu failed", s->failed);
    if (s->missing) fprintf(out, ", %zu missing", s->missing);
    if (s->resumed == s->points)
        fputs("; nothing was left to do\n", out);
    else if (s->resumed)
        fprintf(out, "; %zu were there before", s->resumed);
    if (s->resumed < s->points)
        fprintf(out, "; %.3g s with %zu process%s\n", s->seconds, s->jobs, s->jobs == 1 ? "" : "es");
    if (s->samples) fprintf(out, "%zu samples\n", s->samples);
    if (s->followed)
        fprintf(out, "%zu motions followed; growth begins or ends at %zu places\n", s->followed,
                s->thresholds);
    if (s->first_failure[0]) printable_line(out, "first failure: %s", s->first_failure);
    if (s->missing || s->unfollowed) fputs("interrupted; to go on:  ", out), print_command(out, "--resume");
    printable_line(out, "result: %s", result);
}

static JudderErr sweep_with(const Options *options, int *status) {
    char name[512];
    size_t jobs;
    TRY(read_jobs(options, &jobs));
    bool idle;
    TRY(spread(&jobs, &idle));
    if (idle) return JUDDER_OK;
    result_name(options->file, "_sweep.h5", name, sizeof name);
    const Log log = {options->quiet ? NULL : stderr};
    const SweepOptions how = {.case_file = options->file,
                              .settings = options->settings,
                              .setting_count = options->setting_count,
                              .over = options->over,
                              .over_count = options->over_count,
                              .sample = options->sample,
                              .after = options->after,
                              .follow = options->follow,
                              .jobs = jobs,
                              .resume = options->resume,
                              .table = options->json,
                              .output = options->output ? options->output : name,
                              .log = &log,
                              .team = program_team(),
                              .companions = program_companions(),
                              .hand_over = hand_over};
    Value *report = NULL;
    SweepSummary summary;
    TRY(sweep_run(&how, &report, &summary));
    if (options->json) {
        value_write_json(report, stdout);
        fputc('\n', stdout);
    }
    value_destroy(&report);
    if (!options->quiet) print_summary(&summary, how.output, options->json ? stderr : stdout);
    if (summary.missing || summary.unfollowed || summary.done == 0) *status = EXIT_INCOMPLETE;
    return JUDDER_OK;
}

const Verb sweep_verb = {
    .name = "sweep",
    .usage = "sweep CASE.lua --over key=first:last:count[:log]|key=a,b,c ... [-o FILE.h5]",
    .summary = "one run for each point of a grid, in parallel",
    .help =
        "  --over key=first:last:count   vary a param of the case in equal steps; with :log by equal "
        "factors\n"
        "  --over key=a,b,c              or over these values; several --over make a grid\n"
        "  --set key=value               change another param, the same for all points\n"
        "  -o FILE.h5                    where the result goes; else the case's name with _sweep.h5\n"
        "  --sample SERIES:maxima        for bifurcation diagrams, also pick out of a series of each run "
        "its\n"
        "           SERIES:minima        maxima, minima, its values where OTHER rises through a LEVEL (a\n"
        "           SERIES:at:OTHER=LEVEL  Poincare section), or those at multiples of a PERIOD\n"
        "           SERIES:every=PERIOD\n"
        "  --after T | P%                samples are taken after the time T, or after this part of the run "
        "(50%)\n"
        "  --follow                      follow the motions of flutter over the one --over by likeness, "
        "also\n"
        "                                where their frequencies cross; places where growth begins or ends "
        "are\n"
        "                                refined, and points are added where motions are not known again\n"
        "  --jobs N                      processes; else one for each processor\n"
        "  --resume                      go on with an unfinished sweep of the same command\n"
        "  --json                        print the table as one JSON object on stdout\n"
        "  --quiet                       no progress, no summary\n\n"
        "Points that fail are listed in the result; the others go on. Exit status: 0 all points were tried;\n"
        "1 interrupted, what was computed is saved, or no point reached its goal; 2 the input is wrong;\n"
        "3 the machine failed.\n",
    .example = "judder sweep first.lua --over mu_s=0.6:1:9 --over mu_d=0.3,0.5",
    .takes = "fojqsv",
    .act = sweep_with,
    .interruptible = true,
};
