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
        char place[FIGURE_PLACE], label[sizeof named.name + FIGURE_PLACE];
        plot_axis_name(&named, thin->sets[c]->name, "");
        figure_place(sheaf->source->study, thin->sets[c]->name, place);
        snprintf(label, sizeof label, "%s%s", named.name, place);
        TRY(figure_curve(plot, thin, sheaf->source->over, (int)c,
                         (PlotCurve){.colour = colour_of(thin->sets[c]->name, next++),
                                     .label = sheaf->groups->members[group] > 1 ? label : NULL}));
    }
    return JUDDER_OK;
}

/* "slip over time, t = 5.9 s to 6.3 s; 2 jumps marked above; 18 more in the file: judder plot ... --of
 * slip_2" */
static void write_caption(const Sheaf *sheaf, int group, const char *name, char *caption, size_t size) {
    const FigureSource *source = sheaf->source;
    const ReaderSet *first = sheaf->thin->sets[sheaf->groups->first[group]];
    const Marks *marks = sheaf->marks;
    char place[FIGURE_PLACE] = "", stretch[FIGURE_STRETCH] = "";
    const char *other = NULL;
    const size_t left = groups_left_out(&source->study->series, sheaf->thin, first, &other);
    if (sheaf->groups->members[group] == 1) figure_place(source->study, first->name, place);
    if (sheaf->thin == &source->end) figure_stretch(sheaf->thin, source->over, stretch);
    size_t used = (size_t)snprintf(caption, size, "%s%s over %s%s%s", name, place,
                                   source->time >= 0 ? "time" : "the load", stretch[0] ? ", " : "", stretch);
    if (marks->jumps > 0 && used < size)
        used += (size_t)snprintf(caption + used, size - used, "; %zu jump%s marked above", marks->jumps,
                                 marks->jumps == 1 ? "" : "s");
    if (marks->parts && group == 0 && used < size)
        used += (size_t)snprintf(caption + used, size - used,
                                 "; shaded by the part of the contact that sticks");
    if (left > 0 && used < size)
        snprintf(caption + used, size - used, "; %zu more in the file, as judder plot --of %.60s shows", left,
                 other);
}

static JudderErr draw_group(const Sheaf *sheaf, int group, FigureSheet *sheet) {
    const FigureSource *source = sheaf->source;
    const ReaderSet *over = sheaf->thin->sets[source->over];
    char name[64], caption[600];
    Plot *plot = plot_create(FIGURE_WIDE, FIGURE_LOW);
    group_name(sheaf->groups, sheaf->thin, group, name);
    plot_axis_name(plot_x(plot), figure_over_name(over->name), over->unit);
    plot_axis_name(plot_y(plot), strcmp(name, "nodes") == 0 ? "contact nodes" : name,
                   sheaf->thin->sets[sheaf->groups->first[group]]->unit);
    marks_draw(sheaf->marks, plot);
    const JudderErr err = draw_curves(sheaf, group, plot);
    write_caption(sheaf, group, plot_y(plot)->name, caption, sizeof caption);
    if (err == JUDDER_OK) return figure_add(sheet, &plot, false, caption);
    plot_destroy(&plot);
    return err;
}

/* Names what was not drawn, so that nobody takes it for missing. */
static void tell_rest(const Sheaf *sheaf, FigureSheet *sheet) {
    const Groups *groups = sheaf->groups;
    for (size_t g = MOST_GROUPS; g < groups->count; g++) {
        text_add(sheet->out, g == MOST_GROUPS ? "<p class=\"lead\">Not drawn: " : ", ");
        text_escape(sheet->out, sheaf->thin->sets[groups->first[g]]->name);
        if (groups->members[g] > 1) text_format(sheet->out, " and %zu like it", groups->members[g] - 1);
    }
    if (groups->count > MOST_GROUPS) text_add(sheet->out, "; judder plot --of NAME shows them.</p>\n");
}

static JudderErr draw_all(const FigureSource *source, const Thin *thin, FigureSheet *sheet) {
    if (thin->count == 0 || thin->low[source->over] > thin->high[source->over]) return JUDDER_OK;
    Groups groups;
    Marks marks;
    groups_make(thin, source->over, &groups);
    TRY(marks_make(
        source->reader, source->study,
        &(MarksRequest){thin->sets[source->over]->name, thin->low[source->over], thin->high[source->over]},
        &marks));
    const Sheaf sheaf = {source, thin, &groups, &marks};
    if (thin == &source->end && groups.count > 0)
        text_add(sheet->out, "<h3>The end of the run, closer</h3>\n");
    for (size_t g = 0; g < groups.count && g < MOST_GROUPS; g++) TRY(draw_group(&sheaf, (int)g, sheet));
    if (thin == &source->whole) tell_rest(&sheaf, sheet);
    return JUDDER_OK;
}

static JudderErr series_draw(const FigureSource *source, FigureSheet *sheet) {
    if (source->over < 0) return JUDDER_OK;
    TRY(draw_all(source, &source->whole, sheet));
    return draw_all(source, &source->end, sheet);
}

const Figure series_figure = {.name = "series", .draw = series_draw};
