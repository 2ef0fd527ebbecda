/* Two-stage SDIRK [alexander1977], gamma = 1 - 1/sqrt 2, with contact laws at each stage (BD-4)-(BD-7). With
 * h = gamma dt both stages share
 *
 *   Khat = M/h + C + h K,   Khat V = M vb/h - K ub + f + G^T r,   U = ub + h V                     (BD-4)
 *   base of stage 1: (u, v) now;  of stage 2: now + c (stage 1 - now), c = (1 - gamma)/gamma
 *   stage 2 is the next time
 *
 * Khat is factorised once and condensed onto the contact nodes: S v_c = g + r is stage/'s problem, on the
 * first rank. A stage costs one solve in two halves and the products K V, M V, C V, which also serve the next
 * stage and the energy identity
 *
 *   E+ - E = dt [(1-gamma) P_1 + gamma P_2] - (h^2/2) (|F_2|^2 - |F_1|^2)                           (BD-7)
 *   |F|^2 = a'Ma + V'KV,  a = (V - vb)/h
 */
#include "fe/march/implicit.h"

#include "fe/body/field.h"
#include "fe/start.h"

#include <math.h>
#include <string.h>

PetscErrorCode implicit_mass_times(const FeBody *body, Vec v, Vec Mv) {
    PetscFunctionBeginUser;
    if (body->M)
        PetscCall(MatMult(body->M, v, Mv));
    else
        PetscCall(VecPointwiseMult(Mv, body->lumped, v));
    PetscFunctionReturn(0);
}

double implicit_stored(const Implicit *m, const double *contact) {
    double sum = 0;
    for (int k = 0; k < m->contact->n; k++)
        sum += contact_stored(&m->contact->law[k], m->contact->area[k],
                              m->contact->gap[k] + contact[(long)k * m->body->dim]);
    return sum;
}

PetscErrorCode implicit_refresh(Implicit *m) {
    double twice[2];
    PetscFunctionBeginUser;
    PetscCall(MatMult(m->body->K, m->now.u, m->now.Ku));
    PetscCall(implicit_mass_times(m->body, m->now.v, m->now.Mv));
    PetscCall(VecDot(m->now.v, m->now.Mv, &twice[0]));
    PetscCall(VecDot(m->now.u, m->now.Ku, &twice[1]));
    m->energy.kinetic = twice[0] / 2;
    m->energy.elastic = twice[1] / 2;
    m->energy.contact = m->holds ? implicit_stored(m, m->now.contact) : 0;
    PetscFunctionReturn(0);
}

/* What the contact problem of a stage gets (BD-5), (BD-6): gaps, given forces, velocity of the foundation. */
static JudderErr make_input(Implicit *m, double t, StageInput *input) {
    const int n = m->contact->n, dim = m->body->dim;
    double S = 0;
    for (int i = 0; i < dim - 1; i++) TRY(fe_march_value(m->foundation[i], t, &m->V[i]));
    if (m->pressure) TRY(fe_march_value(m->pressure, t, &S));
    if (!m->holds) return JUDDER_OK;
    REQUIRE(S >= 0, error_input("S", "the pressure S is %g at t = %g: it must not be negative", S, t));
    for (int k = 0; k < n; k++) {
        m->gap[k] = m->contact->gap[k] + m->base->contact[(long)k * dim];
        m->p[k] = S * m->contact->area[k];
        for (int i = 0; i < dim - 1; i++) m->velocity[k * (dim - 1) + i] = m->V[i];
    }
    *input = (StageInput){.b = m->reduced,
                          .gap = m->gap,
                          .p = m->pressure ? m->p : NULL,
                          .V = m->velocity,
                          .state = m->has_state ? m->theta_base : NULL};
    return JUDDER_OK;
}

/* Slip speed of a contact node. */
static double speed_of(const Implicit *m, int node) {
    const double *v = m->state.v + (long)node * m->body->dim;
    return m->body->dim == 2 ? fabs(v[1] - m->V[0]) : hypot(v[1] - m->V[0], v[2] - m->V[1]);
}

