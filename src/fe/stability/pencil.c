/* psi_i = row_t - mu row_n of (K + z M), condensed (ST-4), with t along the slip of each node, n into the
 * obstacle: against the normal of the contact's rows, which points away from it. In space the direction
 * across t is held, or free (ST-15). */
#include "fe/stability/pencil.h"

#include "fe/asked.h"
#include "fe/body/field.h"
#include "fe/stability/enclose.h"
#include "fe/start.h"
#include "small_motion/condense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

PetscErrorCode fe_pencil_destroy(FePencil **pencil) {
    FePencil *p = *pencil;
    PetscFunctionBeginUser;
    if (!p) PetscFunctionReturn(0);
    PetscCall(fe_system_destroy(&p->moving));
    enclosed_release(&p->certain);
    free(p->position);
    free(p->state);
    free(p->along);
    free(p->dof);
    free(p->contact);
    free(p->S);
    free(p->on_rows);
    free(p->V);
    free(p);
    *pencil = NULL;
    PetscFunctionReturn(0);
}

/* --- which directions take part --- */

/* The number of a direction among the dofs, or -1 if its node is fixed along it. */
static int add_dof(FePencil *p, int node, const double *part) {
    const int dim = p->of.body->dim, *place = p->of.contact->rows->place + node * dim;
    FePencilDof *dof = &p->dof[p->dofs];
    *dof = (FePencilDof){.node = node};
    for (int a = 0; a < dim; a++) {
        if (place[a] >= 0)
            dof->part[a] = part[a];
        else if (fabs(part[a]) > 1e-9)
            return -1;
    }
    return p->dofs++;
}

/* A node that is fixed along its slip cannot slip: since it touches, it is stuck. */
static void add_slipping(FePencil *p, int k) {
    const double *t = p->along[k];
    const double normal[3] = {-1, 0, 0}, along[3] = {0, t[0], t[1]}, across[3] = {0, -t[1], t[0]};
    p->state[k] = SMALL_CONTACT_STUCK;
    const int tangent = add_dof(p, k, along);
    if (tangent < 0) return;
    p->state[k] = SMALL_CONTACT_SLIP;
    p->contact[p->n] = (SmallContact){
        .normal = add_dof(p, k, normal), .tangent = tangent, .state = SMALL_CONTACT_SLIP, .direction = 1};
    if (p->of.across_free && p->of.body->dim == 3) add_dof(p, k, across);
    p->position[p->n++] = p->of.contact->position[k] + 1;
}

static void add_open(FePencil *p, int k) {
    p->state[k] = SMALL_CONTACT_OPEN;
    for (int row = 0; row < p->of.body->dim; row++) {
        const double axis[3] = {row == 0, row == 1, row == 2};
        add_dof(p, k, axis);
    }
}

/* What the first rank knows of a node. */
typedef struct Known {
    int state;
    double slip[2];
} Known;

static JudderErr list_states(FePencil *p, const Known *known) {
    for (int k = 0; k < p->of.contact->n; k++) {
        double *t = p->along[k];
        const double length = hypot(known[k].slip[0], known[k].slip[1]);
        t[0] = known[k].state == CONDENSED_SLIP_MINUS ? -1 : 1;
        if (known[k].state == CONDENSED_SLIP) {
            REQUIRE(length > 0 && isfinite(length),
                    error_input("contact",
                                "contact node %d slips without friction, so in no certain direction",
                                p->of.contact->position[k] + 1));
            for (int i = 0; i < 2; i++) t[i] = known[k].slip[i] / length;
        }
        if (known[k].state == CONDENSED_OPEN)
            add_open(p, k);
        else if (known[k].state == CONDENSED_STICK)
            p->state[k] = SMALL_CONTACT_STUCK;
        else
            add_slipping(p, k);
    }
    return JUDDER_OK;
}

static void fill_known(const FePencilData *data, Known *known) {
    for (int k = 0; k < data->contact->n; k++) {
        known[k] = (Known){.state = (int)data->node[k]};
        for (int i = 0; i < 2 && data->slip && data->body->dim == 3; i++)
            known[k].slip[i] = data->slip[2 * k + i];
    }
}

