#include "matrix_market/matrix_market.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SHOWN = 40 };

typedef enum Field { FIELD_NUMBER, FIELD_INTEGER, FIELD_PATTERN } Field;
typedef enum Symmetry { GENERAL, SYMMETRIC, SKEW } Symmetry;

typedef struct Reader {
    FILE *file;
    const char *name;
    MatrixMarketLimits limits;
    long line;
    char text[MATRIX_MARKET_LINE + 2];
    bool array;
    Field field;
    Symmetry symmetry;
    size_t listed; /* how many entries the file must list */
    size_t room;
    Triplets found;
} Reader;

#define REFUSE(reader, ...) refuse_at(reader, error_input(NULL, __VA_ARGS__))

static JudderErr refuse_at(const Reader *reader, JudderErr err) {
    error_locate(reader->name, (int)reader->line);
    return err;
}

/* The next line into text, without its end; *ended where there is none. */
static JudderErr next_line(Reader *r, bool *ended) {
    r->line++;
    *ended = !fgets(r->text, sizeof r->text, r->file);
    if (*ended) {
        REQUIRE(!ferror(r->file), REFUSE(r, "the file cannot be read: %s", strerror(errno)));
        return JUDDER_OK;
    }
    size_t length = strlen(r->text);
    REQUIRE(length <= MATRIX_MARKET_LINE && length > 0 && (r->text[length - 1] == '\n' || feof(r->file)),
            REFUSE(r, "a line of more than %d characters, or with a zero byte: no line of a matrix is such",
                   MATRIX_MARKET_LINE));
    while (length > 0 && isspace((unsigned char)r->text[length - 1])) r->text[--length] = '\0';
    return JUDDER_OK;
}

/* The next line that is neither empty nor a comment. */
static JudderErr next_content(Reader *r, bool *ended) {
    for (;;) {
        TRY(next_line(r, ended));
        if (*ended) return JUDDER_OK;
        const char *start = r->text + strspn(r->text, " \t\r\v\f");
        if (*start && *start != '%') return JUDDER_OK;
    }
}

static JudderErr choose(const Reader *r, const char *given, const char *what, const char *const *allowed,
                        int *chosen) {
    for (int i = 0; allowed[i]; i++)
        if (strcasecmp(given, allowed[i]) == 0) {
            *chosen = i;
            return JUDDER_OK;
        }
    return REFUSE(r, "the %s is \"%.*s\": allowed is %s, %s%s%s", what, SHOWN, given, allowed[0], allowed[1],
                  allowed[2] ? ", " : "", allowed[2] ? allowed[2] : "");
}

static JudderErr read_header(Reader *r) {
    static const char *const formats[] = {"coordinate", "array", NULL},
                             *const fields[] = {"real", "integer", "pattern", NULL},
                             *const symmetries[] = {"general", "symmetric", "skew-symmetric", NULL};
    bool ended;
    TRY(next_line(r, &ended));
    char object[32] = "", format[32] = "", field[32] = "", symmetry[32] = "";
    REQUIRE(!ended && strncasecmp(r->text, "%%MatrixMarket", 14) == 0 &&
                sscanf(r->text + 14, " %31s %31s %31s %31s", object, format, field, symmetry) == 4,
            REFUSE(r,
                   "the first line is \"%.*s\": needed is %%%%MatrixMarket matrix, format, field, symmetry",
                   SHOWN, ended ? "" : r->text));
    REQUIRE(strcasecmp(object, "matrix") == 0,
            REFUSE(r, "the object is \"%.*s\": allowed is matrix", SHOWN, object));
    int chosen[3] = {0};
    TRY(choose(r, format, "format", formats, &chosen[0]));
    TRY(choose(r, field, "field", fields, &chosen[1]));
    TRY(choose(r, symmetry, "symmetry", symmetries, &chosen[2]));
    r->array = chosen[0] == 1;
    r->field = (Field)chosen[1];
    r->symmetry = (Symmetry)chosen[2];
    REQUIRE(!r->array || r->field != FIELD_PATTERN,
            REFUSE(r, "the field of an array is pattern: allowed is real, integer"));
    REQUIRE(r->field != FIELD_PATTERN || r->symmetry != SKEW,
            REFUSE(r, "a pattern is skew-symmetric: allowed is general, symmetric"));
    return JUDDER_OK;
}

