/* What every run of the beam must satisfy, on random data by both methods. */
#include "beam/beam_cases.h"
#include "beam/modal/modal.h"
#include "judder_test.h"

#include <stdlib.h>

enum { RUNS = 12 };
static const BeamMethod *const methods[] = {&modal_method, &grid_method};

/* |sigma| <= mu h, (mu h - |sigma|) |w| = 0, sigma w <= 0 at every step, and heat only from friction. */
static void the_law_of_friction_holds_at_every_step(void **state) {
    (void)state;
    for (int i = 0; i < 2 * RUNS; i++) {
        BeamCase c;
        beam_case_random(&c, methods[i % 2], 0.5, 5e-4);
        c.setup.cells = 40;
        Beam *beam = beam_case_open(&c);
        for (int n = 1; n <= 1000; n++) {
            assert_int_equal(c.setup.method->step(beam, n * 5e-4), JUDDER_OK);
            const double limit = beam_limit(beam), sigma = fabs(beam->now.shear),
                         w = fabs(beam->decided_slip);
            assert_true(sigma <= limit * (1 + 1e-12));
            assert_true((limit - sigma) * w <= 1e-12 * (1 + limit) * (1 + w));
            assert_true(beam->now.shear * beam->decided_slip <= 0);
            assert_true(beam->q >= 0);
        }
        assert_true(beam_heat_defect(beam) < (i % 2 ? 1e-9 : 1e-3));
        assert_true(beam_energy_defect(beam) < (i % 2 ? 1e-8 : 2e-2));
        beam_destroy(&beam);
    }
}

static void mirrored_data_give_mirrored_motion(void **state) {
    (void)state;
    for (int i = 0; i < 6; i++) {
        BeamCase c;
        beam_case_random(&c, methods[i % 2], 0.3, 1e-3);
        c.setup.force.uniform = beam_uniform(-5, 5);
        Beam *one = beam_case_run(&c);
        c.setup.force.uniform *= -1;
        c.velocity.constant *= -1;
        c.shake[0] *= -1, c.shake[1] *= -1;
        Beam *other = beam_case_run(&c);
        assert_near(other->now.displacement, -one->now.displacement, 1e-12);
        assert_near(other->now.velocity, -one->now.velocity, 1e-9);
        assert_near(other->now.shear, -one->now.shear, 1e-9);
        assert_near(other->now.mean, one->now.mean, 1e-9);
        beam_destroy(&one);
        beam_destroy(&other);
    }
}

/* t -> L t with (c, k, h_b, V)/L, (th, f, sigma)/L^2, d L, beta L^2. */
static void time_can_be_scaled(void **state) {
    (void)state;
    const double L = 2; /* a power of two: rounding is the same */
    for (int i = 0; i < 6; i++) {
        BeamCase c;
        beam_case_random(&c, methods[i % 2], 0.25, 1e-3);
        c.setup.force.uniform = beam_uniform(-5, 5);
        Beam *one = beam_case_run(&c);
        BeamSetup *s = &c.setup;
        s->c /= L, s->k /= L, s->h_b /= L;
        s->damping *= L, s->beta *= L * L, s->final *= L, s->step *= L;
        s->force.uniform /= L * L;
        c.wall.constant /= L * L, c.foundation.constant /= L * L;
        c.velocity.constant /= L, c.weakening.v_c /= L;
        c.shake[0] /= L, c.shake[1] /= L, c.shake[2] /= L;
        Beam *other = beam_case_run(&c);
        assert_near(other->now.displacement, one->now.displacement, 1e-10);
        assert_near(other->now.velocity * L, one->now.velocity, 1e-7);
        assert_near(other->now.mean * L * L, one->now.mean, 1e-8);
        assert_near(other->now.shear * L * L, one->now.shear, 1e-7);
        beam_destroy(&one);
        beam_destroy(&other);
    }
}

static void without_friction_energy_is_kept(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        BeamCase c;
        beam_case_make(&c, 1, methods[i], 2, 1e-3);
        c.mu = 0;
        Beam *beam = beam_case_open(&c);
        const double start = methods[i]->energy(beam);
        assert_true(start > 0);
        for (int n = 1; n <= 2000; n++) assert_int_equal(methods[i]->step(beam, n * 1e-3), JUDDER_OK);
        assert_near(methods[i]->energy(beam) / start, 1, i ? 1e-7 : 1e-10);
        assert_near(beam->now.mean, 400, 1e-9);
        beam_destroy(&beam);
    }
}

