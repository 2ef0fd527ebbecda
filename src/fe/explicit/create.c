/* An explicit march at its start: lists, stencils, the limit of the step, and the first half step
 * of the displacements. */
#include "fe/explicit/explicit.h"

#include "fe/body/field.h"
#include "fe/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

PetscErrorCode explicit_destroy(void **engine) {
    Explicit *e = *engine;
    PetscFunctionBeginUser;
    if (!e) PetscFunctionReturn(0);
    *engine = NULL;
    Fields *const fields[] = {&e->u, &e->v, &e->v_other, &e->Ku, &e->Cv};
    for (int i = 0; i < 5; i++) fields_release(fields[i]);
    for (int k = 0; e->term && e->loads && k < e->loads->terms; k++) free(e->term[k].rest);
    void *const lists[] = {e->interface_mass,
                           e->is_special,
                           e->special,
                           e->force,
                           e->given,
                           e->term,
                           e->own_contact,
                           e->cu,
                           e->cv,
                           e->cr,
                           e->node,
                           e->gathered,
                           e->gather_count,
                           e->gather_start,
                           e->gather_node,
                           e->to_gather,
                           e->base_force.rest,
                           e->base_given.rest};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) free(lists[i]);
    halo_destroy(&e->halo);
    stencils_destroy(&e->core);
    stencils_destroy(&e->interface);
    layout_destroy(&e->layout);
    for (int i = 0; i < 2; i++) track_destroy(&e->foundation[i]);
    track_destroy(&e->pressure);
    friction_roots_destroy_rows(e->contact ? e->contact->n : 0, &e->roots);
    PetscCall(fe_march_loads_destroy(&e->loads));
    fe_contact_destroy(&e->contact);
    PetscCall(fe_body_destroy(&e->body));
    free(e);
    PetscFunctionReturn(0);
}

/* --- rows --- */

/* Both sets of rows; K and C share their values if C is a multiple. */
static JudderErr make_stencils(Explicit *e, const CellShapes *shapes) {
    const FeModuli K = shapes->elastic, C = shapes->viscous;
    const double multiple = C.G / K.G;
    const bool own_C = fabs(C.lambda - multiple * K.lambda) > 1e-13 * fabs(C.lambda);
    const int unknowns = e->body->numbering->unknowns, own = e->layout->own;
    int *place_of = calloc((size_t)unknowns + 1, sizeof *place_of);
    int *place = calloc((size_t)own + 1, sizeof *place);
    JudderErr err = place_of && place ? JUDDER_OK : error_memory();
    for (int i = 0; err == JUDDER_OK && i < own; i++) place_of[e->layout->number[i]] = place[i] = i;
    const StencilRows core = {e->layout->interior, e->layout->number, place, place_of};
    if (err == JUDDER_OK) err = stencils_create(e->body, shapes, &core, own_C, &e->core);
    for (int i = 0; err == JUDDER_OK && i < e->layout->stash; i++) place_of[e->layout->stash_number[i]] = i;
    const StencilRows interface = {layout_interface(e->layout), e->layout->number + e->layout->interior,
                                   e->layout->interface_place, place_of};
    if (err == JUDDER_OK) err = stencils_create(e->body, shapes, &interface, own_C, &e->interface);
    free(place_of);
    free(place);
    TRY(err);
    if (!own_C) e->core->multiple = e->interface->multiple = multiple;
    e->damped = own_C || multiple != 0;
    e->interface_mass = calloc((size_t)layout_interface(e->layout) + 1, sizeof *e->interface_mass);
    REQUIRE(e->interface_mass, error_memory());
    stencils_mass(e->interface, e->interface_mass);
    return JUDDER_OK;
}

static JudderErr make_fields(Explicit *e) {
    const int dim = e->body->dim, own = e->layout->own, interface = layout_interface(e->layout);
    TRY(fields_create(dim, own, &e->u));
    TRY(fields_create(dim, own, &e->v));
    if (e->damped) TRY(fields_create(dim, own, &e->v_other));
    if (e->damped) TRY(fields_create(dim, interface, &e->Cv));
    return fields_create(dim, interface, &e->Ku);
}

