/* The least mu at which an equilibrium in impending slip is unstable (ST-6), and two bounds that cost
 * less. */
#ifndef JUDDER_STABILITY_CRITICAL_H
#define JUDDER_STABILITY_CRITICAL_H

#include "stability/pencil.h"

#include "complementarity/eicp.h"

typedef struct CriticalMu {
    EicpReport
        least;      /* (ST-6) with its proof (ST-13); proved of the user's numbers where certified says so */
    bool certified; /* [low, high] holds the least mu and is narrow, or none is proved; and the state is not
                     * proved unstable without friction */
    double low, high;             /* no neutral state in [from, low), one in [low, high]; NAN: not proved */
    PencilRest rest;              /* without friction (PR-4) */
    char reason[240];             /* why not certified; "" */
    double all_slip;              /* least mu >= 0 with all contacts slipping (ST-8); NAN: none */
    double not_positive_definite; /* below it nothing can happen (ST-9); infinite: never lost */
} CriticalMu;

/* All proofs start from the enclosure of the pencil; without one nothing is certified.
 * x (n numbers, sum 1) gets the mode of least mu if there is one. */
JudderErr critical_mu(const Pencil *pencil, const EicpSearch *search, double *x, CriticalMu *found);

/* (ST-8): least mu >= 0 of A x = mu B x with x >= 0, judged as a solution of the complementarity problem;
 * x may be NULL. */
JudderErr all_slip_mu(const Eicp *eicp, double *x, double *mu);
/* (ST-9): least mu >= 0 at which the symmetric part of A - mu B is singular. */
JudderErr not_positive_definite_mu(const Eicp *eicp, double *mu);

#endif
