/* Newton on the states of the contact nodes; an increment that does not end is tried again from stick. */
#include "fe/body/field.h"
#include "fe/start.h"
#include "fe/whole/whole.h"

#include <math.h>
#include <string.h>

/* Iterations at most; those without progress before steps are halved, since sets of states may take turns. */
enum { MOST = 40, PATIENCE = 3 };
static const double DONE = 1e-10;
/* A state holds within this, relative to the forces. */
static const double KEEP = 3e-9;
/* Of the linear systems: the roughest, the finest. */
static const double ROUGH = 1e-2, FINE = 1e-8;

/* What the normal law asks of a node, touching or not. */
static void take_row(const NormalRow *row, bool rigid, WholeNode *node) {
    node->over = row->value;
    node->yielding = rigid ? 0 : row->by_g;
}

/* One node of the natural map; returns what is left of it. */
static double look(FeWhole *whole, int i) {
    WholeNode *node = &whole->node[i];
    const WholeNode was = *node;
    const ContactPoint at = whole_point(whole, i);
    ContactView view;
    contact_point_look(&at, &view);
    *node = (WholeNode){.state = contact_view_state(&view, at.tangents)};
    take_row(&view.normal, at.contact->law->rigid, node);
    if (!view.slips) return view.left;
    const double turn = at.tangents == 2 ? fmin(view.bound / view.length, 0.999) : 0;
    node->turning = turn / (1 - turn) * at.k;
    for (int a = 0; a < at.tangents; a++) node->t[a] = view.t[a];
    /* A slip that would turn round is tried as stick: otherwise both ways may take turns. */
    if (was.t[0] * node->t[0] + was.t[1] * node->t[1] < 0) node->state = CONDENSED_STICK;
    return view.left;
}

/* Makes a node what a given state says; slip goes against its force. */
static void impose(FeWhole *whole, int i, CondensedNode state) {
    const double *r = whole->r + i * whole->dim;
    WholeNode *node = &whole->node[i];
    const double length = whole->dim == 3 ? hypot(r[1], r[2]) : fabs(r[1]);
    if (state >= CONDENSED_SLIP_MINUS && length == 0) state = CONDENSED_STICK;
    *node = (WholeNode){.state = state};
    const ContactPoint at = whole_point(whole, i);
    NormalRow row;
    contact_row(at.contact, &at.normal, state != CONDENSED_OPEN, &row);
    take_row(&row, at.contact->law->rigid, node);
    if (state < CONDENSED_SLIP_MINUS) return;
    for (int a = 1; a < whole->dim; a++) node->t[a - 1] = r[a] / length;
    if (whole->dim == 3) node->turning = 0.9 / (1 - 0.9) * whole->k[i * whole->dim + 1];
}

/* The natural map at u: states, and the largest that is left anywhere, relative to the forces. */
static PetscErrorCode look_at_all(FeWhole *whole, double *left) {
    double worst = 0;
    PetscFunctionBeginUser;
    PetscCall(whole_evaluate(whole));
    for (int i = 0; i < whole->n; i++) worst = fmax(worst, look(whole, i));
    PetscCall(whole_relative(whole, worst, left));
    PetscFunctionReturn(0);
}

/* Right side of the present states. */
static PetscErrorCode fill_right_side(FeWhole *whole) {
    const int dim = whole->dim;
    PetscFunctionBeginUser;
    for (int i = 0; i < whole->n; i++) {
        const WholeNode *node = &whole->node[i];
        const int first = i * dim;
        const double p = fmax(whole->r[first], 0), *r = whole->r + first + 1;
        const bool touches = node->state != CONDENSED_OPEN, slips = node->state >= CONDENSED_SLIP_MINUS;
        const double stiffer = 1 + node->turning / whole->k[first + 1]; /* 1 / (1 - turn) */
        const double along = slips ? node->t[0] * r[0] + (dim == 3 ? node->t[1] * r[1] : 0) : 0;
        whole->held[first] = touches && whole->contact->law[i].law->rigid;
        whole->on[first] = whole->held[first] ? -whole->contact->gap[i] - whole->w[first] : -node->over;
        for (int a = 1; a < dim; a++) {
            const int j = first + a;
            const double t = node->t[a - 1];
            whole->held[j] = node->state == CONDENSED_STICK;
            whole->on[j] = !touches ? -whole->r[j]
                           : slips  ? (whole->mu[i] * p - along) * t - stiffer * (whole->r[j] - along * t)
                                    : whole->before[j] - whole->w[j];
        }
    }
    PetscCall(VecCopy(whole->rest, whole->rhs));
    PetscCall(whole_scatter(whole, whole->on, NULL, whole->rhs));
    PetscFunctionReturn(0);
}

/* How precisely the next linear system is worth solving: as Newton converges, quadratically (Eisenstat and
 * Walker 1996), but never beyond what is wanted in the end. */
