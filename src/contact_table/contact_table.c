#include "contact_table/contact_table.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SHOWN = 40, MOST_COLUMNS = 32 };

typedef enum Column {
    NORMAL,
    TANGENT,
    STATE,
    DIRECTION,
    MU,
    SLOPE,
    CURVATURE,
    REACTION_NORMAL,
    REACTION_TANGENT,
    AREA,
    PRESSURE,
    COLUMNS
} Column;

static const char *const column_names[] = {
    "normal",          "tangent",          "state", "direction", "mu", "slope", "curvature",
    "reaction_normal", "reaction_tangent", "area",  "pressure",  NULL};
static const char *const state_names[] = {"open", "grazing", "stuck", "slip", NULL};

typedef struct Reader {
    FILE *file;
    const char *name;
    int line;
    char text[CONTACT_TABLE_LINE + 2];
    char separator;
    int columns;
    Column column[MOST_COLUMNS];
    size_t room;
    ContactTable found;
} Reader;

#define REFUSE(reader, ...) refuse_at(reader, error_input(NULL, __VA_ARGS__))

static JudderErr refuse_at(const Reader *r, JudderErr err) {
    error_locate(r->name, r->line);
    return err;
}

/* The next line that is neither empty nor a comment. */
static JudderErr next_line(Reader *r, bool *ended) {
    for (;;) {
        REQUIRE(r->line < INT_MAX, REFUSE(r, "more lines than can be counted"));
        r->line++;
        *ended = !fgets(r->text, sizeof r->text, r->file);
        if (*ended) {
            REQUIRE(!ferror(r->file), REFUSE(r, "the file cannot be read: %s", strerror(errno)));
            return JUDDER_OK;
        }
        const size_t length = strlen(r->text);
        REQUIRE(length > 0 && length <= CONTACT_TABLE_LINE && (r->text[length - 1] == '\n' || feof(r->file)),
                REFUSE(r,
                       "a line of more than %d characters, or with a zero byte: no line of a table is such",
                       CONTACT_TABLE_LINE));
        const char *start = r->text + strspn(r->text, " \t\r\n\v\f");
        if (*start && *start != '#') return JUDDER_OK;
    }
}

/* The next value of the line without the spaces around it; *at moves behind it, and becomes
 * NULL after the last. */
static char *next_value(const Reader *r, char **at) {
    char *start = *at, *end = strchr(start, r->separator);
    *at = end ? end + 1 : NULL;
    if (!end) end = start + strlen(start);
    while (isspace((unsigned char)*start) && start < end) start++;
    while (end > start && isspace((unsigned char)end[-1])) end--;
    *end = '\0';
    return start;
}

static int find_name(const char *const *names, const char *given) {
    for (int i = 0; names[i]; i++)
        if (strcasecmp(names[i], given) == 0) return i;
    return -1;
}

static char separator_of(const char *text) {
    const char *first = strpbrk(text, ",;\t");
    return first ? *first : ',';
}

