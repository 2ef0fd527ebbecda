/* All solutions of a small problem, set by set of positive x: points, and edges of families where
 * a block is singular. */
#ifndef JUDDER_COMPLEMENTARITY_LCP_SETS_H
#define JUDDER_COMPLEMENTARITY_LCP_SETS_H

#include "complementarity/lcp.h"
#include "complementarity/lcp/bounded.h"

/* What is shown to the visitor: a solution; whether an edge of a family ends there; the direction in which
 * that edge goes on for ever, or NULL; whether it is good to its last digits, and whether no other set can
 * hold it. */
typedef struct SetPoint {
    const double *x;
    bool family;
    const double *direction;
    bool accurate, alone;
} SetPoint;

typedef struct SetVisitor {
    void *context;
    JudderErr (*point)(void *context, const SetPoint *point, bool *stop);
    /* All solutions of a set that bounds of errors leave undecided; NULL: nobody knows more. */
    JudderErr (*decide)(void *context, const bool *set, bool *decided);
    bool families; /* only these are requested, as rounded numbers show them */
    bool enclosed; /* a set is decided only if x on it is known within LCP_ENUMERATE_WITHIN */
} SetVisitor;

/* For numbers near 1 (ScaledLcp) and n <= LCP_ENUMERATE_MOST. A point may come more than once. complete:
 * every set was decided, for all problems within the radii. */
JudderErr sets_visit(const Lcp *lcp, const SetVisitor *visitor, bool *complete);

/* An entry of M or, in column n, of q. */
Bounded lcp_entry(const Lcp *lcp, int i, int j);

/* What is certain of the solutions with w = 0 on a set and x = 0 elsewhere: none but those of smaller sets;
 * one, with all x and w positive, or on the verge: with some w exactly zero; x within error of it. */
typedef enum SetSigns { SET_UNDECIDED, SET_NONE, SET_ONE, SET_VERGE } SetSigns;
SetSigns set_signs(const Lcp *lcp, const bool *set, double *x, double *error);

/* One set whose block is or may be singular. budget falls with the work done; at 0 nothing
 * more is examined. */
JudderErr set_examine(const Lcp *lcp, const bool *set, const SetVisitor *visitor, long *budget, bool *stop);

#endif
