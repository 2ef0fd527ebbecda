#include "linear_motion/linear_motion.h"

#include "base/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* In a mode  a = P a_free + moved  and  E (M a + C v + K u - f) = 0,  with E the rows of the free dofs and
 * those that join them; hence  a = by_f (f - M moved) + moved - by_u u - by_v v. */
struct LinearWork {
    const double *M, *C, *K;
    DenseFactor *mass; /* E M P */
    int free_count;
    int *free;                  /* dofs */
    double *room;               /* all arrays below and those of the motion */
    double *E;                  /* free_count by n */
    double *by_u, *by_v, *by_f; /* n^2; rows of given dofs are 0 */
    double *X;                  /* n^2: damping with dashpots, or the identity */
    double *column, *push;      /* n */
    double rate;
};

static void linear_motion_share(LinearMotion *m) {
    struct LinearWork *w = m->work;
    const size_t n = (size_t)m->n, all = n * (LINEAR_TERMS + 1);
    double **const series[] = {&m->u, &m->v, &m->a, &m->f, &m->moved};
    double **const matrix[] = {&w->E, &w->by_u, &w->by_v, &w->by_f, &w->X};
    double *at = w->room;
    for (size_t k = 0; k < sizeof series / sizeof *series; k++, at += all) *series[k] = at;
    for (size_t k = 0; k < sizeof matrix / sizeof *matrix; k++, at += n * n) *matrix[k] = at;
    w->column = at, w->push = at + n;
}

JudderErr linear_motion_create(int n, const double *M, const double *C, const double *K,
                               LinearMotion **motion) {
    REQUIRE(n >= 1, error_input(NULL, "a motion of %d dofs: at least 1 is needed", n));
    LinearMotion *m = calloc(1, sizeof *m);
    *motion = m;
    if (m) m->work = calloc(1, sizeof *m->work);
    REQUIRE(m && m->work, (linear_motion_destroy(motion), error_memory()));
    struct LinearWork *w = m->work;
    const size_t size = (size_t)n;
    m->n = n;
    w->M = M, w->C = C, w->K = K;
    w->free = calloc(size, sizeof *w->free);
    w->room = calloc(5 * size * (LINEAR_TERMS + 1) + 5 * size * size + 2 * size, sizeof *w->room);
    JudderErr err = w->free && w->room ? JUDDER_OK : error_memory();
    if (!err) err = dense_factor_reserve(n, &w->mass);
    if (err)
        linear_motion_destroy(motion);
    else
        linear_motion_share(m);
    return err;
}

void linear_motion_destroy(LinearMotion **motion) {
    LinearMotion *m = *motion;
    if (!m) return;
    if (m->work) {
        dense_factor_destroy(&m->work->mass);
        free(m->work->free), free(m->work->room);
    }
    free(m->work), free(m);
    *motion = NULL;
}

/* The rows that are in balance: each free one, with what joins it. */
static void linear_motion_rows(const LinearMotion *m, const LinearMode *mode) {
    struct LinearWork *w = m->work;
    const int n = m->n;
    w->free_count = 0;
    for (int i = 0; i < n; i++)
        if (!mode->given[i]) w->free[w->free_count++] = i;
    memset(w->E, 0, (size_t)w->free_count * (size_t)n * sizeof *w->E);
    for (int r = 0; r < w->free_count; r++) {
        double *row = w->E + (size_t)r * (size_t)n;
        row[w->free[r]] = 1;
        for (int k = 0; k < mode->join_count; k++)
            if (mode->join[k].at == w->free[r]) row[mode->join[k].of] -= mode->join[k].factor;
    }
}

/* Entry (row r, column j) of E X. */
static double linear_motion_row_times(const LinearMotion *m, int r, const double *X, int j) {
    const int n = m->n;
    const double *row = m->work->E + (size_t)r * (size_t)n;
    double sum = 0;
    for (int i = 0; i < n; i++)
        if (row[i] != 0) sum += row[i] * X[(size_t)i * (size_t)n + (size_t)j];
    return sum;
}

/* to <- P (E M P)^-1 E X */
static JudderErr linear_motion_solve(const LinearMotion *m, const double *X, double *to) {
    struct LinearWork *w = m->work;
    const size_t n = (size_t)m->n;
    memset(to, 0, n * n * sizeof *to);
    if (!w->free_count) return JUDDER_OK;
    for (int j = 0; j < m->n; j++) {
        for (int r = 0; r < w->free_count; r++) w->column[r] = linear_motion_row_times(m, r, X, j);
        TRY(dense_factor_solve(w->mass, w->column));
        for (int r = 0; r < w->free_count; r++) to[(size_t)w->free[r] * n + (size_t)j] = w->column[r];
    }
    return JUDDER_OK;
}

static double linear_motion_norm(const LinearMotion *m, const double *X) {
    double most = 0;
    for (int j = 0; j < m->n; j++) {
        double sum = 0;
        for (int i = 0; i < m->n; i++) sum += fabs(X[(size_t)i * (size_t)m->n + (size_t)j]);
        most = fmax(most, sum);
    }
    return most;
}

