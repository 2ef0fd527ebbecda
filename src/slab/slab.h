/* The slab: an elastic layer 0 <= z <= H whose fields depend on (t, z); driven top, frictional contact
 * at z = 0.  (SL-1)-(SL-8)
 *
 * This header is what all methods share: the data of the problem, the state at the contact that
 * a method gives back, and the report of a march. A method (delay, upwind, viscous) makes its
 * own stepper from SlabData.
 */
#ifndef JUDDER_SLAB_SLAB_H
#define JUDDER_SLAB_SLAB_H

#include "contact/contact.h"
#include "curve/signal.h"
#include "friction/friction.h"
#include "stepper/stepper.h"

typedef struct SlabData {
    double height, lambda, G, rho;
    const ContactLaw *contact; /* rigid (SL-4), under a given pressure, or else linear (SL-5) */
    double squeeze;            /* top held at -squeeze, unless the pressure is given */
    double compliance;         /* eta of (SL-5) */
    Signal pressure;           /* S(t), if it is given */
    Friction friction;
    double epsilon;                /* surface mass, kg/m^2; 0: perfect delay (SL-7), (SL-11) */
    double eta;                    /* Kelvin-Voigt viscosity; 0: elastic (SL-13) */
    double eta_shear;              /* Gbar; 0: G */
    double damping;                /* tau of the filter, s */
    Signal foundation[2], top[2];  /* tangential velocities as functions of t */
    Signal velocity[3], strain[3]; /* initial u_t and u_z as functions of z */
    double final, step;
} SlabData;

/* The contact at one time: a row. */
typedef struct SlabState {
    double t;
    double slip[2];         /* v = u_T,t(0) - V */
    double velocity[3];     /* u_t(0) */
    double displacement[3]; /* u(0), zero at t = 0 for the tangential components */
    double traction[2];     /* of the foundation on the slab */
    double pressure, gap;   /* S >= 0, u_3 >= 0 */
} SlabState;

enum { SLAB_COLUMNS = 13 };
_Static_assert(sizeof(SlabState) == SLAB_COLUMNS * sizeof(double), "a row is a state");
extern const StepperColumn slab_columns[]; /* ends with a NULL name */
extern const StepperList slab_lists[];

static inline const SlabState *slab_row(const double *row) {
    return (const SlabState *)(const void *)row;
}

/* Events have the slip speed before and after; open and close the normal velocity. */
static inline void slab_tell(const Stepper *stepper, StepperEventKind kind, double t, double from,
                             double to) {
    stepper_tell(stepper, &(StepperEvent){kind, t, from, to, "contact"});
}

/* What a method has to say of its steps so far. */
typedef struct SlabReport {
    size_t nonunique_steps, jumps;
    double stick_fraction, open_fraction, pressure_min, pressure_max;
    double energy_defect; /* largest relative violation of the energy identity of a step */
} SlabReport;

/* Its values, in the words of a result. */
void slab_report_values(Stepper *stepper, const SlabReport *report, StepperReport *values);

#endif
