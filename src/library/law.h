/* A law as the models take it. */
#ifndef JUDDER_LIBRARY_LAW_H
#define JUDDER_LIBRARY_LAW_H

#include "judder/law.h"

#include "friction/friction.h"
#include "library/owned.h"

struct judder_law {
    const FrictionLaw *law;
    void *params;
    bool thermal; /* mu(r, temperature) */
    Owned owned;
};

static inline Friction friction_of(const judder_law *law) {
    return (Friction){law->law, law->params};
}

#endif
