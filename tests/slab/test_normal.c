/* The normal part: exact events, compliance, given pressure. */
#include "slab/cases.h"

#include "slab/initial.h"
#include "slab/normal/normal.h"

static SlabData bar(LawParams *law) {
    SlabData data = {.height = 1, .lambda = 0.5, .G = 0.25, .rho = 1, .contact = &unilateral_contact};
    data.friction = law_constant(law, 0);
    data.step = 1e-2;
    data.final = 1;
    return data;
}

static double impact_gap(double t) {
    const double x = fmod(t, 3);
    return x < 1 ? (1 - x) / 2 : x < 2 ? 0 : (x - 2) / 2;
}

/* The impact of a bar, over 50 of its periods: gap, pressure and events are exact. */
static void test_impact_is_exact(void **unused) {
    (void)unused;
    LawParams law;
    SlabData data = bar(&law);
    data.strain[2].constant = -0.5;
    data.final = 150;
    data.step = 0.037;
    static Seen seen;
    enum { PROBES = 1000 };
    static double times[PROBES];
    static SlabState probes[PROBES];
    for (int i = 0; i < PROBES; i++) times[i] = 0.1498765 * i;
    seen.count = 0;
    const SlabWatch watch = {
        .event = see_event, .context = &seen, .probe_times = times, .probes = probes, .probe_count = PROBES};
    const Marched report = march(&data, SLAB_SDIRK2, &watch);
    assert_int_equal(report.probes, PROBES);
    for (int i = 0; i < PROBES; i++) {
        const double x = fmod(times[i], 3);
        assert_true(fabs(probes[i].gap - impact_gap(times[i])) < 1e-10);
        assert_true(probes[i].gap * probes[i].pressure == 0);
        if (fabs(x - 1) > 1e-9 && fabs(x - 2) > 1e-9)
            assert_true(fabs(probes[i].pressure - (x > 1 && x < 2 ? 0.5 : 0)) < 1e-10);
    }
    assert_true(seen.count >= 99);
    for (size_t i = 0; i < 99; i++) {
        assert_int_equal(seen.events[i].kind, i % 2 ? STEPPER_OPEN : STEPPER_CLOSE);
        assert_true(fabs(seen.events[i].t - (3. * (double)(i / 2) + (i % 2 ? 2 : 1))) < 1e-10);
        assert_true(fabs(fabs(seen.events[i].from + seen.events[i].to) - 0.5) < 1e-10);
    }
    assert_true(fabs(report.open_fraction - 2. / 3) < 1e-3);
}

static double rough(double z) {
    return 0.3 * sin(9 * M_PI * z) + 0.2 * sin(23 * M_PI * z) - 0.1;
}

/* However coarse the steps of friction are, the normal part is the same: many events fall into one step. */
static void test_events_do_not_depend_on_the_step(void **unused) {
    (void)unused;
    LawParams law;
    Formula1 velocity = {rough};
    static Seen seen[2];
    for (int i = 0; i < 2; i++) {
        SlabData data = bar(&law);
        data.velocity[2] = signal_of(&velocity);
        data.squeeze = 0.02;
        data.strain[2].constant = -0.02;
        data.final = 30;
        data.step = i ? 0.5 : 1e-3;
        seen[i].count = 0;
        const SlabWatch watch = {.event = see_event, .context = &seen[i]};
        march(&data, SLAB_EULER, &watch);
    }
    size_t count[2] = {0, 0};
    double t[2][MOST_EVENTS];
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < seen[i].count; k++)
            if (seen[i].events[k].kind >= STEPPER_OPEN && seen[i].events[k].t <= 30)
                t[i][count[i]++] = seen[i].events[k].t;
    assert_true(count[0] > 100);
    assert_int_equal(count[0], count[1]);
    for (size_t k = 0; k < count[0]; k++) assert_true(t[0][k] == t[1][k]);
}

/* The mean of S over steps that events cut adds up to the impulse, which is also the change of momentum:
 * both from small and large steps. */
