/* Random problems in the plane and in space: whatever is called solved satisfies the law, whatever is not
 * says so, and an exact path does not depend on its steps. (BD-2) */
#include "condensed/condensed_cases.h"

#include <stdio.h>

static void loads_in_any_number_of_steps(void **state) {
    (void)state;
    Random random = {11};
    static Case c;
    double u[4][CASE_DOFS];
    int compared = 0;
    for (int trial = 0; trial < 60; trial++) {
        case_random(&c, &random, 1 + random_below(&random, 20), 2, 0.6);
        const int steps[] = {1, 2, 7, 50};
        long events[4];
        bool good = true;
        for (int k = 0; k < 4 && good; k++) {
            Seen seen = {.c = &c};
            const CondensedWatch watch = {.step = seen_step, .event = seen_event, .context = &seen};
            case_open(&c);
            c.report = (CondensedPathReport){0};
            for (int l = 0; l < 3 && good; l++)
                good = case_follow(&c, l, l + 1, steps[k], &watch) == CONDENSED_SOLVED;
            memcpy(u[k], c.state->u, (size_t)(2 * c.problem.n) * sizeof u[0][0]);
            events[k] = c.report.events;
            good = good && c.report.jumps == 0 && c.report.branches == 0;
            assert_at_most(c.report.defect, 1e-10);
            assert_at_most(seen.worst_cone, 1e-11);
            assert_at_most(seen.worst_gap, 1e-11);
            case_close(&c);
        }
        if (!good) continue;
        compared++;
        for (int k = 1; k < 4; k++) {
            assert_int_equal(events[k], events[0]);
            for (int j = 0; j < 2 * c.problem.n; j++) assert_near(u[k][j], u[0][j], 1e-9);
        }
    }
    assert_true(compared >= 50);
}

/* mu up to 3: beyond what makes solutions unique, or exist. */
static void hard_paths_end(void **state) {
    (void)state;
    Random random = {5};
    static Case c;
    int outcomes[CONDENSED_STOPPED + 1] = {0};
    long jumps = 0, branches = 0, pivots = 0;
    for (int trial = 0; trial < 200; trial++) {
        case_random_soft(&c, &random, 1 + random_below(&random, 30), 2, trial % 2 ? 3 : 1,
                         trial % 3 ? 0.003 : 0.1);
        case_open(&c);
        for (int k = 0; k < 3; k++)
            if (case_follow(&c, k, k + 1, 5, NULL) != CONDENSED_SOLVED) break;
        outcomes[c.report.outcome]++;
        jumps += c.report.jumps;
        branches += c.report.branches;
        pivots += c.report.pivots;
        assert_at_most(c.report.defect, 1e-10);
        case_close(&c);
    }
    print_message(
        "solved %d cycled %d ray %d none %d singular %d limit %d; jumps %ld branches %ld pivots %ld\n",
        outcomes[0], outcomes[1], outcomes[2], outcomes[3], outcomes[4], outcomes[5], jumps, branches,
        pivots);
    assert_true(outcomes[CONDENSED_SOLVED] >= 180);
}

static void finite_steps_are_judged(void **state) {
    (void)state;
    Random random = {23};
    static Case c;
    int solved = 0, tried = 0, iterations = 0, most = 0;
    for (int trial = 0; trial < 200; trial++) {
        const int dim = 2 + trial % 2;
        case_random_soft(&c, &random, 1 + random_below(&random, 20), dim, trial % 4 < 2 ? 1 : 3,
                         trial % 3 ? 0.003 : 0.1);
        c.contact.law = contact_laws[trial / 2 % 3];
        c.contact.stiffness = c.S[0] * random_size(&random, 0.1, 10);
        c.contact.power = random_in(&random, 1, 2.5);
        c.contact.pressure = c.S[0] * random_in(&random, 0, 1);
        case_open(&c);
        for (int k = 1; k < 4; k++) {
            const CondensedLoad load = case_load(&c, k);
            CondensedStepReport report;
            assert_int_equal(condensed_step(c.solver, &load, c.state, &report), JUDDER_OK);
            tried++;
            if (report.outcome != CONDENSED_SOLVED) {
                print_message("trial %d dim %d law %s n %d: %s after %s\n", trial, dim,
                              c.contact.law->word.name, c.problem.n, condensed_outcome_names[report.outcome],
                              report.method);
                break;
            }
            solved++;
            iterations += report.iterations;
            most = report.iterations > most ? report.iterations : most;
            assert_at_most(report.defect, 1e-10);
        }
        case_close(&c);
    }
    print_message("%d of %d solved, %.1f iterations, at most %d\n", solved, tried,
                  (double)iterations / solved, most);
    assert_true(solved >= tried * 99 / 100);
}

