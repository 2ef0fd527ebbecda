/* A study with a mesh has the fields mesh_nodes, mesh_cells, and for each state displacement, stress and
 * contact, in a march velocity (schema/body.c). The columns of contact are:
 * node, place along the side, coordinates, state, gap, pressure, tangential traction(s), displacement
 * in the frame of the contact. */
#include "results/vtu/export_vtu.h"

#include "results/place/folder.h"
#include "results/read/reader.h"
#include "results/read/stored.h"
#include "results/vtu/vtu.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BLOCKS = 64, MOST_FIELDS = 8 };

/* The numbers of one field. */
typedef struct Field {
    int rows, columns;
    double *at;
} Field;

typedef struct Grid {
    Field nodes;
    int blocks;
    VtuCells block[MOST_BLOCKS];
    int *cells[MOST_BLOCKS]; /* owned by block[].node */
} Grid;

/* Files of one study, for its list. */
typedef struct States {
    PvdEntry *entry;
    size_t count;
} States;

typedef struct Export {
    Reader *reader;
    const ReaderSets *fields; /* of the study at hand */
    OutputFolder folder;
    Grid grid;
    size_t written;
} Export;

static void grid_free(Grid *grid) {
    free(grid->nodes.at);
    for (int b = 0; b < grid->blocks; b++) free(grid->cells[b]);
    *grid = (Grid){0};
}

static JudderErr unsound(const Export *export, const char *what) {
    return stored_unsound(export->reader->stored, what);
}

static JudderErr read_field(const Export *export, const ReaderSet *set, Field *field) {
    *field = (Field){0};
    REQUIRE(set->stored->rank == 2, unsound(export, "a field on a mesh is no matrix of numbers"));
    REQUIRE(set->rows <= INT_MAX && set->count <= 32,
            unsound(export, "a field on a mesh has an absurd size"));
    *field = (Field){.rows = (int)set->rows, .columns = (int)set->count};
    return reader_all(export->reader, set, set->rows, &field->at);
}

/* A number that counts something below a limit, as an int. */
static bool is_index(double number, int limit) {
    return number >= 0 && number < limit && number == floor(number);
}

static JudderErr add_block(Export *export, const Field *cells, double gmsh) {
    Grid *grid = &export->grid;
    const size_t count = (size_t)cells->rows * (size_t)cells->columns;
    const ElementType *type = element_type_of_gmsh(gmsh);
    REQUIRE(grid->blocks < MOST_BLOCKS && type && type->nodes == cells->columns,
            unsound(export, "cells of a kind that no mesh has"));
    int *node = malloc(count * sizeof *node + 1);
    REQUIRE(node, error_memory());
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        good = is_index(cells->at[i], grid->nodes.rows);
        if (good) node[i] = (int)cells->at[i];
    }
    if (!good) free(node);
    REQUIRE(good, unsound(export, "a cell has a node that is not there"));
    grid->cells[grid->blocks] = node;
    grid->block[grid->blocks++] = (VtuCells){.type = type, .cells = cells->rows, .node = node};
    return JUDDER_OK;
}

static JudderErr read_cells(Export *export) {
    for (size_t i = 0; i < export->fields->count; i++) {
        const ReaderSet *set = &export->fields->at[i];
        if (strcmp(set->numbers.kind, "mesh_cells") != 0 || strcmp(set->numbers.key, "gmsh") != 0) continue;
        Field cells;
        TRY(read_field(export, set, &cells));
        const JudderErr err = add_block(export, &cells, set->numbers.at);
        free(cells.at);
        TRY(err);
    }
    return JUDDER_OK;
}

/* The mesh of a study takes the place of the one before. */
static JudderErr read_grid(Export *export) {
    const ReaderSet *nodes = reader_find(export->fields, "mesh_nodes");
    if (!nodes) return JUDDER_OK;
    grid_free(&export->grid);
    TRY(read_field(export, nodes, &export->grid.nodes));
    const int dim = export->grid.nodes.columns;
    REQUIRE(dim == 2 || dim == 3, unsound(export, "the nodes of a mesh have neither 2 nor 3 coordinates"));
    return read_cells(export);
}

