/* The judge: S v = b + r, the normal law, the bound and the direction of friction, from the problem
 * alone. (BD-4)-(BD-6) */
#include "contact_solver/judge.h"
#include "stage/stage.h"

#include <math.h>

typedef struct Judge {
    const StageProblem *problem;
    const StageInput *input;
    const StageState *state;
    int width;
    double velocity; /* the largest tangential one */
} Judge;

/* The node as its laws see it: a given force as a law that gives it on as many units of area. */
static void judge_point(const void *of, int node, ContactPoint *at) {
    static const Contact given = {.law = &pressure_contact, .pressure = 1};
    const Judge *j = of;
    const StageProblem *p = j->problem;
    const Friction *f = &p->friction[p->friction_count == 1 ? 0 : node];
    const Contact *contact = p->normal ? &p->contact[p->contact_count == 1 ? 0 : node] : NULL;
    const int first = node * j->width, size = p->n * j->width, off = p->normal ? 1 : 0;
    const bool is_given = !contact || contact->law->given;
    const double *v = j->state->v + first, *r = j->state->r + first;
    *at = (ContactPoint){.contact = is_given ? &given : contact, .tangents = p->tangents, .k = INFINITY};
    at->normal.p = contact ? r[0] : j->input->p[node];
    at->normal.area = is_given ? j->input->p[node] : p->area ? p->area[node] : 1;
    if (!is_given) {
        at->normal.g = j->input->gap[node] + p->h * v[0];
        at->normal.stiffness = (p->op ? p->op->block[node * j->width * j->width]
                                      : p->S[(size_t)first * (size_t)(size + 1)]) /
                               p->h;
    }
    double most = 0;
    for (int a = 0; a < p->tangents; a++) {
        at->slip[a] = v[off + a] - (j->input->V ? j->input->V[node * p->tangents + a] : 0);
        at->r[a] = r[off + a];
        most = fmax(most, fabs(v[off + a]));
    }
    const double speed = hypot(at->slip[0], at->slip[1]);
    const double state = j->input->state ? j->input->state[node] : 0;
    const bool creeps = friction_creeps(f);
    const double hidden = creeps ? STAGE_HIDDEN * j->velocity : 0;
    at->mu = friction_advanced(f, fmax(speed, hidden), state, p->h);
    /* A slip too slow to have a direction within rounding is not asked for one. */
    if (p->tangents == 2 && speed > 0) at->blur = 4e-15 * most / speed * at->mu * fmax(at->normal.p, 0);
    if (creeps && speed > 0)
        at->hidden = hidden * fabs(friction_advanced_slope(f, fmax(speed, hidden), state, p->h)) *
                     fmax(at->normal.p, 0);
}

void stage_defect(const StageProblem *problem, const StageInput *input, const StageState *state,
                  ContactDefect *defect) {
    Judge judge = {problem, input, state, problem->tangents + (problem->normal ? 1 : 0), 0};
    for (int i = 0; i < problem->n; i++)
        for (int a = 0; a < problem->tangents; a++) {
            const double v = state->v[i * judge.width + (problem->normal ? 1 : 0) + a];
            judge.velocity = fmax(judge.velocity, fabs(v));
            if (input->V) judge.velocity = fmax(judge.velocity, fabs(input->V[i * problem->tangents + a]));
        }
    const StageOperator *op = problem->op;
    DenseBalance balance = {problem->n * judge.width, problem->S, state->v, input->b, state->r, .off = 0};
    if (op)
        op->judge(op->of, state->v, state->r, &balance.off, &balance.part);
    else
        contact_balance(&balance);
    const JudgedContact judged = {problem->n, &judge, judge_point, {balance.off, balance.part}};
    contact_judge(&judged, defect);
}
