/* Sweeps: each value over the grid, as a curve for one axis, as a map with contour lines for two; and
 * diagrams of samples over the first axis. */
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

/* Names of params and values are shown as a case writes them. */
static void set_axis(PlotAxis *plot, const Axis *axis) {
    snprintf(plot->name, sizeof plot->name, "%s", axis->key);
    plot->log = axis->log;
    if (axis->word_count) plot->words = axis->words, plot->word_count = axis->word_count;
}

/* Whether a column is worth a figure: it varies by more than the rounding that checks are made of. */
static bool varies(const double *at, size_t count, const char *name) {
    const bool check = strstr(name, "residual") || strstr(name, "defect") || strstr(name, "_error");
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        if (at[i] < low) low = at[i];
        if (at[i] > high) high = at[i];
    }
    return low < high && !(check && high < 1e-9);
}

/* A column of the table of points. */
static JudderErr read_column(const FigureSource *source, const char *name, size_t points, double **at) {
    const ReaderSet *set = reader_find(&source->study->series, name);
    *at = NULL;
    if (!set || set->rows != points) return JUDDER_OK;
    return whole_read(source->reader, set, at);
}

static JudderErr make_line(const FigureSource *source, const Grid *grid, const char *name, const double *y,
                           Plot *plot) {
    const Axis *axis = &grid->axis[0];
    double *x;
    TRY(read_column(source, axis->key, axis->count, &x));
    set_axis(plot_x(plot), axis);
    snprintf(plot_y(plot)->name, sizeof plot_y(plot)->name, "%s", name);
    if (x)
        plot_curve(plot, &(PlotCurve){.x = x,
                                      .y = y,
                                      .count = axis->count,
                                      .colour = 1,
                                      .style = axis->count <= FEW_POINTS ? PLOT_MARKED : PLOT_LINE});
    free(x);
    return JUDDER_OK;
}

/* --- the edge of the modes in which all contacts slip --- */

/* STUDY.modes_1.stick_count for a value of the study; NULL: there is none, or it is the value itself. */
static const ReaderSet *stick_count(const FigureSource *source, const char *name) {
    static const char ending[] = ".stick_count";
    const ReaderSets *series = &source->study->series;
    const size_t study = strcspn(name, "."), length = strlen(ending);
    for (size_t i = 0; name[study] && i < series->count; i++) {
        const char *other = series->at[i].name;
        if (strncmp(other, name, study + 1) != 0 || strcmp(other, name) == 0) continue;
        if (strlen(other) > length && strcmp(other + strlen(other) - length, ending) == 0)
            return &series->at[i];
    }
    return NULL;
}

static double half_way(double a, double b, bool log) {
    return log ? sqrt(a * b) : a / 2 + b / 2;
}

/* Between four points of the grid the line cuts the sides whose ends differ, half way. */
typedef struct Edge {
    const Grid *grid;
    double *const *at; /* of the axes */
    const double *count;
    double *x, *y;
    size_t points;
} Edge;

