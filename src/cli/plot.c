/* judder plot: one figure of a result. */
#include "cli/verbs.h"

#include "report/report.h"

#include <stdio.h>
#include <string.h>

static JudderErr plot_with(const Options *options) {
    REQUIRE(options->of,
            error_input(NULL, "judder plot: say what to draw: --of NAME; usage: judder %s", plot_verb.usage));
    REQUIRE(options->output,
            error_input(NULL, "judder plot: say where the figure goes: -o FILE.svg or -o FILE.png"));
    const char *log = options->log ? options->log : "";
    REQUIRE(!options->log || strcmp(log, "x") == 0 || strcmp(log, "y") == 0 || strcmp(log, "xy") == 0,
            error_input(NULL, "judder plot: --log %s: allowed is x, y or xy", log));
    const PlotWish wish = {.of = options->of,
                           .against = options->against,
                           .log_x = strchr(log, 'x') != NULL,
                           .log_y = strchr(log, 'y') != NULL};
    TRY(report_plot(options->file, options->output, &wish));
    if (!options->quiet) printf("%s\n", options->output);
    return JUDDER_OK;
}

static int run(int count, char **words) {
    Options options;
    JudderErr err = options_read(count, words, "foqg", &plot_verb, &options);
    if (err == JUDDER_OK) err = plot_with(&options);
    options_release(&options);
    return err == JUDDER_OK ? finish_output(EXIT_DONE) : report_error(err);
}

const Verb plot_verb = {
    .name = "plot",
    .usage = "plot FILE.h5 --of NAME [--against NAME] [--log x|y|xy] -o FILE.svg|FILE.png",
    .summary = "one figure of a result, for a paper",
    .help =
        "  --of NAME        a series, a field, a column of a table (friction_law.NAME), a list of values;\n"
        "                   STUDY/NAME where several studies have it\n"
        "  --against NAME   of the same study; else the time, the place, the parameter or the position\n"
        "  --log x|y|xy     logarithmic axes\n"
        "  -o FILE          .svg, or .png (by rsvg-convert of the package librsvg2-bin)\n"
        "  --quiet          say nothing\n",
    .example = "judder plot first.h5 --of load --against v -o loop.svg",
    .run = run,
};
