/* The graph of beta: its pieces, all roots, the rule. (DI-1), (DI-4) */
#include "inclusion/graph.h"

#include <math.h>
#include <stdlib.h>

#include "judder_test.h"
#include "random.h"

typedef struct ThreeNumbers {
    double mu_s, mu_d, v_c;
} ThreeNumbers;

static Random numbers = {20260101};

static double uniform(double low, double high) {
    return random_in(&numbers, low, high);
}

static void linear_law_gives_five_pieces(void **state) {
    (void)state;
    const ThreeNumbers p = {.8, .5, .1};
    Graph *graph = NULL;
    assert_int_equal(graph_create_from_law(1, 1, (Friction){&linear_law, &p}, &graph), JUDDER_OK);
    assert_int_equal(graph->count, 5);
    const int trends[] = {1, -1, 1, -1, 1};
    for (size_t i = 0; i < 5; i++) assert_int_equal(graph->pieces[i].trend, trends[i]);
    assert_near(graph->pieces[3].b1, .6, 1e-15);
    GraphRoot roots[8];
    assert_int_equal(graph_roots(graph, .7, roots, 8), 3);
    assert_int_equal(roots[0].kind, ROOT_STABLE);
    assert_int_equal(roots[1].kind, ROOT_UNSTABLE);
    assert_near(roots[1].v, .05, 1e-15);
    assert_near(roots[2].v, .2, 1e-15);
    assert_int_equal(graph_roots(graph, .8, roots, 8), 2);
    assert_int_equal(roots[0].kind, ROOT_FOLD);
    assert_int_equal(graph_roots(graph, 0, roots, 8), 1);
    graph_destroy(&graph);
}

/* Static and kinetic friction: a drop on each side of stick, which holds no root of its own. */
static void a_drop_at_rest_leaves_stick_and_slip(void **state) {
    (void)state;
    Graph *graph = NULL;
    const double p[] = {.5, .8};
    assert_int_equal(graph_create_from_law(1, 1, (Friction){&constant_law, p}, &graph), JUDDER_OK);
    assert_int_equal(graph->count, 5);
    const int trends[] = {1, -1, 1, -1, 1};
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(graph->pieces[i].trend, trends[i]);
        assert_int_equal(graph_drops(graph, i), i % 2);
    }
    assert_int_equal(graph_find(graph, 0), 2);
    const struct {
        double load;
        size_t count;
        double v[2];
        RootKind kind[2];
    } known[] = {{0, 1, {0}, {ROOT_STABLE}},
                 {.5, 1, {0}, {ROOT_STABLE}},
                 {.7, 2, {0, .2}, {ROOT_STABLE, ROOT_STABLE}},
                 {.8, 2, {0, .3}, {ROOT_FOLD, ROOT_STABLE}},
                 {.9, 1, {.4}, {ROOT_STABLE}}};
    for (size_t k = 0; k < COUNT_OF(known); k++)
        for (int side = -1; side <= 1; side += 2) {
            GraphRoot roots[8];
            assert_int_equal(graph_roots(graph, side * known[k].load, roots, 8), known[k].count);
            for (size_t i = 0; i < known[k].count; i++) {
                const size_t from_left = side > 0 ? i : known[k].count - 1 - i;
                assert_near(roots[from_left].v, side * known[k].v[i], 1e-15);
                assert_int_equal(roots[from_left].kind, known[k].kind[i]);
                assert_near(graph_residual(graph, side * known[k].load, roots[from_left].v), 0, 1e-15);
            }
        }
    graph_destroy(&graph);
}

static void exponential_fold_is_where_the_page_says(void **state) {
    (void)state;
    const ThreeNumbers p = {.8, .5, .1};
    Graph *graph = NULL;
    assert_int_equal(graph_create_from_law(1, 1, (Friction){&exponential_law, &p}, &graph), JUDDER_OK);
    assert_int_equal(graph->count, 5);
    assert_near(graph->pieces[3].v1, 0.109861229, 1e-9);
    assert_near(graph->pieces[3].b1, 0.709861229, 1e-9);
    graph_destroy(&graph);
}

