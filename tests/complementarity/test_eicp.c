/* The numbers of the theory page: one element in closed form, the table of blocks and its modes. */
#include "judder_test.h"
#include "random.h"

#include "complementarity/block.h"
#include "complementarity/eicp/proof/certificate.h"

enum { MOST = 33 };

typedef struct BlockRow {
    int n;
    double mu[3];  /* nu = .48, .3, .1 */
    int sticks[3]; /* node that sticks, or -1 */
} BlockRow;

static const double nus[3] = {0.48, 0.3, 0.1};
static const BlockRow table[] = {
    {2, {1.8708286934, 2.4494897428, 3.3939393939}, {-1, -1, 1}},
    {5, {1.7432667700, 2.2405092379, 2.9872849028}, {-1, -1, 1}},
    {9, {1.7244995322, 2.2205992877, 3.1931829867}, {-1, -1, 1}},
    {33, {1.7179970486, 2.2143214410, 3.4696493650}, {-1, -1, 1}},
};

static double solve_block(int n, double nu, double *x) {
    static double A[MOST * MOST], B[MOST * MOST];
    assert_int_equal(block(n, nu, A, B), JUDDER_OK);
    const Eicp eicp = {n, A, B};
    EicpCertificate *certificate = NULL;
    const EicpSearch search = {.from = 0, .to = INFINITY, .certificate = &certificate};
    EicpReport report;
    assert_int_equal(eicp_least(&eicp, &search, x, &report), JUDDER_OK);
    assert_int_equal(report.outcome, EICP_FOUND);
    assert_at_most(report.residual, 1e-12);
    assert_true(report.certified);
    assert_string_not_equal(report.certificate, "enumeration");
    assert_at_most(report.mu * (1 - EICP_MARGIN), report.mu_low);
    bool holds = false;
    assert_int_equal(eicp_certificate_holds(&eicp, 0, report.mu, certificate, &holds), JUDDER_OK);
    assert_true(holds);
    /* The same certificate says nothing about a larger claim, or about another block. */
    assert_int_equal(eicp_certificate_holds(&eicp, 0, report.mu * (1 + 1e-6), certificate, &holds),
                     JUDDER_OK);
    assert_false(holds);
    for (int i = 0; i < n; i++) B[i * n + i] *= 2;
    assert_int_equal(eicp_certificate_holds(&eicp, 0, report.mu, certificate, &holds), JUDDER_OK);
    assert_false(holds);
    eicp_certificate_destroy(&certificate);
    return report.mu;
}

static void test_table(void **state) {
    (void)state;
    for (size_t k = 0; k < COUNT_OF(table); k++)
        for (int i = 0; i < 3; i++) {
            double x[MOST];
            const double mu = solve_block(table[k].n, nus[i], x);
            assert_near(mu, table[k].mu[i], 1e-9 * mu);
            for (int j = 0; j < table[k].n; j++) assert_int_equal(x[j] > 0, j != table[k].sticks[i]);
        }
}

static void test_modes(void **state) {
    (void)state;
    const double all_slip[] = {3.410210298, 2.008468919, 1.611994604};
    const double one_sticks[] = {12.471170707, 0, 2.696329961, 0.954402473};
    double x[MOST];
    solve_block(33, 0.48, x);
    for (int i = 0; i < 3; i++) assert_near(25 * x[i], all_slip[i], 2e-9);
    solve_block(33, 0.1, x);
    for (int i = 0; i < 4; i++) assert_near(25 * x[i], one_sticks[i], 2e-9);
}

/* One element: slip-stick or slip-slip by the sign of 5 nu^2 - 8 (1 + 2 beta^2) nu + 3,
 * exactly one solution. */
static void test_one_element(void **state) {
    (void)state;
    Random random = {.state = 51};
    for (int k = 0; k < 2000; k++) {
        const double beta = random_size(&random, 0.05, 5), nu = random_in(&random, 0.001, 0.499);
        double A[4], B[4], x[2];
        assert_int_equal(layered_block(2, 1, beta, nu, A, B), JUDDER_OK);
        const double scale = 12 * (1 - nu * nu);
        assert_near(scale * A[0], 4 * beta + 2 * (1 - nu) / beta, 1e-12 / beta + 1e-12 * beta);
        assert_near(scale * B[0], 1.5 * (1 + nu), 1e-12);
        assert_near(scale * B[1], 1.5 * (1 - 3 * nu), 1e-12);
        assert_near(scale * B[2], -1.5 * (1 - 3 * nu), 1e-12);
        const double switching = 5 * nu * nu - 8 * (1 + 2 * beta * beta) * nu + 3;
        if (fabs(switching) < 1e-9) continue;
        const bool sticks = switching > 0;
        const double mu = sticks ? (2 * beta + (1 - nu) / beta) / (0.75 * (1 + nu))
                                 : sqrt((8 + (1 - nu) / (beta * beta)) / (6 * nu));
        const Eicp eicp = {2, A, B};
        const EicpSearch search = {.from = 0, .to = INFINITY};
        EicpReport report;
        assert_int_equal(eicp_least(&eicp, &search, x, &report), JUDDER_OK);
        assert_int_equal(report.outcome, EICP_FOUND);
        assert_true(report.certified);
        assert_near(report.mu, mu, 1e-9 * mu);
        assert_int_equal(x[1] > 0, !sticks);
        EicpSolutions all = {0};
        assert_int_equal(eicp_enumerate(&eicp, 0, INFINITY, &all), JUDDER_OK);
        assert_int_equal(all.count, 1);
        assert_near(all.mu[0], mu, 1e-9 * mu);
        eicp_solutions_release(&all);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_table), cmocka_unit_test(test_modes),
                                       cmocka_unit_test(test_one_element)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
