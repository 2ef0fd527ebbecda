/* Classes of matrices against exact whole-number determinants; every witness is checked. */
#include "complementarity/classes.h"
#include "judder_test.h"
#include "problems.h"

#include <stdlib.h>

typedef JudderErr (*ClassTest)(int n, const double *M, bool *set, double *vector, ClassReport *report);

static ClassReport ask(ClassTest test, int n, const double *M, bool *set, double *vector) {
    ClassReport report;
    assert_int_equal(test(n, M, set, vector, &report), JUDDER_OK);
    assert_true((report.answer == ANSWER_UNKNOWN) == (report.proof[0] == '\0'));
    return report;
}

/* Fraction-free elimination (Bareiss): exact. */
static long long determinant(int n, const double *M, unsigned rows) {
    long long a[6][6], before = 1, sign = 1;
    int m = 0, index[6];
    for (int i = 0; i < n; i++)
        if (rows >> i & 1) index[m++] = i;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) a[i][j] = (long long)M[index[i] * n + index[j]];
    for (int k = 0; k < m; k++) {
        int pivot = k;
        while (pivot < m && a[pivot][k] == 0) pivot++;
        if (pivot == m) return 0;
        for (int j = 0; j < m && pivot != k; j++) {
            const long long swapped = a[k][j];
            a[k][j] = a[pivot][j];
            a[pivot][j] = swapped;
        }
        if (pivot != k) sign = -sign;
        for (int i = k + 1; i < m; i++)
            for (int j = k + 1; j < m; j++) a[i][j] = (a[i][j] * a[k][k] - a[i][k] * a[k][j]) / before;
        before = a[k][k];
    }
    return sign * before;
}

static unsigned bits(int n, const bool *set) {
    unsigned rows = 0;
    for (int i = 0; i < n; i++)
        if (set[i]) rows |= 1u << i;
    return rows;
}

/* Matrices of small integers, of several kinds so that all answers occur. */
static void fill_whole(Random *random, int n, int kind, double *M) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const int range = kind % 3 + 1;
            M[i * n + j] = random_below(random, 2 * range + 1) - range;
            if (i == j && kind % 4 > 0) M[i * n + j] = random_below(random, 3) + (kind % 4 > 1);
            if (kind % 5 == 0 && j < i) M[i * n + j] = -M[j * n + i];
            if (kind % 7 == 0 && j < i) M[i * n + j] = 0;
        }
}

/* A yes by a diagonal must hold as said: checked by elimination without pivoting of sym(D M), or by sums. */
static void check_yes(int n, const double *M, const double *vector, const char *proof) {
    if (strcmp(proof, "diagonal dominance") == 0) {
        for (int i = 0; i < n; i++) {
            double others = 0;
            for (int j = 0; j < n; j++)
                if (j != i) others += fabs(M[i * n + j]) * vector[j];
            assert_true(vector[i] > 0 && M[i * n + i] * vector[i] > others);
        }
    } else if (strcmp(proof, "diagonal scaling") == 0) {
        double S[36];
        for (int i = 0; i < n * n; i++) S[i] = vector[i / n] * M[i] + vector[i % n] * M[i % n * n + i / n];
        for (int k = 0; k < n; k++) {
            assert_true(vector[k] > 0 && S[k * n + k] > 0);
            for (int i = k + 1; i < n; i++)
                for (int j = k + 1; j < n; j++) S[i * n + j] -= S[i * n + k] * S[k * n + j] / S[k * n + k];
        }
    }
}

static void P_and_P0_agree_with_exact_minors(void **state) {
    (void)state;
    Random random = {41};
    int seen[2][2] = {{0}};
    for (int trial = 0; trial < 20000; trial++) {
        const int n = 1 + random_below(&random, 6);
        double M[36], vector[6];
        bool set[6], P = true, P0 = true;
        fill_whole(&random, n, trial, M);
        for (unsigned rows = 1; rows < 1u << n; rows++) {
            const long long minor = determinant(n, M, rows);
            P = P && minor > 0;
            P0 = P0 && minor >= 0;
        }
        seen[0][P]++;
        seen[1][P0]++;
        for (int weak = 0; weak < 2; weak++) {
            const ClassReport report = ask(weak ? class_P0 : class_P, n, M, set, vector);
            assert_int_equal(report.answer, (weak ? P0 : P) ? ANSWER_YES : ANSWER_NO);
            if (report.answer == ANSWER_YES) {
                check_yes(n, M, vector, report.proof);
                continue;
            }
            const long long minor = determinant(n, M, bits(n, set));
            assert_true(weak ? minor < 0 : minor <= 0);
            assert_near(report.minor, (double)minor, 1e-9);
            assert_string_equal(report.proof, minor < 0 ? "minor" : "zero minor");
        }
    }
    for (int k = 0; k < 2; k++) assert_true(seen[k][0] > 1000 && seen[k][1] > 1000);
}

