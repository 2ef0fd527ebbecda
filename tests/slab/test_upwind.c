/* The upwind scheme: the condition on the step, closed forms, and what must hold at every step. */
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

static void refuse(const SlabData *data, long cells, const char *field, const char *part) {
    SlabUpwind *upwind = NULL;
    assert_int_equal(slab_upwind_create(data, &(SlabUpwindOptions){cells}, &upwind), JUDDER_INPUT);
    assert_null(upwind);
    assert_string_equal(error_field(), field);
    if (!strstr(error_message(), part)) fail_msg("\"%s\" does not say \"%s\"", error_message(), part);
}

/* The condition of Courant, Friedrichs and Lewy, on the faster wave: c_2 = 5784.59493, so 500 cells allow
 * 1.72873e-08 s. */
static void test_step_too_long(void **unused) {
    (void)unused;
    SlabData data = steel_data(2e-8, 1e-6);
    refuse(&data, 500, "step", "step = 2e-08 s");
    refuse(&data, 500, "step", "500 cells allow at most 1.72873e-08 s");
    refuse(&data, 500, "step", "this step allows 432 cells");
    refuse(&data, -1, "cells", "-1");
    SlabUpwind *upwind;
    assert_int_equal(slab_upwind_create(&data, &(SlabUpwindOptions){432}, &upwind), JUDDER_OK);
    slab_upwind_destroy(&upwind);
    data.step = 1e-8;
    assert_int_equal(slab_upwind_create(&data, NULL, &upwind), JUDDER_OK);
    assert_int_equal(slab_upwind_cells(upwind), 500); /* dz = 1e4 dt */
    slab_upwind_destroy(&upwind);
    data.eta = 1;
    refuse(&data, 0, "selection", "viscosity");
    data.eta = 0;
    data.strain[2].constant = 0;
    refuse(&data, 0, "strain", "inside the foundation");
    data.final = -1;
    refuse(&data, 0, "final", "-1");
    law_free(&data.friction);
}

/* Complementarity and the friction bound at every step of the steel slab, and the order of its openings
 * and closings. */
static void test_contact_holds_at_every_step(void **unused) {
    (void)unused;
    SlabData data = steel_data(1e-8, 5e-5);
    Trace trace = {0};
    const Marched report = run(&data, 500, &trace);
    assert_int_equal(trace.count, report.steps + 1);
    size_t turns = 0;
    double turn_times[8] = {0};
    const double exact[6] = {2.377677967e-6,  8.965585868e-6,  23.553264806e-6,
                             27.693086241e-6, 43.540176233e-6, 45.932923404e-6};
    for (size_t i = 0; i < trace.count; i++) {
        const SlabState *s = &trace.at[i];
        const double r = hypot(s->slip[0], s->slip[1]), f = hypot(s->traction[0], s->traction[1]);
        assert_true(s->pressure >= 0 && s->gap >= 0 && s->pressure * s->gap == 0);
        assert_true(s->velocity[0] == s->slip[0] + 2 || fabs(s->velocity[0] - s->slip[0] - 2) < 1e-14);
        if (r > 0)
            assert_true(fabs(f - s->pressure * friction_sliding(&data.friction, r, 0)) <= 1e-9 * (1 + f));
        else
            assert_true(f <= s->pressure * .8 * (1 + 1e-12));
        if (i > 0 && (s->gap > 0) != (trace.at[i - 1].gap > 0) && turns < 8) turn_times[turns++] = s->t;
    }
    /* The third opening is the one that diffusion of the grid shifts most. */
    assert_true(turns >= 4);
    for (size_t i = 0; i < 4; i++) assert_true(fabs(turn_times[i] - exact[i]) < 1e-6);
    assert_true(report.open_fraction > .15 && report.open_fraction < .35);
    assert_true(report.pressure_min == 0 && report.pressure_max > 1e8);
    free(trace.at);
    law_free(&data.friction);
}

/* Impact of a bar: at c_2 dt/dz = 1 the grid carries waves exactly; gap 1/2 - t/2, contact on [1, 2] with
 * S = 1/2, gap (t - 2)/2, period 3. */
