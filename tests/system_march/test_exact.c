/* The exact march against closed forms and numbers found in two other ways each.  (MO-7) */
#include "system_march/exact_cases.h"

typedef struct Expected {
    double t;
    int contact;
    StepperEventKind kind;
} Expected;

static void assert_events(const Run *run, size_t count, const Expected *expected, double tolerance) {
    assert_int_equal(run->count, count);
    for (size_t i = 0; i < count; i++) {
        assert_near(run->event[i].t, expected[i].t, tolerance);
        assert_int_equal(run->event[i].contact, expected[i].contact);
        assert_int_equal(run->event[i].kind, expected[i].kind);
    }
}

/* The last event of a kind that comes before a time. */
static double last_of(const Run *run, StepperEventKind kind, double before) {
    for (size_t i = run->count; i-- > 0;)
        if (run->event[i].kind == kind && run->event[i].t < before) return run->event[i].t;
    fail_msg("no event of kind %d", (int)kind);
    return 0;
}

/* Sticks for 2A/V, slips for 2 (pi - atan(A w/V))/w with A = (mu_s - mu) N/k. */
static void static_and_kinetic_friction_has_its_period(void **state) {
    (void)state;
    const double V[] = {.2, .05}, period[] = {1.613777574318281, 3.8780605285366625};
    static Run run;
    for (int i = 0; i < 2; i++) {
        Oscillator o;
        oscillator_make(&o, 1, 1);
        o.K[0] = 25, o.law[0] = (Drop){.6, .4}, o.normal[0].constant = 10;
        o.belt.constant = o.v[0] = V[i];
        o.setup.final = 40;
        run_march(&o.setup, &run);
        const double last = last_of(&run, STEPPER_SLIP, 40), before = last_of(&run, STEPPER_SLIP, last);
        assert_near(last - before, period[i], 1e-12);
        assert_near(run.event[0].t, 10 * .6 / (25 * V[i]), 1e-13);
    }
}

/* Amplitude of the motion that is left after many periods: the displacement at its last turn. */
static double amplitude_of(double F, double b, double periods, StepperEventKind turns, Run *run) {
    Oscillator o;
    oscillator_single(&o, F);
    oscillator_drive(&o, 1, b, 0);
    o.u[0] = .3;
    o.setup.final = periods * 2 * M_PI / b;
    run_march(&o.setup, run);
    const double turn = last_of(run, turns, o.setup.final);
    Run *end = malloc(sizeof *end);
    assert_non_null(end);
    o.setup.final = turn;
    run_march(&o.setup, end);
    const double amplitude = fabs(end->u[0]);
    free(end);
    return amplitude;
}

static void den_hartog_without_stops(void **state) {
    (void)state;
    const double F[] = {.5, .5, .2}, b[] = {1.25, 2, .6},
                 amplitude[] = {1.282556850343, .220479275922, 1.550602854687};
    static Run run;
    for (int i = 0; i < 3; i++) {
        assert_near(amplitude_of(F[i], b[i], 80, STEPPER_REVERSE, &run), amplitude[i], 1e-11);
        /* a reversal is no stick */
        for (size_t k = run.count / 2; k < run.count; k++)
            assert_int_equal(run.event[k].kind, STEPPER_REVERSE);
    }
}

static void den_hartog_with_a_stop_in_each_half_cycle(void **state) {
    (void)state;
    const double F[] = {.5, .8}, b[] = {.4, .5}, amplitude[] = {1.07907406678322, 1.02078517361116},
                 leaves[] = {2.383009565169, 2.696353779073}, stops[] = {7.526803815645, 7.103237719284};
    static Run run;
    for (int i = 0; i < 2; i++) {
        const double half = M_PI / b[i], end = 20 * 2 * half;
        assert_near(amplitude_of(F[i], b[i], 20, STEPPER_STICK, &run), amplitude[i], 1e-11);
        assert_near(fmod(last_of(&run, STEPPER_SLIP, end), half), fmod(leaves[i], half), 1e-11);
        assert_near(fmod(last_of(&run, STEPPER_STICK, end), half), fmod(stops[i], half), 1e-11);
    }
}

static void chain(Oscillator *o) {
    oscillator_make(o, 2, 2);
    const double K[] = {2, -1, -1, 1.5};
    memcpy(o->K, K, sizeof K);
    o->normal[1].constant = 1.5;
}

