/* Roots of A r + S mu(r) = Q against a fine scan, and the rule that takes one. */
#include "slab/cases.h"

#include "friction/friction_root.h"
#include "judder_test.h"

static uint64_t seed = 4242;

static double uniform(double low, double high) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(seed >> 11) * 0x1p-53;
}

static double excess(const Friction *f, const FrictionEquation *e, double r) {
    return e->A * r + e->S * (r > 0 ? friction_sliding(f, r, 0) : friction_at_rest(f, 0)) - e->Q;
}

enum { SCAN = 4000 };

/* Changes of sign seen by a scan, and the first one from r_0 along the flow; -1 if the flow ends in stick. */
static size_t scan(const Friction *f, const FrictionEquation *e, double *chosen) {
    const double end = 1.01 * e->Q / e->A + e->r_0, h = end / SCAN;
    size_t count = excess(f, e, 0) >= 0;
    for (int i = 0; i < SCAN; i++) count += (excess(f, e, i * h) < 0) != (excess(f, e, (i + 1) * h) < 0);
    double r = e->r_0;
    *chosen = -1;
    const bool up = excess(f, e, r) < 0;
    while (up ? excess(f, e, r) < 0 : r > 0 && excess(f, e, r) > 0) r += up ? h : -h;
    if (r > 0) *chosen = r - (up ? h / 2 : -h / 2);
    return count;
}

static Friction random_law(LawParams *params, int which) {
    static double speeds[5], mus[5];
    static const FrictionLaw *const laws[] = {&linear_law, &exponential_law, &stribeck_law, &tabulated_law};
    const FrictionLaw *law = laws[which];
    static const char *const keys[] = {"mu_s", "mu_d", "v_c", "viscous"};
    const double values[] = {uniform(0.5, 1), uniform(0, 0.5), uniform(0.05, 0.5), uniform(0, 0.3)};
    memset(params, 0, sizeof *params);
    for (int i = 0; i < 4; i++)
        if (word_param(&law->word, keys[i])) law_set(law, params, keys[i], values[i]);
    if (law == &tabulated_law) {
        for (int i = 0; i < 5; i++) speeds[i] = 0.15 * i, mus[i] = uniform(0, 1);
        const Numbers v = {5, speeds}, mu = {5, mus};
        memcpy(params->bytes + word_param(&law->word, "v")->offset, &v, sizeof v);
        memcpy(params->bytes + word_param(&law->word, "mu")->offset, &mu, sizeof mu);
    }
    return (Friction){law, params};
}

static void check_equation(const FrictionRoots *roots, const Friction *law, const FrictionEquation *e) {
    double chosen, listed[16];
    const size_t seen = scan(law, e, &chosen), count = friction_root_list(roots, e, listed, 16);
    const double width = (1.01 * e->Q / e->A + e->r_0) / SCAN;
    assert_true(count >= seen); /* a scan may step over a pair of close roots */
    if (count > seen) assert_int_equal(count - seen, 2);
    for (size_t i = 0; i < count; i++) {
        if (listed[i] > 0) assert_true(fabs(excess(law, e, listed[i])) < 1e-13 * (1 + e->Q));
        if (i > 0) assert_true(listed[i] >= listed[i - 1]);
    }
    const FrictionRoot root = friction_root(roots, e);
    assert_int_equal(root.several, count > 1);
    if (root.r > 0) assert_true(fabs(excess(law, e, root.r)) < 1e-13 * (1 + e->Q));
    if (root.r == 0) assert_true(excess(law, e, 0) >= 0);
    if (count == seen) assert_true(chosen < 0 ? root.r <= width : fabs(root.r - chosen) <= width);
    if (e->S * roots->steepest < e->A && roots->straight && root.r > 0) {
        double mu;
        const double part = friction_root_rising(roots, e->A, e->S, e->Q * e->Q, 1 / e->Q, &mu);
        assert_true(fabs(part * e->Q - root.r) < 1e-13 && fabs(mu - root.mu) < 1e-12);
    }
}

