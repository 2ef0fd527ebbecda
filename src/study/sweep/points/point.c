#include "study/sweep/points/point.h"

#include "base/array/grow.h"
#include "study/run/run.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const point_outcome_names[] = {"done", "stopped", "failed", "refused", "missing"};

enum { PROBES_MOST = 32 };

void sweep_fingerprint_text(const SweepPlan *plan, char text[SWEEP_FINGERPRINT]) {
    snprintf(text, SWEEP_FINGERPRINT, "%016llx", (unsigned long long)plan->fingerprint);
}

void sweep_file_text(const NamedFile *file, char text[SWEEP_FINGERPRINT]) {
    snprintf(text, SWEEP_FINGERPRINT, "%016llx", (unsigned long long)file->sum);
}

void point_release(Point *point) {
    for (size_t i = 0; i < point->count; i++) free(point->names[i]);
    free(point->names);
    free(point->values);
    free(point->samples.at);
    motions_release(&point->motions);
    named_files_release(&point->files);
    free(point->reason);
    *point = (Point){0};
}

JudderErr point_fail(Point *point, PointOutcome outcome, const char *reason) {
    *point = (Point){.outcome = outcome, .reason = strdup(reason)};
    return point->reason ? JUDDER_OK : error_memory();
}

static JudderErr add(Point *point, double value, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static JudderErr add(Point *point, double value, const char *format, ...) {
    size_t room = point->room;
    REQUIRE(grow(&point->names, &room, point->count + 1, sizeof *point->names) &&
                grow(&point->values, &point->room, point->count + 1, sizeof *point->values),
            error_memory());
    va_list args;
    va_start(args, format);
    const int length = vasprintf(&point->names[point->count], format, args);
    va_end(args);
    REQUIRE(length >= 0, error_memory());
    point->values[point->count++] = value;
    return JUDDER_OK;
}

static bool is_scalar(const Value *value) {
    const ValueKind kind = value_kind(value);
    return kind == VALUE_NUMBER || kind == VALUE_COUNT || kind == VALUE_FLAG || kind == VALUE_NULL;
}

static double number_of(const Value *value) {
    return value_kind(value) == VALUE_FLAG ? (double)value_as_flag(value) : value_as_number(value);
}

/* Wall times differ from run to run: they are no part of a result that must not. */
static bool is_time_spent(const char *key) {
    return strcmp(key, "seconds") == 0 || strcmp(key, "seconds_each") == 0;
}

/* Single values, and of a list of objects the first: its values, and how long its lists are. */
static JudderErr add_values(Point *point, const char *study, const Value *values) {
    for (size_t i = 0; i < value_length(values); i++) {
        const Value *value = value_at(values, i), *first = value_at(value, 0);
        const char *key = value_key(values, i);
        if (is_time_spent(key)) continue;
        if (is_scalar(value)) TRY(add(point, number_of(value), "%s.%s", study, key));
        if (value_kind(value) != VALUE_LIST || value_kind(first) != VALUE_OBJECT) continue;
        for (size_t k = 0; k < value_length(first); k++) {
            const Value *item = value_at(first, k);
            const char *name = value_key(first, k);
            if (is_scalar(item)) TRY(add(point, number_of(item), "%s.%s_1.%s", study, key, name));
            if (value_kind(item) == VALUE_LIST)
                TRY(add(point, (double)value_length(item), "%s.%s_1.%s_count", study, key, name));
        }
    }
    return JUDDER_OK;
}

static JudderErr add_probes(Point *point, const char *study, const Value *probes) {
    for (size_t k = 0; k < value_length(probes); k++) {
        const Value *list = value_at(probes, k);
        if (strcmp(value_key(probes, k), "t") == 0) continue;
        for (size_t i = 0; i < value_length(list) && i < PROBES_MOST; i++)
            TRY(add(point, number_of(value_at(list, i)), "%s.probe_%zu.%s", study, i + 1,
                    value_key(probes, k)));
    }
    return JUDDER_OK;
}

/* A second study of the same name gets a number. */
static void study_label(const Value *studies, size_t position, char label[120]) {
    const char *name = value_as_text(value_get(value_at(studies, position), "name"));
    size_t same = 1;
    for (size_t i = 0; i < position; i++)
        same += strcmp(name, value_as_text(value_get(value_at(studies, i), "name"))) == 0;
    if (same > 1)
        snprintf(label, 120, "%.80s_%zu", name, same);
    else
        snprintf(label, 120, "%.80s", name);
}

/* How sure the answer of a study is, as a number: what is null may be none, or not have been answered. */
static JudderErr add_certainty(Point *point, const char *study, const Value *verdict) {
    const Value *certainty = verdict ? value_get(verdict, "certainty") : NULL;
    for (int i = CERTAINTY_PROVED; certainty && i <= CERTAINTY_UNANSWERED; i++)
        if (strcmp(value_as_text(certainty), certainty_names[i]) == 0)
            return add(point, i, "%s.certainty", study);
    return JUDDER_OK;
}

bool point_is_unanswered(const Point *point) {
    for (size_t i = 0; i < point->count; i++) {
        const char *key = strrchr(point->names[i], '.');
        if (key && strcmp(key, ".certainty") == 0 && point->values[i] == CERTAINTY_UNANSWERED) return true;
    }
    return false;
}

static JudderErr take_study(Point *point, const Value *studies, size_t position) {
    const Value *study = value_at(studies, position);
    char label[120], reason[600];
    study_label(studies, position, label);
    TRY(add_values(point, label, value_get(study, "values")));
    TRY(add_certainty(point, label, value_get(study, "verdict")));
    TRY(add_probes(point, label, value_get(study, "probes")));
    const char *outcome = value_as_text(value_get(study, "outcome"));
    if (strcmp(outcome, "done") == 0 || point->outcome != POINT_DONE) return JUDDER_OK;
    point->outcome = strcmp(outcome, "failed") == 0 ? POINT_FAILED : POINT_STOPPED;
    snprintf(reason, sizeof reason, "%s: %.450s", label, value_as_text(value_get(study, "reason")));
    free(point->reason);
    point->reason = strdup(reason);
    return point->reason ? JUDDER_OK : error_memory();
}

static JudderErr take_samples(const SweepPlan *plan, const Results *results, Point *point) {
    const SampleWish *wish = &plan->sample;
    if (wish->kind == SAMPLE_NONE) return JUDDER_OK;
    SampleRows rows = {0};
    size_t times, others;
    rows.at = results_kept(results, wish->series, wish->series, &rows.count);
    rows.t = results_kept(results, wish->series, "t", &times);
    rows.other = results_kept(results, wish->series, wish->other[0] ? wish->other : "t", &others);
    if (!rows.at || !rows.t || !rows.other) return JUDDER_OK;
    return sample_take(wish, &rows, &point->samples);
}

/* The series that the studies of this case need kept; a spectrum may want any. */
static bool needs_all(const Case *read) {
    const Block *block = case_model(read);
    const BlockList *studies = model_study_list(block);
    for (size_t i = 0; i < studies->count; i++)
        if (strcmp(studies->at[i].word->name, "spectrum") == 0) return true;
    return false;
}

static JudderErr run_read(const SweepPlan *plan, const Case *read, Point *point) {
    const SampleWish *wish = &plan->sample;
    const char *const kept[] = {"t", wish->series, wish->other, NULL}, *const none[] = {NULL};
    Results *results = NULL;
    Value *report = NULL;
    bool complete;
    TRY(results_create_in_memory(needs_all(read) ? NULL : wish->kind == SAMPLE_NONE ? none : kept, &results));
    point->motions.alone = plan->motions_alone;
    const RunOptions how = {.results = results,
                            .team = plan->team,
                            .companions = plan->companions,
                            .motions = plan->follow ? &point->motions : NULL};
    JudderErr err = run_case(read, &how, &report, &complete);
    const Value *studies = value_get(report, "studies");
    for (size_t i = 0; err == JUDDER_OK && i < value_length(studies); i++)
        err = take_study(point, studies, i);
    if (err == JUDDER_OK) err = take_samples(plan, results, point);
    value_destroy(&report);
    results_destroy(&results);
    return err;
}

/* The settings of --set, then those of the grid. */
static CaseSetting *settings_of(const SweepPlan *plan, size_t index) {
    CaseSetting *settings = calloc(plan->setting_count + plan->grid.axes, sizeof *settings);
    if (!settings) return NULL;
    if (plan->setting_count) memcpy(settings, plan->settings, plan->setting_count * sizeof *settings);
    for (size_t a = 0; a < plan->grid.axes; a++) {
        const SweepAxis *axis = &plan->grid.axis[a];
        settings[plan->setting_count + a] = (CaseSetting){axis->key,
                                                          axis->texts[grid_position(&plan->grid, index, a)]};
    }
    return settings;
}

JudderErr point_refuse_file(const char *name) {
    return error_input(NULL, "%s, which the case names, has changed while the sweep ran", name);
}

JudderErr point_run(const SweepPlan *plan, size_t index, Point *point) {
    TRY(point_fail(point, POINT_DONE, ""));
    CaseSetting *settings = settings_of(plan, index);
    if (!settings) {
        point_release(point);
        return error_memory();
    }
    const CaseOptions how = {
        .words = vocabulary(), .settings = settings, .setting_count = plan->setting_count + plan->grid.axes};
    Case *read = NULL;
    JudderErr err = case_read_text(plan->case_file, plan->text, plan->length, &how, &read);
    if (err == JUDDER_OK) err = named_files_collect(read, plan->files, &point->files);
    if (err == JUDDER_OK) err = run_read(plan, read, point);
    case_destroy(&read);
    free(settings);
    if (err == JUDDER_OK) return JUDDER_OK;
    /* It may be a file that is at fault. */
    NamedFiles files = point->files;
    point->files = (NamedFiles){0};
    point_release(point);
    if (err == JUDDER_INPUT) err = point_fail(point, POINT_REFUSED, error_message());
    if (err == JUDDER_OK)
        point->files = files;
    else
        named_files_release(&files);
    return err;
}
