/* Enclosures against Schur complements in 113 bits. */

#include "enclosure/enclosure.h"
#include "judder_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef __float128 Quad;

enum { MOST = 60, KEPT = 6 };

static unsigned long long seed;
static double uniform(void) {
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(seed >> 11) * 0x1p-53;
}

/* S of the dofs `row` in quadruple precision: free dofs are eliminated one after the other, with pivoting. */
static bool exact_schur(int n, const double *J, int kept, const int *row, Quad *S) {
    static Quad W[MOST * MOST];
    bool is_kept[MOST] = {false}, used[MOST] = {false};
    for (int k = 0; k < kept; k++) is_kept[row[k]] = true;
    for (int i = 0; i < n * n; i++) W[i] = J[i];
    for (int step = 0; step < n - kept; step++) {
        int p = -1, q = -1;
        Quad best = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                if (is_kept[i] || is_kept[j] || used[i] || i != j) continue;
                const Quad size = W[i * n + j] < 0 ? -W[i * n + j] : W[i * n + j];
                if (size > best) {
                    best = size;
                    p = q = i;
                }
            }
        if (p < 0) return false;
        used[p] = true;
        for (int i = 0; i < n; i++) {
            if (used[i]) continue;
            const Quad factor = W[i * n + q] / W[p * n + q];
            for (int j = 0; j < n; j++)
                if (!used[j]) W[i * n + j] -= factor * W[p * n + j];
        }
    }
    for (int i = 0; i < kept; i++)
        for (int j = 0; j < kept; j++) S[i * kept + j] = W[row[i] * n + row[j]];
    return true;
}

/* Springs between random pairs of dofs and to the ground, stiffnesses over `decades`. */
static void random_springs(int n, double decades, double *J) {
    memset(J, 0, (size_t)n * (size_t)n * sizeof *J);
    for (int s = 0; s < 4 * n; s++) {
        const int i = (int)(uniform() * n), j = (int)(uniform() * n);
        const double k = pow(10, decades * uniform());
        J[i * n + i] += k;
        if (i == j) continue;
        J[j * n + j] += k;
        J[i * n + j] -= k;
        J[j * n + i] -= k;
    }
    for (int i = 0; i < n; i++) J[i * n + i] += 1;
}

typedef JudderErr (*Way)(const EnclosureQuestion *, EnclosureAnswer *);

/* How large the radii are, relative to the diagonal; -1: not enclosed. */
static double check_way(Way way, int n, const double *J, const int *row, int kept) {
    static double S[KEPT * KEPT], S_D[KEPT * KEPT];
    static Quad exact[KEPT * KEPT];
    int wanted[KEPT];
    for (int k = 0; k < kept; k++) wanted[k] = k;
    EnclosureMatrix *matrix = NULL;
    assert_int_equal(enclosure_matrix_dense(n, J, NULL, &matrix), JUDDER_OK);
    const EnclosureQuestion question = {matrix, kept, row, kept, wanted};
    EnclosureAnswer answer = {.S = S, .S_D = S_D};
    assert_int_equal(way(&question, &answer), JUDDER_OK);
    enclosure_matrix_destroy(&matrix);
    if (!answer.enclosed) return -1;
    assert_true(exact_schur(n, J, kept, row, exact));
    double widest = 0;
    for (int i = 0; i < kept * kept; i++) {
        const Quad miss = exact[i] > S[i] ? exact[i] - S[i] : S[i] - exact[i];
        /* The quadruple digits are not exact either. */
        const Quad slack = (Quad)1e-24 * (Quad)fabs(S[i / kept * (kept + 1)]);
        if (miss > (Quad)S_D[i] + slack) fail_msg("entry %d: off by %g, radius %g", i, (double)miss, S_D[i]);
        widest = fmax(widest, S_D[i] / fabs(S[i / kept * (kept + 1)]));
    }
    return widest;
}

static void check_contrast(Way way, double decades, double least_share, double width) {
    static double J[MOST * MOST];
    int enclosed = 0, narrow = 0;
    enum { TRIES = 40 };
    for (int t = 0; t < TRIES; t++) {
        const int n = 10 + (int)(uniform() * 50), kept = 2 + 2 * (int)(uniform() * 3);
        int row[KEPT];
        for (int k = 0; k < kept; k++) row[k] = k * (n / kept);
        random_springs(n, decades, J);
        const double widest = check_way(way, n, J, row, kept);
        enclosed += widest >= 0;
        narrow += widest >= 0 && widest < width;
    }
    assert_true(enclosed >= least_share * TRIES);
    assert_true(narrow >= least_share * TRIES);
}

static void the_true_condensed_matrix_lies_inside_dense(void **state) {
    (void)state;
    seed = 1;
    check_contrast(enclosure_dense, 0, 1, 1e-15);
    check_contrast(enclosure_dense, 6, 1, 1e-14);
    check_contrast(enclosure_dense, 10, 0.9, 1e-12);
}

