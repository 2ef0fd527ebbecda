/* A proof that no solution of (ST-6) has its mu in [from, upto], as data: a tree that splits the interval of
 * mu and the nodes into boxes, with a reason at each leaf why the box is empty. Whoever made it,
 * eicp_certificate_holds decides, with all rounding errors counted, for every A and B within their radii
 * (PR-5).
 *
 * In a box some nodes stick (x_i = 0), some slip (w_i = 0), the others are free (x_i >= 0, w_i >= 0, x_i
 * w_i = 0), and lo <= mu <= hi. Every reason is affine in mu, so that only the ends matter.
 *
 *   EICP_FORM    the form  x'G w - x'N x = x'(G M - N) x  is <= 0 in the box and positive definite at both
 *                ends. G_ii = d_i, the numbers given, on free nodes; the columns of slipping nodes are chosen
 *                such that the form at the middle of the box is its restriction to w_slip = 0. With a node j
 *                that slips and a shift x0 >= 0 of the free nodes, x_j = 1 say, (x - x0)'D (w - w0) <= 0
 *                takes the place of x'D w = 0.
 *                EICP_TURNED, for boxes without free nodes: G = P M(hi)^-1, P symmetric with P x = g.
 *   EICP_RAY     u with u_i >= 0 where w_i is not zero and u'M < 0 on all nodes that do not stick (Farkas).
 *   EICP_FORCE   one node j slips, all others are free or stick; D M is definite on the free ones, so that x
 *                differs from x0 by no more than a bound, which makes some nodes slip and some stick. One box
 *                below.
 */
#ifndef JUDDER_COMPLEMENTARITY_EICP_PROOF_CERTIFICATE_H
#define JUDDER_COMPLEMENTARITY_EICP_PROOF_CERTIFICATE_H

#include "complementarity/eicp.h"

#include <stddef.h>

typedef enum EicpPieceKind {
    EICP_SPLIT_MU,   /* [lo, mu] first, then [mu, hi] */
    EICP_SPLIT_NODE, /* the node sticks first, then slips */
    EICP_FORM,       /* d (n numbers); with node j >= 0 then x0 (n numbers); with node EICP_TURNED g, x */
    EICP_RAY,        /* u (n numbers) */
    EICP_FORCE,      /* d, x0 (n numbers each), and the share of D M's diagonal that is left: 1 number */
} EicpPieceKind;

enum { EICP_TURNED = -2 };

typedef struct EicpPiece {
    EicpPieceKind kind;
    int node;
    double mu;
    size_t at; /* of its numbers */
} EicpPiece;

struct EicpCertificate {
    int n;
    double from, upto; /* of the scaled problem (problem.h), like all mu here; upto may be infinite */
    EicpPiece *pieces; /* in pre-order */
    size_t count, room;
    double *numbers;
    size_t number_count, number_room;
};

JudderErr eicp_certificate_create(int n, double from, double upto, EicpCertificate **certificate);
void eicp_certificate_destroy(EicpCertificate **certificate);
/* Appends a piece with its numbers. */
JudderErr eicp_certificate_add(EicpCertificate *certificate, EicpPiece piece, const double *numbers,
                               size_t number_count);

/* The judge: sees the problem, mu and the data. True if the certificate proves that no solution lies in
 * [from, mu (1 - EICP_MARGIN)]; from and mu are those of the problem as given, mu may be infinite. */
JudderErr eicp_certificate_holds(const Eicp *eicp, double from, double mu, const EicpCertificate *certificate,
                                 bool *holds);
/* The same for every member of A and B with radii (NULL: none), as far as the certificate goes: *low gets the
 * mu below which, from `from` on, nothing lies; NAN: it does not hold. */
typedef struct EicpBounded {
    Eicp eicp;
    const EicpRadii *radii;
} EicpBounded;
JudderErr eicp_certificate_low(const EicpBounded *bounded, double from, const EicpCertificate *certificate,
                               double *low);

/* Puts the mu that was computed into the interval that is proved, and takes the residual there. */
void eicp_report_within(const Eicp *eicp, const double *x, EicpReport *report);

#endif
