/* Lists of all solutions of complementarity problems that rounded numbers cannot decide. */
#include "judder_test.h"

#include "exact/problems/problems.h"

#include <math.h>
#include <string.h>

static LcpSolutions list(int n, const double *M, const double *q) {
    LcpSolutions all;
    const Lcp lcp = {.n = n, .M = M, .q = q};
    assert_int_equal(exact_lcp_enumerate(&lcp, 0, &all), JUDDER_OK);
    assert_true(all.complete);
    return all;
}

static void nearly_singular_problems_keep_their_only_solution(void **state) {
    (void)state;
    LcpSolutions all = list(2, (double[]){1.0000000000001, -2, -2, 4.0000000000001},
                            (double[]){-1. / 3, 1. / 3});
    assert_int_equal(all.count, 1);
    assert_false(all.continuum);
    assert_near(all.x[0] / 1.33321481e12, 1, 1e-8);
    lcp_solutions_release(&all);
    all = list(2, (double[]){4.0000000000001, 4, 4, 4.0000000000001}, (double[]){-1. / 3, -1. / 3});
    assert_int_equal(all.count, 1);
    assert_false(all.continuum);
    assert_true(all.x[0] > 0.04 && all.x[1] > 0.04);
    lcp_solutions_release(&all);
}

static void families_have_their_vertices_each_once(void **state) {
    (void)state;
    const double ones[] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    LcpSolutions all = list(3, ones, (double[]){-1, -1, -1});
    assert_int_equal(all.count, 3);
    assert_true(all.continuum && all.family[0] && all.family[1] && all.family[2]);
    lcp_solutions_release(&all);
    /* cut by the row of a fourth unknown */
    all = list(4, (double[]){1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, -1, 0, 1}, (double[]){-1, -1, -1, 0});
    assert_int_equal(all.count, 4);
    lcp_solutions_release(&all);
    /* semidefinite, one point on the verge of several sets */
    all = list(4, (double[]){5, 6, 3, 4, 6, 12, 0, 2, 3, 0, 6, 7, 4, 2, 7, 9}, (double[]){-1, 0, -2, -2});
    assert_int_equal(all.count, 1);
    assert_false(all.continuum);
    assert_exact(all.x[2], 1. / 3);
    lcp_solutions_release(&all);
    for (int n = 1; n <= 6; n += 5) {
        const double zero[36] = {0};
        all = list(n, zero, zero);
        assert_int_equal(all.count, 1);
        assert_true(all.continuum);
        lcp_solutions_release(&all);
    }
}

static EicpSolutions values(int n, const double *A, const double *B, double from, double to) {
    EicpSolutions all;
    bool decided;
    assert_int_equal(exact_eicp_enumerate(&(Eicp){n, A, B}, from, to, &all, &decided), JUDDER_OK);
    assert_true(decided);
    return all;
}

static void unequal_units_lose_no_value(void **state) {
    (void)state;
    const double A[] = {1624660.3645008723, .007975541584200607, .021792421480000268, 9.953163140536545e-11},
                 B[] = {-530514.0410455498, .006784444832076245, -.002708328097404835, 4.126342117295759e-11};
    EicpSolutions all = values(2, A, B, -1e6, INFINITY);
    assert_true(all.complete);
    assert_int_equal(all.count, 2);
    assert_near(all.mu[0], -3.0624267009011725, 1e-15);
    assert_near(all.mu[1], 31.746753488881826, 1e-14);
    eicp_solutions_release(&all);
    all = values(2, A, B, 0, 31);
    assert_int_equal(all.count, 0);
    eicp_solutions_release(&all);
}

static void infinite_values_are_none(void **state) {
    (void)state;
    EicpSolutions all = values(3, (double[]){1, -1, -1, 0, 2, 0, 0, 1, 1},
                               (double[]){0, 0, -1, 1, -1, 1, -1, 0, -1}, 0, INFINITY);
    assert_true(all.complete);
    assert_int_equal(all.count, 0);
    eicp_solutions_release(&all);
}

