/* The slab as a delay problem at its contact: a ring of the outgoing waves of one round trip makes a step
 * cost the same at any resolution.  (SL-1)-(SL-11) */
#ifndef JUDDER_SLAB_DELAY_DELAY_H
#define JUDDER_SLAB_DELAY_DELAY_H

#include "base/error.h"
#include "slab/slab.h"

typedef enum SlabOrder {
    SLAB_SDIRK2, /* two stages, second order [alexander1977]; the default */
    SLAB_EULER   /* implicit Euler: never creates energy */
} SlabOrder;

typedef struct SlabDelayOptions {
    SlabOrder order;
} SlabDelayOptions;

typedef struct SlabDelay SlabDelay; /* begins with its Stepper */

/* The data are copied; what they point to (laws, functions, tables) must outlive the slab. options may be
 * NULL. */
JudderErr slab_delay_create(const SlabData *data, const SlabDelayOptions *options, SlabDelay **slab);
void slab_delay_destroy(SlabDelay **slab);

/* Of the steps so far. */
SlabReport slab_delay_report(const SlabDelay *slab);
/* The contact now. */
void slab_delay_state(const SlabDelay *slab, SlabState *state);

/* u_t and u_z now at some heights (SL-10); allowed inside the functions of a listener. */
JudderErr slab_delay_profile(const SlabDelay *slab, const double *z, size_t count, double (*u_t)[3],
                             double (*u_z)[3]);

/* The tangential displacement at the contact by the sum of the ring; with damping the ring has lost some of
 * it. (SL-9) */
void slab_delay_ring_displacement(const SlabDelay *slab, double u[2]);
/* (Z dt/4) sum |B|^2 + (eps/2) |u_t|^2: the energy of the shear waves and of the surface mass. */
double slab_delay_energy(const SlabDelay *slab);
/* The step that is really made, T_1/n_1. */
double slab_delay_time_step(const SlabDelay *slab);

#endif
