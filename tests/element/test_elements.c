/* What every element must satisfy; one that is added to the list is tested at once. */
#include "element/element.h"
#include "judder_test.h"
#include "random.h"

static void names_and_numbers(void **state) {
    (void)state;
    static const struct {
        const char *name;
        int dim, gmsh, nodes;
    } known[] = {{"P1", 2, 2, 3}, {"P2", 2, 9, 6},   {"Q1", 2, 3, 4},
                 {"P1", 3, 4, 4}, {"P2", 3, 11, 10}, {"Q1", 3, 5, 8}};
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        const ElementType *type = element_type_find(known[i].name, known[i].dim);
        assert_ptr_equal(type, element_types[i]);
        assert_int_equal(type->gmsh, known[i].gmsh);
        assert_int_equal(type->nodes, known[i].nodes);
    }
    assert_null(element_types[COUNT_OF(known)]);
    assert_null(element_type_find("Q2", 2));
    assert_null(element_type_find("P1", 1));
}

/* The gradients sum to zero and the reference coordinates have the gradient one, anywhere. */
static void gradients_reproduce_linear_functions(void **state) {
    (void)state;
    Random random = {1};
    for (const ElementType *const *type = element_types; *type; type++) {
        for (int trial = 0; trial < 50; trial++) {
            double xi[3], grad[10][3];
            for (int d = 0; d < 3; d++) xi[d] = random_in(&random, -1, 1);
            (*type)->gradients(xi, grad);
            for (int d = 0; d < (*type)->dim; d++) {
                double sum = 0, map[3] = {0};
                for (int i = 0; i < (*type)->nodes; i++) {
                    sum += grad[i][d];
                    for (int e = 0; e < 3; e++) map[e] += (*type)->reference[i][e] * grad[i][d];
                }
                assert_near(sum, 0, 1e-14);
                for (int e = 0; e < (*type)->dim; e++) assert_near(map[e], e == d, 1e-14);
            }
        }
    }
}

/* P2 also reproduces squares: d(x^2)/dx = 2 x. */
static void quadratic_elements_reproduce_squares(void **state) {
    (void)state;
    for (int dim = 2; dim <= 3; dim++) {
        const ElementType *type = element_type_find("P2", dim);
        const double xi[3] = {0.3, 0.2, 0.1};
        double grad[10][3];
        type->gradients(xi, grad);
        for (int d = 0; d < dim; d++) {
            for (int e = 0; e < dim; e++) {
                double sum = 0;
                for (int i = 0; i < type->nodes; i++)
                    sum += type->reference[i][d] * type->reference[i][e] * grad[i][d];
                assert_near(sum, (d == e ? 2 : 1) * xi[e], 1e-14);
            }
        }
    }
}

/* Middle nodes lie between the corners of the facet, in the order of the edges. */
static void facets_have_their_middles(void **state) {
    (void)state;
    for (const ElementType *const *at = element_types; *at; at++) {
        const ElementType *type = *at;
        const int corners = type->facet_type->corners;
        for (int f = 0; f < type->facets; f++) {
            const int *node = type->facet[f];
            for (int i = corners; i < type->facet_type->nodes; i++) {
                const double *a = type->reference[node[i - corners]];
                const double *b = type->reference[node[(i - corners + 1) % corners]];
                for (int d = 0; d < 3; d++) assert_exact(type->reference[node[i]][d], (a[d] + b[d]) / 2);
            }
        }
    }
}

static void shapes_are_one_at_their_node_and_sum_to_one(void **state) {
    (void)state;
    Random random = {1};
    for (const ElementType *const *kind = element_kinds; *kind; kind++) {
        const ElementType *shape = *kind;
        if (shape->dim == 0) continue;
        double N[MOST_NODES], dN[MOST_NODES][3], other[MOST_NODES];
        for (int a = 0; a < shape->nodes; a++) {
            shape->values(shape->reference[a], N);
            for (int b = 0; b < shape->nodes; b++) assert_near(N[b], a == b, 1e-15);
        }
        double xi[3] = {random_in(&random, .1, .3), random_in(&random, .1, .3), random_in(&random, .1, .3)};
        shape->values(xi, N);
        shape->gradients(xi, dN);
        double sum = 0;
        for (int a = 0; a < shape->nodes; a++) sum += N[a];
        assert_near(sum, 1, 1e-15);
        for (int k = 0; k < shape->dim; k++) {
            const double h = 1e-6;
            xi[k] += h;
            shape->values(xi, N);
            xi[k] -= 2 * h;
            shape->values(xi, other);
            xi[k] += h;
            for (int a = 0; a < shape->nodes; a++) assert_near(dN[a][k], (N[a] - other[a]) / (2 * h), 1e-9);
        }
    }
}

