#include "study/sweep/finished.h"

#include "results/read/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Finished {
    const SweepPlan *plan;
    const Reader *reader;
    const ReaderStudy *sweep, *sample;
    Point *points;
} Finished;

static const ReaderStudy *study_of(const Reader *reader, const char *kind) {
    for (size_t i = 0; i < reader->count; i++)
        if (strcmp(reader->studies[i].study, kind) == 0) return &reader->studies[i];
    return NULL;
}

/* The files that the points named are as they were. */
static bool has_same_files(const Finished *f) {
    const Value *list = value_get(f->sweep->values, "files");
    NamedFiles files = {0};
    bool good = true;
    for (size_t i = 0; good && i < value_length(list); i++) {
        const Value *name = value_get(value_at(list, i), "file"), *sum = value_get(value_at(list, i), "sum");
        bool same = false;
        good = value_kind(name) == VALUE_TEXT && value_kind(sum) == VALUE_TEXT &&
               named_files_add(&files, value_as_text(name), strtoull(value_as_text(sum), NULL, 16), &same) ==
                   JUDDER_OK &&
               same;
    }
    good = good && !named_files_changed(&files, f->plan->case_file);
    named_files_release(&files);
    return good;
}

/* Axes, then values, then the outcome, a row a point. */
static bool is_this_sweep(const Finished *f) {
    char own[SWEEP_FINGERPRINT];
    if (!f->sweep || strcmp(f->sweep->outcome, "done") != 0) return false;
    const Value *found = value_get(f->sweep->values, "fingerprint");
    sweep_fingerprint_text(f->plan, own);
    return value_kind(found) == VALUE_TEXT && strcmp(value_as_text(found), own) == 0 &&
           f->sweep->rows == f->plan->grid.points && f->sweep->series.count > f->plan->grid.axes &&
           reader_find(&f->sweep->series, "outcome") && (f->plan->sample.kind == SAMPLE_NONE || f->sample);
}

/* An axis on which a value occurs twice: its samples could not be told apart. */
static bool has_twins(const SweepGrid *grid) {
    for (size_t a = 0; a < grid->axes; a++)
        for (size_t i = 1; i < grid->axis[a].count; i++)
            for (size_t k = 0; k < i; k++)
                if (grid->axis[a].values[i] == grid->axis[a].values[k]) return true;
    return false;
}

static JudderErr make_points(const Finished *f) {
    const ReaderSets *series = &f->sweep->series;
    const size_t axes = f->plan->grid.axes, values = series->count - axes - 1;
    for (size_t p = 0; p < f->plan->grid.points; p++) {
        Point *point = &f->points[p];
        point_release(point);
        TRY(point_fail(point, POINT_DONE, ""));
        point->names = calloc(values + 1, sizeof *point->names);
        point->values = calloc(values + 1, sizeof *point->values);
        REQUIRE(point->names && point->values, error_memory());
        for (; point->count < values; point->count++) {
            point->names[point->count] = strdup(series->at[axes + point->count].name);
            REQUIRE(point->names[point->count], error_memory());
        }
    }
    return JUDDER_OK;
}

static JudderErr read_values(const Finished *f, double *column) {
    const ReaderSets *series = &f->sweep->series;
    const size_t axes = f->plan->grid.axes, points = f->plan->grid.points;
    for (size_t c = axes; c < series->count; c++) {
        const bool outcome = c + 1 == series->count;
        TRY(reader_read(f->reader, &series->at[c], 0, points, column));
        for (size_t p = 0; p < points; p++) {
            if (!outcome) f->points[p].values[c - axes] = column[p];
            if (outcome && column[p] >= 0 && column[p] < POINT_MISSING)
                f->points[p].outcome = (PointOutcome)column[p];
        }
    }
    return JUDDER_OK;
}

static JudderErr read_reasons(const Finished *f) {
    const Value *list = value_get(f->sweep->values, "failures");
    for (size_t i = 0; i < value_length(list); i++) {
        const Value *item = value_at(list, i), *reason = value_get(item, "reason");
        const double number = value_as_number(value_get(item, "point"));
        if (!(number >= 1 && number <= (double)f->plan->grid.points) || value_kind(reason) != VALUE_TEXT)
            continue;
        Point *point = &f->points[(size_t)number - 1];
        free(point->reason);
        point->reason = strdup(value_as_text(reason));
        REQUIRE(point->reason, error_memory());
    }
    return JUDDER_OK;
}

/* Rows of samples stand in the order of the points: those with the place of a point are its own. */
static JudderErr take_samples(const Finished *f, double *const *column) {
    const SweepGrid *grid = &f->plan->grid;
    const size_t rows = f->sample->rows;
    size_t row = 0;
    for (size_t p = 0; p < grid->points; p++) {
        Samples *samples = &f->points[p].samples;
        const size_t first = row;
        for (bool own = true; row < rows; row += own) {
            for (size_t a = 0; a < grid->axes; a++)
                own = own && column[a][row] == grid->axis[a].values[grid_position(grid, p, a)];
            if (!own) break;
        }
        samples->count = row - first;
        if (samples->count == 0) continue;
        samples->at = malloc(2 * samples->count * sizeof *samples->at);
        REQUIRE(samples->at, error_memory());
        samples->t = samples->at + samples->count;
        memcpy(samples->at, column[grid->axes] + first, samples->count * sizeof *samples->at);
        memcpy(samples->t, column[grid->axes + 1] + first, samples->count * sizeof *samples->t);
    }
    return JUDDER_OK;
}

static JudderErr read_samples(const Finished *f) {
    const size_t columns = f->plan->grid.axes + 2, rows = f->sample ? f->sample->rows : 0;
    double *column[SWEEP_AXES_MOST + 2] = {NULL};
    if (f->plan->sample.kind == SAMPLE_NONE || f->sample->series.count != columns) return JUDDER_OK;
    JudderErr err = JUDDER_OK;
    for (size_t c = 0; err == JUDDER_OK && c < columns; c++) {
        column[c] = malloc((rows + 1) * sizeof *column[c]);
        err = column[c] ? JUDDER_OK : error_memory();
        if (err == JUDDER_OK && rows > 0)
            err = reader_read(f->reader, &f->sample->series.at[c], 0, rows, column[c]);
    }
    if (err == JUDDER_OK) err = take_samples(f, column);
    for (size_t c = 0; c < columns; c++) free(column[c]);
    return err;
}

static JudderErr read_all(const Finished *f) {
    TRY(make_points(f));
    double *column = malloc((f->plan->grid.points + 1) * sizeof *column);
    REQUIRE(column, error_memory());
    const JudderErr err = read_values(f, column);
    free(column);
    TRY(err);
    TRY(read_reasons(f));
    return read_samples(f);
}

JudderErr finished_read(const SweepPlan *plan, const char *result, Point *points, bool *found) {
    Reader *reader = NULL;
    *found = false;
    /* What cannot be read is no finished sweep. */
    if (has_twins(&plan->grid) || reader_open(result, &reader) != JUDDER_OK) return JUDDER_OK;
    const Finished f = {plan, reader, study_of(reader, "sweep"), study_of(reader, "sample"), points};
    JudderErr err = JUDDER_OK;
    *found = reader->sealed && is_this_sweep(&f) && has_same_files(&f);
    if (*found) err = read_all(&f);
    reader_close(&reader);
    return err;
}
