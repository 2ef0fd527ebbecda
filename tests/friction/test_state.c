/* Laws with a state over a step of constant speed: slope, bound of the fall, all roots of the
 * step's equation. */
#include "stage/laws.h"

#include "friction/friction_root.h"
#include "random.h"

static Friction random_law(Random *random, int kind) {
    if (kind == 2)
        return (Friction){&slip_weakening_law,
                          law_weakening(&slip_weakening_law, 0.8, random_in(random, 0, 0.7), "D_c",
                                        random_size(random, 1e-3, 1))};
    const int slip = kind % 3;
    char *params = law_rate_state(random_in(random, 0.001, 0.02), random_in(random, 0.01, 0.3),
                                  random_size(random, 1e-4, 1), random_size(random, 1e-8, 1e-2), slip);
    return (Friction){&rate_state_law, kind < 3 ? params : law_asinh(params)};
}

static double random_state(Random *random, int kind, double D_c) {
    return kind == 2 ? random_in(random, 0, 1.5 * D_c) : random_size(random, 1e-8, 10);
}

static void slope_and_fall_are_those_of_the_step(void **test_state) {
    (void)test_state;
    Random random = {9};
    for (int k = 0; k < 6000; k++) {
        const int kind = k % 5;
        const Friction f = random_law(&random, kind);
        const double state = random_state(&random, kind, 0.1), dt = random_size(&random, 1e-4, 10);
        const double r = random_size(&random, 1e-7, 10), step = 1e-6 * r;
        const double up = friction_advanced(&f, r + step, state, dt),
                     down = friction_advanced(&f, r - step, state, dt);
        const double slope = friction_advanced_slope(&f, r, state, dt), seen = (up - down) / (2 * step);
        const double here = friction_advanced_slope(&f, r - step, state, dt),
                     there = friction_advanced_slope(&f, r + step, state, dt);
        if (fabs(here - there) < 1e-3 * fabs(slope)) assert_near(slope, seen, 1e-4 * fabs(slope) + 1e-9 / r);
        assert_at_most(-slope, f.law->advanced_fall(f.params, state, dt) * (1 + 1e-12));
        free((void *)(size_t)f.params);
    }
}

static void all_roots_are_listed_and_one_is_taken(void **test_state) {
    (void)test_state;
    enum { SCAN = 3000, ROOM = 16 };
    Random random = {10};
    int several = 0;
    for (int k = 0; k < 600; k++) {
        const int kind = k % 5;
        const Friction f = random_law(&random, kind);
        FrictionRoots *roots = NULL;
        assert_int_equal(friction_roots_create(f, &roots), JUDDER_OK);
        const FrictionEquation e = {.A = random_size(&random, 1e-3, 10),
                                    .S = 1,
                                    .Q = random_in(&random, 0.1, 1.5),
                                    .r_0 = random_below(&random, 2) ? random_size(&random, 1e-6, 1) : 0,
                                    .state = random_state(&random, kind, 0.1),
                                    .duration = random_size(&random, 1e-3, 10)};
        double r[ROOM], before = e.S * friction_advanced(&f, 0, e.state, e.duration) - e.Q;
        const size_t count = friction_root_list(roots, &e, r, ROOM);
        size_t seen = before >= 0;
        for (int i = 0; i <= SCAN; i++) {
            const double x = e.Q / e.A * exp2(-40.0 * (SCAN - i) / SCAN);
            const double now = e.A * x + e.S * friction_advanced(&f, x, e.state, e.duration) - e.Q;
            seen += (before < 0) != (now < 0);
            before = now;
        }
        assert_true(count >= seen && count <= ROOM);
        for (size_t i = 0; i < count; i++)
            if (r[i] > 0)
                assert_near(e.A * r[i] + friction_advanced(&f, r[i], e.state, e.duration), e.Q, 1e-13);
        const FrictionRoot taken = friction_root(roots, &e);
        double nearest = INFINITY;
        for (size_t i = 0; i < count; i++) nearest = fmin(nearest, fabs(r[i] - taken.r));
        assert_at_most(nearest, 1e-9 * fmax(taken.r, 1e-6));
        assert_int_equal(taken.several, count > 1);
        several += count > 1;
        friction_roots_destroy(&roots);
        free((void *)(size_t)f.params);
    }
    assert_true(several > 30);
}

/* A step of the speed by a little: mu changes by slope - memory (1 - exp(-rate t)) of it. (FR-8) */
static void steady_sliding_answers_a_step_of_the_speed(void **test_state) {
    (void)test_state;
    Random random = {11};
    for (int k = 0; k < 2000; k++) {
        const Friction f = random_law(&random, k % 5);
        const double r = random_size(&random, 1e-6, 1), by = 1e-5 * r;
        const FrictionSteady s = friction_steady(&f, r);
        const double state = k % 5 == 2 ? 10 : r, t = s.rate > 0 ? random_in(&random, 0, 3) / s.rate : 1;
        /* Where asinh is no logarithm it bends too much for this step. */
        if (s.mu > (friction_creeps(&f) ? 0.2 : 0)) {
            const double seen = friction_advanced(&f, r + by, state, t) - s.mu,
                         told = by * (s.slope + s.memory * expm1(-s.rate * t));
            assert_near(friction_advanced(&f, r, state, t), s.mu, 1e-12);
            assert_near(seen, told, 1e-4 * by * (s.slope + s.memory) + 1e-13);
        }
        free((void *)(size_t)f.params);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slope_and_fall_are_those_of_the_step),
        cmocka_unit_test(all_roots_are_listed_and_one_is_taken),
        cmocka_unit_test(steady_sliding_answers_a_step_of_the_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
