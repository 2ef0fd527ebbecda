/* Between the files of discs. */
#ifndef JUDDER_STABILITY_DISC_ROOM_H
#define JUDDER_STABILITY_DISC_ROOM_H

#include "stability/discs/discs.h"

typedef struct DiscRoom {
    double *R;       /* ~ (B X)^-1 */
    double *S, *S_D; /* A X - B X L and how far off it may be */
    double *AX, *AX_low, *BX, *BX_low;
    double *work, *more, *absolute;
    double *two;  /* of twice the size */
    double *line; /* four of n numbers */
    bool exact;   /* S was summed in twice the precision for the present X */
} DiscRoom;

/* S = AX - BX L. */
void discs_residual_columns(const Discs *d, const double *AX, const double *BX, double *S);
/* S_D <- (part |A| + also |A_low| + A_D)|X| and the same of B with |L|. */
void discs_residual_radii(const DiscPencil *p, const Discs *d, double part, double also);
/* BX and R. */
JudderErr discs_invert(const DiscPencil *p, Discs *d, bool *singular);
/* Radii and groups from S, S_D, R and BX. */
JudderErr discs_conclude(const DiscPencil *pencil, Discs *d);

#endif
