#include "results/write/results_internal.h"

#include "results/read/seal.h"
#include "results/store/describe.h"
#include "results/store/scalars.h"
#include "results/write/twin_driver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A node of the index of chunks takes 126 of them: two million rows in the largest chunks. */
enum { INDEX_HALF = 63 };

/* Where neither the system nor HDF5 complained, it was memory of our own that was missing. */
int results_failure(const Results *results) {
    if (results->twin.error != 0) return results->twin.error;
    return hdf5_failure() ? hdf5_failure() : ENOMEM;
}

JudderErr results_report(const Results *results, bool ok) {
    if (ok && results->twin.error == 0) return JUDDER_OK;
    return error_machine("%s: the result cannot be written: %s", results->twin.target.place.path,
                         failure_text(results_failure(results)));
}

JudderErr results_misuse(const Results *results, const char *what) {
    return error_machine("%s: %s", results->twin.target.place.path, what);
}

static bool close_group(hid_t *group) {
    const bool ok = *group < 0 || H5Gclose(*group) >= 0;
    *group = -1;
    return ok;
}

static hid_t make_file(Results *results) {
    const hid_t access = twin_access(&results->twin), creation = H5Pcreate(H5P_FILE_CREATE);
    hid_t file = -1;
    /* The format of HDF5 1.8: it has check sums, which the oldest lacks, and no mark "being written",
     * which the newest has and which would lock readers out of the file of a killed run. */
    if (H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18) >= 0 &&
        H5Pset_istore_k(creation, INDEX_HALF) >= 0 && H5Pset_obj_track_times(creation, false) >= 0 &&
        H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED) >= 0) {
        file = H5Fcreate(results->twin.target.temporary, H5F_ACC_TRUNC, creation, access);
    }
    H5Pclose(creation);
    H5Pclose(access);
    return file;
}

static bool write_head(Results *results, const ResultsHead *head) {
    const struct {
        const char *name, *text;
    } texts[] = {{"case_file", head->case_file},
                 {"case_text", head->case_text},
                 {"model", head->model},
                 {"version", head->version},
                 {"references", head->references}};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof texts / sizeof *texts; i++) {
        ok = dataset_write_text(results->file, texts[i].name, texts[i].text ? texts[i].text : "");
    }
    char *parameters = head->parameters ? value_json(head->parameters) : strdup("{}");
    ok = ok && parameters && dataset_write_text(results->file, "parameters", parameters);
    free(parameters);
    return ok && (!head->files || dataset_write_text(results->file, "files", head->files));
}

const FileKind results_kind = {"a result of judder", "\211HDF\r\n\032\n", 8};

JudderErr results_create(const char *path, const ResultsHead *head, Results **results) {
    hdf5_be_quiet();
    hdf5_has_failed();
    Results *made = calloc(1, sizeof *made);
    *results = made;
    if (!made) return error_memory();
    made->file = made->studies = made->study = made->fields = -1;
    snprintf(made->model, sizeof made->model, "%s", head->model ? head->model : "");
    const char *const inputs[] = {head->case_file, NULL};
    const PlaceWish wish = {.path = path, .inputs = inputs, .kind = &results_kind, .claimed = head->claimed};
    JudderErr err = twin_create(&made->twin, &wish);
    if (err == JUDDER_OK && head->goes_with) err = target_goes_with(&made->twin.target, head->goes_with);
    if (err == JUDDER_OK) {
        made->file = make_file(made);
        bool ok = made->file >= 0 && write_head(made, head);
        if (ok) made->studies = group_make(made->file, "studies");
        err = results_report(made, ok && made->studies >= 0);
    }
    if (err != JUDDER_OK) results_destroy(results);
    return err;
}

static JudderErr create_with(JudderErr err, Kept *kept, Results **results) {
    Results *made = calloc(1, sizeof *made);
    *results = made;
    if (!made) kept_destroy(&kept);
    REQUIRE(made, error_memory());
    made->file = made->studies = made->study = made->fields = -1;
    made->kept = kept;
    if (err != JUDDER_OK) results_destroy(results);
    return err;
}

