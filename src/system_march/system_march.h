/* Motion of a small system given by its matrices, with friction at some of its dofs  (BD-4)-(BD-7):
 *
 *   M u'' + C u' + K u = f(t) + G^T r,  some dofs moved with a given velocity,
 *   the contact laws of stage/stage.h
 *
 * by the two-stage SDIRK of the implicit march, dense. A contact has a tangential dof and either a given
 * normal force or a normal dof, which points into the obstacle. Impacts are inelastic: where a normal dof
 * that must stop at once carries mass, the step in which it closes and the next one are implicit Euler, so
 * that no energy is created.
 */
#ifndef JUDDER_SYSTEM_MARCH_SYSTEM_MARCH_H
#define JUDDER_SYSTEM_MARCH_SYSTEM_MARCH_H

#include "curve/signal.h"
#include "stage/stage.h"

#include <stddef.h>

typedef struct SystemContactSetup {
    int tangent, normal;        /* dofs, from 0; normal = -1: none, the normal force is given */
    CondensedContact law;       /* with a normal dof: unilateral or compliance */
    const Signal *normal_force; /* without one; not negative */
    const Signal *velocity;     /* of the foundation along the tangent; NULL: at rest */
    Friction friction;
    double gap;         /* at u = 0 */
    double reaction[2]; /* {normal, tangential} along the dofs at u = 0; the loads that balance it act
                           throughout */
} SystemContactSetup;

/* A force on a dof, or the velocity with which it is moved. */
typedef struct SystemDofSignal {
    int dof;
    const Signal *signal;
} SystemDofSignal;

typedef struct SystemMarchSetup {
    int n;
    const double *M, *C, *K; /* row-major, symmetric; C may be NULL */
    int contact_count, force_count, drive_count;
    const SystemContactSetup *contact;
    const SystemDofSignal *force, *drive;
    const double *u, *v; /* at t = 0; NULL: 0 */
    double final, step;  /* the step is shortened so that a whole number of them ends at final */
} SystemMarchSetup;

/* One contact at the end of a step. */
typedef struct SystemContactState {
    StageNode node;
    double slip;     /* velocity relative to the foundation */
    double friction; /* tangential force on the system */
    double pressure; /* normal force, >= 0 */
    double gap;
    double state; /* of the friction law */
} SystemContactState;

/* Sums since t = 0, in units of energy. */
typedef struct SystemEnergy {
    double kinetic, elastic;    /* now */
    double viscous, frictional; /* lost, never falling */
    double external;            /* done by forces, moved dofs and the moving foundation */
    double contact;             /* stored in compliant contacts, by the work done on them */
    double numerical;           /* of the method, with the work of rigid contacts: impacts */
    double defect; /* largest residual of the balance of a step, relative to the largest energy so far */
} SystemEnergy;

typedef struct SystemEvent {
    double t;
    int contact;
    StageNode from, to;
} SystemEvent;

typedef struct SystemMarch SystemMarch;

JudderErr system_march_create(const SystemMarchSetup *setup, SystemMarch **march);
void system_march_destroy(SystemMarch **march);

typedef struct SystemView {
    double t;
    const double *u, *v;
    const SystemContactState *contact;
    const SystemEnergy *energy;
} SystemView;
SystemView system_march_view(const SystemMarch *march);

typedef struct SystemMarchWatch {
    JudderErr (*step)(void *context, const SystemView *view,
                      size_t number);                       /* after each step, and 0 at the start */
    void (*event)(void *context, const SystemEvent *event); /* may be NULL */
    bool (*go_on)(void *context, double t);                 /* asked now and then; may be NULL */
    void *context;
} SystemMarchWatch;

typedef struct SystemMarchReport {
    bool stopped;    /* because go_on said no */
    bool converged;  /* every contact problem was solved */
    bool overflowed; /* the state is no longer a number */
    size_t steps, nonunique_steps, jumps, impact_steps, events;
    size_t stick_count,
        open_count;        /* ends of steps at which a contact sticks, is open; all contacts together */
    double uniqueness;     /* largest lambda_max met (stage.h) */
    double suggested_step; /* would keep it at .9 */
    double residual;       /* of a contact problem that did not converge */
} SystemMarchReport;

/* The state between two steps, out or back in (base/archive.h). */
JudderErr system_march_exchange(SystemMarch *march, Archive *archive);

/* From where the march is: from the beginning, or where an exchange has brought it; the report
 * then goes on too. */
JudderErr system_march_run(SystemMarch *march, const SystemMarchWatch *watch, SystemMarchReport *report);

/* Steps and their length for a time. */
size_t system_march_steps(double final, double step);

#endif
