/* A system given by its matrices, in units of computing (small_motion/units.h). */
#ifndef JUDDER_LIBRARY_SYSTEM_H
#define JUDDER_LIBRARY_SYSTEM_H

#include "judder/stability.h"

#include "library/owned.h"
#include "small_motion/condense.h"
#include "stability/futures.h"

struct judder_system {
    SmallMotion motion;
    double *unit; /* of each dof */
    SmallContact *contact;
    SmallMotion given; /* the same in the units of the caller: what is proved is proved of this */
    SmallContact *given_contact;
    Condenser *condenser;
    int count;        /* contacts that may slip or graze */
    const int *which; /* of the contacts */
    Owned owned;
};

/* --- proofs.c: by exact arithmetic, where the system is small enough; *decided says whether --- */
JudderErr system_prove_critical(const judder_system *system, const judder_eicp_search *search, double *slip,
                                judder_critical_mu *found, bool *decided);
JudderErr system_prove_growth(const judder_system *system, const double *mu, judder_futures *futures,
                              bool *decided);
JudderErr system_prove_rates(const judder_system *system, judder_futures *futures, bool *decided);

/* futures.c: a list that judder_futures_release frees; V and future of each member are given in the units of
 * the caller. */
typedef struct FutureGiven {
    double z, low, high; /* of lam^2; NAN: no proof */
    double residual;
    bool family;
    const double *V;
    const Future *future;
} FutureGiven;
JudderErr futures_list_open(int room, judder_futures *futures);
JudderErr futures_list_add(const judder_system *system, const FutureGiven *given, judder_futures *futures);

#endif
