/* Phase planes: pairs of series that show the motion as a curve without time. */
#include "report/figures/figure.h"

#include <stdio.h>

/* The pairs that are worth a look, where a result has both. */
static const struct {
    const char *x, *y;
} pairs[] = {{"displacement_1", "slip_1"},
             {"end_displacement", "end_velocity"},
             {"spring_force", "slip"},
             {"slip", "friction_force"},
             {"slip_1", "friction_force_1"},
             {"slip_1", "slip_2"},
             {"slip_1", "traction_1"},
             {"slip", "shear"},
             {"end_temperature", "end_velocity"},
             {NULL, NULL}};

static JudderErr draw_pair(const FigureSource *source, int x, int y, FigureSheet *sheet) {
    const Thin *whole = &source->whole, *strong = source->end.count ? &source->end : whole;
    char caption[400], stretch[FIGURE_STRETCH];
    Plot *plot = plot_create(FIGURE_HALF, FIGURE_HIGH);
    plot_axis_name(plot_x(plot), whole->sets[x]->name, whole->sets[x]->unit);
    plot_axis_name(plot_y(plot), whole->sets[y]->name, whole->sets[y]->unit);
    JudderErr err = JUDDER_OK;
    if (strong != whole)
        err = figure_curve(plot, whole, x, y, (PlotCurve){.style = PLOT_DOTS, .label = "whole run, thinned"});
    figure_stretch(strong, source->time, stretch);
    if (err == JUDDER_OK)
        err = figure_curve(plot, strong, x, y,
                           (PlotCurve){.colour = 1, .label = strong != whole ? stretch : NULL});
    snprintf(caption, sizeof caption, "%s against %s", plot_y(plot)->name, plot_x(plot)->name);
    if (err == JUDDER_OK) return figure_add(sheet, &plot, true, caption);
    plot_destroy(&plot);
    return err;
}

static JudderErr phase_draw(const FigureSource *source, FigureSheet *sheet) {
    const Thin *thin = &source->whole;
    if (source->time < 0) return JUDDER_OK;
    for (size_t i = 0; pairs[i].x; i++) {
        const int x = thin_column(thin, pairs[i].x), y = thin_column(thin, pairs[i].y);
        if (x < 0 || y < 0 || !(thin->low[x] < thin->high[x]) || !(thin->low[y] < thin->high[y])) continue;
        TRY(draw_pair(source, x, y, sheet));
    }
    return JUDDER_OK;
}

const Figure phase_figure = {.name = "phase", .draw = phase_draw};
