/* One step of the three-stage Radau IIA method [hairer1996] (order 5, L-stable) for the scalar problem eps v'
 * = alpha(t) - beta(v) on a smooth piece of beta. */
#ifndef JUDDER_INCLUSION_RADAU_H
#define JUDDER_INCLUSION_RADAU_H

#include "curve/curve.h"
#include "inclusion/graph.h"

typedef struct RadauProblem {
    const Graph *graph;
    const GraphPiece *piece;
    const CurvePiece *load;
    double epsilon;
} RadauProblem;

/* v at 0, c_1, c_2 and 1 of the step from (t, v) to t + h, and an estimate of the error; false: the
 * stages were not found. */
bool radau_step(const RadauProblem *problem, double t, double v, double h, double at[4], double *error);
/* The collocation polynomial through these values at the fraction s of the step. */
double radau_value(const double at[4], double s);
double radau_slope(const double at[4], double s); /* per unit of s */

#endif
