/* Systems as cases give them: wrong cases are refused with their line, right ones report what
 * the manual says. */
#include "base/log.h"
#include "judder_test.h"
#include "study/run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/judder-system-XXXXXX";

static int enter(void **state) {
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 && mkdir("in", 0700) == 0 ? 0 : -1;
}

static int leave(void **state) {
    (void)state;
    static const char *const made[] = {"out.h5", "in/K.mtx", "in/M.mtx", "in/link.mtx",
                                       "in/way", "in/pipe",  "K.mtx"};
    for (size_t i = 0; i < COUNT_OF(made); i++) unlink(made[i]);
    return rmdir("in") == 0 && chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static JudderErr read_text(const char *text, Case **read) {
    const CaseOptions options = {.words = vocabulary()};
    return case_read_text("in/case.lua", text, strlen(text), &options, read);
}

/* A particle: the rest of its contact, further fields, the fields of the study. */
static const char *with(const char *contact, const char *fields, const char *study) {
    static char text[3000];
    snprintf(text, sizeof text,
             "return system {\n  stiffness = { {5, 2}, {2, 1} },\n  contacts = {\n"
             "    { normal = 1, tangent = 2, %s },\n  },\n  %s\n  study = stability{ %s },\n}\n",
             contact, fields, study);
    return text;
}

static const char slip[] = "state = 'slip', direction = 1, mu = 0.4",
                  mass[] = "mass = { {0.5, 0}, {0, 0.5} },";

static Value *run_read(Case *read, bool expected) {
    Value *report = NULL;
    bool complete = false;
    const RunOptions how = {.output = "out.h5"};
    if (run_case(read, &how, &report, &complete) != JUDDER_OK) fail_msg("%s", error_message());
    assert_int_equal(complete, expected);
    case_destroy(&read);
    return report;
}

static Value *run_text(const char *text) {
    Case *read = NULL;
    if (read_text(text, &read) != JUDDER_OK) fail_msg("%s", error_message());
    return run_read(read, true);
}

/* A case of the collection with one param changed. */
static Value *run_named(const char *name, const char *key, const char *value) {
    char path[500];
    const CaseSetting setting = {key, value};
    const CaseOptions options = {.words = vocabulary(), .settings = &setting, .setting_count = 1};
    Case *read = NULL;
    snprintf(path, sizeof path, "%s/cases/%s/case.lua", JUDDER_SOURCE_DIR, name);
    if (case_read(path, &options, &read) != JUDDER_OK) fail_msg("%s", error_message());
    return run_read(read, true);
}

static const Value *values_of(const Value *report, size_t position) {
    return value_get(value_at(value_get(report, "studies"), position), "values");
}

static double number(const Value *values, const char *key) {
    const Value *value = value_get(values, key);
    if (!value) fail_msg("no value %s", key);
    if (value_kind(value) != VALUE_NUMBER && value_kind(value) != VALUE_COUNT)
        fail_msg("%s is no number", key);
    return value_as_number(value);
}

static void assert_null_value(const Value *values, const char *key) {
    const Value *value = value_get(values, key);
    if (!value || value_kind(value) != VALUE_NULL) fail_msg("%s is not null", key);
}

static void refused(const char *text, const char *part) {
    Case *read = NULL;
    Value *plan = NULL;
    JudderErr err = read_text(text, &read);
    if (err == JUDDER_OK) err = run_check(read, NULL, &plan);
    if (err != JUDDER_INPUT) fail_msg("not refused: %s", text);
    if (!strstr(error_message(), part)) fail_msg("\"%s\" does not contain \"%s\"", error_message(), part);
    assert_true(error_located());
    value_destroy(&plan);
    case_destroy(&read);
}

static void wrong_systems_are_refused(void **state) {
    (void)state;
    const char *ask = "critical_mu = true";
    refused(with("state = 'slips'", "", ask),
            "in/case.lua:4: state of contact is \"slips\": allowed is one of");
    refused(with("mu = 1", "", ask), "stability needs the state of every contact");
    refused(with("state = 'slip', mu = 0.4", "", ask),
            "in/case.lua:4: a contact that slips needs its direction");
    refused(with("state = 'slip', direction = 2, mu = 1", "", ask), "direction of contact is 2");
    refused(with("state = 'slip', direction = 1, mu = 0.4, reaction = {-1, 0.4}", "", ask),
            "in/case.lua:4: contact 1 slips in direction 1");
    refused(with("state = 'slip', mu = 0.4, reaction = {-1, 0.2}", "", ask), "inside the cone");
    refused(with("state = 'slip', mu = 0.4, reaction = {1, 0.4}", "", ask), "must be negative");
    refused(with("state = 'slip', direction = 1, reaction = {-1}", "", ask), "{normal, tangential}");
    refused(with("state = 'stuck', mu = 0.4, reaction = {-1, 0.5}", "", ask), "the cone allows 0.4");
    refused(with("state = 'grazing', mu = 0.4, reaction = {-1, 0}", "", ask), "must be zero");
    refused(with("state = 'slip', direction = 1, mu = 1, curvature = 1", "", ask), "needs its reaction");
    refused(with("state = 'slip', direction = 1, mu = 1, slope = -1", "", ask), "needs its reaction");
    refused(with("state = 'slip', direction = 1, mu = -1", "", ask), "mu of contact is -1");
    refused(with("state = 'slip', direction = 1 }, { normal = 2, tangent = 3, state = 'open'", "", ask),
            "dof 2, which contact 1 has already");
    refused(with("state = 'slip', direction = 1 },\n { normal = 7, tangent = 3, state = 'open'", "", ask),
            "in/case.lua:5: normal of contact 2 is dof 7: allowed is 1 to 2");
    refused(with(slip, "mass = { {1, 0, 0}, {0, 1, 0}, {0, 0, 1} },", ask), "in/case.lua:6: mass has 3 rows");
    refused(with(slip, "mass = { {1, 0} },", ask), "must be square");
    refused(with(slip, "mass = { {1, 2}, {0, 1} },", ask), "in/case.lua:6: mass has 0 at row 2");
    refused(with(slip, "mass = { {-1, 0}, {0, 1} },", ask), "semidefinite");
    refused(with(slip, "mass = rayleigh{ stiffness = 1 },", ask), "mass cannot be rayleigh{}");
    refused(with(slip, "damping = rayleigh{ mass = 1 },", ask), "needs the mass");
    refused(with(slip, "load = {1},", ask), "in/case.lua:6: load has 1 numbers: needed are 2");
    refused(with(slip, "stifness = 1,", ask), "did you mean stiffness?");
}

static void wrong_questions_are_refused(void **state) {
    (void)state;
    refused(with(slip, "", ""), "stability requests nothing");
    refused(with(slip, "", "growth = { mu = 1 }"), "in/case.lua:7: growth needs the mass");
    refused(with(slip, mass, "growth = { mu = 0 }"), "mu of growth is 0");
    refused(with(slip, "", "rate = true"), "rate needs the load");
    refused(with(slip, "", "flutter = {}"), "flutter needs the mass");
    refused(with("state = 'stuck', mu = 1", mass, "critical_mu = true"), "needs a contact in the state slip");
    refused(with("state = 'stuck', mu = 1", mass, "flutter = {}"), "needs a contact in the state slip");
    refused(with("state = 'grazing', mu = 1", mass, "flutter = {}"), "needs a contact in the state slip");
    refused(with(slip, mass, "flutter = { from = 3, to = 2 }"), "to = 2 Hz is not above from = 3 Hz");
    refused(with(slip, mass, "up_to_mu = 0, critical_mu = true"),
            "up_to_mu of stability is 0: allowed is a number > 0");
    refused(with(slip, mass, "critical_mu = 1"), "critical_mu of stability is 1: allowed is true or false");
    refused("return system { stiffness = { {1} }, contacts = {}, study = march{ final = 1, step = 1 } }",
            "a march needs the mass");
    refused("return system { stiffness = { {1} }, contacts = {}, study = stability{ classes = true } }",
            "needs a contact");
}

static void a_particle_reports_every_value(void **state) {
    (void)state;
    static const char *const keys[] = {
        "critical_mu", "certified",  "certificate", "modes",          "mu_not_positive_definite",
        "mu_all_slip", "is_P",       "is_P0",       "is_R0",          "witness_P",
        "witness_R0",  "growth",     "rate_count",  "rate_solutions", "flutter",
        "merging",     "flutter_mu", "seconds"};
    Value *report = run_text(with(slip, "mass = { {0.5, 0}, {0, 0.5} }, load = {0, 0.3},",
                                  "critical_mu = true, growth = { mu = 1 }, rate = true, classes = true, "
                                  "flutter = { up_to_mu = 2 }"));
    const Value *v = values_of(report, 0);
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        if (!value_get(v, keys[i])) fail_msg("no value %s", keys[i]);
    assert_near(number(v, "critical_mu"), 0.5, 1e-13);
    assert_true(value_as_flag(value_get(v, "certified")));
    assert_near(value_as_number(value_at(value_get(v, "growth"), 0)), sqrt(2), 1e-12);
    assert_true(value_as_flag(value_get(v, "is_P")));
    assert_near(number(v, "rate_count"), 1, 0);
    const Value *solution = value_at(value_get(v, "rate_solutions"), 0);
    assert_near(value_as_number(value_at(value_get(solution, "vector"), 0)), 1.5, 1e-13);
    assert_int_equal(value_as_count(value_at(value_get(solution, "slip"), 0)), 1);
    assert_int_equal(value_length(value_get(solution, "stick")), 0);
    assert_near(number(v, "sliding_divergence_mu"), 0.5, 1e-13);
    assert_null_value(v, "flutter_mu");
    assert_int_equal(value_length(value_get(v, "merging")), 0);
    value_destroy(&report);
    /* What was not requested is null, and what does not exist too. */
    report = run_text(with("state = 'slip', direction = -1, mu = 0.4", "", "critical_mu = true"));
    v = values_of(report, 0);
    assert_null_value(v, "critical_mu");
    assert_null_value(v, "mu_all_slip");
    assert_null_value(v, "is_P");
    assert_true(value_as_flag(value_get(v, "certified")));
    assert_int_equal(value_length(value_get(v, "modes")), 0);
    value_destroy(&report);
}

/* Nothing holds the particle back from the obstacle: neutral at every mu, and so says R0. */
static void a_particle_that_nothing_holds(void **state) {
    (void)state;
    Value *report = run_text(
        "return system{ stiffness = { {0, 0}, {0, 1} }, contacts = { { normal = 1, tangent = 2, "
        "state = 'grazing', mu = 1 } }, study = stability{ critical_mu = true, "
        "classes = true } }");
    const Value *v = values_of(report, 0);
    assert_near(number(v, "critical_mu"), 0, 0);
    assert_string_equal(value_as_text(value_get(v, "critical_outcome")), "found");
    assert_true(value_as_flag(value_get(v, "certified")));
    assert_false(value_as_flag(value_get(v, "is_R0")));
    value_destroy(&report);
}

/* A = B = 0 exactly, which condensing in rounded numbers makes some 1e-16: a system too large for exact
 * arithmetic must not be called P, nor its responses counted. */
static void classes_of_a_large_system_count_rounding(void **state) {
    (void)state;
    enum { N = 70 };
    static char text[60000];
    const int block[4][4] = {{1, 0, 0, 0}, {0, 2, 1, 3}, {0, 1, 5, 0}, {0, 3, 0, 5}};
    int at = snprintf(text, sizeof text, "return system{ stiffness = {");
    for (int i = 0; i < N; i++) {
        at += snprintf(text + at, sizeof text - (size_t)at, "{");
        for (int j = 0; j < N; j++) {
            const int chain = i == j ? 3 : i > 3 && j > 3 && abs(i - j) == 1 ? -1 : 0;
            at += snprintf(text + at, sizeof text - (size_t)at, "%d,", i < 4 && j < 4 ? block[i][j] : chain);
        }
        at += snprintf(text + at, sizeof text - (size_t)at, "},");
    }
    at += snprintf(text + at, sizeof text - (size_t)at, "}, load = {0, 1,");
    for (int i = 2; i < N; i++) at += snprintf(text + at, sizeof text - (size_t)at, "0,");
    snprintf(text + at, sizeof text - (size_t)at,
             "}, contacts = { { normal = 1, tangent = 2, state = 'slip', direction = 1, mu = 0.4 } }, "
             "study = stability{ classes = true, rate = true } }");
    Value *report = run_text(text);
    static const char *const unknown[] = {"is_P", "is_P0", "is_R0", "rate_count"};
    for (size_t i = 0; i < COUNT_OF(unknown); i++) assert_null_value(values_of(report, 0), unknown[i]);
    value_destroy(&report);
}

/* Without exact arithmetic a singular stiffness of the free dofs leaves questions open; growth, which needs
 * no condensing, is answered. */
static void singular_free_dofs_are_no_error(void **state) {
    (void)state;
    setenv("JUDDER_PROOFS", "doubles", 1);
    Value *report = run_text(
        "return system{ stiffness = {{9,1,1,2},{1,3,1,-1},{1,1,1,-1},{2,-1,-1,1}}, "
        "mass = {{1,0,0,0},{0,1,0,0},{0,0,1,0},{0,0,0,1}}, contacts = { { normal = 1, tangent = 2, "
        "state = 'slip', direction = 1, mu = 0.4 } }, study = stability{ critical_mu = true, classes = true, "
        "growth = true } }");
    unsetenv("JUDDER_PROOFS");
    const Value *v = values_of(report, 0);
    assert_string_equal(value_as_text(value_get(v, "critical_outcome")), "unanswered");
    assert_false(value_as_flag(value_get(v, "certified")));
    assert_null_value(v, "is_P");
    value_destroy(&report);
}

static void the_column_at_its_loads(void **state) {
    (void)state;
    static const struct {
        const char *Lam;
        int count;
        bool P, R0;
    } rows[] = {{"0.5", 1, true, true},
                {"0.636088685655", 3, false, true}, /* the digits end above the loss of P */
                {"0.7", 3, false, true},
                {"0.8", 1, false, true}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Value *report = run_named("column_shanley", "Lam", rows[i].Lam);
        const Value *v = values_of(report, 0), *count = value_get(v, "rate_count");
        assert_int_equal(value_as_count(count), rows[i].count);
        assert_int_equal(value_as_flag(value_get(v, "is_P")), rows[i].P);
        assert_int_equal(value_as_flag(value_get(v, "is_R0")), rows[i].R0);
        const char *note = value_as_text(value_get(value_at(value_get(report, "studies"), 0), "note"));
        assert_int_equal(strstr(note, "less than 1e-9 have a continuum of responses") != NULL, i == 1);
        if (rows[i].count == 3) {
            const Value *witness = value_get(v, "witness_P");
            assert_true(value_as_number(value_get(witness, "minor")) < 0);
            assert_true(value_length(value_get(witness, "rows")) > 0);
        }
        value_destroy(&report);
    }
    Value *report = run_named("column_shanley", "Lam", "0.794191634");
    const Value *v = values_of(report, 0), *growth = value_get(v, "growth");
    assert_int_equal(value_length(growth), 1);
    assert_near(value_as_number(value_at(growth, 0)), 0.588697234, 5e-10);
    /* Unstable without friction too: no claim of a critical mu. */
    assert_near(number(v, "mu_not_positive_definite"), 0, 0);
    assert_string_equal(value_as_text(value_get(v, "without_friction")), "unstable");
    assert_string_equal(value_as_text(value_get(v, "critical_outcome")), "unstable without friction");
    assert_false(value_as_flag(value_get(v, "certified")));
    assert_contains(value_as_text(value_get(value_at(value_get(report, "studies"), 0), "note")),
                    "unstable without friction (proved)");
    value_destroy(&report);
}

static void flutter_the_other_way_and_with_damping(void **state) {
    (void)state;
    Value *report = run_named("two_dof_flutter", "direction", "-1");
    const Value *v = values_of(report, 0);
    assert_near(number(v, "sliding_divergence_mu"), 2.25, 1e-12);
    assert_null_value(v, "flutter_mu");
    assert_non_null(
        strstr(value_as_text(value_get(value_at(value_get(report, "studies"), 0), "note")),
               "values of mu (computed); from mu = 2.25 on sliding drifts away without vibration"));
    value_destroy(&report);
    report = run_named("two_dof_flutter", "c1", "1e-4");
    v = values_of(report, 1);
    /* Damping alone allows a number without a band: 0.75 (1 + 2 c1 c2), here with c2 = 0. */
    assert_near(number(v, "flutter_mu"), 0.75, 1e-12);
    value_destroy(&report);
    /* lam^2 = -z, z = 2 +- sqrt(1 - mu k3) at mu = 0.6: d lam/d mu of the one contact. */
    report = run_text(
        "return system { mass = { {1, 0, 0}, {0, 1, 0}, {0, 0, 1} },\n"
        " stiffness = { {2, 1, 0}, {1, 2, 4/3}, {0, 4/3, 10} },\n"
        " contacts = { { normal = 3, tangent = 1, state = 'slip', direction = 1, mu = 0.6 } },\n"
        " study = stability{ flutter = { participation = true, up_to_mu = 0 } } }");
    v = values_of(report, 0);
    for (size_t i = 0; i < 2; i++) {
        const Value *root = value_at(value_get(v, "flutter"), i), *parts = value_get(root, "participation");
        const double half = sqrt(1 - 0.6 * 4 / 3), z = i ? 2 + half : 2 - half;
        assert_near(number(root, "im"), sqrt(z), 1e-13);
        assert_int_equal(value_length(parts), 1);
        assert_near(number(value_at(parts, 0), "contact"), 1, 0);
        assert_near(number(value_at(parts, 0), "re"), 0, 1e-13);
        assert_near(number(value_at(parts, 0), "im"), (i ? -1 : 1) * (4.0 / 3) / (4 * half * sqrt(z)), 1e-12);
    }
    value_destroy(&report);
    report = run_text(
        "return system { mass = { {2, 0, 0}, {0, 2, 0}, {0, 0, 2} },\n"
        " damping = rayleigh{ mass = 0.02, stiffness = 0.001 },\n"
        " stiffness = { {3, 0.8, 0}, {0.8, 2, 1.5}, {0, 1.5, 10} },\n"
        " contacts = { { normal = 3, tangent = 1, state = 'slip', direction = 1, mu = 0.7 } },\n"
        " study = stability{ flutter = {} } }");
    v = values_of(report, 0);
    /* Proportional damping only raises the threshold. */
    assert_true(number(v, "flutter_mu") > 0.741666666667);
    assert_near(value_as_number(value_get(value_at(value_get(v, "merging"), 0), "mu")), 0.741666666667,
                1e-10);
    value_destroy(&report);
}

static void problems_of_the_collection(void **state) {
    (void)state;
    static const double least[] = {1.7771382283833905, NAN,
                                   0.8418000502439301, 5.089798001683066,
                                   1.2631631484073473, 2.369803054985175,
                                   2.642857142857143,  1.6476072314794845};
    for (int i = 0; i < (int)COUNT_OF(least); i++) {
        char which[20];
        snprintf(which, sizeof which, "%d", i + 1);
        Value *report = run_named("eicp_collection", "which", which);
        const Value *v = values_of(report, 0);
        assert_true(value_as_flag(value_get(v, "certified")));
        if (isnan(least[i]))
            assert_null_value(v, "critical_mu");
        else
            assert_near(number(v, "critical_mu"), least[i], 1e-10);
        value_destroy(&report);
    }
}

static const char from_files[] =
    "return system {\n  stiffness = matrix_market \"%s\",\n"
    "  contacts = { { normal = 1, tangent = 2, state = 'slip', direction = 1, mu = 0.4 "
    "} },\n  study = stability{ critical_mu = true } }\n";

static const char *file_case(const char *path) {
    static char text[1000];
    snprintf(text, sizeof text, from_files, path);
    return text;
}

static void matrices_come_from_files_below_the_case(void **state) {
    (void)state;
    write_file("in/K.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 5\n2 1 2\n2 2 1\n");
    write_file("K.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 5\n2 1 2\n2 2 1\n");
    assert_int_equal(symlink("K.mtx", "in/link.mtx"), 0); /* stays below */
    assert_int_equal(symlink("..", "in/way"), 0);
    assert_int_equal(mkfifo("in/pipe", 0600), 0);
    static const char *const good[] = {"K.mtx", "./K.mtx", "link.mtx", "way/in/K.mtx", "../in/K.mtx"};
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        Value *report = run_text(file_case(good[i]));
        assert_near(number(values_of(report, 0), "critical_mu"), 0.5, 1e-13);
        value_destroy(&report);
    }
    refused(file_case("missing.mtx"), "in/case.lua:2: missing.mtx cannot be opened");
    refused(file_case("../K.mtx"), "outside the folder of the case");
    refused(file_case("way/K.mtx"), "outside the folder of the case");
    refused(file_case("/etc/passwd"), "allowed is a path from the folder of the case");
    refused(file_case(""), "allowed is a path");
    refused(file_case("pipe"), "is no file");
    refused(file_case("."), "outside the folder");
    write_file("in/M.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 3 1\n");
    refused(file_case("M.mtx"), "M.mtx:3: an entry at row 1, column 3");
    write_file("in/M.mtx", "%%MatrixMarket matrix coordinate real general\n90000000 90000000 1\n1 3 1\n");
    refused(file_case("M.mtx"), "M.mtx:2: a matrix of 90000000 rows");
    write_file("in/M.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 1\n1 3 1\n");
    refused(file_case("M.mtx"), "stiffness has 2 rows and 3 columns");
}

