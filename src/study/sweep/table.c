#include "study/sweep/table.h"

#include "base/array/grow.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAILURES_MOST = 10000 };

void sweep_table_release(SweepTable *table) {
    free(table->names);
    free(table->cells);
    *table = (SweepTable){0};
}

/* The column of a name, looked for first where the last point had it. */
static size_t column_of(const SweepTable *table, const char *name, size_t hint) {
    if (hint < table->columns && strcmp(table->names[hint], name) == 0) return hint;
    for (size_t c = 0; c < table->columns; c++)
        if (strcmp(table->names[c], name) == 0) return c;
    return table->columns;
}

static JudderErr collect_names(SweepTable *table) {
    size_t room = 0;
    for (size_t p = 0; p < table->plan->grid.points; p++)
        for (size_t i = 0; i < table->points[p].count; i++) {
            const char *name = table->points[p].names[i];
            if (column_of(table, name, i) < table->columns) continue;
            REQUIRE(grow(&table->names, &room, table->columns + 1, sizeof *table->names), error_memory());
            table->names[table->columns++] = name;
        }
    return JUDDER_OK;
}

JudderErr sweep_table_create(const SweepPlan *plan, Point *points, SweepTable *table) {
    *table = (SweepTable){.plan = plan, .points = points};
    TRY(collect_names(table));
    const size_t count = plan->grid.points * table->columns;
    table->cells = malloc((count + 1) * sizeof *table->cells);
    REQUIRE(table->cells, error_memory());
    for (size_t i = 0; i < count; i++) table->cells[i] = (double)NAN;
    for (size_t p = 0; p < plan->grid.points; p++) {
        const Point *point = &points[p];
        for (size_t i = 0; i < point->count; i++)
            table->cells[p * table->columns + column_of(table, point->names[i], i)] = point->values[i];
        table->missing += point->outcome == POINT_MISSING;
        table->failed += point->outcome != POINT_DONE && point->outcome != POINT_MISSING;
        table->unanswered += point->outcome == POINT_DONE && point_is_unanswered(point);
        table->samples += point->samples.count;
    }
    return JUDDER_OK;
}

/* --- values that both forms share --- */

static bool add_axes(const SweepGrid *grid, Value *values) {
    Value *axes = value_child_list(values, "axes");
    bool good = axes != NULL;
    for (size_t a = 0; good && a < grid->axes; a++) {
        const SweepAxis *axis = &grid->axis[a];
        Value *item = value_object();
        good = value_set(item, "key", value_text(axis->key));
        good = value_set(item, "count", value_count((long long)axis->count)) && good;
        good = value_set(item, "log", value_flag(axis->log)) && good;
        good = value_append(axes, item) && good;
    }
    for (size_t a = 0; good && a < grid->axes; a++) {
        const SweepAxis *axis = &grid->axis[a];
        char key[300];
        snprintf(key, sizeof key, "words_%.250s", axis->key);
        Value *words = axis->words ? value_child_list(values, key) : NULL;
        for (size_t i = 0; axis->words && i < axis->count; i++)
            good = value_append(words, value_text(axis->texts[i])) && good;
    }
    return good;
}

/* Points that did not reach their goal, with why. */
static bool add_failures(const SweepTable *table, Value *values) {
    const SweepGrid *grid = &table->plan->grid;
    Value *list = value_child_list(values, "failures");
    bool good = list != NULL;
    for (size_t p = 0; good && p < grid->points && value_length(list) < FAILURES_MOST; p++) {
        const Point *point = &table->points[p];
        if (point->outcome == POINT_DONE || point->outcome == POINT_MISSING) continue;
        Value *item = value_object();
        good = value_set(item, "point", value_count((long long)p + 1));
        for (size_t a = 0; a < grid->axes; a++)
            good = value_set(item, grid->axis[a].key,
                             value_text(grid->axis[a].texts[grid_position(grid, p, a)])) &&
                   good;
        good = value_set(item, "outcome", value_text(point_outcome_names[point->outcome])) && good;
        good = value_set(item, "reason", value_text(point->reason)) && good;
        good = value_append(list, item) && good;
    }
    return good;
}

