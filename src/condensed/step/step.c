/* One finite increment: Newton from the previous states, from stick, damped; then pivoting
 * (2-D) or Gauss-Seidel; small problems by all their sets of states, which counts solutions and
 * proves that there is none. */
#include "condensed/rate.h"

#include <math.h>
#include <string.h>

static void restart(Condensed *c, const CondensedState *state) {
    memcpy(c->w, state->w, (size_t)c->size * sizeof *c->w);
}

static JudderErr newton_once(Condensed *c, const NewtonStart *start, const char *method,
                             CondensedStepReport *report) {
    const ContactNewton on = condensed_newton(c);
    static const CondensedOutcome outcomes[] = {[NEWTON_SOLVED] = CONDENSED_SOLVED,
                                                [NEWTON_CYCLED] = CONDENSED_CYCLED,
                                                [NEWTON_SINGULAR] = CONDENSED_SINGULAR,
                                                [NEWTON_LIMIT] = CONDENSED_LIMIT};
    NewtonReport newton;
    TRY(contact_newton_solve(&on, start, &newton));
    report->outcome = outcomes[newton.outcome];
    report->method = method;
    report->iterations += newton.iterations;
    report->cycles += newton.outcome == NEWTON_CYCLED;
    return JUDDER_OK;
}

static JudderErr newton_from_starts(Condensed *c, const CondensedState *state, CondensedStepReport *report) {
    memcpy(c->start, state->node, (size_t)c->problem.n * sizeof *c->start);
    restart(c, state);
    TRY(newton_once(c, &(NewtonStart){.node = c->start, .forces = state->r}, "newton", report));
    if (report->outcome == CONDENSED_SOLVED) return JUDDER_OK;
    restart(c, state);
    TRY(newton_once(c, &(NewtonStart){.stick = true}, "newton from stick", report));
    if (report->outcome == CONDENSED_SOLVED) return JUDDER_OK;
    const CondensedOutcome first = report->outcome;
    restart(c, state);
    TRY(newton_once(c, &(NewtonStart){.stick = true, .damped = true, .most = 40}, "damped newton", report));
    if (report->outcome == CONDENSED_LIMIT) report->outcome = first;
    return JUDDER_OK;
}

static JudderErr polish(Condensed *c, const char *method, CondensedOutcome otherwise,
                        CondensedStepReport *report) {
    memcpy(c->start, c->node, (size_t)c->problem.n * sizeof *c->start);
    TRY(newton_once(c, &(NewtonStart){.node = c->start, .most = 40}, method, report));
    if (report->outcome != CONDENSED_SOLVED) report->outcome = otherwise;
    return JUDDER_OK;
}

static JudderErr fall_back(Condensed *c, const CondensedState *state, CondensedStepReport *report) {
    CondensedOutcome otherwise = report->outcome;
    if (c->plane_rigid && c->problem.n <= PIVOT_MOST) {
        CondensedOutcome pivoting;
        restart(c, state);
        TRY(condensed_pivot(c, &pivoting));
        if (pivoting == CONDENSED_SOLVED) {
            TRY(polish(c, "pivoting", otherwise, report));
            if (report->outcome == CONDENSED_SOLVED) return JUDDER_OK;
        } else if (pivoting != CONDENSED_LIMIT)
            otherwise = pivoting;
    }
    restart(c, state);
    if (!isfinite(condensed_gauss_seidel(c, c->problem.n < 50 ? 2000 : 400))) return JUDDER_OK;
    return polish(c, "gauss-seidel", otherwise, report);
}

JudderErr condensed_step(Condensed *c, const CondensedLoad *load, CondensedState *state,
                         CondensedStepReport *report) {
    *report = (CondensedStepReport){.method = ""};
    condensed_relative_load(c, load, c->F);
    for (int j = 0; j < c->size; j++)
        REQUIRE(isfinite(c->F[j]), error_input(NULL, "a load on the contact is not a finite number"));
    memcpy(c->before, state->w, (size_t)c->size * sizeof *c->before);
    c->floor = fmax(c->path_floor, condensed_scale(c, state->r, state->w));
    TRY(newton_from_starts(c, state, report));
    if (report->outcome != CONDENSED_SOLVED) TRY(fall_back(c, state, report));
    IncrementCount count;
    TRY(condensed_count_increment(c, state, report->outcome == CONDENSED_SOLVED, &count));
    report->solutions = count.solutions;
    if (count.solutions > 0)
        report->outcome = CONDENSED_SOLVED;
    else if (count.complete && report->outcome != CONDENSED_SOLVED)
        report->outcome = CONDENSED_NONE;
    if (report->outcome != CONDENSED_SOLVED) return JUDDER_OK;
    const ContactNewton found = condensed_newton(c);
    contact_newton_keep(&found, state->node);
    contact_newton_accept(&found, load->obstacle, state);
    const CondensedIncrement increment = {load->f, state->u, state->w, state->r, c->before, c->floor};
    ContactDefect defect;
    condensed_defect(&c->problem, &increment, &defect);
    report->defect = defect.largest;
    return JUDDER_OK;
}
