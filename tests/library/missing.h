/* What the calls with a missing pointer need that is not missing, and the calls of the models. */
#ifndef JUDDER_TESTS_LIBRARY_MISSING_H
#define JUDDER_TESTS_LIBRARY_MISSING_H

#include "library_test.h"

static judder_law *law;
static judder_graph *graph;
static judder_inclusion *inclusion;
static judder_slab *slab;
static judder_beam *beam;
static judder_system *tested; /* the system */
static judder_certificate *certificate;
static judder_run *run;

static const double two_by_two[] = {2, 1, 1, 2}, pair[] = {-1, -1}, zeros[] = {0, 0};
static const judder_lcp lcp = {2, two_by_two, pair};
static const double eye[] = {1, 0, 0, 1};
static const judder_eicp eicp = {2, two_by_two, eye};
static const char case_text[] = "return inclusion{ friction = constant{ mu = 0.5 }, load = 0.2, selection = "
                                "perfect_delay{}, study = march{ final = 1, step = 0.1 } }";
static const judder_case given = {.file = "c.lua", .text = case_text};

static judder_status at(void *context, const double *x, double *F, double *J) {
    (void)context;
    F[0] = x[0] - 1;
    if (J) J[0] = 1;
    return JUDDER_STATUS_OK;
}
static const judder_mcp mcp = {.n = 1, .at = at};

static judder_status fall(void *context, double x, double *y) {
    (void)context;
    *y = 0.5 + 0.1 / (1 + x);
    return JUDDER_STATUS_OK;
}

static const judder_contact contact = {
    .normal = 0, .tangent = 1, .state = JUDDER_CONTACT_SLIP, .direction = 1, .mu = 0.3};
static const double stiffness[] = {4, 1, 1, 1};
static const judder_system_setup system_setup = {
    .n = 2, .mass = eye, .stiffness = stiffness, .contacts = &contact, .contact_count = 1, .load = pair};

static judder_inclusion_setup inclusion_setup(void) {
    return (judder_inclusion_setup){.graph = graph, .load = {.constant = 0.2}, .final = 1, .step = 0.1};
}
static judder_slab_setup slab_setup(void) {
    return (judder_slab_setup){.height = 1,
                               .lambda = 1,
                               .G = 1,
                               .rho = 1,
                               .squeeze = 0.1,
                               .law = law,
                               .epsilon = 0.1,
                               .final = 1,
                               .step = 0.1};
}
static judder_beam_setup beam_setup(void) {
    return (judder_beam_setup){.law = law, .velocity = {.constant = 1}, .final = 1, .step = 0.1};
}

static int make_objects(void **state) {
    (void)state;
    const judder_param mu = {"mu", 0.5, NULL};
    good(judder_law_create("constant", &mu, 1, &law));
    good(judder_graph_create(1, 1, law, &graph));
    const judder_inclusion_setup i = inclusion_setup();
    const judder_slab_setup s = slab_setup();
    const judder_beam_setup b = beam_setup();
    good(judder_inclusion_create(&i, &inclusion));
    good(judder_slab_create(&s, &slab));
    good(judder_beam_create(&b, &beam));
    good(judder_system_create(&system_setup, &tested));
    double x[2];
    judder_eicp_report report;
    good(judder_eicp_least(&eicp, NULL, x, &certificate, &report));
    good(judder_case_run(&given, NULL, &run));
    return 0;
}

static int let_objects_go(void **state) {
    (void)state;
    judder_run_destroy(&run);
    judder_certificate_destroy(&certificate);
    judder_system_destroy(&tested);
    judder_beam_destroy(&beam);
    judder_slab_destroy(&slab);
    judder_inclusion_destroy(&inclusion);
    judder_graph_destroy(&graph);
    judder_law_destroy(&law);
    return 0;
}

