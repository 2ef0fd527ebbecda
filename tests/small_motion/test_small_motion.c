/* Small motions: what is no equilibrium is refused, curvature enters, condensing is elimination. */
#include "../stability/systems.h"
#include "judder_test.h"
#include "random.h"
#include "small_motion/condense.h"

#define GOOD(call)                                                                                           \
    do {                                                                                                     \
        if ((call) != JUDDER_OK) fail_msg("%s", error_message());                                            \
    } while (0)

static void refused(const System *s, const char *field, const char *part) {
    if (small_motion_check(&s->motion) != JUDDER_INPUT) fail_msg("not refused: %s", part);
    assert_string_equal(error_field(), field);
    assert_contains(error_message(), part);
}

static void contradictions_are_refused(void **state) {
    (void)state;
    System *s = column(0.5, 0.1);
    assert_int_equal(small_motion_check(&s->motion), JUDDER_OK);
    SmallContact *c = &s->contact[1];
    const SmallContact good = *c;
    c->normal = 9, refused(s, "normal", "dof 10: allowed is 1 to 5"), *c = good;
    c->tangent = -1, refused(s, "tangent", "dof 0"), *c = good;
    c->tangent = s->contact[0].tangent, refused(s, "tangent", "contact 1 has already"), *c = good;
    c->tangent = c->normal, refused(s, "tangent", "as normal and as tangent"), *c = good;
    c->mu = -0.1, refused(s, "mu", "-0.1"), *c = good;
    c->mu = NAN, refused(s, "mu", "nan"), *c = good;
    c->direction = 0, refused(s, "direction", "1 or -1"), *c = good;
    c->direction = -1, refused(s, "direction", "against the slip"), *c = good;
    c->reaction[0] = 1, refused(s, "reaction", "must be negative"), *c = good;
    c->reaction[0] = 0, refused(s, "reaction", "must be negative"), *c = good;
    c->reaction[1] *= 1.1, refused(s, "reaction", "the cone allows 0.3"), *c = good;
    c->reaction[1] *= 0.9, refused(s, "reaction", "inside the cone"), *c = good;
    c->reaction[1] *= 1 + 1e-8; /* as a case writes it, in decimals */
    assert_int_equal(small_motion_check(&s->motion), JUDDER_OK);
    *c = good;
    c->state = SMALL_CONTACT_GRAZING, refused(s, "reaction", "must be zero"), *c = good;
    c->state = SMALL_CONTACT_OPEN, refused(s, "reaction", "must be zero"), *c = good;
    c->state = SMALL_CONTACT_STUCK, c->reaction[1] = 0.5, refused(s, "reaction", "the cone allows"),
    *c = good;
    c->curvature = INFINITY, refused(s, "reaction", "not finite"), *c = good;
    system_free(s);
}

static void bad_matrices_are_refused(void **state) {
    (void)state;
    System *s = column(0.5, 0.1);
    s->K[7] = NAN, refused(s, "stiffness", "row 2, column 3"), s->K[7] = 0;
    s->M[7] = 1, refused(s, "mass", "symmetric"), s->M[7] = 0;
    s->M[7] = s->M[11] = 1e-3, s->M[7] += 1e-12;
    refused(s, "mass", "0.001 at row 2, column 3, which differ by"), s->M[7] = s->M[11] = 0;
    s->M[0] = -1, refused(s, "mass", "semidefinite"), s->M[0] = 0;
    /* a zero on the diagonal beside entries, in any unit */
    s->M[1] = s->M[s->motion.n] = 1e-20, refused(s, "mass", "semidefinite"), s->M[1] = s->M[s->motion.n] = 0;
    assert_int_equal(small_motion_check(&s->motion), JUDDER_OK);
    s->load[2] = INFINITY, refused(s, "load", "dof 3"), s->load[2] = 0;
    s->motion.C = s->C;
    s->C[24] = NAN, refused(s, "damping", "row 5, column 5"), s->C[24] = 0;
    s->motion.n = 0, refused(s, "stiffness", "0 dofs");
    s->motion.n = 5;
    system_free(s);
}