static void the_true_condensed_matrix_lies_inside_sparse(void **state) {
    (void)state;
    seed = 2;
    check_contrast(enclosure_sparse, 0, 1, 1e-15);
    check_contrast(enclosure_sparse, 6, 1, 1e-12);
    check_contrast(enclosure_sparse, 10, 0.9, 1e-6);
}

/* Every member of a matrix with radii: random ones are tried. */
static void check_members(Way way) {
    enum { N = 24, ROWS = 4 };
    static double J[N * N], radius[N * N], member[N * N], S[ROWS * ROWS], S_D[ROWS * ROWS];
    static Quad exact[ROWS * ROWS];
    const int row[ROWS] = {0, 5, 11, 17}, wanted[ROWS] = {0, 1, 2, 3};
    random_springs(N, 3, J);
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++)
            radius[i * N + j] = radius[j * N + i] = uniform() < 0.5 ? 1e-9 * fabs(J[i * N + j]) : 0;
    EnclosureMatrix *matrix = NULL;
    assert_int_equal(enclosure_matrix_dense(N, J, radius, &matrix), JUDDER_OK);
    EnclosureAnswer answer = {.S = S, .S_D = S_D};
    assert_int_equal(way(&(EnclosureQuestion){matrix, ROWS, row, ROWS, wanted}, &answer), JUDDER_OK);
    enclosure_matrix_destroy(&matrix);
    assert_true(answer.enclosed && answer.definite);
    for (int t = 0; t < 50; t++) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j <= i; j++)
                member[i * N + j] = member[j * N + i] = J[i * N + j] + (uniform() < 0.5 ? -1 : 1) *
                                                                           radius[i * N + j] * 0.999;
        assert_true(exact_schur(N, member, ROWS, row, exact));
        for (int i = 0; i < ROWS * ROWS; i++) assert_true(fabs((double)(exact[i] - S[i])) <= S_D[i]);
    }
}

static void every_member_of_a_matrix_with_radii_lies_inside(void **state) {
    (void)state;
    seed = 3;
    check_members(enclosure_dense);
    check_members(enclosure_sparse);
}

/* A singular block in integers: nobody may say that it is regular. */
static void a_singular_block_is_never_enclosed(void **state) {
    (void)state;
    const double J[] = {9, 1, 1, 2, 1, 3, 1, -1, 1, 1, 1, -1, 2, -1, -1, 1};
    const double K[] = {5, 1, 1, 1, 1, 5, 2, 3, 1, 2, 1, 1, 1, 3, 1, 1};
    const int row[] = {0, 1};
    assert_true(check_way(enclosure_dense, 4, J, row, 2) < 0);
    assert_true(check_way(enclosure_sparse, 4, J, row, 2) < 0);
    assert_true(check_way(enclosure_dense, 4, K, row, 2) < 0);
    assert_true(check_way(enclosure_sparse, 4, K, row, 2) < 0);
}

/* Two pieces: what lies in one is not felt in the other. */
static void between_pieces_zeros_are_exact(void **state) {
    (void)state;
    const double J[] = {3, 0, 1, 0, 0, 3, 0, 1, 1, 0, 7, 0, 0, 1, 0, 7};
    const int row[] = {0, 1}, wanted[] = {0, 1};
    for (int way = 0; way < 2; way++) {
        double S[4], S_D[4];
        EnclosureMatrix *matrix = NULL;
        assert_int_equal(enclosure_matrix_dense(4, J, NULL, &matrix), JUDDER_OK);
        EnclosureAnswer answer = {.S = S, .S_D = S_D};
        const EnclosureQuestion question = {matrix, 2, row, 2, wanted};
        assert_int_equal((way ? enclosure_sparse : enclosure_dense)(&question, &answer), JUDDER_OK);
        enclosure_matrix_destroy(&matrix);
        assert_true(answer.enclosed && answer.definite);
        assert_true(S[1] == 0 && S_D[1] == 0 && S[2] == 0 && S_D[2] == 0);
        assert_true(S_D[0] > 0 && S_D[0] < 1e-15 && S_D[3] > 0);
    }
}

/* K {{4,2,-2,-2},{2,2,1,0},{-2,1,9,5},{-2,0,5,3}}: the coupling is 0, and that in doubles too. */
static void a_coupling_that_is_zero_is_known_to_be(void **state) {
    (void)state;
    const double J[] = {4, 2, -2, -2, 2, 2, 1, 0, -2, 1, 9, 5, -2, 0, 5, 3};
    const int row[] = {0, 1}, wanted[] = {1};
    double S[2], S_D[2];
    EnclosureMatrix *matrix = NULL;
    assert_int_equal(enclosure_matrix_dense(4, J, NULL, &matrix), JUDDER_OK);
    EnclosureAnswer answer = {.S = S, .S_D = S_D};
    assert_int_equal(enclosure_dense(&(EnclosureQuestion){matrix, 2, row, 1, wanted}, &answer), JUDDER_OK);
    enclosure_matrix_destroy(&matrix);
    assert_true(answer.enclosed);
    assert_true(S[0] == 0 && S_D[0] == 0);
    assert_true(fabs(S[1] - 0.5) <= S_D[1]);
}

