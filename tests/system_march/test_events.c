/* Motions whose events are known: closed forms and series of many digits.  (MO-1)-(MO-10) */
#include "system_march/watch.h"

static JudderErr harmonic(void *context, double t, double *y) {
    const double *c = context; /* size, frequency, phase */
    *y = c[0] * cos(c[1] * t + c[2]);
    return JUDDER_OK;
}

static char *law_stribeck(double mu_s, double mu_d, double v_c) {
    char *params = law_weakening(&stribeck_law, mu_s, mu_d, "v_c", v_c);
    return params;
}

/* A chain of up to three blocks on a belt, normal forces given. */
typedef struct Chain {
    int n;
    double M[9], K[9], u[3], v[3], load[3];
    Signal push[3], belt, force;
    SystemContactSetup contact[3];
    SystemDofSignal forces[1];
    SystemMarchSetup setup;
} Chain;

static void chain_make(Chain *c, int n, const double *K, Friction friction, double belt) {
    memset(c, 0, sizeof *c);
    c->n = n;
    for (int i = 0; i < n; i++) {
        c->M[i * n + i] = 1;
        c->v[i] = belt;
        c->push[i].constant = 1;
        c->contact[i] = (SystemContactSetup){.tangent = i,
                                             .normal = -1,
                                             .normal_force = &c->push[i],
                                             .velocity = &c->belt,
                                             .friction = friction};
    }
    memcpy(c->K, K, (size_t)(n * n) * sizeof *K);
    c->belt.constant = belt;
    c->forces[0] = (SystemDofSignal){0, &c->force};
    c->setup = (SystemMarchSetup){.n = n,
                                  .M = c->M,
                                  .K = c->K,
                                  .contact_count = n,
                                  .contact = c->contact,
                                  .force = c->forces,
                                  .u = c->u,
                                  .v = c->v};
}

static void chain_load(Chain *c, double size, double frequency, double phase) {
    c->load[0] = size, c->load[1] = frequency, c->load[2] = phase;
    c->force.function = (Function){.call = harmonic, .context = c->load};
    c->setup.force_count = 1;
}

static double period_of(const Seen *seen) {
    double last = NAN, period = NAN;
    for (size_t i = 0; i < seen->count; i++)
        if (seen->event[i].contact == 0 && seen->event[i].from == STAGE_STICK) {
            period = seen->event[i].t - last;
            last = seen->event[i].t;
        }
    return period;
}

static double leine(double V, double step, int order, SystemMarchReport *report) {
    static Seen seen;
    char *params = law_stribeck(1, 0, 1. / 3);
    const double K = 1;
    Chain c;
    chain_make(&c, 1, &K, (Friction){&stribeck_law, params}, V);
    c.setup.final = 3.5 / V + 40, c.setup.step = step, c.setup.order = order;
    *report = march_run(&c.setup, &seen, NULL);
    free(params);
    assert_near(seen.event[0].t, 1 / V, 1e-10);
    assert_int_equal(report->stage_steps, 0);
    return period_of(&seen);
}

static void stick_slip_has_the_order_of_its_steps(void **state) {
    (void)state;
    const double exact = 12.001031294830579;
    for (int order = 2; order <= 4; order += 2) {
        double error[3];
        SystemMarchReport report;
        for (int i = 0; i < 3; i++) error[i] = fabs(leine(0.2, 0.05 / (1 << i), order, &report) - exact);
        assert_true(log2(error[0] / error[1]) > (order == 2 ? 1.9 : 3.8));
        assert_true(log2(error[1] / error[2]) > (order == 2 ? 1.9 : 3.5));
        assert_at_most(error[2], order == 2 ? 1.5e-4 : 2e-9);
        assert_string_equal(report.method, order == 2 ? "sdirk" : "gauss");
    }
    SystemMarchReport report;
    assert_near(leine(0.1, 0.0125, 0, &report), 17.86599024642236, 1e-8);
    assert_near(leine(0.5, 0.0125, 0, &report), 8.282743522678118, 1e-8);
    assert_string_equal(report.method, "gauss");
}

/* Two equal blocks in unison: their events come together. */
static void events_at_once_are_one(void **state) {
    (void)state;
    static Seen seen;
    char *params = law_stribeck(1, 0, 1. / 3);
    const double K[4] = {2, -1, -1, 2};
    Chain c;
    chain_make(&c, 2, K, (Friction){&stribeck_law, params}, 0.1);
    c.setup.final = 60, c.setup.step = 0.0125;
    const SystemMarchReport report = march_run(&c.setup, &seen, NULL);
    assert_int_equal(report.undecided, 0);
    assert_int_equal(seen.count % 2, 0);
    for (size_t i = 0; i + 1 < seen.count; i += 2) {
        assert_near(seen.event[i].t, seen.event[i + 1].t, 1e-9);
        assert_int_equal(seen.event[i].to, seen.event[i + 1].to);
    }
    assert_near(period_of(&seen), 17.86599024642236, 1e-7);
    free(params);
}

