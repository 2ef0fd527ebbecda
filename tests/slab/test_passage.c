/* A jump with mass is one passage between stable branches, counted once by every method. (DI-1) */
#include "slab/method.h"

#include "judder_test.h"

static JudderErr bump(void *context, double z, double *y) {
    (void)context;
    *y = 0.4 + 0.6 * pow(sin(M_PI * z), 2);
    return JUDDER_OK;
}

static void every_method_counts_the_same_two_jumps(void **state) {
    (void)state;
    static const double linear[3] = {0.8, 0.5, 0.1};
    SlabData data = {.height = 1,
                     .lambda = 1,
                     .G = 1,
                     .rho = 1,
                     .contact = SLAB_PRESSURE,
                     .pressure = {.constant = 1},
                     .final = 0.99,
                     .step = 2e-4};
    data.friction = (Friction){&linear_law, linear};
    data.strain[0].function.call = bump;
    const struct {
        const SlabMethod *method;
        double epsilon, eta;
    } ways[] = {{&slab_delay_method, 0, 0},
                {&slab_delay_method, 1e-3, 0},
                {&slab_upwind_method, 1e-3, 0},
                {&slab_viscous_method, 0, 1e-3}};
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        data.epsilon = ways[i].epsilon;
        data.eta = ways[i].eta;
        void *engine = NULL;
        SlabReport report;
        assert_int_equal(ways[i].method->create(&data, &(SlabChoices){0}, &engine), JUDDER_OK);
        assert_int_equal(ways[i].method->march(engine, NULL, &report), JUDDER_OK);
        ways[i].method->destroy(&engine);
        assert_int_equal(report.jumps, 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_method_counts_the_same_two_jumps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
