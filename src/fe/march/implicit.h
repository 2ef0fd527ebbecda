/* What the files of the implicit march share. */
#ifndef JUDDER_FE_MARCH_IMPLICIT_H
#define JUDDER_FE_MARCH_IMPLICIT_H

#include "fe/march/loads.h"
#include "fe/march/matrix_free.h"

/* A displacement and a velocity of the body, with their products. */
typedef struct Motion {
    Vec u, v, Ku, Mv;
    double *contact; /* displacement of the contact nodes in their frame; who holds the contact */
} Motion;

/* What one stage does, per time. */
typedef struct StagePower {
    double external, friction, viscous; /* the last two are losses */
    double normal;                      /* of the contact, without that of a given pressure */
    double square;                      /* |F|^2 = a'Ma + V'KV */
} StagePower;

typedef struct Implicit {
    FeBody *body;
    FeContact *contact;
    FeSystem *system;
    FeMarchLoads *loads;
    bool damped, proportional; /* C = of_mass M + of_stiffness K */
    double of_mass, of_stiffness;
    double dt, gamma, h; /* h = gamma dt */
    double t;
    long step;
    Motion now, one, two, mixed; /* at t, of both stages, the base of the second */
    const Motion *base;          /* of the stage under way */
    Vec Cv, Kv, force, given, b, work, work_too;
    Track *foundation[2], *pressure;
    double V[2]; /* of the foundation, now */
    FeMarchEnergy energy;
    double scale; /* the largest energy or work so far */
    FeMarchReport report;
    MatrixFree *free; /* NULL: the body is condensed onto its contact */
    bool holds;       /* the numbers of the contact, below: the first rank, every rank without condensation */
    bool has_state;   /* of some friction law */
    StageProblem problem;
    Stage *stage;
    double *reduced, *gap, *p, *velocity, *theta, *theta_base;
    StageState state;
} Implicit;

PetscErrorCode implicit_create(const FeMarchData *data, void **engine);
PetscErrorCode implicit_destroy(void **engine);
/* Ku, Mv and the energies of `now`. Collective. */
PetscErrorCode implicit_refresh(Implicit *m);
/* The energy that a compliant contact stores. Who holds the contact. */
double implicit_stored(const Implicit *m, const double *contact);

/* M v, whatever the mass is. Collective. */
PetscErrorCode implicit_mass_times(const FeBody *body, Vec v, Vec Mv);

PetscErrorCode implicit_serialise(void *engine, Archive *archive);

#endif
