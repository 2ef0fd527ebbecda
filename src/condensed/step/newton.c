#include "condensed/newton.h"

#include "condensed/solver.h"

#include <math.h>

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
    Row row[2];
    rows_of_slip(&(RowsOfSlip){.tangents = dim - 1,
                               .off = 1,
                               .d = {-t[0], -t[1]},
                               .mu = at->mu,
                               .across = stiffer * turn * at->k,
                               .turn = n->op->added ? 0 : turn},
                 row);
    for (int a = 0; a < dim - 1; a++) {
        double b = (dim == 3 && push < 0 ? 0 : push * t[a]) - at->r[a];
        if (n->op->added) b -= (stiffer - 1) * (at->r[a] - along * t[a]);
        n->op->set_row(n->of, first + a + 1, &row[a], b);
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

/* An increment under way, as the loop knows it. */
typedef struct Search {
    const ContactNewton *newton;
    const NewtonStart *start;
} Search;

static void search_linearise(void *of, bool first) {
    const Search *search = of;
    newton_set_rows(search->newton, first ? search->start : NULL);
}

static JudderErr search_solve(void *of, double tolerance, bool *failed) {
    const ContactNewton *n = ((const Search *)of)->newton;
    return n->op->solve(n->of, tolerance, failed);
}

static JudderErr search_advance(void *of, double part, NewtonLeft *residual) {
    const ContactNewton *n = ((const Search *)of)->newton;
    ContactLeft left = {0};
    TRY(n->op->move(n->of, part));
    TRY(n->op->evaluate(n->of, &left));
    *residual = (NewtonLeft){contact_newton_natural(n, &left), .changed = false};
    return JUDDER_OK;
}

static bool search_renew(void *of) {
    const ContactNewton *n = ((const Search *)of)->newton;
    return n->op->renew && n->op->renew(n->of);
}

JudderErr contact_newton_solve(const ContactNewton *n, const NewtonStart *start, NewtonReport *report) {
    const NewtonMethod method = {.linearise = search_linearise,
                                 .solve = search_solve,
                                 .advance = search_advance,
                                 .renew = search_renew,
                                 .done = n->op->done,
                                 .enough = n->op->enough,
                                 .slow = 0.5,
                                 .patience = n->op->patience};
    Search search = {n, start};
    ContactLeft left = {0};
    TRY(n->op->evaluate(n->of, &left));
    return newton_run(&(NewtonRun){.method = &method,
                                   .of = &search,
                                   .states = n->node,
                                   .bytes = (size_t)n->problem.n * sizeof *n->node,
                                   .straight = n->straight,
                                   .damped = start->damped,
                                   .most = start->most,
                                   .residual = contact_newton_natural(n, &left)},
                      report);
}

JudderErr contact_newton_try(const ContactNewton *n, const CondensedNode *node, NewtonReport *report) {
    Search search = {.newton = n};
    ContactLeft left = {0};
    NewtonLeft residual;
    bool failed;
    *report = (NewtonReport){.outcome = NEWTON_SINGULAR, .iterations = 1, .residual = INFINITY};
    TRY(n->op->evaluate(n->of, &left));
    newton_set_rows(n, &(NewtonStart){.node = node});
    TRY(n->op->solve(n->of, NEWTON_FINE, &failed));
    if (failed) return JUDDER_OK;
    TRY(search_advance(&search, 1, &residual));
    report->residual = residual.residual;
    report->outcome = report->residual <= n->op->enough ? NEWTON_SOLVED : NEWTON_LIMIT;
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
