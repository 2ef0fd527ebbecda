/* The judge of a contact problem, which knows no solver: balance, normal law, cone, flow rule. (BD-2) */
#ifndef JUDDER_CONTACT_SOLVER_JUDGE_H
#define JUDDER_CONTACT_SOLVER_JUDGE_H

#include "contact/contact.h"
#include "contact_solver/defect.h"

/* One contact row at some forces and displacements (or velocities). */
typedef struct ContactPoint {
    const Contact *contact;
    NormalPoint normal;
    int tangents; /* 1 or 2 */
    double mu;    /* at this slip */
    double k;     /* stiffness of the body along the tangents: makes a force of a slip */
    double r[2], slip[2];
    double blur;   /* of a slip whose direction is not better known: what its force may miss by */
    double hidden; /* of a creep whose speed is not better known: what its bound may miss by */
} ContactPoint;

/* Of a force or slip with one or two tangents. */
double contact_length(const double *x, int tangents);

/* The judge, which knows no solver: what is out of balance and each row against its laws, as parts of the
 * scale. A slip too small to have a direction counts in proportion to k |slip|, all of it if k is INFINITY.
 */
typedef struct JudgedContact {
    int n;
    const void *of;
    void (*point)(const void *of, int row, ContactPoint *at);
    ContactLeft left; /* anywhere, under the forces of the points */
} JudgedContact;
void contact_judge(const JudgedContact *judged, ContactDefect *defect);

/* S x = b + r on a dense matrix: the largest difference, the largest sum of sizes in a row and the largest
 * number summed. */
typedef struct DenseBalance {
    int size;
    const double *S, *x, *b, *r;
    double off, sum, part;
} DenseBalance;
void contact_balance(DenseBalance *balance);

#endif
