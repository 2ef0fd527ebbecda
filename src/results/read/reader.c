#include "results/read/reader.h"

#include "results/read/read_values.h"
#include "results/read/seal.h"
#include "results/read/stored.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const event_columns[] = {"time", "kind", "place", "from", "to"};
enum { EVENT_COLUMNS = 5, TEXT_LIMIT = 1 << 22 };

static void sets_release(ReaderSets *sets) {
    for (size_t i = 0; i < sets->count; i++) {
        if (sets->at[i].stored) stored_set_close(sets->at[i].stored);
        free(sets->at[i].stored);
        free(sets->at[i].name);
    }
    free(sets->at);
}

static void study_release(ReaderStudy *study) {
    sets_release(&study->series);
    sets_release(&study->fields);
    for (size_t i = 0; study->event && i < EVENT_COLUMNS; i++) stored_set_close(&study->event[i]);
    free(study->event);
    value_destroy(&study->values);
    value_destroy(&study->probes);
    free(study->link);
}

void reader_close(Reader **reader) {
    Reader *gone = reader ? *reader : NULL;
    if (!gone) return;
    *reader = NULL;
    for (size_t i = 0; i < gone->count; i++) study_release(&gone->studies[i]);
    free(gone->studies);
    free(gone->case_file);
    free(gone->case_text);
    free(gone->model);
    free(gone->version);
    free(gone->references);
    free(gone->parameters);
    free(gone->files);
    if (gone->stored) stored_close(gone->stored);
    free(gone->stored);
    free(gone);
}

/* Opens a set and adds it, if it holds numbers. */
static JudderErr add_set(const Reader *reader, hid_t group, const char *name, ReaderSets *sets) {
    StoredSet *stored = malloc(sizeof *stored);
    REQUIRE(stored, error_memory());
    const JudderErr err = stored_set_open(reader->stored, group, name, stored);
    if (err != JUDDER_OK || stored->kind != STORED_NUMBER || stored->rank < 1) {
        if (err == JUDDER_OK) stored_set_close(stored);
        free(stored);
        return err;
    }
    ReaderSet *set = &sets->at[sets->count++];
    *set = (ReaderSet){.name = strdup(name),
                       .rows = (size_t)stored->rows,
                       .count = (size_t)stored->columns,
                       .stored = stored};
    memcpy(set->unit, stored->unit, sizeof set->unit);
    memcpy(set->columns, stored->titles, sizeof set->columns);
    set->numbers = stored->numbers;
    return set->name ? JUDDER_OK : error_memory();
}

static JudderErr open_sets(const Reader *reader, hid_t study, const char *part, ReaderSets *sets) {
    hid_t group;
    StoredLinks links = {0};
    TRY(stored_group(reader->stored, study, part, &group));
    if (group < 0) return JUDDER_OK;
    JudderErr err = stored_links(reader->stored, group, &links);
    if (err == JUDDER_OK && !(sets->at = calloc(links.count + 1, sizeof *sets->at))) err = error_memory();
    for (size_t i = 0; err == JUDDER_OK && i < links.count; i++)
        if (!links.at[i].is_group) err = add_set(reader, group, links.at[i].name, sets);
    stored_links_free(&links);
    H5Gclose(group);
    return err;
}

/* A killed run may leave one column longer than another: the rows that all have count. */
static JudderErr open_series(const Reader *reader, hid_t group, ReaderStudy *study) {
    TRY(open_sets(reader, group, "series", &study->series));
    study->rows = study->series.count ? (size_t)-1 : 0;
    for (size_t i = 0; i < study->series.count; i++) {
        const ReaderSet *set = &study->series.at[i];
        REQUIRE(set->count == 1 && set->stored->rank == 1,
                stored_unsound(reader->stored, "a series is not a list of numbers"));
        if (set->rows < study->rows) study->rows = set->rows;
    }
    return JUDDER_OK;
}

static JudderErr open_event_columns(const Reader *reader, hid_t group, ReaderStudy *study) {
    study->event = calloc(EVENT_COLUMNS, sizeof *study->event);
    REQUIRE(study->event, error_memory());
    for (size_t i = 0; i < EVENT_COLUMNS; i++) study->event[i].set = study->event[i].type = -1;
    study->events = (size_t)-1;
    for (size_t i = 0; i < EVENT_COLUMNS; i++) {
        StoredSet *set = &study->event[i];
        TRY(stored_set_open(reader->stored, group, event_columns[i], set));
        const bool text = i == 1 || i == 2;
        REQUIRE(set->rank == 1 && set->kind == (text ? STORED_TEXT : STORED_NUMBER) &&
                    (!text || set->cell == sizeof((ReaderEvent *)0)->kind),
                stored_unsound(reader->stored, "the events are not as judder writes them"));
        if (set->rows < study->events) study->events = (size_t)set->rows;
    }
    return JUDDER_OK;
}

