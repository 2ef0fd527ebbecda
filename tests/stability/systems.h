/* Systems with known answers: a particle, the column of pinto2004, two degrees of freedom that flutter, and
 * blocks of square elements on a rigid floor. */
#ifndef JUDDER_TESTS_STABILITY_SYSTEMS_H
#define JUDDER_TESTS_STABILITY_SYSTEMS_H

#include "small_motion/small_motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SYSTEM_MOST = 560, SYSTEM_CONTACTS = 20 };

typedef struct System {
    SmallMotion motion;
    double *M, *C, *K;
    double load[SYSTEM_MOST];
    SmallContact contact[SYSTEM_CONTACTS];
    double mu[SYSTEM_CONTACTS];
} System;

static inline System *system_new(int n, int contacts) {
    System *s = calloc(1, sizeof *s);
    const size_t square = (size_t)n * (size_t)n;
    s->M = calloc(square, sizeof(double));
    s->C = calloc(square, sizeof(double));
    s->K = calloc(square, sizeof(double));
    s->motion = (SmallMotion){
        .n = n, .M = s->M, .K = s->K, .contacts = contacts, .contact = s->contact, .load = s->load};
    return s;
}

static inline void system_free(System *s) {
    free(s->M);
    free(s->C);
    free(s->K);
    free(s);
}

/* A contact in impending slip, on its cone. */
static inline SmallContact slipping(int normal, int tangent, int direction, double mu) {
    return (SmallContact){.normal = normal,
                          .tangent = tangent,
                          .state = SMALL_CONTACT_SLIP,
                          .direction = direction,
                          .mu = mu,
                          .reaction = {-1, -direction * mu}};
}

static inline void system_set_mu(System *s, double mu) {
    for (int i = 0; i < s->motion.contacts; i++) {
        s->mu[i] = s->contact[i].mu = mu;
        if (s->contact[i].state == SMALL_CONTACT_SLIP)
            s->contact[i].reaction[1] = -s->contact[i].direction * mu;
    }
}

/* Dofs: normal, tangent. */
static inline System *particle(double K_tt, double K_nt, double m, int direction) {
    System *s = system_new(2, 1);
    const double K_nn = 1 + K_nt * K_nt / fabs(K_tt);
    const double K[] = {K_nn, K_nt, K_nt, K_tt}, M[] = {m, 0, 0, m};
    memcpy(s->K, K, sizeof K);
    memcpy(s->M, M, sizeof M);
    s->contact[0] = slipping(0, 1, direction, 1);
    system_set_mu(s, 1);
    return s;
}

typedef struct Column {
    double mu, d, a, b, p;
} Column;

static inline Column column_numbers(double Lam) {
    const double l = 0.5, mu = 0.3, u_v = 0.6, u_h = 0.06, d = l - u_h + mu / 2 * (u_v - Lam / 2),
                 a = 4 * d * d - Lam, b = Lam / 2 + mu * d;
    return (Column){mu, d, a, b, b * Lam / (2 * a)};
}

/* Dofs: normal and tangent of both feet, and the tilt, which condensing removes. */
static inline System *column(double Lam, double m) {
    const Column c = column_numbers(Lam);
    System *s = system_new(5, 2);
    for (int foot = 0; foot < 2; foot++) {
        const int n = 2 * foot, t = n + 1, side = foot ? -1 : 1;
        s->K[n * 5 + n] = 2;
        s->K[t * 5 + t] = 1;
        s->K[t * 5 + 4] = s->K[4 * 5 + t] = side * Lam / 2;
        s->K[n * 5 + 4] = s->K[4 * 5 + n] = -side * c.d;
        s->M[t * 5 + t] = s->M[n * 5 + n] = m;
        s->load[n] = -0.25;
        s->contact[foot] = slipping(n, t, 1, c.mu);
    }
    s->K[24] = c.a;
    s->M[24] = 1.0 / 3;
    system_set_mu(s, c.mu);
    return s;
}

/* K' = [[k11, k12 - s mu k3], [k12, k22]] for the tangent and a free dof; the third is the normal. */
static inline System *two_dof(const double k[4], double m, int direction) {
    System *s = system_new(3, 1);
    const double K[] = {k[0], k[1], 0, k[1], k[2], k[3], 0, k[3], 100};
    memcpy(s->K, K, sizeof K);
    for (int i = 0; i < 3; i++) s->M[4 * i] = m;
    s->contact[0] = slipping(2, 0, direction, 0.5);
    return s;
}

