/* Imposed impending slip: one element against its closed form, the block of theory page 5 with modes and
 * growth. Asked on the first rank; with two ranks the same digits must come. */
#include "fe/stability/stability_test.h"

#include "complementarity/eicp.h"
#include "fe/body/field.h"

/* --- one element --- */

/* Slip of the left node alone, right node stuck, or of both, as the theory page says; slip to the left. */
static double one_element_mu(double beta, double nu, bool *left_alone) {
    *left_alone = 5 * nu * nu - 8 * (1 + 2 * beta * beta) * nu + 3 > 0;
    return *left_alone ? (2 * beta + (1 - nu) / beta) / (.75 * (1 + nu))
                       : sqrt((8 + (1 - nu) / (beta * beta)) / (6 * nu));
}

/* Where processes share the processors, or are watched, a part must do. */
static bool is_slow(void) {
    int ranks;
    MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
    return SANITIZED || ranks > 1;
}

/* Mirrored: slip to the right has the same mu, and the nodes change places. */
static void check_element(double beta, double nu, double length, bool right) {
    Standing s = stand((StandingData){.mesh = block_mesh(length, beta * length, 1, 1),
                                      .nu = nu,
                                      .all = right ? CONDENSED_SLIP_PLUS : CONDENSED_SLIP_MINUS});
    Least least = {0};
    assert_int_equal(s.pencil->n, 2);
    GOOD(fe_pencil_ask(s.pencil, ask_least, &least));
    if (fe_rank() == 0) {
        bool alone;
        const double mu = one_element_mu(beta, nu, &alone);
        assert_int_equal(least.found.least.outcome, EICP_FOUND);
        assert_true(least.found.least.certified);
        assert_near(least.found.least.mu, mu, 1e-11 * mu);
        assert_true(least.x[right ? 1 : 0] > 0);
        assert_int_equal(least.x[right ? 0 : 1] == 0, alone);
    }
    leave(&s);
}

static void one_element_follows_its_closed_form(void **state) {
    (void)state;
    Random random = {20};
    for (int i = 0; i < (is_slow() ? 12 : 2000); i++) {
        const double beta = random_size(&random, .05, 5), nu = random_in(&random, .01, .49);
        check_element(beta, nu, random_size(&random, .01, 100), i % 2);
    }
}

/* --- the block --- */

typedef struct Known {
    int n;
    double nu, mu;
    int stuck; /* position, 0: none */
} Known;

static Standing block(int n, double nu, bool lumped) {
    return stand((StandingData){
        .mesh = block_mesh(1, .5, n - 1, n - 1), .nu = nu, .lumped = lumped, .all = CONDENSED_SLIP_MINUS});
}

static void critical_friction_of_the_block(void **state) {
    (void)state;
    const Known known[] = {{2, .48, 1.8708286934, 0}, {5, .48, 1.7432667700, 0},  {9, .48, 1.7244995322, 0},
                           {2, .3, 2.4494897428, 0},  {5, .3, 2.2405092379, 0},   {9, .3, 2.2205992877, 0},
                           {2, .1, 3.3939393939, 2},  {5, .1, 2.9872849028, 2},   {9, .1, 3.1931829867, 2},
                           {33, .3, 2.2143214410, 0}, {33, .48, 1.7179970486, 0}, {33, .1, 3.4696493650, 2}};
    for (size_t k = 0; k < COUNT_OF(known); k++) {
        Standing s = block(known[k].n, known[k].nu, true);
        Least least = {0};
        GOOD(fe_pencil_ask(s.pencil, ask_least, &least));
        assert_int_equal(s.body->factorisations, 1);
        for (int i = 0; i < known[k].n && fe_rank() == 0; i++) {
            assert_int_equal(s.pencil->position[i], i + 1);
            assert_int_equal(least.x[i] == 0, i + 1 == known[k].stuck);
        }
        if (fe_rank() == 0) {
            assert_near(least.found.least.mu, known[k].mu, 2e-10 * known[k].mu);
            assert_true(least.found.least.certified);
            assert_at_most(least.found.not_positive_definite, least.found.least.mu * (1 + 1e-12));
        }
        leave(&s);
    }
}

