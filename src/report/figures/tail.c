#include "report/figures/tail.h"

#include "sound/sound.h"
#include "spectrum/spectrum.h"

#include <math.h>
#include <stdlib.h>

/* A shorter last step is left out. */
static size_t equal_steps(const double *t, const double *x, size_t count, double dt) {
    if (fabs(t[count - 1] - t[count - 2] - dt) > 1e-6 * dt) count--;
    if (!(dt > 0)) return 0;
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i]) || !(fabs(t[i] - t[0] - dt * (double)i) < 0.01 * dt)) return 0;
    return count;
}

const ReaderSet *tail_preferred(const FigureSource *source) {
    const Thin *thin = &source->whole;
    for (const char *const *name = sound_preferred; *name && source->time >= 0; name++) {
        const int column = thin_column(thin, *name);
        if (column >= 0) return thin->low[column] < thin->high[column] ? thin->sets[column] : NULL;
    }
    return NULL;
}

JudderErr tail_read(const FigureSource *source, const ReaderSet *set, size_t most, Tail *tail) {
    const size_t rows = source->study->rows, wanted = rows < most ? rows : most;
    const ReaderSet *time = source->whole.sets[source->time];
    *tail = (Tail){0};
    if (wanted <= SPECTRUM_FEWEST) return JUDDER_OK;
    double *t = malloc(wanted * sizeof *t);
    tail->at = malloc(wanted * sizeof *tail->at);
    JudderErr err = t && tail->at ? reader_read(source->reader, time, rows - wanted, wanted, t)
                                  : error_memory();
    if (err == JUDDER_OK) err = reader_read(source->reader, set, rows - wanted, wanted, tail->at);
    if (err == JUDDER_OK) {
        tail->dt = (t[wanted - 2] - t[0]) / (double)(wanted - 2);
        tail->count = equal_steps(t, tail->at, wanted, tail->dt);
    }
    free(t);
    if (err == JUDDER_OK) return JUDDER_OK;
    free(tail->at);
    *tail = (Tail){0};
    return err;
}
