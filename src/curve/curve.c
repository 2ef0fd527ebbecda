#include "curve/curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double curve_piece_slope(const CurvePiece *piece, double x) {
    const double s = (x - piece->mid) * piece->per_half;
    double sum = 0;
    for (int k = piece->degree; k >= 1; k--) sum = sum * s + k * piece->c[k];
    return sum * piece->per_half;
}

void curve_piece_restrict(const CurvePiece *piece, double from, double to, ExpPolynomial *g) {
    /* s = shift + scale sigma with sigma in [0, 1]: a Taylor shift, then powers of the scale. */
    const double shift = (from - piece->mid) * piece->per_half;
    const double scale = (to - from) * piece->per_half;
    double c[CURVE_DEGREE + 1];
    memcpy(c, piece->c, sizeof c);
    for (int i = 0; i < piece->degree; i++)
        for (int k = piece->degree - 1; k >= i; k--) c[k] += shift * c[k + 1];
    double power = 1;
    g->degree = piece->degree;
    g->amplitude = g->rate = 0;
    for (int k = 0; k <= piece->degree; k++, power *= scale) g->c[k] = c[k] * power;
}

CurvePiece curve_piece_line(double start, double end, double first, double last) {
    CurvePiece piece = {.start = start, .end = end, .c = {first}};
    if (first == last || !isfinite(end - start)) return piece;
    piece.mid = start + (end - start) / 2;
    piece.per_half = 2 / (end - start);
    piece.degree = 1;
    piece.c[0] = first + (last - first) / 2;
    piece.c[1] = (last - first) / 2;
    return piece;
}

bool curve_reserve(Curve *curve, size_t count) {
    if (count <= curve->capacity) return true;
    CurvePiece *pieces = realloc(curve->pieces, count * sizeof *pieces);
    if (!pieces) return false;
    curve->pieces = pieces;
    curve->capacity = count;
    return true;
}

JudderErr curve_append(Curve *curve, const CurvePiece *piece) {
    const size_t more = curve->capacity ? 2 * curve->capacity : 64;
    REQUIRE(curve->count < curve->capacity || curve_reserve(curve, more), error_memory());
    curve->pieces[curve->count++] = *piece;
    return JUDDER_OK;
}

void curve_clear(Curve *curve) {
    curve->count = 0;
}

void curve_release(Curve *curve) {
    free(curve->pieces);
    *curve = (Curve){0};
}

size_t curve_find(const Curve *curve, double x) {
    size_t low = 0, high = curve->count - 1;
    while (low < high) {
        const size_t middle = low + (high - low + 1) / 2;
        if (curve->pieces[middle].start <= x)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}