static void a_forced_chain_has_its_events(void **state) {
    (void)state;
    const Expected expected[] = {
        {1.5827318406193, 1, STEPPER_REVERSE},  {3.2953864163889, 2, STEPPER_SLIP},
        {4.3149372451589, 1, STEPPER_REVERSE},  {5.7111732217972, 2, STEPPER_REVERSE},
        {7.6258653573905, 1, STEPPER_STICK},    {8.3001378226559, 1, STEPPER_SLIP},
        {8.9353838710113, 2, STEPPER_REVERSE},  {11.7352401048152, 1, STEPPER_REVERSE},
        {12.7768415565227, 2, STEPPER_REVERSE}, {15.318403643984, 1, STEPPER_REVERSE},
        {16.1723757292431, 2, STEPPER_REVERSE}, {18.8435921377855, 1, STEPPER_REVERSE},
        {19.7467556181404, 2, STEPPER_REVERSE}};
    Oscillator o;
    static Run run;
    chain(&o);
    o.law[0] = (Drop){.4, .4}, o.law[1] = (Drop){.3, .3};
    oscillator_drive(&o, 1.2, .9, 0);
    o.setup.final = 20;
    run_march(&o.setup, &run);
    assert_events(&run, sizeof expected / sizeof *expected, expected, 1e-12);
    assert_near(run.u[0], -.558459110238, 1e-12);
    assert_near(run.u[1], -.978235335065, 1e-12);
    assert_near(run.v[0], .471451181703, 1e-12);
    assert_near(run.v[1], .105835454672, 1e-12);
}

static void a_chain_on_a_belt_has_its_events(void **state) {
    (void)state;
    const Expected expected[] = {{2.5, 1, STEPPER_SLIP},
                                 {3.886719123668, 2, STEPPER_SLIP},
                                 {9.077805590577, 1, STEPPER_STICK},
                                 {10.304985979537, 1, STEPPER_SLIP},
                                 {10.885003452578, 2, STEPPER_STICK},
                                 {11.58968741253, 2, STEPPER_SLIP},
                                 {16.745505442164, 1, STEPPER_STICK},
                                 {18.132431852794, 1, STEPPER_SLIP},
                                 {24.557495073037, 1, STEPPER_STICK},
                                 {25.911599551652, 1, STEPPER_SLIP}};
    Oscillator o;
    static Run run;
    chain(&o);
    o.law[0] = (Drop){.5, .3}, o.law[1] = (Drop){.4, .3};
    o.belt.constant = o.v[0] = o.v[1] = .2;
    o.setup.final = 30;
    run_march(&o.setup, &run);
    assert_events(&run, sizeof expected / sizeof *expected, expected, 2e-12);
    assert_near(run.u[0], .412710511358, 2e-12);
    assert_near(run.u[1], .4110347727064, 2e-12);
    assert_near(run.v[0], -.1080160744412, 2e-12);
    assert_near(run.v[1], -.1506309868098, 2e-12);
}

static void an_impact_oscillator_has_its_speed(void **state) {
    (void)state;
    const double w[] = {2.2, 1.8}, speed[] = {1.74263987912, 2.372217205916},
                 phase[] = {2.5787380275, .5120294484};
    static Run run;
    for (int i = 0; i < 2; i++) {
        Oscillator o;
        oscillator_obstacle(&o, 0, .8, .5);
        o.K[0] = o.K[3] = 1, o.C[3] = .1;
        o.u[1] = -.5;
        oscillator_drive(&o, 1, w[i], 0);
        o.setup.final = 120 * 2 * M_PI / w[i];
        run_march(&o.setup, &run);
        const Told *last = &run.event[run.count - 1];
        assert_int_equal(last->kind, STEPPER_IMPACT);
        assert_near(last->from, speed[i], 1e-10);
        assert_near(last->to, -.8 * last->from, 1e-14);
        assert_near(fmod(w[i] * last->t, 2 * M_PI), phase[i], 1e-9);
        assert_exact(run.u[0], 0);
    }
}

/* Rest after sqrt(2h/g)(1 + e)/(1 - e). */
static void a_bouncing_ball_comes_to_rest(void **state) {
    (void)state;
    const double h[] = {.5, 1, .2}, e[] = {.7, .8, .95}, g = 9.81;
    static Run run;
    for (int i = 0; i < 3; i++) {
        Oscillator o;
        oscillator_obstacle(&o, h[i], e[i], .3);
        o.K[0] = 1;
        o.force.constant = g;
        o.setup.force_count = 1;
        o.setup.final = 10;
        run_march(&o.setup, &run);
        assert_near(run.event[0].t, sqrt(2 * h[i] / g), 1e-14);
        assert_int_equal(run.report.accumulations, 1);
        assert_near(last_of(&run, STEPPER_STICK, 10), sqrt(2 * h[i] / g) * (1 + e[i]) / (1 - e[i]), 3e-6);
        assert_near(run.u[1], h[i], 0);
        assert_near(run.pressure, g, 1e-14);
        assert_near(run.energy.impact, -g * h[i], 1e-12);
    }
}

static void rod(Oscillator *o, double mu) {
    const double angle = M_PI / 3, off = -.75 * sin(angle) * cos(angle);
    oscillator_obstacle(o, 0, 0, mu);
    o->M[0] = 1 - .75 * sin(angle) * sin(angle), o->M[3] = 1 - .75 * cos(angle) * cos(angle);
    o->M[1] = o->M[2] = off;
}

