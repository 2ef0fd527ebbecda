#include "study/sweep/points/axes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool unit_value(const char *name, size_t length, double *value) {
    for (const CaseUnit *unit = case_units; unit->name; unit++)
        if (strlen(unit->name) == length && strncmp(unit->name, name, length) == 0) {
            *value = unit->value;
            return true;
        }
    return false;
}

bool number_with_units(const char *text, double *number) {
    char *end;
    /* strtod takes hexadecimal numbers, infinities and spaces; a case does not mean them here. */
    if (!*text || strspn(text, "+-.0123456789") == 0) return false;
    *number = strtod(text, &end);
    while (end != text && *end == '*') {
        const size_t length = strcspn(end + 1, "*");
        double factor;
        if (!unit_value(end + 1, length, &factor)) return false;
        *number *= factor;
        end += 1 + length;
    }
    return end != text && *end == '\0' && isfinite(*number);
}

void grid_release(SweepGrid *grid) {
    for (size_t a = 0; a < grid->axes; a++) {
        SweepAxis *axis = &grid->axis[a];
        for (size_t i = 0; axis->texts && i < axis->count; i++) free(axis->texts[i]);
        free(axis->texts);
        free(axis->values);
        free(axis->key);
    }
    free(grid->axis);
    *grid = (SweepGrid){0};
}

static JudderErr axes_make_room(SweepAxis *axis, size_t count) {
    axis->texts = calloc(count, sizeof *axis->texts);
    axis->values = calloc(count, sizeof *axis->values);
    axis->count = axis->texts ? count : 0;
    return axis->texts && axis->values ? JUDDER_OK : error_memory();
}

/* "first:last:count" with an optional ":log". */
static JudderErr read_range(const char *over, const char *text, SweepAxis *axis) {
    char part[4][64] = {"", "", "", ""};
    size_t parts = 0;
    for (const char *at = text;; at++, parts++) {
        const size_t length = strcspn(at, ":");
        REQUIRE(length < sizeof part[0], error_input("--over", "--over %s: a number is too long", over));
        if (parts < 4) memcpy(part[parts], at, length);
        at += length;
        if (!*at) break;
    }
    parts++;
    double first, last, wanted;
    const bool logarithmic = strcmp(part[3], "log") == 0;
    REQUIRE(number_with_units(part[0], &first) && number_with_units(part[1], &last) && strchr(text, ':') &&
                number_with_units(part[2], &wanted) && (parts == 3 || (parts == 4 && logarithmic)),
            error_input("--over",
                        "--over %s: key=first:last:count, the same with :log, or key=a,b,c is needed", over));
    REQUIRE(wanted >= 1 && wanted <= SWEEP_POINTS_MOST && wanted == floor(wanted),
            error_input("--over", "--over %s: the count is %s: allowed is an integer from 1 to %d", over,
                        part[2], SWEEP_POINTS_MOST));
    REQUIRE(!logarithmic || (first > 0 && last > 0),
            error_input("--over", "--over %s: with :log both ends must be positive", over));
    const size_t count = (size_t)wanted;
    axis->log = logarithmic;
    TRY(axes_make_room(axis, count));
    for (size_t i = 0; i < count; i++) {
        const double s = count > 1 ? (double)i / (double)(count - 1) : 0;
        double value = logarithmic ? first * pow(last / first, s) : first + s * (last - first);
        if (i > 0 && i + 1 == count) value = last;
        axis->values[i] = value;
        if (asprintf(&axis->texts[i], "%.17g", value) < 0) return axis->texts[i] = NULL, error_memory();
    }
    return JUDDER_OK;
}

static JudderErr read_list(const char *over, const char *text, SweepAxis *axis) {
    size_t count = 1;
    for (const char *c = text; *c; c++) count += *c == ',';
    TRY(axes_make_room(axis, count));
    for (size_t i = 0; i < count; i++) {
        const size_t length = strcspn(text, ",");
        REQUIRE(length > 0, error_input("--over", "--over %s: a value between the commas is missing", over));
        axis->texts[i] = strndup(text, length);
        REQUIRE(axis->texts[i], error_memory());
        text += length + (text[length] == ',');
    }
    for (size_t i = 0; i < count; i++)
        axis->words = axis->words || !number_with_units(axis->texts[i], &axis->values[i]);
    for (size_t i = 0; axis->words && i < count; i++) axis->values[i] = (double)(i + 1);
    return JUDDER_OK;
}

static JudderErr check_key(const char *over, const char *key, const Case *read) {
    const CaseParam *params;
    const size_t count = case_params(read, &params);
    char known[400] = "";
    size_t used = 0;
    NearWord near = near_start(key);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(params[i].key, key) == 0) return JUDDER_OK;
        near_offer(&near, params[i].key);
        if (used < sizeof known)
            used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "",
                                     params[i].key);
    }
    if (near.best)
        return error_input("--over", "--over %s: the case has no param %s: did you mean %s?", over, key,
                           near.best);
    return error_input("--over", "--over %s: the case has no param %s; it has %s", over, key,
                       used ? known : "none: write local p = param{ ... } into it");
}

static JudderErr read_axis(const char *over, const Case *read, SweepGrid *grid) {
    const char *equals = strchr(over, '=');
    REQUIRE(equals && equals != over && equals[1],
            error_input("--over", "--over %s: key=first:last:count or key=a,b,c is needed", over));
    SweepAxis *axis = &grid->axis[grid->axes++];
    axis->key = strndup(over, (size_t)(equals - over));
    REQUIRE(axis->key, error_memory());
    for (size_t a = 0; a + 1 < grid->axes; a++)
        REQUIRE(strcmp(grid->axis[a].key, axis->key) != 0,
                error_input("--over", "--over %s: %s already is an axis", over, axis->key));
    TRY(check_key(over, axis->key, read));
    TRY((strchr(equals, ':') ? read_range : read_list)(over, equals + 1, axis));
    REQUIRE(axis->count <= SWEEP_POINTS_MOST / grid->points,
            error_input("--over", "the grid has more than %d points", SWEEP_POINTS_MOST));
    grid->points *= axis->count;
    return JUDDER_OK;
}

JudderErr grid_create(const char *const *over, size_t count, const Case *read, SweepGrid *grid) {
    *grid = (SweepGrid){.points = 1};
    REQUIRE(count > 0, error_input("--over", "say what to vary: --over key=first:last:count"));
    REQUIRE(count <= SWEEP_AXES_MOST, error_input("--over", "at most %d axes are allowed", SWEEP_AXES_MOST));
    grid->axis = calloc(count, sizeof *grid->axis);
    REQUIRE(grid->axis, error_memory());
    JudderErr err = JUDDER_OK;
    for (size_t i = 0; err == JUDDER_OK && i < count; i++) err = read_axis(over[i], read, grid);
    if (err != JUDDER_OK) grid_release(grid);
    return err;
}

size_t grid_position(const SweepGrid *grid, size_t point, size_t axis) {
    for (size_t a = grid->axes - 1; a > axis; a--) point /= grid->axis[a].count;
    return point % grid->axis[axis].count;
}