typedef struct Expected {
    double t;
    int contact;
    StageNode from, to;
} Expected;

static void expect(const Seen *seen, const Expected *list, size_t count, double near) {
    assert_true(seen->count >= count);
    for (size_t i = 0; i < count; i++) {
        assert_near(seen->event[i].t, list[i].t, near);
        assert_int_equal(seen->event[i].contact + 1, list[i].contact);
        assert_int_equal(seen->event[i].from, list[i].from);
        assert_int_equal(seen->event[i].to, list[i].to);
    }
}

#define OF_STICK STAGE_SLIP, STAGE_STICK
#define OF_SLIP  STAGE_STICK, STAGE_SLIP
#define TURNS    STAGE_SLIP, STAGE_SLIP

static void a_driven_chain_turns_where_it_should(void **state) {
    (void)state;
    static const Expected list[] = {
        {1.5827318406193, 1, TURNS}, {3.2953864163889, 2, OF_SLIP},  {4.3149372451589, 1, TURNS},
        {5.7111732217972, 2, TURNS}, {7.6258653573905, 1, OF_STICK}, {8.3001378226559, 1, OF_SLIP},
        {8.9353838710113, 2, TURNS}, {11.7352401048152, 1, TURNS},   {12.7768415565227, 2, TURNS},
        {15.318403643984, 1, TURNS}, {16.1723757292431, 2, TURNS},   {18.8435921377855, 1, TURNS},
        {19.7467556181404, 2, TURNS}};
    static Seen seen;
    const double K[4] = {2, -1, -1, 1.5};
    char *a = law_coulomb(0.4), *b = law_coulomb(0.3);
    Chain c;
    chain_make(&c, 2, K, (Friction){&constant_law, a}, 0);
    c.contact[1].friction.params = b;
    c.push[1].constant = 1.5;
    chain_load(&c, 1.2, 0.9, 0);
    c.setup.final = 20, c.setup.step = 0.0125;
    march_run(&c.setup, &seen, NULL);
    assert_int_equal(seen.count, COUNT_OF(list));
    expect(&seen, list, COUNT_OF(list), 2e-8);
    assert_near(seen.u_end[0], -0.558459110238, 1e-9);
    assert_near(seen.u_end[1], -0.978235335065, 1e-9);
    assert_near(seen.v_end[0], 0.471451181703, 1e-9);
    free(a);
    free(b);
}

static void three_blocks_quake_in_their_order(void **state) {
    (void)state;
    static const Expected list[] = {{0.879562058658, 2, OF_STICK}, {1.037511071945, 2, OF_SLIP},
                                    {1.912981652426, 3, OF_STICK}, {2.805398486112, 2, TURNS},
                                    {3.841839872594, 1, OF_STICK}, {3.853369883039, 2, OF_STICK},
                                    {9.088397904329, 2, OF_SLIP},  {9.679388822964, 3, OF_SLIP}};
    static Seen seen;
    const double K[9] = {3, -2, 0, -2, 5, -2, 0, -2, 3};
    char *params = law_stribeck(1, 0, 1. / 6);
    Chain c;
    chain_make(&c, 3, K, (Friction){&stribeck_law, params}, 0.1);
    c.u[0] = 0.6, c.u[1] = 0.3, c.u[2] = 0.8;
    c.setup.final = 10, c.setup.step = 0.005;
    march_run(&c.setup, &seen, NULL);
    expect(&seen, list, COUNT_OF(list), 1e-7);
    free(params);
}

/* A load that just reaches the bound moves nothing; a millionth more does, between two steps. */
static void grazing_is_no_event(void **state) {
    (void)state;
    static const Expected list[] = {{1.569382113822, 1, OF_SLIP},
                                    {1.573624750478, 1, OF_STICK},
                                    {4.71097476423, 1, OF_SLIP},
                                    {4.715217410432, 1, OF_STICK}};
    static Seen seen;
    const double K = 1;
    char *params = law_coulomb(1);
    for (int over = 0; over < 2; over++) {
        Chain c;
        chain_make(&c, 1, &K, (Friction){&constant_law, params}, 0);
        chain_load(&c, 1 + over * 1e-6, 1, -M_PI_2);
        c.setup.final = 5, c.setup.step = 0.1;
        const SystemMarchReport report = march_run(&c.setup, &seen, NULL);
        assert_int_equal(seen.count, over ? 4 : 0);
        if (over)
            expect(&seen, list, 4, 2e-9);
        else
            assert_int_equal(report.grazing, 2);
    }
    free(params);
}

