/* The search for a reason why a box is empty. Scalings are sought for the free nodes, with the slipping ones
 * eliminated: C = M_FF - M_Fs M_ss^-1 M_sF at both ends. */
#include "complementarity/eicp/proof/prover.h"
#include "complementarity/eicp/proof/scaling.h"

#include "base/dense.h"

#include <math.h>
#include <string.h>

enum { LARGE = 140, SHIFT_STEPS = 40 }; /* optimised scalings only up to this order */

typedef struct Sides {
    int free_count, slip_count;
} Sides;

static Sides take_sides(EicpEngine *engine, const EicpBox *box) {
    Sides sides = {0, 0};
    for (int i = 0; i < engine->proof->problem->n; i++) {
        if (box->side[i] == EICP_FREE) engine->free_nodes[sides.free_count++] = i;
        if (box->side[i] == EICP_SLIPS) engine->slip_nodes[sides.slip_count++] = i;
    }
    return sides;
}

static void take_leaf(EicpEngine *engine, EicpPieceKind kind, int node, size_t number_count) {
    engine->leaf.piece = (EicpPiece){.kind = kind, .node = node};
    engine->leaf.number_count = number_count;
}

/* C of the free nodes into C; false if the block of the slipping nodes is singular. */
static JudderErr leaf_eliminate(EicpEngine *engine, Sides sides, const double *M, double *C, bool *possible) {
    const size_t n = (size_t)engine->proof->problem->n, f = (size_t)sides.free_count,
                 s = (size_t)sides.slip_count;
    *possible = true;
    eicp_gather((int)n, M, engine->free_nodes, (int)f, C);
    if (s == 0) return JUDDER_OK;
    SCOPED(dense_factor_destroy) DenseFactor *factor = NULL;
    bool singular = false;
    double *block = engine->low; /* spent: M is in the caller's hands */
    eicp_gather((int)n, M, engine->slip_nodes, (int)s, block);
    TRY(dense_factor_create((int)s, block, &factor, &singular));
    JudderErr err = JUDDER_OK;
    for (size_t j = 0; j < f && !singular && err == JUDDER_OK; j++) {
        for (size_t c = 0; c < s; c++)
            engine->column[c] = M[(size_t)engine->slip_nodes[c] * n + (size_t)engine->free_nodes[j]];
        err = dense_factor_solve(factor, engine->column);
        for (size_t i = 0; i < f; i++)
            for (size_t c = 0; c < s; c++)
                C[i * f + j] -= M[(size_t)engine->free_nodes[i] * n + (size_t)engine->slip_nodes[c]] *
                                engine->column[c];
    }
    for (size_t i = 0; i < f * f && !singular; i++) singular = !isfinite(C[i]);
    *possible = !singular;
    return err;
}

/* The form with the scaling of the free nodes in d_free, or with engine->d where d_free is NULL. */
static JudderErr try_form(EicpEngine *engine, const EicpBox *box, const double *d_free, bool *found) {
    const size_t n = (size_t)engine->proof->problem->n;
    double *d = engine->leaf.numbers;
    memcpy(d, engine->d, n * sizeof(double));
    for (int i = 0, a = 0; d_free && i < (int)n; i++)
        if (box->side[i] == EICP_FREE) d[i] = d_free[a++];
    TRY(eicp_form_empties(engine->proof->problem, box, -1, d, found));
    if (!*found) return JUDDER_OK;
    memcpy(engine->d, d, n * sizeof(double));
    if (take_sides(engine, box).slip_count == 0) memcpy(engine->d_rest, d, n * sizeof(double));
    take_leaf(engine, EICP_FORM, -1, n);
    return JUDDER_OK;
}

