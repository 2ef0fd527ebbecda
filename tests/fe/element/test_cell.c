/* Matrices of single cells; plain C. */
#include "judder_test.h"
#include "random.h"

#include "element/element.h"
#include "fe/element/cell.h"

#include <stdlib.h>

/* The nodes of a cell: the reference cell moved by a random affine map, and its corners a little more. */
static void random_cell(Random *random, const ElementType *element, double by, double (*x)[3]) {
    double J[3][3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) J[i][k] = (i == k) + random_in(random, -.3, .3);
    for (int a = 0; a < element->nodes; a++)
        for (int i = 0; i < element->dim; i++) {
            x[a][i] = random_in(random, -by, by);
            for (int k = 0; k < element->dim; k++) x[a][i] += J[i][k] * element->reference[a][k];
        }
}

/* Symmetric, and no energy in rigid motions: rows of K times u = c + W x vanish for skew W. */
static void stiffness_knows_no_rigid_motion(void **state) {
    (void)state;
    Random random = {2};
    for (const ElementType *const *e = element_types; *e; e++)
        for (int trial = 0; trial < 20; trial++) {
            const int dim = (*e)->dim, nodes = (*e)->nodes, dofs = nodes * dim;
            double x[MOST_NODES][3], K[900] = {0}, u[30], W[3][3] = {{0}}, size = 0;
            ElementTable table;
            element_tabulate(*e, (*e)->stiffness_rule, &table);
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
    for (const ElementType *const *e = element_types; *e; e++) {
        const int nodes = (*e)->nodes, dim = (*e)->dim;
        double x[MOST_NODES][3], m[100] = {0}, weight[MOST_NODES] = {0}, total = 0, J[3][3] = {{0}};
        ElementTable table;
        element_tabulate(*e, (*e)->mass_rule, &table);
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
    for (const ElementType *const *e = element_types; *e; e++) {
        double x[MOST_NODES][3], K[900] = {0}, m[100] = {0};
        ElementTable table, mass;
        element_tabulate(*e, (*e)->stiffness_rule, &table);
        element_tabulate(*e, (*e)->mass_rule, &mass);
        for (int a = 0; a < (*e)->nodes; a++)
            for (int i = 0; i < 3; i++) x[a][i] = (i ? 1 : -1) * (*e)->reference[a][i];
        assert_false(fe_cell_stiffness(&table, x, (FeModuli){1, 1}, K));
        assert_false(fe_cell_mass(&mass, x, 1, m));
        for (int a = 0; a < (*e)->nodes; a++) x[a][0] = 0;
        assert_false(fe_cell_stiffness(&table, x, (FeModuli){1, 1}, K));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stiffness_knows_no_rigid_motion),
        cmocka_unit_test(mass_of_straight_cells_is_exact),
        cmocka_unit_test(cells_inside_out_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
