/* From event to event: with the rates of (ST-10) known, every slack is linear in the load until the first of
 * them reaches zero; there the nodes that arrived may change, and new rates are asked for. */
#include "condensed/follow.h"
#include "condensed/rate.h"

#include <math.h>
#include <string.h>

/* Relative to the forces: a slack below it has arrived. */
static const double ARRIVED = 1e-11, NO_RATE = 1e-14;
/* Part of a segment that is no distance. */
static const double NOTHING = 1e-13;

/* A slack that must not become negative, its rate, and the state to try when it is used up. */
typedef struct Slack {
    double value, rate;
    CondensedNode next;
} Slack;

static int slacks_of(const Follow *follow, int i, Slack slack[3]) {
    const Condensed *c = follow->c;
    const CondensedState *state = follow->state;
    const double mu = c->problem.mu[i], *r = state->r + 2 * i, *rate = c->rate_r + 2 * i;
    if (state->node[i] == CONDENSED_OPEN) {
        const double k = c->k[2 * i];
        slack[0] = (Slack){k * (c->problem.gap[i] + state->w[2 * i]), k * c->rate_u[2 * i], CONDENSED_STICK};
        return 1;
    }
    slack[0] = (Slack){r[0], rate[0], CONDENSED_OPEN};
    if (state->node[i] != CONDENSED_STICK) return 1;
    slack[1] = (Slack){mu * r[0] + r[1], mu * rate[0] + rate[1], CONDENSED_SLIP_PLUS};
    slack[2] = (Slack){mu * r[0] - r[1], mu * rate[0] - rate[1], CONDENSED_SLIP_MINUS};
    return 3;
}

/* How far the present rates hold, at most `most`. */
static double first_event(const Follow *follow, double most) {
    const Condensed *c = follow->c;
    const double arrived = ARRIVED * condensed_point_scale(c, follow->state->w);
    const double still = NO_RATE * condensed_scale(c, c->rate_F, c->rate_u);
    for (int i = 0; i < c->problem.n; i++) {
        Slack slack[3];
        const int count = slacks_of(follow, i, slack);
        for (int k = 0; k < count; k++)
            if (slack[k].value > arrived && slack[k].rate < -still)
                most = fmin(most, -slack[k].value / slack[k].rate);
    }
    return most;
}

/* Nodes whose slack is used up are put into the state to try; false if there are none. */
static bool arrive(Follow *follow) {
    const Condensed *c = follow->c;
    const double arrived = ARRIVED * condensed_point_scale(c, follow->state->w);
    const double still = NO_RATE * condensed_scale(c, c->rate_F, c->rate_u);
    bool any = false;
    for (int i = 0; i < c->problem.n; i++) {
        Slack slack[3];
        const int count = slacks_of(follow, i, slack);
        for (int k = 0; k < count; k++) {
            if (slack[k].value > arrived || slack[k].rate >= -still) continue;
            c->node[i] = slack[k].next;
            any = true;
            break;
        }
    }
    return any;
}

static void advance(Follow *follow, double by) {
    Condensed *c = follow->c;
    CondensedState *state = follow->state;
    memcpy(c->before, state->w, (size_t)c->size * sizeof *c->before);
    for (int j = 0; j < c->size; j++) {
        state->w[j] += by * c->rate_u[j];
        state->r[j] += by * c->rate_r[j];
    }
    state->at += by;
    state->s = follow->done + state->at;
    follow_load(follow, state->at);
    for (int j = 0; j < c->size; j++) state->u[j] = state->w[j] + c->obstacle[j];
}

/* Takes away what rounding has gathered: one solve with the present states. */
static JudderErr correct(Follow *follow) {
    Condensed *c = follow->c;
    CondensedState *state = follow->state;
    bool singular;
    memcpy(c->node, state->node, (size_t)state->n * sizeof *c->node);
    rate_rows(c);
    condensed_multiply(c, state->w, c->Sx);
    for (int j = 0; j < c->size; j++) {
        const Row *row = &c->rows->row[j];
        const int normal = j - j % 2;
        if (row->fixed)
            c->b[j] = j % 2 ? 0 : -c->problem.gap[j / 2] - state->w[j];
        else {
            c->b[j] = c->F[j] - c->Sx[j];
            if (j % 2) c->b[j] += row->c[0] * (c->F[normal] - c->Sx[normal]);
        }
    }
    TRY(rows_solve(c->rows, c->b, c->x, &singular));
    if (singular) return JUDDER_OK;
    for (int j = 0; j < c->size; j++) state->w[j] += c->x[j];
    condensed_multiply(c, state->w, c->Sx);
    for (int j = 0; j < c->size; j++) {
        state->u[j] = state->w[j] + c->obstacle[j];
        state->r[j] = state->node[j / 2] == CONDENSED_OPEN ? 0 : c->Sx[j] - c->F[j];
    }
    return JUDDER_OK;
}

static void judge(Follow *follow) {
    const CondensedState *state = follow->state;
    const CondensedIncrement it = {follow->c->f, state->u,          state->w,
                                   state->r,     follow->c->before, follow->c->path_floor};
    ContactDefect defect;
    condensed_defect(&follow->c->problem, &it, &defect);
    condensed_count_piece(follow->report, defect.largest);
}

