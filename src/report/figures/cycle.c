/* A cycle in its phase plane, and branches of cycles: lasting ones drawn through, the others dashed. */
#include "report/figures/figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static JudderErr draw_portrait(const FigureSource *source, FigureSheet *sheet) {
    const Thin *thin = &source->whole;
    const int x = thin_column(thin, "displacement"), y = thin_column(thin, "velocity");
    if (x < 0 || y < 0) return JUDDER_OK;
    Plot *plot = plot_create(FIGURE_HALF, FIGURE_HIGH);
    plot_axis_name(plot_x(plot), thin->sets[x]->name, thin->sets[x]->unit);
    plot_axis_name(plot_y(plot), thin->sets[y]->name, thin->sets[y]->unit);
    const JudderErr err = figure_curve(plot, thin, x, y, (PlotCurve){.colour = 1});
    if (err == JUDDER_OK) return figure_add(sheet, &plot, true, "the cycle: velocity against displacement");
    plot_destroy(&plot);
    return err;
}

typedef struct BranchColumns {
    double *x, *y, *stable;
    size_t count;
} BranchColumns;

/* Runs of points that are all lasting, or all not; neighbours share the point between them. */
static void draw_runs(Plot *plot, const BranchColumns *c) {
    bool told[2] = {false, false};
    for (size_t i = 0, end; i + 1 < c->count; i = end) {
        for (end = i + 1; end < c->count && c->stable[end] == c->stable[i];) end++;
        const bool stable = c->stable[i] != 0;
        const size_t first = i > 0 ? i - 1 : 0;
        plot_curve(plot, &(PlotCurve){.x = c->x + first,
                                      .y = c->y + first,
                                      .count = end - first,
                                      .colour = stable ? 1 : 2,
                                      .style = stable ? PLOT_LINE : PLOT_DASHED,
                                      .label = told[stable] ? NULL
                                               : stable     ? "lasts"
                                                            : "does not last"});
        told[stable] = true;
    }
}

static JudderErr draw_branch(const FigureSource *source, const char *key, const char *unit,
                             FigureSheet *sheet) {
    const Value *values = source->study->values, *points = value_get(values, "points");
    const Value *bifurcations = value_get(values, "bifurcations");
    BranchColumns c = {0};
    char caption[200];
    JudderErr err = figure_column(points, "parameter", &c.x, &c.count);
    if (err == JUDDER_OK) err = figure_column(points, key, &c.y, &c.count);
    c.stable = calloc(c.count + 1, sizeof *c.stable);
    if (err == JUDDER_OK && !c.stable) err = error_memory();
    if (err == JUDDER_OK) {
        for (size_t i = 0; i < c.count; i++)
            c.stable[i] = value_as_flag(value_get(value_at(points, i), "stable"));
        Plot *plot = plot_create(FIGURE_HALF, FIGURE_HIGH);
        plot_axis_name(plot_x(plot), value_get_text(values, "over"), "");
        plot_axis_name(plot_y(plot), key, unit);
        draw_runs(plot, &c);
        for (size_t i = 0; i < value_length(bifurcations); i++) {
            const Value *at = value_at(bifurcations, i);
            plot_mark(plot, value_as_number(value_get(at, "parameter")), value_get_text(at, "kind"));
        }
        snprintf(caption, sizeof caption, "%s of the cycle over %.80s", key, value_get_text(values, "over"));
        err = figure_add(sheet, &plot, true, caption);
    }
    free(c.x);
    free(c.y);
    free(c.stable);
    return err;
}

static JudderErr cycle_draw(const FigureSource *source, FigureSheet *sheet) {
    const Value *values = source->study->values, *points = value_get(values, "points");
    if (value_kind(value_get(values, "section")) == VALUE_TEXT && value_get(values, "multipliers"))
        TRY(draw_portrait(source, sheet));
    if (value_kind(points) != VALUE_LIST || value_length(points) < 2 ||
        !value_get(value_at(points, 0), "multiplier_largest"))
        return JUDDER_OK;
    TRY(draw_branch(source, "amplitude", "m", sheet));
    return draw_branch(source, "period", "s", sheet);
}

const Figure cycle_figure = {.name = "cycle", .draw = cycle_draw};
