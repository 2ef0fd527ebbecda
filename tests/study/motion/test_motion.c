/* slider{} and the march of a system{} as a case gives them: values, probes, sound, wrong
 * cases with their line. */
#include "sound/sound.h"
#include "study/motion/motion.h"

/* Stick-slip while the spring is pulled; once that ends there is no period any more. */
static void a_period_is_of_what_goes_on(void **state) {
    (void)state;
    static const char *const text = "return slider { mass = 1, stiffness = 25, normal_force = 10, drive = "
                                    "function(t) return t < %d and 0.2 or 0 "
                                    "end,\n friction = linear{ mu_s = 0.6, mu_d = 0.4, v_c = 1e-6 }, study = "
                                    "march{ final = 30, step = 2e-3 } }\n";
    for (int ends = 0; ends < 2; ends++) {
        char words[600];
        snprintf(words, sizeof words, text, ends ? 12 : 100);
        Value *report = run_text(words, true);
        const double period = number(study_at(report, 0), "period");
        if (ends)
            assert_true(isnan(period));
        else
            assert_near(period, 0.8 + 0.4 * (acos(-1) - atan(2)), 1e-3); /* stick, slip */
        value_destroy(&report);
    }
}

/* The slider of the benchmark BP1 without depth, to 5e8 s, where it creeps: against a classical Runge-Kutta
 * integration of (MO-14), (MO-15) in force and psi, by a program of its own. Then fast slip in fixed steps.
 */
static void a_quasi_dynamic_slider_creeps_and_fails_to_jump(void **state) {
    (void)state;
    static const char *const text =
        "local G, a, b, D_c, V_0, V, N = 2670*3464^2, .010, .015, .008, 1e-6, 1e-9, 50e6\n"
        "local eta, k = G/(2*3464), G/15000\n"
        "return slider { mass = 0, radiation = eta, stiffness = k, normal_force = N, drive = V,\n"
        " friction = rate_state{ form = 'asinh', law = '%s', mu_0 = .6, a = a, b = b, D_c = D_c, V_0 = V_0, "
        "start = "
        "2*V },\n initial = { velocity = V, stretch = 31207078.438950013/k },\n"
        " study = march{ final = %g, step = %g, probe = {5e8} } }\n";
    const struct {
        const char *law;
        double force, slip, moved, y;
    } known[] = {{"aging", 32246748.615881, 8.4156161797e-12, 0.0132344688700, 2.0688225682e-11},
                 {"slip", 32217383.033578, 2.49251954285e-11, 0.0269832072524, 4.43706809501e-11}};
    char words[900];
    for (int k = 0; k < 2; k++) {
        snprintf(words, sizeof words, text, known[k].law, 5e8, 1e5);
        Value *report = run_text(words, true);
        const Value *march = study_at(report, 0);
        assert_near(probe(march, "spring_force", 0), known[k].force, 1e-8 * known[k].force);
        assert_near(probe(march, "slip", 0), known[k].slip, 1e-6 * known[k].slip);
        assert_near(probe(march, "displacement", 0), known[k].moved, 1e-6 * known[k].moved);
        assert_near(probe(march, "state", 0), known[k].y, 1e-6 * known[k].y);
        assert_exact(number(march, "events"), 0);
        assert_exact(number(march, "stick_fraction"), 0);
        assert_exact(number(march, "viscous_loss"), 0);
        assert_true(number(march, "radiated") > 0);
        assert_at_most(number(march, "energy_defect"), 1e-12);
        value_destroy(&report);
    }
    snprintf(words, sizeof words, text, "aging", 1.03e9, 1e6);
    Value *report = run_text(words, false);
    assert_string_equal(value_as_text(value_get(study_at(report, 0), "outcome")), "failed");
    assert_contains(value_as_text(value_get(study_at(report, 0), "reason")), "use tolerance");
    value_destroy(&report);
}

/* A block that slides off a drive which turns: m x'' = k (X - x) - mu N, x = 0 at rest on a
 * spring that holds it. */
