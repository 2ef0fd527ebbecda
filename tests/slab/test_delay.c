/* The delay method against the checked numbers of the theory page. */
#include "slab/cases.h"

#include <stdlib.h>

/* R71: lift-off and landing to rounding, velocities and pressures at two times. */
static void test_r71_events_and_probes(void **unused) {
    (void)unused;
    LawParams law;
    const SlabData data = r71(&law, 5e-5, 1e-9);
    static Seen seen;
    const double times[2] = {20e-6, 35e-6};
    SlabState probes[2];
    seen.count = 0;
    const SlabWatch watch = {
        .event = see_event, .context = &seen, .probe_times = times, .probes = probes, .probe_count = 2};
    const Marched report = march(&data, SLAB_SDIRK2, &watch);
    static const double expected[6] = {2.377677967e-6,  8.965585868e-6,  23.553264806e-6,
                                       27.693086241e-6, 43.540176233e-6, 45.932923404e-6};
    int found = 0;
    for (size_t i = 0; i < seen.count; i++) {
        const StepperEvent *e = &seen.events[i];
        if (e->kind != STEPPER_OPEN && e->kind != STEPPER_CLOSE) continue;
        assert_true(found < 6);
        assert_int_equal(e->kind, found % 2 ? STEPPER_CLOSE : STEPPER_OPEN);
        assert_true(fabs(e->t - expected[found]) < 1e-12);
        found++;
    }
    assert_int_equal(found, 6);
    assert_int_equal(report.probes, 2);
    assert_true(fabs(probes[0].velocity[0] + 2.862140561) < 1e-6);
    assert_true(fabs(probes[0].velocity[1] + 1.447312403) < 1e-6);
    assert_true(fabs(probes[0].pressure - 21.0725561e6) < 1);
    assert_true(fabs(probes[1].velocity[0] - 0.786892165) < 1e-6);
    assert_true(fabs(probes[1].velocity[1] - 0.507642854) < 1e-6);
    assert_true(fabs(probes[1].pressure - 100.1196014e6) < 1);
    assert_true(fabs(probes[1].slip[0] - (probes[1].velocity[0] - 2)) < 1e-15);
    assert_true(report.energy_defect < 1e-12);
    const double open = expected[1] - expected[0] + expected[3] - expected[2] + expected[5] - expected[4];
    assert_true(fabs(report.open_fraction * report.t - open) < 1e-11);
}

typedef struct Series {
    double *t, *v_1, *v_2;
    size_t count, room;
} Series;

static JudderErr keep(void *context, const SlabState *state) {
    Series *s = context;
    assert_true(s->count < s->room);
    s->t[s->count] = state->t;
    s->v_1[s->count] = state->velocity[0];
    s->v_2[s->count] = state->velocity[1];
    s->count++;
    return JUDDER_OK;
}

static Series r71_series(double step, SlabOrder order) {
    LawParams law;
    const SlabData data = r71(&law, 1e-4, step);
    Series s = {.room = (size_t)(1.1e-4 / step) + 16};
    s.t = calloc(3 * s.room, sizeof *s.t);
    s.v_1 = s.t + s.room, s.v_2 = s.v_1 + s.room;
    const SlabWatch watch = {.record = keep, .context = &s, .every = 1};
    march(&data, order, &watch);
    return s;
}

/* The mean over time of |v_1 - reference| + |v_2 - reference|. */
static double mean_error(const Series *s, const Series *reference) {
    double sum = 0;
    size_t j = 0;
    for (size_t i = 1; i < s->count; i++) {
        while (j + 2 < reference->count && reference->t[j + 1] < s->t[i]) j++;
        const double part = (s->t[i] - reference->t[j]) / (reference->t[j + 1] - reference->t[j]);
        const double v_1 = reference->v_1[j] + part * (reference->v_1[j + 1] - reference->v_1[j]);
        const double v_2 = reference->v_2[j] + part * (reference->v_2[j + 1] - reference->v_2[j]);
        sum += (fabs(s->v_1[i] - v_1) + fabs(s->v_2[i] - v_2)) * (s->t[i] - s->t[i - 1]);
    }
    return sum / s->t[s->count - 1];
}

/* Mean errors not above those of the page by more than a fifth, and the orders. The page's own figures:
 * Euler as here, SDIRK2 somewhat larger. */
