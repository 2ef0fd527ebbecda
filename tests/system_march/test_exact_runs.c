/* The exact march beside others: independent of the step, resumed to the last bit, and with the events of
 * fine runs of orders 2 and 4. */
#include "system_march/exact_cases.h"

#include "friction/params.h"

enum { TRIALS = SANITIZED ? 60 : 1000, RANDOM_FINAL = 15 };

static void chain_with_belt(Oscillator *o, double final) {
    const double K[] = {2, -1, -1, 1.5};
    oscillator_make(o, 2, 2);
    memcpy(o->K, K, sizeof K);
    o->C[0] = .02, o->C[3] = .05;
    o->law[0] = (Drop){.5, .3}, o->law[1] = (Drop){.4, .3};
    o->belt.constant = .2;
    oscillator_drive(o, .4, 1.7, .3);
    o->setup.final = final;
}

static void assert_same(const Run *a, const Run *b) {
    assert_int_equal(a->count, b->count);
    for (size_t k = 0; k < a->count; k++) {
        assert_exact(a->event[k].t, b->event[k].t);
        assert_int_equal(a->event[k].kind, b->event[k].kind);
        assert_int_equal(a->event[k].contact, b->event[k].contact);
    }
    for (int i = 0; i < 2; i++) {
        assert_exact(a->u[i], b->u[i]);
        assert_exact(a->v[i], b->v[i]);
    }
    assert_exact(a->energy.frictional, b->energy.frictional);
    assert_exact(a->energy.external, b->energy.external);
    assert_int_equal(a->report.steps, b->report.steps);
}

static void nothing_depends_on_the_step(void **state) {
    (void)state;
    static Run first, other;
    Oscillator o;
    chain_with_belt(&o, 60);
    run_march(&o.setup, &first);
    assert_true(first.count > 20);
    const double steps[] = {60, 1, .037, 1e-3};
    for (int i = 0; i < 4; i++) {
        o.setup.step = steps[i];
        run_march(&o.setup, &other);
        assert_same(&first, &other);
    }
}

/* Records of a run. */
typedef struct Rows {
    size_t count;
    double at[2000][3];
} Rows;

static JudderErr rows_take(void *context, const double *row) {
    Rows *rows = context;
    assert_true(rows->count < 2000);
    memcpy(rows->at[rows->count++], row, 3 * sizeof *row);
    return JUDDER_OK;
}

static void march_rows(const SystemMarchSetup *setup, Rows *rows) {
    SystemColumns columns = {0};
    SystemMarchSetup with = *setup;
    SystemMarch *march = NULL;
    system_columns_add(&columns, SYSTEM_TIME, 0, -1);
    system_columns_add(&columns, SYSTEM_DISPLACEMENT, 0, -1);
    system_columns_add(&columns, SYSTEM_VELOCITY, 0, -1);
    with.columns = &columns;
    rows->count = 0;
    assert_int_equal(system_march_create(&with, &march), JUDDER_OK);
    Stepper *stepper = (Stepper *)march;
    stepper->listener = (StepperListener){.record = rows_take, .context = rows};
    assert_int_equal(stepper_march(stepper, 1, 0), JUDDER_OK);
    system_march_destroy(&march);
}

/* Between the ends of its steps, which are as long as the motion allows. */
static void records_lie_on_the_motion(void **state) {
    (void)state;
    static Rows rows;
    Oscillator o;
    oscillator_make(&o, 1, 0);
    o.K[0] = 4, o.C[0] = .4, o.u[0] = 1;
    o.setup.final = 20;
    march_rows(&o.setup, &rows);
    assert_int_equal(rows.count, 1001); /* without a step: a thousandth of the run each */
    o.setup.step = .037;
    march_rows(&o.setup, &rows);
    const double d = .2, w = sqrt(4 - d * d);
    for (size_t k = 0; k < rows.count; k++) {
        const double t = rows.at[k][0], fades = exp(-d * t);
        assert_near(rows.at[k][1], fades * (cos(w * t) + d / w * sin(w * t)), 1e-14);
        assert_near(rows.at[k][2], -fades * 4 / w * sin(w * t), 1e-14);
    }
}

static bool stop_later(void *context, double t) {
    (void)t;
    return --*(int *)context > 0;
}

static void copy_into(Stepper *from, Stepper *to) {
    Archive *out = NULL, *in = NULL;
    size_t size;
    assert_int_equal(archive_create(&out), JUDDER_OK);
    assert_int_equal(stepper_serialise(from, out), JUDDER_OK);
    const void *bytes = archive_bytes(out, &size);
    void *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    assert_int_equal(archive_open(copy, size, &in), JUDDER_OK);
    assert_int_equal(stepper_serialise(to, in), JUDDER_OK);
    archive_destroy(&out);
    archive_destroy(&in);
}