static void a_slider_reports_what_the_manual_says(void **state) {
    (void)state;
    Value *report = run_text(
        "return slider {\n mass = 2, stiffness = 8, damping = 0.1, normal_force = function(t) return 5 + t "
        "end,\n"
        " friction = exponential{ mu_s = 0.5, mu_d = 0.3, v_c = 0.2 },\n"
        " drive = function(t) return 0.5*math.cos(t) end, foundation = { velocity = -0.1 },\n"
        " initial = { velocity = 0.2, stretch = 0.01 },\n"
        " study = { march{ final = 6, step = 1e-3, every = 10, probe = {0, 3.00049, 6} }, spectrum{ of = "
        "'slip' } } }",
        true);
    const Value *march = study_at(report, 0);
    assert_true(number(march, "steps") >= 6000); /* events add some */
    assert_at_most(number(march, "energy_defect"), 1e-12);
    assert_true(number(march, "friction_loss") > 0 && number(march, "viscous_loss") > 0);
    assert_near(number(march, "kinetic_energy"), 0.5 * 2 * pow(probe(march, "velocity", 2), 2), 1e-12);
    assert_exact(probe(march, "velocity", 0), 0.2);
    assert_near(probe(march, "slip", 0), 0.3, 1e-15);
    assert_near(probe(march, "spring_force", 0), 8 * 0.01 + 0.1 * 0.3, 1e-14);
    assert_near(probe(march, "normal_force", 2), 11, 1e-9);
    assert_near(number(march, "external_work") - number(march, "friction_loss") -
                    number(march, "viscous_loss") + number(march, "numerical_work"),
                number(march, "kinetic_energy") + number(march, "elastic_energy") - 0.04 - 0.5 * 8 * 1e-4,
                1e-9);
    assert_string_equal(value_as_text(value_get(study_at(report, 1), "outcome")), "done");
    value_destroy(&report);
}

/* A probe between steps: a parabola of displacement is met exactly. */
static void probes_between_steps_follow_the_motion(void **state) {
    (void)state;
    Value *report = run_text("return slider { mass = 1, stiffness = 0, normal_force = 10, drive = 0,\n"
                             " friction = constant{ mu = 0.1 }, initial = { velocity = 2 },\n"
                             " study = march{ final = 1.5, step = 0.1, probe = {0.123, 0.777} } }",
                             true);
    const Value *march = study_at(report, 0);
    for (size_t i = 0; i < 2; i++) {
        const double t = i ? 0.777 : 0.123;
        assert_near(probe(march, "displacement", i), 2 * t - 0.5 * t * t, 1e-12);
        assert_near(probe(march, "velocity", i), 2 - t, 1e-12);
        assert_near(probe(march, "friction_force", i), -1, 1e-13);
    }
    value_destroy(&report);
}

/* Two masses, the first pressed on a belt by its normal dof, the second held: stability and
 * march of one case. */
static const char both[] =
    "return system {\n mass = { {1, 0, 0}, {0, 1, 0}, {0, 0, 1} }, damping = rayleigh{ stiffness = 1e-3 },\n"
    " stiffness = { {30, 10, -5}, {10, 40, -8}, {-5, -8, 20} },\n"
    " contacts = { { normal = 1, tangent = 2, state = 'slip', direction = -1, mu = 0.3, reaction = {-2, "
    "0.6},\n"
    "   friction = %s } },\n"
    " foundation = { velocity = 0.5 }, forces = { { dof = 3, force = function(t) return math.sin(3*t) end } "
    "},\n"
    " initial = { velocity = {0, 0, 0} },\n"
    " study = { %s march{ final = 4, step = 2e-3, probe = {1, 4} } } }";