/* What --resume compares. */
static bool add_files(const SweepTable *table, Value *values) {
    const NamedFiles *files = table->plan->files;
    Value *list = files->count > 0 ? value_child_list(values, "files") : NULL;
    bool good = list || files->count == 0;
    for (size_t i = 0; good && i < files->count; i++) {
        char sum[SWEEP_FINGERPRINT];
        sweep_file_text(&files->at[i], sum);
        Value *item = value_object();
        good = value_set(item, "file", value_text(files->at[i].name));
        good = value_set(item, "sum", value_text(sum)) && good;
        good = value_append(list, item) && good;
    }
    return good;
}

static bool add_counts(const SweepTable *table, Value *values) {
    const size_t points = table->plan->grid.points;
    bool good = value_set(values, "points", value_count((long long)points));
    good = value_set(values, "done", value_count((long long)(points - table->failed - table->missing))) &&
           good;
    good = value_set(values, "failed", value_count((long long)table->failed)) && good;
    good = value_set(values, "missing", value_count((long long)table->missing)) && good;
    return value_set(values, "unanswered", value_count((long long)table->unanswered)) && good;
}

/* --- the file --- */

static void fill_axes(const SweepGrid *grid, size_t point, double *row) {
    for (size_t a = 0; a < grid->axes; a++) row[a] = grid->axis[a].values[grid_position(grid, point, a)];
}

static JudderErr write_points(const SweepTable *table, Results *results) {
    const SweepGrid *grid = &table->plan->grid;
    const size_t width = grid->axes + table->columns + 1;
    ResultsColumn *columns = calloc(width, sizeof *columns);
    double *row = calloc(width, sizeof *row);
    JudderErr err = columns && row ? JUDDER_OK : error_memory();
    for (size_t c = 0; err == JUDDER_OK && c < width; c++)
        columns[c] = (ResultsColumn){c < grid->axes  ? grid->axis[c].key
                                     : c + 1 < width ? table->names[c - grid->axes]
                                                     : "outcome",
                                     ""};
    if (err == JUDDER_OK) err = results_series_declare(results, columns, width);
    for (size_t p = 0; err == JUDDER_OK && p < grid->points; p++) {
        fill_axes(grid, p, row);
        memcpy(row + grid->axes, table->cells + p * table->columns, table->columns * sizeof *row);
        row[width - 1] = table->points[p].outcome;
        err = results_series_append(results, row);
    }
    free(columns);
    free(row);
    return err;
}

/* The axes, and for two of them every value with the shape of the grid. */
static JudderErr write_grid(const SweepTable *table, Results *results) {
    const SweepGrid *grid = &table->plan->grid;
    for (size_t a = 0; a < grid->axes; a++) {
        char name[300];
        snprintf(name, sizeof name, "axis_%.250s", grid->axis[a].key);
        TRY(results_field(results, name, "", grid->axis[a].values, grid->axis[a].count, 1));
    }
    if (grid->axes != 2 || grid->axis[1].count < 2) return JUDDER_OK;
    double *column = malloc(grid->points * sizeof *column);
    JudderErr err = column ? JUDDER_OK : error_memory();
    for (size_t c = 0; err == JUDDER_OK && c < table->columns; c++) {
        for (size_t p = 0; p < grid->points; p++) column[p] = table->cells[p * table->columns + c];
        err = results_field(results, table->names[c], "", column, grid->axis[0].count, grid->axis[1].count);
    }
    free(column);
    return err;
}

static JudderErr write_samples(const SweepTable *table, const char *unit, Results *results) {
    const SweepGrid *grid = &table->plan->grid;
    const SampleWish *wish = &table->plan->sample;
    static const char *const kinds[] = {"", "maxima", "minima", "at a crossing", "at equal times"};
    ResultsColumn columns[SWEEP_AXES_MOST + 2];
    double row[SWEEP_AXES_MOST + 2];
    char name[120];
    snprintf(name, sizeof name, "%s %s", wish->series, kinds[wish->kind]);
    TRY(results_study_begin(results, "sample", name));
    for (size_t a = 0; a < grid->axes; a++) columns[a] = (ResultsColumn){grid->axis[a].key, ""};
    columns[grid->axes] = (ResultsColumn){wish->series, unit};
    columns[grid->axes + 1] = (ResultsColumn){"time", ""};
    TRY(results_series_declare(results, columns, grid->axes + 2));
    for (size_t p = 0; p < grid->points; p++) {
        const Samples *samples = &table->points[p].samples;
        fill_axes(grid, p, row);
        for (size_t i = 0; i < samples->count; i++) {
            row[grid->axes] = samples->at[i];
            row[grid->axes + 1] = samples->t[i];
            TRY(results_series_append(results, row));
        }
    }
    Value *values = value_object();
    const bool good = value_set(values, "samples", value_count((long long)table->samples)) &&
                      add_axes(grid, values);
    const JudderErr err = good ? results_study_end(results, values, "done", "") : error_memory();
    value_destroy(&values);
    return err;
}

