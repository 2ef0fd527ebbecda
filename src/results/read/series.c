#include "results/read/series.h"

#include "base/word.h"
#include "results/read/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void series_release(Series *series) {
    free(series->t);
    free(series->at);
    *series = (Series){0};
}

/* A series and its times in a study; found = NULL: it has not both. */
typedef struct Found {
    const ReaderSet *series, *times;
} Found;

static Found series_look_up(const ReaderStudy *study, const char *name) {
    const Found found = {reader_find(&study->series, name), reader_find(&study->series, "t")};
    return found.series && found.times ? found : (Found){NULL, NULL};
}

static JudderErr read_both(const Reader *reader, Found found, Series *series) {
    const size_t rows = found.series->rows < found.times->rows ? found.series->rows : found.times->rows;
    snprintf(series->name, sizeof series->name, "%.63s", found.series->name);
    series->count = rows;
    TRY(reader_all(reader, found.times, rows, &series->t));
    return reader_all(reader, found.series, rows, &series->at);
}

static JudderErr refuse(const Reader *reader, const char *path, const char *name) {
    NearWord near = near_start(name);
    for (size_t i = 0; i < reader->count; i++)
        for (size_t k = 0; k < reader->studies[i].series.count; k++)
            near_offer(&near, reader->studies[i].series.at[k].name);
    if (near.best)
        return error_input("--of", "%s: no series %.60s in it: did you mean %s?", path, name, near.best);
    return error_input("--of", "%s: no series %.60s in it", path, name);
}

/* "NAME" or "STUDY/NAME". */
static JudderErr find_named(const Reader *reader, const char *path, const char *name, Found *found) {
    const char *bare;
    const ReaderStudy *named = reader_study(reader, name, &bare);
    char where[400] = "";
    size_t studies = 0, used = 0;
    for (size_t i = 0; i < reader->count; i++) {
        const Found here = series_look_up(&reader->studies[i], bare);
        if (!here.series || (named && named != &reader->studies[i])) continue;
        if (studies++ == 0) *found = here;
        if (used < sizeof where)
            used += (size_t)snprintf(where + used, sizeof where - used, "%s%s/%s", used ? ", " : "",
                                     reader->studies[i].name, bare);
    }
    REQUIRE(studies > 0, refuse(reader, path, bare));
    REQUIRE(studies == 1,
            error_input("--of", "%s: %s: %zu studies have it: say which, %s", path, name, studies, where));
    return JUDDER_OK;
}

static JudderErr series_find(const Reader *reader, const char *path, const SeriesWish *wish, Found *found) {
    if (wish->name) return find_named(reader, path, wish->name, found);
    for (size_t i = 0; i < reader->count; i++)
        for (const char *const *name = wish->preferred; *name && !found->series; name++)
            *found = series_look_up(&reader->studies[i], *name);
    REQUIRE(found->series, error_input("--of", "%s: no series that could be heard in it", path));
    return JUDDER_OK;
}

JudderErr series_load(const char *file, const SeriesWish *wish, Series *series) {
    Reader *reader = NULL;
    Found found = {NULL, NULL};
    *series = (Series){0};
    TRY(reader_open(file, &reader));
    JudderErr err = series_find(reader, file, wish, &found);
    if (err == JUDDER_OK) err = read_both(reader, found, series);
    reader_close(&reader);
    if (err != JUDDER_OK) series_release(series);
    return err;
}
