/* Complementarity problems and stability through the installed header, with their proofs. */
#include "library/library_test.h"

#include <stdlib.h>

static void test_lcp(void **unused) {
    (void)unused;
    const double M[] = {2, 1, 1, 2}, q[] = {-5, -6};
    const judder_lcp lcp = {2, M, q};
    const char *const solvers[] = {NULL, "principal_pivoting", "projected_gauss_seidel", "fischer_burmeister",
                                   "minimum"};
    for (size_t i = 0; i < COUNT_OF(solvers); i++) {
        double x[2] = {0};
        judder_lcp_report report;
        good(judder_lcp_solve(&lcp, solvers[i], x, NULL, &report));
        assert_int_equal(report.outcome, JUDDER_LCP_SOLVED);
        assert_near(x[0], 4.0 / 3, 1e-12);
        assert_near(x[1], 7.0 / 3, 1e-12);
        assert_near(judder_lcp_residual(&lcp, x), 0, 1e-14);
    }
    double x[2], proof[2];
    judder_lcp_report report;
    refused(judder_lcp_solve(&lcp, "lemki", x, NULL, &report), "lemki is no solver");
    /* -x_1 - x_2 - 1 >= 0 is impossible. */
    const double N[] = {-1, -1, -1, -1}, r[] = {-1, -1};
    const judder_lcp none = {2, N, r};
    good(judder_lcp_solve(&none, "lemke", x, proof, &report));
    assert_int_equal(report.outcome, JUDDER_LCP_NONE);
    assert_true(judder_lcp_none_holds(&none, proof));
    proof[0] = -proof[0], proof[1] = -proof[1];
    assert_false(judder_lcp_none_holds(&none, proof));
    const judder_lcp wrong = {2, (double[]){1, NAN, 0, 1}, q};
    refused(judder_lcp_solve(&wrong, NULL, x, NULL, &report), "M has no number");
}

static void test_lcp_all(void **unused) {
    (void)unused;
    /* x_i (x_i - 1) = 0 each: four solutions, of a matrix that is not P. */
    const double M[] = {-1, 0, 0, -1}, q[] = {1, 1};
    const judder_lcp lcp = {2, M, q};
    judder_lcp_solutions all;
    good(judder_lcp_enumerate(&lcp, &all));
    assert_int_equal(all.count, 4);
    assert_true(all.complete && !all.continuum);
    for (size_t i = 0; i < all.count; i++) assert_near(judder_lcp_residual(&lcp, all.x + 2 * i), 0, 1e-14);
    judder_lcp_solutions_release(&all);
    judder_class_report report;
    bool set[2];
    good(judder_class_of(JUDDER_CLASS_P, 2, M, set, NULL, &report));
    assert_int_equal(report.answer, JUDDER_ANSWER_NO);
    assert_true(set[0] || set[1]);
    good(judder_class_of(JUDDER_CLASS_P, 2, (double[]){2, 1, 1, 2}, NULL, NULL, &report));
    assert_int_equal(report.answer, JUDDER_ANSWER_YES);
    assert_true(report.proof[0] != '\0');
}

/* F = x^3 - 1 and x_2 - 2 between bounds. */
static judder_status cubic(void *context, const double *x, double *F, double *J) {
    ++*(int *)context;
    F[0] = x[0] * x[0] * x[0] - 1;
    F[1] = x[1] - 2;
    if (J) J[0] = 3 * x[0] * x[0], J[1] = J[2] = 0, J[3] = 1;
    return JUDDER_STATUS_OK;
}

static judder_status broken(void *context, const double *x, double *F, double *J) {
    (void)context, (void)x, (void)F, (void)J;
    return JUDDER_STATUS_MACHINE;
}

