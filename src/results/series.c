#include "results/series.h"

#include "results/stored.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void series_release(Series *series) {
    free(series->t);
    free(series->at);
    *series = (Series){0};
}

static bool has(const StoredLinks *links, const char *name) {
    for (size_t i = 0; i < links->count; i++)
        if (!links->at[i].is_group && strcmp(links->at[i].name, name) == 0) return true;
    return false;
}

static JudderErr read_column(const Stored *stored, hid_t group, const char *name, double **at,
                             size_t *count) {
    StoredSet set;
    TRY(stored_set_open(stored, group, name, &set));
    JudderErr err = JUDDER_OK;
    if (set.kind != STORED_NUMBER || set.rank != 1) {
        err = stored_unsound(stored, "a series is not a list of numbers");
    } else {
        *at = malloc((size_t)set.rows * sizeof **at + 1);
        err = *at ? stored_set_read(stored, &set, 0, set.rows, *at) : error_memory();
        *count = (size_t)set.rows;
    }
    stored_set_close(&set);
    return err;
}

static JudderErr read_both(const Stored *stored, hid_t group, const char *name, Series *series) {
    size_t times = 0;
    snprintf(series->name, sizeof series->name, "%s", name);
    TRY(read_column(stored, group, name, &series->at, &series->count));
    TRY(read_column(stored, group, "t", &series->t, &times));
    if (times < series->count) series->count = times;
    return JUDDER_OK;
}

/* Looks into one study; leaves series->at NULL if it has nothing fit. */
static JudderErr look(const Stored *stored, hid_t group, const char *name, const char *const *preferred,
                      Series *series) {
    StoredLinks links;
    TRY(stored_links(stored, group, &links));
    const char *found = name && has(&links, name) ? name : NULL;
    for (; !name && !found && *preferred; preferred++)
        if (has(&links, *preferred)) found = *preferred;
    JudderErr err = JUDDER_OK;
    if (found && has(&links, "t")) err = read_both(stored, group, found, series);
    stored_links_free(&links);
    return err;
}

static JudderErr search(const Stored *stored, const char *name, const char *const *preferred,
                        Series *series) {
    hid_t studies;
    StoredLinks links = {0};
    TRY(stored_group(stored, stored->file, "studies", &studies));
    REQUIRE(studies >= 0, stored_unsound(stored, "no studies in it"));
    JudderErr err = stored_links(stored, studies, &links);
    for (size_t i = 0; err == JUDDER_OK && i < links.count && !series->at; i++) {
        hid_t study, group = -1;
        err = stored_group(stored, studies, links.at[i].name, &study);
        if (err == JUDDER_OK && study >= 0) err = stored_group(stored, study, "series", &group);
        if (err == JUDDER_OK && group >= 0) err = look(stored, group, name, preferred, series);
        if (group >= 0) H5Gclose(group);
        if (study >= 0) H5Gclose(study);
    }
    stored_links_free(&links);
    H5Gclose(studies);
    if (err == JUDDER_OK && !series->at)
        err = error_input("--of", "%s: no series %.60s in it", stored->path,
                          name ? name : "that could be heard");
    return err;
}

JudderErr series_load(const char *file, const char *name, const char *const *preferred, Series *series) {
    Stored stored;
    *series = (Series){0};
    TRY(stored_open(file, &stored));
    const JudderErr err = search(&stored, name, preferred, series);
    stored_close(&stored);
    if (err != JUDDER_OK) series_release(series);
    return err;
}
