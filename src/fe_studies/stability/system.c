/* stability{} of a system too large for dense matrices: the same questions, asked of sparse ones. */
#include "study/system/rubbing.h"

#include "fe/sparse/matrix.h"
#include "fe/sparse/sparse_pencil.h"
#include "fe/start.h"
#include "fe_studies/stability/flutter.h"
#include "fe_studies/studies.h"
#include "matrix_market/matrix_market.h"
#include "results/results.h"
#include "small_motion/small_motion.h"
#include "stability/pencil.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Asking {
    StudyRun *run;
    const SystemPrepared *made;
    Mat K, M, C;
    bool *held;
    int slips;                /* contacts in impending slip */
    const int *position;      /* of each among the contacts, counted from 1 */
    double *mu;               /* of each, as requested */
    FeSparseContact *contact; /* of each */
    FeSlide *slide;           /* of each */
    FeSparsePencil *pencil;
} Asking;

static JudderErr system_release(Asking *a) {
    JudderErr err = fe_error(fe_sparse_pencil_destroy(&a->pencil));
    Mat *const matrices[] = {&a->K, &a->M, &a->C};
    for (int i = 0; i < 3; i++)
        if (err == JUDDER_OK) err = fe_error(MatDestroy(matrices[i]));
    free(a->held);
    free(a->mu);
    free(a->contact);
    free(a->slide);
    return err;
}

/* What the contacts are, in the forms that the two kinds of questions take. */
static void list_contacts(Asking *a) {
    for (int i = 0; i < a->made->motion.contacts; i++) {
        const SmallContact *c = &a->made->contact[i];
        if (c->state == SMALL_CONTACT_STUCK) a->held[c->normal] = a->held[c->tangent] = true;
        if (c->state != SMALL_CONTACT_SLIP) continue;
        a->mu[a->slips] = c->mu;
        a->contact[a->slips] = (FeSparseContact){c->normal, c->tangent, c->direction};
        a->slide[a->slips++] = (FeSlide){.rows = 2,
                                         .row = {c->normal, c->tangent},
                                         .normal = {1, 0},
                                         .along = {0, c->direction},
                                         .p = -c->reaction[0],
                                         .slope = c->slope};
    }
}

static JudderErr system_make_room(Asking *a) {
    const size_t count = (size_t)a->made->motion.contacts + 1;
    a->held = calloc((size_t)a->made->large->n + 1, sizeof *a->held);
    a->position = a->made->position;
    a->mu = calloc(count, sizeof *a->mu);
    a->contact = calloc(count, sizeof *a->contact);
    a->slide = calloc(count, sizeof *a->slide);
    return a->held && a->mu && a->contact && a->slide ? JUDDER_OK : error_memory();
}

static JudderErr make_matrix(const Triplets *t, Mat *A) {
    if (t->rows == 0) return JUDDER_OK;
    const FeTriplets triplets = {t->rows, t->count, t->row, t->column, t->value};
    return fe_error(fe_matrix_create(&triplets, A));
}

