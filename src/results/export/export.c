/* Every part of a study becomes one table. Data pass through a block of rows, so a table may be larger
 * than the memory. */
#include "results/export/export.h"

#include "results/export/csv.h"
#include "results/place/folder.h"
#include "results/read/stored.h"
#include "results/resume/resume.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 1 << 18, BLOCK_BYTES_TOTAL = 1 << 28 };

/* One dataset with its block of rows. */
typedef struct Source {
    StoredSet set;
    char *cells;
} Source;

/* Datasets written side by side. */
typedef struct Sources {
    size_t count;
    Source *at;
    StoredLinks links; /* their names, and others */
} Sources;

typedef struct Export {
    Stored stored;
    OutputFolder folder;
    size_t written;
    Archive *tried; /* values that a trial has read; NULL: none */
    Value *values;  /* those of the open study; NULL: they are read here */
} Export;

static void write_cell(Csv *csv, const StoredSet *set, const char *cell) {
    double number;
    long long count;
    switch (set->kind) {
    case STORED_NUMBER: memcpy(&number, cell, sizeof number), csv_number(csv, number); return;
    case STORED_COUNT: memcpy(&count, cell, sizeof count), csv_count(csv, count); return;
    case STORED_FLAG: csv_text(csv, *cell ? "true" : "false", *cell ? 4 : 5); return;
    case STORED_TEXT: csv_text(csv, cell, strnlen(cell, set->cell)); return;
    }
}

/* The name at a position of "z [m], v_1 [m/s]"; false beyond the last. */
static bool named_column(const char *columns, hsize_t position, const char **name, size_t *length) {
    for (; position > 0 && columns; position--) {
        columns = strstr(columns, ", ");
        if (columns) columns += 2;
    }
    if (!columns || !*columns) return false;
    const char *end = strstr(columns, ", ");
    *name = columns;
    *length = end ? (size_t)(end - columns) : strlen(columns);
    return true;
}

/* "name [unit]"; the columns of a field of rank 2 have names of their own, or are counted from 1. */
static JudderErr write_title(Csv *csv, const char *name, const StoredSet *set, hsize_t column) {
    char *title = NULL, position[32] = "";
    const char *unit = set->unit, *own;
    size_t length;
    if (set->rank == 2 && named_column(set->titles, column, &own, &length)) {
        csv_text(csv, own, length);
        return JUDDER_OK;
    }
    if (set->rank == 2) snprintf(position, sizeof position, "_%llu", (unsigned long long)column + 1);
    if (asprintf(&title, *unit ? "%s%s [%s]" : "%s%s%s", name, position, unit) < 0) return error_memory();
    csv_text(csv, title, strlen(title));
    free(title);
    return JUDDER_OK;
}

static void sources_close(Sources *sources) {
    for (size_t i = 0; i < sources->count; i++) {
        stored_set_close(&sources->at[i].set);
        free(sources->at[i].cells);
    }
    free(sources->at);
    stored_links_free(&sources->links);
    *sources = (Sources){0};
}

static size_t row_bytes(const StoredSet *set) {
    return set->cell * (size_t)set->columns;
}

/* Rows in a block: all sources must fit. 0 if not even one row does. */
static hsize_t block_rows(const Sources *sources) {
    size_t largest = 1, total = 0;
    for (size_t i = 0; i < sources->count; i++) {
        const size_t bytes = row_bytes(&sources->at[i].set);
        if (bytes > largest) largest = bytes;
        total += bytes;
    }
    if (total > BLOCK_BYTES_TOTAL) return 0;
    hsize_t rows = largest < BLOCK_BYTES ? BLOCK_BYTES / largest : 1;
    while (rows > 1 && rows * total > BLOCK_BYTES_TOTAL) rows /= 2;
    return rows;
}

