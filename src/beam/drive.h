/* What acts on the beam from outside: the foundation's velocity, the two temperatures, the force f(x, t). */
#ifndef JUDDER_BEAM_DRIVE_H
#define JUDDER_BEAM_DRIVE_H

#include "base/error.h"
#include "curve/signal.h"

#include <stddef.h>

/* f(x, t): a uniform number, or a function of two variables. */
typedef struct BeamForce {
    double uniform;
    Function function;
} BeamForce;

typedef struct DriveValues {
    double velocity, wall, foundation;
} DriveValues;

enum { FORCE_MOST_NODES = 64 };

typedef struct DriveForceAt {
    Function function;
    double x;
} DriveForceAt;

typedef struct BeamDrive {
    Track *velocity, *wall, *foundation;
    bool steady; /* the three are constant */
    DriveValues now;
    /* The force as a polynomial in x through its values at Chebyshev points. */
    size_t force_nodes; /* 0: no force */
    double force_x[FORCE_MOST_NODES];
    double force_now[FORCE_MOST_NODES], force_next[FORCE_MOST_NODES];
    DriveForceAt force_at[FORCE_MOST_NODES];
    Track *force[FORCE_MOST_NODES];
    double force_error; /* largest difference between f and its polynomial in x that was seen */
} BeamDrive;

typedef struct DriveSource {
    const Signal *velocity, *wall, *foundation;
    BeamForce force;
    double final, step;
} DriveSource;

JudderErr drive_open(const DriveSource *source, BeamDrive *drive);
void drive_close(BeamDrive *drive);
/* The first jump of the velocity or a temperature in (t, end), or `end`. */
double drive_next_jump(const BeamDrive *drive, double t, double end);
/* The values at t, as limits from the left; force_next too. The drive stays where it is unless a new
 * window is needed. */
JudderErr drive_before(BeamDrive *drive, double t, DriveValues *values);
/* Moves to t: `now` and force_now are the values there, from the right. */
JudderErr drive_move(BeamDrive *drive, double t);
/* Where the drive is, out and back in. */
void drive_serialise(BeamDrive *drive, Archive *archive);
/* The value at x of the polynomial with these values at the nodes. */
double drive_force_at(const BeamDrive *drive, const double *values, double x);
/* Weights with which the nodes' values give the value at x. */
void drive_force_weights(const BeamDrive *drive, double x, double *weights);

#endif
