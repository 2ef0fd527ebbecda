/* One block: order, exact stick, the closed form of stick-slip, rate-and-state friction. */
#include "system_march/watch.h"

/* A block of mass m pulled through a spring k and a dashpot c by a point that moves with V;
 * dof 2 is that point. */
typedef struct Slider {
    double M[4], C[4], K[4], u[2], v[2];
    Signal drive, normal;
    SystemContactSetup contact;
    SystemDofSignal driven;
    SystemMarchSetup setup;
} Slider;

static void slider_make(Slider *s, double m, double k, double c, Friction friction) {
    *s = (Slider){.M = {m, 0, 0, 0}, .C = {c, -c, -c, c}, .K = {k, -k, -k, k}};
    s->contact = (SystemContactSetup){
        .tangent = 0, .normal = -1, .normal_force = &s->normal, .friction = friction};
    s->driven = (SystemDofSignal){1, &s->drive};
    s->setup = (SystemMarchSetup){.n = 2,
                                  .M = s->M,
                                  .C = s->C,
                                  .K = s->K,
                                  .contact_count = 1,
                                  .drive_count = 1,
                                  .contact = &s->contact,
                                  .drive = &s->driven,
                                  .u = s->u,
                                  .v = s->v};
}

/* Free oscillation with damping and constant friction that never stops the block: second order
 * in the step. */
static void smooth_motion_has_order_two(void **test_state) {
    (void)test_state;
    const double m = 2, k = 8, c = 0.4, mu = 0.1, N = 1, V = 10, T = 3;
    char *params = law_coulomb(mu);
    double error[3];
    for (int i = 0; i < 3; i++) {
        Slider s;
        Seen seen;
        slider_make(&s, m, k, c, (Friction){&constant_law, params});
        s.drive.constant = V, s.normal.constant = N;
        s.v[0] = V, s.u[0] = 0.5;
        s.setup.order = 2;
        s.setup.final = T, s.setup.step = 0.02 / (1 << i);
        march_run(&s.setup, &seen, NULL);
        /* y = u - V t:  m y'' + c y' + k y = -mu N */
        const double d = c / (2 * m), w = sqrt(k / m - d * d), y0 = -mu * N / k, A = 0.5 - y0;
        const double exact = V * T + y0 + exp(-d * T) * A * (cos(w * T) + d / w * sin(w * T));
        error[i] = fabs(seen.u_end[0] - exact);
    }
    assert_at_most(error[0], 2e-3);
    assert_near(log2(error[0] / error[1]), 2, 0.05);
    assert_near(log2(error[1] / error[2]), 2, 0.05);
    free(params);
}

static void stick_is_exact_up_to_its_bound(void **test_state) {
    (void)test_state;
    char *params = law_coulomb(0.5);
    Slider s;
    Seen seen;
    slider_make(&s, 1, 100, 0, (Friction){&constant_law, params});
    s.drive.constant = 0.01, s.normal.constant = 2; /* the spring reaches 1 N at t = 1 */
    s.setup.final = 0.999, s.setup.step = 1e-3;
    const SystemMarchReport report = march_run(&s.setup, &seen, NULL);
    assert_int_equal(report.events, 0);
    assert_int_equal(report.stick_count, 999);
    assert_exact(seen.u_end[0], 0);
    assert_exact(seen.v_end[0], 0);
    s.setup.final = 1.2;
    march_run(&s.setup, &seen, NULL);
    assert_true(seen.count >= 1);
    assert_near(seen.event[0].t, 1, 1e-9);
    assert_int_equal(seen.event[0].to, STAGE_SLIP);
    free(params);
}

/* mu falls from mu_s to mu_d over a tiny speed: with A = (mu_s - mu_d) N/k and w = sqrt(k/m) the block sticks
 * for 2A/V and slips for 2 (pi - atan(A w/V))/w. */
static void stick_slip_has_its_period(void **test_state) {
    (void)test_state;
    const double m = 1, k = 25, N = 10, V = 0.2, mu_s = 0.6, mu_d = 0.4, w = 5, A = (mu_s - mu_d) * N / k;
    const double stick = 2 * A / V, slip = 2 * (M_PI - atan(A * w / V)) / w;
    char *params = law_weakening(&linear_law, mu_s, mu_d, "v_c", 1e-6);
    double error[2];
    for (int i = 0; i < 2; i++) {
        Slider s;
        Seen seen;
        slider_make(&s, m, k, 0, (Friction){&linear_law, params});
        s.drive.constant = V, s.normal.constant = N;
        s.setup.method = SYSTEM_STAGES;
        s.setup.final = 12, s.setup.step = i ? 2.5e-4 : 2e-3;
        const SystemMarchReport report = march_run(&s.setup, &seen, NULL);
        assert_true(report.uniqueness > 1); /* the stage has several solutions: the branch rule is at work */
        assert_true(report.jumps > 0);
        double first = 0, last = 0;
        int count = 0;
        for (size_t e = 0; e < seen.count; e++)
            if (seen.event[e].to == STAGE_SLIP) {
                if (count++ == 1) first = seen.event[e].t;
                last = seen.event[e].t;
            }
        assert_true(count > 4);
        const double period = (last - first) / (count - 2);
        error[i] = fabs(period / (stick + slip) - 1);
    }
    assert_at_most(error[0], 1e-3);
    assert_at_most(error[1], 1.5e-4);
    free(params);
}

