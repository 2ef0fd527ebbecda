/* judder export: from a result file to files that other programs read. */
#include "cli/formats.h"
#include "cli/verbs.h"

#include "base/text/printable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "--csv DIR, --vtu DIR or --wav FILE.wav" */
static JudderErr refuse_nothing(void) {
    char text[400] = "";
    size_t used = 0;
    for (const ExportFormat *const *format = export_formats; *format; format++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %.*s",
                                 format == export_formats ? ""
                                 : format[1]              ? ", "
                                                          : " or ",
                                 (*format)->option, (int)strcspn((*format)->argument, " "),
                                 (*format)->argument);
    return error_input(NULL, "judder export: say what to write: %s", text);
}

static JudderErr export_with(const Options *options, int *status) {
    (void)status;
    size_t asked = 0, one_series = 0, hearing = 0;
    for (size_t i = 0; export_formats[i]; i++) {
        if (export_formats[i]->one_series) hearing = i;
        asked += options->format[i] != NULL;
        one_series += options->format[i] && export_formats[i]->one_series;
    }
    REQUIRE(asked, refuse_nothing());
    REQUIRE(
        one_series || (!options->of && !options->pitch),
        error_input(NULL, "judder export: --of and --pitch belong to %s", export_formats[hearing]->option));
    for (size_t i = 0; export_formats[i]; i++) {
        if (!options->format[i]) continue;
        char *said = NULL;
        TRY(export_formats[i]->write(
            &(ExportAsk){options->file, options->format[i], options->of, options->pitch}, &said));
        if (said && !options->quiet) printable_line(stdout, "%s", said);
        free(said);
    }
    return JUDDER_OK;
}

const Verb export_verb = {
    .name = "export",
    .usage = "export FILE.h5",
    .formats = export_formats,
    .summary = "write a result as tables, a body for ParaView, or a series as sound",
    .help = "  --quiet     say nothing\n",
    .example = "judder export first.h5 --csv first_tables",
    .takes = "fcaq",
    .act = export_with,
    .ends_at_once = true,
    .tells_doubt = true,
};
