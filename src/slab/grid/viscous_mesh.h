/* The mesh of the viscous scheme and its constant matrix, eliminated once.  (SL-13) */
#ifndef JUDDER_SLAB_VISCOUS_MESH_H
#define JUDDER_SLAB_VISCOUS_MESH_H

#include "base/error.h"
#include "slab/grid/viscous.h"

typedef double Pair[2]; /* both tangential components side by side: one sweep serves the two */

/* Nodes 0 (contact) to `cells` (top, prescribed). Row i of the matrix is M + (s eta Gbar + s^2 G) K with s
 * = gamma dt; the mass is the mean of the lumped and the consistent one, whose errors of dispersion
 * cancel. */
typedef struct ViscousMesh {
    size_t cells;
    double *z;                     /* nodes */
    double *h;                     /* of each cell */
    double *mass, *mass_off;       /* M_ii, M_i,i+1 */
    double *off;                   /* a_i,i+1 */
    double *pivot, *per_pivot, *l; /* d_i from the top down, 1/d_i, l_i = a_i,i+1/d_i+1 */
    double *memory;
} ViscousMesh;

JudderErr viscous_mesh_open(ViscousMesh *mesh, const SlabData *data, const SlabViscousOptions *options,
                            double dt, double stage);
void viscous_mesh_close(ViscousMesh *mesh);

#endif
