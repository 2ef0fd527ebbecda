/* Slip velocities of all contact nodes at all steps of a motion, kept on the first rank to be compared
 * with another's. */
#ifndef JUDDER_FE_STUDIES_MOTION_SLIPS_H
#define JUDDER_FE_STUDIES_MOTION_SLIPS_H

#include "base/error.h"
#include "fe_studies/motion/motion.h"

typedef struct Slips {
    double *at, *area; /* first rank */
    int tangents, n;
    long steps;
} Slips;

JudderErr slips_create(const FeContact *contact, long steps, Slips *slips);
void slips_release(Slips *slips);
/* Those of the present step. First rank. */
void slips_keep(const FeMarchNow *now, Slips *slips);
/* The first rows, out and back in. Not collective. */
JudderErr slips_serialise(Slips *slips, const char *name, long rows, Archive *archive);
/* Mean over the contact of the distance in L1 over time. First rank. */
double slips_distance(const Slips *a, const Slips *b, double dt);

#endif
