/* The order of attempts: Newton from the stage before where the solution is the only one, else the
 * descent, which keeps to the branch; unilateral and compliant contact alternate the normal problem and
 * the descent.  (BD-6) */
#include "stage/internal.h"

#include "base/dense.h"

#include <math.h>
#include <string.h>

enum { NEWTONS = 40, ROUNDS = 100, POLISH = 12, FLOW_ROUNDS = 100, FLOW_SWEEPS = 10 };
enum { PRODUCTS = 50 }; /* of a power iteration that goes on from stage to stage */
/* What a sweep of the flow changes, of the largest contact force: now Newton may try; it has come to rest. By
 * how much Newton may shift a slip; from a flow at rest. */
static const double FLOW_SLOW = 1e-2, FLOW_RESTS = 1e-7, SHIFT = 0.04, SHIFT_AT_REST = 1e-5;

static void check_node(Stage *s, const StageInput *input, int node) {
    double w[2];
    const double r = stage_slip_velocity(s, input, node, s->vt + node * s->problem.tangents, w);
    const bool open = s->node[node] == STAGE_OPEN;
    if (stage_given(s, node)) {
        if (open) s->node[node] = STAGE_SLIP;
    } else if (!stage_contact(s, node)->law->rigid) {
        double by_v;
        s->p[node] = stage_compliance(s, input, node, s->vn[node], &by_v);
        if (s->p[node] > 0 && open) s->node[node] = STAGE_SLIP;
        if (!(s->p[node] > 0)) s->node[node] = STAGE_OPEN;
    }
    if (s->node[node] == STAGE_SLIP && r == 0) s->node[node] = STAGE_STICK;
}

/* Takes over the stage before. A node that sticks moves with the foundation of now. */
static void take_over(Stage *s, const StageInput *input, const StageState *state) {
    const int tangents = s->problem.tangents, off = s->problem.normal ? 1 : 0;
    for (int i = 0; i < s->problem.n; i++) {
        const double *v = state->v + i * s->width;
        s->node[i] = state->node[i];
        s->p[i] = stage_given(s, i) ? input->p[i] : fmax(state->r[i * s->width], 0);
        if (off) s->vn[i] = v[0];
        for (int a = 0; a < tangents; a++)
            s->start[i * tangents + a] = s->vt[i * tangents + a] = s->node[i] == STAGE_STICK
                                                                       ? stage_foundation(s, input, i, a)
                                                                       : v[off + a];
        check_node(s, input, i);
    }
}

/* Of a dof among all of them. */
static double stiffness_of(const Stage *s, int i) {
    return s->problem.op ? stage_diagonal(s, i) : s->problem.S[(size_t)i * (size_t)(s->size + 1)];
}

/* The largest force that is summed anywhere at the start. */
static void set_scale(Stage *s, const StageInput *input, const StageState *state) {
    double most = 0;
    for (int i = 0; i < s->size; i++)
        most = fmax(most, fmax(fabs(input->b[i]), stiffness_of(s, i) * fabs(state->v[i])));
    for (int i = 0; i < s->problem.n; i++) {
        most = fmax(most, s->p[i]);
        for (int a = 0; a < s->problem.tangents && s->node[i] == STAGE_STICK; a++)
            most = fmax(most,
                        fabs(stage_foundation(s, input, i, a)) *
                            (s->problem.op
                                 ? stage_diagonal(s, i * s->width + s->off + a)
                                 : s->t.A[(size_t)(i * s->problem.tangents + a) * (size_t)(s->t.size + 1)]));
        if (input->gap && !stage_given(s, i) && s->node[i] != STAGE_OPEN)
            most = fmax(most, fabs(input->gap[i]) / s->problem.h * stiffness_of(s, i * s->width));
    }
    s->force = most > 0 ? most : 1;
    s->belt = 0;
    for (int i = 0; i < s->problem.n * s->problem.tangents && input->V; i++)
        s->belt = fmax(s->belt, fabs(input->V[i]));
    stage_set_velocity(s, state->v + (s->problem.normal ? 1 : 0), s->width);
}

/* The point of vn, vt, p as the start of Newton. */
static void to_core(Stage *s, const StageInput *input) {
    const int tangents = s->problem.tangents;
    for (int i = 0; i < s->problem.n; i++) {
        if (s->off) s->lin[i * s->core] = s->vn[i];
        for (int a = 0; a < tangents; a++) s->lin[i * s->core + s->off + a] = s->vt[i * tangents + a];
        s->p_lin[i] = s->p[i];
    }
    memcpy(s->b, s->reduced ? s->bt : input->b, (size_t)s->core_size * sizeof *s->b);
    if (s->problem.op) memcpy(s->x, s->lin, (size_t)s->core_size * sizeof *s->x);
}