static void test_r71_orders(void **unused) {
    (void)unused;
    static const double page[2][3] = {{5.8e-3, 6.8e-5, 5.4e-7}, {0.080, 7.7e-3, 7.3e-4}};
    static const double order[2] = {2, 1};
    Series reference = r71_series(2e-10, SLAB_SDIRK2);
    for (int o = 0; o < 2; o++) {
        double before = 0, step = 1e-7;
        for (int i = 0; i < 3; i++, step /= 10) {
            Series s = r71_series(step, o ? SLAB_EULER : SLAB_SDIRK2);
            const double error = mean_error(&s, &reference);
            free(s.t);
            assert_true(error < 1.2 * page[o][i]);
            assert_true(error > (o ? 0.8 : 0.4) * page[o][i]);
            if (i > 0) assert_true(fabs(log10(before / error) - order[o]) < 0.1);
            before = error;
        }
    }
    free(reference.t);
}

static double tent_stress(double z) {
    const double s = sin(M_PI * z);
    return 0.4 + 0.6 * s * s;
}

/* Perfect delay: the jumps lie where the load passes the folds, whatever the step. */
static void test_perfect_delay_jumps(void **unused) {
    (void)unused;
    static const SlabOrder orders[2] = {SLAB_SDIRK2, SLAB_EULER};
    static Seen seen;
    LawParams law;
    Formula1 stress = {tent_stress};
    for (int o = 0; o < 2; o++)
        for (int fine = 0; fine < 2; fine++) {
            SlabData data = {
                .height = 1, .G = 1, .rho = 1, .contact = &pressure_contact, .pressure.constant = 1};
            data.friction = law_linear(&law, 0.8, 0.5, 0.1);
            data.strain[0] = signal_of(&stress);
            data.final = 1;
            data.step = fine ? 1e-4 : 1e-3;
            seen.count = 0;
            /* Two times in the step of the first jump, on its two sides. */
            const double times[2] = {0.304086723985 - 1e-9, 0.304086723985 + 1e-9};
            SlabState probes[2];
            const SlabWatch watch = {.event = see_event,
                                     .context = &seen,
                                     .probe_times = times,
                                     .probes = probes,
                                     .probe_count = 2};
            const Marched report = march(&data, orders[o], &watch);
            assert_true(probes[0].slip[0] == 0 && fabs(probes[1].slip[0] - 0.3) < 3 * data.step);
            assert_int_equal(report.jumps, 2);
            assert_int_equal(seen.count, 4);
            const StepperEvent *up = &seen.events[0], *down = &seen.events[2];
            assert_int_equal(up->kind, STEPPER_JUMP);
            assert_int_equal(seen.events[1].kind, STEPPER_SLIP);
            assert_int_equal(down->kind, STEPPER_JUMP);
            assert_int_equal(seen.events[3].kind, STEPPER_STICK);
            assert_true(fabs(up->t - 0.304086723985) < 2e-12);
            assert_true(fabs(down->t - 0.804086723985) < 2e-12);
            assert_true(fabs(up->from) < 1e-12 && fabs(up->to - 0.3) < 1e-12);
            assert_true(fabs(down->from - 0.1) < 1e-12 && fabs(down->to) < 1e-12);
            /* Two stable speeds share the loads from 0.6 to 0.8, passed up and down. */
            const double shared = 2 * (asin(sqrt(2. / 3)) - asin(sqrt(1. / 3))) / M_PI;
            assert_true(fabs((double)report.nonunique_steps * data.step - shared) < 4 * data.step);
            assert_true(report.energy_defect < 1e-14);
        }
}

static double straight_ramp(double t) {
    return 0.5 * t;
}

static double backward_ramp(double t) {
    return -0.5 * t;
}

static double curved_ramp(double t) {
    return 0.6 * sin(t);
}

/* Driven from rest, in stick: the load at the contact is 2 V_top(t - H/c) (SL-3), or -V, and passes S mu_s
 * = 0.8 at a time that is known; whether the step ends there or not, and to third order in the step if the
 * drive is curved. */
