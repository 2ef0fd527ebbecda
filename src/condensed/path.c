#include "condensed/path.h"

#include "condensed/follow.h"

#include <math.h>

const char *const condensed_event_names[] = {"stick", "slip", "open", "close", "jump", "branch", NULL};

static double between(double a, double b, double at) {
    return a + at * (b - a);
}

void follow_load(Follow *follow, double at) {
    Condensed *c = follow->c;
    const CondensedLoad *from = &follow->segment->from, *to = &follow->segment->to;
    for (int j = 0; j < c->size; j++) {
        c->f[j] = between(from->f[j], to->f[j], at);
        c->obstacle[j] = between(from->obstacle ? from->obstacle[j] : 0, to->obstacle ? to->obstacle[j] : 0,
                                 at);
        c->F[j] = c->from_F[j] + at * c->rate_F[j];
    }
}

CondensedLoad follow_present(const Follow *follow) {
    return (CondensedLoad){.f = follow->c->f, .obstacle = follow->c->obstacle};
}

double follow_step_end(const Follow *follow, int step) {
    return step >= follow->segment->steps ? 1 : (double)step / follow->segment->steps;
}

double follow_goal(const Follow *follow, const CondensedState *state) {
    const CondensedGoal *goal = follow->segment->goal;
    double sum = goal->constant + goal->slope * state->at - goal->value;
    if (goal->on_u) sum += dense_dot(follow->c->size, goal->on_u, state->u);
    if (goal->on_r) sum += dense_dot(follow->c->size, goal->on_r, state->r);
    return sum;
}

void condensed_count_piece(CondensedPathReport *report, double defect) {
    report->pieces++;
    report->step_defect = fmax(report->step_defect, defect);
    report->defect = fmax(report->defect, defect);
}

JudderErr condensed_tell(const CondensedWatch *watch, const CondensedEvent *event,
                         CondensedPathReport *report) {
    report->events++;
    report->jumps += event->kind == CONDENSED_EVENT_JUMP;
    report->branches += event->kind == CONDENSED_EVENT_BRANCH;
    return watch && watch->event ? watch->event(watch->context, event) : JUDDER_OK;
}

JudderErr condensed_tell_changes(const CondensedWatch *watch, const CondensedNode *was,
                                 const CondensedState *state, CondensedPathReport *report) {
    for (int i = 0; i < state->n; i++) {
        const CondensedNode from = was[i], to = state->node[i];
        if (from == to) continue;
        const CondensedEventKind kind = to == CONDENSED_OPEN     ? CONDENSED_EVENT_OPEN
                                        : from == CONDENSED_OPEN ? CONDENSED_EVENT_CLOSE
                                        : to == CONDENSED_STICK  ? CONDENSED_EVENT_STICK
                                                                 : CONDENSED_EVENT_SLIP;
        TRY(condensed_tell(watch, &(CondensedEvent){state->s, kind, i, from, to, 0}, report));
    }
    return JUDDER_OK;
}

JudderErr follow_try(Follow *follow, double to, CondensedStepReport *step) {
    CondensedState *state = follow->state;
    follow_load(follow, to);
    const CondensedLoad load = follow_present(follow);
    TRY(condensed_step(follow->c, &load, state, step));
    follow->report->iterations += step->iterations;
    if (step->outcome != CONDENSED_SOLVED) return JUDDER_OK;
    state->at = to;
    state->s = follow->done + to;
    return JUDDER_OK;
}

JudderErr follow_increment(Follow *follow, double to, double *reached, CondensedStepReport *step) {
    enum { HALVINGS = 12 };
    const double start = follow->state->at;
    double part = 1;
    for (int k = 0; k <= HALVINGS; k++, part /= 2) {
        *reached = k ? start + part * (to - start) : to;
        TRY(follow_try(follow, *reached, step));
        if (step->outcome == CONDENSED_SOLVED) break;
        follow->report->cuts++;
    }
    return JUDDER_OK;
}

