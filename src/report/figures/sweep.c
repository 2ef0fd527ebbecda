/* Sweeps: each value over the grid, as a curve for one axis, as a map with contour lines for two; and diagrams of
 * samples over the first axis. */
#include "report/figures/figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLOTS = 24, MOST_AXES = 8, FEW_POINTS = 60, MOST_WORDS = 24 };

typedef struct Axis {
    char key[64];
    size_t count;
    bool log;
    const char *words[MOST_WORDS]; /* lent by the values */
    size_t word_count;
} Axis;

typedef struct Grid {
    size_t axes;
    Axis axis[MOST_AXES];
} Grid;

static void read_words(const Value *values, Axis *axis) {
    char key[80];
    snprintf(key, sizeof key, "words_%.60s", axis->key);
    const Value *list = value_get(values, key);
    for (size_t i = 0; i < value_length(list) && i < MOST_WORDS; i++)
        axis->words[axis->word_count++] = value_as_text(value_at(list, i));
}

static Grid read_grid(const Value *values) {
    const Value *list = value_get(values, "axes");
    Grid grid = {0};
    for (size_t i = 0; i < value_length(list) && i < MOST_AXES; i++) {
        Axis *axis = &grid.axis[grid.axes++];
        const Value *item = value_at(list, i);
        snprintf(axis->key, sizeof axis->key, "%.63s", value_as_text(value_get(item, "key")));
        const double count = value_as_number(value_get(item, "count"));
        axis->count = count >= 1 && count < 1e9 ? (size_t)count : 0;
        axis->log = value_as_flag(value_get(item, "log"));
        read_words(values, axis);
    }
    return grid;
}

static void set_axis(PlotAxis *plot, const Axis *axis) {
    figure_axis(plot, axis->key, "");
    plot->log = axis->log;
    if (axis->word_count) plot->words = axis->words, plot->word_count = axis->word_count;
}

static bool varies(const double *at, size_t count) {
    double first = NAN;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(at[i])) continue;
        if (isnan(first)) first = at[i];
        if (at[i] != first) return true;
    }
    return false;
}

/* A column of the table of points. */
static JudderErr read_column(const FigureSource *source, const char *name, size_t points, double **at) {
    const ReaderSet *set = reader_find(&source->study->series, name);
    *at = NULL;
    if (!set || set->rows != points) return JUDDER_OK;
    return figure_read(source->reader, set, at);
}

static JudderErr draw_line(const FigureSource *source, const Grid *grid, const char *name, const double *y,
                           FigureSheet *sheet) {
    const Axis *axis = &grid->axis[0];
    double *x;
    char caption[600];
    TRY(read_column(source, axis->key, axis->count, &x));
    if (!x) return JUDDER_OK;
    Plot *plot = plot_create(FIGURE_HALF, FIGURE_HIGH);
    set_axis(plot_x(plot), axis);
    figure_axis(plot_y(plot), name, "");
    plot_curve(plot, &(PlotCurve){.x = x,
                                  .y = y,
                                  .count = axis->count,
                                  .colour = 1,
                                  .style = axis->count <= FEW_POINTS ? PLOT_MARKED : PLOT_LINE});
    free(x);
    snprintf(caption, sizeof caption, "%s over %s", plot_y(plot)->name, plot_x(plot)->name);
    return figure_add(sheet, &plot, true, caption);
}

static JudderErr draw_map(const FigureSource *source, const Grid *grid, const char *name, const double *z,
                          FigureSheet *sheet) {
    double *at[2] = {NULL, NULL};
    char shown[100], caption[600];
    JudderErr err = JUDDER_OK;
    for (int k = 0; err == JUDDER_OK && k < 2; k++) {
        char field[80];
        snprintf(field, sizeof field, "axis_%.63s", grid->axis[k].key);
        const ReaderSet *set = reader_find(&source->study->fields, field);
        if (set && set->rows == grid->axis[k].count && set->count == 1) err = figure_read(source->reader, set, &at[k]);
    }
    if (err == JUDDER_OK && at[0] && at[1]) {
        Plot *plot = plot_create(FIGURE_HALF, FIGURE_HIGH + 20);
        set_axis(plot_x(plot), &grid->axis[0]);
        set_axis(plot_y(plot), &grid->axis[1]);
        PlotAxis named;
        figure_axis(&named, name, "");
        snprintf(shown, sizeof shown, "%.90s", named.name);
        plot_map(plot, &(PlotMap){at[0], at[1], z, grid->axis[0].count, grid->axis[1].count, shown, true});
        snprintf(caption, sizeof caption, "%s over %s and %s; grey: no value", shown, plot_x(plot)->name,
                 plot_y(plot)->name);
        err = figure_add(sheet, &plot, true, caption);
    }
    free(at[0]);
    free(at[1]);
    return err;
}

static JudderErr draw(const FigureSource *source, FigureSheet *sheet) {
    if (strcmp(source->study->study, "sweep") != 0) return JUDDER_OK;
    const Grid grid = read_grid(source->study->values);
    const ReaderSets *series = &source->study->series;
    if (grid.axes < 1 || grid.axes > 2) return JUDDER_OK;
    const size_t points = grid.axis[0].count * (grid.axes == 2 ? grid.axis[1].count : 1);
    /* The axes come first, the values after them. */
    for (size_t i = grid.axes, drawn = 0; i < series->count && drawn < MOST_PLOTS; i++) {
        double *values;
        TRY(read_column(source, series->at[i].name, points, &values));
        JudderErr err = JUDDER_OK;
        if (values && varies(values, points)) {
            err = (grid.axes == 1 ? draw_line : draw_map)(source, &grid, series->at[i].name, values, sheet);
            drawn++;
        }
        free(values);
        TRY(err);
    }
    return JUDDER_OK;
}

const Figure sweep_figure = {.name = "sweep", .draw = draw};

/* The samples of each point over the first axis: what repeats shows as a few dots, what does not as a cloud. */
static JudderErr draw_samples(const FigureSource *source, FigureSheet *sheet) {
    const ReaderSets *series = &source->study->series;
    if (strcmp(source->study->study, "sample") != 0 || source->study->rows == 0) return JUDDER_OK;
    const Grid grid = read_grid(source->study->values);
    if (grid.axes < 1 || series->count < grid.axes + 1) return JUDDER_OK;
    const ReaderSet *of = &series->at[grid.axes];
    double *x = NULL, *y = NULL;
    char caption[600];
    JudderErr err = read_column(source, grid.axis[0].key, source->study->rows, &x);
    if (err == JUDDER_OK) err = figure_read(source->reader, of, &y);
    if (err == JUDDER_OK && x && y) {
        Plot *plot = plot_create(FIGURE_WIDE, 440);
        set_axis(plot_x(plot), &grid.axis[0]);
        figure_axis(plot_y(plot), of->name, of->unit);
        plot_curve(plot, &(PlotCurve){.x = x, .y = y, .count = source->study->rows, .colour = 1, .style = PLOT_DOTS});
        snprintf(caption, sizeof caption, "%s over %s: one dot a sample", source->study->name, grid.axis[0].key);
        err = figure_add(sheet, &plot, false, caption);
    }
    free(x);
    free(y);
    return err;
}

const Figure sample_figure = {.name = "sample", .draw = draw_samples};