static void test_jumps_of_driven_slabs(void **unused) {
    (void)unused;
    static const struct {
        double (*drive)(double t);
        bool top;
        double t, relative; /* error allowed, in steps^3 */
    } drives[] = {{straight_ramp, true, 1.8, 0}, {backward_ramp, false, 1.6, 0}, {curved_ramp, true, 0, 1}};
    static const double steps[] = {1e-2, 1e-3, 1.3e-3, 1e-4};
    static Seen seen;
    LawParams law;
    for (size_t d = 0; d < sizeof drives / sizeof *drives; d++)
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
            Formula1 drive = {drives[d].drive};
            SlabData data = {
                .height = 1, .G = 1, .rho = 1, .contact = &pressure_contact, .pressure.constant = 1};
            data.friction = law_linear(&law, 0.8, 0.5, 0.1);
            *(drives[d].top ? &data.top[0] : &data.foundation[0]) = signal_of(&drive);
            data.final = 1.9;
            data.step = steps[i];
            seen.count = 0;
            const double exact = drives[d].t > 0 ? drives[d].t : 1 + asin(2. / 3);
            const double times[2] = {exact - 1e-6, exact + 1e-6};
            SlabState probes[2];
            const SlabWatch watch = {.event = see_event,
                                     .context = &seen,
                                     .probe_times = times,
                                     .probes = probes,
                                     .probe_count = 2};
            march(&data, SLAB_SDIRK2, &watch);
            assert_true(seen.count >= 2);
            assert_int_equal(seen.events[0].kind, STEPPER_JUMP);
            assert_int_equal(seen.events[1].kind, STEPPER_SLIP);
            const double allowed = 1e-12 + drives[d].relative * pow(data.step, 3);
            assert_true(fabs(seen.events[0].t - exact) < allowed);
            assert_true(seen.events[1].t == seen.events[0].t);
            assert_true(fabs(seen.events[0].from) < 1e-12 && fabs(seen.events[0].to - 0.3) < 1e-12);
            assert_true(seen.events[1].from < 1e-12);
            if (allowed > 1e-7) continue;
            assert_true(probes[0].slip[0] == 0 && fabs(fabs(probes[1].slip[0]) - 0.3) < 3 * data.step);
        }
}

typedef struct Cycles {
    double last_t, last_slip, slip, period, slip_of_cycle, peak;
    double before;
} Cycles;

static JudderErr follow(void *context, const SlabState *state) {
    Cycles *c = context;
    const double r = hypot(state->slip[0], state->slip[1]);
    c->slip += r * (state->t - c->before);
    c->before = state->t;
    if (state->t > 0.008) c->peak = fmax(c->peak, fabs(state->velocity[0]));
    return JUDDER_OK;
}

static void cycle_event(void *context, const StepperEvent *event) {
    Cycles *c = context;
    if (event->kind != STEPPER_SLIP) return;
    c->period = event->t - c->last_t;
    c->slip_of_cycle = c->slip - c->last_slip;
    c->last_t = event->t, c->last_slip = c->slip;
}

/* The damped slab settles on a large coherent cycle. From rest it goes there at once; from other data only
 * after a long transient, and a second cycle of 6.00 round trips attracts some of them. */
static void test_damped_attractor(void **unused) {
    (void)unused;
    LawParams law;
    SlabData data = {.height = 0.05, .lambda = 107e9, .G = 77e9, .rho = 7800, .contact = &pressure_contact};
    data.pressure.constant = 100e6;
    data.friction = law_linear(&law, 0.8, 0.5, 0.5);
    data.epsilon = 0.1;
    data.damping = 1e-8;
    data.foundation[0].constant = 0.2;
    data.final = 0.012;
    data.step = 5e-9;
    Cycles cycles = {0};
    const SlabWatch watch = {.record = follow, .event = cycle_event, .context = &cycles, .every = 1};
    const Marched report = march(&data, SLAB_SDIRK2, &watch);
    const double trip = 2 * data.height / sqrt(data.G / data.rho);
    assert_int_equal(report.nonunique_steps, 0);
    assert_true(fabs(cycles.period / trip - 6.956) < 0.01);
    assert_true(fabs(cycles.slip_of_cycle - 44.26e-6) < 0.05e-6);
    assert_true(fabs(cycles.peak - 1.32) < 0.01);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_r71_events_and_probes), cmocka_unit_test(test_r71_orders),
        cmocka_unit_test(test_perfect_delay_jumps),   cmocka_unit_test(test_jumps_of_driven_slabs),
        cmocka_unit_test(test_damped_attractor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
