/* Which rows lie inside boxes of equal rectangular cells. A class has 26 neighbours whose order by place is
 * that of the box, z before y before x, rows of three side by side, and blocks with the symmetries of grid.h.
 * A node follows the one below it if both see the same rows of neighbours. Chains of some nodes are computed
 * by planes; the sums of a chain have one slot. */
#include "fe/explicit/stencil/grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where a chain begins two planes are computed besides, so short ones do not pay. Of kinds of cells beyond
 * the most none is looked for: such a mesh is not made of boxes. */
enum { AROUND = 27, SELF = 13, SHORTEST = 3, MOST_KINDS = 32 };

void stencil_grid_destroy(StencilGrid **grid) {
    if (!*grid) return;
    free((*grid)->class);
    free((*grid)->K);
    free((*grid)->C);
    free((*grid)->run);
    free((*grid)->late);
    for (int i = 0; i < 2; i++) free((*grid)->kept[i]);
    free(*grid);
    *grid = NULL;
}

/* --- classes --- */

/* Where a neighbour lies and which block is its; -1: the node itself. */
typedef struct Around {
    int offset, block;
} Around;

static int by_offset(const void *a, const void *b) {
    const int p = ((const Around *)a)->offset, q = ((const Around *)b)->offset;
    return (p > q) - (p < q);
}

/* The neighbours in order. */
static bool rows_of_three(const Stencils *s, int class, Around *around, GridClass *to) {
    const int first = s->start[class], end = s->start[class + 1];
    if (end - first != SELF || s->pairs[class] != SELF) return false;
    for (int k = first; k < end; k++) {
        around[2 * (k - first)] = (Around){s->offset[k], k};
        around[2 * (k - first) + 1] = (Around){s->other[k], k};
    }
    around[AROUND - 1] = (Around){0, -1};
    qsort(around, AROUND, sizeof *around, by_offset);
    for (int i = 0; i < AROUND; i += 3) {
        const int middle = around[i + 1].offset;
        if (around[i].offset != middle - 1 || around[i + 2].offset != middle + 1) return false;
        to->row[i / 9][i / 3 % 3] = middle;
    }
    return around[SELF].block < 0;
}

/* Entry ab of all blocks: its values for distances 0 and 1 in each direction, with the sign that a mirror
 * gives it. Returns false if it has no such symmetry. */
static bool mirrored(const double *values, const Around *around, int entry, double value[8]) {
    const int a = entry / 3, b = entry % 3;
    double size = 0, apart = 0;
    int count[8] = {0};
    memset(value, 0, 8 * sizeof *value);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < AROUND; i++) {
            if (i == SELF) continue;
            const int d[3] = {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
            const int kind = abs(d[0]) + 2 * abs(d[1]) + 4 * abs(d[2]), sign = a == b ? 1 : d[a] * d[b];
            const double *block = values + (long)around[i].block * 9;
            for (int k = 0; k < 9; k++) size = fmax(size, fabs(block[k]));
            if (pass == 0) {
                value[kind] += sign * block[entry];
                count[kind]++;
            } else {
                apart = fmax(apart, fabs(block[entry] - sign * value[kind]));
            }
        }
        for (int kind = 1; kind < 8 && pass == 0; kind++) value[kind] /= count[kind];
    }
    return apart <= stencil_noise * size;
}

static void splat(double x, double *to) {
    for (int l = 0; l < 4; l++) to[l] = x;
}

enum { X = 1, Y = 2, Z = 4 };

static bool find_factors(const double *values, const Around *around, GridFactors *to) {
    double f[8];
    for (int c = 0; c < 3; c++) {
        if (!mirrored(values, around, 4 * c, f)) return false;
        for (int k = 0; k < 2; k++) {
            const int z = k * Z;
            splat(f[X + z], to->along[k][c]);
            splat(f[Y + z] + 2 * f[X + Y + z], to->across[k][c]);
            splat(f[X + Y + z], to->corner[k][c]);
        }
        splat(f[Z] + 2 * f[X + Z] + 2 * f[Y + Z] + 4 * f[X + Y + Z], to->through[c]);
    }
    if (!mirrored(values, around, 1, f)) return false;
    for (int k = 0; k < 2; k++) splat(f[X + Y + k * Z], to->xy[k]);
    if (!mirrored(values, around, 2, f)) return false;
    for (int k = 0; k < 2; k++) splat(f[X + Z + k * Y], to->xz[k]);
    if (!mirrored(values, around, 5, f)) return false;
    splat(f[Y + Z] + 2 * f[X + Y + Z], to->yz[0]);
    splat(f[X + Y + Z], to->yz[1]);
    return true;
}

