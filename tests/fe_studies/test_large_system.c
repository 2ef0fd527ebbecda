/* Systems of more than 2000 dofs from files, as a user brings them from another code: handed over, the same
 * answers as the body they were made of, on one and two ranks; and what is refused. */
#include "fe_studies/shell.h"
#include "json.h"
#include "stability/systems.h"

enum { NODES = 33, DOFS = 2 * NODES * (NODES - 1) };

/* The block of the tables, n = 33: normal dofs point down, into the floor. Entries of an element one after
 * the other, as programs that assemble write them. */
static void write_matrices(void) {
    const double a = 1.0 / (NODES - 1), b = a / 2;
    double K[64], M[64];
    square_element(a, b, .3, K, M);
    FILE *file = fopen("K.mtx", "w"), *mass = fopen("M.mtx", "w");
    assert_non_null(file);
    assert_non_null(mass);
    /* The top row of elements has its upper nodes fixed: half of its entries are missing. */
    const int rows = NODES - 1, whole = rows * (rows - 1) * 64, top = rows * 16;
    fprintf(file, "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n", DOFS, DOFS, whole + top);
    fprintf(mass, "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n", DOFS, DOFS,
            rows * (rows - 1) * 8 + rows * 4);
    for (int cell = 0; cell < rows * rows; cell++) {
        const int corner = cell / rows * NODES + cell % rows,
                  node[4] = {corner, corner + 1, corner + NODES + 1, corner + NODES};
        for (int i = 0; i < 8; i++) {
            const int to_i = 2 * node[i / 2] + i % 2;
            if (to_i < DOFS) fprintf(mass, "%d %d %.17g\n", to_i + 1, to_i + 1, a * b / 4);
            for (int j = 0; j < 8; j++) {
                const int to_j = 2 * node[j / 2] + j % 2;
                const double turn = (i % 2 ? -1 : 1) * (j % 2 ? -1 : 1);
                if (to_i < DOFS && to_j < DOFS)
                    fprintf(file, "%d %d %.17g\n", to_i + 1, to_j + 1, turn * K[8 * i + j]);
            }
        }
    }
    fclose(file);
    fclose(mass);
    file = fopen("contacts.csv", "w");
    assert_non_null(file);
    fprintf(file, "# floor\nnormal,tangent,state,direction,mu\n");
    for (int i = 0; i < NODES; i++) fprintf(file, "%d,%d,slip,-1,0.4\n", 2 * i + 2, 2 * i + 1);
    fclose(file);
}

static void write_case(const char *more, const char *study) {
    char text[1000];
    snprintf(text, sizeof text,
             "return system {\n stiffness = matrix_market \"K.mtx\",\n mass = matrix_market \"M.mtx\",\n"
             " contact_table = \"contacts.csv\",\n %s\n study = stability{ %s } }\n",
             more, study);
    write_file("case.lua", text);
}

static Value *run(const char *before) {
    char command[800];
    snprintf(command, sizeof command, "%s %s run case.lua --json --quiet", before,
             before[0] ? JUDDER_COMPANION : JUDDER_PROGRAM);
    if (shell(command) != 0) fail_msg("%s%s", text_out, text_err);
    Value *report = json_read(text_out);
    if (!report) fail_msg("not JSON: %s", text_out);
    return report;
}

static const Value *values_of(const Value *report) {
    return value_get(value_at(value_get(report, "studies"), 0), "values");
}

static double number(const Value *values, const char *key) {
    const Value *value = value_get(values, key);
    if (!value || value_kind(value) == VALUE_NULL) fail_msg("no %s", key);
    return value_as_number(value);
}

/* Of a table of objects. */
static double entry(const Value *values, const char *list, size_t at, const char *key) {
    return number(value_at(value_get(values, list), at), key);
}

