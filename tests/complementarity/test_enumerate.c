/* All solutions of small problems: counts that are known, families with their vertices. */
#include "complementarity/lcp.h"
#include "judder_test.h"
#include "problems.h"

static LcpSolutions list(const Problem *p) {
    const Lcp lcp = problem_lcp(p);
    LcpSolutions solutions;
    assert_int_equal(lcp_enumerate(&lcp, &solutions), JUDDER_OK);
    for (int k = 0; k < solutions.count; k++)
        assert_at_most(lcp_residual(&lcp, solutions.x + k * p->n), 1e-9);
    return solutions;
}

/* How often a vector is in the list. */
static int times(const LcpSolutions *solutions, int n, const double *x) {
    int count = 0;
    for (int k = 0; k < solutions->count; k++) {
        double apart = 0;
        for (int i = 0; i < n; i++) apart = fmax(apart, fabs(solutions->x[k * n + i] - x[i]));
        count += apart <= 1e-9;
    }
    return count;
}

static void P_problems_have_one(void **state) {
    (void)state;
    Random random = {51};
    for (int trial = 0; trial < 200; trial++) {
        Problem p;
        double x[PROBLEM_MOST] = {0};
        fill_P(&random, 1 + random_below(&random, 12), &p);
        const Lcp lcp = problem_lcp(&p);
        LcpReport report;
        assert_int_equal(lcp_lemke.solve(&lcp, NULL, x, NULL, &report), JUDDER_OK);
        LcpSolutions solutions = list(&p);
        assert_int_equal(solutions.count, 1);
        assert_true(solutions.complete && !solutions.continuum && !solutions.family[0]);
        for (int i = 0; i < p.n; i++) assert_near(solutions.x[i], x[i], 1e-9 * (1 + x[i]));
        lcp_solutions_release(&solutions);
    }
}

/* x_i = 0 or 1, independently. */
static void all_corners_of_a_cube(void **state) {
    (void)state;
    for (int n = 1; n <= 14; n++) {
        Problem p = {.n = n};
        for (int i = 0; i < n; i++) {
            p.M[i * n + i] = -1;
            p.q[i] = 1;
        }
        LcpSolutions solutions = list(&p);
        assert_int_equal(solutions.count, 1 << n);
        assert_false(solutions.continuum);
        double x[PROBLEM_MOST];
        for (int i = 0; i < n; i++) x[i] = i % 2;
        if (n < 10) assert_int_equal(times(&solutions, n, x), 1);
        lcp_solutions_release(&solutions);
    }
}

/* Gauss on every set, written apart from the library; false: singular. */
static bool solve_set(const Problem *p, unsigned rows, double *x) {
    double a[8][9];
    int m = 0, index[8];
    for (int i = 0; i < p->n; i++) {
        x[i] = 0;
        if (rows >> i & 1) index[m++] = i;
    }
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) a[i][j] = p->M[index[i] * p->n + index[j]];
        a[i][m] = -p->q[index[i]];
    }
    for (int k = 0; k < m; k++) {
        int pivot = k;
        for (int i = k; i < m; i++)
            if (fabs(a[i][k]) > fabs(a[pivot][k])) pivot = i;
        if (fabs(a[pivot][k]) < 1e-9) return false;
        for (int j = 0; j <= m; j++) {
            const double swapped = a[k][j];
            a[k][j] = a[pivot][j];
            a[pivot][j] = swapped;
        }
        for (int i = 0; i < m; i++) {
            const double factor = a[i][k] / a[k][k];
            for (int j = k; j <= m && i != k; j++) a[i][j] -= factor * a[k][j];
        }
    }
    for (int k = 0; k < m; k++) x[index[k]] = a[k][m] / a[k][k];
    return true;
}

static void random_problems_agree_with_all_sets(void **state) {
    (void)state;
    Random random = {52};
    int several = 0, none = 0;
    for (int trial = 0; trial < 1500; trial++) {
        Problem p = {.n = 1 + random_below(&random, 7)};
        const int n = p.n;
        for (int i = 0; i < n * n; i++) p.M[i] = random_in(&random, -1, 1);
        /* zeros on the diagonal make single pivots impossible */
        for (int i = 0; i < n && trial % 3 == 0; i++) p.M[i * n + i] = 0;
        fill_q(&random, &p);
        LcpSolutions solutions = list(&p);
        int expected = 0;
        for (unsigned rows = 0; rows < 1u << n; rows++) {
            double x[8];
            if (!solve_set(&p, rows, x)) continue;
            bool good = true;
            for (int i = 0; i < n; i++) {
                double w = p.q[i];
                for (int j = 0; j < n; j++) w += p.M[i * n + j] * x[j];
                good = good && (rows >> i & 1 ? x[i] > 0 : w >= 0);
            }
            if (!good) continue;
            expected++;
            double most = 1;
            for (int i = 0; i < n; i++) most = fmax(most, x[i]);
            int found = 0;
            for (int k = 0; k < solutions.count; k++) {
                double apart = 0;
                for (int i = 0; i < n; i++) apart = fmax(apart, fabs(x[i] - solutions.x[k * n + i]));
                found += apart <= 1e-8 * most;
            }
            assert_int_equal(found, 1);
        }
        assert_int_equal(solutions.count, expected);
        assert_false(solutions.continuum);
        several += expected > 1;
        none += expected == 0;
        lcp_solutions_release(&solutions);
    }
    assert_true(several > 100 && none > 100);
}

