/* Ladders to a limit and refinement tables: error against parameter or step, both logarithmic, with the
 * observed order as a straight line. */
#include "report/figures/figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The line of a power through the last point. */
static void add_order(Plot *plot, const double *x, const double *y, size_t count, double order) {
    if (!isfinite(order) || count < 2 || !(y[count - 1] > 0)) return;
    const double xs[2] = {x[0], x[count - 1]},
                 ys[2] = {y[count - 1] * pow(x[0] / x[count - 1], order), y[count - 1]};
    char label[60];
    snprintf(label, sizeof label, "order %.2f", order);
    plot_curve(plot, &(PlotCurve){.x = xs, .y = ys, .count = 2, .style = PLOT_DASHED, .label = label});
}

typedef struct Ladder {
    const Value *values;
    double *x;
    size_t count;
    Plot *plot;
    bool any; /* an error that a log axis can show */
} Ladder;

static JudderErr add_errors(Ladder *ladder, const char *key, int colour) {
    double *y, *x = ladder->x;
    size_t found;
    const size_t count = ladder->count;
    TRY(figure_list(ladder->values, key, &y, &found));
    if (found > count) found = count;
    for (size_t i = 0; i < found; i++) ladder->any = ladder->any || y[i] > 0;
    PlotAxis named;
    plot_axis_name(&named, key, "");
    if (found > 0)
        plot_curve(
            ladder->plot,
            &(PlotCurve){
                .x = x, .y = y, .count = found, .colour = colour, .style = PLOT_MARKED, .label = named.name});
    if (found > 0 && colour == 1)
        add_order(ladder->plot, x, y, found, value_as_number(value_get(ladder->values, "order")));
    free(y);
    return JUDDER_OK;
}

static JudderErr ladder_draw(const FigureSource *source, FigureSheet *sheet) {
    Ladder ladder = {.values = source->study->values};
    const char *key = value_get(ladder.values, "parameter") ? "parameter" : "step";
    if (!value_get(ladder.values, "error")) return JUDDER_OK;
    TRY(figure_list(ladder.values, key, &ladder.x, &ladder.count));
    if (ladder.count == 0) return JUDDER_OK;
    ladder.plot = plot_create(FIGURE_HALF, FIGURE_HIGH);
    plot_axis_name(plot_x(ladder.plot), key, "");
    plot_axis_name(plot_y(ladder.plot), "error", "");
    plot_x(ladder.plot)->log = plot_y(ladder.plot)->log = true;
    JudderErr err = add_errors(&ladder, "error", 1);
    if (err == JUDDER_OK) err = add_errors(&ladder, "error_away", 3);
    free(ladder.x);
    if (err == JUDDER_OK && ladder.any)
        return figure_add(sheet, &ladder.plot, true, "the error along the ladder");
    plot_destroy(&ladder.plot);
    return err;
}

const Figure ladder_figure = {.name = "ladder", .draw = ladder_draw};
