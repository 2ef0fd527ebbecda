/* g(s) = c_0 + c_1 s + ... + c_n s^n + amplitude exp(-rate s) on [0, 1]: a piece of load (amplitude 0), or
 * the exact motion under such a load along a linear piece of a graph. It has at most n + 2 zeros, found by
 * descending from the highest derivative (Rolle). */
#ifndef JUDDER_CURVE_EXP_POLYNOMIAL_H
#define JUDDER_CURVE_EXP_POLYNOMIAL_H

#include <stdbool.h>

enum { EXP_POLYNOMIAL_DEGREE = 30 };

typedef struct ExpPolynomial {
    int degree;
    double c[EXP_POLYNOMIAL_DEGREE + 1];
    double amplitude, rate;
} ExpPolynomial;

double exp_polynomial_value(const ExpPolynomial *g, double s);
/* The derivative of any order >= 0. */
double exp_polynomial_derivative(const ExpPolynomial *g, int order, double s);
/* Zeros of g' strictly inside (0, 1), in order; returns how many (at most degree + 1). */
int exp_polynomial_critical(const ExpPolynomial *g, double zeros[EXP_POLYNOMIAL_DEGREE + 2]);
/* The first s in [0, 1] after which g is below low (*side = -1) or above high (+1) by more than the
 * tolerance; touching is no exit. */
bool exp_polynomial_first_exit(const ExpPolynomial *g, double low, double high, double tolerance, double *s,
                               int *side);

#endif
