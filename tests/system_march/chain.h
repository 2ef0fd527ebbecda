/* Blocks on a belt whose events are known. */
#ifndef JUDDER_TESTS_SYSTEM_MARCH_CHAIN_H
#define JUDDER_TESTS_SYSTEM_MARCH_CHAIN_H

#include "system_march/watch.h"

static inline JudderErr harmonic(void *context, double t, double *y) {
    const double *c = context; /* size, frequency, phase */
    *y = c[0] * cos(c[1] * t + c[2]);
    return JUDDER_OK;
}

static inline char *law_stribeck(double mu_s, double mu_d, double v_c) {
    char *params = law_weakening(&stribeck_law, mu_s, mu_d, "v_c", v_c);
    return params;
}

/* A chain of up to three blocks on a belt, normal forces given. */
typedef struct Chain {
    int n;
    double M[9], K[9], u[3], v[3], load[3];
    Signal push[3], belt, force;
    SystemContactSetup contact[3];
    SystemDofSignal forces[1];
    SystemMarchSetup setup;
} Chain;

static inline void chain_make(Chain *c, int n, const double *K, Friction friction, double belt) {
    memset(c, 0, sizeof *c);
    c->n = n;
    for (int i = 0; i < n; i++) {
        c->M[i * n + i] = 1;
        c->v[i] = belt;
        c->push[i].constant = 1;
        c->contact[i] = (SystemContactSetup){.tangent = i,
                                             .normal = -1,
                                             .normal_force = &c->push[i],
                                             .velocity = &c->belt,
                                             .friction = friction};
    }
    memcpy(c->K, K, (size_t)(n * n) * sizeof *K);
    c->belt.constant = belt;
    c->forces[0] = (SystemDofSignal){0, &c->force};
    c->setup = (SystemMarchSetup){.n = n,
                                  .M = c->M,
                                  .K = c->K,
                                  .contact_count = n,
                                  .contact = c->contact,
                                  .force = c->forces,
                                  .u = c->u,
                                  .v = c->v};
}

static inline void chain_load(Chain *c, double size, double frequency, double phase) {
    c->load[0] = size, c->load[1] = frequency, c->load[2] = phase;
    c->force.function = (Function){.call = harmonic, .context = c->load};
    c->setup.force_count = 1;
}

static inline double period_of(const Seen *seen) {
    double last = NAN, period = NAN;
    for (size_t i = 0; i < seen->count; i++)
        if (seen->event[i].contact == 0 && seen->event[i].from == STAGE_STICK) {
            period = seen->event[i].t - last;
            last = seen->event[i].t;
        }
    return period;
}

#endif
