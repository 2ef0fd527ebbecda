/* The increment's Newton on the dense S: rows of it in a factorisation that follows their changes. */
#include "condensed/solver.h"

#include <math.h>
#include <string.h>

/* Below it is rounding: relative to the forces that are summed at the dof, and to the largest of all. */
static const double KEEP = 3e-11, NOISE = 1e-14;

static void condensed_set_row(void *of, int j, const Row *row, double b) {
    Condensed *c = of;
    rows_set(c->rows, j, row);
    c->b[j] = b;
}

/* The border of the factors may be to blame. */
static bool condensed_renew(void *of) {
    Condensed *c = of;
    if (c->rows->changes == 0) return false;
    rows_refactor(c->rows);
    return true;
}

static JudderErr condensed_solve(void *of, double tolerance, bool *singular) {
    Condensed *c = of;
    (void)tolerance;
    memcpy(c->solved_w, c->w, (size_t)c->size * sizeof *c->w);
    return rows_solve(c->rows, c->b, c->x, singular);
}

/* Fixed dofs land exactly. */
static JudderErr condensed_move(void *of, double part) {
    Condensed *c = of;
    const int dim = c->problem.dim;
    for (int j = 0; j < c->size; j++) {
        const bool lands = part == 1 && c->rows->row[j].fixed;
        c->w[j] = !lands    ? c->solved_w[j] + part * c->x[j]
                  : j % dim ? c->before[j]
                            : -c->problem.gap[j / dim];
    }
    return JUDDER_OK;
}

static JudderErr condensed_evaluate(void *of, ContactLeft *left) {
    Condensed *c = of;
    condensed_multiply(c, c->w, c->Sx);
    for (int j = 0; j < c->size; j++) c->r[j] = c->Sx[j] - c->F[j];
    *left = (ContactLeft){.scale = condensed_point_scale(c, c->w)};
    return JUDDER_OK;
}

/* What is summed in the balance of a dof. */
static double condensed_sum_of_sizes(const Condensed *c, int j) {
    const double *row = c->problem.S + (size_t)j * (size_t)c->size;
    double size = fabs(c->F[j]);
    for (int l = 0; l < c->size; l++) size += fabs(row[l] * c->w[l]);
    return size;
}

static void condensed_rounding(const void *of, int node, const ContactPoint *at, double rounding[2]) {
    const Condensed *c = of;
    const int first = node * c->problem.dim;
    const double noise = NOISE * condensed_point_scale(c, c->w);
    double size = at->mu * fmax(at->normal.p, 0);
    for (int a = 1; a < c->problem.dim; a++) size = fmax(size, condensed_sum_of_sizes(c, first + a));
    rounding[0] = KEEP * condensed_sum_of_sizes(c, first) + noise;
    rounding[1] = KEEP * size + noise;
}

static const NewtonOperator condensed_operator = {.set_row = condensed_set_row,
                                                  .renew = condensed_renew,
                                                  .solve = condensed_solve,
                                                  .move = condensed_move,
                                                  .evaluate = condensed_evaluate,
                                                  .rounding = condensed_rounding,
                                                  .done = 1e-13,
                                                  .enough = 1e-11};

ContactNewton condensed_newton(Condensed *c) {
    return (ContactNewton){.op = &condensed_operator,
                           .of = c,
                           .problem = c->problem,
                           .k = c->k,
                           .at = {c->w, c->r, c->before},
                           .node = c->node,
                           .straight = c->straight};
}

double condensed_natural(Condensed *c) {
    const ContactNewton newton = condensed_newton(c);
    ContactLeft left;
    condensed_evaluate(c, &left);
    return contact_newton_natural(&newton, &left);
}
