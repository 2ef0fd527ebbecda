/* Random problems like those of contact: the least mu is that of the enumeration; certificates
 * of false claims. */
#include "complementarity/eicp_cases.h"

#include <stdlib.h>
#include <string.h>

static void test_contact(void **state) {
    (void)state;
    check_many(make_contact, 5, SANITIZED ? 60 : 200, 25);
    check_many(make_contact, 10, SANITIZED ? 8 : 200, 30);
}

/* All provers must refuse an interval that holds a solution. */
static void check_refusal(const EicpCase *problem, double mu, const double *x) {
    const Eicp eicp = case_view(problem);
    EicpProblem *scaled = NULL;
    EicpPool *pool = NULL;
    assert_int_equal(eicp_problem_create(&eicp, problem->from, problem->to, &scaled), JUDDER_OK);
    assert_int_equal(eicp_pool_create(scaled, &pool), JUDDER_OK);
    for (int i = 0; eicp_provers[i]; i++) {
        /* The pool believes in a "least" solution that lies above the true one. */
        pool->mu = mu / scaled->unit + 1e-3 * (1 + fabs(mu / scaled->unit));
        memcpy(pool->x, x, (size_t)problem->n * sizeof *x);
        EicpProof proof = {
            .problem = scaled, .pool = pool, .upto = pool->mu, .proved_low = scaled->from, .node_limit = 40};
        bool proved = false;
        assert_int_equal(eicp_certificate_create(problem->n, scaled->from, proof.upto, &proof.certificate),
                         JUDDER_OK);
        assert_int_equal(eicp_provers[i]->prove(&proof, &proved), JUDDER_OK);
        assert_false(proved);
        assert_at_most(proof.proved_low, mu / scaled->unit + 1e-9);
        eicp_certificate_destroy(&proof.certificate);
    }
    eicp_pool_destroy(&pool);
    eicp_problem_destroy(&scaled);
}

/* A certificate with changed data never proves a claim that a known solution refutes. */
static void check_tampering(const EicpCase *problem, Random *random, EicpCertificate *certificate,
                            double mu) {
    const Eicp eicp = case_view(problem);
    bool holds = true;
    const double claim = mu + 0.01 * (0.1 + fabs(mu)), unit_mu = certificate->upto;
    /* A claim that goes beyond the solution. */
    certificate->upto = unit_mu + 0.02 * (0.1 + fabs(unit_mu));
    assert_int_equal(eicp_certificate_holds(&eicp, problem->from, claim, certificate, &holds), JUDDER_OK);
    assert_false(holds);
    /* The same, with numbers, splits and sides changed at random. */
    if (certificate->number_count > 0)
        for (int k = 0; k < 3; k++)
            certificate->numbers[random_bits(random) % certificate->number_count] *= random_in(random, -2, 2);
    EicpPiece *piece = &certificate->pieces[random_bits(random) % certificate->count];
    piece->mu *= random_in(random, 0, 2);
    piece->node = random_below(random, problem->n + 3) - 2;
    if (random_below(random, 2)) piece->kind = (EicpPieceKind)random_below(random, EICP_FORCE + 1);
    if (random_below(random, 2)) piece->at = random_bits(random) % (certificate->number_count + 2);
    if (random_below(random, 3) == 0) certificate->count = 1 + random_bits(random) % certificate->count;
    assert_int_equal(eicp_certificate_holds(&eicp, problem->from, claim, certificate, &holds), JUDDER_OK);
    assert_false(holds);
    /* NaN and infinity. */
    certificate->upto = unit_mu;
    for (size_t i = 0; i < certificate->number_count; i++) certificate->numbers[i] = NAN;
    assert_int_equal(eicp_certificate_holds(&eicp, problem->from, mu, certificate, &holds), JUDDER_OK);
    assert_false(holds && certificate->number_count > 0 && certificate->pieces[0].kind == EICP_FORM);
}

static void test_false_claims(void **state) {
    (void)state;
    Random random = {.state = 77};
    int refused = 0;
    const EicpCaseMaker makers[] = {make_contact, make_dense, make_definite};
    enum { WANTED = SANITIZED ? 60 : 510 };
    for (int k = 0; k < 4 * WANTED && refused < WANTED; k++) {
        EicpCase problem;
        makers[k % 3](&random, 3 + k % 3, &problem);
        const Eicp eicp = case_view(&problem);
        EicpCertificate *certificate = NULL;
        const EicpSearch search = {
            .from = problem.from, .to = problem.to, .provers = rigorous_provers, .certificate = &certificate};
        EicpReport report;
        double x[CASE_MOST];
        assert_int_equal(eicp_least(&eicp, &search, x, &report), JUDDER_OK);
        if (report.outcome == EICP_FOUND && report.mu < problem.to / 1.1) {
            check_refusal(&problem, report.mu, x);
            if (certificate) check_tampering(&problem, &random, certificate, report.mu);
            refused += certificate != NULL;
        }
        eicp_certificate_destroy(&certificate);
    }
    assert_int_equal(refused, WANTED);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_contact), cmocka_unit_test(test_false_claims)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