/* Growth of a small disturbance of steady sliding with rate-and-state friction: log of the
 * ratio of slip extremes. */
typedef struct Extremes {
    double V, last, rate, first_peak, last_peak;
    int count, rows;
} Extremes;

static JudderErr watch_extremes(void *context, const double *row) {
    Extremes *e = context;
    const double now = row[1] - e->V, rate = now - e->last;
    if (e->rows++ > 1 && e->rate > 0 && rate <= 0) {
        if (e->count == 2) e->first_peak = e->last;
        e->last_peak = e->last;
        e->count++;
    }
    e->rate = rate;
    e->last = now;
    return JUDDER_OK;
}

static double growth(double k, const Friction *friction, double m, double step) {
    Slider s;
    Extremes e = {.V = 1};
    SystemMarch *march = NULL;
    SystemColumns columns = {0};
    slider_make(&s, m, k, 0, *friction);
    s.drive.constant = 1, s.normal.constant = 1;
    const double mu = friction_sliding(friction, 1, 1);
    s.v[0] = 1.001, s.u[0] = -mu / k;
    s.setup.final = 300, s.setup.step = step;
    system_columns_add(&columns, SYSTEM_TIME, 0, -1);
    system_columns_add(&columns, SYSTEM_SLIP, 0, -1);
    s.setup.columns = &columns;
    assert_int_equal(system_march_create(&s.setup, &march), JUDDER_OK);
    Stepper *stepper = (Stepper *)march;
    stepper->listener = (StepperListener){.record = watch_extremes, .context = &e};
    assert_int_equal(stepper_march(stepper, 1, 0), JUDDER_OK);
    assert_at_most(system_march_view(march).energy->defect, 1e-12);
    system_march_destroy(&march);
    return e.count < 4 ? -1 : log(e.last_peak / e.first_peak) / e.count;
}

/* Stable above, unstable below k_c = (b - a) S/D_c (1 + m V^2/(a S D_c)); a, b times V/(V + V_0) for
 * this regularised law. */
static void rate_and_state_has_its_critical_stiffness(void **test_state) {
    (void)test_state;
    for (int slip = 0; slip < 2; slip++) {
        const double a = 0.02, b = 0.03, D_c = 1, V_0 = 1e-3, m = 0.01, part = 1 / (1 + V_0);
        char *params = law_rate_state(a, b, D_c, V_0, slip);
        law_set(&rate_state_law, params, "start", 1);
        const Friction friction = {&rate_state_law, params};
        const double k_c = (b - a) * part / D_c * (1 + m / (a * part * D_c));
        double low = 0.8 * k_c, high = 1.25 * k_c;
        assert_true(growth(low, &friction, m, 0.02) > 0);
        assert_true(growth(high, &friction, m, 0.02) < 0);
        while (high > (SANITIZED ? 1.02 : 1.002) * low) {
            const double k = sqrt(low * high);
            *(growth(k, &friction, m, 0.02) > 0 ? &low : &high) = k;
        }
        assert_near(sqrt(low * high) / k_c, 1, 0.01);
        free(params);
    }
}

/* Sliding at a varying speed with laws that have a state: the state too is of second order. */
static void states_follow_with_order_two(void **test_state) {
    (void)test_state;
    for (int kind = 0; kind < 3; kind++) {
        char *params = kind < 2 ? law_rate_state(0.02, 0.05, 0.3, 1e-3, kind)
                                : law_weakening(&slip_weakening_law, 0.8, 0.3, "D_c", 100);
        const Friction friction = {kind < 2 ? &rate_state_law : &slip_weakening_law, params};
        double end[4];
        for (int i = 0; i < 4; i++) {
            Slider s;
            Seen seen;
            slider_make(&s, 1, 30, 0.1, friction);
            s.drive.constant = 1, s.normal.constant = 5;
            s.v[0] = 1.5, s.u[0] = 0.02;
            s.setup.final = 1.6, s.setup.step = 0.01 / (1 << i);
            march_run(&s.setup, &seen, NULL);
            assert_int_equal(seen.count, 0);
            end[i] = seen.u_end[0];
        }
        assert_near(log2((end[0] - end[1]) / (end[1] - end[2])), 2, 0.15);
        assert_near(log2((end[1] - end[2]) / (end[2] - end[3])), 2, 0.1);
        free(params);
    }
}

