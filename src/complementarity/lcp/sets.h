/* All solutions of a small problem, set by set of positive x: points, and edges of families where
 * a block is singular. */
#ifndef JUDDER_COMPLEMENTARITY_LCP_SETS_H
#define JUDDER_COMPLEMENTARITY_LCP_SETS_H

#include "complementarity/lcp.h"

/* What is shown to the visitor: a solution; whether an edge of a family ends there; the direction in which
 * that edge goes on for ever, or NULL. */
typedef struct SetPoint {
    const double *x;
    bool family;
    const double *direction;
} SetPoint;

typedef struct SetVisitor {
    void *context;
    JudderErr (*point)(void *context, const SetPoint *point, bool *stop);
} SetVisitor;

/* For numbers near 1 (ScaledLcp) and n <= LCP_ENUMERATE_MOST. A point may come more than once. complete:
 * false if the work limit for singular blocks was met (or the visitor stopped). */
JudderErr sets_visit(const Lcp *lcp, const SetVisitor *visitor, bool *complete);

/* One set whose block is or may be singular. budget falls with the work done; at 0 nothing
 * more is looked at. */
JudderErr set_examine(const Lcp *lcp, const bool *set, const SetVisitor *visitor, long *budget, bool *stop);

#endif