/* The column of the theory page, loaded: one, a continuum, three, one rate. */
static void column_of_the_theory_page(void **state) {
    (void)state;
    const double parts[] = {0.3, 0.5, 0.7, 0.999, 1.2};
    const int counts[] = {1, 2, 3, 3, 1};
    for (size_t k = 0; k < COUNT_OF(parts); k++) {
        const double part = parts[k], mu = 0.3;
        Problem p;
        fill_given(2, (double[]){1 - part, part, part, 1 - part}, (double[]){-mu / 4, -mu / 4}, &p);
        LcpSolutions solutions = list(&p);
        assert_int_equal(solutions.count, counts[k]);
        assert_true(solutions.continuum == (part == 0.5));
        if (part == 0.5) {
            assert_int_equal(times(&solutions, 2, (double[]){mu / 2, 0}), 1);
            assert_int_equal(times(&solutions, 2, (double[]){0, mu / 2}), 1);
            assert_true(solutions.family[0] && solutions.family[1]);
        } else {
            assert_int_equal(times(&solutions, 2, (double[]){mu / 4, mu / 4}), 1);
        }
        lcp_solutions_release(&solutions);
    }
}

/* A plane piece x_1 + x_2 + x_3 = 1, cut by the row of a fourth unknown that takes over beyond the cut. */
static void families_of_two_dimensions(void **state) {
    (void)state;
    Problem p;
    fill_given(3, (double[]){1, 1, 1, 1, 1, 1, 1, 1, 1}, (double[]){-1, -1, -1}, &p);
    LcpSolutions solutions = list(&p);
    assert_int_equal(solutions.count, 3);
    assert_true(solutions.continuum && !solutions.complete); /* that is for exact arithmetic to say */
    lcp_solutions_release(&solutions);
    fill_given(4, (double[]){1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, -1, 0, 1}, (double[]){-1, -1, -1, 0}, &p);
    solutions = list(&p);
    assert_int_equal(solutions.count, 4);
    assert_int_equal(times(&solutions, 4, (double[]){1, 0, 0, 0}), 1);
    assert_int_equal(times(&solutions, 4, (double[]){0, 0, 1, 0}), 1);
    assert_int_equal(times(&solutions, 4, (double[]){0.5, 0.5, 0, 0}), 1);
    assert_int_equal(times(&solutions, 4, (double[]){0, 1, 0, 1}), 1);
    for (int k = 0; k < 4; k++) assert_true(solutions.family[k]);
    lcp_solutions_release(&solutions);
}

/* The same piece cut twice, by x_1 >= x_2 and x_2 >= x_3: the corner where both cuts meet has x > 0
 * throughout and is no solution of a smaller set. */
static void corners_inside(void **state) {
    (void)state;
    Problem p;
    fill_given(5, (double[]){1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, -1, 0, 1, 0, 0, 1, -1, 0, 1},
               (double[]){-1, -1, -1, 0, 0}, &p);
    LcpSolutions solutions = list(&p);
    const double third = 1. / 3;
    const double corners[][5] = {{1, 0, 0, 0, 0}, {0.5, 0.5, 0, 0, 0},   {third, third, third, 0, 0},
                                 {0, 1, 0, 1, 0}, {0, 0.5, 0.5, 0.5, 0}, {0, 0, 1, 0, 1}};
    assert_int_equal(solutions.count, COUNT_OF(corners));
    for (size_t k = 0; k < COUNT_OF(corners); k++) assert_int_equal(times(&solutions, 5, corners[k]), 1);
    lcp_solutions_release(&solutions);
}

/* A family beside an isolated solution: each row says which it is. */
static void families_and_points_are_told_apart(void **state) {
    (void)state;
    /* unknowns 1, 2: a segment; unknown 3: x = 0 or 1 */
    Problem p;
    fill_given(3, (double[]){1, 1, 0, 1, 1, 0, 0, 0, -1}, (double[]){-1, -1, 1}, &p);
    LcpSolutions solutions = list(&p);
    assert_int_equal(solutions.count, 4);
    assert_true(solutions.continuum);
    lcp_solutions_release(&solutions);
    /* w_1 = x_1 (x_2 = 0), w_2 = 0 at x_2 = 1 or beyond: a ray from (0, 1); and the point (0, 0) */
    fill_given(2, (double[]){1, 0, 0, -1}, (double[]){0, 1}, &p);
    solutions = list(&p);
    assert_int_equal(solutions.count, 2);
    assert_false(solutions.continuum);
    lcp_solutions_release(&solutions);
    fill_given(2, (double[]){1, 0, 0, 0}, (double[]){-1, 0}, &p);
    solutions = list(&p);
    assert_int_equal(solutions.count, 1);
    assert_true(solutions.continuum && solutions.family[0]);
    assert_int_equal(times(&solutions, 2, (double[]){1, 0}), 1);
    lcp_solutions_release(&solutions);
}

