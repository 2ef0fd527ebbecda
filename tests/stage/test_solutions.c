/* Solutions against all solutions of small problems by enumeration, Newton against the
 * descent, the potential. */
#include "stage/laws.h"
#include "stage/problems.h"

#include "base/dense.h"
#include "stage/internal.h"

enum { STATES = 6, MOST_SOLUTIONS = 64 }; /* open, stick, slip +- on each of two straight pieces */

/* mu = mu_s - fall r up to v_c, then mu_d. */
typedef struct Straight {
    double mu_s, mu_d, v_c;
} Straight;

static double straight_mu(const Straight *law, double r) {
    return r < law->v_c ? law->mu_s - (law->mu_s - law->mu_d) * r / law->v_c : law->mu_d;
}

typedef struct All {
    const Made *made;
    Straight law;
    int state[MOST_NODES];
    int count;
    double v[MOST_SOLUTIONS][MOST_SIZE];
} All;

static bool rigid(const Made *made) {
    return made->problem.normal && made->contact.law == &condensed_unilateral;
}

/* Rows of one set of states: v fixed, or S v + terms = b. */
static void fill(const All *all, double *A, double *x) {
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

static bool holds(const All *all, const double *v) {
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

static void add(All *all, const double *v) {
    for (int k = 0; k < all->count; k++) {
        double distance = 0;
        for (int i = 0; i < all->made->size; i++) distance = fmax(distance, fabs(all->v[k][i] - v[i]));
        if (distance < 1e-9) return;
    }
    assert_true(all->count < MOST_SOLUTIONS);
    memcpy(all->v[all->count++], v, sizeof(double) * (size_t)all->made->size);
}

static void enumerate(All *all) {
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

static double distance_to_nearest(const All *all) {
    double least = INFINITY;
    for (int k = 0; k < all->count; k++) {
        double distance = 0;
        for (int i = 0; i < all->made->size; i++)
            distance = fmax(distance, fabs(all->v[k][i] - all->made->v[i]));
        least = fmin(least, distance);
    }
    return least;
}

static void every_solution_is_one_of_all(void **test_state) {
    (void)test_state;
    static const CondensedLaw *const normals[] = {NULL, &condensed_pressure, &condensed_unilateral};
    Random random = {77};
    int several = 0, unique = 0;
    for (int k = 0; k < 900; k++) {
        const bool coulomb = k % 3 == 2;
        const Straight law = {0.8, coulomb ? 0.8 : 0.2, random_size(&random, 0.05, 5)};
        char *params = coulomb ? law_coulomb(0.8)
                               : law_weakening(&linear_law, law.mu_s, law.mu_d, "v_c", law.v_c);
        const MadeKind kind = {
            1 + random_below(&random, 3), 1, normals[k % 3], {coulomb ? &constant_law : &linear_law, params}};
        Made made;
        Stage *stage = NULL;
        StageReport report;
        made_create(&made, &kind, &random);
        for (int i = 0; i < kind.n; i++) {
            made.v[i * made.size / kind.n + (kind.law ? 1 : 0)] = random_in(&random, -1, 1);
            made.node[i] = STAGE_SLIP;
        }
        assert_int_equal(stage_create(&made.problem, &stage), JUDDER_OK);
        assert_int_equal(stage_solve(stage, &made.input, &made.state, &report), JUDDER_OK);
        assert_int_equal(report.outcome, STAGE_SOLVED);
        All all = {.made = &made, .law = law};
        enumerate(&all);
        assert_true(all.count >= 1);
        assert_at_most(distance_to_nearest(&all), 1e-9);
        if (report.uniqueness < 0.999 && !rigid(&made)) assert_int_equal(all.count, 1);
        several += all.count > 1;
        unique += all.count == 1;
        stage_destroy(&stage);
        free(params);
    }
    assert_true(several > 30 && unique > 300);
}

static void newton_and_descent_agree_where_one_solution_is(void **test_state) {
    (void)test_state;
    static const CondensedLaw *const normals[] = {NULL, &condensed_pressure, &condensed_compliance,
                                                  &condensed_unilateral};
    Random random = {5};
    Friction laws[LAWS];
    laws_make(4, laws);
    int newtons = 0;
    for (int k = 0; k < LAWS * 8; k++) {
        const MadeKind kind = {8, 1 + k % 2, normals[k / 2 % 4], laws[k / 8]};
        if (kind.friction.law == &tabulated_law) continue;
        Made made, other;
        Stage *stage = NULL;
        made_create(&made, &kind, &random);
        assert_int_equal(stage_create(&made.problem, &stage), JUDDER_OK);
        for (int i = 0; i < 8; i++) {
            StageReport report;
            made_input(&made, &random, 2);
            other = made;
            StageState other_state = {other.v, other.r, other.node};
            stage->never_newton = false;
            assert_int_equal(stage_solve(stage, &made.input, &made.state, &report), JUDDER_OK);
            newtons += strcmp(report.method, "newton") == 0;
            assert_true(report.uniqueness < 1);
            stage->never_newton = true;
            assert_int_equal(stage_solve(stage, &made.input, &other_state, &report), JUDDER_OK);
            assert_string_equal(report.method, "descent");
            for (int d = 0; d < made.size; d++) {
                assert_near(made.v[d], other.v[d], 1e-9);
                assert_near(made.r[d], other.r[d], 1e-9);
            }
        }
        stage_destroy(&stage);
    }
    assert_true(newtons > 340);
    laws_free(laws);
}

/* v'A v/2 - b.v + sum p_i int_0^|w| mu. */
static double potential(const Stage *s, const Made *made, const Straight *law) {
    double sum = 0;
    for (int i = 0; i < s->t.size; i++)
        sum += s->vt[i] * (0.5 * dense_dot(s->t.size, s->t.A + i * s->t.size, s->vt) - s->bt[i]);
    for (int i = 0; i < s->problem.n; i++) {
        double square = 0;
        for (int a = 0; a < s->problem.tangents; a++) {
            const double w = s->vt[i * s->problem.tangents + a] - made->V[i * s->problem.tangents + a];
            square += w * w;
        }
        const double r = sqrt(square), on = fmin(r, law->v_c);
        sum += made->p[i] * (on * 0.5 * (law->mu_s + straight_mu(law, on)) + (r - on) * law->mu_d);
    }
    return sum;
}

static void every_update_of_the_descent_lowers_the_potential(void **test_state) {
    (void)test_state;
    Random random = {11};
    for (int k = 0; k < 60; k++) {
        const Straight law = {0.9, 0.1, random_size(&random, 0.02, 2)};
        char *params = law_weakening(&linear_law, law.mu_s, law.mu_d, "v_c", law.v_c);
        const MadeKind kind = {6, 1 + k % 2, k % 3 ? NULL : &condensed_pressure, {&linear_law, params}};
        Made made;
        Stage *stage = NULL;
        StageReport report;
        made_create(&made, &kind, &random);
        assert_int_equal(stage_create(&made.problem, &stage), JUDDER_OK);
        assert_int_equal(stage_solve(stage, &made.input, &made.state, &report), JUDDER_OK);
        for (int i = 0; i < stage->t.size; i++) stage->vt[i] = random_in(&random, -2, 2);
        stage_descent_start(stage);
        double before = potential(stage, &made, &law);
        for (int i = 0; i < 100; i++) {
            stage_relax(stage, &made.input, random_below(&random, kind.n));
            const double now = potential(stage, &made, &law);
            assert_at_most(now, before + 1e-12);
            before = now;
        }
        stage_destroy(&stage);
        free(params);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_solution_is_one_of_all),
        cmocka_unit_test(newton_and_descent_agree_where_one_solution_is),
        cmocka_unit_test(every_update_of_the_descent_lowers_the_potential),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
