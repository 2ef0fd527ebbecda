/* Roots of steady sliding in discs (PR-13), from pairs that were computed. */
#ifndef JUDDER_STABILITY_ENCLOSED_H
#define JUDDER_STABILITY_ENCLOSED_H

#include "stability/discs/discs.h"
#include "stability/flutter/sliding.h"

/* Of matrices with more rows the roots are not enclosed: it would take minutes. */
enum { ENCLOSED_MOST = 700 };

/* z of K' x = z M' x, in the order of the pairs; *discs is to be destroyed. */
JudderErr enclosed_z(const Sliding *sliding, double mu, const DensePencil *computed, Discs **discs);

/* lam = scale l of the companion form l (x, y) (1, M') = (y, -K' x - C' y), y = l x, in units in which
 * entries are near 1; the scale is a power of two. discs->re, im and X of twice the order are filled by the
 * caller. */
JudderErr enclosed_lam(const Sliding *sliding, double mu, double scale, Discs *discs);

/* Whether all that a disc is connected with is off the real axis, or it is alone on it and off 0. */
bool enclosed_is_settled(const Discs *discs, int j);

#endif
