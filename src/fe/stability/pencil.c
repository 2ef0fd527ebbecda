/* psi_i = s_i row_t - mu row_n of (K + z M), condensed (ST-4), with n into the obstacle: against the normal
 * of the contact's frame, which points away from it. */
#include "fe/stability/pencil.h"

#include "fe/asked.h"
#include "fe/body/field.h"
#include "fe/start.h"
#include "small_motion/condense.h"

#include <stdlib.h>

PetscErrorCode fe_pencil_destroy(FePencil **pencil) {
    FePencil *p = *pencil;
    PetscFunctionBeginUser;
    if (!p) PetscFunctionReturn(0);
    PetscCall(fe_system_destroy(&p->moving));
    free(p->position);
    free(p->contact);
    free(p->S);
    free(p->kept);
    free(p->V);
    free(p);
    *pencil = NULL;
    PetscFunctionReturn(0);
}

static bool is_fixed(const FeContact *contact, int node) {
    return contact->place[2 * node] < 0 || contact->place[2 * node + 1] < 0;
}

/* A node that is fixed along the obstacle cannot slip: if it touches, it is stuck. */
static void list_states(FePencil *p, const int *node) {
    const FeContact *contact = p->of.contact;
    for (int k = 0; k < contact->n; k++) {
        SmallContact *c = &p->contact[k];
        *c = (SmallContact){.normal = 2 * k, .tangent = 2 * k + 1, .state = SMALL_CONTACT_STUCK};
        if (node[k] == CONDENSED_OPEN) c->state = SMALL_CONTACT_OPEN;
        if (node[k] < CONDENSED_SLIP_MINUS || is_fixed(contact, k)) continue;
        c->state = SMALL_CONTACT_SLIP;
        c->direction = node[k] == CONDENSED_SLIP_MINUS ? -1 : 1;
        p->position[p->n++] = contact->position[k] + 1;
    }
}

static JudderErr allocate(FePencil *p) {
    const size_t n = (size_t)p->of.contact->n;
    p->position = calloc(n + 1, sizeof *p->position);
    p->contact = calloc(n + 1, sizeof *p->contact);
    p->kept = calloc(2 * n + 1, sizeof *p->kept);
    p->V = calloc(2 * n + 1, sizeof *p->V);
    if (fe_rank() == 0) p->S = malloc((4 * n * n + 1) * sizeof *p->S);
    return p->position && p->contact && p->kept && p->V && (p->S || fe_rank() > 0) ? JUDDER_OK
                                                                                   : error_memory();
}