/* A whole number at *at, which moves behind it. */
static bool take_count(const char **at, long long *count) {
    const char *start = *at + strspn(*at, " \t");
    if (!isdigit((unsigned char)*start)) return false;
    char *end;
    errno = 0;
    *count = strtoll(start, &end, 10);
    *at = end;
    return errno == 0 && (*end == '\0' || isspace((unsigned char)*end));
}

static bool is_over(const char *at) {
    return at[strspn(at, " \t")] == '\0';
}

/* How many entries an array lists, column by column; of a symmetric one the lower half. */
static size_t array_entries(const Reader *r) {
    const size_t n = (size_t)r->found.rows, m = (size_t)r->found.columns;
    if (r->symmetry == GENERAL) return n * m;
    return r->symmetry == SYMMETRIC ? n * (n + 1) / 2 : n * (n - 1) / 2;
}

static JudderErr read_size(Reader *r) {
    bool ended;
    TRY(next_content(r, &ended));
    REQUIRE(!ended, REFUSE(r, "the file ends before the line of sizes"));
    const char *at = r->text;
    long long rows, columns, entries = 0;
    REQUIRE(take_count(&at, &rows) && take_count(&at, &columns) && (r->array || take_count(&at, &entries)) &&
                is_over(at),
            REFUSE(r, "the line of sizes is \"%.*s\": needed is rows columns%s", SHOWN, r->text,
                   r->array ? "" : " entries"));
    REQUIRE(rows >= 1 && columns >= 1 && rows <= r->limits.most_rows && columns <= r->limits.most_rows,
            REFUSE(r, "a matrix of %lld rows and %lld columns: allowed is 1 to %d of each", rows, columns,
                   r->limits.most_rows));
    REQUIRE(
        r->symmetry == GENERAL || rows == columns,
        REFUSE(r, "%lld rows and %lld columns of a matrix with symmetry: it must be square", rows, columns));
    r->found.rows = (int)rows;
    r->found.columns = (int)columns;
    r->listed = r->array ? array_entries(r) : (size_t)entries;
    REQUIRE(r->listed <= r->limits.most_entries,
            REFUSE(r, "%zu entries: allowed is at most %zu", r->listed, r->limits.most_entries));
    const size_t filled = r->symmetry == GENERAL ? r->listed : 2 * r->listed; /* at most */
    REQUIRE(!r->limits.every_row || filled >= (size_t)rows,
            REFUSE(r,
                   "%lld rows of %zu entries: rows without an entry are not allowed here, write 0 where "
                   "one is meant",
                   rows, r->listed));
    return JUDDER_OK;
}

static JudderErr matrix_market_make_room(Reader *r) {
    if (r->found.count + 2 <= r->room) return JUDDER_OK;
    const size_t room = r->room ? 2 * r->room : 256;
    int *row = realloc(r->found.row, room * sizeof *row);
    if (row) r->found.row = row;
    int *column = realloc(r->found.column, room * sizeof *column);
    if (column) r->found.column = column;
    double *value = realloc(r->found.value, room * sizeof *value);
    if (value) r->found.value = value;
    REQUIRE(row && column && value, error_memory());
    r->room = room;
    return JUDDER_OK;
}

static JudderErr add_entry(Reader *r, int row, int column, double value) {
    TRY(matrix_market_make_room(r));
    Triplets *t = &r->found;
    t->row[t->count] = row, t->column[t->count] = column, t->value[t->count++] = value;
    if (r->symmetry == GENERAL || row == column) return JUDDER_OK;
    t->row[t->count] = column, t->column[t->count] = row;
    t->value[t->count++] = r->symmetry == SKEW ? -value : value;
    return JUDDER_OK;
}

static JudderErr read_value(const Reader *r, const char *at, double *value) {
    const char *start = at + strspn(at, " \t");
    char *end = NULL;
    *value = *start && !start[strspn(start, "0123456789+-.eE")] ? strtod(start, &end) : NAN;
    REQUIRE(end && end != start && *end == '\0' && isfinite(*value),
            REFUSE(r, "the value is \"%.*s\": allowed is a finite number", SHOWN, start));
    REQUIRE(r->field != FIELD_INTEGER || *value == floor(*value),
            REFUSE(r, "the value is %s: the file says that it holds integers", start));
    return JUDDER_OK;
}