/* Broken off after each of some records, and taken up by another march: rows and all. */
static void it_resumes_to_the_last_bit(void **state) {
    (void)state;
    static Rows whole, part;
    static Run uncut, resumed;
    SystemColumns columns = {0};
    Oscillator o;
    chain_with_belt(&o, 30);
    o.setup.step = .05;
    run_march(&o.setup, &uncut);
    march_rows(&o.setup, &whole);
    system_columns_add(&columns, SYSTEM_TIME, 0, -1);
    system_columns_add(&columns, SYSTEM_DISPLACEMENT, 0, -1);
    system_columns_add(&columns, SYSTEM_VELOCITY, 0, -1);
    o.setup.columns = &columns;
    for (int after = 1; after < 600; after += 97) {
        SystemMarch *first = NULL, *second = NULL;
        assert_int_equal(system_march_create(&o.setup, &first), JUDDER_OK);
        assert_int_equal(system_march_create(&o.setup, &second), JUDDER_OK);
        int left = after;
        Stepper *broken = (Stepper *)first, *taken_up = (Stepper *)second;
        broken->look = 1;
        broken->listener = (StepperListener){.go_on = stop_later, .context = &left};
        assert_int_equal(stepper_march(broken, 1, 0), JUDDER_OK);
        assert_int_equal(broken->state, STEPPER_STOPPED);
        assert_int_equal(broken->done, after);
        copy_into(broken, taken_up);
        part.count = 0;
        taken_up->listener = (StepperListener){.record = rows_take, .context = &part};
        assert_int_equal(stepper_march(taken_up, 1, 0), JUDDER_OK);
        run_take(second, &resumed);
        for (size_t k = 1; k <= 600 - (size_t)after; k++)
            assert_memory_equal(part.at[part.count - k], whole.at[whole.count - k], sizeof part.at[0]);
        resumed.count = uncut.count;
        memcpy(resumed.event, uncut.event, sizeof uncut.event);
        assert_same(&uncut, &resumed);
        system_march_destroy(&first);
        system_march_destroy(&second);
    }
}

/* --- random oscillators --- */

/* Constant, static and kinetic, linear or tabulated. */
static void random_law(Random *random, Oscillator *o, int i, char **params) {
    const double mu = random_in(random, .1, .8), more = random_in(random, 1, 1.6);
    *params = NULL;
    switch (random_below(random, 4)) {
    case 0: o->law[i] = (Drop){mu, mu}; return;
    case 1: o->law[i] = (Drop){mu * more, mu}; return;
    case 2:
        *params = law_weakening(&linear_law, mu * more, mu, "v_c", random_in(random, .05, .5));
        o->contact[i].friction = (Friction){&linear_law, *params};
        return;
    default: *params = law_table(); o->contact[i].friction = (Friction){&tabulated_law, *params};
    }
}

static void random_oscillator(Random *random, Oscillator *o, char *params[2]) {
    const int n = 1 + random_below(random, 2);
    params[0] = params[1] = NULL;
    oscillator_make(o, n, n);
    const double k = random_in(random, .3, 2), c = random_in(random, 0, .1);
    for (int i = 0; i < n; i++) {
        o->K[i * (n + 1)] = random_in(random, .5, 2) + (n > 1 ? k : 0);
        o->C[i * (n + 1)] = c;
        o->u[i] = random_in(random, -1, 1);
        random_law(random, o, i, &params[i]);
    }
    if (n > 1) o->K[1] = o->K[2] = -k;
    if (random_below(random, 2)) o->belt.constant = random_in(random, -.5, .5);
    oscillator_drive(o, random_in(random, .2, 2), random_in(random, .3, 3), random_in(random, 0, 6));
    o->setup.final = RANDOM_FINAL;
}

/* Same events in the same order, at times apart by less than the tolerance. One of the last moment may lie
 * beyond the end of the other run. */
static void assert_agree(const Run *a, const Run *b, double tolerance) {
    const size_t both = a->count < b->count ? a->count : b->count;
    for (size_t k = 0; k < both; k++) {
        assert_int_equal(a->event[k].kind, b->event[k].kind);
        assert_int_equal(a->event[k].contact, b->event[k].contact);
        assert_near(a->event[k].t, b->event[k].t, tolerance);
    }
    for (size_t k = both; k < a->count; k++) assert_true(a->event[k].t > RANDOM_FINAL - tolerance);
    for (size_t k = both; k < b->count; k++) assert_true(b->event[k].t > RANDOM_FINAL - tolerance);
}

/* No stick that is none, none that is missed. */
static void events_are_those_of_fine_runs(void **state) {
    (void)state;
    static Run exact, fine;
    Random random = {17};
    size_t sticks = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        Oscillator o;
        char *params[2];
        random_oscillator(&random, &o, params);
        run_march(&o.setup, &exact);
        for (size_t k = 0; k < exact.count; k++) sticks += exact.event[k].kind == STEPPER_STICK;
        for (int order = 2; order <= 4; order += 2) {
            o.setup.method = SYSTEM_EVENTS;
            o.setup.order = order, o.setup.step = order == 2 ? .01 : .02;
            run_march(&o.setup, &fine);
            assert_agree(&exact, &fine, order == 2 ? 5e-3 : 1e-5);
        }
        free(params[0]), free(params[1]);
    }
    assert_true(sticks > (size_t)TRIALS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_depends_on_the_step),
        cmocka_unit_test(records_lie_on_the_motion),
        cmocka_unit_test(it_resumes_to_the_last_bit),
        cmocka_unit_test(events_are_those_of_fine_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