/* A status, with words of its own. */
#define REFUSED(call)                                                                                        \
    do {                                                                                                     \
        judder_error_set(JUDDER_STATUS_INPUT, "");                                                           \
        if ((call) != JUDDER_STATUS_INPUT || !judder_error_message()[0]) fail_msg("%s", #call);              \
    } while (0)
/* No status: 0, false, NULL or no number; with words if something was needed. */
#define NOTHING(call)                                                                                        \
    do {                                                                                                     \
        judder_error_set(JUDDER_STATUS_INPUT, "");                                                           \
        if (call) fail_msg("%s", #call);                                                                     \
        if (!judder_error_message()[0]) fail_msg("without a message: %s", #call);                            \
    } while (0)
#define NO_NUMBER(call) NOTHING(!isnan(call))

static void laws(void) {
    judder_law *made = NULL;
    const judder_param param = {"mu", 0.5, NULL}, nameless = {NULL, 1, NULL};
    REFUSED(judder_law_create(NULL, &param, 1, &made));
    REFUSED(judder_law_create("constant", NULL, 1, &made));
    REFUSED(judder_law_create("constant", &nameless, 1, &made));
    REFUSED(judder_law_create("constant", &param, 1, NULL));
    REFUSED(judder_law_create_tabulated(NULL, eye, 2, &made));
    REFUSED(judder_law_create_tabulated(eye, NULL, 2, &made));
    REFUSED(judder_law_create_tabulated(zeros, eye, 2, NULL));
    REFUSED(judder_law_create_formula(NULL, NULL, &made));
    REFUSED(judder_law_create_formula(fall, NULL, NULL));
    REFUSED(judder_law_create_thermal(NULL, NULL, &made));
    REFUSED(judder_law_create_thermal(NULL, NULL, NULL));
    assert_null(made);
    judder_law_destroy(NULL);
    judder_law_destroy(&made);
    assert_null(judder_law_name(1000000));
    NO_NUMBER(judder_law_at_rest(NULL, 0));
    NO_NUMBER(judder_law_value(NULL, 1, 0));
    NO_NUMBER(judder_law_slope(NULL, 1, 0));
    NOTHING(judder_law_bends(NULL, NULL, 0));
    NOTHING(judder_law_bends(law, NULL, 3));
    double number;
    REFUSED(judder_law_steepest_fall(NULL, &number));
    REFUSED(judder_law_steepest_fall(law, NULL));
    NOTHING(judder_law_has_state(NULL));
    NO_NUMBER(judder_law_state_start(NULL));
    NO_NUMBER(judder_law_state_advance(NULL, 0, 1, 1));
}

static void inclusions(void) {
    judder_graph *made = NULL;
    REFUSED(judder_graph_create(1, 1, NULL, &made));
    REFUSED(judder_graph_create(1, 1, law, NULL));
    REFUSED(judder_graph_create_points(NULL, 2, &made));
    REFUSED(judder_graph_create_points(two_by_two, 2, NULL));
    assert_null(made);
    judder_graph_destroy(NULL);
    judder_graph_destroy(&made);
    judder_root root;
    double low, high;
    NOTHING(judder_graph_roots(NULL, 0.1, &root, 1));
    assert_int_equal(judder_graph_roots(graph, 0.1, NULL, 1), 1);
    judder_graph_interval(NULL, 1, &low, &high);
    assert_true(isnan(low) && isnan(high));
    judder_graph_interval(graph, 1, NULL, NULL);
    NO_NUMBER(judder_graph_residual(NULL, 1, 1));
    judder_inclusion *motion = NULL;
    judder_inclusion_setup setup = inclusion_setup();
    REFUSED(judder_inclusion_create(NULL, &motion));
    REFUSED(judder_inclusion_create(&setup, NULL));
    setup.jump_count = 1;
    REFUSED(judder_inclusion_create(&setup, &motion));
    setup = inclusion_setup(), setup.load.count = 2;
    REFUSED(judder_inclusion_create(&setup, &motion));
    setup = inclusion_setup(), setup.graph = NULL;
    REFUSED(judder_inclusion_create(&setup, &motion));
    assert_null(motion);
    judder_inclusion_destroy(NULL);
    judder_inclusion_destroy(&motion);
    double v;
    REFUSED(judder_inclusion_advance(NULL, 0, &v));
    REFUSED(judder_inclusion_advance(inclusion, 0, NULL));
    judder_rows no_room = {.room = 5};
    judder_inclusion_report report;
    REFUSED(judder_inclusion_march(NULL, NULL, &report));
    REFUSED(judder_inclusion_march(inclusion, &no_room, &report));
}

static void slabs(void) {
    judder_slab *made = NULL;
    judder_slab_setup setup = slab_setup();
    judder_slab_state now;
    judder_rows no_room = {.room = 5};
    double z[] = {0.5}, u[3];
    judder_setup_field field;
    NOTHING(judder_setup_field_at(NULL, 0, &field));
    NOTHING(judder_setup_field_at("slab", 0, NULL));
    REFUSED(judder_slab_create(NULL, &made));
    REFUSED(judder_slab_create(&setup, NULL));
    setup.law = NULL;
    REFUSED(judder_slab_create(&setup, &made));
    assert_null(made);
    judder_slab_destroy(NULL);
    judder_slab_destroy(&made);
    REFUSED(judder_slab_march(NULL, 1, NULL, NULL));
    REFUSED(judder_slab_march(slab, 1, &no_room, NULL));
    NOTHING((judder_slab_now(NULL, &now), 0));
    NOTHING((judder_slab_now(slab, NULL), 0));
    REFUSED(judder_slab_profile(NULL, z, 1, u, u));
    REFUSED(judder_slab_profile(slab, NULL, 1, u, u));
    REFUSED(judder_slab_profile(slab, z, 1, NULL, u));
    REFUSED(judder_slab_profile(slab, z, 1, u, NULL));
    NO_NUMBER(judder_slab_step(NULL));
    NOTHING(judder_slab_steps(NULL));
}

static void beams(void) {
    judder_beam *made = NULL;
    judder_beam_setup setup = beam_setup();
    judder_beam_state now;
    judder_beam_steady steady;
    judder_rows no_room = {.room = 5};
    double u[2];
    REFUSED(judder_beam_create(NULL, &made));
    REFUSED(judder_beam_create(&setup, NULL));
    setup.law = NULL;
    REFUSED(judder_beam_create(&setup, &made));
    assert_null(made);
    judder_beam_destroy(NULL);
    judder_beam_destroy(&made);
    REFUSED(judder_beam_march(NULL, 1, NULL, NULL));
    REFUSED(judder_beam_march(beam, 1, &no_room, NULL));
    NOTHING((judder_beam_now(NULL, &now), 0));
    NOTHING((judder_beam_now(beam, NULL), 0));
    NOTHING((judder_beam_profile(NULL, 2, u, u), 0));
    NOTHING((judder_beam_profile(beam, 2, NULL, u), 0));
    NOTHING((judder_beam_profile(beam, 2, u, NULL), 0));
    NOTHING(judder_beam_steps(NULL));
    REFUSED(judder_beam_steady_at(NULL, 1, &steady));
    REFUSED(judder_beam_steady_at(beam, 1, NULL));
}

#endif
