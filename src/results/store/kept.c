#include "results/store/kept.h"

#include "base/array/grow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Kept {
    char **names;
    bool all, whole;
    KeptStudy *studies;
    size_t count, room;
};

static void study_release(KeptStudy *study) {
    for (size_t i = 0; i < study->count; i++) {
        free(study->columns[i].name);
        free(study->columns[i].unit);
        free(study->columns[i].at);
    }
    for (size_t i = 0; i < study->field_count; i++) {
        free(study->fields[i].name);
        free(study->fields[i].unit);
        free(study->fields[i].columns);
        free(study->fields[i].at);
    }
    free(study->columns);
    free(study->events);
    free(study->fields);
}

void kept_destroy(Kept **kept) {
    Kept *gone = kept ? *kept : NULL;
    if (!gone) return;
    *kept = NULL;
    for (size_t i = 0; i < gone->count; i++) study_release(&gone->studies[i]);
    for (size_t i = 0; gone->names && gone->names[i]; i++) free(gone->names[i]);
    free(gone->names);
    free(gone->studies);
    free(gone);
}

JudderErr kept_create(const char *const *names, Kept **kept) {
    Kept *made = calloc(1, sizeof *made);
    *kept = made;
    REQUIRE(made, error_memory());
    made->all = !names;
    size_t count = 0;
    while (names && names[count]) count++;
    made->names = calloc(count + 1, sizeof *made->names);
    bool good = made->names != NULL;
    for (size_t i = 0; good && i < count; i++) good = (made->names[i] = strdup(names[i])) != NULL;
    if (good) return JUDDER_OK;
    kept_destroy(kept);
    return error_memory();
}

JudderErr kept_create_whole(Kept **kept) {
    TRY(kept_create(NULL, kept));
    (*kept)->whole = true;
    return JUDDER_OK;
}

static bool wanted(const Kept *kept, const char *name) {
    for (char **known = kept->names; *known; known++)
        if (strcmp(*known, name) == 0) return true;
    return kept->all;
}

JudderErr kept_begin(Kept *kept, const char *study) {
    REQUIRE(grow(&kept->studies, &kept->room, kept->count + 1, sizeof *kept->studies), error_memory());
    KeptStudy *begun = &kept->studies[kept->count++];
    *begun = (KeptStudy){.columns = NULL};
    snprintf(begun->study, sizeof begun->study, "%s", study);
    return JUDDER_OK;
}

JudderErr kept_declare(Kept *kept, const ResultsColumn *columns, size_t count) {
    KeptStudy *study = &kept->studies[kept->count - 1];
    study->columns = calloc(count + 1, sizeof *study->columns);
    REQUIRE(study->columns, error_memory());
    for (; study->count < count; study->count++) {
        KeptColumn *column = &study->columns[study->count];
        column->wanted = wanted(kept, columns[study->count].name);
        column->name = strdup(columns[study->count].name);
        column->unit = strdup(columns[study->count].unit ? columns[study->count].unit : "");
        if (column->name && column->unit) continue;
        free(column->name);
        free(column->unit);
        return error_memory();
    }
    return JUDDER_OK;
}

JudderErr kept_append(Kept *kept, const double *row) {
    KeptStudy *study = &kept->studies[kept->count - 1];
    for (size_t i = 0; i < study->count; i++) {
        KeptColumn *column = &study->columns[i];
        if (!column->wanted) continue;
        REQUIRE(grow(&column->at, &column->room, study->rows + 1, sizeof *column->at), error_memory());
        column->at[study->rows] = row[i];
    }
    study->rows++;
    return JUDDER_OK;
}

JudderErr kept_event(Kept *kept, const KeptEvent *event) {
    KeptStudy *study = &kept->studies[kept->count - 1];
    if (!kept->whole) return JUDDER_OK;
    REQUIRE(grow(&study->events, &study->event_room, study->event_count + 1, sizeof *study->events),
            error_memory());
    study->events[study->event_count++] = *event;
    return JUDDER_OK;
}

JudderErr kept_field(Kept *kept, const ResultsTable *table, const char *unit) {
    KeptStudy *study = &kept->studies[kept->count - 1];
    if (!kept->whole) return JUDDER_OK;
    REQUIRE(grow(&study->fields, &study->field_room, study->field_count + 1, sizeof *study->fields),
            error_memory());
    const size_t numbers = table->rows * table->count;
    KeptField *field = &study->fields[study->field_count++];
    *field = (KeptField){.name = strdup(table->name),
                         .unit = unit ? strdup(unit) : NULL,
                         .columns = table->columns ? strdup(table->columns) : NULL,
                         .at = malloc((numbers + 1) * sizeof(double)),
                         .rows = table->rows,
                         .count = table->count};
    REQUIRE(field->name && field->at && (field->unit || !unit) && (field->columns || !table->columns),
            error_memory());
    if (numbers) memcpy(field->at, table->at, numbers * sizeof *field->at);
    return JUDDER_OK;
}

const KeptStudy *kept_study(const Kept *kept, size_t position) {
    return position < kept->count ? &kept->studies[position] : NULL;
}

static const KeptColumn *column_of(const KeptStudy *study, const char *name) {
    for (size_t i = 0; i < study->count; i++)
        if (strcmp(study->columns[i].name, name) == 0) return &study->columns[i];
    return NULL;
}

static const KeptStudy *study_of(const Kept *kept, const char *study, const char *column) {
    for (size_t i = kept->count; i-- > 0;) {
        const KeptStudy *found = &kept->studies[i];
        if (found->rows > 0 && (!study || strcmp(found->study, study) == 0) &&
            (!column || column_of(found, column)))
            return found;
    }
    return NULL;
}

static const double *take(const KeptStudy *study, const char *name, size_t *count) {
    const KeptColumn *column = study ? column_of(study, name) : NULL;
    *count = column ? study->rows : 0;
    return column ? column->at : NULL;
}

const double *kept_find(const Kept *kept, const char *study, const char *column, size_t *count) {
    return take(study_of(kept, study, NULL), column, count);
}

JudderErr kept_copy(const Kept *kept, const char *study, const char *column, double **at, size_t *count) {
    const double *found = kept_find(kept, study, column, count);
    *at = found ? malloc(*count * sizeof **at) : NULL;
    REQUIRE(*at || !found, error_memory());
    if (found) memcpy(*at, found, *count * sizeof **at);
    return JUDDER_OK;
}

const double *kept_beside(const Kept *kept, const char *of, const char *column, size_t *count) {
    return take(study_of(kept, NULL, of), column, count);
}

const char *kept_name(const Kept *kept, const char *study, size_t position) {
    const KeptStudy *found = study_of(kept, study, NULL);
    return found && position < found->count ? found->columns[position].name : NULL;
}
