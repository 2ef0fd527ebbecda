/* What results hold, defined once: the name, the unit and the meaning of each value, series and field of each
 * study. Writers take attributes from here, pages and tables their titles, `judder explain NAME` its answer.
 * Plain data: this module knows neither models nor files. */
#ifndef JUDDER_SCHEMA_SCHEMA_H
#define JUDDER_SCHEMA_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>

/* Probes have the names of the series. */
typedef enum SchemaPart { SCHEMA_VALUES, SCHEMA_SERIES, SCHEMA_FIELDS, SCHEMA_EVENTS } SchemaPart;
extern const char *const schema_part_names[]; /* "value", "series", "field", "column of the events" */

/* In a name # stands for any number, * for any end: "slip_#", "displacement_#_s_#", "axis_*". A value inside
 * a list of objects has the name "list.value". */
typedef struct SchemaEntry {
    const char *name;
    const char *unit; /* "": a count, a ratio, a flag, a text, or as the columns say */
    const char *meaning;
} SchemaEntry;

typedef struct SchemaTable {
    const char *models, *studies; /* words with spaces between them; NULL: all */
    SchemaPart part;
    const SchemaEntry *entries; /* ends with a NULL name */
    const char *codes;          /* what numbers of states mean: "0 open, 1 stick, ..."; NULL: none */
} SchemaTable;

/* One array a file, each ends with NULL entries. */
extern const SchemaTable schema_common[], schema_inclusion[], schema_slab[], schema_beam[], schema_system[],
    schema_body[], schema_stability[], schema_sweep[];
extern const SchemaTable *const schema_tables[]; /* all of them; ends with NULL */

/* Where a name is looked up. */
typedef struct SchemaScope {
    const char *model, *study; /* NULL or "": any */
    SchemaPart part;
} SchemaScope;

/* Whether a name has the form of an entry. */
bool schema_has_form(const char *name, const char *form);
/* The entry of a name, or NULL; *table may be NULL. */
const SchemaEntry *schema_find(const SchemaScope *scope, const char *name, const SchemaTable **table);

/* The numbers of a name: "displacement_02_s_1.5" is of the kind "displacement", its number is 2, and its s
 * is 1.5. */
enum { SCHEMA_KIND_SIZE = 64, SCHEMA_KEY_SIZE = 8 };
typedef struct SchemaNumbers {
    char kind[SCHEMA_KIND_SIZE]; /* the name without numbers, and without the key */
    int number;                  /* 0: the name has none */
    char key[SCHEMA_KEY_SIZE];   /* "s" (loads done), "t" (time) or "gmsh" (kind of cells); "": none */
    double at;                   /* of the key */
} SchemaNumbers;
void schema_numbers(const char *name, SchemaNumbers *numbers);

/* States of contact nodes in fields and in the events of a path. */
typedef enum SchemaState {
    SCHEMA_OPEN,
    SCHEMA_STICK,
    SCHEMA_SLIP_MINUS, /* 2-D: against the tangent */
    SCHEMA_SLIP_PLUS,
    SCHEMA_SLIP, /* 3-D */
    SCHEMA_STATES
} SchemaState;
extern const char *const schema_state_names[]; /* "open", "stick", "slip-", "slip+", "slip", NULL */
#define SCHEMA_STATE_CODES  "0 open, 1 stick, 2 slip-, 3 slip+, 4 slip"
#define SCHEMA_MOTION_CODES "0 open, 1 stick, 2 slip" /* in the events of a march */

#endif
