#include "stability/flutter/sliding.h"

#include "base/number/rounding.h"

#include <math.h>
#include <stdlib.h>

static JudderErr list_moving(const SmallMotion *motion, Sliding *s, int *sliding_at) {
    SCOPED_FREE bool *held = calloc((size_t)motion->n, sizeof *held);
    REQUIRE(held, error_memory());
    for (int i = 0; i < motion->n; i++) sliding_at[i] = -1;
    for (int i = 0; i < motion->contacts; i++) {
        const SmallContact *c = &motion->contact[i];
        if (c->state == SMALL_CONTACT_OPEN) continue;
        held[c->normal] = true;
        if (c->state == SMALL_CONTACT_STUCK) held[c->tangent] = true;
        if (c->state == SMALL_CONTACT_SLIP) sliding_at[c->tangent] = i;
    }
    for (int i = 0; i < motion->n; i++) {
        if (held[i]) continue;
        s->slide[s->n] = sliding_at[i];
        s->dof[s->n++] = i;
    }
    return JUDDER_OK;
}

/* Both parts of X' for a matrix of the motion. */
static void sliding_transform(const SmallMotion *motion, const Sliding *s, const int *sliding_at,
                              const double *X, double *const parts[2]) {
    const size_t n = (size_t)motion->n, m = (size_t)s->n;
    for (size_t i = 0; i < m; i++) {
        const int which = sliding_at[s->dof[i]];
        for (size_t j = 0; j < m; j++) {
            const size_t column = (size_t)s->dof[j];
            parts[0][i * m + j] = X[(size_t)s->dof[i] * n + column];
            parts[1][i * m + j] = which < 0 ? 0
                                            : motion->contact[which].direction *
                                                  X[(size_t)motion->contact[which].normal * n + column];
        }
    }
}

static bool sliding_any(const double *X, int n) {
    for (int i = 0; i < n * n; i++)
        if (X[i] != 0) return true;
    return false;
}

static JudderErr make_rest(const Sliding *s, SlidingRest *rest) {
    const size_t square = (size_t)s->n * (size_t)s->n;
    double *room = calloc(4 * square, sizeof *room);
    REQUIRE(room, error_memory());
    *rest = (SlidingRest){room, room + square, room + 2 * square, room + 3 * square};
    return JUDDER_OK;
}

/* p_0 mu' of one contact, what is rounded kept. */
static void add_slope(const SmallContact *c, size_t at, Sliding *s) {
    const double force = -c->reaction[0], product = force * c->slope, sum = s->C_0[at] + product,
                 rest[3] = {sum_error(s->C_0[at], product, sum), product_error(force, c->slope, product),
                            s->C_rest.low_0[at]};
    s->C_0[at] = sum;
    s->C_rest.low_0[at] = rest[0] + rest[1] + rest[2];
    s->C_rest.D_0[at] += rounding_gamma(2) * (fabs(rest[0]) + fabs(rest[1]) + fabs(rest[2]));
    if (fabs(product) < 1e-280) s->C_rest.D_0[at] += DBL_MIN; /* the error of the product is lost */
}

static JudderErr add_slopes(const SmallMotion *motion, Sliding *s, const int *sliding_at) {
    for (int i = 0; i < s->n; i++) {
        const int which = sliding_at[s->dof[i]];
        if (which < 0 || motion->contact[which].slope == 0) continue;
        if (!s->C_rest.low_0) TRY(make_rest(s, &s->C_rest));
        add_slope(&motion->contact[which], (size_t)i * (size_t)s->n + (size_t)i, s);
    }
    return JUDDER_OK;
}

/* a of M and b of K that come nearest to C, entry by entry, each entry weighed by the diagonals of K; whether
 * they give it but for rounding. */
static void find_parts(Sliding *s) {
    const size_t n = (size_t)s->n;
    double mm = 0, mk = 0, kk = 0, mc = 0, kc = 0, worst = 0;
    for (size_t at = 0; at < n * n; at++) {
        const double weight = fabs(s->K_0[at / n * (n + 1)] * s->K_0[at % n * (n + 1)]),
                     w = weight > 0 ? 1 / weight : 0, m = s->M_0[at], k = s->K_0[at], c = s->C_0[at];
        mm += w * m * m, mk += w * m * k, kk += w * k * k, mc += w * m * c, kc += w * k * c;
    }
    const double det = mm * kk - mk * mk;
    if (!(det > 1e-12 * mm * kk)) return;
    s->mass_part = (mc * kk - kc * mk) / det;
    s->stiffness_part = (kc * mm - mc * mk) / det;
    for (size_t at = 0; at < n * n; at++)
        for (int part = 0; part < 2; part++) {
            const double m = (part ? s->M_1 : s->M_0)[at], k = (part ? s->K_1 : s->K_0)[at],
                         c = (part ? s->C_1 : s->C_0)[at], fit = s->mass_part * m + s->stiffness_part * k,
                         size = sqrt(fabs(s->C_0[at / n * (n + 1)] * s->C_0[at % n * (n + 1)]));
            worst = fmax(worst, c == fit ? 0 : fabs(c - fit) / fmax(size, fabs(c)));
        }
    s->proportional = worst <= 1e-13;
}