/* The values of one change of sides for the shift: x on the active nodes, w on the others, into x0. */
static JudderErr shift_step(EicpEngine *engine, const EicpBox *box, int j, double *x0, bool *singular) {
    const EicpProblem *problem = engine->proof->problem;
    const int n = problem->n;
    int *set = engine->free_nodes, count = 0;
    const double *M = engine->high;
    for (int i = 0; i < n; i++)
        if (i != j && box->side[i] != EICP_STICKS && engine->active[i]) set[count++] = i;
    *singular = false;
    if (count > 0) {
        eicp_gather(n, M, set, count, engine->low);
        for (int a = 0; a < count; a++) engine->column[a] = -M[(size_t)set[a] * (size_t)n + (size_t)j];
        TRY(dense_solve_once(count, engine->low, engine->column, singular));
    }
    for (int i = 0; i < n && !*singular; i++) {
        const double *row = M + (size_t)i * (size_t)n;
        double w = row[j];
        for (int a = 0; a < count; a++) w += row[set[a]] * engine->column[a];
        x0[i] = w;
    }
    for (int a = 0; a < count && !*singular; a++) {
        x0[set[a]] = engine->column[a];
        *singular = !isfinite(x0[set[a]]);
    }
    return JUDDER_OK;
}

/* x0 >= 0 of the free nodes at the middle of the box, with x_j = 1 and w_j left out:
 * 0 <= x0 _|_ M x0 + M_j >= 0. */
static JudderErr find_shift(EicpEngine *engine, const EicpBox *box, int j, double *x0, bool *found) {
    const EicpProblem *problem = engine->proof->problem;
    *found = false;
    eicp_matrix(problem, eicp_box_middle(box), engine->high);
    for (int i = 0; i < problem->n; i++)
        if (box->side[i] == EICP_SLIPS) engine->active[i] = true;
    for (int k = 0; k < SHIFT_STEPS; k++) {
        bool singular = false, good = true;
        TRY(shift_step(engine, box, j, x0, &singular));
        if (singular) return JUDDER_OK;
        for (int i = 0; i < problem->n; i++) {
            if (box->side[i] != EICP_FREE || x0[i] >= 0) continue;
            engine->active[i] = !engine->active[i];
            good = false;
        }
        if (!good) continue;
        for (int i = 0; i < problem->n; i++)
            if (box->side[i] != EICP_FREE || !engine->active[i]) x0[i] = 0;
        *found = true;
        return JUDDER_OK;
    }
    return JUDDER_OK;
}

/* The form with a shift and the scaling engine->d_rest. */
static JudderErr try_shift(EicpEngine *engine, const EicpBox *box, int j, bool *found) {
    const EicpProblem *problem = engine->proof->problem;
    const size_t n = (size_t)problem->n;
    double *numbers = engine->leaf.numbers;
    *found = false;
    bool shift = false;
    TRY(find_shift(engine, box, j, numbers + n, &shift));
    if (!shift) return JUDDER_OK;
    memcpy(numbers, engine->d_rest, n * sizeof(double));
    TRY(eicp_form_empties(problem, box, j, numbers, found));
    if (*found) take_leaf(engine, EICP_FORM, j, 2 * n);
    return JUDDER_OK;
}

/* A scaling of M_FF itself at both ends, into engine->d_rest: what a shift needs. */
static JudderErr scale_free(EicpEngine *engine, const EicpBox *box, bool *found) {
    const EicpProblem *problem = engine->proof->problem;
    const Sides sides = take_sides(engine, box);
    const int f = sides.free_count;
    int worst = -1;
    *found = false;
    if (f == 0 || f > LARGE) return JUDDER_OK;
    eicp_matrix(problem, box->lo, engine->low);
    eicp_gather(problem->n, engine->low, engine->free_nodes, f, engine->C[0]);
    eicp_matrix(problem, box->hi, engine->low);
    eicp_gather(problem->n, engine->low, engine->free_nodes, f, engine->C[1]);
    TRY(eicp_find_scaling(f, 2, (const double *const *)engine->C, engine->d_free, found, &worst));
    for (int a = 0; a < f && *found; a++) engine->d_rest[engine->free_nodes[a]] = engine->d_free[a];
    return JUDDER_OK;
}

