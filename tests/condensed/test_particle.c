/* One node and two nodes in the plane, against closed forms: press, drag, slip, turn, unload, lift off; rates
 * of which there are several, and none. (BD-2), (ST-10) */
#include "condensed/condensed_cases.h"

static CondensedWatch watch_of(Seen *seen) {
    return (CondensedWatch){.step = seen_step, .event = seen_event, .context = seen};
}

/* S = [[a, b], [b, k]], load (-P, T s): slip at T s = mu P, then u = (T s - mu P)/(k + mu b), p = P + b u. */
static void pressed_then_dragged(void **state) {
    (void)state;
    Random random = {1};
    for (int trial = 0; trial < 50; trial++) {
        const double a = 3, k = 2, b = random_in(&random, -1, 1), mu = random_in(&random, 0.1, 0.9);
        const double P = random_size(&random, 1e-3, 1e3), T = P * random_in(&random, 0.2, 3);
        Case c;
        Seen seen = {0};
        const CondensedWatch watch = watch_of(&seen);
        case_particle(&c, a, b, k, mu);
        c.f[1][0] = c.f[2][0] = -P;
        c.f[2][1] = T;
        assert_int_equal(case_follow(&c, 0, 1, 2, &watch), CONDENSED_SOLVED);
        assert_int_equal(c.state->node[0], CONDENSED_STICK);
        assert_near(c.state->r[0], P, 1e-13 * P);
        const int before = seen.events;
        assert_int_equal(case_follow(&c, 1, 2, 7, &watch), CONDENSED_SOLVED);
        const double slip = fmax(0, (T - mu * P) / (k + mu * b)), p = P + b * slip;
        if (p <= 0) {
            case_close(&c);
            continue;
        }
        assert_near(c.state->u[1], slip, 1e-13 * T);
        assert_near(c.state->r[0], p, 1e-12 * P);
        assert_near(c.state->r[1], slip > 0 ? -mu * p : -T, 1e-12 * P);
        assert_int_equal(c.state->node[0], slip > 0 ? CONDENSED_SLIP_PLUS : CONDENSED_STICK);
        assert_int_equal(seen.events - before, slip > 0);
        if (slip > 0) assert_near(seen.at[before], 1 + mu * P / T, 1e-13);
        assert_at_most(c.report.defect, 1e-14);
        assert_near(c.state->s, 2, 0);
        case_close(&c);
    }
}

/* Turning the load: sticks at once, slips back when the force has turned around; residual
 * displacement stays. */
static void turned_around(void **state) {
    (void)state;
    const double P = 2, T = 3, mu = 0.5, k = 4;
    Case c;
    Seen seen = {0};
    const CondensedWatch watch = watch_of(&seen);
    case_particle(&c, 5, 0, k, mu);
    c.f[1][0] = c.f[2][0] = c.f[3][0] = -P;
    c.f[2][1] = T;
    c.f[3][1] = -T;
    case_follow(&c, 0, 1, 1, &watch);
    case_follow(&c, 1, 2, 3, &watch);
    const double slip = (T - mu * P) / k;
    assert_near(c.state->u[1], slip, 1e-15);
    seen = (Seen){0};
    case_follow(&c, 2, 3, 5, &watch);
    assert_int_equal(seen.events, 2);
    assert_int_equal(seen.kind[0], CONDENSED_EVENT_STICK);
    assert_near(seen.at[0], 2, 0);
    assert_int_equal(seen.kind[1], CONDENSED_EVENT_SLIP);
    assert_near(seen.at[1], 2 + 2 * mu * P / (2 * T), 1e-14);
    assert_near(c.state->u[1], -slip, 1e-14);
    assert_int_equal(c.state->node[0], CONDENSED_SLIP_MINUS);
    case_close(&c);
}

/* Lifted off: on the way the force shrinks to the cone, the node slips, then opens where
 * p = 0, free of force. */
