/* Compliance and given pressure at one node, against closed forms; a body that only its
 * contact holds. (BD-2) */
#include "condensed/condensed_cases.h"

/* S = diag(k_n, k_t): k_n u_n = -P + a K (-u_n)^m. */
static double compliant_force(double k_n, double P, double aK, double m) {
    double low = 0, high = P / k_n;
    for (int k = 0; k < 200; k++) {
        const double d = 0.5 * (low + high);
        *(k_n * d + aK * pow(d, m) > P ? &high : &low) = d;
    }
    return aK * pow(0.5 * (low + high), m);
}

static void compliance_presses_and_slips(void **state) {
    (void)state;
    Random random = {3};
    for (int trial = 0; trial < 60; trial++) {
        const double k_n = random_size(&random, 0.1, 1e4), k_t = random_size(&random, 0.1, 1e4);
        const double P = random_size(&random, 1e-3, 1e3), area = random_in(&random, 0.5, 2);
        const double m = trial % 3 ? random_in(&random, 1, 3) : 1, K = k_n * random_size(&random, 0.1, 10);
        const double mu = random_in(&random, 0.1, 1);
        Case c;
        case_make(&c, 1, 2);
        c.S[0] = k_n;
        c.S[3] = k_t;
        c.mu[0] = mu;
        c.area[0] = area;
        c.contact = (Contact){&compliance_contact, K, m, 0};
        case_open(&c);
        const double p = compliant_force(k_n, P, area * K, m), T = mu * p * random_in(&random, 0.5, 2);
        c.f[1][0] = c.f[2][0] = -P;
        c.f[2][1] = T;
        assert_int_equal(case_follow(&c, 0, 1, 3, NULL), CONDENSED_SOLVED);
        assert_near(c.state->r[0], p, 1e-10 * P);
        if (m == 1) assert_near(c.state->r[0], P * area * K / (k_n + area * K), 1e-11 * P);
        Seen seen = {0};
        const CondensedWatch watch = {.event = seen_event, .context = &seen};
        assert_int_equal(case_follow(&c, 1, 2, 4, &watch), CONDENSED_SOLVED);
        const bool slips = T > mu * p;
        assert_near(c.state->u[1], slips ? (T - mu * p) / k_t : 0, 1e-9 * P / k_t);
        assert_int_equal(c.state->node[0], slips ? CONDENSED_SLIP_PLUS : CONDENSED_STICK);
        assert_int_equal(seen.events, slips);
        if (slips) assert_near(seen.at[0], 1 + mu * p / T, 1.001e-3 / 4);
        assert_at_most(c.report.defect, 1e-10);
        case_close(&c);
    }
}

/* Friction bound mu a S whatever the gap; the force a S lifts the node. Turned around, it slips back
 * after twice the bound. */
static void given_pressure_is_tresca(void **state) {
    (void)state;
    const double k_n = 3, k_t = 2, area = 0.5, S = 4, mu = 0.3, bound = mu * area * S;
    Case c;
    Seen seen = {0};
    const CondensedWatch watch = {.event = seen_event, .context = &seen, .event_tolerance = 1e-6};
    case_make(&c, 1, 2);
    c.S[0] = k_n;
    c.S[3] = k_t;
    c.mu[0] = mu;
    c.area[0] = area;
    c.contact = (Contact){.law = &pressure_contact, .pressure = S};
    case_open(&c);
    c.f[1][1] = 1;
    c.f[2][1] = -1;
    case_follow(&c, 0, 1, 1, &watch);
    assert_near(c.state->u[0], area * S / k_n, 1e-14);
    assert_near(c.state->r[0], area * S, 1e-14);
    assert_near(c.state->r[1], -bound, 1e-14);
    assert_near(c.state->u[1], (1 - bound) / k_t, 1e-14);
    assert_int_equal(seen.events, 1);
    assert_near(seen.at[0], bound, 1.001e-6);
    case_follow(&c, 1, 2, 1, &watch);
    assert_int_equal(seen.events, 3);
    assert_int_equal(seen.kind[1], CONDENSED_EVENT_STICK);
    assert_near(seen.at[2], 1 + bound, 2e-6);
    assert_near(c.state->u[1], -(1 - bound) / k_t, 1e-5);
    case_close(&c);
}

/* Two nodes joined by springs and held by nothing else: sticking holds them, sliding does not. */
static void a_floating_body_is_held_by_friction_alone(void **state) {
    (void)state;
    Case c;
    case_make(&c, 2, 2);
    for (int a = 0; a < 2; a++) {
        c.S[a * 4 + a] = c.S[(2 + a) * 4 + 2 + a] = 1;
        c.S[a * 4 + 2 + a] = c.S[(2 + a) * 4 + a] = -1;
    }
    c.mu[0] = c.mu[1] = 0.5;
    case_open(&c);
    for (int k = 1; k < 3; k++) c.f[k][0] = c.f[k][2] = -1;
    c.f[2][1] = 0.8;
    c.f[2][3] = 0.8;
    assert_int_equal(case_follow(&c, 0, 1, 2, NULL), CONDENSED_SOLVED);
    const CondensedOutcome outcome = case_follow(&c, 1, 2, 2, NULL);
    assert_true(outcome == CONDENSED_SINGULAR || outcome == CONDENSED_NONE || outcome == CONDENSED_RAY);
    assert_near(c.state->at, 0.5 / 0.8, 1e-10);
    assert_at_most(c.report.defect, 1e-14);
    case_close(&c);
}

