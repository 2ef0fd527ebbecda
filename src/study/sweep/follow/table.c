/* What was followed, as a study of the result and as JSON. */
#include "study/sweep/follow/follow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const ResultsColumn value_columns[FOLLOW_VALUES] = {[FOLLOW_MOTION] = {"motion", ""},
                                                           [FOLLOW_FREQUENCY] = {"frequency", "Hz"},
                                                           [FOLLOW_GROWTH] = {"growth", "1/s"},
                                                           [FOLLOW_LIKENESS] = {"likeness", ""}};

static bool add_thresholds(const FollowTable *table, Value *values) {
    Value *list = value_child_list(values, "thresholds");
    bool good = list != NULL;
    for (size_t i = 0; i < table->thresholds && good; i++) {
        const FollowThreshold *t = &table->threshold[i];
        Value *item = value_object();
        good = value_set(item, "at", value_number(t->at));
        good = value_set(item, "frequency", value_number(t->frequency)) && good;
        good = value_set(item, "motion", value_count(t->motion[0])) && good;
        good = value_set(item, "with", t->motion[1] ? value_count(t->motion[1]) : value_null()) && good;
        good = value_set(item, "begins", value_flag(t->begins)) && good;
        good = value_append(list, item) && good;
    }
    return good;
}

static bool add_values(const FollowTable *table, const SweepPlan *plan, Value *values) {
    bool good = value_set(values, "over", value_text(plan->grid.axis[0].key));
    good = value_set(values, "log", value_flag(plan->grid.axis[0].log)) && good;
    good = value_set(values, "motions", value_count((long long)table->motions)) && good;
    good = value_set(values, "places", value_count((long long)table->places)) && good;
    good = value_set(values, "added", value_count((long long)table->added)) && good;
    good = value_set(values, "doubtful", value_count((long long)table->doubtful)) && good;
    good = value_set(values, "complete", value_flag(table->complete)) && good;
    return add_thresholds(table, values) && good;
}

static void note_of(const FollowTable *table, const SweepPlan *plan, char note[400]) {
    const char *key = plan->grid.axis[0].key;
    int used = snprintf(note, 400, "%zu motions followed over %zu places", table->motions, table->places);
    if (table->doubtful > 0)
        used += snprintf(note + used, 400 - (size_t)used,
                         ", though a motion is not known again over %zu of the steps between them",
                         table->doubtful);
    else if (!table->complete)
        used += snprintf(note + used, 400 - (size_t)used, ", though more were wanted");
    for (size_t i = 0; i < table->thresholds && used > 0 && used < 300; i++) {
        const FollowThreshold *t = &table->threshold[i];
        used += snprintf(note + used, 400 - (size_t)used, "; growth of motion %d %s at %.60s = %.9g, %.6g Hz",
                         t->motion[0], t->begins ? "begins" : "ends", key, t->at, t->frequency);
    }
    if (table->thresholds == 0 && used > 0 && used < 300)
        snprintf(note + used, 400 - (size_t)used, "; growth neither begins nor ends");
}

static JudderErr end_study(const FollowTable *table, const SweepPlan *plan, Results *results) {
    Value *values = value_object();
    char note[400];
    note_of(table, plan, note);
    const bool good = add_values(table, plan, values);
    JudderErr err = good ? results_note(results, note) : error_memory();
    const char *outcome = table->reason[0] ? "failed" : table->whole ? "done" : "stopped";
    const char *reason = table->reason[0] ? table->reason : table->whole ? "" : "interrupted";
    if (err == JUDDER_OK) err = results_study_end(results, values, outcome, reason);
    value_destroy(&values);
    return err;
}

JudderErr follow_write(const FollowTable *table, const SweepPlan *plan, Results *results) {
    ResultsColumn columns[1 + FOLLOW_VALUES] = {{plan->grid.axis[0].key, ""}};
    for (int c = 0; c < FOLLOW_VALUES; c++) columns[1 + c] = value_columns[c];
    TRY(results_study_begin(results, "follow", "follow"));
    TRY(results_series_declare(results, columns, 1 + FOLLOW_VALUES));
    for (size_t i = 0; i < table->rows; i++)
        TRY(results_series_append(results, table->cells + i * (1 + FOLLOW_VALUES)));
    return end_study(table, plan, results);
}

