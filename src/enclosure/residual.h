/* J X subtracted from columns, for eight columns at once, with twice the digits, or three times as many: each
 * number is hi + lo (+ rest), and size is the sum of what was rounded into the last of them. */
#ifndef JUDDER_ENCLOSURE_RESIDUAL_H
#define JUDDER_ENCLOSURE_RESIDUAL_H

#include "enclosure/enclosure.h"

enum { RESIDUAL_COLUMNS = 8 };

typedef struct Residual {
    double *hi, *lo, *size; /* n by RESIDUAL_COLUMNS each */
    double *rest;           /* likewise; NULL: twice the digits are enough */
} Residual;

/* The residual minus J X, X n by RESIDUAL_COLUMNS; no product of an entry of J and one of X, both not zero,
 * may be below 2^-960. */
void residual_subtract(const EnclosureMatrix *J, const double *X, const Residual *residual);

/* The value, and how much it may be off: exactly 0 where nothing was rounded. `terms` were summed in it. */
double residual_value(const Residual *residual, size_t at, double terms, double *error);

#endif
