/* Periodic motions: periods, multipliers and who judges them. The numbers come from series in 50 digits and
 * from other integrators. */
#include "friction/formula.h"
#include "system_march/cycle/cycle.h"
#include "system_march/watch.h"

/* One block between a wall spring and a belt. */
typedef struct Block1 {
    double M, K, u, v;
    Signal belt, normal;
    SystemContactSetup contact;
    SystemMarchSetup system;
    CycleSetup setup;
} Block1;

static void block_make(Block1 *b, Friction friction, double V, double u, double v) {
    *b = (Block1){.M = 1, .K = 1, .u = u, .v = v};
    b->belt.constant = V, b->normal.constant = 1;
    b->contact = (SystemContactSetup){
        .tangent = 0, .normal = -1, .normal_force = &b->normal, .velocity = &b->belt, .friction = friction};
    b->system = (SystemMarchSetup){
        .n = 1, .M = &b->M, .K = &b->K, .contact_count = 1, .contact = &b->contact, .u = &b->u, .v = &b->v};
    b->setup = (CycleSetup){.system = &b->system, .step = 0.02, .final = 1000};
}

static char *law_stribeck(double mu_s, double mu_d, double viscous) {
    char *params = law_presets(&stribeck_law);
    law_set(&stribeck_law, params, "mu_s", mu_s);
    law_set(&stribeck_law, params, "mu_d", mu_d);
    law_set(&stribeck_law, params, "v_c", 1.0 / 3);
    law_set(&stribeck_law, params, "viscous", viscous);
    return params;
}

static void sticking_forgets_everything(void **test_state) {
    (void)test_state;
    static const double V[] = {0.1, 0.2, 0.5};
    static const double period[] = {17.865990246422, 12.001031294831, 8.282743522678};
    static const double slip[] = {0.805220903627, 1.039902049281, 1.656230128811};
    char *params = law_stribeck(1, 0, 0);
    for (int i = 0; i < 3; i++) {
        Block1 b;
        Cycle *cycle = NULL;
        block_make(&b, (Friction){&stribeck_law, params}, V[i], 0, V[i]);
        assert_int_equal(cycle_create(&b.setup, &cycle), JUDDER_OK);
        assert_int_equal(cycle_find(cycle), JUDDER_OK);
        const CycleReport *r = cycle_report(cycle);
        assert_int_equal(r->outcome, CYCLE_FOUND);
        assert_int_equal(r->section, CYCLE_SLIP);
        assert_near(r->period, period[i], 1e-9);
        assert_near(r->motion.slip_max, slip[i], 1e-6);
        assert_int_equal(r->multiplier_count, 1);
        assert_near(r->re[0], 0, 1e-12);
        assert_at_most(r->monodromy_defect, 1e-6);
        assert_true(r->stable);
        cycle_destroy(&cycle);
    }
    free(params);
}

static JudderErr cubic_mu(void *context, double r, double *mu) {
    (void)context;
    r = fmin(r, 1.5);
    *mu = 0.4 - 0.225 * (r / 0.5 - r * r * r / 0.375);
    return JUDDER_OK;
}

/* mu falls and rises again: the block slides all the time, and swings. */
static void swinging_without_sticking_has_one_multiplier(void **test_state) {
    (void)test_state;
    static const double V[] = {0.47, 0.49}, period[] = {6.374343476045, 6.315968063950};
    static const double multiplier[] = {0.704519865434, 0.891796001703};
    static const double u_max[] = {0.668111032173, 0.474424434753},
                        u_min[] = {-0.031754259932, 0.072780322679};
    for (int i = 0; i < 2; i++) {
        Formula formula = {.mu = {.call = cubic_mu, .arguments = 1}};
        Block1 b;
        Cycle *cycle = NULL;
        assert_int_equal(formula_law.prepare(&formula), JUDDER_OK);
        block_make(&b, (Friction){&formula_law, &formula}, V[i], 0.6, 0);
        b.setup.step = 0.04;
        assert_int_equal(cycle_create(&b.setup, &cycle), JUDDER_OK);
        assert_int_equal(cycle_find(cycle), JUDDER_OK);
        const CycleReport *r = cycle_report(cycle);
        assert_int_equal(r->outcome, CYCLE_FOUND);
        assert_int_equal(r->section, CYCLE_TURN);
        assert_near(r->period, period[i], 1e-9);
        assert_int_equal(r->multiplier_count, 1);
        assert_near(r->re[0], multiplier[i], 1e-9);
        assert_near(r->motion.u_max, u_max[i], 1e-7);
        assert_near(r->motion.u_min, u_min[i], 1e-7);
        assert_at_most(r->monodromy_defect, 1e-6);
        cycle_destroy(&cycle);
        formula_law.release(&formula);
    }
}

