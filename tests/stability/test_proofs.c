/* What is said to be proved of the least mu, against exact numbers: rounding of the condensation included. */
#include "complementarity/eicp/proof/certificate.h"
#include "judder_test.h"
#include "stability/certain/condensed.h"
#include "stability/certain/enclosed.h"
#include "stability/certain/judge.h"
#include "stability/critical.h"

#define GOOD(call)                                                                                           \
    do {                                                                                                     \
        if ((call) != JUDDER_OK) fail_msg("%s", error_message());                                            \
    } while (0)

enum { MOST = 8 };

typedef struct Known {
    int n, contacts; /* contacts on the dofs (1, 2), (3, 4), ... */
    double K[MOST * MOST];
} Known;

static SmallMotion motion_of(const Known *known, SmallContact *contact) {
    for (int i = 0; i < known->contacts; i++)
        contact[i] = (SmallContact){.normal = 2 * i,
                                    .tangent = 2 * i + 1,
                                    .state = SMALL_CONTACT_SLIP,
                                    .direction = 1,
                                    .mu = .4,
                                    .reaction = {-1, -.4}};
    return (SmallMotion){.n = known->n, .K = known->K, .contacts = known->contacts, .contact = contact};
}

static CriticalMu ask(const Known *known) {
    SmallContact contact[MOST];
    const SmallMotion motion = motion_of(known, contact);
    Condenser *condenser = NULL;
    double x[MOST];
    CriticalMu found;
    GOOD(condenser_create(&motion, &condenser));
    const Pencil pencil = condenser_pencil(condenser);
    GOOD(critical_mu(&pencil, &(EicpSearch){.to = INFINITY}, x, &found));
    condenser_destroy(&condenser);
    return found;
}

static const Known stiff_14 = {6,
                               1,
                               {3,
                                1,
                                0,
                                1,
                                0,
                                -1,
                                1,
                                1e14,
                                -1e14,
                                0,
                                0,
                                0,
                                0,
                                -1e14,
                                100000000000002,
                                -2,
                                0,
                                0,
                                1,
                                0,
                                -2,
                                100000000000002,
                                -1e14,
                                0,
                                0,
                                0,
                                0,
                                -1e14,
                                100000010000000,
                                -1e7,
                                -1,
                                0,
                                0,
                                0,
                                -1e7,
                                10000003}};
static const Known stiff_12 = {5,
                               1,
                               {3,
                                1,
                                0,
                                0,
                                -2,
                                1,
                                1e12,
                                -1e12,
                                0,
                                0,
                                0,
                                -1e12,
                                1000000000001,
                                -1,
                                0,
                                0,
                                0,
                                -1,
                                1000000000001,
                                -1e12,
                                -2,
                                0,
                                0,
                                -1e12,
                                1000000000001}};
static const Known two_on_a_bar = {7,
                                   2,
                                   {5,
                                    1,
                                    0,
                                    0,
                                    1,
                                    0,
                                    0,
                                    1,
                                    1e10,
                                    0,
                                    0,
                                    -1e10,
                                    0,
                                    0,
                                    0,
                                    0,
                                    5,
                                    2,
                                    0,
                                    0,
                                    -1,
                                    0,
                                    0,
                                    2,
                                    1,
                                    -1,
                                    0,
                                    0,
                                    1,
                                    -1e10,
                                    0,
                                    -1,
                                    10010000000001,
                                    -1e13,
                                    0,
                                    0,
                                    0,
                                    0,
                                    0,
                                    -1e13,
                                    10000000000003,
                                    -3,
                                    0,
                                    0,
                                    -1,
                                    0,
                                    0,
                                    -3,
                                    4}};

/* Springs of very different stiffness in series: the interval holds the true mu, to more digits than
 * condensing in doubles has. */
static void stiff_chains_are_proved_or_left_open(void **state) {
    (void)state;
    const CriticalMu fourteen = ask(&stiff_14), twelve = ask(&stiff_12), two = ask(&two_on_a_bar);
    assert_true(fourteen.certified && two.certified);
    assert_true(fourteen.low <= 1.1999997120000259 && 1.1999997120000259 <= fourteen.high);
    assert_true(two.low <= .18749999999863376 && .18749999999863376 <= two.high);
    assert_true(twelve.low <= 5e11 && 5e11 <= twelve.high); /* as wide as it may be */
    assert_true(twelve.certified || twelve.reason[0]);
    assert_int_equal(twelve.rest, REST_STABLE);
    assert_near(fourteen.least.mu, 1.1999997120000259, 1e-14);
}