/* An increment as short as it may be, so that the path is exact again behind a jump. */
static JudderErr leap(Follow *follow, double end, CondensedStepReport *step) {
    const double start = follow->state->at;
    double reached;
    for (double part = 1e-6; part < 0.1; part *= 100) {
        if (start + part >= end) break;
        TRY(follow_try(follow, start + part, step));
        if (step->outcome == CONDENSED_SOLVED) return JUDDER_OK;
    }
    return follow_increment(follow, end, &reached, step);
}

/* No rates go on: the state jumps by a finite increment. */
static JudderErr jump(Follow *follow, double end) {
    CondensedStepReport step;
    const double s = follow->state->s;
    TRY(leap(follow, end, &step));
    follow->rates_known = false;
    if (step.outcome != CONDENSED_SOLVED) {
        follow->report->outcome = step.outcome;
        follow->over = true;
        return JUDDER_OK;
    }
    follow->c->floor = follow->c->path_floor;
    condensed_count_piece(follow->report, step.defect);
    TRY(condensed_tell(
        follow->watch,
        &(CondensedEvent){.s = s, .kind = CONDENSED_EVENT_JUMP, .node = -1, .solutions = step.solutions},
        follow->report));
    return condensed_tell_changes(follow->watch, follow->c->was, follow->state, follow->report);
}

/* Rates for the states in c->node; those before stand in c->was. */
static JudderErr find_rates(Follow *follow, double end) {
    Condensed *c = follow->c;
    CondensedState *state = follow->state;
    RateReport rate;
    rate_kinds(c, state);
    TRY(condensed_rate_solve(c, &rate));
    follow->report->iterations += rate.trials;
    follow->report->pivots += rate.pivoted;
    if (rate.outcome != CONDENSED_SOLVED) return jump(follow, end);
    if (rate.solutions > 1 && !follow->silent)
        TRY(condensed_tell(
            follow->watch,
            &(CondensedEvent){
                .s = state->s, .kind = CONDENSED_EVENT_BRANCH, .node = -1, .solutions = rate.solutions},
            follow->report));
    follow->silent = false;
    memcpy(state->node, c->node, (size_t)state->n * sizeof *state->node);
    follow->rates_known = true;
    double change = 0;
    for (int j = 0; j < c->size; j++) change = fmax(change, fabs(c->rate_r[j]));
    follow->force_change = change / follow->segment->steps;
    return condensed_tell_changes(follow->watch, c->was, follow->state, follow->report);
}

/* How far the goal is along the present rates, or infinity. */
static double until_goal(const Follow *follow) {
    const CondensedGoal *goal = follow->segment->goal;
    if (!goal) return INFINITY;
    const Condensed *c = follow->c;
    const CondensedLoad *from = &follow->segment->from, *to = &follow->segment->to;
    double rate = goal->slope;
    for (int j = 0; j < c->size; j++) {
        const double carried = (to->obstacle ? to->obstacle[j] : 0) -
                               (from->obstacle ? from->obstacle[j] : 0);
        if (goal->on_u) rate += goal->on_u[j] * (c->rate_u[j] + carried);
        if (goal->on_r) rate += goal->on_r[j] * c->rate_r[j];
    }
    const double left = -follow_goal(follow, follow->state) / rate;
    return left >= 0 ? left : INFINITY;
}

/* One piece with known rates; at its end some nodes may have arrived. */
static void take_piece(Follow *follow, double end) {
    Condensed *c = follow->c;
    const double left = end - follow->state->at, goal = until_goal(follow);
    const double by = first_event(follow, fmin(left, goal));
    follow->idle = by <= NOTHING ? follow->idle + 1 : 0;
    advance(follow, by);
    judge(follow);
    if (by == goal) {
        follow->report->goal_reached = true;
        follow->over = true;
        return;
    }
    memcpy(c->node, follow->state->node, (size_t)c->problem.n * sizeof *c->node);
    follow->rates_known = !arrive(follow);
}

JudderErr follow_exactly(Follow *follow, double end) {
    Condensed *c = follow->c;
    CondensedState *state = follow->state;
    const long most_events = 1000 + 200L * c->problem.n;
    const size_t bytes = (size_t)c->problem.n * sizeof *c->node;
    const bool resumed = !follow->rates_known;
    c->floor = c->path_floor;
    if (resumed) memcpy(c->node, state->node, bytes);
    follow_load(follow, state->at);
    for (long events = 0; end - state->at > NOTHING && !follow->over; events++) {
        if (events > most_events || follow->idle > 100 + 3 * c->problem.n) {
            follow->report->outcome = CONDENSED_LIMIT;
            follow->over = true;
            return JUDDER_OK;
        }
        if (!follow->rates_known) {
            memcpy(c->was, state->node, bytes);
            TRY(find_rates(follow, end));
            memcpy(c->node, state->node, bytes);
            if (!follow->rates_known) continue;
        }
        /* Asked here, where all that happens at this place is told. */
        const CondensedWatch *watch = follow->watch;
        if (watch && watch->go_on && !watch->go_on(watch->context)) {
            follow->report->outcome = CONDENSED_STOPPED;
            follow->over = true;
            return JUDDER_OK;
        }
        take_piece(follow, end);
    }
    if (follow->over && !follow->report->goal_reached) return JUDDER_OK;
    if (!follow->over) state->at = end;
    state->s = follow->done + state->at;
    follow_load(follow, state->at);
    TRY(correct(follow));
    judge(follow);
    return JUDDER_OK;
}