/* All that touch slip one way, and over a whole step the forces would change by nothing. */
static bool is_steady(const Follow *follow) {
    const CondensedState *state = follow->state;
    const int dim = state->dim;
    double largest = 0, t[2] = {0};
    for (int j = 0; j < state->n * dim; j++) largest = fmax(largest, fabs(state->r[j]));
    if (largest == 0 || follow->force_change > 1e-8 * largest) return false;
    bool found = false;
    for (int i = 0; i < state->n; i++) {
        if (state->node[i] == CONDENSED_OPEN) continue;
        if (!condensed_slips(state->node[i])) return false;
        const double *r_t = state->r + i * dim + 1;
        const double length = dim == 2 ? fabs(r_t[0]) : hypot(r_t[0], r_t[1]);
        if (length <= 1e-9 * largest) continue; /* without friction any direction will do */
        for (int a = 0; a < dim - 1; a++) {
            if (found && fabs(r_t[a] / length - t[a]) > 1e-6) return false;
            t[a] = r_t[a] / length;
        }
        found = true;
    }
    return found;
}

JudderErr condensed_show(const CondensedWatch *watch, const CondensedProblem *problem,
                         const CondensedState *state, int step, CondensedPathReport *report) {
    CondensedShown shown = {.step = step, .defect = report->step_defect};
    report->steps++;
    report->step_defect = 0;
    if (!state || !watch || !watch->step) return JUDDER_OK;
    condensed_summarise(problem, state, &shown.summary);
    return watch->step(watch->context, state, &shown);
}

static JudderErr check_segment(const Condensed *c, const CondensedSegment *segment,
                               const CondensedState *state) {
    REQUIRE(state->n == c->problem.n && state->dim == c->problem.dim,
            error_input(NULL, "a state of %d nodes for a problem of %d", state->n, c->problem.n));
    REQUIRE(segment->steps >= 1, error_input("steps", "%d: at least 1 is needed", segment->steps));
    REQUIRE(state->at >= 0 && state->at < 1,
            error_input(NULL, "a path that goes on at %g of its segment: 0 to 1", state->at));
    for (int j = 0; j < c->size; j++)
        REQUIRE(isfinite(c->from_F[j]) && isfinite(c->rate_F[j]),
                error_input(NULL, "a load on the contact is not a finite number"));
    return JUDDER_OK;
}

/* Steps until the segment ends, in one of the two ways. */
static JudderErr follow_steps(Follow *follow) {
    Condensed *c = follow->c;
    CondensedState *state = follow->state;
    const bool whole = follow->watch && follow->watch->event_tolerance >= 1;
    const bool exact = c->plane_rigid && !whole;
    int step = (int)floor(state->at * follow->segment->steps * (1 + 1e-12)) + 1;
    for (; step <= follow->segment->steps && !follow->over; step++) {
        const double end = follow_step_end(follow, step);
        TRY(exact ? follow_exactly(follow, end) : follow_in_increments(follow, end));
        const bool failed = follow->over && !follow->report->goal_reached;
        if (failed) break;
        follow->report->steady = is_steady(follow);
        TRY(condensed_show(follow->watch, &c->problem, state, step, follow->report));
    }
    return JUDDER_OK;
}

JudderErr condensed_path(Condensed *c, const CondensedSegment *segment, const CondensedWatch *watch,
                         CondensedState *state, CondensedPathReport *report) {
    Follow follow = {.c = c, .segment = segment, .watch = watch, .state = state, .report = report};
    follow.silent = segment->resumed;
    follow.done = floor(state->s - state->at + 0.5);
    condensed_relative_load(c, &segment->from, c->from_F);
    condensed_relative_load(c, &segment->to, c->rate_F);
    c->path_floor = 0;
    for (int j = 0; j < c->size; j++) {
        c->path_floor = fmax(c->path_floor, fmax(fabs(c->from_F[j]), fabs(c->rate_F[j])));
        c->rate_F[j] -= c->from_F[j];
    }
    TRY(check_segment(c, segment, state));
    const long before = c->rows->factorisations;
    report->outcome = CONDENSED_SOLVED;
    report->goal_reached = false;
    const JudderErr err = follow_steps(&follow);
    c->path_floor = 0;
    TRY(err);
    report->factorisations += c->rows->factorisations - before;
    report->reached = state->at;
    if (report->outcome != CONDENSED_SOLVED) return JUDDER_OK;
    state->at = 0;
    state->s = follow.done + 1;
    return JUDDER_OK;
}
