/* Questions that a state cannot answer: they are done, unanswered, without a number that reassures, and the
 * verdict says what to do. And what makes the others doubtful is said with them. */
#include "fe_studies/shell.h"
#include "json.h"

static Value *run(const char *words) {
    char command[1000];
    snprintf(command, sizeof command, "%s --json --quiet -o case.h5", words);
    if (shell(command) != 0) fail_msg("%s: %s%s", words, text_out, text_err);
    Value *report = json_read(text_out);
    if (!report) fail_msg("not JSON: %s", text_out);
    return report;
}

static const Value *last_study(const Value *report) {
    const Value *studies = value_get(report, "studies");
    return value_at(studies, value_length(studies) - 1);
}

static const Value *value_of(const Value *report, const char *key) {
    const Value *value = value_get(value_get(last_study(report), "values"), key);
    if (!value) fail_msg("no %s", key);
    return value;
}

static void assert_verdict(const Value *report, const char *certainty, const char *text) {
    const Value *verdict = value_get(last_study(report), "verdict");
    assert_string_equal(value_as_text(value_get(last_study(report), "outcome")), "done");
    assert_contains(value_as_text(value_get(verdict, "text")), text);
    assert_string_equal(value_as_text(value_get(verdict, "certainty")), certainty);
}

static void assert_unanswered(Value *report, const char *key, const char *text) {
    assert_verdict(report, "unanswered", text);
    assert_int_equal(value_kind(value_of(report, key)), VALUE_NULL);
    assert_null(strstr(value_as_text(value_get(value_get(last_study(report), "verdict"), "text")), "grows"));
    value_destroy(&report);
}

/* A rubber block on a plane, pressed and dragged so far. */
static const char block[] =
    "local p = param{ E = 5e6, from = 0, to = 1000, drag = -2e-3, mu = 0.3, ask = 1 }\n"
    "return body { mesh = rectangle{ length = 80*mm, height = 40*mm, cells = {24, 12} },\n"
    " material = elastic{ E = p.E, nu = 0.3, rho = 1200 }, fix = { top = {'x', 'y'} },\n"
    " contact = { side = 'bottom', law = unilateral{}, friction = constant{ mu = p.mu } },\n"
    " load = { press{ side = 'top', by = 0.5e-3 }, drag{ side = 'top', by = {p.drag, 0}, steps = 10 } },\n"
    " study = { path{}, stability{ critical_mu = p.ask ~= 1,\n"
    "   flutter = p.ask == 1 and { from = p.from, to = p.to, up_to_mu = 0 } or false } } }\n";

static void a_state_that_sticks_is_not_asked_for_squeal(void **state) {
    (void)state;
    static const char text[] =
        "this state does not slide: 25 of 25 nodes stick and 0 slide, so squeal was not "
        "examined; drag it further";
    write_file("block.lua", block);
    assert_unanswered(run(JUDDER_COMPANION " run block.lua --set drag=0 --set mu=1"), "flutter", text);
    assert_unanswered(run("mpirun -n 2 " JUDDER_COMPANION " run block.lua --set drag=0 --set mu=1"),
                      "flutter", text);
    /* A few nodes that creep at an edge do not make it slide, nor does a body that spreads when pressed. */
    assert_unanswered(run(JUDDER_COMPANION " run block.lua --set mu=0.4 --set drag=-0.5e-3"), "flutter",
                      "this state does not slide: 21 of 25 nodes stick and 4 slide");
    assert_unanswered(run(JUDDER_COMPANION " run block.lua --set drag=0 --set mu=0.08"), "flutter",
                      "this state does not slide: 24 of 25 nodes slip, but to both sides");
}

/* mu and its slope are those of a speed; without friction nothing pulls to any side. */
static void a_law_that_depends_on_the_speed_needs_it(void **state) {
    (void)state;
    static const char *const laws[] = {
        "exponential{ mu_s = 0.6, mu_d = 0.3, v_c = 0.1 }",
        "rate_state{ mu_0 = 0.5, a = 0.01, b = 0.02, D_c = 1e-6, V_0 = 1e-3 }"};
    char text[2000], name[80];
    for (int i = 0; i < 2; i++) {
        const char *at = strstr(block, "constant{ mu = p.mu }");
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - block), block, laws[i],
                 at + strlen("constant{ mu = p.mu }"));
        write_file("law.lua", text);
        snprintf(name, sizeof name, "friction is %.*s, whose mu and slope depend", (int)strcspn(laws[i], "{"),
                 laws[i]);
        assert_unanswered(run(JUDDER_COMPANION " run law.lua --set drag=-20e-3"), "flutter", name);
    }
    write_file("block.lua", block);
    Value *report = run(JUDDER_COMPANION " run block.lua --set mu=0");
    assert_contains(value_as_text(value_get(value_get(last_study(report), "verdict"), "text")),
                    "sliding at mu = 0: nothing grows");
    value_destroy(&report);
}