static double factorial(int n) {
    return n < 2 ? 1 : n * factorial(n - 1);
}

/* int of x^p y^q z^r: on simplices p! q! r!/(p + q + r + dim)!. */
static double exact_integral(bool simplex, int dim, const int *power) {
    double value = 1;
    int sum = dim;
    for (int k = 0; k < dim; k++) {
        value *= simplex ? factorial(power[k]) : power[k] % 2 ? 0 : 2. / (power[k] + 1);
        sum += power[k];
    }
    return simplex ? value / factorial(sum) : value;
}

static void check_rule(const ElementRule *rule, bool simplex) {
    const int most = rule->degree;
    for (int code = 0; code < (most + 1) * (most + 1) * (most + 1); code++) {
        const int power[3] = {code % (most + 1), code / (most + 1) % (most + 1),
                              code / (most + 1) / (most + 1)};
        if (rule->dim < 3 && power[2]) continue;
        if (rule->dim < 2 && power[1]) continue;
        if (simplex && power[0] + power[1] + power[2] > most) continue;
        double sum = 0;
        for (int p = 0; p < rule->points; p++) {
            double term = rule->at[p][3];
            for (int k = 0; k < rule->dim; k++) term *= pow(rule->at[p][k], power[k]);
            sum += term;
        }
        assert_near(sum, exact_integral(simplex, rule->dim, power), 1e-14);
    }
    for (int p = 0; p < rule->points; p++) assert_true(rule->at[p][3] > 0);
}

static void rules_are_exact_up_to_their_degree(void **state) {
    (void)state;
    const ElementRule *const gauss[] = {&gauss_line2,          &gauss_line3,       &gauss_quadrilateral4,
                                        &gauss_quadrilateral9, &gauss_hexahedron8, &gauss_hexahedron27};
    const ElementRule *const simplex[] = {&triangle1_rule,    &triangle3_rule,    &triangle6_rule,
                                          &tetrahedron1_rule, &tetrahedron4_rule, &tetrahedron15_rule};
    for (size_t i = 0; i < COUNT_OF(gauss); i++) check_rule(gauss[i], false);
    for (size_t i = 0; i < COUNT_OF(simplex); i++) check_rule(simplex[i], true);
}

/* A straight edge of a face borders one other face, and is run through the other way there; in 2-D the edges
 * follow each other around the cell. */
static void facets_close(void **state) {
    (void)state;
    for (const ElementType *const *at = element_types; *at; at++) {
        const ElementType *type = *at;
        const int corners = type->facet_type->corners;
        int runs[MOST_NODES][MOST_NODES] = {{0}}, ends[MOST_NODES] = {0}, edges = 0;
        assert_int_equal(type->facet_type->dim, type->dim - 1);
        for (int f = 0; f < type->facets; f++) {
            for (int i = 0; i < corners; i++) {
                assert_true(type->facet[f][i] < type->corners);
                if (type->dim == 3) runs[type->facet[f][i]][type->facet[f][(i + 1) % corners]]++, edges++;
                if (type->dim == 2) ends[type->facet[f][i]] += i ? 1 : 2;
            }
        }
        for (int a = 0; a < type->corners; a++) {
            if (type->dim == 2) assert_int_equal(ends[a], 3); /* begins one edge and ends one */
            for (int b = 0; b < type->corners; b++) {
                assert_true(runs[a][b] <= 1);
                assert_int_equal(runs[a][b], runs[b][a]);
            }
        }
        /* Euler: corners - edges + faces = 2 */
        if (type->dim == 3) assert_int_equal(type->corners - edges / 2 + type->facets, 2);
    }
}

/* The middle of the reference cell lies on the inner side of all facets. */
static void facets_point_outward(void **state) {
    (void)state;
    for (const ElementType *const *at = element_types; *at; at++) {
        const ElementType *type = *at;
        double centre[3] = {0};
        for (int a = 0; a < type->corners; a++)
            for (int d = 0; d < 3; d++) centre[d] += type->reference[a][d] / type->corners;
        for (int f = 0; f < type->facets; f++) {
            const double *x = type->reference[type->facet[f][0]], *y = type->reference[type->facet[f][1]],
                         *z = type->reference[type->facet[f][2]];
            double u[3], v[3], w[3];
            for (int d = 0; d < 3; d++) u[d] = y[d] - x[d], w[d] = x[d] - centre[d];
            for (int d = 0; d < 3; d++) v[d] = type->dim == 3 ? z[d] - x[d] : d == 2;
            assert_true(w[0] * (u[1] * v[2] - u[2] * v[1]) + w[1] * (u[2] * v[0] - u[0] * v[2]) +
                            w[2] * (u[0] * v[1] - u[1] * v[0]) >
                        0);
        }
    }
}

