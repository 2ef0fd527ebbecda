/* Eigenvalues in discs (PR-13): against values known exactly, and the numbers of real, complex and growing
 * roots of blocks that slide. */
#include "judder_test.h"
#include "random.h"
#include "stability/discs/discs.h"
#include "stability/flutter/enclosed.h"
#include "stability/flutter/flutter.h"
#include "stability/systems.h"

#define GOOD(call)                                                                                           \
    do {                                                                                                     \
        if ((call) != JUDDER_OK) fail_msg("%s", error_message());                                            \
    } while (0)

/* Discs of A x = lam B x from LAPACK's pairs. */
static Discs *discs_of(int n, const double *A, const double *B) {
    Discs *d = NULL;
    double *room = malloc((size_t)(n + n * n) * sizeof *room);
    GOOD(discs_create(n, &d));
    d->n = n;
    const DensePencil found = {d->re, d->im, room, d->X};
    GOOD(dense_eigen_pencil(n, A, B, &found));
    for (int j = 0; j < n; j++) d->re[j] /= room[j], d->im[j] /= room[j];
    free(room);
    return d;
}

/* Companion matrices of integer polynomials: every root is an integer, and must lie in its disc. */
static void integers_lie_in_their_discs(void **state) {
    (void)state;
    Random random = {3};
    for (int trial = 0; trial < 100; trial++) {
        enum { N = 6 };
        double A[N * N] = {0}, B[N * N] = {0}, T[N * N] = {0}, X[N * N];
        int root[N];
        /* T U: unit triangular factors, so that the inverse is of integers; A = T diag(root) T^-1 is exact.
         */
        for (int i = 0; i < N; i++) {
            root[i] = i == 0 ? random_below(&random, 5) : root[i - 1] + 1 + random_below(&random, 3);
            B[i * N + i] = T[i * N + i] = 1;
            for (int j = 0; j < i; j++) T[i * N + j] = random_below(&random, 5) - 2;
        }
        bool singular;
        GOOD(dense_inverse(N, T, X, &singular));
        for (int i = 0; i < N * N; i++)
            for (int k = 0; k < N; k++) A[i] += T[i / N * N + k] * root[k] * round(X[k * N + i % N]);
        Discs *d = discs_of(N, A, B);
        const DiscPencil pencil = {.n = N, .A = A, .B = B};
        GOOD(discs_enclose(&pencil, d));
        for (int step = 0; step < 3; step++) {
            assert_true(d->enclosed);
            for (int i = 0; i < N; i++) {
                double nearest = INFINITY;
                for (int j = 0; j < N; j++) nearest = fmin(nearest, fabs(d->re[j] - root[i]) - d->radius[j]);
                assert_true(nearest <= 0);
                assert_true(step == 0 || d->radius[i] <= 1e-13);
            }
            GOOD(discs_refine(&pencil, d));
        }
        discs_destroy(&d);
    }
}

/* What is not certain of the matrices widens the discs; too much of it, and nothing is known. */
static void radii_of_the_matrices_count(void **state) {
    (void)state;
    const double A[] = {1, 0, 0, 3}, B[] = {1, 0, 0, 1}, little[] = {0.1, 0.1, 0.1, 0.1},
                 much[] = {2, 2, 2, 2};
    for (int of_B = 0; of_B < 2; of_B++) {
        Discs *d = discs_of(2, A, B);
        const DiscPencil pencil = {
            .n = 2, .A = A, .B = B, .A_D = of_B ? NULL : little, .B_D = of_B ? little : NULL};
        GOOD(discs_enclose(&pencil, d));
        assert_true(d->enclosed);
        assert_true(d->radius[0] >= 0.2 && d->radius[0] < 1);
        discs_destroy(&d);
    }
    Discs *d = discs_of(2, A, B);
    GOOD(discs_enclose(&(DiscPencil){.n = 2, .A = A, .B = B, .B_D = much}, d));
    assert_false(d->enclosed);
    discs_destroy(&d);
}

static Sliding sliding_block(int nodes, bool lumped, double damping) {
    System *s = table_block(nodes, 0.3, lumped);
    Sliding sliding;
    for (int i = 0; i < s->motion.n * s->motion.n; i++) s->C[i] = damping * s->K[i];
    if (damping > 0) s->motion.C = s->C;
    GOOD(sliding_create(&s->motion, &sliding));
    system_free(s);
    return sliding;
}

