/* Shape functions, rules and matrices of single cells; plain C. */
#include "judder_test.h"
#include "random.h"

#include "fe/element/cell.h"
#include "fe/element/element.h"

#include <stdlib.h>

static const FeShape *const shapes[] = {&line2_shape,         &line3_shape,          &triangle3_shape,
                                        &triangle6_shape,     &quadrilateral4_shape, &tetrahedron4_shape,
                                        &tetrahedron10_shape, &hexahedron8_shape};

static void shapes_are_one_at_their_node_and_sum_to_one(void **state) {
    (void)state;
    Random random = {1};
    for (size_t s = 0; s < COUNT_OF(shapes); s++) {
        const FeShape *shape = shapes[s];
        double N[MOST_NODES], dN[MOST_NODES][3], other[MOST_NODES];
        for (int a = 0; a < shape->nodes; a++) {
            shape->values(shape->node[a], N);
            for (int b = 0; b < shape->nodes; b++) assert_near(N[b], a == b, 1e-15);
        }
        double xi[3] = {random_in(&random, .1, .3), random_in(&random, .1, .3), random_in(&random, .1, .3)};
        shape->values(xi, N);
        shape->slopes(xi, dN);
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

static void check_rule(const FeRule *rule, bool simplex) {
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
    const FeRule *const gauss[] = {&gauss_line2,          &gauss_line3,       &gauss_quadrilateral4,
                                   &gauss_quadrilateral9, &gauss_hexahedron8, &gauss_hexahedron27};
    const FeRule *const simplex[] = {&triangle1_rule,    &triangle3_rule,    &triangle6_rule,
                                     &tetrahedron1_rule, &tetrahedron4_rule, &tetrahedron15_rule};
    for (size_t i = 0; i < COUNT_OF(gauss); i++) check_rule(gauss[i], false);
    for (size_t i = 0; i < COUNT_OF(simplex); i++) check_rule(simplex[i], true);
}

/* The nodes of a cell: the reference cell moved by a random affine map, and its corners a little more. */
static void random_cell(Random *random, const FeElement *element, double by, double (*x)[3]) {
    double J[3][3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) J[i][k] = (i == k) + random_in(random, -.3, .3);
    for (int a = 0; a < element->shape->nodes; a++)
        for (int i = 0; i < element->dim; i++) {
            x[a][i] = random_in(random, -by, by);
            for (int k = 0; k < element->dim; k++) x[a][i] += J[i][k] * element->shape->node[a][k];
        }
}

/* Symmetric, and no energy in rigid motions: rows of K times u = c + W x vanish for skew W. */
static void stiffness_knows_no_rigid_motion(void **state) {
    (void)state;
    Random random = {2};
    for (const FeElement *const *e = fe_elements; *e; e++)
        for (int trial = 0; trial < 20; trial++) {
            const int dim = (*e)->dim, nodes = (*e)->shape->nodes, dofs = nodes * dim;
            double x[MOST_NODES][3], K[900] = {0}, u[30], W[3][3] = {{0}}, size = 0;
            FeTable table;
            fe_tabulate((*e)->shape, (*e)->stiffness_rule, &table);
            random_cell(&random, *e, .02, x);
            assert_true(fe_cell_stiffness(&table, x, (FeModuli){random_in(&random, -.5, 3), 1}, K));
            for (int i = 0; i < dim; i++)
                for (int j = 0; j < i; j++) W[j][i] = -(W[i][j] = random_in(&random, -1, 1));
            for (int a = 0; a < nodes; a++)
                for (int i = 0; i < dim; i++) {
                    u[a * dim + i] = .3 * i + 1;
                    for (int j = 0; j < dim; j++) u[a * dim + i] += W[i][j] * x[a][j];
                }
            for (int r = 0; r < dofs; r++) {
                double sum = 0;
                for (int c = 0; c < dofs; c++) {
                    sum += K[r * dofs + c] * u[c];
                    size = fmax(size, fabs(K[r * dofs + c]));
                    assert_near(K[r * dofs + c], K[c * dofs + r], 1e-14 * size);
                }
                assert_near(sum, 0, 1e-13 * size);
            }
        }
}

/* The closed forms of the P1 triangle and of the straight simplices' mass. */
static void mass_of_straight_cells_is_exact(void **state) {
    (void)state;
    Random random = {3};
    for (const FeElement *const *e = fe_elements; *e; e++) {
        const int nodes = (*e)->shape->nodes, dim = (*e)->dim;
        double x[MOST_NODES][3], m[100] = {0}, weight[MOST_NODES] = {0}, total = 0, J[3][3] = {{0}};
        FeTable table;
        fe_tabulate((*e)->shape, (*e)->mass_rule, &table);
        random_cell(&random, *e, 0, x);
        assert_true(fe_cell_mass(&table, x, 2, m));
        assert_true(fe_cell_lumped(&table, x, 2, (*e)->row_sum, weight));
        const bool simplex = (*e)->name[0] == 'P';
        for (int i = 0; i < dim; i++)
            for (int k = 0; k < dim; k++)
                J[i][k] = simplex ? x[k + 1][i] - x[0][i]
                                  : .5 * (x[k == 0   ? 1
                                            : k == 1 ? 3
                                                     : 4][i] -
                                          x[0][i]);
        const double det = dim == 2 ? J[0][0] * J[1][1] - J[0][1] * J[1][0]
                                    : J[0][0] * (J[1][1] * J[2][2] - J[1][2] * J[2][1]) -
                                          J[0][1] * (J[1][0] * J[2][2] - J[1][2] * J[2][0]) +
                                          J[0][2] * (J[1][0] * J[2][1] - J[1][1] * J[2][0]);
        const double mass = 2 * det * (simplex ? dim == 2 ? .5 : 1. / 6 : dim == 2 ? 4 : 8);
        double lumped = 0;
        for (int a = 0; a < nodes; a++) {
            assert_true(weight[a] > 0);
            lumped += weight[a];
            for (int b = 0; b < nodes; b++) total += m[a * nodes + b];
        }
        assert_near(total, mass, 1e-14 * mass);
        assert_near(lumped, mass, 1e-14 * mass);
        /* int N_0^2: P1 2/((d+1)(d+2)), P2 1/30 and 1/70 of the volume, Q1 (1/3)^d */
        const double first = !simplex               ? pow(1. / 3, dim)
                             : (*e)->name[1] == '1' ? 2. / ((dim + 1) * (dim + 2))
                             : dim == 2             ? 1. / 30
                                                    : 1. / 70;
        assert_near(m[0], first * mass, 1e-14 * mass);
    }
}

static void cells_inside_out_are_seen(void **state) {
    (void)state;
    for (const FeElement *const *e = fe_elements; *e; e++) {
        double x[MOST_NODES][3], K[900] = {0}, m[100] = {0};
        FeTable table, mass;
        fe_tabulate((*e)->shape, (*e)->stiffness_rule, &table);
        fe_tabulate((*e)->shape, (*e)->mass_rule, &mass);
        for (int a = 0; a < (*e)->shape->nodes; a++)
            for (int i = 0; i < 3; i++) x[a][i] = (i ? 1 : -1) * (*e)->shape->node[a][i];
        assert_false(fe_cell_stiffness(&table, x, (FeModuli){1, 1}, K));
        assert_false(fe_cell_mass(&mass, x, 1, m));
        for (int a = 0; a < (*e)->shape->nodes; a++) x[a][0] = 0;
        assert_false(fe_cell_stiffness(&table, x, (FeModuli){1, 1}, K));
    }
}

/* The nodes of our shapes lie where the mesh's elements put them. */
static void elements_of_meshes_are_known(void **state) {
    (void)state;
    for (const ElementType *const *type = element_types; *type; type++) {
        const FeElement *element = fe_element_find(*type);
        assert_non_null(element);
        assert_int_equal(element->shape->nodes, (*type)->nodes);
        assert_int_equal(element->facet->nodes, (*type)->facet_nodes);
        for (int a = 0; a < (*type)->nodes; a++)
            for (int i = 0; i < (*type)->dim; i++)
                assert_exact(element->shape->node[a][i], (*type)->reference[a][i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_are_one_at_their_node_and_sum_to_one),
        cmocka_unit_test(rules_are_exact_up_to_their_degree),
        cmocka_unit_test(stiffness_knows_no_rigid_motion),
        cmocka_unit_test(mass_of_straight_cells_is_exact),
        cmocka_unit_test(cells_inside_out_are_seen),
        cmocka_unit_test(elements_of_meshes_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