/* A positive null vector of some block that does no harm elsewhere, for n <= 3 by the
 * cofactors of the block. */
static bool has_vector(int n, const double *M) {
    for (unsigned rows = 1; rows < 1u << n; rows++) {
        int m = 0, index[3];
        double v[3] = {1, 1, 1};
        for (int i = 0; i < n; i++)
            if (rows >> i & 1) index[m++] = i;
        if (determinant(n, M, rows) != 0) continue;
        bool found = m == 1;
        for (int r = 0; r < m && !found && m > 1; r++) {
            double c[3] = {0};
            for (int j = 0; j < m; j++) {
                double rest[4];
                int count = 0;
                for (int a = 0; a < m; a++)
                    for (int b = 0; b < m; b++)
                        if (a != r && b != j) rest[count++] = M[index[a] * n + index[b]];
                const double minor = m == 2 ? rest[0] : rest[0] * rest[3] - rest[1] * rest[2];
                c[j] = (r + j) % 2 ? -minor : minor;
            }
            found = c[0] != 0 || c[1] != 0 || c[2] != 0;
            if (found) memcpy(v, c, sizeof v);
        }
        for (int sign = 1; sign >= -1 && found; sign -= 2) {
            bool good = true;
            for (int j = 0; j < m; j++) good = good && sign * v[j] > 0;
            for (int i = 0; i < n; i++) {
                double sum = 0;
                for (int j = 0; j < m; j++) sum += sign * v[j] * M[i * n + index[j]];
                good = good && sum >= 0;
            }
            if (good) return true;
        }
    }
    return false;
}

static void check_vector(int n, const double *M, const bool *set, const double *x) {
    double most = 0;
    for (int i = 0; i < n; i++) {
        double w = 0, size = 1e-300;
        for (int j = 0; j < n; j++) {
            w += M[i * n + j] * x[j];
            size += fabs(M[i * n + j] * x[j]);
        }
        assert_true(x[i] >= 0 && w >= -1e-15 * size);
        assert_true(set[i] == (x[i] > 0));
        if (x[i] > 0) assert_at_most(w, 1e-15 * size);
        most = fmax(most, x[i]);
    }
    assert_true(most > 0);
}

static void R0_agrees_with_exact_vectors(void **state) {
    (void)state;
    Random random = {42};
    int seen[2] = {0};
    for (int trial = 0; trial < 20000; trial++) {
        const int n = 1 + random_below(&random, 3);
        double M[9], vector[3];
        bool set[3];
        fill_whole(&random, n, trial, M);
        const bool expected = !has_vector(n, M);
        const ClassReport report = ask(class_R0, n, M, set, vector);
        assert_int_equal(report.answer, expected ? ANSWER_YES : ANSWER_NO);
        if (!expected) check_vector(n, M, set, vector);
        seen[expected]++;
    }
    assert_true(seen[0] > 1000 && seen[1] > 1000);
}

/* A matrix made to have a vector x up to rounding; with fractions of 16 and x of halves exactly. */
static void fill_hidden(Random *random, int n, bool exact, double *M) {
    double x[12];
    const int positive = 1 + random_below(random, n);
    for (int i = 0; i < n; i++) {
        x[i] = exact ? (1 + random_below(random, 4)) / 2.0 : random_in(random, 0.5, 2);
        if (i >= positive) x[i] = 0;
    }
    if (exact) x[0] = x[positive - 1] = 1;
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++)
            M[i * n + j] = (exact ? random_below(random, 33) / 16.0 - 1 : random_in(random, -1, 1)) +
                           (i == j ? 3 : 0);
        const int fixed = i == 0 ? positive - 1 : 0;
        for (int j = 0; j < n; j++)
            if (j != fixed) sum += M[i * n + j] * x[j];
        const double w = i < positive ? 0 : exact ? random_below(random, 16) / 16.0 : random_in(random, 0, 1);
        M[i * n + fixed] = (w - sum) / x[fixed];
    }
}

