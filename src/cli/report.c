/* judder report: one page of a result. */
#include "cli/verbs.h"

#include "base/version.h"
#include "cli/references.h"
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The result's name with .html, in the present folder. */
static JudderErr page_name(const char *file, char **name) {
    const char *base = strrchr(file, '/');
    base = base ? base + 1 : file;
    const char *dot = strrchr(base, '.');
    const int length = dot && dot != base ? (int)(dot - base) : (int)strlen(base);
    if (asprintf(name, "%.*s.html", length, base) >= 0) return JUDDER_OK;
    *name = NULL;
    return error_memory();
}

static JudderErr write_report(const Options *options) {
    const ReportOptions how = {.bibliography = references_bib, .version = JUDDER_VERSION};
    ReportSummary summary = {0};
    char *name = NULL;
    TRY(page_name(options->file, &name));
    const char *page = options->output ? options->output : name;
    const JudderErr err = report_write(options->file, page, &how, &summary);
    if (err == JUDDER_OK && !options->quiet)
        printf("%s: %zu figures, %zu kB\n", page, summary.figures, (summary.bytes + 999) / 1000);
    free(name);
    return err;
}

static int run(int count, char **words) {
    Options options;
    JudderErr err = options_read(count, words, "foq", &report_verb, &options);
    if (err == JUDDER_OK) err = write_report(&options);
    options_release(&options);
    return err == JUDDER_OK ? finish_output(EXIT_DONE) : report_error(err);
}

const Verb report_verb = {
    .name = "report",
    .usage = "report FILE.h5 [-o FILE.html]",
    .summary = "one page of a result: figures, numbers, sound",
    .help = "The page needs no other file and no network; it opens in any browser.\n\n"
            "  -o FILE.html   where the page goes; else the result's name with .html, in this folder\n"
            "  --quiet        say nothing\n",
    .example = "judder run first.lua && judder report first.h5",
    .run = run,
};