static void a_system_may_be_asked_and_moved(void **state) {
    (void)state;
    char text[2000];
    snprintf(text, sizeof text, both, "constant{ mu = 0.3 }", "stability{ critical_mu = true },");
    Value *report = run_text(text, true);
    const Value *march = study_at(report, 1);
    assert_at_most(number(march, "energy_defect"), 1e-12);
    assert_exact(number(march, "steps"), 2000);
    assert_true(probe(march, "normal_force_1", 0) >= 0);
    assert_true(fabs(probe(march, "friction_force_1", 0)) <= 0.3 * probe(march, "normal_force_1", 0) + 1e-12);
    const double loss = number(march, "friction_loss");
    value_destroy(&report);
    /* mu alone stands for constant{ mu }. */
    snprintf(text, sizeof text, both, "nil", "");
    report = run_text(text, true);
    assert_near(number(study_at(report, 0), "friction_loss"), loss, 1e-12);
    value_destroy(&report);
}

/* An equilibrium with reactions stays where it is: the loads that balance them act throughout. */
static void an_equilibrium_stays(void **state) {
    (void)state;
    Value *report = run_text("return system { mass = { {0, 0}, {0, 1} }, stiffness = { {4, 1}, {1, 3} },\n"
                             " contacts = { { normal = 1, tangent = 2, friction = constant{ mu = 0.4 }, "
                             "reaction = {-2, 0.5} } },\n"
                             " study = march{ final = 1, step = 0.01, probe = {1} } }",
                             true);
    const Value *march = study_at(report, 0);
    assert_exact(probe(march, "displacement_2", 0), 0);
    assert_near(probe(march, "displacement_1", 0), 0, 1e-15);
    assert_near(probe(march, "normal_force_1", 0), 2, 1e-13);
    assert_near(probe(march, "friction_force_1", 0), 0.5, 1e-13);
    assert_exact(number(march, "stick_fraction"), 1);
    value_destroy(&report);
}

/* A compliant contact bounces and keeps its energy. */
static void a_compliant_contact_bounces(void **state) {
    (void)state;
    Value *report = run_text(
        "return system { mass = { {1, 0}, {0, 1} }, stiffness = { {0, 0}, {0, 1} },\n"
        " contacts = { { normal = 1, tangent = 2, law = compliance{ stiffness = 1e4, power = 1.5 },\n"
        "   friction = constant{ mu = 0 }, gap = 0.5 } },\n"
        " initial = { velocity = {1, 0} }, study = march{ final = 1, step = 1e-4 } }",
        true);
    const Value *march = study_at(report, 0);
    assert_near(number(march, "kinetic_energy"), 0.5, 1e-5);
    assert_near(number(march, "contact_energy"), 0, 1e-5);
    assert_at_most(number(march, "energy_defect"), 1e-12);
    assert_exact(number(march, "events"), 2);
    assert_true(number(march, "open_fraction") > 0.5);
    value_destroy(&report);
}

