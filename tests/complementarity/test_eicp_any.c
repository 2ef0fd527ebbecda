/* Some solution of large problems without structure. */
#include "judder_test.h"
#include "random.h"

#include "complementarity/eicp.h"

#include <stdlib.h>

/* 28 of 30 are required; n = 20, 50, 100. */
static void test_any(void **state) {
    (void)state;
    const int orders[] = {20, 50, 100};
    for (size_t k = 0; k < COUNT_OF(orders); k++) {
        const int n = orders[k], problems = SANITIZED ? (n == 20 ? 10 : 2) : 30;
        Random random = {.state = (uint64_t)n};
        double *A = malloc((size_t)(2 * n * n + n) * sizeof *A), *B = A + n * n, *x = B + n * n;
        int solved = 0;
        for (int problem = 0; problem < problems; problem++) {
            for (int i = 0; i < n * n; i++) {
                A[i] = random_in(&random, -1, 1);
                B[i] = i % (n + 1) == 0;
            }
            const Eicp eicp = {n, A, B};
            EicpReport report;
            assert_int_equal(eicp_any(&eicp, x, &report), JUDDER_OK);
            if (report.outcome != EICP_FOUND) continue;
            assert_at_most(eicp_residual(&eicp, report.mu, x), 1e-11);
            solved++;
        }
        assert_true(30 * solved >= 28 * problems);
        free(A);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_any)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