static JudderErr open_events(const Reader *reader, hid_t parent, ReaderStudy *study) {
    hid_t group;
    StoredLinks links = {0};
    TRY(stored_group(reader->stored, parent, "events", &group));
    if (group < 0) return JUDDER_OK;
    JudderErr err = stored_links(reader->stored, group, &links);
    /* A killed run that saw no event has no columns yet. */
    if (err == JUDDER_OK && links.count == EVENT_COLUMNS) err = open_event_columns(reader, group, study);
    stored_links_free(&links);
    H5Gclose(group);
    return err;
}

/* Values that a trial has read are taken from there. */
static JudderErr fill_study(const Reader *reader, hid_t group, Archive *tried, ReaderStudy *study) {
    stored_attribute(group, "study", study->study, sizeof study->study);
    stored_attribute(group, "name", study->name, sizeof study->name);
    stored_attribute(group, "outcome", study->outcome, sizeof study->outcome);
    stored_attribute(group, "reason", study->reason, sizeof study->reason);
    stored_attribute(group, "note", study->note, sizeof study->note);
    stored_attribute(group, "verdict", study->verdict, sizeof study->verdict);
    stored_attribute(group, "certainty", study->certainty, sizeof study->certainty);
    if (!reader->sealed && !study->reason[0])
        snprintf(study->reason, sizeof study->reason, "%s", seal_doubt());
    TRY(open_series(reader, group, study));
    TRY(open_sets(reader, group, "fields", &study->fields));
    TRY(open_events(reader, group, study));
    if (trial_next(tried, &study->values, &study->probes)) return JUDDER_OK;
    TRY(read_values(reader->stored, group, "scalars", &study->values));
    return read_values(reader->stored, group, "probes", &study->probes);
}

static JudderErr open_studies(Reader *reader, hid_t studies, const StoredLinks *links, Archive *tried) {
    reader->studies = calloc(links->count + 1, sizeof *reader->studies);
    REQUIRE(reader->studies, error_memory());
    for (size_t i = 0; i < links->count; i++) {
        hid_t group;
        REQUIRE(links->at[i].is_group, stored_unsound(reader->stored, "a study is not a group"));
        TRY(stored_group(reader->stored, studies, links->at[i].name, &group));
        REQUIRE(group >= 0, stored_unsound(reader->stored, "a study cannot be opened"));
        ReaderStudy *study = &reader->studies[reader->count++];
        study->link = strdup(links->at[i].name);
        const JudderErr err = study->link ? fill_study(reader, group, tried, study) : error_memory();
        H5Gclose(group);
        TRY(err);
    }
    return JUDDER_OK;
}

static JudderErr read_studies(Reader *reader) {
    hid_t studies;
    StoredLinks links = {0};
    TRY(stored_group(reader->stored, reader->stored->file, "studies", &studies));
    REQUIRE(studies >= 0, stored_unsound(reader->stored, "no studies in it"));
    JudderErr err = stored_links(reader->stored, studies, &links);
    Archive *tried = trial_take(&reader->stored->tried);
    if (err == JUDDER_OK) err = open_studies(reader, studies, &links, tried);
    archive_destroy(&tried);
    stored_links_free(&links);
    H5Gclose(studies);
    return err;
}

static JudderErr read_head_text(const Reader *reader, const char *name, char **text) {
    StoredSet set;
    TRY(stored_set_open(reader->stored, reader->stored->file, name, &set));
    JudderErr err = JUDDER_OK;
    if (set.kind != STORED_TEXT || set.rank != 0 || set.cell > TEXT_LIMIT)
        err = stored_unsound(reader->stored, "its head is not text");
    if (err == JUDDER_OK && !(*text = calloc(1, set.cell + 1))) err = error_memory();
    if (err == JUDDER_OK) err = stored_set_read(reader->stored, &set, 0, 1, *text);
    stored_set_close(&set);
    return err;
}

