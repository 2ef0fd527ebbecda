/* Rows of several nodes, as between two bodies: each pivot moves relative to a mean of two other nodes, in a
 * frame of its own. Restriction, T and what is condensed onto the rows against dense algebra. */
#include "fe/fe_test.h"
#include "fe/system/dense_body.h"

#include "base/dense.h"
#include "fe/body/field.h"
#include "fe/body/load.h"
#include "fe/system/system.h"

#include <string.h>

enum { MOST = 12 }; /* pivots */
static const FeFix clamped_top = {"top", {1, 1, 1}};

/* A rotation about two axes. */
static void frame_of(int dim, double angle, double (*frame)[3]) {
    const double c = cos(angle), s = sin(angle);
    const double plane[3][3] = {{s, c, 0}, {c, -s, 0}, {0, 0, 1}},
                 tilt[3][3] = {{1, 0, 0}, {0, c, s}, {0, -s, c}};
    for (int a = 0; a < 3; a++)
        for (int i = 0; i < 3; i++) {
            frame[a][i] = dim == 2 ? plane[a][i] : 0;
            for (int k = 0; k < 3 && dim == 3; k++) frame[a][i] += plane[a][k] * tilt[k][i];
        }
}

typedef struct Place {
    int pivot, other[2];
    double weight[2], frame[3][3];
} Place;

/* Pivots on the bottom, every second in its axes and alone; the others are relative to nodes of left and top.
 */
static int list_places(const FeBody *body, Place *place) {
    const MeshSide *side, *left, *top;
    FeSideNodes *nodes = NULL;
    int count = 0;
    GOOD(fe_side_find(body, "contact", "bottom", &side));
    GOOD(fe_side_find(body, "contact", "left", &left));
    GOOD(fe_side_find(body, "contact", "top", &top));
    GOOD(fe_side_nodes_create(body, side, &nodes));
    int other = -1;
    for (int k = 0; k < left->nodes && other < 0; k++) {
        bool below = false;
        for (int i = 0; i < nodes->count; i++) below = below || nodes->node[i] == left->node[k];
        if (!below && !body->fixed[(long)left->node[k] * body->dim]) other = left->node[k];
    }
    assert_true(other >= 0);
    for (int k = 0; k < nodes->count && count < MOST; k++) {
        Place *at = &place[count++];
        *at = (Place){
            .pivot = nodes->node[k], .other = {other, top->node[k % top->nodes]}, .weight = {.3, .7}};
        frame_of(body->dim, .4 + .3 * k, at->frame);
        if (k % 2 == 0) continue;
        memset(at->frame, 0, sizeof at->frame);
        for (int a = 0; a < 3; a++) at->frame[a][(a + 1) % body->dim] = a == 0 ? -1 : 1;
        at->frame[2][2] = 0;
        if (body->dim == 3) at->frame[2][0] = 1;
        at->weight[0] = at->weight[1] = 0;
    }
    fe_side_nodes_destroy(&nodes);
    return count;
}

static FeRows *make_rows(const FeBody *body) {
    Place place[MOST];
    FeRowTerm term[MOST * 3 * 9];
    int pivot[MOST * 3], start[MOST * 3 + 1] = {0};
    const int dim = body->dim, count = list_places(body, place) * dim;
    for (int j = 0; j < count; j++) {
        const Place *at = &place[j / dim];
        const double *direction = at->frame[j % dim];
        int end = start[j];
        pivot[j] = at->pivot;
        for (int i = 0; i < dim; i++) {
            if (direction[i] == 0) continue;
            term[end++] = (FeRowTerm){{at->pivot, i}, direction[i]};
            for (int o = 0; o < 2; o++)
                if (at->weight[o] != 0)
                    term[end++] = (FeRowTerm){{at->other[o], i}, -at->weight[o] * direction[i]};
        }
        start[j + 1] = end;
    }
    FeRows *rows = NULL;
    GOOD(fe_rows_create(body, &(FeRowsData){count, pivot, start, term}, &rows));
    return rows;
}

static double *random_field(const FeBody *body, uint64_t seed) {
    Random random = {seed};
    const long size = (long)body->mesh->nodes * body->dim;
    double *u = calloc((size_t)size, sizeof *u);
    for (long i = 0; i < size; i++) u[i] = random_in(&random, -1, 1);
    return u;
}

