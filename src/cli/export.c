/* judder export: from a result file to files that other programs read. */
#include "cli/verbs.h"

#include "results/export.h"

#include <stdio.h>

static JudderErr export_with(const Options *options) {
    REQUIRE(options->csv, error_input(NULL, "judder export: say what to write: --csv DIR"));
    size_t written = 0;
    TRY(export_csv(options->file, options->csv, &written));
    if (!options->quiet) printf("%zu files in %s\n", written, options->csv);
    return JUDDER_OK;
}

static int run(int count, char **words) {
    Options options;
    JudderErr err = options_read(count, words, "fcq", &export_verb, &options);
    if (err == JUDDER_OK) err = export_with(&options);
    options_release(&options);
    return err == JUDDER_OK ? finish_output(EXIT_DONE) : report_error(err);
}

const Verb export_verb = {
    .name = "export",
    .usage = "export FILE.h5 --csv DIR",
    .summary = "write a result as tables that other programs read",
    .help = "  --csv DIR   per study the series, the events, the probes, the scalars and each field as .csv; "
            "the folder "
            "is made\n"
            "  --quiet     say nothing\n",
    .example = "judder export first.h5 --csv first_tables",
    .run = run,
};
