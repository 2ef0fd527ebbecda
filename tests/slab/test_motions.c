/* Motions with closed forms: standing waves and their profiles, driven top and foundation, laws with a
 * state, damping, stops. */
#include "slab/cases.h"

#include <stdlib.h>

static SlabData unit_slab(LawParams *law, double mu) {
    SlabData data = {.height = 1, .lambda = 2, .G = 1, .rho = 1, .contact = &pressure_contact};
    data.friction = law_constant(law, mu);
    data.pressure.constant = 1;
    data.step = 1e-3;
    data.final = 1;
    return data;
}

static SlabDelay *made(const SlabData *data, SlabOrder order) {
    SlabDelay *slab = NULL;
    const SlabDelayOptions options = {order};
    if (slab_delay_create(data, &options, &slab) != JUDDER_OK) fail_msg("%s", error_message());
    return slab;
}

static double quarter_wave(double z) {
    return cos(M_PI * z / 2);
}
static double half_wave(double z) {
    return 0.1 * sin(M_PI * z);
}

/* No friction: a free end below, a standing quarter wave; above it a normal half wave in closed contact.
 * (SL-10) */
static void test_profiles_of_standing_waves(void **unused) {
    (void)unused;
    LawParams law;
    Formula1 shear = {quarter_wave}, normal = {half_wave};
    for (int o = 0; o < 2; o++)
        for (int trips = 0; trips < 2; trips++) {
            SlabData data = unit_slab(&law, 0);
            data.contact = &unilateral_contact;
            data.squeeze = 0.5;
            data.strain[2].constant = -0.5;
            data.velocity[0] = signal_of(&shear);
            data.velocity[2] = signal_of(&normal);
            data.final = trips ? 7.3 : 1e-3;
            SlabDelay *slab = made(&data, o ? SLAB_EULER : SLAB_SDIRK2);
            Marched report;
            assert_int_equal(slab_march(slab, NULL, &report), JUDDER_OK);
            const double z[5] = {0, 0.2, 0.55, 0.9, 1};
            double u_t[5][3], u_z[5][3];
            assert_int_equal(slab_delay_profile(slab, z, 5, u_t, u_z), JUDDER_OK);
            const double w = M_PI / 2 * report.t, w_3 = M_PI * 2 * report.t; /* c_1 = 1, c_2 = 2 */
            for (int i = 0; i < 5; i++) {
                const double k = M_PI / 2 * z[i];
                assert_true(fabs(u_t[i][0] - cos(k) * cos(w)) < 2e-6);
                assert_true(fabs(u_z[i][0] + sin(k) * sin(w)) < 2e-6);
                assert_true(fabs(u_t[i][1]) < 1e-15 && fabs(u_z[i][1]) < 1e-15);
                assert_true(fabs(u_t[i][2] - 0.1 * sin(M_PI * z[i]) * cos(w_3)) < 1e-10);
                assert_true(fabs(u_z[i][2] + 0.5 - 0.05 * cos(M_PI * z[i]) * sin(w_3)) < 1e-10);
            }
            SlabState state;
            slab_delay_state(slab, &state);
            assert_true(fabs(state.displacement[0] - 2 / M_PI * sin(w)) < (o ? 2e-3 : 2e-6));
            slab_delay_destroy(&slab);
        }
}

/* Flights change signs only: the normal energy of the inside stays what it was, and the profile meets the
 * contact. */
static void test_normal_energy_through_flights(void **unused) {
    (void)unused;
    LawParams law;
    Formula1 normal = {quarter_wave};
    enum { POINTS = 20001 };
    static double z[POINTS], u_t[POINTS][3], u_z[POINTS][3];
    for (int i = 0; i < POINTS; i++) z[i] = (double)i / (POINTS - 1);
    double first = 0;
    for (int n = 0; n < 4; n++) {
        SlabData data = unit_slab(&law, 0);
        data.contact = &unilateral_contact;
        data.velocity[2] = signal_of(&normal);
        data.final = n ? 3.37 * n : 1e-3;
        SlabDelay *slab = made(&data, SLAB_EULER);
        Marched report;
        assert_int_equal(slab_march(slab, NULL, &report), JUDDER_OK);
        assert_int_equal(slab_delay_profile(slab, z, POINTS, u_t, u_z), JUDDER_OK);
        double energy = 0;
        for (int i = 0; i + 1 < POINTS; i++) energy += u_t[i][2] * u_t[i][2] + 4 * u_z[i][2] * u_z[i][2];
        energy /= POINTS - 1;
        if (n == 0) first = energy;
        assert_true(fabs(energy - first) < 2e-4 * first);
        SlabState state;
        slab_delay_state(slab, &state);
        assert_true(fabs(u_t[0][2] - state.velocity[2]) < 1e-12);
        if (n) assert_true(report.open_fraction > 0.1);
        slab_delay_destroy(&slab);
    }
}

static double drive(double t) {
    return 0.3 + sin(2 * t);
}

