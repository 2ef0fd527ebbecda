#include "condensed/rate.h"

#include <math.h>
#include <string.h>

/* Relative to the forces at the point: below it a slack is zero; relative to the rates: below
 * it a rate is. */
static const double CORNER = 1e-11, STILL = 1e-10, ACCURATE = 1e-11;

static RateKind kind_of(const Condensed *c, const CondensedState *state, int i, double tolerance) {
    const CondensedProblem *p = &c->problem;
    const double g = p->gap[i] + state->w[2 * i], force = state->r[2 * i], bound = p->mu[i] * force;
    const CondensedNode node = state->node[i];
    if (node == CONDENSED_OPEN) return c->k[2 * i] * g > tolerance ? RATE_FREE : RATE_GRAZES;
    if (force <= tolerance) return RATE_GRAZES;
    if (2 * bound <= tolerance) return RATE_SMOOTH;
    if (condensed_slips(node)) return condensed_sign(node) > 0 ? RATE_CONE : RATE_CONE_MINUS;
    if (bound + state->r[2 * i + 1] <= tolerance) return RATE_CONE;
    if (bound - state->r[2 * i + 1] <= tolerance) return RATE_CONE_MINUS;
    return RATE_STUCK;
}

void rate_kinds(Condensed *c, const CondensedState *state) {
    const double tolerance = CORNER * condensed_point_scale(c, state->w);
    for (int i = 0; i < c->problem.n; i++) c->kind[i] = (unsigned char)kind_of(c, state, i, tolerance);
}

void rate_rows(Condensed *c) {
    for (int i = 0; i < c->problem.n; i++) {
        const CondensedNode node = c->node[i];
        const bool touches = node != CONDENSED_OPEN;
        Row normal = {.fixed = touches}, tangent = {.fixed = node == CONDENSED_STICK};
        if (!touches) normal.c[0] = 1;
        if (!tangent.fixed) tangent.c[1] = 1;
        if (touches && c->problem.mu[i] > 0) tangent.c[0] = condensed_sign(node) * c->problem.mu[i];
        rows_set(c->rows, 2 * i, &normal);
        rows_set(c->rows, 2 * i + 1, &tangent);
    }
}

/* What a node would rather do, and by how much it violates where it is; forces of rates. */
static double prefer(const Condensed *c, int i, CondensedNode *wish) {
    const double mu = c->problem.mu[i], k = c->k[2 * i + 1];
    const double g = c->k[2 * i] * c->rate_u[2 * i], p = c->rate_r[2 * i], r_t = c->rate_r[2 * i + 1];
    const double slip = k * c->rate_u[2 * i + 1];
    const RateKind kind = (RateKind)c->kind[i];
    const CondensedNode node = c->node[i];
    *wish = node;
    if (kind == RATE_CONE || kind == RATE_CONE_MINUS) {
        const int sign = kind == RATE_CONE ? 1 : -1;
        const bool sticks = node == CONDENSED_STICK;
        *wish = !sticks ? CONDENSED_STICK : sign > 0 ? CONDENSED_SLIP_PLUS : CONDENSED_SLIP_MINUS;
        return sticks ? -(mu * p + sign * r_t) : -sign * slip;
    }
    if (kind != RATE_GRAZES) return 0;
    if (node == CONDENSED_OPEN) {
        *wish = CONDENSED_STICK;
        return -g;
    }
    const double pull = -p,
                 over = node == CONDENSED_STICK ? fabs(r_t) - mu * p : -condensed_sign(node) * slip;
    if (pull >= over || pull > 0) {
        *wish = CONDENSED_OPEN;
        return pull;
    }
    *wish = node != CONDENSED_STICK ? CONDENSED_STICK : r_t > 0 ? CONDENSED_SLIP_MINUS : CONDENSED_SLIP_PLUS;
    return over;
}

/* Forces of the rates, and what the rows leave: b <- b - rows times rate_u, for rows of forces.
 * Returns the largest. */
static double leave(Condensed *c) {
    double largest = 0;
    condensed_multiply(c, c->rate_u, c->Sx);
    for (int j = 0; j < c->size; j++) c->rate_r[j] = c->Sx[j] - c->rate_F[j];
    for (int j = 0; j < c->size; j++) {
        const Row *row = &c->rows->row[j];
        c->b[j] = row->fixed ? 0 : j % 2 ? -row->c[0] * c->rate_r[j - 1] - c->rate_r[j] : -c->rate_r[j];
        largest = fmax(largest, fabs(c->b[j]));
    }
    return largest;
}

/* Refined once if the border costs accuracy, and factored afresh if that does not help. */
static JudderErr solve_rates(Condensed *c, bool *singular) {
    rate_rows(c);
    for (int j = 0; j < c->size; j++) {
        const Row *row = &c->rows->row[j];
        c->rate_u[j] = 0;
        c->b[j] = row->fixed ? 0 : c->rate_F[j] + (j % 2 ? row->c[0] * c->rate_F[j - 1] : 0);
    }
    for (int attempt = 0; attempt < 3; attempt++) {
        if (attempt == 2) rows_refactor(c->rows);
        TRY(rows_solve(c->rows, c->b, c->x, singular));
        if (*singular) return JUDDER_OK;
        for (int j = 0; j < c->size; j++) c->rate_u[j] += c->x[j];
        const double left = leave(c);
        if (left <= ACCURATE * condensed_scale(c, c->rate_F, c->rate_u)) break;
    }
    for (int i = 0; i < c->problem.n; i++)
        if (c->node[i] == CONDENSED_OPEN) c->rate_r[2 * i] = c->rate_r[2 * i + 1] = 0;
    return JUDDER_OK;
}

