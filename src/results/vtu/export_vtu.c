/* A study with a mesh has the fields mesh_nodes, mesh_cells_<block>_gmsh_<element>, and for each
 * state displacement_<state>, stress_<state> and contact_<state>, state = <number>_s_<part of the
 * path> or <number>_t_<time>, where velocity_<state> comes with it. The columns of contact_ are:
 * node, place along the side, coordinates, state, gap, pressure, tangential traction(s), displacement
 * in the frame of the contact. */
#include "results/vtu/export_vtu.h"

#include "results/stored.h"
#include "results/target.h"
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
    Stored stored;
    const char *folder;
    Grid grid;
    size_t written;
} Export;

static void grid_free(Grid *grid) {
    free(grid->nodes.at);
    for (int b = 0; b < grid->blocks; b++) free(grid->cells[b]);
    *grid = (Grid){0};
}

static JudderErr read_open_field(const Stored *stored, const StoredSet *set, Field *field) {
    REQUIRE(set->kind == STORED_NUMBER && set->rank == 2,
            stored_unsound(stored, "a field on a mesh is no matrix of numbers"));
    REQUIRE(set->rows <= INT_MAX && set->columns <= 32,
            stored_unsound(stored, "a field on a mesh has an absurd size"));
    *field = (Field){.rows = (int)set->rows, .columns = (int)set->columns};
    field->at = malloc((size_t)set->rows * (size_t)set->columns * sizeof *field->at + 1);
    REQUIRE(field->at, error_memory());
    return stored_set_read(stored, set, 0, set->rows, field->at);
}

static JudderErr read_field(const Stored *stored, hid_t group, const char *name, Field *field) {
    StoredSet set;
    *field = (Field){0};
    TRY(stored_set_open(stored, group, name, &set));
    const JudderErr err = read_open_field(stored, &set, field);
    stored_set_close(&set);
    if (err != JUDDER_OK) free(field->at), *field = (Field){0};
    return err;
}

/* A number that counts something below a limit, as an int. */
static bool is_index(double number, int limit) {
    return number >= 0 && number < limit && number == floor(number);
}

static JudderErr add_block(Export *export, const Field *cells, int gmsh) {
    Grid *grid = &export->grid;
    const size_t count = (size_t)cells->rows * (size_t)cells->columns;
    REQUIRE(grid->blocks < MOST_BLOCKS && vtu_cell_nodes(gmsh) == cells->columns,
            stored_unsound(&export->stored, "cells of a kind that no mesh has"));
    int *node = malloc(count * sizeof *node + 1);
    REQUIRE(node, error_memory());
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        good = is_index(cells->at[i], grid->nodes.rows);
        if (good) node[i] = (int)cells->at[i];
    }
    if (!good) free(node);
    REQUIRE(good, stored_unsound(&export->stored, "a cell has a node that is not there"));
    grid->cells[grid->blocks] = node;
    grid->block[grid->blocks++] = (VtuCells){.gmsh = gmsh, .cells = cells->rows, .node = node};
    return JUDDER_OK;
}

static JudderErr read_cells(Export *export, hid_t group, const StoredLinks *links) {
    for (size_t i = 0; i < links->count; i++) {
        int block, gmsh, end = 0;
        if (sscanf(links->at[i].name, "mesh_cells_%9d_gmsh_%9d%n", &block, &gmsh, &end) != 2) continue;
        if (links->at[i].name[end]) continue;
        Field cells;
        TRY(read_field(&export->stored, group, links->at[i].name, &cells));
        const JudderErr err = add_block(export, &cells, gmsh);
        free(cells.at);
        TRY(err);
    }
    return JUDDER_OK;
}

static bool has(const StoredLinks *links, const char *name) {
    for (size_t i = 0; i < links->count; i++)
        if (!links->at[i].is_group && strcmp(links->at[i].name, name) == 0) return true;
    return false;
}

