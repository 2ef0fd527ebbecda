/* The impact of a bar against its exact solution (theory pages 2 and 4): unilateral contact
 * creates no energy. */
#include "fe/march/column.h"

static void stretched(double y, double u[2]) {
    u[0] = 0;
    u[1] = (1 - y) / 2;
}

/* Falls on [0, 1], touches with S = 1/2 on [1, 2], rises on [2, 3], and again. */
static void exact(double t, double *S, double *gap) {
    const double in = fmod(t, 3);
    *S = in > 1 && in < 2 ? .5 : 0;
    *gap = in < 1 ? .5 - in / 2 : in < 2 ? 0 : (in - 2) / 2;
}

typedef struct Flight {
    /* error of the force in L2, relative; largest of the gap; energy at the end by that at the start */
    double force, gap, kept;
} Flight;

static Flight fly(int cells, double cfl, double final, bool lumped) {
    Column c;
    void *engine = NULL;
    FeMarchNow now;
    column(&c, cells, stretched);
    c.data.body.material.G = .5;
    c.data.body.lumped = lumped;
    c.data.contact.law.law = &unilateral_contact;
    c.data.final = final;
    c.data.step = cfl / cells;
    c.law = (Linear){0, 0, 1};
    GOOD(implicit_march.create(&c.data, &engine));
    implicit_march.now(engine, &now);
    double error = 0, size = 0, last = 0;
    const double start = now.energy.elastic;
    Flight flight = {0};
    for (long i = fe_march_steps(&c.data); i > 0; i--) {
        double S, gap;
        good_step(engine, &now);
        const double energy = now.energy.kinetic + now.energy.elastic;
        assert_true(energy <= start * (1 + 1e-13));
        assert_true(now.r[0] >= 0 && now.u[0] >= -1e-14);
        last = energy;
        exact(now.t, &S, &gap);
        error += pow(now.r[0] * cells - S, 2);
        size += S * S;
        flight.gap = fmax(flight.gap, fabs(now.u[0] - gap));
    }
    flight.force = sqrt(error / size);
    flight.kept = last / start;
    GOOD(implicit_march.destroy(&engine));
    column_release(&c);
    return flight;
}

static void impact_of_the_page(void **state) {
    (void)state;
    const Flight flight = fly(200, 1, 12, false);
    assert_near(flight.force, .058, 5e-4);
    assert_near(flight.gap, .0066, 5e-5);
    assert_near(flight.kept, .983, 5e-4);
}

static void impact_creates_no_energy(void **state) {
    (void)state;
    static const double cfl[] = {.1, .23, .5, .9, 1, 1.4, 2, 4};
    for (size_t i = 0; i < COUNT_OF(cfl); i++)
        for (int lumped = 0; lumped < 2; lumped++) {
            const Flight flight = fly(20, cfl[i], 60, lumped);
            assert_true(flight.kept > 0 && flight.kept < 1);
        }
}

/* A bar that flies freely keeps its energy but for what the method damps. */
static void mass_stays(void **state) {
    (void)state;
    for (int lumped = 0; lumped < 2; lumped++) {
        Column c;
        void *engine = NULL;
        FeMarchNow now;
        column(&c, 7, stretched);
        c.data.body.material.G = .5;
        c.data.body.lumped = lumped;
        c.data.body.fixes = 0;
        c.data.contact.law.law = &unilateral_contact;
        c.data.final = c.data.step = 1;
        c.law = (Linear){0, 0, 1};
        for (int n = 0; n < c.mesh->nodes; n++) c.u[2 * n] = 0, c.u[2 * n + 1] = 3;
        c.data.v = c.u;
        c.data.u = NULL;
        GOOD(implicit_march.create(&c.data, &engine));
        implicit_march.now(engine, &now);
        assert_near(now.energy.kinetic, .5 * 9 / 7, 1e-13);
        GOOD(implicit_march.destroy(&engine));
        column_release(&c);
    }
}

static const struct CMUnitTest tests[] = {cmocka_unit_test(impact_of_the_page),
                                          cmocka_unit_test(impact_creates_no_energy),
                                          cmocka_unit_test(mass_stays)};
fe_run_tests(tests)
