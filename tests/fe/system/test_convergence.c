/* A manufactured displacement u_i = sin(k_i.x + phi_i): the error in L2 falls with the order of
 * the element plus one. */
#include "fe/fe_test.h"

#include "fe/body/assemble.h"
#include "fe/body/field.h"
#include "fe/body/load.h"
#include "fe/system/system.h"

static const double k[3][3] = {{1.1, -1.9, .8}, {1.6, 1.2, -1.3}, {-.7, 1.5, 1.4}};
static const double phi[3] = {.3, -.5, .9};

static double exact(int dim, const double *x, int i) {
    double phase = phi[i];
    for (int j = 0; j < dim; j++) phase += k[i][j] * x[j];
    return sin(phase);
}

/* d u_i / d x_j */
static double slope(int dim, const double *x, int i, int j) {
    double phase = phi[i];
    for (int l = 0; l < dim; l++) phase += k[i][l] * x[l];
    return k[i][j] * cos(phase);
}

typedef struct Problem {
    int dim;
    double lambda, G;
} Problem;

/* -div sigma */
static void volume_force(const double *x, double *b, const void *context) {
    const Problem *p = context;
    for (int j = 0; j < p->dim; j++) {
        double square = 0, sum = 0;
        for (int l = 0; l < p->dim; l++) square += k[j][l] * k[j][l];
        for (int i = 0; i < p->dim; i++) sum += k[i][j] * k[i][i] * exact(p->dim, x, i);
        b[j] = (p->lambda + p->G) * sum + p->G * square * exact(p->dim, x, j);
    }
}

/* sigma n on the top, n = y */
static void top_traction(const double *x, double *t, const void *context) {
    const Problem *p = context;
    double trace = 0;
    for (int i = 0; i < p->dim; i++) trace += slope(p->dim, x, i, i);
    for (int i = 0; i < p->dim; i++) t[i] = p->G * (slope(p->dim, x, i, 1) + slope(p->dim, x, 1, i));
    t[1] += p->lambda * trace;
}

static double error_of(const Mesh *mesh, const double *u) {
    const ElementType *element = mesh->block[0].type;
    const int nodes = element->nodes, dim = mesh->dim;
    double sum = 0;
    ElementTable table;
    element_tabulate(element, element->mass_rule, &table);
    for (long c = 0; c < mesh->block[0].cells; c++) {
        double x[MOST_NODES][3], grad[MOST_NODES][3];
        const int *node = mesh->block[0].node + c * nodes;
        fe_coordinates(mesh, nodes, node, x);
        for (int p = 0; p < table.points; p++) {
            const double w = table.weight[p] * fe_gradients(&table, p, x, grad);
            double at[3] = {0}, value[3] = {0};
            for (int a = 0; a < nodes; a++)
                for (int i = 0; i < dim; i++) {
                    at[i] += table.N[p][a] * x[a][i];
                    value[i] += table.N[p][a] * u[(long)node[a] * dim + i];
                }
            for (int i = 0; i < dim; i++) sum += w * pow(value[i] - exact(dim, at, i), 2);
        }
    }
    return sqrt(sum);
}

static double solve_error(Element element, int cells, bool skew) {
    Mesh *mesh = unit_mesh(element, cells);
    const int dim = element.dim;
    FeFix fix[6];
    int fixes = 0;
    if (skew) /* only inside: the sides stay flat */
        for (int n = 0; n < mesh->nodes; n++) {
            double *x = mesh->x + (long)n * dim, bump = .1 * sin(M_PI * x[0]) * sin(M_PI * x[1]);
            if (dim == 3) bump *= sin(M_PI * x[2]);
            for (int i = 0; i < dim; i++) x[i] += (i ? -.8 : 1) * bump;
        }
    for (int s = 0; s < (dim == 2 ? 4 : 6); s++)
        if (strcmp(every_side[s].side, "top") != 0) fix[fixes++] = every_side[s];
    FeBody *body = test_body(mesh, fix, fixes, false);
    Problem problem = {dim, body->material.lambda, body->material.G};
    if (dim == 2) problem.lambda = 2 * problem.lambda * problem.G / (problem.lambda + 2 * problem.G);
    Vec force, given, u;
    FeSystem *system = NULL;
    const MeshSide *top;
    double *values = calloc((size_t)(mesh->nodes * dim), sizeof *values);
    for (int n = 0; n < mesh->nodes; n++)
        for (int i = 0; i < dim; i++) values[n * dim + i] = exact(dim, mesh->x + (long)n * dim, i);
    GOOD(fe_vector_create(body, &force));
    GOOD(fe_vector_create(body, &given));
    GOOD(fe_vector_create(body, &u));
    GOOD(fe_vector_set(body, values, given));
    GOOD(fe_side_find(body, "load", "top", &top));
    GOOD(fe_load_volume(body, (FeFunction){volume_force, &problem}, force));
    GOOD(fe_load_traction(body, top, (FeFunction){top_traction, &problem}, force));
    GOOD(fe_system_create(body, &(FeSystemData){.of = {.stiffness = 1}}, &system));
    GOOD(fe_system_expand(system, (FeLoad){force, given}, NULL, u));
    GOOD(fe_vector_get(body, u, values));
    const double error = error_of(mesh, values);
    GOOD(VecDestroy(&force));
    GOOD(VecDestroy(&given));
    GOOD(VecDestroy(&u));
    GOOD(fe_system_destroy(&system));
    GOOD(fe_body_destroy(&body));
    free(values);
    mesh_destroy(&mesh);
    return error;
}

static void errors_fall_with_the_order_of_the_element(void **state) {
    (void)state;
    for (size_t e = 0; e < COUNT_OF(all_elements); e++)
        for (int skew = 0; skew < 2; skew++) {
            const bool quadratic = strcmp(all_elements[e].name, "P2") == 0;
            const int cells = all_elements[e].dim == 2 ? (SANITIZED ? 6 : 16)
                              : quadratic              ? (SANITIZED ? 2 : 3)
                              : SANITIZED              ? 4
                                                       : 6;
            const double coarse = solve_error(all_elements[e], cells, skew);
            const double fine = solve_error(all_elements[e], 2 * cells, skew);
            const double order = log2(coarse / fine), expected = quadratic ? 3 : 2;
            printf("%s in %d-D%s: errors %.3g, %.3g, order %.2f\n", all_elements[e].name, all_elements[e].dim,
                   skew ? ", out of shape" : "", coarse, fine, order);
            assert_near(order, expected, SANITIZED ? .4 : all_elements[e].dim == 2 ? .1 : .25);
        }
}

static const struct CMUnitTest tests[] = {cmocka_unit_test(errors_fall_with_the_order_of_the_element)};
fe_run_tests(tests)
