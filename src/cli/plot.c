/* judder plot: one figure of a result. */
#include "cli/verbs.h"

#include "base/text/printable.h"
#include "report/report.h"
#include "study/sweep/points/axes.h"

#include <stdio.h>
#include <string.h>

/* An end of the x axis, if it is given. */
static JudderErr read_end(const char *option, const char *text, double *number) {
    *number = 0;
    REQUIRE(!text || number_with_units(text, number),
            error_input(NULL, "judder plot: %s %s: a number is needed, with units if you like: 5*ms", option,
                        text));
    return JUDDER_OK;
}

/* WIDTHxHEIGHT */
static JudderErr read_size(const char *text, PlotRequest *wish) {
    int width = 720, height = 400, end = 0;
    const bool good = !text || (sscanf(text, "%5dx%5d%n", &width, &height, &end) == 2 && !text[end]);
    REQUIRE(good && width >= 200 && width <= 10000 && height >= 150 && height <= 10000,
            error_input(NULL, "judder plot: --size %s: WIDTHxHEIGHT is needed, from 200x150 to 10000x10000",
                        text));
    wish->width = width, wish->height = height;
    return JUDDER_OK;
}

static JudderErr plot_with(const Options *options, int *status) {
    (void)status;
    REQUIRE(options->output || !options->of,
            error_input(NULL, "judder plot: say where the figure goes: -o FILE.svg or -o FILE.png"));
    const char *log = options->log ? options->log : "";
    REQUIRE(!options->log || strcmp(log, "x") == 0 || strcmp(log, "y") == 0 || strcmp(log, "xy") == 0,
            error_input(NULL, "judder plot: --log %s: allowed is x, y or xy", log));
    PlotRequest wish = {.of = options->of,
                        .against = options->against,
                        .log_x = strchr(log, 'x') != NULL,
                        .log_y = strchr(log, 'y') != NULL,
                        .x_title = options->x,
                        .y_title = options->y,
                        .ends = {options->from != NULL, options->to != NULL}};
    TRY(read_size(options->size, &wish));
    TRY(read_end("--from", options->from, &wish.from));
    TRY(read_end("--to", options->to, &wish.to));
    REQUIRE(!wish.ends[0] || !wish.ends[1] || wish.from < wish.to,
            error_input(NULL, "judder plot: --from %s is not below --to %s", options->from, options->to));
    TRY(report_plot(options->file, options->output, &wish));
    if (!options->quiet) printable_line(stdout, "%s", options->output);
    return JUDDER_OK;
}

const Verb plot_verb = {
    .name = "plot",
    .usage = "plot FILE.h5 --of NAME [--against NAME] [--log x|y|xy] [--from X] [--to X] [--size WxH] -o "
             "FILE.svg|FILE.png",
    .summary = "one figure of a result, for a paper",
    .help =
        "  --of NAME        a series, a field, a column of a table (friction_law.NAME), a list of values, "
        "or\n"
        "                   the picture of a body: displacement_02_s_2, mode_01; STUDY/NAME where several\n"
        "                   studies have it\n"
        "  --against NAME   of the same study; else the time, the place, the parameter or the position\n"
        "  --log x|y|xy     logarithmic axes\n"
        "  --from X --to X  the stretch of the x axis that is shown: --from 5*ms\n"
        "  --size WxH       in points, letters stay as large as they are: --size 480x300 for a column\n"
        "  --x T --y T      titles of the axes instead of the names, units in brackets: --x 'V [m/s]'\n"
        "  -o FILE          .svg, or .png (by rsvg-convert of the package librsvg2-bin)\n"
        "  --quiet          say nothing\n",
    .example = "judder plot first.h5 --of load --against v -o loop.svg",
    .takes = "foqg",
    .act = plot_with,
    .ends_at_once = true,
    .tells_doubt = true,
};
