/* Columns against exact solutions: the falling bar, and the slab with its delay solution. */
#include "fe/explicit/columns.h"

typedef struct Errors {
    double force, gap, energy, kept, defect;
} Errors;

static Errors fall(int cells, double cfl, double final) {
    Column c;
    Errors errors = {0};
    FeMarchNow now;
    void *engine = NULL;
    falling_bar(&c, cells);
    c.data.final = final;
    c.data.step = cfl / cells;
    GOOD(explicit_march.create(&c.data, &engine));
    explicit_march.now(engine, &now);
    const double E = now.energy.kinetic + now.energy.elastic, dt = fe_march_dt(&c.data);
    assert_near(E, .125 / cells, 1e-12 / cells);
    double before = 0;
    while (now.step < fe_march_steps(&c.data)) {
        GOOD(explicit_march.step(engine));
        explicit_march.now(engine, &now);
        const double t = fmod(now.t, 3), S = t > 1 && t < 2 ? .5 : 0,
                     kept = now.energy.kinetic + now.energy.elastic;
        errors.force += dt / final * fabs(now.r[0] * cells - S);
        errors.gap += dt / final * fabs(now.u[0] - (t < 1 ? (1 - t) / 2 : t < 2 ? 0 : (t - 2) / 2));
        errors.energy = fmax(errors.energy, kept / E - 1);
        errors.kept = kept / E;
        assert_true(now.r[0] >= 0 && now.u[0] >= -1e-15);
        assert_true(now.energy.numerical <= before + 1e-15 * E); /* impact takes energy only */
        before = now.energy.numerical;
    }
    errors.defect = now.energy.defect;
    GOOD(explicit_march.destroy(&engine));
    column_end(&c);
    return errors;
}

static void the_bar_falls_and_rises(void **state) {
    (void)state;
    const Errors fine = fall(200, .9, 12), coarse = fall(50, .9, 12);
    assert_at_most(fine.force, .0123);
    assert_at_most(fine.gap, .0021);
    assert_true(fine.kept > .994 && fine.energy < 1e-12);
    assert_at_most(fine.defect, 1e-13);
    assert_at_most(fine.gap, .4 * coarse.gap); /* order 2/3 at least: the pressure jumps */
    assert_at_most(fine.force, .6 * coarse.force);
}

static void impact_creates_no_energy(void **state) {
    (void)state;
    for (double cfl = .1; cfl < 1; cfl += .18) {
        const Errors errors = fall(20, cfl, SANITIZED ? 30 : 300);
        assert_at_most(errors.energy, 1e-11);
        assert_true(errors.kept > .3);
    }
}

typedef struct Slide {
    double L1, middle; /* error against perfect delay on [0, 1]; slip rate at t = .5 */
} Slide;

static Slide slide(int cells, double eta) {
    Column c;
    Slide slide = {0};
    FeMarchNow now;
    void *engine = NULL;
    double t = 0, v = 0;
    stressed_slab(&c, cells, eta);
    c.data.final = 1;
    c.data.step = .12 / cells;
    GOOD(explicit_march.create(&c.data, &engine));
    const double dt = fe_march_dt(&c.data);
    for (long i = 0; i < fe_march_steps(&c.data); i++) {
        GOOD(explicit_march.step(engine));
        explicit_march.now(engine, &now);
        slide.L1 += dt * fabs(now.v[1] - slab_slip(now.t));
        if (t < .5 && now.t >= .5) slide.middle = v + (now.v[1] - v) * (.5 - t) / (now.t - t);
        t = now.t, v = now.v[1];
        assert_true(now.node[0] != STAGE_STICK || now.v[1] == 0); /* stick is exact */
        assert_near(now.r[0] * cells, 1, 1e-15);
    }
    assert_at_most(now.energy.defect, 1e-12);
    assert_int_equal(now.report.nonunique_steps, 0);
    assert_near(now.report.uniqueness, 3 * dt * 2 * cells, 1e-12); /* p L dt/m */
    GOOD(explicit_march.destroy(&engine));
    column_end(&c);
    return slide;
}

/* Viscosity of .15 h/c: first order in the mesh. */
static void the_slab_slides_as_perfect_delay_says(void **state) {
    (void)state;
    const double coarse = slide(50, .15 / 50).L1, fine = slide(200, .15 / 200).L1;
    assert_at_most(fine, .0029);
    assert_at_most(fine, coarse / 3.4); /* two halvings; the jumps cost a little of the order */
}

static void the_viscous_slab_has_its_numbers(void **state) {
    (void)state;
    const double known = .47193932, coarse = fabs(slide(25, .01).middle - known),
                 fine = fabs(slide(100, .01).middle - known);
    assert_at_most(fine, 1e-4);
    assert_at_most(fine, coarse / 4);
    assert_near(slide(100, .01).L1, .012842, 6e-4);
}

/* Steps that are not stable, or leave the slip rate open, are refused and the allowed one is said. */
static void steps_have_limits(void **state) {
    (void)state;
    Column c;
    void *engine = NULL;
    const double h = 1. / 40;
    falling_bar(&c, 40);
    c.data.step = 1.001 * h;
    c.data.final = 100 * c.data.step;
    assert_int_equal(fe_error(explicit_march.create(&c.data, &engine)), JUDDER_INPUT);
    assert_string_equal(error_field(), "step");
    assert_non_null(strstr(error_message(), "stable up to 0.025 s"));
    assert_null(engine);
    c.data.final = 100 * h;
    c.data.step = h; /* of the fastest motion of the bar: omega = 2 c/h */
    GOOD(explicit_march.create(&c.data, &engine));
    assert_near(((Explicit *)engine)->limit, h, 1e-12);
    GOOD(explicit_march.destroy(&engine));
    c.data.body.material.viscous_G = .5 * .2 * h; /* xi = .2 */
    c.data.step = h * (sqrt(1.04) - .2) * 1.001;
    c.data.final = 100 * c.data.step;
    assert_int_equal(fe_error(explicit_march.create(&c.data, &engine)), JUDDER_INPUT);
    c.data.step /= 1.001;
    c.data.final = 100 * c.data.step;
    GOOD(explicit_march.create(&c.data, &engine));
    GOOD(explicit_march.destroy(&engine));
    column_end(&c);
    stressed_slab(&c, 40, 0);
    c.data.final = 1;
    c.data.step = h / 6; /* m/(p L) = (h/2)/3 */
    assert_int_equal(fe_error(explicit_march.create(&c.data, &engine)), JUDDER_INPUT);
    assert_non_null(strstr(error_message(), "only below 0.00416667 s"));
    column_end(&c);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_bar_falls_and_rises),
    cmocka_unit_test(impact_creates_no_energy),
    cmocka_unit_test(the_slab_slides_as_perfect_delay_says),
    cmocka_unit_test(the_viscous_slab_has_its_numbers),
    cmocka_unit_test(steps_have_limits),
};
fe_run_tests(tests)