/* Stiffness and mass (rho = 1) of a rectangle a by b with bilinear displacements, plane stress, E = t = 1;
 * nodes counted round from the lower left, dofs x, y of each. */
static inline void square_element(double a, double b, double nu, double K[64], double M[64]) {
    static const double corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const double g = 1 / sqrt(3.0), D = 1 / (1 - nu * nu), shear = D * (1 - nu) / 2;
    memset(K, 0, 64 * sizeof *K);
    memset(M, 0, 64 * sizeof *M);
    for (int q = 0; q < 4; q++) {
        const double r = g * corner[q][0], s = g * corner[q][1], weight = a * b / 4;
        double N[4], x[4], y[4];
        for (int i = 0; i < 4; i++) {
            N[i] = (1 + r * corner[i][0]) * (1 + s * corner[i][1]) / 4;
            x[i] = corner[i][0] * (1 + s * corner[i][1]) / 4 * 2 / a;
            y[i] = corner[i][1] * (1 + r * corner[i][0]) / 4 * 2 / b;
        }
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) {
                K[(2 * i) * 8 + 2 * j] += weight * (D * x[i] * x[j] + shear * y[i] * y[j]);
                K[(2 * i) * 8 + 2 * j + 1] += weight * (D * nu * x[i] * y[j] + shear * y[i] * x[j]);
                K[(2 * i + 1) * 8 + 2 * j] += weight * (D * nu * y[i] * x[j] + shear * x[i] * y[j]);
                K[(2 * i + 1) * 8 + 2 * j + 1] += weight * (D * y[i] * y[j] + shear * x[i] * x[j]);
                M[(2 * i) * 8 + 2 * j] += weight * N[i] * N[j];
                M[(2 * i + 1) * 8 + 2 * j + 1] += weight * N[i] * N[j];
            }
    }
}

typedef struct Block2 {
    int nodes; /* in contact */
    double a, b, nu;
    bool lumped;
    int direction;
} Block2;

/* (nodes - 1)^2 elements a by b, fixed at the top; the floor below: normal dofs point down. */
static inline System *block(Block2 shape) {
    const int n = shape.nodes, dofs = 2 * n * (n - 1);
    System *s = system_new(dofs, n);
    double K[64], M[64];
    square_element(shape.a, shape.b, shape.nu, K, M);
    for (int row = 0; row < n - 1; row++)
        for (int column_at = 0; column_at < n - 1; column_at++) {
            const int corner = row * n + column_at,
                      node[4] = {corner, corner + 1, corner + n + 1, corner + n};
            for (int i = 0; i < 8; i++)
                for (int j = 0; j < 8; j++) {
                    const int to_i = 2 * node[i / 2] + i % 2, to_j = 2 * node[j / 2] + j % 2;
                    if (to_i >= dofs || to_j >= dofs) continue;
                    const double turn = (i % 2 ? -1 : 1) * (j % 2 ? -1 : 1);
                    s->K[to_i * dofs + to_j] += turn * K[8 * i + j];
                    if (!shape.lumped) s->M[to_i * dofs + to_j] += turn * M[8 * i + j];
                }
            for (int i = 0; i < 8 && shape.lumped; i++) {
                const int to = 2 * node[i / 2] + i % 2;
                if (to < dofs) s->M[to * dofs + to] += shape.a * shape.b / 4;
            }
        }
    /* The halves differ by rounding: the lower one is the matrix. */
    for (int i = 0; i < dofs; i++)
        for (int j = 0; j < i; j++) {
            s->K[j * dofs + i] = s->K[i * dofs + j];
            s->M[j * dofs + i] = s->M[i * dofs + j];
        }
    for (int i = 0; i < n; i++) s->contact[i] = slipping(2 * i + 1, 2 * i, shape.direction, 1);
    system_set_mu(s, 1);
    return s;
}

/* As the tables of the block have it: length 1, elements twice as long as high. */
static inline System *table_block(int nodes, double nu, bool lumped) {
    const double a = 1.0 / (nodes - 1);
    return block((Block2){nodes, a, a / 2, nu, lumped, -1});
}

#endif
