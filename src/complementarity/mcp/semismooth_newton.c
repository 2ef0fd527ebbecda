/* Semismooth Newton [qi1993]: Phi(x) = 0 with, row by row,
 *
 *   fischer_burmeister   phi(a, b) = a + b - sqrt(a^2 + b^2),  Phi = phi(x - l, -phi(u - x, -F))
 *                        [fischer1992, deluca1996]
 *   minimum              Phi = mid(x - l, x - u, F)
 *
 * Either way the merit |Phi|^2/2 of Fischer and Burmeister, which is smooth, decides about the length of a
 * step: Newton's step, then Newton's step of the other function, a damped least-squares step, and the
 * gradient are tried in turn.
 */
#include "complementarity/mcp.h"

#include "base/array/room.h"
#include "base/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ITERATIONS = 200, HALVINGS = 40, NEWTON_HALVINGS = 12 };
static const double default_tolerance = 1e-10;
static const double armijo = 1e-4; /* share of the slope that a step must gain */
/* A merit below this part of a unit in the last place of its own terms cannot fall further. */
static const double flat = 1e-15;

typedef struct Newton {
    const Mcp *mcp;
    bool minimum; /* which function gives the first step */
    long n;
    double *x, *F, *J;
    double *phi, *H, *gradient; /* of Fischer-Burmeister, at x */
    double *step, *A, *trial, *trial_F;
    double merit;
} Newton;

/* One row: the value and its derivatives by x_i and by F_i. */
typedef struct Row {
    double value, by_x, by_F;
} Row;

static Row semismooth_newton_fischer(double a, double b) {
    const double r = hypot(a, b);
    if (r == 0) return (Row){0, 1 - M_SQRT1_2, 1 - M_SQRT1_2};
    /* For a, b > 0 the sum would lose its digits. */
    const double value = a > 0 && b > 0 ? 2 * a * (b / (a + b + r)) : a + b - r;
    return (Row){value, 1 - a / r, 1 - b / r};
}

static double low_of(const Mcp *mcp, long i) {
    return mcp->low ? mcp->low[i] : 0;
}
static double high_of(const Mcp *mcp, long i) {
    return mcp->high ? mcp->high[i] : INFINITY;
}

static Row fischer_row(const Mcp *mcp, long i, double x, double F) {
    const double low = low_of(mcp, i), high = high_of(mcp, i);
    Row inner = {F, 0, 1};
    if (isfinite(high)) {
        inner = semismooth_newton_fischer(high - x, -F);
        inner.value = -inner.value; /* the two other signs cancel against those of the arguments */
    }
    if (!isfinite(low)) return inner;
    const Row outer = semismooth_newton_fischer(x - low, inner.value);
    return (Row){outer.value, outer.by_x + outer.by_F * inner.by_x, outer.by_F * inner.by_F};
}

static Row minimum_row(const Mcp *mcp, long i, double x, double F) {
    const double below = x - low_of(mcp, i), above = x - high_of(mcp, i);
    if (above > F) return (Row){above, 1, 0};
    if (below < F) return (Row){below, 1, 0};
    return (Row){F, 0, 1};
}

typedef Row (*RowFunction)(const Mcp *mcp, long i, double x, double F);

static double merit_at(const Mcp *mcp, const double *x, const double *F) {
    double sum = 0;
    for (long i = 0; i < mcp->n; i++) {
        const double value = fischer_row(mcp, i, x[i], F[i]).value;
        sum += value * value / 2;
    }
    return isfinite(sum) ? sum : INFINITY;
}

static void fill_system(const Newton *s, RowFunction row_function, double *H, double *value) {
    const long n = s->n;
    for (long i = 0; i < n; i++) {
        const Row row = row_function(s->mcp, i, s->x[i], s->F[i]);
        for (long j = 0; j < n; j++) H[i * n + j] = row.by_F * s->J[i * n + j] + (i == j ? row.by_x : 0);
        value[i] = row.value;
    }
}

/* F, J, phi, H and the gradient H' phi of the merit at x. */
static JudderErr semismooth_newton_evaluate(Newton *s) {
    const long n = s->n;
    TRY(s->mcp->at(s->mcp->context, s->x, s->F, s->J));
    s->merit = merit_at(s->mcp, s->x, s->F);
    fill_system(s, fischer_row, s->H, s->phi);
    for (long j = 0; j < n; j++) {
        s->gradient[j] = 0;
        for (long i = 0; i < n; i++) s->gradient[j] += s->H[i * n + j] * s->phi[i];
    }
    return JUDDER_OK;
}

/* step <- -A^-1 step; false: A is singular or not finite. */
static JudderErr solve_step(Newton *s, bool *good) {
    bool singular;
    *good = false;
    for (long i = 0; i < s->n * s->n; i++)
        if (!isfinite(s->A[i])) return JUDDER_OK;
    TRY(dense_solve_once((int)s->n, s->A, s->step, &singular));
    *good = !singular;
    for (long i = 0; i < s->n; i++) {
        s->step[i] = -s->step[i];
        *good = *good && isfinite(s->step[i]);
    }
    return JUDDER_OK;
}

static void fill_least_squares(Newton *s) {
    const long n = s->n;
    const double damping = 1e-2 * sqrt(2 * s->merit);
    memset(s->A, 0, (size_t)(n * n) * sizeof *s->A);
    for (long k = 0; k < n; k++)
        for (long i = 0; i < n; i++)
            for (long j = 0; j < n; j++) s->A[i * n + j] += s->H[k * n + i] * s->H[k * n + j];
    for (long i = 0; i < n; i++) s->A[i * n + i] += damping;
    memcpy(s->step, s->gradient, (size_t)n * sizeof *s->step);
}

