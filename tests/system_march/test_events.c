/* Motions whose events are known: closed forms and series of many digits.  (MO-1)-(MO-6) */
#include "system_march/chain.h"

static double leine(double V, double step, int order, SystemMarchReport *report) {
    static Seen seen;
    char *params = law_stribeck(1, 0, 1. / 3);
    const double K = 1;
    Chain c;
    chain_make(&c, 1, &K, (Friction){&stribeck_law, params}, V);
    c.setup.final = 3.5 / V + 40, c.setup.step = step, c.setup.order = order;
    *report = march_run(&c.setup, &seen, NULL);
    free(params);
    assert_near(seen.event[0].t, 1 / V, 1e-10);
    assert_int_equal(report->stage_steps, 0);
    return period_of(&seen);
}

static void stick_slip_has_the_order_of_its_steps(void **state) {
    (void)state;
    const double exact = 12.001031294830579;
    for (int order = 2; order <= 4; order += 2) {
        double error[3];
        SystemMarchReport report;
        for (int i = 0; i < 3; i++) error[i] = fabs(leine(0.2, 0.05 / (1 << i), order, &report) - exact);
        assert_true(log2(error[0] / error[1]) > (order == 2 ? 1.9 : 3.8));
        assert_true(log2(error[1] / error[2]) > (order == 2 ? 1.9 : 3.5));
        assert_at_most(error[2], order == 2 ? 1.5e-4 : 2e-9);
        assert_string_equal(report.method, order == 2 ? "sdirk" : "gauss");
    }
    SystemMarchReport report;
    assert_near(leine(0.1, 0.0125, 0, &report), 17.86599024642236, 1e-8);
    assert_near(leine(0.5, 0.0125, 0, &report), 8.282743522678118, 1e-8);
    assert_string_equal(report.method, "gauss");
}

/* Two equal blocks in unison: their events come together. */
static void events_at_once_are_one(void **state) {
    (void)state;
    static Seen seen;
    char *params = law_stribeck(1, 0, 1. / 3);
    const double K[4] = {2, -1, -1, 2};
    Chain c;
    chain_make(&c, 2, K, (Friction){&stribeck_law, params}, 0.1);
    c.setup.final = 60, c.setup.step = 0.0125;
    const SystemMarchReport report = march_run(&c.setup, &seen, NULL);
    assert_int_equal(report.undecided, 0);
    assert_int_equal(seen.count % 2, 0);
    for (size_t i = 0; i + 1 < seen.count; i += 2) {
        assert_near(seen.event[i].t, seen.event[i + 1].t, 1e-9);
        assert_int_equal(seen.event[i].to, seen.event[i + 1].to);
    }
    assert_near(period_of(&seen), 17.86599024642236, 1e-7);
    free(params);
}

typedef struct Expected {
    double t;
    int contact;
    StageNode from, to;
} Expected;

static void expect(const Seen *seen, const Expected *list, size_t count, double near) {
    assert_true(seen->count >= count);
    for (size_t i = 0; i < count; i++) {
        assert_near(seen->event[i].t, list[i].t, near);
        assert_int_equal(seen->event[i].contact + 1, list[i].contact);
        assert_int_equal(seen->event[i].from, list[i].from);
        assert_int_equal(seen->event[i].to, list[i].to);
    }
}

#define OF_STICK STAGE_SLIP, STAGE_STICK
#define OF_SLIP  STAGE_STICK, STAGE_SLIP
#define TURNS    STAGE_SLIP, STAGE_SLIP