/* Numbers beyond all reason end with a place or with an outcome, never with the program. */
static void absurd_numbers(void **state) {
    (void)state;
    static const char *const cases[] = {"{ {1, 1e308}, {-1e308, 1} }", "{ {0, 0}, {0, 0} }",
                                        "{ {1e300, 1e300}, {1e300, 1e300} }", "{ {5, 2}, {2, -1} }",
                                        "{ {1e-300, 1e-300}, {1e-300, 1e-300} }"};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[800];
        snprintf(
            text, sizeof text,
            "return system { mass = { {1, 0}, {0, 1} }, stiffness = %s, load = {1, 1},\n contacts = { { "
            "normal = "
            "1, tangent = 2, state = 'slip', direction = 1, mu = 0.4 } },\n study = stability{ critical_mu = "
            "true, growth = {}, rate = true, classes = true, flutter = {} } }",
            cases[i]);
        Case *read = NULL;
        Value *report = NULL;
        bool complete;
        const RunOptions how = {.output = "out.h5"};
        assert_int_equal(read_text(text, &read), JUDDER_OK);
        const JudderErr err = run_case(read, &how, &report, &complete);
        if (err == JUDDER_INPUT)
            assert_contains(error_message(), "in/case.lua:");
        else
            assert_int_equal(err, JUDDER_OK);
        value_destroy(&report);
        case_destroy(&read);
    }
}