/* The states that velocities and forces of the descent stand for. */
static void states_of(Stage *s, const StageInput *input) {
    for (int i = 0; i < s->problem.n; i++) {
        double w[2];
        const double r = stage_slip_velocity(s, input, i, s->vt + i * s->problem.tangents, w);
        s->node[i] = !stage_given(s, i) && !(s->p[i] > 0) ? STAGE_OPEN : r > 0 ? STAGE_SLIP : STAGE_STICK;
    }
}

/* How far Newton went from where the descent had come to, of the mean of both slips. */
static double shift_of(const Stage *s, const StageInput *input) {
    double most = 0;
    for (int i = 0; i < s->problem.n; i++) {
        double now[2], was[2];
        const double r = stage_slip_velocity(s, input, i, s->x + i * s->core + s->off, now);
        const double r_0 = stage_slip_velocity(s, input, i, s->vt + i * s->problem.tangents, was);
        const bool touches = s->node[i] != STAGE_OPEN && s->kept[i] != STAGE_OPEN;
        if (touches && fmax(r, r_0) < 4 * stage_slip_floor(s, i)) continue;
        if (s->node[i] != s->kept[i]) return INFINITY;
        if (s->node[i] != STAGE_OPEN && r + r_0 > 0)
            most = fmax(most, 2 * hypot(now[0] - was[0], now[1] - was[1]) / (r + r_0));
    }
    return most;
}

/* Newton from the point of the descent; it may only polish. */
static JudderErr polish(Stage *s, const StageInput *input, StageReport *report) {
    NewtonReport newton;
    states_of(s, input);
    memcpy(s->kept, s->node, (size_t)s->problem.n * sizeof *s->kept);
    to_core(s, input);
    TRY(stage_newton(s, input, POLISH, &newton));
    report->iterations += newton.iterations;
    report->residual = newton.residual;
    s->shift = newton.outcome == NEWTON_SOLVED ? shift_of(s, input) : INFINITY;
    if (s->shift <= SHIFT) report->outcome = STAGE_SOLVED;
    return JUDDER_OK;
}

static JudderErr descend(Stage *s, const StageInput *input, StageReport *report) {
    report->method = "descent";
    for (int round = 0; round < ROUNDS && report->outcome != STAGE_SOLVED; round++) {
        if (!s->reduced) {
            stage_normal(s, input);
            stage_reduce(s, input);
        }
        report->sweeps += stage_descent(s, input);
        TRY(polish(s, input, report));
    }
    return JUDDER_OK;
}

/* The same with an operator: down the flow until Newton ends near it, at a solution that the flow would not
 * leave. */
static JudderErr flow(Stage *s, const StageInput *input, StageReport *report) {
    report->method = "flow";
    to_core(s, input);
    for (int round = 0; round < FLOW_ROUNDS && report->outcome != STAGE_SOLVED; round++) {
        double moved = INFINITY;
        bool stays;
        TRY(stage_flow(s, input, FLOW_SWEEPS, &moved));
        report->sweeps += FLOW_SWEEPS;
        report->unstable = false;
        if (moved > FLOW_SLOW) {
            states_of(s, input);
            report->residual = moved;
            continue;
        }
        TRY(polish(s, input, report));
        if (report->outcome != STAGE_SOLVED) continue;
        TRY(stage_rises(s, input, &stays));
        report->unstable = !stays && !(moved <= FLOW_RESTS && s->shift <= SHIFT_AT_REST);
        if (report->unstable) report->outcome = STAGE_NOT_CONVERGED;
    }
    return JUDDER_OK;
}

static void restart(Stage *s, const StageInput *input, const StageState *state) {
    take_over(s, input, state);
    if (s->reduced) stage_reduce(s, input);
}