/* What goes into one .vtu; arrays are owned. */
typedef struct Sheet {
    VtuField field[MOST_FIELDS];
    size_t count;
    void *owned[MOST_FIELDS];
} Sheet;

static void sheet_free(Sheet *sheet) {
    for (size_t i = 0; i < sheet->count; i++) free(sheet->owned[i]);
    sheet->count = 0;
}

static void sheet_add(Sheet *sheet, const char *name, int components, double *at) {
    sheet->field[sheet->count] = (VtuField){.name = name, .components = components, .real = at};
    sheet->owned[sheet->count++] = at;
}

/* A field with a row for each node of the mesh. */
static JudderErr sheet_add_stored(const Export *export, const ReaderSet *set, const char *shown,
                                  Sheet *sheet) {
    Field field;
    TRY(read_field(export, set, &field));
    const bool good = field.rows == export->grid.nodes.rows &&
                      (field.columns == export->grid.nodes.columns || field.columns == 6);
    if (!good) free(field.at);
    REQUIRE(good, unsound(export, "a field does not fit its mesh"));
    sheet_add(sheet, shown, field.columns, field.at);
    return JUDDER_OK;
}

static const char *const contact_names[] = {"contact_pressure", "contact_shear", "contact_gap"};

/* State and tractions of the contact nodes among all nodes: -1 and 0 where there is no contact. */
static JudderErr spread_contact(const Export *export, const Field *table, Sheet *sheet) {
    const int dim = export->grid.nodes.columns, nodes = export->grid.nodes.rows;
    REQUIRE(table->columns == 3 * dim + 4, unsound(export, "a contact has other columns than it should"));
    for (int k = 0; k < table->rows; k++)
        REQUIRE(is_index(table->at[(long)k * table->columns], nodes) &&
                    is_index(table->at[(long)k * table->columns + 2 + dim], 8),
                unsound(export, "a contact node that is not there"));
    int *state = malloc(((size_t)nodes + 1) * sizeof *state);
    REQUIRE(state, error_memory());
    for (int n = 0; n < nodes; n++) state[n] = -1;
    sheet->field[sheet->count] = (VtuField){.name = "contact_state", .components = 1, .whole = state};
    sheet->owned[sheet->count++] = state;
    double *spread[3];
    for (int i = 0; i < 3; i++) {
        spread[i] = calloc((size_t)nodes + 1, sizeof *spread[i]);
        REQUIRE(spread[i], error_memory());
        sheet_add(sheet, contact_names[i], 1, spread[i]);
    }
    for (int k = 0; k < table->rows; k++) {
        const double *row = table->at + (long)k * table->columns;
        const int node = (int)row[0];
        state[node] = (int)row[2 + dim];
        spread[2][node] = row[3 + dim];
        spread[0][node] = row[4 + dim];
        spread[1][node] = dim == 2 ? row[5 + dim] : hypot(row[5 + dim], row[6 + dim]);
    }
    return JUDDER_OK;
}

static JudderErr add_contact(const Export *export, const ReaderSet *set, Sheet *sheet) {
    Field table;
    TRY(read_field(export, set, &table));
    const JudderErr err = spread_contact(export, &table, sheet);
    free(table.at);
    return err;
}

/* <study>_<part>.vtu; to be freed. */
static char *file_name(const char *study, const char *part, const char *ending) {
    char *stem = NULL;
    if (asprintf(&stem, "%s%s%s", study, *part ? "_" : "", part) < 0) return NULL;
    char *name = output_folder_name(stem, ending);
    free(stem);
    return name;
}

static JudderErr write_sheet(Export *export, const Sheet *sheet, const char *name) {
    const Grid *grid = &export->grid;
    const VtuGrid told = {.dim = grid->nodes.columns,
                          .points = grid->nodes.rows,
                          .x = grid->nodes.at,
                          .blocks = grid->blocks,
                          .block = grid->block};
    const PlaceWish where = output_folder_file(&export->folder, name);
    const JudderErr err = vtu_write(&where, &told, sheet->field, sheet->count);
    export->written += err == JUDDER_OK;
    return err;
}

