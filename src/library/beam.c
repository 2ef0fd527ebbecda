/* The thermoelastic beam from a struct: made, stepped, watched. (BM-1)-(BM-15) */
#include "judder/beam.h"

#include "beam/march.h"
#include "beam/steady.h"
#include "library/law.h"
#include "study/model.h"
#include "study/words.h"

#include <math.h>
#include <stdlib.h>

struct judder_beam {
    BeamSetup setup;
    Signal wall, foundation, velocity;
    DriveValues first; /* values of the signals */
    Beam *beam;
    judder_watch watch;
    judder_rows *rows; /* of the march under way */
    BeamReport found;  /* so far */
    Owned owned;
};

static void on_event(void *context, const BeamEvent *event) {
    const judder_beam *beam = context;
    const judder_event told = {event->to == BEAM_STICK ? JUDDER_EVENT_STICK : JUDDER_EVENT_SLIP, event->t,
                               event->from, event->to};
    beam->watch.event(beam->watch.context, &told);
}

static bool on_go(void *context, double t) {
    const judder_beam *beam = context;
    return beam->watch.go_on(beam->watch.context, t);
}

static judder_beam_state state_of(const BeamSample *s) {
    return (judder_beam_state){s->t,    s->displacement, s->velocity, s->temperature,
                               s->mean, s->shear,        s->slip};
}

static JudderErr on_record(void *context, const BeamSample *sample) {
    judder_beam *beam = context;
    double *row;
    _Static_assert(sizeof(judder_beam_state) == JUDDER_BEAM_COLUMNS * sizeof(double), "a row is a state");
    TRY(rows_next(beam->rows, JUDDER_BEAM_COLUMNS, &row));
    *(judder_beam_state *)(void *)row = state_of(sample);
    return JUDDER_OK;
}

static double or_preset(const char *key, double number) {
    return number != 0 ? number : word_param(&beam_model.word, key)->preset;
}