JudderErr results_create_in_memory(const char *const *series, Results **results) {
    Kept *kept = NULL;
    const JudderErr err = kept_create(series, &kept);
    return create_with(err, kept, results);
}

JudderErr results_create_whole(Results **results) {
    Kept *kept = NULL;
    const JudderErr err = kept_create_whole(&kept);
    return create_with(err, kept, results);
}

const struct Kept *results_whole(const Results *results) {
    return results->kept;
}

const double *results_kept(const Results *results, const char *of, const char *column, size_t *count) {
    *count = 0;
    return results->kept ? kept_beside(results->kept, of, column, count) : NULL;
}

static SchemaScope scope_of(const Results *results, SchemaPart part) {
    return (SchemaScope){results->model, results->open_study, part};
}

static bool make_events(Results *results) {
    const TableColumn columns[] = {{"time", NULL, TABLE_NUMBERS},
                                   {"kind", NULL, TABLE_TEXTS},
                                   {"place", NULL, TABLE_TEXTS},
                                   {"from", NULL, TABLE_NUMBERS},
                                   {"to", NULL, TABLE_NUMBERS}};
    return table_create(
        results->study,
        &(TableWish){"events", scope_of(results, SCHEMA_EVENTS), columns, sizeof columns / sizeof *columns},
        &results->events);
}

/* A study that never ends, because the run is killed, says so by itself. */
static bool write_outcome(hid_t study, const char *outcome, const char *reason) {
    return attribute_write_text(study, "outcome", outcome) && attribute_write_text(study, "reason", reason);
}

JudderErr results_study_begin(Results *results, const char *study, const char *name) {
    if (results->kept) return kept_begin(results->kept, study);
    REQUIRE(results->study < 0, results_misuse(results, "a study is already open"));
    char wanted[LINK_NAME_SIZE], link[LINK_NAME_SIZE];
    if (!name || !*name) name = study;
    snprintf(wanted, sizeof wanted, "%02zu_%.200s", results->study_count + 1, name);
    link_name(results->studies, wanted, link);
    results->study = group_make(results->studies, link);
    snprintf(results->open_link, sizeof results->open_link, "%s", link);
    snprintf(results->open_study, sizeof results->open_study, "%s", study);
    results->rows = results->event_count = results->field_count = 0;
    results->sums = sums_start();
    bool ok = results->study >= 0;
    results->study_count += ok;
    ok = ok && attribute_write_text(results->study, "study", study) &&
         attribute_write_text(results->study, "name", name) &&
         write_outcome(results->study, "stopped", "the run broke off") && make_events(results);
    if (ok) results->fields = group_make(results->study, "fields");
    return results_report(results, ok && results->fields >= 0);
}

JudderErr results_series_declare(Results *results, const ResultsColumn *columns, size_t count) {
    if (results->kept) return kept_declare(results->kept, columns, count);
    REQUIRE(results->study >= 0 && !results->series,
            results_misuse(results, "the series cannot be declared here"));
    TableColumn *wanted = calloc(count ? count : 1, sizeof *wanted);
    if (!wanted) return error_memory();
    for (size_t i = 0; i < count; i++)
        wanted[i] = (TableColumn){columns[i].name, columns[i].unit, TABLE_NUMBERS};
    const bool ok = table_create(results->study,
                                 &(TableWish){"series", scope_of(results, SCHEMA_SERIES), wanted, count},
                                 &results->series);
    free(wanted);
    TRY(results_report(results, ok));
    return recorded_remember(&results->open_series, columns, count);
}

JudderErr results_series_append(Results *results, const double *row) {
    if (results->kept) return kept_append(results->kept, row);
    REQUIRE(results->series, results_misuse(results, "a row without a series"));
    results->rows++;
    sums_row(&results->sums, row, results->open_series.count);
    if (table_append(results->series, row) && results->twin.error == 0) return JUDDER_OK;
    return results_report(results, false);
}

