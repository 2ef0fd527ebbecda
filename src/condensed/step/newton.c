/* One increment by the nonsmooth Newton method on the sets of contact states (BD-2). At each node
 *
 *   phi(p, g) = 0,   r_t = P(r_t - k (w_t - before_t)),  P the projection onto the disc of radius mu p,
 *
 * k the body's stiffness there. In 2-D with a piecewise linear law each iteration is the exact solution for
 * one set of states, so a set that comes back is a cycle.
 */
#include "condensed/solver.h"

#include <math.h>
#include <string.h>

static const double TOLERANCE = 1e-13, GOOD_ENOUGH = 1e-11;

void condensed_point(const Condensed *c, int i, ContactPoint *at) {
    const CondensedProblem *p = &c->problem;
    const int first = i * p->dim;
    *at = (ContactPoint){
        .contact = condensed_contact(p, i),
        .normal = {.g = p->gap[i] + c->w[first], .area = p->area[i], .stiffness = c->k[first]},
        .tangents = p->dim - 1,
        .mu = p->mu[i],
        .k = c->k[first + 1]};
    contact_point_set(at, c->r + first, c->w + first, c->before + first);
}

/* Makes a view say what a given state says; a slip without direction goes against the force. */
static void impose(ContactView *view, CondensedNode node, const double *r_t, int dim) {
    view->touches = node != CONDENSED_OPEN;
    view->slips = condensed_slips(node);
    if (!view->slips) return;
    if (dim == 2) {
        view->t[0] = -condensed_sign(node);
        return;
    }
    const double length = hypot(r_t[0], r_t[1]);
    view->length = length;
    view->bound = fmin(view->bound, length);
    view->t[0] = length > 0 ? r_t[0] / length : 1;
    view->t[1] = length > 0 ? r_t[1] / length : 0;
}

/* Tangential rows of a slipping node: r_t - mu p t and its derivative. */
static void slip_rows(Condensed *c, int i, const ContactView *view) {
    const int dim = c->problem.dim, first = i * dim;
    const double mu = c->problem.mu[i], p = c->r[first];
    const double turn = dim == 3 && view->length > 0 ? fmin(view->bound / view->length, 1) : 0;
    for (int a = 1; a < dim; a++) {
        Row row = {.c = {-mu * view->t[a - 1]}};
        for (int d = 1; d < dim; d++) {
            const double across = turn * ((a == d) - view->t[a - 1] * view->t[d - 1]);
            row.c[d] = (a == d) - across;
            row.e[d] = across * c->k[first + 1];
        }
        rows_set(c->rows, first + a, &row);
        c->b[first + a] = mu * p * view->t[a - 1] - c->r[first + a];
        if (dim == 3 && p < 0) c->b[first + a] = -c->r[first + a];
    }
}

static void node_rows(Condensed *c, int i, const ContactPoint *at, const ContactView *view) {
    const int dim = c->problem.dim, first = i * dim;
    if (at->contact->law->rigid && view->touches) {
        rows_set(c->rows, first, &(Row){.fixed = true});
        c->b[first] = -at->normal.g;
    } else {
        NormalRow normal;
        contact_row(at->contact, &at->normal, view->touches, &normal);
        rows_set(c->rows, first, &(Row){.c = {normal.by_p}, .e = {normal.by_g}});
        c->b[first] = -normal.value;
    }
    if (view->slips) {
        slip_rows(c, i, view);
        return;
    }
    for (int a = 1; a < dim; a++) {
        Row row = {.fixed = view->touches};
        if (!view->touches) row.c[a] = 1;
        rows_set(c->rows, first + a, &row);
        c->b[first + a] = view->touches ? c->before[first + a] - c->w[first + a] : -c->r[first + a];
    }
}

double condensed_natural(Condensed *c) {
    double worst = 0;
    bool finite = true; /* the largest of numbers would not see NaN */
    for (int i = 0; i < c->problem.n; i++) {
        ContactPoint at;
        ContactView view;
        condensed_point(c, i, &at);
        contact_point_look(&at, &view);
        c->node[i] = contact_view_state(&view, at.tangents);
        worst = fmax(worst, view.left);
        finite = finite && isfinite(view.left);
    }
    const double scale = condensed_point_scale(c, c->w);
    return !finite ? INFINITY : scale > 0 ? worst / scale : worst;
}

