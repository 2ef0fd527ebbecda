/* Impending slip in space (ST-15): bodies that are those of the plane, bodies that are turned, and modes
 * judged on the whole mesh. */
#include "fe/stability/stability_test.h"

#include "base/dense.h"

static Mesh *box_mesh(MeshBox box) {
    Mesh *mesh = NULL;
    assert_int_equal(mesh_box(&box, &mesh), JUDDER_OK);
    return mesh;
}

typedef struct Growth {
    double mu;
    GrowthList list;
} Growth;

static JudderErr ask_growth(void *context, const Pencil *pencil) {
    Growth *growth = context;
    return growth_scan(pencil, growth->mu, NULL, &growth->list);
}

/* --- a slice of plane strain --- */

/* One cell deep and joined front to back, so every line along z is one node: the block of the plane to all
 * digits, whatever is done across the slip, for nothing pulls there. */
static void check_slice(int n, double nu, bool across_free) {
    const MeshBox box = {.length = 1,
                         .height = .5,
                         .depth = .3,
                         .cells = {n - 1, n - 1, 1},
                         .element = "Q1",
                         .periodic = {{"back", "front"}}};
    Standing plane = stand((StandingData){.mesh = block_mesh(1, .5, n - 1, n - 1),
                                          .nu = nu,
                                          .lumped = true,
                                          .plane_strain = true,
                                          .all = CONDENSED_SLIP_MINUS}),
             slice = stand((StandingData){.mesh = box_mesh(box),
                                          .nu = nu,
                                          .lumped = true,
                                          .all = CONDENSED_SLIP,
                                          .slip = {-3, 0},
                                          .across_free = across_free});
    Least in_plane = {0}, in_space = {0};
    assert_int_equal(slice.pencil->n, n);
    GOOD(fe_pencil_ask(plane.pencil, ask_least, &in_plane));
    GOOD(fe_pencil_ask(slice.pencil, ask_least, &in_space));
    const double mu = in_plane.found.least.mu;
    if (fe_rank() == 0) {
        assert_near(in_space.found.least.mu, mu, 1e-12 * mu);
        assert_true(in_space.found.least.certified);
        for (int i = 0; i < n; i++) assert_near(in_space.x[i], in_plane.x[i], 1e-11);
    }
    Growth slow = {.mu = 1.2 * mu}, also = {.mu = 1.2 * mu};
    if (n < 4) {
        GOOD(fe_pencil_ask(plane.pencil, ask_growth, &slow));
        GOOD(fe_pencil_ask(slice.pencil, ask_growth, &also));
        if (fe_rank() == 0) assert_near(also.list.at[0].z, slow.list.at[0].z, 1e-9 * slow.list.at[0].z);
    }
    growth_release(&slow.list);
    growth_release(&also.list);
    leave(&plane);
    leave(&slice);
}

static void a_slice_is_the_block_of_the_plane(void **state) {
    (void)state;
    check_slice(3, .3, false);
    check_slice(6, .3, true);
    check_slice(6, .1, false);
}

/* --- turned about the normal --- */

/* Points and directions (x, z) turned about y. */
static void turn(double angle, double *x, double *z) {
    const double old[2] = {*x, *z};
    *x = cos(angle) * old[0] - sin(angle) * old[1];
    *z = sin(angle) * old[0] + cos(angle) * old[1];
}

static Standing turned_box(double angle, const double *slip, bool across_free) {
    const MeshBox box = {.length = 1, .height = .4, .depth = .7, .cells = {3, 2, 3}, .element = "P1"};
    Mesh *mesh = box_mesh(box);
    for (int k = 0; k < mesh->nodes; k++) turn(angle, &mesh->x[3 * k], &mesh->x[3 * k + 2]);
    StandingData data = {.mesh = mesh,
                         .nu = .45,
                         .all = CONDENSED_SLIP,
                         .slip = {slip[0], slip[1]},
                         .across_free = across_free};
    turn(angle, &data.slip[0], &data.slip[1]);
    return stand(data);
}

static void turning_changes_nothing(void **state) {
    (void)state;
    Random random = {5};
    for (int k = 0; k < 4; k++) {
        const double angle = random_in(&random, 0, 6), way = random_in(&random, 0, 6),
                     slip[2] = {cos(way), sin(way)};
        Standing s = turned_box(0, slip, k % 2), turned = turned_box(angle, slip, k % 2);
        Least least = {0}, also = {0};
        GOOD(fe_pencil_ask(s.pencil, ask_least, &least));
        GOOD(fe_pencil_ask(turned.pencil, ask_least, &also));
        for (int i = 0; i < s.pencil->n && fe_rank() == 0; i++) assert_near(also.x[i], least.x[i], 1e-9);
        if (fe_rank() == 0)
            assert_near(also.found.least.mu, least.found.least.mu, 1e-11 * least.found.least.mu);
        leave(&s);
        leave(&turned);
    }
}

/* --- any states --- */

enum { NODES = 16 };

typedef struct States {
    CondensedNode node[NODES];
    double slip[2 * NODES];
} States;

static States any_states(Random *random) {
    static const CondensedNode kinds[] = {CONDENSED_SLIP,  CONDENSED_SLIP, CONDENSED_SLIP,
                                          CONDENSED_STICK, CONDENSED_OPEN, CONDENSED_SLIP_PLUS};
    States any;
    const double mean = random_in(random, 0, 6);
    for (int k = 0; k < NODES; k++) {
        const double way = mean + random_in(random, -.4, .4);
        any.node[k] = k == 0 ? CONDENSED_SLIP : kinds[random_below(random, 6)];
        any.slip[2 * k] = 7 * cos(way);
        any.slip[2 * k + 1] = 7 * sin(way);
    }
    return any;
}

