/* The checked numbers of the theory page, by both methods. (BM-8), (BM-10), (BM-11) */
#include "beam/beam_cases.h"
#include "beam/modes.h"
#include "judder_test.h"

#include <stdlib.h>

typedef struct Expected {
    double u, v, th, Th;
} Expected;

static void check(const BeamSample *s, Expected e, Expected tolerance) {
    assert_near(s->displacement, e.u, tolerance.u);
    assert_near(s->velocity, e.v, tolerance.v);
    assert_near(s->temperature, e.th, tolerance.th);
    assert_near(s->mean, e.Th, tolerance.Th);
}

static const Expected at_tenth = {0.013368543, -0.949151694, 401.355265, 400.265610041};
static const Expected at_one[5] = {{0},
                                   {0.006933007, -0.965523975, 402.250336, 400.909677061},
                                   {-0.016844, 0.90641, 401.21919, 400.914714},
                                   {0.003135, -0.91725, 401.66243, 400.682875},
                                   {0.009929, -1.01731, 401.68799, 400.687274}};

static void constant_friction_to_all_digits(void **state) {
    (void)state;
    BeamCase c;
    beam_case_make(&c, 1, &modal_method, 1, 1e-5);
    c.setup.modes = 300;
    c.setup.heat_modes = 200;
    Beam *beam = beam_case_open(&c);
    const double times[] = {0.1, 1};
    BeamSample probes[2];
    beam->stepper.probes = (StepperProbes){.count = 2, .t = times, .row = &probes[0].t};
    assert_int_equal(stepper_march(&beam->stepper, 1, 0), JUDDER_OK);
    assert_int_equal(beam->stepper.probes.reached, 2);
    const Expected tolerance = {5e-10, 1e-9, 5e-7, 5e-10};
    check(&probes[0], at_tenth, tolerance);
    check(&probes[1], at_one[1], tolerance);
    assert_near(beam->first_slip, 0.012, 1e-12);
    assert_int_equal(beam->stick_count, 1);
    assert_true(beam_energy_defect(beam) < 1e-8);
    assert_true(beam_heat_defect(beam) < 1e-7);
    beam_destroy(&beam);
}

static double found_slip[4], found_stick[4];
static size_t slips, sticks;

static void note_event(void *context, const StepperEvent *event) {
    (void)context;
    assert_int_equal(event->kind, event->to == BEAM_STICK ? STEPPER_STICK : STEPPER_SLIP);
    if (event->to == BEAM_STICK && sticks < 4) found_stick[sticks++] = event->t;
    if (event->to != BEAM_STICK && slips < 4) found_slip[slips++] = event->t;
}

static void the_other_three_to_their_digits(void **state) {
    (void)state;
    for (int number = 2; number <= 4; number++) {
        BeamCase c;
        beam_case_make(&c, number, &modal_method, 1, 2e-5);
        slips = sticks = 0;
        Beam *beam = beam_case_open(&c);
        beam->stepper.listener.event = note_event;
        assert_int_equal(stepper_march(&beam->stepper, 1, 0), JUDDER_OK);
        check(&beam->now, at_one[number], (Expected){5.5e-7, 5.5e-6, 5.5e-6, 5.5e-7});
        assert_int_equal(beam->nonunique, 0);
        beam_destroy(&beam);
        formula_law.release(&c.formula);
        if (number != 3) continue;
        assert_near(found_slip[0], 0.0119000, 3e-7);
        assert_near(found_stick[0], 0.1757544, 3e-7);
        assert_near(found_slip[1], 0.1976390, 3e-7);
        assert_near(found_stick[1], 0.3586312, 3e-7);
    }
}

/* With constant V and mu the stick phase is exact: u = V t, sigma = 3 c^2 V (t + d). (BM-8) */
static void the_stick_phase_is_exact(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        BeamCase c;
        beam_case_make(&c, 1, &modal_method, 0.011, 1e-3);
        c.setup.damping = i ? 5e-4 : 0;
        Beam *beam = beam_case_run(&c);
        assert_near(beam->now.displacement, 0.011, 1e-13);
        assert_near(beam->now.shear, 300 * (0.011 + c.setup.damping), 1e-9);
        assert_int_equal(beam->state, BEAM_STICK);
        beam_destroy(&beam);
    }
}

/* The time step need not resolve anything but friction: long steps agree with short ones. */
static void steps_may_be_long(void **state) {
    (void)state;
    BeamCase c;
    beam_case_make(&c, 1, &modal_method, 1, 1e-3);
    Beam *beam = beam_case_run(&c);
    check(&beam->now, at_one[1], (Expected){2e-7, 5e-4, 2e-4, 1e-5});
    assert_near(beam->first_slip, 0.012, 1e-9);
    beam_destroy(&beam);
}