static void curvature_enters_two_entries(void **state) {
    (void)state;
    System *s = particle(3, 2, 1, -1);
    s->contact[0].curvature = 0.5;
    s->contact[0].reaction[0] = -4, s->contact[0].reaction[1] = 3;
    double K[4];
    small_motion_stiffness(&s->motion, K);
    assert_exact(K[3], 3 - 0.5 * 4); /* chi r_n */
    assert_exact(K[1], 2 - 0.5 * 3); /* normal row, tangential column: -chi r_t */
    assert_exact(K[2], 2);
    assert_exact(K[0], s->K[0]);
    system_free(s);
}

/* Random systems: the condensed reactions are those of the whole system with its free dofs in balance. */
static void condensing_is_elimination(void **state) {
    (void)state;
    Random random = {21};
    enum { N = 9 };
    for (int trial = 0; trial < 100; trial++) {
        System *s = system_new(N, 4);
        for (int i = 0; i < N; i++)
            for (int j = 0; j <= i; j++) {
                s->K[i * N + j] = s->K[j * N + i] = random_in(&random, -1, 1) + (i == j ? 6 : 0);
                s->M[i * N + j] = s->M[j * N + i] = random_in(&random, -0.1, 0.1) + (i == j ? 2 : 0);
            }
        for (int i = 0; i < N; i++) s->load[i] = random_in(&random, -1, 1);
        for (int i = 0; i < 4; i++) {
            s->contact[i] = slipping(2 * i, 2 * i + 1, random_below(&random, 2) ? 1 : -1, 0.3);
            s->contact[i].state = (SmallContactState)random_below(&random, 4);
        }
        Condenser *condenser = NULL;
        const int *which;
        GOOD(condenser_create(&s->motion, &condenser));
        assert_true(condenser_free_is_stable(condenser));
        const int m = 2 * condenser_contacts(condenser, &which);
        const double z = random_below(&random, 2) ? 0 : random_in(&random, 0, 5);
        const bool loaded = z == 0;
        double S[64], load[8], V_c[8], V[N];
        GOOD(condenser_at(condenser, z, S));
        GOOD(condenser_load(condenser, load));
        for (int i = 0; i < m; i++) V_c[i] = random_in(&random, -1, 1);
        GOOD(condenser_expand(condenser, z, loaded, V_c, V));
        double w[N];
        for (int i = 0; i < N; i++) {
            w[i] = loaded ? -s->load[i] : 0;
            for (int j = 0; j < N; j++) w[i] += (s->K[i * N + j] + z * s->M[i * N + j]) * V[j];
        }
        bool held[N] = {false};
        for (int i = 0; i < 4; i++)
            if (s->contact[i].state != SMALL_CONTACT_OPEN)
                held[s->contact[i].normal] = held[s->contact[i].tangent] = true;
        for (int i = 0; i < N; i++)
            if (!held[i]) assert_near(w[i], 0, 1e-12);
        for (int i = 0; i < m; i++) {
            double expected = loaded ? -load[i] : 0;
            for (int j = 0; j < m; j++) expected += S[i * m + j] * V_c[j];
            const SmallContact *c = &s->contact[which[i / 2]];
            assert_near(w[i % 2 ? c->tangent : c->normal], expected, 1e-12);
        }
        condenser_destroy(&condenser);
        system_free(s);
    }
}

static void what_cannot_be_condensed_is_refused(void **state) {
    (void)state;
    System *s = column(0.5, 0.1);
    Condenser *condenser = NULL;
    s->K[24] = 0; /* the tilt is free to move */
    GOOD(condenser_create(&s->motion, &condenser));
    assert_false(condenser_free_is_stable(condenser));
    double A[4], B[4];
    assert_int_equal(condenser_pencil_at(condenser, 0, A, B), JUDDER_INPUT);
    assert_string_equal(error_field(), "stiffness");
    assert_int_equal(condenser_pencil_at(condenser, 1, A, B), JUDDER_OK);
    condenser_destroy(&condenser);
    s->contact[0] = (SmallContact){.normal = 0, .tangent = 1, .state = SMALL_CONTACT_GRAZING};
    GOOD(condenser_create(&s->motion, &condenser));
    assert_int_equal(condenser_grazing(condenser), 1);
    assert_int_equal(condenser_pencil_at(condenser, 1, A, B), JUDDER_INPUT);
    condenser_destroy(&condenser);
    system_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contradictions_are_refused),          cmocka_unit_test(bad_matrices_are_refused),
        cmocka_unit_test(curvature_enters_two_entries),        cmocka_unit_test(condensing_is_elimination),
        cmocka_unit_test(what_cannot_be_condensed_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
