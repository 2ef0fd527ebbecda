/* One node that slides on its plane while the others are held: slip d = rho t, rho > 0, |t| = 1, with
 *
 *   A d + c = -mu p t,   p = p_0 + a.d >= 0                                                        (BD-2)
 */
#ifndef JUDDER_CONDENSED_LOCAL_SLIDE_H
#define JUDDER_CONDENSED_LOCAL_SLIDE_H

#include <stdbool.h>

typedef struct LocalSlide {
    int tangents; /* 1 or 2 */
    double A[2][2], c[2], a[2];
    double mu, p_0;
} LocalSlide;

/* The solution whose direction is nearest to `towards`; false if there is none. */
bool local_slide_solve(const LocalSlide *slide, const double towards[2], double d[2]);

#endif
