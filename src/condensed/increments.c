/* Finite steps: nonlinear laws, given pressure, 3-D. A step in which states change is bisected until the
 * change is between two loads close enough; the goal is found in the same way. */
#include "condensed/follow.h"

#include <math.h>
#include <string.h>

static bool same_states(const CondensedState *a, const CondensedState *b) {
    return !memcmp(a->node, b->node, (size_t)a->n * sizeof *a->node);
}

/* From the kept state to a part of the segment. */
static JudderErr try_from_kept(Follow *follow, double at, CondensedStepReport *step) {
    condensed_state_copy(follow->state, follow->c->kept);
    return follow_try(follow, at, step);
}

/* Accepts the present state: judged, and the next increment starts from it. */
static JudderErr accept(Follow *follow, const CondensedStepReport *step) {
    Condensed *c = follow->c;
    double change = 0;
    for (int j = 0; j < c->size; j++) change = fmax(change, fabs(follow->state->r[j] - c->kept->r[j]));
    const double by = follow->state->at - c->kept->at;
    follow->force_change = by > 0 ? change / (by * follow->segment->steps) : 0;
    condensed_count_piece(follow->report, step->defect);
    memcpy(c->was, c->kept->node, (size_t)c->problem.n * sizeof *c->was);
    condensed_state_copy(c->kept, follow->state);
    if (step->solutions > 1)
        TRY(condensed_tell(follow->watch,
                           &(CondensedEvent){.s = follow->state->s,
                                             .kind = CONDENSED_EVENT_BRANCH,
                                             .node = -1,
                                             .solutions = step->solutions},
                           follow->report));
    return condensed_tell_changes(follow->watch, c->was, follow->state, follow->report);
}

/* The path ends here, since an increment has no solution; the state is the last one accepted. */
static JudderErr give_up(Follow *follow, const CondensedStepReport *step) {
    follow->report->outcome = step->outcome;
    follow->over = true;
    condensed_state_copy(follow->state, follow->c->kept);
    return JUDDER_OK;
}

/* The last load before and the first load after a change of states, within the tolerance or as
 * near as numbers are. */
static JudderErr bracket_change(Follow *follow, double tolerance, double *low, double *high) {
    enum { MOST = 60 };
    CondensedStepReport step;
    for (int k = 0; k<MOST && * high - *low> tolerance; k++) {
        const double middle = 0.5 * (*low + *high);
        TRY(try_from_kept(follow, middle, &step));
        follow->report->cuts++;
        if (step.outcome == CONDENSED_SOLVED && same_states(follow->state, follow->c->kept))
            *low = middle;
        else
            *high = middle;
    }
    return JUDDER_OK;
}

static JudderErr stop_at_goal(Follow *follow, double reached) {
    CondensedStepReport step = {.outcome = CONDENSED_SOLVED};
    double a = follow->c->kept->at, b = reached;
    double at_a = follow_goal(follow, follow->c->kept), at_b = follow_goal(follow, follow->state);
    for (int k = 0; k < 100 && fabs(b - a) > 1e-14; k++) {
        double at = k % 3 == 2 ? 0.5 * (a + b) : a - at_a * (b - a) / (at_b - at_a);
        if (!(at > a && at < b)) at = 0.5 * (a + b);
        TRY(try_from_kept(follow, at, &step));
        if (step.outcome != CONDENSED_SOLVED) return give_up(follow, &step);
        const double value = follow_goal(follow, follow->state);
        if (value == 0) break;
        const bool left = (value > 0) == (at_a > 0);
        *(left ? &a : &b) = at;
        *(left ? &at_a : &at_b) = value;
    }
    follow->report->goal_reached = true;
    follow->over = true;
    return accept(follow, &step);
}

static bool passes_goal(const Follow *follow) {
    if (!follow->segment->goal) return false;
    const double before = follow_goal(follow, follow->c->kept), now = follow_goal(follow, follow->state);
    return before != 0 && (before > 0) != (now > 0);
}

/* One increment to `end`, or to just before the first change of states, or across it. */
static JudderErr increment(Follow *follow, double end, double tolerance) {
    Condensed *c = follow->c;
    CondensedStepReport step;
    double reached;
    TRY(follow_increment(follow, end, &reached, &step));
    if (step.outcome != CONDENSED_SOLVED) return give_up(follow, &step);
    const bool look = tolerance < 1 &&
                      reached - c->kept->at > tolerance * (1 + 1e-9) / follow->segment->steps;
    if (look && !same_states(follow->state, c->kept)) {
        double low = c->kept->at, high = reached;
        TRY(bracket_change(follow, tolerance / follow->segment->steps, &low, &high));
        TRY(try_from_kept(follow, low > c->kept->at ? low : high, &step));
        if (step.outcome != CONDENSED_SOLVED) TRY(try_from_kept(follow, reached, &step));
        if (step.outcome != CONDENSED_SOLVED) return give_up(follow, &step);
        reached = follow->state->at;
    }
    if (passes_goal(follow)) return stop_at_goal(follow, reached);
    return accept(follow, &step);
}

JudderErr follow_in_increments(Follow *follow, double end) {
    enum { CUTS_MOST = 200 };
    const CondensedWatch *watch = follow->watch;
    double tolerance = watch && watch->event_tolerance > 0 ? watch->event_tolerance : 1e-3;
    condensed_state_copy(follow->c->kept, follow->state);
    for (int cuts = 0; follow->state->at < end && !follow->over; cuts++) {
        if (watch && watch->go_on && !watch->go_on(watch->context)) {
            follow->report->outcome = CONDENSED_STOPPED;
            follow->over = true;
            return JUDDER_OK;
        }
        TRY(increment(follow, end, cuts < CUTS_MOST ? tolerance : 1));
    }
    return JUDDER_OK;
}