static void divergence_and_flutter_side_by_side(void **state) {
    (void)state;
    for (int ranks = 1; ranks <= 2; ranks++) {
        write_case("", ranks == 1 ? "critical_mu = true, flutter = { to = .95, up_to_mu = .3, count = 6 }"
                                  : "critical_mu = true, flutter = { to = .95, up_to_mu = 0, count = 6 }");
        Value *report = run(ranks == 1 ? "" : "mpirun -n 2");
        const Value *v = values_of(report);
        assert_near(number(v, "critical_mu"), 2.2143214410, 1e-9);
        assert_true(value_as_flag(value_get(v, "certified")));
        assert_near(entry(v, "flutter", 0, "re"), .21034899, 1e-8); /* at the mu of the contacts, .4 */
        assert_true(value_as_flag(value_get(v, "free_is_stable")));
        if (ranks == 1) {
            assert_near(number(v, "flutter_mu"), .24526804, 6e-9);
            assert_near(number(v, "flutter_frequency") * 2 * M_PI, 5.65763, 6e-6);
            assert_string_equal(value_as_text(value_get(v, "comes_first")), "flutter");
        }
        value_destroy(&report);
    }
}

static void growth_classes_and_damping(void **state) {
    (void)state;
    write_case("damping = rayleigh{ stiffness = .02 },",
               "classes = true, growth = { mu = 2.5 }, "
               "flutter = { up_to_mu = .6, count = 5, participation = true }");
    Value *report = run("");
    const Value *v = values_of(report);
    assert_near(number(v, "flutter_mu"), .5102, 5e-5);
    assert_true(value_length(value_get(v, "growth")) > 0);
    assert_true(value_as_flag(value_get(v, "is_P")));
    /* The parts of all contacts are d lam/d mu: against the roots at two mu nearby. */
    const Value *root = value_at(value_get(v, "flutter"), 0), *parts = value_get(root, "participation");
    assert_int_equal(value_length(parts), NODES);
    double sum = 0;
    for (size_t i = 0; i < value_length(parts); i++) sum += number(value_at(parts, i), "re");
    const double im = number(root, "im");
    value_destroy(&report);
    double re[2];
    for (int k = 0; k < 2; k++) {
        char study[200];
        snprintf(study, sizeof study, "flutter = { mu = %.17g, up_to_mu = 0, count = 5 }", k ? .401 : .399);
        write_case("damping = rayleigh{ stiffness = .02 },", study);
        report = run("");
        v = values_of(report);
        double least = INFINITY;
        for (size_t i = 0; i < value_length(value_get(v, "flutter")); i++) {
            const double distance = fabs(entry(v, "flutter", i, "im") - im);
            if (distance < least) least = distance, re[k] = entry(v, "flutter", i, "re");
        }
        value_destroy(&report);
    }
    assert_near(sum / ((re[1] - re[0]) / .002), 1, 1e-3);
}

static void what_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *table, *study, *message;
    } bad[] = {
        {"normal,tangent,state\n2,1,grazing\n", "critical_mu = true", "contacts.csv:2: contact 1 grazes"},
        {"normal,tangent,state\n2,1,open\n", "critical_mu = true", "needs a contact in the state slip"},
        {"normal,tangent,state,direction\n2,3000,slip,1\n", "critical_mu = true",
         "contacts.csv:2: dofs 2 and 3000 of a contact: the system has 2112"},
        {"normal,tangent,state,direction\n2,1,slip,1\n", "flutter = {}",
         "contacts.csv:2: contact 1 needs its mu, since flutter uses it"},
        {"normal,tangent,state,direction\n2,1,slip,1\n4,1,slip,1\n", "critical_mu = true",
         "contacts.csv:3: tangent of contact 2 is dof 1, which contact 1 has already"},
        {"normal,tangent,state,direction,mu\n2,1,slip,1,1\n", "rate = true", "at most 2000 dofs"},
        {"normal,tangent,state,colour\n", "critical_mu = true", "contacts.csv:1: the column \"colour\""}};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        write_file("contacts.csv", bad[i].table);
        write_case("", bad[i].study);
        assert_int_equal(shell(JUDDER_PROGRAM " check case.lua"), 2);
        if (!strstr(text_err, bad[i].message)) fail_msg("%s, not %s", text_err, bad[i].message);
    }
}