/* K + z M is rounded, and its radii say how far. */
static void sums_carry_their_rounding(void **state) {
    (void)state;
    const double J[] = {1, 0.1, 0.1, 3}, H[] = {0.1, 0, 0, 0.7};
    EnclosureMatrix *a = NULL, *b = NULL, *sum = NULL;
    assert_int_equal(enclosure_matrix_dense(2, J, NULL, &a), JUDDER_OK);
    assert_int_equal(enclosure_matrix_dense(2, H, NULL, &b), JUDDER_OK);
    assert_int_equal(enclosure_matrix_sum(1, a, 0.3, b, &sum), JUDDER_OK);
    assert_true(sum->symmetric && sum->start[2] == 4);
    for (int i = 0; i < 4; i++) {
        const Quad exact = (Quad)J[i] + (Quad)0.3 * (Quad)H[i];
        assert_true(fabs((double)(exact - sum->value[i])) <= sum->radius[i]);
        assert_true(sum->radius[i] < 1e-15);
    }
    assert_true(sum->radius[0] > 0 && sum->radius[1] == 0);
    enclosure_matrix_destroy(&a);
    enclosure_matrix_destroy(&b);
    enclosure_matrix_destroy(&sum);
}

/* A chain of n springs on the ground at one end, minus `less` on the diagonal. */
static EnclosureMatrix *chain(int n, double less) {
    EnclosureMatrix *made = NULL;
    assert_int_equal(enclosure_matrix_create(n, 3 * (size_t)n, false, &made), JUDDER_OK);
    size_t at = 0;
    for (int i = 0; i < n; i++) {
        for (int j = i - 1; j <= i + 1; j++) {
            if (j < 0 || j >= n) continue;
            made->column[at] = j;
            made->value[at++] = i == j ? (i + 1 < n ? 2 : 1) - less : -1;
        }
        made->start[i + 1] = at;
    }
    made->symmetric = true;
    return made;
}

/* Of 1000 dofs, with factors: the least eigenvalue is 4 sin^2(pi/(2 (2 n + 1))). */
static void large_matrices_are_judged_by_their_factors(void **state) {
    (void)state;
    enum { LONG = 1000 };
    const double least = 4 * pow(sin(M_PI / (2 * (2 * LONG + 1))), 2);
    for (int i = 0; i < 3; i++) {
        EnclosureMatrix *matrix = chain(LONG, i == 0 ? 0 : i == 1 ? .99 * least : 1.01 * least);
        bool proved = i == 2;
        assert_int_equal(enclosure_is_definite(matrix, &proved), JUDDER_OK);
        assert_int_equal(proved, i < 2);
        enclosure_matrix_destroy(&matrix);
    }
}

/* The end of the chain, 1/n to the ground in exact numbers, and its force on the ground. */
static void a_long_chain_is_as_soft_as_it_is_long(void **state) {
    (void)state;
    enum { LONG = 1000 };
    const int row[] = {0, LONG - 1}, wanted[] = {0, 1};
    EnclosureMatrix *matrix = chain(LONG, 0);
    double S[4], S_D[4];
    EnclosureAnswer answer = {.S = S, .S_D = S_D};
    assert_int_equal(enclosure_condense(&(EnclosureQuestion){matrix, 2, row, 2, wanted}, &answer), JUDDER_OK);
    assert_true(answer.enclosed && answer.definite);
    const double coupling = -1. / (LONG - 1);
    assert_true(fabs(S[1] - coupling) <= S_D[1] + 1e-19 && S_D[1] < 1e-15);
    assert_true(fabs(S[3] + coupling) <= S_D[3] + 1e-19 && S_D[3] < 1e-15);
    assert_true(fabs(S[0] - (1 - coupling)) <= S_D[0] + 3e-16 && S_D[0] < 1e-14);
    enclosure_matrix_destroy(&matrix);
}