JudderErr rate_try(Condensed *c, int *worst, bool *singular) {
    *worst = -1;
    TRY(solve_rates(c, singular));
    if (*singular) return JUDDER_OK;
    const double tolerance = STILL * condensed_scale(c, c->rate_F, c->rate_u);
    double most = 0;
    for (int i = 0; i < c->problem.n; i++) {
        CondensedNode wish;
        const double violation = prefer(c, i, &wish);
        c->chosen[i] = violation > tolerance ? wish : c->node[i];
        if (violation <= tolerance || violation <= most) continue;
        most = violation;
        *worst = i;
    }
    return JUDDER_OK;
}

/* Without friction a node slips wherever it is pushed. */
static void name_smooth(Condensed *c) {
    for (int i = 0; i < c->problem.n; i++)
        if (c->kind[i] == RATE_SMOOTH && c->rate_u[2 * i + 1] != 0 && c->problem.mu[i] == 0)
            c->node[i] = c->rate_u[2 * i + 1] > 0 ? CONDENSED_SLIP_PLUS : CONDENSED_SLIP_MINUS;
}

/* One trial with the states in c->node; *over: they are the answer, or there is none. */
static JudderErr try_states(Condensed *c, RateReport *report, int *worst, bool *over) {
    bool singular;
    TRY(rate_try(c, worst, &singular));
    report->trials++;
    *over = singular || *worst < 0;
    if (*over) report->outcome = singular ? CONDENSED_SINGULAR : CONDENSED_SOLVED;
    return JUDDER_OK;
}

/* All nodes that violate change at once, until a set comes back. */
static JudderErr change_all(Condensed *c, RateReport *report) {
    enum { MOST = 40 };
    StatesSeen seen = {0};
    report->outcome = CONDENSED_LIMIT;
    for (int k = 0; k < MOST; k++) {
        if (states_met(&seen, c->node, (size_t)c->problem.n * sizeof *c->node)) {
            report->outcome = CONDENSED_CYCLED;
            return JUDDER_OK;
        }
        int worst;
        bool over;
        TRY(try_states(c, report, &worst, &over));
        if (over) return JUDDER_OK;
        memcpy(c->node, c->chosen, (size_t)c->problem.n * sizeof *c->node);
    }
    return JUDDER_OK;
}

/* One node at a time: the worst, later the first, which cannot cycle if all principal minors are positive. */
static JudderErr change_one(Condensed *c, RateReport *report) {
    const int most = 20 + 2 * (c->problem.n < 200 ? c->problem.n : 200);
    for (int k = 0; k < most; k++) {
        int worst;
        bool over;
        TRY(try_states(c, report, &worst, &over));
        if (over) return JUDDER_OK;
        int changed = worst;
        for (int i = 0; k >= most / 3 && i < c->problem.n; i++)
            if (c->chosen[i] != c->node[i]) {
                changed = i;
                break;
            }
        c->node[changed] = c->chosen[changed];
    }
    return JUDDER_OK;
}

static void settle_forced(Condensed *c) {
    for (int i = 0; i < c->problem.n; i++) {
        const RateKind kind = (RateKind)c->kind[i];
        CondensedNode *node = &c->node[i];
        if (kind == RATE_FREE) *node = CONDENSED_OPEN;
        if (kind == RATE_STUCK) *node = CONDENSED_STICK;
        if (kind == RATE_SMOOTH && !condensed_slips(*node)) *node = CONDENSED_SLIP_PLUS;
        if (kind == RATE_CONE && *node != CONDENSED_STICK) *node = CONDENSED_SLIP_PLUS;
        if (kind == RATE_CONE_MINUS && *node != CONDENSED_STICK) *node = CONDENSED_SLIP_MINUS;
    }
}

static JudderErr solve_kinds(Condensed *c, RateReport *report) {
    memcpy(c->start, c->node, (size_t)c->problem.n * sizeof *c->start);
    TRY(change_all(c, report));
    if (report->outcome != CONDENSED_SOLVED) {
        memcpy(c->node, c->start, (size_t)c->problem.n * sizeof *c->node);
        TRY(change_one(c, report));
    }
    TRY(condensed_count_rates(c, report));
    if (report->outcome == CONDENSED_SOLVED || report->outcome == CONDENSED_NONE) return JUDDER_OK;
    CondensedOutcome pivoting;
    report->pivoted = true;
    TRY(rate_pivot(c, &(RateLcp){.F = c->rate_F}, &pivoting));
    if (pivoting == CONDENSED_SOLVED) return change_all(c, report);
    if (pivoting != CONDENSED_LIMIT) report->outcome = pivoting;
    return JUDDER_OK;
}

JudderErr condensed_rate_solve(Condensed *c, RateReport *report) {
    *report = (RateReport){0};
    settle_forced(c);
    TRY(solve_kinds(c, report));
    if (report->outcome == CONDENSED_SOLVED) name_smooth(c);
    return JUDDER_OK;
}
