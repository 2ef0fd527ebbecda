/* Contact in space: the disc of friction, not a polygon. (BD-2) */
#include "condensed/condensed_cases.h"

/* A node pulled by a spring along a circle of radius R: it ends on the circle of radius sqrt(R^2
 * - l^2), l = mu P/k, where the spring, of length l, is tangent to its own circle. First order in
 * the angle of a step. */
static double circle_error(int turn_steps) {
    const double k = 2, P = 3, mu = 0.4, R = 1, l = mu * P / k;
    Case c;
    case_make(&c, 1, 3);
    c.S[0] = 5;
    c.S[4] = c.S[8] = k;
    c.mu[0] = mu;
    case_open(&c);
    c.f[1][0] = c.f[2][0] = c.f[3][0] = -P;
    c.f[2][1] = k * R;
    case_follow(&c, 0, 1, 1, NULL);
    case_follow(&c, 1, 2, 1, NULL);
    double before[2] = {0};
    for (int n = 1; n <= 2 * turn_steps; n++) {
        const double angle = 2 * M_PI * n / turn_steps;
        memcpy(c.f[3], c.f[2], sizeof c.f[3]);
        c.f[2][1] = k * R * cos(angle);
        c.f[2][2] = k * R * sin(angle);
        before[0] = c.state->u[1];
        before[1] = c.state->u[2];
        const CondensedLoad load = case_load(&c, 2);
        CondensedStepReport report;
        assert_int_equal(condensed_step(c.solver, &load, c.state, &report), JUDDER_OK);
        assert_int_equal(report.outcome, CONDENSED_SOLVED);
        assert_at_most(report.defect, 1e-12);
        assert_int_equal(c.state->node[0], CONDENSED_SLIP);
        const double d[2] = {c.state->u[1] - before[0], c.state->u[2] - before[1]};
        /* friction is against the slip and has its full size */
        assert_near(hypot(c.state->r[1], c.state->r[2]), mu * P, 1e-11);
        assert_near(c.state->r[1] * d[1] - c.state->r[2] * d[0], 0, 1e-11);
        assert_true(c.state->r[1] * d[0] + c.state->r[2] * d[1] < 0);
    }
    const double radius = hypot(c.state->u[1], c.state->u[2]);
    case_close(&c);
    return fabs(radius - sqrt(R * R - l * l));
}

static void friction_follows_a_circle(void **state) {
    (void)state;
    const double coarse = circle_error(90), middle = circle_error(180), fine = circle_error(360);
    assert_true(fine < 0.02);
    assert_near(log2(coarse / middle), 1, 0.15);
    assert_near(log2(middle / fine), 1, 0.1);
}

/* A problem of the plane in space, its tangent turned by any angle: the same increments. */
static void plane_motion_is_plane(void **state) {
    (void)state;
    Random random = {77};
    static Case flat, space;
    for (int trial = 0; trial < 40; trial++) {
        const int n = 1 + random_below(&random, 8);
        case_random(&flat, &random, n, 2, 0.7);
        case_make(&space, n, 3);
        const double angle = random_in(&random, 0, 2 * M_PI), t[3] = {0, cos(angle), sin(angle)},
                     across[3] = {0, -sin(angle), cos(angle)};
        for (int i = 0; i < n; i++) {
            space.gap[i] = flat.gap[i];
            space.mu[i] = flat.mu[i];
            for (int k = 1; k < 4; k++)
                for (int a = 0; a < 3; a++) {
                    space.f[k][3 * i + a] = a ? flat.f[k][2 * i + 1] * t[a] : flat.f[k][2 * i];
                    space.obstacle[k][3 * i + a] = flat.obstacle[k][2 * i + 1] * t[a];
                }
            for (int j = 0; j < n; j++)
                for (int a = 0; a < 3; a++)
                    for (int b = 0; b < 3; b++) {
                        const double *S = flat.S + 2 * i * 2 * n + 2 * j;
                        const double nn = S[0], nt = S[1], tn = S[2 * n], tt = S[2 * n + 1];
                        const double normal_a = a == 0, normal_b = b == 0;
                        space.S[(3 * i + a) * 3 * n + 3 * j + b] = normal_a * normal_b * nn +
                                                                   normal_a * nt * t[b] +
                                                                   t[a] * tn * normal_b + t[a] * tt * t[b] +
                                                                   (i == j) * flat.S[0] * across[a] *
                                                                       across[b];
                    }
        }
        case_open(&flat);
        case_open(&space);
        for (int k = 1; k < 4; k++) {
            CondensedStepReport in_plane, in_space;
            const CondensedLoad a = case_load(&flat, k), b = case_load(&space, k);
            assert_int_equal(condensed_step(flat.solver, &a, flat.state, &in_plane), JUDDER_OK);
            assert_int_equal(condensed_step(space.solver, &b, space.state, &in_space), JUDDER_OK);
            assert_int_equal(in_plane.outcome, CONDENSED_SOLVED);
            assert_int_equal(in_space.outcome, CONDENSED_SOLVED);
            for (int i = 0; i < n; i++) {
                assert_near(space.state->u[3 * i], flat.state->u[2 * i], 1e-8);
                for (int l = 1; l < 3; l++)
                    assert_near(space.state->u[3 * i + l], flat.state->u[2 * i + 1] * t[l], 1e-8);
            }
        }
        case_close(&flat);
        case_close(&space);
    }
}

/* Paths in space end with steady sliding when the obstacle moves on. */
static void steady_sliding_is_seen(void **state) {
    (void)state;
    Random random = {13};
    Case c;
    case_random(&c, &random, 5, 3, 0.3);
    for (int j = 0; j < 15; j++) {
        for (int k = 1; k < 4; k++) {
            c.f[k][j] = j % 3 ? 0 : -c.S[0] * 0.5;
            c.obstacle[k][j] = 0;
        }
        c.obstacle[2][j] = j % 3 == 1 ? 30 : j % 3 == 2 ? 40 : 0;
        c.obstacle[3][j] = 2 * c.obstacle[2][j];
        if (j % 3 == 0) c.gap[j / 3] = 0;
    }
    case_open(&c);
    case_follow(&c, 0, 1, 1, NULL);
    assert_false(c.report.steady);
    case_follow(&c, 1, 2, 10, NULL);
    assert_int_equal(case_follow(&c, 2, 3, 10, NULL), CONDENSED_SOLVED);
    CondensedSummary summary;
    condensed_summarise(&c.problem, c.state, &summary);
    assert_int_equal(summary.stick, 0);
    assert_at_most(c.report.defect, 1e-10);
    assert_true(c.report.steady);
    /* carried along 3 : 4 */
    assert_near(summary.force[1] / summary.force[2], 0.75, 1e-6);
    case_close(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(friction_follows_a_circle),
        cmocka_unit_test(plane_motion_is_plane),
        cmocka_unit_test(steady_sliding_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
