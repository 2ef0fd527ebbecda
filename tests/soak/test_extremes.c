/* Ratios at the ends of what numbers can say: the right answer, or a word why there is none; never a hang. */
#include "crash/resume.h"
#include "json.h"

#include <math.h>

#define SINE      "load = function(t) return 1.6*math.sin(t) end, "
#define FALL(v_c) "friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = " v_c " }, "
#define INCLUSION(friction, selection)                                                                       \
    "return inclusion { " SINE friction "selection = " selection                                             \
    ", study = march{ final = 20, step = 1e-3, probe = {1, 5, 9} } }\n"
#define SLAB(material, contact)                                                                              \
    "return slab { height = 1, material = elastic{ rho = 1, " material " }, contact = " contact              \
    ", " FALL("0.5") "foundation = { velocity = 0.5 }, selection = mass{ epsilon = 0.1 }, "                  \
                     "study = march{ final = 10, step = 1e-2, probe = {1, 5, 9} } }\n"
#define BODY(element, nu, mu, drag)                                                                          \
    "return body { mesh = rectangle{ length = 1, height = 0.5, cells = {8, 4}, element = \"" element         \
    "\" }, fix = { top = {\"x\", \"y\"} }, material = elastic{ E = 1, nu = " nu " }, "                       \
    "contact = { side = \"bottom\", law = unilateral{}, friction = constant{ mu = " mu " } }, "              \
    "load = { press{ side = \"top\", by = 0.01 }, drag{ side = \"top\", by = {" drag ", 0}, steps = 5 } }, " \
    "study = path{} }\n"
#define SYSTEM(mu)                                                                                           \
    "return system { mass = {{1, 0}, {0, 1}}, stiffness = {{40, 0}, {0, 30}}, "                              \
    "contacts = { { normal = 1, tangent = 2, friction = constant{ mu = " mu " } } }, "                       \
    "forces = { { dof = 1, force = 10 } }, foundation = { velocity = 0.1 }, "                                \
    "study = march{ final = 2, step = 1e-3, probe = {0.5, 1} } }\n"

/* A number that the first study tells: of its values, or of a probe at its second time. */
typedef struct Expected {
    const char *key;
    double number, tolerance;
} Expected;

typedef struct Extreme {
    const char *name, *text;
    int status;
    const char *word;     /* in what it says; NULL: none is required */
    Expected expected[4]; /* ends with no key */
} Extreme;

/* While it slides v = 1.6 sin t -/+ 0.5 (IN-1). */
#define SINE_AT_5 (-1.5342788394610213)
#define SLIDING   (SINE_AT_5 + 0.5)

static const Extreme simple[] = {
    {"epsilon 1e-300",
     INCLUSION(FALL("0.1"), "mass{ epsilon = 1e-300 }"),
     1,
     "changes faster than doubles can separate times",
     {{0}}},
    {"epsilon 1e-9",
     INCLUSION(FALL("0.1"), "mass{ epsilon = 1e-9 }"),
     0,
     NULL,
     {{"v", SLIDING, 1e-6}, {"residual", 0, 1e-9}}},
    {"v_c 1e-300",
     INCLUSION(FALL("1e-300"), "perfect_delay{}"),
     0,
     NULL,
     {{"v", SLIDING, 1e-12}, {"jumps", 13, 0}}},
    {"mu_s 5e-324",
     "return inclusion { friction = exponential{ mu_s = 5e-324, mu_d = 0.2, v_c = 2.8 }, "
     "load = table_of{ t = {0, 1}, value = {0, 1} }, study = march{ final = 1, step = 0.1 } }\n",
     1,
     "changes faster than doubles can separate times",
     {{0}}},
    {"mu 0",
     INCLUSION("friction = constant{ mu = 0 }, ", "perfect_delay{}"),
     0,
     NULL,
     {{"v", SINE_AT_5, 1e-12}, {"jumps", 0, 0}}},
    {"mu 100", INCLUSION("friction = constant{ mu = 100 }, ", "perfect_delay{}"), 0, NULL, {{"v", 0, 0}}},
    {"S 1e300",
     SLAB("lambda = 1, G = 1", "pressure{ S = 1e300 }"),
     0,
     NULL,
     {{"stick_fraction", 1, 0}, {"velocity_1", 0.5, 1e-15}, {"energy_defect", 0, 1e-6}}},
    {"S 1e-300",
     SLAB("lambda = 1, G = 1", "pressure{ S = 1e-300 }"),
     0,
     NULL,
     {{"stick_fraction", 0, 0}, {"velocity_1", 0, 1e-15}, {"energy_defect", 0, 1e-6}}},
    {"D_c 5e-324",
     "return slab { height = 3.5, material = elastic{ lambda = 7, G = 0.21, rho = 0.35 }, "
     "contact = unilateral{ squeeze = 0.88 }, initial = { strain = {0, 0.1, 0} }, "
     "friction = rate_state{ mu_0 = 0.11, a = 5.4, b = 1e16, D_c = 5e-324, V_0 = 0.26, law = 'slip', start = "
     "2.1 }, "
     "study = march{ final = 0.7, step = 0.008 } }\n",
     1,
     "misses the balance of its energy",
     {{0}}},
    {"c_2/c_1 near 1",
     SLAB("lambda = -0.999999, G = 1", "unilateral{ squeeze = 1e-3 }"),
     0,
     NULL,
     {{"pressure", 1.000001e-3, 1e-12}, {"energy_defect", 0, 1e-6}}},
    {"nu 0.4999999",
     SLAB("E = 1, nu = 0.4999999", "unilateral{ squeeze = 1e-3 }"),
     0,
     NULL,
     {{"pressure", 1e-3 * 0.5000001 / (1.4999999 * 2e-7), 1e-5}, {"energy_defect", 0, 1e-6}}},
    {"a load that rises in no time",
     "return inclusion { " FALL("0.1") "load = table_of{ t = {0.5, 0.5}, value = {0, 1.3} }, "
                                       "study = march{ final = 1, step = 0.1 } }\n",
     0,
     NULL,
     {{"v_final", 0.8, 1e-12}, {"jumps", 1, 0}}},
    {"a march of no length",
     "return inclusion { " FALL("0.1") SINE "study = march{ final = 0, step = 0.1 } }\n",
     2,
     "final of march is 0",
     {{0}}},
    {"many events",
     "return inclusion { " FALL("0.1") SINE
     "study = march{ final = 5000*math.pi, step = 0.1, every = 1000 } }\n",
     0,
     NULL,
     {{"jumps", 10000, 0}}},
};