static void nothing_on_the_verge_of_slip_is_no_all_clear(void **state) {
    (void)state;
    write_file("block.lua", block);
    Value *report = run(JUDDER_COMPANION " run block.lua --set drag=0 --set mu=1 --set ask=2");
    assert_string_equal(value_as_text(value_of(report, "critical_outcome")), "unanswered");
    assert_int_equal(value_kind(value_of(report, "certified")), VALUE_NULL);
    assert_unanswered(report, "critical_mu",
                      "no contact node is on the verge of slip (25 stick inside their cone, 0 are open)");
}

static void a_band_without_a_root(void **state) {
    (void)state;
    write_file("block.lua", block);
    Value *report = run(JUDDER_COMPANION " run block.lua --set to=10");
    assert_verdict(report, "unanswered",
                   "no root in the band 0 to 10 Hz: the lowest frequency of this body is 2");
    assert_int_equal(value_kind(value_of(report, "flutter")), VALUE_NULL);
    value_destroy(&report);
    report = run("mpirun -n 2 " JUDDER_COMPANION " run block.lua --set to=10");
    assert_verdict(report, "unanswered", "no root in the band 0 to 10 Hz: the lowest frequency");
    value_destroy(&report);
}

/* E in Pa times a million, or a band of MHz for a mesh of centimetres. */
static void units_that_are_wrong_by_a_million(void **state) {
    (void)state;
    write_file("block.lua", block);
    Value *report = run(JUDDER_COMPANION " run block.lua --set E=5e12");
    assert_verdict(report, "unanswered", "no root in the band 0 to 1000 Hz");
    value_destroy(&report);
    report = run(JUDDER_COMPANION " run block.lua --set to=1e9");
    assert_verdict(report, "unanswered",
                   "no root was found near the middle of the band 0 to 1e+09 Hz, though some lie in it: the");
    value_destroy(&report);
    report = run(JUDDER_COMPANION " run block.lua --set to=1e6");
    assert_verdict(report, "unanswered", "the mesh shows no wave of the band 0 to 1e+06 Hz");
    assert_int_equal(value_kind(value_of(report, "flutter")), VALUE_NULL);
    value_destroy(&report);
    assert_int_equal(shell(JUDDER_COMPANION " check block.lua --set E=5e12"), 0);
    assert_contains(text_out, "shear waves would travel at 4e+04 m/s");
    assert_int_equal(shell(JUDDER_COMPANION " check block.lua --set to=10"), 0);
    assert_contains(text_out, "the band ends at 10 Hz, and a body of this size and material swings at 12.");
    assert_int_equal(shell(JUDDER_COMPANION " check block.lua --set to=1e9"), 0);
    assert_contains(text_out, "this mesh shows waves up to ");
    assert_int_equal(shell(JUDDER_COMPANION " check block.lua"), 0);
    assert_null(strstr(text_out, "waves") || strstr(text_out, "swings") ? text_out : NULL);
}

/* In a map of many points, too, what was not answered is told from what is not there. */
static void a_sweep_tells_which_points_were_not_answered(void **state) {
    (void)state;
    static const double expected[] = {3, 2}; /* unanswered, computed */
    write_file("block.lua", block);
    Value *report = run(JUDDER_COMPANION " sweep block.lua --set mu=0.4 --over drag=-0.5e-3,-0.7e-3");
    const Value *columns = value_get(report, "columns"), *rows = value_get(report, "rows");
    size_t at = 0;
    while (at < value_length(columns) &&
           strcmp(value_as_text(value_at(columns, at)), "stability.certainty") != 0)
        at++;
    assert_true(at < value_length(columns));
    for (size_t i = 0; i < 2; i++)
        assert_exact(value_as_number(value_at(value_at(rows, i), at)), expected[i]);
    value_destroy(&report);
}

/* What is found near a frequency is no all-clear for the rest, unless the rest was counted: on one rank a
 * small body is. */
