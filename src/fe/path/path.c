#include "fe/path/pieces.h"

#include "fe/body/field.h"
#include "fe/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static PetscErrorCode agree(JudderErr err) {
    return fe_code(fe_agree(err));
}

PetscErrorCode fe_path_destroy(FePath **path) {
    FePath *p = *path;
    PetscFunctionBeginUser;
    if (!p) PetscFunctionReturn(0);
    for (int i = 0; i < p->steps; i++) {
        free(p->step[i].node);
        free(p->step[i].r_t);
    }
    free(p->step);
    condensed_state_destroy(&p->state);
    condensed_destroy(&p->solver);
    free(p->mu);
    free(p->from);
    free(p->load);
    free(p->traction);
    PetscCall(fe_whole_destroy(&p->whole));
    PetscCall(VecDestroy(&p->force));
    PetscCall(VecDestroy(&p->given));
    PetscCall(VecDestroy(&p->force_0));
    PetscCall(VecDestroy(&p->given_0));
    PetscCall(fe_system_destroy(&p->system));
    fe_contact_destroy(&p->contact);
    PetscCall(fe_body_destroy(&p->body));
    free(p);
    *path = NULL;
    PetscFunctionReturn(0);
}

/* The condensed problem and its unloaded state, on the first rank. */
static JudderErr make_problem(FePath *p) {
    const FeContact *contact = p->contact;
    const size_t n = (size_t)contact->n, size = n * (size_t)p->body->dim;
    p->from = calloc(3 * size + 3, sizeof *p->from);
    REQUIRE(p->from, error_memory());
    p->to = p->from + size;
    p->on_u = p->to + size;
    if (fe_rank() != 0 || p->system->outcome != FE_SOLVED) return JUDDER_OK;
    p->problem = (CondensedProblem){.n = contact->n,
                                    .dim = p->body->dim,
                                    .S = p->system->S,
                                    .gap = contact->gap,
                                    .mu = p->mu,
                                    .area = contact->area,
                                    .contact_count = contact->n,
                                    .contact = contact->law};
    if (p->problem.S) TRY(condensed_create(&p->problem, &p->solver));
    return condensed_state_create(&p->problem, &p->state);
}

static JudderErr take_friction(FePath *p) {
    p->mu = malloc(((size_t)p->contact->n + 1) * sizeof *p->mu);
    REQUIRE(p->mu, error_memory());
    for (int k = 0; k < p->contact->n; k++) p->mu[k] = p->data.mu;
    return JUDDER_OK;
}

/* The path's own copy of the loads: it may be asked for them long after it was made. */
static JudderErr copy_loads(FePath *p) {
    const FePathLoad *from = p->data.load;
    size_t parts = 0;
    for (int k = 0; k < p->data.loads; k++) parts += (size_t)from[k].tractions;
    p->load = calloc((size_t)p->data.loads + 1, sizeof *p->load);
    p->traction = calloc(parts + 1, sizeof *p->traction);
    p->data.load = p->load;
    REQUIRE(p->load && p->traction, error_memory());
    FeTraction *next = p->traction;
    for (int k = 0; k < p->data.loads; k++) {
        p->load[k] = from[k];
        p->load[k].traction = next;
        for (int i = 0; i < from[k].tractions; i++) *next++ = from[k].traction[i];
    }
    return JUDDER_OK;
}

static PetscErrorCode path_fill(FePath *p) {
    bool whole;
    PetscFunctionBeginUser;
    PetscCall(agree(copy_loads(p)));
    PetscCall(fe_body_create(&p->data.body, &p->body));
    p->data.body.fix = NULL;
    PetscCall(fe_contact_create(p->body, &p->data.contact, &p->contact));
    PetscCall(agree(take_friction(p)));
    whole = fe_system_is_large(p->body);
    PetscCall(fe_contact_choose_whole(&whole));
    const FeSystemData system = {
        .of = {.stiffness = 1}, .rows = p->contact->rows, .solver = whole ? &no_solver : NULL};
    PetscCall(fe_system_create(p->body, &system, &p->system));
    if (whole) PetscCall(fe_whole_create(p->contact, p->system, p->mu, &p->whole));
    PetscCall(fe_vector_create(p->body, &p->force));
    PetscCall(fe_vector_create(p->body, &p->given));
    PetscCall(fe_vector_create(p->body, &p->force_0));
    PetscCall(fe_vector_create(p->body, &p->given_0));
    PetscCall(agree(make_problem(p)));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_path_create(const FePathData *data, FePath **path) {
    PetscFunctionBeginUser;
    *path = calloc(1, sizeof **path);
    PetscCall(fe_code(*path ? JUDDER_OK : error_memory()));
    (*path)->data = *data;
    const PetscErrorCode code = path_fill(*path);
    if (code) PetscCall(fe_path_destroy(path));
    PetscCall(code);
    PetscFunctionReturn(0);
}

PetscErrorCode fe_path_field(FePath *p, double *u) {
    Vec field;
    PetscFunctionBeginUser;
    PetscCall(VecDuplicate(p->force, &field));
    if (p->whole)
        PetscCall(fe_system_field(p->system, p->whole->u, p->given, field));
    else
        PetscCall(
            fe_system_expand(p->system, (FeLoad){p->force, p->given}, p->state ? p->state->u : NULL, field));
    PetscCall(fe_vector_get(p->body, field, u));
    PetscCall(VecDestroy(&field));
    PetscFunctionReturn(0);
}