/* Den Hartog: one stop in each half cycle, or none. */
static void dry_friction_damps_as_den_hartog_says(void **state) {
    (void)state;
    static Seen seen;
    const double K = 1;
    char *params = law_coulomb(0.5);
    Chain c;
    chain_make(&c, 1, &K, (Friction){&constant_law, params}, 0);
    c.u[0] = 0.3;
    chain_load(&c, 1, 0.4, 0);
    c.setup.final = 300, c.setup.step = 0.02;
    march_run(&c.setup, &seen, NULL);
    const double period = 2 * M_PI / 0.4;
    int checked = 0;
    for (size_t i = 0; i < seen.count; i++) {
        const double part = fmod(seen.event[i].t, period / 2);
        if (seen.event[i].t < 220) continue;
        if (seen.event[i].to == STAGE_SLIP) assert_near(part, 2.383009565169, 1e-8);
        if (seen.event[i].to == STAGE_STICK) assert_near(part, fmod(7.526803815645, period / 2), 1e-8);
        checked++;
    }
    assert_true(checked >= 10);
    chain_load(&c, 1, 1.25, 0);
    c.setup.final = 20 * 2 * M_PI / 1.25, c.setup.step = 0.05;
    march_run(&c.setup, &seen, NULL);
    size_t late = 0;
    for (size_t i = 0; i < seen.count; i++) {
        if (seen.event[i].t > 10) assert_int_equal(seen.event[i].to, STAGE_SLIP);
        late += seen.event[i].t > 10;
    }
    assert_true(late > 30);
    free(params);
}

/* --- normal dofs --- */

/* Tangent dof 1, normal dof 2. */
typedef struct Body {
    double M[4], C[4], K[4], u[2], v[2], load[3];
    Signal forces[2];
    SystemContactSetup contact;
    SystemDofSignal force[2];
    SystemMarchSetup setup;
} Body;

static void body_make(Body *b, const char *mu, double e) {
    memset(b, 0, sizeof *b);
    b->M[0] = b->M[3] = 1;
    b->contact = (SystemContactSetup){.tangent = 0,
                                      .normal = 1,
                                      .law = {.law = &unilateral_contact},
                                      .friction = {&constant_law, mu},
                                      .restitution = e};
    for (int i = 0; i < 2; i++) b->force[i] = (SystemDofSignal){i, &b->forces[i]};
    b->setup = (SystemMarchSetup){.n = 2,
                                  .M = b->M,
                                  .C = b->C,
                                  .K = b->K,
                                  .contact_count = 1,
                                  .contact = &b->contact,
                                  .force_count = 2,
                                  .force = b->force,
                                  .u = b->u,
                                  .v = b->v};
}

static void a_ball_comes_to_rest(void **state) {
    (void)state;
    static Seen seen;
    char *mu = law_coulomb(0);
    SystemEnergy energy;
    Body b;
    body_make(&b, mu, 0.7);
    b.forces[1].constant = 9.81;
    b.u[1] = -0.5;
    b.setup.final = 3, b.setup.step = 0.1;
    const SystemMarchReport report = march_run(&b.setup, &seen, &energy);
    assert_int_equal(report.accumulations, 1);
    assert_true(seen.impacts > 15 && seen.impacts < 40);
    assert_near(seen.impact_t, 1.80922742764, 1e-3);
    assert_near(seen.event[0].t, seen.impact_t, 1e-15);
    assert_exact(seen.u_end[1], 0);
    assert_exact(seen.v_end[1], 0);
    assert_near(energy.impact, -9.81 * 0.5, 1e-10);
    free(mu);
}

static void an_impact_oscillator_has_its_speed(void **state) {
    (void)state;
    static Seen seen;
    char *mu = law_coulomb(0);
    for (int order = 2; order <= 4; order += 2) {
        double error[2];
        for (int i = 0; i < 2; i++) {
            Body b;
            body_make(&b, mu, 0.8);
            b.K[3] = 1, b.C[3] = 0.1;
            b.load[0] = 1, b.load[1] = 2.2;
            b.forces[1].function = (Function){.call = harmonic, .context = b.load};
            b.u[1] = -0.6;
            b.setup.final = 300, b.setup.step = 0.05 / (1 << i), b.setup.order = order;
            march_run(&b.setup, &seen, NULL);
            error[i] = fabs(seen.impact_speed - 1.74263987912);
        }
        assert_true(log2(error[0] / error[1]) > (order == 2 ? 1.9 : 3.8));
        assert_at_most(error[1], order == 2 ? 1e-3 : 1e-6);
    }
    free(mu);
}

