/* The viscous scheme: the numbers of the theory page, its order, closed forms and the convolution form,
 * and the energy. */
#include "grid_case.h"

#include "slab/grid/viscous.h"

static const double pi = 3.14159265358979323846;

static double tent_stress(double z) {
    const double s = sin(pi * z);
    return .4 + .6 * s * s;
}

static PlainFunction tent = {tent_stress};

/* rho = G = Gbar = H = S = 1, linear .8 -> .5 over .1, at rest under the stress .4 + .6 sin^2(pi z). The
 * caller frees the friction. */
static SlabData tent_data(double eta, double step, double final) {
    SlabData data = {.height = 1, .lambda = 1, .G = 1, .rho = 1, .contact = &pressure_contact, .eta = eta};
    data.pressure.constant = 1;
    data.friction = law_linear(.8, .5, .1);
    data.strain[0] = signal_plain(&tent);
    data.step = step;
    data.final = final;
    return data;
}

/* The perfect delay: up at 0.304086723985 (0 -> .3), down at 0.804086723985 (.1 -> 0). */
static void tent_limit(void *context, double t, double v[2]) {
    (void)context;
    v[0] = t > .304086723985 && t < .804086723985 ? tent_stress(t) - .5 : 0;
    v[1] = 0;
}

static double tent_distance(double eta, double step, Marched *report) {
    SlabData data = tent_data(eta, step, 1);
    SlabViscous *viscous;
    if (slab_viscous_create(&data, NULL, &viscous) != JUDDER_OK) fail_msg("%s", error_message());
    double distance;
    assert_int_equal(slab_viscous_distance(viscous, &(SlabReference){tent_limit, NULL}, &distance),
                     JUDDER_OK);
    *report = marched_so_far((Stepper *)viscous);
    slab_viscous_destroy(&viscous);
    law_free(&data.friction);
    return distance;
}

static SlabState state_at(const SlabData *data, const SlabViscousOptions *options, double t) {
    SlabViscous *viscous;
    if (slab_viscous_create(data, options, &viscous) != JUDDER_OK) fail_msg("%s", error_message());
    SlabState probe;
    const SlabWatch watch = {.probe_times = &t, .probes = &probe, .probe_count = 1};
    Marched report;
    assert_int_equal(slab_march(viscous, &watch, &report), JUDDER_OK);
    assert_int_equal(report.probes, 1);
    slab_viscous_destroy(&viscous);
    return probe;
}

static double slip_at(const SlabData *data, const SlabViscousOptions *options, double t) {
    return state_at(data, options, t).slip[0];
}

static void test_velocities_of_the_page(void **unused) {
    (void)unused;
    const double eta[2] = {.01, .001}, v[2] = {.47193932, .49705515}, step[2] = {1e-3, 5e-4};
    for (int i = 0; i < 2; i++) {
        SlabData data = tent_data(eta[i], step[i], .5);
        const double slip = slip_at(&data, NULL, .5);
        law_free(&data.friction);
        print_message("eta %g: v(.5) = %.9f, off by %.1e\n", eta[i], slip, slip - v[i]);
        assert_true(fabs(slip - v[i]) < 2e-6);
    }
}

static void test_vanishing_viscosity(void **unused) {
    (void)unused;
    const double eta[2] = {.01, .001}, L1[2] = {.012842, .001415}, step[2] = {5e-4, GRID_SLOW ? 1e-4 : 5e-5};
    double found[2];
    for (int i = 0; i < 2; i++) {
        Marched report;
        found[i] = tent_distance(eta[i], step[i], &report);
        print_message("eta %g: L1 distance %.6f (page %.6f)\n", eta[i], found[i], L1[i]);
        assert_true(fabs(found[i] / L1[i] - 1) < .01);
        assert_int_equal(report.jumps, 2);
        assert_int_equal(report.nonunique_steps, 0);
    }
    const double order = log10(found[0] / found[1]);
    assert_true(order > .9 && order < 1);
}

/* Beyond the bound on the step several roots exist: they are counted, and the jumps are still the two of
 * the limit. */
static void test_several_roots_are_counted(void **unused) {
    (void)unused;
    Marched report;
    tent_distance(.001, 2e-3, &report);
    assert_true(report.nonunique_steps > 10);
    assert_int_equal(report.jumps, 2);
}

/* Sliding that stays smooth: at v = 1 under the stress that friction balances, disturbed away from the
 * contact. */
static double smooth_velocity(double z) {
    const double s = sin(pi * z);
    return 1 + .3 * s * s * s * s * s * s;
}
static PlainFunction smooth = {smooth_velocity};