/* No march leads to it: Newton from a guess nearby does. */
static void unstable_cycle_is_found_from_a_guess(void **test_state) {
    (void)test_state;
    char *params = law_stribeck(1, 0.5, 0.1);
    Block1 b;
    Cycle *cycle = NULL;
    const double u = 1.12, v = 0;
    block_make(&b, (Friction){&stribeck_law, params}, 1, 0, 0);
    b.setup.step = 0.04, b.setup.section = CYCLE_TURN;
    assert_int_equal(cycle_create(&b.setup, &cycle), JUDDER_OK);
    assert_int_equal(cycle_refine(cycle, &u, &v), JUDDER_OK);
    const CycleReport *r = cycle_report(cycle);
    assert_int_equal(r->outcome, CYCLE_FOUND);
    assert_near(r->period, 6.284106688022, 1e-9);
    assert_near(r->re[0], 1.043132186870, 1e-9);
    assert_near(r->motion.u_max, 1.116012328374, 1e-7);
    assert_false(r->stable);
    cycle_destroy(&cycle);
    static const double V[] = {0.2, 0.5, 0.9}, period[] = {7.861232955231, 6.703517714986, 6.391887671802};
    for (int i = 0; i < 3; i++) {
        block_make(&b, (Friction){&stribeck_law, params}, V[i], 0, V[i]);
        assert_int_equal(cycle_create(&b.setup, &cycle), JUDDER_OK);
        assert_int_equal(cycle_find(cycle), JUDDER_OK);
        assert_near(cycle_report(cycle)->period, period[i], 1e-9);
        cycle_destroy(&cycle);
    }
    free(params);
}

typedef struct Cosine {
    double amplitude, w;
} Cosine;

static JudderErr cosine(void *context, double t, double *y) {
    const Cosine *c = context;
    *y = c->amplitude * cos(c->w * t);
    return JUDDER_OK;
}

static void check_pair(const CycleReport *r, size_t at, double re, double im, double tolerance) {
    assert_true(at + 1 < r->multiplier_count);
    assert_near(r->re[at], re, tolerance);
    assert_near(r->im[at], im, tolerance);
    assert_near(r->im[at + 1], -im, tolerance);
}

static void forced_block_without_stops_is_den_hartogs(void **test_state) {
    (void)test_state;
    static const struct {
        double F, b, amplitude, re, im;
    } at[] = {{0.5, 1.25, 1.282556850343, 0.23780114, 0.55155857},
              {0.2, 0.6, 1.550602854687, -0.2014342, 0.42735233}};
    for (int i = 0; i < 2; i++) {
        char *params = law_coulomb(at[i].F);
        Cosine load = {1, at[i].b};
        const Signal force = {.function = {.call = cosine, .context = &load, .arguments = 1}};
        const SystemDofSignal forces = {0, &force};
        Block1 b;
        Cycle *cycle = NULL;
        block_make(&b, (Friction){&constant_law, params}, 0, 0.3, 0);
        b.system.force_count = 1, b.system.force = &forces;
        b.setup.period = 2 * M_PI / at[i].b;
        assert_int_equal(cycle_create(&b.setup, &cycle), JUDDER_OK);
        assert_int_equal(cycle_find(cycle), JUDDER_OK);
        const CycleReport *r = cycle_report(cycle);
        assert_int_equal(r->outcome, CYCLE_FOUND);
        assert_int_equal(r->section, CYCLE_LOAD);
        assert_near(r->motion.u_max, at[i].amplitude, 1e-7);
        assert_int_equal(r->multiplier_count, 2);
        check_pair(r, 0, at[i].re, at[i].im, 1e-7);
        assert_at_most(r->monodromy_defect, 1e-6);
        cycle_destroy(&cycle);
        free(params);
    }
}