/* Intervals that were proved elsewhere, from the same sparse matrices, share a point with ours. */
static void the_least_mu_is_proved_from_the_sparse_matrix(void **state) {
    (void)state;
    static const struct {
        int n;
        double nu, low, high;
    } known[] = {{33, .3, 2.214321441046594, 2.214321441049874},
                 {33, .48, 1.717997048558215, 1.717997048560714},
                 {65, .3, 2.21382198586493, 2.213821985890849}};
    for (size_t k = 0; k < (is_slow() ? 1 : COUNT_OF(known)); k++) {
        Standing s = block(known[k].n, known[k].nu, true);
        Least least = {0};
        GOOD(fe_pencil_ask(s.pencil, ask_least, &least));
        if (fe_rank() == 0) {
            assert_true(least.found.certified);
            assert_int_equal(least.found.rest, REST_STABLE);
            assert_true(least.found.low <= known[k].high && known[k].low <= least.found.high);
            assert_at_most(least.found.high, least.found.low * (1 + 1e-9));
        }
        leave(&s);
    }
}

/* The enclosure against the condensed matrices of MUMPS, with the mass and without. */
static JudderErr compare_boxes(void *context, const Pencil *pencil) {
    (void)context;
    enum { MOST = 40 };
    static double A[MOST * MOST], B[MOST * MOST], C[MOST * MOST], own[6][MOST * MOST];
    const int count = pencil->n * pencil->n;
    bool definite = false, enclosed = false, mass = false;
    const PencilBox box = {own[0], own[1], own[2], own[3], own[4], own[5], &definite, NULL};
    for (double z = 0; z < 20; z += 7.3) {
        TRY(pencil->enclose(pencil->context, z, &box, &enclosed));
        assert_true(enclosed && definite);
        TRY(pencil->at(pencil->context, z, A, B));
        TRY(pencil->normals(pencil->context, z, C));
        for (int i = 0; i < count; i++) {
            assert_near(A[i], own[0][i], 1e-12 + own[3][i]);
            assert_near(B[i], own[1][i], 1e-12 + own[4][i]);
            assert_near(C[i], own[2][i], 1e-12 + own[5][i]);
            assert_at_most(own[3][i] + own[4][i] + own[5][i], 1e-14);
        }
    }
    TRY(pencil->enclose_inverse(pencil->context, 1 / 4., &box, &enclosed));
    assert_true(enclosed && definite);
    TRY(pencil->at(pencil->context, 4, A, B));
    for (int i = 0; i < count; i++) assert_near(A[i] / 4, own[0][i], 1e-12);
    TRY(pencil->mass_is_semidefinite(pencil->context, &mass));
    assert_true(mass);
    return JUDDER_OK;
}

static void enclosures_agree_with_the_condensed_matrices(void **state) {
    (void)state;
    for (int lumped = 0; lumped < 2; lumped++) {
        Standing s = block(9, .3, lumped);
        GOOD(fe_pencil_ask(s.pencil, compare_boxes, NULL));
        leave(&s);
    }
}

static void modes_of_the_block(void **state) {
    (void)state;
    const struct {
        double nu, x[4];
    } known[] = {{.48, {3.410210298, 2.008468919, 1.611994604, -1}},
                 {.1, {12.471170707, 0, 2.696329961, .954402473}}};
    for (size_t k = 0; k < COUNT_OF(known); k++) {
        Standing s = block(33, known[k].nu, true);
        Least least = {0};
        double *u = calloc((size_t)s.mesh->nodes * 2, sizeof *u);
        GOOD(fe_pencil_ask(s.pencil, ask_least, &least));
        GOOD(fe_pencil_motion(s.pencil, 0, least.x, fe_rank() == 0 ? u : NULL));
        for (int i = 0; i < 4 && fe_rank() == 0; i++)
            if (known[k].x[i] >= 0) assert_near(25 * least.x[i], known[k].x[i], 1e-8);
        for (int i = 0; i < 33 && fe_rank() == 0; i++) {
            const int node = s.contact->node[i];
            assert_near(u[2 * node], -least.x[i], 1e-15);
            assert_exact(u[2 * node + 1], 0);
        }
        free(u);
        leave(&s);
    }
}