static SlabData smooth_data(double step) {
    SlabData data = tent_data(.02, step, 3);
    law_free(&data.friction);
    data.friction = law_make("exponential", "mu_s", .8, "mu_d", .5, "v_c", 1.0, NULL);
    data.velocity[0] = signal_plain(&smooth);
    data.strain[0] = (Signal){.constant = .5 + .3 * exp(-1)};
    data.top[0].constant = 1;
    return data;
}

static void test_second_order(void **unused) {
    (void)unused;
    const SlabViscousOptions mesh = {.cells = 300, .grading = 3}, coarse = {150, 3}, half = {75, 3};
    double v[5], u[5];
    for (int i = 0; i < 5; i++) {
        SlabData data = smooth_data(i < 4 ? .04 / (1 << i) : .04 / 64);
        v[i] = slip_at(&data, &mesh, 3);
        u[i] = state_at(&data, &mesh, .6).displacement[0]; /* while the disturbance arrives */
        law_free(&data.friction);
    }
    for (int i = 1; i < 3; i++) {
        const double order = log2((v[i] - v[4]) / (v[i + 1] - v[4]));
        const double order_of_path = log2((u[i] - u[4]) / (u[i + 1] - u[4]));
        print_message("order in time %.3f, of the path %.3f (errors %.2e, %.2e)\n", order, order_of_path,
                      v[i] - v[4], u[i] - u[4]);
        assert_true(fabs(order_of_path - 2) < .15);
        /* the finest run is no exact solution: its own error bends the slope by 4^-4 or so */
        assert_true(fabs(order - 2) < .15);
    }
    SlabData data = smooth_data(.002);
    const double fine = slip_at(&data, &(SlabViscousOptions){1200, 3}, 3);
    const double errors[2] = {fabs(slip_at(&data, &half, 3) - fine), fabs(slip_at(&data, &coarse, 3) - fine)};
    print_message("order in space %.3f (error %.2e)\n", log2(errors[0] / errors[1]), errors[1]);
    assert_true(log2(errors[0] / errors[1]) > 1.85);
    law_free(&data.friction);
}

/* Uniform stress released against constant friction: v = ((tau_0 - S mu)/Z) erf(sqrt(t/tau)) before the
 * reflection.  (SL-13) */
static void test_closed_form(void **unused) {
    (void)unused;
    SlabData data = {.height = 4, .lambda = 1, .G = 4, .rho = 1, .contact = &pressure_contact, .eta = .02};
    data.eta_shear = 3;
    data.pressure.constant = 2;
    data.friction = law_make("constant", "mu", .25, NULL);
    data.strain[0].constant = .3;
    data.strain[1].constant = -.4;
    data.step = 1e-3;
    data.final = 1;
    SlabViscous *viscous;
    assert_int_equal(slab_viscous_create(&data, NULL, &viscous), JUDDER_OK);
    Trace trace = {0};
    const SlabWatch watch = {.record = trace_record, .context = &trace, .every = 1};
    Marched report;
    assert_int_equal(slab_march(viscous, &watch, &report), JUDDER_OK);
    print_message("closed form: energy defect %.1e\n", report.energy_defect);
    assert_true(report.energy_defect < 1e-5);
    const double tau = .02 * 3 / 4, Z = 2;
    for (size_t i = 50; i < trace.count; i++) {
        const double v = (2 - .5) / Z * erf(sqrt(trace.at[i].t / tau));
        assert_true(fabs(trace.at[i].slip[0] - .6 * v) < 2e-4);
        assert_true(fabs(trace.at[i].slip[1] + .8 * v) < 2e-4);
        assert_true(fabs(hypot(trace.at[i].traction[0], trace.at[i].traction[1]) - .5) < 1e-12);
    }
    const SlabState *last = &trace.at[trace.count - 1];
    const double exact = .75 * (1 - tau / 2); /* integral of erf(sqrt(t/tau)) up to t = 1 >> tau */
    assert_true(fabs(last->displacement[0] - .6 * exact) < 2e-4);
    double velocity[3], strain[3];
    slab_viscous_profile(viscous, 3.9, velocity, strain);
    assert_true(fabs(velocity[0]) < 1e-6 && fabs(strain[1] + .4) < 1e-6); /* the front is near z = 2 */
    slab_viscous_profile(viscous, 0, velocity, strain);
    assert_true(velocity[0] == last->velocity[0]);
    free(trace.at);
    slab_viscous_destroy(&viscous);
    law_free(&data.friction);
}

/* v = p - Y * f with p the motion of the free end: product integration of the convolution, f straight in
 * each step.  (SL-13) */