/* A free end answers the top with twice its velocity, one way later. (SL-3) */
static void test_driven_top(void **unused) {
    (void)unused;
    LawParams law;
    Formula1 top = {drive};
    SlabData data = unit_slab(&law, 0);
    data.top[1] = signal_of(&top);
    data.final = 2.9;
    data.step = 1e-4;
    const double times[3] = {0.9, 1.4, 2.8};
    SlabState probes[3];
    const SlabWatch watch = {.probe_times = times, .probes = probes, .probe_count = 3};
    march(&data, SLAB_SDIRK2, &watch);
    assert_true(probes[0].velocity[1] == 0);
    for (int i = 1; i < 3; i++) {
        assert_true(fabs(probes[i].velocity[1] - 2 * drive(times[i] - 1)) < 1e-7);
        const double moved = 0.6 * (times[i] - 1) + (1 - cos(2 * (times[i] - 1)));
        assert_true(fabs(probes[i].displacement[1] - moved) < 1e-3);
    }
}

static double later(double t) {
    return 0.3 * t + 0.1 * sin(5 * t);
}

/* Stuck to a foundation that speeds up, the mass takes the absolute acceleration: traction = Z V + eps V'.
 * (SL-7) */
static void test_mass_on_a_moving_foundation(void **unused) {
    (void)unused;
    LawParams law;
    Formula1 foundation = {later};
    SlabData data = unit_slab(&law, 100);
    data.epsilon = 0.7;
    data.foundation[0] = signal_of(&foundation);
    SlabState last = {0};
    for (int o = 0; o < 2; o++) {
        SlabDelay *slab = made(&data, o ? SLAB_EULER : SLAB_SDIRK2);
        Marched report;
        assert_int_equal(slab_march(slab, NULL, &report), JUDDER_OK);
        slab_delay_state(slab, &last);
        assert_true(last.slip[0] == 0 && report.stick_fraction > 0.999);
        assert_true(fabs(last.velocity[0] - later(report.t)) < 1e-11);
        const double traction = later(report.t) + 0.7 * (0.3 + 0.5 * cos(5 * report.t));
        assert_true(fabs(last.traction[0] - traction) < 2e-3);
        slab_delay_destroy(&slab);
    }
}

/* Rate and state: under a constant wave the slip becomes steady where Z (w - r) = S mu_ss(r). (FR-6) */
static void test_rate_state_becomes_steady(void **unused) {
    (void)unused;
    for (int evolution = 0; evolution < 2; evolution++) {
        LawParams law = {0};
        const double values[] = {0.4, 0.03, 0.02, 0.01, 0.01};
        static const char *const keys[] = {"mu_0", "a", "b", "D_c", "V_0"};
        SlabData data = unit_slab(&law, 0);
        memset(&law, 0, sizeof law);
        for (int i = 0; i < 5; i++) law_set(&rate_state_law, &law, keys[i], values[i]);
        law_set(&rate_state_law, &law, "law", evolution);
        data.friction = (Friction){&rate_state_law, &law};
        data.foundation[0].constant = 1;
        data.epsilon = evolution ? 0 : 0.01;
        double low = 0, high = 1;
        for (int i = 0; i < 60; i++) {
            const double r = (low + high) / 2;
            if (r + 0.4 + 0.01 * log1p(r / 0.01) > 1)
                high = r;
            else
                low = r;
        }
        const double time = 0.99;
        SlabState probe;
        const SlabWatch watch = {.probe_times = &time, .probes = &probe, .probe_count = 1};
        const Marched report = march(&data, SLAB_SDIRK2, &watch);
        assert_true(fabs(probe.slip[0] + low) < 1e-8);
        assert_true(report.energy_defect < 1e-12);
    }
}

/* Slip weakening without mass: the slip d grows by Z d' = Z w - S (mu_s - k d), an exponential; both orders
 * are seen. (FR-7) */
static void test_slip_weakening_grows(void **unused) {
    (void)unused;
    LawParams law;
    SlabData data = unit_slab(&law, 0);
    memset(&law, 0, sizeof law);
    law_set(&slip_weakening_law, &law, "mu_s", 0.8);
    law_set(&slip_weakening_law, &law, "mu_d", 0.2);
    law_set(&slip_weakening_law, &law, "D_c", 0.6);
    data.friction = (Friction){&slip_weakening_law, &law};
    data.foundation[0].constant = -0.9;
    for (int o = 0; o < 2; o++) {
        double error[2];
        for (int i = 0; i < 2; i++) {
            data.step = i ? 1e-3 : 1e-2;
            const double time = 0.9;
            SlabState probe;
            const SlabWatch watch = {.probe_times = &time, .probes = &probe, .probe_count = 1};
            march(&data, o ? SLAB_EULER : SLAB_SDIRK2, &watch);
            error[i] = fabs(probe.slip[0] - 0.1 * exp(time));
        }
        assert_true(fabs(log10(error[0] / error[1]) - (o ? 1 : 2)) < 0.1);
    }
}

