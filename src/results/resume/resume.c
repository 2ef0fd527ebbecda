#include "results/resume/resume.h"

#include "results/read/stored.h"
#include "results/write/results_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_AT_ONCE = 4096 };

ResultsLengths results_lengths(const Results *results) {
    if (results->study < 0) return (ResultsLengths){0};
    return (ResultsLengths){results->rows, results->event_count, results->field_count, results->sums};
}

const ResultsSums *results_finished(const Results *results, size_t *count) {
    *count = results->finished_count;
    return results->finished;
}

JudderErr results_sync(Results *results) {
    if (results->kept) return JUDDER_OK;
    const Target *target = &results->twin.target;
    const bool open = results->file >= 0;
    if (open) TRY(results_bring(results, true));
    if (results->study_count == 0 || (open ? target_sync_folder : target_sync)(target)) return JUDDER_OK;
    return error_machine("%s: the result cannot be written: %s", target->place.path, strerror(errno));
}

static JudderErr lacks(const Reader *earlier, const char *what) {
    return error_input("--resume",
                       "%s: has fewer %s than the checkpoint goes with: start again without --resume",
                       earlier->stored->path, what);
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
    double *at;
    TRY(reader_all(earlier, set, set->rows, &at));
    const JudderErr err = results_again(
        results, &(ResultsTable){set->name, set->columns, at, set->rows, set->count}, set->unit);
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
    /* What making the engine has told is reported again. */
    if (results->series) table_drop(results->series);
    table_drop(results->events);
    results->rows = results->event_count = 0;
    results->sums.rows = sums_start().rows, results->sums.events = sums_start().events;
    for (size_t first = 0; first < lengths->rows; first += ROWS_AT_ONCE) {
        const size_t left = lengths->rows - first;
        TRY(replay_block(results, earlier, study, first, left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE));
    }
    TRY(replay_events(results, earlier, study, lengths->events));
    for (size_t i = 0; i < lengths->fields; i++) TRY(replay_field(results, earlier, &study->fields.at[i]));
    REQUIRE(sums_agree(&results->sums, &lengths->sums),
            error_input("--resume",
                        "%s: its numbers are not those that the checkpoint goes with: start again without "
                        "--resume",
                        earlier->stored->path));
    return JUDDER_OK;
}

static JudderErr declare(Results *results, const ReaderStudy *study) {
    ResultsColumn *columns = calloc(study->series.count + 1, sizeof *columns);
    REQUIRE(columns, error_memory());
    for (size_t i = 0; i < study->series.count; i++)
        columns[i] = (ResultsColumn){study->series.at[i].name, study->series.at[i].unit};
    const JudderErr err = results_series_declare(results, columns, study->series.count);
    free(columns);
    return err;
}

JudderErr results_adopt(Results *results, const Reader *earlier, size_t position, const ResultsEnded *ended) {
    const Value *report = ended->report;
    REQUIRE(position < earlier->count, lacks(earlier, "studies"));
    const ReaderStudy *study = &earlier->studies[position];
    const ResultsLengths whole = {study->rows, study->events, study->fields.count, ended->sums};
    const Value *values = value_get(report, "values"), *probes = value_get(report, "probes");
    REQUIRE(values && probes, lacks(earlier, "values"));
    /* A new run of the same case may have come so far when it died that the older checkpoint was still there.
     */
    REQUIRE(strcmp(study->outcome, value_get_text(report, "outcome")) == 0,
            lacks(earlier, "finished studies"));
    TRY(results_study_begin(results, study->study, value_get_text(report, "name")));
    if (study->series.count > 0) TRY(declare(results, study));
    TRY(results_replay(results, earlier, position, &whole));
    TRY(results_probes(results, probes));
    const Value *verdict = value_get(report, "verdict");
    if (verdict && value_kind(verdict) == VALUE_OBJECT)
        TRY(results_verdict(results, value_get_text(verdict, "text"), value_get_text(verdict, "certainty")));
    if (value_get_text(report, "note")[0]) TRY(results_note(results, value_get_text(report, "note")));
    return results_study_end(results, values, value_get_text(report, "outcome"),
                             value_get_text(report, "reason"));
}
