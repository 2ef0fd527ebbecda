/* What newcomers stumble on: words that are looked up, names that are misspelt, figures that would be
 * empty. */
#include "cli/program.h"

static const char cycle[] = "local p = param{ mu_s = 0.8 }\n"
                            "return inclusion {\n"
                            "  friction = linear{ mu_s = p.mu_s, mu_d = 0.5, v_c = 0.1 },\n"
                            "  load = function(t) return 1.6*math.sin(t) end,\n"
                            "  study = { march{ final = 6, step = 0.01 }, march{ final = 3, step = 0.01 },\n"
                            "            spectrum{ of = 'v' } },\n"
                            "}\n";

static void refused(const char *words, const char *part) {
    assert_int_equal(judder(words), 2);
    assert_contains(text_err, part);
}

static void every_word_is_explained(void **state) {
    (void)state;
    const char *words[] = {"inclusion",     "linear", "formula", "rate_state", "mass",
                           "perfect_delay", "march",  "limit",   "branches",   "table_of",
                           "param",         "mm",     "epsilon"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char call[60];
        snprintf(call, sizeof call, "explain %s", words[i]);
        assert_int_equal(judder(call), 0);
        assert_non_null(strstr(text_out, words[i]));
    }
    assert_int_equal(judder("explain"), 0);
    assert_int_equal(judder("explain linaer"), 2);
    assert_non_null(strstr(text_err, "did you mean linear?"));
    refused("explain v_cc", "did you mean v_c?");
    refused("explain crtical_mu", "did you mean critical_mu?");
    assert_int_equal(judder("explain critical_mu"), 0);
    assert_non_null(strstr(text_out, "value of stability"));
    assert_non_null(strstr(text_out, "least mu with a neutral state"));
    assert_int_equal(judder("explain flutter.frequency"), 0);
    assert_non_null(strstr(text_out, "unit: Hz"));
    assert_int_equal(judder("explain contact_01_s_1.5"), 0);
    assert_non_null(strstr(text_out, "states: 0 open, 1 stick, 2 slip-, 3 slip+, 4 slip"));
    refused("explain stifness", "did you mean stiffness?");
    refused("explain qqqqqq", "`judder explain` lists the words");
    assert_int_equal(judder("explain v_c"), 0);
    assert_contains(text_out, "field of exponential");
}

/* The relation itself, not only its label. */
static void the_law_with_memory_is_written_out(void **state) {
    (void)state;
    assert_int_equal(judder("explain rate_state"), 0);
    assert_contains(text_out, "mu = mu_0 + a ln(1 + v/V_0) - b ln(1 + y/V_0)");
    assert_contains(text_out, "y = D_c/theta is a speed in m/s");
    assert_contains(text_out, "k_c = q (b - a) N/D_c");
    assert_int_equal(judder("explain --markdown"), 0);
    assert_contains(text_out, "k_c = q (b - a) N/D_c");
}

static void a_name_that_several_studies_have_is_asked_back(void **state) {
    (void)state;
    write_case("cycle.lua", cycle);
    assert_int_equal(judder("run cycle.lua --quiet"), 0);
    refused("plot cycle.h5 --of load -o a.svg",
            "load: 2 studies have it: say which, march/load, march 2/load");
    assert_false(exists("a.svg"));
    assert_int_equal(judder("plot cycle.h5 --of 'march 2/load' --against v -o a.svg"), 0);
    /* A series comes before the field of the spectrum, but there are two. */
    refused("plot cycle.h5 --of v -o a.svg", "say which, march/v, march 2/v");
    assert_int_equal(judder("plot cycle.h5 --of spectrum/v -o a.svg"), 0);
    refused("plot cycle.h5", "say what to draw: --of NAME; there are march/t, march/load");
    refused("plot cycle.h5 --of 'march/lod' -o b.svg", "did you mean load? There are t, load, v");
    assert_false(exists("b.svg"));
}

static void the_series_to_hear_is_found_or_asked_for(void **state) {
    (void)state;
    write_case("cycle.lua", cycle);
    assert_int_equal(judder("run cycle.lua --quiet"), 0);
    refused("export cycle.h5 --wav a.wav --of lod", "no series lod in it: did you mean load?");
    refused("export cycle.h5 --wav a.wav --of load",
            "2 studies have it: say which, march/load, march 2/load");
    assert_false(exists("a.wav"));
    assert_int_equal(judder("export cycle.h5 --wav a.wav --of 'march 2/load' --pitch 10"), 0);
    assert_true(exists("a.wav"));
    refused("export cycle.h5 --wva a.wav", "unknown option --wva: did you mean --wav?");
}

