/* Many oscillators beside their closed form, step control, resuming.  (MO-3), (MO-11), (MO-12) */
#include "system_march/chain.h"

/* One block under cos(b t), k = m = 1, in closed pieces: scanned finely, roots by halving. */
enum { LAST = 20 };

typedef struct Closed {
    double t;
    StageNode to;
} Closed;

typedef struct Piece {
    double b, t0, A, B, C, mean; /* u = mean + C cos(b t) + A cos(t - t0) + B sin(t - t0) */
} Piece;

static double piece_v(const Piece *p, double t) {
    return -p->C * p->b * sin(p->b * t) - p->A * sin(t - p->t0) + p->B * cos(t - p->t0);
}

static double piece_u(const Piece *p, double t) {
    return p->mean + p->C * cos(p->b * t) + p->A * cos(t - p->t0) + p->B * sin(t - p->t0);
}

static Piece piece_from(double b, double F, int sign, double t, double u) {
    Piece p = {.b = b, .t0 = t, .C = 1 / (1 - b * b), .mean = -sign * F};
    p.A = u - p.mean - p.C * cos(b * t);
    p.B = p.C * b * sin(b * t);
    return p;
}

/* Whether it still moves with that sign, or (0) still rests at A. */
static bool holds(const Piece *p, int sign, double t) {
    return sign ? sign * piece_v(p, t) > 0 : fabs(cos(p->b * t) - p->A) < p->mean;
}

/* Events of the block from rest at u up to LAST. */
static size_t closed_form(double b, double F, double u, Closed *list, size_t room) {
    size_t count = 0;
    const double fine = 1e-3, T = LAST;
    double t = 0;
    int sign = fabs(1 - u) <= F ? 0 : 1 > u ? 1 : -1;
    while (t < T && count < room) {
        const Piece p = sign ? piece_from(b, F, sign, t, u) : (Piece){.b = b, .A = u, .mean = F};
        double low = t, high = t + fine;
        if (sign) low = t + 0.5 * fine, high = low + fine;
        while (high < T && holds(&p, sign, high)) low = high, high += fine;
        if (high >= T) break;
        for (int k = 0; k < 60; k++) {
            const double mid = 0.5 * (low + high);
            *(holds(&p, sign, mid) ? &low : &high) = mid;
        }
        t = high;
        if (sign) u = piece_u(&p, t);
        const double rest = cos(b * t) - u;
        const int next = sign && fabs(rest) <= F ? 0 : rest > 0 ? 1 : -1;
        list[count++] = (Closed){t, next ? STAGE_SLIP : STAGE_STICK};
        sign = next;
    }
    return count;
}

static void random_oscillators_never_stick_falsely(void **state) {
    (void)state;
    static Seen seen;
    static Closed list[200];
    Random random = {77};
    const double K = 1;
    for (int k = 0; k < (SANITIZED ? 100 : 1000); k++) {
        const double b = random_in(&random, 0.2, 0.95), F = random_in(&random, 0.05, 0.95),
                     u = random_in(&random, -1, 1);
        char *params = law_coulomb(F);
        Chain c;
        chain_make(&c, 1, &K, (Friction){&constant_law, params}, 0);
        c.u[0] = u;
        chain_load(&c, 1, b, 0);
        c.setup.final = LAST, c.setup.step = 0.05;
        march_run(&c.setup, &seen, NULL);
        const size_t count = closed_form(b, F, u, list, COUNT_OF(list));
        /* one of them may see an event at the very end that the other does not */
        assert_true(seen.count <= count + 1 && count <= seen.count + 1);
        if (seen.count > count) assert_true(seen.event[count].t > 19.99);
        if (seen.count < count) assert_true(list[seen.count].t > 19.99);
        for (size_t i = 0; i < count && i < seen.count; i++) {
            assert_near(seen.event[i].t, list[i].t, 1e-3);
            assert_int_equal(seen.event[i].to, list[i].to);
        }
        free(params);
    }
}

