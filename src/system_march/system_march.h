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
#include "stepper/stepper.h"

#include <stddef.h>

typedef struct SystemContactSetup {
    int tangent, normal;        /* dofs, from 0; normal = -1: none, the normal force is given */
    Contact law;                /* with a normal dof: unilateral or compliance */
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

/* What the columns of a row are of. */
typedef enum SystemQuantity {
    SYSTEM_TIME,
    SYSTEM_DISPLACEMENT, /* of a dof */
    SYSTEM_VELOCITY,
    SYSTEM_SLIP, /* of a contact */
    SYSTEM_FRICTION,
    SYSTEM_NORMAL,
    SYSTEM_GAP,
    SYSTEM_STATE,  /* of its friction law */
    SYSTEM_SPRING, /* force of a spring and dashpot from dof 1 to dof 0 of a slider */
    SYSTEM_FRICTION_SUM,
    SYSTEM_KINETIC,
    SYSTEM_ELASTIC
} SystemQuantity;

enum { SYSTEM_COLUMNS = 128, SYSTEM_COLUMN_NAME = 48 };

typedef struct SystemColumns {
    size_t count;
    struct SystemColumn {
        char name[SYSTEM_COLUMN_NAME];
        SystemQuantity of;
        int index; /* of the dof or contact */
    } at[SYSTEM_COLUMNS];
    double spring, dashpot; /* of a slider */
} SystemColumns;

/* Adds a column; more than SYSTEM_COLUMNS are left out. number < 0: the name as it is. The time stands
 * first. */
void system_columns_add(SystemColumns *columns, SystemQuantity of, int index, int number);
const char *system_quantity_unit(SystemQuantity of);

typedef struct SystemMarchSetup {
    int n;
    const double *M, *C, *K; /* row-major, symmetric; C may be NULL */
    int contact_count, force_count, drive_count;
    const SystemContactSetup *contact;
    const SystemDofSignal *force, *drive;
    double radiation;             /* of C: the dashpot between the first contact and its foundation (MO-15) */
    const double *u, *v;          /* at t = 0; NULL: 0 */
    double final, step;           /* the step is shortened so that a whole number of them ends at final */
    const SystemColumns *columns; /* NULL: the time alone */
    void *owner;                  /* what all these pointers point into; NULL: it is the caller's */
    void (*release)(void *owner); /* lets it go when the march is destroyed, or not even made */
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
    double radiated;            /* what `radiation` took, not counted in viscous */
    double external;            /* done by forces, moved dofs and the moving foundation */
    double contact;             /* stored in compliant contacts, by the work done on them */
    double numerical;           /* of the method, with the work of rigid contacts: impacts */
    double defect; /* largest residual of the balance of a step, relative to the largest energy so far */
} SystemEnergy;

/* Begins with its Stepper. Events have the states before and after; a contact that closes is told as that,
 * then as what it does. */
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

typedef struct SystemMarchReport {
    bool converged; /* every contact problem was solved */
    size_t nonunique_steps, jumps, impact_steps, events;
    size_t stick_count,
        open_count;        /* ends of steps at which a contact sticks, is open; all contacts together */
    double uniqueness;     /* largest lambda_max met (stage.h) */
    double suggested_step; /* would keep it at .9 */
    double residual;       /* of a contact problem that did not converge */
    double slip_in_step;   /* largest slip in one step, of that over which the state of the law follows */
} SystemMarchReport;

const SystemMarchReport *system_march_report(const SystemMarch *march);
const SystemMarchSetup *system_march_setup(const SystemMarch *march);

#endif
