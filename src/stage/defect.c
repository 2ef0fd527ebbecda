/* The judge: S v = b + r, the normal law, the bound and the direction of friction, from the problem
 * alone. (BD-4)-(BD-6) */
#include "stage/stage.h"

#include <math.h>

typedef struct Judge {
    const StageProblem *problem;
    const StageInput *input;
    const StageState *state;
    int width;
    double scale; /* force */
} Judge;

static void keep_worst(double *worst, double value) {
    if (!(value <= *worst)) *worst = isnan(value) ? INFINITY : value;
}

static void judge_rows(Judge *j, StageDefect *defect) {
    const int size = j->problem->n * j->width;
    const StageOperator *op = j->problem->op;
    double worst = 0;
    if (op) {
        op->judge(op->of, j->state->v, j->state->r, &worst, &j->scale);
        if (!(j->scale > 0)) j->scale = 1;
        keep_worst(&defect->equilibrium, worst / j->scale);
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
        keep_worst(&worst, fabs(sum));
        keep_worst(&j->scale, most);
    }
    if (!(j->scale > 0)) j->scale = 1;
    defect->equilibrium = worst / j->scale;
}

/* The normal force by which friction is bounded. */
static double judge_normal(const Judge *j, int node, StageDefect *defect) {
    const StageProblem *p = j->problem;
    if (!p->normal) return j->input->p[node];
    const CondensedContact *contact = &p->contact[p->contact_count == 1 ? 0 : node];
    const int i = node * j->width, size = p->n * j->width;
    const double force = j->state->r[i];
    double violation;
    if (contact->law == &condensed_pressure) {
        violation = fabs(force - j->input->p[node]);
    } else {
        const double g = j->input->gap[node] + p->h * j->state->v[i];
        const double diagonal = p->op ? p->op->block[node * j->width * j->width]
                                      : p->S[(size_t)i * (size_t)size + (size_t)i];
        const NormalPoint at = {
            .p = force, .g = g, .area = p->area ? p->area[node] : 1, .stiffness = diagonal / p->h};
        violation = contact->law->violation(contact, &at);
    }
    keep_worst(&defect->normal, violation / j->scale);
    return fmax(force, 0);
}

static void judge_friction(const Judge *j, int node, double force, StageDefect *defect) {
    const StageProblem *p = j->problem;
    const Friction *f = &p->friction[p->friction_count == 1 ? 0 : node];
    const int first = node * j->width + (p->normal ? 1 : 0);
    double w[2] = {0}, t[2] = {0};
    for (int a = 0; a < p->tangents; a++) {
        w[a] = j->state->v[first + a] - (j->input->V ? j->input->V[node * p->tangents + a] : 0);
        t[a] = j->state->r[first + a];
    }
    const double r = hypot(w[0], w[1]), state = j->input->state ? j->input->state[node] : 0;
    const double bound = force * friction_advanced(f, r, state, p->h), size = hypot(t[0], t[1]);
    keep_worst(&defect->cone, (size - bound) / j->scale);
    if (!(r > 0)) return;
    /* A slip too slow to have a direction within rounding is not asked for one. */
    double most = 0;
    for (int a = 0; a < p->tangents; a++) most = fmax(most, fabs(j->state->v[first + a]));
    const double blur = p->tangents == 2 ? 4e-15 * most / r * bound : 0;
    const double off = hypot(t[0] + bound * w[0] / r, t[1] + bound * w[1] / r);
    keep_worst(&defect->flow, (off - blur) / j->scale);
}

void stage_defect(const StageProblem *problem, const StageInput *input, const StageState *state,
                  StageDefect *defect) {
    Judge judge = {problem, input, state, problem->tangents + (problem->normal ? 1 : 0), 0};
    *defect = (StageDefect){0};
    judge_rows(&judge, defect);
    for (int i = 0; i < problem->n; i++) {
        const double force = judge_normal(&judge, i, defect);
        judge_friction(&judge, i, force, defect);
    }
    defect->largest = fmax(fmax(defect->equilibrium, defect->normal), fmax(defect->cone, defect->flow));
}
