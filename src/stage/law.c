/* The laws at a node, as every part of the solver asks for them. (BD-5), (BD-6) */
#include "stage/internal.h"

#include <math.h>

void stage_local(const Stage *s, const StageInput *input, int node, LocalContact *local) {
    const FrictionRoots *roots = stage_roots(s, node);
    const bool constant = roots->friction.law->constant && !friction_jumps(&roots->friction);
    *local = (LocalContact){.tangents = s->problem.tangents,
                            .mu = constant ? stage_mu(s, input, node, 0) : NAN,
                            .roots = constant ? NULL : roots,
                            .state = stage_law_state(input, node),
                            .h = s->problem.h,
                            .fall = s->fall[node],
                            .floor = stage_slip_floor(s, node)};
}

static void take_block(const double *matrix, int size, int first, LocalContact *local) {
    for (int a = 0; a < local->tangents; a++)
        for (int c = 0; c < local->tangents; c++)
            local->A[a][c] = matrix[(size_t)(first + a) * (size_t)size + (size_t)(first + c)];
}

void stage_local_core(const Stage *s, int node, LocalContact *local) {
    const StageOperator *op = s->problem.op;
    if (op)
        take_block(op->block + node * s->width * s->width, s->width, s->off, local);
    else
        take_block(s->matrix, s->core_size, node * s->core + s->off, local);
}

void stage_local_tangential(const Stage *s, int node, LocalContact *local) {
    if (s->problem.op)
        stage_local_core(s, node, local);
    else
        take_block(s->t.A, s->t.size, node * s->problem.tangents, local);
}

const Contact *stage_push(const Stage *s, const StageInput *input, int node, NormalPush *push) {
    static const Contact given = {.law = &pressure_contact, .pressure = 1};
    const bool is_given = stage_given(s, node);
    *push = (NormalPush){.g = is_given ? 0 : input->gap[node],
                         .h = s->problem.h,
                         .area = is_given ? input->p[node] : stage_area(s, node)};
    return is_given ? &given : stage_contact(s, node);
}

double stage_mu(const Stage *s, const StageInput *input, int node, double r) {
    const double least = stage_slip_floor(s, node);
    return friction_advanced(stage_friction(s, node), r > least ? r : least, stage_law_state(input, node),
                             s->problem.h);
}

double stage_mu_slope(const Stage *s, const StageInput *input, int node, double r) {
    return friction_advanced_slope(stage_friction(s, node), r, stage_law_state(input, node), s->problem.h);
}

double stage_compliance(const Stage *s, const StageInput *input, int node, double v, double *by_v) {
    const Contact *contact = stage_contact(s, node);
    const NormalPoint at = {.g = input->gap[node] + s->problem.h * v, .area = stage_area(s, node)};
    double stiffness;
    const double p = contact->law->force(contact, &at, &stiffness);
    *by_v = stiffness > 0 ? -stiffness * s->problem.h : 0;
    return p;
}

double stage_slip_velocity(const Stage *s, const StageInput *input, int node, const double *v, double w[2]) {
    w[1] = 0;
    for (int a = 0; a < s->problem.tangents; a++) w[a] = v[a] - stage_foundation(s, input, node, a);
    return s->problem.tangents == 1 ? fabs(w[0]) : hypot(w[0], w[1]);
}
