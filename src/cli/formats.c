#include "cli/formats.h"

#include "results/export/export.h"
#include "results/vtu/export_vtu.h"
#include "sound/sound.h"

/* A new format is one new file and one new word here. */
const ExportFormat *const export_formats[] = {&csv_format, &vtu_format, &wav_format, NULL};
_Static_assert(sizeof export_formats / sizeof *export_formats <= EXPORT_MOST_FORMATS + 1,
               "room for the options of the formats");
