/* An implicit march at its start: the body with the mass that its contact wants, Khat (BD-4)
 * factorised and condensed. */
#include "fe/march/implicit.h"

#include "fe/body/field.h"
#include "fe/march/mass.h"
#include "fe/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CONDENSED = 4000 }; /* dofs of the contact: beyond, dense matrices take gigabytes */

static PetscErrorCode motion_destroy(Motion *motion) {
    PetscFunctionBeginUser;
    PetscCall(VecDestroy(&motion->u));
    PetscCall(VecDestroy(&motion->v));
    PetscCall(VecDestroy(&motion->Ku));
    PetscCall(VecDestroy(&motion->Mv));
    free(motion->contact);
    motion->contact = NULL;
    PetscFunctionReturn(0);
}

static void free_contact(Implicit *m) {
    stage_destroy(&m->stage);
    for (int i = 0; i < 2; i++) track_destroy(&m->foundation[i]);
    track_destroy(&m->pressure);
    free(m->reduced);
    free(m->gap);
    free(m->p);
    free(m->velocity);
    free(m->theta);
    free(m->theta_base);
    free(m->state.v);
    free(m->state.r);
    free(m->state.node);
}

PetscErrorCode implicit_destroy(void **engine) {
    Implicit *m = *engine;
    PetscFunctionBeginUser;
    if (!m) PetscFunctionReturn(0);
    *engine = NULL;
    Motion *const motions[] = {&m->now, &m->mixed, &m->one, &m->two};
    for (int i = 0; i < 4; i++) PetscCall(motion_destroy(motions[i]));
    Vec *const vectors[] = {&m->Cv, &m->Kv, &m->force, &m->given, &m->b, &m->work, &m->work_too};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) PetscCall(VecDestroy(vectors[i]));
    free_contact(m);
    PetscCall(fe_march_loads_destroy(&m->loads));
    PetscCall(matrix_free_destroy(&m->free));
    PetscCall(fe_system_destroy(&m->system));
    fe_contact_destroy(&m->contact);
    PetscCall(fe_body_destroy(&m->body));
    free(m);
    PetscFunctionReturn(0);
}

static PetscErrorCode motion_create(const Implicit *m, Motion *motion) {
    PetscFunctionBeginUser;
    Vec *const vectors[] = {&motion->u, &motion->v, &motion->Ku, &motion->Mv};
    for (int i = 0; i < 4; i++) PetscCall(fe_vector_create(m->body, vectors[i]));
    if (m->holds) motion->contact = calloc((size_t)(m->contact->n * m->body->dim) + 1, sizeof(double));
    PetscCall(fe_code(fe_agree(motion->contact || !m->holds ? JUDDER_OK : error_memory())));
    PetscFunctionReturn(0);
}

static JudderErr check(const FeMarchData *data) {
    REQUIRE(data->body.material.rho > 0,
            error_input("rho", "a body in motion needs the density rho of its material, a number > 0"));
    return JUDDER_OK;
}

/* A node that is held along a tangent cannot follow a foundation that moves there. */
static JudderErr check_tangents(const FeMarchData *data, const FeContact *contact) {
    const int dim = contact->body->dim;
    for (int row = 1; row < dim; row++) {
        const Signal *V = &data->foundation[row - 1];
        for (int k = 0; (signal_varies(V) || V->constant != 0) && k < contact->n; k++)
            REQUIRE(contact->rows->place[k * dim + row] >= 0,
                    error_input("foundation",
                                "the foundation moves along a direction in which a contact node is fixed"));
    }
    return JUDDER_OK;
}

static PetscErrorCode make_body(const FeMarchData *data, Implicit *m) {
    PetscFunctionBeginUser;
    PetscCall(fe_code(check(data)));
    PetscCall(fe_body_create(&data->body, &m->body));
    PetscCall(fe_contact_create(m->body, &data->contact, &m->contact));
    PetscCall(fe_code(check_tangents(data, m->contact)));
    PetscCall(fe_mass_change(m->body, m->contact,
                             (FeMassChange){data->contact.law.law->rigid, data->surface_mass}));
    PetscCall(fe_rayleigh(m->body, data->rayleigh_mass, data->rayleigh_stiffness));
    m->damped = m->body->C != NULL;
    const FeMaterial *material = &data->body.material;
    const double eta = material->viscous_G / material->G;
    m->proportional = fabs(material->viscous_lambda - eta * material->lambda) <=
                      1e-15 * fabs(eta * material->lambda);
    m->of_mass = data->rayleigh_mass;
    m->of_stiffness = data->rayleigh_stiffness + eta;
    PetscFunctionReturn(0);
}

