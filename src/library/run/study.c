/* Cases and runs: what is asked of a run once it is there. */
#include "library/run/run.h"

#include "results/read/trial.h"
#include "schema/schema.h"

#include <stdlib.h>
#include <string.h>

bool judder_study_meaning(const char *model, const char *study, const char *name, judder_meaning *meaning) {
    static const SchemaPart parts[] = {SCHEMA_VALUES, SCHEMA_SERIES, SCHEMA_FIELDS};
    const SchemaEntry *entry = NULL;
    if (!is_given(name, "name")) return false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !entry; i++)
        entry = schema_find(&(SchemaScope){model, study, parts[i]}, name, NULL);
    if (entry && meaning) *meaning = (judder_meaning){entry->unit, entry->meaning};
    if (!entry) error_input("name", "%s: no name in results", name);
    return entry != NULL;
}

judder_status judder_case_check(const judder_case *given, char **plan) {
    if (plan) *plan = NULL;
    return status_of(check_case(given, NULL, plan));
}

judder_status judder_case_is_body(const judder_case *given, bool *body) {
    Case *read = NULL;
    if (!is_given(body, "body")) return JUDDER_STATUS_INPUT;
    *body = false;
    const JudderErr err = read_given(given, &read);
    if (err == JUDDER_OK) *body = model_companion(case_model(read)) != NULL;
    case_destroy(&read);
    return status_of(err);
}

judder_status judder_case_run(const judder_case *given, const judder_run_options *options, judder_run **run) {
    if (!is_given(run, "run")) return JUDDER_STATUS_INPUT;
    *run = NULL;
    return status_of(run_given(given, options, &team_alone, NULL, run));
}

static JudderErr report_of(Reader *reader, judder_run *run) {
    run->report = value_object();
    bool good = value_set(run->report, "case", value_text(reader->case_file));
    good = value_set(run->report, "model", value_text(reader->model)) && good;
    good = value_set(run->report, "version", value_text(reader->version)) && good;
    good = value_set(run->report, "result", value_text(run->path)) && good;
    Value *list = value_child_list(run->report, "studies");
    run->complete = reader->sealed;
    for (size_t i = 0; i < reader->count && list && good; i++) {
        run->complete = run->complete && strcmp(reader->studies[i].outcome, "done") == 0;
        good = value_append(list, reader_report(&reader->studies[i]));
    }
    return good && list ? JUDDER_OK : error_memory();
}

static JudderErr load(const char *path, judder_run *run) {
    TRY(check_given(path, "result_file"));
    Reader *reader = NULL;
    trial_leave_out();
    TRY(reader_open(path, &reader));
    run->path = run_text(run, path);
    run->case_file = run_text(run, reader->case_file);
    run->case_text = run_text(run, reader->case_text);
    run->model = run_text(run, reader->model);
    run->references = run_text(run, reader->references);
    const bool good = run->path && run->case_file && run->case_text && run->model && run->references;
    JudderErr err = good ? report_of(reader, run) : error_memory();
    if (err == JUDDER_OK) err = run_fill_file(run, reader);
    reader_close(&reader);
    return err;
}

judder_status judder_run_open(const char *result_file, judder_run **run) {
    if (!is_given(run, "run")) return JUDDER_STATUS_INPUT;
    *run = NULL;
    *run = calloc(1, sizeof **run);
    const JudderErr err = *run ? load(result_file, *run) : error_memory();
    if (err != JUDDER_OK) run_destroy(run);
    return status_of(err);
}

void judder_run_destroy(judder_run **run) {
    run_destroy(run);
}

bool judder_run_complete(const judder_run *run) {
    return is_given(run, "run") && run->complete;
}

const char *judder_run_model(const judder_run *run) {
    return is_given(run, "run") ? run->model : NULL;
}

size_t judder_run_studies(const judder_run *run, const judder_study **studies) {
    if (studies) *studies = run ? run->studies : NULL;
    return is_given(run, "run") ? run->count : 0;
}

const judder_study *judder_run_study(const judder_run *run, const char *name) {
    if (!is_given(run, "run") || !is_given(name, "name")) return NULL;
    for (size_t i = 0; i < run->count; i++)
        if (strcmp(run->studies[i].name, name) == 0) return &run->studies[i];
    return NULL;
}

const judder_series *judder_study_series(const judder_study *study, const char *name) {
    if (!is_given(study, "study") || !is_given(name, "name")) return NULL;
    for (size_t i = 0; i < study->series_count; i++)
        if (strcmp(study->series[i].name, name) == 0) return &study->series[i];
    return NULL;
}

judder_status judder_run_json(const judder_run *run, char **json) {
    if (!is_given(json, "json")) return JUDDER_STATUS_INPUT;
    *json = NULL;
    if (!is_given(run, "run")) return JUDDER_STATUS_INPUT;
    *json = value_json(run->report);
    return status_of(*json ? JUDDER_OK : error_memory());
}

/* --- values --- */

static const Value *inside(const judder_value *value) {
    return (const Value *)value;
}

judder_value_kind judder_value_kind_of(const judder_value *value) {
    return (judder_value_kind)value_kind(inside(value));
}

double judder_value_number(const judder_value *value) {
    return value_as_number(inside(value));
}

bool judder_value_flag(const judder_value *value) {
    return value_as_flag(inside(value));
}

const char *judder_value_text(const judder_value *value) {
    return value_as_text(inside(value));
}

size_t judder_value_length(const judder_value *value) {
    return value_length(inside(value));
}

const judder_value *judder_value_at(const judder_value *value, size_t position) {
    return (const judder_value *)value_at(inside(value), position);
}

const char *judder_value_key(const judder_value *object, size_t position) {
    return value_key(inside(object), position);
}

const judder_value *judder_value_get(const judder_value *object, const char *key) {
    if (judder_value_kind_of(object) != JUDDER_VALUE_OBJECT || !is_given(key, "key")) return NULL;
    return (const judder_value *)value_get(inside(object), key);
}