static void test_impact(void **unused) {
    (void)unused;
    SlabData data = {.height = 1, .lambda = .5, .G = .25, .rho = 1, .contact = &unilateral_contact};
    data.friction = law_make("constant", "mu", 0.0, NULL);
    data.strain[2].constant = -.5;
    data.final = 9;
    data.step = 1.0 / 128;
    Trace trace = {0};
    const Marched report = run(&data, 128, &trace);
    for (size_t i = 0; i < trace.count; i++) {
        const double t = fmod(trace.at[i].t, 3), near = fmin(fmin(fabs(t - 1), fabs(t - 2)), fmin(t, 3 - t));
        if (near < .02) continue;
        const double gap = t < 1 ? .5 - t / 2 : t < 2 ? 0 : (t - 2) / 2;
        assert_true(fabs(trace.at[i].gap - gap) < .01);
        assert_true(fabs(trace.at[i].pressure - (t > 1 && t < 2 ? .5 : 0)) < 1e-12);
    }
    assert_true(report.energy_defect < 1e-13);
    assert_true(fabs(report.open_fraction - 2.0 / 3) < .01);
    free(trace.at);
    law_free(&data.friction);
}

static double tent_strain(double z) {
    const double s = sin(steel_pi * z);
    return .4 + .6 * s * s;
}
static PlainFunction tent = {tent_strain};

static SlabData tent_data(double step, double final) {
    SlabData data = {.height = 1, .lambda = 1, .G = 1, .rho = 1, .contact = &pressure_contact};
    data.pressure.constant = 1;
    data.friction = law_linear(.8, .5, .1);
    data.strain[0] = signal_plain(&tent);
    data.step = step;
    data.final = final;
    return data;
}

typedef struct EventList {
    size_t count;
    StepperEvent at[32];
} EventList;

static void keep_event(void *context, const StepperEvent *event) {
    EventList *list = context;
    if (list->count < 32) list->at[list->count++] = *event;
}

/* Perfect delay at c dt/dz = 1: jumps at 0.304086723985 (0 -> .3) and 0.804086723985 (.1 -> 0), each found
 * to a step. */
static void test_perfect_delay(void **unused) {
    (void)unused;
    SlabData data = tent_data(1e-3, 1);
    SlabUpwind *upwind;
    assert_int_equal(slab_upwind_create(&data, &(SlabUpwindOptions){1000}, &upwind), JUDDER_OK);
    EventList events = {0};
    const double times[4] = {0, .25, .6, 1};
    SlabState probes[4];
    const SlabWatch watch = {
        .event = keep_event, .context = &events, .probe_times = times, .probes = probes, .probe_count = 4};
    Marched report;
    assert_int_equal(slab_march(upwind, &watch, &report), JUDDER_OK);
    slab_upwind_destroy(&upwind);
    assert_int_equal(report.jumps, 2);
    assert_int_equal(report.probes, 4);
    assert_true(report.nonunique_steps > 100);
    StepperEvent jump[2] = {{0}};
    size_t jumps = 0;
    for (size_t i = 0; i < events.count; i++)
        if (events.at[i].kind == STEPPER_JUMP && jumps < 2) jump[jumps++] = events.at[i];
    assert_int_equal(jumps, 2);
    assert_true(fabs(jump[0].t - .304086723985) < 1e-3 && jump[0].from == 0 && fabs(jump[0].to - .3) < 2e-3);
    assert_true(fabs(jump[1].t - .804086723985) < 1e-3 && fabs(jump[1].from - .1) < 2e-3 && jump[1].to == 0);
    assert_true(probes[1].slip[0] == 0 && fabs(probes[1].traction[0] + tent_strain(.25)) < 1e-12);
    assert_true(fabs(probes[2].slip[0] - (tent_strain(.6) - .5)) < 1e-12);
    law_free(&data.friction);
}

typedef struct EnergyWatch {
    const SlabUpwind *upwind;
    double last, largest_rise;
} EnergyWatch;

static JudderErr watch_energy(void *context, const SlabState *state) {
    (void)state;
    EnergyWatch *w = context;
    const double energy = slab_upwind_energy(w->upwind);
    w->largest_rise = fmax(w->largest_rise, energy - w->last);
    w->last = energy;
    return JUDDER_OK;
}

static double wiggle(double z) {
    return 2 * sin(5 * steel_pi * z / steel_H) + .7;
}
static PlainFunction wiggle_source = {wiggle};

/* Without drive the energy of the grid never rises, for any Courant number, with and without mass. */
static void test_energy_never_rises(void **unused) {
    (void)unused;
    const long cells[3] = {50, 200, 432};
    const double mass[3] = {0, 1, 10};
    for (int i = 0; i < 3; i++) {
        SlabData data = steel_data(2e-8, 1e-4);
        data.foundation[0].constant = data.foundation[1].constant = 0;
        data.velocity[1] = signal_plain(&wiggle_source);
        data.epsilon = mass[i];
        SlabUpwind *upwind;
        assert_int_equal(slab_upwind_create(&data, &(SlabUpwindOptions){cells[i]}, &upwind), JUDDER_OK);
        EnergyWatch energy = {.upwind = upwind, .last = INFINITY};
        const double first = slab_upwind_energy(upwind);
        const SlabWatch watch = {.record = watch_energy, .context = &energy, .every = 1};
        Marched report;
        assert_int_equal(slab_march(upwind, &watch, &report), JUDDER_OK);
        assert_true(energy.largest_rise <= 1e-13 * first);
        assert_true(energy.last < first);
        assert_true(report.energy_defect <= 1e-12);
        slab_upwind_destroy(&upwind);
        law_free(&data.friction);
    }
}