static void a_stretch_without_data_is_refused(void **state) {
    (void)state;
    write_case("cycle.lua", cycle);
    assert_int_equal(judder("run cycle.lua --quiet"), 0);
    const char *const empty[] = {"--from 7", "--to -1", "--from 7 --to 8", "--from -3 --to -2"};
    for (size_t i = 0; i < COUNT_OF(empty); i++) {
        char words[100];
        snprintf(words, sizeof words, "plot cycle.h5 --of march/load -o c.svg %s", empty[i]);
        refused(words, "load has nothing in this stretch: it goes from 0 to 6");
        assert_false(exists("c.svg"));
    }
    refused("plot cycle.h5 --of march/load --against v --from 20 -o c.svg", "nothing in this stretch");
    /* Between two rows there is a line. */
    assert_int_equal(judder("plot cycle.h5 --of march/load --from 1.001 --to 1.002 -o c.svg"), 0);
    write_case("rest.lua", "return inclusion { friction = constant{ mu = 1 }, load = 0.1,\n"
                           "  study = march{ final = 1, step = 0.01 } }\n");
    assert_int_equal(judder("run rest.lua --quiet"), 0);
    refused("plot rest.h5 --of v --log y -o d.svg", "no numbers to show on logarithmic axes");
}

/* Before the march, which would be lost. */
static void a_misspelt_series_is_found_at_once(void **state) {
    (void)state;
    write_case("pair.lua", "return system { mass = { {1, 0}, {0, 1} }, stiffness = { {2, -1}, {-1, 2} },\n"
                           "  contacts = { { tangent = 1, normal_force = 1, mu = 0.3 } },\n"
                           "  study = { march{ final = 1, step = 0.01 },\n"
                           "            spectrum{ of = 'velocty_2' } } }\n");
    refused("run pair.lua", "pair.lua:4: a march of system records no series velocty_2: did you mean "
                            "velocity_2? There are friction_force");
    assert_false(exists("pair.h5"));
    refused("check pair.lua", "did you mean velocity_2?");
    write_case("pair.lua", "local p = param{ mu = 0.3 }\n"
                           "return system { mass = { {1} }, stiffness = { {2} },\n"
                           "  contacts = { { tangent = 1, normal_force = 1, mu = p.mu } },\n"
                           "  study = march{ final = 1, step = 0.01 } }\n");
    refused("sweep pair.lua --over mu=0.1,0.2 --sample slp_1:maxima",
            "records no series slp_1: did you mean slip_1?");
    assert_int_equal(judder("sweep pair.lua --over mu=0.1,0.2 --sample slip_1:maxima --quiet"), 0);
}

static void functions_of_mathematics_have_a_name(void **state) {
    (void)state;
    static const struct {
        const char *load, *says;
    } wrong[] = {{"sin(t)", "sine.lua:2: sin is not known here: write math.sin"},
                 {"math.sine(t)", "sine.lua:2: math has no sine: did you mean math.sin?"},
                 {"math.bessel(t)", "sine.lua:2: math has no bessel"}};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "return inclusion { friction = constant{ mu = 1 },\n  load = function(t) return %s end,\n"
                 "  study = march{ final = 1, step = 0.01 } }\n",
                 wrong[i].load);
        write_case("sine.lua", text);
        refused("check sine.lua", wrong[i].says);
    }
    refused("new inclusio", "did you mean inclusion? There are inclusion, slab");
    assert_int_equal(judder("explain slider"), 0);
    assert_contains(text_out, "one of constant, linear, exponential");
}

/* As a number alone is the first component, so is what a function gives alone. */
static void a_drive_with_one_component(void **state) {
    (void)state;
    static const char slab[] = "return slab { height = 1, material = elastic{ lambda = 1, G = 1, rho = 1 },\n"
                               "  contact = pressure{ S = 1 }, friction = constant{ mu = 0.5 },\n"
                               "  foundation = { velocity = function(t) return %s end },\n"
                               "  study = march{ final = 0.1, step = 0.01 } }\n";
    static const struct {
        const char *gives;
        int status;
    } drives[] = {{"0.5*t", 0},  {"0.5*t, 0", 0},   {"0.5*t, nil", 0},
                  {"nil, 1", 2}, {"0.5*t, 'x'", 2}, {"", 2}};
    for (size_t i = 0; i < COUNT_OF(drives); i++) {
        char text[500];
        snprintf(text, sizeof text, slab, drives[i].gives);
        write_case("slab.lua", text);
        assert_int_equal(judder("run slab.lua --quiet"), drives[i].status);
        if (drives[i].status) assert_contains(text_err, "slab.lua:3: the function gives a ");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_word_is_explained),
        cmocka_unit_test(the_law_with_memory_is_written_out),
        cmocka_unit_test(a_name_that_several_studies_have_is_asked_back),
        cmocka_unit_test(the_series_to_hear_is_found_or_asked_for),
        cmocka_unit_test(a_stretch_without_data_is_refused),
        cmocka_unit_test(a_misspelt_series_is_found_at_once),
        cmocka_unit_test(functions_of_mathematics_have_a_name),
        cmocka_unit_test(a_drive_with_one_component),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