static JudderErr reader_fill(Reader *reader, const char *path) {
    reader->stored = malloc(sizeof *reader->stored);
    REQUIRE(reader->stored, error_memory());
    const JudderErr err = stored_open(path, reader->stored);
    if (err != JUDDER_OK) {
        free(reader->stored);
        reader->stored = NULL;
        return err;
    }
    reader->sealed = reader->stored->sealed;
    TRY(read_head_text(reader, "case_file", &reader->case_file));
    TRY(read_head_text(reader, "case_text", &reader->case_text));
    TRY(read_head_text(reader, "model", &reader->model));
    TRY(read_head_text(reader, "version", &reader->version));
    TRY(read_head_text(reader, "references", &reader->references));
    /* Long tables in a case make it long; only a run that goes on asks for it. */
    if (read_head_text(reader, "parameters", &reader->parameters) == JUDDER_MACHINE) return JUDDER_MACHINE;
    /* Asked for first: HDF5 remembers what failed, and another thread may be writing. */
    if (H5Lexists(reader->stored->file, "files", H5P_DEFAULT) > 0 &&
        read_head_text(reader, "files", &reader->files) == JUDDER_MACHINE)
        return JUDDER_MACHINE;
    return read_studies(reader);
}

JudderErr reader_open(const char *path, Reader **reader) {
    Reader *made = calloc(1, sizeof *made);
    *reader = made;
    REQUIRE(made, error_memory());
    const JudderErr err = reader_fill(made, path);
    if (err != JUDDER_OK) reader_close(reader);
    return err;
}

JudderErr reader_read(const Reader *reader, const ReaderSet *set, size_t first, size_t count, double *at) {
    return stored_set_read(reader->stored, set->stored, first, count, at);
}

JudderErr reader_all(const Reader *reader, const ReaderSet *set, size_t rows, double **at) {
    *at = malloc((rows * set->count + 1) * sizeof **at);
    REQUIRE(*at, error_memory());
    const JudderErr err = rows > 0 ? reader_read(reader, set, 0, rows, *at) : JUDDER_OK;
    if (err != JUDDER_OK) free(*at), *at = NULL;
    return err;
}

JudderErr reader_events(const Reader *reader, const ReaderStudy *study, size_t first, size_t count,
                        ReaderEvent *at) {
    double *numbers = malloc(3 * count * sizeof *numbers + 1);
    char(*texts)[16] = malloc(2 * count * sizeof *texts + 1);
    JudderErr err = numbers && texts ? JUDDER_OK : error_memory();
    for (size_t i = 0, number = 0, text = 0; err == JUDDER_OK && i < EVENT_COLUMNS; i++) {
        void *place = i == 1 || i == 2 ? (void *)(texts + count * text++) : numbers + count * number++;
        err = stored_set_read(reader->stored, &study->event[i], first, count, place);
    }
    for (size_t i = 0; err == JUDDER_OK && i < count; i++) {
        at[i] = (ReaderEvent){.time = numbers[i], .from = numbers[count + i], .to = numbers[2 * count + i]};
        memcpy(at[i].kind, texts[i], sizeof at[i].kind - 1);
        memcpy(at[i].place, texts[count + i], sizeof at[i].place - 1);
    }
    free(numbers);
    free(texts);
    return err;
}

const ReaderSet *reader_find(const ReaderSets *sets, const char *name) {
    for (size_t i = 0; i < sets->count; i++)
        if (strcmp(sets->at[i].name, name) == 0) return &sets->at[i];
    return NULL;
}

const ReaderSet *reader_find_beside(const ReaderSets *sets, const char *kind, const SchemaNumbers *numbers) {
    for (size_t i = 0; i < sets->count; i++) {
        const SchemaNumbers *other = &sets->at[i].numbers;
        if (strcmp(other->kind, kind) == 0 && other->number == numbers->number &&
            strcmp(other->key, numbers->key) == 0 && other->at == numbers->at)
            return &sets->at[i];
    }
    return NULL;
}

const ReaderStudy *reader_study(const Reader *reader, const char *name, const char **bare) {
    for (size_t i = 0; i < reader->count; i++) {
        const size_t length = strlen(reader->studies[i].name);
        if (strncmp(name, reader->studies[i].name, length) != 0 || name[length] != '/') continue;
        *bare = name + length + 1;
        return &reader->studies[i];
    }
    *bare = name;
    return NULL;
}

static Value *text_or_null(const char *text) {
    return text[0] ? value_text(text) : value_null();
}

Value *reader_report(ReaderStudy *study) {
    Value *entry = value_object();
    bool good = value_set(entry, "study", value_text(study->study));
    good = value_set(entry, "name", value_text(study->name)) && good;
    good = value_set(entry, "outcome", value_text(study->outcome)) && good;
    good = value_set(entry, "reason", text_or_null(study->reason)) && good;
    good = value_set(entry, "verdict", value_verdict(study->verdict, study->certainty)) && good;
    good = value_set(entry, "note", text_or_null(study->note)) && good;
    good = value_set(entry, "values", study->values ? study->values : value_object()) && good;
    good = value_set(entry, "probes", study->probes ? study->probes : value_object()) && good;
    study->values = study->probes = NULL;
    if (!good) value_destroy(&entry);
    return entry;
}