static void cut_square(Edge *edge, size_t i, size_t j) {
    static const int corner[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const size_t n = edge->grid->axis[1].count;
    size_t cuts = 0;
    for (int k = 0; k < 4; k++) {
        const int *a = corner[k], *b = corner[(k + 1) % 4];
        const double first = edge->count[(i + (size_t)a[0]) * n + j + (size_t)a[1]],
                     second = edge->count[(i + (size_t)b[0]) * n + j + (size_t)b[1]];
        if (isnan(first) || isnan(second) || (first > 0) == (second > 0)) continue;
        edge->x[edge->points] = half_way(edge->at[0][i + (size_t)a[0]], edge->at[0][i + (size_t)b[0]],
                                         edge->grid->axis[0].log);
        edge->y[edge->points++] = half_way(edge->at[1][j + (size_t)a[1]], edge->at[1][j + (size_t)b[1]],
                                           edge->grid->axis[1].log);
        if (++cuts % 2 == 0) edge->x[edge->points] = edge->y[edge->points] = (double)NAN, edge->points++;
    }
    if (cuts % 2) edge->x[edge->points] = edge->y[edge->points] = (double)NAN, edge->points++;
}

static JudderErr draw_edge(const Grid *grid, double *const *at, const double *count, Plot *plot) {
    const size_t squares = (grid->axis[0].count - 1) * (grid->axis[1].count - 1);
    Edge edge = {.grid = grid, .at = at, .count = count};
    edge.x = malloc((6 * squares + 1) * sizeof *edge.x);
    edge.y = malloc((6 * squares + 1) * sizeof *edge.y);
    for (size_t i = 0; edge.x && edge.y && i + 1 < grid->axis[0].count; i++)
        for (size_t j = 0; j + 1 < grid->axis[1].count; j++) cut_square(&edge, i, j);
    if (edge.x && edge.y && edge.points > 0)
        plot_curve(plot, &(PlotCurve){.x = edge.x,
                                      .y = edge.y,
                                      .count = edge.points,
                                      .colour = 2,
                                      .label = "edge of the modes in which all contacts slip"});
    free(edge.x);
    free(edge.y);
    return edge.x && edge.y ? JUDDER_OK : error_memory();
}

static JudderErr add_edge(const FigureSource *source, const Grid *grid, const char *name, double *const *at,
                          Plot *plot) {
    const ReaderSet *set = stick_count(source, name);
    double *count = NULL;
    if (!set || set->rows != grid->axis[0].count * grid->axis[1].count) return JUDDER_OK;
    TRY(whole_read(source->reader, set, &count));
    const JudderErr err = count ? draw_edge(grid, at, count, plot) : JUDDER_OK;
    free(count);
    return err;
}

static JudderErr make_map(const FigureSource *source, const Grid *grid, const char *name, const double *z,
                          Plot *plot) {
    double *at[2] = {NULL, NULL};
    JudderErr err = JUDDER_OK;
    for (int k = 0; err == JUDDER_OK && k < 2; k++) {
        char field[80];
        snprintf(field, sizeof field, "axis_%.63s", grid->axis[k].key);
        const ReaderSet *set = reader_find(&source->study->fields, field);
        if (set && set->rows == grid->axis[k].count && set->count == 1)
            err = whole_read(source->reader, set, &at[k]);
    }
    set_axis(plot_x(plot), &grid->axis[0]);
    set_axis(plot_y(plot), &grid->axis[1]);
    if (err == JUDDER_OK && at[0] && at[1])
        plot_map(plot, &(PlotMap){at[0], at[1], z, grid->axis[0].count, grid->axis[1].count, name, true});
    if (err == JUDDER_OK && at[0] && at[1]) err = add_edge(source, grid, name, at, plot);
    free(at[0]);
    free(at[1]);
    return err;
}

JudderErr figure_sweep(const FigureSource *source, const char *name, Plot *plot, bool *drawn) {
    const Grid grid = read_grid(source->study->values);
    double *values;
    *drawn = false;
    if (strcmp(source->study->study, "sweep") != 0 || grid.axes < 1 || grid.axes > 2) return JUDDER_OK;
    const size_t points = grid.axis[0].count * (grid.axes == 2 ? grid.axis[1].count : 1);
    TRY(read_column(source, name, points, &values));
    JudderErr err = JUDDER_OK;
    if (values && varies(values, points, name)) {
        err = (grid.axes == 1 ? make_line : make_map)(source, &grid, name, values, plot);
        *drawn = true;
    }
    free(values);
    return err;
}

static JudderErr sweep_draw(const FigureSource *source, FigureSheet *sheet) {
    const ReaderSets *series = &source->study->series;
    const size_t axes = value_length(value_get(source->study->values, "axes"));
    if (strcmp(source->study->study, "sweep") != 0) return JUDDER_OK;
    /* The axes come first, the values after them. */
    for (size_t i = axes, plots = 0; i < series->count && plots < MOST_PLOTS; i++) {
        bool drawn;
        char caption[400];
        Plot *plot = plot_create(FIGURE_HALF, FIGURE_HIGH);
        JudderErr err = figure_sweep(source, series->at[i].name, plot, &drawn);
        snprintf(caption, sizeof caption,
                 axes == 2 ? "%.200s over %s and %s; grey: no value" : "%.200s over %s", series->at[i].name,
                 series->at[0].name, axes == 2 ? series->at[1].name : "");
        if (err == JUDDER_OK && drawn) err = figure_add(sheet, &plot, true, caption);
        plots += drawn;
        plot_destroy(&plot);
        TRY(err);
    }
    return JUDDER_OK;
}

const Figure sweep_figure = {.name = "sweep", .draw = sweep_draw};

/* The samples of each point over the first axis: what repeats shows as a few dots, what does not as a
 * cloud. */
static JudderErr draw_samples(const FigureSource *source, FigureSheet *sheet) {
    const ReaderSets *series = &source->study->series;
    if (strcmp(source->study->study, "sample") != 0 || source->study->rows == 0) return JUDDER_OK;
    const Grid grid = read_grid(source->study->values);
    if (grid.axes < 1 || series->count < grid.axes + 1) return JUDDER_OK;
    const ReaderSet *of = &series->at[grid.axes];
    double *x = NULL, *y = NULL;
    char caption[600];
    JudderErr err = read_column(source, grid.axis[0].key, source->study->rows, &x);
    if (err == JUDDER_OK) err = whole_read(source->reader, of, &y);
    if (err == JUDDER_OK && x && y) {
        Plot *plot = plot_create(FIGURE_WIDE, 440);
        set_axis(plot_x(plot), &grid.axis[0]);
        plot_axis_name(plot_y(plot), of->name, of->unit);
        plot_curve(plot, &(PlotCurve){
                             .x = x, .y = y, .count = source->study->rows, .colour = 1, .style = PLOT_DOTS});
        snprintf(caption, sizeof caption, "%s over %s: one dot a sample", source->study->name,
                 grid.axis[0].key);
        err = figure_add(sheet, &plot, false, caption);
    }
    free(x);
    free(y);
    return err;
}

const Figure sample_figure = {.name = "sample", .draw = draw_samples};