static void a_monotone_graph_has_one_root_for_every_load(void **state) {
    (void)state;
    const ThreeNumbers p = {.6, .5, 1};
    const FrictionLaw *laws[] = {&linear_law, &exponential_law};
    for (int k = 0; k < 2; k++) {
        Graph *graph = NULL;
        assert_int_equal(graph_create_from_law(1, 1, (Friction){laws[k], &p}, &graph), JUDDER_OK);
        for (int i = 0; i < 1000; i++) {
            GraphRoot root;
            const double a = uniform(-3, 3);
            assert_int_equal(graph_roots(graph, a, &root, 1), 1);
            assert_true(graph_residual(graph, a, root.v) < 1e-14);
        }
        graph_destroy(&graph);
    }
}

/* Every root has residual zero, kinds alternate, and a fine scan of beta finds no sign change
 * that the list misses. */
static void check_roots(const Graph *graph, double a) {
    GraphRoot roots[64];
    const size_t count = graph_roots(graph, a, roots, 64);
    assert_in_range(count, 1, 64);
    size_t crossings = 0;
    double low, high, before = -1;
    for (int i = -4000; i <= 4000; i++) {
        const double v = i * 1e-3 + 3.7e-7;
        graph_interval(graph, v, &low, &high);
        const double sign = low > a ? 1 : -1;
        if (i > -4000 && sign != before) crossings++;
        before = sign;
    }
    size_t inside = 0;
    for (size_t i = 0; i < count; i++) {
        assert_true(graph_residual(graph, a, roots[i].v) <= 1e-12 * graph->scale_b);
        if (fabs(roots[i].v) < 4) inside++;
        if (i > 0) assert_true(roots[i].v >= roots[i - 1].v);
        if (i > 0 && roots[i].kind != ROOT_FOLD && roots[i - 1].kind != ROOT_FOLD)
            assert_true(roots[i].kind != roots[i - 1].kind);
    }
    assert_true(inside >= crossings);
    assert_int_equal(count % 2, 1);
}

static void random_tables_have_all_their_roots(void **state) {
    (void)state;
    for (int k = 0; k < 60; k++) {
        double v[6] = {0}, mu[6];
        struct {
            Numbers v, mu;
        } p = {{6, v}, {6, mu}};
        for (int i = 0; i < 6; i++) {
            if (i) v[i] = v[i - 1] + uniform(.02, .3);
            mu[i] = uniform(.1, 1);
        }
        const double Z = uniform(.1, 2), S = uniform(.1, 2);
        Graph *graph = NULL;
        assert_int_equal(graph_create_from_law(Z, S, (Friction){&tabulated_law, &p}, &graph), JUDDER_OK);
        for (int i = 0; i < 20; i++) check_roots(graph, uniform(-2, 2));
        graph_destroy(&graph);
    }
}

static void points_may_stand_upright_and_go_on_beyond_the_ends(void **state) {
    (void)state;
    const double points[] = {-1, -2, 0, -1, 0, 1, .5, .5, 2, 3};
    Graph *graph = NULL;
    assert_int_equal(graph_create_from_points(points, 5, &graph), JUDDER_OK);
    assert_int_equal(graph->count, 4);
    assert_int_equal(graph->pieces[1].kind, GRAPH_VERTICAL);
    GraphRoot roots[8];
    assert_int_equal(graph_roots(graph, .75, roots, 8), 3);
    assert_near(roots[0].v, 0, 0);
    assert_near(roots[1].v, .25, 1e-15);
    assert_near(roots[2].v, .65, 1e-15);
    assert_int_equal(graph_roots(graph, -5, roots, 8), 1);
    assert_near(roots[0].v, -4, 1e-15);
    assert_int_equal(graph_roots(graph, 13, roots, 8), 1);
    assert_near(roots[0].v, 8, 1e-13);
    graph_destroy(&graph);
}

