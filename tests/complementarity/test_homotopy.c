/* The path in mu, against the solutions by enumeration at chosen mu and against closed forms (ST-6). */
#include "complementarity/homotopy.h"
#include "judder_test.h"
#include "problems.h"

#include <stdio.h>

enum { MOST = 12 };

typedef struct Pencil {
    int n;
    double A[MOST * MOST], B[MOST * MOST], q[MOST];
} Pencil;

static HomotopyReport follow(const Pencil *p, double to, double *x, bool *set) {
    const Homotopy homotopy = {.n = p->n, .A = p->A, .B = p->B, .q = p->q, .to = to};
    HomotopyReport report;
    assert_int_equal(homotopy_follow(&homotopy, x, set, &report), JUDDER_OK);
    return report;
}

static void matrix_at(const Pencil *p, double mu, double *M) {
    for (int i = 0; i < p->n * p->n; i++) M[i] = p->A[i] - mu * p->B[i];
}

/* The largest violation of x >= 0, w >= 0, min(x, w) = 0 for x of sum 1, w relative to what was summed in it. */
static double eigen_residual(const Pencil *p, double mu, const double *x) {
    double worst = 0;
    for (int i = 0; i < p->n; i++) {
        double w = 0, size = 0;
        for (int j = 0; j < p->n; j++) {
            const double a = p->A[i * p->n + j] * x[j], b = mu * p->B[i * p->n + j] * x[j];
            w += a - b;
            size += fabs(a) + fabs(b);
        }
        worst = fmax(worst, fabs(fmin(x[i], w / size)));
    }
    return worst;
}

static void fill(Random *random, int n, Pencil *p) {
    Problem definite;
    fill_definite(random, n, &definite);
    p->n = n;
    memcpy(p->A, definite.M, sizeof(double) * (size_t)(n * n));
    for (int i = 0; i < n * n; i++) p->B[i] = random_in(random, -1, 1);
    for (int i = 0; i < n; i++) p->q[i] = random_in(random, -1, 0.2);
    p->q[0] = -1;
}

/* One Q1 element, 12(1 - nu^2)/(E t)(A - mu B) of the theory page: exactly one solution, known in closed form. */
static void element(double beta, double nu, Pencil *p) {
    const double d = 4 * beta + 2 * (1 - nu) / beta, o = -4 * beta + (1 - nu) / beta, s = 1.5 * (1 + nu),
                 c = 1.5 * (1 - 3 * nu);
    *p = (Pencil){.n = 2, .A = {d, o, o, d}, .B = {s, c, -c, -s}, .q = {-1, -1}};
}

static void element_of_the_theory_page(void **state) {
    (void)state;
    for (double beta = 0.3; beta < 3; beta += 0.17)
        for (double nu = 0.05; nu < 0.5; nu += 0.05) {
            Pencil p;
            double x[2];
            bool set[2];
            element(beta, nu, &p);
            const HomotopyReport report = follow(&p, INFINITY, x, set);
            const bool stick = 5 * nu * nu - 8 * (1 + 2 * beta * beta) * nu + 3 > 0;
            const double mu = stick ? (2 * beta + (1 - nu) / beta) / (0.75 * (1 + nu))
                                    : sqrt((8 + (1 - nu) / (beta * beta)) / (6 * nu));
            assert_int_equal(report.outcome, HOMOTOPY_RUNAWAY);
            assert_near(report.mu, mu, 1e-12 * mu);
            assert_true(set[0]);
            assert_true(set[1] == !stick);
            assert_near(x[0] + x[1], 1, 1e-14);
        }
}

/* The same element in other units: mu changes by the ratio of those of A and B alone, x not at all. */
static void units_do_not_matter(void **state) {
    (void)state;
    const double sizes[] = {1e-150, 1e-60, 1e-11, 1, 1e11, 1e60, 1e150};
    for (size_t a = 0; a < COUNT_OF(sizes); a++)
        for (size_t b = 0; b < COUNT_OF(sizes); b++) {
            Pencil p, other;
            double x[2], y[2];
            bool set[2];
            element(0.7, 0.3, &p);
            other = p;
            for (int i = 0; i < 4; i++) {
                other.A[i] *= sizes[a];
                other.B[i] *= sizes[b];
            }
            other.q[0] = other.q[1] = -sizes[(a + 3 * b) % COUNT_OF(sizes)];
            const HomotopyReport report = follow(&p, INFINITY, x, set),
                                 same = follow(&other, INFINITY, y, set);
            assert_int_equal(same.outcome, HOMOTOPY_RUNAWAY);
            const double expected = report.mu * (sizes[a] / sizes[b]);
            assert_near(same.mu, expected, 1e-12 * expected);
            assert_near(x[0], y[0], 1e-12);
        }
}

