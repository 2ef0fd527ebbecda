/* The list of figures, in the order in which a page shows them, and what they share. */
#include "report/figures/figure.h"

#include "report/series/groups.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const Figure *const figures[] = {
    &sample_figure,  &follow_figure, &sweep_figure,    &body_figure,   &series_figure,
    &graph_figure,   &law_figure,    &phase_figure,    &cycle_figure,  &ladder_figure,
    &profile_figure, &steady_figure, &spectrum_figure, &energy_figure, NULL};

enum { BUCKETS = 1000, END_LEAST = 3000, END_MOST = 8000, END_PART = 12 };

const char *const figure_over[] = {"t", "s", NULL};

const char *figure_over_name(const char *series) {
    return strcmp(series, "t") == 0 ? "time t" : strcmp(series, "s") == 0 ? "loads done, s" : series;
}

JudderErr figure_source_open(const Reader *reader, const ReaderStudy *study, FigureSource *source) {
    *source = (FigureSource){.reader = reader, .study = study, .time = -1, .over = -1};
    const ReaderSet *chosen[THIN_COLUMNS];
    ThinRequest wish = {.count = study->rows, .buckets = BUCKETS, .sets = chosen};
    wish.set_count = groups_choose(&study->series, chosen);
    /* Many columns share one budget of points. */
    while (wish.buckets > 250 && wish.buckets * wish.set_count > 10 * BUCKETS) wish.buckets /= 2;
    TRY(thin_make(reader, study, wish, &source->whole));
    source->time = thin_column(&source->whole, "t");
    for (const char *const *name = figure_over; *name && source->over < 0; name++)
        source->over = thin_column(&source->whole, *name);
    if (source->whole.whole || study->rows == 0) return JUDDER_OK;
    size_t rows = study->rows / END_PART;
    rows = rows > END_MOST ? END_MOST : rows < END_LEAST ? END_LEAST : rows;
    if (2 * rows > study->rows) return JUDDER_OK; /* it would show the same again */
    wish.first = study->rows - rows, wish.count = rows;
    const JudderErr err = thin_make(reader, study, wish, &source->end);
    if (err != JUDDER_OK) figure_source_close(source);
    return err;
}

void figure_source_close(FigureSource *source) {
    thin_release(&source->whole);
    thin_release(&source->end);
}

JudderErr figure_add(FigureSheet *sheet, Plot **plot, bool half, const char *caption) {
    text_format(sheet->out, "<figure%s>\n", half ? " class=\"half\"" : "");
    const bool good = plot_draw(*plot, sheet->alone, caption, sheet->out);
    text_add(sheet->out, "<figcaption>");
    text_escape(sheet->out, caption);
    text_add(sheet->out, "</figcaption></figure>\n");
    plot_destroy(plot);
    sheet->count++;
    return good && !sheet->out->failed ? JUDDER_OK : error_memory();
}

JudderErr figure_pair(FigureSheet *sheet, const FigurePair *pair) {
    JudderErr err = JUDDER_OK;
    if (pair->x && pair->y) {
        char caption[400];
        Plot *plot = plot_create(FIGURE_HALF, FIGURE_HIGH);
        plot_axis_name(plot_x(plot), pair->x_name, pair->x_unit);
        plot_axis_name(plot_y(plot), pair->y_name, pair->y_unit);
        plot_curve(plot,
                   &(PlotCurve){
                       .x = pair->x, .y = pair->y, .count = pair->count, .colour = 1, .style = pair->style});
        snprintf(caption, sizeof caption, "%s%s", pair->named ? plot_y(plot)->name : "", pair->caption);
        err = figure_add(sheet, &plot, true, caption);
    }
    free(pair->x);
    free(pair->y);
    return err;
}

/* Whether a word stands in a text of words. */
static bool has_word(const char *text, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        if ((at == text || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) return true;
    return false;
}

void figure_place(const ReaderStudy *study, const char *series, char place[FIGURE_PLACE]) {
    static const char *const keys[] = {"x", "y", "z"};
    const Value *list = value_get(study->values, "watched");
    place[0] = '\0';
    for (size_t i = 0; i < value_length(list) && !place[0]; i++) {
        const Value *item = value_at(list, i), *names = value_get(item, "series");
        if (value_kind(names) != VALUE_TEXT || !has_word(value_as_text(names), series)) continue;
        size_t used = (size_t)snprintf(place, FIGURE_PLACE, " at ");
        for (size_t k = 0; k < 3 && value_get(item, keys[k]); k++)
            used += (size_t)snprintf(place + used, FIGURE_PLACE - used, "%s%.4g", k ? ", " : "(",
                                     value_as_number(value_get(item, keys[k])));
        snprintf(place + used, FIGURE_PLACE - used, ") m");
    }
}

void figure_stretch(const Thin *thin, int column, char text[FIGURE_STRETCH]) {
    const ReaderSet *set = thin->sets[column];
    char low[40], high[40];
    number_show(thin->low[column], low);
    number_show(thin->high[column], high);
    snprintf(text, FIGURE_STRETCH, "%.20s = %s to %s%s%.20s", set->name, low, high, set->unit[0] ? " " : "",
             set->unit);
}

JudderErr figure_curve(Plot *plot, const Thin *thin, int x, int y, PlotCurve look) {
    double *xs = malloc((thin->count + 1) * sizeof *xs), *ys = malloc((thin->count + 1) * sizeof *ys);
    if (xs && ys) {
        look.x = xs, look.y = ys;
        look.count = thin_curve(thin, x, y, xs, ys);
        plot_curve(plot, &look);
    }
    free(xs);
    free(ys);
    return xs && ys ? JUDDER_OK : error_memory();
}

void figure_title(const char *titles, size_t position, char name[64], char unit[64]) {
    name[0] = unit[0] = '\0';
    for (; position > 0 && titles; position--) {
        titles = strstr(titles, ", ");
        if (titles) titles += 2;
    }
    if (!titles) return;
    const char *end = strstr(titles, ", "), *bracket = strstr(titles, " [");
    if (!end) end = titles + strlen(titles);
    if (bracket && bracket < end) {
        const char *close = memchr(bracket, ']', (size_t)(end - bracket));
        if (close) snprintf(unit, 64, "%.*s", (int)(close - bracket - 2), bracket + 2);
        end = bracket;
    }
    snprintf(name, 64, "%.*s", (int)(end - titles), titles);
}

JudderErr figure_list(const Value *values, const char *key, double **at, size_t *count) {
    const Value *list = value_get(values, key);
    *at = NULL, *count = 0;
    if (value_kind(list) != VALUE_LIST || value_length(list) == 0) return JUDDER_OK;
    *at = malloc(value_length(list) * sizeof **at);
    REQUIRE(*at, error_memory());
    for (; *count < value_length(list); ++*count) (*at)[*count] = value_as_number(value_at(list, *count));
    return JUDDER_OK;
}

JudderErr figure_column(const Value *list, const char *key, double **at, size_t *count) {
    *at = malloc((value_length(list) + 1) * sizeof **at);
    *count = 0;
    REQUIRE(*at, error_memory());
    for (; *count < value_length(list); ++*count)
        (*at)[*count] = value_as_number(value_get(value_at(list, *count), key));
    return JUDDER_OK;
}