static void test_means_add_up(void **unused) {
    (void)unused;
    LawParams law;
    Formula1 velocity = {rough};
    SlabData data = bar(&law);
    data.velocity[2] = signal_of(&velocity);
    double total[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        Normal *normal = NULL;
        assert_int_equal(normal_create(&data, &normal), JUDDER_OK);
        const int steps = i ? 7 : 7000;
        for (int n = 0; n < steps; n++) {
            normal_set_mark(normal, 9. * n / steps);
            assert_int_equal(normal_advance(normal, 9. * (n + 1) / steps), JUDDER_OK);
            total[i] += normal_mean(normal) * 9 / steps;
        }
        normal_destroy(&normal);
    }
    assert_true(total[0] > 0.1);
    assert_true(fabs(total[0] - total[1]) < 1e-12 * total[0] * 7000);
}

/* A profile that only touches S = 0 does not open the contact. */
static double touching(double z) {
    return -(z - 0.4) * (z - 0.4);
}

static void test_grazing_does_not_open(void **unused) {
    (void)unused;
    LawParams law;
    Formula1 velocity = {touching};
    SlabData data = bar(&law);
    data.velocity[2] = signal_of(&velocity);
    data.final = 0.9;
    static Seen seen;
    seen.count = 0;
    const SlabWatch watch = {.event = see_event, .context = &seen};
    const Marched report = march(&data, SLAB_SDIRK2, &watch);
    for (size_t i = 0; i < seen.count; i++) assert_true(seen.events[i].kind < STEPPER_OPEN);
    assert_true(report.open_fraction == 0);
}

/* A penetrating start is refused. */
static void test_penetration_is_refused(void **unused) {
    (void)unused;
    LawParams law;
    SlabData data = bar(&law);
    data.squeeze = 0.1;
    SlabDelay *slab = NULL;
    assert_int_equal(slab_delay_create(&data, NULL, &slab), JUDDER_INPUT);
    assert_string_equal(error_field(), "initial");
    assert_null(slab);
}

/* Compliance: the impact tends to the rigid one as eta tends to 0, and at rest under a squeeze the pressure
 * is the static one. */
static void test_compliance(void **unused) {
    (void)unused;
    LawParams law;
    for (int i = 0; i < 2; i++) {
        SlabData data = bar(&law);
        data.contact = &compliance_contact;
        data.compliance = i ? 1e-3 : 1e-2;
        data.strain[2].constant = -0.5;
        data.step = 1e-4;
        data.final = 2.9;
        const double times[3] = {0.5, 1.5, 2.5};
        SlabState probes[3];
        const SlabWatch watch = {.probe_times = times, .probes = probes, .probe_count = 3};
        march(&data, SLAB_EULER, &watch);
        const double tolerance = 2 * data.compliance;
        assert_true(fabs(probes[0].gap - 0.25) < 1e-12);
        assert_true(fabs(probes[1].pressure - 0.5) < tolerance);
        assert_true(fabs(probes[2].gap - 0.25) < tolerance);
    }
    SlabData data = bar(&law);
    data.contact = &compliance_contact;
    data.compliance = 0.5;
    data.squeeze = 0.3;
    /* (lambda + 2G)(squeeze - y)/H = y/eta */
    const double y = 0.3 * 0.5 / 1.5;
    data.strain[2].constant = -(0.3 - y);
    data.final = 20;
    const Marched report = march(&data, SLAB_EULER, NULL);
    assert_true(fabs(report.pressure_min - y / 0.5) < 1e-12);
    assert_true(fabs(report.pressure_max - y / 0.5) < 1e-12);
}

/* A compliance without a wave is a relaxation: u_3,t = -(-u_3)/(eta Z_2) from a penetration, until the first
 * reflection. (SL-5) */
static void test_compliance_relaxes(void **unused) {
    (void)unused;
    LawParams law;
    SlabData data = bar(&law);
    data.contact = &compliance_contact;
    data.compliance = 0.4;
    data.squeeze = 0.1;
    data.final = 1.9;
    const double times[2] = {0.7, 1.6};
    SlabState probes[2];
    const SlabWatch watch = {.probe_times = times, .probes = probes, .probe_count = 2};
    march(&data, SLAB_EULER, &watch);
    for (int i = 0; i < 2; i++) {
        const double y = 0.1 * exp(-times[i] / 0.4);
        assert_true(fabs(probes[i].pressure - y / 0.4) < 1e-12);
        assert_true(fabs(probes[i].velocity[2] - y / 0.4) < 1e-12);
        assert_true(probes[i].gap == 0);
    }
}

