/* The thermoelastic beam from a struct: made, stepped, watched. (BM-1)-(BM-15) */
#include "judder/beam.h"

#include "beam/beam.h"
#include "beam/steady.h"
#include "library/law.h"
#include "library/motion.h"
#include "study/model.h"
#include "study/studies.h"

#include <math.h>
#include <stdlib.h>

struct judder_beam {
    BeamSetup setup;
    Signal wall, foundation, velocity;
    DriveValues first; /* values of the signals */
    Beam *beam;
    Watched watched;
    Owned owned;
};

static judder_beam_state beam_state_of(const BeamSample *s) {
    return (judder_beam_state){s->t,    s->displacement, s->velocity, s->temperature,
                               s->mean, s->shear,        s->slip};
}

#define NUMBER(member, rule)                                                                                 \
    SETUP_NUMBER(judder_beam_setup, member, judder_beam, setup.member, &beam_model.word, #member, rule)
#define TIME(member)                                                                                         \
    SETUP_NUMBER(judder_beam_setup, member, judder_beam, setup.member, &march_word, #member, SETUP_ALWAYS)
#define SIGNAL(member, key)                                                                                  \
    SETUP_SIGNALS(judder_beam_setup, member, judder_beam, member, &beam_model.word, key, SETUP_ALWAYS)
#define CHOICE(member, key) SETUP_CHOICE(judder_beam_setup, member, &beam_model.word, key, NULL)
#define OTHER(member, key)  SETUP_OTHER(judder_beam_setup, member, &beam_model.word, key)

const SetupField beam_fields[] = {
    NUMBER(c, SETUP_OR_PRESET),
    NUMBER(k, SETUP_OR_PRESET),
    NUMBER(h_b, SETUP_OR_PRESET),
    NUMBER(alpha, SETUP_OR_PRESET),
    NUMBER(damping, SETUP_ALWAYS),
    NUMBER(beta, SETUP_ALWAYS),
    SIGNAL(wall, "theta_wall"),
    SIGNAL(foundation, "theta_foundation"),
    SIGNAL(velocity, "foundation.velocity"),
    CHOICE(start, "initial.velocity"),
    CHOICE(grid, "method"),
    CHOICE(hold_constant, "hold"),
    NUMBER(modes, SETUP_ALWAYS),
    NUMBER(heat_modes, SETUP_ALWAYS),
    NUMBER(cells, SETUP_OR_PRESET),
    TIME(final),
    TIME(step),
    OTHER(force, "force"),
    OTHER(force_function, "force"),
    OTHER(law, "friction"),
    OTHER(start_velocity, "initial.velocity"),
    OTHER(start_displacement, "initial.displacement"),
    OTHER(start_temperature, "initial.temperature"),
    SETUP_OTHER(judder_beam_setup, watch, NULL, ""),
    {0},
};

static JudderErr beam_take(const judder_beam_setup *given, judder_beam *made) {
    BeamSetup *setup = &made->setup;
    *setup = (BeamSetup){.wall = &made->wall,
                         .foundation = &made->foundation,
                         .velocity = &made->velocity,
                         .force = {.uniform = given->force},
                         .friction = friction_of(given->law),
                         .start = given->start == JUDDER_BEAM_REST ? BEAM_REST : BEAM_COMPATIBLE,
                         .hold = given->hold_constant ? BEAM_CONSTANT : BEAM_LINEAR,
                         .method = given->grid ? &grid_method : &modal_method};
    Owned *owned = &made->owned;
    void *context = given->start_context;
    if (given->start_velocity) setup->start = BEAM_GIVEN;
    TRY(take_function(owned, given->start_velocity, context, &setup->start_velocity));
    TRY(take_function(owned, given->start_displacement, context, &setup->start_displacement));
    TRY(take_function(owned, given->start_temperature, context, &setup->start_temperature));
    TRY(take_function_two(owned, given->force_function, given->force_context, &setup->force.function));
    TRY(setup_take(owned, beam_fields, given, made));
    REQUIRE(isfinite(given->force), error_input("force", "force is no number"));
    const size_t steps = stepper_count_steps(setup->final, setup->step);
    REQUIRE(setup->method != &grid_method ||
                fabs((double)steps * setup->step - setup->final) <= 1e-6 * setup->step,
            error_input("step",
                        "step = %g does not divide final = %g: on a grid one step holds for the whole run",
                        setup->step, setup->final));
    return JUDDER_OK;
}

static JudderErr beam_make(const judder_beam_setup *given, judder_beam **beam) {
    TRY(check_given(given, "setup"));
    TRY(check_given(given->law, "law"));
    judder_beam *made = calloc(1, sizeof *made);
    *beam = made;
    REQUIRE(made, error_memory());
    TRY(beam_take(given, made));
    TRY(beam_create(&made->setup, &made->beam));
    watched_open(&made->watched, &made->beam->stepper, &given->watch);
    made->first = made->beam->drive.now;
    return JUDDER_OK;
}

judder_status judder_beam_create(const judder_beam_setup *setup, judder_beam **beam) {
    if (!is_given(beam, "beam")) return JUDDER_STATUS_INPUT;
    *beam = NULL;
    const JudderErr err = beam_make(setup, beam);
    if (err != JUDDER_OK) judder_beam_destroy(beam);
    return status_of(err);
}

void judder_beam_destroy(judder_beam **beam) {
    if (!beam || !*beam) return;
    beam_destroy(&(*beam)->beam);
    arena_release(&(*beam)->owned);
    free(*beam);
    *beam = NULL;
}

static JudderErr beam_go_on(judder_beam *handle, size_t steps, judder_rows *rows,
                            judder_beam_report *report) {
    TRY(check_given(handle, "beam"));
    const Beam *beam = handle->beam;
    TRY(watched_march(&handle->watched, steps, rows));
    if (report)
        *report = (judder_beam_report){.steps = beam->stepper.done,
                                       .nonunique_steps = beam->nonunique,
                                       .stick_intervals = beam->stick_count,
                                       .stopped = beam->stepper.state == STEPPER_STOPPED,
                                       .overflowed = beam->stepper.state == STEPPER_LOST,
                                       .first_slip_time = beam->first_slip,
                                       .stick_fraction = beam_stick_fraction(beam),
                                       .energy_defect = beam_energy_defect(beam),
                                       .heat_defect = beam_heat_defect(beam),
                                       .heating_rate = beam_heating_rate(beam)};
    return JUDDER_OK;
}

judder_status judder_beam_march(judder_beam *beam, size_t steps, judder_rows *rows,
                                judder_beam_report *report) {
    return status_of(beam_go_on(beam, steps, rows, report));
}

void judder_beam_now(const judder_beam *beam, judder_beam_state *state) {
    if (is_given(beam, "beam") && is_given(state, "state")) *state = beam_state_of(&beam->beam->now);
}

void judder_beam_profile(const judder_beam *beam, size_t count, double *u, double *temperature) {
    if (!is_given(beam, "beam") || !is_given(u, "u") || !is_given(temperature, "temperature")) return;
    if (count >= 2) beam->setup.method->profile(beam->beam, count, u, temperature);
}

size_t judder_beam_steps(const judder_beam *beam) {
    return is_given(beam, "beam") ? stepper_count_steps(beam->setup.final, beam->setup.step) : 0;
}

judder_status judder_beam_steady_at(const judder_beam *beam, double speed, judder_beam_steady *steady) {
    if (!is_given(beam, "beam") || !is_given(steady, "steady")) return JUDDER_STATUS_INPUT;
    const BeamSetup *s = &beam->setup;
    if (!(speed >= 0) || !isfinite(speed))
        return status_of(error_input("speed", "speed is %g: allowed is a number >= 0", speed));
    const SteadySetup setup = {s->c,
                               s->damping,
                               s->k,
                               s->h_b,
                               s->alpha,
                               s->beta,
                               beam->first.wall,
                               beam->first.foundation,
                               &beam->beam->law};
    const SteadyState state = steady_state(&setup, speed);
    const double critical = steady_critical_velocity(&setup);
    *steady = (judder_beam_steady){
        .exists = state.exists,
        .end_temperature = state.end_temperature,
        .mean_temperature = state.mean_temperature,
        .pressure = state.pressure,
        .end_displacement = state.end_displacement,
        .shear = state.shear,
        .critical_velocity = critical,
        .heat_growth_rate = state.exists ? NAN : steady_heat_growth(&setup, speed),
        .thermal_growth_rate = state.exists ? steady_thermal_growth(&setup, &state) : NAN,
        .flutter_velocity = steady_flutter_velocity(&setup, steady_flutter_top(&setup, critical),
                                                    (size_t)word_param(&steady_word, "modes")->preset)};
    return JUDDER_STATUS_OK;
}