static JudderErr allocate(FePencil *p, Known **known) {
    const size_t n = (size_t)p->of.contact->n, dofs = 3 * n;
    p->position = calloc(n + 1, sizeof *p->position);
    p->state = calloc(n + 1, sizeof *p->state);
    p->along = calloc(n + 1, sizeof *p->along);
    p->dof = calloc(dofs + 1, sizeof *p->dof);
    p->contact = calloc(n + 1, sizeof *p->contact);
    p->on_rows = calloc(dofs + 1, sizeof *p->on_rows);
    p->V = calloc(dofs + 1, sizeof *p->V);
    *known = calloc(n + 1, sizeof **known);
    return p->position && p->state && p->along && p->dof && p->contact && p->on_rows && p->V && *known
               ? JUDDER_OK
               : error_memory();
}

static PetscErrorCode pencil_fill(FePencil *p) {
    const int n = p->of.contact->n;
    Known *known = NULL;
    JudderErr err = JUDDER_OK;
    PetscFunctionBeginUser;
    PetscCall(fe_code(fe_agree(allocate(p, &known))));
    if (fe_rank() == 0) fill_known(&p->of, known);
    PetscCallMPI(MPI_Bcast(known, n * (int)sizeof *known, MPI_BYTE, 0, PETSC_COMM_WORLD));
    err = list_states(p, known);
    free(known);
    const size_t dofs = (size_t)p->dofs;
    if (err == JUDDER_OK && fe_rank() == 0) {
        p->S = malloc((dofs * dofs + 1) * sizeof *p->S);
        err = p->S ? JUDDER_OK : error_memory();
    }
    PetscCall(fe_code(fe_agree(err)));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_pencil_create(const FePencilData *data, FePencil **pencil) {
    PetscFunctionBeginUser;
    *pencil = NULL;
    if (data->still->outcome != FE_SOLVED)
        PetscCall(fe_code(error_input("fix", "the body is not held: fix more of its sides")));
    FePencil *made = calloc(1, sizeof *made);
    PetscCall(fe_code(fe_agree(made ? JUDDER_OK : error_memory())));
    made->of = *data;
    made->z = -1;
    const PetscErrorCode code = pencil_fill(made);
    made->of.node = NULL;
    made->of.slip = NULL;
    if (code) PetscCall(fe_pencil_destroy(&made));
    *pencil = made;
    PetscCall(code);
    PetscFunctionReturn(0);
}

/* --- the condensed matrix --- */

/* Sum over the parts of a dof of values on the rows. */
static double on_dof(const FePencil *p, const FePencilDof *dof, const double *on_rows) {
    const int dim = p->of.body->dim;
    double sum = 0;
    for (int a = 0; a < dim; a++) sum += dof->part[a] * on_rows[dof->node * dim + a];
    return sum;
}

/* S on the dofs from that on the rows. */
static void combine_rows(FePencil *p, const double *S) {
    const int dim = p->of.body->dim;
    const long size = p->of.contact->rows->count;
    for (int i = 0; i < p->dofs; i++) {
        const FePencilDof *dof = &p->dof[i];
        memset(p->on_rows, 0, (size_t)size * sizeof *p->on_rows);
        for (int a = 0; a < dim; a++) {
            const double *row = S + (dof->node * dim + a) * size;
            for (long j = 0; j < size && dof->part[a] != 0; j++) p->on_rows[j] += dof->part[a] * row[j];
        }
        for (int j = 0; j < p->dofs; j++) p->S[(long)i * p->dofs + j] = on_dof(p, &p->dof[j], p->on_rows);
    }
}

/* S of K + z M (ST-5) on the first rank. Collective. */
static PetscErrorCode condense(void *of, double z) {
    FePencil *p = of;
    PetscFunctionBeginUser;
    if (z != 0) {
        PetscCall(fe_system_destroy(&p->moving));
        const FeSystemData data = {.of = {.stiffness = 1, .mass = z}, .rows = p->of.contact->rows};
        PetscCall(fe_system_create(p->of.body, &data, &p->moving));
        if (p->moving->outcome != FE_SOLVED)
            PetscCall(fe_code(fe_agree(error_machine("K + z M could not be factorised at z = %g", z))));
    }
    p->z = z;
    if (fe_rank() == 0) combine_rows(p, z != 0 ? p->moving->S : p->of.still->S);
    PetscFunctionReturn(0);
}

static SmallMotion motion_of(const FePencil *p) {
    return (SmallMotion){.n = p->dofs, .K = p->S, .contacts = p->n, .contact = p->contact};
}

/* The condensed motion at z. */
static JudderErr motion_at(const FeAsked *asked, double z, SmallMotion *motion, Condenser **condenser) {
    const FePencil *p = asked->of;
    if (p->z != z) TRY(fe_error(fe_asked_at(asked, z)));
    *motion = motion_of(p);
    return condenser_create(motion, condenser);
}

static JudderErr pencil_at(void *context, double z, double *A, double *B) {
    SmallMotion motion;
    Condenser *condenser = NULL;
    TRY(motion_at(context, z, &motion, &condenser));
    const JudderErr err = condenser_pencil_at(condenser, 0, A, B);
    condenser_destroy(&condenser);
    return err;
}

static JudderErr normals_at(void *context, double z, double *C) {
    SmallMotion motion;
    Condenser *condenser = NULL;
    TRY(motion_at(context, z, &motion, &condenser));
    const JudderErr err = condenser_normals_at(condenser, 0, C);
    condenser_destroy(&condenser);
    return err;
}

JudderErr fe_pencil_load(const FePencil *p, const double *load, double *a, double *b) {
    double *on_dofs = calloc((size_t)p->dofs + 1, sizeof *on_dofs);
    REQUIRE(on_dofs, error_memory());
    for (int j = 0; j < p->dofs; j++) on_dofs[j] = on_dof(p, &p->dof[j], load);
    SmallMotion motion = motion_of(p);
    motion.load = on_dofs;
    Condenser *condenser = NULL;
    JudderErr err = condenser_create(&motion, &condenser);
    if (err == JUDDER_OK) err = condenser_pencil_load(condenser, a, b);
    condenser_destroy(&condenser);
    free(on_dofs);
    return err;
}

PetscErrorCode fe_pencil_ask(FePencil *pencil, FeQuestion ask, void *context) {
    JudderErr err = JUDDER_OK;
    FeAsked asked = {condense, pencil, fe_pencil_gather, &pencil->certain};
    PetscFunctionBeginUser;
    if (fe_rank() == 0) {
        Pencil questions = fe_asked_pencil(&asked, pencil->n);
        questions.at = pencil_at, questions.normals = normals_at;
        err = ask(context, &questions);
    }
    PetscCall(fe_asked_end(&asked, &err));
    PetscCall(fe_code(fe_agree(err)));
    PetscFunctionReturn(0);
}

/* Motion of the rows. */
static JudderErr contact_motion(FePencil *p, const double *xi) {
    const int dim = p->of.body->dim;
    const SmallMotion motion = motion_of(p);
    Condenser *condenser = NULL;
    TRY(condenser_create(&motion, &condenser));
    const JudderErr err = condenser_pencil_expand(condenser, 0, false, xi, p->V);
    condenser_destroy(&condenser);
    TRY(err);
    memset(p->on_rows, 0, (size_t)p->of.contact->rows->count * sizeof *p->on_rows);
    for (int j = 0; j < p->dofs; j++)
        for (int a = 0; a < dim; a++) p->on_rows[p->dof[j].node * dim + a] += p->V[j] * p->dof[j].part[a];
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
    PetscErrorCode code = fe_system_expand(system, (FeLoad){NULL, NULL}, p->on_rows, field);
    if (!code) code = fe_vector_get(p->of.body, field, u);
    PetscCall(VecDestroy(&field));
    PetscCall(code);
    PetscFunctionReturn(0);
}