static JudderErr sources_make_blocks(const Export *export, Sources *sources, hsize_t rows) {
    REQUIRE(rows > 0, stored_unsound(&export->stored, "a table has absurdly many columns"));
    for (size_t i = 0; i < sources->count; i++) {
        Source *source = &sources->at[i];
        source->cells = malloc((size_t)rows * row_bytes(&source->set) + 1);
        if (!source->cells) return error_memory();
    }
    return JUDDER_OK;
}

/* The rows that all sources have: a run killed while it wrote may leave one column longer than another. */
static hsize_t common_rows(const Sources *sources) {
    hsize_t rows = sources->count > 0 ? sources->at[0].set.rows : 0;
    for (size_t i = 1; i < sources->count; i++) {
        if (sources->at[i].set.rows < rows) rows = sources->at[i].set.rows;
    }
    return rows;
}

static void write_row(Csv *csv, const Sources *sources, size_t row) {
    for (size_t i = 0; i < sources->count; i++) {
        const Source *source = &sources->at[i];
        const char *cell = source->cells + row * row_bytes(&source->set);
        for (hsize_t c = 0; c < source->set.columns; c++, cell += source->set.cell) {
            write_cell(csv, &source->set, cell);
        }
    }
    csv_end_row(csv);
}

static JudderErr write_rows(const Export *export, Csv *csv, Sources *sources) {
    const hsize_t total = common_rows(sources), block = block_rows(sources);
    TRY(sources_make_blocks(export, sources, block));
    for (hsize_t first = 0; first < total; first += block) {
        const hsize_t count = total - first < block ? total - first : block;
        for (size_t i = 0; i < sources->count; i++) {
            TRY(stored_set_read(&export->stored, &sources->at[i].set, first, count, sources->at[i].cells));
        }
        for (size_t row = 0; row < count; row++) write_row(csv, sources, row);
    }
    return JUDDER_OK;
}

static JudderErr write_columns(const Export *export, Csv *csv, Sources *sources) {
    for (size_t i = 0; i < sources->count; i++) {
        const StoredSet *set = &sources->at[i].set;
        for (hsize_t c = 0; c < set->columns; c++) TRY(write_title(csv, sources->links.at[i].name, set, c));
    }
    csv_end_row(csv);
    return write_rows(export, csv, sources);
}

/* Ends a file whose content has been written, well or not. */
static JudderErr finish(Export *export, Csv *csv, JudderErr err) {
    if (err == JUDDER_OK)
        err = csv_close(csv);
    else
        csv_abandon(csv);
    export->written += err == JUDDER_OK;
    return err;
}

static JudderErr open_csv(const Export *export, Csv *csv, const char *study, const char *part) {
    char *name = NULL;
    if (asprintf(&name, "%s_%s", study, part) < 0) return error_memory();
    const JudderErr err = csv_open(csv, &export->folder, name);
    free(name);
    return err;
}

/* Opens all datasets of a group as the columns of a table. */
static JudderErr sources_open(const Export *export, hid_t group, Sources *sources) {
    TRY(stored_links(&export->stored, group, &sources->links));
    sources->at = calloc(sources->links.count + 1, sizeof *sources->at);
    if (!sources->at) return error_memory();
    for (; sources->count < sources->links.count; sources->count++) {
        StoredSet *set = &sources->at[sources->count].set;
        TRY(stored_set_open(&export->stored, group, sources->links.at[sources->count].name, set));
        if (set->rank == 1) continue;
        stored_set_close(set);
        return stored_unsound(&export->stored, "a column of a table is not a list");
    }
    return JUDDER_OK;
}

/* Series, events and probes. */
static JudderErr export_table(Export *export, hid_t group, const char *study, const char *part) {
    Sources sources = {0};
    Csv csv = {0};
    JudderErr err = sources_open(export, group, &sources);
    if (err == JUDDER_OK && sources.count > 0) {
        err = open_csv(export, &csv, study, part);
        if (err == JUDDER_OK) err = finish(export, &csv, write_columns(export, &csv, &sources));
    }
    sources_close(&sources);
    return err;
}

