/* The parts of a figure as they are collected. */
#include "report/plot/plot.h"

#include "report/plot/internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Plot *plot_create(double width, double height) {
    Plot *plot = calloc(1, sizeof *plot);
    if (plot) plot->width = width, plot->height = height;
    return plot;
}

void plot_destroy(Plot **plot) {
    Plot *gone = plot ? *plot : NULL;
    if (!gone) return;
    *plot = NULL;
    for (size_t i = 0; i < gone->curve_count; i++) {
        free(gone->curves[i].x);
        free(gone->curves[i].y);
        free(gone->curves[i].label);
        for (size_t k = 0; gone->curves[i].tips && k < gone->curves[i].count; k++)
            free(gone->curves[i].tips[k]);
        free(gone->curves[i].tips);
    }
    for (size_t i = 0; i < gone->words_count; i++) free(gone->words[i].text);
    free(gone->curves);
    free(gone->bands);
    free(gone->marks);
    free(gone->words);
    free(gone->shapes.x);
    free(gone->shapes.y);
    free(gone->shapes.value);
    free(gone->shapes.start);
    free(gone->map_x);
    free(gone->map_y);
    free(gone->map_z);
    free(gone);
}

PlotAxis *plot_x(Plot *plot) {
    static _Thread_local PlotAxis nowhere;
    return plot ? &plot->x : &nowhere;
}

PlotAxis *plot_y(Plot *plot) {
    static _Thread_local PlotAxis nowhere;
    return plot ? &plot->y : &nowhere;
}

void plot_axis_name(PlotAxis *axis, const char *name, const char *unit) {
    snprintf(axis->name, sizeof axis->name, "%s", name);
    snprintf(axis->unit, sizeof axis->unit, "%s", strcmp(unit, "1") == 0 ? "" : unit);
    for (char *c = axis->name; *c; c++)
        if (*c == '_') *c = ' ';
}

/* Room for one more item at the end of a list; NULL if there is none. */
static void *one_more(Plot *plot, void *list, size_t *count, size_t size) {
    void **at = list;
    /* Lists grow at the powers of two. */
    if ((*count & (*count - 1)) == 0) {
        void *more = realloc(*at, (*count ? 2 * *count : 1) * size);
        if (!more) plot->failed = true;
        if (!more) return NULL;
        *at = more;
    }
    return (char *)*at + (*count)++ * size;
}

static double *copy_of(Plot *plot, const double *at, size_t count) {
    double *copy = malloc(count * sizeof *copy + 1);
    if (!copy) plot->failed = true;
    if (copy && count) memcpy(copy, at, count * sizeof *copy);
    return copy;
}

static char **copy_of_tips(Plot *plot, char *const *tips, size_t count) {
    char **copy = calloc(count + 1, sizeof *copy);
    if (!copy) plot->failed = true;
    if (!copy) return NULL;
    for (size_t i = 0; i < count; i++) {
        copy[i] = strdup(tips[i]);
        plot->failed = plot->failed || !copy[i];
    }
    return copy;
}

void plot_curve(Plot *plot, const PlotCurve *curve) {
    if (!plot) return;
    OwnCurve own = {.count = curve->count, .colour = curve->colour, .style = curve->style};
    OwnCurve *place = one_more(plot, &plot->curves, &plot->curve_count, sizeof own);
    if (!place) return;
    own.x = copy_of(plot, curve->x, curve->count);
    own.y = copy_of(plot, curve->y, curve->count);
    own.label = curve->label ? strdup(curve->label) : NULL;
    if (curve->tips) own.tips = copy_of_tips(plot, curve->tips, curve->count);
    *place = own;
}

void plot_band(Plot *plot, PlotBand band, double from, double to, double opacity) {
    Band *place = plot ? one_more(plot, &plot->bands, &plot->band_count, sizeof *place) : NULL;
    if (place) *place = (Band){band, from, to, opacity};
}

void plot_mark(Plot *plot, double x, const char *kind) {
    Mark *place = plot ? one_more(plot, &plot->marks, &plot->mark_count, sizeof *place) : NULL;
    if (!place) return;
    *place = (Mark){.x = x};
    snprintf(place->kind, sizeof place->kind, "%s", kind);
}

void plot_words(Plot *plot, double x, double y, const char *anchor, const char *words) {
    Words *place = plot ? one_more(plot, &plot->words, &plot->words_count, sizeof *place) : NULL;
    if (!place) return;
    *place = (Words){.x = x, .y = y, .text = strdup(words)};
    snprintf(place->anchor, sizeof place->anchor, "%s", anchor);
    plot->failed = plot->failed || !place->text;
}