/* One law a list: each by its name, each with a judge that its own rows agree with. */
static void every_law_is_its_own_judge(void **state) {
    (void)state;
    Random random = {9};
    for (size_t k = 0; contact_laws[k]; k++) {
        const ContactLaw *law = contact_laws[k];
        assert_ptr_equal(contact_law_find(law->word.name), law);
        const Contact contact = {law, 2, 1.5, 0.7};
        for (int trial = 0; trial < 200; trial++) {
            const NormalPoint at = {random_in(&random, -1, 1), random_in(&random, -1, 1), 1.3, 2};
            NormalRow row, near_p, near_g;
            const bool touches = law->touches(&contact, &at);
            contact_row(&contact, &at, touches, &row);
            NormalPoint moved = at;
            const double h = 1e-6;
            moved.p += h;
            contact_row(&contact, &moved, touches, &near_p);
            moved = at;
            moved.g += h;
            contact_row(&contact, &moved, touches, &near_g);
            assert_near((near_p.value - row.value) / h, row.by_p, 1e-4);
            if (fabs(at.g) > 1e-3) assert_near((near_g.value - row.value) / h, row.by_g, 1e-4);
            assert_near(fabs(row.value), contact_violation(&contact, &at), 1e-14);
            /* pushed from there, the force and the gap of its root satisfy the law and the push */
            const NormalPush push = {.g = at.g, .h = 0.7, .diagonal = 3, .area = at.area};
            NormalPoint end = {.area = at.area, .stiffness = at.stiffness};
            end.p = law->root(&contact, &push, &end.g);
            assert_near(contact_violation(&contact, &end), 0, 1e-14);
            assert_near(end.g, push.g + push.h * end.p / push.diagonal, 1e-14);
            /* a force is what the stored energy loses by the gap */
            const double lost = contact_stored(&contact, at.area, at.g - h) -
                                contact_stored(&contact, at.area, at.g + h);
            if (law->stored) assert_near(lost / (2 * h), contact_force(&contact, &at), 1e-4);
        }
    }
    assert_null(contact_law_find("sticky"));
}

/* A compliance that in a range of penetrations pushes so hard that it must leave it: no state lies there. */
static double gappy_extra(const NormalPoint *at) {
    return at->g < -0.4 && at->g > -0.6 ? 10 : 0;
}
static bool gappy_touches(const Contact *contact, const NormalPoint *at) {
    return compliance_contact.touches(contact, at);
}
static double gappy_force(const Contact *contact, const NormalPoint *at, double *stiffness) {
    return compliance_contact.force(contact, at, stiffness) + gappy_extra(at);
}
static double gappy_root(const Contact *contact, const NormalPush *push, double *g) {
    return compliance_contact.root(contact, push, g);
}

/* A goal where no state exists is not reached, and the path says why it ended. */
static void a_goal_without_a_state_is_not_reached(void **state) {
    (void)state;
    static const ContactLaw gappy = {
        .word = {.name = "gappy"}, .touches = gappy_touches, .force = gappy_force, .root = gappy_root};
    const double on_r[2] = {1, 0};
    Case c;
    case_make(&c, 1, 2);
    c.S[0] = c.S[3] = 1;
    c.mu[0] = 0.5;
    c.contact = (Contact){.law = &gappy, .stiffness = 1, .power = 1};
    case_open(&c);
    c.f[1][0] = -3; /* p = -g = 1.5 at the end; the goal is p = 0.5 */
    const CondensedGoal goal = {.on_r = on_r, .value = 0.5};
    const CondensedSegment segment = {case_load(&c, 0), case_load(&c, 1), 1, &goal, false};
    const CondensedWatch watch = {.event_tolerance = 1};
    assert_int_equal(condensed_path(c.solver, &segment, &watch, c.state, &c.report), JUDDER_OK);
    assert_int_not_equal(c.report.outcome, CONDENSED_SOLVED);
    assert_false(c.report.goal_reached);
    assert_true(c.report.reached < 0.9 / 3 * 1.5);
    case_close(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(compliance_presses_and_slips),
                                       cmocka_unit_test(given_pressure_is_tresca),
                                       cmocka_unit_test(a_floating_body_is_held_by_friction_alone),
                                       cmocka_unit_test(every_law_is_its_own_judge),
                                       cmocka_unit_test(a_goal_without_a_state_is_not_reached)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