/* The mesh of a study takes the place of the one before. */
static JudderErr read_grid(Export *export, hid_t group, const StoredLinks *links) {
    if (!has(links, "mesh_nodes")) return JUDDER_OK;
    grid_free(&export->grid);
    TRY(read_field(&export->stored, group, "mesh_nodes", &export->grid.nodes));
    const int dim = export->grid.nodes.columns;
    REQUIRE(dim == 2 || dim == 3,
            stored_unsound(&export->stored, "the nodes of a mesh have neither 2 nor 3 coordinates"));
    return read_cells(export, group, links);
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

/* A field with a row for each node of the mesh; none of that name: nothing. */
static JudderErr sheet_add_stored(Export *export, hid_t group, const char *name, const char *shown,
                                  Sheet *sheet) {
    Field field;
    TRY(read_field(&export->stored, group, name, &field));
    const bool good = field.rows == export->grid.nodes.rows &&
                      (field.columns == export->grid.nodes.columns || field.columns == 6);
    if (!good) free(field.at);
    REQUIRE(good, stored_unsound(&export->stored, "a field does not fit its mesh"));
    sheet_add(sheet, shown, field.columns, field.at);
    return JUDDER_OK;
}

static const char *const contact_names[] = {"contact_pressure", "contact_shear", "contact_gap"};

/* State and tractions of the contact nodes among all nodes: -1 and 0 where there is no contact. */
static JudderErr spread_contact(Export *export, const Field *table, Sheet *sheet) {
    const int dim = export->grid.nodes.columns, nodes = export->grid.nodes.rows;
    REQUIRE(table->columns == 3 * dim + 4,
            stored_unsound(&export->stored, "a contact has other columns than it should"));
    for (int k = 0; k < table->rows; k++)
        REQUIRE(is_index(table->at[(long)k * table->columns], nodes) &&
                    is_index(table->at[(long)k * table->columns + 2 + dim], 8),
                stored_unsound(&export->stored, "a contact node that is not there"));
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

static JudderErr add_contact(Export *export, hid_t group, const char *name, Sheet *sheet) {
    Field table;
    TRY(read_field(&export->stored, group, name, &table));
    const JudderErr err = spread_contact(export, &table, sheet);
    free(table.at);
    return err;
}

/* <study>_<part>.vtu without what may not stand in the name of a file; to be freed. */
static char *file_name(const char *study, const char *part, const char *ending) {
    char *name = NULL;
    if (asprintf(&name, "%s%s%s.%s", study, *part ? "_" : "", part, ending) < 0) return NULL;
    for (char *c = name; *c; c++)
        if (*c == '/' || (unsigned char)*c < 0x20) *c = '_';
    return name;
}

static JudderErr write_sheet(Export *export, const Sheet *sheet, const char *name) {
    const Grid *grid = &export->grid;
    const VtuGrid told = {.dim = grid->nodes.columns,
                          .points = grid->nodes.rows,
                          .x = grid->nodes.at,
                          .blocks = grid->blocks,
                          .block = grid->block};
    char *path = NULL;
    REQUIRE(asprintf(&path, "%s/%s", export->folder, name) >= 0, error_memory());
    const JudderErr err = vtu_write(path, &told, sheet->field, sheet->count);
    free(path);
    export->written += err == JUDDER_OK;
    return err;
}

static JudderErr fill_state(Export *export, hid_t group, const StoredLinks *links, const char *state,
                            Sheet *sheet) {
    static const char *const kinds[] = {"displacement", "velocity", "stress", "contact"};
    for (int i = 0; i < 4; i++) {
        char name[300];
        REQUIRE(snprintf(name, sizeof name, "%s_%s", kinds[i], state) < (int)sizeof name,
                stored_unsound(&export->stored, "a field has an absurd name"));
        if (!has(links, name)) continue;
        TRY(i < 3 ? sheet_add_stored(export, group, name, kinds[i], sheet)
                  : add_contact(export, group, name, sheet));
    }
    return JUDDER_OK;
}

/* <number>_s_<s> or <number>_t_<t> */
static double state_time(const char *state) {
    const char *at = strstr(state, "_s_");
    if (!at) at = strstr(state, "_t_");
    const double time = at ? strtod(at + 3, NULL) : 0;
    return isfinite(time) ? time : 0;
}

static JudderErr export_state(Export *export, hid_t group, const StoredLinks *links, const char *state,
                              char *name) {
    REQUIRE(name, error_memory());
    REQUIRE(export->grid.nodes.at, stored_unsound(&export->stored, "a displacement without a mesh"));
    Sheet sheet = {0};
    JudderErr err = fill_state(export, group, links, state, &sheet);
    if (err == JUDDER_OK) err = write_sheet(export, &sheet, name);
    sheet_free(&sheet);
    return err;
}

static JudderErr export_mode(Export *export, hid_t group, const char *mode, char *name) {
    REQUIRE(name, error_memory());
    REQUIRE(export->grid.nodes.at, stored_unsound(&export->stored, "a mode without a mesh"));
    Sheet sheet = {0};
    JudderErr err = sheet_add_stored(export, group, mode, "mode", &sheet);
    if (err == JUDDER_OK) err = write_sheet(export, &sheet, name);
    sheet_free(&sheet);
    return err;
}

static JudderErr write_list(Export *export, const States *states, const char *study) {
    if (states->count == 0) return JUDDER_OK;
    char *name = file_name(study, "", "pvd"), *path = NULL;
    const bool named = name && asprintf(&path, "%s/%s", export->folder, name) >= 0;
    const JudderErr err = named ? pvd_write(path, states->entry, states->count) : error_memory();
    if (named) free(path);
    free(name);
    export->written += err == JUDDER_OK;
    return err;
}

static JudderErr export_fields(Export *export, hid_t group, const StoredLinks *links, const char *study,
                               States *states) {
    TRY(read_grid(export, group, links));
    for (size_t i = 0; i < links->count; i++) {
        const char *name = links->at[i].name, *state = name + strlen("displacement_");
        if (links->at[i].is_group) continue;
        if (strncmp(name, "mode_", 5) == 0) {
            char *file = file_name(study, name, "vtu");
            const JudderErr err = export_mode(export, group, name, file);
            free(file);
            TRY(err);
        }
        if (strncmp(name, "displacement_", strlen("displacement_")) != 0) continue;
        PvdEntry *entry = &states->entry[states->count++];
        *entry = (PvdEntry){.time = state_time(state), .file = file_name(study, state, "vtu")};
        TRY(export_state(export, group, links, state, (char *)(size_t)entry->file));
    }
    return write_list(export, states, study);
}

static JudderErr export_study(Export *export, hid_t studies, const char *study) {
    hid_t parent, group = -1;
    StoredLinks links = {0};
    States states = {0};
    TRY(stored_group(&export->stored, studies, study, &parent));
    JudderErr err = stored_group(&export->stored, parent, "fields", &group);
    if (err == JUDDER_OK && group >= 0) err = stored_links(&export->stored, group, &links);
    states.entry = calloc(links.count + 1, sizeof *states.entry);
    if (err == JUDDER_OK && !states.entry) err = error_memory();
    if (err == JUDDER_OK && group >= 0) err = export_fields(export, group, &links, study, &states);
    for (size_t i = 0; i < states.count; i++) free((void *)(size_t)states.entry[i].file);
    free(states.entry);
    stored_links_free(&links);
    if (group >= 0) H5Gclose(group);
    H5Gclose(parent);
    return err;
}

static JudderErr export_studies(Export *export) {
    hid_t studies;
    StoredLinks links = {0};
    TRY(stored_group(&export->stored, export->stored.file, "studies", &studies));
    JudderErr err = stored_links(&export->stored, studies, &links);
    if (err == JUDDER_OK) err = target_folder("--vtu", export->folder);
    for (size_t i = 0; err == JUDDER_OK && i < links.count; i++)
        if (links.at[i].is_group) err = export_study(export, studies, links.at[i].name);
    stored_links_free(&links);
    H5Gclose(studies);
    if (err == JUDDER_OK && export->written == 0)
        err = error_input("--vtu", "%s has no fields on a mesh: only bodies have them", export->stored.path);
    return err;
}

JudderErr export_vtu(const char *result_file, const char *folder, size_t *written) {
    Export export = {.folder = folder};
    *written = 0;
    TRY(stored_open(result_file, &export.stored));
    const JudderErr err = export_studies(&export);
    grid_free(&export.grid);
    stored_close(&export.stored);
    *written = export.written;
    return err;
}