/* w = u_t(1) - V at the time of the row, as all that stands beside it. */
static void the_slip_is_that_of_its_time(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++)
        for (int number = 1; number <= 3; number++) {
            BeamCase c;
            beam_case_make(&c, number, methods[i], 0.1, 1e-3);
            Beam *beam = beam_case_open(&c);
            for (int n = 1; n <= 100; n++) {
                assert_int_equal(c.setup.method->step(beam, n * 1e-3), JUDDER_OK);
                double V = c.velocity.constant;
                if (c.velocity.function.call) assert_int_equal(beam_shake(c.shake, n * 1e-3, &V), JUDDER_OK);
                const double slip = beam->state == BEAM_STICK ? 0 : beam->now.velocity - V;
                assert_near(beam->now.slip, slip, 1e-9);
            }
            assert_int_not_equal(beam->state, BEAM_STICK);
            beam_destroy(&beam);
        }
}

static void with_much_friction_the_end_follows_the_foundation(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        BeamCase c;
        beam_case_make(&c, 2, methods[i], 0.5, 1e-4);
        c.mu = 1e6;
        Beam *beam = beam_case_run(&c);
        /* The integral of 1 + 2 sin(6 pi t). */
        assert_near(beam->now.displacement, 0.5 + (1 - cos(3 * M_PI)) / (3 * M_PI), 1e-6);
        assert_near(beam->now.slip, 0, 1e-9);
        assert_int_equal(beam->event_count, 0);
        beam_destroy(&beam);
    }
}

static double distance(const Beam *one, const Beam *other) {
    const Modal *a = one->work, *b = other->work;
    double sum = 0;
    for (size_t n = 0; n < a->modes; n++) {
        const double s = a->pending ? one->sigma : 0, r = b->pending ? other->sigma : 0,
                     omega = a->elastic[n].omega;
        const double u = omega * (a->now.a[n] + a->full.C_a[n] * s - b->now.a[n] - b->full.C_a[n] * r),
                     v = a->now.v[n] + a->full.C_v[n] * s - b->now.v[n] - b->full.C_v[n] * r;
        sum += (u * u + v * v) / 8;
    }
    return sum;
}

/* So much conduction that the bound stays what it is. */
static void two_runs_under_a_frozen_bound_contract(void **state) {
    (void)state;
    BeamCase c, d;
    beam_case_make(&c, 2, &modal_method, 1, 1e-4);
    c.setup.k = c.setup.h_b = 1e7;
    c.setup.modes = 20;
    d = c;
    beam_case_join(&d);
    d.setup.start = BEAM_REST;
    Beam *one = beam_case_open(&c), *other = beam_case_open(&d);
    double least = distance(one, other);
    const double start = least;
    for (int n = 1; n <= 10000; n++) {
        assert_int_equal(modal_method.step(one, n * 1e-4), JUDDER_OK);
        assert_int_equal(modal_method.step(other, n * 1e-4), JUDDER_OK);
        if (n % 100) continue;
        const double now = distance(one, other);
        assert_true(now <= least + 1e-4 * start);
        least = fmin(least, now);
    }
    assert_true(least < 0.2 * start);
    beam_destroy(&one);
    beam_destroy(&other);
}

static void modes_and_grid_agree(void **state) {
    (void)state;
    for (int i = 0; i < RUNS; i++) {
        BeamCase c;
        beam_case_random(&c, &modal_method, 0.4, 1e-4);
        c.setup.force.uniform = beam_uniform(-5, 5);
        Beam *modal = beam_case_run(&c);
        double gap[2][4];
        for (int j = 0; j < 2; j++) {
            BeamCase g = c;
            beam_case_join(&g);
            g.setup.method = &grid_method;
            g.setup.cells = j ? 80 : 40;
            g.setup.step = 1e-4;
            Beam *grid = beam_case_run(&g);
            gap[j][0] = fabs(grid->now.displacement - modal->now.displacement);
            gap[j][1] = fabs(grid->now.mean - modal->now.mean);
            gap[j][2] = fabs(grid->now.velocity - modal->now.velocity);
            gap[j][3] = fabs(grid->now.temperature - modal->now.temperature);
            beam_destroy(&grid);
        }
        const double size = 0.02 * (1 + fabs(modal->now.velocity));
        assert_true(gap[1][0] < 5e-4 && gap[1][0] < 0.35 * gap[0][0] + 1e-6);
        assert_true(gap[1][1] < 2e-2 && gap[1][1] < 0.35 * gap[0][1] + 1e-5);
        assert_true(gap[1][2] < size);
        assert_true(gap[1][3] < 0.02);
        beam_destroy(&modal);
    }
}

static JudderErr pushing(void *context, double x, double t, double *f) {
    (void)context;
    *f = 30 * sin(M_PI * x) * cos(9 * t) + x * x;
    return JUDDER_OK;
}
static JudderErr pushing_at(void *context, double x, double *f) {
    return pushing(context, x, 0, f);
}
static JudderErr warm(void *context, double t, double *y) {
    (void)context;
    *y = 400 + 20 * sin(5 * t);
    return JUDDER_OK;
}
static JudderErr bent(void *context, double x, double *y) {
    (void)context;
    *y = 0.01 * x * x * (6 - 4 * x + x * x);
    return JUDDER_OK;
}
static JudderErr graded(void *context, double x, double *y) {
    (void)context;
    *y = 400 + 30 * x * x;
    return JUDDER_OK;
}