/* Where x runs away the eigenvalue problem is solved. */
static void runaways_are_solutions(void **state) {
    (void)state;
    Random random = {31};
    int runaways = 0, turns = 0, lost = 0;
    for (int trial = 0; trial < 1000; trial++) {
        Pencil p;
        double x[MOST];
        bool set[MOST];
        fill(&random, 1 + random_below(&random, MOST), &p);
        const HomotopyReport report = follow(&p, 100, x, set);
        turns += report.turns > 0;
        lost += report.outcome == HOMOTOPY_LOST;
        if (report.outcome != HOMOTOPY_RUNAWAY) continue;
        runaways++;
        assert_at_most(eigen_residual(&p, report.mu, x), 1e-11);
        for (int i = 0; i < p.n; i++)
            if (!set[i]) assert_exact(x[i], 0);
    }
    assert_true(runaways > 500);
    assert_true(turns > 20);
    assert_int_equal(lost, 0);
}

/* Stopped on its way, the path shows a solution of the problem at that mu, one of those that enumeration lists. */
static void points_of_the_path_are_solutions(void **state) {
    (void)state;
    Random random = {32};
    int stopped = 0;
    for (int trial = 0; trial < 400; trial++) {
        Pencil p;
        double x[MOST], M[MOST * MOST];
        bool set[MOST];
        fill(&random, 1 + random_below(&random, 6), &p);
        const double to = random_size(&random, 1e-3, 3);
        const HomotopyReport report = follow(&p, to, x, set);
        if (report.outcome != HOMOTOPY_END) continue;
        stopped++;
        assert_exact(report.mu, to);
        matrix_at(&p, to, M);
        const Lcp lcp = {.n = p.n, .M = M, .q = p.q};
        assert_at_most(lcp_residual(&lcp, x), 1e-8);
        LcpSolutions solutions;
        double nearest = INFINITY;
        assert_int_equal(lcp_enumerate(&lcp, &solutions), JUDDER_OK);
        for (int k = 0; k < solutions.count; k++) {
            double apart = 0, most = 0;
            for (int i = 0; i < p.n; i++) {
                apart = fmax(apart, fabs(x[i] - solutions.x[k * p.n + i]));
                most = fmax(most, fabs(x[i]));
            }
            nearest = fmin(nearest, apart / most);
        }
        lcp_solutions_release(&solutions);
        assert_at_most(nearest, 1e-6);
    }
    assert_true(stopped > 100);
}

static void other_ends(void **state) {
    (void)state;
    double x[2];
    bool set[2];
    /* q >= 0: nothing ever moves */
    Pencil p = {.n = 2, .A = {1, 0, 0, 1}, .B = {1, 0, 0, 1}, .q = {1, 0}};
    assert_int_equal(follow(&p, 5, x, set).outcome, HOMOTOPY_END);
    assert_exact(x[0] + x[1], 0);
    /* B = 0: x does not depend on mu */
    Pencil still = {.n = 2, .A = {2, 0, 0, 2}, .B = {0}, .q = {-1, -2}};
    assert_int_equal(follow(&still, INFINITY, x, set).outcome, HOMOTOPY_END);
    assert_near(x[1], 1, 1e-15);
    /* x_1 = 1, w_2 = 1 - mu: unknown 2 joins at mu = 1 and x_2 = mu - 1 for ever */
    Pencil joins = {.n = 2, .A = {1, 0, 0, 1}, .B = {0, 0, 1, 0}, .q = {-1, 1}};
    const HomotopyReport report = follow(&joins, 7, x, set);
    assert_int_equal(report.outcome, HOMOTOPY_END);
    assert_near(x[1], 6, 1e-8);
    assert_true(set[1]);
    /* no solution at mu = 0 */
    Pencil none = {.n = 1, .A = {-1}, .B = {1}, .q = {-1}};
    assert_int_equal(follow(&none, 5, x, set).outcome, HOMOTOPY_NO_START);
    assert_string_equal(homotopy_outcome_names[HOMOTOPY_NO_START], "no start");
}

static void bad_numbers_are_refused(void **state) {
    (void)state;
    double x[1];
    bool set[1];
    HomotopyReport report;
    const double one = 1, minus = -1, bad = NAN;
    const Homotopy wrong[] = {{.n = 0, .A = &one, .B = &one, .q = &minus, .to = 1},
                              {.n = 1, .A = &bad, .B = &one, .q = &minus, .to = 1},
                              {.n = 1, .A = &one, .B = &bad, .q = &minus, .to = 1},
                              {.n = 1, .A = &one, .B = &one, .q = &bad, .to = 1},
                              {.n = 1, .A = &one, .B = &one, .q = &minus, .to = NAN},
                              {.n = 1, .A = &one, .B = &one, .q = &minus, .to = -1}};
    for (size_t k = 0; k < COUNT_OF(wrong); k++)
        assert_int_equal(homotopy_follow(&wrong[k], x, set, &report), JUDDER_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(element_of_the_theory_page),
        cmocka_unit_test(units_do_not_matter),
        cmocka_unit_test(runaways_are_solutions),
        cmocka_unit_test(points_of_the_path_are_solutions),
        cmocka_unit_test(other_ends),
        cmocka_unit_test(bad_numbers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