/* Whether the contact is solved on the whole body. */
static PetscErrorCode choose_whole(const Implicit *m, bool *whole) {
    PetscBool solver;
    PetscFunctionBeginUser;
    PetscCall(PetscOptionsHasName(NULL, NULL, "-fe_solver", &solver));
    *whole = !solver && (fe_system_is_large(m->body) || m->contact->rows->kept_count > MOST_CONDENSED);
    PetscCall(fe_contact_choose_whole(whole));
    PetscFunctionReturn(0);
}

static PetscErrorCode make_system(const FeMarchData *data, Implicit *m) {
    PetscBool said;
    bool whole = false;
    PetscFunctionBeginUser;
    m->dt = fe_march_dt(data);
    m->gamma = 1 - sqrt(.5);
    m->h = m->gamma * m->dt;
    PetscCall(choose_whole(m, &whole));
    PetscCall(PetscOptionsHasName(NULL, NULL, "-fe_solver", &said));
    FeSystemData system = {.of = {.stiffness = m->h, .mass = 1 / m->h, .damping = 1},
                           .rows = m->contact->rows,
                           .solver = &no_solver};
    if (!whole)
        system.solver = said                                                  ? NULL
                        : fe_small_may(m->body, m->contact->rows->kept_count) ? &small_solver
                                                                              : &halves_solver;
    m->holds = whole || fe_rank() == 0;
    PetscCall(fe_system_create(m->body, &system, &m->system));
    if (whole) PetscCall(matrix_free_create(m->contact, m->system, 1 / m->h, &m->free));
    if (m->system->outcome != FE_SOLVED)
        PetscCall(fe_code(
            error_input("mass", "the matrix of a step is singular: part of the body is held by nothing and "
                                "has no mass")));
    PetscFunctionReturn(0);
}

static PetscErrorCode make_motions(const FeMarchData *data, Implicit *m) {
    PetscFunctionBeginUser;
    Motion *const motions[] = {&m->now, &m->mixed, &m->one, &m->two};
    for (int i = 0; i < 4; i++) PetscCall(motion_create(m, motions[i]));
    Vec *const vectors[] = {&m->Cv, &m->Kv, &m->force, &m->given, &m->b, &m->work, &m->work_too};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        PetscCall(fe_vector_create(m->body, vectors[i]));
    if (data->u) PetscCall(fe_vector_set(m->body, data->u, m->now.u));
    if (data->v) PetscCall(fe_vector_set(m->body, data->v, m->now.v));
    /* Sides are where they are given. */
    PetscCall(fe_march_loads_at(m->loads, 0, (FeMarchActing){.force = m->force, .given = m->given}));
    PetscCall(fe_vector_clear(m->body, false, m->now.u));
    PetscCall(fe_vector_clear(m->body, true, m->given));
    PetscCall(VecAXPY(m->now.u, 1, m->given));
    PetscFunctionReturn(0);
}

static JudderErr contact_room(Implicit *m) {
    const size_t n = (size_t)m->contact->n, size = n * (size_t)m->body->dim;
    if (!m->holds) return JUDDER_OK;
    m->reduced = calloc(size + 1, sizeof *m->reduced);
    m->gap = calloc(n + 1, sizeof *m->gap);
    m->p = calloc(n + 1, sizeof *m->p);
    m->velocity = calloc(size + 1, sizeof *m->velocity);
    m->theta = calloc(n + 1, sizeof *m->theta);
    m->theta_base = calloc(n + 1, sizeof *m->theta_base);
    m->state = (StageState){calloc(size + 1, sizeof(double)), calloc(size + 1, sizeof(double)),
                            calloc(n + 1, sizeof(StageNode))};
    REQUIRE(m->reduced && m->gap && m->p && m->velocity && m->theta && m->theta_base && m->state.v &&
                m->state.r && m->state.node,
            error_memory());
    return JUDDER_OK;
}