/* A compressed slab on a compliant foundation at rest: S = -u_3/eta = (lambda + 2G)(squeeze + u_3)/H
 * stays.  (SL-5) */
static void test_compliance(void **unused) {
    (void)unused;
    SlabData data = steel_data(1e-8, 1e-5);
    const double stiffness = 261e9 / steel_H, eta = 2 / stiffness;
    const double u = -steel_squeeze * eta * stiffness / (1 + eta * stiffness);
    data.contact = &compliance_contact;
    data.compliance = eta;
    data.velocity[2] = (Signal){0};
    data.strain[2].constant = -(steel_squeeze + u) / steel_H;
    Trace trace = {0};
    run(&data, 500, &trace);
    for (size_t i = 0; i < trace.count; i++) {
        assert_true(fabs(trace.at[i].displacement[2] / u - 1) < 1e-9);
        assert_true(fabs(trace.at[i].pressure / (-u / eta) - 1) < 1e-9);
        assert_true(trace.at[i].gap == 0);
    }
    /* Released from a smaller strain it leaves the foundation and S is never negative. */
    trace.count = 0;
    data.velocity[2].constant = 20;
    run(&data, 500, &trace);
    double most = 0;
    for (size_t i = 0; i < trace.count; i++) {
        const SlabState *s = &trace.at[i];
        assert_true(s->pressure >= 0 && s->gap >= 0 && s->pressure * s->gap == 0);
        assert_true(fabs(s->pressure - fmax(0, -s->displacement[2]) / eta) <= 1e-9 * s->pressure);
        most = fmax(most, s->gap);
    }
    assert_true(most > 1e-6);
    free(trace.at);
    law_free(&data.friction);
}

static double ramp(double t) {
    return 3e4 * t;
}
static PlainFunction ramp_source = {ramp};

/* Everything moved along with the foundation is the same motion; a function and a table of the same values
 * are the same drive. */
static void test_moving_top_and_foundation(void **unused) {
    (void)unused;
    SlabData still = steel_data(1e-8, 4e-5), moved = steel_data(1e-8, 4e-5);
    still.velocity[0] = still.velocity[1] = (Signal){0};
    moved.velocity[0] = still.velocity[0];
    moved.velocity[1] = (Signal){.constant = -4};
    moved.top[1].constant = -4;
    moved.foundation[1].constant -= 4;
    Trace one = {0}, other = {0};
    run(&still, 500, &one);
    run(&moved, 500, &other);
    for (size_t i = 0; i < one.count; i++)
        for (int k = 0; k < 2; k++) assert_true(fabs(one.at[i].slip[k] - other.at[i].slip[k]) < 1e-9);
    one.count = other.count = 0;
    law_free(&moved.friction);
    still.foundation[0] = signal_plain(&ramp_source);
    double t[2] = {0, 1}, V[2] = {0, 3e4};
    moved = still;
    moved.foundation[0] = (Signal){.t = {2, t}, .value = {2, V}};
    run(&still, 500, &one);
    run(&moved, 500, &other);
    for (size_t i = 0; i < one.count; i++) {
        assert_true(fabs(one.at[i].slip[0] - other.at[i].slip[0]) < 1e-9);
        assert_true(fabs(one.at[i].velocity[0] - one.at[i].slip[0] - ramp(one.at[i].t)) < 1e-9);
    }
    free(one.at);
    free(other.at);
    law_free(&still.friction);
}

/* Without pressure the surface mass feels nothing of a foundation that speeds up: the acceleration in
 * (SL-7) is the absolute one. */
static void test_free_mass(void **unused) {
    (void)unused;
    SlabData data = tent_data(1e-3, 1);
    data.pressure.constant = 0;
    data.epsilon = .1;
    Trace still = {0}, moved = {0};
    run(&data, 500, &still);
    data.foundation[0] = signal_plain(&ramp_source);
    run(&data, 500, &moved);
    for (size_t i = 0; i < still.count; i++)
        assert_true(fabs(still.at[i].velocity[0] - moved.at[i].velocity[0]) < 1e-9);
    /* eps v' = Z (b+ - v) with b+ = .4 at first: v = .4 (1 - exp(-t Z/eps)). */
    assert_true(fabs(still.at[10].velocity[0] - .4 * (1 - exp(-.1))) < 2e-3);
    free(still.at);
    free(moved.at);
    law_free(&data.friction);
}