/* --- growth --- */

typedef struct Growth {
    double mu;
    GrowthList list;
} Growth;

static JudderErr ask_growth(void *context, const Pencil *pencil) {
    Growth *growth = context;
    return growth_scan(pencil, growth->mu, NULL, &growth->list);
}

/* The motion at lambda satisfies K u + lam^2 M u = 0 at all dofs that neither are fixed nor touch. */
static void check_motion(Standing *s, double z, const double *xi) {
    Vec field, force;
    const int nodes = s->mesh->nodes;
    double *u = calloc((size_t)nodes * 2, sizeof *u), *f = calloc((size_t)nodes * 2, sizeof *f);
    GOOD(fe_pencil_motion(s->pencil, z, xi, u));
    MPI_Bcast(u, nodes * 2, MPI_DOUBLE, 0, PETSC_COMM_WORLD);
    MPI_Bcast(&z, 1, MPI_DOUBLE, 0, PETSC_COMM_WORLD);
    GOOD(fe_vector_create(s->body, &field));
    GOOD(fe_vector_create(s->body, &force));
    GOOD(fe_vector_set(s->body, u, field));
    GOOD(fe_apply(s->body, (FeCombination){1, z, 0}, field, force));
    GOOD(fe_vector_get(s->body, force, f));
    for (int i = 0; i < nodes && fe_rank() == 0; i++) {
        const double y = s->mesh->x[2 * i + 1];
        if (y == 0 || y == .5) continue;
        assert_near(f[2 * i], 0, 1e-13);
        assert_near(f[2 * i + 1], 0, 1e-13);
    }
    VecDestroy(&field);
    VecDestroy(&force);
    free(u);
    free(f);
}

static void growth_of_the_block(void **state) {
    (void)state;
    const struct {
        int n;
        bool lumped;
        double nu, mu, lambda;
    } known[] = {{2, true, .48, 2, .48055111},
                 {3, true, .48, 2, .91480974},
                 {2, false, .48, 2, .68610183},
                 {3, false, .48, 2, 1.09938105},
                 {3, true, .1, 5, 2.86454991}};
    for (size_t k = 0; k < COUNT_OF(known); k += is_slow() ? 3 : 1) {
        Standing s = block(known[k].n, known[k].nu, known[k].lumped);
        Growth growth = {.mu = known[k].mu};
        GOOD(fe_pencil_ask(s.pencil, ask_growth, &growth));
        if (fe_rank() == 0) {
            assert_true(growth.list.count >= 1);
            assert_near(sqrt(growth.list.at[0].z), known[k].lambda, 6e-9);
        }
        const double z = fe_rank() == 0 ? growth.list.at[0].z : 0;
        check_motion(&s, z, fe_rank() == 0 ? growth.list.at[0].x : NULL);
        growth_release(&growth.list);
        leave(&s);
    }
}

/* --- stuck, open and fixed nodes --- */

/* The pencil of some states beside the one with all nodes slipping: stuck rows are left out,
 * open nodes push nothing. */
static JudderErr copy_pencil(void *context, const Pencil *pencil) {
    double *A = context;
    return pencil->at(pencil->context, 0, A, A + 81);
}

static void stuck_nodes_are_left_out(void **state) {
    (void)state;
    const CondensedNode node[] = {CONDENSED_SLIP_MINUS, CONDENSED_STICK, CONDENSED_SLIP_PLUS,
                                  CONDENSED_SLIP_MINUS, CONDENSED_STICK};
    const int left[] = {0, 2, 3};
    double some[162], all[162];
    Standing s = stand((StandingData){.mesh = block_mesh(1, .5, 4, 4), .nu = .3, .node = node}),
             whole = stand(
                 (StandingData){.mesh = block_mesh(1, .5, 4, 4), .nu = .3, .all = CONDENSED_SLIP_MINUS});
    assert_int_equal(s.pencil->n, 3);
    GOOD(fe_pencil_ask(s.pencil, copy_pencil, some));
    GOOD(fe_pencil_ask(whole.pencil, copy_pencil, all));
    for (int i = 0; i < 3 && fe_rank() == 0; i++) {
        assert_int_equal(s.pencil->position[i], left[i] + 1);
        for (int j = 0; j < 3; j++) {
            /* The node in the middle slips the other way: its row of A and all of its columns change
             * their sign. */
            const double turn = j == 1 ? -1 : 1, row = i == 1 ? -1 : 1;
            assert_near(some[i * 3 + j], row * turn * all[left[i] * 5 + left[j]], 1e-14);
            assert_near(some[81 + i * 3 + j], turn * all[81 + left[i] * 5 + left[j]], 1e-14);
        }
    }
    leave(&s);
    leave(&whole);
}

