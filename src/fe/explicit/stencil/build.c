/* Rows are compared by what they are made of: the cells around the node in the order of the mesh, their
 * shapes, and how far their nodes lie. Blocks are summed in that order too, so that block (i, j) is the
 * transpose of (j, i) to the last bit, in whatever set of rows and on whatever rank they are. */
#include "fe/explicit/stencil/stencil.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void stencils_destroy(Stencils **stencils) {
    if (!*stencils) return;
    free((*stencils)->start);
    free((*stencils)->pairs);
    free((*stencils)->offset);
    free((*stencils)->other);
    free((*stencils)->mask);
    free((*stencils)->K);
    free((*stencils)->C);
    free((*stencils)->mass);
    free((*stencils)->run);
    free(*stencils);
    *stencils = NULL;
}

typedef struct Build {
    const FeBody *body;
    const CellShapes *shapes;
    const StencilRows *rows;
    Stencils *made;
    bool own_C;
    int *row_of;                 /* of every number of the body; -1: no row here */
    int *first, *cell;           /* cells around row r: cell[first[r]] ... */
    int *class, *representative; /* class of a row; first row of a class */
    int *table, table_size;      /* classes by hash */
    int offset_room;
} Build;

static const int *cell_numbers(const Build *b, int cell, int *count, int *number) {
    const int *node;
    *count = cell_shapes_nodes(b->shapes, cell, &node)->nodes;
    for (int a = 0; a < *count; a++) number[a] = b->body->numbering->number[node[a]];
    return number;
}

/* Whether an earlier node of the cell is the same unknown: the cell is then listed once for both. */
static bool repeated(const int *number, int a) {
    for (int e = 0; e < a; e++)
        if (number[e] == number[a]) return true;
    return false;
}

/* Twice over all cells: count, then fill. */
static JudderErr list_cells(Build *b) {
    const int rows = b->rows->rows;
    int number[MOST_NODES], count;
    b->first = calloc((size_t)rows + 2, sizeof *b->first);
    REQUIRE(b->first, error_memory());
    for (int pass = 0; pass < 2; pass++) {
        for (int cell = 0; cell < b->shapes->cells; cell++) {
            cell_numbers(b, cell, &count, number);
            for (int a = 0; a < count; a++) {
                const int row = b->row_of[number[a]];
                if (row < 0 || repeated(number, a)) continue;
                if (pass == 0)
                    b->first[row + 2]++;
                else
                    b->cell[b->first[row + 1]++] = cell;
            }
        }
        if (pass == 1) break;
        for (int r = 0; r < rows; r++) b->first[r + 2] += b->first[r + 1];
        b->cell = calloc((size_t)b->first[rows + 1] + 1, sizeof *b->cell);
        REQUIRE(b->cell, error_memory());
    }
    return JUDDER_OK;
}

/* What a row is made of, as a list of integers; returns its length. The most: cells around a
 * node times (1 + nodes). */
enum { MOST_SIGNATURE = 4096 };
static int signature(const Build *b, int row, int *list) {
    int length = 0, number[MOST_NODES], count;
    for (int k = b->first[row]; k < b->first[row + 1] && length + 1 + MOST_NODES < MOST_SIGNATURE; k++) {
        cell_numbers(b, b->cell[k], &count, number);
        list[length++] = b->shapes->like[b->cell[k]];
        for (int a = 0; a < count; a++) list[length++] = b->rows->place_of[number[a]] - b->rows->place[row];
    }
    return length;
}

static uint64_t hash(const int *list, int length) {
    uint64_t h = 1469598103934665603u;
    for (int i = 0; i < length; i++) h = (h ^ (uint32_t)list[i]) * 1099511628211u;
    return h ^ h >> 29;
}

