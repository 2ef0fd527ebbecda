/* The sheared blocks of theory page 4 to their digits; on one and on two ranks. */
#include "fe/march/blocks.h"

static int ranks(void) {
    int count;
    MPI_Comm_size(PETSC_COMM_WORLD, &count);
    return count;
}

static void block_under_given_pressure(void **state) {
    (void)state;
    ShearedBlock b;
    void *engine = NULL;
    FeMarchNow now;
    double sum[3];
    sheared_block(&b, 16);
    GOOD(implicit_march.create(&b.data, &engine));
    const struct { double t, F; } known[] = {{1, .04282187}, {2, .09027665}, {4, .06}};
    for (size_t i = 0; i < (ranks() > 1 ? 1 : COUNT_OF(known)); i++) {
        march_to(engine, known[i].t, .01, &now);
        if (fe_rank() != 0) continue;
        resultant(&now, sum);
        assert_near(sum[1], known[i].F, 6e-9);
        assert_near(sum[0], .2, 1e-14);
    }
    const double slip[] = {-.1257686, -.1395237, -.1851191, -.2967738, -.3398269};
    for (int i = 0; ranks() == 1 && i < 5; i++) assert_near(now.v[8 * i + 1] - .1, slip[i], 6e-8);
    if (ranks() == 1) {
        assert_near(now.report.uniqueness, .2813, 1e-3);
        assert_near(now.report.suggested_step, .9 / .2813 * .01, .002);
        assert_int_equal(now.report.nonunique_steps, 0);
    }
    GOOD(implicit_march.destroy(&engine));
    mesh_destroy(&b.mesh);
}

static void block_on_linear_springs(void **state) {
    (void)state;
    ShearedBlock b;
    void *engine = NULL;
    FeMarchNow now;
    double sum[3];
    block_on_springs(&b, 16, 10, 1);
    GOOD(implicit_march.create(&b.data, &engine));
    const struct { double t, F, N; } known[] = {{2, .07214445, .12387618}, {4, .02623713, .08745709}};
    for (size_t i = 0; i < (ranks() > 1 ? 1 : COUNT_OF(known)); i++) {
        march_to(engine, known[i].t, .01, &now);
        if (fe_rank() != 0) continue;
        resultant(&now, sum);
        assert_near(sum[1], known[i].F, 6e-9);
        assert_near(sum[0], known[i].N, 6e-9);
    }
    GOOD(implicit_march.destroy(&engine));
    mesh_destroy(&b.mesh);
}

/* What is stored, lost and brought in adds up, whatever the power of the springs. */
static void energies_add_up(void **state) {
    (void)state;
    for (double power = 1; power < 2.6 && ranks() == 1; power += .75) {
        ShearedBlock b;
        void *engine = NULL;
        FeMarchNow now;
        block_on_springs(&b, 6, 30, power);
        b.data.rayleigh_mass = .3;
        b.data.rayleigh_stiffness = .01;
        GOOD(implicit_march.create(&b.data, &engine));
        march_to(engine, 1.5, .01, &now);
        const FeMarchEnergy *e = &now.energy;
        const double kept = e->kinetic + e->elastic + e->contact,
                     brought = e->external + e->numerical - e->friction - e->viscous;
        if (fe_rank() == 0) {
            assert_near(kept, brought, 1e-12 * e->external);
            assert_true(e->contact > 0);
            assert_true(fabs(e->numerical) < 1e-3 * e->external);
        }
        GOOD(implicit_march.destroy(&engine));
        mesh_destroy(&b.mesh);
    }
}

/* A march that is taken down and set up again in the middle goes on as if nothing had happened. */
static void goes_on_from_its_state(void **state) {
    (void)state;
    ShearedBlock b;
    void *engine = NULL;
    FeMarchNow now;
    double whole[3], sum[3];
    block_on_springs(&b, 8, 10, 1);
    b.data.final = ranks() > 1 ? .9 : 1.5;
    GOOD(implicit_march.create(&b.data, &engine));
    march_to(engine, .8, .01, &now);
    const size_t size = implicit_march.state_size(engine);
    double *kept = calloc(size, sizeof *kept);
    GOOD(implicit_march.state_out(engine, fe_rank() == 0 ? kept : NULL));
    MPI_Bcast(kept, (int)size, MPI_DOUBLE, 0, PETSC_COMM_WORLD);
    march_to(engine, b.data.final, .01, &now);
    const FeMarchEnergy energy = now.energy;
    if (fe_rank() == 0) resultant(&now, whole);
    GOOD(implicit_march.destroy(&engine));
    GOOD(implicit_march.create(&b.data, &engine));
    GOOD(implicit_march.state_in(engine, kept));
    march_to(engine, b.data.final, .01, &now);
    if (fe_rank() == 0) {
        resultant(&now, sum);
        for (int i = 0; i < 2; i++) assert_near(sum[i], whole[i], 1e-12);
        assert_near(now.energy.friction, energy.friction, 1e-13);
        assert_near(now.energy.external, energy.external, 1e-13);
        assert_int_equal(now.step, ranks() > 1 ? 90 : 150);
    }
    GOOD(implicit_march.destroy(&engine));
    free(kept);
    mesh_destroy(&b.mesh);
}

static JudderErr jumping(void *context, double t, double *y) {
    (void)context;
    *y = t < .5 ? 0 : -.01;
    return JUDDER_OK;
}

static void refuses(void **state) {
    (void)state;
    ShearedBlock b;
    void *engine = NULL;
    sheared_block(&b, 4);
    b.data.body.material.rho = 0;
    assert_int_equal(fe_error(implicit_march.create(&b.data, &engine)), JUDDER_INPUT);
    assert_null(engine);
    mesh_destroy(&b.mesh);
    block_on_springs(&b, 4, 10, 1);
    b.down.amount.function.call = jumping;
    GOOD(implicit_march.create(&b.data, &engine));
    JudderErr err = JUDDER_OK;
    for (int i = 0; i < 60 && err == JUDDER_OK; i++) err = fe_error(implicit_march.step(engine));
    assert_int_equal(err, JUDDER_INPUT);
    assert_non_null(strstr(error_message(), "jumps at t = 0.5"));
    GOOD(implicit_march.destroy(&engine));
    mesh_destroy(&b.mesh);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(block_under_given_pressure), cmocka_unit_test(block_on_linear_springs),
    cmocka_unit_test(energies_add_up), cmocka_unit_test(goes_on_from_its_state), cmocka_unit_test(refuses)};
fe_run_tests(tests)