/* A = B = 0 in exact numbers, neutral at every mu: doubles cannot know, and may not say. */
static void a_state_that_is_neutral_is_not_called_stable(void **state) {
    (void)state;
    const Known known = {4, 1, {1, 0, 0, 0, 0, 2, 1, 3, 0, 1, 5, 0, 0, 3, 0, 5}};
    const CriticalMu found = ask(&known);
    assert_int_not_equal(found.least.outcome, EICP_NONE);
    assert_false(found.certified);
    assert_true(found.rest == REST_UNDECIDED || found.rest == REST_NEUTRAL);
    assert_true(!(found.low > 0));
}

/* B = 0 in exact numbers. */
static void a_coupling_of_zero_has_no_least_mu(void **state) {
    (void)state;
    const Known known = {4, 1, {4, 2, -2, -2, 2, 2, 1, 0, -2, 1, 9, 5, -2, 0, 5, 3}};
    const CriticalMu found = ask(&known);
    assert_int_not_equal(found.least.outcome, EICP_FOUND);
    assert_true(found.certified ? found.least.outcome == EICP_NONE : found.low > 1e12);
}

/* The first neutral state is where stability begins. */
static void an_unstable_rest_is_not_certified(void **state) {
    (void)state;
    const Known known = {3, 1, {5, 1, 2, 1, 1, 2, 2, 2, 1}}, none = {3, 1, {5, -1, 2, -1, 1, 2, 2, 2, 1}};
    const CriticalMu found = ask(&known), nothing = ask(&none);
    assert_int_equal(found.rest, REST_UNSTABLE);
    assert_false(found.certified);
    assert_true(found.low <= 1 && 1 <= found.high && found.high - found.low < 1e-9);
    /* A = -3, B = -5: likewise, and none but the one at .6. */
    assert_int_equal(nothing.rest, REST_UNSTABLE);
    assert_false(nothing.certified);
}

/* A = -3, B = 1: no neutral state, yet it grows at every mu. */
static void none_of_a_growing_state_is_not_certified(void **state) {
    (void)state;
    const Known known = {3, 1, {5, 5, 2, 5, 1, 2, 2, 2, 1}};
    const CriticalMu found = ask(&known);
    assert_int_equal(found.rest, REST_UNSTABLE);
    assert_int_equal(found.least.outcome, EICP_NONE);
    assert_false(found.certified);
    assert_true(found.reason[0]);
}

/* A = {{2, 2}, {2, 1}}: indefinite, and stable all the same. */
static void copositive_is_stable_without_friction(void **state) {
    (void)state;
    const Known known = {6, 2, {20, 0, 1, 2,  0, 0, 0, 4, 0, 7, 1, 1, 1, 0, 20, 1, 1, 0,
                                2,  7, 1, 14, 3, 2, 0, 1, 1, 3, 1, 0, 0, 1, 0,  2, 0, 1}};
    const CriticalMu found = ask(&known);
    assert_int_equal(found.rest, REST_STABLE);
    assert_int_equal(found.least.outcome, EICP_NONE);
    assert_true(found.certified);
    assert_exact(found.not_positive_definite, 0);
}

/* A null vector in integers: the least mu is 0, and that is proved. */
static void a_least_mu_of_zero_is_proved_by_a_null_vector(void **state) {
    (void)state;
    const Known known = {6, 2, {9, 0, 0, 0,  1, 0, 0, 6, 0, 7, 1, 2, 0, 0, 9, 0, 0, 1,
                                0, 7, 0, 10, 1, 3, 1, 1, 0, 1, 1, 0, 0, 2, 1, 3, 0, 1}};
    const CriticalMu found = ask(&known);
    assert_exact(found.least.mu, 0);
    assert_true(found.certified);
    assert_string_equal(found.least.existence, "null vector");
    assert_exact(found.high, 0);
    assert_int_not_equal(found.rest, REST_STABLE);
}

/* The judge refuses what it was not shown. */
static void the_judge_refuses_other_claims(void **state) {
    (void)state;
    SmallContact contact[MOST];
    const SmallMotion motion = motion_of(&two_on_a_bar, contact);
    Condenser *condenser = NULL;
    EicpCertificate *certificate = NULL;
    PencilEnclosure data;
    double x[2];
    CriticalMu found;
    CriticalVerdict verdict;
    GOOD(condenser_create(&motion, &condenser));
    const Pencil pencil = condenser_pencil(condenser);
    GOOD(critical_mu(&pencil, &(EicpSearch){.to = INFINITY, .certificate = &certificate}, x, &found));
    GOOD(pencil_enclosure_create(&pencil, &data));
    assert_true(data.enclosed && data.definite && certificate);
    CriticalClaim claim = {0, certificate, found.least.mu, x};
    GOOD(critical_judge(&data, &claim, &verdict));
    assert_exact(verdict.low, found.low);
    assert_exact(verdict.high, found.high);
    claim.mu *= 1 + 1e-6; /* no solution there, and the box is too small to hold the one below */
    GOOD(critical_judge(&data, &claim, &verdict));
    assert_true(isnan(verdict.high) || verdict.high >= found.least.mu);
    certificate->upto *= 1 + 1e-6; /* the claim goes past the solution */
    GOOD(critical_judge(&data, &claim, &verdict));
    assert_true(isnan(verdict.low));
    certificate->upto /= 1 + 2e-6;
    certificate->numbers[0] = -certificate->numbers[0];
    GOOD(critical_judge(&data, &claim, &verdict));
    assert_true(isnan(verdict.low));
    claim.from = -1; /* from below where it was proved */
    GOOD(critical_judge(&data, &claim, &verdict));
    assert_true(isnan(verdict.low));
    pencil_enclosure_release(&data);
    eicp_certificate_destroy(&certificate);
    condenser_destroy(&condenser);
}