/* Everything that a case can vary at once: force, temperatures, initial data. */
static void modes_and_grid_agree_with_all_data_varying(void **state) {
    (void)state;
    BeamSample end[2];
    for (int i = 0; i < 2; i++) {
        BeamCase c;
        beam_case_make(&c, 2, methods[i], 0.5, i ? 5e-5 : 1e-4);
        c.setup.damping = 2e-3;
        c.setup.cells = 120;
        c.setup.force.function = (Function){.call = pushing_at, .call_two = pushing, .arguments = 2};
        c.wall = (Signal){.function = {.call = warm}};
        c.foundation = (Signal){.function = {.call = warm}};
        c.setup.start_displacement = (Function){.call = bent};
        c.setup.start_temperature = (Function){.call = graded};
        Beam *beam = beam_case_run(&c);
        end[i] = beam->now;
        assert_true(beam->drive.force_error < 1e-8);
        double u[21], th[21];
        methods[i]->profile(beam, 21, u, th);
        assert_near(u[0], 0, 1e-12);
        assert_near(u[20], beam->now.displacement, 2e-6);
        assert_near(th[0], 400 + 20 * sin(2.5), 1e-9);
        beam_destroy(&beam);
    }
    assert_near(end[0].displacement, end[1].displacement, 5e-6);
    assert_near(end[0].velocity, end[1].velocity, 5e-3);
    assert_near(end[0].mean, end[1].mean, 2e-3);
    assert_near(end[0].temperature, end[1].temperature, 5e-3);
}

/* A foundation that stops and turns, and a wall that is heated at once. */
static void jumps_of_the_data_are_met_exactly(void **state) {
    (void)state;
    double t[] = {0, 0.1003, 0.1003, 0.25}, V[] = {1, 1, -0.5, -0.5};
    double hot[] = {400, 400, 430, 430};
    BeamSample end[3];
    for (int i = 0; i < 3; i++) {
        BeamCase c;
        beam_case_make(&c, 1, i < 2 ? &modal_method : &grid_method, 0.25,
                       i == 0   ? 1e-3
                       : i == 1 ? 5e-5
                                : 2e-5);
        c.setup.damping = 1e-3;
        c.setup.heat_modes = 150;
        c.velocity = (Signal){.t = {4, t}, .value = {4, V}};
        c.wall = (Signal){.t = {4, t}, .value = {4, hot}};
        Beam *beam = beam_case_run(&c);
        end[i] = beam->now;
        beam_destroy(&beam);
    }
    for (int i = 0; i < 3; i += 2) {
        assert_near(end[i].displacement, end[1].displacement, 2e-5);
        assert_near(end[i].velocity, end[1].velocity, 5e-3);
        assert_near(end[i].mean, end[1].mean, 1e-2);
    }
}

/* Above the critical velocity heat grows, but the beam then follows the foundation: the growth ends in a
 * straight line. */
static void above_the_critical_velocity_heating_becomes_linear(void **state) {
    (void)state;
    BeamCase c;
    beam_case_make(&c, 2, &modal_method, 400, 5e-3);
    c.velocity = (Signal){.constant = 500};
    Beam *beam = beam_case_open(&c);
    assert_int_equal(stepper_march(&beam->stepper, 1, 0), JUDDER_OK);
    assert_true(isfinite(beam->now.mean) && isfinite(beam->now.displacement));
    const double critical = 4 / (0.01 * 0.9), expected = beam_linear_heating(&c.setup, 500, 0.9, critical);
    assert_near(beam_heating_rate(beam) / expected, 1, 1e-2);
    assert_near(fabs(beam->now.slip), critical, 0.02 * critical);
    beam_destroy(&beam);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_law_of_friction_holds_at_every_step),
        cmocka_unit_test(mirrored_data_give_mirrored_motion),
        cmocka_unit_test(time_can_be_scaled),
        cmocka_unit_test(without_friction_energy_is_kept),
        cmocka_unit_test(the_slip_is_that_of_its_time),
        cmocka_unit_test(with_much_friction_the_end_follows_the_foundation),
        cmocka_unit_test(two_runs_under_a_frozen_bound_contract),
        cmocka_unit_test(modes_and_grid_agree),
        cmocka_unit_test(modes_and_grid_agree_with_all_data_varying),
        cmocka_unit_test(jumps_of_the_data_are_met_exactly),
        cmocka_unit_test(above_the_critical_velocity_heating_becomes_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