static double dot(const double *a, const double *b, long count) {
    double sum = 0;
    for (long i = 0; i < count; i++) sum += a[i] * b[i];
    return sum;
}

/* Where y has a coordinate, in the order of the mesh. */
static long in_mesh(const FeRows *rows, int j) {
    const FeBody *body = rows->body;
    for (int c = 0; c < body->dim; c++)
        if (fe_row(body, (FeDof){rows->pivot[j], c}) == rows->at[j])
            return (long)rows->pivot[j] * body->dim + c;
    fail();
    return 0;
}

/* T in the order of the mesh as the inverse of what the rows say. */
static double *dense_basis(const FeRows *rows) {
    const int size = rows->body->mesh->nodes * rows->body->dim;
    double *R = calloc((size_t)size * (size_t)size, sizeof *R),
           *T = calloc((size_t)size * (size_t)size, sizeof *T);
    DenseFactor *factor = NULL;
    bool singular;
    for (int i = 0; i < size; i++) R[(long)i * (size + 1)] = 1;
    for (int j = 0; j < rows->count; j++) {
        double *row = R + in_mesh(rows, j) * size;
        memset(row, 0, (size_t)size * sizeof *row);
        for (int i = rows->start[j]; i < rows->start[j + 1]; i++)
            row[rows->term[i].dof.node * rows->body->dim + rows->term[i].dof.component] += rows->sign[j] *
                                                                                           rows->term[i]
                                                                                               .factor;
    }
    assert_int_equal(dense_factor_create(size, R, &factor, &singular), JUDDER_OK);
    assert_false(singular);
    double *column = calloc((size_t)size, sizeof *column);
    for (int i = 0; i < size; i++) {
        memset(column, 0, (size_t)size * sizeof *column);
        column[i] = 1;
        assert_int_equal(dense_factor_solve(factor, column), JUDDER_OK);
        for (int k = 0; k < size; k++) T[(long)k * size + i] = column[k];
    }
    free(column);
    free(R);
    dense_factor_destroy(&factor);
    return T;
}

/* C = A B, or A' B. */
static double *product(int n, bool transposed, const double *A, const double *B) {
    double *C = calloc((size_t)n * (size_t)n, sizeof *C);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            const double a = transposed ? A[(long)k * n + i] : A[(long)i * n + k];
            for (int j = 0; j < n && a != 0; j++) C[(long)i * n + j] += a * B[(long)k * n + j];
        }
    return C;
}

static double *dense_congruence(const FeRows *rows, const double *K) {
    const int n = rows->body->mesh->nodes * rows->body->dim;
    double *T = dense_basis(rows), *KT = product(n, false, K, T), *turned = product(n, true, T, KT);
    free(T);
    free(KT);
    return turned;
}

/* K: dense, in the order of the mesh. */
typedef void (*Check)(FeBody *body, const FeRows *rows, const double *K);

static void check_all(Check check) {
    for (size_t e = 0; e < COUNT_OF(all_elements); e++) {
        Mesh *mesh = unit_mesh(all_elements[e], 2);
        distort(mesh, .04);
        FeBody *body = test_body(mesh, &clamped_top, 1, false);
        FeRows *rows = make_rows(body);
        assert_true(rows->turned && rows->count > 0 && !fe_rows_are_of_nodes(rows));
        double *K = dense_body(body, (FeCombination){.stiffness = 1});
        check(body, rows, K);
        free(K);
        fe_rows_destroy(&rows);
        GOOD(fe_body_destroy(&body));
        mesh_destroy(&mesh);
    }
}

static void check_adjoint(FeBody *body, const FeRows *rows, const double *K) {
    (void)K;
    const long size = (long)body->mesh->nodes * body->dim;
    double *u = random_field(body, 3), *r = random_field(body, 4), *f = calloc((size_t)size, sizeof *f);
    double w[MOST * 3];
    fe_rows_restrict(rows, u, w);
    fe_rows_spread(rows, 2, r, f);
    assert_near(2 * dot(w, r, rows->count), dot(u, f, size), 1e-13);
    free(u);
    free(r);
    free(f);
}

static void forces_on_rows_are_the_adjoint_of_restriction(void **state) {
    (void)state;
    check_all(check_adjoint);
}