static void lifted_off_and_put_back(void **state) {
    (void)state;
    Case c;
    Seen seen = {0};
    const CondensedWatch watch = watch_of(&seen);
    case_particle(&c, 2, 0, 1, 0.5);
    c.f[1][0] = -1;
    c.f[1][1] = 0.4;
    c.f[2][0] = 1;
    c.f[2][1] = 0.4;
    case_follow(&c, 0, 1, 1, &watch);
    seen = (Seen){0};
    case_follow(&c, 1, 2, 1, &watch);
    assert_int_equal(seen.events, 2);
    assert_int_equal(seen.kind[0], CONDENSED_EVENT_SLIP);
    assert_near(seen.at[0], 1.1, 1e-14);
    assert_int_equal(seen.kind[1], CONDENSED_EVENT_OPEN);
    assert_near(seen.at[1], 1.5, 1e-14);
    assert_near(c.state->u[0], 0.5, 1e-14);
    assert_near(c.state->u[1], 0.4, 1e-14);
    assert_exact(c.state->r[0], 0);
    case_follow(&c, 2, 1, 1, &watch);
    assert_int_equal(seen.kind[2], CONDENSED_EVENT_CLOSE);
    assert_near(seen.at[2], 2.5, 1e-14);
    /* back on the ground where it is, it sticks there: nothing pulls */
    assert_near(c.state->u[1], 0.4, 1e-14);
    assert_near(c.state->r[1], 0, 1e-14);
    assert_near(c.state->r[0], 1, 1e-14);
    case_close(&c);
}

/* An obstacle that moves is a body that moves the other way. */
static void carried_by_the_obstacle(void **state) {
    (void)state;
    Case c;
    case_particle(&c, 2, 0.3, 1.5, 0.4);
    c.f[1][0] = c.f[2][0] = -1;
    c.obstacle[2][1] = 1;
    case_follow(&c, 0, 1, 1, NULL);
    case_follow(&c, 1, 2, 4, NULL);
    /* slips minus: (k - mu b) u = mu P */
    const double u = 0.4 / (1.5 - 0.4 * 0.3);
    assert_near(c.state->u[1], u, 1e-14);
    assert_near(c.state->w[1], u - 1, 1e-14);
    assert_int_equal(c.state->node[0], CONDENSED_SLIP_MINUS);
    assert_true(c.report.steady);
    case_close(&c);
}

/* mu above k/|b|: dragging wedges no more, no rate goes on from the cone, the node jumps off. */
static void jumps_where_no_rate_exists(void **state) {
    (void)state;
    Case c;
    Seen seen = {0};
    const CondensedWatch watch = watch_of(&seen);
    case_particle(&c, 2, -1, 1, 1.5);
    c.f[1][0] = c.f[2][0] = -1;
    c.f[2][1] = 3;
    case_follow(&c, 0, 1, 1, &watch);
    assert_int_equal(case_follow(&c, 1, 2, 10, &watch), CONDENSED_SOLVED);
    assert_int_equal(c.report.jumps, 1);
    int at = 0;
    while (seen.kind[at] != CONDENSED_EVENT_JUMP) at++;
    assert_near(seen.at[at], 1.5, 1e-14);
    assert_int_equal(c.state->node[0], CONDENSED_OPEN);
    assert_near(c.state->u[0], -1 + 3, 1e-13);
    assert_at_most(c.report.defect, 1e-14);
    case_close(&c);
}

/* The same node on its cone, unloaded: to stick and to slip are both rates; the one without a
 * change is taken. */
static void says_where_rates_are_several(void **state) {
    (void)state;
    Case c;
    Seen seen = {0};
    const CondensedWatch watch = watch_of(&seen);
    case_particle(&c, 2, -1, 1, 1.5);
    c.f[1][0] = c.f[2][0] = c.f[3][0] = -1;
    c.f[2][1] = 1.5;
    c.f[3][1] = 1;
    case_follow(&c, 0, 1, 1, &watch);
    case_follow(&c, 1, 2, 1, &watch);
    seen = (Seen){0};
    assert_int_equal(case_follow(&c, 2, 3, 3, &watch), CONDENSED_SOLVED);
    assert_int_equal(seen.branches, 1);
    assert_int_equal(seen.solutions, 2);
    assert_int_equal(c.state->node[0], CONDENSED_STICK);
    assert_near(c.state->r[1], -1, 1e-14);
    case_close(&c);
}

