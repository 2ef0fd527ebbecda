/* The judge of a least mu. It sees the data (a pencil that can enclose its matrices, from the numbers of the
 * user), the claim and the certificate; nothing that found them is asked. */
#ifndef JUDDER_STABILITY_CERTAIN_JUDGE_H
#define JUDDER_STABILITY_CERTAIN_JUDGE_H

#include "complementarity/eicp/proof/certificate.h"
#include "stability/pencil.h"

/* The matrices at z = 0 with radii (PR-1). */
typedef struct PencilEnclosure {
    int n;
    double *room;
    PencilBox box;
    bool enclosed, definite;
    const char *reason; /* why not enclosed; "" */
} PencilEnclosure;

/* Whether they could be enclosed is an outcome. */
JudderErr pencil_enclosure_create(const Pencil *pencil, PencilEnclosure *made);
void pencil_enclosure_release(PencilEnclosure *made);

typedef struct CriticalClaim {
    double from;                        /* no solution from here */
    const EicpCertificate *certificate; /* as far as this says; NULL: none is claimed */
    double mu;                          /* a solution near it, */
    const double *x;                    /* and its vector; NULL: none is claimed */
} CriticalClaim;

typedef struct CriticalVerdict {
    double low;  /* none lies in [from, low), for every member of the enclosure (PR-5); NAN: not proved */
    double high; /* one exists up to here (PR-6), (PR-8); NAN: not proved */
    const char *existence; /* by which proof; "" */
} CriticalVerdict;

JudderErr critical_judge(const PencilEnclosure *data, const CriticalClaim *claim, CriticalVerdict *verdict);

#endif
