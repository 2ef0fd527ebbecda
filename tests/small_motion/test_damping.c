/* Damping in small motions: the map of proportional damping (ST-19) and the doubled motion (ST-20). */
#include "judder_test.h"

#include "small_motion/damping.h"

#include <math.h>

static const SmallParts parts[] = {{0, 0},       {3, 0},        {0, 10},   {0.5, 2},
                                   {1e10, 1e10}, {1e-12, 1e12}, {1e200, 0}};

static void the_map_goes_up_and_comes_back(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        double last = 0;
        assert_exact(damped_lambda(parts[k], 0), 0);
        for (double z = 1e-30; z < 1e30; z *= 7) {
            const double lambda = damped_lambda(parts[k], z);
            assert_true(lambda > last);
            last = lambda;
            assert_near(damped_z(parts[k], lambda), z, 1e-6 * z);
            const double low = damped_square_below(parts[k], z), high = damped_square_above(parts[k], z);
            assert_true(low <= lambda * lambda && lambda * lambda < high);
            assert_true(high - low < 1e-13 * high || high < 1e-300);
        }
    }
}

/* rayleigh{ stiffness = 10 } of z = 1: lam^2 = 1 + 10 lam. */
static void closed_forms(void **state) {
    (void)state;
    assert_near(damped_lambda((SmallParts){0, 10}, 1), 5 + sqrt(26), 1e-14);
    assert_near(damped_lambda((SmallParts){3, 0}, 4), 1, 1e-15);
}

/* Parts of K do not include the terms of a curved obstacle; a matrix of zeros is no damping. */
static void what_is_proportional(void **state) {
    (void)state;
    const double K[] = {2, 1, 1, 2}, M[] = {1, 0, 0, 1}, zero[4] = {0}, C[] = {0, 1, -1, 0};
    SmallContact contact = {.tangent = 1, .state = SMALL_CONTACT_SLIP, .direction = 1, .reaction = {-1, -1}};
    SmallMotion motion = {.n = 2, .K = K, .M = M, .contacts = 1, .contact = &contact};
    assert_int_equal(small_damping(&motion), DAMPING_NONE);
    motion.C = zero;
    assert_int_equal(small_damping(&motion), DAMPING_NONE);
    motion.C = C;
    assert_int_equal(small_damping(&motion), DAMPING_GENERAL);
    motion.parts = (SmallParts){1, 2};
    assert_int_equal(small_damping(&motion), DAMPING_PROPORTIONAL);
    contact.curvature = 1;
    assert_int_equal(small_damping(&motion), DAMPING_GENERAL);
    motion.parts.stiffness = 0;
    assert_int_equal(small_damping(&motion), DAMPING_PROPORTIONAL);
    motion.parts.mass = -1;
    assert_int_equal(small_damping(&motion), DAMPING_GENERAL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_map_goes_up_and_comes_back),
        cmocka_unit_test(closed_forms),
        cmocka_unit_test(what_is_proportional),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