static void check_congruence(FeBody *body, const FeRows *rows, const double *straight) {
    const int n = body->mesh->nodes * body->dim;
    double *x = random_field(body, 5), *Kx = calloc((size_t)n, sizeof *Kx),
           *K = dense_congruence(rows, straight);
    Mat T, inverse, turned;
    Vec in, out, back;
    GOOD(fe_rows_basis(rows, false, &T));
    GOOD(fe_rows_basis(rows, true, &inverse));
    GOOD(fe_rows_congruence(T, body->K, &turned));
    GOOD(fe_vector_create(body, &in));
    GOOD(fe_vector_create(body, &out));
    GOOD(fe_vector_create(body, &back));
    GOOD(fe_vector_set(body, x, in));
    GOOD(MatMult(T, in, out));
    GOOD(MatMult(inverse, out, back));
    GOOD(VecAXPY(back, -1, in));
    PetscReal left;
    GOOD(VecNorm(back, NORM_INFINITY, &left));
    assert_true(left < 1e-14);
    GOOD(MatMult(turned, in, out));
    GOOD(fe_vector_get(body, out, Kx));
    for (int i = 0; fe_rank() == 0 && i < n; i++) assert_near(Kx[i], dot(K + (long)i * n, x, n), 1e-12);
    Vec *const vectors[] = {&in, &out, &back};
    for (int i = 0; i < 3; i++) GOOD(VecDestroy(vectors[i]));
    GOOD(MatDestroy(&T));
    GOOD(MatDestroy(&inverse));
    GOOD(MatDestroy(&turned));
    free(x);
    free(Kx);
    free(K);
}

static void the_matrix_of_the_rows_is_the_dense_product(void **state) {
    (void)state;
    check_all(check_congruence);
}

/* S of the coordinates s of the rows from the dense K of y: K_ss - K_si K_ii^-1 K_is. */
static void check_schur(const FeRows *rows, const double *straight, const double *S) {
    const FeBody *body = rows->body;
    const int n = body->mesh->nodes * body->dim, count = rows->count;
    double *K = dense_congruence(rows, straight), *inner = calloc((size_t)n * (size_t)n, sizeof *inner),
           *x = calloc((size_t)n, sizeof *x);
    int *row = calloc((size_t)n, sizeof *row), inside = 0;
    long at[MOST * 3];
    DenseFactor *factor = NULL;
    bool singular;
    for (int j = 0; j < count; j++) at[j] = in_mesh(rows, j);
    for (int i = 0; i < n; i++) {
        bool is_row = body->fixed[i];
        for (int j = 0; j < count; j++) is_row = is_row || at[j] == i;
        if (!is_row) row[inside++] = i;
    }
    for (int i = 0; i < inside; i++)
        for (int j = 0; j < inside; j++) inner[(long)i * inside + j] = K[(long)row[i] * n + row[j]];
    assert_int_equal(dense_factor_create(inside, inner, &factor, &singular), JUDDER_OK);
    for (int j = 0; j < count; j++) {
        for (int i = 0; i < inside; i++) x[i] = K[(long)row[i] * n + at[j]];
        assert_int_equal(dense_factor_solve(factor, x), JUDDER_OK);
        for (int i = 0; i < count; i++) {
            double sum = K[at[i] * n + at[j]];
            for (int k = 0; k < inside; k++) sum -= K[at[i] * n + row[k]] * x[k];
            assert_near(S[i * count + j], rows->sign[i] * rows->sign[j] * sum, 1e-11);
        }
    }
    dense_factor_destroy(&factor);
    free(K);
    free(inner);
    free(x);
    free(row);
}

/* T' (K u - f) is nothing but r on the rows. */
typedef struct Held {
    const double *f, *u; /* in the order of the mesh */
    const double *r;     /* of the rows */
} Held;

static void check_balance(const FeRows *rows, const double *K, const Held *held) {
    const FeBody *body = rows->body;
    const int n = body->mesh->nodes * body->dim;
    double *T = dense_basis(rows), *left = calloc((size_t)n, sizeof *left);
    for (int i = 0; i < n; i++) left[i] = dot(K + (long)i * n, held->u, n) - held->f[i];
    for (int i = 0; i < n; i++) {
        double sum = 0, expected = 0;
        for (int k = 0; k < n; k++) sum += T[(long)k * n + i] * left[k];
        for (int j = 0; j < rows->count; j++)
            if (in_mesh(rows, j) == i) expected = rows->sign[j] * held->r[j];
        if (!body->fixed[i]) assert_near(sum, expected, 1e-11);
    }
    free(T);
    free(left);
}