/* The corner that a fixed side holds back touches, but cannot slip. */
static void fixed_nodes_are_stuck(void **state) {
    (void)state;
    Standing s = stand((StandingData){
        .mesh = block_mesh(1, .5, 4, 4), .nu = .3, .fix = {"left", {1, 0, 0}}, .all = CONDENSED_SLIP_PLUS});
    assert_int_equal(s.contact->n, 5);
    assert_int_equal(s.pencil->n, 4);
    assert_int_equal(s.pencil->state[0], SMALL_CONTACT_STUCK);
    for (int i = 0; i < 4; i++) assert_int_equal(s.pencil->position[i], i + 2);
    leave(&s);
}

/* An open node of a body carries no force in any motion of the pencil. */
static void open_nodes_follow(void **state) {
    (void)state;
    const CondensedNode node[] = {CONDENSED_SLIP_MINUS, CONDENSED_SLIP_MINUS, CONDENSED_STICK, CONDENSED_OPEN,
                                  CONDENSED_OPEN};
    const double xi[] = {.3, .7};
    Standing s = stand((StandingData){.mesh = block_mesh(1, .5, 4, 4), .nu = .3, .node = node});
    double u[50] = {0}, f[50] = {0}, both[162];
    Vec field, force;
    GOOD(fe_pencil_ask(s.pencil, copy_pencil, both));
    GOOD(fe_pencil_motion(s.pencil, 0, xi, u));
    MPI_Bcast(u, 50, MPI_DOUBLE, 0, PETSC_COMM_WORLD);
    GOOD(fe_vector_create(s.body, &field));
    GOOD(fe_vector_create(s.body, &force));
    GOOD(fe_vector_set(s.body, u, field));
    GOOD(fe_apply(s.body, (FeCombination){1, 0, 0}, field, force));
    GOOD(fe_vector_get(s.body, force, f));
    for (int k = 3; k < 5 && fe_rank() == 0; k++)
        for (int i = 0; i < 2; i++) assert_near(f[2 * s.contact->node[k] + i], 0, 1e-14);
    /* psi = (A - mu B) xi are the forces that hold the motion: s f_t - mu f_n, n into the obstacle. */
    for (int i = 0; i < 2 && fe_rank() == 0; i++) {
        const int at = 2 * s.contact->node[i];
        const double mu = .6, psi = (both[2 * i] - mu * both[81 + 2 * i]) * xi[0] +
                                    (both[2 * i + 1] - mu * both[81 + 2 * i + 1]) * xi[1];
        assert_near(psi, -f[at] + mu * f[at + 1], 1e-14);
    }
    VecDestroy(&field);
    VecDestroy(&force);
    leave(&s);
}

static const struct CMUnitTest tests[] = {cmocka_unit_test(one_element_follows_its_closed_form),
                                          cmocka_unit_test(critical_friction_of_the_block),
                                          cmocka_unit_test(the_least_mu_is_proved_from_the_sparse_matrix),
                                          cmocka_unit_test(enclosures_agree_with_the_condensed_matrices),
                                          cmocka_unit_test(modes_of_the_block),
                                          cmocka_unit_test(growth_of_the_block),
                                          cmocka_unit_test(stuck_nodes_are_left_out),
                                          cmocka_unit_test(fixed_nodes_are_stuck),
                                          cmocka_unit_test(open_nodes_follow)};
fe_run_tests(tests)
