/* Signs of sums of products, where rounded sums cannot tell. */
#include "complementarity/exact_sum.h"
#include "judder_test.h"
#include "random.h"

#include <float.h>

static int sign_of_pairs(int count, const double *a, const double *b) {
    ExactSum sum = {{0}};
    for (int i = 0; i < count; i++) exact_sum_add(&sum, a[i], b[i]);
    const int sign = exact_sum_sign(&sum);
    assert_int_equal(exact_dot_sign(count, a, 1, b, 1), sign);
    return sign;
}

static void what_rounding_loses_decides(void **state) {
    (void)state;
    const double u = 0x1p-52;
    assert_int_equal(sign_of_pairs(3, (double[]){1, 1, 1}, (double[]){1e300, 1e-300, -1e300}), 1);
    assert_int_equal(sign_of_pairs(3, (double[]){1, 1, -1}, (double[]){1e300, -1e-300, 1e300}), -1);
    /* (1 + u)^2 - (1 + 2u) = u^2 */
    assert_int_equal(sign_of_pairs(2, (double[]){1 + u, -1}, (double[]){1 + u, 1 + 2 * u}), 1);
    assert_int_equal(sign_of_pairs(2, (double[]){1 + u, 1}, (double[]){-1 - u, 1 + 2 * u}), -1);
    assert_int_equal(sign_of_pairs(3, (double[]){1 + u, -1, -u}, (double[]){1 + u, 1 + 2 * u, u}), 0);
    assert_int_equal(sign_of_pairs(0, NULL, NULL), 0);
}

static void the_least_and_the_largest_numbers_count(void **state) {
    (void)state;
    assert_int_equal(sign_of_pairs(1, (double[]){DBL_TRUE_MIN}, (double[]){-DBL_TRUE_MIN}), -1);
    assert_int_equal(sign_of_pairs(2, (double[]){DBL_TRUE_MIN, -DBL_MAX}, (double[]){DBL_TRUE_MIN, 0}), 1);
    assert_int_equal(sign_of_pairs(3, (double[]){DBL_MAX, -DBL_MAX, DBL_TRUE_MIN},
                                   (double[]){DBL_MAX, DBL_MAX, DBL_TRUE_MIN}),
                     1);
    double a[1000], b[1000];
    for (int i = 0; i < 1000; i++) a[i] = DBL_MAX, b[i] = i < 500 ? DBL_MAX : -DBL_MAX;
    assert_int_equal(sign_of_pairs(1000, a, b), 0);
    b[0] = nextafter(DBL_MAX, 0);
    assert_int_equal(sign_of_pairs(1000, a, b), -1);
}

/* Sums that are zero by themselves, disturbed by one term of any size. */
static void any_disturbance_is_seen(void **state) {
    (void)state;
    Random random = {71};
    for (int trial = 0; trial < 2000; trial++) {
        double a[41], b[41];
        for (int i = 0; i < 20; i++) {
            a[2 * i] = random_in(&random, -1, 1) * random_size(&random, 1e-100, 1e100);
            b[2 * i] = random_in(&random, -1, 1) * random_size(&random, 1e-100, 1e100);
            a[2 * i + 1] = -b[2 * i];
            b[2 * i + 1] = a[2 * i];
        }
        a[40] = random_size(&random, 1e-150, 1e150);
        b[40] = trial % 3 - 1.0;
        assert_int_equal(sign_of_pairs(41, a, b), trial % 3 - 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_rounding_loses_decides),
        cmocka_unit_test(the_least_and_the_largest_numbers_count),
        cmocka_unit_test(any_disturbance_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