static JudderErr try_shifts(EicpEngine *engine, const EicpBox *box, Sides sides, bool *found) {
    *found = false;
    if (sides.slip_count != 1 || sides.free_count == 0 || isinf(box->hi)) return JUDDER_OK;
    const int j = engine->slip_nodes[0];
    TRY(try_shift(engine, box, j, found));
    if (*found || !engine->thorough) return JUDDER_OK;
    bool scaled = false;
    TRY(scale_free(engine, box, &scaled));
    if (scaled) TRY(try_shift(engine, box, j, found));
    return JUDDER_OK;
}

/* The free node whose diagonal is worst at the upper end. */
static int least_diagonal(const EicpEngine *engine, const EicpBox *box) {
    const EicpProblem *problem = engine->proof->problem;
    const size_t n = (size_t)problem->n;
    int worst = -1;
    double least = INFINITY;
    for (size_t i = 0; i < n; i++) {
        const double a = problem->A[i * n + i], b = problem->B[i * n + i];
        if (box->side[i] != EICP_FREE) continue;
        const double quality = isinf(box->hi) ? -b
                                              : (a - box->hi * b) / (fabs(a) + fabs(box->hi * b) + 1e-300);
        if (worst < 0 || quality < least) {
            least = quality;
            worst = (int)i;
        }
    }
    return worst;
}

/* Scalings made for this box: y/x, then an optimised one. */
static JudderErr try_scalings(EicpEngine *engine, const EicpBox *box, bool *found, int *worst) {
    const EicpProblem *problem = engine->proof->problem;
    const Sides sides = take_sides(engine, box);
    const int f = sides.free_count;
    bool low = false, high = false, scaled = false;
    eicp_matrix(problem, box->lo, engine->high);
    TRY(leaf_eliminate(engine, sides, engine->high, engine->C[0], &low));
    eicp_matrix(problem, box->hi, engine->high);
    TRY(leaf_eliminate(engine, sides, engine->high, engine->C[1], &high));
    if (high) TRY(eicp_quick_scaling(f, engine->C[1], engine->d_free, &scaled));
    if (scaled) TRY(try_form(engine, box, engine->d_free, found));
    if (*found || !engine->thorough || f > LARGE || !low || !high) return JUDDER_OK;
    const int count = box->hi > box->lo ? 2 : 1;
    int position = -1;
    TRY(eicp_find_scaling(f, count, (const double *const *)engine->C, engine->d_free, &scaled, &position));
    if (position >= 0) *worst = engine->free_nodes[position];
    if (scaled) TRY(try_form(engine, box, engine->d_free, found));
    return JUDDER_OK;
}

/* The left vector of M at the known solution on the slipping nodes, by inverse iteration, into
 * engine->column. */
static JudderErr left_vector(EicpEngine *engine, int s, bool *found) {
    const EicpProblem *problem = engine->proof->problem;
    const size_t n = (size_t)problem->n;
    const double mu = engine->proof->pool->mu * (1 + 1e-14);
    for (int i = 0; i < s; i++)
        for (int j = 0; j < s; j++) {
            const size_t at = (size_t)engine->slip_nodes[j] * n + (size_t)engine->slip_nodes[i];
            engine->low[i * s + j] = problem->A[at] - mu * problem->B[at];
        }
    SCOPED(dense_factor_destroy) DenseFactor *factor = NULL;
    bool singular = false;
    TRY(dense_factor_create(s, engine->low, &factor, &singular));
    JudderErr err = JUDDER_OK;
    for (int i = 0; i < s; i++) engine->column[i] = 1;
    for (int k = 0; k < 3 && !singular && err == JUDDER_OK; k++) {
        double sum = 0;
        err = dense_factor_solve(factor, engine->column);
        for (int i = 0; i < s; i++) sum += engine->column[i];
        for (int i = 0; i < s; i++) engine->column[i] /= sum;
        singular = !isfinite(sum) || sum == 0;
    }
    *found = !singular;
    return err;
}