static void test_roots_against_a_scan(void **unused) {
    (void)unused;
    size_t several = 0;
    for (int i = 0; i < 400; i++) {
        LawParams params;
        const Friction law = random_law(&params, i % 4);
        FrictionRoots *roots = NULL;
        assert_int_equal(friction_roots_create(law, &roots), JUDDER_OK);
        for (int k = 0; k < 5; k++) {
            const FrictionEquation e = {
                .A = uniform(0.2, 2), .S = uniform(0, 2), .Q = uniform(0, 2), .r_0 = k ? uniform(0, 1) : 0};
            check_equation(roots, &law, &e);
            several += friction_root(roots, &e).several;
        }
        friction_roots_destroy(&roots);
    }
    assert_true(several > 100);
}

/* The checked fold of the exponential law: v = 0.109861229, load 0.709861229. Just above it the lower branch
 * of slip is left. */
static void test_smooth_fold(void **unused) {
    (void)unused;
    LawParams params = {0};
    law_set(&exponential_law, &params, "mu_s", 0.8);
    law_set(&exponential_law, &params, "mu_d", 0.5);
    law_set(&exponential_law, &params, "v_c", 0.1);
    FrictionRoots *roots = NULL;
    assert_int_equal(friction_roots_create((Friction){&exponential_law, &params}, &roots), JUDDER_OK);
    const FrictionEquation below = {.A = 1, .S = 1, .Q = 0.709861228, .r_0 = 0.15};
    FrictionRoot root = friction_root(roots, &below);
    assert_true(root.r == 0 && root.jumped && fabs(root.fold - 0.109861229) < 1e-8);
    FrictionEquation above = {.A = 1, .S = 1, .Q = 0.7098613, .r_0 = 0.15};
    root = friction_root(roots, &above);
    assert_true(fabs(root.r - 0.109861229) < 1e-3 && !root.jumped);
    above.r_0 = 0; /* and stick holds as long as it can */
    assert_true(friction_root(roots, &above).r == 0);
    friction_roots_destroy(&roots);
}

/* Static and kinetic friction: between S mu and S mu_s rest and slip are both possible, and each lasts. */
static void test_drop_at_rest(void **unused) {
    (void)unused;
    LawParams params;
    memset(&params, 0, sizeof params);
    law_set(&constant_law, &params, "mu", 0.4);
    law_set(&constant_law, &params, "mu_s", 0.6);
    FrictionRoots *roots = NULL;
    assert_int_equal(friction_roots_create((Friction){&constant_law, &params}, &roots), JUDDER_OK);
    const struct {
        double Q, r_0, r, mu;
        size_t count;
        bool jumped;
    } known[] = {
        {0.7, 0, 0, 0.6, 1, false},     {0.8, 0, 0, 0.6, 1, false},         {0.8, 1, 0, 0.6, 1, false},
        {1.1, 0, 0, 0.6, 2, false},     {1.1, 1e-9, 0.1, 0.4, 2, false},    {1.1, 2, 0.1, 0.4, 2, false},
        {1.2, 0, 0, 0.6, 2, false},     {1.2, 0.1, 0.4 / 3, 0.4, 2, false}, {1.4, 0, 0.2, 0.4, 1, true},
        {1.4, 0.1, 0.2, 0.4, 1, false}, {1.4, 7, 0.2, 0.4, 1, false}};
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        const FrictionEquation e = {.A = 3, .S = 2, .Q = known[i].Q, .r_0 = known[i].r_0};
        const FrictionRoot root = friction_root(roots, &e);
        double listed[3];
        assert_near(root.r, known[i].r, 1e-15);
        assert_near(root.mu, known[i].mu, 1e-15);
        assert_int_equal(root.jumped, known[i].jumped);
        assert_int_equal(root.several, known[i].count > 1);
        assert_int_equal(friction_root_list(roots, &e, listed, 3), known[i].count);
        if (known[i].count == 2) {
            assert_exact(listed[0], 0);
            assert_near(listed[1], (known[i].Q - 0.8) / 3, 1e-15);
        }
    }
    friction_roots_destroy(&roots);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_roots_against_a_scan),
        cmocka_unit_test(test_smooth_fold),
        cmocka_unit_test(test_drop_at_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
