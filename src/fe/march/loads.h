/* What acts on a body in motion, at any time: nodal forces and the displacements of fixed dofs. */
#ifndef JUDDER_FE_MARCH_LOADS_H
#define JUDDER_FE_MARCH_LOADS_H

#include "fe/march/march.h"

typedef struct FeMarchLoads {
    FeBody *body;
    Vec force_base, given_base; /* what does not vary */
    int terms;
    Vec *unit; /* of each term: forces, or displacements of fixed dofs */
    bool *moves;
    Track **amount;
    bool moved;  /* some term is a motion */
    double last; /* the time that was requested before */
} FeMarchLoads;

/* Collective. */
PetscErrorCode fe_march_loads_create(FeBody *body, const FeMarchData *data, FeMarchLoads **loads);
PetscErrorCode fe_march_loads_destroy(FeMarchLoads **loads);
/* Forces, and displacements and velocities of fixed dofs (either may be NULL), at a time, which
 * only grows. Collective. */
typedef struct FeMarchActing {
    Vec force, given, velocity;
} FeMarchActing;
PetscErrorCode fe_march_loads_at(FeMarchLoads *loads, double t, FeMarchActing at);

/* A signal followed in time. */
JudderErr fe_march_track(const FeMarchData *data, const Signal *signal, const char *what, Track **track);
JudderErr fe_march_value(Track *track, double t, double *value);

#endif