static void a_driven_chain_turns_where_it_should(void **state) {
    (void)state;
    static const Expected list[] = {
        {1.5827318406193, 1, TURNS}, {3.2953864163889, 2, OF_SLIP},  {4.3149372451589, 1, TURNS},
        {5.7111732217972, 2, TURNS}, {7.6258653573905, 1, OF_STICK}, {8.3001378226559, 1, OF_SLIP},
        {8.9353838710113, 2, TURNS}, {11.7352401048152, 1, TURNS},   {12.7768415565227, 2, TURNS},
        {15.318403643984, 1, TURNS}, {16.1723757292431, 2, TURNS},   {18.8435921377855, 1, TURNS},
        {19.7467556181404, 2, TURNS}};
    static Seen seen;
    const double K[4] = {2, -1, -1, 1.5};
    char *a = law_coulomb(0.4), *b = law_coulomb(0.3);
    Chain c;
    chain_make(&c, 2, K, (Friction){&constant_law, a}, 0);
    c.contact[1].friction.params = b;
    c.push[1].constant = 1.5;
    chain_load(&c, 1.2, 0.9, 0);
    c.setup.final = 20, c.setup.step = 0.0125;
    march_run(&c.setup, &seen, NULL);
    assert_int_equal(seen.count, COUNT_OF(list));
    expect(&seen, list, COUNT_OF(list), 2e-8);
    assert_near(seen.u_end[0], -0.558459110238, 1e-9);
    assert_near(seen.u_end[1], -0.978235335065, 1e-9);
    assert_near(seen.v_end[0], 0.471451181703, 1e-9);
    free(a);
    free(b);
}

static void three_blocks_quake_in_their_order(void **state) {
    (void)state;
    static const Expected list[] = {{0.879562058658, 2, OF_STICK}, {1.037511071945, 2, OF_SLIP},
                                    {1.912981652426, 3, OF_STICK}, {2.805398486112, 2, TURNS},
                                    {3.841839872594, 1, OF_STICK}, {3.853369883039, 2, OF_STICK},
                                    {9.088397904329, 2, OF_SLIP},  {9.679388822964, 3, OF_SLIP}};
    static Seen seen;
    const double K[9] = {3, -2, 0, -2, 5, -2, 0, -2, 3};
    char *params = law_stribeck(1, 0, 1. / 6);
    Chain c;
    chain_make(&c, 3, K, (Friction){&stribeck_law, params}, 0.1);
    c.u[0] = 0.6, c.u[1] = 0.3, c.u[2] = 0.8;
    c.setup.final = 10, c.setup.step = 0.005;
    march_run(&c.setup, &seen, NULL);
    expect(&seen, list, COUNT_OF(list), 1e-7);
    free(params);
}

/* A load that just reaches the bound moves nothing; a millionth more does, between two steps. */
static void grazing_is_no_event(void **state) {
    (void)state;
    static const Expected list[] = {{1.569382113822, 1, OF_SLIP},
                                    {1.573624750478, 1, OF_STICK},
                                    {4.71097476423, 1, OF_SLIP},
                                    {4.715217410432, 1, OF_STICK}};
    static Seen seen;
    const double K = 1;
    char *params = law_coulomb(1);
    for (int over = 0; over < 2; over++) {
        Chain c;
        chain_make(&c, 1, &K, (Friction){&constant_law, params}, 0);
        chain_load(&c, 1 + over * 1e-6, 1, -M_PI_2);
        c.setup.final = 5, c.setup.step = 0.1;
        const SystemMarchReport report = march_run(&c.setup, &seen, NULL);
        assert_int_equal(seen.count, over ? 4 : 0);
        if (over)
            expect(&seen, list, 4, 2e-9);
        else
            assert_int_equal(report.grazing, 2);
    }
    free(params);
}

/* Den Hartog: one stop in each half cycle, or none. */
static void dry_friction_damps_as_den_hartog_says(void **state) {
    (void)state;
    static Seen seen;
    const double K = 1;
    char *params = law_coulomb(0.5);
    Chain c;
    chain_make(&c, 1, &K, (Friction){&constant_law, params}, 0);
    c.u[0] = 0.3;
    chain_load(&c, 1, 0.4, 0);
    c.setup.final = 300, c.setup.step = 0.02;
    march_run(&c.setup, &seen, NULL);
    const double period = 2 * M_PI / 0.4;
    int checked = 0;
    for (size_t i = 0; i < seen.count; i++) {
        const double part = fmod(seen.event[i].t, period / 2);
        if (seen.event[i].t < 220) continue;
        if (seen.event[i].to == STAGE_SLIP) assert_near(part, 2.383009565169, 1e-8);
        if (seen.event[i].to == STAGE_STICK) assert_near(part, fmod(7.526803815645, period / 2), 1e-8);
        checked++;
    }
    assert_true(checked >= 10);
    chain_load(&c, 1, 1.25, 0);
    c.setup.final = 20 * 2 * M_PI / 1.25, c.setup.step = 0.05;
    march_run(&c.setup, &seen, NULL);
    size_t late = 0;
    for (size_t i = 0; i < seen.count; i++) {
        if (seen.event[i].t > 10) assert_int_equal(seen.event[i].to, STAGE_SLIP);
        late += seen.event[i].t > 10;
    }
    assert_true(late > 30);
    free(params);
}