static void wrong_motions_are_refused(void **state) {
    (void)state;
#define SLIDER                                                                                               \
    "return slider {\n mass = 1, stiffness = 1, normal_force = 1,\n friction = constant{ mu = 0.5 },\n "
    refused(SLIDER "study = march{ final = 1, step = 0.1 }, mass = -1 }", "mass of slider is -1");
    refused(SLIDER "study = march{ final = 1, step = 0.1 }, mass = 0, stiffness = 0 }",
            "mass = 0 without stiffness, damping or radiation");
    refused(
        "return slider { mass = 1, stiffness = 1, normal_force = 1,\n friction = constant{ mu = 0.5, mu_s = "
        "0.4 },\n study = march{ final = 1, step = 0.1 } }",
        "mu_s = 0.4 is below mu = 0.5");
    refused(
        "return slider { mass = 1, stiffness = 1, normal_force = 1,\n friction = rate_state{ form = 'asinh', "
        "mu_0 = 0.6, a = 0, b = 0.01, D_c = 1, V_0 = 1 },\n study = march{ final = 1, step = 0.1 } }",
        "needs a direct effect, a above 0");
    refused(SLIDER "normal_force = -1, study = march{ final = 1, step = 0.1 } }",
            "normal_force of slider is -1");
    refused(SLIDER "study = march{ final = 1, step = 0.1, profile = {1} } }",
            "case.lua:4: a system has no fields inside");
    refused(SLIDER "study = { march{ final = 1, step = 0.1 }, spectrum{ of = 'shear' } } }",
            "records no series shear");
    refused(SLIDER "study = stability{ classes = true } }", "slider has no study stability");
#define SYSTEM "return system { mass = { {1, 0}, {0, 1} }, stiffness = { {1, 0}, {0, 1} },\n contacts = { { "
#define MARCH  " study = march{ final = 1, step = 0.1 } }"
    refused(SYSTEM "tangent = 1, friction = constant{ mu = 1 } } }," MARCH,
            "case.lua:2: contact 1 has neither a normal dof");
    refused(SYSTEM "tangent = 1, normal_force = 1 } }," MARCH, "a march needs friction");
    refused(SYSTEM "tangent = 3, normal_force = 1, mu = 1 } }," MARCH, "tangent is dof 3: there are 2");
    refused(SYSTEM "tangent = 1, normal = 1, mu = 1 } }," MARCH, "used already");
    refused(SYSTEM "tangent = 1, normal = 2, mu = 1, law = pressure{ S = 1 } } }," MARCH,
            "under a given force");
    refused(SYSTEM "tangent = 1, law = unilateral{}, mu = 1, normal_force = 1 } }," MARCH,
            "needs its normal dof");
    refused(SYSTEM "tangent = 1, normal_force = 1, mu = 1, reaction = {-1, 0} } }," MARCH, "and no reaction");
    refused(SYSTEM "tangent = 1, normal = 2, mu = 1, curvature = 1, reaction = {-1, 0} } }," MARCH,
            "flat obstacles");
    refused(SYSTEM "tangent = 1, normal_force = 1, mu = 1 } }, watch = {3}," MARCH, "dofs are 1 to 2");
    refused(SYSTEM "tangent = 1, normal_force = 1, mu = 1 } },\n initial = { velocity = {1} }," MARCH,
            "initial velocity has 1 numbers: needed are 2");
    refused(SYSTEM "tangent = 1, normal_force = 1, mu = 1 } },\n forces = { { dof = 3, force = 1 } }," MARCH,
            "case.lua:3: dof 3: there are 2");
    refused(SYSTEM "tangent = 1, normal_force = 1, mu = 1 } },\n study = stability{ critical_mu = true } }",
            "stability needs the normal dof");
}

/* A normal force that turns negative ends the study with the line of the model; what was computed until
 * then stays. */
/* A path has no time: a drop of friction and creep have no meaning there. */
static void a_path_needs_friction_that_can_rest(void **state) {
    (void)state;
#define BODY                                                                                                 \
    "return body { mesh = rectangle{ length = 2, height = 1, cells = {4, 2} }, material = elastic{ E = 1, "  \
    "nu = 0.3 }, fix = { top = {'x', 'y'} }, load = { press{ side = 'top', by = 0.01 } }, study = "          \
    "path{},\n "                                                                                             \
    "contact = { side = 'bottom', law = unilateral{}, friction = "
    refused(BODY "constant{ mu = 0.3, mu_s = 0.4 } } }",
            "case.lua:2: mu_s = 0.4 above mu = 0.3: path{} follows equilibria");
    refused(BODY "rate_state{ form = 'asinh', mu_0 = 0.6, a = 0.01, b = 0.02, D_c = 1, V_0 = 1 } } }",
            "case.lua:2: form = \"asinh\" has mu(0) = 0");
    refused(BODY "constant{ mu = 0.3, mu_s = 0.2 } } }", "case.lua:2: mu_s = 0.2 is below mu = 0.3");
#undef BODY
}

