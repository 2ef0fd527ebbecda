/* The waves that the initial data send to the contact.  (SL-2), (SL-3) */
#ifndef JUDDER_SLAB_INITIAL_H
#define JUDDER_SLAB_INITIAL_H

#include "base/error.h"
#include "slab/slab.h"

/* b+(t, 0) of one component over the first round trip 0 <= t <= 2H/c with a top at rest: straight down for t
 * < H/c, after one reflection later. The curve is in t. */
JudderErr slab_incoming_create(const SlabData *data, int component, double c, Curve *incoming);

/* The integral of u_z over the height, so that u(0,0) = u(0,H) - integral. */
JudderErr slab_strain_integral(const SlabData *data, int component, double *integral);

/* u_3(0,0) = -squeeze - integral of u_3,z must not be negative: what is missing is taken as a uniform
 * compression, the static state under the squeeze if no strain was given. The strain of the data may then ask
 * `made`, which must stay where it is as long as the data are used. */
typedef struct SlabCompression {
    double strain; /* added; 0: none */
    Signal given;
} SlabCompression;
JudderErr slab_compress(SlabData *data, SlabCompression *made);

double profile_value(const Curve *curve, double x);
double profile_piece_integral(const CurvePiece *piece, double a, double b);
double profile_integral(const Curve *curve, double a, double b);
/* The largest absolute value at the ends and in the middle of the pieces. */
double profile_size(const Curve *curve);

#endif