static void check_solver(FeBody *body, const FeRows *rows, const double *K, const FeSolver *solver) {
    const int n = body->mesh->nodes * body->dim, count = rows->count;
    FeSystem *system = NULL;
    double *f = random_field(body, 6), *given = random_field(body, 7), *w = random_field(body, 8),
           *u = calloc((size_t)n, sizeof *u), g[MOST * 3], now[MOST * 3], r[MOST * 3];
    Vec force, moved, field;
    GOOD(fe_system_create(body, &(FeSystemData){{.stiffness = 1}, rows, solver}, &system));
    assert_int_equal(system->outcome, FE_SOLVED);
    GOOD(fe_vector_create(body, &force));
    GOOD(fe_vector_create(body, &moved));
    GOOD(fe_vector_create(body, &field));
    GOOD(fe_vector_set(body, f, force));
    GOOD(fe_vector_set(body, given, moved));
    for (int halves = 0; halves < 2; halves++) {
        const FeLoad load = {force, moved};
        GOOD(halves ? fe_system_forward(system, load, g) : fe_system_condense(system, load, g));
        GOOD(halves ? fe_system_back(system, load, w, field) : fe_system_expand(system, load, w, field));
        GOOD(fe_vector_get(body, field, u));
        if (fe_rank() != 0) continue;
        check_schur(rows, K, system->S);
        fe_rows_restrict(rows, u, now);
        for (int j = 0; j < count; j++) {
            assert_near(now[j], w[j], 1e-12);
            r[j] = dot(system->S + (long)j * count, w, count) - g[j];
        }
        for (int i = 0; i < n; i++)
            if (body->fixed[i]) assert_near(u[i], given[i], 1e-14);
        check_balance(rows, K, &(Held){f, u, r});
    }
    Vec *const vectors[] = {&force, &moved, &field};
    for (int i = 0; i < 3; i++) GOOD(VecDestroy(vectors[i]));
    GOOD(fe_system_destroy(&system));
    free(f);
    free(given);
    free(w);
    free(u);
}

static void check_condensed(FeBody *body, const FeRows *rows, const double *K) {
    check_solver(body, rows, K, NULL);
    check_solver(body, rows, K, &halves_solver);
    if (fe_small_may(body, rows->kept_count)) check_solver(body, rows, K, &small_solver);
}

static void condensation_onto_rows_is_that_of_dense_algebra(void **state) {
    (void)state;
    check_all(check_condensed);
}

static void what_is_no_rotation_of_its_pivot_is_refused(void **state) {
    (void)state;
    static const double frames[][4] = {{.8, .6, .6, .8}, {.8, .6, -1.2, 1.6}, {.8, .6, .6, -.8}};
    Mesh *mesh = unit_mesh(all_elements[0], 2);
    FeBody *body = test_body(mesh, &clamped_top, 1, false);
    Place place[MOST];
    list_places(body, place);
    for (size_t k = 0; k < COUNT_OF(frames); k++) {
        const int pivot[2] = {place[0].pivot, place[0].pivot}, start[3] = {0, 2, 4};
        FeRowTerm term[4];
        FeRows *rows = NULL;
        for (int i = 0; i < 4; i++) term[i] = (FeRowTerm){{pivot[0], i % 2}, frames[k][i]};
        const JudderErr err = fe_rows_create(body, &(FeRowsData){2, pivot, start, term}, &rows);
        assert_int_equal(err, k == 2 ? JUDDER_OK : JUDDER_INPUT);
        if (err != JUDDER_OK) assert_non_null(strstr(error_message(), "no rotation"));
        fe_rows_destroy(&rows);
    }
    GOOD(fe_body_destroy(&body));
    mesh_destroy(&mesh);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_is_no_rotation_of_its_pivot_is_refused),
    cmocka_unit_test(forces_on_rows_are_the_adjoint_of_restriction),
    cmocka_unit_test(the_matrix_of_the_rows_is_the_dense_product),
    cmocka_unit_test(condensation_onto_rows_is_that_of_dense_algebra),
};
fe_run_tests(tests)