JudderErr results_event(Results *results, double time, const char *kind, const char *place, double from,
                        double to) {
    if (results->kept) {
        KeptEvent kept = {.t = time, .from = from, .to = to};
        snprintf(kept.kind, sizeof kept.kind, "%s", kind);
        snprintf(kept.place, sizeof kept.place, "%s", place);
        return kept_event(results->kept, &kept);
    }
    Table *events = results->events;
    REQUIRE(events, results_misuse(results, "an event without a study"));
    table_put_number(events, 0, time);
    table_put_text(events, 1, kind);
    table_put_text(events, 2, place);
    table_put_number(events, 3, from);
    table_put_number(events, 4, to);
    results->event_count++;
    sums_event(&results->sums, (const double[]){time, from, to}, kind, place);
    return results_report(results, table_next(events));
}

static JudderErr write_field(Results *results, const ResultsTable *table, const char *unit) {
    if (results->kept) return kept_field(results->kept, table, unit);
    REQUIRE(results->study >= 0, results_misuse(results, "a field without a study"));
    char link[LINK_NAME_SIZE];
    link_name(results->fields, table->name, link);
    results->field_count++;
    sums_field(&results->sums, table->at, table->rows * table->count);
    const SchemaScope scope = scope_of(results, SCHEMA_FIELDS);
    return results_report(results,
                          dataset_write(results->fields, &(Dataset){.name = link,
                                                                    .unit = unit,
                                                                    .columns = table->columns,
                                                                    .scope = &scope,
                                                                    .type = H5T_IEEE_F64LE,
                                                                    .memory = H5T_NATIVE_DOUBLE,
                                                                    .rank = table->count == 1 ? 1 : 2,
                                                                    .size = {table->rows, table->count},
                                                                    .at = table->at}));
}

JudderErr results_field(Results *results, const char *name, const char *unit, const double *at, size_t rows,
                        size_t columns) {
    const ResultsTable table = {.name = name, .at = at, .rows = rows, .count = columns};
    return write_field(results, &table, unit ? unit : "");
}

JudderErr results_again(Results *results, const ResultsTable *table, const char *unit) {
    const bool named = table->columns && table->columns[0];
    const ResultsTable again = {table->name, named ? table->columns : NULL, table->at, table->rows,
                                table->count};
    return write_field(results, &again, named ? NULL : unit ? unit : "");
}

JudderErr results_table(Results *results, const ResultsTable *table) {
    return write_field(results, table, NULL);
}

/* --- what a study says in words: attributes of its group --- */

static JudderErr results_say(Results *results, const char *name, const char *text) {
    if (results->kept) return JUDDER_OK;
    REQUIRE(results->study >= 0, results_misuse(results, "words without a study"));
    return results_report(results, attribute_write_text(results->study, name, text));
}

JudderErr results_note(Results *results, const char *note) {
    return results_say(results, "note", note);
}

JudderErr results_verdict(Results *results, const char *verdict, const char *certainty) {
    TRY(results_say(results, "verdict", verdict));
    return results_say(results, "certainty", certainty);
}

JudderErr results_probes(Results *results, const Value *probes) {
    if (results->kept) return JUDDER_OK;
    REQUIRE(results->study >= 0, results_misuse(results, "probes without a study"));
    if (value_length(probes) == 0 || value_length(value_at(probes, 0)) == 0) return JUDDER_OK;
    const hid_t group = group_make(results->study, "probes");
    const SchemaScope scope = scope_of(results, SCHEMA_SERIES);
    bool ok = group >= 0 && columns_write(group, probes) && describe_group(group, &scope);
    if (group >= 0) ok = H5Gclose(group) >= 0 && ok;
    return results_report(results, ok);
}

