/* Motions followed over a param: frequency and growth of each, thick where it grows, and rings where growth
 * begins or ends. */
#include "report/figures/figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLOURS = 7, LEGEND = 8, HEIGHT = 400 };

typedef struct Followed {
    size_t rows;
    const char *over;
    bool log;
    double *at, *motion, *frequency, *growth;
    double *grows; /* room for one motion */
} Followed;

static void release(Followed *f) {
    free(f->at);
    free(f->motion);
    free(f->frequency);
    free(f->growth);
    free(f->grows);
}

static JudderErr read_all(const FigureSource *source, Followed *f) {
    const ReaderSets *series = &source->study->series;
    const struct {
        const char *name;
        double **to;
    } columns[] = {
        {f->over, &f->at}, {"motion", &f->motion}, {"frequency", &f->frequency}, {"growth", &f->growth}};
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) {
        const ReaderSet *set = reader_find(series, columns[c].name);
        if (set && set->rows == f->rows) TRY(whole_read(source->reader, set, columns[c].to));
    }
    f->grows = malloc((f->rows + 1) * sizeof *f->grows);
    return f->grows ? JUDDER_OK : error_memory();
}

/* The rows of one motion stand together. */
static void draw_motion(const Followed *f, const double *y, size_t first, size_t end, Plot *plot) {
    const int number = (int)f->motion[first];
    char label[40];
    snprintf(label, sizeof label, "motion %d", number);
    PlotCurve curve = {.x = f->at + first,
                       .y = y + first,
                       .count = end - first,
                       .colour = 1 + (number - 1) % COLOURS,
                       .label = number <= LEGEND ? label : NULL};
    plot_curve(plot, &curve);
    for (size_t i = first; i < end; i++)
        f->grows[i - first] = f->growth[i] > 1e-9 * f->frequency[i] ? y[i] : (double)NAN;
    curve.y = f->grows, curve.style = PLOT_THICK, curve.label = NULL;
    plot_curve(plot, &curve);
}

static JudderErr draw_rings(const FigureSource *source, const char *key, Plot *plot) {
    const Value *list = value_get(source->study->values, "thresholds");
    double *x = NULL, *y = NULL;
    size_t count, others;
    JudderErr err = figure_column(list, "at", &x, &count);
    if (err == JUDDER_OK) err = figure_column(list, key ? key : "at", &y, &others);
    for (size_t i = 0; err == JUDDER_OK && !key && i < count; i++) y[i] = 0;
    if (err == JUDDER_OK && count > 0)
        plot_curve(plot, &(PlotCurve){.x = x, .y = y, .count = count, .style = PLOT_RINGS});
    free(x);
    free(y);
    return err;
}

static void draw_curves(const Followed *f, const double *y, Plot *plot) {
    snprintf(plot_x(plot)->name, sizeof plot_x(plot)->name, "%s", f->over);
    plot_x(plot)->log = f->log;
    for (size_t first = 0, end; first < f->rows; first = end) {
        for (end = first + 1; end < f->rows && f->motion[end] == f->motion[first];) end++;
        draw_motion(f, y, first, end, plot);
    }
}

JudderErr figure_follow(const FigureSource *source, const char *name, Plot *plot, bool *drawn) {
    const ReaderStudy *study = source->study;
    const Value *over = value_get(study->values, "over");
    const bool frequency = strcmp(name, "frequency") == 0;
    *drawn = false;
    if (strcmp(study->study, "follow") != 0 || study->rows == 0 || study->rows > WHOLE_ROWS ||
        value_kind(over) != VALUE_TEXT || !(frequency || strcmp(name, "growth") == 0))
        return JUDDER_OK;
    Followed f = {.rows = study->rows,
                  .over = value_as_text(over),
                  .log = value_as_flag(value_get(study->values, "log"))};
    JudderErr err = read_all(source, &f);
    *drawn = err == JUDDER_OK && f.at && f.motion && f.frequency && f.growth;
    if (*drawn) {
        plot_axis_name(plot_y(plot), name, frequency ? "Hz" : "1/s");
        draw_curves(&f, frequency ? f.frequency : f.growth, plot);
        err = draw_rings(source, frequency ? name : NULL, plot);
    }
    release(&f);
    return err;
}

static JudderErr follow_draw(const FigureSource *source, FigureSheet *sheet) {
    static const char *const names[] = {"frequency", "growth"},
                             *const captions[] = {
                                 "frequency of each motion of flutter, followed by likeness; "
                                 "thick: it grows; rings: growth begins or ends",
                                 "growth of the same motions"};
    JudderErr err = JUDDER_OK;
    for (size_t k = 0; k < 2 && err == JUDDER_OK; k++) {
        bool drawn;
        Plot *plot = plot_create(FIGURE_WIDE, HEIGHT);
        err = figure_follow(source, names[k], plot, &drawn);
        if (err == JUDDER_OK && drawn) err = figure_add(sheet, &plot, false, captions[k]);
        plot_destroy(&plot);
    }
    return err;
}

const Figure follow_figure = {.name = "follow", .draw = follow_draw};
