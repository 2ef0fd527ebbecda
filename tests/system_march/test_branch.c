/* A branch of cycles: from stick-slip over the end of sticking to the unstable cycle and its birth. */
#include "system_march/cycle/branch.h"
#include "system_march/watch.h"

typedef struct Belt {
    double M, K, u, v;
    Signal velocity, normal;
    SystemContactSetup contact;
    SystemMarchSetup system;
} Belt;

static JudderErr belt_rebuild(void *context, double V, const SystemMarchSetup **system, double *period) {
    Belt *b = context;
    b->velocity.constant = V;
    b->v = V;
    *system = &b->system;
    *period = 0;
    return JUDDER_OK;
}

static double event_at(const Branch *branch, BranchKind kind) {
    for (size_t i = 0; i < branch->event_count; i++)
        if (branch->event[i].kind == kind) return branch->event[i].parameter;
    return NAN;
}

static void branch_goes_from_stick_slip_to_the_hopf_point(void **test_state) {
    (void)test_state;
    char *params = law_presets(&stribeck_law);
    law_set(&stribeck_law, params, "mu_s", 1);
    law_set(&stribeck_law, params, "mu_d", 0.5);
    law_set(&stribeck_law, params, "v_c", 1.0 / 3);
    law_set(&stribeck_law, params, "viscous", 0.1);
    Belt b = {.M = 1, .K = 1, .normal = {.constant = 1}};
    b.contact = (SystemContactSetup){.tangent = 0,
                                     .normal = -1,
                                     .normal_force = &b.normal,
                                     .velocity = &b.velocity,
                                     .friction = {&stribeck_law, params}};
    b.system = (SystemMarchSetup){
        .n = 1, .M = &b.M, .K = &b.K, .contact_count = 1, .contact = &b.contact, .u = &b.u, .v = &b.v};
    const BranchSetup setup = {.cycle = {.step = 0.04, .final = 1000},
                               .from = 0.5,
                               .to = 2,
                               .most = 300,
                               .rebuild = belt_rebuild,
                               .context = &b};
    Branch *branch = NULL;
    assert_int_equal(branch_follow(&setup, &branch), JUDDER_OK);
    assert_int_equal(branch->end, BRANCH_BORN);
    const double corner = event_at(branch, BRANCH_STICKING), birth = event_at(branch, BRANCH_BIRTH);
    assert_near(event_at(branch, BRANCH_HOPF), (sqrt(15) - 1) / 3, 1e-11);
    assert_near(birth, (sqrt(15) - 1) / 3, 2e-5);
    assert_near(corner, 1.62123, 1e-5);
    double before = 0, multiplier = NAN;
    for (size_t i = 0; i < branch->count; i++) {
        const BranchPoint *at = &branch->point[i];
        assert_at_most(at->parameter, corner + 1e-6);
        assert_true(at->stable == (at->stick_fraction > 0));
        if (at->stable) assert_near(at->re, 0, 1e-7);
        const BranchPoint *last = at - 1;
        if (i > 0 && !at->stable && at->parameter < 1 && before >= 1)
            multiplier = last->re + (at->re - last->re) * (1 - before) / (at->parameter - before);
        before = at->parameter;
    }
    assert_near(multiplier, 1.043132, 2e-4); /* at V = 1, straight between two points */
    branch_destroy(&branch);
    free(params);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(branch_goes_from_stick_slip_to_the_hopf_point)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