/* What the state is told: velocities, forces, states. */
static void give_back(Stage *s, const StageInput *input, StageState *state) {
    const int tangents = s->problem.tangents, off = s->problem.normal ? 1 : 0;
    for (int i = 0; i < s->problem.n; i++) {
        const double *x = s->x + i * s->core, *f = s->f + i * s->core;
        const bool open = s->node[i] == STAGE_OPEN;
        state->node[i] = s->node[i];
        s->p[i] = stage_given(s, i) ? input->p[i] : open ? 0 : f[0];
        if (off) state->r[i * s->width] = s->p[i];
        if (off && !s->reduced) state->v[i * s->width] = x[0];
        for (int a = 0; a < tangents; a++) {
            s->vt[i * tangents + a] = state->v[i * s->width + off + a] = x[s->off + a];
            state->r[i * s->width + off + a] = open ? 0 : f[s->off + a];
        }
    }
    if (!off || !s->reduced) return;
    stage_normal_velocity(s, input);
    for (int i = 0; i < s->problem.n; i++) state->v[i * s->width] = s->vn[i];
}

/* Nodes where the local inclusion has several roots, and those that had to leave their branch. */
static void count(Stage *s, const StageInput *input, const StageState *state, StageReport *report) {
    const int tangents = s->problem.tangents, off = s->problem.normal ? 1 : 0;
    for (int i = 0; i < s->problem.n; i++) {
        if (s->node[i] == STAGE_OPEN || !(s->fall[i] > 0)) continue;
        LocalContact local;
        stage_local(s, input, i, &local);
        stage_local_tangential(s, i, &local);
        local.p = s->p[i];
        if (local_is_unique(&local)) continue;
        double w[2], start[2];
        stage_slip_velocity(s, input, i, s->vt + i * tangents, w);
        stage_slip_velocity(s, input, i, s->start + i * tangents, start);
        local_push(&local, state->r + i * s->width + off, w);
        const LocalSlip slip = local_slip(&local, start, true);
        report->several += slip.several;
        report->jumped += slip.jumped;
    }
}

/* A number that has not settled is only a lower bound. */
static bool is_unique(const Stage *s) {
    return s->lambda < STAGE_SURELY && (s->lambda_known || !s->problem.op || s->lambda < STAGE_FAR_BELOW);
}

static JudderErr check_input(const Stage *s, const StageInput *input, const StageState *state) {
    for (int i = 0; i < s->size; i++)
        REQUIRE(isfinite(input->b[i]) && isfinite(state->v[i]) && isfinite(state->r[i]),
                error_input(NULL, "the contact problem of a step has an invalid number in dof %d", i + 1));
    for (int i = 0; i < s->problem.n; i++) {
        REQUIRE(!stage_given(s, i) || (input->p && input->p[i] >= 0 && isfinite(input->p[i])),
                error_input("contact", "the normal force of contact node %d is %g: must not be negative",
                            i + 1, input->p ? input->p[i] : NAN));
        REQUIRE(stage_given(s, i) || (input->gap && isfinite(input->gap[i])),
                error_input("contact", "the gap of contact node %d is %g", i + 1,
                            input->gap ? input->gap[i] : NAN));
        REQUIRE(!stage_roots(s, i)->has_state || (input->state && isfinite(input->state[i])),
                error_input("friction", "the law of contact node %d has a state, and none is given", i + 1));
    }
    return JUDDER_OK;
}

JudderErr stage_begin(Stage *s, const StageInput *input, const StageState *state, StageReport *report) {
    *report = (StageReport){.outcome = STAGE_NOT_CONVERGED, .method = "newton", .residual = INFINITY};
    TRY(check_input(s, input, state));
    stage_falls(s, input);
    restart(s, input, state);
    set_scale(s, input, state);
    return stage_power(s, PRODUCTS);
}

JudderErr stage_descend(Stage *s, const StageInput *input, const StageState *state, StageReport *report) {
    restart(s, input, state);
    return s->problem.op ? flow(s, input, report) : descend(s, input, report);
}

JudderErr stage_end(Stage *s, const StageInput *input, StageState *state, StageReport *report) {
    give_back(s, input, state);
    TRY(stage_power(s, PRODUCTS));
    report->uniqueness = s->lambda;
    count(s, input, state, report);
    return JUDDER_OK;
}

JudderErr stage_solve(Stage *s, const StageInput *input, StageState *state, StageReport *report) {
    TRY(stage_begin(s, input, state, report));
    if (is_unique(s)) {
        NewtonReport newton;
        to_core(s, input);
        TRY(stage_newton(s, input, NEWTONS, &newton));
        report->iterations = newton.iterations;
        report->residual = newton.residual;
        if (newton.outcome == NEWTON_SOLVED) report->outcome = STAGE_SOLVED;
    }
    if (report->outcome != STAGE_SOLVED) TRY(stage_descend(s, input, state, report));
    return stage_end(s, input, state, report);
}
