/* judder export: from a result file to files that other programs read. */
#include "cli/verbs.h"

#include "results/export/export.h"
#include "results/vtu/export_vtu.h"
#include "sound/sound.h"

#include <stdio.h>
#include <stdlib.h>

static JudderErr export_sound(const Options *options) {
    double pitch = 0;
    if (options->pitch) {
        char *end;
        pitch = strtod(options->pitch, &end);
        REQUIRE(*options->pitch && !*end && pitch > 0 && pitch <= 1e12,
                error_input(NULL, "judder export: --pitch %s: a number > 0 is needed", options->pitch));
    }
    SoundReport report;
    TRY(sound_export(options->file, options->of, pitch, options->wav, &report));
    if (!options->quiet)
        printf("%s: %s, frequencies times %.4g, %.3g s\n", options->wav, report.name, report.pitch,
               report.seconds);
    return JUDDER_OK;
}

static JudderErr export_with(const Options *options) {
    REQUIRE(options->csv || options->vtu || options->wav,
            error_input(NULL, "judder export: say what to write: --csv DIR, --vtu DIR or --wav FILE.wav"));
    REQUIRE(options->wav || (!options->of && !options->pitch),
            error_input(NULL, "judder export: --of and --pitch belong to --wav"));
    if (options->wav) TRY(export_sound(options));
    size_t written = 0;
    if (options->csv) TRY(export_csv(options->file, options->csv, &written));
    if (options->csv && !options->quiet) printf("%zu files in %s\n", written, options->csv);
    if (options->vtu) TRY(export_vtu(options->file, options->vtu, &written));
    if (options->vtu && !options->quiet) printf("%zu files in %s\n", written, options->vtu);
    return JUDDER_OK;
}

static int run(int count, char **words) {
    Options options;
    JudderErr err = options_read(count, words, "fcaq", &export_verb, &options);
    if (err == JUDDER_OK) err = export_with(&options);
    options_release(&options);
    return err == JUDDER_OK ? finish_output(EXIT_DONE) : report_error(err);
}

const Verb export_verb = {
    .name = "export",
    .usage = "export FILE.h5 --csv DIR | --vtu DIR | --wav FILE.wav [--of NAME] [--pitch X]",
    .summary = "write a result as tables, a body for ParaView, or a series as sound",
    .help = "  --csv DIR   per study the series, the events, the probes, the scalars and each field as .csv; "
            "the folder "
            "is made\n"
            "  --vtu DIR   states and modes of a body for ParaView: .vtu files and their list .pvd; the "
            "folder is "
            "made\n"
            "  --wav FILE  one series as sound: 44.1 kHz, faded, never clipped\n"
            "  --of NAME   which series; without it the velocity of the contact\n"
            "  --pitch X   frequencies times X; without it, chosen so that the strongest can be heard\n"
            "  --quiet     say nothing\n",
    .example = "judder export first.h5 --csv first_tables",
    .run = run,
};
