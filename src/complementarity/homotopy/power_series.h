/* Power series in mu of x and w on a fixed set, see homotopy.c. */
#ifndef JUDDER_COMPLEMENTARITY_HOMOTOPY_POWER_SERIES_H
#define JUDDER_COMPLEMENTARITY_HOMOTOPY_POWER_SERIES_H

#include "complementarity/homotopy.h"

enum { POWER_SERIES_ORDER = 16 };

typedef struct PowerSeries {
    const Homotopy *problem;
    int count; /* of the set */
    int *member;
    const bool *set;
    double mu;
    double *A, *B; /* blocks of A - mu B and of B */
    double *x;     /* coefficients of x: (POWER_SERIES_ORDER + 1) rows of n */
    double *y;     /* of the quantity with a sign: x_i on the set, w_i elsewhere */
    double *size;  /* of each quantity, what rounding is measured by */
    double *work, *other;
} PowerSeries;

JudderErr power_series_create(const Homotopy *problem, PowerSeries *series);
void power_series_release(PowerSeries *series);

/* The coefficients about mu on the set. */
JudderErr power_series_expand(PowerSeries *series, double mu, const bool *set, bool *singular);
/* How far from mu the series may be used. */
double power_series_range(const PowerSeries *series);
void power_series_value(const PowerSeries *series, double t, double *x);
/* The derivative by mu of the quantity of that index. */
double power_series_slope(const PowerSeries *series, int index);
/* The first index whose quantity becomes negative for t = 0 ... direction * length; then length is where. -1: none. */
int power_series_first_zero(const PowerSeries *series, int direction, double *length);
/* The mu next to the last one at which the block is singular, and its positive vector of sum 1. */
JudderErr power_series_runaway(PowerSeries *series, int direction, double *x, double *mu, bool *found);

#endif