static void what_was_not_looked_at_is_not_excluded(void **state) {
    (void)state;
    write_file("block.lua", block);
    Value *report = run("mpirun -n 2 " JUDDER_COMPANION " run block.lua --set mu=0.001 --set to=1500");
    assert_verdict(report, "computed", "others are not excluded");
    value_destroy(&report);
    report = run(JUDDER_COMPANION " run block.lua --set mu=0.001 --set to=1500");
    assert_verdict(report, "checked", "nothing grows among all 17 roots of the band");
    value_destroy(&report);
}

static void a_mixed_state_says_so(void **state) {
    (void)state;
    write_file("block.lua", block);
    Value *report = run(JUDDER_COMPANION " run block.lua --set mu=0.4 --set drag=-0.7e-3");
    const double slide = value_as_number(value_of(report, "sliding_nodes"));
    char text[200];
    assert_true(slide > 12 && slide < 25);
    snprintf(text, sizeof text, "%.0f of ", slide);
    assert_verdict(report, "computed", text);
    assert_verdict(report, "computed", "this is a mixed state, not steady sliding");
    value_destroy(&report);
}

/* Two squares of four cells, one on the other, that share no node. */
static void write_two_pieces(void) {
    FILE *file = fopen("two.msh", "w");
    assert_non_null(file);
    fputs("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n4\n1 1 \"bottom\"\n1 2 \"top\"\n1 3 "
          "\"middle\"\n2 4 \"all\"\n$EndPhysicalNames\n$Nodes\n18\n",
          file);
    for (int n = 0; n < 18; n++)
        fprintf(file, "%d %g %g 0\n", n + 1, .5 * (n % 3), .5 * (n / 3 % 3) + (n >= 9));
    fputs("$EndNodes\n$Elements\n14\n", file);
    int element = 1;
    static const int from[] = {1, 16, 7}; /* bottom, top, the upper side of the lower one */
    for (int side = 0; side < 3; side++)
        for (int i = 0; i < 2; i++, element++)
            fprintf(file, "%d 1 2 %d %d %d %d\n", element, side + 1, side + 1, from[side] + i,
                    from[side] + i + 1);
    for (int c = 0; c < 8; c++, element++) {
        const int n = 9 * (c / 4) + 3 * (c / 2 % 2) + c % 2 + 1;
        fprintf(file, "%d 3 2 4 4 %d %d %d %d\n", element, n, n + 1, n + 4, n + 3);
    }
    fputs("$EndElements\n", file);
    fclose(file);
}

static void a_body_in_two_pieces(void **state) {
    (void)state;
    write_two_pieces();
    write_file("two.lua",
               "local p = param{ hold = false }\n"
               "return body { mesh = gmsh 'two.msh', material = elastic{ E = 1e9, nu = 0.3, rho = 2000 },\n"
               " fix = { top = {'x', 'y'}, middle = p.hold and {'x', 'y'} or nil },\n"
               " contact = { side = 'bottom', law = unilateral{}, friction = constant{ mu = 0.4 }, state = "
               "'slip-' },\n study = stability{ critical_mu = true, flutter = { up_to_mu = 0 } } }\n");
    Value *report = run(JUDDER_COMPANION " run two.lua");
    assert_int_equal(value_kind(value_of(report, "critical_mu")), VALUE_NULL);
    assert_unanswered(report, "flutter",
                      "the mesh is in 2 pieces that share no node, and 1 of them can move without any force "
                      "(the first with 9 nodes, one at (0, 0, 0))");
    assert_int_equal(shell(JUDDER_COMPANION " check two.lua"), 0);
    assert_contains(text_out, "1 of the 2 pieces of the mesh no fixed side holds, the first with 9 nodes");
    /* A path that they keep from its end names them, and what follows it is unanswered. */
    write_file("pressed.lua",
               "return body { mesh = gmsh 'two.msh', material = elastic{ E = 1e9, nu = 0.3, rho = 2000 },\n"
               " fix = { top = {'x', 'y'} }, load = { press{ side = 'top', force = 1e5 } },\n"
               " contact = { side = 'bottom', law = unilateral{}, friction = constant{ mu = 0.4 } },\n"
               " study = { path{}, stability{ flutter = true } } }\n");
    assert_int_not_equal(shell(JUDDER_COMPANION " run pressed.lua --json --quiet -o case.h5"), 0);
    report = json_read(text_out);
    assert_contains(
        value_as_text(value_get(value_at(value_get(report, "studies"), 0), "reason")),
        "the mesh is in 2 pieces that share no node, and 1 of them can move without any force (the first");
    assert_unanswered(report, "flutter", "join them in the mesh, or fix each");
    /* Held, each is a body of its own. */
    report = run(JUDDER_COMPANION " run two.lua --set hold=true");
    assert_true(value_length(value_of(report, "flutter")) > 0);
    value_destroy(&report);
}