static const Extreme joined[] = {
    {"system, mu 0", SYSTEM("0"), 0, NULL, {{"displacement_2", 0, 1e-12}}},
    {"system, mu 100", SYSTEM("100"), 0, NULL, {{"velocity_2", 0.1, 1e-12}}},
    {"body, mu 0",
     BODY("Q1", "0.3", "0", "0.005"),
     0,
     NULL,
     {{"slip_nodes", 9, 0}, {"tangential_force", 0, 1e-15}, {"complementarity_defect", 0, 1e-12}}},
    {"body, mu 100",
     BODY("Q1", "0.3", "100", "0.005"),
     0,
     NULL,
     {{"stick_nodes", 9, 0}, {"events", 0, 0}, {"complementarity_defect", 0, 1e-12}}},
    /* As at 0.4999: what is incompressible changes no more. */
    {"body, nu 0.4999999",
     BODY("P2", "0.4999999", "0.3", "0.005"),
     0,
     NULL,
     {{"normal_force", 0.0436, 1e-4}, {"complementarity_defect", 0, 1e-12}}},
    {"body, nu 0.4999", BODY("P2", "0.4999", "0.3", "0.005"), 0, NULL, {{"normal_force", 0.0436, 1e-4}}},
    {"body that locks", BODY("Q1", "0.4999999", "0.3", "0.005"), 0, "P1 and Q1 are far too stiff", {{0}}},
    {"a drag of no length",
     BODY("Q1", "0.3", "0.3", "0"),
     0,
     NULL,
     {{"tangential_force", 0, 1e-15}, {"complementarity_defect", 0, 1e-12}}},
};

static void judge(const Extreme *one, const Value *study) {
    for (const Expected *e = one->expected; e->key; e++) {
        const Value *value = value_get(value_get(study, "values"), e->key);
        if (!value) value = value_at(value_get(value_get(study, "probes"), e->key), 1);
        if (!value) fail_msg("%s: no %s", one->name, e->key);
        const double found = value_as_number(value);
        if (!(fabs(found - e->number) <= e->tolerance))
            fail_msg("%s: %s is %.17g, not %.17g", one->name, e->key, found, e->number);
    }
}

static char *slurp(const char *name) {
    static char text[1 << 22];
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void meet(const Extreme *one) {
    write_text("case.lua", one->text);
    const pid_t child = start("run case.lua -o extreme.h5 --json");
    int waited = 0;
    for (; waited < 6000 && !has_ended(child); waited++) usleep(10000);
    if (!has_ended(child)) kill(child, SIGKILL);
    const int status = finish(child);
    if (status != one->status) fail_msg("%s: status %d: %s", one->name, status, message());
    if (one->word) assert_contains(message(), one->word);
    if (status == 2) return;
    Value *report = json_read(slurp("out.txt"));
    assert_non_null(report);
    judge(one, value_at(value_get(report, "studies"), 0));
    value_destroy(&report);
}

static void one_dimension(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(simple); i++) meet(&simple[i]);
}

static void events_are_all_kept(void **state) {
    (void)state;
    Reader *reader = NULL;
    assert_int_equal(reader_open("extreme.h5", &reader), JUDDER_OK);
    assert_int_equal(reader->studies[0].events, 10000);
    reader_close(&reader);
}

static void systems_and_bodies(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(joined); i++) meet(&joined[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_dimension), cmocka_unit_test(events_are_all_kept),
                                       cmocka_unit_test(systems_and_bodies)};
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
