/* Provers: each tries to make a certificate that no solution lies in [from, upto] of the scaled problem. */
#ifndef JUDDER_COMPLEMENTARITY_EICP_PROOF_PROVER_H
#define JUDDER_COMPLEMENTARITY_EICP_PROOF_PROVER_H

#include "complementarity/eicp/proof/box.h"
#include "complementarity/eicp/proof/certificate.h"
#include "complementarity/eicp/search/pool.h"

typedef struct EicpProof {
    const EicpProblem *problem;
    EicpPool *pool; /* its least solution, if any, is where the claim ends; provers offer what they meet */
    double upto;
    EicpCertificate *certificate; /* empty on entry */
    double proved_low;            /* no solution in [from, proved_low) */
    long nodes, node_limit;       /* of the branch and bound */
    const Log *log;
} EicpProof;

struct EicpProver {
    const char *name;
    const char *reference;
    JudderErr (*prove)(EicpProof *proof, bool *proved);
};

extern const EicpProver *const eicp_provers[]; /* ends with NULL; the cheap ones first */
extern const EicpProver perron_prover, scaling_prover, one_node_prover, branch_and_bound_prover,
    enumeration_prover;

/* A leaf of a certificate that was found good. */
typedef struct EicpLeaf {
    EicpPiece piece;
    size_t number_count;
    double *numbers; /* room for 2 n + 1 */
} EicpLeaf;

/* u for EICP_RAY by linear programming. */
typedef struct EicpRaySearch EicpRaySearch;
JudderErr eicp_ray_search_create(const EicpProblem *problem, EicpRaySearch **search);
void eicp_ray_search_destroy(EicpRaySearch **search);
JudderErr eicp_ray_find(EicpRaySearch *search, const EicpBox *box, double *u, bool *found);

/* The common engine of all but the enumeration: boxes are emptied, cut at some mu, or split at a node. */
typedef struct EicpEngine {
    EicpProof *proof;
    int most_splits; /* nodes split on a branch */
    bool thorough;   /* optimised scalings as well, and rays if there is a search for them */
    double *d;       /* the scaling that was good last: n numbers */
    double *d_rest;  /* the same of the free nodes by themselves, without slipping ones: n numbers */
    int worst;       /* the free node to split at */
    double share;    /* of the last force */
    EicpLeaf leaf;
    bool *active;                                /* the slip set of the last shift: n */
    double *low, *high, *C[2], *column, *d_free; /* work */
    int *free_nodes, *slip_nodes;
    EicpRaySearch *rays; /* NULL: none */
    Progress progress;
} EicpEngine;

JudderErr eicp_engine_create(EicpProof *proof, EicpEngine **engine);
void eicp_engine_destroy(EicpEngine **engine);

/* Proves the whole interval; `d` (n numbers, may be NULL) is the first scaling tried. */
JudderErr eicp_engine_prove(EicpEngine *engine, const double *d, bool *proved);

/* Looks for a reason why the box is empty; on success it stands in engine->leaf. *worst: the free
 * node to split at, or -1. */
JudderErr eicp_leaf_find(EicpEngine *engine, const EicpBox *box, bool *found, int *worst);
/* Looks for a force that decides all free nodes; on success it stands in engine->leaf. Changes
 * the sides of the box. */
JudderErr eicp_force_find(EicpEngine *engine, EicpBox *box, bool *found);

#endif
