/* Piecewise polynomials: what every function of a case becomes before a time loop sees it.
 *
 * A piece over [start, end] is a polynomial in s = (x - mid)/half, |s| <= 1. Pieces join without gaps; where
 * a piece says `jump` the function is discontinuous at its start.
 */
#ifndef JUDDER_CURVE_CURVE_H
#define JUDDER_CURVE_CURVE_H

#include "base/error.h"
#include "curve/exp_polynomial.h"

#include <stdbool.h>
#include <stddef.h>

enum { CURVE_DEGREE = 7 };

typedef struct CurvePiece {
    double start, end, mid,
        per_half; /* per_half = 1/half; 0 for a piece without length or with infinite ends */
    int degree;
    bool jump;
    double c[CURVE_DEGREE + 1];
} CurvePiece;

typedef struct Curve {
    size_t count, capacity;
    CurvePiece *pieces;
    double error; /* the largest difference to the function that was seen, 0 if the curve is exact */
} Curve;

static inline double curve_piece_value(const CurvePiece *piece, double x) {
    const double s = (x - piece->mid) * piece->per_half;
    double sum = piece->c[piece->degree];
    for (int k = piece->degree - 1; k >= 0; k--) sum = sum * s + piece->c[k];
    return sum;
}

double curve_piece_slope(const CurvePiece *piece, double x);
/* The piece as a polynomial over [from, to] mapped to [0, 1]. */
void curve_piece_restrict(const CurvePiece *piece, double from, double to, ExpPolynomial *g);
/* A straight piece from (start, first) to (end, last). */
CurvePiece curve_piece_line(double start, double end, double first, double last);

JudderErr curve_append(Curve *curve, const CurvePiece *piece);
/* Makes room for that many pieces; false: out of memory. */
bool curve_reserve(Curve *curve, size_t count);
void curve_clear(Curve *curve);   /* keeps the memory */
void curve_release(Curve *curve); /* frees it */
/* The piece that holds x (the first or the last one beyond the ends); the curve must not be empty. */
size_t curve_find(const Curve *curve, double x);

#endif