void plot_map(Plot *plot, const PlotMap *map) {
    if (!plot || plot->map_z) return;
    plot->map_x = copy_of(plot, map->x, map->x_count);
    plot->map_y = copy_of(plot, map->y, map->y_count);
    plot->map_z = copy_of(plot, map->z, map->x_count * map->y_count);
    plot->map_nx = map->x_count, plot->map_ny = map->y_count;
    plot->map_contours = map->contours;
    snprintf(plot->map_name, sizeof plot->map_name, "%s", map->name);
}

void plot_shapes(Plot *plot, const PlotShapes *shapes) {
    if (!plot || plot->shapes.start || plot->map_z) return;
    OwnShapes *own = &plot->shapes;
    const size_t corners = shapes->count ? shapes->start[shapes->count] : 0;
    own->start = malloc((shapes->count + 1) * sizeof *own->start);
    plot->failed = plot->failed || !own->start;
    if (own->start) memcpy(own->start, shapes->start, (shapes->count + 1) * sizeof *own->start);
    own->x = copy_of(plot, shapes->x, corners);
    own->y = copy_of(plot, shapes->y, corners);
    if (shapes->value) own->value = copy_of(plot, shapes->value, shapes->count);
    own->count = shapes->count;
    own->low = shapes->low, own->high = shapes->high > shapes->low ? shapes->high : shapes->low + 1;
    own->edges = shapes->edges, own->ordered = shapes->ordered;
    snprintf(own->name, sizeof own->name, "%s", shapes->name ? shapes->name : "");
    snprintf(own->unit, sizeof own->unit, "%s", shapes->unit ? shapes->unit : "");
}

void plot_equal(Plot *plot, bool bare) {
    if (plot) plot->equal = true, plot->bare = bare;
}

bool plot_bar(const Plot *plot, ColourBar *bar) {
    *bar = (ColourBar){.name = plot->map_name, .unit = ""};
    if (plot->map_z) map_range(plot, &bar->low, &bar->high);
    if (plot->map_z || !plot->shapes.value) return plot->map_z != NULL;
    *bar = (ColourBar){plot->shapes.low, plot->shapes.high, plot->shapes.name, plot->shapes.unit};
    return true;
}

static bool has_place(const Plot *plot, const OwnCurve *curve, size_t i) {
    return isfinite(curve->x[i]) && isfinite(curve->y[i]) && (!plot->x.log || curve->x[i] > 0) &&
           (!plot->y.log || curve->y[i] > 0);
}

/* A point, or a line from the point before, inside the stretch. */
static bool curve_shows(const Plot *plot, const OwnCurve *curve, const double stretch[2], double extent[2]) {
    const bool line = curve->style != PLOT_DOTS && curve->style != PLOT_RINGS;
    bool shown = false;
    for (size_t i = 0; i < curve->count; i++) {
        if (!has_place(plot, curve, i)) continue;
        const size_t before = line && i > 0 && has_place(plot, curve, i - 1) ? i - 1 : i;
        const double from = fmin(curve->x[before], curve->x[i]), to = fmax(curve->x[before], curve->x[i]);
        extent[0] = fmin(extent[0], curve->x[i]), extent[1] = fmax(extent[1], curve->x[i]);
        shown = shown || (to >= stretch[0] && from <= stretch[1]);
    }
    return shown;
}

bool plot_shows(const Plot *plot, const double stretch[2], double extent[2]) {
    bool shown = false;
    extent[0] = INFINITY, extent[1] = -INFINITY;
    for (size_t i = 0; i < plot->curve_count; i++)
        shown = curve_shows(plot, &plot->curves[i], stretch, extent) || shown;
    for (size_t i = 0; plot->map_x && i < plot->map_nx; i++) {
        const double x = plot->map_x[i];
        extent[0] = fmin(extent[0], x), extent[1] = fmax(extent[1], x);
        shown = shown || (x >= stretch[0] && x <= stretch[1]);
    }
    return shown;
}

void plot_limit(Plot *plot, double from, double to) {
    if (!plot || (isnan(from) && isnan(to))) return;
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < plot->curve_count; i++)
        for (size_t k = 0; k < plot->curves[i].count; k++) {
            const double x = plot->curves[i].x[k];
            if (!isfinite(x) || (plot->x.log && x <= 0)) continue;
            low = fmin(low, x), high = fmax(high, x);
        }
    if (!isnan(from)) low = from;
    if (!isnan(to)) high = to;
    if (low < high && isfinite(low) && isfinite(high)) plot->x.low = low, plot->x.high = high;
}
