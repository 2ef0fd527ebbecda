/* One figure of one quantity of a result, for papers: looks a name up among series, fields and lists of
 * values. */
#include "report/report.h"

#include "base/word.h"
#include "report/figures/figure.h"
#include "report/mesh/picture.h"
#include "report/write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers that a name stands for. */
typedef struct Quantity {
    const ReaderStudy *study;
    char name[160], unit[64];
    const ReaderSet *series; /* NULL: not a series, the numbers are here */
    double *at;
    size_t count;
    char partner[160]; /* what it is drawn against unless told; "" if there is nothing natural */
} Quantity;

static void quantity_set(Quantity *found, const ReaderStudy *study, const char *name, const char *unit) {
    found->study = study;
    snprintf(found->name, sizeof found->name, "%.159s", name);
    snprintf(found->unit, sizeof found->unit, "%.63s", unit);
}

/* The part of a name after "prefix."; "" if it is the prefix alone; NULL if it is another name. */
static const char *part_of(const char *name, const char *prefix) {
    const size_t length = strlen(prefix);
    if (strncmp(name, prefix, length) != 0) return NULL;
    if (name[length] == '\0') return "";
    return name[length] == '.' ? name + length + 1 : NULL;
}

/* A column of a table: the one named, or the second. */
static JudderErr take_table(const Reader *reader, const ReaderSet *set, const char *column, Quantity *found) {
    char title[64], unit[64];
    size_t position = 1;
    for (size_t c = 0; *column && c < set->count; c++) {
        figure_title(set->columns, c, title, unit);
        if (strcmp(title, column) == 0) {
            position = c;
            break;
        }
        if (c + 1 == set->count) return JUDDER_OK;
    }
    double *table;
    TRY(figure_read(reader, set, &table));
    if (!table) return JUDDER_OK;
    figure_title(set->columns, position, title, unit);
    snprintf(found->name, sizeof found->name, "%s", title[0] ? title : set->name);
    snprintf(found->unit, sizeof found->unit, "%s", unit);
    size_t place = 0;
    for (size_t c = 1; c < set->count; c++) {
        figure_title(set->columns, c, title, unit);
        if (strcmp(title, "x") == 0) place = c;
    }
    figure_title(set->columns, place, title, unit);
    if (position != place && title[0])
        snprintf(found->partner, sizeof found->partner, "%.90s.%s", set->name, title);
    for (size_t i = 0; i < set->rows; i++) table[i] = table[set->count * i + position];
    found->at = table, found->count = set->rows;
    return JUDDER_OK;
}

static JudderErr take_field(const Reader *reader, const ReaderStudy *study, const char *name,
                            Quantity *found) {
    static const char *const places[] = {"x", "frequency", NULL};
    for (size_t i = 0; i < study->fields.count && !found->at; i++) {
        const ReaderSet *set = &study->fields.at[i];
        const char *column = part_of(name, set->name);
        if (!column || (set->count < 2 && *column)) continue;
        quantity_set(found, study, set->name, set->unit);
        if (set->count > 1) {
            TRY(take_table(reader, set, column, found));
            continue;
        }
        TRY(figure_read(reader, set, &found->at));
        found->count = found->at ? set->rows : 0;
        for (const char *const *place = places; *place; place++) {
            const ReaderSet *other = reader_find(&study->fields, *place);
            if (other && other != set && other->rows == set->rows) strcpy(found->partner, *place);
        }
    }
    return JUDDER_OK;
}

/* A list of numbers among the values or probes, or one column of a list of objects: "peaks.frequency". */
static JudderErr take_value(const ReaderStudy *study, const char *name, Quantity *found) {
    static const char *const natural[] = {"parameter", "step", "t", NULL};
    const Value *groups[] = {study->values, study->probes};
    for (size_t g = 0; g < 2; g++)
        for (size_t i = 0; i < value_length(groups[g]); i++) {
            const char *key = value_key(groups[g], i), *column = part_of(name, key);
            const Value *list = value_at(groups[g], i);
            if (!column || value_kind(list) != VALUE_LIST || value_length(list) == 0) continue;
            quantity_set(found, study, name, "");
            if (*column) {
                TRY(figure_column(list, column, &found->at, &found->count));
                if (value_get(value_at(list, 0), "velocity"))
                    snprintf(found->partner, sizeof found->partner, "%.80s.velocity", key);
            } else {
                TRY(figure_list(groups[g], key, &found->at, &found->count));
            }
            for (const char *const *other = natural; *other && !found->partner[0]; other++)
                if (strcmp(*other, key) != 0 && value_length(value_get(groups[g], *other)) == found->count)
                    strcpy(found->partner, *other);
            return JUDDER_OK;
        }
    return JUDDER_OK;
}