/* Numbers of real and of complex z, all in discs that settle it. */
static void real_and_complex_roots_of_blocks(void **state) {
    (void)state;
    static const struct {
        int nodes;
        bool lumped;
        double mu;
        int real, complex;
    } rows[] = {{8, true, 0.2, 80, 24},
                {8, true, 0.4, 70, 34},
                {13, false, 0.2, 217, 82},
                {13, false, 0.4, 181, 118},
                {17, true, 0.2, 371, 156}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Sliding sliding = sliding_block(rows[i].nodes, rows[i].lumped, 0);
        FlutterRoots roots;
        GOOD(flutter_roots(&sliding, rows[i].mu, &roots));
        int fates[4] = {0};
        for (int k = 0; k < roots.count; k++) fates[roots.at[k].fate]++;
        assert_true(roots.enclosed);
        assert_int_equal(fates[FATE_UNKNOWN], 0);
        assert_int_equal(fates[FATE_NEUTRAL], rows[i].real);
        assert_int_equal(fates[FATE_GROWS] + fates[FATE_DECAYS], rows[i].complex);
        flutter_roots_release(&roots);
        sliding_release(&sliding);
    }
}

/* Roots with 0.01 < Re < 1.5, |Im| < 20, both of each pair, and the largest growth. */
static void growing_roots_of_blocks(void **state) {
    (void)state;
    static const struct {
        bool lumped;
        double damping, mu;
        int inside;
        double largest;
    } rows[] = {{true, 0, 0.1, 8, 0.014713025171155593},    {true, 0, 0.3, 34, 0.19511611790539832},
                {true, 0, 0.6, 40, 0.4253578109059782},     {false, 0.02, 0.3, 0, -0.03215898458339027},
                {false, 0.02, 0.6, 2, 0.09847985797887579}, {false, 0.02, 1.0, 6, 0.4015094519653019}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Sliding sliding = sliding_block(8, rows[i].lumped, rows[i].damping);
        FlutterRoots roots;
        GOOD(flutter_roots(&sliding, rows[i].mu, &roots));
        int inside = 0;
        double largest = -INFINITY;
        for (int k = 0; k < roots.count; k++) {
            const FlutterRoot *root = &roots.at[k];
            assert_true(root->fate != FATE_UNKNOWN);
            if (root->im < 20 && root->re > 0.01 && root->re < 1.5) inside += root->im > 0 ? 2 : 1;
            if (root->im < 20) largest = fmax(largest, root->re);
        }
        assert_true(roots.enclosed);
        assert_int_equal(inside, rows[i].inside);
        assert_near(largest, rows[i].largest, 1e-9);
        flutter_roots_release(&roots);
        sliding_release(&sliding);
    }
}

/* M = 1, K = [[2, 1 - 4 mu/3], [1, 2]]: nothing grows at 0.7, proved; at 0.9 two roots do, with damping 0.3
 * too. */
static void two_dofs(void **state) {
    (void)state;
    static const struct {
        double mu, damping;
        int growing;
    } rows[] = {{0.7, 0, 0}, {0.9, 0, 1}, {0.9, 0.3, 1}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        System *s = two_dof((const double[]){2, 1, 2, 4.0 / 3}, 1, 1);
        Sliding sliding;
        FlutterRoots roots;
        s->C[0] = s->C[4] = rows[i].damping;
        if (rows[i].damping > 0) s->motion.C = s->C;
        GOOD(sliding_create(&s->motion, &sliding));
        GOOD(flutter_roots(&sliding, rows[i].mu, &roots));
        const FlutterCount count = flutter_count(&roots, 0, INFINITY);
        assert_true(roots.enclosed);
        assert_int_equal(count.unknown, 0);
        assert_int_equal(count.edge, 0);
        assert_int_equal(count.growing, i == 2 ? (roots.at[0].re > 1e-3) : rows[i].growing);
        flutter_roots_release(&roots);
        sliding_release(&sliding);
        system_free(s);
    }
}

/* Just beyond the merging the growth is real though its z is nearly so: no threshold may take it away; just
 * below it there is none, and what is within rounding of it stays open. */
static void growth_that_has_just_begun(void **state) {
    (void)state;
    static const double mu[] = {0.75 + 1e-13, 0.75 - 1e-13};
    for (int i = 0; i < 2; i++) {
        System *s = two_dof((const double[]){2, 1, 2, 4.0 / 3}, 1, 1);
        Sliding sliding;
        FlutterRoots roots;
        GOOD(sliding_create(&s->motion, &sliding));
        GOOD(flutter_roots(&sliding, mu[i], &roots));
        const FlutterCount count = flutter_count(&roots, 0, INFINITY);
        assert_true(roots.enclosed);
        assert_int_equal(count.unknown, 0);
        assert_int_equal(count.growing, i == 0);
        if (i == 0) assert_near(roots.at[0].re, sqrt(1e-13 * 4 / 3) / (2 * sqrt(2.0)), 1e-10);
        flutter_roots_release(&roots);
        sliding_release(&sliding);
        system_free(s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_lie_in_their_discs),
        cmocka_unit_test(radii_of_the_matrices_count),
        cmocka_unit_test(real_and_complex_roots_of_blocks),
        cmocka_unit_test(growing_roots_of_blocks),
        cmocka_unit_test(two_dofs),
        cmocka_unit_test(growth_that_has_just_begun),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
