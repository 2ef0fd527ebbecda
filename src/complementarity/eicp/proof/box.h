/* A box of a certificate and the reasons why it may be empty, each checked with all rounding errors counted.
 * A no proves nothing. */
#ifndef JUDDER_COMPLEMENTARITY_EICP_PROOF_BOX_H
#define JUDDER_COMPLEMENTARITY_EICP_PROOF_BOX_H

#include "complementarity/eicp/problem/problem.h"
#include "complementarity/eicp/proof/certificate.h"

typedef enum EicpSide { EICP_FREE, EICP_STICKS, EICP_SLIPS } EicpSide;

typedef struct EicpBox {
    double lo, hi; /* hi may be infinite */
    EicpSide *side;
} EicpBox;

/* Where the middle of a box is taken. */
double eicp_box_middle(const EicpBox *box);

/* The reasons of certificate.h, d, x0, g, x, u as there. shifted: the slipping node j of a shift, or -1 (x0
 * unused), or EICP_TURNED. */
JudderErr eicp_form_empties(const EicpProblem *problem, const EicpBox *box, int shifted, const double *d_x0,
                            bool *empty);
JudderErr eicp_ray_empties(const EicpProblem *problem, const EicpBox *box, const double *u, bool *empty);
/* Changes the sides of the box; *forced counts them, -1: the form is not definite. */
JudderErr eicp_force(const EicpProblem *problem, EicpBox *box, const double *d_x0_share, int *forced);

/* The judge of a certificate as far as it goes: whether it proves that no solution of the scaled problem lies
 * in [certificate->from, certificate->upto]. */
JudderErr eicp_certificate_judge(const EicpProblem *problem, const EicpCertificate *certificate, bool *holds);

#endif