static void a_neutral_state_and_one_without_mass(void **state) {
    (void)state;
    Value *report = run_text(with("state = 'slip', direction = 1, mu = 0.5", mass, "growth = {}"));
    const Value *growth = value_get(values_of(report, 0), "growth");
    assert_int_equal(value_length(growth), 1);
    assert_near(value_as_number(value_at(growth, 0)), 0, 0);
    assert_contains(value_as_text(value_get(value_at(value_get(report, "studies"), 0), "note")), "neutral");
    value_destroy(&report);
    report = run_text(with(slip, "mass = { {1, 0}, {0, 0} },", "growth = {}"));
    assert_contains(value_as_text(value_get(value_at(value_get(report, "studies"), 0), "note")), "no mass");
    value_destroy(&report);
}

static void the_check_says_what_would_be_done(void **state) {
    (void)state;
    Case *read = NULL;
    Value *plan = NULL;
    assert_int_equal(read_text(with(slip, mass, "critical_mu = true, flutter = {}"), &read), JUDDER_OK);
    assert_int_equal(run_check(read, NULL, &plan), JUDDER_OK);
    assert_string_equal(
        value_as_text(value_at(plan, 0)),
        "stability of 2 dofs with 1 contacts (1 slip, 0 stuck, 0 grazing, 0 open): critical mu flutter");
    value_destroy(&plan);
    char *papers = run_papers(read);
    assert_string_equal(papers, "pinto2004");
    free(papers);
    case_destroy(&read);
}

