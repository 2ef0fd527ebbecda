/* Farkas' proof [cottle1992] that no x >= 0 has M x + q >= 0: y >= 0 with M' y <= 0, q' y < 0, in numbers
 * whose signs hold exactly. The linear program that asks for the least violation ends at a corner, where many
 * sums are zero up to rounding; a proof is then looked for among integers, and strictly inside. */
#include "complementarity/lcp/lemke.h"
#include "complementarity/lcp/program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WHOLE_MOST = 1000 }; /* common denominators that are tried */
/* A multiple this near to an integer is meant to be one. */
static const double near_whole = 1e-9;
/* Below this part of the largest a number of the corner is zero. */
static const double corner_zero = 1e-11;

bool lcp_whole_multiple(int n, const double *u, double *whole) {
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(u[i]));
    for (int k = 1; k <= WHOLE_MOST && most > 0; k++) {
        bool good = true;
        for (int i = 0; i < n && good; i++) {
            const double multiple = k * (u[i] / most);
            whole[i] = nearbyint(multiple);
            good = fabs(multiple - whole[i]) <= near_whole * k;
        }
        if (good) return true;
    }
    return false;
}

/* The corner: max -q' y with M' y <= 0, e' y <= 1, y >= 0. */
static JudderErr find_corner(const Lcp *lcp, long most, double *y) {
    const long n = lcp->n;
    SCOPED(program_release) Program program = {0};
    JudderErr err = program_create(n, n + 1, &program);
    for (long i = 0; i < n && err == JUDDER_OK; i++) {
        program.q[i] = lcp->q[i];
        for (long j = 0; j < n; j++) program_set(&program, j, i, lcp->M[i * n + j]);
        program_set(&program, n, i, 1);
    }
    if (err == JUDDER_OK) {
        program.q[2 * n] = 1;
        err = program_solve(&program, most);
    }
    double largest = 0;
    for (long i = 0; i < n && err == JUDDER_OK; i++) largest = fmax(largest, program.x[i]);
    for (long i = 0; i < n && err == JUDDER_OK; i++)
        y[i] = program.x[i] > corner_zero * largest ? program.x[i] : 0;
    return err;
}

/* Rows where y > 0, and columns that they touch. */
typedef struct Part {
    long rows, columns;
    int *row, *column;
} Part;

static JudderErr part_create(const Lcp *lcp, const double *y, Part *part) {
    const long n = lcp->n;
    *part = (Part){.row = malloc(2 * (size_t)n * sizeof *part->row)};
    REQUIRE(part->row, error_memory());
    part->column = part->row + n;
    for (int i = 0; i < lcp->n; i++)
        if (y[i] > 0) part->row[part->rows++] = i;
    for (int j = 0; j < lcp->n; j++) {
        bool touched = false;
        for (long k = 0; k < part->rows && !touched; k++) touched = lcp->M[part->row[k] * n + j] != 0;
        if (touched) part->column[part->columns++] = j;
    }
    return JUDDER_OK;
}

/* Strictly inside: max s with M' y + s e <= 0, q' y + s <= 0, e' y <= 1 on the rows of the corner. */
static void fill_inside(const Lcp *lcp, const Part *part, Program *program) {
    const long n = lcp->n, s = part->rows;
    for (long i = 0; i < part->rows; i++) {
        const long row = part->row[i];
        for (long j = 0; j < part->columns; j++)
            program_set(program, j, i, lcp->M[row * n + part->column[j]]);
        program_set(program, part->columns, i, lcp->q[row]);
        program_set(program, part->columns + 1, i, 1);
    }
    for (long j = 0; j <= part->columns; j++) program_set(program, j, s, 1);
    program->q[s] = -1;
    program->q[program->order - 1] = 1;
}

static JudderErr find_inside(const Lcp *lcp, long most, double *y) {
    Part part;
    SCOPED(program_release) Program program = {0};
    JudderErr err = part_create(lcp, y, &part);
    if (err == JUDDER_OK && part.rows > 0) err = program_create(part.rows + 1, part.columns + 2, &program);
    if (err == JUDDER_OK && part.rows > 0) {
        fill_inside(lcp, &part, &program);
        err = program_solve(&program, most);
    }
    for (long i = 0; i < part.rows && err == JUDDER_OK; i++) y[part.row[i]] = fmax(0, program.x[i]);
    free(part.row);
    return err;
}

JudderErr farkas_find(const Lcp *lcp, long most, double *y, bool *found) {
    TRY(find_corner(lcp, most, y));
    *found = lcp_none_holds(lcp, y);
    if (*found) return JUDDER_OK;
    SCOPED_FREE double *whole = malloc((size_t)lcp->n * sizeof *whole);
    REQUIRE(whole, error_memory());
    *found = lcp_whole_multiple(lcp->n, y, whole) && lcp_none_holds(lcp, whole);
    if (*found) memcpy(y, whole, (size_t)lcp->n * sizeof *y);
    if (*found) return JUDDER_OK;
    TRY(find_inside(lcp, most, y));
    *found = lcp_none_holds(lcp, y);
    return JUDDER_OK;
}