static void zero_matrices(void **state) {
    (void)state;
    for (int n = 1; n <= 16; n += 5) {
        Problem p = {.n = n};
        LcpSolutions solutions = list(&p);
        assert_int_equal(solutions.count, 1);
        assert_true(solutions.continuum && !solutions.complete);
        lcp_solutions_release(&solutions);
        for (int i = 0; i < n; i++) p.q[i] = 1;
        solutions = list(&p);
        assert_int_equal(solutions.count, 1);
        assert_false(solutions.continuum);
        lcp_solutions_release(&solutions);
        p.q[n - 1] = -1e-100;
        solutions = list(&p);
        assert_int_equal(solutions.count, 0);
        lcp_solutions_release(&solutions);
    }
}

/* Two players with costs [[1, 2], [2, 1]] each: two pure equilibria and the mixed one. */
static void game_of_coordination(void **state) {
    (void)state;
    Problem p;
    fill_given(4, (double[]){0, 0, 1, 2, 0, 0, 2, 1, 1, 2, 0, 0, 2, 1, 0, 0}, (double[]){-1, -1, -1, -1}, &p);
    LcpSolutions solutions = list(&p);
    assert_int_equal(solutions.count, 3);
    assert_int_equal(times(&solutions, 4, (double[]){1, 0, 1, 0}), 1);
    assert_int_equal(times(&solutions, 4, (double[]){0, 1, 0, 1}), 1);
    assert_int_equal(times(&solutions, 4, (double[]){1. / 3, 1. / 3, 1. / 3, 1. / 3}), 1);
    lcp_solutions_release(&solutions);
}

static void large_lists(void **state) {
    (void)state;
    Random random = {53};
    const int sizes[] = {16, LCP_ENUMERATE_MOST};
    for (int k = 0; k < (SANITIZED ? 1 : 2); k++) {
        Problem p;
        fill_P(&random, sizes[k], &p);
        LcpSolutions solutions = list(&p);
        assert_int_equal(solutions.count, 1);
        lcp_solutions_release(&solutions);
        for (int i = 0; i < p.n * p.n; i++) p.M[i] = random_in(&random, -1, 1);
        solutions = list(&p);
        assert_true(solutions.complete);
        lcp_solutions_release(&solutions);
    }
    Problem p = {.n = LCP_ENUMERATE_MOST + 1};
    const Lcp lcp = problem_lcp(&p);
    LcpSolutions solutions;
    assert_int_equal(lcp_enumerate(&lcp, &solutions), JUDDER_INPUT);
    assert_null(solutions.x);
}

/* Signs that rounding, or the radii of the entries, hide are not called decided. */
static void radii_leave_open_what_they_hide(void **state) {
    (void)state;
    const double M[] = {2, 1, 1, 2}, q[] = {-3, -1}, none[4] = {0}, small[] = {1e-3, 1e-3, 1e-3, 1e-3},
                 large[] = {0, 0, 1, 0};
    const double *radii[] = {none, small, large};
    for (int k = 0; k < 3; k++) {
        LcpSolutions all;
        assert_int_equal(lcp_enumerate(&(Lcp){2, M, q, radii[k], NULL}, &all), JUDDER_OK);
        assert_int_equal(all.count, 1);
        assert_true(all.complete == (k < 2));
        lcp_solutions_release(&all);
    }
    /* x_1 = x_2 = 0 as far as doubles show: of integers the zero is certain */
    LcpSolutions all;
    const double third[] = {1. / 3, 1, 1, 3}, q_third[] = {1. / 3, 1}, one[] = {1, 2, 2, 3}, zero[] = {0, 0};
    assert_int_equal(lcp_enumerate(&(Lcp){.n = 2, .M = one, .q = zero}, &all), JUDDER_OK);
    assert_true(all.complete && all.count == 1);
    lcp_solutions_release(&all);
    assert_int_equal(lcp_enumerate(&(Lcp){.n = 2, .M = third, .q = q_third}, &all), JUDDER_OK);
    assert_int_equal(all.count, 1);
    lcp_solutions_release(&all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(P_problems_have_one),
        cmocka_unit_test(all_corners_of_a_cube),
        cmocka_unit_test(random_problems_agree_with_all_sets),
        cmocka_unit_test(column_of_the_theory_page),
        cmocka_unit_test(families_of_two_dimensions),
        cmocka_unit_test(corners_inside),
        cmocka_unit_test(families_and_points_are_told_apart),
        cmocka_unit_test(zero_matrices),
        cmocka_unit_test(game_of_coordination),
        cmocka_unit_test(large_lists),
        cmocka_unit_test(radii_leave_open_what_they_hide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