static void holding_the_force_constant_is_of_first_order(void **state) {
    (void)state;
    double error[2];
    for (int i = 0; i < 2; i++) {
        BeamCase c;
        beam_case_make(&c, 3, &modal_method, 0.1, i ? 1e-4 : 2e-4);
        c.setup.hold = BEAM_CONSTANT;
        Beam *beam = beam_case_run(&c);
        error[i] = fabs(beam->now.displacement - 0.0088169042);
        beam_destroy(&beam);
    }
    assert_true(error[0] < 1e-4);
    assert_near(log2(error[0] / error[1]), 1, 0.25);
}

static void grid_at(size_t cells, double final, double step, int number, Expected *error,
                    const Expected *exact) {
    BeamCase c;
    beam_case_make(&c, number, &grid_method, final, step);
    c.setup.cells = cells;
    Beam *beam = beam_case_run(&c);
    *error = (Expected){fabs(beam->now.displacement - exact->u), fabs(beam->now.velocity - exact->v),
                        fabs(beam->now.temperature - exact->th), fabs(beam->now.mean - exact->Th)};
    assert_true(beam_energy_defect(beam) < 1e-8);
    assert_true(beam_heat_defect(beam) < 1e-7);
    beam_destroy(&beam);
    formula_law.release(&c.formula);
}

static void the_grid_is_of_second_order(void **state) {
    (void)state;
    Expected coarse, middle, fine;
    grid_at(40, 0.1, 1e-5, 1, &coarse, &at_tenth);
    grid_at(80, 0.1, 1e-5, 1, &middle, &at_tenth);
    grid_at(160, 0.1, 1e-5, 1, &fine, &at_tenth);
    assert_near(log2(coarse.u / middle.u), 2, 0.1);
    assert_near(log2(middle.u / fine.u), 2, 0.1);
    assert_near(log2(coarse.Th / middle.Th), 2, 0.1);
    assert_near(log2(middle.Th / fine.Th), 2, 0.1);
    assert_true(fine.v < 2e-4);
}

static void the_grid_tends_to_the_checked_numbers(void **state) {
    (void)state;
    for (int number = 1; number <= 4; number++) {
        Expected coarse, fine;
        grid_at(60, 1, 1e-4, number, &coarse, &at_one[number]);
        grid_at(120, 1, 5e-5, number, &fine, &at_one[number]);
        assert_true(fine.u < 1.2e-4 && fine.u < 0.35 * coarse.u);
        assert_true(fine.Th < 3e-4 && fine.Th < 0.35 * coarse.Th);
        assert_true(fine.v < 6e-3);
        assert_true(fine.th < 1e-3);
    }
}

/* Relative frequency error of mode 1: -0.8463/N^2. (BM-11) */
static JudderErr first_shape(void *context, double x, double *y) {
    (void)context;
    const ElasticMode mode = elastic_mode(10, 1);
    *y = 0.01 * elastic_shape(&mode, 1, x);
    return JUDDER_OK;
}

static void the_grid_is_slow_by_the_known_amount(void **state) {
    (void)state;
    const double omega = elastic_mode(10, 1).omega;
    for (size_t cells = 20; cells <= 40; cells *= 2) {
        BeamCase c;
        const double step = 1e-5;
        beam_case_make(&c, 1, &grid_method, 1, step);
        c.mu = 0;
        c.setup.cells = cells;
        c.setup.start = BEAM_GIVEN;
        c.setup.start_velocity = (Function){.call = first_shape};
        Beam *beam = beam_case_open(&c);
        double before = 0, last = NAN, first = NAN;
        int count = 0;
        for (int n = 1; n <= 60000; n++) {
            assert_int_equal(grid_method.step(beam, n * step), JUDDER_OK);
            const double u = beam->now.displacement;
            if (before < 0 && u >= 0) {
                last = (n - u / (u - before)) * step;
                if (isnan(first)) first = last;
                count++;
            }
            before = u;
        }
        const double found = 2 * M_PI * (count - 1) / (last - first);
        assert_near((found / omega - 1) * (double)(cells * cells), -0.8463, 0.01);
        beam_destroy(&beam);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constant_friction_to_all_digits),
        cmocka_unit_test(the_other_three_to_their_digits),
        cmocka_unit_test(the_stick_phase_is_exact),
        cmocka_unit_test(steps_may_be_long),
        cmocka_unit_test(holding_the_force_constant_is_of_first_order),
        cmocka_unit_test(the_grid_is_of_second_order),
        cmocka_unit_test(the_grid_tends_to_the_checked_numbers),
        cmocka_unit_test(the_grid_is_slow_by_the_known_amount),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
