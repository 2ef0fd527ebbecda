/* The body as a case gives it: what the words make, and wrong cases refused with their line. */
#include "judder_test.h"
#include "study/body/body_model.h"
#include "study/run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/judder-body-XXXXXX";

static int enter(void **state) {
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave(void **state) {
    (void)state;
    unlink("part.geo");
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

typedef struct Fields {
    const char *mesh, *fix, *contact, *load, *study, *material;
    const char *more; /* after the study */
} Fields;

static const Fields good = {"rectangle{ length = 2, height = 1, cells = {4, 2} }",
                            "{ top = {'x', 'y'} }",
                            "{ side = 'bottom', law = unilateral{}, friction = constant{ mu = 0.3 } }",
                            "press{ side = 'top', by = 0.01 }",
                            "path{}",
                            "elastic{ E = 1, nu = 0.3 }",
                            NULL};

/* Each field on a line of its own: mesh 2, material 3, fix 4, contact 5, load 6, study 7. */
static JudderErr check(Fields f, Value **plan) {
    char text[2000];
    snprintf(text, sizeof text,
             "return body {\n mesh = %s,\n material = %s,\n fix = %s,\n contact = %s,\n"
             " load = { %s },\n study = %s,\n %s }\n",
             f.mesh, f.material, f.fix, f.contact, f.load, f.study, f.more ? f.more : "");
    const CaseOptions options = {.words = vocabulary()};
    Case *read = NULL;
    JudderErr err = case_read_text("case.lua", text, strlen(text), &options, &read);
    if (err == JUDDER_OK) err = run_check(read, NULL, plan);
    case_destroy(&read);
    return err;
}

static void assert_good(Fields f, const char *note) {
    Value *plan = NULL;
    if (check(f, &plan) != JUDDER_OK) fail_msg("%s", error_message());
    assert_string_equal(value_as_text(value_at(plan, 0)), note);
    value_destroy(&plan);
}

static void assert_refused(Fields f, const char *message) {
    Value *plan = NULL;
    assert_int_equal(check(f, &plan), JUDDER_INPUT);
    assert_string_equal(error_message(), message);
}

static void meshes(void **state) {
    (void)state;
    Fields f = good;
    assert_good(f, "path through 1 load, 15 nodes, 8 cells, 5 contact nodes");
    f.material = "viscous{ E = 1, nu = 0.3, eta = 0 }"; /* where a sweep of it may begin */
    f.mesh = "rectangle{ length = 2, height = 1, cells = {4, 2}, element = 'P2', diagonals = 'mirrored', "
             "grade_x = {1, 0.1, 1} }";
    assert_good(f, "path through 1 load, 45 nodes, 16 cells, 9 contact nodes");
    f.mesh = "box{ length = 2, height = 1, depth = 1, cells = {4, 2, 3} }";
    f.fix = "{ top = {'x', 'y', 'z'} }";
    assert_good(f, "path through 1 load, 60 nodes, 24 cells, 20 contact nodes");
}

static void refused_meshes(void **state) {
    (void)state;
    Fields f = good;
    f.mesh = "rectangle{ length = 2, height = 1, cells = {4} }";
    assert_refused(f, "case.lua:2: cells has 1 numbers: 2 are needed, one a direction");
    f.mesh = "rectangle{ length = 2, height = 1, cells = {4, 2.5} }";
    assert_refused(f, "case.lua:2: cells has 2.5: integers are needed");
    f.mesh = "rectangle{ length = 2, height = 1, cells = {1e4, 1e4} }";
    assert_refused(f, "case.lua:2: cells make 1e+08 in all: at most 2e7 are allowed");
    f.mesh = "rectangle{ length = 2, height = 1, cells = {4, 2}, grade_x = {1, 2, 3, 4} }";
    assert_refused(f, "case.lua:2: grade_x has 4 numbers: {first, last} or {first, middle, last} is needed");
    f.mesh = "gmsh 'part.msh'";
    assert_refused(f, "case.lua:2: part.msh cannot be opened: No such file or directory");
    f.mesh = "gmsh '../part.msh'";
    assert_int_equal(check(f, NULL), JUDDER_INPUT);
}

static void refused_sides_and_loads(void **state) {
    (void)state;
    Fields f = good;
    f.fix = "{ tap = 'x' }";
    assert_refused(f, "case.lua:4: the mesh has no side tap: did you mean top?");
    f.fix = "{ top = {'x', 'z'} }";
    assert_refused(f, "case.lua:4: top is fixed in z: the mesh has x and y alone");
    f.fix = "{ top = 'x' }";
    assert_refused(f, "case.lua:6: side top is not fixed in y, so it cannot be moved there: add it to fix");
    f.fix = "{ top = 'y' }";
    assert_good(f, "path through 1 load, 15 nodes, 8 cells, 5 contact nodes");
    f = good;
    f.load = "press{ side = 'top', by = 1, force = 1 }";
    assert_refused(f, "case.lua:6: press takes a force or by, a displacement: one of them, and only one");
    f.load = "drag{ side = 'top', by = {1} }";
    assert_refused(f, "case.lua:6: by has 1 numbers: 2 are needed, one a direction");
    f.load = "drag{ side = 'upper-end', by = {1, 0} }";
    assert_refused(f, "case.lua:6: the mesh has no side upper-end: its sides are left, right, bottom, top");
    f.load = "gravity{ value = {0, -9.81} }";
    assert_refused(f, "case.lua:6: gravity needs the density rho of the material");
    f.load = "traction{ {side = 'left', value = {1, 2, 3}} }";
    assert_refused(f, "case.lua:6: value has 3 numbers: 2 are needed, one a direction");
    f.load = "traction{ steps = 3 }";
    assert_refused(f, "case.lua:6: traction needs at least one { side = ..., value = {...} }");
}

static void refused_contacts_and_studies(void **state) {
    (void)state;
    Fields f = good;
    f.contact = "{ side = 'under', law = unilateral{}, friction = constant{ mu = 0.3 } }";
    assert_refused(f, "case.lua:5: the mesh has no side under: its sides are left, right, bottom, top");
    f.contact = "{ side = 'bottom', law = unilateral{ squeeze = 1 }, friction = constant{ mu = 0.3 } }";
    assert_refused(f, "case.lua:5: a body is squeezed by press{} or move{}: leave squeeze out");
    f.contact =
        "{ side = 'bottom', law = compliance{ eta = 1, stiffness = 1 }, friction = constant{ mu = 0.3 } }";
    assert_refused(f, "case.lua:5: compliance takes eta, or stiffness: one of them, and only one");
    f.contact = "{ side = 'bottom', law = unilateral{}, friction = constant{ mu = 0.3 }, normal = {0, -1} }";
    assert_refused(f,
                   "case.lua:5: the normal of the obstacle points away from the body: it must point from the "
                   "obstacle towards the side bottom");
    f.contact = "{ side = 'bottom', law = pressure{ S = function(t) return 1 end }, friction = constant{ mu "
                "= 0.3 } }";
    assert_refused(f, "case.lua:5: S varies in time: a path has none, so a number is needed");
    f.contact = "{ side = 'bottom', law = pressure{ S = 1 }, friction = constant{ mu = 0.3 } }";
    f.load = "press{ side = 'top', force = 1 }";
    assert_refused(
        f, "case.lua:6: under a given pressure the force of a plate is not free: press by a displacement");
    f = good;
    f.study = "path{ watch = { {1, 1}, {9, 0} } }";
    assert_refused(f, "case.lua:7: point 2 of watch has x = 9: the body goes from 0 to 2");
    f.study = "path{ watch = { {0, 0, 0} } }";
    assert_refused(f, "case.lua:7: watch has points of 3 numbers: 2 are needed");
    f.study = "period{ final = 1, step = 0.1 }";
    assert_refused(f, "case.lua:7: body has no study period: it has path, stability, march, limit, spectrum");
}

static void marches(void **state) {
    (void)state;
    Fields f = good;
    f.material = "elastic{ E = 1, nu = 0.3, rho = 1 }";
    f.study = "{ path{}, march{ final = 1, step = 0.1 } }";
    Value *plan = NULL;
    if (check(f, &plan) != JUDDER_OK) fail_msg("%s", error_message());
    assert_string_equal(
        value_as_text(value_at(plan, 1)),
        "march to t = 1 s, about 10 steps, by method implicit from the end of the path, 15 nodes, 5 "
        "contact nodes");
    value_destroy(&plan);
    f.load = "press{ side = 'top', by = function(t) return t end }, traction{ {side = 'left', value = "
             "{function(t) "
             "return t end, 3}} }, gravity{ value = function(t) return 0, t end }";
    f.study = "march{ final = 1, step = 0.1, watch = { {0, 0} }, fields = 3 }";
    f.more = "foundation = { velocity = {0.1, 0} }, initial = { velocity = function(x, y) return x, y end }, "
             "method = "
             "'explicit', selection = mass{ epsilon = 1 }, damping = rayleigh{ mass = 1 }";
    assert_good(f, "march to t = 1 s, about 10 steps, by method explicit, 15 nodes, 5 contact nodes");
}

static void refused_marches(void **state) {
    (void)state;
    Fields f = good;
    f.study = "march{ final = 1, step = 0.1 }";
    assert_refused(f, "case.lua:3: a body in motion needs the density rho of its material, a number > 0");
    f.material = "elastic{ E = 1, nu = 0.3, rho = 1 }";
    assert_refused(
        f,
        "case.lua:6: the march would start with a side displaced by 0.01 at once: put path{} before it, or "
        "let it be a function of t that is 0 at t = 0");
    f.load = "move{ side = 'top', to = function(t) return 0, t - 1 end }";
    assert_refused(
        f, "case.lua:6: the march would start with a side displaced by -1 at once: put path{} before it, or "
           "let it be a function of t that is 0 at t = 0");
    f.load = "press{ side = 'top', force = 3 }";
    assert_refused(f,
                   "case.lua:6: a march presses to no force by itself: put path{} before it, or use force{}, "
                   "traction{} or press{ by }");
    f.load = "gravity{ value = {0, -9.81} }";
    f.study = "march{ final = 1, step = 0.1, profile = {1} }";
    assert_refused(f, "case.lua:7: a body has no profiles: fields keeps its fields");
    f.study = "march{ final = 1, step = 0.1, watch = { {0, 7} } }";
    assert_refused(f, "case.lua:7: point 1 of watch has y = 7: the body goes from 0 to 1");
    f.study = "march{ final = 1, step = 0.1 }";
    f.contact =
        "{ side = 'bottom', law = unilateral{}, friction = formula(function(v, theta) return 1 end) }";
    assert_refused(f, "case.lua:5: mu depends on several variables: a body has only the slip speed");
    f.contact = good.contact;
    f.more = "damping = matrix_market 'x'";
    assert_refused(f, "case.lua:8: the damping of a body is rayleigh{ mass, stiffness }");
    f.more = "";
    f.load = "drag{ side = 'left', by = function(t) return t, 0 end }";
    assert_refused(f, "case.lua:6: side left is not fixed in x, so it cannot be moved there: add it to fix");
    f.load = "force{ side = 'left', value = 3 }";
    assert_int_equal(check(f, NULL), JUDDER_INPUT);
    assert_contains(error_message(),
                    "value of force is 3: allowed is a list, each a number N or a function of t");
}

static void questions_of_stability(void **state) {
    (void)state;
    Fields f = good;
    f.study = "{ path{}, stability{ critical_mu = true, classes = true } }";
    Value *plan = NULL;
    if (check(f, &plan) != JUDDER_OK) fail_msg("%s", error_message());
    assert_string_equal(value_as_text(value_at(plan, 1)),
                        "stability of the end of the path, 15 nodes, 5 contact nodes: critical mu classes");
    value_destroy(&plan);
    f.contact = "{ side = 'bottom', law = unilateral{}, friction = constant{ mu = 0.3 }, state = 'slip-' }";
    f.study = "stability{ critical_mu = true }";
    assert_good(f, "stability of imposed impending slip, 15 nodes, 5 contact nodes: critical mu");
}

static void refused_questions_of_stability(void **state) {
    (void)state;
    Fields f = good;
    f.study = "stability{ critical_mu = true }";
    assert_refused(f, "case.lua:7: stability of which state? Put path{} before it, or set contact.state = "
                      "\"slip-\", \"slip+\" or \"slip\"");
    f.study = "{ stability{ critical_mu = true }, path{} }";
    assert_refused(f, "case.lua:7: stability of which state? Put path{} before it, or set contact.state = "
                      "\"slip-\", \"slip+\" or \"slip\"");
    f.study = "{ path{}, stability{} }";
    assert_refused(f, "case.lua:7: stability requests nothing: allowed for bodies are critical_mu, growth, "
                      "rate, classes, flutter");
    f.study = "{ path{}, stability{ flutter = { to = 5 } } }";
    assert_refused(f, "case.lua:7: flutter needs the density rho of the material");
    f.study = "{ path{}, stability{ flutter = { pressure = 1 } } }";
    f.material = "elastic{ E = 1, nu = 0.3, rho = 1 }";
    assert_refused(f, "case.lua:7: pressure is for an imposed state: a path has its own forces");
    f.contact = "{ side = 'bottom', law = unilateral{}, friction = constant{ mu = 0.3 }, state = 'slip+' }";
    f.study = "stability{ flutter = { speed = 1 } }";
    assert_refused(f, "case.lua:7: speed with an imposed state needs the pressure of the contact");
    f.study = "stability{ rate = true }";
    assert_refused(f, "case.lua:7: rate needs the states of a path, whose last load goes on");
    f.contact = good.contact;
    f.material = good.material;
    f.study = "{ path{}, stability{ critical_mu = true, at = {0.5, 7} } }";
    assert_refused(f, "case.lua:7: at has 7: 0 to 1, the number of loads");
    f.study = "{ path{}, stability{ critical_mu = true, at = {} } }";
    assert_refused(f, "case.lua:7: at of stability is an empty table: allowed is one of \"end\", \"every\", "
                      "or a list of numbers");
    f.study = "{ path{}, stability{ growth = {} } }";
    assert_refused(f, "case.lua:7: growth needs the density rho of the material");
    f.study = "{ path{}, stability{ classes = true, at = 'every' } }";
    assert_refused(f,
                   "case.lua:7: at = \"every\" or a list needs critical_mu = true and the states of a path");
    f.study = "{ path{}, stability{ critical_mu = true } }";
    f.contact = "{ side = 'bottom', law = pressure{ S = 1 }, friction = constant{ mu = 0.3 } }";
    assert_refused(f, "case.lua:5: stability needs the law unilateral{}");
}

#define UNILATERAL "{ side = 'bottom', law = unilateral{}, friction = constant{ mu = 0.3 }"

static void stability_in_space(void **state) {
    (void)state;
    Fields f = good;
    f.study = "stability{ critical_mu = true, across = 'free' }";
    f.contact = UNILATERAL ", state = 'slip-' }";
    assert_refused(f, "case.lua:7: across is for bodies in 3-D: in 2-D nothing lies across the slip");
    f.mesh = "box{ length = 2, height = 1, depth = 1, cells = {4, 2, 3} }";
    f.fix = "{ top = {'x', 'y', 'z'} }";
    assert_good(f, "stability of imposed impending slip, 60 nodes, 20 contact nodes: critical mu");
    f.contact = UNILATERAL ", state = 'slip' }";
    assert_refused(f, "case.lua:5: state = \"slip\" in which direction? Give contact.direction, or a drag{} "
                      "among the loads");
    f.load = "drag{ side = 'top', by = {0, 0, 0.1} }";
    assert_good(f, "stability of imposed impending slip, 60 nodes, 20 contact nodes: critical mu");
    f.contact = UNILATERAL ", state = 'slip', direction = {1, 0} }";
    assert_refused(f, "case.lua:5: the direction of the slip has 2 numbers: 3 are needed");
    f.contact = UNILATERAL ", state = 'slip+', direction = {1, 0, 0} }";
    assert_refused(f, "case.lua:5: contact.direction is for state = \"slip\"");
}

static void write_part(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    fputs(text, file);
    fclose(file);
}

static void assert_geo_refused(const char *text, const char *why) {
    Fields f = good;
    f.mesh = "gmsh 'part.geo'";
    write_part("part.geo", text);
    assert_int_equal(check(f, &(Value *){NULL}), JUDDER_INPUT);
    assert_contains(error_message(), why);
}

/* A .geo file can run programs: one that tries is refused before gmsh sees it; so is one of which each
 * process would make another mesh. */
static void geo_files_that_reach_out_or_change_by_themselves(void **state) {
    (void)state;
    static const char *const reach[] = {
        "SystemCall \"touch pwned\";",   "Point(1) = {0, 0, 0};\nInclude \"x\";",
        "Merge\"/etc/passwd\";",         "Field[1] = ExternalProcess;",
        "Field[1].CommandLine = \"x\";", "Field[1] = Structured; Field[1].FileName = \"/etc/passwd\";",
        "s = GetEnv(\"HOME\");",         "General.TmpFileName = \"x\";"};
    static const char *const change[] = {"x = Cpu;", "x = Memory;", "s = Today;", "x = FileExists(\"/x\");"};
    for (size_t i = 0; i < COUNT_OF(reach); i++)
        assert_geo_refused(reach[i], "could reach files or programs");
    for (size_t i = 0; i < COUNT_OF(change); i++) assert_geo_refused(change[i], "another mesh each time");
}

#define CORNERS(l)                                                                                           \
    "Point(1) = {0, 0, 0, " l "}; Point(2) = {" l ", 0, 0, " l "}; Point(3) = {" l ", " l ", 0, " l "};\n"   \
    "Point(4) = {0, " l ", 0, " l "};\n"
#define SQUARE                                                                                               \
    "Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};\n"                              \
    "Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1}; Physical Surface(1) = {1};\n"                     \
    "Physical Curve(\"bottom\") = {1}; Physical Curve(\"top\") = {3};\n"

/* What gmsh complains about is said once, with the file of the user and its line. */
static void geo_files_with_mistakes(void **state) {
    (void)state;
    if (system("gmsh --version >/dev/null 2>&1") != 0) skip_without("gmsh");
    Fields f = good;
    Value *plan = NULL;
    f.mesh = "gmsh 'part.geo'";
    write_part("part.geo", CORNERS("1") "Line(1) = {1, 2;\n");
    assert_int_equal(check(f, &plan), JUDDER_INPUT);
    assert_contains(error_message(), "/part.geo:3: gmsh: syntax error (;)");
    write_part("part.geo", CORNERS("1") "\nLine(1) = {1, 7};\n");
    assert_int_equal(check(f, &plan), JUDDER_INPUT);
    assert_contains(error_message(),
                    "/part.geo:4: gmsh: Could not add line (Unknown control point 7 in GEO curve 1)");
    write_part("part.geo", CORNERS("1") "Line(1) = {1, 2};\n");
    assert_int_equal(check(f, &plan), JUDDER_INPUT);
    assert_contains(error_message(), "/part.geo, meshed by gmsh: byte ");
    assert_null(strstr(error_message(), "judder_mesh"));
}

/* A drawing in millimetres: asked about, and scaled. */
static void meshes_in_other_units(void **state) {
    (void)state;
    if (system("gmsh --version >/dev/null 2>&1") != 0) skip_without("gmsh");
    Fields f = good;
    write_part("part.geo", CORNERS("80") SQUARE);
    f.mesh = "gmsh 'part.geo'";
    assert_good(f,
                "path through 1 load, 5 nodes, 4 cells, 2 contact nodes; the body is 80 m long: is its mesh "
                "in millimetres? Then gmsh{ file = \"part.geo\", scale = 1e-3 }");
    f.mesh = "gmsh{ file = 'part.geo', scale = 1e-3 }";
    f.study = "path{ watch = { {0.08, 0} } }";
    assert_good(f, "path through 1 load, 5 nodes, 4 cells, 2 contact nodes");
    f.study = "path{ watch = { {0.09, 0} } }";
    assert_refused(f, "case.lua:7: point 1 of watch has x = 0.09: the body goes from 0 to 0.08");
    f.study = "path{}";
    f.mesh = "gmsh{ file = 'part.geo', scale = 1e-12 }";
    assert_good(f,
                "path through 1 load, 5 nodes, 4 cells, 2 contact nodes; the body is 8e-11 m long: scale is "
                "the length of a unit of the mesh, in m");
    f.mesh = "gmsh{ file = 'part.geo', scale = 0 }";
    assert_refused(f, "case.lua:2: scale of gmsh is 0: allowed is a number > 0 m");
}

static void misspelt_series(void **state) {
    (void)state;
    Fields f = good;
    f.material = "elastic{ E = 1, nu = 0.3, rho = 1 }";
    f.study =
        "{ path{}, march{ final = 1, step = 0.1, watch = { {0, 0}, {2, 0} } }, spectrum{ of = 'sip_2' } }";
    Value *plan = NULL;
    assert_int_equal(check(f, &plan), JUDDER_INPUT);
    assert_contains(error_message(),
                    "case.lua:7: a march of body records no series sip_2: did you mean slip_2?");
    f.study = "{ path{}, march{ final = 1, step = 0.1, watch = { {0, 0} } }, spectrum{ of = 'slip_2' } }";
    assert_int_equal(check(f, &plan), JUDDER_INPUT);
    assert_contains(error_message(), "records no series slip_2: did you mean slip?");
    f.study = "{ path{}, march{ final = 1, step = 0.1, watch = { {0, 0} } }, spectrum{ of = 'slip' } }";
    assert_int_equal(check(f, &plan), JUDDER_OK);
    value_destroy(&plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(meshes),
                                       cmocka_unit_test(refused_meshes),
                                       cmocka_unit_test(refused_sides_and_loads),
                                       cmocka_unit_test(refused_contacts_and_studies),
                                       cmocka_unit_test(marches),
                                       cmocka_unit_test(refused_marches),
                                       cmocka_unit_test(questions_of_stability),
                                       cmocka_unit_test(refused_questions_of_stability),
                                       cmocka_unit_test(stability_in_space),
                                       cmocka_unit_test(geo_files_that_reach_out_or_change_by_themselves),
                                       cmocka_unit_test(geo_files_with_mistakes),
                                       cmocka_unit_test(meshes_in_other_units),
                                       cmocka_unit_test(misspelt_series)};
    return cmocka_run_group_tests(tests, enter, leave);
}