static JudderErr make_shapes(const FeMarchData *data, const Explicit *e, CellShapes **shapes) {
    TRY(cell_shapes_create(e->body->mesh, shapes));
    const FeMaterial *material = &e->body->material;
    (*shapes)->elastic = fe_elastic_moduli(material, e->body->dim);
    (*shapes)->viscous = fe_viscous_moduli(material, e->body->dim);
    (*shapes)->viscous.lambda += data->rayleigh_stiffness * (*shapes)->elastic.lambda;
    (*shapes)->viscous.G += data->rayleigh_stiffness * (*shapes)->elastic.G;
    (*shapes)->density = fe_density(material, e->body->dim);
    return JUDDER_OK;
}

static PetscErrorCode make_rows(const FeMarchData *data, Explicit *e, CellShapes **shapes) {
    bool *marked = NULL;
    PetscFunctionBeginUser;
    PetscCall(PetscCalloc1((size_t)e->body->numbering->count + 1, &marked));
    PetscCall(explicit_mark(e, marked));
    JudderErr err = make_shapes(data, e, shapes);
    if (err == JUDDER_OK) {
        const bool in_mesh_order = (*shapes)->distinct < (*shapes)->cells / 8;
        err = layout_create(e->body, marked, in_mesh_order, &e->layout);
    }
    if (err == JUDDER_OK) err = make_stencils(e, *shapes);
    if (err == JUDDER_OK) err = make_fields(e);
    PetscCall(fe_code(fe_agree(err)));
    PetscCall(halo_create(e->layout, e->body->dim, e->damped ? 2 : 1, &e->halo));
    PetscCall(explicit_specials(e, marked, data->surface_mass));
    PetscCall(PetscFree(marked));
    PetscFunctionReturn(0);
}

/* --- contact --- */

/* Where the numbers of contact nodes stand when they reach the first rank. */
static JudderErr make_gather(Explicit *e) {
    PetscMPIInt ranks;
    MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
    const int dim = e->body->dim, packed = 3 * dim + 1;
    const size_t n = (size_t)e->contact->n, size = n * (size_t)dim;
    e->to_gather = calloc((size_t)(e->own_contacts * packed) + 1, sizeof *e->to_gather);
    e->gather_count = calloc((size_t)ranks + 1, sizeof *e->gather_count);
    e->gather_start = calloc((size_t)ranks + 1, sizeof *e->gather_start);
    e->gather_node = calloc(n + 1, sizeof *e->gather_node);
    e->gathered = calloc(n * (size_t)packed + 1, sizeof *e->gathered);
    e->cu = calloc(size + 1, sizeof *e->cu);
    e->cv = calloc(size + 1, sizeof *e->cv);
    e->cr = calloc(size + 1, sizeof *e->cr);
    e->node = calloc(n + 1, sizeof *e->node);
    REQUIRE(e->to_gather && e->gather_count && e->gather_start && e->gather_node && e->gathered && e->cu &&
                e->cv && e->cr && e->node,
            error_memory());
    return JUDDER_OK;
}

static PetscErrorCode share_gather(Explicit *e) {
    PetscMPIInt ranks;
    int *own;
    const int packed = 3 * e->body->dim + 1;
    PetscFunctionBeginUser;
    PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &ranks));
    PetscCall(PetscMalloc1((size_t)e->own_contacts + 1, &own));
    for (int i = 0; i < e->own_contacts; i++) own[i] = e->own_contact[i].k;
    PetscCallMPI(MPI_Gather(&e->own_contacts, 1, MPI_INT, e->gather_count, 1, MPI_INT, 0, PETSC_COMM_WORLD));
    for (int r = 1; r < ranks; r++) e->gather_start[r] = e->gather_start[r - 1] + e->gather_count[r - 1];
    PetscCallMPI(MPI_Gatherv(own, e->own_contacts, MPI_INT, e->gather_node, e->gather_count, e->gather_start,
                             MPI_INT, 0, PETSC_COMM_WORLD));
    for (int r = 0; r < ranks; r++) {
        e->gather_start[r] *= packed;
        e->gather_count[r] *= packed;
    }
    PetscCall(PetscFree(own));
    PetscFunctionReturn(0);
}