/* The facet of a cell has the nodes that its own element has. */
static void facets_are_elements(void **state) {
    (void)state;
    for (const ElementType *const *at = element_types; *at; at++) {
        const ElementType *facet = (*at)->facet_type;
        for (int f = 0; f < (*at)->facets; f++)
            for (int i = 0; i < facet->nodes; i++) {
                double N[MOST_NODES];
                element_linear(facet)->values(facet->reference[i], N);
                for (int d = 0; d < 3; d++) {
                    double x = 0;
                    for (int c = 0; c < facet->corners; c++)
                        x += N[c] * (*at)->reference[(*at)->facet[f][c]][d];
                    assert_exact(x, (*at)->reference[(*at)->facet[f][i]][d]);
                }
            }
        assert_non_null(facet->side_rule);
    }
}

/* Middles of edges in VTK's own order (its handbook): 01 12 20, then 03 13 23. */
static void nodes_go_to_vtk_and_back(void **state) {
    (void)state;
    static const int edge[][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
    for (const ElementType *const *at = element_types; *at; at++) {
        const ElementType *type = *at;
        int back[MOST_NODES];
        for (int i = 0; i < type->nodes; i++) back[i] = -1;
        for (int i = 0; i < type->nodes; i++) {
            const int own = type->vtk_order ? type->vtk_order[i] : i;
            assert_int_equal(back[own], -1);
            back[own] = i;
            if (i < type->corners) assert_int_equal(own, i);
            for (int d = 0; d < type->dim && i >= type->corners; d++)
                assert_exact(type->reference[own][d], (type->reference[edge[i - type->corners][0]][d] +
                                                       type->reference[edge[i - type->corners][1]][d]) /
                                                          2);
        }
    }
}

/* Numbers of files are those of one element alone, and all sizes have room. */
static void numbers_are_distinct(void **state) {
    (void)state;
    int count = 0;
    for (const ElementType *const *a = element_kinds; *a; a++, count++) {
        for (const ElementType *const *b = element_kinds; b < a; b++) {
            assert_int_not_equal((*a)->gmsh, (*b)->gmsh);
            assert_int_not_equal((*a)->vtk, (*b)->vtk);
            assert_string_not_equal((*a)->kind, (*b)->kind);
        }
        assert_true((*a)->nodes <= ((*a)->dim < 3 ? MOST_FACET_NODES : MOST_NODES));
        assert_true((*a)->dim < 2 || (*a)->mass_rule->points <= MOST_POINTS);
        assert_ptr_equal(element_type_of_gmsh((*a)->gmsh), (*a)->dim < 2 ? NULL : *a);
    }
    assert_int_equal(count, ELEMENT_KINDS);
    assert_null(element_type_of_gmsh(10));
}

/* Corner, middle, corner, middle ...: each middle between its neighbours. */
static void outlines_walk_around(void **state) {
    (void)state;
    for (const ElementType *const *at = element_kinds + 1; *at; at++) {
        const ElementType *type = *at;
        int order[MOST_NODES];
        if (type->dim == 3) continue;
        element_outline(type, order);
        for (int i = 0; i < type->nodes; i++) {
            if (order[i] < type->corners) continue;
            const double *x = type->reference[order[i - 1]],
                         *y = type->reference[order[(i + 1) % type->nodes]];
            for (int d = 0; d < 3; d++) assert_exact(type->reference[order[i]][d], (x[d] + y[d]) / 2);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_numbers),
        cmocka_unit_test(gradients_reproduce_linear_functions),
        cmocka_unit_test(quadratic_elements_reproduce_squares),
        cmocka_unit_test(facets_have_their_middles),
        cmocka_unit_test(shapes_are_one_at_their_node_and_sum_to_one),
        cmocka_unit_test(rules_are_exact_up_to_their_degree),
        cmocka_unit_test(facets_close),
        cmocka_unit_test(facets_point_outward),
        cmocka_unit_test(facets_are_elements),
        cmocka_unit_test(nodes_go_to_vtk_and_back),
        cmocka_unit_test(numbers_are_distinct),
        cmocka_unit_test(outlines_walk_around),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