/* A pencil that cannot say what rounding did: nothing is certified. */
static void without_enclosure_nothing_is_certified(void **state) {
    (void)state;
    const Known known = {2, 1, {5, 1, 1, 2}};
    SmallContact contact[MOST];
    const SmallMotion motion = motion_of(&known, contact);
    Condenser *condenser = NULL;
    double x[1];
    CriticalMu found;
    GOOD(condenser_create(&motion, &condenser));
    Pencil pencil = condenser_pencil(condenser);
    GOOD(critical_mu(&pencil, &(EicpSearch){.to = INFINITY}, x, &found));
    assert_true(found.certified && found.rest == REST_STABLE);
    pencil.enclose = NULL;
    pencil.rest = NULL;
    GOOD(critical_mu(&pencil, &(EicpSearch){.to = INFINITY}, x, &found));
    assert_near(found.least.mu, 2, 1e-14);
    assert_false(found.certified);
    assert_true(isnan(found.low) && isnan(found.high) && found.reason[0]);
    assert_int_equal(found.rest, REST_UNDECIDED);
    condenser_destroy(&condenser);
}

/* That matrices have no symmetric pattern is no error: the study goes on without proofs, and says why. */
static void a_system_that_cannot_be_enclosed_says_why(void **state) {
    (void)state;
    EnclosedContact contact = {0, 1, 1};
    const EnclosedSystem system = {.n = 1, .contact = &contact, .reason = "some reason"};
    double numbers[4];
    bool enclosed = true, definite = true, semidefinite = true;
    const char *reason = "";
    const PencilBox box = {.A = numbers,
                           .B = numbers + 1,
                           .A_D = numbers + 2,
                           .B_D = numbers + 3,
                           .definite = &definite,
                           .reason = &reason};
    GOOD(enclosed_box(&system, (EnclosedWeights){1, 1}, &box, &enclosed));
    GOOD(enclosed_mass_is_semidefinite(&system, &semidefinite));
    assert_false(enclosed || definite || semidefinite);
    assert_string_equal(reason, "some reason");
}

/* Symmetric, and a mass but for its last bit: det M < 0 on what moves, and z = 3 2^53 grows. */
static void an_indefinite_mass_is_not_called_stable(void **state) {
    (void)state;
    const Known known = {3, 1, {5, 1, 0, 1, 2, 0, 0, 0, 1}};
    double M[] = {1, 0, 0, 0, 1, 1, 0, 1, nextafter(1, 0)};
    SmallContact contact[MOST];
    SmallMotion motion = motion_of(&known, contact);
    motion.M = M;
    for (int i = 0; i < 2; i++) {
        Condenser *condenser = NULL;
        double x[1];
        CriticalMu found;
        M[8] = i == 0 ? nextafter(1, 0) : 2;
        GOOD(condenser_create(&motion, &condenser));
        const Pencil pencil = condenser_pencil(condenser);
        GOOD(critical_mu(&pencil, &(EicpSearch){.to = INFINITY}, x, &found));
        assert_int_equal(found.rest, i == 0 ? REST_UNDECIDED : REST_STABLE);
        assert_int_equal(found.certified, i == 1);
        condenser_destroy(&condenser);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stiff_chains_are_proved_or_left_open),
        cmocka_unit_test(a_state_that_is_neutral_is_not_called_stable),
        cmocka_unit_test(a_coupling_of_zero_has_no_least_mu),
        cmocka_unit_test(an_unstable_rest_is_not_certified),
        cmocka_unit_test(none_of_a_growing_state_is_not_certified),
        cmocka_unit_test(copositive_is_stable_without_friction),
        cmocka_unit_test(a_least_mu_of_zero_is_proved_by_a_null_vector),
        cmocka_unit_test(the_judge_refuses_other_claims),
        cmocka_unit_test(without_enclosure_nothing_is_certified),
        cmocka_unit_test(a_system_that_cannot_be_enclosed_says_why),
        cmocka_unit_test(an_indefinite_mass_is_not_called_stable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
