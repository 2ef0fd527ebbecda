/* All solutions of a small problem of one stage under a law of straight pieces, by enumeration of its states.
 */
#ifndef JUDDER_TESTS_STAGE_ALL_SOLUTIONS_H
#define JUDDER_TESTS_STAGE_ALL_SOLUTIONS_H

#include "stage/problems.h"

#include "base/dense.h"

enum { STATES = 6, MOST_SOLUTIONS = 64 }; /* open, stick, slip +- on each of two straight pieces */

/* mu = mu_s - fall r up to v_c, then mu_d. */
typedef struct Straight {
    double mu_s, mu_d, v_c;
} Straight;

static inline double straight_mu(const Straight *law, double r) {
    return r < law->v_c ? law->mu_s - (law->mu_s - law->mu_d) * r / law->v_c : law->mu_d;
}

typedef struct All {
    const Made *made;
    Straight law;
    int state[MOST_NODES];
    int count;
    double v[MOST_SOLUTIONS][MOST_SIZE];
} All;

static inline bool rigid(const Made *made) {
    return made->problem.normal && made->contact.law->rigid;
}

/* Rows of one set of states: v fixed, or S v + terms = b. */
static inline void fill(const All *all, double *A, double *x) {
    const Made *m = all->made;
    const int size = m->size, width = size / m->problem.n, off = m->problem.normal;
    memcpy(A, m->S, sizeof(double) * (size_t)(size * size));
    memcpy(x, m->b, sizeof(double) * (size_t)size);
    for (int i = 0; i < m->problem.n; i++) {
        const int state = all->state[i], n = i * width, t = n + off;
        const bool pressed = !rigid(m);
        if (off && pressed) x[n] += m->p[i];
        if (state == 1) {
            memset(A + t * size, 0, sizeof(double) * (size_t)size);
            A[t * size + t] = 1;
            x[t] = m->V[i];
        } else if (state >= 2) {
            const double sign = state % 2 ? -1 : 1;
            const double slope = state >= 4 ? 0 : -(all->law.mu_s - all->law.mu_d) / all->law.v_c;
            const double mu = state >= 4 ? all->law.mu_d : all->law.mu_s;
            if (pressed) { /* r_T = -p sign (mu + slope sign (v - V)) */
                A[t * size + t] += m->p[i] * slope;
                x[t] += -m->p[i] * (sign * mu - slope * m->V[i]);
            } else { /* constant mu: S_T v + mu sign (S_N v - b_N) = b_T */
                for (int j = 0; j < size; j++) A[t * size + j] += mu * sign * m->S[n * size + j];
                x[t] += mu * sign * m->b[n];
            }
        }
        if (rigid(m) && state > 0) {
            memset(A + n * size, 0, sizeof(double) * (size_t)size);
            A[n * size + n] = 1;
            x[n] = -m->gap[i] / m->problem.h;
        }
    }
}

static inline bool holds(const All *all, const double *v) {
    const Made *m = all->made;
    const int size = m->size, width = size / m->problem.n, off = m->problem.normal;
    for (int i = 0; i < m->problem.n; i++) {
        const int n = i * width, t = n + off, state = all->state[i];
        const double w = v[t] - m->V[i], r_t = dense_dot(size, m->S + t * size, v) - m->b[t];
        double p = m->p[i];
        if (rigid(m)) {
            p = dense_dot(size, m->S + n * size, v) - m->b[n];
            if (state == 0 && !(m->gap[i] + m->problem.h * v[n] >= 0)) return false;
            if (state > 0 && !(p >= 0)) return false;
        }
        if (state == 1 && !(fabs(r_t) <= p * all->law.mu_s)) return false;
        if (state >= 2 && !(w * (state % 2 ? -1 : 1) > 0)) return false;
        if (!rigid(m) && state >= 2 && (fabs(w) < all->law.v_c) != (state < 4)) return false;
    }
    return true;
}

static inline void add(All *all, const double *v) {
    for (int k = 0; k < all->count; k++) {
        double distance = 0;
        for (int i = 0; i < all->made->size; i++) distance = fmax(distance, fabs(all->v[k][i] - v[i]));
        if (distance < 1e-9) return;
    }
    assert_true(all->count < MOST_SOLUTIONS);
    memcpy(all->v[all->count++], v, sizeof(double) * (size_t)all->made->size);
}

static inline void enumerate(All *all) {
    const Made *m = all->made;
    const int from = rigid(m) ? 0 : 1, states = rigid(m) ? 4 : STATES;
    for (int i = 0; i < m->problem.n; i++) all->state[i] = from;
    for (;;) {
        double A[MOST_SIZE * MOST_SIZE], x[MOST_SIZE];
        bool singular;
        DenseFactor *factor = NULL;
        fill(all, A, x);
        assert_int_equal(dense_factor_create(m->size, A, &factor, &singular), JUDDER_OK);
        if (!singular) {
            assert_int_equal(dense_factor_solve(factor, x), JUDDER_OK);
            if (holds(all, x)) add(all, x);
        }
        dense_factor_destroy(&factor);
        int i = 0;
        while (i < m->problem.n && ++all->state[i] == states) all->state[i++] = from;
        if (i == m->problem.n) return;
    }
}

static inline double distance_to_nearest(const All *all) {
    double least = INFINITY;
    for (int k = 0; k < all->count; k++) {
        double distance = 0;
        for (int i = 0; i < all->made->size; i++)
            distance = fmax(distance, fabs(all->v[k][i] - all->made->v[i]));
        least = fmin(least, distance);
    }
    return least;
}

/* The integral of mu from 0 to r. */
static inline double straight_integral(const Straight *law, double r) {
    const double on = fmin(r, law->v_c);
    return on * 0.5 * (law->mu_s + straight_mu(law, on)) + (r - on) * law->mu_d;
}

#endif
