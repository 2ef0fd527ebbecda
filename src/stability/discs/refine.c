/* All pairs at once: with T = (B X)^-1 (A X - B X L), to first order lam_j + T_jj and X (1 + E), E_ij =
 * T_ij/(lam_j - lam_i), are better ones [rump2010]. */
#include "stability/discs/discs.h"

#include "stability/discs/room.h"
#include "stability/discs/sums.h"

#include "base/dense.h"

#include <complex.h>
#include <math.h>

/* a - l b of numbers in two parts, to twice the precision. */
static double minus_product(const double a[2], double l, const double b[2], double *low) {
    const double product = l * b[0], difference = a[0] - product;
    *low = a[1] + (sum_error(a[0], -product, difference) - product_error(l, b[0], product)) - l * b[1];
    return difference;
}

/* S = A X - B X L for X + X_low, and its radius. */
static void exact_residual(const DiscPencil *p, Discs *d) {
    DiscRoom *room = d->room;
    const size_t n = (size_t)d->n, square = n * n;
    const double *const X[] = {d->X, d->X_low};
    product_in_two(d->n, (const double *const[]){p->A, p->A_low}, X,
                   (double *const[]){room->AX, room->AX_low}, room->two);
    product_in_two(d->n, (const double *const[]){p->B, p->B_low}, X,
                   (double *const[]){room->BX, room->BX_low}, room->two);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const size_t at = i * n + j, other = d->im[j] > 0 ? at + 1 : at - 1;
            double low, part[2];
            part[0] = minus_product((double[]){room->AX[at], room->AX_low[at]}, d->re[j],
                                    (double[]){room->BX[at], room->BX_low[at]}, &part[1]);
            if (d->im[j] != 0) {
                part[0] = minus_product(part, -d->im[j], (double[]){room->BX[other], room->BX_low[other]},
                                        &low);
                part[1] = low;
            }
            room->S[at] = part[0] + part[1];
        }
    discs_residual_radii(p, d, product_in_two_rounding(d->n), product_in_two_rounding_low(d->n));
    for (size_t i = 0; i < square; i++) room->S_D[i] += 4 * UNIT_ROUNDOFF * fabs(room->S[i]);
    room->exact = true;
}

/* The share of column lam that another eigenvalue has to give up; none where they are too near to tell. */
static double complex step_of(double complex t, double complex lam, double complex other) {
    const double complex apart = lam - other;
    return cabs(apart) > 4 * cabs(t) ? t / apart : 0;
}

/* Column j (or j and j + 1) of E from that of T, which stands in its place; the better lam. */
static void correct_column(const Discs *d, double *T, size_t j, double complex *better) {
    const size_t n = (size_t)d->n;
    const bool pair = d->im[j] != 0;
    const double complex lam = d->re[j] + I * d->im[j];
    for (size_t i = 0; i < n; i++) {
        double *t = T + i * n + j;
        const double complex alpha = t[0] + (pair ? I * t[1] : 0);
        if (d->im[i] == 0) {
            const double complex e = i == j ? 0 : step_of(alpha, lam, d->re[i]);
            if (i == j) *better = lam + alpha;
            t[0] = creal(e);
            if (pair) t[1] = cimag(e);
            continue;
        }
        /* Coordinates of a pair: alpha x_r + beta x_i = plus (x_r + i x_i) + minus (x_r - i x_i). */
        const double complex beta = t[n] + (pair ? I * t[n + 1] : 0), of_i = d->re[i] + I * d->im[i],
                             plus = (alpha - I * beta) / 2, minus = (alpha + I * beta) / 2;
        const double complex e_plus = i == j ? 0 : step_of(plus, lam, of_i),
                             e_minus = step_of(minus, lam, conj(of_i)), e_alpha = e_plus + e_minus,
                             e_beta = I * (e_plus - e_minus);
        if (i == j) *better = lam + plus;
        t[0] = creal(e_alpha), t[n] = creal(e_beta);
        if (pair) t[1] = cimag(e_alpha), t[n + 1] = cimag(e_beta);
        i++;
    }
}

static void refine_correct(Discs *d, double *E) {
    const size_t n = (size_t)d->n;
    for (size_t j = 0; j < n; j++) {
        double complex lam = d->re[j] + I * d->im[j];
        const bool pair = d->im[j] != 0;
        correct_column(d, E, j, &lam);
        d->room->line[j] = creal(lam);
        if (!pair) continue;
        d->room->line[j + 1] = cimag(lam);
        j++;
    }
    /* Only now, since the corrections of all columns used the old ones. */
    for (size_t j = 0; j < n; j++) {
        const double *line = d->room->line + j;
        d->re[j] = line[0];
        if (d->im[j] == 0) continue;
        if (line[1] > 0) d->im[j] = line[1];
        d->re[j + 1] = d->re[j], d->im[j + 1] = -d->im[j];
        j++;
    }
}

JudderErr discs_refine(const DiscPencil *pencil, Discs *d) {
    DiscRoom *room = d->room;
    const size_t square = (size_t)d->n * (size_t)d->n;
    bool singular = false;
    d->enclosed = false;
    if (!room->exact) exact_residual(pencil, d);
    dense_product(d->n, room->R, room->S, room->work);
    refine_correct(d, room->work);
    room->exact = false;
    dense_product(d->n, d->X, room->work, room->more);
    for (size_t i = 0; i < square; i++) {
        const double x = d->X[i] + room->more[i], low = d->X_low[i] + sum_error(d->X[i], room->more[i], x);
        d->X[i] = x + low;
        d->X_low[i] = sum_error(x, low, d->X[i]);
        if (!isfinite(d->X[i])) return JUDDER_OK;
    }
    TRY(discs_invert(pencil, d, &singular));
    if (singular) return JUDDER_OK;
    exact_residual(pencil, d);
    /* What the defect asks for is B X as multiplied plainly. */
    dense_product(d->n, pencil->B, d->X, room->BX);
    return discs_conclude(pencil, d);
}
