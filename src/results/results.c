#include "results/results_internal.h"

#include "results/seal.h"
#include "results/store/scalars.h"
#include "results/twin_driver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A node of the index of chunks takes 126 of them: two million rows in the largest chunks. */
enum { INDEX_HALF = 63 };

/* Where neither the system nor HDF5 complained, it was memory of our own that was missing. */
static int failure_of(const Results *results) {
    if (results->twin.error != 0) return results->twin.error;
    return hdf5_failure() ? hdf5_failure() : ENOMEM;
}

JudderErr results_report(const Results *results, bool ok) {
    if (ok && results->twin.error == 0) return JUDDER_OK;
    return error_machine("%s: the result cannot be written: %s", results->twin.target.path,
                         failure_text(failure_of(results)));
}

static JudderErr misuse(const Results *results, const char *what) {
    return error_machine("%s: %s", results->twin.target.path, what);
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

JudderErr results_create(const char *path, const ResultsHead *head, Results **results) {
    hdf5_be_quiet();
    hdf5_has_failed();
    Results *made = calloc(1, sizeof *made);
    *results = made;
    if (!made) return error_memory();
    made->file = made->studies = made->study = made->fields = -1;
    JudderErr err = twin_create(&made->twin, path, head->case_file);
    if (err == JUDDER_OK && head->goes_with && !(made->twin.target.goes_with = strdup(head->goes_with)))
        err = error_memory();
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

static bool make_events(hid_t study, Table **events) {
    const TableColumn columns[] = {{"time", NULL, TABLE_NUMBERS},
                                   {"kind", NULL, TABLE_TEXTS},
                                   {"place", NULL, TABLE_TEXTS},
                                   {"from", NULL, TABLE_NUMBERS},
                                   {"to", NULL, TABLE_NUMBERS}};
    return table_create(study, "events", columns, sizeof columns / sizeof *columns, events);
}

/* A study that never ends, because the run is killed, says so by itself. */
static bool write_outcome(hid_t study, const char *outcome, const char *reason) {
    return attribute_write_text(study, "outcome", outcome) && attribute_write_text(study, "reason", reason);
}

JudderErr results_study_begin(Results *results, const char *study, const char *name) {
    if (results->kept) return kept_begin(results->kept, study);
    REQUIRE(results->study < 0, misuse(results, "a study is already open"));
    char wanted[LINK_NAME_SIZE], link[LINK_NAME_SIZE];
    if (!name || !*name) name = study;
    snprintf(wanted, sizeof wanted, "%02zu_%.200s", results->study_count + 1, name);
    link_name(results->studies, wanted, link);
    results->study = group_make(results->studies, link);
    snprintf(results->open_link, sizeof results->open_link, "%s", link);
    snprintf(results->open_study, sizeof results->open_study, "%s", study);
    results->rows = results->event_count = results->field_count = 0;
    bool ok = results->study >= 0;
    results->study_count += ok;
    ok = ok && attribute_write_text(results->study, "study", study) &&
         attribute_write_text(results->study, "name", name) &&
         write_outcome(results->study, "stopped", "the run broke off") &&
         make_events(results->study, &results->events);
    if (ok) results->fields = group_make(results->study, "fields");
    return results_report(results, ok && results->fields >= 0);
}

static void recorded_release(Recorded *recorded) {
    for (size_t i = 0; i < recorded->count; i++) free(recorded->names[i]);
    free(recorded->names);
    *recorded = (Recorded){.names = NULL};
}

static JudderErr remember_columns(Recorded *recorded, const ResultsColumn *columns, size_t count) {
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
static JudderErr keep_series(Results *results) {
    Recorded *place = find_recorded(results, results->open_study);
    if (results->rows == 0) return JUDDER_OK;
    if (!place) {
        Recorded *more = realloc(results->recorded, (results->recorded_count + 1) * sizeof *more);
        REQUIRE(more, error_memory());
        results->recorded = more;
        place = &more[results->recorded_count++];
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

JudderErr results_series_declare(Results *results, const ResultsColumn *columns, size_t count) {
    if (results->kept) return kept_declare(results->kept, columns, count);
    REQUIRE(results->study >= 0 && !results->series, misuse(results, "the series cannot be declared here"));
    TableColumn *wanted = calloc(count ? count : 1, sizeof *wanted);
    if (!wanted) return error_memory();
    for (size_t i = 0; i < count; i++)
        wanted[i] = (TableColumn){columns[i].name, columns[i].unit, TABLE_NUMBERS};
    const bool ok = table_create(results->study, "series", wanted, count, &results->series);
    free(wanted);
    TRY(results_report(results, ok));
    return remember_columns(&results->open_series, columns, count);
}

JudderErr results_series_append(Results *results, const double *row) {
    if (results->kept) return kept_append(results->kept, row);
    REQUIRE(results->series, misuse(results, "a row without a series"));
    results->rows++;
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
    REQUIRE(events, misuse(results, "an event without a study"));
    table_put_number(events, 0, time);
    table_put_text(events, 1, kind);
    table_put_text(events, 2, place);
    table_put_number(events, 3, from);
    table_put_number(events, 4, to);
    results->event_count++;
    return results_report(results, table_next(events));
}

static JudderErr write_field(Results *results, const ResultsTable *table, const char *unit) {
    if (results->kept) return kept_field(results->kept, table, unit);
    REQUIRE(results->study >= 0, misuse(results, "a field without a study"));
    char link[LINK_NAME_SIZE];
    link_name(results->fields, table->name, link);
    results->field_count++;
    return results_report(results,
                          dataset_write(results->fields, &(Dataset){.name = link,
                                                                    .unit = unit,
                                                                    .columns = table->columns,
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

JudderErr results_table(Results *results, const ResultsTable *table) {
    return write_field(results, table, NULL);
}

JudderErr results_note(Results *results, const char *note) {
    if (results->kept) return JUDDER_OK;
    REQUIRE(results->study >= 0, misuse(results, "a note without a study"));
    return results_report(results, attribute_write_text(results->study, "note", note));
}

JudderErr results_probes(Results *results, const Value *probes) {
    if (results->kept) return JUDDER_OK;
    REQUIRE(results->study >= 0, misuse(results, "probes without a study"));
    if (value_length(probes) == 0 || value_length(value_at(probes, 0)) == 0) return JUDDER_OK;
    const hid_t group = group_make(results->study, "probes");
    bool ok = group >= 0 && columns_write(group, probes);
    if (group >= 0) ok = H5Gclose(group) >= 0 && ok;
    return results_report(results, ok);
}

/* Leaves the study; its group has all four parts even if the study had nothing to say. */
static bool leave_study(Results *results, const Value *values) {
    const hid_t scalars = group_make(results->study, "scalars");
    bool ok = scalars >= 0 && scalars_write(scalars, values);
    if (scalars >= 0) ok = H5Gclose(scalars) >= 0 && ok;
    if (!results->series) ok = table_create(results->study, "series", NULL, 0, &results->series) && ok;
    if (results->series) ok = table_end(results->series) && ok;
    if (results->events) ok = table_end(results->events) && ok;
    table_destroy(&results->series);
    table_destroy(&results->events);
    ok = close_group(&results->fields) && ok;
    return close_group(&results->study) && ok;
}

JudderErr results_study_end(Results *results, const Value *values, const char *outcome, const char *reason) {
    if (results->kept) return JUDDER_OK;
    REQUIRE(results->study >= 0, misuse(results, "no study is open"));
    const bool told = write_outcome(results->study, outcome, reason ? reason : "");
    TRY(results_report(results, leave_study(results, values) && told));
    return keep_series(results);
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
    REQUIRE(set >= 0, misuse(results, "a series cannot be read back"));
    const hid_t space = H5Dget_space(set);
    const hssize_t rows = H5Sget_simple_extent_npoints(space);
    double *numbers = rows > 0 ? malloc((size_t)rows * sizeof *numbers) : NULL;
    const bool ok = numbers && H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers) >= 0;
    H5Sclose(space), H5Dclose(set);
    if (!ok) {
        free(numbers);
        return error_machine("%s: a series cannot be read back: %s", results->twin.target.path,
                             failure_text(failure_of(results)));
    }
    *at = numbers;
    *count = (size_t)rows;
    return JUDDER_OK;
}

static JudderErr show(Results *results, bool wait) {
    if (results->study_count == 0 || twin_show(&results->twin, wait)) return JUDDER_OK;
    return error_machine("%s: the result cannot be put in place: %s", results->twin.target.path,
                         errno == EBUSY ? "another run has put its own there" : strerror(errno));
}

/* What failed, perhaps unnoticed, may be half done: nothing of it may be shown later. */
static bool went_well(Results *results, bool ok) {
    const int failure = failure_of(results);
    ok = !hdf5_has_failed() && ok;
    if (!ok && results->twin.error == 0) results->twin.error = failure;
    return ok;
}

JudderErr results_bring(Results *results, bool wait) {
    if (results->kept) return JUDDER_OK;
    REQUIRE(results->file >= 0, misuse(results, "the result is closed"));
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
    REQUIRE(results->file >= 0, misuse(results, "the result is closed"));
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
    twin_release(&gone->twin);
    free(gone);
}
