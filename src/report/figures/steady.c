/* Steady states over a speed, and the eigenvalues about a state in the complex plane. */
#include "report/figures/figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_MAPS = 10 };

/* One value of the map over the speed; nothing if it has no numbers or does not vary. */
static JudderErr draw_over_speed(const Value *map, const char *key, FigureSheet *sheet, size_t *drawn) {
    double *x = NULL, *y = NULL;
    size_t count, finite = 0;
    bool any = false;
    TRY(figure_column(map, "velocity", &x, &count));
    const JudderErr err = figure_column(map, key, &y, &count);
    double first = NAN;
    for (size_t i = 0; err == JUDDER_OK && i < count; i++) {
        if (!isfinite(y[i])) continue;
        if (finite++ == 0) first = y[i];
        any = any || y[i] != first;
    }
    JudderErr done = err;
    if (err == JUDDER_OK && any) {
        char caption[200];
        Plot *plot = plot_create(FIGURE_HALF, FIGURE_HIGH);
        plot_axis_name(plot_x(plot), "velocity of the foundation", "");
        plot_axis_name(plot_y(plot), key, "");
        plot_curve(plot, &(PlotCurve){.x = x, .y = y, .count = count, .colour = 1, .style = PLOT_MARKED});
        snprintf(caption, sizeof caption, "%s of steady sliding", plot_y(plot)->name);
        done = figure_add(sheet, &plot, true, caption);
        ++*drawn;
    }
    free(x);
    free(y);
    return done;
}

static JudderErr draw_roots(const Value *roots, FigureSheet *sheet) {
    double *re = NULL, *im = NULL;
    size_t count;
    JudderErr err = figure_column(roots, "re", &re, &count);
    if (err == JUDDER_OK) err = figure_column(roots, "im", &im, &count);
    if (err == JUDDER_OK && count > 0) {
        Plot *plot = plot_create(FIGURE_HALF, FIGURE_HIGH);
        plot_axis_name(plot_x(plot), "growth rate, Re \xCE\xBB", "");
        plot_axis_name(plot_y(plot), "angular frequency, Im \xCE\xBB", "");
        plot_curve(plot, &(PlotCurve){.x = re, .y = im, .count = count, .colour = 1, .style = PLOT_RINGS});
        err = figure_add(sheet, &plot, true, "eigenvalues: right of 0 disturbances grow");
    }
    free(re);
    free(im);
    return err;
}

static JudderErr steady_draw(const FigureSource *source, FigureSheet *sheet) {
    const Value *map = value_get(source->study->values, "map"),
                *roots = value_get(source->study->values, "eigenvalues"), *first = value_at(map, 0);
    if (!roots) roots = value_get(source->study->values, "flutter");
    size_t drawn = 0;
    if (value_kind(map) == VALUE_LIST && value_get(first, "velocity"))
        for (size_t i = 0; i < value_length(first) && drawn < MOST_MAPS; i++) {
            const ValueKind kind = value_kind(value_at(first, i));
            if (kind != VALUE_NUMBER && kind != VALUE_NULL) continue;
            if (value_get(first, "velocity") == value_at(first, i)) continue;
            TRY(draw_over_speed(map, value_key(first, i), sheet, &drawn));
        }
    if (value_kind(roots) == VALUE_LIST && value_get(value_at(roots, 0), "re")) TRY(draw_roots(roots, sheet));
    return JUDDER_OK;
}

const Figure steady_figure = {.name = "steady", .draw = steady_draw};