static JudderErr take(const Reader *reader, const ReaderStudy *study, const char *name, Quantity *found) {
    const ReaderSet *series = reader_find(&study->series, name);
    *found = (Quantity){0};
    if (series) {
        quantity_set(found, study, name, series->unit);
        found->series = series;
        found->count = study->rows;
        for (const char *const *over = figure_over; *over && !found->partner[0]; over++)
            if (reader_find(&study->series, *over)) strcpy(found->partner, *over);
        if (strcmp(study->study, "sample") == 0)
            snprintf(found->partner, sizeof found->partner, "%.150s", study->series.at[0].name);
        return JUDDER_OK;
    }
    TRY(take_field(reader, study, name, found));
    if (!found->at) TRY(take_value(study, name, found));
    return JUDDER_OK;
}

static bool is_found(const Quantity *quantity) {
    return quantity->series || quantity->at;
}

/* "STUDY/NAME", or a name that the first study to have it answers to. */
static JudderErr look_up(const Reader *reader, const ReaderStudy *only, const char *name, Quantity *found) {
    for (size_t i = 0; i < reader->count; i++) {
        const ReaderStudy *study = &reader->studies[i];
        const size_t length = strlen(study->name);
        const bool prefixed = strncmp(name, study->name, length) == 0 && name[length] == '/';
        if (only && study != only) continue;
        TRY(take(reader, study, prefixed ? name + length + 1 : name, found));
        if (is_found(found)) return JUDDER_OK;
    }
    return JUDDER_OK;
}

/* --- names that are not there --- */

typedef struct Known {
    NearWord near;
    char list[900];
    size_t used;
} Known;

static void offer(Known *known, const char *name) {
    near_offer(&known->near, name);
    if (strlen(name) + 3 >= sizeof known->list - known->used) return;
    known->used += (size_t)snprintf(known->list + known->used, sizeof known->list - known->used, "%s%s",
                                    known->used ? ", " : "", name);
}

static JudderErr unknown(const Reader *reader, const char *path, const char *option, const char *name) {
    Known known = {.near = near_start(name)};
    for (size_t s = 0; s < reader->count; s++) {
        const ReaderStudy *study = &reader->studies[s];
        for (size_t i = 0; i < study->series.count; i++) offer(&known, study->series.at[i].name);
        for (size_t i = 0; i < study->fields.count; i++) offer(&known, study->fields.at[i].name);
        for (size_t i = 0; i < value_length(study->values); i++)
            if (value_kind(value_at(study->values, i)) == VALUE_LIST)
                offer(&known, value_key(study->values, i));
    }
    if (known.near.best)
        return error_input(option, "%s: %s: nothing of that name: did you mean %s? There are %s", path, name,
                           known.near.best, known.list);
    return error_input(option, "%s: %s: nothing of that name; there are %s", path, name,
                       known.used ? known.list : "no series, fields or lists in it");
}

/* --- drawing --- */

/* Samples are dots, each of which counts. */
static JudderErr draw_samples(const Reader *reader, const Quantity *y, const Quantity *x, Plot *plot) {
    double *xs = NULL, *ys = NULL;
    JudderErr err = figure_read(reader, x->series, &xs);
    if (err == JUDDER_OK) err = figure_read(reader, y->series, &ys);
    if (err == JUDDER_OK && xs && ys)
        plot_curve(plot,
                   &(PlotCurve){.x = xs, .y = ys, .count = y->study->rows, .colour = 1, .style = PLOT_DOTS});
    free(xs);
    free(ys);
    return err;
}

/* The first row at which a series that only rises is not below a number. */
static JudderErr row_of(const Reader *reader, const ReaderSet *set, size_t rows, double number, size_t *row) {
    size_t low = 0, high = rows;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        double value;
        TRY(reader_read(reader, set, middle, 1, &value));
        if (value < number)
            low = middle + 1;
        else
            high = middle;
    }
    *row = low;
    return JUDDER_OK;
}

