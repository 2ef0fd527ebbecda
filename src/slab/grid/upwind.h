/* The slab on a grid: upwind differences for the waves b+- = u_t +- C u_z, implicit Euler at the contact.
 * (SL-2), (SL-12)
 *
 * The scheme of [renard2001], kept as the baseline of comparison: first order, and diffusive like a
 * Kelvin-Voigt time (1 - c_1 dt/dz) dz/c_1, a loss nobody requested. The delay method has neither.
 */
#ifndef JUDDER_SLAB_UPWIND_H
#define JUDDER_SLAB_UPWIND_H

#include "base/error.h"
#include "slab/slab.h"

typedef struct SlabUpwindOptions {
    long cells; /* 0: as many as give the Courant number slab_upwind_courant */
} SlabUpwindOptions;

/* Of the fastest wave, c dt/dz, when the cells are not given: the paper's dz = 1e4 dt (SI) for steel. */
extern const double slab_upwind_courant;

typedef struct SlabUpwind SlabUpwind; /* begins with its Stepper */

/* The data is copied; what it points to (laws, functions, tables) must outlive it. A step
 * beyond c dt/dz = 1 is refused. */
JudderErr slab_upwind_create(const SlabData *data, const SlabUpwindOptions *options, SlabUpwind **upwind);
void slab_upwind_destroy(SlabUpwind **upwind);
/* Of the steps so far. */
SlabReport slab_upwind_report(const SlabUpwind *upwind);

/* The step that is really made. */
double slab_upwind_time_step(const SlabUpwind *upwind);
size_t slab_upwind_cells(const SlabUpwind *upwind);
/* u_t and u_z at height z at the present time; may be called while a record is taken. */
void slab_upwind_profile(const SlabUpwind *upwind, double z, double velocity[3], double strain[3]);
/* Energy of the waves and of the surface mass per unit area, as the scheme counts it.  (SL-12) */
double slab_upwind_energy(const SlabUpwind *upwind);

#endif
