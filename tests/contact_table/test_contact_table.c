/* Tables of contacts: what is read, and what is refused with its line. */
#include "judder_test.h"

#include "contact_table/contact_table.h"

#include <math.h>
#include <string.h>

static JudderErr read_table(const char *text, ContactTable *table) {
    FILE *file = fmemopen((void *)(size_t)text, strlen(text), "r");
    assert_non_null(file);
    const JudderErr err = contact_table_read(file, "c.csv", table);
    fclose(file);
    return err;
}

static void columns_in_any_order(void **state) {
    (void)state;
    ContactTable t;
    assert_int_equal(
        read_table("# exported\r\n\n State ; tangent;normal;mu;area;pressure;slope;direction\r\n"
                   "slip;1;2;0.4;2e-6;3e6;-0.5;-1\r\n  \n open;3;4;;;;;\n#end\nSTUCK;5;6;.3;0;0;;1",
                   &t),
        JUDDER_OK);
    assert_int_equal(t.count, 3);
    assert_int_equal(t.at[0].normal, 2);
    assert_int_equal(t.at[0].tangent, 1);
    assert_int_equal(t.at[0].state, 3);
    assert_int_equal(t.at[0].direction, -1);
    assert_int_equal(t.at[0].line, 4);
    assert_exact(t.at[0].mu, .4);
    assert_exact(t.at[0].slope, -.5);
    assert_true(t.at[0].has_reaction);
    assert_near(t.at[0].reaction[0], -6, 1e-15);
    assert_true(isnan(t.at[0].reaction[1]));
    assert_int_equal(t.at[1].state, 0);
    assert_int_equal(t.at[1].line, 6);
    assert_true(isnan(t.at[1].mu));
    assert_false(t.at[1].has_reaction);
    assert_int_equal(t.at[2].state, 2);
    contact_table_release(&t);
    assert_int_equal(
        read_table("normal\ttangent\tstate\treaction_normal\treaction_tangent\n2\t1\tslip\t-1\t0.4", &t),
        JUDDER_OK);
    assert_exact(t.at[0].reaction[1], .4);
    contact_table_release(&t);
    assert_int_equal(read_table("\xEF\xBB\xBFnormal,tangent,state\n", &t), JUDDER_OK);
    assert_int_equal(t.count, 0);
    contact_table_release(&t);
}

static void refusals_have_their_line(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"# nothing\n", "c.csv:2: the file is empty"},
        {"normal,tangent\n", "c.csv:1: the column state is missing"},
        {"normal,tangent,state,normal\n", "c.csv:1: the column normal is there twice"},
        {"normal,tangent,state,color\n", "c.csv:1: the column \"color\""},
        {"normal,tangent,state,area\n", "c.csv:1: area and pressure go together"},
        {"normal,tangent,state\n1,2\n", "c.csv:2: the line has 2 values: there are 3 columns"},
        {"normal,tangent,state\n1,2,slip,3\n", "c.csv:2: the line has more than 3 values"},
        {"normal,tangent,state\n0,2,slip\n", "c.csv:2: normal is 0: dofs count from 1"},
        {"normal,tangent,state\n1,x,slip\n", "c.csv:2: tangent is \"x\": allowed is an integer"},
        {"normal,tangent,state\n1,99999999999999999999,slip\n", "c.csv:2: tangent is"},
        {"normal,tangent,state\n1,2,gliding\n",
         "c.csv:2: state is \"gliding\": allowed is open, grazing, stuck, slip"},
        {"normal,tangent,state,direction\n1,2,slip,2\n", "c.csv:2: direction is 2: allowed is 1 or -1"},
        {"normal,tangent,state,mu\n1,2,slip,nan\n", "c.csv:2: mu is \"nan\": allowed is a finite number"},
        {"normal,tangent,state,mu\n1,2,slip,1e999\n", "c.csv:2: mu is \"1e999\""},
        {"normal,tangent,state,area,pressure\n1,2,slip,1,\n", "c.csv:2: area and pressure go together"},
        {"normal,tangent,state,area,pressure\n1,2,slip,1,-1\n", "c.csv:2: area 1 and pressure -1"},
        {"normal,tangent,state,area,pressure\n1,2,slip,1e300,1e300\n", "is no finite force"},
        {"normal,tangent,state,reaction_normal,area,pressure\n1,2,slip,-1,1,1\n", "one of them is enough"},
        {"normal,tangent,state,reaction_tangent\n1,2,slip,1\n", "needs reaction_normal too"}};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        ContactTable t;
        assert_int_equal(read_table(bad[i].text, &t), JUDDER_INPUT);
        if (!strstr(error_message(), bad[i].message)) fail_msg("%s, not %s", error_message(), bad[i].message);
        assert_null(t.at);
    }
    char line[3000];
    memset(line, 'a', sizeof line);
    line[sizeof line - 1] = '\0';
    ContactTable t;
    assert_int_equal(read_table(line, &t), JUDDER_INPUT);
    assert_true(strstr(error_message(), "a line of more than 1024 characters") != NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(columns_in_any_order),
                                       cmocka_unit_test(refusals_have_their_line)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
