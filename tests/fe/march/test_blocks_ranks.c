/* The sheared blocks of theory page 4 to their digits; on one and on two ranks. */
#include "fe/march/blocks.h"
#include "fe/march/carry.h"

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

typedef struct Aging {
    double mu_0, a, b, D_c, V_0, start;
    int law;
} Aging;

/* A march that is cut in two is the same to the last bit on the same ranks: with factors that stages share
 * (more than 200 contact dofs), with bodies that touch and let go, with a law that has a state. */
static void states_go_on(void **state) {
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        ShearedBlock b;
        void *one = NULL, *two = NULL;
        FeMarchNow now, again;
        if (kind == 3)
            sheared_block(&b, 8);
        else
            block_on_springs(&b, kind == 0 ? 104 : 8, 10, 1 + .5 * kind);
        if (kind == 2) b.data.contact.law = (Contact){.law = &unilateral_contact};
        const Aging aging = {.6, .01, .015, 1e-3, .1, 0, 0};
        if (kind == 3) b.data.contact.friction = (Friction){&rate_state_law, &aging};
        const double cut = kind == 0 ? .6 : .8, end = kind == 0 ? .75 : 1.2;
        GOOD(implicit_march.create(&b.data, &one));
        march_to(one, cut, .01, &now);
        GOOD(implicit_march.create(&b.data, &two));
        carry(&implicit_march, one, two);
        march_to(one, end, .01, &now);
        march_to(two, end, .01, &again);
        assert_same_march(&now, &again);
        assert_int_equal(now.step, kind == 0 ? 75 : 120);
        GOOD(implicit_march.destroy(&one));
        GOOD(implicit_march.destroy(&two));
        mesh_destroy(&b.mesh);
    }
}

/* Bytes that are wrong or of another march are refused, and nothing crashes. */
static void foreign_states_are_refused(void **state) {
    (void)state;
    ShearedBlock b;
    void *one = NULL, *two = NULL;
    FeMarchNow now;
    unsigned long size;
    block_on_springs(&b, 8, 10, 1);
    GOOD(implicit_march.create(&b.data, &one));
    march_to(one, .3, .01, &now);
    unsigned char *bytes = state_of(&implicit_march, one, &size);
    GOOD(implicit_march.destroy(&one));
    GOOD(implicit_march.create(&b.data, &one));
    assert_int_equal(take_state(&implicit_march, one, bytes, size / 2), JUDDER_INPUT);
    ShearedBlock other;
    block_on_springs(&other, 6, 10, 1);
    GOOD(implicit_march.create(&other.data, &two));
    assert_int_equal(take_state(&implicit_march, two, bytes, size), JUDDER_INPUT);
    GOOD(implicit_march.destroy(&one));
    GOOD(implicit_march.destroy(&two));
    free(bytes);
    mesh_destroy(&b.mesh);
    mesh_destroy(&other.mesh);
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

static const struct CMUnitTest tests[] = {cmocka_unit_test(block_under_given_pressure),
                                          cmocka_unit_test(block_on_linear_springs),
                                          cmocka_unit_test(energies_add_up),
                                          cmocka_unit_test(states_go_on),
                                          cmocka_unit_test(foreign_states_are_refused),
                                          cmocka_unit_test(refuses)};
fe_run_tests(tests)
