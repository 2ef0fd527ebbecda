/* Series that can be read back while the run goes on. */
#include "results/write/results_internal.h"

#include "base/array/grow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void recorded_release(Recorded *recorded) {
    for (size_t i = 0; i < recorded->count; i++) free(recorded->names[i]);
    free(recorded->names);
    *recorded = (Recorded){.names = NULL};
}

JudderErr recorded_remember(Recorded *recorded, const ResultsColumn *columns, size_t count) {
    recorded_release(recorded);
    recorded->names = calloc(count + 1, sizeof *recorded->names);
    REQUIRE(recorded->names, error_memory());
    for (size_t i = 0; i < count; i++) {
        recorded->names[i] = strdup(columns[i].name);
        REQUIRE(recorded->names[i], error_memory());
        recorded->count++;
    }
    return JUDDER_OK;
}

static Recorded *find_recorded(const Results *results, const char *study) {
    for (size_t i = 0; i < results->recorded_count; i++)
        if (strcmp(results->recorded[i].study, study) == 0) return &results->recorded[i];
    return NULL;
}

/* What the open study declared takes the place of what the last of its kind did. */
JudderErr recorded_keep(Results *results) {
    Recorded *place = find_recorded(results, results->open_study);
    if (results->rows == 0) return JUDDER_OK;
    if (!place) {
        REQUIRE(grow(&results->recorded, &results->recorded_room, results->recorded_count + 1, sizeof *place),
                error_memory());
        place = &results->recorded[results->recorded_count++];
        *place = (Recorded){.names = NULL};
    }
    recorded_release(place);
    *place = results->open_series;
    results->open_series = (Recorded){.names = NULL};
    memcpy(place->study, results->open_study, sizeof place->study);
    memcpy(place->link, results->open_link, sizeof place->link);
    return JUDDER_OK;
}

const char *results_series_name(const Results *results, const char *study, size_t position) {
    if (results->kept) return kept_name(results->kept, study, position);
    const Recorded *recorded = find_recorded(results, study);
    return recorded && position < recorded->count ? recorded->names[position] : NULL;
}

JudderErr results_series_read(Results *results, const char *study, const char *column, double **at,
                              size_t *count) {
    if (results->kept) return kept_copy(results->kept, study, column, at, count);
    const Recorded *recorded = find_recorded(results, study);
    *at = NULL;
    *count = 0;
    bool known = false;
    for (size_t i = 0; recorded && i < recorded->count; i++)
        known = known || strcmp(recorded->names[i], column) == 0;
    if (!known) return JUDDER_OK;
    char path[LINK_NAME_SIZE + 64];
    snprintf(path, sizeof path, "%s/series/%.40s", recorded->link, column);
    const hid_t set = H5Dopen2(results->studies, path, H5P_DEFAULT);
    REQUIRE(set >= 0, results_misuse(results, "a series cannot be read back"));
    const hid_t space = H5Dget_space(set);
    const hssize_t rows = H5Sget_simple_extent_npoints(space);
    double *numbers = rows > 0 ? malloc((size_t)rows * sizeof *numbers) : NULL;
    const bool ok = numbers && H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers) >= 0;
    H5Sclose(space), H5Dclose(set);
    if (!ok) {
        free(numbers);
        return error_machine("%s: a series cannot be read back: %s", results->twin.target.place.path,
                             failure_text(results_failure(results)));
    }
    *at = numbers;
    *count = (size_t)rows;
    return JUDDER_OK;
}