/* A damping matrix enters into growth, which is not answered; what is neutral does not feel it. */
static void damping_that_is_not_counted_is_no_proof(void **state) {
    (void)state;
    write_case("damping = matrix_market \"M.mtx\",", "critical_mu = true, growth = { mu = 1 }");
    Value *report = run("");
    const Value *v = values_of(report);
    const Value *verdict = value_get(value_at(value_get(report, "studies"), 0), "verdict");
    assert_near(number(v, "critical_mu"), 2.2143214410, 1e-9);
    assert_true(value_as_flag(value_get(v, "certified")));
    assert_int_equal(value_kind(value_get(v, "growth")), VALUE_NULL);
    assert_string_equal(value_as_text(value_get(value_get(v, "stable_up_to"), "certainty")), "unanswered");
    assert_string_equal(value_as_text(value_get(v, "without_friction")), "undecided");
    assert_string_equal(value_as_text(value_get(verdict, "certainty")), "unanswered");
    assert_contains(value_as_text(value_get(verdict, "text")), "damping that is no rayleigh{}");
    value_destroy(&report);
}

static void a_march_is_refused(void **state) {
    (void)state;
    write_file("case.lua",
               "return system { stiffness = matrix_market 'K.mtx', mass = matrix_market 'M.mtx',\n"
               " contacts = { { normal = 2, tangent = 1, state = 'slip', direction = -1, mu = 1 } },\n"
               " study = march{ final = 1, step = 0.1 } }\n");
    assert_int_equal(shell(JUDDER_PROGRAM " check case.lua"), 2);
    if (!strstr(text_err, "at most 2000 dofs")) fail_msg("%s", text_err);
}

/* Two soft dofs beside stiff ones: their coupling is compared with their own size, not with the springs. */
static void a_soft_contact_beside_stiff_springs_is_not_symmetric(void **state) {
    (void)state;
    enum { ROWS = 2400 };
    for (int with_mass = 0; with_mass < 2; with_mass++) {
        FILE *file = fopen(with_mass ? "M.mtx" : "K.mtx", "w");
        assert_non_null(file);
        fprintf(file, "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n", ROWS, ROWS, ROWS + 2);
        fprintf(file, "1 1 5\n1 2 1\n2 1 %.17g\n2 2 2\n", with_mass ? 1 + 1e-12 : 3.0);
        for (int i = 3; i <= ROWS; i++) fprintf(file, "%d %d 1e12\n", i, i);
        fclose(file);
        write_file("case.lua",
                   with_mass ? "return system { stiffness = matrix_market 'K.mtx', mass = matrix_market "
                               "'M.mtx', contacts = { { normal = 1, tangent = 2, state = 'slip', "
                               "direction = 1, mu = 0.5 } }, study = stability{ growth = {} } }\n"
                             : "return system { stiffness = matrix_market 'K.mtx', contacts = { { normal "
                               "= 1, tangent = 2, state = 'slip', direction = 1, mu = 0.5 } }, "
                               "study = stability{ critical_mu = true } }\n");
        if (with_mass) continue;
        Value *report = run("");
        const Value *v = values_of(report);
        assert_near(number(v, "critical_mu"), 2, 1e-12); /* K_tt/K_nt of K as it is given */
        value_destroy(&report);
    }
    assert_int_equal(shell(JUDDER_PROGRAM " check case.lua"), 2);
    if (!strstr(text_err, "symmetric up to rounding")) fail_msg("%s", text_err);
}

static int prepare(void **state) {
    if (enter_folder(state) != 0) return -1;
    write_matrices();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(divergence_and_flutter_side_by_side),
        cmocka_unit_test(growth_classes_and_damping),
        cmocka_unit_test(damping_that_is_not_counted_is_no_proof),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(a_march_is_refused),
        cmocka_unit_test(a_soft_contact_beside_stiff_springs_is_not_symmetric), /* with files of its own */
    };
    return cmocka_run_group_tests(tests, prepare, leave_folder);
}
