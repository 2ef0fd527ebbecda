/* The four checked runs of the theory page, and random ones, for the tests of this folder. */
#ifndef JUDDER_TESTS_BEAM_CASES_H
#define JUDDER_TESTS_BEAM_CASES_H

#include "beam/beam.h"
#include "friction/formula.h"
#include "judder_test.h"
#include "random.h"

typedef struct Weakening {
    double mu_s, mu_d, v_c;
} Weakening;

/* A setup with the memory that it points to. */
typedef struct BeamCase {
    BeamSetup setup;
    Signal wall, foundation, velocity;
    double mu, mu_s; /* of constant{}; mu_s 0: no more at rest than mu */
    Weakening weakening;
    Formula formula;
    double shake[3]; /* V = a + b sin(c t) */
} BeamCase;

static Random beam_numbers = {20260311};

static inline double beam_uniform(double low, double high) {
    return random_in(&beam_numbers, low, high);
}

static inline JudderErr beam_shake(void *context, double t, double *y) {
    const double *s = context;
    *y = s[0] + s[1] * sin(s[2] * t);
    return JUDDER_OK;
}

static inline JudderErr beam_hot(void *context, double v, double theta, double *mu) {
    (void)context, (void)v;
    *mu = 0.5 + 0.4 * exp(-fmax(theta - 400, 0) / 2);
    return JUDDER_OK;
}

/* Joins the pointers again after a case was copied or changed. */
static inline void beam_case_join(BeamCase *c) {
    c->setup.wall = &c->wall;
    c->setup.foundation = &c->foundation;
    c->setup.velocity = &c->velocity;
    if (c->velocity.function.call) c->velocity.function.context = c->shake;
    const FrictionLaw *law = c->setup.friction.law;
    c->setup.friction.params = law == &constant_law      ? (const void *)&c->mu
                               : law == &exponential_law ? (const void *)&c->weakening
                                                         : (const void *)&c->formula;
}

/* (i) to (iv) of the theory page. */
static inline void beam_case_make(BeamCase *c, int number, const BeamMethod *method, double final,
                                  double step) {
    *c = (BeamCase){.wall = {.constant = 400},
                    .foundation = {.constant = 400},
                    .velocity = {.constant = 1},
                    .mu = 0.9,
                    .weakening = {0.9, 0.6, 1},
                    .formula = {.mu = {.call_two = beam_hot, .arguments = 2}},
                    .shake = {1, 2, 6 * M_PI}};
    c->setup = (BeamSetup){.c = 10,
                           .damping = number == 1 ? 0 : 1e-4,
                           .k = 1,
                           .h_b = 1,
                           .alpha = 0.01,
                           .friction = {number == 3   ? &exponential_law
                                        : number == 4 ? &formula_law
                                                      : &constant_law,
                                        NULL},
                           .final = final,
                           .step = step,
                           .cells = 100,
                           .method = method};
    if (number == 2) c->velocity = (Signal){.function = {.call = beam_shake}};
    if (number == 4) formula_law.prepare(&c->formula);
    beam_case_join(c);
}

/* Data of all sizes around those of the page; damped, so that runs can be compared point by point. */
static inline void beam_case_random(BeamCase *c, const BeamMethod *method, double final, double step) {
    const bool weak = beam_uniform(0, 1) < 0.5, shaken = beam_uniform(0, 1) < 0.5;
    beam_case_make(c, 1, method, final, step);
    c->setup.c = beam_uniform(3, 12);
    c->setup.damping = pow(10, beam_uniform(-3, -2));
    c->setup.k = beam_uniform(0.3, 3);
    c->setup.h_b = beam_uniform(0.3, 3);
    c->setup.alpha = beam_uniform(0.003, 0.02);
    c->setup.beta = beam_uniform(0, 1) < 0.5 ? 0 : beam_uniform(0, 0.1);
    c->wall.constant = beam_uniform(100, 500);
    c->foundation.constant = beam_uniform(100, 500);
    c->mu = beam_uniform(0.1, 1);
    c->weakening = (Weakening){beam_uniform(0.5, 1), beam_uniform(0.2, 0.5), beam_uniform(0.3, 2)};
    c->velocity.constant = beam_uniform(-2, 2);
    c->shake[0] = beam_uniform(-1, 1), c->shake[1] = beam_uniform(0, 2), c->shake[2] = beam_uniform(1, 20);
    if (shaken) c->velocity = (Signal){.function = {.call = beam_shake}};
    if (weak) c->setup.friction.law = &exponential_law;
    c->setup.start = beam_uniform(0, 1) < 0.5 ? BEAM_COMPATIBLE : BEAM_REST;
    beam_case_join(c);
}

static inline Beam *beam_case_open(const BeamCase *c) {
    Beam *beam = NULL;
    if (beam_create(&c->setup, &beam) != JUDDER_OK) fail_msg("%s", error_message());
    return beam;
}

/* Steps to the end of the case; the beam is to be destroyed. */
static inline Beam *beam_case_run(const BeamCase *c) {
    Beam *beam = beam_case_open(c);
    if (stepper_march(&beam->stepper, 1, 0) != JUDDER_OK) fail_msg("%s", error_message());
    return beam;
}

#endif
