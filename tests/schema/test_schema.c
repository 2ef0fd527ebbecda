/* The schema of results: sound sentences, forms of names, and what it shares with the modules that write. */
#include "condensed/condensed.h"
#include "judder_test.h"
#include "schema/schema.h"
#include "study/run/list.h"

#include <ctype.h>
#include <string.h>

static const char *const units[] = {"", "s", "m", "m^2", "m/s", "Pa", "Hz", "J", "N", "1/s", "rad/s", NULL};

static void check_entry(const SchemaEntry *entry) {
    const char *const *unit = units;
    while (*unit && strcmp(*unit, entry->unit) != 0) unit++;
    if (!*unit) fail_msg("%s: the unit %s", entry->name, entry->unit);
    const size_t length = strlen(entry->meaning);
    if (length < 3 || entry->meaning[length - 1] == '.') fail_msg("%s: %s", entry->name, entry->meaning);
}

/* A name stands once in a table, and no form before it hides it. */
static void entries_are_sound_and_distinct(void **state) {
    (void)state;
    for (const SchemaTable *const *list = schema_tables; *list; list++)
        for (const SchemaTable *table = *list; table->entries; table++)
            for (const SchemaEntry *entry = table->entries; entry->name; entry++) {
                check_entry(entry);
                for (const SchemaEntry *other = table->entries; other < entry; other++)
                    if (schema_has_form(entry->name, other->name)) fail_msg("%s stands twice", entry->name);
            }
}

static void names_have_forms(void **state) {
    (void)state;
    assert_true(schema_has_form("slip_12", "slip_#"));
    assert_true(schema_has_form("displacement_02_s_1.5e-05", "displacement_#_s_#"));
    assert_true(schema_has_form("mode_flutter_01_re", "mode_flutter_#_re"));
    assert_true(schema_has_form("axis_mu", "axis_*"));
    assert_false(schema_has_form("slip_", "slip_#"));
    assert_false(schema_has_form("slip", "slip_#"));
    assert_false(schema_has_form("slip_1x", "slip_#"));
    assert_false(schema_has_form("slip_1_2", "slip_#"));
    assert_false(schema_has_form("slip_nan", "slip_#"));
}

static void check_numbers(const char *name, const char *kind, int number, const char *key, double at) {
    SchemaNumbers numbers;
    schema_numbers(name, &numbers);
    assert_string_equal(numbers.kind, kind);
    assert_int_equal(numbers.number, number);
    assert_string_equal(numbers.key, key);
    assert_exact(numbers.at, at);
}

static void names_are_counted(void **state) {
    (void)state;
    check_numbers("displacement_02_s_1.5", "displacement", 2, "s", 1.5);
    check_numbers("stress_00012_t_2.5e-05", "stress", 12, "t", 2.5e-5);
    check_numbers("mesh_cells_1_gmsh_11", "mesh_cells", 1, "gmsh", 11);
    check_numbers("mode_flutter_06_im", "mode_flutter_im", 6, "", 0);
    check_numbers("contact_mode_01", "contact_mode", 1, "", 0);
    check_numbers("velocity_3", "velocity", 3, "", 0);
    check_numbers("temperature", "temperature", 0, "", 0);
    check_numbers("profile_01_t_<5>", "profile_t_<5>", 1, "", 0);
    check_numbers("mode_99999999999", "mode_99999999999", 0, "", 0);
    check_numbers("", "", 0, "", 0);
    check_numbers("_", "", 0, "", 0);
    check_numbers("a_very_long_name_that_no_study_of_ours_would_ever_give_to_a_field_of_its_own_1",
                  "a_very_long_name_that_no_study_of_ours_would_ever_give_to_a_fie", 1, "", 0);
}

/* "2 slip-" in the text of the codes is the third state. */
static void states_are_those_of_the_contact(void **state) {
    (void)state;
    char text[200] = "";
    for (int s = 0; s < SCHEMA_STATES; s++) {
        char one[40];
        assert_string_equal(schema_state_names[s], condensed_node_names[s]);
        snprintf(one, sizeof one, "%s%d %s", s ? ", " : "", s, schema_state_names[s]);
        strcat(text, one);
    }
    assert_string_equal(text, SCHEMA_STATE_CODES);
    assert_null(schema_state_names[SCHEMA_STATES]);
    assert_null(condensed_node_names[SCHEMA_STATES]);
}

/* Every series that a model says it records. */
static void recorded_series_are_there(void **state) {
    (void)state;
    size_t seen = 0;
    for (const Model *const *model = models; *model; model++)
        for (const StepperColumn *column = (*model)->series; column && column->name; column++, seen++) {
            const SchemaScope scope = {(*model)->word.name, "march", SCHEMA_SERIES};
            const SchemaEntry *entry = schema_find(&scope, column->name, NULL);
            if (!entry) fail_msg("%s of %s is not in the schema", column->name, (*model)->word.name);
            assert_string_equal(entry->unit, column->unit);
        }
    assert_true(seen > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_sound_and_distinct),
        cmocka_unit_test(names_have_forms),
        cmocka_unit_test(names_are_counted),
        cmocka_unit_test(states_are_those_of_the_contact),
        cmocka_unit_test(recorded_series_are_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