/* Both forces are constant in a mode: the joined rows give the acceleration. */
static void a_rod_slides_to_rest(void **state) {
    (void)state;
    Oscillator o;
    static Run run;
    rod(&o, .5);
    static Signal along = {.constant = 0}, down = {.constant = 0};
    along.constant = 9.81 * o.M[1], down.constant = 9.81 * o.M[3];
    const SystemDofSignal forces[] = {{0, &along}, {1, &down}};
    o.setup.force = forces, o.setup.force_count = 2;
    o.v[0] = 1;
    o.setup.final = .05;
    run_march(&o.setup, &run);
    assert_near(run.pressure, 4.088319277314, 1e-11);
    assert_near(run.v[0], 1 - 11.954401355037 * .05, 1e-11);
    o.setup.final = .2;
    run_march(&o.setup, &run);
    assert_int_equal(run.count, 1);
    assert_int_equal(run.event[0].kind, STEPPER_STICK);
    assert_near(run.event[0].t, .083651198442, 1e-11);
    assert_near(run.u[0], .041825599221, 1e-11);
    assert_near(run.pressure, 7.970625, 1e-12);
    assert_near(run.friction, -along.constant, 1e-12);
}

/* The load reaches the bound of friction, or passes it a little: what is no event, and what a step of any
 * length must not miss. */
static void what_only_touches_is_no_event(void **state) {
    (void)state;
    Oscillator o;
    static Run run;
    oscillator_single(&o, 1);
    oscillator_drive(&o, 1, 1, -M_PI / 2);
    o.setup.final = 6;
    run_march(&o.setup, &run);
    assert_int_equal(run.count, 0);
    assert_exact(run.u[0], 0);
    const double more[] = {1e-6, 1e-4},
                 slip[2][2] = {{1.569382113822, 4.71097476423}, {1.556654780389, 4.698244253262}},
                 stop[2][2] = {{1.573624750478, 4.715217410432}, {1.599077157316, 4.740676170812}};
    for (int i = 0; i < 2; i++) {
        o.load.amplitude = 1 + more[i];
        run_march(&o.setup, &run);
        const Expected expected[] = {{slip[i][0], 1, STEPPER_SLIP},
                                     {stop[i][0], 1, STEPPER_STICK},
                                     {slip[i][1], 1, STEPPER_SLIP},
                                     {stop[i][1], 1, STEPPER_STICK}};
        assert_events(&run, 4, expected, i ? 1e-10 : 1e-8);
    }
}

/* What the refusal says. */
static void assert_refused(const Oscillator *o, const char *why) {
    SystemMarch *march = NULL;
    assert_int_equal(system_march_create(&o->setup, &march), JUDDER_INPUT);
    assert_null(march);
    assert_non_null(strstr(error_message(), why));
}

static void systems_that_are_not_linear_are_refused(void **state) {
    (void)state;
    char *curved = law_weakening(&exponential_law, .6, .4, "v_c", .1),
         *straight = law_weakening(&linear_law, .6, .4, "v_c", .1),
         *aging = law_rate_state(.02, .05, .3, 1e-3, 0);
    Oscillator o;
    oscillator_single(&o, .5);
    o.setup.final = 1;
    o.contact[0].friction = (Friction){&exponential_law, curved};
    assert_refused(&o, "curved");
    o.contact[0].friction = (Friction){&rate_state_law, aging};
    assert_refused(&o, "state");
    o.contact[0].friction = (Friction){&linear_law, straight};
    o.normal[0] = (Signal){.function = {.call = cosine_at, .context = &(Cosine){.1, 1, 0}}};
    assert_refused(&o, "varies in time");
    o.normal[0] = (Signal){.constant = 1};
    o.setup.tolerance = 1e-3;
    assert_refused(&o, "tolerance");
    o.setup.tolerance = 0;
    o.M[0] = 0;
    assert_refused(&o, "no mass");
    oscillator_obstacle(&o, 0, 0, .5);
    o.setup.final = 1;
    o.contact[0].friction = (Friction){&linear_law, straight};
    assert_refused(&o, "normal force follows");
    free(curved), free(straight), free(aging);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(static_and_kinetic_friction_has_its_period),
        cmocka_unit_test(den_hartog_without_stops),
        cmocka_unit_test(den_hartog_with_a_stop_in_each_half_cycle),
        cmocka_unit_test(a_forced_chain_has_its_events),
        cmocka_unit_test(a_chain_on_a_belt_has_its_events),
        cmocka_unit_test(an_impact_oscillator_has_its_speed),
        cmocka_unit_test(a_bouncing_ball_comes_to_rest),
        cmocka_unit_test(a_rod_slides_to_rest),
        cmocka_unit_test(what_only_touches_is_no_event),
        cmocka_unit_test(systems_that_are_not_linear_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