static JudderErr read_coordinate(Reader *r) {
    const char *at = r->text;
    long long row, column;
    REQUIRE(take_count(&at, &row) && take_count(&at, &column),
            REFUSE(r, "the entry is \"%.*s\": needed is row column%s", SHOWN, r->text,
                   r->field == FIELD_PATTERN ? "" : " value"));
    REQUIRE(row >= 1 && row <= r->found.rows && column >= 1 && column <= r->found.columns,
            REFUSE(r, "an entry at row %lld, column %lld: allowed is 1 to %d, 1 to %d", row, column,
                   r->found.rows, r->found.columns));
    REQUIRE(r->symmetry == GENERAL || row > column || (row == column && r->symmetry == SYMMETRIC),
            REFUSE(r, "an entry at row %lld, column %lld of a %s matrix: allowed is the lower half alone",
                   row, column, r->symmetry == SKEW ? "skew-symmetric" : "symmetric"));
    double value = 1;
    if (r->field == FIELD_PATTERN)
        REQUIRE(is_over(at), REFUSE(r, "the entry is \"%.*s\": a pattern has no values", SHOWN, r->text));
    else
        TRY(read_value(r, at, &value));
    return add_entry(r, (int)row - 1, (int)column - 1, value);
}

static JudderErr read_entries(Reader *r) {
    bool ended;
    /* Where the next entry of an array stands: column by column, from the diagonal if there is a symmetry. */
    const int below = r->symmetry == SKEW ? 1 : 0;
    int row = r->array && r->symmetry != GENERAL ? below : 0, column = 0;
    for (size_t i = 0; i < r->listed; i++) {
        TRY(next_content(r, &ended));
        REQUIRE(!ended, REFUSE(r, "the file ends after %zu entries: its sizes promise %zu", i, r->listed));
        if (!r->array) {
            TRY(read_coordinate(r));
            continue;
        }
        double value;
        TRY(read_value(r, r->text, &value));
        TRY(add_entry(r, row, column, value));
        if (++row == r->found.rows) row = r->symmetry == GENERAL ? 0 : ++column + below;
        if (r->symmetry == GENERAL && row == 0) column++;
    }
    TRY(next_content(r, &ended));
    REQUIRE(ended, REFUSE(r, "\"%.*s\" after the last of %zu entries: nothing is allowed there", SHOWN,
                          r->text, r->listed));
    return JUDDER_OK;
}

static JudderErr check_rows(Reader *r) {
    if (!r->limits.every_row) return JUDDER_OK;
    const Triplets *t = &r->found;
    bool *filled = calloc((size_t)t->rows, sizeof *filled);
    REQUIRE(filled, error_memory());
    for (size_t i = 0; i < t->count; i++) filled[t->row[i]] = true;
    int bare = 0;
    while (bare < t->rows && filled[bare]) bare++;
    free(filled);
    REQUIRE(bare == t->rows,
            REFUSE(r, "row %d of %d has no entry: not allowed here, write 0 where it is meant", bare + 1,
                   t->rows));
    return JUDDER_OK;
}

JudderErr matrix_market_read(FILE *file, const char *name, const MatrixMarketLimits *limits,
                             Triplets *triplets) {
    Reader reader = {.file = file, .name = name, .limits = *limits};
    if (reader.limits.most_rows <= 0) reader.limits.most_rows = INT_MAX;
    if (reader.limits.most_entries == 0) reader.limits.most_entries = MATRIX_MARKET_ENTRIES;
    JudderErr err = read_header(&reader);
    if (err == JUDDER_OK) err = read_size(&reader);
    if (err == JUDDER_OK) err = read_entries(&reader);
    if (err == JUDDER_OK) err = check_rows(&reader);
    if (err != JUDDER_OK) triplets_release(&reader.found);
    *triplets = reader.found;
    return err;
}

int matrix_market_rows(FILE *file) {
    Reader reader = {.file = file, .name = "", .limits = {INT_MAX, MATRIX_MARKET_ENTRIES, false}};
    return read_header(&reader) == JUDDER_OK && read_size(&reader) == JUDDER_OK ? reader.found.rows : 0;
}