static void test_mcp(void **unused) {
    (void)unused;
    int calls = 0;
    const double low[] = {0, 0}, high[] = {10, 1.5};
    judder_mcp mcp = {2, low, high, cubic, &calls};
    double x[2] = {3, 0}, residual;
    judder_mcp_report report;
    good(judder_mcp_solve(&mcp, NULL, x, &report));
    assert_int_equal(report.outcome, JUDDER_MCP_SOLVED);
    assert_near(x[0], 1, 1e-9);
    assert_near(x[1], 1.5, 1e-9);
    good(judder_mcp_residual(&mcp, x, &residual));
    assert_near(residual, 0, 1e-9);
    assert_true(calls > 0);
    mcp.at = broken;
    refused(judder_mcp_solve(&mcp, NULL, x, &report), "the function of the problem failed");
}

static void test_eicp(void **unused) {
    (void)unused;
    /* Diagonal: solutions are the ratios a_i/b_i, the least 1.5. */
    const double A[] = {2, 0, 0, 0, 3, 0, 0, 0, 4}, B[] = {1, 0, 0, 0, 2, 0, 0, 0, 1};
    const judder_eicp eicp = {3, A, B};
    double x[3];
    judder_certificate *proof = NULL;
    judder_eicp_report report;
    good(judder_eicp_least(&eicp, NULL, x, &proof, &report));
    assert_int_equal(report.outcome, JUDDER_EICP_FOUND);
    assert_near(report.mu, 1.5, 1e-12);
    assert_true(report.certified);
    assert_non_null(proof);
    assert_true(judder_certificate_pieces(proof) > 0);
    bool holds = false;
    good(judder_certificate_holds(proof, &eicp, 0, report.mu, &holds));
    assert_true(holds);
    const judder_eicp other = {3, A, (double[]){2, 0, 0, 0, 2, 0, 0, 0, 1}}; /* its least is 1 */
    good(judder_certificate_holds(proof, &other, 0, 1.5, &holds));
    assert_false(holds);
    assert_near(judder_eicp_residual(&eicp, report.mu, x), 0, 1e-14);
    judder_certificate_destroy(&proof);
    judder_eicp_solutions all;
    good(judder_eicp_enumerate(&eicp, 0, 10, &all));
    assert_true(all.count >= 3);
    assert_near(all.mu[0], 1.5, 1e-12);
    assert_true(all.complete && all.whole && !all.singular && all.undecided == 0);
    judder_eicp_solutions_release(&all);
    const judder_eicp_search below = {.from = 0, .to = 1};
    good(judder_eicp_least(&eicp, &below, x, NULL, &report));
    assert_int_equal(report.outcome, JUDDER_EICP_NONE);
    good(judder_eicp_any(&eicp, x, &report));
    assert_near(judder_eicp_residual(&eicp, report.mu, x), 0, 1e-10);
}

static bool no(void *context) {
    ++*(int *)context;
    return false;
}

/* A search that is interrupted proves nothing, and says so. */
static void test_stopped_search(void **unused) {
    (void)unused;
    enum { N = 30 };
    static double A[N * N], B[N * N], x[N];
    unsigned state = 1;
    for (int i = 0; i < N * N; i++) {
        state = state * 1664525u + 1013904223u;
        B[i] = (double)(state >> 8) / (1 << 24) - 0.5;
        A[i] = i % (N + 1) == 0 ? 10 : 0.1 * B[i];
    }
    int asked = 0;
    judder_eicp_report report;
    judder_thread_go_on(no, &asked);
    good(judder_eicp_least(&(judder_eicp){N, A, B}, NULL, x, NULL, &report));
    judder_thread_go_on(NULL, NULL);
    assert_int_equal(asked, 1);
    assert_false(report.certified);
    good(judder_eicp_least(&(judder_eicp){N, A, B}, &(judder_eicp_search){.uncertified = true, .seconds = 1},
                           x, NULL, &report));
    assert_int_equal(asked, 1);
}

