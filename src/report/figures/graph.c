/* The graph of beta with its stable and unstable parts, and the path that the solution took on it. (DI-1) */
#include "report/figures/figure.h"

#include <math.h>
#include <stdlib.h>

/* The rows of one kind of piece, with a gap wherever pieces of the other kind lie between. */
static void add_branch(Plot *plot, const double *beta, size_t rows, bool stable, double *work) {
    double *v = work, *load = work + 2 * rows;
    size_t count = 0;
    for (size_t i = 0; i < rows; i++) {
        const double *row = beta + 3 * i;
        if ((row[2] > 0) != stable) {
            if (count > 0) v[count] = load[count] = (double)NAN, count++;
            continue;
        }
        v[count] = row[0], load[count++] = row[1];
    }
    plot_curve(plot, &(PlotCurve){.x = v,
                                  .y = load,
                                  .count = count,
                                  .colour = stable ? 0 : 2,
                                  .style = stable ? PLOT_THICK : PLOT_DASHED,
                                  .label = stable ? "stable" : "unstable"});
}

static void pad(double low, double high, PlotAxis *axis) {
    const double part = high > low ? 0.25 * (high - low) : 1;
    axis->low = low - part, axis->high = high + part;
}

/* The window: what the solution visited, or the folds where there is no solution. */
static void choose_window(const FigureSource *source, const double *beta, size_t rows, Plot *plot) {
    const Thin *thin = &source->whole;
    const int v = thin_column(thin, "v"), load = thin_column(thin, "load");
    if (v >= 0 && load >= 0 && thin->low[v] <= thin->high[v] && thin->low[load] <= thin->high[load]) {
        pad(thin->low[v], thin->high[v], plot_x(plot));
        pad(thin->low[load], thin->high[load], plot_y(plot));
        return;
    }
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (size_t i = 1; i + 1 < rows; i++)
        for (int k = 0; k < 2; k++) {
            if (beta[3 * i + 2] == beta[3 * i - 1] && beta[3 * i + 2] == beta[3 * i + 5]) continue;
            low[k] = fmin(low[k], beta[3 * i + (size_t)k]), high[k] = fmax(high[k], beta[3 * i + (size_t)k]);
        }
    if (!(low[0] < high[0]) || !(low[1] < high[1])) return;
    pad(low[0] - (high[0] - low[0]), high[0] + (high[0] - low[0]), plot_x(plot));
    pad(low[1], high[1], plot_y(plot));
}

/* Solutions that were listed for given loads. */
static JudderErr add_roots(const FigureSource *source, Plot *plot) {
    const Value *roots = value_get(source->study->values, "roots");
    double *v = NULL, *load = NULL;
    size_t count = 0;
    if (value_kind(roots) != VALUE_LIST || value_length(roots) == 0) return JUDDER_OK;
    JudderErr err = figure_column(roots, "v", &v, &count);
    if (err == JUDDER_OK) err = figure_column(roots, "load", &load, &count);
    if (err == JUDDER_OK)
        plot_curve(plot, &(PlotCurve){.x = v,
                                      .y = load,
                                      .count = count,
                                      .colour = 4,
                                      .style = PLOT_RINGS,
                                      .label = "solutions at the loads asked for"});
    free(v);
    free(load);
    return err;
}

static JudderErr draw_with(const FigureSource *source, const double *beta, size_t rows, FigureSheet *sheet) {
    const Thin *thin = &source->whole;
    const int v = thin_column(thin, "v"), load = thin_column(thin, "load");
    double *work = malloc((4 * rows + 1) * sizeof *work);
    REQUIRE(work, error_memory());
    Plot *plot = plot_create(FIGURE_HALF, FIGURE_HIGH);
    plot_axis_name(plot_x(plot), "slip velocity v", "");
    plot_axis_name(plot_y(plot), "load", "");
    choose_window(source, beta, rows, plot);
    add_branch(plot, beta, rows, true, work);
    add_branch(plot, beta, rows, false, work);
    free(work);
    JudderErr err = add_roots(source, plot);
    if (err == JUDDER_OK && v >= 0 && load >= 0)
        err = figure_curve(plot, thin, v, load, (PlotCurve){.colour = 1, .label = "path taken"});
    if (err == JUDDER_OK)
        return figure_add(sheet, &plot, true,
                          v >= 0 ? "the graph of beta and the path of the solution on it"
                                 : "the graph of beta: which loads a velocity can balance");
    plot_destroy(&plot);
    return err;
}

static JudderErr graph_draw(const FigureSource *source, FigureSheet *sheet) {
    const ReaderSet *set = reader_find(&source->study->fields, "beta");
    double *beta;
    if (!set || set->count != 3 || set->rows < 2) return JUDDER_OK;
    TRY(whole_read(source->reader, set, &beta));
    const JudderErr err = beta ? draw_with(source, beta, set->rows, sheet) : JUDDER_OK;
    free(beta);
    return err;
}

const Figure graph_figure = {.name = "graph", .draw = graph_draw};