static JudderErr make_contact(const FeMarchData *data, Explicit *e) {
    for (int i = 0; i < e->body->dim - 1; i++)
        TRY(fe_march_track(data, &data->foundation[i], "the velocity of the foundation", &e->foundation[i]));
    if (data->contact.law.law->given) TRY(fe_march_track(data, &data->pressure, "S", &e->pressure));
    e->contact_step = (ContactStep){.dim = e->body->dim, .dt = e->dt};
    e->report.suggested_step = INFINITY;
    e->report.stable_step = e->limit;
    /* 2/omega is h/c */
    for (int k = 0; !e->damped && k < e->contact->n; k++)
        if (!e->roots[k]->has_state && e->roots[k]->steepest > 0)
            e->report.suggested_viscosity = .15 * 2 / e->omega;
    return make_gather(e);
}

/* --- the start --- */

static PetscErrorCode take_start(const FeMarchData *data, Explicit *e) {
    Vec vector;
    PetscFunctionBeginUser;
    PetscCall(fe_vector_create(e->body, &vector));
    if (data->u) PetscCall(fe_vector_set(e->body, data->u, vector));
    PetscCall(explicit_from_vector(e, vector, &e->u));
    PetscCall(VecSet(vector, 0));
    if (data->v) PetscCall(fe_vector_set(e->body, data->v, vector));
    PetscCall(explicit_from_vector(e, vector, &e->v));
    PetscCall(VecDestroy(&vector));
    PetscFunctionReturn(0);
}

/* A contact node may not come through the obstacle in the first half step: its velocity is cut. */
static void start_contact(Explicit *e, int s) {
    const int dim = e->body->dim;
    const Special *special = &e->special[s];
    OwnContact *own = &e->own_contact[special->contact];
    double u[3], v[3], framed[3], gap;
    for (int c = 0; c < dim; c++) u[c] = e->u.c[c][special->local], v[c] = e->v.c[c][special->local];
    explicit_to_rows(e, own, u, framed);
    gap = own->gap + framed[0];
    explicit_to_rows(e, own, v, framed);
    if (own->node.law->law->rigid) framed[0] = fmax(framed[0], -fmax(0, gap) / (e->dt / 2));
    explicit_from_rows(e, own, framed, v);
    for (int c = 0; c < dim; c++)
        if (!special->fixed[c]) e->v.c[c][special->local] = v[c];
    double slip = 0;
    for (int i = 0; i < dim - 1; i++) {
        own->node.slip[i] = own->node.held[i] ? 0 : framed[i + 1] - e->V[i];
        slip = fmax(slip, fabs(own->node.slip[i]));
    }
    own->node.state = !own->node.law->law->given && gap > 0 ? STAGE_OPEN
                      : slip > 0                            ? STAGE_SLIP
                                                            : STAGE_STICK;
    const NormalPoint at = {.g = gap, .area = own->node.area};
    own->r[0] = contact_force(own->node.law, &at);
}

/* Displacements half a step on; sides go where they are given. */
static void half_step(Explicit *e) {
    const int dim = e->body->dim;
    for (int s = 0; s < e->specials; s++)
        for (int c = 0; c < dim; c++)
            if (e->special[s].fixed[c]) {
                const int i = e->special[s].local;
                e->v.c[c][i] = (e->given[s * dim + c] - e->u.c[c][i]) / (e->dt / 2);
            }
    for (int c = 0; c < dim; c++)
        for (int i = 0; i < e->layout->own; i++) e->u.c[c][i] += e->dt / 2 * e->v.c[c][i];
}