/* A finite increment of that particle with three solutions, and one with none. */
static void increments_are_counted(void **state) {
    (void)state;
    Case c;
    CondensedStepReport report;
    case_particle(&c, 2, -1, 1, 1.5);
    c.f[1][0] = -1;
    c.f[1][1] =
        1.2; /* stick: 1.2 <= 1.5; open: u_n = .2 >= 0; slip: u_t = (1.2 - 1.5)/(1 - 1.5) = .6, p = .4 */
    CondensedLoad load = case_load(&c, 1);
    assert_int_equal(condensed_step(c.solver, &load, c.state, &report), JUDDER_OK);
    assert_int_equal(report.outcome, CONDENSED_SOLVED);
    assert_int_equal(report.solutions, 3);
    assert_int_equal(c.state->node[0], CONDENSED_STICK);
    case_close(&c);
    /* A body held by nothing, pulled off: no equilibrium, said and not invented. */
    case_make(&c, 1, 2);
    c.S[0] = c.S[3] = 1;
    c.S[1] = c.S[2] = 1;
    c.mu[0] = 0.5;
    case_open(&c);
    c.f[1][0] = 1;
    c.f[1][1] = -1;
    load = case_load(&c, 1);
    assert_int_equal(condensed_step(c.solver, &load, c.state, &report), JUDDER_OK);
    assert_int_not_equal(report.outcome, CONDENSED_SOLVED);
    assert_near(c.state->u[0], 0, 0);
    case_close(&c);
}

/* Two nodes alike under the same load change together; a path may be stopped and taken up again. */
static void two_alike_change_together(void **state) {
    (void)state;
    Case c;
    Seen seen = {0};
    const CondensedWatch watch = watch_of(&seen);
    case_make(&c, 2, 2);
    const double S[4][4] = {{4, 0.5, -1, 0.2}, {0.5, 3, -0.2, -1}, {-1, -0.2, 4, -0.5}, {0.2, -1, -0.5, 3}};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) c.S[i * 4 + j] = S[i][j];
    c.mu[0] = c.mu[1] = 0.5;
    case_open(&c);
    for (int k = 1; k < 3; k++) c.f[k][0] = c.f[k][2] = -1;
    c.f[2][1] = 1;
    c.f[2][3] = -1; /* a mirror image */
    case_follow(&c, 0, 1, 1, &watch);
    seen = (Seen){0};
    case_follow(&c, 1, 2, 1, &watch);
    assert_int_equal(seen.events, 2);
    assert_near(seen.at[0], 1.5, 1e-14);
    assert_near(seen.at[1], 1.5, 1e-14);
    assert_int_equal(c.state->node[0], CONDENSED_SLIP_PLUS);
    assert_int_equal(c.state->node[1], CONDENSED_SLIP_MINUS);
    assert_near(c.state->u[1], -c.state->u[3], 1e-15);
    case_close(&c);
}

static bool stop_after(void *context) {
    int *left = context;
    return (*left)-- > 0;
}

