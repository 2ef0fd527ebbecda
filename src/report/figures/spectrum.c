/* Spectra: those that a spectrum{} left as fields, else that of the best series of a march, from its last
 * rows. */
#include "report/figures/figure.h"

#include "report/figures/tail.h"
#include "spectrum/spectrum.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAST_ROWS = 1 << 17, BUCKETS = 1200, FEWEST_SWINGS = 5 };
static const double shown = 24, floor_part = 1e-5; /* frequencies, in strongest ones; amplitude, in largest */

typedef struct Lines {
    const char *name, *unit, *frequency_unit;
    double *amplitude; /* of the bins */
    size_t count;
    double bin;
} Lines;

/* The smallest and the largest of each bucket, in order: what a screen can show. */
static size_t min_max(const double *y, size_t count, double bin, double *xs, double *ys) {
    const size_t buckets = count < 2 * BUCKETS ? count : BUCKETS;
    size_t made = 0;
    for (size_t b = 0; b < buckets; b++) {
        const size_t from = count * b / buckets, to = count * (b + 1) / buckets;
        size_t low = from, high = from;
        for (size_t i = from; i < to; i++) {
            if (y[i] < y[low]) low = i;
            if (y[i] > y[high]) high = i;
        }
        const size_t first = low < high ? low : high, second = low < high ? high : low;
        xs[made] = bin * (double)first, ys[made++] = y[first];
        if (second != first) xs[made] = bin * (double)second, ys[made++] = y[second];
    }
    return made;
}

static JudderErr draw_lines(const Lines *lines, FigureSheet *sheet) {
    size_t top = 0;
    for (size_t k = 2; k < lines->count; k++)
        if (lines->amplitude[k] > lines->amplitude[top] || top < 2) top = k;
    /* A few swings are no tone. */
    if (top < FEWEST_SWINGS || !(lines->amplitude[top] > 0)) return JUDDER_OK;
    const double most = lines->amplitude[top], strongest = lines->bin * (double)top;
    const size_t used = (size_t)fmin((double)lines->count, fmax(200, shown * (double)top));
    double *xs = malloc(4 * (BUCKETS + 1) * sizeof *xs), *ys = malloc(4 * (BUCKETS + 1) * sizeof *ys);
    char caption[300];
    if (xs && ys) {
        Plot *plot = plot_create(FIGURE_WIDE, FIGURE_LOW + 30);
        const size_t count = min_max(lines->amplitude, used, lines->bin, xs, ys);
        for (size_t i = 0; i < count; i++) ys[i] = fmax(ys[i], floor_part * most);
        plot_axis_name(plot_x(plot), "frequency", lines->frequency_unit);
        plot_axis_name(plot_y(plot), lines->name, lines->unit);
        strncat(plot_y(plot)->name, ", amplitude", 20);
        plot_y(plot)->log = true;
        plot_curve(plot, &(PlotCurve){.x = xs, .y = ys, .count = count, .colour = 1});
        snprintf(caption, sizeof caption, "spectrum of %s; the strongest line is at %.5g%s%s", lines->name,
                 strongest, lines->frequency_unit[0] ? " " : "", lines->frequency_unit);
        free(xs);
        free(ys);
        return figure_add(sheet, &plot, false, caption);
    }
    free(xs);
    free(ys);
    return error_memory();
}

static JudderErr draw_fields(const FigureSource *source, const ReaderSet *frequency, FigureSheet *sheet) {
    const ReaderSets *fields = &source->study->fields;
    double first[2] = {0, 0};
    if (frequency->rows < 3 || frequency->count != 1) return JUDDER_OK;
    TRY(reader_read(source->reader, frequency, 0, 2, first));
    for (size_t i = 0; i < fields->count; i++) {
        const ReaderSet *set = &fields->at[i];
        Lines lines = {.name = set->name,
                       .unit = set->unit,
                       .frequency_unit = frequency->unit,
                       .count = set->rows,
                       .bin = first[1] - first[0]};
        if (set == frequency || set->count != 1 || set->rows != frequency->rows) continue;
        TRY(whole_read(source->reader, set, &lines.amplitude));
        const JudderErr err = lines.amplitude ? draw_lines(&lines, sheet) : JUDDER_OK;
        free(lines.amplitude);
        TRY(err);
    }
    return JUDDER_OK;
}

static JudderErr draw_series(const FigureSource *source, const ReaderSet *set, FigureSheet *sheet) {
    Tail tail;
    Spectrum *spectrum = NULL;
    TRY(tail_read(source, set, LAST_ROWS, &tail));
    const SpectrumOptions options = {.dt = tail.dt, .window = SPECTRUM_HANN, .most_peaks = 1};
    JudderErr err = tail.count > SPECTRUM_FEWEST ? spectrum_create(tail.at, tail.count, &options, &spectrum)
                                                 : JUDDER_OK;
    if (err == JUDDER_OK && spectrum) {
        const bool seconds = strcmp(source->whole.sets[source->time]->unit, "s") == 0;
        const Lines lines = {set->name,           set->unit,       seconds ? "Hz" : "",
                             spectrum->amplitude, spectrum->count, spectrum->bin};
        err = draw_lines(&lines, sheet);
    }
    spectrum_destroy(&spectrum);
    free(tail.at);
    return err;
}

static JudderErr spectrum_draw(const FigureSource *source, FigureSheet *sheet) {
    const ReaderSet *frequency = reader_find(&source->study->fields, "frequency");
    if (frequency) return draw_fields(source, frequency, sheet);
    const ReaderSet *set = tail_preferred(source);
    return set ? draw_series(source, set, sheet) : JUDDER_OK;
}

const Figure spectrum_figure = {.name = "spectrum", .draw = spectrum_draw};
