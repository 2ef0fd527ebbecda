#include "base/dense.h"
#include "judder_test.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LARGEST = 40 };

/* Bytes of address space. */
static rlim_t memory_in_use(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%lu", &pages) != 1) pages = 0;
    if (file) fclose(file);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

static void fill_random(Random *random, size_t count, double *values) {
    for (size_t i = 0; i < count; i++) values[i] = random_in(random, -1, 1);
}

static double largest(size_t count, const double *values) {
    double most = 0;
    for (size_t i = 0; i < count; i++) most = fmax(most, fabs(values[i]));
    return most;
}

static void solves_random_systems(void **state) {
    (void)state;
    Random random = {1};
    double A[LARGEST * LARGEST], b[LARGEST], x[LARGEST], back[LARGEST];
    for (int n = 1; n <= LARGEST; n++) {
        fill_random(&random, (size_t)(n * n), A);
        fill_random(&random, (size_t)n, b);
        memcpy(x, b, sizeof x);
        DenseFactor *factor = NULL;
        bool singular = true;
        assert_int_equal(dense_factor_create(n, A, &factor, &singular), JUDDER_OK);
        assert_false(singular);
        assert_int_equal(dense_factor_solve(factor, x), JUDDER_OK);
        dense_multiply(n, A, x, back);
        for (int i = 0; i < n; i++) assert_near(back[i], b[i], 1e-13 * n * fmax(1, largest((size_t)n, x)));
        dense_factor_destroy(&factor);
        assert_null(factor);
        dense_factor_destroy(&factor);
    }
}

static void says_singular(void **state) {
    (void)state;
    const double singular_ones[][9] = {
        {0}, {1, 2, 3, 2, 4, 6, 1, 1, 1}, {1, 0, 0, 0, 0, 0, 0, 0, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 1}};
    for (size_t i = 0; i < COUNT_OF(singular_ones); i++) {
        DenseFactor *factor = NULL;
        bool singular = false;
        assert_int_equal(dense_factor_create(3, singular_ones[i], &factor, &singular), JUDDER_OK);
        assert_true(singular);
        dense_factor_destroy(&factor);
    }
    /* A zero pivot that an exchange of rows cures. */
    const double cured[4] = {0, 1, 1, 0};
    DenseFactor *factor = NULL;
    bool singular = true;
    assert_int_equal(dense_factor_create(2, cured, &factor, &singular), JUDDER_OK);
    assert_false(singular);
    double x[2] = {3, 5};
    assert_int_equal(dense_factor_solve(factor, x), JUDDER_OK);
    assert_exact(x[0], 5);
    assert_exact(x[1], 3);
    dense_factor_destroy(&factor);
}

static void refuses_invalid_numbers(void **state) {
    (void)state;
    const double bad[4] = {1, NAN, 0, 1}, good[4] = {1, 0, 0, 1};
    DenseFactor *factor = NULL;
    bool singular = false;
    assert_int_equal(dense_factor_create(2, bad, &factor, &singular), JUDDER_INPUT);
    assert_null(factor);
    assert_int_equal(dense_factor_create(0, good, &factor, &singular), JUDDER_INPUT);
    double re[2], im[2], beta[2];
    const DensePencil pencil = {re, im, beta, NULL};
    assert_int_equal(dense_eigen(2, bad, re, im, NULL), JUDDER_INPUT);
    assert_int_equal(dense_eigen_pencil(2, bad, good, &pencil), JUDDER_INPUT);
    assert_int_equal(dense_eigen_pencil(2, good, bad, &pencil), JUDDER_INPUT);
    assert_int_equal(dense_factor_create(2, good, &factor, &singular), JUDDER_OK);
    double x[2] = {NAN, 1};
    assert_int_equal(dense_factor_solve(factor, x), JUDDER_INPUT);
    dense_factor_destroy(&factor);
    bool yes;
    assert_int_equal(dense_is_positive_definite(2, bad, 0, &yes), JUDDER_INPUT);
}

static void refuses_matrices_without_rows(void **state) {
    (void)state;
    const double A[1] = {1};
    double re[1], im[1], beta[1];
    for (int n = -1; n <= 0; n++) {
        DenseFactor *factor = NULL;
        bool flag;
        assert_int_equal(dense_factor_create(n, A, &factor, &flag), JUDDER_INPUT);
        assert_null(factor);
        assert_int_equal(dense_is_positive_definite(n, A, 0, &flag), JUDDER_INPUT);
        assert_int_equal(dense_eigen(n, A, re, im, NULL), JUDDER_INPUT);
        assert_int_equal(dense_eigen_pencil(n, A, A, &(DensePencil){re, im, beta, NULL}), JUDDER_INPUT);
    }
}

/* In a process of its own, whose memory has room for the matrix but not for the work of LAPACK. */
static void missing_memory_is_a_failure_of_the_machine(void **state) {
    (void)state;
    if (SANITIZED) skip_without("limit of memory that the sanitizer stays below");
    enum { ORDER = 3000 };
    double *A = calloc((size_t)ORDER * ORDER, sizeof *A);
    assert_non_null(A);
    for (size_t i = 0; i < ORDER; i++) A[i * ORDER + i] = 1;
    const size_t bytes = (size_t)ORDER * ORDER * sizeof *A;
    const pid_t child = fork();
    if (child == 0) {
        bool yes;
        const rlim_t limit = memory_in_use() + bytes + bytes / 2;
        setrlimit(RLIMIT_AS, &(struct rlimit){limit, limit});
        const JudderErr err = dense_is_positive_definite(ORDER, A, 0, &yes);
        _exit(err == JUDDER_MACHINE && strstr(error_message(), "memory") ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    free(A);
}

/* |A v - lambda v| for the pair that LAPACK packs in columns j and j + 1, or for a real column. */
static void assert_eigenpairs(int n, const double *A, const double *re, const double *im, const double *V) {
    for (int j = 0; j < n; j++) {
        const int pair = im[j] != 0;
        for (int i = 0; i < n; i++) {
            double real = 0, imaginary = 0;
            for (int k = 0; k < n; k++) {
                real += A[i * n + k] * V[k * n + j];
                if (pair) imaginary += A[i * n + k] * V[k * n + j + 1];
            }
            const double vr = V[i * n + j], vi = pair ? V[i * n + j + 1] : 0;
            assert_near(real, re[j] * vr - im[j] * vi, 1e-12 * n);
            assert_near(imaginary, re[j] * vi + im[j] * vr, 1e-12 * n);
        }
        j += pair;
    }
}

static void eigenvalues_of_random_matrices(void **state) {
    (void)state;
    Random random = {2};
    double A[LARGEST * LARGEST], V[LARGEST * LARGEST], re[LARGEST], im[LARGEST], alone[LARGEST],
        other[LARGEST];
    for (int n = 1; n <= 20; n++) {
        fill_random(&random, (size_t)(n * n), A);
        assert_int_equal(dense_eigen(n, A, re, im, V), JUDDER_OK);
        assert_eigenpairs(n, A, re, im, V);
        double trace = 0, sum = 0;
        for (int i = 0; i < n; i++) trace += A[i * n + i], sum += re[i];
        assert_near(sum, trace, 1e-12 * n);
        assert_int_equal(dense_eigen(n, A, alone, other, NULL), JUDDER_OK);
        for (int i = 0; i < n; i++)
            assert_near(fabs(other[i]) + fabs(alone[i]), fabs(im[i]) + fabs(re[i]), 1e-10);
    }
}

static void known_eigenvalues(void **state) {
    (void)state;
    double re[3], im[3];
    const double rotation[4] = {0, -2, 2, 0};
    assert_int_equal(dense_eigen(2, rotation, re, im, NULL), JUDDER_OK);
    assert_near(re[0], 0, 1e-15);
    assert_near(im[0], 2, 1e-15);
    assert_near(im[1], -2, 1e-15);
    const double triangular[9] = {1, 5, 7, 0, 2, 9, 0, 0, -3};
    assert_int_equal(dense_eigen(3, triangular, re, im, NULL), JUDDER_OK);
    double sum = 0, product = 1;
    for (int i = 0; i < 3; i++) sum += re[i], product *= re[i];
    assert_near(sum, 0, 1e-14);
    assert_near(product, -6, 1e-13);
}

static void pencil_with_infinite_eigenvalue(void **state) {
    (void)state;
    /* (2 - z) (3 - 0 z) = 0: one eigenvalue 2, one at infinity. */
    const double A[4] = {2, 1, 0, 3}, B[4] = {1, 4, 0, 0};
    double re[2], im[2], beta[2], V[4];
    assert_int_equal(dense_eigen_pencil(2, A, B, &(DensePencil){re, im, beta, V}), JUDDER_OK);
    int finite = 0, infinite = 0;
    for (int i = 0; i < 2; i++) {
        assert_near(im[i], 0, 0);
        if (fabs(beta[i]) <= 1e-15 * fabs(re[i])) {
            infinite++;
            continue;
        }
        finite++;
        assert_near(re[i] / beta[i], 2, 1e-14);
    }
    assert_int_equal(finite, 1);
    assert_int_equal(infinite, 1);
}

static void random_pencils(void **state) {
    (void)state;
    Random random = {3};
    double A[100], B[100], V[100], re[10], im[10], beta[10];
    for (int n = 1; n <= 10; n++) {
        fill_random(&random, (size_t)(n * n), A);
        fill_random(&random, (size_t)(n * n), B);
        assert_int_equal(dense_eigen_pencil(n, A, B, &(DensePencil){re, im, beta, V}), JUDDER_OK);
        for (int j = 0; j < n; j++) {
            if (im[j] != 0) continue;
            for (int i = 0; i < n; i++) {
                double a = 0, b = 0;
                for (int k = 0; k < n; k++)
                    a += A[i * n + k] * V[k * n + j], b += B[i * n + k] * V[k * n + j];
                assert_near(beta[j] * a, re[j] * b, 1e-12 * n);
            }
        }
    }
}

static void positive_definite_with_shift(void **state) {
    (void)state;
    /* Symmetric part diag(2, 5); the skew part does not matter. */
    const double A[4] = {2, 100, -100, 5};
    const struct {
        double shift;
        bool expected;
    } table[] = {{0, true}, {1.999, true}, {2, false}, {2.001, false}, {-10, true}, {6, false}};
    for (size_t i = 0; i < COUNT_OF(table); i++) {
        bool yes = !table[i].expected;
        assert_int_equal(dense_is_positive_definite(2, A, table[i].shift, &yes), JUDDER_OK);
        assert_int_equal(yes, table[i].expected);
    }
    bool yes = true;
    const double indefinite[4] = {1, 2, 2, 1};
    assert_int_equal(dense_is_positive_definite(2, indefinite, 0, &yes), JUDDER_OK);
    assert_false(yes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solves_random_systems),
        cmocka_unit_test(says_singular),
        cmocka_unit_test(refuses_invalid_numbers),
        cmocka_unit_test(refuses_matrices_without_rows),
        cmocka_unit_test(missing_memory_is_a_failure_of_the_machine),
        cmocka_unit_test(eigenvalues_of_random_matrices),
        cmocka_unit_test(known_eigenvalues),
        cmocka_unit_test(pencil_with_infinite_eigenvalue),
        cmocka_unit_test(random_pencils),
        cmocka_unit_test(positive_definite_with_shift),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
