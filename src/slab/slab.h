/* The slab: an elastic layer 0 <= z <= H whose fields depend on (t, z); driven top, frictional contact
 * at z = 0.  (SL-1)-(SL-8)
 *
 * This header is what all methods share: the data of the problem, the state at the contact that
 * a method gives back, and the report of a march. A method (delay, upwind, viscous) makes its
 * own stepper from SlabData.
 */
#ifndef JUDDER_SLAB_SLAB_H
#define JUDDER_SLAB_SLAB_H

#include "curve/signal.h"
#include "friction/friction.h"

/* How the contact carries the normal load. */
typedef enum SlabContact {
    SLAB_UNILATERAL, /* top held at -squeeze, Signorini (SL-4) */
    SLAB_COMPLIANCE, /* top held at -squeeze, u_3,t = b3+ + max(-u_3, 0)/(eta Z_2) (SL-5) */
    SLAB_PRESSURE    /* S(t) given */
} SlabContact;

typedef struct SlabData {
    double height, lambda, G, rho;
    SlabContact contact;
    double squeeze;    /* of unilateral and compliance */
    double compliance; /* eta of (SL-5) */
    Signal pressure;   /* S(t), of SLAB_PRESSURE */
    Friction friction;
    double epsilon;                /* surface mass, kg/m^2; 0: perfect delay (SL-7), (SL-11) */
    double eta;                    /* Kelvin-Voigt viscosity; 0: elastic (SL-13) */
    double eta_shear;              /* Gbar; 0: G */
    double damping;                /* tau of the filter, s */
    Signal foundation[2], top[2];  /* tangential velocities as functions of t */
    Signal velocity[3], strain[3]; /* initial u_t and u_z as functions of z */
    double final, step;
} SlabData;

/* The contact at one time. */
typedef struct SlabState {
    double t;
    double slip[2];         /* v = u_T,t(0) - V */
    double velocity[3];     /* u_t(0) */
    double displacement[3]; /* u(0), zero at t = 0 for the tangential components */
    double traction[2];     /* of the foundation on the slab */
    double pressure, gap;   /* S >= 0, u_3 >= 0 */
} SlabState;

typedef enum SlabEventKind { SLAB_STICK, SLAB_SLIP, SLAB_JUMP, SLAB_OPEN, SLAB_CLOSE } SlabEventKind;
extern const char *const slab_event_names[]; /* "stick", "slip", "jump", "open", "close" */

typedef struct SlabEvent {
    SlabEventKind kind;
    double t, from, to; /* slip speed before and after; for open and close the normal velocity */
} SlabEvent;

/* What a march tells its caller; the functions may be NULL. */
typedef struct SlabWatch {
    JudderErr (*record)(void *context,
                        const SlabState *state); /* every `every` steps, and the first and the last */
    void (*event)(void *context, const SlabEvent *event);
    bool (*go_on)(void *context, double t); /* asked every some thousand steps */
    void *context;
    long every;
    const double *probe_times; /* in order */
    SlabState *probes;         /* filled */
    size_t probe_count;
    size_t until; /* the march rests after so many steps since the start; 0: it goes to the end */
} SlabWatch;

typedef struct SlabReport {
    size_t steps, nonunique_steps, jumps;
    double t;
    bool stopped;
    size_t probes; /* that were reached */
    double stick_fraction, open_fraction, pressure_min, pressure_max;
    double energy_defect; /* largest relative violation of the energy identity of a step */
} SlabReport;

#endif
