/* All solutions of small eigenvalue problems, wherever the interval begins. */
#include "complementarity/eicp.h"
#include "judder_test.h"
#include "random.h"

static const double starts[] = {0, -1, -1e3, -1e6, -1e7, -1e9, -1e12};

/* B without a sign, A positive definite: often several solutions at mu > 0, and at mu < 0 as well. */
static void fill(Random *random, int n, double *A, double *B) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            A[i * n + j] = i == j ? n : random_in(random, -1, 1);
            B[i * n + j] = random_in(random, -1, 1);
        }
}

static void the_list_does_not_depend_on_where_the_interval_begins(void **state) {
    (void)state;
    Random random = {61};
    int most = 0;
    for (int trial = 0; trial < 200; trial++) {
        double A[36], B[36];
        const int n = 2 + random_below(&random, 5);
        EicpSolutions first = {0};
        fill(&random, n, A, B);
        const Eicp eicp = {n, A, B};
        for (size_t k = 0; k < COUNT_OF(starts); k++) {
            EicpSolutions all;
            assert_int_equal(eicp_enumerate(&eicp, starts[k], INFINITY, &all), JUDDER_OK);
            assert_true(all.complete && all.whole && all.undecided == 0);
            for (int i = 0; i < all.count; i++)
                assert_true(eicp_residual(&eicp, all.mu[i], all.x + i * n) < 1e-12);
            int below = 0;
            while (below < all.count && all.mu[below] < 0) below++;
            if (k > 0) assert_int_equal(all.count - below, first.count);
            for (int i = 0; i < first.count; i++)
                assert_near(all.mu[below + i], first.mu[i], 1e-12 * first.mu[i]);
            if (k == 0)
                first = all;
            else
                eicp_solutions_release(&all);
        }
        most = first.count > most ? first.count : most;
        eicp_solutions_release(&first);
    }
    assert_true(most >= 4);
}

/* A diagonal over ten decades, B an M-matrix: each of the 63 sets holds one solution. */
static void ratios_over_many_decades_are_all_found(void **state) {
    (void)state;
    double A[36] = {0}, B[36] = {0};
    for (int i = 0; i < 6; i++) {
        A[7 * i] = pow(10, 2 * i - 6);
        B[7 * i] = 1;
        for (int j = 0; j < 6; j++)
            if (j != i) B[6 * i + j] = -0.001 / (1 + i);
    }
    const Eicp eicp = {6, A, B};
    for (size_t k = 0; k < COUNT_OF(starts); k++) {
        EicpSolutions all;
        assert_int_equal(eicp_enumerate(&eicp, starts[k], INFINITY, &all), JUDDER_OK);
        assert_int_equal(all.count, 63);
        assert_true(all.complete);
        for (int i = 0; i < all.count; i++)
            assert_true(eicp_residual(&eicp, all.mu[i], all.x + 6 * i) < 1e-12);
        eicp_solutions_release(&all);
    }
}

/* Two nodes that do not feel each other, with the same ratio: every vector between theirs is an eigenvector
 * of the set, here none with x >= 0 and w >= 0, which the vectors that were examined cannot say. */
static void planes_of_vectors_are_not_called_complete(void **state) {
    (void)state;
    const double A[] = {2, -1, 0, -1, 2, -1, 0, -1, 2}, I[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double other[] = {2, -1, 0, -1, 2, -1, 0, -1, 3};
    EicpSolutions all;
    assert_int_equal(eicp_enumerate(&(Eicp){3, A, I}, 0, 10, &all), JUDDER_OK);
    assert_true(all.whole && !all.singular && !all.complete && all.undecided > 0);
    eicp_solutions_release(&all);
    assert_int_equal(eicp_enumerate(&(Eicp){3, other, I}, 0, 10, &all), JUDDER_OK);
    assert_true(all.complete);
    eicp_solutions_release(&all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_list_does_not_depend_on_where_the_interval_begins),
        cmocka_unit_test(ratios_over_many_decades_are_all_found),
        cmocka_unit_test(planes_of_vectors_are_not_called_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