static JudderErr gentle(void *context, double t, double *y) {
    (void)context;
    *y = 5 + sin(t);
    return JUDDER_OK;
}

static bool stop_once(void *context, double t) {
    (void)t;
    return --*(int *)context > 0;
}

/* With the crossings of all sections. */
static void assert_same_values(Stepper *a, Stepper *b) {
    StepperReport one = {0}, other = {0};
    a->kind->report(a, &one);
    b->kind->report(b, &other);
    assert_int_equal(one.count, other.count);
    for (size_t i = 0; i < one.count; i++) {
        assert_int_equal(isnan(one.at[i].number), isnan(other.at[i].number));
        if (!isnan(one.at[i].number)) assert_exact(one.at[i].number, other.at[i].number);
    }
}

/* Broken off, put into an archive, and taken up by another march: to the last bit what it would have been. */
static void a_march_goes_on_from_an_archive(void **test_state) {
    (void)test_state;
    char *params = law_rate_state(0.02, 0.05, 0.3, 1e-3, 0);
    Slider s;
    slider_make(&s, 1, 30, 0.1, (Friction){&rate_state_law, params});
    s.drive.constant = 0.5, s.normal.function.call = gentle;
    s.setup.final = 50, s.setup.step = 5e-4;
    SystemMarch *whole = NULL, *first = NULL, *second = NULL;
    int left = 1;
    assert_int_equal(system_march_create(&s.setup, &whole), JUDDER_OK);
    assert_int_equal(system_march_create(&s.setup, &first), JUDDER_OK);
    assert_int_equal(system_march_create(&s.setup, &second), JUDDER_OK);
    Stepper *uncut = (Stepper *)whole, *broken = (Stepper *)first, *taken_up = (Stepper *)second;
    assert_int_equal(stepper_march(uncut, 1, 0), JUDDER_OK);
    broken->listener = (StepperListener){.go_on = stop_once, .context = &left};
    assert_int_equal(stepper_march(broken, 1, 0), JUDDER_OK);
    assert_true(broken->state == STEPPER_STOPPED && broken->done < uncut->done);
    Archive *out = NULL, *in = NULL;
    size_t size;
    assert_int_equal(archive_create(&out), JUDDER_OK);
    assert_int_equal(stepper_serialise(broken, out), JUDDER_OK);
    const void *bytes = archive_bytes(out, &size);
    void *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    assert_int_equal(archive_open(copy, size, &in), JUDDER_OK);
    assert_int_equal(stepper_serialise(taken_up, in), JUDDER_OK);
    assert_int_equal(stepper_march(taken_up, 1, 0), JUDDER_OK);
    assert_int_equal(taken_up->done, uncut->done);
    assert_int_equal(system_march_report(second)->events, system_march_report(whole)->events);
    const SystemView a = system_march_view(whole), b = system_march_view(second);
    for (int i = 0; i < 2; i++) {
        assert_exact(a.u[i], b.u[i]);
        assert_exact(a.v[i], b.v[i]);
    }
    assert_exact(a.contact[0].state, b.contact[0].state);
    assert_exact(a.energy->frictional, b.energy->frictional);
    assert_same_values(uncut, taken_up);
    archive_destroy(&out);
    archive_destroy(&in);
    system_march_destroy(&whole);
    system_march_destroy(&first);
    system_march_destroy(&second);
    free(params);
}

/* Whatever the step, the same one is suggested; taken, it brings the number of uniqueness to 0.9. */
static void the_suggested_step_is_one(void **test_state) {
    (void)test_state;
    for (int slip = 0; slip < 2; slip++) {
        char *params = law_rate_state(0.02, 0.05, 0.003, 1e-3, slip);
        double suggested[3];
        Slider s;
        Seen seen;
        slider_make(&s, 1, 3, 0.1, (Friction){&rate_state_law, params});
        s.drive.constant = 1, s.normal.constant = 5, s.v[0] = 1;
        s.setup.final = 0.4;
        s.setup.method = SYSTEM_STAGES;
        for (int i = 0; i < 3; i++) {
            s.setup.step = 0.01 / (1 << i);
            suggested[i] = march_run(&s.setup, &seen, NULL).suggested_step;
        }
        assert_near(suggested[1] / suggested[0], 1, 0.03);
        assert_near(suggested[2] / suggested[0], 1, 0.03);
        s.setup.step = suggested[2];
        s.setup.final = 20 * suggested[2];
        assert_near(march_run(&s.setup, &seen, NULL).uniqueness, 0.9, 0.05);
        free(params);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smooth_motion_has_order_two),
        cmocka_unit_test(stick_is_exact_up_to_its_bound),
        cmocka_unit_test(stick_slip_has_its_period),
        cmocka_unit_test(states_follow_with_order_two),
        cmocka_unit_test(a_march_goes_on_from_an_archive),
        cmocka_unit_test(the_suggested_step_is_one),
        cmocka_unit_test(rate_and_state_has_its_critical_stiffness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