static void hard_paths_of_all_laws_end(void **state) {
    (void)state;
    Random random = {31};
    static Case c;
    int solved = 0;
    for (int trial = 0; trial < 40; trial++) {
        case_random(&c, &random, 1 + random_below(&random, 8), 2 + trial % 2, 0.8);
        c.contact.law = contact_laws[trial / 2 % 3];
        c.contact.stiffness = c.S[0] * random_size(&random, 0.1, 10);
        c.contact.power = random_in(&random, 1, 2.5);
        c.contact.pressure = c.S[0] * random_in(&random, 0, 1);
        case_open(&c);
        for (int k = 0; k < 3; k++)
            if (case_follow(&c, k, k + 1, 5, NULL) != CONDENSED_SOLVED) break;
        solved += c.report.outcome == CONDENSED_SOLVED;
        assert_at_most(c.report.defect, 1e-10);
        case_close(&c);
    }
    assert_true(solved >= 38);
}

static void take_laws(Case *c, Random *random, Contact *laws) {
    for (int i = 0; i < c->problem.n; i++)
        laws[i] = (Contact){.law = contact_laws[random_below(random, 3)],
                            .stiffness = c->S[0] * random_size(random, 0.1, 10),
                            .power = random_in(random, 1, 2.5),
                            .pressure = c->S[0] * random_in(random, 0, 1)};
    c->problem.contact = laws;
    c->problem.contact_count = c->problem.n;
}

/* Nodes with laws of their own: coupled by the body, judged. */
static void every_node_has_its_own_law(void **state) {
    (void)state;
    Random random = {41};
    static Case c;
    Contact laws[20];
    int solved = 0, tried = 0;
    for (int trial = 0; trial < 200; trial++) {
        case_random(&c, &random, 1 + random_below(&random, 20), 2 + trial % 2, 0.8);
        take_laws(&c, &random, laws);
        case_open(&c);
        for (int k = 1; k < 4; k++) {
            const CondensedLoad load = case_load(&c, k);
            CondensedStepReport report;
            assert_int_equal(condensed_step(c.solver, &load, c.state, &report), JUDDER_OK);
            tried++;
            if (report.outcome != CONDENSED_SOLVED) break;
            solved++;
            assert_at_most(report.defect, 1e-10);
        }
        case_close(&c);
    }
    assert_true(solved >= tried * 99 / 100);
}

static void step_once(Case *c) {
    const CondensedLoad load = case_load(c, 1);
    CondensedStepReport report;
    assert_int_equal(condensed_step(c->solver, &load, c->state, &report), JUDDER_OK);
    assert_int_equal(report.outcome, CONDENSED_SOLVED);
}

/* Nodes that the body does not couple: each as if it were alone with its law. */
static void nodes_apart_do_not_know_of_each_other(void **state) {
    (void)state;
    Random random = {43};
    static Case all, one;
    Contact laws[8];
    for (int trial = 0; trial < 100; trial++) {
        const int n = 8, dim = 2 + trial % 2, size = n * dim;
        case_random(&all, &random, n, dim, 0.8);
        for (int j = 0; j < size * size; j++)
            if (j / size / dim != j % size / dim) all.S[j] = 0;
        take_laws(&all, &random, laws);
        case_open(&all);
        step_once(&all);
        for (int i = 0; i < n; i++) {
            case_make(&one, 1, dim);
            one.contact = laws[i];
            one.gap[0] = all.gap[i], one.mu[0] = all.mu[i], one.area[0] = all.area[i];
            for (int a = 0; a < dim; a++) {
                one.f[1][a] = all.f[1][i * dim + a];
                one.obstacle[1][a] = all.obstacle[1][i * dim + a];
                for (int b = 0; b < dim; b++) one.S[a * dim + b] = all.S[(i * dim + a) * size + i * dim + b];
            }
            case_open(&one);
            step_once(&one);
            const double largest = fabs(one.f[1][0]) + fabs(one.f[1][1]) + one.S[0];
            for (int a = 0; a < dim; a++)
                assert_near(one.state->r[a] / largest, all.state->r[i * dim + a] / largest, 1e-9);
            case_close(&one);
        }
        case_close(&all);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_in_any_number_of_steps),
        cmocka_unit_test(hard_paths_end),
        cmocka_unit_test(finite_steps_are_judged),
        cmocka_unit_test(hard_paths_of_all_laws_end),
        cmocka_unit_test(every_node_has_its_own_law),
        cmocka_unit_test(nodes_apart_do_not_know_of_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