/* Forty contacts, whose least mu takes a minute to be proved, or is not. */
static const char forty[] =
    "local n, K, c = 40, {}, {}\n"
    "for i = 1, 2*n do K[i] = {}\n"
    "  for j = 1, 2*n do K[i][j] = (i == j and 4 + n*0.2 or 0) + 0.4*math.sin(3*math.min(i,j) + "
    "5*math.max(i,j)) end end\n"
    "for k = 1, n do local s = k % 2 == 0 and 1 or -1\n"
    "  c[k] = { normal = 2*k - 1, tangent = 2*k, state = 'slip', direction = s, mu = 0.5 } end\n"
    "return system { stiffness = K, contacts = c, study = stability{ critical_mu = true } }\n";

static bool stops_soon(void *context) {
    return ++*(int *)context < 5; /* asked every 20 ms */
}

static void an_interrupted_search_says_so(void **state) {
    (void)state;
    Case *read = NULL;
    int asked = 0;
    if (read_text(forty, &read) != JUDDER_OK) fail_msg("%s", error_message());
    stop_ask(&(StopQuestion){stops_soon, &asked});
    Value *report = run_read(read, false);
    stop_ask(NULL);
    const Value *study = value_at(value_get(report, "studies"), 0);
    assert_string_equal(value_as_text(value_get(study, "outcome")), "stopped");
    assert_contains(value_as_text(value_get(study, "reason")), "interrupted");
    value_destroy(&report);
    assert_int_equal(unlink("out.h5.checkpoint"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_systems_are_refused),
        cmocka_unit_test(wrong_questions_are_refused),
        cmocka_unit_test(a_particle_reports_every_value),
        cmocka_unit_test(a_particle_that_nothing_holds),
        cmocka_unit_test(classes_of_a_large_system_count_rounding),
        cmocka_unit_test(singular_free_dofs_are_no_error),
        cmocka_unit_test(the_column_at_its_loads),
        cmocka_unit_test(flutter_the_other_way_and_with_damping),
        cmocka_unit_test(problems_of_the_collection),
        cmocka_unit_test(matrices_come_from_files_below_the_case),
        cmocka_unit_test(absurd_numbers),
        cmocka_unit_test(a_neutral_state_and_one_without_mass),
        cmocka_unit_test(the_check_says_what_would_be_done),
        cmocka_unit_test(an_interrupted_search_says_so),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