/* What must be there and is not is refused, not met. */
static void test_nothing_given(void **unused) {
    (void)unused;
    const double one[] = {1};
    const judder_eicp eicp = {1, one, one};
    judder_eicp_report report;
    judder_class_report class;
    double got[1];
    bool holds;
    refused(judder_eicp_any(&eicp, NULL, &report), "x is NULL");
    refused(judder_eicp_any(&eicp, got, NULL), "report is NULL");
    refused(judder_certificate_holds(NULL, &eicp, 0, 1, &holds), "certificate is NULL");
    refused(judder_class_of(JUDDER_CLASS_P, 1, one, NULL, NULL, NULL), "report is NULL");
    good(judder_class_of(JUDDER_CLASS_P, 1, one, NULL, NULL, &class));
    refused(judder_lcp_solve(&(judder_lcp){1, one, one}, NULL, NULL, NULL, NULL), "x is NULL");
}

/* With K_tt = 1 and K_nt = 1 the one mode in slip loses its stiffness at mu = 1 and never
 * vibrates: divergence. */
static void test_divergence_of_sliding(void **unused) {
    (void)unused;
    const double K[] = {1, 1, 1, 2}, M[] = {1, 0, 0, 1};
    const judder_contact contact = {
        .normal = 1, .tangent = 0, .state = JUDDER_CONTACT_SLIP, .direction = 1, .mu = 0.5};
    const judder_system_setup setup = {
        .n = 2, .mass = M, .stiffness = K, .contacts = &contact, .contact_count = 1};
    judder_system *system = NULL;
    double mu = 0;
    good(judder_system_create(&setup, &system));
    good(judder_system_flutter_mu(system, 3, &mu));
    assert_true(isnan(mu));
    good(judder_system_divergence_mu(system, 3, &mu));
    assert_near(mu, 1, 1e-12);
    good(judder_system_divergence_mu(system, 0.9, &mu));
    assert_true(isnan(mu));
    refused(judder_system_divergence_mu(system, -1, &mu), "allowed is a number > 0");
    judder_system_destroy(&system);
}

/* (ST-6), (ST-7), (ST-10): unstable from mu = K_tt/K_nt on, lam^2 = (mu K_nt - K_tt)/m. */
static void test_particle(void **unused) {
    (void)unused;
    const double K[] = {5, 2, 2, 1}, M[] = {0.5, 0, 0, 0.5}, load[] = {0, 0.3};
    const judder_contact contact = {
        .normal = 0, .tangent = 1, .state = JUDDER_CONTACT_SLIP, .direction = 1, .mu = 0.4};
    const judder_system_setup setup = {
        .n = 2, .mass = M, .stiffness = K, .contacts = &contact, .contact_count = 1, .load = load};
    judder_system *system = NULL;
    good(judder_system_create(&setup, &system));
    assert_true(judder_system_free_is_stable(system));
    assert_int_equal(judder_system_slipping(system, NULL), 1);
    double A, B, slip;
    good(judder_system_pencil(system, 0, &A, &B));
    assert_near(A, 1, 1e-14);
    assert_near(B, 2, 1e-14);
    judder_critical_mu found;
    good(judder_system_critical_mu(system, NULL, &slip, &found));
    assert_near(found.least.mu, 0.5, 1e-13);
    assert_true(found.least.certified);
    assert_near(found.all_slip, 0.5, 1e-13);
    judder_futures futures;
    good(judder_system_growth(system, 1, &futures));
    assert_true(futures.count >= 1);
    assert_near(futures.at[0].lambda, sqrt(2), 1e-12);
    assert_int_equal(futures.at[0].future[0], 1);
    assert_near(fabs(futures.at[0].V[1]), 1, 1e-12);
    judder_futures_release(&futures);
    good(judder_system_rates(system, &futures));
    assert_int_equal(futures.count, 1);
    /* xi = a/(A - mu B) = 0.3/(1 - 0.8) */
    assert_near(futures.at[0].V[1], 1.5, 1e-12);
    judder_futures_release(&futures);
    judder_system_destroy(&system);
}

/* That free dofs are unstable by themselves is an outcome, whoever finds it; damping that may hold or feed
 * them leaves it to exact arithmetic. */