/* Of any size that is searched: found where it is exact; where it is not, rounding decides what is true. */
static void hidden_vectors_are_found(void **state) {
    (void)state;
    Random random = {43};
    int undecided = 0;
    for (int trial = 0; trial < 200; trial++) {
        const int n = 2 + random_below(&random, 11);
        double M[144], vector[12];
        bool set[12];
        fill_hidden(&random, n, true, M);
        const ClassReport report = ask(class_R0, n, M, set, vector);
        assert_int_equal(report.answer, ANSWER_NO);
        assert_string_equal(report.proof, "vector");
        check_vector(n, M, set, vector);
        fill_hidden(&random, n, false, M);
        const ClassReport rounded = ask(class_R0, n, M, set, vector);
        undecided += rounded.answer == ANSWER_UNKNOWN;
    }
    assert_true(undecided > 100);
}

/* A matrix with one negative minor of given rows: found at any size that is searched; the sizes
 * of rows do not matter. */
static void hidden_minors_are_found(void **state) {
    (void)state;
    Random random = {44};
    for (int trial = 0; trial < 60; trial++) {
        Problem p;
        double vector[PROBLEM_MOST];
        bool set[PROBLEM_MOST];
        fill_P(&random, 2 + random_below(&random, 12), &p);
        const int n = p.n;
        assert_int_equal(ask(class_P, n, p.M, set, vector).answer, ANSWER_YES);
        assert_int_equal(ask(class_P0, n, p.M, set, vector).answer, ANSWER_YES);
        assert_int_equal(ask(class_R0, n, p.M, set, vector).answer, ANSWER_YES);
        const int i = random_below(&random, n);
        /* the last pivot of the whole matrix turns negative */
        double S[PROBLEM_MOST * PROBLEM_MOST];
        memcpy(S, p.M, sizeof S);
        int order[PROBLEM_MOST];
        for (int k = 0; k < n; k++) order[k] = (i + 1 + k) % n;
        for (int k = 0; k + 1 < n; k++)
            for (int a = k + 1; a < n; a++)
                for (int b = k + 1; b < n; b++)
                    S[order[a] * n + order[b]] -= S[order[a] * n + order[k]] * S[order[k] * n + order[b]] /
                                                  S[order[k] * n + order[k]];
        p.M[i * n + i] -= 1.001 * S[i * n + i];
        const double all = trial % 2 ? 1e-150 : 1e150;
        for (int k = 0; k < n * n; k++) p.M[k] *= all;
        const ClassReport report = ask(class_P, n, p.M, set, vector);
        assert_int_equal(report.answer, ANSWER_NO);
        assert_int_equal(ask(class_P0, n, p.M, set, vector).answer, ANSWER_NO);
        assert_string_equal(report.proof, "minor");
    }
}

/* The column of the theory page: P is lost at Lam_1, R0 at Lam_2 only. */
static void column(double Lam, double *M) {
    const double l = 0.5, mu = 0.3, u_v = 0.6, u_h = 0.06;
    const double d = l - u_h + mu / 2 * (u_v - Lam / 2), a = 4 * d * d - Lam, b = Lam / 2 + mu * d;
    const double p = b * Lam / (2 * a);
    M[0] = M[3] = 1 - p;
    M[1] = M[2] = p;
}

static void column_of_the_theory_page(void **state) {
    (void)state;
    const double Lam_1 = 0.636088685655, Lam_2 = 0.723097855177;
    double M[4], vector[2];
    bool set[2];
    column(Lam_1 - 1e-6, M);
    assert_int_equal(ask(class_P, 2, M, set, vector).answer, ANSWER_YES);
    column(Lam_1 + 1e-6, M);
    const ClassReport lost = ask(class_P, 2, M, set, vector);
    assert_int_equal(lost.answer, ANSWER_NO);
    assert_true(set[0] && set[1] && lost.minor < 0);
    assert_int_equal(ask(class_R0, 2, M, set, vector).answer, ANSWER_YES);
    column(Lam_2, M);
    M[0] = M[3] = 0; /* to the last digit */
    assert_int_equal(ask(class_R0, 2, M, set, vector).answer, ANSWER_NO);
    column(Lam_2 - 1e-6, M);
    assert_int_equal(ask(class_R0, 2, M, set, vector).answer, ANSWER_YES);
}