static JudderErr check_numbers(const BeamSetup *setup) {
    const struct {
        const char *key;
        double number;
    } numbers[] = {{"c", setup->c},
                   {"k", setup->k},
                   {"h_b", setup->h_b},
                   {"alpha", setup->alpha},
                   {"damping", setup->damping},
                   {"beta", setup->beta},
                   {"modes", (double)setup->modes},
                   {"heat_modes", (double)setup->heat_modes},
                   {"cells", (double)setup->cells}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        TRY(check_number(&beam_model.word, numbers[i].key, numbers[i].number));
    TRY(check_number(&march_word, "final", setup->final));
    TRY(check_number(&march_word, "step", setup->step));
    const size_t steps = beam_step_count(setup->final, setup->step);
    REQUIRE(setup->method != &grid_method ||
                fabs((double)steps * setup->step - setup->final) <= 1e-6 * setup->step,
            error_input("step",
                        "step = %g does not divide final = %g: on a grid one step holds for the whole run",
                        setup->step, setup->final));
    return JUDDER_OK;
}

static JudderErr take(const judder_beam_setup *given, judder_beam *made) {
    BeamSetup *setup = &made->setup;
    *setup = (BeamSetup){.c = or_preset("c", given->c),
                         .damping = given->damping,
                         .k = or_preset("k", given->k),
                         .h_b = or_preset("h_b", given->h_b),
                         .alpha = or_preset("alpha", given->alpha),
                         .beta = given->beta,
                         .wall = &made->wall,
                         .foundation = &made->foundation,
                         .velocity = &made->velocity,
                         .force = {.uniform = given->force},
                         .friction = friction_of(given->law),
                         .start = given->start == JUDDER_BEAM_REST ? BEAM_REST : BEAM_COMPATIBLE,
                         .final = given->final,
                         .step = given->step,
                         .modes = given->modes,
                         .heat_modes = given->heat_modes,
                         .hold = given->hold_constant ? BEAM_CONSTANT : BEAM_LINEAR,
                         .cells = (size_t)or_preset("cells", (double)given->cells),
                         .method = given->grid ? &grid_method : &modal_method,
                         .event = given->watch.event ? on_event : NULL,
                         .context = made};
    Owned *owned = &made->owned;
    void *context = given->start_context;
    if (given->start_velocity) setup->start = BEAM_GIVEN;
    TRY(take_function(owned, given->start_velocity, context, &setup->start_velocity));
    TRY(take_function(owned, given->start_displacement, context, &setup->start_displacement));
    TRY(take_function(owned, given->start_temperature, context, &setup->start_temperature));
    TRY(take_function_two(owned, given->force_function, given->force_context, &setup->force.function));
    TRY(take_signal(owned, "wall", &given->wall, &made->wall));
    TRY(take_signal(owned, "foundation", &given->foundation, &made->foundation));
    TRY(take_signal(owned, "velocity", &given->velocity, &made->velocity));
    REQUIRE(isfinite(given->force), error_input("force", "force is no number"));
    return check_numbers(setup);
}

static JudderErr create(const judder_beam_setup *given, judder_beam **beam) {
    TRY(check_given(given, "setup"));
    TRY(check_given(given->law, "law"));
    judder_beam *made = calloc(1, sizeof *made);
    *beam = made;
    REQUIRE(made, error_memory());
    made->watch = given->watch;
    TRY(take(given, made));
    TRY(beam_create(&made->setup, &made->beam));
    made->first = made->beam->drive.now;
    return JUDDER_OK;
}

judder_status judder_beam_create(const judder_beam_setup *setup, judder_beam **beam) {
    *beam = NULL;
    const JudderErr err = create(setup, beam);
    if (err != JUDDER_OK) judder_beam_destroy(beam);
    return status_of(err);
}

void judder_beam_destroy(judder_beam **beam) {
    if (!beam || !*beam) return;
    beam_destroy(&(*beam)->beam);
    owned_release(&(*beam)->owned);
    free(*beam);
    *beam = NULL;
}

static JudderErr march(judder_beam *handle, size_t steps, judder_rows *rows, judder_beam_report *report) {
    Beam *beam = handle->beam;
    handle->rows = rows;
    const BeamMarch how = {.final = handle->setup.final,
                           .step = handle->setup.step,
                           .every = rows_every(rows),
                           .until = steps > 0 ? beam->steps + steps : 0,
                           .record = rows ? on_record : NULL,
                           .go_on = handle->watch.go_on ? on_go : NULL,
                           .context = handle,
                           .goes_on = beam->steps > 0};
    const JudderErr err = beam_march(beam, &how, &handle->found);
    handle->rows = NULL;
    TRY(err);
    if (report)
        *report = (judder_beam_report){
            .steps = beam->steps,
            .nonunique_steps = beam->nonunique,
            .stick_intervals = beam->stick_count,
            .stopped = handle->found.stopped,
            .overflowed = handle->found.overflowed,
            .first_slip_time = beam->first_slip,
            .stick_fraction = beam->now.t > 0 ? fmin(beam->stick_time / beam->now.t, 1) : 0,
            .energy_defect = beam_energy_defect(beam),
            .heat_defect = beam_heat_defect(beam),
            .heating_rate = handle->found.heating_rate};
    return JUDDER_OK;
}

judder_status judder_beam_march(judder_beam *beam, size_t steps, judder_rows *rows,
                                judder_beam_report *report) {
    return status_of(march(beam, steps, rows, report));
}

void judder_beam_now(const judder_beam *beam, judder_beam_state *state) {
    *state = state_of(&beam->beam->now);
}

void judder_beam_profile(const judder_beam *beam, size_t count, double *u, double *temperature) {
    if (count >= 2) beam->setup.method->profile(beam->beam, count, u, temperature);
}

size_t judder_beam_steps(const judder_beam *beam) {
    return beam_step_count(beam->setup.final, beam->setup.step);
}

judder_status judder_beam_steady_at(const judder_beam *beam, double speed, judder_beam_steady *steady) {
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
        .thermal_growth_rate = state.exists ? steady_thermal_growth(&setup, &state) : NAN,
        .flutter_velocity = steady_flutter_velocity(&setup, steady_flutter_top(&setup, critical),
                                                    (size_t)word_param(&steady_word, "modes")->preset)};
    return JUDDER_STATUS_OK;
}