static void test_convolution_form(void **unused) {
    (void)unused;
    enum { STEPS = GRID_SLOW ? 2000 : 4000 };
    const double eta = .02, h = 1.0 / STEPS, final = 1;
    Trace with = {0}, without = {0};
    for (int i = 0; i < 2; i++) {
        SlabData data = tent_data(eta, h, final);
        if (i == 1) law_free(&data.friction), data.friction = law_make("constant", "mu", 0.0, NULL);
        SlabViscous *viscous;
        assert_int_equal(slab_viscous_create(&data, NULL, &viscous), JUDDER_OK);
        const SlabWatch watch = {.record = trace_record, .context = i ? &without : &with, .every = 1};
        Marched report;
        assert_int_equal(slab_march(viscous, &watch, &report), JUDDER_OK);
        slab_viscous_destroy(&viscous);
        law_free(&data.friction);
    }
    assert_int_equal(with.count, STEPS + 1);
    /* The integral of Y over [0, t] is erf(sqrt(t/eta))/Z; f of a step is the mean of its ends. */
    static double response[STEPS + 1];
    for (size_t n = 0; n <= STEPS; n++) response[n] = erf(sqrt((double)n * h / eta));
    double worst = 0, moved = 0, mean = 0;
    for (size_t n = 1; n <= STEPS; n++) {
        double sum = 0;
        for (size_t j = 0; j < n; j++) {
            const double f = -(with.at[j].traction[0] + with.at[j + 1].traction[0]) / 2;
            sum += f * (response[n - j] - response[n - j - 1]);
        }
        const double off = fabs(without.at[n].slip[0] - sum - with.at[n].slip[0]);
        if ((double)n * h > .02) worst = fmax(worst, off); /* the free end starts like sqrt(t) */
        mean += off / STEPS;
        moved = fmax(moved, with.at[n].slip[0]);
    }
    print_message("convolution form: largest difference %.1e, mean %.1e, largest speed %.3f\n", worst, mean,
                  moved);
    assert_true(moved > .2);
    /* In the jump and at the arrest friction turns within a few steps, so that the quadrature here is the
     * coarser of the two. */
    assert_true(worst < 4e-3 && mean < 1e-4);
    free(with.at);
    free(without.at);
}

typedef struct EnergyWatch {
    const SlabViscous *viscous;
    double last, largest_rise;
    const SlabData *data;
} EnergyWatch;

static JudderErr watch_energy(void *context, const SlabState *state) {
    EnergyWatch *w = context;
    const double energy = slab_viscous_energy(w->viscous);
    w->largest_rise = fmax(w->largest_rise, energy - w->last);
    w->last = energy;
    const double r = hypot(state->slip[0], state->slip[1]), f = hypot(state->traction[0], state->traction[1]);
    const double S = state->pressure;
    assert_true(S >= 0 && state->gap == 0);
    if (r > 0) {
        assert_true(fabs(f - S * friction_sliding(&w->data->friction, r, 0)) < 1e-12);
        assert_true(state->traction[0] * state->slip[0] + state->traction[1] * state->slip[1] <= 0);
    } else {
        assert_true(f <= S * friction_at_rest(&w->data->friction, 0) + 1e-12);
    }
    return JUDDER_OK;
}

static double across(double z) {
    return .8 * sin(2 * pi * z);
}
static PlainFunction across_source = {across};

/* Without drive the energy only falls, through jumps and many reflections, and friction keeps to its law. */
static void test_energy_and_friction(void **unused) {
    (void)unused;
    for (double step = .02; step > (GRID_SLOW ? .002 : .001); step /= 4) {
        SlabData data = tent_data(.002, step, 20);
        data.velocity[1] = signal_plain(&across_source);
        SlabViscous *viscous;
        assert_int_equal(slab_viscous_create(&data, &(SlabViscousOptions){200, 5}, &viscous), JUDDER_OK);
        EnergyWatch energy = {.viscous = viscous, .last = INFINITY, .data = &data};
        const double first = slab_viscous_energy(viscous);
        const SlabWatch watch = {.record = watch_energy, .context = &energy, .every = 1};
        Marched report;
        assert_int_equal(slab_march(viscous, &watch, &report), JUDDER_OK);
        print_message("step %g: energy %.4f -> %.4f, largest rise %.1e, defect %.1e, stick %.2f, jumps %zu\n",
                      step, first, energy.last, energy.largest_rise, report.energy_defect,
                      report.stick_fraction, report.jumps);
        assert_true(energy.largest_rise <= 1e-14 * first);
        assert_true(energy.last < .8 * first);
        assert_true(report.energy_defect < 1e-2);
        assert_true(report.stick_fraction > 0 && report.stick_fraction < 1);
        slab_viscous_destroy(&viscous);
        law_free(&data.friction);
    }
}

/* A motion turned in the plane, seen from a moving foundation, and pressed by a squeeze, is the same
 * motion. */