static void large_matrices(void **state) {
    (void)state;
    enum { N = 120 };
    static double M[N * N], vector[N];
    static bool set[N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) M[i * N + j] = i == j ? 2.01 : (abs(i - j) == 1 ? -1 : 0);
    const ClassTest tests[] = {class_P, class_P0, class_R0};
    for (int k = 0; k < 3; k++) assert_int_equal(ask(tests[k], N, M, set, vector).answer, ANSWER_YES);
    /* not symmetric: an H-matrix whose symmetric part is not definite */
    M[1] = -300;
    M[N] = -1e-3;
    const ClassReport dominance = ask(class_P, N, M, set, vector);
    assert_int_equal(dominance.answer, ANSWER_YES);
    /* a bad pair far inside */
    M[70 * N + 90] = M[90 * N + 70] = 3;
    const ClassReport bad = ask(class_P, N, M, set, vector);
    assert_int_equal(bad.answer, ANSWER_NO);
    assert_true(set[70] && set[90]);
    assert_near(bad.minor, 2.01 * 2.01 - 9, 1e-12);
    assert_int_equal(ask(class_R0, N, M, set, vector).answer, ANSWER_UNKNOWN);
    memset(M, 0, sizeof M);
    assert_int_equal(ask(class_P0, N, M, set, vector).answer, ANSWER_YES);
    assert_int_equal(ask(class_R0, N, M, set, vector).answer, ANSWER_NO);
    assert_int_equal(ask(class_P, N, M, set, vector).answer, ANSWER_NO);
}

/* Hilbert's matrix is P for every n, but in double precision that can be seen only up to about
 * n = 11: then unknown. */
static void answers_end_where_rounding_begins(void **state) {
    (void)state;
    const int sizes[] = {4, 8, 12, 16};
    for (size_t k = 0; k < COUNT_OF(sizes); k++) {
        const int n = sizes[k];
        double M[256], vector[16];
        bool set[16];
        for (int i = 0; i < n * n; i++) M[i] = 1.0 / (i / n + i % n + 1);
        assert_int_equal(ask(class_P, n, M, set, vector).answer, n <= 8 ? ANSWER_YES : ANSWER_UNKNOWN);
        assert_int_equal(ask(class_P0, n, M, set, vector).answer, n <= 8 ? ANSWER_YES : ANSWER_UNKNOWN);
        assert_int_equal(ask(class_R0, n, M, set, vector).answer, ANSWER_YES);
    }
}

static void bad_numbers_are_refused(void **state) {
    (void)state;
    double vector[2];
    bool set[2];
    ClassReport report;
    const ClassTest tests[] = {class_P, class_P0, class_R0};
    for (int k = 0; k < 3; k++) {
        assert_int_equal(tests[k](0, NULL, set, vector, &report), JUDDER_INPUT);
        assert_int_equal(tests[k](2, (double[]){1, NAN, 0, 1}, set, vector, &report), JUDDER_INPUT);
        assert_int_equal(tests[k](2, (double[]){1, 0, INFINITY, 1}, set, vector, &report), JUDDER_INPUT);
    }
}

/* A condensed zero that rounding has made 1e-16 is neither zero nor not. */
static void radii_hide_what_lies_within_them(void **state) {
    (void)state;
    const double M[] = {2, 1, 1, 0.5 + 1e-16}, far[] = {2, 1, 1, 1}, low[] = {2, 1, 1, 0.25},
                 radii[] = {1e-15, 1e-15, 1e-15, 1e-15}, speck = 1e-16, one = 1e-15;
    bool set[2];
    double vector[2];
    ClassReport report;
    for (int kind = CLASS_P; kind <= CLASS_R0; kind++) {
        assert_int_equal(class_within((ClassKind)kind, &(ClassMatrix){1, &speck, &one}, set, vector, &report),
                         JUDDER_OK);
        assert_int_equal(report.answer, ANSWER_UNKNOWN);
        assert_int_equal(class_within((ClassKind)kind, &(ClassMatrix){2, far, radii}, set, vector, &report),
                         JUDDER_OK);
        assert_int_equal(report.answer, ANSWER_YES);
        assert_int_equal(class_within((ClassKind)kind, &(ClassMatrix){2, M, radii}, set, vector, &report),
                         JUDDER_OK);
        assert_int_equal(report.answer, kind == CLASS_R0 ? ANSWER_YES : ANSWER_UNKNOWN);
        assert_int_equal(class_within((ClassKind)kind, &(ClassMatrix){2, low, radii}, set, vector, &report),
                         JUDDER_OK);
        assert_int_equal(report.answer, kind == CLASS_R0 ? ANSWER_YES : ANSWER_NO);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(radii_hide_what_lies_within_them),
        cmocka_unit_test(P_and_P0_agree_with_exact_minors),
        cmocka_unit_test(R0_agrees_with_exact_vectors),
        cmocka_unit_test(hidden_vectors_are_found),
        cmocka_unit_test(hidden_minors_are_found),
        cmocka_unit_test(column_of_the_theory_page),
        cmocka_unit_test(large_matrices),
        cmocka_unit_test(answers_end_where_rounding_begins),
        cmocka_unit_test(bad_numbers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