/* A node with so many cells that its signature does not fit is a class of its own. */
static void classify(Build *b) {
    Stencils *made = b->made;
    int own[MOST_SIGNATURE], other[MOST_SIGNATURE];
    for (int row = 0; row < b->rows->rows; row++) {
        const int length = signature(b, row, own);
        uint64_t at = hash(own, length) % (uint64_t)b->table_size;
        b->class[row] = -1;
        for (; b->table[at] >= 0 && b->class[row] < 0; at = (at + 1) % (uint64_t)b->table_size) {
            const int class = b->table[at];
            const int same = signature(b, b->representative[class], other);
            if (same == length && length + 1 + MOST_NODES < MOST_SIGNATURE &&
                memcmp(own, other, (size_t)length * sizeof *own) == 0)
                b->class[row] = class;
        }
        if (b->class[row] >= 0) continue;
        b->class[row] = b->table[at] = made->classes;
        b->representative[made->classes++] = row;
    }
}

static int ascending(const void *a, const void *b) {
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

/* The neighbours of each class, in ascending order. */
static JudderErr list_offsets(Build *b) {
    const Numbering *n = b->body->numbering;
    Stencils *made = b->made;
    made->start = calloc((size_t)made->classes + 2, sizeof *made->start);
    REQUIRE(made->start, error_memory());
    for (int c = 0; c < made->classes; c++) {
        const int own = b->rows->number[b->representative[c]] - n->first;
        made->start[c + 1] = made->start[c] + n->start[own + 1] - n->start[own];
    }
    made->offset = calloc((size_t)made->start[made->classes] + 1, sizeof *made->offset);
    REQUIRE(made->offset, error_memory());
    for (int c = 0; c < made->classes; c++) {
        const int row = b->representative[c], own = b->rows->number[row] - n->first;
        const int count = made->start[c + 1] - made->start[c];
        for (int k = 0; k < count; k++)
            made->offset[made->start[c] + k] = b->rows->place_of[n->column[n->start[own] + k]] -
                                               b->rows->place[row];
        qsort(made->offset + made->start[c], (size_t)count, sizeof *made->offset, ascending);
    }
    return JUDDER_OK;
}

static void add_block(int dim, const CellMatrices *m, bool with_C, const int at[2], double *to[2]) {
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) {
            const int from = (at[0] * dim + i) * m->dofs + at[1] * dim + j;
            to[0][j * dim + i] += m->K[from];
            if (with_C) to[1][j * dim + i] += m->C[from];
        }
}

/* Adds row a of a cell's matrices to the blocks of a class. */
static void add_row(Build *b, const CellMatrices *m, const int *number, int a) {
    Stencils *made = b->made;
    const int dim = made->dim, row = b->row_of[number[a]], class = b->class[row];
    const int *offset = made->offset + made->start[class],
              count = made->start[class + 1] - made->start[class];
    made->mass[class] += m->mass[a];
    for (int e = 0; e < m->nodes; e++) {
        const int wanted = b->rows->place_of[number[e]] - b->rows->place[row];
        const int *found = bsearch(&wanted, offset, (size_t)count, sizeof *offset, ascending);
        const long at = (long)(made->start[class] + (found - offset)) * dim * dim;
        double *to[2] = {made->K + at, b->own_C ? made->C + at : NULL};
        add_block(dim, m, b->own_C, (int[2]){a, e}, to);
    }
}

static JudderErr fill_values(Build *b) {
    Stencils *made = b->made;
    const size_t size = (size_t)made->start[made->classes] * (size_t)(made->dim * made->dim) + STENCIL_BEYOND;
    made->K = calloc(size, sizeof *made->K);
    made->C = b->own_C ? calloc(size, sizeof *made->C) : NULL;
    made->mass = calloc((size_t)made->classes + 1, sizeof *made->mass);
    CellMatrices *m = malloc(sizeof *m);
    JudderErr err = made->K && (made->C || !b->own_C) && made->mass && m ? JUDDER_OK : error_memory();
    for (int cell = 0; cell < b->shapes->cells && err == JUDDER_OK; cell++) {
        int number[MOST_NODES], count;
        bool known = false;
        cell_numbers(b, cell, &count, number);
        for (int a = 0; a < count && err == JUDDER_OK; a++) {
            const int row = b->row_of[number[a]];
            if (row < 0 || b->representative[b->class[row]] != row) continue;
            if (!known) err = cell_shapes_matrices(b->shapes, cell, b->own_C, m);
            known = true;
            if (err == JUDDER_OK) add_row(b, m, number, a);
        }
    }
    free(m);
    return err;
}

