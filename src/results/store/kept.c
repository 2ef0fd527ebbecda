#include "results/store/kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct KeptColumn {
    char *name;
    bool wanted;
    double *at;
} KeptColumn;

typedef struct KeptStudy {
    char study[32];
    KeptColumn *columns;
    size_t count, rows, room;
} KeptStudy;

struct Kept {
    char **names;
    bool all;
    KeptStudy *studies;
    size_t count;
};

static void study_release(KeptStudy *study) {
    for (size_t i = 0; i < study->count; i++) {
        free(study->columns[i].name);
        free(study->columns[i].at);
    }
    free(study->columns);
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

static bool wanted(const Kept *kept, const char *name) {
    for (char **known = kept->names; *known; known++)
        if (strcmp(*known, name) == 0) return true;
    return kept->all;
}

JudderErr kept_begin(Kept *kept, const char *study) {
    KeptStudy *more = realloc(kept->studies, (kept->count + 1) * sizeof *more);
    REQUIRE(more, error_memory());
    kept->studies = more;
    KeptStudy *begun = &more[kept->count++];
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
        REQUIRE(column->name, error_memory());
    }
    return JUDDER_OK;
}

static bool grow(KeptStudy *study) {
    const size_t room = study->room ? 2 * study->room : 1024;
    for (size_t i = 0; i < study->count; i++) {
        KeptColumn *column = &study->columns[i];
        double *more = column->wanted ? realloc(column->at, room * sizeof *more) : NULL;
        if (column->wanted && !more) return false;
        column->at = more;
    }
    study->room = room;
    return true;
}

JudderErr kept_append(Kept *kept, const double *row) {
    KeptStudy *study = &kept->studies[kept->count - 1];
    REQUIRE(study->rows < study->room || grow(study), error_memory());
    for (size_t i = 0; i < study->count; i++)
        if (study->columns[i].wanted) study->columns[i].at[study->rows] = row[i];
    study->rows++;
    return JUDDER_OK;
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

const double *kept_beside(const Kept *kept, const char *of, const char *column, size_t *count) {
    return take(study_of(kept, NULL, of), column, count);
}

const char *kept_name(const Kept *kept, const char *study, size_t position) {
    const KeptStudy *found = study_of(kept, study, NULL);
    return found && position < found->count ? found->columns[position].name : NULL;
}