/* The profile gives back the initial fields, and its lower end is the contact. */
static void test_profile(void **unused) {
    (void)unused;
    SlabData data = steel_data(1e-8, 1e-5);
    SlabUpwind *upwind;
    assert_int_equal(slab_upwind_create(&data, NULL, &upwind), JUDDER_OK);
    double velocity[3], strain[3];
    for (double z = .001; z < .0495; z += .0037) {
        slab_upwind_profile(upwind, z, velocity, strain);
        assert_true(fabs(velocity[0] - steel_v1(z)) < 1e-3 && fabs(velocity[1] - steel_v2(z)) < 1e-3);
        assert_true(fabs(velocity[2] - steel_v3(z)) < 1e-3 && fabs(strain[0] + 4.5e-4) < 1e-9);
        assert_true(fabs(strain[2] + steel_squeeze / steel_H) < 1e-9);
    }
    SlabState probe;
    const double end = 1e-5;
    const SlabWatch watch = {.probe_times = &end, .probes = &probe, .probe_count = 1};
    Marched report;
    assert_int_equal(slab_march(upwind, &watch, &report), JUDDER_OK);
    assert_int_equal(report.probes, 1);
    slab_upwind_profile(upwind, 0, velocity, strain);
    for (int k = 0; k < 3; k++) assert_true(fabs(velocity[k] - probe.velocity[k]) < 1e-12);
    slab_upwind_profile(upwind, steel_H, velocity, strain);
    for (int k = 0; k < 3; k++) assert_true(fabs(velocity[k]) < 1e-12);
    slab_upwind_destroy(&upwind);
    law_free(&data.friction);
}

static bool stop_once(void *context, double t) {
    (void)t;
    return ++*(int *)context != 2;
}

/* A run that is stopped and goes on ends where the run in one piece ends. */
static void test_stop_and_go_on(void **unused) {
    (void)unused;
    SlabData data = steel_data(1e-8, 2e-5);
    Trace whole = {0}, ignored = {0};
    run(&data, 500, &whole);
    SlabUpwind *upwind;
    assert_int_equal(slab_upwind_create(&data, &(SlabUpwindOptions){500}, &upwind), JUDDER_OK);
    int asked = 0;
    Marched first, second;
    const SlabWatch stopping = {.go_on = stop_once, .context = &asked};
    assert_int_equal(slab_march(upwind, &stopping, &first), JUDDER_OK);
    assert_true(first.stopped && first.steps > 0 && first.steps < 2000);
    const SlabWatch watch = {.record = trace_record, .context = &ignored, .every = 1000000};
    assert_int_equal(slab_march(upwind, &watch, &second), JUDDER_OK);
    assert_int_equal(second.steps, 2000); /* of both */
    assert_int_equal(ignored.count, 1);   /* the last */
    const SlabState *a = &whole.at[whole.count - 1], *b = &ignored.at[0];
    assert_true(a->t == b->t && a->slip[0] == b->slip[0] && a->displacement[1] == b->displacement[1]);
    slab_upwind_destroy(&upwind);
    free(whole.at);
    free(ignored.at);
    law_free(&data.friction);
}

/* Slip weakening: friction follows the slip that the run accumulates. */
static void test_law_with_state(void **unused) {
    (void)unused;
    SlabData data = tent_data(1e-3, 1);
    law_free(&data.friction);
    data.friction = law_make("slip_weakening", "mu_s", .8, "mu_d", .5, "D_c", .2, NULL);
    data.strain[0] = (Signal){.constant = 1};
    Trace trace = {0};
    run(&data, 1000, &trace);
    for (size_t i = 1; i < trace.count; i++) {
        const double mu = .8 - .3 * fmin(trace.at[i - 1].displacement[0] / .2, 1);
        assert_true(fabs(-trace.at[i].traction[0] - mu) < 1e-12);
    }
    assert_true(trace.at[trace.count - 1].displacement[0] > .25);
    free(trace.at);
    law_free(&data.friction);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_step_too_long),
        cmocka_unit_test(test_contact_holds_at_every_step),
        cmocka_unit_test(test_impact),
        cmocka_unit_test(test_perfect_delay),
        cmocka_unit_test(test_energy_never_rises),
        cmocka_unit_test(test_compliance),
        cmocka_unit_test(test_moving_top_and_foundation),
        cmocka_unit_test(test_free_mass),
        cmocka_unit_test(test_profile),
        cmocka_unit_test(test_stop_and_go_on),
        cmocka_unit_test(test_law_with_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
