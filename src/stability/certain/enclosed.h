/* A system of which enclosures are asked: the matrices of all that moves, and which dofs are of the contacts.
 */
#ifndef JUDDER_STABILITY_CERTAIN_ENCLOSED_H
#define JUDDER_STABILITY_CERTAIN_ENCLOSED_H

#include "enclosure/enclosure.h"
#include "stability/pencil.h"

typedef struct EnclosedContact {
    int normal, tangent; /* dofs */
    int direction;       /* of the slip: +1 or -1 */
} EnclosedContact;

typedef struct EnclosedSystem {
    EnclosureMatrix *K, *M; /* owned; M NULL: no mass */
    int n;
    EnclosedContact *contact; /* owned */
    const char *reason;       /* why nothing can be enclosed; NULL: it can be tried */
} EnclosedSystem;

void enclosed_release(EnclosedSystem *system);

/* a K + b M condensed onto the contacts, as a Pencil gives it. */
typedef struct EnclosedWeights {
    double stiffness, mass;
} EnclosedWeights;
JudderErr enclosed_box(const EnclosedSystem *system, EnclosedWeights weights, const PencilBox *box,
                       bool *enclosed);
JudderErr enclosed_mass_is_semidefinite(const EnclosedSystem *system, bool *proved);

#endif
