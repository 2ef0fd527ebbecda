/* Tables of the elements, and what the gradients of shape functions must satisfy. */
#include "judder_test.h"
#include "mesh/mesh.h"
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
        const int corners = element_facet_corners(type);
        for (int f = 0; f < type->facets; f++) {
            const int *node = type->facet[f];
            for (int i = corners; i < type->facet_nodes; i++) {
                const double *a = type->reference[node[i - corners]];
                const double *b = type->reference[node[(i - corners + 1) % corners]];
                for (int d = 0; d < 3; d++) assert_exact(type->reference[node[i]][d], (a[d] + b[d]) / 2);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_numbers),
        cmocka_unit_test(gradients_reproduce_linear_functions),
        cmocka_unit_test(quadratic_elements_reproduce_squares),
        cmocka_unit_test(facets_have_their_middles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