/* A stage that a solver gives up is solved all the same if the judge finds no more than this. */
static const double SOLVED = 1e-9;

static void judge(Implicit *m, const StageInput *input, const StageReport *report) {
    ContactDefect defect;
    stage_defect(&m->problem, input, &m->state, &defect);
    m->report.contact_defect = fmax(m->report.contact_defect, defect.largest);
    m->report.unsolved += report->outcome != STAGE_SOLVED &&
                          (report->unstable || !(defect.largest <= SOLVED));
    m->report.jumps += report->jumped;
    m->report.iterations += report->iterations + report->sweeps;
    if (report->uniqueness > m->report.uniqueness) {
        m->report.uniqueness = report->uniqueness;
        m->report.suggested_step = stage_suggested_h(m->stage, input, report->uniqueness) / m->gamma;
    }
    for (int k = 0; k < m->contact->n; k++)
        m->report.pressure = fmax(m->report.pressure,
                                  m->state.r[(long)k * m->body->dim] / m->contact->area[k]);
}

/* The contact problem; displacements of the contact nodes to the stage. Collective. */
static JudderErr solve_contact(Implicit *m, double t, Motion *to, int *several) {
    const int size = m->contact->n * m->body->dim;
    StageInput input;
    StageReport report;
    TRY(make_input(m, t, &input));
    if (!m->holds) return JUDDER_OK;
    TRY(stage_solve(m->stage, &input, &m->state, &report));
    judge(m, &input, &report);
    *several += report.several;
    for (int i = 0; i < size; i++) to->contact[i] = m->base->contact[i] + m->h * m->state.v[i];
    return JUDDER_OK;
}

/* Reactions of moved sides times their velocities: R = M a + C V + K U - f at the fixed dofs. */
static PetscErrorCode work_of_sides(Implicit *m, const Motion *to, double *work) {
    PetscFunctionBeginUser;
    *work = 0;
    if (!m->loads->moved) PetscFunctionReturn(0);
    PetscCall(VecWAXPY(m->work, -1, m->base->Mv, to->Mv));
    PetscCall(VecScale(m->work, 1 / m->h));
    if (m->damped) PetscCall(VecAXPY(m->work, 1, m->Cv));
    PetscCall(VecAXPY(m->work, 1, to->Ku));
    PetscCall(VecAXPY(m->work, -1, m->force));
    PetscCall(fe_vector_clear(m->body, true, m->work));
    PetscCall(VecDot(m->work, to->v, work));
    PetscFunctionReturn(0);
}

/* Losses are no less than 0 but for rounding, which is cut; a loss that is wrong in sign shows up as a
 * defect of the identity. */
static void work_of_contact(const Implicit *m, StagePower *power) {
    const int dim = m->body->dim;
    const bool given = m->pressure != NULL;
    for (int k = 0; m->holds && k < m->contact->n; k++) {
        const double *v = m->state.v + (long)k * dim, *r = m->state.r + (long)k * dim;
        double lost = 0;
        *(given ? &power->external : &power->normal) += r[0] * v[0];
        for (int i = 1; i < dim; i++) {
            lost -= r[i] * (v[i] - m->V[i - 1]);
            power->external += r[i] * m->V[i - 1];
        }
        power->friction += fmax(0, lost);
    }
}

static PetscErrorCode measure(Implicit *m, const Motion *to, StagePower *power) {
    double part;
    PetscFunctionBeginUser;
    *power = (StagePower){0};
    PetscCall(VecDot(m->force, to->v, &power->external));
    PetscCall(work_of_sides(m, to, &part));
    power->external += part;
    if (m->damped) PetscCall(VecDot(m->Cv, to->v, &power->viscous));
    power->viscous = fmax(0, power->viscous);
    work_of_contact(m, power);
    PetscCall(VecWAXPY(m->work, -1, m->base->v, to->v));
    PetscCall(VecWAXPY(m->work_too, -1, m->base->Mv, to->Mv));
    PetscCall(VecDot(m->work, m->work_too, &part));
    power->square = part / (m->h * m->h);
    PetscCall(VecDot(m->Kv, to->v, &part));
    power->square += part;
    PetscFunctionReturn(0);
}