/* Two blocks; with the slower load the first one sticks, and a multiplier is zero. */
static void forced_chain_has_its_four_multipliers(void **test_state) {
    (void)test_state;
    const double M[] = {1, 0, 0, 1}, K[] = {2, -1, -1, 1.5};
    char *params[] = {law_coulomb(0.4), law_coulomb(0.3)};
    const Signal normal[] = {{.constant = 1}, {.constant = 1.5}};
    for (int i = 0; i < 2; i++) {
        Cosine load = {1.2, i ? 0.6 : 0.9};
        const Signal force = {.function = {.call = cosine, .context = &load, .arguments = 1}};
        const SystemDofSignal forces = {0, &force};
        const SystemContactSetup contact[] = {
            {.tangent = 0, .normal = -1, .normal_force = &normal[0], .friction = {&constant_law, params[0]}},
            {.tangent = 1, .normal = -1, .normal_force = &normal[1], .friction = {&constant_law, params[1]}}};
        const SystemMarchSetup system = {.n = 2,
                                         .M = M,
                                         .K = K,
                                         .contact_count = 2,
                                         .contact = contact,
                                         .force_count = 1,
                                         .force = &forces};
        const CycleSetup setup = {
            .system = &system, .period = 2 * M_PI / load.w, .step = 0.02, .final = 2000};
        Cycle *cycle = NULL;
        assert_int_equal(cycle_create(&setup, &cycle), JUDDER_OK);
        assert_int_equal(cycle_find(cycle), JUDDER_OK);
        const CycleReport *r = cycle_report(cycle);
        const double *u, *v;
        cycle_state(cycle, &u, &v);
        assert_int_equal(r->outcome, CYCLE_FOUND);
        assert_int_equal(r->multiplier_count, 4);
        assert_at_most(r->monodromy_defect, 1e-6);
        if (i) {
            assert_near(hypot(r->re[3], r->im[3]), 0, 1e-10);
            assert_true(r->motion.stick_fraction > 0);
        } else {
            static const double x[] = {0.059508048175, -0.635099806712, 0.793994449604, 0.617901539998};
            for (int k = 0; k < 2; k++) {
                assert_near(u[k], x[k], 1e-7);
                assert_near(v[k], x[2 + k], 1e-7);
            }
            assert_near(r->re[0], 0.58292634, 1e-7);
            check_pair(r, 1, 0.20599475, 0.12012616, 1e-7);
            assert_near(r->re[3], 0.10649164, 1e-7);
        }
        cycle_destroy(&cycle);
    }
    free(params[0]);
    free(params[1]);
}

