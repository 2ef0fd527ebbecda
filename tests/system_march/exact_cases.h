/* Systems of one or two dofs for the exact march, and what their runs tell. */
#ifndef JUDDER_TESTS_SYSTEM_MARCH_EXACT_CASES_H
#define JUDDER_TESTS_SYSTEM_MARCH_EXACT_CASES_H

#include "system_march/watch.h"

enum { CASE_EVENTS = 2000 };

typedef struct Cosine {
    double amplitude, frequency, phase;
} Cosine;

static inline JudderErr cosine_at(void *context, double t, double *y) {
    const Cosine *c = context;
    *y = c->amplitude * cos(c->frequency * t + c->phase);
    return JUDDER_OK;
}

/* mu_s at rest, mu in sliding. */
typedef struct Drop {
    double mu_s, mu;
} Drop;

static inline double drop_at_rest(const void *params, double state) {
    (void)state;
    return ((const Drop *)params)->mu_s;
}

static inline double drop_sliding(const void *params, double r, double state) {
    (void)r, (void)state;
    return ((const Drop *)params)->mu;
}

static inline double drop_slope(const void *params, double r, double state) {
    (void)params, (void)r, (void)state;
    return 0;
}

static const FrictionLaw drop_law = {.word = {.name = "drop"},
                                     .constant = true,
                                     .piecewise_linear = true,
                                     .any_speed = true,
                                     .at_rest = drop_at_rest,
                                     .sliding = drop_sliding,
                                     .slope = drop_slope};

typedef struct Oscillator {
    double M[4], C[4], K[4], u[2], v[2];
    Drop law[2];
    Cosine load;
    Signal normal[2], belt, force;
    SystemContactSetup contact[2];
    SystemDofSignal forced;
    SystemMarchSetup setup;
} Oscillator;

/* Contacts 1 .. on dofs 1 .., of mass 1 each. */
static inline void oscillator_make(Oscillator *o, int n, int contacts) {
    *o = (Oscillator){.M = {1, 0, 0, 1}};
    if (n == 1) o->M[3] = 0;
    for (int i = 0; i < 2; i++) {
        o->normal[i].constant = 1;
        o->contact[i] = (SystemContactSetup){.tangent = i,
                                             .normal = -1,
                                             .normal_force = &o->normal[i],
                                             .velocity = &o->belt,
                                             .friction = {&drop_law, &o->law[i]}};
    }
    o->forced.signal = &o->force;
    o->setup = (SystemMarchSetup){.n = n,
                                  .M = o->M,
                                  .C = o->C,
                                  .K = o->K,
                                  .contact_count = contacts,
                                  .contact = o->contact,
                                  .force = &o->forced,
                                  .u = o->u,
                                  .v = o->v,
                                  .method = SYSTEM_EXACT};
}

static inline void oscillator_drive(Oscillator *o, double amplitude, double frequency, double phase) {
    o->load = (Cosine){amplitude, frequency, phase};
    o->force = (Signal){.function = {.call = cosine_at, .context = &o->load}};
    o->setup.force_count = 1;
}

/* m = k = 1 with one contact of constant mu. */
static inline void oscillator_single(Oscillator *o, double mu) {
    oscillator_make(o, 1, 1);
    o->K[0] = 1;
    o->law[0] = (Drop){mu, mu};
}

/* A rigid obstacle at dof 2; dof 1 slides along it. */
static inline void oscillator_obstacle(Oscillator *o, double gap, double restitution, double mu) {
    oscillator_make(o, 2, 1);
    o->law[0] = (Drop){mu, mu};
    o->contact[0].normal = 1;
    o->contact[0].normal_force = NULL;
    o->contact[0].law = (Contact){.law = &unilateral_contact};
    o->contact[0].gap = gap;
    o->contact[0].restitution = restitution;
    o->forced.dof = 1;
}

typedef struct Told {
    double t, from, to;
    int contact;
    StepperEventKind kind;
} Told;

typedef struct Run {
    size_t count;
    Told event[CASE_EVENTS];
    double u[2], v[2], pressure, friction;
    SystemEnergy energy;
    SystemMarchReport report;
} Run;

static inline void run_hears(void *context, const StepperEvent *event) {
    Run *run = context;
    int contact = 0;
    if (event->kind == STEPPER_EPISODE) return;
    assert_true(run->count < CASE_EVENTS);
    assert_int_equal(sscanf(event->place, "contact %d", &contact), 1);
    run->event[run->count++] = (Told){event->t, event->from, event->to, contact, event->kind};
}

static inline void run_take(const SystemMarch *march, Run *run) {
    const SystemView view = system_march_view(march);
    const int n = system_march_setup(march)->n;
    for (int i = 0; i < n && i < 2; i++) run->u[i] = view.u[i], run->v[i] = view.v[i];
    run->pressure = view.contact[0].pressure;
    run->friction = view.contact[0].friction;
    run->energy = *view.energy;
    run->report = *system_march_report(march);
}

static inline void run_march(const SystemMarchSetup *setup, Run *run) {
    SystemMarch *march = NULL;
    run->count = 0;
    assert_int_equal(system_march_create(setup, &march), JUDDER_OK);
    Stepper *stepper = (Stepper *)march;
    stepper->listener = (StepperListener){.event = run_hears, .context = run};
    assert_int_equal(stepper_march(stepper, 1, 0), JUDDER_OK);
    assert_int_equal(stepper->state, STEPPER_GOING);
    run_take(march, run);
    if (setup->method == SYSTEM_EXACT) {
        assert_string_equal(run->report.method, "exact");
        assert_int_equal(run->report.stage_steps, 0);
        assert_int_equal(run->report.undecided, 0);
        assert_at_most(run->energy.defect, 1e-13);
    }
    system_march_destroy(&march);
}

#endif