/* With every node decided and a solution known on the same set, x there and y to the left: near mu*, M^-1 B
 * is nearly x (B'y)', and a form that takes x to g = B'y makes that symmetric. */
static JudderErr try_known_set(EicpEngine *engine, const EicpBox *box, Sides sides, bool *found) {
    const EicpProblem *problem = engine->proof->problem;
    const EicpPool *pool = engine->proof->pool;
    const size_t n = (size_t)problem->n, s = (size_t)sides.slip_count;
    double *g = engine->leaf.numbers, *x = g + n, product = 0;
    bool left = false;
    *found = false;
    if (isinf(pool->mu) || sides.free_count > 0 || s == 0 || isinf(box->hi)) return JUDDER_OK;
    for (size_t i = 0; i < n; i++)
        if ((pool->x[i] > 0) != (box->side[i] == EICP_SLIPS)) return JUDDER_OK;
    TRY(left_vector(engine, (int)s, &left));
    if (!left) return JUDDER_OK;
    memset(g, 0, n * sizeof(double));
    memcpy(x, pool->x, n * sizeof(double));
    for (size_t i = 0; i < s; i++)
        for (size_t j = 0; j < s; j++) {
            const size_t row = (size_t)engine->slip_nodes[i], column = (size_t)engine->slip_nodes[j];
            g[column] += engine->column[i] * problem->B[row * n + column];
        }
    for (size_t i = 0; i < n; i++) product += g[i] * x[i];
    for (size_t i = 0; i < n; i++) g[i] /= product;
    TRY(eicp_form_empties(problem, box, EICP_TURNED, g, found));
    if (*found) take_leaf(engine, EICP_FORM, EICP_TURNED, 2 * n);
    return JUDDER_OK;
}

JudderErr eicp_leaf_find(EicpEngine *engine, const EicpBox *box, bool *found, int *worst) {
    const EicpProblem *problem = engine->proof->problem;
    const Sides sides = take_sides(engine, box);
    const bool one_slips = sides.slip_count == 1 && sides.free_count > 0;
    *worst = least_diagonal(engine, box);
    TRY(try_known_set(engine, box, sides, found));
    if (!*found) TRY(try_shifts(engine, box, sides, found));
    if (*found || (one_slips && !engine->thorough)) return JUDDER_OK;
    TRY(try_form(engine, box, NULL, found));
    if (!*found && sides.free_count > 0) TRY(try_scalings(engine, box, found, worst));
    if (*found || !engine->rays) return JUDDER_OK;
    TRY(eicp_ray_find(engine->rays, box, engine->leaf.numbers, found));
    if (*found) take_leaf(engine, EICP_RAY, -1, (size_t)problem->n);
    return JUDDER_OK;
}

JudderErr eicp_force_find(EicpEngine *engine, EicpBox *box, bool *found) {
    const EicpProblem *problem = engine->proof->problem;
    const size_t n = (size_t)problem->n;
    const Sides sides = take_sides(engine, box);
    double *numbers = engine->leaf.numbers;
    bool shift = false;
    *found = false;
    if (sides.slip_count != 1 || sides.free_count == 0 || isinf(box->hi)) return JUDDER_OK;
    TRY(find_shift(engine, box, engine->slip_nodes[0], numbers + n, &shift));
    if (!shift) return JUDDER_OK;
    memcpy(numbers, engine->d_rest, n * sizeof(double));
    /* The largest share that can be had is the best. */
    for (double share = fmin(0.5, 10 * engine->share); share > 1e-5; share /= 3) {
        int forced = -1;
        numbers[2 * n] = share;
        TRY(eicp_force(problem, box, numbers, &forced));
        if (forced < 0) continue;
        engine->share = share;
        *found = forced == sides.free_count;
        if (*found) take_leaf(engine, EICP_FORCE, -1, 2 * n + 1);
        return JUDDER_OK;
    }
    return JUDDER_OK;
}