/* `forces` give imposed slip its direction. */
static void set_rows(Condensed *c, const CondensedNode *imposed, const double *forces, bool all_stick) {
    for (int i = 0; i < c->problem.n; i++) {
        ContactPoint at;
        ContactView view;
        condensed_point(c, i, &at);
        contact_point_look(&at, &view);
        if (imposed || all_stick)
            impose(&view, all_stick ? CONDENSED_STICK : imposed[i], forces + i * c->problem.dim + 1,
                   c->problem.dim);
        node_rows(c, i, &at, &view);
        c->node[i] = contact_view_state(&view, at.tangents);
    }
}

/* w += part x, r likewise; fixed dofs land exactly. */
static void advance(Condensed *c, double part) {
    for (int j = 0; j < c->size; j++) c->w[j] += part * c->x[j];
    for (int i = 0; part == 1 && i < c->problem.n; i++)
        for (int a = 0; a < c->problem.dim; a++) {
            const int j = i * c->problem.dim + a;
            if (c->rows->row[j].fixed) c->w[j] = a ? c->before[j] : -c->problem.gap[i];
        }
    condensed_multiply(c, c->w, c->Sx);
    for (int j = 0; j < c->size; j++) c->r[j] = c->Sx[j] - c->F[j];
}

/* The best of some parts of the step. */
static double advance_damped(Condensed *c) {
    double best = INFINITY, best_part = 1;
    memcpy(c->best_w, c->w, (size_t)c->size * sizeof *c->w);
    for (double part = 1; part > 0.05; part /= 2) {
        advance(c, part);
        const double residual = condensed_natural(c);
        if (residual < best) {
            best = residual;
            best_part = part;
        }
        memcpy(c->w, c->best_w, (size_t)c->size * sizeof *c->w);
    }
    advance(c, best_part);
    return condensed_natural(c);
}

static bool seen_before(Condensed *c, int iteration) {
    const uint64_t hash = condensed_hash(c->node, c->problem.n);
    for (int k = 0; k < iteration; k++)
        if (c->seen[k] == hash) return true;
    c->seen[iteration] = hash;
    return false;
}

JudderErr condensed_newton(Condensed *c, const NewtonOptions *options, NewtonReport *report) {
    const int most = options->most ? options->most : NEWTON_MOST;
    double best = INFINITY;
    *report = (NewtonReport){.outcome = CONDENSED_LIMIT, .residual = INFINITY};
    for (int k = 0; k < most; k++) {
        set_rows(c, k ? NULL : options->start, options->forces ? options->forces : c->r,
                 !k && !options->start);
        const bool seen = c->straight && !options->damped && seen_before(c, k);
        if (seen && c->rows->changes > 0)
            rows_refactor(c->rows); /* perhaps the border was to blame */
        else if (seen) {
            report->outcome = best <= GOOD_ENOUGH ? CONDENSED_SOLVED : CONDENSED_CYCLED;
            return JUDDER_OK;
        }
        bool singular;
        TRY(rows_solve(c->rows, c->b, c->x, &singular));
        report->iterations++;
        if (singular) {
            report->outcome = CONDENSED_SINGULAR;
            return JUDDER_OK;
        }
        if (options->damped)
            report->residual = advance_damped(c);
        else {
            advance(c, 1);
            report->residual = condensed_natural(c);
        }
        const bool stalls = report->residual <= GOOD_ENOUGH && report->residual > 0.5 * best;
        if (report->residual <= TOLERANCE || stalls) {
            report->outcome = CONDENSED_SOLVED;
            return JUDDER_OK;
        }
        best = fmin(best, report->residual);
    }
    return JUDDER_OK;
}

JudderErr condensed_try_states(Condensed *c, const CondensedNode *node, bool *solved, bool *singular) {
    *solved = false;
    set_rows(c, node, c->r, false);
    TRY(rows_solve(c->rows, c->b, c->x, singular));
    if (*singular) return JUDDER_OK;
    advance(c, 1);
    *solved = condensed_natural(c) <= GOOD_ENOUGH;
    return JUDDER_OK;
}
