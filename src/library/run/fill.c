/* The studies of a run as plain structs: from memory, or read from its file. */
#include "library/run/run.h"

#include <stdlib.h>
#include <string.h>

static JudderErr open_studies(judder_run *run, size_t count) {
    run->studies = arena_zero(&run->owned, (count + 1) * sizeof *run->studies);
    REQUIRE(run->studies, error_memory());
    return JUDDER_OK;
}

static void fill_words(judder_study *study, const Value *entry) {
    study->study = value_get_text(entry, "study");
    study->name = value_get_text(entry, "name");
    study->outcome = value_get_text(entry, "outcome");
    study->reason = value_get_text(entry, "reason");
    study->note = value_get_text(entry, "note");
    const Value *verdict = value_get(entry, "verdict");
    study->verdict = value_get_text(verdict, "text");
    study->certainty = value_get_text(verdict, "certainty");
    study->values = (const judder_value *)value_get(entry, "values");
    study->probes = (const judder_value *)value_get(entry, "probes");
}

/* Lists of a study that are still to be filled. */
typedef struct Lists {
    judder_series *series;
    judder_field *fields;
    judder_happening *events;
} Lists;

static JudderErr open_lists(judder_run *run, judder_study *study, Lists *lists) {
    *lists = (Lists){arena_zero(&run->owned, (study->series_count + 1) * sizeof *lists->series),
                     arena_zero(&run->owned, (study->field_count + 1) * sizeof *lists->fields),
                     arena_zero(&run->owned, (study->event_count + 1) * sizeof *lists->events)};
    REQUIRE(lists->series && lists->fields && lists->events, error_memory());
    study->series = lists->series;
    study->fields = lists->fields;
    study->events = lists->events;
    return JUDDER_OK;
}

static JudderErr fill_kept(judder_run *run, const KeptStudy *kept, judder_study *study) {
    Lists lists;
    study->series_count = kept->count;
    study->field_count = kept->field_count;
    study->event_count = kept->event_count;
    TRY(open_lists(run, study, &lists));
    for (size_t i = 0; i < kept->count; i++) {
        const KeptColumn *column = &kept->columns[i];
        lists.series[i] = (judder_series){column->name, column->unit, column->at, kept->rows};
    }
    for (size_t i = 0; i < kept->field_count; i++) {
        const KeptField *field = &kept->fields[i];
        lists.fields[i] = (judder_field){field->name,
                                         field->unit ? field->unit : "",
                                         field->columns ? field->columns : "",
                                         field->at,
                                         field->rows,
                                         field->count};
    }
    for (size_t i = 0; i < kept->event_count; i++) {
        const KeptEvent *event = &kept->events[i];
        lists.events[i] = (judder_happening){event->t, event->kind, event->place, event->from, event->to};
    }
    return JUDDER_OK;
}

JudderErr run_fill_kept(judder_run *run) {
    const Value *list = value_get(run->report, "studies");
    TRY(open_studies(run, value_length(list)));
    for (size_t i = 0; i < value_length(list); i++) {
        fill_words(&run->studies[i], value_at(list, i));
        const KeptStudy *kept = kept_study(results_whole(run->kept), i);
        if (kept) TRY(fill_kept(run, kept, &run->studies[i]));
        run->count = i + 1;
    }
    return JUDDER_OK;
}

static JudderErr read_numbers(judder_run *run, const Reader *reader, const ReaderSet *set, size_t rows,
                              const double **at) {
    double *numbers = arena_zero(&run->owned, (rows * set->count + 1) * sizeof *numbers);
    REQUIRE(numbers, error_memory());
    *at = numbers;
    return rows > 0 ? reader_read(reader, set, 0, rows, numbers) : JUDDER_OK;
}

static JudderErr read_events(judder_run *run, const Reader *reader, const ReaderStudy *stored,
                             judder_happening *events) {
    ReaderEvent *read = arena_zero(&run->owned, (stored->events + 1) * sizeof *read);
    REQUIRE(read, error_memory());
    if (stored->events > 0) TRY(reader_events(reader, stored, 0, stored->events, read));
    for (size_t i = 0; i < stored->events; i++)
        events[i] = (judder_happening){read[i].time, read[i].kind, read[i].place, read[i].from, read[i].to};
    return JUDDER_OK;
}

static JudderErr fill_stored(judder_run *run, const Reader *reader, const ReaderStudy *stored,
                             judder_study *study) {
    Lists lists;
    study->series_count = stored->series.count;
    study->field_count = stored->fields.count;
    study->event_count = stored->events;
    TRY(open_lists(run, study, &lists));
    for (size_t i = 0; i < stored->series.count; i++) {
        const ReaderSet *set = &stored->series.at[i];
        judder_series *series = &lists.series[i];
        *series = (judder_series){run_text(run, set->name), run_text(run, set->unit), NULL, stored->rows};
        REQUIRE(series->name && series->unit, error_memory());
        TRY(read_numbers(run, reader, set, stored->rows, &series->at));
    }
    for (size_t i = 0; i < stored->fields.count; i++) {
        const ReaderSet *set = &stored->fields.at[i];
        judder_field *field = &lists.fields[i];
        *field = (judder_field){.name = run_text(run, set->name),
                                .unit = run_text(run, set->unit),
                                .columns = run_text(run, set->columns),
                                .rows = set->rows,
                                .count = set->count};
        REQUIRE(field->name && field->unit && field->columns, error_memory());
        TRY(read_numbers(run, reader, set, set->rows, &field->at));
    }
    return read_events(run, reader, stored, lists.events);
}

JudderErr run_fill_file(judder_run *run, const Reader *reader) {
    const Value *list = value_get(run->report, "studies");
    TRY(open_studies(run, reader->count));
    for (size_t i = 0; i < reader->count; i++) {
        fill_words(&run->studies[i], value_at(list, i));
        TRY(fill_stored(run, reader, &reader->studies[i], &run->studies[i]));
        run->count = i + 1;
    }
    return JUDDER_OK;
}
