/* What a grid scheme takes from outside: the initial fields at its nodes, and the given functions of time
 * along its steps. */
#ifndef JUDDER_SLAB_GRID_DRIVE_H
#define JUDDER_SLAB_GRID_DRIVE_H

#include "base/error.h"
#include "slab/slab.h"

/* The values of a field over [0, H] at `count` increasing places. */
JudderErr grid_sample(const Signal *field, const char *what, double height, size_t count, const double *z,
                      double *value);
/* Its integral over [0, H], exact for the pieces it is made of. */
JudderErr grid_integral(const Signal *field, const char *what, double height, double *integral);
/* The gap that squeeze and normal strain leave, u_3(0,0) = -squeeze - integral of u_3,z; refused if the
 * slab would start inside the foundation. */
JudderErr grid_initial_gap(const SlabData *data, double *gap);

/* How many equal steps, none longer than the one requested, lead to the end. */
JudderErr grid_steps(const SlabData *data, size_t *steps, double *dt);

typedef struct GridDrive {
    Track *foundation[2], *top[2], *pressure;
    double V[2], V_top[2], S; /* at the requested last time */
} GridDrive;

JudderErr grid_drive_open(GridDrive *drive, const SlabData *data);
void grid_drive_close(GridDrive *drive);
/* Where the drive is, out and back in. */
void grid_drive_serialise(GridDrive *drive, Archive *archive);
/* Takes the values at t; times only go forward. */
JudderErr grid_drive_at(GridDrive *drive, double t);

#endif