static int lowest_offset(const Stencils *s, int class) {
    int lowest = 0;
    for (int k = s->start[class]; k < s->start[class + 1]; k++) {
        const bool pair = k - s->start[class] < s->pairs[class];
        if (s->offset[k] < lowest) lowest = s->offset[k];
        if (pair && s->other[k] < lowest) lowest = s->other[k];
    }
    return lowest;
}

static JudderErr list_runs(Build *b) {
    Stencils *made = b->made;
    const StencilRows *rows = b->rows;
    for (int pass = 0; pass < 2; pass++) {
        made->runs = 0;
        for (int row = 0; row < rows->rows; row++) {
            const bool goes_on = row > 0 && b->class[row] == b->class[row - 1] &&
                                 rows->place[row] == rows->place[row - 1] + 1;
            if (goes_on && pass == 1) made->run[made->runs - 1].count++;
            if (goes_on) continue;
            if (pass == 1) made->run[made->runs] = (StencilRun){row, rows->place[row], 1, b->class[row], 0};
            made->runs++;
        }
        if (pass == 1) break;
        made->run = calloc((size_t)made->runs + 1, sizeof *made->run);
        REQUIRE(made->run, error_memory());
    }
    TRY(stencils_reduce(made));
    int safe = rows->rows;
    for (int r = made->runs - 1; r >= 0; r--) {
        made->run[r].safe = safe;
        const int lowest = made->run[r].place + lowest_offset(made, made->run[r].class);
        if (lowest < safe) safe = lowest;
    }
    return JUDDER_OK;
}

static JudderErr prepare(Build *b) {
    const int rows = b->rows->rows, unknowns = b->body->numbering->unknowns;
    b->table_size = 2 * rows + 7;
    b->row_of = malloc(((size_t)unknowns + 1) * sizeof *b->row_of);
    b->class = calloc((size_t)rows + 1, sizeof *b->class);
    b->representative = calloc((size_t)rows + 1, sizeof *b->representative);
    b->table = malloc((size_t)b->table_size * sizeof *b->table);
    REQUIRE(b->row_of && b->class && b->representative && b->table, error_memory());
    for (int i = 0; i < unknowns; i++) b->row_of[i] = -1;
    for (int r = 0; r < rows; r++) b->row_of[b->rows->number[r]] = r;
    for (int i = 0; i < b->table_size; i++) b->table[i] = -1;
    TRY(list_cells(b));
    classify(b);
    TRY(list_offsets(b));
    TRY(fill_values(b));
    return list_runs(b);
}

JudderErr stencils_create(const FeBody *body, const CellShapes *shapes, const StencilRows *rows, bool own_C,
                          Stencils **stencils) {
    Stencils *made = calloc(1, sizeof *made);
    *stencils = made;
    REQUIRE(made, error_memory());
    made->dim = body->dim;
    made->rows = rows->rows;
    Build b = {.body = body, .shapes = shapes, .rows = rows, .made = made, .own_C = own_C};
    const JudderErr err = prepare(&b);
    free(b.row_of);
    free(b.first);
    free(b.cell);
    free(b.class);
    free(b.representative);
    free(b.table);
    if (err != JUDDER_OK) {
        stencils_destroy(stencils);
        return err;
    }
    const double blocks = made->start[made->classes], values = made->dim * made->dim * (own_C ? 2 : 1);
    made->bytes = blocks * (values * sizeof(double) + sizeof(int)) + made->runs * (double)sizeof(StencilRun);
    return JUDDER_OK;
}