static Standing stand_in(const States *any, bool across_free) {
    const MeshBox box = {.length = 1, .height = .4, .depth = .8, .cells = {3, 2, 3}, .element = "Q1"};
    return stand((StandingData){
        .mesh = box_mesh(box), .nu = .4, .node = any->node, .slips = any->slip, .across_free = across_free});
}

static double judge(Standing *s, double z, double mu, const double *xi) {
    double *u = calloc((size_t)s->mesh->nodes * 3, sizeof *u), residual = -1;
    GOOD(fe_pencil_motion(s->pencil, z, xi, fe_rank() == 0 ? u : NULL));
    GOOD(fe_pencil_judge(s->pencil, &(FePencilMode){z, mu, u}, &residual));
    free(u);
    return residual;
}

/* The motion of the least mu solves the problem of the whole mesh, which knows nothing of its condensation;
 * at another mu, or with another slip, it does not. Returns the least mu, NAN if there is none. */
static double check_mode(const States *any, bool across_free) {
    Standing s = stand_in(any, across_free);
    Least least = {0};
    GOOD(fe_pencil_ask(s.pencil, ask_least, &least));
    int found = least.found.least.outcome == EICP_FOUND;
    MPI_Bcast(&found, 1, MPI_INT, 0, PETSC_COMM_WORLD);
    const double mu = found ? least.found.least.mu : NAN;
    if (found) {
        const double right = judge(&s, 0, mu, least.x), other_mu = judge(&s, 0, 1.01 * mu, least.x),
                     other_z = judge(&s, .1, mu, least.x);
        least.x[0] += .3;
        const double other_x = judge(&s, 0, mu, least.x);
        if (fe_rank() == 0) {
            assert_at_most(right, 1e-11);
            assert_at_most(1e-4, other_mu);
            assert_at_most(1e-4, other_z);
            assert_at_most(1e-4, other_x);
        }
    }
    leave(&s);
    return mu;
}

/* To let go across the slip may raise the least mu or lower it. */
static void modes_are_motions_of_the_whole_body(void **state) {
    (void)state;
    Random random = {11};
    int found = 0, raised = 0, lowered = 0;
    for (int k = 0; k < 12; k++) {
        const States any = any_states(&random);
        const double held = check_mode(&any, false), free = check_mode(&any, true);
        found += !isnan(held) + !isnan(free);
        raised += free > held * (1 + 1e-9);
        lowered += free < held * (1 - 1e-9);
    }
    if (fe_rank() > 0) return;
    assert_true(found > 12);
    assert_true(raised > 0);
    assert_true(lowered > 0);
}

/* Without friction, to let go across can only soften: A held - A free is positive semidefinite, at rest and
 * in motion. */
typedef struct Two {
    double z, A[NODES * NODES], B[NODES * NODES];
} Two;

static JudderErr copy_pencil(void *context, const Pencil *pencil) {
    Two *two = context;
    return pencil->at(pencil->context, two->z, two->A, two->B);
}

static void to_let_go_softens(void **state) {
    (void)state;
    Random random = {23};
    for (int k = 0; k < 4; k++) {
        const States any = any_states(&random);
        Standing held = stand_in(&any, false), free = stand_in(&any, true);
        const int n = held.pencil->n;
        static Two stiff, soft;
        stiff.z = soft.z = k % 2 ? .7 : 0;
        GOOD(fe_pencil_ask(held.pencil, copy_pencil, &stiff));
        GOOD(fe_pencil_ask(free.pencil, copy_pencil, &soft));
        double trace = 0;
        bool yes = true;
        for (int i = 0; i < n * n && fe_rank() == 0; i++) stiff.A[i] -= soft.A[i];
        for (int i = 0; i < n && fe_rank() == 0; i++) trace += stiff.A[i * n + i];
        if (fe_rank() == 0) {
            assert_true(trace > 0);
            assert_int_equal(dense_is_positive_definite(n, stiff.A, -1e-12 * trace, &yes), JUDDER_OK);
        }
        assert_true(yes);
        leave(&held);
        leave(&free);
    }
}

/* A corner that a side holds along x may still slip along z, and not the other way round. */
static void fixed_directions(void **state) {
    (void)state;
    const MeshBox box = {.length = 1, .height = .5, .depth = 1, .cells = {2, 2, 2}, .element = "Q1"};
    for (int k = 0; k < 3; k++) {
        const double ways[][2] = {{0, 1}, {1, 0}, {.6, .8}};
        Standing s = stand((StandingData){.mesh = box_mesh(box),
                                          .nu = .3,
                                          .fix = {"left", {1, 0, 0}},
                                          .all = CONDENSED_SLIP,
                                          .slip = {ways[k][0], ways[k][1]},
                                          .across_free = true});
        assert_int_equal(s.contact->n, 9);
        assert_int_equal(s.pencil->n, k == 0 ? 9 : 6);
        /* Normal and slip of each, across where it is not fixed. */
        assert_int_equal(s.pencil->dofs, k == 0 ? 9 * 3 - 3 : 6 * 3);
        leave(&s);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_slice_is_the_block_of_the_plane), cmocka_unit_test(turning_changes_nothing),
    cmocka_unit_test(modes_are_motions_of_the_whole_body), cmocka_unit_test(to_let_go_softens),
    cmocka_unit_test(fixed_directions)};
fe_run_tests(tests)
