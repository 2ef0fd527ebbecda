/* Figures of the bench from its records: error against time (B6, B7) and growth (B10), by the code
 * that draws the reports.
 *
 *   bench_figure RECORDS FOLDER */
#include "report/plot/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CURVES = 12, MOST_POINTS = 64, MOST_LINES = 4000 };

typedef struct Record {
    char *part[5]; /* row, workload, code, measure, value */
} Record;

typedef struct Records {
    size_t count;
    Record at[MOST_LINES];
} Records;

typedef struct Curve {
    const char *label;
    size_t count;
    double x[MOST_POINTS], y[MOST_POINTS];
} Curve;

typedef struct Figure {
    const char *row, *file, *x_name, *x_unit, *y_name, *y_unit;
    size_t count;
    Curve curve[MOST_CURVES];
} Figure;

static int read_records(const char *path, Records *records) {
    char line[1000];
    FILE *file = fopen(path, "r");
    if (!file) return -1;
    while (records->count < MOST_LINES && fgets(line, sizeof line, file)) {
        Record *record = &records->at[records->count];
        char *rest = line;
        int part = 0;
        line[strcspn(line, "\n")] = 0;
        for (char *word = strsep(&rest, "\t"); word && part < 5; word = strsep(&rest, "\t"))
            record->part[part++] = strdup(word);
        if (part == 5) records->count++;
    }
    fclose(file);
    return 0;
}

static const char *value_of(const Records *records, const Record *like, const char *measure) {
    for (size_t i = 0; i < records->count; i++) {
        char *const *part = records->at[i].part;
        if (strcmp(part[0], like->part[0]) == 0 && strcmp(part[1], like->part[1]) == 0 &&
            strcmp(part[2], like->part[2]) == 0 && strcmp(part[3], measure) == 0)
            return part[4];
    }
    return NULL;
}

static Curve *curve_of(Figure *figure, const char *label) {
    for (size_t i = 0; i < figure->count; i++)
        if (strcmp(figure->curve[i].label, label) == 0) return &figure->curve[i];
    if (figure->count == MOST_CURVES) return NULL;
    figure->curve[figure->count].label = label;
    return &figure->curve[figure->count++];
}

static void add_point(Curve *curve, const char *x, const char *y) {
    if (!curve || !x || !y || curve->count == MOST_POINTS) return;
    curve->x[curve->count] = atof(x);
    curve->y[curve->count++] = atof(y);
}

/* Every line of the row that has the error has a point. */
static void collect_errors(const Records *records, const char *error, Figure *figure) {
    for (size_t i = 0; i < records->count; i++) {
        const Record *record = &records->at[i];
        if (strcmp(record->part[0], figure->row) != 0 || strcmp(record->part[3], error) != 0) continue;
        if (strncmp(record->part[1], "best of", 7) == 0) continue;
        add_point(curve_of(figure, record->part[2]), value_of(records, record, "seconds"), record->part[4]);
    }
}

/* "size k" and "seconds k" of every workload. */
static void collect_growth(const Records *records, Figure *figure) {
    for (size_t i = 0; i < records->count; i++) {
        const Record *record = &records->at[i];
        char measure[32];
        int k;
        if (strcmp(record->part[0], figure->row) != 0 || sscanf(record->part[3], "size %d", &k) != 1)
            continue;
        snprintf(measure, sizeof measure, "seconds %d", k);
        add_point(curve_of(figure, record->part[1]), record->part[4], value_of(records, record, measure));
    }
}

static int draw(const Figure *figure, const char *folder) {
    Plot *plot = plot_create(720, 420);
    Text text = {0};
    char path[1000];
    if (!plot) return 3;
    PlotAxis *x = plot_x(plot), *y = plot_y(plot);
    x->log = y->log = true;
    snprintf(x->name, sizeof x->name, "%s", figure->x_name);
    snprintf(x->unit, sizeof x->unit, "%s", figure->x_unit);
    snprintf(y->name, sizeof y->name, "%s", figure->y_name);
    snprintf(y->unit, sizeof y->unit, "%s", figure->y_unit);
    for (size_t i = 0; i < figure->count; i++) {
        const Curve *c = &figure->curve[i];
        plot_curve(plot, &(PlotCurve){.x = c->x,
                                      .y = c->y,
                                      .count = c->count,
                                      .colour = 1 + (int)i % 7,
                                      .style = PLOT_MARKED,
                                      .label = c->label});
    }
    const bool good = plot_draw(plot, true, figure->file, &text);
    snprintf(path, sizeof path, "%s/%s", folder, figure->file);
    FILE *file = good ? fopen(path, "w") : NULL;
    const bool written = file && fwrite(text.at, 1, text.length, file) == text.length;
    if (file && fclose(file) != 0) return 3;
    plot_destroy(&plot);
    text_release(&text);
    return written ? 0 : 3;
}

int main(int count, char **words) {
    static Records records;
    static Figure figures[] = {
        {"B6", "bench_slab.svg", "time", "s", "mean error of the slip velocity", "m/s", 0, {{0}}},
        {"B7", "bench_beam.svg", "time", "s", "error of the end's velocity", "", 0, {{0}}},
        {"B10", "bench_growth.svg", "size", "", "time", "s", 0, {{0}}},
    };
    if (count != 3 || read_records(words[1], &records) != 0) {
        fprintf(stderr, "bench_figure RECORDS FOLDER\n");
        return 2;
    }
    collect_errors(&records, "mean error, m/s", &figures[0]);
    collect_errors(&records, "error of the velocity", &figures[1]);
    collect_growth(&records, &figures[2]);
    int status = 0;
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        if (figures[i].count > 0 && status == 0) status = draw(&figures[i], words[2]);
    return status;
}