static void singular_pencils_and_planes_of_vectors_are_not_called_complete(void **state) {
    (void)state;
    EicpSolutions all = values(2, (double[]){1, 0, 0, 0}, (double[]){1, 0, 0, 0}, 0, INFINITY);
    assert_true(all.singular && !all.complete);
    eicp_solutions_release(&all);
    all = values(2, (double[]){2, 0, 0, 2}, (double[]){1, 0, 0, 1}, 0, INFINITY);
    assert_true(!all.singular && all.undecided > 0 && !all.complete);
    eicp_solutions_release(&all);
    /* mu = 0 belongs to the interval, and so do values below it */
    all = values(2, (double[]){0, 1, 1, 3}, (double[]){1, 0, 0, -1}, -5, 5);
    assert_true(all.complete);
    for (int k = 0; k < all.count; k++)
        assert_at_most(eicp_residual(&(Eicp){2, (double[]){0, 1, 1, 3}, (double[]){1, 0, 0, -1}}, all.mu[k],
                                     all.x + 2 * k),
                       1e-15);
    assert_true(all.count > 0);
    eicp_solutions_release(&all);
}

/* x = 1e400, and mu = 1e400 and 1e-400. */
static void numbers_beyond_doubles_are_not_listed(void **state) {
    (void)state;
    LcpSolutions all;
    const Lcp lcp = {.n = 1, .M = (double[]){1e-200}, .q = (double[]){-1e200}};
    assert_int_equal(exact_lcp_enumerate(&lcp, 0, &all), JUDDER_OK);
    assert_int_equal(all.count, 0);
    assert_false(all.complete);
    lcp_solutions_release(&all);
    for (int i = 0; i < 2; i++) {
        const double A = i ? 1e-200 : 1e200, B = 1 / A;
        EicpSolutions found = values(1, &A, &B, 0, INFINITY);
        assert_int_equal(found.count, 0);
        assert_false(found.complete);
        eicp_solutions_release(&found);
    }
}

/* In scaled numbers the last of these is below the range of doubles. */
static void numbers_of_every_size_are_listed(void **state) {
    (void)state;
    const double M[] = {1e90, -1e104, 0, -1e156, 1e13, 1e-184, 0, 1e39, -1e65};
    LcpSolutions all = list(3, M, (double[]){1e232, 1e-207, 1e-204});
    assert_int_equal(all.count, 4);
    bool seen = false;
    for (int k = 0; k < all.count; k++) {
        const double *x = all.x + (size_t)k * 3;
        seen = seen || (x[0] == 0 && x[1] == 0 && fabs(x[2] - 1e-269) < 1e-283);
    }
    assert_true(seen);
    lcp_solutions_release(&all);
    /* beside it: x = 1e-343 */
    const Lcp lcp = {.n = 2, .M = (double[]){1e252, -1e112, 1e252, -1e112}, .q = (double[]){1e112, 1e-231}};
    assert_int_equal(exact_lcp_enumerate(&lcp, 0, &all), JUDDER_OK);
    assert_int_equal(all.count, 1);
    assert_false(all.complete);
    lcp_solutions_release(&all);
}

/* Signs that are certain do not make digits certain. */
static void listed_numbers_are_enclosed(void **state) {
    (void)state;
    const double tiny = 3.944304526105059e-31;
    const double M[] = {4.999999999999997,
                        -tiny,
                        -1.0,
                        -2.9999999999999964,
                        -tiny,
                        9.999999999999998,
                        -6.000000000000001,
                        -8.0,
                        -1.0,
                        -6.000000000000001,
                        4.000000000000001,
                        5.000000000000001,
                        -2.9999999999999964,
                        -8.0,
                        5.000000000000001,
                        9.0};
    LcpSolutions all = list(4, M, (double[]){0, tiny, 1, 0});
    assert_int_equal(all.count, 2);
    assert_near(all.x[4] / 750599937895079.5, 1, 1e-15);
    assert_near(all.x[6] / 1501199875790161.0, 1, 1e-15);
    lcp_solutions_release(&all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nearly_singular_problems_keep_their_only_solution),
        cmocka_unit_test(families_have_their_vertices_each_once),
        cmocka_unit_test(unequal_units_lose_no_value),
        cmocka_unit_test(infinite_values_are_none),
        cmocka_unit_test(numbers_beyond_doubles_are_not_listed),
        cmocka_unit_test(numbers_of_every_size_are_listed),
        cmocka_unit_test(listed_numbers_are_enclosed),
        cmocka_unit_test(singular_pencils_and_planes_of_vectors_are_not_called_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