/* C v: of a damping that is made of K and M no product is needed. */
static PetscErrorCode damp(Implicit *m, const Motion *to) {
    PetscFunctionBeginUser;
    if (!m->proportional) {
        PetscCall(MatMult(m->body->C, to->v, m->Cv));
        PetscFunctionReturn(0);
    }
    PetscCall(VecCopy(m->Kv, m->Cv));
    PetscCall(VecAXPBY(m->Cv, m->of_mass, m->of_stiffness, to->Mv));
    PetscFunctionReturn(0);
}

/* The velocities of a stage under a load: those of the contact first, or all of them together. */
static PetscErrorCode find_velocity(Implicit *m, double t, FeLoad load, Motion *to, int *several) {
    PetscFunctionBeginUser;
    if (m->free) {
        PetscCall(matrix_free_begin(m->free, load, m->base == &m->now ? m->now.v : m->one.v, m->reduced));
        PetscCall(fe_code(fe_agree(solve_contact(m, t, to, several))));
        PetscCall(matrix_free_end(m->free, load.given, to->v));
        PetscFunctionReturn(0);
    }
    PetscCall(fe_system_forward(m->system, load, m->reduced));
    PetscCall(fe_code(fe_agree(solve_contact(m, t, to, several))));
    PetscCall(fe_system_back(m->system, load, m->state.v, to->v));
    PetscFunctionReturn(0);
}

/* One stage at a time, from m->base on. */
static PetscErrorCode do_stage(Implicit *m, double t, Motion *to, int *several, StagePower *power) {
    PetscFunctionBeginUser;
    PetscCall(fe_march_loads_at(m->loads, t, (FeMarchActing){.force = m->force, .velocity = m->given}));
    PetscCall(VecWAXPY(m->b, -1, m->base->Ku, m->force));
    PetscCall(VecAXPY(m->b, 1 / m->h, m->base->Mv));
    const FeLoad load = {m->b, m->loads->moved ? m->given : NULL};
    PetscCall(find_velocity(m, t, load, to, several));
    PetscCall(VecWAXPY(to->u, m->h, to->v, m->base->u));
    /* Not K U: its rounding errors are those of the whole displacement, larger than what a step does. */
    PetscCall(MatMult(m->body->K, to->v, m->Kv));
    PetscCall(VecWAXPY(to->Ku, m->h, m->Kv, m->base->Ku));
    PetscCall(implicit_mass_times(m->body, to->v, to->Mv));
    if (m->damped) PetscCall(damp(m, to));
    PetscCall(measure(m, to, power));
    PetscFunctionReturn(0);
}

/* mixed = now + c (to - now), all that a motion has: the base of stage 2 (BD-4). */
static PetscErrorCode mix(Implicit *m, double c, const Motion *to) {
    const Vec now[] = {m->now.u, m->now.v, m->now.Ku, m->now.Mv}, there[] = {to->u, to->v, to->Ku, to->Mv},
              mixed[] = {m->mixed.u, m->mixed.v, m->mixed.Ku, m->mixed.Mv};
    PetscFunctionBeginUser;
    for (int i = 0; i < 4; i++) {
        PetscCall(VecCopy(now[i], mixed[i]));
        PetscCall(VecAXPBY(mixed[i], c, 1 - c, there[i]));
    }
    for (int i = 0; m->mixed.contact && i < m->contact->n * m->body->dim; i++)
        m->mixed.contact[i] = (1 - c) * m->now.contact[i] + c * to->contact[i];
    PetscFunctionReturn(0);
}

/* States of the friction law move on at the speed of the last stage (BD-6). */
static void advance_states(Implicit *m, double dt, const double *from, double *to) {
    for (int k = 0; m->has_state && k < m->contact->n; k++) {
        const Friction *f = &m->contact->friction[k];
        if (f->law->state_advance) to[k] = f->law->state_advance(f->params, from[k], speed_of(m, k), dt);
    }
}

