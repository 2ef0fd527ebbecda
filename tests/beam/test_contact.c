/* The scalar problem of a step: all roots, and which one is taken. (BM-9) */
#include "beam/contact.h"
#include "judder_test.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>

static Random numbers = {77};

static double uniform(double low, double high) {
    return random_in(&numbers, low, high);
}

static double defect(const BeamLaw *law, const BeamContact *c, double g) {
    const double r = fmax(fabs(c->W) - c->R * g, 0), q = g * r;
    return g - beam_mu(law, r, c->t_0 + c->s_1 * q) * beam_bound(law, c->Th_0 + c->S * q);
}

static BeamContact random_contact(void) {
    return (BeamContact){.W = uniform(-3, 3),
                         .R = pow(10, uniform(-4, 1)),
                         .Th_0 = uniform(50, 600),
                         .S = pow(10, uniform(-5, 0)),
                         .t_0 = uniform(50, 600),
                         .s_1 = pow(10, uniform(-4, 1))};
}

static void the_quadratic_is_the_general_answer(void **state) {
    (void)state;
    const double mu = 0.7;
    BeamLaw law;
    assert_int_equal(beam_law_open(&(Friction){&constant_law, (double[]){mu, mu}}, 0.01, 0, &law), JUDDER_OK);
    for (int i = 0; i < 2000; i++) {
        const BeamContact c = random_contact();
        const ContactRoot fast = contact_quadratic(mu * 0.01, &c);
        ContactRoot roots[CONTACT_MOST_ROOTS];
        assert_int_equal(contact_roots(&law, &c, roots), 1);
        assert_near(fast.g, roots[0].g, 1e-11 * (1 + fast.g));
        assert_near(fast.r, roots[0].r, 1e-10 * (1 + fabs(c.W)));
        if (fast.r > 0) assert_near(defect(&law, &c, fast.g), 0, 1e-11 * (1 + fast.g));
    }
    beam_law_close(&law);
}

/* A root always exists, each one that is listed is one, and a fine scan finds no other. */
static void roots_are_complete(void **state) {
    (void)state;
    size_t several = 0;
    for (int i = 0; i < 1500; i++) {
        const struct {
            double mu_s, mu_d, v_c;
        } p = {uniform(0.5, 1), uniform(0.1, 0.5), pow(10, uniform(-2, 0))};
        BeamLaw law;
        assert_int_equal(beam_law_open(&(Friction){&exponential_law, &p}, 0.01, uniform(0, 0.2), &law),
                         JUDDER_OK);
        const BeamContact c = random_contact();
        ContactRoot roots[CONTACT_MOST_ROOTS];
        const size_t count = contact_roots(&law, &c, roots);
        assert_in_range(count, 1, CONTACT_MOST_ROOTS);
        const bool stick = contact_excess(&law, &c) <= 0;
        assert_true(!stick || roots[0].r == 0);
        for (size_t j = stick; j < count; j++)
            assert_near(defect(&law, &c, roots[j].g), 0, 1e-9 * (1 + roots[j].g));
        const double top = fabs(c.W) / c.R;
        size_t crossings = stick;
        enum { FINE = 3000 };
        double before = defect(&law, &c, 0);
        for (int j = 1; j < FINE; j++) {
            const double now = defect(&law, &c, top * j / FINE);
            crossings += (before < 0) != (now < 0);
            before = now;
        }
        crossings += !stick && before < 0;
        assert_true(count >= crossings);
        if (contact_is_unique(&law, &c)) assert_int_equal(count, 1);
        several += count > 1;
        size_t among;
        const ContactRoot chosen = contact_select(&law, &c, uniform(0, 3), &among);
        assert_true(chosen.stable);
        assert_int_equal(among, count);
        beam_law_close(&law);
    }
    assert_true(several > 20);
}

static void the_nearest_stable_root_is_taken(void **state) {
    (void)state;
    /* g + R g' with a steep fall: stick and fast slip are both possible. */
    const struct { double mu_s, mu_d, v_c; } p = {1, 0.2, 0.05};
    BeamLaw law;
    assert_int_equal(beam_law_open(&(Friction){&exponential_law, &p}, 0.01, 0, &law), JUDDER_OK);
    const BeamContact c = {.W = 1.5, .R = 1, .Th_0 = 200, .S = 0, .t_0 = 200, .s_1 = 0};
    ContactRoot roots[CONTACT_MOST_ROOTS];
    assert_int_equal(contact_roots(&law, &c, roots), 3);
    size_t count;
    assert_near(contact_select(&law, &c, 0, &count).r, 0, 0);
    assert_near(contact_select(&law, &c, 1, &count).r, 1.1, 1e-6);
    assert_int_equal(count, 3);
    beam_law_close(&law);
}

static void laws_with_memory_are_refused(void **state) {
    (void)state;
    const struct { double mu_s, mu_d, D_c; } p = {0.7, 0.5, 1};
    BeamLaw law;
    assert_int_equal(beam_law_open(&(Friction){&slip_weakening_law, &p}, 0.01, 0, &law), JUDDER_INPUT);
    assert_string_equal(error_field(), "friction");
}

/* Static and kinetic friction: an end that rests stays while mu_s holds it, one that slides goes on. */
static void what_rests_stays_and_what_slides_goes_on(void **state) {
    (void)state;
    BeamLaw law;
    const double p[] = {0.4, 0.6}, h = 0.01 * 400;
    assert_int_equal(beam_law_open(&(Friction){&constant_law, p}, 0.01, 0, &law), JUDDER_OK);
    for (int i = 0; i <= 40; i++) {
        /* |W|/R from below mu h to above mu_s h; no heat comes back in the step. */
        const BeamContact c = {.W = (i % 2 ? 1 : -1) * 0.5 * h * (0.3 + 0.01 * i), .R = 0.5, .Th_0 = 400};
        const double load = 0.3 + 0.01 * i;
        size_t count;
        const ContactRoot rests = contact_select(&law, &c, 0, &count);
        if (fabs(load - 0.4) < 1e-9 || fabs(load - 0.6) < 1e-9) continue;
        assert_int_equal(count, load > 0.4 && load < 0.6 ? 2 : 1);
        assert_near(rests.r, load < 0.6 ? 0 : 0.5 * h * (load - 0.4), 1e-12);
        const ContactRoot slides = contact_select(&law, &c, 1e-6, &count);
        assert_near(slides.r, load < 0.4 ? 0 : 0.5 * h * (load - 0.4), 1e-12);
        assert_near(slides.g, load < 0.4 ? load * h : 0.4 * h, 1e-12);
    }
    beam_law_close(&law);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_rests_stays_and_what_slides_goes_on),
        cmocka_unit_test(the_quadratic_is_the_general_answer),
        cmocka_unit_test(roots_are_complete),
        cmocka_unit_test(the_nearest_stable_root_is_taken),
        cmocka_unit_test(laws_with_memory_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
