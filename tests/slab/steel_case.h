/* The steel slab R71 of the theory page, and a reference for it: the delay recursion at the contact with a
 * very small step. */
#ifndef JUDDER_TESTS_SLAB_STEEL_CASE_H
#define JUDDER_TESTS_SLAB_STEEL_CASE_H

#include "grid_case.h"

static const double steel_H = .05, steel_squeeze = 20e-6, steel_pi = 3.14159265358979323846;

static inline double steel_v1(double z) {
    const double s = sin(steel_pi * z / steel_H);
    return 3 * s * s + 2 * (1 - z / steel_H);
}
static inline double steel_v2(double z) {
    return -1.5 * sin(2 * steel_pi * z / steel_H) + .5 * (1 - z / steel_H);
}
static inline double steel_v3(double z) {
    const double s = sin(steel_pi * z / steel_H);
    return 4 * s * s;
}

static PlainFunction steel_velocity[3] = {{steel_v1}, {steel_v2}, {steel_v3}};

/* The caller frees the friction. */
static inline SlabData steel_data(double step, double final) {
    SlabData data = {
        .height = steel_H, .lambda = 107e9, .G = 77e9, .rho = 7800, .contact = &unilateral_contact};
    data.squeeze = steel_squeeze;
    data.friction = law_linear(.8, .5, 1);
    data.epsilon = 10;
    data.foundation[0].constant = 2;
    data.foundation[1].constant = .5;
    for (int k = 0; k < 3; k++) data.velocity[k] = signal_plain(&steel_velocity[k]);
    data.strain[0].constant = -4.5e-4;
    data.strain[2].constant = -steel_squeeze / steel_H;
    data.final = final;
    data.step = step;
    return data;
}

/* b+ at the contact for t < 2H/c, from the initial data directly or after the reflection at the held top.
 * (SL-3) */
static inline double steel_first_trip(int k, double c, double t) {
    static const double strain[3] = {-4.5e-4, 0, -20e-6 / .05};
    const double z = c * t;
    if (z <= steel_H) return steel_velocity[k].of(z) + c * strain[k];
    return -(steel_velocity[k].of(2 * steel_H - z) - c * strain[k]);
}

typedef struct SteelReference {
    size_t steps;
    double h;
    double (*velocity)[2]; /* u_T,t after each step */
    double *pressure;
} SteelReference;

/* b+(t) from the stored b-(., 0), straight between steps.  (SL-3) */
static inline double steel_arriving(int k, double c, double h, double t, const double *leaving) {
    const double trip = 2 * steel_H / c;
    if (t <= trip) return steel_first_trip(k, c, t);
    const double x = (t - trip) / h;
    const size_t i = (size_t)x;
    return -(leaving[i] + (x - (double)i) * (leaving[i + 1] - leaving[i]));
}

/* Implicit Euler of (SL-4) and (SL-7) with the closed root of the linear law; eps/h is so large that the
 * root is unique. */
static inline SteelReference steel_reference(double final, double h) {
    const double c_1 = sqrt(77e9 / 7800), c_2 = sqrt((107e9 + 2 * 77e9) / 7800), Z = 7800 * c_1,
                 Z_2 = 7800 * c_2;
    SteelReference ref = {.steps = (size_t)(final / h + .5), .h = h};
    const size_t n = ref.steps + 1;
    ref.velocity = calloc(n, sizeof *ref.velocity);
    ref.pressure = calloc(n, sizeof *ref.pressure);
    double *leaving[3];
    for (int k = 0; k < 3; k++) leaving[k] = calloc(n, sizeof(double));
    const double V[2] = {2, .5}, A = 10 / h + Z;
    double u[2] = {2, .5}, gap = 0;
    for (int k = 0; k < 3; k++)
        leaving[k][0] = (k < 2 ? 2 * u[k] : 0) - steel_first_trip(k, k < 2 ? c_1 : c_2, 0);
    ref.velocity[0][0] = 2, ref.velocity[0][1] = .5;
    for (size_t i = 1; i < n; i++) {
        const double t = (double)i * h, b3 = steel_arriving(2, c_2, h, t, leaving[2]);
        const double next = fmax(0, gap + h * b3), u3 = next > 0 ? b3 : -gap / h,
                     S = fmax(0, Z_2 * (u3 - b3));
        gap = next;
        leaving[2][i] = 2 * u3 - b3;
        double b[2], q[2];
        for (int k = 0; k < 2; k++) {
            b[k] = steel_arriving(k, c_1, h, t, leaving[k]);
            q[k] = Z * (b[k] - V[k]) + 10 / h * (u[k] - V[k]);
        }
        const double Q = hypot(q[0], q[1]), falling = (Q - .8 * S) / (A - .3 * S), flat = (Q - .5 * S) / A;
        const double r = Q <= .8 * S ? 0 : falling < 1 ? falling : flat;
        for (int k = 0; k < 2; k++) {
            ref.velocity[i][k] = u[k] = r * q[k] / Q + V[k];
            leaving[k][i] = 2 * u[k] - b[k];
        }
        ref.pressure[i] = S;
    }
    for (int k = 0; k < 3; k++) free(leaving[k]);
    return ref;
}

static inline void steel_reference_free(SteelReference *ref) {
    free(ref->velocity);
    free(ref->pressure);
}

#endif