static PetscErrorCode fill(FePencil *p) {
    const int n = p->of.contact->n;
    int *node;
    PetscFunctionBeginUser;
    PetscCall(fe_code(fe_agree(allocate(p))));
    PetscCall(PetscMalloc1((size_t)n + 1, &node));
    for (int k = 0; k < n && fe_rank() == 0; k++) node[k] = (int)p->of.node[k];
    PetscCallMPI(MPI_Bcast(node, n, MPI_INT, 0, PETSC_COMM_WORLD));
    list_states(p, node);
    PetscCall(PetscFree(node));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_pencil_create(const FePencilData *data, FePencil **pencil) {
    PetscFunctionBeginUser;
    *pencil = NULL;
    if (data->body->dim != 2)
        PetscCall(fe_code(error_input("mesh", "stability is for bodies in 2-D: this one has 3 dimensions")));
    if (data->still->outcome != FE_SOLVED)
        PetscCall(fe_code(error_input("fix", "the body is not held: fix more of its sides")));
    FePencil *made = calloc(1, sizeof *made);
    PetscCall(fe_code(made ? JUDDER_OK : error_memory()));
    made->of = *data;
    made->z = -1;
    const PetscErrorCode code = fill(made);
    made->of.node = NULL;
    if (code) PetscCall(fe_pencil_destroy(&made));
    *pencil = made;
    PetscCall(code);
    PetscFunctionReturn(0);
}

/* S of that z on the first rank, its normals turned into the obstacle. Collective. */
static PetscErrorCode condense(void *of, double z) {
    FePencil *p = of;
    const FeContact *contact = p->of.contact;
    const long size = 2L * contact->n;
    PetscFunctionBeginUser;
    if (z != 0) {
        PetscCall(fe_system_destroy(&p->moving));
        const FeSystemData data = {
            .of = {.stiffness = 1, .mass = z}, .kept = contact->kept, .kept_count = contact->kept_count};
        PetscCall(fe_system_create(p->of.body, &data, &p->moving));
        if (p->moving->outcome != FE_SOLVED)
            PetscCall(fe_code(fe_agree(error_machine("K + z M could not be factorised at z = %g", z))));
    }
    p->z = z;
    if (fe_rank() > 0) PetscFunctionReturn(0);
    fe_contact_matrix(contact, z != 0 ? p->moving->S : p->of.still->S, p->S);
    for (long i = 0; i < size; i++)
        for (long j = (i + 1) % 2; j < size; j += 2) p->S[i * size + j] *= -1;
    PetscFunctionReturn(0);
}

static SmallMotion motion_of(const FePencil *p) {
    return (SmallMotion){
        .n = 2 * p->of.contact->n, .K = p->S, .contacts = p->of.contact->n, .contact = p->contact};
}

static JudderErr pencil_at(void *context, double z, double *A, double *B) {
    FePencil *p = context;
    if (p->z != z) TRY(fe_error(fe_asked_at(&(FeAsked){condense, p}, z)));
    const SmallMotion motion = motion_of(p);
    Condenser *condenser = NULL;
    TRY(condenser_create(&motion, &condenser));
    const JudderErr err = condenser_pencil_at(condenser, 0, A, B);
    condenser_destroy(&condenser);
    return err;
}

JudderErr fe_pencil_load(const FePencil *p, const double *load, double *a, double *b) {
    const int size = 2 * p->of.contact->n;
    double *turned = malloc(((size_t)size + 1) * sizeof *turned);
    REQUIRE(turned, error_memory());
    for (int j = 0; j < size; j++) turned[j] = j % 2 == 0 ? -load[j] : load[j];
    SmallMotion motion = motion_of(p);
    motion.load = turned;
    Condenser *condenser = NULL;
    JudderErr err = condenser_create(&motion, &condenser);
    if (err == JUDDER_OK) err = condenser_pencil_load(condenser, a, b);
    condenser_destroy(&condenser);
    free(turned);
    return err;
}

PetscErrorCode fe_pencil_ask(FePencil *pencil, FeQuestion ask, void *context) {
    JudderErr err = JUDDER_OK;
    PetscFunctionBeginUser;
    if (fe_rank() == 0) err = ask(context, &(Pencil){pencil->n, pencil_at, pencil});
    PetscCall(fe_asked_end(&(FeAsked){condense, pencil}, &err));
    PetscCall(fe_code(fe_agree(err)));
    PetscFunctionReturn(0);
}

/* Motion of the contact nodes in their frame, then of the kept dofs. */
static JudderErr contact_motion(FePencil *p, const double *xi) {
    const SmallMotion motion = motion_of(p);
    Condenser *condenser = NULL;
    TRY(condenser_create(&motion, &condenser));
    const JudderErr err = condenser_pencil_expand(condenser, 0, false, xi, p->V);
    condenser_destroy(&condenser);
    TRY(err);
    for (int k = 0; k < p->of.contact->n; k++) p->V[2 * k] *= -1;
    fe_contact_vector_back(p->of.contact, p->V, p->kept);
    return JUDDER_OK;
}

PetscErrorCode fe_pencil_motion(FePencil *p, double z, const double *xi, double *u) {
    Vec field;
    PetscFunctionBeginUser;
    PetscCallMPI(MPI_Bcast(&z, 1, MPI_DOUBLE, 0, PETSC_COMM_WORLD));
    /* p->z is the same on all ranks: it changes in collective calls alone. */
    if (p->z != z) PetscCall(condense(p, z));
    PetscCall(fe_code(fe_agree(fe_rank() == 0 ? contact_motion(p, xi) : JUDDER_OK)));
    PetscCall(fe_vector_create(p->of.body, &field));
    FeSystem *system = z != 0 ? p->moving : p->of.still;
    PetscCall(fe_system_expand(system, (FeLoad){NULL, NULL}, fe_rank() == 0 ? p->kept : NULL, field));
    PetscCall(fe_vector_get(p->of.body, field, u));
    PetscCall(VecDestroy(&field));
    PetscFunctionReturn(0);
}