static JudderErr end_sweep(const SweepTable *table, Results *results) {
    Value *values = value_object();
    char note[300], reason[100] = "", fingerprint[SWEEP_FINGERPRINT];
    const size_t points = table->plan->grid.points;
    sweep_fingerprint_text(table->plan, fingerprint);
    const bool good = add_counts(table, values) && add_axes(&table->plan->grid, values) &&
                      add_failures(table, values) && add_files(table, values) &&
                      value_set(values, "fingerprint", value_text(fingerprint));
    int used = snprintf(note, sizeof note, "%zu points, of which %zu reached their goal%s", points,
                        points - table->failed - table->missing - table->unanswered,
                        table->failed ? "; those that failed are listed under failures" : "");
    if (table->unanswered)
        snprintf(note + used, sizeof note - (size_t)used,
                 "; %zu more were computed without an answer (certainty 3)", table->unanswered);
    if (table->missing)
        snprintf(reason, sizeof reason, "interrupted: %zu points are missing", table->missing);
    JudderErr err = good ? results_note(results, note) : error_memory();
    if (err == JUDDER_OK)
        err = results_study_end(results, values, table->missing ? "stopped" : "done", reason);
    value_destroy(&values);
    return err;
}

JudderErr sweep_table_write(const SweepTable *table, const char *sample_unit, Results *results) {
    TRY(results_study_begin(results, "sweep", "sweep"));
    TRY(write_points(table, results));
    TRY(write_grid(table, results));
    TRY(end_sweep(table, results));
    return table->plan->sample.kind == SAMPLE_NONE ? JUDDER_OK : write_samples(table, sample_unit, results);
}

/* --- JSON --- */

static bool add_rows(const SweepTable *table, Value *report) {
    const SweepGrid *grid = &table->plan->grid;
    Value *columns = value_child_list(report, "columns"), *rows = value_child_list(report, "rows");
    bool good = columns && rows;
    for (size_t a = 0; good && a < grid->axes; a++)
        good = value_append(columns, value_text(grid->axis[a].key));
    good = good && value_append(columns, value_text("outcome"));
    for (size_t c = 0; good && c < table->columns; c++)
        good = value_append(columns, value_text(table->names[c]));
    for (size_t p = 0; good && p < grid->points; p++) {
        Value *row = value_list();
        for (size_t a = 0; a < grid->axes; a++) {
            const SweepAxis *axis = &grid->axis[a];
            const size_t i = grid_position(grid, p, a);
            good = value_append(row,
                                axis->words ? value_text(axis->texts[i]) : value_number(axis->values[i])) &&
                   good;
        }
        good = value_append(row, value_text(point_outcome_names[table->points[p].outcome])) && good;
        for (size_t c = 0; c < table->columns; c++)
            good = value_append(row, value_number(table->cells[p * table->columns + c])) && good;
        good = value_append(rows, row) && good;
    }
    return good;
}

static bool add_samples(const SweepTable *table, Value *report) {
    if (table->plan->sample.kind == SAMPLE_NONE) return true;
    Value *list = value_child_list(report, "samples");
    bool good = list != NULL;
    for (size_t p = 0; good && p < table->plan->grid.points; p++)
        good = value_append(list, value_numbers(table->points[p].samples.at, table->points[p].samples.count));
    return good;
}

JudderErr sweep_table_report(const SweepTable *table, Value *report) {
    const bool good = add_counts(table, report) && add_axes(&table->plan->grid, report) &&
                      add_rows(table, report) && add_samples(table, report) && add_failures(table, report);
    return good ? JUDDER_OK : error_memory();
}
