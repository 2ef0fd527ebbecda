/* Doubles as integers: every matrix gets one power of two, so that nothing is rounded. */
#include "exact/core.h"

#include "base/log.h"

#include <math.h>
#include <stdlib.h>

static const double SECONDS = 10;

/* Sums of dyadic numbers, entry by entry. */
typedef struct Dyadics {
    size_t count;
    fmpz *m;
    long *e;
} Dyadics;

static bool dyadics_open(Dyadics *d, size_t count) {
    *d = (Dyadics){count, flint._fmpz_vec_init((slong)count), calloc(count, sizeof(long))};
    return d->m && d->e;
}

static void dyadics_close(Dyadics *d) {
    if (d->m) flint._fmpz_vec_clear(d->m, (slong)d->count);
    free(d->e);
}

/* Adds sign a b. */
static void dyadics_add(Dyadics *d, size_t at, double a, double b) {
    long e_x = 0, e_y = 0;
    LOCAL_2(fmpz, x, y);
    dyadic_take(a, x, &e_x);
    dyadic_take(b, y, &e_y);
    flint.fmpz_mul(x, x, y);
    e_x += e_y;
    fmpz *m = d->m + at;
    if (flint.fmpz_sgn(m) == 0) d->e[at] = e_x;
    if (e_x > d->e[at]) flint.fmpz_mul_2exp(x, x, (ulong)(e_x - d->e[at]));
    if (e_x < d->e[at] && flint.fmpz_sgn(x) != 0) {
        flint.fmpz_mul_2exp(m, m, (ulong)(d->e[at] - e_x));
        d->e[at] = e_x;
    }
    flint.fmpz_add(m, m, x);
}

static long least_power(const Dyadics *d, long power) {
    for (size_t i = 0; i < d->count; i++)
        if (flint.fmpz_sgn(d->m + i) != 0 && -d->e[i] > power) power = -d->e[i];
    return power;
}

static void write_matrix(const Dyadics *d, long power, fmpz_mat_t A) {
    const slong columns = A->c;
    for (slong i = 0; i < A->r; i++)
        for (slong j = 0; j < columns; j++) {
            const size_t at = (size_t)(i * columns + j);
            if (flint.fmpz_sgn(d->m + at) == 0) continue;
            flint.fmpz_mul_2exp(fmpz_mat_entry(A, i, j), d->m + at, (ulong)(power + d->e[at]));
        }
}

static bool is_symmetric(int n, const double *A) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (A[i * n + j] != A[j * n + i]) return false;
    return true;
}

static void take_curvature(const SmallMotion *motion, Dyadics *d) {
    const size_t n = (size_t)motion->n;
    for (int i = 0; i < motion->contacts; i++) {
        const SmallContact *c = &motion->contact[i];
        const size_t normal = (size_t)c->normal, tangent = (size_t)c->tangent;
        dyadics_add(d, tangent * n + tangent, c->curvature, c->reaction[0]); /* (ST-2) */
        dyadics_add(d, normal * n + tangent, -c->curvature, c->reaction[1]);
    }
}

static void exact_numbers_take(Exact *exact, Dyadics *K, Dyadics *load, Dyadics *M) {
    const SmallMotion *motion = exact->motion;
    const size_t n = (size_t)motion->n;
    for (size_t i = 0; i < n * n; i++) dyadics_add(K, i, motion->K[i], 1);
    take_curvature(motion, K);
    for (size_t i = 0; i < n && motion->load; i++) dyadics_add(load, i, motion->load[i], 1);
    for (size_t i = 0; i < n * n && motion->M; i++) dyadics_add(M, i, motion->M[i], 1);
    /* K and the load share their power; M has its own, since lam^2 takes up what is between them. */
    exact->K_power = least_power(load, least_power(K, -4000));
    exact->M_power = least_power(M, -4000);
    write_matrix(K, exact->K_power, exact->K);
    write_matrix(load, exact->K_power, exact->load);
    write_matrix(M, exact->M_power, exact->M);
}

/* Damping that is not proportional, as it was given or of what it was formed. */
static void take_damping(Exact *exact, Dyadics *C) {
    const SmallMotion *motion = exact->motion;
    const size_t n = (size_t)motion->n;
    const bool formed = small_parts_any(motion->parts);
    if (exact->damping != DAMPING_GENERAL) return;
    for (size_t i = 0; i < n * n; i++) {
        if (!formed) dyadics_add(C, i, motion->C[i], 1);
        if (formed && motion->M) dyadics_add(C, i, motion->parts.mass, motion->M[i]);
        if (formed) dyadics_add(C, i, motion->parts.stiffness, motion->K[i]);
    }
    write_matrix(C, least_power(C, -4000), exact->C);
}

JudderErr exact_take_matrices(Exact *exact) {
    const SmallMotion *motion = exact->motion;
    const size_t n = (size_t)motion->n;
    SCOPED(dyadics_close) Dyadics K = {0}, load = {0}, M = {0}, C = {0};
    const bool good = dyadics_open(&K, n * n) && dyadics_open(&load, n) && dyadics_open(&M, n * n) &&
                      dyadics_open(&C, n * n);
    exact->symmetric = is_symmetric(motion->n, motion->K);
    exact->mass_symmetric = !motion->M || is_symmetric(motion->n, motion->M);
    if (good) exact_numbers_take(exact, &K, &load, &M);
    if (good) take_damping(exact, &C);
    return good ? JUDDER_OK : error_memory();
}

bool exact_is_out_of_time(const Exact *exact) {
    return clock_seconds() > exact->until || stop_requested();
}

void exact_start(Exact *exact) {
    exact->until = clock_seconds() + (exact->seconds > 0 ? exact->seconds : SECONDS);
}

/* A determinant of 64 rows as a polynomial takes some seconds, and the time goes with the power 3.6 of its
 * rows. */
double exact_determinant_size(int rows) {
    return pow(rows / 64.0, 3.6);
}

bool exact_has_time_for(const Exact *exact, double sizes) {
    static const double SECONDS_OF_64 = 2.7;
    return SECONDS_OF_64 * sizes <= exact->until - clock_seconds();
}