typedef enum Direction { FIRST, SECOND, LEAST_SQUARES, GRADIENT, DIRECTIONS } Direction;

static JudderErr find_step(Newton *s, Direction direction, bool *good) {
    const size_t n = (size_t)s->n;
    switch (direction) {
    case FIRST:
    case SECOND:
        fill_system(s, s->minimum == (direction == FIRST) ? minimum_row : fischer_row, s->A, s->step);
        return solve_step(s, good);
    case LEAST_SQUARES: fill_least_squares(s); return solve_step(s, good);
    default:
        for (size_t i = 0; i < n; i++) s->step[i] = -s->gradient[i];
        *good = true;
        return JUDDER_OK;
    }
}

/* Halves the step until the merit falls enough; taken: x has moved. */
static JudderErr search_line(Newton *s, int halvings, bool *taken) {
    double slope = 0, length = 1;
    *taken = false;
    for (long i = 0; i < s->n; i++) slope += s->gradient[i] * s->step[i];
    if (!(slope < 0)) return JUDDER_OK;
    for (int halving = 0; halving <= halvings; halving++, length /= 2) {
        for (long i = 0; i < s->n; i++) s->trial[i] = s->x[i] + length * s->step[i];
        TRY(s->mcp->at(s->mcp->context, s->trial, s->trial_F, NULL));
        const double merit = merit_at(s->mcp, s->trial, s->trial_F);
        if (!(merit <= s->merit + armijo * length * slope) || !(merit < s->merit * (1 - flat))) continue;
        memcpy(s->x, s->trial, (size_t)s->n * sizeof *s->x);
        *taken = true;
        return JUDDER_OK;
    }
    return JUDDER_OK;
}

static JudderErr semismooth_newton_move(Newton *s, bool *moved) {
    *moved = false;
    for (Direction direction = FIRST; direction < DIRECTIONS && !*moved; direction++) {
        bool good;
        TRY(find_step(s, direction, &good));
        if (good) TRY(search_line(s, direction == GRADIENT ? HALVINGS : NEWTON_HALVINGS, moved));
    }
    return JUDDER_OK;
}

static JudderErr semismooth_newton_iterate(Newton *s, const McpLimits *limits, McpReport *report) {
    const double tolerance = limits && limits->tolerance > 0 ? limits->tolerance : default_tolerance;
    const long most = limits && limits->iterations > 0 ? limits->iterations : ITERATIONS;
    for (report->iterations = 0;; report->iterations++) {
        TRY(semismooth_newton_evaluate(s));
        TRY(mcp_residual(s->mcp, s->x, &report->residual));
        report->outcome = MCP_SOLVED;
        if (report->residual <= tolerance) return JUDDER_OK;
        report->outcome = isfinite(s->merit) ? MCP_LIMIT : MCP_OUTSIDE;
        if (!isfinite(s->merit) || report->iterations >= most) return JUDDER_OK;
        bool moved;
        TRY(semismooth_newton_move(s, &moved));
        report->outcome = MCP_STATIONARY;
        if (!moved) return JUDDER_OK;
    }
}

static JudderErr semismooth_newton_check(const Mcp *mcp, const double *x) {
    REQUIRE(mcp->n > 0,
            error_input(NULL, "a complementarity problem of %d unknowns: at least 1 is needed", mcp->n));
    for (long i = 0; i < mcp->n; i++) {
        const double low = low_of(mcp, i), high = high_of(mcp, i);
        REQUIRE(low <= high && low < INFINITY && high > -INFINITY,
                error_input(NULL, "unknown %ld of a complementarity problem has no room between %g and %g",
                            i + 1, low, high));
        REQUIRE(isfinite(x[i]),
                error_input(NULL, "the start of a complementarity problem has an invalid number"));
    }
    return JUDDER_OK;
}

static JudderErr mcp_semismooth_newton_solve(const Mcp *mcp, const McpLimits *limits, bool minimum, double *x,
                                             McpReport *report) {
    TRY(semismooth_newton_check(mcp, x));
    const size_t n = (size_t)mcp->n;
    Newton s = {.mcp = mcp, .minimum = minimum, .n = mcp->n, .x = x};
    REQUIRE(ROOM_TAKE(ROOM(s.J, n * n), ROOM(s.H, n * n), ROOM(s.A, n * n), ROOM(s.F, n), ROOM(s.phi, n),
                      ROOM(s.gradient, n), ROOM(s.step, n), ROOM(s.trial, n), ROOM(s.trial_F, n)),
            error_memory());
    SCOPED_FREE double *room = s.J;
    return semismooth_newton_iterate(&s, limits, report);
}

static JudderErr solve_fischer(const Mcp *mcp, const McpLimits *limits, double *x, McpReport *report) {
    return mcp_semismooth_newton_solve(mcp, limits, false, x, report);
}
static JudderErr solve_minimum(const Mcp *mcp, const McpLimits *limits, double *x, McpReport *report) {
    return mcp_semismooth_newton_solve(mcp, limits, true, x, report);
}

const McpSolver mcp_fischer_burmeister = {.name = "fischer_burmeister", .solve = solve_fischer};
const McpSolver mcp_minimum = {.name = "minimum", .solve = solve_minimum};
