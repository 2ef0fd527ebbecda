/* The friction law mu(r), and how fast the run slipped at most. */
#include "report/figures/figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Series that hold a slip velocity. */
static const char *const slips[] = {"slip_1", "slip_2", "slip", "v", NULL};

static double fastest(const FigureSource *source) {
    double most = 0;
    for (const char *const *name = slips; *name; name++) {
        const int column = thin_column(&source->whole, *name);
        if (column < 0 || source->whole.low[column] > source->whole.high[column]) continue;
        most = fmax(most, fmax(fabs(source->whole.low[column]), fabs(source->whole.high[column])));
    }
    return most;
}

static JudderErr draw_with(const FigureSource *source, const ReaderSet *set, const double *law,
                           FigureSheet *sheet) {
    const size_t rows = set->rows;
    char name[64], unit[64];
    const double most = fastest(source), top = law[2 * rows - 2];
    figure_title(set->columns, 0, name, unit);
    double *r = malloc(2 * rows * sizeof *r), *mu = r + rows, low = INFINITY, high = -INFINITY;
    REQUIRE(r, error_memory());
    for (size_t i = 0; i < rows; i++) {
        r[i] = law[2 * i], mu[i] = law[2 * i + 1];
        low = fmin(low, mu[i]), high = fmax(high, mu[i]);
    }
    Plot *plot = plot_create(FIGURE_HALF, FIGURE_HIGH);
    plot_axis_name(plot_x(plot), "slip speed", unit);
    plot_axis_name(plot_y(plot), "friction coefficient", "");
    plot_curve(
        plot,
        &(PlotCurve){
            .x = r, .y = mu, .count = rows, .colour = 1, .label = most > 0 && most <= top ? "law" : NULL});
    plot_y(plot)->low = fmin(0, low * 1.1);
    plot_y(plot)->high = high > 0 ? 1.12 * high : 1;
    if (most > 0 && most <= top) {
        const double x[2] = {most, most}, y[2] = {plot_y(plot)->low, plot_y(plot)->high};
        plot_curve(plot,
                   &(PlotCurve){.x = x, .y = y, .count = 2, .style = PLOT_DASHED, .label = "fastest slip"});
    }
    free(r);
    char caption[200];
    if (most > top)
        snprintf(caption, sizeof caption,
                 "the friction law; the fastest slip of the run, %.3g%s%s, lies beyond", most,
                 unit[0] ? " " : "", unit);
    else
        snprintf(caption, sizeof caption, "the friction law");
    return figure_add(sheet, &plot, true, caption);
}

static JudderErr law_draw(const FigureSource *source, FigureSheet *sheet) {
    const ReaderSet *set = reader_find(&source->study->fields, "friction_law");
    double *law;
    if (!set || set->count != 2 || set->rows < 2) return JUDDER_OK;
    TRY(whole_read(source->reader, set, &law));
    const JudderErr err = law ? draw_with(source, set, law, sheet) : JUDDER_OK;
    free(law);
    return err;
}

const Figure law_figure = {.name = "law", .draw = law_draw};