static void test_symmetries(void **unused) {
    (void)unused;
    SlabData data = tent_data(.01, 2e-3, 4);
    const double v = slip_at(&data, NULL, .6);
    Signal turned = data.strain[0];
    data.strain[1] = turned;
    data.pressure.constant = sqrt(2); /* both components at once: all stresses grow by sqrt 2 */
    data.epsilon = 0;
    SlabViscous *viscous;
    law_free(&data.friction);
    data.friction = law_linear(.8, .5, .1 * sqrt(2));
    assert_int_equal(slab_viscous_create(&data, NULL, &viscous), JUDDER_OK);
    SlabState probe;
    const double t = .6;
    const SlabWatch watch = {.probe_times = &t, .probes = &probe, .probe_count = 1};
    Marched report;
    assert_int_equal(slab_march(viscous, &watch, &report), JUDDER_OK);
    assert_true(fabs(probe.slip[0] - v) < 1e-10 && fabs(probe.slip[1] - v) < 1e-10);
    slab_viscous_destroy(&viscous);
    law_free(&data.friction);

    SlabData moving = tent_data(.01, 2e-3, 4);
    moving.foundation[0].constant = moving.top[0].constant = moving.velocity[0].constant = 3;
    moving.contact = &unilateral_contact;
    moving.squeeze = 1.0 / 3; /* (lambda + 2G) squeeze/H = 1 */
    moving.strain[2].constant = -1.0 / 3;
    assert_true(v > .3);
    assert_true(fabs(slip_at(&moving, NULL, .6) - v) < 1e-9);
    law_free(&moving.friction);
}

/* Steady sliding under a driven top stays as it is. */
static void test_driven_top(void **unused) {
    (void)unused;
    SlabData data = smooth_data(.01);
    data.velocity[0] = (Signal){.constant = 1};
    assert_true(fabs(slip_at(&data, NULL, 3) - 1) < 1e-11);
    law_free(&data.friction);
}

/* Slip weakening from uniform stress: friction follows the slip that the run itself accumulates. */
static void test_law_with_state(void **unused) {
    (void)unused;
    SlabData data = tent_data(.02, 1e-3, 1);
    law_free(&data.friction);
    data.friction = law_make("slip_weakening", "mu_s", .8, "mu_d", .5, "D_c", .4, NULL);
    data.strain[0] = (Signal){.constant = 1};
    SlabViscous *viscous;
    assert_int_equal(slab_viscous_create(&data, NULL, &viscous), JUDDER_OK);
    Trace trace = {0};
    const SlabWatch watch = {.record = trace_record, .context = &trace, .every = 1};
    Marched report;
    assert_int_equal(slab_march(viscous, &watch, &report), JUDDER_OK);
    double worst = 0;
    for (size_t i = 20; i < trace.count; i++) {
        const double mu = .8 - .3 * fmin(trace.at[i].displacement[0] / .4, 1);
        worst = fmax(worst, fabs(-trace.at[i].traction[0] - mu));
    }
    print_message("slip weakening: friction off by %.1e\n", worst);
    assert_true(worst < 1e-7);
    free(trace.at);
    slab_viscous_destroy(&viscous);
    law_free(&data.friction);
}

static void refuse(const SlabData *data, const SlabViscousOptions *options, const char *field) {
    SlabViscous *viscous = NULL;
    assert_int_equal(slab_viscous_create(data, options, &viscous), JUDDER_INPUT);
    assert_null(viscous);
    assert_string_equal(error_field(), field);
}

static void test_refusals(void **unused) {
    (void)unused;
    SlabData data = tent_data(.01, 1e-2, 1);
    SlabData bad = data;
    bad.eta = 0;
    refuse(&bad, NULL, "eta");
    bad = data;
    bad.contact = &compliance_contact;
    refuse(&bad, NULL, "contact");
    bad = data;
    bad.contact = &unilateral_contact;
    bad.squeeze = .1;
    refuse(&bad, NULL, "strain");
    bad.strain[2].constant = -.1;
    bad.velocity[2].constant = 1;
    refuse(&bad, NULL, "velocity");
    bad = data;
    bad.step = 0;
    refuse(&bad, NULL, "step");
    bad = data;
    bad.pressure.constant = -1;
    refuse(&bad, NULL, "pressure");
    refuse(&data, &(SlabViscousOptions){-1, 0}, "cells");
    refuse(&data, &(SlabViscousOptions){0, .5}, "grading");
    law_free(&data.friction);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_velocities_of_the_page),
        cmocka_unit_test(test_vanishing_viscosity),
        cmocka_unit_test(test_several_roots_are_counted),
        cmocka_unit_test(test_second_order),
        cmocka_unit_test(test_closed_form),
        cmocka_unit_test(test_convolution_form),
        cmocka_unit_test(test_energy_and_friction),
        cmocka_unit_test(test_symmetries),
        cmocka_unit_test(test_driven_top),
        cmocka_unit_test(test_law_with_state),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
