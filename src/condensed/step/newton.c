#include "condensed/newton.h"

#include "condensed/solver.h"

#include <math.h>

/* Of linear systems that need not be solved exactly: the roughest, the finest. */
static const double ROUGH = 1e-2, FINE = 1e-8;
/* Of the tangential stiffness against turning, as a part of what friction and body have together: where rows
 * are S with something added it is less than all, and less where a state is only tried. */
static const double TURN_MOST = 0.999, TURN_IMPOSED = 0.9;

static void newton_point(const ContactNewton *n, int i, ContactPoint *at) {
    contact_point_of(&n->problem, i, n->k + i * n->problem.dim, &n->at, at);
}

/* Makes a view say what a given state says; a slip without direction goes against the force. */
static void newton_impose(const ContactNewton *n, CondensedNode node, const double *r_t, ContactView *view) {
    view->touches = node != CONDENSED_OPEN;
    view->slips = condensed_slips(node);
    if (!view->slips) return;
    if (n->problem.dim == 2) {
        view->t[0] = -condensed_sign(node);
        return;
    }
    const double length = hypot(r_t[0], r_t[1]);
    view->length = length;
    view->bound = fmin(view->bound, (n->op->added ? TURN_IMPOSED : 1) * length);
    view->t[0] = length > 0 ? r_t[0] / length : 1;
    view->t[1] = length > 0 ? r_t[1] / length : 0;
}

/* Tangential rows of a slipping node: r_t - mu p t and its derivative. */
static void newton_slip_rows(const ContactNewton *n, int i, const ContactPoint *at, const ContactView *view) {
    const int dim = n->problem.dim, first = i * dim;
    const double most = n->op->added ? TURN_MOST : 1, push = at->mu * at->normal.p, *t = view->t;
    const double turn = dim == 3 && view->length > 0 ? fmin(view->bound / view->length, most) : 0;
    const double stiffer = n->op->added ? 1 / (1 - turn) : 1, along = at->r[0] * t[0] + at->r[1] * t[1];
    for (int a = 0; a < dim - 1; a++) {
        Row row = {.c = {-at->mu * t[a]}};
        for (int d = 0; d < dim - 1; d++) {
            const double across = turn * ((a == d) - t[a] * t[d]);
            row.c[d + 1] = (a == d) - (n->op->added ? 0 : across);
            row.e[d + 1] = stiffer * across * at->k;
        }
        double b = (dim == 3 && push < 0 ? 0 : push * t[a]) - at->r[a];
        if (n->op->added) b -= (stiffer - 1) * (at->r[a] - along * t[a]);
        n->op->set_row(n->of, first + a + 1, &row, b);
    }
}

static void newton_node_rows(const ContactNewton *n, int i, const ContactPoint *at, const ContactView *view) {
    const int dim = n->problem.dim, first = i * dim;
    if (at->contact->law->rigid && view->touches)
        n->op->set_row(n->of, first, &(Row){.fixed = true}, -at->normal.g);
    else {
        NormalRow normal;
        contact_row(at->contact, &at->normal, view->touches, &normal);
        n->op->set_row(n->of, first, &(Row){.c = {normal.by_p}, .e = {normal.by_g}}, -normal.value);
    }
    if (view->slips) {
        newton_slip_rows(n, i, at, view);
        return;
    }
    for (int a = 0; a < dim - 1; a++) {
        Row row = {.fixed = view->touches};
        if (!view->touches) row.c[a + 1] = 1;
        n->op->set_row(n->of, first + a + 1, &row, view->touches ? -at->slip[a] : -at->r[a]);
    }
}

double contact_newton_natural(const ContactNewton *n, const ContactLeft *left) {
    double worst = left->force;
    bool finite = isfinite(worst); /* the largest of numbers would not see NaN */
    for (int i = 0; i < n->problem.n; i++) {
        ContactPoint at;
        ContactView view;
        newton_point(n, i, &at);
        contact_point_look(&at, &view);
        n->node[i] = contact_view_state(&view, at.tangents);
        worst = fmax(worst, view.left);
        finite = finite && isfinite(view.left);
    }
    return !finite ? INFINITY : left->scale > 0 ? worst / left->scale : worst;
}

/* A slip that would turn round is tried as stick: otherwise both ways may take turns. */
static void newton_turn(double slid[2], bool may, ContactView *view) {
    const bool round = view->slips && slid[0] * view->t[0] + slid[1] * view->t[1] < 0;
    for (int a = 0; a < 2; a++) slid[a] = view->slips ? view->t[a] : 0;
    if (round && !may) view->slips = false;
}

/* The rows of the states that the start gives; NULL: of those that the iterate says. */
static void newton_set_rows(const ContactNewton *n, const NewtonStart *start) {
    const bool imposed = start && (start->node || start->stick);
    const double *forces = start && start->forces ? start->forces : n->at.r;
    for (int i = 0; i < n->problem.n; i++) {
        ContactPoint at;
        ContactView view;
        newton_point(n, i, &at);
        contact_point_look(&at, &view);
        if (imposed)
            newton_impose(n, start->stick ? CONDENSED_STICK : start->node[i], forces + i * n->problem.dim + 1,
                          &view);
        if (n->slid) newton_turn(n->slid + 2 * i, start != NULL, &view);
        newton_node_rows(n, i, &at, &view);
        n->node[i] = contact_view_state(&view, at.tangents);
    }
}

