/* judder check: reads a case and says what would be done. */
#include "cli/program.h"
#include "cli/verbs.h"

#include "base/text/printable.h"
#include "study/run/run.h"

#include <stdio.h>

static JudderErr check_with(const Options *options, int *status) {
    (void)status;
    Case *read = NULL;
    Value *plan = NULL;
    JudderErr err = program_team()->agree(read_case(options, &read));
    if (err == JUDDER_OK) err = hand_over(case_model(read));
    if (err == JUDDER_OK) err = program_team()->agree(run_check(read, program_companions(), &plan));
    if (err == JUDDER_OK && !options->quiet) {
        printable_line(stdout, "%s: %s, good", options->file, case_model(read)->word->name);
        for (size_t i = 0; i < value_length(plan); i++)
            printable_line(stdout, "  %zu. %s", i + 1, value_as_text(value_at(plan, i)));
        const CaseParam *params;
        const size_t count = case_params(read, &params);
        for (size_t i = 0; i < count; i++)
            printable_line(stdout, "  param %s = %s", params[i].key, params[i].value);
    }
    value_destroy(&plan);
    case_destroy(&read);
    return err;
}

const Verb check_verb = {
    .name = "check",
    .usage = "check CASE.lua [--set key=value]... [--quiet]",
    .summary = "read and check a case, say what would be done",
    .help = "  --set key=value   change a param of the case\n"
            "  --quiet           say nothing if the case is good\n\n"
            "Exit status: 0 the case is good; 2 it is not, with file:line of what is wrong.\n",
    .example = "judder check first.lua",
    .takes = "fqs",
    .act = check_with,
};