static JudderErr export_field(Export *export, hid_t group, const char *study, StoredLink *link) {
    Source source = {0};
    Sources sources = {.count = 1, .at = &source, .links = {1, link}};
    Csv csv;
    char *part = NULL;
    if (asprintf(&part, "field_%s", link->name) < 0) return error_memory();
    JudderErr err = stored_set_open(&export->stored, group, link->name, &source.set);
    if (err == JUDDER_OK) err = open_csv(export, &csv, study, part);
    if (err == JUDDER_OK) err = finish(export, &csv, write_columns(export, &csv, &sources));
    stored_set_close(&source.set);
    free(source.cells);
    free(part);
    return err;
}

static JudderErr export_fields(Export *export, hid_t group, const char *study, const char *part) {
    (void)part;
    StoredLinks links;
    TRY(stored_links(&export->stored, group, &links));
    JudderErr err = JUDDER_OK;
    for (size_t i = 0; err == JUDDER_OK && i < links.count; i++) {
        err = export_field(export, group, study, &links.at[i]);
    }
    stored_links_free(&links);
    return err;
}

/* The rows (name, position, value) of one dataset; the position counts from 1 and is empty for a single
 * value. */
static JudderErr write_values(const Export *export, Csv *csv, const char *name, Source *source) {
    Sources alone = {.count = 1, .at = source};
    const hsize_t total = source->set.rows, block = block_rows(&alone);
    REQUIRE(source->set.rank < 2, stored_unsound(&export->stored, "a value is a matrix"));
    TRY(sources_make_blocks(export, &alone, block));
    for (hsize_t first = 0; first < total; first += block) {
        const hsize_t count = total - first < block ? total - first : block;
        TRY(stored_set_read(&export->stored, &source->set, first, count, source->cells));
        for (hsize_t i = 0; i < count; i++) {
            csv_text(csv, name, strlen(name));
            if (source->set.rank == 0)
                csv_text(csv, "", 0);
            else
                csv_count(csv, (long long)(first + i + 1));
            write_cell(csv, &source->set, source->cells + i * source->set.cell);
            csv_end_row(csv);
        }
    }
    return JUDDER_OK;
}

static JudderErr write_objects(const Export *export, Csv *csv, hid_t group, const char *list);

/* A value that is known and no list. */
static void write_known(Csv *csv, const char *name, const Value *value) {
    csv_text(csv, name, strlen(name));
    csv_text(csv, "", 0);
    switch (value_kind(value)) {
    case VALUE_NUMBER: csv_number(csv, value_as_number(value)); break;
    case VALUE_COUNT: csv_count(csv, value_as_count(value)); break;
    case VALUE_FLAG:
        csv_text(csv, value_as_flag(value) ? "true" : "false", value_as_flag(value) ? 4 : 5);
        break;
    case VALUE_TEXT: csv_text(csv, value_as_text(value), strlen(value_as_text(value))); break;
    case VALUE_NULL:
    case VALUE_LIST:
    case VALUE_OBJECT: csv_text(csv, "", 0); break;
    }
    csv_end_row(csv);
}

/* A dataset, or a list of objects, which is not inside of another one. */
static JudderErr write_link(const Export *export, Csv *csv, const StoredLink *link, const char *prefix) {
    const Value *known = *prefix ? NULL : value_get(export->values, link->name);
    if (known && value_kind(known) != VALUE_LIST) {
        write_known(csv, link->name, known);
        return JUDDER_OK;
    }
    Source source = {0};
    hid_t group;
    char *name = NULL;
    REQUIRE(asprintf(&name, "%s%s", prefix, link->name) >= 0, error_memory());
    JudderErr err = stored_open_link(&export->stored, link, &source.set, &group);
    if (err == JUDDER_OK && group >= 0)
        err = *prefix ? stored_unsound(&export->stored, "a list of lists")
                      : write_objects(export, csv, group, link->name);
    else if (err == JUDDER_OK)
        err = write_values(export, csv, name, &source);
    if (group >= 0) H5Gclose(group);
    stored_set_close(&source.set);
    free(source.cells);
    free(name);
    return err;
}