/* Classes that differ in their offsets alone share their factors. */
static void find_class(const Stencils *s, int class, StencilGrid *grid) {
    Around around[AROUND];
    GridClass *to = &grid->class[class];
    GridFactors *K = &grid->K[grid->factors], *C = s->C ? &grid->C[grid->factors] : NULL;
    to->factors = -1;
    if (grid->factors == MOST_KINDS) return;
    if (!rows_of_three(s, class, around, to) || !find_factors(s->K, around, K)) return;
    if (C && !find_factors(s->C, around, C)) return;
    for (to->factors = 0; to->factors < grid->factors; to->factors++) {
        const int known = to->factors;
        if (memcmp(&grid->K[known], K, sizeof *K) == 0 && (!C || memcmp(&grid->C[known], C, sizeof *C) == 0))
            return;
    }
    grid->factors++;
}

/* --- chains --- */

typedef struct Find {
    const Stencils *s;
    StencilGrid *grid;
    const GridClass **class; /* of each row; NULL: none of a grid */
    int *below;              /* the row that it follows; -1: none */
    int *slot;               /* -1: not computed by planes */
    unsigned char *length;   /* of the chain from here on, at most SHORTEST */
    bool *begins;
} Find;

static bool follows(const Find *f, int row, int below) {
    if (below < 0 || !f->class[below] || f->class[below] -> factors != f -> class[row] -> factors)
        return false;
    for (int plane = 0; plane < 2; plane++)
        for (int j = 0; j < 3; j++)
            if (row + f->class[row] -> row[plane][j] != below + f -> class[below] -> row[plane + 1][j])
                return false;
    return true;
}

static void find_chains(Find *f) {
    const int rows = f->s->rows;
    for (int r = 0; r < f->s->runs; r++)
        for (int i = 0; i < f->s->run[r].count; i++) {
            const GridClass *class = &f->grid->class[f->s->run[r].class];
            f->class[f->s->run[r].first + i] = class->factors >= 0 ? class : NULL;
        }
    for (int i = rows - 1; i >= 0; i--) {
        f->below[i] = f->slot[i] = -1;
        if (!f->class[i]) continue;
        const int below = i + f->class[i]->row[0][1];
        if (f->length[i] == 0) f->length[i] = 1;
        if (!follows(f, i, below)) continue;
        f->below[i] = below;
        f->length[below] = (unsigned char)(f->length[i] < SHORTEST ? f->length[i] + 1 : SHORTEST);
    }
    for (int i = 0; i < rows; i++) {
        if (!f->class[i]) continue;
        if (f->below[i] >= 0) f->slot[i] = f->slot[f->below[i]];
        if (f->slot[i] >= 0 || f->length[i] < SHORTEST) continue;
        f->slot[i] = f->grid->slots++;
        f->begins[i] = true;
    }
}

/* Cuts runs where slots are not consecutive. Counts, then fills. */
static JudderErr cut_runs(const Find *f, Stencils *s) {
    StencilRun *run = NULL;
    int runs = 0;
    for (int pass = 0; pass < 2; pass++) {
        runs = 0;
        for (int r = 0; r < s->runs; r++)
            for (int i = s->run[r].first; i < s->run[r].first + s->run[r].count; i++) {
                const bool goes_on = i > s->run[r].first && f->begins[i] == f->begins[i - 1] &&
                                     (f->slot[i] < 0 ? f->slot[i - 1] < 0 : f->slot[i] == f->slot[i - 1] + 1);
                if (pass == 1 && goes_on) run[runs - 1].count++;
                if (goes_on) continue;
                if (pass == 1) {
                    run[runs] = (StencilRun){i, i, 1, s->run[r].class, 0};
                    f->grid->run[runs] = (GridRun){f->slot[i], f->begins[i]};
                }
                runs++;
            }
        if (pass == 1) break;
        run = calloc((size_t)runs + 1, sizeof *run);
        f->grid->run = calloc((size_t)runs + 1, sizeof *f->grid->run);
        if (!run || !f->grid->run) {
            free(run);
            return error_memory();
        }
    }
    free(s->run);
    s->run = run;
    s->runs = runs;
    return JUDDER_OK;
}

static bool moved_at_once(const Find *f, int row) {
    return f->slot[row] >= 0 && !f->begins[row];
}