/* A block without friction under a plate: the pressure is the same everywhere. */
static void elements_that_fail_the_patch_test_are_warned_of(void **state) {
    (void)state;
    static const char doubt[] = "corners of second-order tetrahedra take no part of a uniform pressure";
    static const struct {
        const char *words;
        bool even;
    } elements[] = {{"P1", true},
                    {"P2", false},
                    {"Q1", true},
                    {"P1 --set flat=1", true},
                    {"P2 --set flat=1", true},
                    {"Q1 --set flat=1", true}};
    write_file(
        "patch.lua",
        "local p = param{ element = 'Q1', flat = 0 }\n"
        "return body { mesh = p.flat == 1 and rectangle{ length = 1, height = 1, cells = {4, 3}, element "
        "= p.element }\n"
        "   or box{ length = 1, height = 1, depth = 1, cells = {3, 2, 3}, element = p.element },\n"
        " material = elastic{ E = 1e9, nu = 0.3, rho = 2000 },\n"
        " fix = { top = {'y'}, left = {'x'}, back = p.flat == 0 and {'z'} or nil },\n"
        " contact = { side = 'bottom', law = unilateral{}, friction = constant{ mu = 0 } },\n"
        " load = press{ side = 'top', by = 1e-4 }, study = path{} }\n");
    for (size_t i = 0; i < COUNT_OF(elements); i++) {
        char words[200];
        snprintf(words, sizeof words, JUDDER_COMPANION " run patch.lua --set element=%s", elements[i].words);
        Value *report = run(words);
        const double mean = value_as_number(value_of(report, "normal_force")), /* on an area of 1 */
            most = value_as_number(value_of(report, "pressure_max"));
        const bool even = fabs(most / mean - 1) < 1e-9 &&
                          value_as_number(value_of(report, "open_nodes")) == 0,
                   told = strstr(value_as_text(value_get(last_study(report), "note")), doubt);
        if (even != elements[i].even || told == even) fail_msg("%s: %g of %g", elements[i].words, most, mean);
        value_destroy(&report);
    }
    assert_int_equal(shell(JUDDER_COMPANION " check patch.lua --set element=P2"), 0);
    assert_contains(text_out, "the contact side has tetrahedra of second order (P2)");
}

static void answers_on_such_elements_are_in_doubt(void **state) {
    (void)state;
    write_file(
        "cube.lua",
        "return body { mesh = box{ length = 1, height = 1, depth = 1, cells = {2, 2, 2}, element = 'P2' "
        "},\n material = elastic{ E = 1, nu = 0.3, rho = 1 }, fix = { top = {'x', 'y', 'z'} },\n"
        " contact = { side = 'bottom', law = unilateral{}, state = 'slip-', friction = constant{ mu = 0.3 "
        "} },\n study = stability{ critical_mu = true } }\n");
    Value *report = run(JUDDER_COMPANION " run cube.lua");
    assert_verdict(report, "computed", "growth may be far off: take P1 or Q1");
    value_destroy(&report);
}

static void a_curved_side_on_a_flat_obstacle_is_told(void **state) {
    (void)state;
    assert_int_equal(shell(JUDDER_PROGRAM " check " JUDDER_SOURCE_DIR "/cases/hertz_cylinder/case.lua"), 0);
    assert_contains(text_out, " is not flat, its obstacle is: nodes lie up to ");
    assert_contains(text_out, "and 1 of ");
    write_file("block.lua", block);
    assert_int_equal(shell(JUDDER_PROGRAM " check block.lua"), 0);
    assert_null(strstr(text_out, "flat"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_that_sticks_is_not_asked_for_squeal),
        cmocka_unit_test(nothing_on_the_verge_of_slip_is_no_all_clear),
        cmocka_unit_test(a_band_without_a_root),
        cmocka_unit_test(units_that_are_wrong_by_a_million),
        cmocka_unit_test(a_sweep_tells_which_points_were_not_answered),
        cmocka_unit_test(what_was_not_looked_at_is_not_excluded),
        cmocka_unit_test(a_mixed_state_says_so),
        cmocka_unit_test(a_law_that_depends_on_the_speed_needs_it),
        cmocka_unit_test(a_body_in_two_pieces),
        cmocka_unit_test(a_curved_side_on_a_flat_obstacle_is_told),
        cmocka_unit_test(elements_that_fail_the_patch_test_are_warned_of),
        cmocka_unit_test(answers_on_such_elements_are_in_doubt),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