/* A mass that strikes a stop: what an impact does to the derivative. */
static void impacts_have_the_product_of_their_multipliers(void **test_state) {
    (void)test_state;
    const double M[] = {1, 0, 0, 1}, K[] = {1, 0, 0, 1}, C[] = {0.1, 0, 0, 0.1}, w = 2.2, v[] = {0, -1};
    char *params = law_coulomb(0.3);
    Cosine load = {1, w};
    const Signal force = {.function = {.call = cosine, .context = &load, .arguments = 1}};
    const SystemDofSignal forces = {1, &force};
    const SystemContactSetup contact = {.tangent = 0,
                                        .normal = 1,
                                        .law = {.law = &unilateral_contact},
                                        .restitution = 0.8,
                                        .friction = {&constant_law, params}};
    const SystemMarchSetup system = {.n = 2,
                                     .M = M,
                                     .C = C,
                                     .K = K,
                                     .contact_count = 1,
                                     .contact = &contact,
                                     .force_count = 1,
                                     .force = &forces,
                                     .v = v};
    const CycleSetup setup = {.system = &system, .period = 2 * M_PI / w, .step = 0.02, .final = 2000};
    Cycle *cycle = NULL;
    assert_int_equal(cycle_create(&setup, &cycle), JUDDER_OK);
    assert_int_equal(cycle_find(cycle), JUDDER_OK);
    const CycleReport *r = cycle_report(cycle);
    assert_int_equal(r->outcome, CYCLE_FOUND);
    /* the idle tangent has the other two: a swing that the impact stops */
    assert_int_equal(r->multiplier_count, 4);
    check_pair(r, 1, 0.556633, 0.413716, 2e-6);
    assert_near(hypot(r->re[1], r->im[1]), 0.8 * exp(-0.1 * M_PI / w), 1e-8);
    assert_near(r->re[3], 0, 1e-12);
    assert_near(r->motion.impact_loss, 0.5466228747, 1e-9);
    assert_at_most(r->monodromy_defect, 1e-6);
    cycle_destroy(&cycle);
    free(params);
}

/* Pulled by the far end of its spring over ground at rest: the same motion beside the mean one. */
static void drawn_block_moves_as_the_one_on_a_belt(void **test_state) {
    (void)test_state;
    char *params = law_stribeck(1, 0, 0);
    const double M[] = {1, 0, 0, 0}, K[] = {1, -1, -1, 1};
    const Signal normal = {.constant = 1}, pull = {.constant = 0.2};
    const SystemDofSignal drive = {1, &pull};
    const SystemContactSetup contact = {
        .tangent = 0, .normal = -1, .normal_force = &normal, .friction = {&stribeck_law, params}};
    const SystemMarchSetup system = {
        .n = 2, .M = M, .K = K, .contact_count = 1, .contact = &contact, .drive_count = 1, .drive = &drive};
    CycleSetup setup = {.system = &system, .step = 0.02, .final = 1000};
    for (int i = 0; i < 2; i++) {
        Cycle *cycle = NULL;
        setup.section = i ? CYCLE_TURN : CYCLE_AUTO;
        assert_int_equal(cycle_create(&setup, &cycle), JUDDER_OK);
        assert_int_equal(cycle_find(cycle), JUDDER_OK);
        const CycleReport *r = cycle_report(cycle);
        assert_int_equal(r->outcome, CYCLE_FOUND);
        assert_near(r->period, 12.001031294831, 1e-9);
        assert_near(r->motion.u_max - r->motion.u_min, 1.133944676442 + 0.555432690060, 1e-6);
        assert_int_equal(r->multiplier_count, 1);
        assert_near(r->re[0], 0, 1e-9);
        cycle_destroy(&cycle);
    }
    free(params);
}

/* Constant friction takes energy from every swing: no cycle is made up. */
static void motion_that_dies_out_is_no_cycle(void **test_state) {
    (void)test_state;
    char *params = law_coulomb(0.1);
    Block1 b;
    Cycle *cycle = NULL;
    block_make(&b, (Friction){&constant_law, params}, 0, 1.5, 0);
    assert_int_equal(cycle_create(&b.setup, &cycle), JUDDER_OK);
    assert_int_equal(cycle_find(cycle), JUDDER_OK);
    assert_int_equal(cycle_report(cycle)->outcome, CYCLE_SETTLES);
    cycle_destroy(&cycle);
    free(params);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sticking_forgets_everything),
        cmocka_unit_test(swinging_without_sticking_has_one_multiplier),
        cmocka_unit_test(unstable_cycle_is_found_from_a_guess),
        cmocka_unit_test(forced_block_without_stops_is_den_hartogs),
        cmocka_unit_test(forced_chain_has_its_four_multipliers),
        cmocka_unit_test(drawn_block_moves_as_the_one_on_a_belt),
        cmocka_unit_test(motion_that_dies_out_is_no_cycle),
        cmocka_unit_test(impacts_have_the_product_of_their_multipliers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