/* The terms of curved obstacles (ST-2). */
static PetscErrorCode add_curvature(const Asking *a) {
    PetscFunctionBeginUser;
    for (int i = 0; i < a->made->motion.contacts && fe_rank() == 0; i++) {
        const SmallContact *c = &a->made->contact[i];
        if (c->curvature == 0) continue;
        PetscCall(MatSetValue(a->K, c->tangent, c->tangent, c->curvature * c->reaction[0], ADD_VALUES));
        PetscCall(MatSetValue(a->K, c->normal, c->tangent, -c->curvature * c->reaction[1], ADD_VALUES));
    }
    PetscCall(MatAssemblyBegin(a->K, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(a->K, MAT_FINAL_ASSEMBLY));
    PetscFunctionReturn(0);
}

static JudderErr system_make(Asking *a) {
    const SystemLarge *large = a->made->large;
    TRY(fe_agree(system_make_room(a)));
    list_contacts(a);
    TRY(make_matrix(&large->K, &a->K));
    TRY(make_matrix(&large->M, &a->M));
    TRY(make_matrix(&large->C, &a->C));
    TRY(fe_error(MatSetOption(a->K, MAT_NEW_NONZERO_ALLOCATION_ERR, PETSC_FALSE)));
    return fe_error(add_curvature(a));
}

static bool is_symmetric(const Asking *a) {
    for (int i = 0; i < a->made->motion.contacts; i++)
        if (a->made->contact[i].curvature != 0) return false;
    return system_is_symmetric(a->made);
}

/* --- about rest --- */

static JudderErr ask_classes(const Asking *a, const Pencil *pencil) {
    RateRoom room;
    TRY(rate_room_open(pencil, &room));
    const RateProblem problem = rate_room_problem(&room, pencil->n, a->mu);
    const JudderErr err = stability_classes(a->run, &problem, a->position);
    rate_room_release(&room);
    return err;
}

static bool is_damped(const SystemLarge *large) {
    for (size_t k = 0; large->C.rows > 0 && k < large->C.count; k++)
        if (large->C.value[k] != 0) return true;
    return false;
}

static StabilityDamping damping_of(const Asking *a) {
    if (is_damped(a->made->large)) return (StabilityDamping){.uncounted = true, .unknown = true};
    return system_damping(a->made);
}

static JudderErr ask_rest(void *context, const Pencil *pencil) {
    Asking *a = context;
    const Stability *p = a->run->study->params;
    const StabilityTarget target = {pencil, a->position, a->mu, damping_of(a)};
    if (p->critical_mu) TRY(stability_critical(a->run, &target));
    if (p->classes) TRY(ask_classes(a, pencil));
    if (!block_gives(a->run->study, "growth")) return JUDDER_OK;
    for (int i = 0; i < pencil->n && !isnan(p->growth.mu); i++) a->mu[i] = p->growth.mu;
    return stability_growth_scan(a->run, &target);
}

static JudderErr about_rest(Asking *a) {
    const FeSparsePencilData data = {a->K, a->M, a->held, a->contact, a->slips};
    bool stable = true;
    TRY(fe_error(fe_sparse_pencil_create(&data, &a->pencil)));
    if (is_symmetric(a)) TRY(fe_error(fe_sparse_free_is_stable(a->pencil, &stable)));
    a->run->answer->free_is_stable = answer_of(stable);
    if (!stable && damping_of(a).unknown)
        return stability_unanswered(
            a->run, STABILITY_REST,
            "the stiffness of the dofs that no contact holds is not positive definite, "
            "and whether the damping matrix holds them is not known: request flutter");
    if (!stable) {
        stability_tell(a->run, "the dofs that no contact holds are unstable by themselves, whatever mu");
        system_has_no_critical_mu(a->run, CRITICAL_FREE_UNSTABLE);
        return JUDDER_OK;
    }
    return fe_error(fe_sparse_pencil_ask(a->pencil, ask_rest, a));
}

/* --- about sliding --- */

/* Shapes of the first roots, one number a dof of the system. */
static JudderErr write_shape(void *context, int place, const FeMotion *motion) {
    enum { SHAPES = 6 };
    const FeStudyFlutter *ask = context;
    const size_t count = (size_t)((const SystemPrepared *)ask->run->prepared)->large->n;
    FeSliding *s = ask->sliding;
    if (place >= SHAPES) return JUDDER_OK;
    double *u = malloc(count * sizeof *u);
    JudderErr err = fe_agree(u ? JUDDER_OK : error_memory());
    for (int k = 0; k < 2 && err == JUDDER_OK; k++) {
        char name[40];
        snprintf(name, sizeof name, "flutter_%02d_%s", place + 1, k ? "im" : "re");
        err = fe_error(MatMult(s->P_0, k ? motion->y : motion->x, s->u));
        if (err == JUDDER_OK) err = fe_error(fe_vector_gather(s->u, u));
        if (err == JUDDER_OK && ask->run->results)
            err = results_field(ask->run->results, name, "", u, count, 1);
        err = fe_agree(err);
    }
    free(u);
    return err;
}

static JudderErr ask_sliding(Asking *a, double mu) {
    const FeSlidingData data = {.K = a->K,
                                .M = a->M,
                                .C = a->C,
                                .held = a->held,
                                .slide = a->slide,
                                .slides = a->slips,
                                .mass_part = a->made->large->mass_part,
                                .stiffness_part = a->made->large->stiffness_part};
    FeSliding *sliding = NULL;
    FeStudyFlutter ask = {.run = a->run,
                          .mu = mu,
                          .position = a->position,
                          .asymmetric = !is_symmetric(a),
                          .shape = write_shape};
    TRY(fe_error(fe_sliding_create(&data, &sliding)));
    ask.sliding = sliding;
    ask.context = &ask;
    a->run->answer->sliding.moving_dofs = sliding->n - sliding->states;
    const JudderErr err = fe_study_flutter(&ask);
    const JudderErr end = fe_error(fe_sliding_destroy(&sliding));
    return err == JUDDER_OK ? end : err;
}

/* With what the laws of the contacts say. */
static JudderErr about_sliding(Asking *a) {
    SystemRubbing rubbing;
    TRY(fe_agree(system_rub(a->run, &rubbing)));
    for (int k = 0; k < a->slips; k++) {
        const int which = a->position[k] - 1;
        FeSlide *slide = &a->slide[k];
        slide->slope = rubbing.contact[which].slope;
        slide->memory = slide->p != 0 ? rubbing.memory[which].damping / slide->p : 0;
        slide->rate = rubbing.memory[which].rate;
    }
    if (rubbing.remark) stability_tell(a->run, "%s", rubbing.remark);
    const JudderErr err = rubbing.missing[0] ? fe_agree(stability_unanswered(a->run, STABILITY_SLIDING, "%s",
                                                                             rubbing.missing))
                                             : ask_sliding(a, rubbing.mu);
    system_rubbing_release(&rubbing);
    return err;
}

static JudderErr system_answer(Asking *a) {
    const Stability *p = a->run->study->params;
    TRY(fe_agree(stability_begin(a->run)));
    TRY(system_make(a));
    system_tell_matrices(a->run);
    TRY(fe_agree(system_tell_pieces(a->run)));
    if (block_gives(a->run->study, "flutter")) TRY(about_sliding(a));
    if (p->critical_mu || p->classes || block_gives(a->run->study, "growth")) TRY(about_rest(a));
    if (p->critical_mu) system_tell_own_mu(a->run);
    stability_compare(a->run);
    return JUDDER_OK;
}

JudderErr fe_study_system(StudyRun *run) {
    Asking a = {.run = run, .made = run->prepared};
    const double begun = clock_seconds();
    JudderErr err = system_answer(&a);
    const JudderErr end = system_release(&a);
    if (err == JUDDER_OK) err = end;
    if (err == JUDDER_OK) run->answer->seconds = clock_seconds() - begun;
    if (run->outcome == STUDY_STOPPED && !run->reason[0])
        snprintf(run->reason, sizeof run->reason, "interrupted");
    return block_locate(run->study, stability_end(run, err));
}
