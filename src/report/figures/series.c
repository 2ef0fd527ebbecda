/* Series over time: components of one quantity together, stick and open shaded, jumps marked; the whole
 * run, and its end closer where the whole had to be thinned. */
#include "report/figures/figure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_GROUPS = 12 };

/* The name without the number of a component: slip_1 and slip_2 are both slip. */
static void stem_of(const char *name, char stem[64]) {
    snprintf(stem, 64, "%s", name);
    const size_t length = strlen(stem);
    if (length > 2 && stem[length - 2] == '_' && strchr("123", stem[length - 1])) stem[length - 2] = '\0';
}

static bool varies(const Thin *thin, size_t column) {
    return thin->low[column] < thin->high[column];
}

static bool same_stem(const Thin *thin, size_t a, size_t b) {
    char first[64], second[64];
    stem_of(thin->sets[a]->name, first);
    stem_of(thin->sets[b]->name, second);
    return strcmp(first, second) == 0 && strcmp(thin->sets[a]->unit, thin->sets[b]->unit) == 0;
}

/* Whether a column that varies and stands before this one belongs to the same group. */
static bool is_grouped(const Thin *thin, size_t column, int time) {
    for (size_t c = 0; c < column; c++)
        if ((int)c != time && varies(thin, c) && same_stem(thin, c, column)) return true;
    return false;
}

static JudderErr draw_group(const FigureSource *source, const Thin *thin, size_t first, FigureSheet *sheet) {
    const size_t time = (size_t)source->time;
    const double from = thin->low[time], to = thin->high[time];
    const bool end = thin == &source->end;
    char stem[64], caption[400];
    size_t members = 0;
    Marks marks;
    TRY(marks_make(source->reader, source->study, from, to, &marks));
    Plot *plot = plot_create(FIGURE_WIDE, FIGURE_LOW);
    stem_of(thin->sets[first]->name, stem);
    for (size_t c = first; c < thin->columns; c++) members += varies(thin, c) && same_stem(thin, first, c);
    figure_axis(plot_x(plot), "time t", thin->sets[time]->unit);
    figure_axis(plot_y(plot), members > 1 ? stem : thin->sets[first]->name, thin->sets[first]->unit);
    marks_draw(&marks, plot);
    int colour = 1;
    JudderErr err = JUDDER_OK;
    for (size_t c = first; err == JUDDER_OK && c < thin->columns; c++) {
        if (!varies(thin, c) || !same_stem(thin, first, c)) continue;
        char label[160];
        PlotAxis named;
        figure_axis(&named, thin->sets[c]->name, "");
        snprintf(label, sizeof label, "%s", named.name);
        err = figure_curve(plot, thin, source->time, (int)c,
                           (PlotCurve){.colour = colour++, .label = members > 1 ? label : NULL});
    }
    const size_t used = (size_t)snprintf(caption, sizeof caption, "%s over time%s", plot_y(plot)->name,
                                         end ? ", the end of the run" : "");
    if (marks.jumps > 0 && used < sizeof caption)
        snprintf(caption + used, sizeof caption - used, "; %zu jump%s marked above", marks.jumps,
                 marks.jumps == 1 ? "" : "s");
    if (err == JUDDER_OK) return figure_add(sheet, &plot, false, caption);
    plot_destroy(&plot);
    return err;
}

static JudderErr draw_all(const FigureSource *source, const Thin *thin, FigureSheet *sheet) {
    size_t drawn = 0;
    if (thin->count == 0 || thin->low[source->time] > thin->high[source->time]) return JUDDER_OK;
    for (size_t c = 0; c < thin->columns && drawn < MOST_GROUPS; c++) {
        if ((int)c == source->time || !varies(thin, c) || is_grouped(thin, c, source->time)) continue;
        TRY(draw_group(source, thin, c, sheet));
        drawn++;
    }
    return JUDDER_OK;
}

static JudderErr draw(const FigureSource *source, FigureSheet *sheet) {
    if (source->time < 0) return JUDDER_OK;
    TRY(draw_all(source, &source->whole, sheet));
    return draw_all(source, &source->end, sheet);
}

const Figure series_figure = {.name = "series", .draw = draw};
