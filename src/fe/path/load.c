/* Loads as vectors, as condensed forces f of (BD-3), and as the resultant of a plate. */
#include "fe/body/field.h"
#include "fe/path/pieces.h"
#include "fe/start.h"

#include <math.h>

PetscErrorCode fe_path_increment(FePath *path, const FePathLoad *load, Vec force, Vec given) {
    PetscFunctionBeginUser;
    PetscCall(VecSet(force, 0));
    PetscCall(VecSet(given, 0));
    for (int k = 0; k < load->tractions; k++)
        PetscCall(fe_load_traction(path->body, load->traction[k].side, fe_constant(load->traction[k].value),
                                   force));
    if (load->weight[0] != 0 || load->weight[1] != 0 || load->weight[2] != 0)
        PetscCall(fe_load_volume(path->body, fe_constant(load->weight), force));
    if (!load->moved) PetscFunctionReturn(0);
    PetscCall(fe_vector_move_side(path->body, load->moved, load->motion, INSERT_VALUES, given));
    if (load->absolute) {
        /* From where the side is: minus what it has. */
        const double ones[3] = {1, 1, 1};
        Vec had;
        PetscCall(VecDuplicate(given, &had));
        PetscCall(VecSet(had, 0));
        PetscCall(fe_vector_move_side(path->body, load->moved, ones, INSERT_VALUES, had));
        PetscCall(VecPointwiseMult(had, had, path->given));
        PetscCall(VecAXPY(given, -1, had));
        PetscCall(VecDestroy(&had));
    }
    PetscFunctionReturn(0);
}

static double length_of(const double *v) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* The resultant along its motion of what holds a side, of displacements u. */
static PetscErrorCode resultant_of(FePath *path, const FePathLoad *load, Vec u, Vec force, double *along) {
    Vec f;
    double sum[3] = {0};
    PetscFunctionBeginUser;
    PetscCall(VecDuplicate(u, &f));
    PetscCall(fe_apply(path->body, path->system->of, u, f));
    PetscCall(VecAXPY(f, -1, force));
    PetscCall(fe_vector_clear(path->body, true, f));
    PetscCall(fe_side_resultant(path->body, load->moved, f, sum));
    *along = 0;
    const double length = length_of(load->motion);
    for (int i = 0; i < path->body->dim; i++) *along += sum[i] * load->motion[i] / length;
    PetscCall(VecDestroy(&f));
    PetscFunctionReturn(0);
}

/* The same with the contact nodes at 0. */
static PetscErrorCode resultant(FePath *path, const FePathLoad *load, FeLoad acting, double *along) {
    Vec u;
    PetscFunctionBeginUser;
    PetscCall(VecDuplicate(path->force, &u));
    PetscCall(fe_system_expand(path->system, acting, NULL, u));
    PetscCall(resultant_of(path, load, u, acting.force, along));
    PetscCall(VecDestroy(&u));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_path_whole_resultant(FePath *path, const FePathLoad *load, FeLoad acting, double *along) {
    Vec u;
    PetscFunctionBeginUser;
    PetscCall(VecDuplicate(path->force, &u));
    PetscCall(fe_system_field(path->system, path->whole->u, acting.given, u));
    PetscCall(resultant_of(path, load, u, acting.force, along));
    PetscCall(VecDestroy(&u));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_path_plate(FePath *path, const FePathLoad *load, Vec force_to, Vec given_to,
                             FePlate *plate) {
    Vec unit;
    double end, direction[3];
    PetscFunctionBeginUser;
    const double length = length_of(load->motion);
    for (int i = 0; i < 3; i++) direction[i] = load->motion[i] / length;
    PetscCall(resultant(path, load, (FeLoad){path->force, path->given}, &plate->constant));
    PetscCall(resultant(path, load, (FeLoad){force_to, given_to}, &end));
    plate->slope = end - plate->constant;
    /* By symmetry the plate feels the contact nodes as they feel the plate. */
    PetscCall(VecDuplicate(path->given, &unit));
    PetscCall(VecSet(unit, 0));
    PetscCall(fe_vector_move_side(path->body, load->moved, direction, INSERT_VALUES, unit));
    PetscCall(fe_system_condense(path->system, (FeLoad){NULL, unit}, plate->on_u));
    if (plate->on_u)
        for (int k = 0; k < path->contact->n * path->body->dim; k++) plate->on_u[k] = -plate->on_u[k];
    PetscCall(VecDestroy(&unit));
    PetscFunctionReturn(0);
}

PetscErrorCode fe_path_last_rate(FePath *path, double *f) {
    FePathLoad last = path->data.load[path->data.loads - 1];
    Vec force, given;
    PetscFunctionBeginUser;
    last.absolute = false; /* where it went to it would not go on */
    PetscCall(VecDuplicate(path->force, &force));
    PetscCall(VecDuplicate(path->given, &given));
    PetscCall(fe_path_increment(path, &last, force, given));
    PetscCall(fe_system_condense(path->system, (FeLoad){force, given}, path->state ? f : NULL));
    PetscCall(VecDestroy(&force));
    PetscCall(VecDestroy(&given));
    PetscFunctionReturn(0);
}
