#include "contact_solver/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Below this ratio of pivots a matrix counts as singular. */
static const double LEAST_PIVOT = 1e-13;

void rows_of_slip(const RowsOfSlip *slip, Row row[2]) {
    const double *d = slip->d;
    for (int a = 0; a < slip->tangents; a++) {
        row[a] = (Row){.fixed = false};
        if (slip->off) row[a].c[0] = slip->mu * d[a];
        for (int b = 0; b < slip->tangents; b++) {
            const double along = d[a] * d[b], across = slip->tangents == 1 ? 0 : (a == b) - along;
            row[a].c[slip->off + b] = (a == b) - slip->turn * across;
            row[a].e[slip->off + b] = slip->along * along + slip->across * across;
        }
    }
}

JudderErr rows_create(int n, int dim, const double *S, Rows **rows) {
    Rows *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    const size_t size = (size_t)(n * dim);
    made->size = (int)size;
    made->dim = dim;
    made->S = S;
    for (size_t i = 0; i < size; i++) made->stiffness = fmax(made->stiffness, S[i * size + i]);
    made->most = (int)size < 200 ? 0 : (int)size / 16 < 64 ? (int)size / 16 : 64;
    const size_t most = (size_t)(made->most > 0 ? made->most : 1);
    made->row = calloc(size, sizeof *made->row);
    made->base = calloc(size, sizeof *made->base);
    made->active = calloc(size, sizeof *made->active);
    made->position = calloc(size, sizeof *made->position);
    made->changed = calloc(most, sizeof *made->changed);
    made->slot = calloc(size, sizeof *made->slot);
    made->stale = calloc(most, sizeof *made->stale);
    made->column = calloc(most * size, sizeof *made->column);
    made->border = calloc(most * most, sizeof *made->border);
    made->base_x = calloc(size, sizeof *made->base_x);
    made->base_b = calloc(size, sizeof *made->base_b);
    made->border_x = calloc(most, sizeof *made->border_x);
    const bool memory = made->row && made->base && made->active && made->position && made->changed &&
                        made->slot && made->stale && made->column && made->border && made->base_x &&
                        made->base_b && made->border_x;
    JudderErr err = memory ? dense_factor_reserve((int)size, &made->factor) : error_memory();
    if (err == JUDDER_OK) err = dense_factor_reserve((int)most, &made->border_factor);
    if (err != JUDDER_OK) {
        rows_destroy(&made);
        return err;
    }
    *rows = made;
    return JUDDER_OK;
}

void rows_destroy(Rows **rows) {
    Rows *gone = *rows;
    if (!gone) return;
    void *const arrays[] = {gone->row,     gone->base,   gone->active, gone->position,
                            gone->changed, gone->slot,   gone->stale,  gone->column,
                            gone->border,  gone->base_x, gone->base_b, gone->border_x};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
    dense_factor_destroy(&gone->factor);
    dense_factor_destroy(&gone->border_factor);
    free(gone);
    *rows = NULL;
}

static bool same(const Row *a, const Row *b) {
    if (a->fixed || b->fixed) return a->fixed && b->fixed;
    return !memcmp(a->c, b->c, sizeof a->c) && !memcmp(a->e, b->e, sizeof a->e);
}

void rows_set(Rows *rows, int i, const Row *row) {
    if (same(&rows->row[i], row)) return;
    rows->row[i] = *row;
    if (!rows->factored) return;
    if (rows->slot[i] < 0) {
        if (rows->changes == rows->most) {
            rows->factored = false;
            return;
        }
        rows->slot[i] = rows->changes;
        rows->changed[rows->changes++] = i;
    }
    rows->stale[rows->slot[i]] = true;
    rows->border_factored = false;
}

void rows_refactor(Rows *rows) {
    rows->factored = false;
}

/* Row i of the matrix on the active dofs. */
static void gather(const Rows *rows, int i, double *line) {
    const Row *row = &rows->row[i];
    const int dim = rows->dim, first = i / dim * dim;
    for (int j = 0; j < rows->active_count; j++) line[j] = 0;
    for (int a = 0; a < dim; a++) {
        if (row->c[a] != 0) {
            const double *s = rows->S + (size_t)(first + a) * (size_t)rows->size;
            for (int j = 0; j < rows->active_count; j++) line[j] += row->c[a] * s[rows->active[j]];
        }
        const int own = rows->position[first + a];
        if (row->e[a] != 0 && own >= 0) line[own] += row->e[a];
    }
}

