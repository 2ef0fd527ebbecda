/* march{} of a slider: m x'' = k (X - x) + c (X' - x') + r, X' = drive(t), as a system of two
 * dofs, x and X.  (BD-4) */
#include "study/slider/slider_model.h"

#include "study/system/motion.h"

#include <string.h>

typedef struct Made {
    Motion motion;
    double M[4], C[4], K[4], u[2], v[2];
    SystemContactSetup contact;
    SystemDofSignal drive;
} Made;

static void make(const StudyRun *run, Made *made) {
    const SliderParams *p = run->model->params;
    const March *march = run->study->params;
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
    Motion *motion = &made->motion;
    motion->spring = k;
    motion->dashpot = c;
    motion->setup = (SystemMarchSetup){.n = 2,
                                       .M = made->M,
                                       .C = c > 0 ? made->C : NULL,
                                       .K = made->K,
                                       .contact_count = 1,
                                       .drive_count = 1,
                                       .contact = &made->contact,
                                       .drive = &made->drive,
                                       .u = made->u,
                                       .v = made->v,
                                       .final = march->final,
                                       .step = march->step};
    static const MotionKind kinds[] = {MOTION_TIME,   MOTION_DISPLACEMENT, MOTION_VELOCITY,
                                       MOTION_SLIP,   MOTION_SPRING,       MOTION_FRICTION,
                                       MOTION_NORMAL, MOTION_KINETIC,      MOTION_ELASTIC};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) motion_add(motion, kinds[i], 0, -1);
    if (made->contact.friction.law->state_start) motion_add(motion, MOTION_STATE, 0, -1);
}

JudderErr slider_check_march(StudyRun *run) {
    Made made;
    make(run, &made);
    return motion_check(run, &made.motion);
}

JudderErr slider_run_march(StudyRun *run) {
    Made made;
    make(run, &made);
    return motion_run(run, &made.motion);
}
