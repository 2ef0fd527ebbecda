#include "stability/flutter/sliding.h"

#include "base/dense.h"

#include <math.h>
#include <stdlib.h>

static JudderErr list_moving(const SmallMotion *motion, Sliding *s, int *sliding_at) {
    bool *held = calloc((size_t)motion->n, sizeof *held);
    REQUIRE(held, error_memory());
    for (int i = 0; i < motion->n; i++) sliding_at[i] = -1;
    for (int i = 0; i < motion->contacts; i++) {
        const SmallContact *c = &motion->contact[i];
        if (c->state == SMALL_CONTACT_OPEN) continue;
        held[c->normal] = true;
        if (c->state == SMALL_CONTACT_STUCK) held[c->tangent] = true;
        if (c->state == SMALL_CONTACT_SLIP) sliding_at[c->tangent] = i;
    }
    for (int i = 0; i < motion->n; i++)
        if (!held[i]) s->dof[s->n++] = i;
    free(held);
    return JUDDER_OK;
}

/* Both parts of X' for a matrix of the motion. */
static void transform(const SmallMotion *motion, const Sliding *s, const int *sliding_at, const double *X,
                      double *const parts[2]) {
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

static bool any(const double *X, int n) {
    for (int i = 0; i < n * n; i++)
        if (X[i] != 0) return true;
    return false;
}

static void add_slopes(const SmallMotion *motion, Sliding *s, const int *sliding_at) {
    for (int i = 0; i < s->n; i++) {
        const int which = sliding_at[s->dof[i]];
        if (which < 0) continue;
        const SmallContact *c = &motion->contact[which];
        s->C_0[i * s->n + i] += -c->reaction[0] * c->slope; /* p_0 mu' */
    }
}

static JudderErr fill(const SmallMotion *motion, Sliding *s, int *sliding_at, double *K) {
    TRY(list_moving(motion, s, sliding_at));
    REQUIRE(s->n > 0, error_input("contacts", "flutter: the contacts hold every dof"));
    small_motion_stiffness(motion, K);
    transform(motion, s, sliding_at, K, (double *const[]){s->K_0, s->K_1});
    transform(motion, s, sliding_at, motion->M, (double *const[]){s->M_0, s->M_1});
    if (motion->C) transform(motion, s, sliding_at, motion->C, (double *const[]){s->C_0, s->C_1});
    add_slopes(motion, s, sliding_at);
    s->damped = any(s->C_0, s->n) || any(s->C_1, s->n);
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
    *sliding = (Sliding){.dof = calloc(n, sizeof(int))};
    double **const parts[] = {&sliding->M_0, &sliding->M_1, &sliding->C_0,
                              &sliding->C_1, &sliding->K_0, &sliding->K_1};
    int *sliding_at = calloc(n, sizeof *sliding_at);
    double *K = malloc(n * n * sizeof *K);
    bool memory = sliding->dof && sliding_at && K;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        memory = (*parts[i] = calloc(n * n, sizeof(double))) && memory;
    const JudderErr err = memory ? fill(motion, sliding, sliding_at, K) : error_memory();
    free(sliding_at);
    free(K);
    if (err != JUDDER_OK) sliding_release(sliding);
    return err;
}

void sliding_release(Sliding *sliding) {
    double *const parts[] = {sliding->M_0, sliding->M_1, sliding->C_0,
                             sliding->C_1, sliding->K_0, sliding->K_1};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) free(parts[i]);
    free(sliding->dof);
    *sliding = (Sliding){0};
}

void sliding_combine(const Sliding *sliding, const double *X_0, const double *X_1, double mu, double *X) {
    const size_t square = (size_t)sliding->n * (size_t)sliding->n;
    for (size_t i = 0; i < square; i++) X[i] = X_0[i] - mu * X_1[i];
}

JudderErr sliding_divergence(const Sliding *sliding, double up_to, double *mu) {
    const size_t n = (size_t)sliding->n;
    double *room = malloc(3 * n * sizeof *room);
    REQUIRE(room, error_memory());
    const DensePencil found = {room, room + n, room + 2 * n, NULL};
    const JudderErr err = dense_eigen_pencil(sliding->n, sliding->K_0, sliding->K_1, &found);
    *mu = NAN;
    for (size_t i = 0; i < n && err == JUDDER_OK; i++) {
        const double value = found.re[i] / found.beta[i];
        const bool real = fabs(found.im[i]) <= 1e-9 * fabs(found.re[i]);
        if (found.beta[i] != 0 && real && value > 0 && value <= up_to && !(*mu <= value)) *mu = value;
    }
    free(room);
    return err;
}
