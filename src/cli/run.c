/* judder run: does the studies of a case. */
#include "cli/program.h"
#include "cli/verbs.h"

#include "base/log.h"
#include "cli/signals.h"
#include "study/checkpoint/checkpoint.h"
#include "study/run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void print_report(const Options *options, const Value *report, bool finished) {
    if (options->json) {
        value_write_json(report, stdout);
        fputc('\n', stdout);
    }
    if (!options->quiet && !finished) run_summarise(report, options->json ? stderr : stdout);
    fflush(stdout);
}

/* After an interruption: the very command that goes on, if there is something to go on from. */
static void tell_resume(const Options *options, const char *output) {
    if (!program_team()->first()) return;
    char *checkpoint = checkpoint_path(output);
    if (checkpoint && access(checkpoint, F_OK) == 0 && !options->quiet) {
        fputs("to go on:  ", stderr);
        print_command(stderr, "--resume");
    }
    free(checkpoint);
}

enum { CHECKPOINT_SECONDS = 60 };

static JudderErr checkpoint_seconds(const Options *options, double *seconds) {
    char *end;
    *seconds = CHECKPOINT_SECONDS;
    if (!options->checkpoint) return JUDDER_OK;
    *seconds = strtod(options->checkpoint, &end);
    REQUIRE(
        end != options->checkpoint && *end == '\0' && *seconds >= 0,
        error_input("--checkpoint", "--checkpoint %s: seconds are needed, 0 or more", options->checkpoint));
    return JUDDER_OK;
}

static JudderErr run_read(const Options *options, const Case *read, int *status) {
    TRY(hand_over(case_model(read)));
    REQUIRE(options->passed_on == 0 || model_companion(case_model(read)),
            error_input(NULL, "judder run: options after -- are for bodies; this case is of the model %s",
                        case_model(read)->word->name));
    char name[512];
    result_name(options->file, ".h5", name, sizeof name);
    const Log log = {options->quiet ? NULL : stderr};
    bool complete = false, finished = false;
    RunOptions how = {.output = options->output ? options->output : name,
                      .log = &log,
                      .team = program_team(),
                      .companions = program_companions(),
                      .resume = options->resume,
                      .finished = &finished};
    TRY(checkpoint_seconds(options, &how.checkpoint));
    Value *report = NULL;
    const JudderErr err = run_case(read, &how, &report, &complete);
    if (err == JUDDER_OK) print_report(options, report, finished);
    if (err == JUDDER_OK && !complete) *status = EXIT_INCOMPLETE;
    if (stop_requested()) tell_resume(options, how.output);
    value_destroy(&report);
    return err;
}

static JudderErr run_with(const Options *options, int *status) {
    Case *read = NULL;
    JudderErr err = program_team()->agree(read_case(options, &read));
    if (err == JUDDER_OK) err = run_read(options, read, status);
    case_destroy(&read);
    return err;
}

const Verb run_verb = {
    .name = "run",
    .usage = "run CASE.lua [--set key=value]... [-o FILE.h5] [--resume] [--json] [--quiet]",
    .summary = "do the studies of a case",
    .help = "  --set key=value   change a param of the case; a number may use units: --set V=5*mm\n"
            "  -o FILE.h5        where the result goes; else the case's name with .h5, in this folder\n"
            "  --resume          go on where an interrupted or killed run of the same case was; one that is "
            "done is "
            "left alone\n"
            "  --checkpoint SECONDS   how often the state is saved for that, beside the result (60)\n"
            "  --json            print the values as one JSON object on stdout\n"
            "  --quiet           no progress, no summary\n\n"
            "Exit status: 0 done; 1 ended without its goal or interrupted, what was computed is saved;\n"
            "2 the input is wrong; 3 the machine failed.\n",
    .example = "judder new inclusion > first.lua && judder run first.lua --set mu_s=0.9",
    .takes = "fojqspr",
    .act = run_with,
    .interruptible = true,
};
