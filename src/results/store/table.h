/* Columns that grow together: rows are collected in memory and go, block by block, to one dataset a
 * column. */
#ifndef JUDDER_RESULTS_STORE_TABLE_H
#define JUDDER_RESULTS_STORE_TABLE_H

#include "schema/schema.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Table Table;

typedef enum TableKind { TABLE_NUMBERS, TABLE_TEXTS } TableKind;

enum { TABLE_TEXT_SIZE = 16 }; /* with its zero */

typedef struct TableColumn {
    const char *name;
    const char *unit; /* NULL: without the attribute */
    TableKind kind;
} TableColumn;

typedef struct TableWish {
    const char *name;  /* of the group */
    SchemaScope scope; /* of its columns; texts are lent for the life of the table */
    const TableColumn *columns;
    size_t count;
} TableWish;

/* Makes the group in parent and room for a block; the datasets appear with the first rows that are
 * written. */
bool table_create(hid_t parent, const TableWish *wish, Table **table);
void table_destroy(Table **table);

/* Puts a cell into the row that is being filled; texts are cut to their size. */
void table_put_number(Table *table, size_t column, double number);
void table_put_text(Table *table, size_t column, const char *text);
/* Ends the row; a full block is written. */
bool table_next(Table *table);
/* A whole row of a table that has only numbers. */
bool table_append(Table *table, const double *row);

/* Drops the rows of the block. */
void table_drop(Table *table);
/* Brings the rows of the block to the datasets, which can grow from then on. */
bool table_write(Table *table);
/* Brings the last rows; datasets that did not have to grow are written in one piece. */
bool table_end(Table *table);

#endif