static void a_negative_force_ends_the_run(void **state) {
    (void)state;
    Value *report = run_text(
        "return slider { mass = 1, stiffness = 1, normal_force = function(t) return 1 - t end,\n"
        " friction = constant{ mu = 0.5 }, drive = 1, study = march{ final = 3, step = 0.1 } }",
        false);
    const Value *study = study_at(report, 0);
    assert_string_equal(value_as_text(value_get(study, "outcome")), "failed");
    assert_contains(value_as_text(value_get(study, "reason")), "case.lua:1: ");
    assert_contains(value_as_text(value_get(study, "reason")), "must not be negative");
    assert_near(number(study, "t_final"), 1, 0.11);
    value_destroy(&report);
}

/* Events to rounding, whatever the step; laws that are not straight are refused, with the line of march{}. */
static void an_exact_march_needs_no_step(void **state) {
    (void)state;
    static const char
        *const text = "return slider { mass = 1, stiffness = 25, normal_force = 10, drive = 0.2,\n"
                      " friction = %s, study =\n march{ final = 20, method = \"exact\"%s } }\n";
    static const char *const linear = "linear{ mu_s = 0.6, mu_d = 0.4, v_c = 1e-6 }";
    char words[600];
    double period[2];
    for (int i = 0; i < 2; i++) {
        snprintf(words, sizeof words, text, linear, i ? ", step = 0.3" : "");
        Value *report = run_text(words, true);
        period[i] = number(study_at(report, 0), "period");
        assert_near(period[i], 1.61378765, 1e-8);
        assert_at_most(number(study_at(report, 0), "energy_defect"), 1e-13);
        assert_contains(value_as_text(value_get(study_at(report, 0), "note")), "exact to rounding");
        value_destroy(&report);
    }
    assert_exact(period[0], period[1]);
    snprintf(words, sizeof words, text, "stribeck{ mu_s = 0.6, mu_d = 0.4, v_c = 1e-3 }", "");
    refused(words, "case.lua:3: method = \"exact\" is not for this system: a friction law is curved");
    snprintf(words, sizeof words, text, linear, ", order = 4");
    refused(words, "case.lua:3: method = \"exact\" has no error between events: leave order out");
    snprintf(words, sizeof words, text, linear, ", tolerance = 1e-3");
    refused(words, "leave tolerance out");
}

/* While a block sticks nothing of its error tells how fast its load varies: no slip may be stepped over. */
static void adaptive_steps_see_the_loads_of_what_sticks(void **state) {
    (void)state;
    double events[2];
    for (int k = 0; k < 2; k++) {
        char words[500];
        snprintf(
            words, sizeof words,
            "return system { mass = {{1}}, stiffness = {{1}}, contacts = {{ tangent = 1, normal_force = 1, "
            "friction = constant{ mu = 1 } }},\n forces = {{ dof = 1, force = function(t) return "
            "1.1*math.cos(3*t) end }}, study = march{ final = 30, %s } }\n",
            k ? "tolerance = 1e-9" : "method = 'exact'");
        Value *report = run_text(words, true);
        events[k] = number(study_at(report, 0), "events");
        value_destroy(&report);
    }
    assert_true(events[0] > 10);
    assert_exact(events[1], events[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_period_is_of_what_goes_on),
        cmocka_unit_test(a_quasi_dynamic_slider_creeps_and_fails_to_jump),
        cmocka_unit_test(a_slider_reports_what_the_manual_says),
        cmocka_unit_test(probes_between_steps_follow_the_motion),
        cmocka_unit_test(a_system_may_be_asked_and_moved),
        cmocka_unit_test(an_equilibrium_stays),
        cmocka_unit_test(a_compliant_contact_bounces),
        cmocka_unit_test(wrong_motions_are_refused),
        cmocka_unit_test(a_path_needs_friction_that_can_rest),
        cmocka_unit_test(a_negative_force_ends_the_run),
        cmocka_unit_test(an_exact_march_needs_no_step),
        cmocka_unit_test(adaptive_steps_see_the_loads_of_what_sticks),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
