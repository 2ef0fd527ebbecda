/* judder report: one page of a result. */
#include "cli/verbs.h"

#include "base/text/printable.h"
#include "base/text/references.h"
#include "base/version.h"
#include "cli/signals.h"
#include "report/report.h"

#include <stdio.h>

static JudderErr write_report(const Options *options, int *status) {
    (void)status;
    const ReportOptions how = {.bibliography = references_bib, .version = JUDDER_VERSION};
    ReportSummary summary = {0};
    char name[512];
    result_name(options->file, ".html", name, sizeof name);
    const char *page = options->output ? options->output : name;
    const JudderErr err = report_write(options->file, page, &how, &summary);
    if (err == JUDDER_OK && !options->quiet)
        printable_line(stdout, "%s: %zu figures, %zu kB", page, summary.figures,
                       (summary.bytes + 999) / 1000);
    return err;
}

const Verb report_verb = {
    .name = "report",
    .usage = "report FILE.h5 [-o FILE.html]",
    .summary = "one page of a result: figures, numbers, sound",
    .help = "The page needs no other file and no network; it opens in any browser.\n\n"
            "  -o FILE.html   where the page goes; else the result's name with .html, in this folder\n"
            "  --quiet        say nothing\n",
    .example = "judder run first.lua && judder report first.h5",
    .takes = "foq",
    .act = write_report,
    .ends_at_once = true,
    .tells_doubt = true,
};