static void stopped_and_taken_up_again(void **state) {
    (void)state;
    Random random = {7};
    Case whole, parts;
    case_random(&whole, &random, 12, 2, 0.5);
    case_open(&whole);
    memcpy(&parts, &whole, sizeof parts);
    parts.problem = (CondensedProblem){12, 2, parts.S, parts.gap, parts.mu, parts.area, 1, &parts.contact};
    case_open(&parts);
    for (int k = 0; k < 3; k++) {
        assert_int_equal(case_follow(&whole, k, k + 1, 4, NULL), CONDENSED_SOLVED);
        for (int again = 0;; again++) {
            assert_true(again < 100);
            int left = 3;
            const CondensedWatch watch = {.go_on = stop_after, .context = &left};
            if (case_follow(&parts, k, k + 1, 4, &watch) == CONDENSED_SOLVED) break;
            assert_int_equal(parts.report.outcome, CONDENSED_STOPPED);
            /* through a copy, as from a file */
            CondensedState *copy;
            assert_int_equal(condensed_state_create(&parts.problem, &copy), JUDDER_OK);
            condensed_state_copy(copy, parts.state);
            case_close(&parts);
            case_open(&parts);
            condensed_state_copy(parts.state, copy);
            condensed_state_destroy(&copy);
        }
    }
    for (int j = 0; j < 24; j++) assert_near(parts.state->u[j], whole.state->u[j], 1e-11);
    assert_int_equal(whole.report.events, parts.report.events);
    case_close(&whole);
    case_close(&parts);
}

/* A goal ends the segment exactly where the resultant has the value. */
static void goals_are_met_exactly(void **state) {
    (void)state;
    const double on_r[2] = {1, 0};
    for (int law = 0; law < 2; law++) {
        Case c;
        case_particle(&c, 2, 0.3, 1, 0.5);
        case_close(&c);
        c.contact = (Contact){law ? &compliance_contact : &unilateral_contact, 5, 2, 0};
        c.gap[0] = 0.01;
        case_open(&c);
        c.f[1][0] = -4;
        const CondensedGoal goal = {.on_r = on_r, .value = 0.75};
        const CondensedSegment segment = {case_load(&c, 0), case_load(&c, 1), 3, &goal, false};
        assert_int_equal(condensed_path(c.solver, &segment, NULL, c.state, &c.report), JUDDER_OK);
        assert_int_equal(c.report.outcome, CONDENSED_SOLVED);
        assert_true(c.report.goal_reached);
        assert_near(c.state->r[0], 0.75, 1e-12);
        if (!law) assert_near(c.report.reached, (0.75 + 2 * 0.01) / 4, 1e-3);
        case_close(&c);
    }
}

static void bad_problems_are_refused(void **state) {
    (void)state;
    Case c;
    case_make(&c, 1, 2);
    c.S[0] = c.S[3] = 1;
    c.mu[0] = -1;
    assert_int_equal(condensed_create(&c.problem, &c.solver), JUDDER_INPUT);
    c.mu[0] = 0.5;
    c.S[1] = NAN;
    assert_int_equal(condensed_create(&c.problem, &c.solver), JUDDER_INPUT);
    c.S[1] = 0;
    c.S[0] = 0;
    assert_int_equal(condensed_create(&c.problem, &c.solver), JUDDER_INPUT);
    c.S[0] = 1;
    c.problem.dim = 4;
    assert_int_equal(condensed_create(&c.problem, &c.solver), JUDDER_INPUT);
    c.problem.dim = 2;
    case_open(&c);
    c.f[1][1] = INFINITY;
    CondensedSegment segment = {case_load(&c, 0), case_load(&c, 1), 1, NULL, false};
    assert_int_equal(condensed_path(c.solver, &segment, NULL, c.state, &c.report), JUDDER_INPUT);
    segment.to = case_load(&c, 0);
    segment.steps = 0;
    assert_int_equal(condensed_path(c.solver, &segment, NULL, c.state, &c.report), JUDDER_INPUT);
    case_close(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pressed_then_dragged),       cmocka_unit_test(turned_around),
        cmocka_unit_test(lifted_off_and_put_back),    cmocka_unit_test(carried_by_the_obstacle),
        cmocka_unit_test(jumps_where_no_rate_exists), cmocka_unit_test(says_where_rates_are_several),
        cmocka_unit_test(increments_are_counted),     cmocka_unit_test(two_alike_change_together),
        cmocka_unit_test(stopped_and_taken_up_again), cmocka_unit_test(goals_are_met_exactly),
        cmocka_unit_test(bad_problems_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