/* Without mass, mu falling and then rising: the slip velocity jumps from 0 to .3 and from .1 to 0.  (DI-4) */
static void slip_without_mass_jumps(void **state) {
    (void)state;
    static Seen seen;
    static double v[] = {0, 0.1, 10.1}, mu[] = {0.8, 0.6, 10.6};
    char *params = law_presets(&tabulated_law);
    *(Numbers *)law_field(&tabulated_law, params, "v") = (Numbers){3, v};
    *(Numbers *)law_field(&tabulated_law, params, "mu") = (Numbers){3, mu};
    const double M[4] = {0}, K[4] = {1, -1, -1, 1}, exact = 4 + log(5);
    const Signal push = {.constant = 1}, pull = {.constant = 0.05};
    const SystemContactSetup contact = {
        .tangent = 0, .normal = -1, .normal_force = &push, .friction = {&tabulated_law, params}};
    const SystemDofSignal drive = {1, &pull};
    double error[2];
    for (int i = 0; i < 2; i++) {
        const SystemMarchSetup setup = {.n = 2,
                                        .M = M,
                                        .K = K,
                                        .contact_count = 1,
                                        .contact = &contact,
                                        .drive_count = 1,
                                        .drive = &drive,
                                        .final = 40,
                                        .step = 0.02 / (1 << i)};
        const SystemMarchReport report = march_run(&setup, &seen, NULL);
        assert_int_equal(report.stage_steps, 0);
        assert_true(report.jumps >= 8);
        error[i] = fabs(period_of(&seen) - exact);
    }
    assert_at_most(error[1], 2e-5);
    assert_true(log2(error[0] / error[1]) > 1.9);
    free(params);
}

static double at_rest(const void *params, double state) {
    (void)params, (void)state;
    return 0.6;
}

static double sliding(const void *params, double r, double state) {
    (void)params, (void)r, (void)state;
    return 0.4;
}

static double flat(const void *params, double r, double state) {
    (void)params, (void)r, (void)state;
    return 0;
}

/* mu jumps from .6 at rest to .4: stuck for 2A/V, slipping for 2 (pi - atan(A w/V))/w. */
static void a_jump_of_mu_has_its_closed_form(void **state) {
    (void)state;
    static Seen seen;
    static const FrictionLaw law = {.word = {.name = "jump"},
                                    .constant = true,
                                    .piecewise_linear = true,
                                    .at_rest = at_rest,
                                    .sliding = sliding,
                                    .slope = flat};
    const double K = 25, exact = 1.613777574318281, V = -0.2;
    Chain c;
    chain_make(&c, 1, &K, (Friction){&law, NULL}, V);
    c.push[0].constant = 10;
    c.setup.final = 12, c.setup.step = 2e-3;
    const SystemMarchReport report = march_run(&c.setup, &seen, NULL);
    assert_int_equal(report.undecided, 0);
    assert_near(period_of(&seen), exact, 1e-10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stick_slip_has_the_order_of_its_steps),
        cmocka_unit_test(events_at_once_are_one),
        cmocka_unit_test(a_driven_chain_turns_where_it_should),
        cmocka_unit_test(three_blocks_quake_in_their_order),
        cmocka_unit_test(grazing_is_no_event),
        cmocka_unit_test(slip_without_mass_jumps),
        cmocka_unit_test(a_jump_of_mu_has_its_closed_form),
        cmocka_unit_test(dry_friction_damps_as_den_hartog_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
