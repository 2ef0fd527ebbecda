/* One figure of one quantity of a result, for papers. */
#include "report/report.h"

#include "report/figures/figure.h"
#include "report/mesh/picture.h"
#include "report/quantity.h"
#include "report/write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 2000, COLUMNS_OF_A_CURVE = 2 };

/* Samples are dots, each of which counts. */
static JudderErr draw_samples(const Reader *reader, const Quantity *y, const Quantity *x, Plot *plot) {
    double *xs = NULL, *ys = NULL;
    JudderErr err = whole_read(reader, x->series, &xs);
    if (err == JUDDER_OK) err = whole_read(reader, y->series, &ys);
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

/* Only the rows that are shown, and one on each side, so that more of them stay; all if none is. */
static JudderErr narrow(const Reader *reader, const PlotRequest *wish, const Quantity *x, ThinRequest *rows) {
    const size_t all = x->study->rows;
    size_t first = 0, last = all;
    if (wish->ends[0]) TRY(row_of(reader, x->series, all, wish->from, &first));
    if (wish->ends[1]) TRY(row_of(reader, x->series, all, wish->to, &last));
    if (first == all || last == 0 || last < first) return JUDDER_OK;
    first -= first > 0;
    last += last < all;
    rows->first = first, rows->count = last - first;
    return JUDDER_OK;
}

/* Whether a series is what the others of its study are drawn over. */
static bool is_over(const Quantity *x) {
    for (const char *const *name = figure_over; *name; name++)
        if (reader_find(&x->study->series, *name)) return strcmp(*name, x->name) == 0;
    return false;
}

static JudderErr draw_marks(const Reader *reader, const Quantity *x, const Thin *thin, Plot *plot) {
    Marks marks;
    if (!(thin->low[0] < thin->high[0])) return JUDDER_OK;
    TRY(marks_make(reader, x->study, &(MarksRequest){x->name, thin->low[0], thin->high[0]}, &marks));
    marks_draw(&marks, plot);
    return JUDDER_OK;
}

static JudderErr draw_series(const Reader *reader, const Quantity *y, const Quantity *x,
                             const PlotRequest *wish, Plot *plot) {
    const ReaderSet *const sets[] = {x->series, y->series};
    ThinRequest rows = {
        .count = y->study->rows, .buckets = BUCKETS, .sets = sets, .set_count = COLUMNS_OF_A_CURVE};
    Thin thin;
    if (strcmp(y->study->study, "sample") == 0) return draw_samples(reader, y, x, plot);
    bool drawn = false;
    const FigureSource follow = {.reader = reader, .study = y->study, .time = -1};
    if (strcmp(x->name, y->study->series.at[0].name) == 0) TRY(figure_follow(&follow, y->name, plot, &drawn));
    if (drawn) return JUDDER_OK;
    if (is_over(x)) TRY(narrow(reader, wish, x, &rows));
    TRY(thin_make(reader, y->study, rows, &thin));
    JudderErr err = is_over(x) ? draw_marks(reader, x, &thin, plot) : JUDDER_OK;
    if (err == JUDDER_OK) err = figure_curve(plot, &thin, 0, 1, (PlotCurve){.colour = 1});
    thin_release(&thin);
    return err;
}

/* Points outside the stretch, but for one on each side, are left away from the ends of the list. */
static JudderErr draw_lists(const Quantity *y, const Quantity *x, const PlotRequest *wish, Plot *plot) {
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

/* An empty frame helps nobody: says where the numbers are. */
static JudderErr check_shown(const Plot *plot, const Quantity *y, const PlotRequest *wish) {
    const double stretch[] = {wish->ends[0] ? wish->from : -INFINITY, wish->ends[1] ? wish->to : INFINITY};
    double extent[2];
    if (plot_shows(plot, stretch, extent)) return JUDDER_OK;
    REQUIRE(extent[0] <= extent[1], error_input("--of", "%s has no numbers to show%s", y->name,
                                                wish->log_x || wish->log_y ? " on logarithmic axes" : ""));
    return error_input(wish->ends[0] ? "--from" : "--to",
                       "%s has nothing in this stretch: it goes from %.6g to %.6g", y->name, extent[0],
                       extent[1]);
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

static JudderErr one_figure_draw(const Reader *reader, const Quantity *y, const Quantity *x,
                                 const PlotRequest *wish, const char *files[2]) {
    Plot *plot = plot_create(wish->width > 0 ? wish->width : 720, wish->height > 0 ? wish->height : 400);
    plot_axis_name(plot_x(plot),
                   !x          ? "position"
                   : x->series ? figure_over_name(x->name)
                               : x->name,
                   x ? x->unit : "");
    plot_axis_name(plot_y(plot), y->name, y->unit);
    plot_x(plot)->log = wish->log_x, plot_y(plot)->log = wish->log_y;
    JudderErr err = !x && y->series               ? draw_sweep(reader, y, plot)
                    : x && x->series && y->series ? draw_series(reader, y, x, wish, plot)
                                                  : draw_lists(y, x, wish, plot);
    set_title(plot_x(plot), wish->x_title);
    set_title(plot_y(plot), wish->y_title);
    plot_limit(plot, wish->ends[0] ? wish->from : (double)NAN, wish->ends[1] ? wish->to : (double)NAN);
    if (err == JUDDER_OK && plot) err = check_shown(plot, y, wish);
    if (err == JUDDER_OK) err = save(plot, files[0], files[1]);
    plot_destroy(&plot);
    return err;
}

static JudderErr find_both(const Reader *reader, const char *path, const PlotRequest *wish, Quantity *y,
                           Quantity *x) {
    const char *against = wish->against;
    TRY(quantity_find(reader, &(QuantityRequest){"--of", wish->of, NULL}, y));
    if (!against && y->partner[0]) against = y->partner;
    if (against) TRY(quantity_find(reader, &(QuantityRequest){"--against", against, y->study}, x));
    REQUIRE(!y->series || x->series || strcmp(y->study->study, "sweep") == 0,
            error_input("--against", "%s: %s is a series without times: say --against which other one", path,
                        wish->of));
    REQUIRE(!against || x->count == y->count,
            error_input("--against", "%s: %s has %zu numbers, %s has %zu: they do not belong together", path,
                        y->name, y->count, x->name, x->count));
    return JUDDER_OK;
}

static JudderErr draw_field(const Reader *reader, const ReaderStudy *study, const ReaderSet *field,
                            const PlotRequest *wish, Plot **plot) {
    char caption[PICTURE_CAPTION];
    BodySource source;
    Plot *made = NULL;
    TRY(body_source_open(reader, study, &source));
    const JudderErr err = source.mesh ? picture_make(&source, field, wish->width > 0 ? wish->width : 720,
                                                     &made, caption)
                                      : JUDDER_OK;
    body_source_close(&source);
    if (*plot)
        plot_destroy(&made);
    else
        *plot = made;
    return err;
}

/* A displacement or a mode: the picture of the body. *plot stays NULL if the name stands for
 * no such thing. */
static JudderErr draw_motion(const Reader *reader, const PlotRequest *wish, Plot **plot) {
    const char *bare;
    const ReaderStudy *named = reader_study(reader, wish->of, &bare);
    QuantityList list = {.used = 0};
    for (size_t i = 0; i < reader->count; i++) {
        const ReaderStudy *study = &reader->studies[i];
        const ReaderSet *field = reader_find(&study->fields, bare);
        if (!field || (named && named != study)) continue;
        TRY(draw_field(reader, study, field, wish, plot));
        if (*plot) quantity_list(&list, study->name, bare);
    }
    REQUIRE(list.count < 2, quantity_ambiguous(&(QuantityRequest){"--of", wish->of, NULL}, &list));
    return JUDDER_OK;
}

static JudderErr draw_quantity(const Reader *reader, const PlotRequest *wish, const char *files[2]) {
    Quantity x = {0}, y = {0};
    JudderErr err = find_both(reader, files[0], wish, &y, &x);
    if (err == JUDDER_OK) err = one_figure_draw(reader, &y, x.study ? &x : NULL, wish, files);
    free(x.at);
    free(y.at);
    return err;
}

JudderErr report_plot(const char *result_file, const char *figure_file, const PlotRequest *wish) {
    Reader *reader = NULL;
    Plot *plot = NULL;
    TRY(reader_open(result_file, &reader));
    const char *files[2] = {result_file, figure_file};
    JudderErr err = wish->of ? JUDDER_OK : quantity_unsaid(reader, "--of");
    if (err == JUDDER_OK && !wish->against) err = draw_motion(reader, wish, &plot);
    if (err == JUDDER_OK)
        err = plot ? save(plot, result_file, figure_file) : draw_quantity(reader, wish, files);
    plot_destroy(&plot);
    reader_close(&reader);
    return err;
}
