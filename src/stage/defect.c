/* The judge: S v = b + r, the normal law, the bound and the direction of friction, from the problem
 * alone. (BD-4)-(BD-6) */
#include "condensed/point.h"
#include "stage/stage.h"

#include <math.h>

typedef struct Judge {
    const StageProblem *problem;
    const StageInput *input;
    const StageState *state;
    int width;
    double scale; /* force */
} Judge;

static void judge_rows(Judge *j, ContactDefect *defect) {
    const int size = j->problem->n * j->width;
    const StageOperator *op = j->problem->op;
    double worst = 0;
    if (op) {
        op->judge(op->of, j->state->v, j->state->r, &worst, &j->scale);
        if (!(j->scale > 0)) j->scale = 1;
        defect_keep_worst(&defect->equilibrium, worst / j->scale);
        return;
    }
    for (int i = 0; i < size; i++) {
        double sum = -j->input->b[i] - j->state->r[i],
               most = fmax(fabs(j->input->b[i]), fabs(j->state->r[i]));
        for (int k = 0; k < size; k++) {
            const double part = j->problem->S[(size_t)i * (size_t)size + (size_t)k] * j->state->v[k];
            sum += part;
            most = fmax(most, fabs(part));
        }
        defect_keep_worst(&worst, fabs(sum));
        defect_keep_worst(&j->scale, most);
    }
    if (!(j->scale > 0)) j->scale = 1;
    defect->equilibrium = worst / j->scale;
}

/* The node as its laws see it: a given force as a law that gives it. */
static void judge_node(const Judge *j, int node, ContactDefect *defect) {
    const StageProblem *p = j->problem;
    const Friction *f = &p->friction[p->friction_count == 1 ? 0 : node];
    const Contact *contact = p->normal ? &p->contact[p->contact_count == 1 ? 0 : node] : NULL;
    const int first = node * j->width, size = p->n * j->width, off = p->normal ? 1 : 0;
    const bool is_given = !contact || contact->law->given;
    const Contact given = {.law = &pressure_contact, .pressure = is_given ? j->input->p[node] : 0};
    ContactPoint at = {.contact = is_given ? &given : contact,
                       .normal = {.p = contact ? j->state->r[first] : given.pressure, .area = 1},
                       .tangents = p->tangents,
                       .k = INFINITY};
    if (!is_given) {
        at.normal.g = j->input->gap[node] + p->h * j->state->v[first];
        at.normal.stiffness = (p->op ? p->op->block[node * j->width * j->width]
                                     : p->S[(size_t)first * (size_t)size + (size_t)first]) /
                              p->h;
        if (p->area) at.normal.area = p->area[node];
    }
    double most = 0;
    for (int a = 0; a < p->tangents; a++) {
        const double v = j->state->v[first + off + a];
        at.slip[a] = v - (j->input->V ? j->input->V[node * p->tangents + a] : 0);
        at.r[a] = j->state->r[first + off + a];
        most = fmax(most, fabs(v));
    }
    const double r = hypot(at.slip[0], at.slip[1]), state = j->input->state ? j->input->state[node] : 0;
    at.mu = friction_advanced(f, r, state, p->h);
    /* A slip too slow to have a direction within rounding is not asked for one. */
    const bool turns = p->tangents == 2 && r > 0;
    const double blur = turns ? 4e-15 * most / r * at.mu * fmax(at.normal.p, 0) : 0;
    contact_point_judge(&at, blur, j->scale, defect);
}

void stage_defect(const StageProblem *problem, const StageInput *input, const StageState *state,
                  ContactDefect *defect) {
    Judge judge = {problem, input, state, problem->tangents + (problem->normal ? 1 : 0), 0};
    *defect = (ContactDefect){0};
    judge_rows(&judge, defect);
    for (int i = 0; i < problem->n; i++) judge_node(&judge, i, defect);
    defect->largest = defect_largest(defect);
}