static JudderErr newton_advance(const ContactNewton *n, double part, double *residual) {
    ContactLeft left = {0};
    TRY(n->op->move(n->of, part));
    TRY(n->op->evaluate(n->of, &left));
    *residual = contact_newton_natural(n, &left);
    return JUDDER_OK;
}

/* The best of some parts of the step. */
static JudderErr newton_advance_damped(const ContactNewton *n, double *residual) {
    double best = INFINITY, best_part = 1;
    for (double part = 1; part > 0.05; part /= 2) {
        TRY(newton_advance(n, part, residual));
        if (!(*residual < best)) continue;
        best = *residual;
        best_part = part;
    }
    return newton_advance(n, best_part, residual);
}

int states_met(StatesSeen *seen, const void *states, size_t bytes) {
    uint64_t hash = 0xcbf29ce484222325u;
    int met = 0;
    for (size_t k = 0; k < bytes; k++) hash = (hash ^ ((const unsigned char *)states)[k]) * 0x100000001b3u;
    for (int k = 0; k < seen->count; k++) met += seen->hash[k] == hash;
    seen->hash[seen->count++] = hash;
    return met;
}

/* Whether the states were met before, by factors that are not to blame. */
static bool newton_cycles(const ContactNewton *n, StatesSeen *seen) {
    if (!n->straight || !states_met(seen, n->node, (size_t)n->problem.n * sizeof *n->node)) return false;
    return !n->op->renew(n->of);
}

/* How precisely the next linear system is worth solving: as Newton converges, quadratically (Eisenstat and
 * Walker 1996), but never beyond what is wanted in the end. */
static double newton_precision(const ContactNewton *n, double residual, double before) {
    const double ratio = residual / before, quick = fmin(0.9 * ratio * ratio, ROUGH);
    return fmax(fmax(quick, 0.3 * n->op->done / residual), FINE);
}

JudderErr contact_newton_solve(const ContactNewton *n, const NewtonStart *start, NewtonReport *report) {
    const NewtonOperator *op = n->op;
    StatesSeen seen = {0};
    double best = INFINITY, tolerance = ROUGH;
    ContactLeft left = {0};
    int idle = 0; /* iterations that brought nothing */
    TRY(op->evaluate(n->of, &left));
    *report = (NewtonReport){.outcome = CONDENSED_LIMIT, .residual = contact_newton_natural(n, &left)};
    for (int k = 0; k < (start->most ? start->most : NEWTON_MOST); k++) {
        const double before = report->residual;
        bool failed;
        newton_set_rows(n, k ? NULL : start);
        if (!start->damped && newton_cycles(n, &seen)) {
            report->outcome = best <= op->enough ? CONDENSED_SOLVED : CONDENSED_CYCLED;
            break;
        }
        TRY(op->solve(n->of, tolerance, &failed));
        report->iterations++;
        if (failed) {
            report->outcome = CONDENSED_SINGULAR;
            break;
        }
        if (start->damped)
            TRY(newton_advance_damped(n, &report->residual));
        else
            TRY(newton_advance(n, op->patience && idle >= op->patience ? 0.5 : 1, &report->residual));
        tolerance = newton_precision(n, report->residual, before);
        const bool stalls = report->residual <= op->enough && report->residual > 0.5 * best;
        if (report->residual <= op->done || stalls) {
            report->outcome = CONDENSED_SOLVED;
            break;
        }
        idle = report->residual < best ? 0 : idle + 1;
        best = fmin(best, report->residual);
    }
    return JUDDER_OK;
}

JudderErr contact_newton_try(const ContactNewton *n, const CondensedNode *node, NewtonReport *report) {
    ContactLeft left = {0};
    bool failed;
    *report = (NewtonReport){.outcome = CONDENSED_SINGULAR, .iterations = 1, .residual = INFINITY};
    TRY(n->op->evaluate(n->of, &left));
    newton_set_rows(n, &(NewtonStart){.node = node});
    TRY(n->op->solve(n->of, FINE, &failed));
    if (failed) return JUDDER_OK;
    TRY(newton_advance(n, 1, &report->residual));
    report->outcome = report->residual <= n->op->enough ? CONDENSED_SOLVED : CONDENSED_LIMIT;
    return JUDDER_OK;
}

void contact_newton_keep(const ContactNewton *n, const CondensedNode *had) {
    for (int i = 0; i < n->problem.n; i++) {
        double rounding[2];
        ContactPoint at;
        if (n->node[i] == had[i]) continue;
        newton_point(n, i, &at);
        n->op->rounding(n->of, i, &at, rounding);
        n->node[i] = contact_point_kept(&at, rounding, had[i], n->node[i]);
    }
}

void contact_newton_accept(const ContactNewton *n, const double *obstacle, CondensedState *state) {
    for (int j = 0; j < n->problem.n * n->problem.dim; j++) {
        const CondensedNode node = state->node[j / n->problem.dim] = n->node[j / n->problem.dim];
        state->w[j] = n->at.w[j];
        state->u[j] = n->at.w[j] + (obstacle ? obstacle[j] : 0);
        state->r[j] = node == CONDENSED_OPEN ? 0 : n->at.r[j];
    }
}