static void judge_damping(Sliding *s) {
    const double *const parts[] = {s->C_0,          s->C_1,        s->C_rest.low_0,
                                   s->C_rest.low_1, s->C_rest.D_0, s->C_rest.D_1};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        s->damped = s->damped || (parts[i] && sliding_any(parts[i], s->n));
    s->proportional = !s->damped;
    if (s->damped) find_parts(s);
}

/* What forming the damping and the terms of a curved obstacle has lost; K is spoiled. */
static JudderErr take_rests(const SmallMotion *motion, Sliding *s, const int *sliding_at, double *K) {
    if (motion->C_low) {
        TRY(make_rest(s, &s->C_rest));
        sliding_transform(motion, s, sliding_at, motion->C_low,
                          (double *const[]){s->C_rest.low_0, s->C_rest.low_1});
        sliding_transform(motion, s, sliding_at, motion->C_D,
                          (double *const[]){s->C_rest.D_0, s->C_rest.D_1});
    }
    if (!small_motion_stiffness_radius(motion, K)) return JUDDER_OK;
    TRY(make_rest(s, &s->K_rest));
    sliding_transform(motion, s, sliding_at, K, (double *const[]){s->K_rest.D_0, s->K_rest.D_1});
    return JUDDER_OK;
}

static JudderErr sliding_fill_all(const SmallMotion *motion, Sliding *s, int *sliding_at, double *K) {
    TRY(list_moving(motion, s, sliding_at));
    REQUIRE(s->n > 0, error_input("contacts", "flutter: the contacts hold every dof"));
    small_motion_stiffness(motion, K);
    sliding_transform(motion, s, sliding_at, K, (double *const[]){s->K_0, s->K_1});
    sliding_transform(motion, s, sliding_at, motion->M, (double *const[]){s->M_0, s->M_1});
    if (motion->C) sliding_transform(motion, s, sliding_at, motion->C, (double *const[]){s->C_0, s->C_1});
    TRY(take_rests(motion, s, sliding_at, K));
    TRY(add_slopes(motion, s, sliding_at));
    judge_damping(s);
    return JUDDER_OK;
}

JudderErr sliding_create(const SmallMotion *motion, Sliding *sliding) {
    REQUIRE(motion->M, error_input("mass", "flutter needs the mass"));
    for (int i = 0; i < motion->contacts; i++)
        REQUIRE(motion->contact[i].state != SMALL_CONTACT_GRAZING,
                error_input("state",
                            "contact %d grazes: flutter is about contacts that slide, stick or are open",
                            i + 1));
    const size_t n = (size_t)motion->n;
    *sliding = (Sliding){.dof = calloc(n, sizeof(int)), .slide = calloc(n, sizeof(int))};
    double **const parts[] = {&sliding->M_0, &sliding->M_1, &sliding->C_0,
                              &sliding->C_1, &sliding->K_0, &sliding->K_1};
    SCOPED_FREE int *sliding_at = calloc(n, sizeof *sliding_at);
    SCOPED_FREE double *K = malloc(n * n * sizeof *K);
    bool memory = sliding->dof && sliding->slide && sliding_at && K;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        memory = (*parts[i] = calloc(n * n, sizeof(double))) && memory;
    const JudderErr err = memory ? sliding_fill_all(motion, sliding, sliding_at, K) : error_memory();
    if (err != JUDDER_OK) sliding_release(sliding);
    return err;
}

void sliding_release(Sliding *sliding) {
    double *const parts[] = {sliding->M_0, sliding->M_1, sliding->C_0,          sliding->C_1,
                             sliding->K_0, sliding->K_1, sliding->C_rest.low_0, sliding->K_rest.low_0};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) free(parts[i]);
    free(sliding->dof);
    free(sliding->slide);
    free(sliding->false_root);
    *sliding = (Sliding){0};
}

void sliding_combine(const Sliding *sliding, const double *X_0, const double *X_1, double mu, double *X) {
    const size_t square = (size_t)sliding->n * (size_t)sliding->n;
    for (size_t i = 0; i < square; i++) X[i] = X_0[i] - mu * X_1[i];
}

/* Whether the masses on the diagonal are of like size, so that solving with them loses no digits. */
static bool masses_are_alike(int n, const double *M) {
    double least = INFINITY, largest = 0;
    for (int i = 0; i < n; i++) {
        least = fmin(least, fabs(M[i * n + i]));
        largest = fmax(largest, fabs(M[i * n + i]));
    }
    return least > 1e-6 * largest;
}

JudderErr sliding_mass_solve(int n, const double *M, const double *A, double *X, bool *possible) {
    bool singular = false;
    *possible = masses_are_alike(n, M);
    if (!*possible) return JUDDER_OK;
    TRY(dense_divide(n, M, A, X, &singular));
    *possible = !singular;
    return JUDDER_OK;
}

JudderErr sliding_eigen(const Sliding *sliding, const double *A, const double *M, const DensePencil *found) {
    const int n = sliding->n;
    SCOPED_FREE double *X = malloc((size_t)n * (size_t)n * sizeof *X);
    REQUIRE(X, error_memory());
    bool possible = false;
    JudderErr err = sliding_mass_solve(n, M, A, X, &possible);
    if (err == JUDDER_OK && possible) err = dense_eigen(n, X, found->re, found->im, found->vectors);
    for (int i = 0; i < n && possible; i++) found->beta[i] = 1;
    if (err != JUDDER_OK || possible) return err;
    return dense_eigen_pencil(n, A, M, found);
}