static void a_hard_stop_takes_every_load(void **state) {
    (void)state;
    const double points[] = {0, 0, 1, 1, 1, 2};
    Graph *graph = NULL;
    assert_int_equal(graph_create_from_points(points, 3, &graph), JUDDER_OK);
    GraphRoot root;
    assert_int_equal(graph_roots(graph, 1e9, &root, 1), 1);
    assert_near(root.v, 1, 0);
    graph_destroy(&graph);
}

static void bad_points_are_refused(void **state) {
    (void)state;
    Graph *graph = NULL;
    assert_int_equal(graph_create_from_points((const double[]){0, 0}, 1, &graph), JUDDER_INPUT);
    assert_int_equal(graph_create_from_points((const double[]){0, 0, -1, 1}, 2, &graph), JUDDER_INPUT);
    assert_int_equal(graph_create_from_points((const double[]){0, 0, 0, 0, 1, 1}, 3, &graph), JUDDER_INPUT);
    assert_null(graph);
    const struct { double a, b, c; } p = {.7, .5, 1};
    assert_int_equal(graph_create_from_law(1, 1, (Friction){&slip_weakening_law, &p}, &graph), JUDDER_INPUT);
    assert_string_equal(error_field(), "friction");
}

static void the_rule_takes_the_nearest_stable_root_along_the_flow(void **state) {
    (void)state;
    double v[] = {0, .1, .4, .5}, mu[] = {.9, .5, .75, .35};
    const struct { Numbers v, mu; } p = {{4, v}, {4, mu}};
    Graph *graph = NULL;
    assert_int_equal(graph_create_from_law(1, 1, (Friction){&tabulated_law, &p}, &graph), JUDDER_OK);
    size_t piece;
    double settled;
    /* Load .9 from stick: the slow branch, not the fast one at .55. */
    assert_true(graph_settle(graph, .9000001, 0, 1, &piece, &settled));
    assert_near(settled, .263636363636, 1e-6);
    assert_true(graph_settle(graph, 1.1500001, .4, 1, &piece, &settled));
    assert_near(settled, .8, 1e-6);
    assert_true(graph_settle(graph, .8499999, .5, -1, &piece, &settled));
    assert_near(settled, .236363636363, 1e-6);
    assert_int_equal(graph_start(graph, .75, .05, &piece, &settled), START_UNSTABLE);
    assert_int_equal(graph_start(graph, .7, 0, &piece, &settled), START_ON_BRANCH);
    assert_int_equal(graph_start(graph, 2, .05, &piece, &settled), START_SETTLED);
    graph_destroy(&graph);
}

static void a_load_beyond_a_flat_graph_has_no_root(void **state) {
    (void)state;
    const double mu = .5;
    Graph *graph = NULL;
    assert_int_equal(graph_create_from_law(0, 1, (Friction){&constant_law, (double[]){mu, mu}}, &graph),
                     JUDDER_OK);
    size_t piece;
    double settled;
    assert_int_equal(graph_start(graph, .6, 0, &piece, &settled), START_NOWHERE);
    assert_int_equal(graph_roots(graph, .6, NULL, 0), 0);
    graph_destroy(&graph);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_law_gives_five_pieces),
        cmocka_unit_test(a_drop_at_rest_leaves_stick_and_slip),
        cmocka_unit_test(exponential_fold_is_where_the_page_says),
        cmocka_unit_test(a_monotone_graph_has_one_root_for_every_load),
        cmocka_unit_test(random_tables_have_all_their_roots),
        cmocka_unit_test(points_may_stand_upright_and_go_on_beyond_the_ends),
        cmocka_unit_test(a_hard_stop_takes_every_load),
        cmocka_unit_test(bad_points_are_refused),
        cmocka_unit_test(the_rule_takes_the_nearest_stable_root_along_the_flow),
        cmocka_unit_test(a_load_beyond_a_flat_graph_has_no_root),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