/* All that the state of a displacement has. */
static JudderErr fill_state(const Export *export, const ReaderSet *displacement, Sheet *sheet) {
    static const char *const kinds[] = {"displacement", "velocity", "stress"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const ReaderSet *set = reader_find_beside(export->fields, kinds[i], &displacement->numbers);
        if (set) TRY(sheet_add_stored(export, set, kinds[i], sheet));
    }
    const ReaderSet *contact = reader_find_beside(export->fields, "contact", &displacement->numbers);
    return contact ? add_contact(export, contact, sheet) : JUDDER_OK;
}

/* A state, or a mode, as a file of that name. */
static JudderErr export_motion(Export *export, const ReaderSet *set, bool state, const char *name) {
    REQUIRE(name, error_memory());
    REQUIRE(export->grid.nodes.at,
            unsound(export, state ? "a displacement without a mesh" : "a mode without a mesh"));
    Sheet sheet = {0};
    JudderErr err = state ? fill_state(export, set, &sheet) : sheet_add_stored(export, set, "mode", &sheet);
    if (err == JUDDER_OK) err = write_sheet(export, &sheet, name);
    sheet_free(&sheet);
    return err;
}

static JudderErr write_list(Export *export, const States *states, const char *study) {
    if (states->count == 0) return JUDDER_OK;
    char *name = file_name(study, "", "pvd");
    const PlaceWish where = output_folder_file(&export->folder, name);
    const JudderErr err = name ? pvd_write(&where, states->entry, states->count) : error_memory();
    free(name);
    export->written += err == JUDDER_OK;
    return err;
}

static JudderErr export_fields(Export *export, const char *study, States *states) {
    static const char displacement[] = "displacement";
    TRY(read_grid(export));
    for (size_t i = 0; i < export->fields->count; i++) {
        const ReaderSet *set = &export->fields->at[i];
        const bool state = strcmp(set->numbers.kind, displacement) == 0 && set->numbers.key[0];
        if (!state && (strncmp(set->numbers.kind, "mode", 4) != 0 || set->numbers.number == 0)) continue;
        char *file = file_name(study, state ? set->name + sizeof displacement : set->name, "vtu");
        if (state) states->entry[states->count++] = (PvdEntry){.time = set->numbers.at, .file = file};
        const JudderErr err = export_motion(export, set, state, file);
        if (!state) free(file);
        TRY(err);
    }
    return write_list(export, states, study);
}

static JudderErr export_study(Export *export, const ReaderStudy *study) {
    States states = {.entry = calloc(study->fields.count + 1, sizeof *states.entry)};
    REQUIRE(states.entry, error_memory());
    export->fields = &study->fields;
    const JudderErr err = export_fields(export, study->link, &states);
    for (size_t i = 0; i < states.count; i++) free((void *)(size_t)states.entry[i].file);
    free(states.entry);
    return err;
}

JudderErr export_vtu(const char *result_file, const char *folder, size_t *written) {
    Export export = {0};
    TRY(reader_open(result_file, &export.reader));
    JudderErr err = output_folder_open(&export.folder, "--vtu", folder, result_file);
    for (size_t i = 0; err == JUDDER_OK && i < export.reader->count; i++)
        err = export_study(&export, &export.reader->studies[i]);
    if (err == JUDDER_OK && export.written == 0)
        err = error_input("--vtu", "%s has no fields on a mesh: only bodies have them", result_file);
    output_folder_close(&export.folder);
    grid_free(&export.grid);
    reader_close(&export.reader);
    *written = export.written;
    return err;
}

static JudderErr write_vtu(const ExportAsk *ask, char **said) {
    size_t written;
    TRY(export_vtu(ask->file, ask->where, &written));
    return export_said(ask, written, said);
}

const ExportFormat vtu_format = {
    .option = "--vtu",
    .argument = "DIR",
    .help = "  --vtu DIR   states and modes of a body for ParaView: .vtu files and their list .pvd; the "
            "folder is "
            "made\n",
    .write = write_vtu,
};