static PetscErrorCode account(Implicit *m, const StagePower power[2]) {
    FeMarchEnergy *e = &m->energy;
    const double weight[2] = {m->dt * (1 - m->gamma), m->dt * m->gamma};
    const double before = e->kinetic + e->elastic, stored = e->contact;
    double change = -m->h * m->h / 2 * (power[1].square - power[0].square), size = 0, twice[2];
    PetscFunctionBeginUser;
    e->numerical += change;
    for (int i = 0; i < 2; i++) {
        const StagePower *p = &power[i];
        change += weight[i] * (p->external - p->friction - p->viscous + p->normal);
        size += weight[i] * (fabs(p->external) + p->friction + p->viscous + fabs(p->normal));
        e->external += weight[i] * p->external;
        e->friction += weight[i] * p->friction;
        e->viscous += weight[i] * p->viscous;
        e->numerical += weight[i] * p->normal;
    }
    PetscCall(VecDot(m->now.v, m->now.Mv, &twice[0]));
    PetscCall(VecDot(m->now.u, m->now.Ku, &twice[1]));
    e->kinetic = twice[0] / 2;
    e->elastic = twice[1] / 2;
    e->contact = m->holds ? implicit_stored(m, m->now.contact) : 0;
    e->numerical += e->contact - stored;
    m->scale = fmax(m->scale, fmax(before, e->kinetic + e->elastic) + size);
    if (m->scale > 0) e->defect = fmax(e->defect, fabs(e->kinetic + e->elastic - before - change) / m->scale);
    PetscFunctionReturn(0);
}

static PetscErrorCode step(void *engine) {
    Implicit *m = engine;
    StagePower power[2];
    int several = 0;
    PetscFunctionBeginUser;
    m->base = &m->now;
    if (m->theta) memcpy(m->theta_base, m->theta, (size_t)m->contact->n * sizeof *m->theta);
    PetscCall(do_stage(m, m->t + m->h, &m->one, &several, &power[0]));
    PetscCall(mix(m, (1 - m->gamma) / m->gamma, &m->one));
    m->base = &m->mixed;
    advance_states(m, (1 - m->gamma) * m->dt, m->theta, m->theta_base);
    m->step++;
    const double end = (double)m->step * m->dt;
    PetscCall(do_stage(m, end, &m->two, &several, &power[1]));
    advance_states(m, m->h, m->theta_base, m->theta);
    const Motion next = m->two;
    m->two = m->now;
    m->now = next;
    m->t = end;
    m->report.nonunique_steps += several > 0;
    PetscCall(account(m, power));
    PetscFunctionReturn(0);
}

static void show(const void *engine, FeMarchNow *now) {
    const Implicit *m = engine;
    *now = (FeMarchNow){.t = m->t,
                        .dt = m->dt,
                        .step = m->step,
                        .n = m->contact->n,
                        .dim = m->body->dim,
                        .u = m->now.contact,
                        .v = m->state.v,
                        .r = m->state.r,
                        .node = m->state.node,
                        .foundation = {m->V[0], m->V[1]},
                        .energy = m->energy,
                        .report = m->report};
}

static const FeContact *contact_of(const void *engine) {
    return ((const Implicit *)engine)->contact;
}

static PetscErrorCode field(void *engine, double *u, double *v) {
    Implicit *m = engine;
    PetscFunctionBeginUser;
    PetscCall(fe_vector_get(m->body, m->now.u, u));
    PetscCall(fe_vector_get(m->body, m->now.v, v));
    PetscFunctionReturn(0);
}

const FeMarchMethod implicit_march = {.name = "implicit",
                                      .create = implicit_create,
                                      .destroy = implicit_destroy,
                                      .step = step,
                                      .now = show,
                                      .contact = contact_of,
                                      .field = field,
                                      .serialise = implicit_serialise};
