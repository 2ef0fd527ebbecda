#include "results/store/table.h"

#include "results/store/dataset.h"
#include "results/store/describe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK_ROWS = 16384,
    BLOCK_ROWS_LEAST = 256,
    BLOCK_BYTES = 1 << 24, /* a table with very many columns gets fewer rows a block */
    CHUNK_ROWS_LEAST = 512
};

typedef struct Column {
    char *name, *unit;
    TableKind kind;
    size_t size; /* of a cell, in bytes */
    void *cells; /* the block */
    hid_t set;   /* negative as long as nothing is written */
} Column;

struct Table {
    hid_t group;
    size_t count;   /* of columns */
    size_t block;   /* rows that the block can take */
    size_t filled;  /* rows in the block */
    hsize_t stored; /* rows in the datasets */
    SchemaScope scope;
    Column *columns;
};

static bool column_create(Column *column, const TableColumn *wanted, size_t block) {
    column->set = -1;
    column->kind = wanted->kind;
    column->size = wanted->kind == TABLE_TEXTS ? TABLE_TEXT_SIZE : sizeof(double);
    column->name = strdup(wanted->name);
    column->unit = wanted->unit ? strdup(wanted->unit) : NULL;
    /* Not touched here: a short study uses only the first pages. */
    column->cells = malloc(block * column->size);
    return column->name && column->cells && (column->unit || !wanted->unit);
}

bool table_create(hid_t parent, const TableWish *wish, Table **table) {
    const size_t count = wish->count;
    Table *made = calloc(1, sizeof *made);
    *table = made;
    if (!made) return false;
    made->group = group_make(parent, wish->name);
    made->scope = wish->scope;
    made->block = BLOCK_ROWS;
    while (made->block > BLOCK_ROWS_LEAST && made->block * count * sizeof(double) > BLOCK_BYTES)
        made->block /= 2;
    made->columns = calloc(count ? count : 1, sizeof *made->columns);
    bool ok = made->group >= 0 && made->columns;
    for (; ok && made->count < count; made->count++) {
        ok = column_create(&made->columns[made->count], &wish->columns[made->count], made->block);
    }
    if (!ok) table_destroy(table);
    return ok;
}

void table_destroy(Table **table) {
    Table *gone = table ? *table : NULL;
    if (!gone) return;
    *table = NULL;
    for (size_t c = 0; c < gone->count; c++) {
        Column *column = &gone->columns[c];
        if (column->set >= 0) H5Dclose(column->set);
        free(column->name);
        free(column->unit);
        free(column->cells);
    }
    if (gone->group >= 0) H5Gclose(gone->group);
    free(gone->columns);
    free(gone);
}

void table_put_number(Table *table, size_t column, double number) {
    ((double *)table->columns[column].cells)[table->filled] = number;
}

void table_put_text(Table *table, size_t column, const char *text) {
    char *cell = (char *)table->columns[column].cells + table->filled * TABLE_TEXT_SIZE;
    const size_t length = strnlen(text, TABLE_TEXT_SIZE - 1);
    memset(cell, 0, TABLE_TEXT_SIZE);
    memcpy(cell, text, length);
}

bool table_next(Table *table) {
    if (++table->filled < table->block) return true;
    return table_write(table);
}

void table_drop(Table *table) {
    table->filled = 0;
}

bool table_append(Table *table, const double *row) {
    for (size_t c = 0; c < table->count; c++) table_put_number(table, c, row[c]);
    return table_next(table);
}

static hid_t column_type(const Column *column) {
    return column->kind == TABLE_TEXTS ? text_type(column->size) : H5Tcopy(H5T_IEEE_F64LE);
}

/* A chunk takes about what came until the first write, so that slow runs do not carry large empty chunks. */
static hsize_t chunk_rows(const Table *table) {
    hsize_t rows = CHUNK_ROWS_LEAST;
    while (rows < table->filled) rows *= 2;
    return rows < BLOCK_ROWS ? rows : BLOCK_ROWS;
}

static bool column_make_set(Column *column, const Table *table, hsize_t chunk) {
    const hid_t group = table->group;
    const double missing = (double)NAN;
    const hsize_t none = 0, unlimited = H5S_UNLIMITED;
    char name[LINK_NAME_SIZE];
    link_name(group, column->name, name);
    const hid_t type = column_type(column), space = H5Screate_simple(1, &none, &unlimited);
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE), access = H5Pcreate(H5P_DATASET_ACCESS);
    H5Pset_obj_track_times(creation, false);
    bool ok = H5Pset_chunk(creation, 1, &chunk) >= 0;
    if (column->kind == TABLE_NUMBERS)
        ok = ok && H5Pset_fill_value(creation, H5T_NATIVE_DOUBLE, &missing) >= 0;
    /* A write ends one chunk and begins the next. */
    ok = ok && H5Pset_chunk_cache(access, 7, 2 * (size_t)chunk * column->size, 1.0) >= 0;
    if (ok) column->set = H5Dcreate2(group, name, type, space, H5P_DEFAULT, creation, access);
    ok = column->set >= 0 && (!column->unit || attribute_write_text(column->set, "unit", column->unit)) &&
         describe_object(column->set, &table->scope, name);
    H5Pclose(access);
    H5Pclose(creation);
    H5Sclose(space);
    H5Tclose(type);
    return ok;
}

static bool column_write(Column *column, hsize_t stored, hsize_t added) {
    const hsize_t total = stored + added;
    if (H5Dset_extent(column->set, &total) < 0) return false;
    const hid_t type = column_type(column), place = H5Dget_space(column->set);
    const hid_t memory = H5Screate_simple(1, &added, NULL);
    const bool ok = H5Sselect_hyperslab(place, H5S_SELECT_SET, &stored, NULL, &added, NULL) >= 0 &&
                    H5Dwrite(column->set, type, memory, place, H5P_DEFAULT, column->cells) >= 0;
    H5Sclose(memory);
    H5Sclose(place);
    H5Tclose(type);
    return ok;
}

bool table_write(Table *table) {
    bool ok = true;
    for (size_t c = 0; ok && table->filled > 0 && c < table->count; c++) {
        Column *column = &table->columns[c];
        if (column->set < 0) ok = column_make_set(column, table, chunk_rows(table));
        ok = ok && column_write(column, table->stored, table->filled);
    }
    /* Rows that cannot be written are lost, but the block has room again. */
    table->stored += table->filled;
    table->filled = 0;
    return ok;
}

bool table_end(Table *table) {
    if (table->stored > 0) return table_write(table);
    bool ok = true;
    for (size_t c = 0; ok && c < table->count; c++) {
        const Column *column = &table->columns[c];
        char name[LINK_NAME_SIZE];
        link_name(table->group, column->name, name);
        const hid_t type = column_type(column);
        ok = dataset_write(table->group, &(Dataset){.name = name,
                                                    .unit = column->unit,
                                                    .scope = &table->scope,
                                                    .type = type,
                                                    .memory = type,
                                                    .rank = 1,
                                                    .size = {table->filled},
                                                    .at = column->cells});
        H5Tclose(type);
    }
    table->filled = 0;
    return ok;
}
