#include "results/resume/resume.h"

#include "results/results_internal.h"
#include "results/stored.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_AT_ONCE = 4096 };

ResultsLengths results_lengths(const Results *results) {
    if (results->study < 0) return (ResultsLengths){0};
    return (ResultsLengths){results->rows, results->event_count, results->field_count};
}

JudderErr results_sync(Results *results) {
    if (results->file >= 0) TRY(results_flush(results));
    if (results->kept || results->target.temporary || target_sync(results->target.path)) return JUDDER_OK;
    return error_machine("%s: the result cannot be written: %s", results->target.path, strerror(errno));
}

static JudderErr lacks(const Reader *earlier, const char *what) {
    return error_input("--resume",
                       "%s: has fewer %s than the checkpoint goes with: start anew without --resume",
                       earlier->stored->path, what);
}

/* The columns that a study recorded can be read back by the studies after it. */
static JudderErr remember(Results *results, const ReaderStudy *study) {
    ResultsColumn *columns = calloc(study->series.count + 1, sizeof *columns);
    REQUIRE(columns, error_memory());
    for (size_t i = 0; i < study->series.count; i++) columns[i].name = study->series.at[i].name;
    JudderErr err = results_remember(&results->open_series, columns, study->series.count);
    free(columns);
    snprintf(results->open_study, sizeof results->open_study, "%.31s", study->study);
    snprintf(results->open_link, sizeof results->open_link, "%s", study->link);
    results->rows = study->rows;
    if (err == JUDDER_OK) err = results_keep_series(results);
    return err;
}

JudderErr results_adopt(Results *results, const Reader *earlier, size_t studies) {
    REQUIRE(earlier->count >= studies, lacks(earlier, "studies"));
    for (size_t i = 0; i < studies; i++) {
        const ReaderStudy *study = &earlier->studies[i];
        hid_t from;
        TRY(stored_group(earlier->stored, earlier->stored->file, "studies", &from));
        const bool ok = H5Ocopy(from, study->link, results->studies, study->link, H5P_DEFAULT, H5P_DEFAULT) >=
                        0;
        H5Gclose(from);
        TRY(results_report(results, ok));
        results->study_count++;
        TRY(remember(results, study));
    }
    return JUDDER_OK;
}

static JudderErr replay_block(Results *results, const Reader *earlier, const ReaderStudy *study, size_t first,
                              size_t count) {
    const size_t columns = study->series.count;
    double *block = calloc(count * columns + 1, sizeof *block), *row = calloc(columns + 1, sizeof *row);
    JudderErr err = block && row ? JUDDER_OK : error_memory();
    for (size_t c = 0; err == JUDDER_OK && c < columns; c++)
        err = reader_read(earlier, &study->series.at[c], first, count, block + c * count);
    for (size_t i = 0; err == JUDDER_OK && i < count; i++) {
        for (size_t c = 0; c < columns; c++) row[c] = block[c * count + i];
        err = results_series_append(results, row);
    }
    free(row);
    free(block);
    return err;
}

static JudderErr replay_events(Results *results, const Reader *earlier, const ReaderStudy *study,
                               size_t total) {
    ReaderEvent *events = calloc(ROWS_AT_ONCE, sizeof *events);
    REQUIRE(events, error_memory());
    JudderErr err = JUDDER_OK;
    for (size_t first = 0; err == JUDDER_OK && first < total; first += ROWS_AT_ONCE) {
        const size_t count = total - first < ROWS_AT_ONCE ? total - first : ROWS_AT_ONCE;
        err = reader_events(earlier, study, first, count, events);
        for (size_t i = 0; err == JUDDER_OK && i < count; i++)
            err = results_event(results, events[i].time, events[i].kind, events[i].place, events[i].from,
                                events[i].to);
    }
    free(events);
    return err;
}

static JudderErr replay_field(Results *results, const Reader *earlier, const ReaderSet *set) {
    if (H5Lexists(results->fields, set->name, H5P_DEFAULT) > 0) return JUDDER_OK;
    double *at = calloc(set->rows * set->count + 1, sizeof *at);
    REQUIRE(at, error_memory());
    JudderErr err = reader_read(earlier, set, 0, set->rows, at);
    const ResultsTable table = {set->name, set->columns, at, set->rows, set->count};
    if (err == JUDDER_OK)
        err = set->columns[0] ? results_table(results, &table)
                              : results_field(results, set->name, set->unit, at, set->rows, set->count);
    free(at);
    return err;
}

JudderErr results_replay(Results *results, const Reader *earlier, size_t position,
                         const ResultsLengths *lengths) {
    if (results->kept) return JUDDER_OK;
    REQUIRE(position < earlier->count, lacks(earlier, "studies"));
    const ReaderStudy *study = &earlier->studies[position];
    REQUIRE(study->rows >= lengths->rows, lacks(earlier, "rows"));
    REQUIRE(study->events >= lengths->events, lacks(earlier, "events"));
    REQUIRE(study->fields.count >= lengths->fields, lacks(earlier, "fields"));
    REQUIRE(lengths->rows == 0 || study->series.count == results->open_series.count,
            lacks(earlier, "columns"));
    /* What making the engine has told is told again. */
    if (results->series) table_drop(results->series);
    table_drop(results->events);
    results->rows = results->event_count = 0;
    for (size_t first = 0; first < lengths->rows; first += ROWS_AT_ONCE) {
        const size_t left = lengths->rows - first;
        TRY(replay_block(results, earlier, study, first, left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE));
    }
    TRY(replay_events(results, earlier, study, lengths->events));
    for (size_t i = 0; i < lengths->fields; i++) TRY(replay_field(results, earlier, &study->fields.at[i]));
    return JUDDER_OK;
}
