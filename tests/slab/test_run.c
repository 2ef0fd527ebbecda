/* Runs of steps in which nothing happens: they make the same motion as complete steps, wherever they are
 * cut. */
#include "slab/cases.h"

#include "random.h"

#include <stdlib.h>

enum { PROBES = 400 };

typedef struct Log {
    size_t events, records;
    double sum, from, to; /* sums over the events */
    double worst_end;     /* of a jump: the largest distance of its ends into the falling part of the law */
    double (*at)[4];      /* t, velocity, traction, pressure */
    size_t room;
} Log;

static void note_event(void *context, const StepperEvent *event) {
    Log *log = context;
    log->events++;
    log->sum += event->t;
    if (event->kind != STEPPER_JUMP) return;
    log->from += event->from;
    log->to += event->to;
    const double ends[2] = {event->from, event->to};
    for (int k = 0; k < 2; k++)
        if (ends[k] > 0) log->worst_end = fmax(log->worst_end, 1 - ends[k]);
}

static JudderErr note_state(void *context, const SlabState *state) {
    Log *log = context;
    if (log->records == log->room) return JUDDER_OK;
    double *row = log->at[log->records++];
    row[0] = state->t, row[1] = state->velocity[0] + 2 * state->velocity[1];
    row[2] = state->traction[0] + 2 * state->traction[1], row[3] = state->pressure;
    return JUDDER_OK;
}

static Marched march_to(const SlabData *data, SlabOrder order, SlabWatch *watch, SlabState *last) {
    SlabDelay *slab = NULL;
    Marched report;
    if (slab_delay_create(data, &(SlabDelayOptions){order}, &slab) != JUDDER_OK)
        fail_msg("%s", error_message());
    assert_int_equal(slab_march(slab, watch, &report), JUDDER_OK);
    slab_delay_state(slab, last);
    slab_delay_destroy(&slab);
    return report;
}

static Friction law_smooth(LawParams *params, const FrictionLaw *law, Random *random) {
    memset(params, 0, sizeof *params);
    law_set(law, params, "mu_s", 0.8);
    law_set(law, params, "mu_d", random_in(random, 0.3, 0.9));
    law_set(law, params, "v_c", random_size(random, 0.01, 1));
    if (law == &stribeck_law) law_set(law, params, "viscous", random_in(random, 0, 0.02));
    return (Friction){law, params};
}

static double nothing(double t) {
    return 0 * t;
}

/* A top that is said to move, with velocity zero, asks for complete steps. Returns how many steps were not
 * unique. */
static size_t compare_with_complete_steps(SlabData data, SlabOrder order) {
    static double states[2][4000][4];
    Formula1 zero = {nothing};
    Log logs[2] = {{.at = states[0], .room = 4000}, {.at = states[1], .room = 4000}};
    Marched report[2];
    SlabState last;
    for (int i = 0; i < 2; i++) {
        if (i == 1) data.top[0] = signal_of(&zero);
        SlabWatch watch = {.record = note_state, .event = note_event, .context = &logs[i], .every = 5};
        report[i] = march_to(&data, order, &watch, &last);
    }
    assert_int_equal(report[0].steps, report[1].steps);
    assert_int_equal(report[0].jumps, report[1].jumps);
    assert_int_equal(report[0].nonunique_steps, report[1].nonunique_steps);
    assert_int_equal(logs[0].events, logs[1].events);
    assert_true(report[0].energy_defect < 1e-14);
    assert_true(fabs(report[0].stick_fraction - report[1].stick_fraction) < 1e-12);
    assert_true(report[0].pressure_max == report[1].pressure_max);
    assert_true(fabs(logs[0].sum - logs[1].sum) < 1e-9 * logs[1].sum);
    assert_true(fabs(logs[0].from - logs[1].from) < 1e-7 && fabs(logs[0].to - logs[1].to) < 1e-7);
    assert_int_equal(logs[0].records, logs[1].records);
    for (size_t k = 0; k < logs[0].records; k++) {
        assert_true(states[0][k][0] == states[1][k][0] && states[0][k][3] == states[1][k][3]);
        assert_true(fabs(states[0][k][1] - states[1][k][1]) < 1e-8);
        assert_true(fabs(states[0][k][2] - states[1][k][2]) < 1e-8 * 1e8);
    }
    return report[0].nonunique_steps;
}