static JudderErr write_links(const Export *export, Csv *csv, hid_t group, const char *prefix) {
    StoredLinks links = {0};
    JudderErr err = stored_names(&export->stored, group, &links);
    for (size_t i = 0; err == JUDDER_OK && i < links.count; i++)
        err = write_link(export, csv, &links.at[i], prefix);
    stored_links_free(&links);
    return err;
}

/* A list of objects: key by key under the name "list.key". */
static JudderErr write_objects(const Export *export, Csv *csv, hid_t group, const char *list) {
    char *prefix = NULL;
    REQUIRE(asprintf(&prefix, "%s.", list) >= 0, error_memory());
    const JudderErr err = write_links(export, csv, group, prefix);
    free(prefix);
    return err;
}

static JudderErr export_scalars(Export *export, hid_t group, const char *study, const char *part) {
    Csv csv;
    TRY(open_csv(export, &csv, study, part));
    fputs("name,position,value\n", csv.output.file);
    return finish(export, &csv, write_links(export, &csv, group, ""));
}

static JudderErr export_study(Export *export, hid_t studies, const char *name) {
    static const struct {
        const char *name;
        JudderErr (*write)(Export *, hid_t, const char *, const char *);
    } parts[] = {{"series", export_table},
                 {"events", export_table},
                 {"probes", export_table},
                 {"fields", export_fields},
                 {"scalars", export_scalars}};
    hid_t study;
    Value *probes = NULL;
    TRY(stored_group(&export->stored, studies, name, &study));
    if (trial_next(export->tried, &export->values, &probes)) value_destroy(&probes);
    JudderErr err = JUDDER_OK;
    for (size_t i = 0; err == JUDDER_OK && i < sizeof parts / sizeof *parts; i++) {
        hid_t group;
        err = stored_group(&export->stored, study, parts[i].name, &group);
        /* A run that broke off has not all parts. */
        if (err == JUDDER_OK && group >= 0) err = parts[i].write(export, group, name, parts[i].name);
        if (group >= 0) H5Gclose(group);
    }
    value_destroy(&export->values);
    H5Gclose(study);
    return err;
}

static JudderErr export_studies(Export *export, const char *folder) {
    hid_t studies;
    StoredLinks links = {0};
    TRY(stored_group(&export->stored, export->stored.file, "studies", &studies));
    JudderErr err = stored_links(&export->stored, studies, &links);
    if (err == JUDDER_OK && links.count == 0) err = stored_unsound(&export->stored, "no study in it");
    if (err == JUDDER_OK) err = output_folder_open(&export->folder, "--csv", folder, export->stored.path);
    for (size_t i = 0; err == JUDDER_OK && i < links.count; i++) {
        err = export_study(export, studies, links.at[i].name);
    }
    stored_links_free(&links);
    H5Gclose(studies);
    return err;
}

JudderErr export_csv(const char *result_file, const char *folder, size_t *written) {
    Export export = {0};
    *written = 0;
    TRY(stored_open(result_file, &export.stored));
    export.tried = trial_take(&export.stored.tried);
    const JudderErr err = export_studies(&export, folder);
    archive_destroy(&export.tried);
    output_folder_close(&export.folder);
    stored_close(&export.stored);
    *written = export.written;
    return err;
}

JudderErr export_said(const ExportAsk *ask, size_t written, char **said) {
    REQUIRE(asprintf(said, "%zu files in %s", written, ask->where) >= 0, error_memory());
    return JUDDER_OK;
}

static JudderErr write_csv(const ExportAsk *ask, char **said) {
    size_t written;
    TRY(export_csv(ask->file, ask->where, &written));
    return export_said(ask, written, said);
}

const ExportFormat csv_format = {
    .option = "--csv",
    .argument = "DIR",
    .help = "  --csv DIR   per study the series, the events, the probes, the scalars and each field as .csv; "
            "the folder "
            "is made\n",
    .write = write_csv,
};
