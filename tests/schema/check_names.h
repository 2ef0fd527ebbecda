/* Every name that a result file holds is in the schema, with the unit that it was written with. */
#ifndef JUDDER_TEST_CHECK_NAMES_H
#define JUDDER_TEST_CHECK_NAMES_H

#include "judder_test.h"
#include "results/read/reader.h"

#include <string.h>

static inline const SchemaEntry *check_name(const SchemaScope *scope, const char *name) {
    const SchemaEntry *entry = schema_find(scope, name, NULL);
    if (!entry)
        fail_msg("the %s %s of %s of %s is not in the schema (src/schema/)", schema_part_names[scope->part],
                 name, scope->study, scope->model);
    return entry;
}

/* Of an object, and of a list of objects, also the names inside. */
static inline void check_value_names(const SchemaScope *scope, const Value *object, const char *list) {
    for (size_t i = 0; i < value_length(object); i++) {
        const Value *item = value_at(object, i);
        char name[201];
        snprintf(name, sizeof name, "%.99s%s%.99s", list, *list ? "." : "", value_key(object, i));
        check_name(scope, name);
        if (value_kind(item) == VALUE_OBJECT) check_value_names(scope, item, name);
        for (size_t k = 0; value_kind(item) == VALUE_LIST && k < value_length(item); k++)
            if (value_kind(value_at(item, k)) == VALUE_OBJECT)
                check_value_names(scope, value_at(item, k), name);
    }
}

static inline void check_set_names(const SchemaScope *scope, const ReaderSets *sets) {
    for (size_t i = 0; i < sets->count; i++) {
        const SchemaEntry *entry = check_name(scope, sets->at[i].name);
        if (!strchr(entry->name, '*')) assert_string_equal(sets->at[i].unit, entry->unit);
    }
}

/* What a run reports; a file keeps objects as texts. */
static inline void check_report_names(const char *model, const Value *report) {
    const Value *studies = value_get(report, "studies");
    for (size_t s = 0; s < value_length(studies); s++) {
        const Value *study = value_at(studies, s);
        const SchemaScope scope = {model, value_as_text(value_get(study, "study")), SCHEMA_VALUES};
        check_value_names(&scope, value_get(study, "values"), "");
    }
}

static inline void check_names(const char *file) {
    Reader *reader = NULL;
    if (reader_open(file, &reader) != JUDDER_OK) fail_msg("%s", error_message());
    for (size_t s = 0; s < reader->count; s++) {
        const ReaderStudy *study = &reader->studies[s];
        SchemaScope scope = {reader->model, study->study, SCHEMA_VALUES};
        check_value_names(&scope, study->values, "");
        scope.part = SCHEMA_SERIES;
        check_value_names(&scope, study->probes, "");
        check_set_names(&scope, &study->series);
        scope.part = SCHEMA_FIELDS;
        check_set_names(&scope, &study->fields);
    }
    reader_close(&reader);
}

#endif
