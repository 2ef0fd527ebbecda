/* The slab: an elastic layer 0 <= z <= height on a moving foundation, with friction at z = 0. */
#ifndef JUDDER_SLAB_H
#define JUDDER_SLAB_H

#include "judder/law.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct judder_slab judder_slab;

typedef enum judder_slab_contact {
    JUDDER_SLAB_UNILATERAL, /* the top is held at -squeeze; the contact can open */
    JUDDER_SLAB_COMPLIANCE, /* the same on a soft foundation: pressure = max(-u_3, 0)/compliance */
    JUDDER_SLAB_PRESSURE    /* the pressure is given */
} judder_slab_contact;

typedef enum judder_slab_method {
    JUDDER_SLAB_DELAY,  /* waves as delays: a step costs the same at any resolution; second order */
    JUDDER_SLAB_EULER,  /* the same with implicit Euler at the contact */
    JUDDER_SLAB_UPWIND, /* on a grid, for comparison; needs epsilon > 0 */
} judder_slab_method;   /* with eta > 0 a scheme of its own is taken */

typedef struct judder_slab_setup {
    double height, lambda, G, rho;
    judder_slab_contact contact;
    double squeeze, compliance;
    judder_signal pressure;              /* S(t), of JUDDER_SLAB_PRESSURE */
    const judder_law *law;               /* borrowed */
    double epsilon;                      /* mass of the surface, kg/m^2; 0: perfect delay */
    double eta, eta_shear;               /* Kelvin-Voigt viscosity; eta_shear = 0: that of G */
    double damping;                      /* a time: loss of the waves, method delay */
    judder_signal foundation[2], top[2]; /* tangential velocities over t */
    judder_signal velocity[3],
        strain[3]; /* u_t and u_z over z at t = 0; what a squeeze lacks of compression is added */
    judder_slab_method method;
    long cells; /* of a grid; 0: chosen */
    double final, step;
    judder_watch watch;
} judder_slab_setup;

/* The contact at one time. */
typedef struct judder_slab_state {
    double t;
    double slip[2];         /* velocity of the slab against the foundation */
    double velocity[3];     /* u_t at z = 0 */
    double displacement[3]; /* u at z = 0 */
    double traction[2];     /* of the foundation on the slab */
    double pressure, gap;
} judder_slab_state;

/* Of everything since the start. */
typedef struct judder_slab_report {
    size_t steps, nonunique_steps, jumps;
    double t;
    bool stopped;
    double stick_fraction, open_fraction, pressure_min, pressure_max;
    double energy_defect; /* largest relative violation of the energy identity of a step */
} judder_slab_report;

JUDDER_API judder_status judder_slab_create(const judder_slab_setup *setup, judder_slab **slab);
JUDDER_API void judder_slab_destroy(judder_slab **slab);

/* Goes on by some steps, or to the end if steps is 0 or more than are left. Rows are the numbers of a
 * judder_slab_state in their order; rows and report may be NULL. */
enum { JUDDER_SLAB_COLUMNS = 13 };
JUDDER_API judder_status judder_slab_march(judder_slab *slab, size_t steps, judder_rows *rows,
                                           judder_slab_report *report);
JUDDER_API void judder_slab_now(const judder_slab *slab, judder_slab_state *state);
/* u_t and u_z now at some heights: count rows of three numbers each. */
JUDDER_API judder_status judder_slab_profile(const judder_slab *slab, const double *z, size_t count,
                                             double *u_t, double *u_z);
/* The step that is really made, and how many lead from start to end. */
JUDDER_API double judder_slab_step(const judder_slab *slab);
JUDDER_API size_t judder_slab_steps(const judder_slab *slab);

#ifdef __cplusplus
}
#endif

#endif