static JudderErr read_names(Reader *r) {
    bool ended, seen[COLUMNS] = {false};
    TRY(next_line(r, &ended));
    REQUIRE(!ended,
            REFUSE(r, "the file is empty: its first line must name the columns, normal,tangent,state,..."));
    r->separator = separator_of(r->text);
    /* Some programs mark UTF-8 by three bytes. */
    char *at = r->text + (strncmp(r->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0);
    while (at) {
        const char *given = next_value(r, &at);
        const int column = find_name(column_names, given);
        REQUIRE(column >= 0,
                REFUSE(r,
                       "the column \"%.*s\": allowed are normal, tangent, state, direction, mu, slope, "
                       "curvature, reaction_normal, reaction_tangent, area, pressure",
                       SHOWN, given));
        REQUIRE(!seen[column], REFUSE(r, "the column %s is there twice", column_names[column]));
        seen[column] = true;
        r->column[r->columns++] = (Column)column;
    }
    for (int i = NORMAL; i <= STATE; i++)
        REQUIRE(seen[i], REFUSE(r, "the column %s is missing", column_names[i]));
    REQUIRE(seen[AREA] == seen[PRESSURE], REFUSE(r, "area and pressure go together: one of them is missing"));
    return JUDDER_OK;
}

static JudderErr read_count(const Reader *r, Column column, const char *given, long *count) {
    char *end = NULL;
    errno = 0;
    *count = strtol(given, &end, 10);
    REQUIRE(end != given && *end == '\0' && errno == 0,
            REFUSE(r, "%s is \"%.*s\": allowed is an integer", column_names[column], SHOWN, given));
    return JUDDER_OK;
}

static JudderErr read_number(const Reader *r, Column column, const char *given, double *number) {
    char *end = NULL;
    *number = !given[strspn(given, "0123456789+-.eE")] ? strtod(given, &end) : NAN;
    REQUIRE(end && end != given && *end == '\0' && isfinite(*number),
            REFUSE(r, "%s is \"%.*s\": allowed is a finite number", column_names[column], SHOWN, given));
    return JUDDER_OK;
}

static JudderErr read_dof(const Reader *r, Column column, const char *given, long *dof) {
    TRY(read_count(r, column, given, dof));
    REQUIRE(*dof >= 1, REFUSE(r, "%s is %ld: dofs count from 1", column_names[column], *dof));
    return JUDDER_OK;
}

static JudderErr read_value(const Reader *r, Column column, const char *given, ContactRow *row,
                            double number[COLUMNS]) {
    if (column == NORMAL) return read_dof(r, column, given, &row->normal);
    if (column == TANGENT) return read_dof(r, column, given, &row->tangent);
    if (column == STATE) {
        row->state = find_name(state_names, given);
        REQUIRE(row->state >= 0,
                REFUSE(r, "state is \"%.*s\": allowed is open, grazing, stuck, slip", SHOWN, given));
        return JUDDER_OK;
    }
    if (!*given) return JUDDER_OK;
    if (column != DIRECTION) return read_number(r, column, given, &number[column]);
    long direction;
    TRY(read_count(r, column, given, &direction));
    REQUIRE(direction == 1 || direction == -1,
            REFUSE(r, "direction is %ld: allowed is 1 or -1, or nothing", direction));
    row->direction = (int)direction;
    return JUDDER_OK;
}

/* The numbers of a line in their places. */
static JudderErr finish_row(const Reader *r, const double number[COLUMNS], ContactRow *row) {
    row->mu = number[MU];
    row->slope = isnan(number[SLOPE]) ? 0 : number[SLOPE];
    row->curvature = isnan(number[CURVATURE]) ? 0 : number[CURVATURE];
    row->reaction[0] = number[REACTION_NORMAL];
    row->reaction[1] = number[REACTION_TANGENT];
    const bool pressed = !isnan(number[AREA]) && !isnan(number[PRESSURE]);
    REQUIRE(isnan(number[AREA]) == isnan(number[PRESSURE]),
            REFUSE(r, "area and pressure go together: one of them is empty"));
    REQUIRE(!pressed || (number[AREA] >= 0 && number[PRESSURE] >= 0),
            REFUSE(r, "area %g and pressure %g: both must be >= 0", number[AREA], number[PRESSURE]));
    REQUIRE(!pressed || isnan(row->reaction[0]),
            REFUSE(r, "a contact with reaction_normal and with area and pressure: one of them is enough"));
    if (pressed) row->reaction[0] = -number[AREA] * number[PRESSURE];
    REQUIRE(isfinite(row->reaction[0]) || isnan(row->reaction[0]),
            REFUSE(r, "area %g times pressure %g is no finite force", number[AREA], number[PRESSURE]));
    REQUIRE(!isnan(row->reaction[0]) || isnan(row->reaction[1]),
            REFUSE(r, "a contact with reaction_tangent needs reaction_normal too"));
    row->has_reaction = !isnan(row->reaction[0]);
    return JUDDER_OK;
}

static JudderErr read_row(Reader *r, ContactRow *row) {
    double number[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) number[i] = NAN;
    *row = (ContactRow){.line = r->line};
    char *at = r->text;
    for (int i = 0; i < r->columns; i++) {
        REQUIRE(at, REFUSE(r, "the line has %d values: there are %d columns", i, r->columns));
        const char *given = next_value(r, &at);
        TRY(read_value(r, r->column[i], given, row, number));
    }
    REQUIRE(!at, REFUSE(r, "the line has more than %d values, as many as there are columns", r->columns));
    return finish_row(r, number, row);
}

static JudderErr read_rows(Reader *r) {
    bool ended;
    ContactTable *t = &r->found;
    for (;;) {
        TRY(next_line(r, &ended));
        if (ended) return JUDDER_OK;
        REQUIRE(t->count < CONTACT_TABLE_ROWS,
                REFUSE(r, "more than %d contacts: allowed is at most that", CONTACT_TABLE_ROWS));
        if (t->count == r->room) {
            r->room = r->room ? 2 * r->room : 64;
            ContactRow *at = realloc(t->at, r->room * sizeof *at);
            REQUIRE(at, error_memory());
            t->at = at;
        }
        TRY(read_row(r, &t->at[t->count]));
        t->count++;
    }
}

JudderErr contact_table_read(FILE *file, const char *name, ContactTable *table) {
    Reader reader = {.file = file, .name = name};
    JudderErr err = read_names(&reader);
    if (err == JUDDER_OK) err = read_rows(&reader);
    if (err != JUDDER_OK) contact_table_release(&reader.found);
    *table = reader.found;
    return err;
}

void contact_table_release(ContactTable *table) {
    free(table->at);
    *table = (ContactTable){0};
}