/* Pulled up by a constant wave, a compliant contact opens when its penetration is gone, in the middle of a
 * cell. (SL-5) */
static void test_compliance_opens(void **unused) {
    (void)unused;
    LawParams law;
    SlabData data = bar(&law);
    data.contact = &compliance_contact;
    data.compliance = 0.4;
    data.squeeze = 0.1;
    data.velocity[2].constant = 0.2;
    data.final = 0.9;
    static Seen seen;
    seen.count = 0;
    const double time = 0.8;
    SlabState probe;
    const SlabWatch watch = {
        .event = see_event, .context = &seen, .probe_times = &time, .probes = &probe, .probe_count = 1};
    march(&data, SLAB_EULER, &watch);
    const double opens = 0.4 * log1p(0.1 / 0.4 / 0.2);
    size_t i = 0;
    while (i < seen.count && seen.events[i].kind != STEPPER_OPEN) i++;
    assert_true(i < seen.count && fabs(seen.events[i].t - opens) < 1e-12);
    assert_true(fabs(probe.gap - 0.2 * (time - opens)) < 1e-12 && probe.pressure == 0);
}

/* The pressure jumps where the data jump: at the top, and from one trip to the next. Steps across a jump get
 * the exact mean. */
static void test_mean_across_jumps_of_pressure(void **unused) {
    (void)unused;
    LawParams law;
    SlabData data = bar(&law);
    data.squeeze = 0.5;
    data.strain[2].constant = -0.5;
    data.velocity[2].constant = -0.2;
    Normal *normal = NULL;
    assert_int_equal(normal_create(&data, &normal), JUDDER_OK);
    for (int half = 1; half < 6; half++) {
        assert_int_equal(normal_advance(normal, half - 0.1), JUDDER_OK);
        normal_set_mark(normal, half - 0.1);
        const double before = normal_pressure_at(normal, half - 0.1);
        assert_true(fabs(before - (half % 2 ? 0.7 : 0.3)) < 1e-14);
        assert_int_equal(normal_advance(normal, half + 0.3), JUDDER_OK);
        assert_true(normal->irregular);
        assert_true(fabs(normal_mean(normal) - (0.1 * before + 0.3 * (1 - before)) / 0.4) < 1e-14);
    }
    normal_destroy(&normal);
}

static double wavy_pressure(double t) {
    return 1 + 0.5 * sin(3 * t);
}

static void test_given_pressure(void **unused) {
    (void)unused;
    LawParams law;
    Formula1 S = {wavy_pressure};
    SlabData data = bar(&law);
    data.contact = &pressure_contact;
    data.pressure = signal_of(&S);
    data.final = 7;
    const double times[3] = {0, 1.2345, 6.78};
    SlabState probes[3];
    const SlabWatch watch = {.probe_times = times, .probes = probes, .probe_count = 3};
    march(&data, SLAB_SDIRK2, &watch);
    for (int i = 0; i < 3; i++) assert_true(fabs(probes[i].pressure - wavy_pressure(times[i])) < 1e-11);
    data.pressure = (Signal){.constant = -1};
    SlabDelay *slab = NULL;
    assert_int_equal(slab_delay_create(&data, NULL, &slab), JUDDER_INPUT);
    assert_string_equal(error_field(), "contact");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_impact_is_exact),
        cmocka_unit_test(test_events_do_not_depend_on_the_step),
        cmocka_unit_test(test_means_add_up),
        cmocka_unit_test(test_grazing_does_not_open),
        cmocka_unit_test(test_penetration_is_refused),
        cmocka_unit_test(test_compliance),
        cmocka_unit_test(test_compliance_relaxes),
        cmocka_unit_test(test_compliance_opens),
        cmocka_unit_test(test_mean_across_jumps_of_pressure),
        cmocka_unit_test(test_given_pressure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