bool follow_report(const FollowTable *table, const SweepPlan *plan, Value *report) {
    Value *follow = value_child_object(report, "follow");
    bool good = follow && add_values(table, plan, follow);
    good = good && value_set(follow, "reason", table->reason[0] ? value_text(table->reason) : value_null());
    Value *columns = good ? value_child_list(follow, "columns") : NULL;
    Value *rows = good ? value_child_list(follow, "rows") : NULL;
    good = columns && rows && value_append(columns, value_text(plan->grid.axis[0].key));
    for (int c = 0; c < FOLLOW_VALUES && good; c++)
        good = value_append(columns, value_text(value_columns[c].name));
    for (size_t i = 0; i < table->rows && good; i++)
        good = value_append(rows, value_numbers(table->cells + i * (1 + FOLLOW_VALUES), 1 + FOLLOW_VALUES));
    return good;
}

/* --- and back --- */

static JudderErr read_rows(const Reader *reader, const ReaderStudy *study, FollowTable *table) {
    const size_t width = 1 + FOLLOW_VALUES, rows = study->rows;
    double *column = malloc((rows + 1) * sizeof *column);
    table->cells = malloc((rows * width + 1) * sizeof *table->cells);
    JudderErr err = column && table->cells ? JUDDER_OK : error_memory();
    for (size_t c = 0; c < width && rows > 0 && err == JUDDER_OK; c++) {
        err = reader_read(reader, &study->series.at[c], 0, rows, column);
        for (size_t i = 0; i < rows && err == JUDDER_OK; i++) table->cells[i * width + c] = column[i];
    }
    table->rows = rows;
    free(column);
    return err;
}

static size_t count_of(const Value *values, const char *key) {
    const double number = value_as_number(value_get(values, key));
    return number >= 0 && number < 1e9 ? (size_t)number : 0;
}

static JudderErr read_thresholds(const Value *list, FollowTable *table) {
    table->threshold = calloc(value_length(list) + 1, sizeof *table->threshold);
    REQUIRE(table->threshold, error_memory());
    for (; table->thresholds < value_length(list); table->thresholds++) {
        const Value *item = value_at(list, table->thresholds);
        FollowThreshold *t = &table->threshold[table->thresholds];
        *t = (FollowThreshold){.at = value_as_number(value_get(item, "at")),
                               .frequency = value_as_number(value_get(item, "frequency")),
                               .motion = {(int)count_of(item, "motion"), (int)count_of(item, "with")},
                               .begins = value_as_flag(value_get(item, "begins"))};
    }
    return JUDDER_OK;
}

JudderErr follow_read(const Reader *reader, FollowTable *table, bool *found) {
    const ReaderStudy *study = NULL;
    *table = (FollowTable){.whole = true};
    for (size_t i = 0; i < reader->count; i++)
        if (strcmp(reader->studies[i].study, "follow") == 0) study = &reader->studies[i];
    *found = study && strcmp(study->outcome, "stopped") != 0 && study->series.count == 1 + FOLLOW_VALUES;
    if (!*found) return JUDDER_OK;
    table->motions = count_of(study->values, "motions");
    table->places = count_of(study->values, "places");
    table->added = count_of(study->values, "added");
    table->doubtful = count_of(study->values, "doubtful");
    if (strcmp(study->outcome, "failed") == 0)
        snprintf(table->reason, sizeof table->reason, "%.390s", study->reason);
    table->complete = value_as_flag(value_get(study->values, "complete"));
    JudderErr err = read_rows(reader, study, table);
    if (err == JUDDER_OK) err = read_thresholds(value_get(study->values, "thresholds"), table);
    if (err != JUDDER_OK) follow_release(table);
    return err;
}