/* A rod that slides on its end, and one that hits. */
static void a_rod_sticks_and_hits(void **state) {
    (void)state;
    static Seen seen;
    static const double M[4] = {0.4375, -0.3247595264, -0.3247595264, 0.8125};
    char *mu = law_coulomb(0.5), *less = law_coulomb(0.3);
    SystemEnergy energy;
    Body b;
    body_make(&b, mu, 0);
    memcpy(b.M, M, sizeof M);
    b.forces[0].constant = -3.1858909542, b.forces[1].constant = 7.970625;
    b.v[0] = 1;
    b.setup.final = 0.2, b.setup.step = 0.01;
    march_run(&b.setup, &seen, NULL);
    assert_int_equal(seen.count, 1);
    assert_near(seen.event[0].t, 0.083651198442, 1e-9);
    assert_near(seen.u_end[0], 0.041825599221, 1e-9);
    for (int k = 0; k < 2; k++) {
        body_make(&b, less, 0.5);
        memcpy(b.M, M, sizeof M);
        b.v[0] = k ? 1 : 3, b.v[1] = 1;
        b.setup.final = 0.01, b.setup.step = 0.01;
        march_run(&b.setup, &seen, &energy);
        assert_near(seen.v_end[0], k ? 0 : 1.4058330913, 1e-9);
        assert_near(energy.impact, k ? -0.1986779736 : -0.6385498649, 1e-9);
    }
    /* With e = 1 friction would create energy. */
    body_make(&b, less, 1);
    memcpy(b.M, M, sizeof M);
    b.v[0] = 1, b.v[1] = 1;
    b.setup.final = 0.01, b.setup.step = 0.01;
    march_run(&b.setup, &seen, &energy);
    assert_at_most(energy.impact, 1e-13);
    free(mu);
    free(less);
}

/* --- many, extremes, resuming --- */

/* One block under cos(b t), k = m = 1, in closed pieces: scanned finely, roots by halving. */
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

/* Events of the block from rest at u up to T. */
static size_t closed_form(double b, double F, double u, double T, Expected *list, size_t room) {
    size_t count = 0;
    const double fine = 1e-3;
    double t = 0;
    int sign = fabs(1 - u) <= F ? 0 : 1 > u ? 1 : -1;
    while (t < T && count < room) {
        const Piece p = piece_from(b, F, sign, t, u);
        double low = t, high = t + fine;
        const double side = sign ? 0 : F;
#define VALUE(x) (sign ? sign * piece_v(&p, x) : side - fabs(cos(b * (x)) - u))
        if (sign) low = t + 0.5 * fine, high = low + fine;
        while (high < T && VALUE(high) > 0) low = high, high += fine;
        if (high >= T) break;
        for (int k = 0; k < 60; k++) {
            const double mid = 0.5 * (low + high);
            *(VALUE(mid) > 0 ? &low : &high) = mid;
        }
        t = high;
        if (sign) u = piece_u(&p, t);
        const double rest = cos(b * t) - u;
        const int next = sign && fabs(rest) <= F ? 0 : rest > 0 ? 1 : -1;
        list[count++] = (Expected){t, 1, sign ? STAGE_SLIP : STAGE_STICK, next ? STAGE_SLIP : STAGE_STICK};
        sign = next;
    }
    return count;
}

static void random_oscillators_never_stick_falsely(void **state) {
    (void)state;
    static Seen seen;
    static Expected list[200];
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
        c.setup.final = 20, c.setup.step = 0.05;
        march_run(&c.setup, &seen, NULL);
        const size_t count = closed_form(b, F, u, 20, list, COUNT_OF(list));
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
        cmocka_unit_test(stick_slip_has_the_order_of_its_steps),
        cmocka_unit_test(events_at_once_are_one),
        cmocka_unit_test(a_driven_chain_turns_where_it_should),
        cmocka_unit_test(three_blocks_quake_in_their_order),
        cmocka_unit_test(grazing_is_no_event),
        cmocka_unit_test(dry_friction_damps_as_den_hartog_says),
        cmocka_unit_test(a_ball_comes_to_rest),
        cmocka_unit_test(an_impact_oscillator_has_its_speed),
        cmocka_unit_test(a_rod_sticks_and_hits),
        cmocka_unit_test(random_oscillators_never_stick_falsely),
        cmocka_unit_test(tolerances_are_kept),
        cmocka_unit_test(a_march_resumes_to_the_last_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
