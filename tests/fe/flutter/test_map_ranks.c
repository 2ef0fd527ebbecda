/* Pairs followed in mu on a projection that the whole body judges: the merging points of the theory page,
 * damping of every kind, and the dense code on the same body. */
#include "fe/flutter/flutter_test.h"

#include "fe/flutter/map.h"

static FeMap map_of(MovingData data, double up_to, int lowest) {
    Moving m = moving_block(data);
    FeMap map;
    const FlutterSearch search = {.up_to = up_to, .to = INFINITY, .lowest = lowest};
    GOOD(fe_map_follow(m.sliding->sliding, &search, &map));
    moving_free(&m);
    return map;
}

/* n = 33, nu = .3: the pair (4,5) merges at .24526804, omega 5.65763 (lumped), .25147081,
 * 5.67422 (consistent). */
static void merging_of_the_block(void **state) {
    (void)state;
    static const double mu[] = {.25147081, .24526804}, omega[] = {5.67422, 5.65763};
    for (int lumped = 0; lumped < 2; lumped++) {
        FeMap map = map_of((MovingData){.nodes = 33, .nu = .3, .lumped = lumped}, .3, 5);
        if (fe_rank() == 0) {
            assert_true(map.merging.count >= 1);
            const Merging *found = &map.merging.at[map.merging.count - 1];
            assert_int_equal(found->pair[0], 4);
            assert_int_equal(found->pair[1], 5);
            assert_near(found->mu, mu[lumped], 6e-9);
            assert_near(found->omega, omega[lumped], 6e-6);
            assert_true(isnan(map.divergence));
        }
        assert_at_most(map.residual, 1e-6);
        fe_map_release(&map);
    }
}

/* C = .02 K: least flutter mu .5102 lumped, .5132 consistent (n = 33); .4029, .4620 (n = 5). */
static void damping_moves_the_threshold(void **state) {
    (void)state;
    static const double mu[2][2] = {{.4620, .4029}, {.5132, .5102}};
    static const int nodes[] = {5, 33};
    for (int k = 0; k < 2; k++)
        for (int lumped = 0; lumped < 2; lumped++) {
            if (k == 1 && lumped == 0) continue; /* thrift */
            FeMap map = map_of((MovingData){.nodes = nodes[k], .nu = .3, .lumped = lumped, .eta = .02}, .55,
                               k ? 5 : 12);
            if (fe_rank() == 0) {
                assert_true(map.intervals.count >= 1);
                assert_near(map.intervals.at[0].from, mu[k][lumped], 5e-5);
            }
            fe_map_release(&map);
        }
}

/* The same body as a dense system, solved in full at every mu. */
static JudderErr dense_of(const FeSliding *s, Sliding *dense) {
    Mat const matrices[] = {s->M_0, s->M_1, s->C_0, s->C_1, s->K_0, s->K_1};
    const int n = s->n;
    *dense = (Sliding){.n = n, .dof = calloc((size_t)n, sizeof(int)), .proportional = !s->C_0};
    double **const parts[] = {&dense->M_0, &dense->M_1, &dense->C_0, &dense->C_1, &dense->K_0, &dense->K_1};
    for (int i = 0; i < 6; i++) {
        *parts[i] = calloc((size_t)n * (size_t)n, sizeof(double));
        for (int row = 0; row < n && matrices[i]; row++) {
            const PetscInt *column;
            const PetscScalar *value;
            PetscInt count;
            GOOD(MatGetRow(matrices[i], row, &count, &column, &value));
            for (PetscInt k = 0; k < count; k++) (*parts[i])[row * n + column[k]] += value[k];
            GOOD(MatRestoreRow(matrices[i], row, &count, &column, &value));
        }
    }
    dense->damped = s->C_0;
    return JUDDER_OK;
}

/* Undamped, and with a viscosity of the shear alone and a falling law: pairs at one mu and the map,
 * sparse against dense. */
