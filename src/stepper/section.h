/* A Poincare section: where a motion crosses it, and whether the states there repeat.  (MO-16)
 *
 *   m = least with |x_k - x_{k-m}| <= tolerance for the last 3m crossings,  m <= 64
 *
 * A model says when it crosses (stuck -> slip, a threshold, a velocity that falls through zero) and in what
 * state. Differences are relative to the range that a number had between the crossings that are compared, so
 * that a motion which dies away does not count as one that repeats. Numbers of one kind (velocities, forces)
 * form a group: one whose range is nothing beside that of its group is compared by the group's. Nothing is
 * allocated after section_create. */
#ifndef JUDDER_STEPPER_SECTION_H
#define JUDDER_STEPPER_SECTION_H

#include "base/archive.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

enum { SECTION_CYCLES = 64, SECTION_KEPT = 4 * SECTION_CYCLES };

/* Of states at ends of steps; of states that are interpolated between them. */
#define SECTION_EXACT        1e-6
#define SECTION_INTERPOLATED 1e-3

typedef struct Section Section;

typedef struct SectionPeriod {
    double period; /* NAN: the motion does not repeat, or has ended */
    double spread; /* between the longest and the shortest of the periods that were compared; NAN */
    size_t cycles; /* crossings in a period; 0: none */
} SectionPeriod;

/* States of `width` numbers, each of a group that has a number from 0 to width - 1; copied. */
JudderErr section_create(size_t width, const int *group, double tolerance, Section **section);
/* Accepts NULL. */
void section_destroy(Section **section);

/* A state that the motion passes: for the ranges. */
void section_pass(Section *section, const double *x);
/* The motion crosses at the time t in the state x. */
void section_cross(Section *section, double t, const double *x);
/* What was found, at the present time. */
SectionPeriod section_period(const Section *section, double now);
/* How often it was crossed, and the time between the last two crossings; NAN: fewer than two. */
size_t section_crossings(const Section *section);
double section_interval(const Section *section);
void section_serialise(Section *section, Archive *archive);

#endif
