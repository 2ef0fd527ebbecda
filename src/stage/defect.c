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
    at->mu = friction_advanced(f, speed, j->input->state ? j->input->state[node] : 0, p->h);
    /* A slip too slow to have a direction within rounding is not asked for one. */
    if (p->tangents == 2 && speed > 0) at->blur = 4e-15 * most / speed * at->mu * fmax(at->normal.p, 0);
}

void stage_defect(const StageProblem *problem, const StageInput *input, const StageState *state,
                  ContactDefect *defect) {
    const Judge judge = {problem, input, state, problem->tangents + (problem->normal ? 1 : 0)};
    const StageOperator *op = problem->op;
    DenseBalance balance = {problem->n * judge.width, problem->S, state->v, input->b, state->r, .off = 0};
    if (op)
        op->judge(op->of, state->v, state->r, &balance.off, &balance.part);
    else
        contact_balance(&balance);
    const JudgedContact judged = {problem->n, &judge, judge_point, {balance.off, balance.part}};
    contact_judge(&judged, defect);
}