static void test_the_same_motion_as_complete_steps(void **unused) {
    (void)unused;
    Random random = {71};
    for (int trial = 0; trial < 24; trial++) {
        LawParams law;
        SlabData data = r71(&law, 4e-5, random_in(&random, 1e-8, 6e-8));
        data.friction = law_linear(&law, 0.8, random_in(&random, 0.3, 0.9), random_in(&random, 0.3, 3));
        data.epsilon = random_in(&random, 2, 30);
        data.foundation[0].constant = random_in(&random, 0, 2);
        compare_with_complete_steps(data, trial % 2 ? SLAB_EULER : SLAB_SDIRK2);
    }
}

/* Laws that can be expanded, some of them rising; with the larger steps there are steps with
 * several roots. */
static void test_the_same_motion_with_smooth_laws(void **unused) {
    (void)unused;
    Random random = {72};
    size_t nonunique = 0;
    for (int trial = 0; trial < 48; trial++) {
        LawParams law;
        SlabData data = r71(&law, 4e-5, random_in(&random, 1e-8, 6e-8));
        data.friction = law_smooth(&law, trial % 4 < 2 ? &exponential_law : &stribeck_law, &random);
        data.epsilon = random_size(&random, 1, 30);
        data.foundation[0].constant = random_in(&random, 0, 2);
        nonunique += compare_with_complete_steps(data, trial % 2 ? SLAB_EULER : SLAB_SDIRK2);
    }
    assert_true(nonunique > 20);
}

/* Records and probes cut runs; the motion must not know of them, not by a bit. */
static void test_cuts_do_not_matter(void **unused) {
    (void)unused;
    LawParams law;
    double times[PROBES];
    SlabState probes[2][PROBES], last[4];
    for (int i = 0; i < PROBES; i++) times[i] = 1e-4 * (i + 0.37) / PROBES;
    Random random = {73};
    for (int o = 0; o < 6; o++) {
        const SlabOrder order = o % 2 ? SLAB_EULER : SLAB_SDIRK2;
        SlabData data = r71(&law, 1e-4, 2e-8);
        if (o >= 2) data.friction = law_smooth(&law, o >= 4 ? &exponential_law : &stribeck_law, &random);
        Marched report[4];
        for (int i = 0; i < 4; i++) {
            Log log = {0};
            SlabWatch watch = {
                .record = note_state, .event = note_event, .context = &log, .every = i < 2 ? 1 : 7};
            if (i == 1 || i == 2)
                watch.probe_times = times, watch.probes = probes[i - 1], watch.probe_count = PROBES;
            report[i] = march_to(&data, order, i == 3 ? NULL : &watch, &last[i]);
            assert_memory_equal(&last[0], &last[i], sizeof last[0]);
            assert_true(report[0].jumps == report[i].jumps &&
                        report[0].stick_fraction == report[i].stick_fraction);
            assert_true(report[0].energy_defect == report[i].energy_defect);
        }
        assert_int_equal(report[1].probes, PROBES);
        assert_memory_equal(probes[0], probes[1], sizeof probes[0]);
    }
}

static double rough(double z) {
    const double x = M_PI * z / 0.05;
    return 0.2 * (1 - z / 0.05) + 1.3 * sin(x) - 0.8 * sin(3 * x) + 0.6 * sin(4 * x) + 0.45 * sin(7 * x);
}

/* Under a pressure at which the whole falling part is unstable a jump leads from rest to above it or back,
 * from one stable speed to another. (DI-1) */
static void test_jumps_join_stable_speeds(void **unused) {
    (void)unused;
    LawParams law;
    Formula1 velocity = {rough};
    SlabData data = r71(&law, 2e-3, 1e-8);
    data.contact = &pressure_contact;
    data.pressure.constant = 100e6;
    data.squeeze = 0;
    data.epsilon = 0.1;
    for (int k = 0; k < 3; k++) data.velocity[k] = data.strain[k] = (Signal){0};
    data.velocity[0] = signal_of(&velocity);
    data.foundation[0].constant = 0.2;
    data.foundation[1].constant = 0;
    Log log = {0};
    SlabState last;
    SlabWatch watch = {.event = note_event, .context = &log};
    const Marched report = march_to(&data, SLAB_SDIRK2, &watch, &last);
    assert_true(report.jumps > 20);
    assert_true(log.worst_end <= 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_same_motion_as_complete_steps),
        cmocka_unit_test(test_the_same_motion_with_smooth_laws),
        cmocka_unit_test(test_cuts_do_not_matter),
        cmocka_unit_test(test_jumps_join_stable_speeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