/* Damping: a standing wave of frequency omega loses exp(-omega^2 tau T_1/2) a trip. */
static void test_damping_of_a_standing_wave(void **unused) {
    (void)unused;
    LawParams law;
    Formula1 shear = {quarter_wave};
    for (int fine = 0; fine < 2; fine++) {
        SlabData data = unit_slab(&law, 0);
        data.velocity[0] = signal_of(&shear);
        data.damping = 1e-3;
        data.step = fine ? 1e-3 : 1e-2;
        const double time = 40; /* a full cycle is 4 */
        data.final = time + 0.1;
        SlabState probe;
        const SlabWatch watch = {.probe_times = &time, .probes = &probe, .probe_count = 1};
        march(&data, SLAB_SDIRK2, &watch);
        /* The first trip is not damped: its waves are the initial data. */
        const double expected = exp(-pow(M_PI / 2, 2) * 1e-3 / 2 * (time - 2));
        assert_true(fabs(probe.velocity[0] / expected - 1) < 2e-3);
    }
    SlabData data = unit_slab(&law, 0);
    data.damping = 0.5;
    SlabDelay *slab = NULL;
    assert_int_equal(slab_delay_create(&data, NULL, &slab), JUDDER_INPUT);
    assert_string_equal(error_field(), "damping");
}

typedef struct Counter {
    long records, asked, stop_after;
    double first, last;
} Counter;

static JudderErr count_record(void *context, const SlabState *state) {
    Counter *c = context;
    if (c->records == 0) c->first = state->t;
    c->last = state->t;
    c->records++;
    return JUDDER_OK;
}

static bool count_asked(void *context, double t) {
    Counter *c = context;
    (void)t;
    return ++c->asked != c->stop_after;
}

/* A march that is stopped goes on where it was and ends where an uninterrupted one does. */
static void test_stop_and_go_on(void **unused) {
    (void)unused;
    LawParams law;
    const SlabData data = r71(&law, 1e-4, 5e-9);
    SlabState whole, parts;
    SlabDelay *slab = made(&data, SLAB_SDIRK2);
    Marched report;
    Counter counter = {.stop_after = 3};
    const SlabWatch watch = {
        .record = count_record, .go_on = count_asked, .context = &counter, .every = 1000};
    assert_int_equal(slab_march(slab, &watch, &report), JUDDER_OK);
    assert_true(report.stopped && report.steps == 3 * 4096);
    assert_int_equal(slab_march(slab, &watch, &report), JUDDER_OK);
    assert_true(!report.stopped && report.t >= data.final * (1 - 1e-9));
    assert_int_equal(counter.records, 1 + (long)(report.steps / 1000) + (report.steps % 1000 != 0));
    assert_true(counter.first == 0 && counter.last == report.t);
    slab_delay_state(slab, &parts);
    slab_delay_destroy(&slab);
    slab = made(&data, SLAB_SDIRK2);
    assert_int_equal(slab_march(slab, NULL, &report), JUDDER_OK);
    slab_delay_state(slab, &whole);
    assert_memory_equal(&whole, &parts, sizeof whole);
    slab_delay_destroy(&slab);
}

static void refuse(const SlabData *data, const char *field) {
    SlabDelay *slab = NULL;
    assert_int_equal(slab_delay_create(data, NULL, &slab), JUDDER_INPUT);
    assert_string_equal(error_field(), field);
    assert_null(slab);
}

static JudderErr broken(void *context, double x, double *y) {
    (void)context;
    *y = x > 0.5 ? NAN : 0;
    return JUDDER_OK;
}

static void test_bad_data_is_refused(void **unused) {
    (void)unused;
    LawParams law;
    SlabData data = unit_slab(&law, 0.5);
    data.height = 0;
    refuse(&data, "height");
    data = unit_slab(&law, 0.5), data.rho = -1;
    refuse(&data, "material");
    data = unit_slab(&law, 0.5), data.step = 0;
    refuse(&data, "step");
    data = unit_slab(&law, 0.5), data.step = 0.9;
    refuse(&data, "step");
    data = unit_slab(&law, 0.5), data.step = 1e-12;
    refuse(&data, "step");
    data = unit_slab(&law, 0.5), data.final = -1;
    refuse(&data, "final");
    data = unit_slab(&law, 0.5), data.final = INFINITY;
    refuse(&data, "final");
    data = unit_slab(&law, 0.5), data.epsilon = NAN;
    refuse(&data, "epsilon");
    data = unit_slab(&law, 0.5), data.eta = 0.1;
    refuse(&data, "selection");
    data = unit_slab(&law, 0.5), data.contact = &compliance_contact;
    refuse(&data, "eta");
    data = unit_slab(&law, 0.5), data.velocity[1].function = (Function){.call = broken};
    refuse(&data, "");
    slab_delay_destroy(&(SlabDelay *){NULL});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_profiles_of_standing_waves),
        cmocka_unit_test(test_normal_energy_through_flights),
        cmocka_unit_test(test_driven_top),
        cmocka_unit_test(test_mass_on_a_moving_foundation),
        cmocka_unit_test(test_rate_state_becomes_steady),
        cmocka_unit_test(test_slip_weakening_grows),
        cmocka_unit_test(test_damping_of_a_standing_wave),
        cmocka_unit_test(test_stop_and_go_on),
        cmocka_unit_test(test_bad_data_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