static void tolerances_are_kept(void **state) {
    (void)state;
    static Seen seen;
    char *params = law_stribeck(1, 0, 1. / 3);
    const double K = 1, exact = 12.001031294830579, tolerance[] = {1e-4, 1e-6, 1e-9};
    for (int order = 2; order <= 4; order += 2)
        for (size_t i = 0; i < COUNT_OF(tolerance) - (order == 2); i++) {
            Chain c;
            chain_make(&c, 1, &K, (Friction){&stribeck_law, params}, 0.2);
            c.setup.final = 50, c.setup.tolerance = tolerance[i], c.setup.order = order;
            const SystemMarchReport report = march_run(&c.setup, &seen, NULL);
            assert_near(period_of(&seen), exact,
                        order == 2 ? 200 * sqrt(tolerance[i]) * 0.01 : 1e3 * tolerance[i] + 1e-8);
            assert_true(report.shortest_step > 0 && report.longest_step > report.shortest_step);
        }
    /* nothing moves at all */
    Chain c;
    chain_make(&c, 1, &K, (Friction){&stribeck_law, params}, 0);
    c.setup.final = 50, c.setup.tolerance = 1e-6;
    assert_int_equal(march_run(&c.setup, &seen, NULL).events, 0);
    free(params);
}

static bool stop_at(void *context, double t) {
    return t < *(const double *)context;
}

static void march_on(const SystemMarchSetup *setup, double cut, SystemMarch **march) {
    SystemMarch *first = NULL;
    assert_int_equal(system_march_create(setup, &first), JUDDER_OK);
    Stepper *broken = (Stepper *)first;
    broken->look = 1;
    broken->listener = (StepperListener){.go_on = stop_at, .context = &cut};
    assert_int_equal(stepper_march(broken, 1, 0), JUDDER_OK);
    Archive *out = NULL, *in = NULL;
    size_t size;
    assert_int_equal(archive_create(&out), JUDDER_OK);
    assert_int_equal(stepper_serialise(broken, out), JUDDER_OK);
    const void *bytes = archive_bytes(out, &size);
    void *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    assert_int_equal(archive_open(copy, size, &in), JUDDER_OK);
    assert_int_equal(system_march_create(setup, march), JUDDER_OK);
    assert_int_equal(stepper_serialise((Stepper *)*march, in), JUDDER_OK);
    assert_int_equal(stepper_march((Stepper *)*march, 1, 0), JUDDER_OK);
    archive_destroy(&out);
    archive_destroy(&in);
    system_march_destroy(&first);
}

static void a_march_resumes_to_the_last_bit(void **state) {
    (void)state;
    Random random = {5};
    const double K[9] = {3, -2, 0, -2, 5, -2, 0, -2, 3};
    char *params = law_stribeck(1, 0, 1. / 6);
    for (int k = 0; k < 12; k++) {
        Chain c;
        chain_make(&c, 3, K, (Friction){&stribeck_law, params}, 0.1);
        c.u[0] = 0.6, c.u[1] = 0.3, c.u[2] = 0.8;
        chain_load(&c, 0.1, 0.3, 0);
        c.setup.final = 12, c.setup.step = 0.05, c.setup.order = k % 2 ? 2 : 4;
        if (k % 4 >= 2) c.setup.tolerance = 1e-5;
        SystemMarch *whole = NULL, *again = NULL;
        assert_int_equal(system_march_create(&c.setup, &whole), JUDDER_OK);
        assert_int_equal(stepper_march((Stepper *)whole, 1, 0), JUDDER_OK);
        march_on(&c.setup, random_in(&random, 0.1, 11.9), &again);
        const SystemView a = system_march_view(whole), b = system_march_view(again);
        for (int i = 0; i < 3; i++) {
            assert_exact(a.u[i], b.u[i]);
            assert_exact(a.v[i], b.v[i]);
        }
        assert_exact(a.energy->frictional, b.energy->frictional);
        assert_int_equal(system_march_report(whole)->steps, system_march_report(again)->steps);
        system_march_destroy(&whole);
        system_march_destroy(&again);
    }
    free(params);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_oscillators_never_stick_falsely),
        cmocka_unit_test(tolerances_are_kept),
        cmocka_unit_test(a_march_resumes_to_the_last_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