static JudderErr factor(Rows *rows, bool *singular) {
    *singular = false;
    rows->active_count = 0;
    for (int i = 0; i < rows->size; i++) {
        rows->base[i] = rows->row[i];
        rows->slot[i] = -1;
        rows->position[i] = rows->row[i].fixed ? -1 : rows->active_count;
        if (!rows->row[i].fixed) rows->active[rows->active_count++] = i;
    }
    rows->changes = rows->columns = 0;
    rows->border_factored = true;
    const size_t m = (size_t)rows->active_count;
    double *room = dense_factor_room(rows->factor);
    for (size_t j = 0; j < m; j++) gather(rows, rows->active[j], room + j * m);
    if (m > 0) {
        TRY(dense_factor_room_factor(rows->factor, (int)m, singular));
        *singular = *singular || dense_factor_pivot_ratio(rows->factor) < LEAST_PIVOT;
    }
    rows->factored = !*singular;
    rows->factorisations++;
    return JUDDER_OK;
}

static double row_times(const Rows *rows, const Row *row, int i, const double *x) {
    if (row->fixed) return x[i];
    const int dim = rows->dim, first = i / dim * dim;
    double sum = 0;
    for (int a = 0; a < dim; a++) {
        if (row->c[a] != 0)
            sum += row->c[a] * dense_dot(rows->size, rows->S + (size_t)(first + a) * (size_t)rows->size, x);
        if (row->e[a] != 0) sum += row->e[a] * x[first + a];
    }
    return sum;
}

/* Row i of the base times x, of which only the listed dofs are not 0. */
static double base_row_times_few(const Rows *rows, int i, const double *x, const int *few, int count) {
    const Row *row = &rows->base[i];
    const int dim = rows->dim, first = i / dim * dim;
    double sum = 0;
    for (int a = 0; a < dim; a++) {
        const double *s = rows->S + (size_t)(first + a) * (size_t)rows->size;
        for (int k = 0; k < count && row->c[a] != 0; k++) sum += row->c[a] * s[few[k]] * x[few[k]];
        if (row->e[a] != 0) sum += row->e[a] * x[first + a];
    }
    return sum;
}

/* x <- base^-1 b: the fixed dofs first, then the others under them. */
static JudderErr base_solve(Rows *rows, const double *b, double *x) {
    enum { FEW = 16 };
    int few[FEW], moved = 0;
    for (int i = 0; i < rows->size; i++) {
        x[i] = rows->position[i] < 0 ? b[i] : 0;
        if (x[i] == 0) continue;
        if (moved < FEW) few[moved] = i;
        moved++;
    }
    double *under = rows->base_b;
    for (int j = 0; j < rows->active_count; j++) {
        const int i = rows->active[j];
        under[j] = b[i] - (moved <= FEW ? base_row_times_few(rows, i, x, few, moved)
                                        : row_times(rows, &rows->base[i], i, x));
    }
    if (rows->active_count > 0) TRY(dense_factor_solve(rows->factor, under));
    for (int j = 0; j < rows->active_count; j++) x[rows->active[j]] = under[j];
    return JUDDER_OK;
}

/* Rows of forces and of displacements stand side by side in the border: both are made displacements. */
static double row_unit(const Rows *rows, int i) {
    return rows->row[i].fixed ? 1 : 1 / rows->stiffness;
}
static double column_unit(const Rows *rows, int i) {
    return rows->base[i].fixed ? 1 : rows->stiffness;
}

/* The columns of newly changed rows, and what is stale of the border. */
static JudderErr extend_border(Rows *rows) {
    const size_t size = (size_t)rows->size, most = (size_t)rows->most;
    const int old = rows->columns;
    for (; rows->columns < rows->changes; rows->columns++) {
        double *unit = rows->base_x;
        memset(unit, 0, size * sizeof *unit);
        unit[rows->changed[rows->columns]] = 1;
        TRY(base_solve(rows, unit, rows->column + (size_t)rows->columns * size));
    }
    for (int j = 0; j < rows->changes; j++) {
        const int i = rows->changed[j];
        for (int k = rows->stale[j] ? 0 : old; k < rows->changes; k++)
            rows->border[(size_t)j * most + (size_t)k] = row_times(rows, &rows->row[i], i,
                                                                   rows->column + (size_t)k * size) *
                                                         row_unit(rows, i) *
                                                         column_unit(rows, rows->changed[k]);
        rows->stale[j] = false;
    }
    return JUDDER_OK;
}

