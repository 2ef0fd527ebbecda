/* Changes of the mass and damping of a body that moves in contact. */
#ifndef JUDDER_FE_MARCH_MASS_H
#define JUDDER_FE_MARCH_MASS_H

#include "fe/contact/contact.h"

typedef struct FeMassChange {
    /* the normal mass of the contact nodes goes to the inner nodes of their cells; the tangential stays */
    bool move_normal;
    double surface; /* tangential mass per area, added to the contact nodes */
} FeMassChange;

/* Changes M or the lumped mass of the body; the sum stays but for the surface mass. Collective. */
PetscErrorCode fe_mass_change(FeBody *body, const FeContact *contact, FeMassChange change);
/* C += mass M + stiffness K. Collective. */
PetscErrorCode fe_rayleigh(FeBody *body, double mass, double stiffness);

#endif