static JudderErr make_stage(const FeMarchData *data, Implicit *m) {
    TRY(contact_room(m));
    for (int i = 0; i < m->body->dim - 1; i++)
        TRY(fe_march_track(data, &data->foundation[i], "the velocity of the foundation", &m->foundation[i]));
    if (data->contact.law.law->given) TRY(fe_march_track(data, &data->pressure, "S", &m->pressure));
    m->report.suggested_step = m->report.stable_step = INFINITY;
    if (!m->holds) return JUDDER_OK;
    for (int k = 0; k < m->contact->n; k++) {
        const Friction *friction = &m->contact->friction[k];
        if (!friction->law->state_start) continue;
        m->has_state = true;
        m->theta[k] = friction->law->state_start(friction->params);
    }
    m->problem = (StageProblem){.n = m->contact->n,
                                .tangents = m->body->dim - 1,
                                .normal = true,
                                .S = m->system->S,
                                .op = m->free ? &m->free->op : NULL,
                                .h = m->h,
                                .area = m->contact->area,
                                .contact_count = m->contact->n,
                                .contact = m->contact->law,
                                .friction_count = m->contact->n,
                                .friction = m->contact->friction};
    return stage_create(&m->problem, &m->stage);
}

/* Velocities, forces and states of the contact nodes at t = 0. */
static JudderErr start_contact(const FeMarchData *data, Implicit *m) {
    const int n = m->contact->n, dim = m->body->dim;
    for (int i = 0; i < dim - 1; i++) TRY(fe_march_value(m->foundation[i], 0, &m->V[i]));
    double S = 0;
    if (m->pressure) TRY(fe_march_value(m->pressure, 0, &S));
    fe_contact_press(m->contact, S);
    if (!m->holds) return JUDDER_OK;
    for (int k = 0; k < n; k++) {
        const double *v = m->state.v + (long)k * dim;
        double *r = m->state.r + (long)k * dim, slip = 0;
        for (int i = 1; i < dim; i++) slip = fmax(slip, fabs(v[i] - m->V[i - 1]));
        const NormalPoint at = {.g = m->contact->gap[k] + m->now.contact[(long)k * dim],
                                .area = m->contact->area[k]};
        r[0] = contact_force(&m->contact->law[k], &at);
        for (int i = 0; data->r && i < dim; i++) r[i] = data->r[(long)k * dim + i];
        m->state.node[k] = !m->contact->law[k].law->given && at.g > 0 ? STAGE_OPEN
                           : slip > 0                                 ? STAGE_SLIP
                                                                      : STAGE_STICK;
    }
    return JUDDER_OK;
}

/* Of a vector to who holds the contact; fixed coordinates stay 0. Collective. */
static PetscErrorCode contact_numbers(Implicit *m, Vec vector, double *w) {
    const FeRows *rows = m->contact->rows;
    double *all;
    PetscFunctionBeginUser;
    PetscCall(PetscMalloc1((size_t)rows->count + 1, &all));
    PetscCall(fe_system_coordinates(m->system, vector, m->work));
    PetscCall(fe_rows_gather(rows, m->work, all));
    for (int j = 0; m->holds && j < rows->count; j++) w[j] = rows->place[j] < 0 ? 0 : 0 + all[j];
    PetscCall(PetscFree(all));
    PetscFunctionReturn(0);
}

static PetscErrorCode start(const FeMarchData *data, Implicit *m) {
    PetscFunctionBeginUser;
    PetscCall(contact_numbers(m, m->now.u, m->now.contact));
    PetscCall(contact_numbers(m, m->now.v, m->state.v));
    PetscCall(fe_code(fe_agree(start_contact(data, m))));
    /* Forces of a path are known to the first rank. */
    if (m->free)
        PetscCallMPI(MPI_Bcast(m->state.r, m->contact->n * m->body->dim, MPI_DOUBLE, 0, PETSC_COMM_WORLD));
    PetscCall(implicit_refresh(m));
    PetscFunctionReturn(0);
}

static PetscErrorCode implicit_create_fill(const FeMarchData *data, Implicit *m) {
    PetscFunctionBeginUser;
    PetscCall(make_body(data, m));
    PetscCall(fe_march_loads_create(m->body, data, &m->loads));
    PetscCall(make_system(data, m));
    PetscCall(make_motions(data, m));
    PetscCall(fe_code(fe_agree(make_stage(data, m))));
    PetscCall(start(data, m));
    PetscFunctionReturn(0);
}

PetscErrorCode implicit_create(const FeMarchData *data, void **engine) {
    PetscFunctionBeginUser;
    *engine = calloc(1, sizeof(Implicit));
    if (!*engine) PetscCall(fe_code(error_memory()));
    const PetscErrorCode code = implicit_create_fill(data, *engine);
    if (code) PetscCall(implicit_destroy(engine));
    PetscCall(code);
    PetscFunctionReturn(0);
}
