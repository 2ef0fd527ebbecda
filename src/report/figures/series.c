/* Series over time, or over the load: those of one kind together, stick and open shaded, jumps marked; the
 * whole run, and its end closer where the whole had to be thinned. */
#include "report/figures/figure.h"
#include "report/series/groups.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_GROUPS = 12 };

/* States have their colours wherever they are shown. */
static int colour_of(const char *name, int next) {
    if (strcmp(name, "stick_nodes") == 0) return 1;
    if (strcmp(name, "slip_nodes") == 0) return 2;
    return strcmp(name, "open_nodes") == 0 ? 0 : next;
}

typedef struct Sheaf {
    const FigureSource *source;
    const Thin *thin;
    const Groups *groups;
    const Marks *marks;
} Sheaf;

static JudderErr draw_curves(const Sheaf *sheaf, int group, Plot *plot) {
    const Thin *thin = sheaf->thin;
    int next = 1;
    for (size_t c = sheaf->groups->first[group]; c < thin->columns; c++) {
        if (sheaf->groups->of[c] != group) continue;
        PlotAxis named;
        figure_axis(&named, thin->sets[c]->name, "");
        TRY(figure_curve(plot, thin, sheaf->source->over, (int)c,
                         (PlotCurve){.colour = colour_of(thin->sets[c]->name, next++),
                                     .label = sheaf->groups->members[group] > 1 ? named.name : NULL}));
    }
    return JUDDER_OK;
}

static JudderErr draw_group(const Sheaf *sheaf, int group, FigureSheet *sheet) {
    const FigureSource *source = sheaf->source;
    const ReaderSet *over = sheaf->thin->sets[source->over];
    const Marks *marks = sheaf->marks;
    char name[64], caption[400];
    Plot *plot = plot_create(FIGURE_WIDE, FIGURE_LOW);
    group_name(sheaf->groups, sheaf->thin, group, name);
    figure_axis(plot_x(plot), figure_over_name(over->name), over->unit);
    figure_axis(plot_y(plot), strcmp(name, "nodes") == 0 ? "contact nodes" : name,
                sheaf->thin->sets[sheaf->groups->first[group]]->unit);
    marks_draw(marks, plot);
    const JudderErr err = draw_curves(sheaf, group, plot);
    size_t used = (size_t)snprintf(caption, sizeof caption, "%s over %s%s", plot_y(plot)->name,
                                   source->time >= 0 ? "time" : "the load",
                                   sheaf->thin == &source->end ? ", the end of the run" : "");
    if (marks->jumps > 0 && used < sizeof caption)
        used += (size_t)snprintf(caption + used, sizeof caption - used, "; %zu jump%s marked above",
                                 marks->jumps, marks->jumps == 1 ? "" : "s");
    if (marks->parts && used < sizeof caption)
        snprintf(caption + used, sizeof caption - used, "; shaded by the part of the contact that sticks");
    if (err == JUDDER_OK) return figure_add(sheet, &plot, false, caption);
    plot_destroy(&plot);
    return err;
}

static JudderErr draw_all(const FigureSource *source, const Thin *thin, FigureSheet *sheet) {
    if (thin->count == 0 || thin->low[source->over] > thin->high[source->over]) return JUDDER_OK;
    Groups groups;
    Marks marks;
    groups_make(thin, source->over, &groups);
    TRY(marks_make(
        source->reader, source->study,
        &(MarksWish){thin->sets[source->over]->name, thin->low[source->over], thin->high[source->over]},
        &marks));
    const Sheaf sheaf = {source, thin, &groups, &marks};
    for (size_t g = 0; g < groups.count && g < MOST_GROUPS; g++) TRY(draw_group(&sheaf, (int)g, sheet));
    return JUDDER_OK;
}

static JudderErr draw(const FigureSource *source, FigureSheet *sheet) {
    if (source->over < 0) return JUDDER_OK;
    TRY(draw_all(source, &source->whole, sheet));
    return draw_all(source, &source->end, sheet);
}

const Figure series_figure = {.name = "series", .draw = draw};
