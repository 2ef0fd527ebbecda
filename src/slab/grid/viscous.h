/* The slab with Kelvin-Voigt viscosity, tau = G u_z + eta Gbar u_zt, under a given pressure or the static
 * one of a squeeze.  (SL-13)
 *
 * Implicit in the bulk, second order in time and space on a mesh graded towards the contact; valid for any
 * time, reflections included.
 */
#ifndef JUDDER_SLAB_VISCOUS_H
#define JUDDER_SLAB_VISCOUS_H

#include "base/error.h"
#include "slab/slab.h"

typedef struct SlabViscousOptions {
    /* 0: from the step, so that a cell far from the contact is what a wave crosses in two steps. */
    long cells;
    /* Size of the last cell over the first; 0: so that the first resolves what diffuses in one step. */
    double grading;
} SlabViscousOptions;

typedef struct SlabViscous SlabViscous; /* begins with its Stepper */

/* The data is copied; what it points to (laws, functions, tables) must outlive it; data->eta > 0. options may
 * be NULL. */
JudderErr slab_viscous_create(const SlabData *data, const SlabViscousOptions *options, SlabViscous **viscous);
void slab_viscous_destroy(SlabViscous **viscous);
/* Of the steps so far. */
SlabReport slab_viscous_report(const SlabViscous *viscous);

/* The limit eta -> 0, or any other motion to compare with. */
typedef struct SlabReference {
    void (*slip)(void *context, double t, double v[2]);
    void *context;
} SlabReference;

/* Marches to the end and gives the integral of |v - v_reference| over time, the distance whose vanishing
 * with eta is the selection. */
JudderErr slab_viscous_distance(SlabViscous *viscous, const SlabReference *reference, double *distance);

/* The step that is really made. */
double slab_viscous_time_step(const SlabViscous *viscous);
size_t slab_viscous_cells(const SlabViscous *viscous);
/* u_t and u_z at height z at the present time; the third components are the static ones. */
void slab_viscous_profile(const SlabViscous *viscous, double z, double velocity[3], double strain[3]);
/* Kinetic and elastic energy per unit area of the tangential motion. */
double slab_viscous_energy(const SlabViscous *viscous);

#endif
