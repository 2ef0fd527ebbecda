/* Of what a march is made, what it shows and what it reports. */
#ifndef JUDDER_SYSTEM_MARCH_STATE_SETUP_H
#define JUDDER_SYSTEM_MARCH_STATE_SETUP_H

#include "contact/contact.h"
#include "curve/signal.h"
#include "friction/friction.h"
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
    double restitution; /* of impacts on a rigid obstacle, 0 to 1 */
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

typedef enum SystemMethod {
    SYSTEM_EVENTS, /* steps end on events, contact states hold inside them  (MO-4) */
    SYSTEM_STAGES, /* contact states change at stages  (BD-4)-(BD-6) */
} SystemMethod;

typedef struct SystemMarchSetup {
    int n;
    const double *M, *C, *K; /* row-major, symmetric; C may be NULL */
    int contact_count, force_count, drive_count;
    const SystemContactSetup *contact;
    const SystemDofSignal *force, *drive;
    const double *u, *v; /* at t = 0; NULL: 0 */
    double final, step;  /* the step is shortened so that a whole number of them ends at final */
    SystemMethod method;
    int order;                    /* of the steps between events: 2, 4; 0: as the system allows */
    double tolerance;             /* of a step; 0: steps of one length. Else step is the first, 0: chosen */
    double step_min, step_max;    /* 0: chosen */
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
    double external;            /* done by forces, moved dofs and the moving foundation */
    double contact;             /* stored in compliant contacts, by the work done on them */
    double numerical;           /* of the method; in the stage scheme with the work of rigid contacts */
    double impact;              /* by impacts between steps: negative */
    double defect; /* largest residual of the balance of a step, relative to the largest energy so far */
} SystemEnergy;

typedef struct SystemMarchReport {
    bool converged; /* every contact problem was solved */
    size_t nonunique_steps, jumps, impact_steps, events;
    size_t stick_count,
        open_count;        /* ends of steps at which a contact sticks, is open; all contacts together */
    double uniqueness;     /* largest lambda_max met (stage.h) */
    double suggested_step; /* would keep it at .9 */
    double residual;       /* of a contact problem that did not converge */
    /* Of the event-driven march. */
    const char *method;                 /* "stage", "sdirk", "gauss", ... */
    const char *why;                    /* not the method that would be preferred; NULL: nothing to say */
    size_t steps, rejected_steps;       /* made; tried in vain */
    double shortest_step, longest_step; /* of those made */
    double contact_time, stick_time, open_time; /* of all contacts together: whole, stuck, open */
    size_t grazing;                             /* events that touched only */
    size_t undecided, stage_steps;              /* no decision by accelerations; steps of the stage scheme */
    size_t impacts, accumulations;              /* impacts; sequences of them that were brought to rest */
    size_t restitutions; /* impacts whose restitution was lowered, so that no energy is made */
} SystemMarchReport;

#endif