static double precision(double left, double before) {
    const double ratio = left / before, quick = fmin(0.9 * ratio * ratio, ROUGH);
    return fmax(fmax(quick, 0.3 * DONE / left), FINE);
}

typedef enum Start { AS_SEEN, AS_ACCEPTED, ALL_STICK } Start;

/* From u, starting with the states that u says, those of the base, or stick. */
static PetscErrorCode newton(FeWhole *whole, Start start, FeWholeReport *report) {
    double left, best = INFINITY, tolerance = ROUGH;
    int idle = 0; /* iterations that brought nothing */
    bool failed;
    PetscFunctionBeginUser;
    report->outcome = CONDENSED_LIMIT;
    PetscCall(look_at_all(whole, &left));
    for (int i = 0; start != AS_SEEN && i < whole->n; i++)
        impose(whole, i, start == ALL_STICK ? CONDENSED_STICK : whole->accepted[i]);
    for (int k = 0; k < MOST; k++) {
        const double before = left;
        PetscCall(fill_right_side(whole));
        PetscCall(whole_solve(whole, tolerance, &report->linear, &failed));
        if (failed) break;
        PetscCall(VecAXPY(whole->u, idle < PATIENCE ? 1 : 0.5, whole->x));
        PetscCall(look_at_all(whole, &left));
        tolerance = precision(left, before);
        PetscCall(PetscInfo(whole->ksp, "newton %d: left %g, linear so far %d\n", k, left, report->linear));
        report->newton++;
        if (!isfinite(left)) break;
        const bool stalls = left <= 10 * DONE && left > 0.5 * best;
        idle = left < best ? 0 : idle + 1;
        best = fmin(best, left);
        if (left > DONE && !stalls) continue;
        report->outcome = CONDENSED_SOLVED;
        break;
    }
    PetscFunctionReturn(0);
}

/* The result to the first rank's state. */
static void tell(const FeWhole *whole, CondensedState *state) {
    const int dim = whole->dim;
    for (int i = 0; i < whole->n; i++) {
        state->node[i] = whole->node[i].state;
        for (int j = i * dim; j < (i + 1) * dim; j++) {
            state->u[j] = state->w[j] = whole->w[j];
            state->r[j] = whole->node[i].state == CONDENSED_OPEN ? 0 : whole->r[j];
        }
    }
}

PetscErrorCode fe_whole_predict(FeWhole *whole, double times) {
    PetscFunctionBeginUser;
    PetscCall(VecWAXPY(whole->u, times, whole->motion, whole->base));
    whole->guessed = times != 0;
    PetscFunctionReturn(0);
}

PetscErrorCode fe_whole_stretch(FeWhole *whole, double times) {
    PetscFunctionBeginUser;
    PetscCall(VecAXPBY(whole->u, 1 - times, times, whole->base));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_whole_try(FeWhole *whole, FeLoad load, FeWholeReport *report) {
    PetscFunctionBeginUser;
    *report = (FeWholeReport){.outcome = CONDENSED_LIMIT};
    PetscCall(whole_load(whole, load));
    PetscCall(whole_gather(whole, whole->base, whole->before));
    for (Start start = whole->guessed ? AS_SEEN : AS_ACCEPTED; start <= ALL_STICK; start++) {
        if (start != AS_SEEN) PetscCall(VecCopy(whole->base, whole->u));
        PetscCall(newton(whole, start, report));
        if (report->outcome == CONDENSED_SOLVED) break;
    }
    whole->guessed = report->outcome == CONDENSED_SOLVED;
    if (whole->guessed)
        PetscCall(whole_defect(whole, &report->defect));
    else
        PetscCall(VecCopy(whole->base, whole->u));
    PetscFunctionReturn(0);
}

/* Nodes whose state at the base holds as well as the one found keep it. Collective. */
static PetscErrorCode keep_states(FeWhole *whole) {
    PetscReal scale;
    PetscFunctionBeginUser;
    PetscCall(VecNorm(whole->b, NORM_INFINITY, &scale));
    for (int j = 0; j < whole->n * whole->dim; j++) scale = fmax(scale, fabs(whole->r[j]));
    for (int i = 0; i < whole->n; i++) {
        const CondensedNode had = whole->accepted[i], found = whole->node[i].state;
        const ContactPoint at = whole_point(whole, i);
        const double rounding[2] = {KEEP * scale, KEEP * scale};
        if (had != found) whole->node[i].state = contact_point_kept(&at, rounding, had, found);
    }
    PetscFunctionReturn(0);
}

PetscErrorCode fe_whole_accept(FeWhole *whole, CondensedState *state) {
    PetscFunctionBeginUser;
    PetscCall(keep_states(whole));
    PetscCall(VecWAXPY(whole->motion, -1, whole->base, whole->u));
    PetscCall(VecCopy(whole->u, whole->base));
    for (int i = 0; i < whole->n; i++) whole->accepted[i] = whole->node[i].state;
    if (state) tell(whole, state);
    whole->guessed = false;
    PetscFunctionReturn(0);
}
