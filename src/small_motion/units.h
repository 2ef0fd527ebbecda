/* Units of computing. Dofs of a case may be metres, radians or modal amplitudes, so the entries of its
 * matrices may lie many powers of ten apart and every tolerance would mean something else for each dof. With
 * V = U V', U diagonal and of powers of two (no rounding), K' = U K U, M' = U M U, C' = U C U, load' = U load
 * all are of like size on the diagonal. A contact that touches has one unit u for both of its dofs, since mu
 * compares its reactions: r' = u r, and slope and curvature are multiplied by u too. */
#ifndef JUDDER_SMALL_MOTION_UNITS_H
#define JUDDER_SMALL_MOTION_UNITS_H

#include "small_motion/small_motion.h"

/* The unit of each dof, from the diagonals of K with its curvature terms and of M. */
JudderErr small_motion_units(const SmallMotion *motion, double *unit);

/* What belongs to a motion in these units: a matrix (NULL: nothing), a load, a contact. */
void units_matrix(int n, const double *unit, double *A);
void units_load(int n, const double *unit, double *load);
void units_contact(const double *unit, SmallContact *contact);

#endif