static void test_unstable_free_dofs(void **unused) {
    (void)unused;
    const double K[] = {5, 1, 0, 1, 2, 0, 0, 0, -1}, M[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double C[] = {0, 0, 0, 0, -1, 0, 0, 0, 0}, calm[] = {5, 1, 0, 1, 2, 0, 0, 0, 1};
    const judder_contact contact = {
        .normal = 0, .tangent = 1, .state = JUDDER_CONTACT_SLIP, .direction = 1, .mu = 0.5};
    judder_system_setup setup = {.n = 3, .stiffness = K, .mass = M, .contacts = &contact, .contact_count = 1};
    judder_system *system = NULL;
    judder_critical_mu found;
    good(judder_system_create(&setup, &system));
    for (int doubles = 0; doubles < 2; doubles++) {
        if (doubles) setenv("JUDDER_PROOFS", "doubles", 1);
        good(judder_system_critical_mu(system, NULL, NULL, &found));
        unsetenv("JUDDER_PROOFS");
        assert_int_equal(found.least.outcome, JUDDER_EICP_NOT_FOUND);
        assert_int_equal(found.without_friction, JUDDER_REST_UNSTABLE);
        assert_true(isnan(found.least.mu) && !found.least.certified);
    }
    judder_system_destroy(&system);
    setup.stiffness = calm;
    setup.damping = C;
    good(judder_system_create(&setup, &system));
    setenv("JUDDER_PROOFS", "doubles", 1);
    good(judder_system_critical_mu(system, NULL, NULL, &found));
    unsetenv("JUDDER_PROOFS");
    assert_int_equal(found.without_friction, JUDDER_REST_UNDECIDED);
    judder_system_destroy(&system);
}

/* Of a contact whose slip needs no force at mu = 1/2 everything is decided: classes, interval, rest. */
static void test_proofs(void **unused) {
    (void)unused;
    const double K[] = {5, 2, 2, 1};
    judder_contact contact = {
        .normal = 0, .tangent = 1, .state = JUDDER_CONTACT_SLIP, .direction = 1, .mu = 0.5};
    const judder_system_setup setup = {.n = 2, .stiffness = K, .contacts = &contact, .contact_count = 1};
    static const judder_answer answers[] = {[JUDDER_CLASS_P] = JUDDER_ANSWER_NO,
                                            [JUDDER_CLASS_P0] = JUDDER_ANSWER_YES,
                                            [JUDDER_CLASS_R0] = JUDDER_ANSWER_NO};
    judder_system *system = NULL;
    judder_critical_mu found;
    good(judder_system_create(&setup, &system));
    good(judder_system_critical_mu(system, NULL, NULL, &found));
    assert_near(found.low, 0.5, 0);
    assert_near(found.high, 0.5, 0);
    assert_int_equal(found.without_friction, JUDDER_REST_STABLE);
    assert_string_equal(found.least.proof, "exact arithmetic");
    for (int which = JUDDER_CLASS_P; which <= JUDDER_CLASS_R0; which++) {
        judder_class_report report;
        bool set = false;
        double V[2] = {0};
        good(judder_system_class(system, (judder_class)which, &set, V, &report));
        assert_int_equal(report.answer, answers[which]);
        if (which == JUDDER_CLASS_P) assert_true(set && report.minor == 0);
        if (which == JUDDER_CLASS_R0) assert_near(V[1], 1, 0);
    }
    refused(judder_system_class(system, (judder_class)7, NULL, NULL, NULL), "report is NULL");
    setenv("JUDDER_PROOFS", "doubles", 1);
    good(judder_system_critical_mu(system, NULL, NULL, &found));
    unsetenv("JUDDER_PROOFS");
    assert_true(found.low <= 0.5 && found.high >= 0.5 && found.high - found.low < 1e-9);
    assert_int_equal(found.without_friction, JUDDER_REST_STABLE);
    judder_system_destroy(&system);
}

static void test_flutter(void **unused) {
    (void)unused;
    const double M[] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, K[] = {2, 1, 0, 1, 2, 4.0 / 3, 0, 4.0 / 3, 10};
    judder_contact contact = {
        .normal = 2, .tangent = 0, .state = JUDDER_CONTACT_SLIP, .mu = 0.9, .reaction = {-1, -0.9}};
    judder_system_setup setup = {.n = 3, .mass = M, .stiffness = K, .contacts = &contact, .contact_count = 1};
    judder_system *system = NULL;
    good(judder_system_create(&setup, &system)); /* the direction comes from the reaction */
    judder_vibration roots[3];
    size_t count;
    good(judder_system_flutter(system, 0.9, roots, 3, &count));
    assert_int_equal(count, 2);
    assert_near(roots[0].re, 0.1571466722395, 1e-12);
    assert_near(roots[0].im, 1.422917803879, 1e-12);
    judder_merging pairs[2];
    good(judder_system_merging(system, 3, pairs, 2, &count));
    assert_int_equal(count, 1);
    assert_near(pairs[0].mu, 0.75, 1e-10);
    assert_near(pairs[0].omega, sqrt(2), 1e-8);
    double mu;
    good(judder_system_flutter_mu(system, 3, &mu));
    assert_near(mu, 0.75, 1e-10);
    refused(judder_system_flutter_mu(system, -1, &mu), "allowed is a number > 0");
    judder_futures futures;
    refused(judder_system_rates(system, &futures), "has no load");
    judder_system_destroy(&system);
    /* Equal damping of both delays the growth: at 0.75 all roots are damped. */
    const double C[] = {0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1};
    setup.damping = C;
    good(judder_system_create(&setup, &system));
    good(judder_system_flutter(system, 0.75, roots, 3, &count));
    assert_near(roots[0].re, -0.05, 1e-6);
    good(judder_system_flutter_mu(system, 3, &mu));
    assert_true(mu > 0.75);
    good(judder_system_flutter(system, mu, roots, 3, &count));
    assert_near(roots[0].re, 0, 1e-8);
    judder_system_destroy(&system);
    setup.damping = NULL;
    setup.mass = NULL;
    good(judder_system_create(&setup, &system));
    refused(judder_system_flutter(system, 0.9, roots, 3, &count), "needs the mass");
    judder_system_destroy(&system);
    contact.reaction[0] = 1;
    assert_int_equal(judder_system_create(&setup, &system), JUDDER_STATUS_INPUT);
    contact = (judder_contact){
        .normal = 7, .tangent = 0, .state = JUDDER_CONTACT_SLIP, .direction = 1, .mu = 0.9};
    assert_int_equal(judder_system_create(&setup, &system), JUDDER_STATUS_INPUT);
    assert_null(system);
}

/* The pencil of a system in other units is the pencil in other units, and mu is the same. */
static void test_units(void **unused) {
    (void)unused;
    const double K[] = {5, 2, 2, 1}, far[] = {5e12, 2e6, 2e6, 1};
    const double *stiffness[] = {K, far};
    double least[2];
    for (int i = 0; i < 2; i++) {
        const judder_contact contact = {
            .normal = 0, .tangent = 1, .state = JUDDER_CONTACT_SLIP, .direction = 1, .mu = 0.4};
        const judder_system_setup setup = {
            .n = 2, .stiffness = stiffness[i], .contacts = &contact, .contact_count = 1};
        judder_system *system = NULL;
        double A, B;
        judder_critical_mu found;
        good(judder_system_create(&setup, &system));
        good(judder_system_pencil(system, 0, &A, &B));
        assert_near(A, 1, 1e-14);
        assert_near(B / stiffness[i][1], 1, 1e-14);
        good(judder_system_critical_mu(system, NULL, NULL, &found));
        least[i] = found.least.mu * stiffness[i][1];
        judder_system_destroy(&system);
    }
    assert_near(least[0] / least[1], 1, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lcp),           cmocka_unit_test(test_lcp_all),
        cmocka_unit_test(test_mcp),           cmocka_unit_test(test_eicp),
        cmocka_unit_test(test_particle),      cmocka_unit_test(test_unstable_free_dofs),
        cmocka_unit_test(test_proofs),        cmocka_unit_test(test_flutter),
        cmocka_unit_test(test_units),         cmocka_unit_test(test_stopped_search),
        cmocka_unit_test(test_nothing_given), cmocka_unit_test(test_divergence_of_sliding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
