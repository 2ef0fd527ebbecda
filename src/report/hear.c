#include "report/hear.h"

#include "report/figures/tail.h"
#include "sound/sound.h"

#include <stdlib.h>

static const double longest = 5; /* seconds, about 600 kB of page */
enum { MOST_ROWS = 1 << 19 };

static JudderErr write_audio(const Tail *tail, const char *name, Text *out) {
    const SoundSeries series = {.at = tail->at, .count = tail->count, .dt = tail->dt, .longest = longest};
    unsigned char *bytes;
    size_t size;
    SoundReport report;
    TRY(sound_wav(&series, &bytes, &size, &report));
    if (size == 0) return JUDDER_OK;
    text_add(out, "<h3>Sound</h3>\n<audio controls loop preload=\"auto\" src=\"data:audio/wav;base64,");
    text_base64(out, bytes, size);
    text_add(out, "\"></audio>\n<p class=\"lead\">");
    text_escape(out, name);
    text_format(out, ", frequencies times %.4g, %.3g s, in a loop</p>\n", report.pitch, report.seconds);
    free(bytes);
    return JUDDER_OK;
}

JudderErr hear_write(const FigureSource *source, Text *out) {
    const ReaderSet *set = tail_preferred(source);
    Tail tail;
    if (!set) return JUDDER_OK;
    TRY(tail_read(source, set, MOST_ROWS, &tail));
    const JudderErr err = tail.count > 0 ? write_audio(&tail, set->name, out) : JUDDER_OK;
    free(tail.at);
    return err;
}