static void sparse_and_dense_agree(void **state) {
    (void)state;
    PetscMPIInt ranks;
    MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
    if (ranks > 1) skip(); /* the dense copy is of one rank */
    static const MovingData data[] = {
        {.nodes = 7, .nu = .3, .lumped = true},
        {.nodes = 5, .nu = .3, .own_viscosity = .002, .pressure = .01, .slope = -.02}};
    for (int k = 0; k < 2; k++) {
        Moving m = moving_block(data[k]);
        FeSliding *s = m.sliding->sliding;
        Sliding dense;
        assert_int_equal(dense_of(s, &dense), JUDDER_OK);
        FlutterRoots roots;
        assert_int_equal(flutter_roots(&dense, .4, &roots), JUDDER_OK);
        for (int omega = 0; omega < 14; omega += 6) {
            FePairs pairs;
            GOOD(fe_pairs_find(s, &(FePairsWanted){.mu = .4, .omega = omega, .count = 8}, &pairs));
            /* What grows is not parted from its partner that decays. */
            const FlutterRoot *last = &pairs.at[pairs.count - 1];
            assert_true(pairs.count == 8 || (pairs.count == 9 && k == 0));
            if (pairs.count == 9) assert_near(last[0].re, -last[-1].re, 1e-10);
            for (int i = 0; i < pairs.count; i++) {
                double least = INFINITY;
                for (int j = 0; j < roots.count; j++)
                    least = fmin(least,
                                 hypot(roots.at[j].re - pairs.at[i].re, roots.at[j].im - pairs.at[i].im));
                assert_at_most(least / hypot(pairs.at[i].re, pairs.at[i].im), 1e-10);
            }
            GOOD(fe_pairs_release(&pairs));
        }
        flutter_roots_release(&roots);
        const FlutterSearch search = {.up_to = .5, .to = INFINITY, .lowest = 6};
        MergingList list;
        FeMap map;
        assert_int_equal(flutter_merging(&dense, &search, &list), JUDDER_OK);
        GOOD(fe_map_follow(s, &search, &map));
        assert_int_equal(list.count, map.merging.count);
        for (int i = 0; i < list.count; i++) {
            assert_near(map.merging.at[i].mu, list.at[i].mu, 1e-10);
            assert_near(map.merging.at[i].omega, list.at[i].omega, 1e-9);
            assert_int_equal(map.merging.at[i].pair[0], list.at[i].pair[0]);
            assert_int_equal(map.merging.at[i].pair[1], list.at[i].pair[1]);
        }
        if (k == 1) {
            MuIntervals found;
            const FlutterSearch band = {.up_to = .5, .from = 1, .to = 9, .lowest = 6};
            assert_int_equal(flutter_intervals(&dense, &band, &(MergingList){0}, &found), JUDDER_OK);
            fe_map_release(&map);
            GOOD(fe_map_follow(s, &band, &map));
            assert_true(found.count > 0);
            assert_int_equal(found.count, map.intervals.count);
            for (int i = 0; i < found.count; i++)
                assert_near(map.intervals.at[i].from, found.at[i].from, 1e-9);
            intervals_release(&found);
        }
        merging_release(&list);
        fe_map_release(&map);
        sliding_release(&dense);
        moving_free(&m);
    }
}

static void modes_are_counted_by_inertia(void **state) {
    (void)state;
    Moving m = moving_block((MovingData){.nodes = 33, .nu = .3, .lumped = true});
    int count;
    GOOD(fe_modes_below(m.sliding->sliding, 5.6, &count));
    assert_int_equal(count, 4);
    GOOD(fe_modes_below(m.sliding->sliding, 1.7, &count));
    assert_int_equal(count, 0);
    moving_free(&m);
}

/* A map that is broken off says so, after no sample more than the one it was at. */
static void a_map_can_be_stopped(void **state) {
    (void)state;
    stop_request();
    FeMap map = map_of((MovingData){.nodes = 17, .nu = .3, .lumped = true}, .3, 5);
    stop_reset();
    assert_false(map.whole);
    assert_int_equal(map.samples, 0);
    assert_int_equal(map.merging.count, 0);
    fe_map_release(&map);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_map_can_be_stopped), cmocka_unit_test(merging_of_the_block),
    cmocka_unit_test(damping_moves_the_threshold), cmocka_unit_test(sparse_and_dense_agree),
    cmocka_unit_test(modes_are_counted_by_inertia)};
fe_run_tests(tests)