/* Only the rows that are shown, and one on each side, so that more of them stay. */
static JudderErr narrow(const Reader *reader, const PlotWish *wish, const Quantity *y, FigureSource *source) {
    const ReaderSet *over = source->whole.sets[source->over];
    size_t first = 0, last = y->study->rows;
    if (wish->ends[0]) TRY(row_of(reader, over, y->study->rows, wish->from, &first));
    if (wish->ends[1]) TRY(row_of(reader, over, y->study->rows, wish->to, &last));
    first -= first > 0;
    last += last < y->study->rows;
    if (last <= first || last - first == y->study->rows) return JUDDER_OK;
    thin_release(&source->whole);
    return thin_make(reader, y->study, (ThinWish){first, last - first, 2000}, &source->whole);
}

static JudderErr draw_series(const Reader *reader, const Quantity *y, const Quantity *x, const PlotWish *wish,
                             Plot *plot) {
    FigureSource source;
    Marks marks;
    if (strcmp(y->study->study, "sample") == 0) return draw_samples(reader, y, x, plot);
    TRY(figure_source_open(reader, y->study, &source));
    if (source.over >= 0 && strcmp(source.whole.sets[source.over]->name, x->series->name) == 0) {
        const JudderErr err = narrow(reader, wish, y, &source);
        if (err != JUDDER_OK) figure_source_close(&source);
        TRY(err);
    }
    const int cx = thin_column(&source.whole, x->series->name),
              cy = thin_column(&source.whole, y->series->name);
    JudderErr err = cx < 0 || cy < 0 ? error_input("--of", "the study has too many series to draw this one")
                                     : JUDDER_OK;
    if (err == JUDDER_OK && cx == source.over && source.whole.low[cx] < source.whole.high[cx]) {
        const MarksWish stretch = {x->series->name, source.whole.low[cx], source.whole.high[cx]};
        err = marks_make(reader, y->study, &stretch, &marks);
        if (err == JUDDER_OK) marks_draw(&marks, plot);
    }
    if (err == JUDDER_OK) err = figure_curve(plot, &source.whole, cx, cy, (PlotCurve){.colour = 1});
    figure_source_close(&source);
    return err;
}

/* Points outside the stretch, but for one on each side, are left away from the ends of the list. */
static JudderErr draw_lists(const Quantity *y, const Quantity *x, const PlotWish *wish, Plot *plot) {
    double *place = x ? x->at : malloc((y->count + 1) * sizeof *place);
    size_t first = 0, end = y->count;
    REQUIRE(place, error_memory());
    for (size_t i = 0; !x && i < y->count; i++) place[i] = (double)(i + 1);
    while (wish->ends[0] && first + 1 < end && place[first + 1] < wish->from) first++;
    while (wish->ends[1] && end > first + 1 && place[end - 2] > wish->to) end--;
    plot_curve(plot, &(PlotCurve){.x = place + first,
                                  .y = y->at + first,
                                  .count = end - first,
                                  .colour = 1,
                                  .style = y->count > 60 ? PLOT_LINE : PLOT_MARKED});
    if (!x) free(place);
    return JUDDER_OK;
}

static JudderErr save(const Plot *plot, const char *result_file, const char *figure_file) {
    const char *dot = strrchr(figure_file, '.');
    const bool png = dot && strcmp(dot, ".png") == 0, svg = dot && strcmp(dot, ".svg") == 0;
    REQUIRE(png || svg, error_input("-o", "%s: a name that ends in .svg or .png is needed", figure_file));
    Text out = {0};
    JudderErr err = plot_draw(plot, true, plot_y((Plot *)(size_t)plot)->name, &out) ? JUDDER_OK
                                                                                    : error_memory();
    if (err == JUDDER_OK) err = (png ? write_png : write_file)(figure_file, result_file, out.at, out.length);
    text_release(&out);
    return err;
}

/* A value of a sweep, over its grid. */
static JudderErr draw_sweep(const Reader *reader, const Quantity *y, Plot *plot) {
    const FigureSource source = {.reader = reader, .study = y->study, .time = -1};
    bool drawn;
    TRY(figure_sweep(&source, y->series->name, plot, &drawn));
    REQUIRE(drawn,
            error_input("--of",
                        "%s does not vary over the grid, or the grid has more than two axes: say --against",
                        y->name));
    return JUDDER_OK;
}

