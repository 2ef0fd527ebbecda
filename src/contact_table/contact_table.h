/* Contacts of a system from a table of comma-separated values. Knows no model. */
#ifndef JUDDER_CONTACT_TABLE_CONTACT_TABLE_H
#define JUDDER_CONTACT_TABLE_CONTACT_TABLE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct ContactRow {
    int line;             /* of the file */
    long normal, tangent; /* dofs, counted from 1 */
    int state;            /* place in "open", "grazing", "stuck", "slip" */
    int direction;        /* 1, -1; 0: not given */
    double mu;            /* NAN: not given */
    double slope, curvature;
    bool has_reaction;
    double reaction[2]; /* normal, tangential (NAN: not given) */
} ContactRow;

typedef struct ContactTable {
    size_t count;
    ContactRow *at;
} ContactTable;

enum { CONTACT_TABLE_LINE = 1024, CONTACT_TABLE_ROWS = 10000000 };

/* Reads from an open file; name stands for it in messages. */
JudderErr contact_table_read(FILE *file, const char *name, ContactTable *table);
void contact_table_release(ContactTable *table);

#endif