/* T'J T with a direction of no axis. */
static void other_coordinates_carry_their_rounding(void **state) {
    (void)state;
    const double J[] = {2, .1, .3, .1, 3, .7, .3, .7, 5}, c = .6, s = .8;
    size_t start[] = {0, 2, 3};
    int row[] = {0, 1, 2};
    double factor[] = {c, s, -1};
    EnclosureMatrix *matrix = NULL, *reduced = NULL;
    assert_int_equal(enclosure_matrix_dense(3, J, NULL, &matrix), JUDDER_OK);
    const EnclosureBasis T = {2, start, row, factor};
    assert_int_equal(enclosure_matrix_reduce(matrix, &T, &reduced), JUDDER_OK);
    assert_true(reduced->symmetric && reduced->start[2] == 4);
    const Quad first = (Quad)c * c * J[0] + (Quad)2 * c * s * J[1] + (Quad)s * s * J[4],
               second = -((Quad)c * J[2] + (Quad)s * J[5]);
    assert_true(fabs((double)(first - reduced->value[0])) <= reduced->radius[0]);
    assert_true(fabs((double)(second - reduced->value[1])) <= reduced->radius[1]);
    assert_true(reduced->radius[0] > 0 && reduced->radius[0] < 1e-14);
    assert_true(reduced->value[3] == 5 && reduced->radius[3] == 0);
    enclosure_matrix_destroy(&matrix);
    enclosure_matrix_destroy(&reduced);
}

static void a_half_that_differs_is_not_looked_at(void **state) {
    (void)state;
    const double J[] = {2, 1.5, 1, 3}, lone[] = {4, 1, 0, 1.5, 4, 0, 1e-300, 0, 4};
    EnclosureMatrix *matrix = NULL;
    bool possible = false;
    assert_int_equal(enclosure_matrix_dense(2, J, NULL, &matrix), JUDDER_OK);
    assert_false(matrix->symmetric);
    assert_int_equal(enclosure_matrix_mirror(matrix, &possible), JUDDER_OK);
    assert_true(possible && matrix->value[1] == 1 && matrix->value[2] == 1);
    enclosure_matrix_destroy(&matrix);
    assert_int_equal(enclosure_matrix_dense(3, lone, NULL, &matrix), JUDDER_OK);
    assert_int_equal(enclosure_matrix_mirror(matrix, &possible), JUDDER_OK);
    assert_true(!possible && !matrix->symmetric && matrix->value[1] == 1 && matrix->value[2] == 1.5);
    enclosure_matrix_destroy(&matrix);
}

/* A mass with dofs that have none. */
static void rows_of_zeros_are_semidefinite(void **state) {
    (void)state;
    const double diagonal[] = {1, 0, 0, 0, 0, 0, 0, 0, 2}, coupled[] = {2, 0, 1, 0, 0, 0, 1, 0, 1},
                 bad[] = {1, 0, 2, 0, 0, 0, 2, 0, 1}, negative[] = {1, 0, 0, 0, -1, 0, 0, 0, 1};
    const double *const all[] = {diagonal, coupled, bad, negative};
    for (int i = 0; i < 4; i++) {
        EnclosureMatrix *matrix = NULL;
        bool proved = i > 1;
        assert_int_equal(enclosure_matrix_dense(3, all[i], NULL, &matrix), JUDDER_OK);
        assert_int_equal(enclosure_is_semidefinite(matrix, &proved), JUDDER_OK);
        assert_int_equal(proved, i < 2);
        enclosure_matrix_destroy(&matrix);
    }
}

static void definite_is_said_of_definite_matrices_alone(void **state) {
    (void)state;
    const double good[] = {2, 1, 1, 1}, verge[] = {1, 1, 1, 1}, bad[] = {1, 2, 2, 1};
    const double *const all[] = {good, verge, bad};
    for (int i = 0; i < 3; i++) {
        EnclosureMatrix *matrix = NULL;
        bool proved = i != 0;
        assert_int_equal(enclosure_matrix_dense(2, all[i], NULL, &matrix), JUDDER_OK);
        assert_int_equal(enclosure_is_definite(matrix, &proved), JUDDER_OK);
        assert_int_equal(proved, i == 0);
        enclosure_matrix_destroy(&matrix);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_true_condensed_matrix_lies_inside_dense),
        cmocka_unit_test(the_true_condensed_matrix_lies_inside_sparse),
        cmocka_unit_test(every_member_of_a_matrix_with_radii_lies_inside),
        cmocka_unit_test(a_singular_block_is_never_enclosed),
        cmocka_unit_test(between_pieces_zeros_are_exact),
        cmocka_unit_test(a_coupling_that_is_zero_is_known_to_be),
        cmocka_unit_test(sums_carry_their_rounding),
        cmocka_unit_test(definite_is_said_of_definite_matrices_alone),
        cmocka_unit_test(large_matrices_are_judged_by_their_factors),
        cmocka_unit_test(a_long_chain_is_as_soft_as_it_is_long),
        cmocka_unit_test(other_coordinates_carry_their_rounding),
        cmocka_unit_test(a_half_that_differs_is_not_looked_at),
        cmocka_unit_test(rows_of_zeros_are_semidefinite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