/* "V [m/s]" */
static void set_title(PlotAxis *axis, const char *title) {
    if (!title) return;
    const char *bracket = strstr(title, " ["), *end = bracket ? strchr(bracket, ']') : NULL;
    const int length = (int)(end ? (size_t)(bracket - title) : strlen(title));
    snprintf(axis->name, sizeof axis->name, "%.*s", length > 150 ? 150 : length, title);
    axis->unit[0] = '\0';
    if (end) snprintf(axis->unit, sizeof axis->unit, "%.*s", (int)(end - bracket - 2), bracket + 2);
}

static JudderErr draw(const Reader *reader, const Quantity *y, const Quantity *x, const PlotWish *wish,
                      const char *files[2]) {
    Plot *plot = plot_create(wish->width > 0 ? wish->width : 720, wish->height > 0 ? wish->height : 400);
    figure_axis(plot_x(plot),
                !x          ? "position"
                : x->series ? figure_over_name(x->name)
                            : x->name,
                x ? x->unit : "");
    figure_axis(plot_y(plot), y->name, y->unit);
    plot_x(plot)->log = wish->log_x, plot_y(plot)->log = wish->log_y;
    JudderErr err = !x && y->series               ? draw_sweep(reader, y, plot)
                    : x && x->series && y->series ? draw_series(reader, y, x, wish, plot)
                                                  : draw_lists(y, x, wish, plot);
    set_title(plot_x(plot), wish->x_title);
    set_title(plot_y(plot), wish->y_title);
    plot_limit(plot, wish->ends[0] ? wish->from : (double)NAN, wish->ends[1] ? wish->to : (double)NAN);
    if (err == JUDDER_OK) err = save(plot, files[0], files[1]);
    plot_destroy(&plot);
    return err;
}

static JudderErr find_both(const Reader *reader, const char *path, const PlotWish *wish, Quantity *y,
                           Quantity *x) {
    TRY(look_up(reader, NULL, wish->of, y));
    REQUIRE(is_found(y), unknown(reader, path, "--of", wish->of));
    const char *against = wish->against ? wish->against : y->partner;
    if (against[0]) TRY(look_up(reader, y->study, against, x));
    REQUIRE(!wish->against || is_found(x), unknown(reader, path, "--against", wish->against));
    REQUIRE(!y->series || x->series || strcmp(y->study->study, "sweep") == 0,
            error_input("--against", "%s: %s is a series without times: say --against which other one", path,
                        wish->of));
    REQUIRE(!is_found(x) || x->count == y->count,
            error_input("--against", "%s: %s has %zu numbers, %s has %zu: they do not belong together", path,
                        y->name, y->count, x->name, x->count));
    return JUDDER_OK;
}

/* A displacement or a mode: the picture of the body. *plot stays NULL if the name stands for
 * no such thing. */
static JudderErr draw_motion(const Reader *reader, const PlotWish *wish, Plot **plot) {
    const char *name = wish->of;
    for (size_t i = 0; i < reader->count && !*plot; i++) {
        const ReaderStudy *study = &reader->studies[i];
        const size_t length = strlen(study->name);
        const bool prefixed = strncmp(name, study->name, length) == 0 && name[length] == '/';
        const ReaderSet *field = reader_find(&study->fields, prefixed ? name + length + 1 : name);
        char caption[PICTURE_CAPTION];
        BodySource source;
        if (!field) continue;
        TRY(body_source_open(reader, study, &source));
        const JudderErr err = source.mesh ? picture_make(&source, field, wish->width > 0 ? wish->width : 720,
                                                         plot, caption)
                                          : JUDDER_OK;
        body_source_close(&source);
        TRY(err);
    }
    return JUDDER_OK;
}

static JudderErr draw_quantity(const Reader *reader, const PlotWish *wish, const char *files[2]) {
    Quantity x = {0}, y = {0};
    JudderErr err = find_both(reader, files[0], wish, &y, &x);
    if (err == JUDDER_OK) err = draw(reader, &y, is_found(&x) ? &x : NULL, wish, files);
    free(x.at);
    free(y.at);
    return err;
}

JudderErr report_plot(const char *result_file, const char *figure_file, const PlotWish *wish) {
    Reader *reader = NULL;
    Plot *plot = NULL;
    TRY(reader_open(result_file, &reader));
    const char *files[2] = {result_file, figure_file};
    JudderErr err = wish->against ? JUDDER_OK : draw_motion(reader, wish, &plot);
    if (err == JUDDER_OK)
        err = plot ? save(plot, result_file, figure_file) : draw_quantity(reader, wish, files);
    plot_destroy(&plot);
    reader_close(&reader);
    return err;
}
