/* A periodic column is the slab of theory page 2: sheared at the start, it breaks loose and sticks again. */
#include "fe/march/column.h"

/* G u_z = .4 + .6 sin^2(pi z), top at rest. */
static void sheared(double z, double u[2]) {
    u[0] = -(.4 * (1 - z) + .6 * ((1 - z) / 2 + sin(2 * M_PI * z) / (4 * M_PI)));
    u[1] = 0;
}

static void sheared_column(Column *c, int cells, double dt, double eta) {
    column(c, cells, sheared);
    c->law = (Linear){.8, .5, .1};
    FeMaterial *m = &c->data.body.material;
    m->lambda = m->G = 1;
    m->viscous_lambda = m->viscous_G = eta;
    c->data.contact.law.law = &pressure_contact;
    c->data.pressure.constant = 1;
    c->data.final = 1;
    c->data.step = dt;
}

/* Slip at t = .35, .5, .7 against the viscous slab. */
static void viscous_errors(int cells, double error[3]) {
    static const double slab[] = {.36343098, .47193932, .28132063};
    static const double at[] = {.35, .5, .7};
    Column c;
    void *engine = NULL;
    FeMarchNow now;
    const double dt = .25 / cells;
    sheared_column(&c, cells, dt, .01);
    GOOD(implicit_march.create(&c.data, &engine));
    for (int i = 0; i < 3; i++) {
        march_to(engine, at[i], dt, &now);
        assert_near(now.t, at[i], 1e-12);
        error[i] = fabs(now.v[1] - slab[i]);
    }
    assert_true(now.report.uniqueness < 1);
    GOOD(implicit_march.destroy(&engine));
    column_release(&c);
}

static void viscous_column(void **state) {
    (void)state;
    static const double bound[] = {5e-4, 6e-5, 2.5e-4};
    double coarse[3], error[3];
    viscous_errors(100, error);
    viscous_errors(50 - 10, coarse); /* steps that meet the times */
    for (int i = 0; i < 3; i++) {
        assert_true(error[i] < bound[i]);
        assert_true(log(coarse[i] / error[i]) / log(2.5) > 1.7);
    }
}

/* The slip that perfect delay selects. */
static double selected(double t) {
    const double sine = sin(M_PI * t);
    return t > 0.304086723985 && t < 0.804086723985 ? .6 * sine * sine - .1 : 0;
}

/* Distance in L1 over [0, 1], by the rule of midpoints on each step. */
static double elastic_error(int cells, double surface_mass) {
    Column c;
    void *engine = NULL;
    FeMarchNow now;
    const double dt = 1. / cells;
    double sum = 0, before = 0;
    sheared_column(&c, cells, dt, 0);
    c.data.surface_mass = surface_mass;
    GOOD(implicit_march.create(&c.data, &engine));
    for (int i = 0; i < cells; i++) {
        good_step(engine, &now);
        for (int k = 0; k < 20; k++) {
            const double part = (k + .5) / 20;
            sum += fabs(before + part * (now.v[1] - before) - selected((i + part) * dt)) * dt / 20;
        }
        before = now.v[1];
    }
    assert_true(surface_mass > 0 || (now.report.uniqueness > 1 && now.report.nonunique_steps > 0));
    assert_true(surface_mass > 0 || now.report.suggested_step < dt);
    GOOD(implicit_march.destroy(&engine));
    column_release(&c);
    return sum;
}

/* Several slip velocities are possible: the one that the slab's perfect delay takes is taken,
 * to first order. */
static void elastic_column_keeps_to_its_branch(void **state) {
    (void)state;
    double last = elastic_error(50, 0);
    assert_true(last < 8.6e-3);
    for (int cells = 100; cells <= 400; cells *= 2) {
        const double error = elastic_error(cells, 0);
        assert_true(log2(last / error) > .95);
        last = error;
    }
    assert_true(last < .01 * .26);
}

/* A surface mass selects the same in its limit. */
static void surface_mass_vanishes(void **state) {
    (void)state;
    double last = elastic_error(400, .1);
    for (double epsilon = .025; epsilon > 1e-3; epsilon /= 4) {
        const double error = elastic_error(400, epsilon);
        assert_true(error < .6 * last);
        last = error;
    }
}

static const struct CMUnitTest tests[] = {cmocka_unit_test(viscous_column),
                                          cmocka_unit_test(elastic_column_keeps_to_its_branch),
                                          cmocka_unit_test(surface_mass_vanishes)};
fe_run_tests(tests)