static JudderErr list_late(const Find *f) {
    StencilGrid *grid = f->grid;
    for (int pass = 0; pass < 2; pass++) {
        grid->lates = 0;
        for (int i = 0; i < f->s->rows; i++) {
            if (moved_at_once(f, i)) continue;
            const bool goes_on = i > 0 && !moved_at_once(f, i - 1);
            if (pass == 1 && !goes_on) grid->late[grid->lates] = (Span){i, 0};
            grid->lates += !goes_on;
            if (pass == 1) grid->late[grid->lates - 1].count++;
        }
        if (pass == 1) break;
        grid->late = calloc((size_t)grid->lates + 1, sizeof *grid->late);
        REQUIRE(grid->late, error_memory());
    }
    return JUDDER_OK;
}

/* A run and its turn. */
typedef struct Turn {
    int turn, at;
    bool moves;
    StencilRun run;
    GridRun grid;
} Turn;

static int by_turn(const void *a, const void *b) {
    const Turn *p = a, *q = b;
    if (p->turn != q->turn) return p->turn > q->turn ? 1 : -1;
    if (p->moves != q->moves) return p->moves ? 1 : -1;
    return (p->at > q->at) - (p->at < q->at);
}

/* Runs that move on at once come after all that read them: these take their turn at the first place that they
 * read, those at their own last place. */
static JudderErr order_runs(StencilGrid *grid, Stencils *s) {
    Turn *turn = calloc((size_t)s->runs + 1, sizeof *turn);
    REQUIRE(turn, error_memory());
    for (int r = 0; r < s->runs; r++) {
        const bool moves = grid_moves(s, r);
        const int last = s->run[r].place + s->run[r].count - 1;
        turn[r] = (Turn){moves ? last : stencils_lowest(s, r), r, moves, s->run[r], grid->run[r]};
    }
    qsort(turn, (size_t)s->runs, sizeof *turn, by_turn);
    for (int r = 0; r < s->runs; r++) s->run[r] = turn[r].run, grid->run[r] = turn[r].grid;
    free(turn);
    return JUDDER_OK;
}

static JudderErr find_runs(StencilGrid *grid, Stencils *s) {
    const size_t rows = (size_t)s->rows + 1;
    Find f = {.s = s,
              .grid = grid,
              .class = calloc(rows, sizeof *f.class),
              .below = calloc(rows, sizeof *f.below),
              .slot = calloc(rows, sizeof *f.slot),
              .length = calloc(rows, sizeof *f.length),
              .begins = calloc(rows, sizeof *f.begins)};
    JudderErr err = f.class && f.below && f.slot && f.length && f.begins ? JUDDER_OK : error_memory();
    if (err == JUDDER_OK) find_chains(&f);
    if (err == JUDDER_OK && grid->slots > 0) err = cut_runs(&f, s);
    if (err == JUDDER_OK && grid->slots > 0) err = list_late(&f);
    void *const lists[] = {f.class, f.below, f.slot, f.length, f.begins};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) free(lists[i]);
    TRY(err);
    for (int i = 0; i < 2; i++) {
        grid->kept[i] = calloc((size_t)grid->slots * GRID_KEPT + 4, sizeof *grid->kept[i]);
        REQUIRE(grid->kept[i], error_memory());
    }
    return JUDDER_OK;
}

static JudderErr fill(StencilGrid *grid, Stencils *s) {
    const size_t classes = (size_t)s->classes + 1;
    grid->class = calloc(classes, sizeof *grid->class);
    grid->K = calloc(MOST_KINDS, sizeof *grid->K);
    grid->C = s->C ? calloc(MOST_KINDS, sizeof *grid->C) : NULL;
    REQUIRE(grid->class && grid->K && (grid->C || !s->C), error_memory());
    for (int class = 0; class < s->classes; class ++) find_class(s, class, grid);
    return grid->factors > 0 ? find_runs(grid, s) : JUDDER_OK;
}

JudderErr stencils_find_grid(Stencils *s) {
    if (s->dim != 3) return JUDDER_OK;
    for (int r = 0; r < s->runs; r++)
        if (s->run[r].first != s->run[r].place) return JUDDER_OK;
    StencilGrid *grid = calloc(1, sizeof *grid);
    REQUIRE(grid, error_memory());
    s->grid = grid;
    JudderErr err = fill(grid, s);
    if (err == JUDDER_OK && grid->slots > 0) err = order_runs(grid, s);
    if (err != JUDDER_OK || grid->slots == 0) stencil_grid_destroy(&s->grid);
    return err;
}