/* E = v'Mv/2 + u-'K u+/2, whose balance (BD-8) keeps, and what the contact stores. */
static PetscErrorCode start_energy(Explicit *e) {
    const int dim = e->body->dim, own = e->layout->own, interior = e->layout->interior;
    double sums[3] = {0}, *mass;
    Fields Ku = {{0}};
    PetscFunctionBeginUser;
    PetscCall(PetscMalloc1((size_t)own + 1, &mass));
    PetscCall(fe_code(fe_agree(fields_create(dim, own, &Ku))));
    stencils_mass(e->core, mass);
    memcpy(mass + interior, e->interface_mass, (size_t)(own - interior) * sizeof *mass);
    explicit_product(e, &e->u, false, &Ku);
    for (int c = 0; c < dim; c++)
        for (int i = 0; i < own; i++) {
            sums[0] += mass[i] * e->v.c[c][i] * e->v.c[c][i] / 2;
            sums[1] += Ku.c[c][i] * (e->u.c[c][i] - e->dt * e->v.c[c][i]) / 2;
        }
    for (int s = 0; s < e->specials; s++) {
        if (e->special[s].contact < 0) continue;
        const OwnContact *at = &e->own_contact[e->special[s].contact];
        double u[3], v[3], framed[3], velocity[3];
        for (int c = 0; c < dim; c++)
            u[c] = e->u.c[c][e->special[s].local], v[c] = e->v.c[c][e->special[s].local];
        explicit_to_rows(e, at, u, framed);
        explicit_to_rows(e, at, v, velocity);
        const double gap = at->gap + framed[0];
        sums[2] += (contact_stored(at->node.law, at->node.area, gap) +
                    contact_stored(at->node.law, at->node.area, gap - e->dt * velocity[0])) /
                   2;
        for (int i = 1; i < dim; i++)
            sums[0] += (at->node.tangential_mass - at->node.mass) * velocity[i] * velocity[i] / 2;
    }
    fields_release(&Ku);
    PetscCall(PetscFree(mass));
    double all[3] = {0};
    PetscCallMPI(MPI_Reduce(sums, all, 3, MPI_DOUBLE, MPI_SUM, 0, PETSC_COMM_WORLD));
    e->energy.kinetic = all[0];
    e->energy.elastic = all[1];
    e->energy.contact = all[2];
    PetscFunctionReturn(0);
}

static PetscErrorCode start(const FeMarchData *data, Explicit *e) {
    PetscFunctionBeginUser;
    PetscCall(share_gather(e));
    PetscCall(take_start(data, e));
    PetscCall(explicit_act(e, 0));
    for (int s = 0; s < e->specials; s++)
        if (e->special[s].contact >= 0) start_contact(e, s);
    half_step(e);
    PetscCall(start_energy(e));
    explicit_gather(e);
    if (data->r && fe_rank() == 0)
        memcpy(e->cr, data->r, (size_t)(e->contact->n * e->body->dim) * sizeof *e->cr);
    PetscFunctionReturn(0);
}

static JudderErr check(const FeMarchData *data) {
    REQUIRE(data->body.material.rho > 0,
            error_input("rho", "a body in motion needs the density rho of its material, a number > 0"));
    return JUDDER_OK;
}

/* With a cfl the step follows from the limits; signals are then followed with that step. */
static PetscErrorCode choose_step(FeMarchData *data, Explicit *e) {
    double allowed;
    PetscFunctionBeginUser;
    e->dt = fe_march_dt(data);
    PetscCall(explicit_slip_limit(e, data, &allowed));
    if (data->cfl > 0) {
        data->step = fmin(e->dt, fmin(data->cfl * e->limit, .9 * allowed));
        e->dt = fe_march_dt(data);
        PetscCall(fe_march_loads_destroy(&e->loads));
        PetscCall(fe_march_loads_create(e->body, data, &e->loads));
    }
    PetscCall(explicit_check_step(e, allowed));
    PetscFunctionReturn(0);
}

static PetscErrorCode explicit_fill(FeMarchData *data, Explicit *e) {
    CellShapes *shapes = NULL;
    FeBodyData body = data->body;
    PetscFunctionBeginUser;
    PetscCall(fe_code(check(data)));
    body.mass_alone = true;
    e->final = data->final;
    e->drag = data->rayleigh_mass;
    PetscCall(fe_body_create(&body, &e->body));
    PetscCall(fe_contact_create(e->body, &data->contact, &e->contact));
    PetscCall(fe_code(friction_roots_create_rows(e->contact->friction, e->contact->n, &e->roots)));
    PetscCall(fe_march_loads_create(e->body, data, &e->loads));
    PetscErrorCode code = make_rows(data, e, &shapes);
    if (!code) code = explicit_limit(e, shapes);
    cell_shapes_destroy(&shapes);
    PetscCall(code);
    PetscCall(choose_step(data, e));
    PetscCall(fe_code(fe_agree(make_contact(data, e))));
    PetscCall(start(data, e));
    PetscFunctionReturn(0);
}

PetscErrorCode explicit_create(const FeMarchData *data, void **engine) {
    PetscFunctionBeginUser;
    *engine = calloc(1, sizeof(Explicit));
    if (!*engine) PetscCall(fe_code(error_memory()));
    FeMarchData own = *data;
    const PetscErrorCode code = explicit_fill(&own, *engine);
    if (code) PetscCall(explicit_destroy(engine));
    PetscCall(code);
    PetscFunctionReturn(0);
}
