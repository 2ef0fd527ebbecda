/* march{} of a slider: m x'' = k (X - x) + c (X' - x') + r, X' = drive(t), as a system of two
 * dofs, x and X.  (BD-4) */
#include "study/slider/slider_model.h"

#include "friction/friction.h"
#include "study/system/motion.h"

#include <stdlib.h>

/* What is made for one march. */
typedef struct Made {
    SystemColumns columns;
    double M[4], C[4], K[4], u[2], v[2];
    SystemContactSetup contact;
    SystemDofSignal drive;
} Made;

static void march_fill(const StudyRun *run, Made *made) {
    const SliderParams *p = run->model->params;
    const double m = p->mass, c = p->damping, k = p->stiffness;
    *made = (Made){.M = {m, 0, 0, 0}, .C = {c, -c, -c, c}, .K = {k, -k, -k, k}};
    made->u[1] = p->initial.stretch;
    made->v[0] = p->initial.velocity;
    made->contact = (SystemContactSetup){
        .tangent = 0,
        .normal = -1,
        .normal_force = &p->normal_force,
        .velocity = &p->foundation.velocity,
        .friction = {friction_law_find(p->friction.word->name), p->friction.params}};
    made->drive = (SystemDofSignal){1, &p->drive};
    SystemColumns *columns = &made->columns;
    columns->spring = k;
    columns->dashpot = c;
    static const SystemQuantity recorded[] = {SYSTEM_TIME,   SYSTEM_DISPLACEMENT, SYSTEM_VELOCITY,
                                              SYSTEM_SLIP,   SYSTEM_SPRING,       SYSTEM_FRICTION,
                                              SYSTEM_NORMAL, SYSTEM_KINETIC,      SYSTEM_ELASTIC};
    for (size_t i = 0; i < sizeof recorded / sizeof *recorded; i++)
        system_columns_add(columns, recorded[i], 0, -1);
    if (made->contact.friction.law->state_start) system_columns_add(columns, SYSTEM_STATE, 0, -1);
}

static JudderErr create(StudyRun *run, double final, double step, Stepper **stepper) {
    Made *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    march_fill(run, made);
    SystemMarchSetup setup = {.n = 2,
                              .M = made->M,
                              .C = made->C[0] > 0 ? made->C : NULL,
                              .K = made->K,
                              .contact_count = 1,
                              .drive_count = 1,
                              .contact = &made->contact,
                              .drive = &made->drive,
                              .u = made->u,
                              .v = made->v,
                              .final = final,
                              .step = step,
                              .columns = &made->columns,
                              .owner = made,
                              .release = free};
    motion_read(run, &setup);
    SystemMarch *march = NULL;
    TRY(system_march_create(&setup, &march));
    *stepper = (Stepper *)march;
    return JUDDER_OK;
}

const MarchModel slider_march = {.unit = "s",
                                 .has_events = true,
                                 .no_profile = "a system has no fields inside: leave profile out",
                                 .create = create,
                                 .plan = motion_plan,
                                 .judge = motion_judge,
                                 .note = motion_note};