/* E M P; singular also where the joins cancel all of a row but rounding. */
static JudderErr linear_motion_factor(LinearMotion *m, bool *singular) {
    struct LinearWork *w = m->work;
    const int n = m->n, count = w->free_count;
    double *mass = dense_factor_room(w->mass);
    bool cancelled = false;
    for (int r = 0; r < count; r++) {
        double left = 0, summed = 0;
        for (int i = 0; i < n; i++)
            for (int c = 0; c < count; c++)
                summed = fmax(summed,
                              fabs(w->E[(size_t)r * (size_t)n + (size_t)i] * w->M[i * n + w->free[c]]));
        for (int c = 0; c < count; c++) {
            mass[r * count + c] = linear_motion_row_times(m, r, w->M, w->free[c]);
            left = fmax(left, fabs(mass[r * count + c]));
        }
        cancelled = cancelled || left <= 1e-14 * summed;
    }
    TRY(dense_factor_room_factor(w->mass, count, singular));
    *singular = *singular || cancelled;
    return JUDDER_OK;
}

JudderErr linear_motion_mode(LinearMotion *m, const LinearMode *mode, bool *singular) {
    struct LinearWork *w = m->work;
    linear_motion_rows(m, mode);
    *singular = false;
    w->rate = 0;
    if (w->free_count) TRY(linear_motion_factor(m, singular));
    if (*singular) return JUDDER_OK;
    const size_t n = (size_t)m->n;
    for (size_t k = 0; k < n * n; k++) w->X[k] = w->C ? w->C[k] : 0;
    for (int k = 0; k < mode->dashpot_count; k++)
        w->X[(size_t)mode->dashpot[k].at * (n + 1)] += mode->dashpot[k].c;
    TRY(linear_motion_solve(m, w->K, w->by_u));
    TRY(linear_motion_solve(m, w->X, w->by_v));
    memset(w->X, 0, n * n * sizeof *w->X);
    for (size_t i = 0; i < n; i++) w->X[i * (n + 1)] = 1;
    TRY(linear_motion_solve(m, w->X, w->by_f));
    /* With omega^2 = |by_u| the matrix of the motion of (omega u, v) has a norm below omega + |by_v|. */
    w->rate = sqrt(linear_motion_norm(m, w->by_u)) + linear_motion_norm(m, w->by_v);
    return JUDDER_OK;
}

double linear_motion_rate(const LinearMotion *m) {
    return m->work->rate;
}

/* Coefficient k of the accelerations. */
static void linear_motion_accelerate(LinearMotion *m, int k) {
    struct LinearWork *w = m->work;
    const int n = m->n;
    const size_t at = (size_t)k * (size_t)n;
    const double *moved = m->moved + at;
    dense_multiply(n, w->M, moved, w->push);
    for (int i = 0; i < n; i++) w->push[i] = m->f[at + (size_t)i] - w->push[i];
    for (int i = 0; i < n; i++) {
        const size_t row = (size_t)i * (size_t)n;
        m->a[at + (size_t)i] = moved[i] + dense_dot(n, w->by_f + row, w->push) -
                               dense_dot(n, w->by_u + row, m->u + at) -
                               dense_dot(n, w->by_v + row, m->v + at);
    }
}

void linear_motion_expand(LinearMotion *m, double h) {
    const size_t n = (size_t)m->n;
    m->h = h;
    for (int k = 0; k < LINEAR_TERMS; k++) {
        linear_motion_accelerate(m, k);
        const size_t at = (size_t)k * n;
        for (size_t i = at; i < at + n; i++) {
            m->u[i + n] = h * m->v[i] / (k + 1);
            m->v[i + n] = h * m->a[i] / (k + 1);
        }
    }
}

double linear_series_at(LinearSeries p, double s) {
    double sum = 0;
    for (int k = p.terms; k >= 0; k--) sum = sum * s + p.c[k * p.stride];
    return sum;
}

double linear_series_work(LinearSeries p, LinearSeries q, double s) {
    double sum = 0;
    for (int d = p.terms + q.terms; d >= 0; d--) {
        double term = 0;
        for (int j = d > q.terms ? d - q.terms : 0; j <= p.terms && j <= d; j++)
            term += p.c[j * p.stride] * q.c[(d - j) * q.stride];
        sum = sum * s + term / (d + 1);
    }
    return sum * s;
}

void linear_motion_at(const LinearMotion *m, double s, double *u, double *v, double *a) {
    for (int i = 0; i < m->n; i++) {
        if (u) u[i] = linear_series_at((LinearSeries){m->u + i, m->n, LINEAR_TERMS}, s);
        if (v) v[i] = linear_series_at((LinearSeries){m->v + i, m->n, LINEAR_TERMS}, s);
        if (a) a[i] = linear_series_at((LinearSeries){m->a + i, m->n, LINEAR_TERMS - 1}, s);
    }
}

void linear_motion_force(const LinearMotion *m, int dof, double *r) {
    const struct LinearWork *w = m->work;
    const size_t n = (size_t)m->n, row = (size_t)dof * n;
    for (size_t k = 0; k < LINEAR_TERMS; k++) {
        const size_t at = k * n;
        r[k] = dense_dot(m->n, w->M + row, m->a + at) + dense_dot(m->n, w->K + row, m->u + at) -
               m->f[at + (size_t)dof];
        if (w->C) r[k] += dense_dot(m->n, w->C + row, m->v + at);
    }
}
