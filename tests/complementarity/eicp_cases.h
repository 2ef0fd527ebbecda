/* Random eigenvalue complementarity problems, and what a search must satisfy on each of them. */
#ifndef JUDDER_TESTS_COMPLEMENTARITY_EICP_CASES_H
#define JUDDER_TESTS_COMPLEMENTARITY_EICP_CASES_H

#include "judder_test.h"
#include "random.h"

#include "complementarity/block.h"
#include "complementarity/eicp/proof/prover.h"

enum { CASE_MOST = 12 };

/* Without the enumeration, which the answers are compared with. */
static const EicpProver *const rigorous_provers[] = {&perron_prover, &one_node_prover, &scaling_prover,
                                                     &branch_and_bound_prover, NULL};

typedef struct EicpCase {
    int n;
    double A[CASE_MOST * CASE_MOST], B[CASE_MOST * CASE_MOST], from, to;
} EicpCase;

typedef void (*EicpCaseMaker)(Random *random, int n, EicpCase *problem);

static inline Eicp case_view(const EicpCase *problem) {
    return (Eicp){problem->n, problem->A, problem->B};
}

/* Entries uniform in [-1, 1], B = I. */
static inline void make_dense(Random *random, int n, EicpCase *problem) {
    *problem = (EicpCase){.n = n, .from = -3, .to = 3};
    for (int i = 0; i < n * n; i++) problem->A[i] = random_in(random, -1, 1);
    for (int i = 0; i < n; i++) problem->B[i * n + i] = 1;
}

/* A symmetric and positive definite, B anything. */
static inline void make_definite(Random *random, int n, EicpCase *problem) {
    double G[CASE_MOST * CASE_MOST];
    *problem = (EicpCase){.n = n, .from = 0, .to = 20};
    for (int i = 0; i < n * n; i++) {
        G[i] = random_in(random, -1, 1);
        problem->B[i] = random_in(random, -1, 1);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = i == j ? 0.1 : 0;
            for (int k = 0; k < n; k++) sum += G[i * n + k] * G[j * n + k];
            problem->A[i * n + j] = sum;
        }
}

/* A block of some rows of elements of any shape, on uneven springs, with a disturbed B. */
static inline void make_contact(Random *random, int n, EicpCase *problem) {
    *problem = (EicpCase){.n = n, .from = 0, .to = 20};
    const double nu = random_in(random, 0, 0.49), ratio = random_size(random, 0.1, 3);
    assert_int_equal(layered_block(n, 1 + random_below(random, 4), ratio, nu, problem->A, problem->B),
                     JUDDER_OK);
    double size = 0;
    for (int i = 0; i < n; i++) size = fmax(size, problem->A[i * n + i]);
    size *= 0.3 * random_in(random, 0, 1);
    for (int i = 0; i < n; i++) problem->A[i * n + i] += size * random_in(random, 0, 1);
    for (int i = 0; i < n * n; i++) problem->B[i] += 0.3 * size * random_in(random, -1, 1);
}

/* Least mu of all sets, infinite if there is none. */
static inline double least_of_all(const EicpCase *problem) {
    const Eicp eicp = case_view(problem);
    EicpSolutions all = {0};
    assert_int_equal(eicp_enumerate(&eicp, problem->from, problem->to, &all), JUDDER_OK);
    for (int k = 0; k < all.count; k++)
        assert_at_most(eicp_residual(&eicp, all.mu[k], all.x + (size_t)k * (size_t)problem->n), 1e-9);
    const double least = all.count > 0 ? all.mu[0] : INFINITY;
    eicp_solutions_release(&all);
    return least;
}

/* Where a search says that it knows, it says what the enumeration says, and its certificate holds. Returns
 * whether it was certified. */
static inline bool check_case(const EicpCase *problem, const EicpProver *const *provers) {
    const Eicp eicp = case_view(problem);
    EicpCertificate *certificate = NULL;
    const EicpSearch search = {
        .from = problem->from, .to = problem->to, .provers = provers, .certificate = &certificate};
    EicpReport report;
    double x[CASE_MOST];
    assert_int_equal(eicp_least(&eicp, &search, x, &report), JUDDER_OK);
    const double least = least_of_all(problem), mu = report.outcome == EICP_FOUND ? report.mu : INFINITY;
    if (report.outcome == EICP_FOUND) {
        assert_at_most(report.residual, 1e-11);
        assert_at_most(eicp_residual(&eicp, report.mu, x), 1e-11);
        assert_at_most(least, mu + 1e-8 * (1e-3 + fabs(mu)));
    }
    assert_at_most(report.mu_low, least + 1e-8 * (1e-3 + fabs(least)));
    assert_int_equal(report.certified, certificate != NULL);
    if (report.certified) {
        bool holds = false;
        assert_near(isinf(mu) ? 1e9 : mu, isinf(least) ? 1e9 : least, 1e-8 * (1e-3 + fabs(least)));
        assert_int_equal(
            eicp_certificate_holds(&eicp, problem->from, fmin(mu, problem->to), certificate, &holds),
            JUDDER_OK);
        assert_true(holds);
    }
    eicp_certificate_destroy(&certificate);
    return report.certified;
}

/* At least 95 % certified. */
static inline void check_many(EicpCaseMaker make, int n, int count, uint64_t seed) {
    Random random = {.state = seed};
    int certified = 0;
    for (int k = 0; k < count; k++) {
        EicpCase problem;
        make(&random, n, &problem);
        certified += check_case(&problem, rigorous_provers);
    }
    assert_true(certified * 100 >= 95 * count);
}

#endif