static JudderErr factor_border(Rows *rows, bool *singular) {
    TRY(extend_border(rows));
    double *room = dense_factor_room(rows->border_factor);
    const size_t changes = (size_t)rows->changes;
    for (size_t j = 0; j < changes; j++)
        memcpy(room + j * changes, rows->border + j * (size_t)rows->most, changes * sizeof *room);
    TRY(dense_factor_room_factor(rows->border_factor, rows->changes, singular));
    *singular = *singular || dense_factor_pivot_ratio(rows->border_factor) < 1e-9;
    rows->border_factored = !*singular;
    return JUDDER_OK;
}

/* x = y + Y z with y = base^-1 b and  current rows of (y + Y z) = b  for the changed rows. */
static JudderErr bordered_solve(Rows *rows, const double *b, double *x) {
    const size_t size = (size_t)rows->size;
    TRY(base_solve(rows, b, x));
    if (rows->changes == 0) return JUDDER_OK;
    for (int j = 0; j < rows->changes; j++) {
        const int i = rows->changed[j];
        rows->border_x[j] = (b[i] - row_times(rows, &rows->row[i], i, x)) * row_unit(rows, i);
    }
    TRY(dense_factor_solve(rows->border_factor, rows->border_x));
    for (int j = 0; j < rows->changes; j++) {
        const double *column = rows->column + (size_t)j * size;
        const double part = rows->border_x[j] * column_unit(rows, rows->changed[j]);
        for (size_t i = 0; i < size; i++) x[i] += part * column[i];
    }
    return JUDDER_OK;
}

static bool all_finite(const double *x, int size) {
    for (int i = 0; i < size; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

JudderErr rows_solve(Rows *rows, const double *b, double *x, bool *singular) {
    *singular = false;
    rows->solves++;
    if (rows->factored && !rows->border_factored) {
        bool bad = false;
        TRY(factor_border(rows, &bad));
        if (bad) rows->factored = false;
    }
    if (!rows->factored) TRY(factor(rows, singular));
    if (*singular) return JUDDER_OK;
    TRY(bordered_solve(rows, b, x));
    *singular = !all_finite(x, rows->size);
    return JUDDER_OK;
}

static bool are_places(const Rows *rows, int changes) {
    if (changes < 0 || changes > rows->most) return false;
    for (int k = 0; k < changes; k++) {
        if (rows->changed[k] < 0 || rows->changed[k] >= rows->size) return false;
        for (int j = 0; j < k; j++)
            if (rows->changed[j] == rows->changed[k]) return false;
    }
    return true;
}

/* The factors of the rows as they were factored, then the changes to them in their order. */
static JudderErr factor_again(Rows *rows, int changes, const Row *changed) {
    bool singular;
    TRY(factor(rows, &singular));
    if (singular) return JUDDER_OK;
    for (int k = 0; k < changes; k++) {
        rows->row[rows->changed[k]] = changed[k];
        rows->slot[rows->changed[k]] = k;
        rows->stale[k] = true;
    }
    rows->changes = changes;
    rows->border_factored = changes == 0;
    return JUDDER_OK;
}

JudderErr rows_serialise(Rows *rows, Archive *archive) {
    const size_t size = (size_t)rows->size, most = (size_t)rows->most;
    int changes = rows->factored ? rows->changes : 0;
    Row *changed = calloc(most + 1, sizeof *changed);
    REQUIRE(changed, error_memory());
    for (int k = 0; k < changes; k++) changed[k] = rows->row[rows->changed[k]];
    archive_flag(archive, "factored", &rows->factored);
    archive_array(archive, "rows", rows->factored && !archive_restores(archive) ? rows->base : rows->row,
                  size * sizeof *rows->row);
    archive_array(archive, "changes", &changes, sizeof changes);
    archive_array(archive, "changed", rows->changed, most * sizeof *rows->changed);
    archive_array(archive, "changed rows", changed, most * sizeof *changed);
    JudderErr err = archive_state(archive);
    if (err == JUDDER_OK && archive_restores(archive) && !are_places(rows, changes)) {
        archive_refuse(archive, "a changed row");
        err = archive_state(archive);
    }
    if (err != JUDDER_OK) rows->factored = false;
    if (archive_restores(archive) && rows->factored) err = factor_again(rows, changes, changed);
    free(changed);
    return err;
}
