/* The upwind scheme on the steel slab: the errors of the paper's table come out. */
#include "steel_case.h"

#include "slab/grid/upwind.h"

/* Runs data on its grid and keeps every state. */
static Marched run(const SlabData *data, long cells, Trace *trace) {
    SlabUpwind *upwind;
    const SlabUpwindOptions options = {cells};
    if (slab_upwind_create(data, &options, &upwind) != JUDDER_OK) fail_msg("%s", error_message());
    const SlabWatch watch = {.record = trace_record, .context = trace, .every = 1};
    Marched report;
    assert_int_equal(slab_march(upwind, trace ? &watch : NULL, &report), JUDDER_OK);
    slab_upwind_destroy(&upwind);
    assert_null(upwind);
    return report;
}

static double mean_error(double step, const SteelReference *ref) {
    SlabData data = steel_data(step, 1e-4);
    Trace trace = {0};
    const Marched report = run(&data, lround(steel_H / (1e4 * step)), &trace);
    double sum = 0;
    for (size_t i = 1; i < trace.count; i++) {
        const SlabState *s = &trace.at[i];
        const double *exact = ref->velocity[(size_t)(s->t / ref->h + .5)];
        sum += hypot(s->velocity[0] - exact[0], s->velocity[1] - exact[1]);
    }
    const double mean = sum / (double)(trace.count - 1);
    assert_true(report.energy_defect < 1e-12);
    free(trace.at);
    law_free(&data.friction);
    return mean;
}

/* Mean error on [0, 1e-4 s] with dz = 1e4 dt: 1.19, .555, .202 m/s for dt = 1e-7, 1e-8, 1e-9. */
static void test_published_errors(void **unused) {
    (void)unused;
    SteelReference ref = steel_reference(1e-4, 2e-10);
    /* The reference itself, against the delay method's numbers of the theory page. */
    const size_t at_20 = (size_t)(20e-6 / ref.h + .5), at_35 = (size_t)(35e-6 / ref.h + .5);
    assert_true(fabs(ref.velocity[at_20][0] + 2.862140561) < 1e-3);
    assert_true(fabs(ref.velocity[at_20][1] + 1.447312403) < 1e-3);
    assert_true(fabs(ref.pressure[at_20] - 21.0725561e6) < 2e4);
    assert_true(fabs(ref.velocity[at_35][0] - .786892165) < 1e-3);
    assert_true(fabs(ref.pressure[at_35] - 100.1196014e6) < 2e4);
    const double steps[3] = {1e-7, 1e-8, 1e-9}, published[3] = {1.19, .555, .202};
    for (int i = 0; i < (GRID_SLOW ? 2 : 3); i++) {
        const double error = mean_error(steps[i], &ref);
        print_message("dt %g: mean error %.4f (published %.3f)\n", steps[i], error, published[i]);
        assert_true(fabs(error / published[i] - 1) < .2);
    }
    steel_reference_free(&ref);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_published_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
