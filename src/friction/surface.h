/* mu(r, theta) given by a function of two variables: polynomial patches with a checked error, made where
 * they are first needed.
 *
 * The half plane r >= 0 is cut into boxes whose sides double away from zero; a box on which one polynomial
 * of degree 7 in each variable misses the function at the check points is halved across its rougher side.
 * So a time loop asks the function only when it enters a patch for the first time.
 */
#ifndef JUDDER_FRICTION_SURFACE_H
#define JUDDER_FRICTION_SURFACE_H

#include "base/archive.h"
#include "curve/fit.h"

typedef struct Surface Surface;

JudderErr surface_create(const Function *function, Surface **surface);
void surface_destroy(Surface **surface);

typedef struct SurfaceValue {
    double mu, slope_r, slope_theta;
} SurfaceValue;

double surface_value(Surface *surface, double r, double theta);
SurfaceValue surface_slopes(Surface *surface, double r, double theta);

/* The largest -mu_r and |mu_theta| on the patches that a net of points over [0, r] x [low, high] meets. */
void surface_steepest(Surface *surface, double r, double low, double high, double *fall, double *heat);

/* The error that the function raised, if any, or a negative value at a state that a motion has reached;
 * elsewhere negative values count as zero. After an error all values are zero. */
JudderErr surface_fault(Surface *surface, double r, double theta);
/* The patches, out and back in: by the points that made them, in their order, since what is good enough
 * depends on what was seen before. */
void surface_serialise(Surface *surface, Archive *archive);
/* Largest difference to the function that was accepted. */
double surface_error(const Surface *surface);

#endif
