/* The stage scheme (BD-4)-(BD-7): steps of one length in which contact states may change at each stage. */
#ifndef JUDDER_SYSTEM_MARCH_STAGES_STAGES_H
#define JUDDER_SYSTEM_MARCH_STAGES_STAGES_H

#include "system_march/state/state.h"

JudderErr system_solver_open(SystemMarch *m, double h, StageSolver *solver);
void system_solver_close(StageSolver *solver);

typedef struct StageTask {
    StageSolver *solver;
    int which; /* of the values of the signals: 1 or 2 */
    StageEnd *end;
} StageTask;

/* Solves one stage from u_b, v_b, state_b. */
JudderErr system_stage(SystemMarch *m, const StageTask *task, StageReport *report);
/* Takes u, v at t = 0 and what the contacts are then. */
JudderErr system_start(SystemMarch *m);

/* A contact at the end of a stage. */
ContactPoint system_point(const SystemMarch *m, const StageEnd *end, int contact, double t);
/* Tells the changes of state of a contact on its way from m->now to the point, and moves on to it. */
void system_pass(SystemMarch *m, int contact, const ContactPoint *to);

/* One step of the length m->dt from the present state, which moves on; stepper->state says if it cannot. */
JudderErr system_stage_step(SystemMarch *m, double t_end);

#endif