/* Leaves the study; its group has all four parts even if the study had nothing to say. */
static bool leave_study(Results *results, const Value *values) {
    const hid_t scalars = group_make(results->study, "scalars");
    const SchemaScope scope = scope_of(results, SCHEMA_VALUES);
    bool ok = scalars >= 0 && scalars_write(scalars, values) && describe_group(scalars, &scope);
    if (scalars >= 0) ok = H5Gclose(scalars) >= 0 && ok;
    if (!results->series)
        ok = table_create(results->study, &(TableWish){.name = "series"}, &results->series) && ok;
    if (results->series) ok = table_end(results->series) && ok;
    if (results->events) ok = table_end(results->events) && ok;
    table_destroy(&results->series);
    table_destroy(&results->events);
    ok = close_group(&results->fields) && ok;
    return close_group(&results->study) && ok;
}

JudderErr results_study_end(Results *results, const Value *values, const char *outcome, const char *reason) {
    if (results->kept) return JUDDER_OK;
    REQUIRE(results->study >= 0, results_misuse(results, "no study is open"));
    const bool told = write_outcome(results->study, outcome, reason ? reason : "");
    TRY(results_report(results, leave_study(results, values) && told));
    TRY(sums_keep(results));
    return recorded_keep(results);
}

static JudderErr show(Results *results, bool wait) {
    if (results->study_count == 0 || twin_show(&results->twin, wait)) return JUDDER_OK;
    return error_machine("%s: the result cannot be put in place: %s", results->twin.target.place.path,
                         errno == EBUSY ? "another run has put its own there" : strerror(errno));
}

/* What failed, perhaps unnoticed, may be half done: nothing of it may be shown later. */
static bool went_well(Results *results, bool ok) {
    const int failure = results_failure(results);
    ok = !hdf5_has_failed() && ok;
    if (!ok && results->twin.error == 0) results->twin.error = failure;
    return ok;
}

JudderErr results_bring(Results *results, bool wait) {
    if (results->kept) return JUDDER_OK;
    REQUIRE(results->file >= 0, results_misuse(results, "the result is closed"));
    bool ok = !results->series || table_write(results->series);
    if (results->events) ok = table_write(results->events) && ok;
    ok = H5Fflush(results->file, H5F_SCOPE_LOCAL) >= 0 && ok;
    TRY(results_report(results, went_well(results, ok)));
    return show(results, wait);
}

JudderErr results_flush(Results *results) {
    return results_bring(results, false);
}

JudderErr results_close(Results *results) {
    if (results->kept) return JUDDER_OK;
    REQUIRE(results->file >= 0, results_misuse(results, "the result is closed"));
    bool ok = results->study < 0 || leave_study(results, NULL);
    ok = close_group(&results->studies) && attribute_write_text(results->file, seal_attribute, "") && ok;
    ok = H5Fclose(results->file) >= 0 && ok;
    results->file = -1;
    if (ok) twin_seal(&results->twin);
    TRY(results_report(results, went_well(results, ok)));
    TRY(show(results, true)); /* a file system may say only now that it is full */
    twin_finish(&results->twin);
    return JUDDER_OK;
}

void results_destroy(Results **results) {
    Results *gone = results ? *results : NULL;
    if (!gone) return;
    *results = NULL;
    kept_destroy(&gone->kept);
    /* What was not flushed is dropped: from here on nothing reaches the disk. */
    if (gone->twin.error == 0) gone->twin.error = ECANCELED;
    table_destroy(&gone->series);
    table_destroy(&gone->events);
    close_group(&gone->fields);
    close_group(&gone->study);
    close_group(&gone->studies);
    if (gone->file >= 0) H5Fclose(gone->file);
    recorded_release(&gone->open_series);
    for (size_t i = 0; i < gone->recorded_count; i++) recorded_release(&gone->recorded[i]);
    free(gone->recorded);
    free(gone->finished);
    twin_release(&gone->twin);
    free(gone);
}
