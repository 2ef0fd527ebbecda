#include "beam/beam.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS_BETWEEN_QUESTIONS = 8192 };

static JudderErr open_beam(Beam *beam) {
    const BeamSetup *setup = &beam->setup;
    TRY(beam_law_open(&setup->friction, setup->alpha, setup->beta, &beam->law));
    const DriveSource source = {.velocity = setup->velocity,
                                .wall = setup->wall,
                                .foundation = setup->foundation,
                                .force = setup->force,
                                .final = setup->final,
                                .step = setup->step};
    TRY(drive_open(&source, &beam->drive));
    TRY(setup->method->open(beam));
    beam->stick_count = beam->state == BEAM_STICK;
    if (beam->state != BEAM_STICK) beam->first_slip = 0;
    beam->decided_slip = beam->now.slip;
    beam->decided_mean = beam->now.mean;
    beam->decided_temperature = beam->now.temperature;
    beam->energy_start = setup->method->energy(beam);
    beam->heat_start = setup->method->heat(beam);
    beam->mark = beam->now;
    return JUDDER_OK;
}

JudderErr beam_create(const BeamSetup *setup, Beam **beam) {
    Beam *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->setup = *setup;
    made->stepper = (Stepper){.kind = &beam_stepper,
                              .column = beam_columns,
                              .columns = BEAM_COLUMNS,
                              .steps = stepper_count_steps(setup->final, setup->step),
                              .look = STEPS_BETWEEN_QUESTIONS};
    made->first_slip = NAN;
    const JudderErr err = open_beam(made);
    if (err != JUDDER_OK) {
        beam_destroy(&made);
        return err;
    }
    *beam = made;
    return JUDDER_OK;
}

void beam_destroy(Beam **beam) {
    if (!*beam) return;
    if ((*beam)->work) (*beam)->setup.method->close(*beam);
    drive_close(&(*beam)->drive);
    beam_law_close(&(*beam)->law);
    free(*beam);
    *beam = NULL;
}

void beam_change_state(Beam *beam, double t, BeamState to) {
    if (to == beam->state) return;
    const StepperEvent event = {to == BEAM_STICK ? STEPPER_STICK : STEPPER_SLIP, t, beam->state, to, "end"};
    beam->event_count++;
    beam->stick_count += to == BEAM_STICK;
    if (to != BEAM_STICK && isnan(beam->first_slip)) beam->first_slip = t;
    beam->state = to;
    stepper_tell(&beam->stepper, &event);
}

double beam_limit(const Beam *beam) {
    return beam_mu(&beam->law, fabs(beam->decided_slip), beam->decided_temperature) *
           beam_bound(&beam->law, beam->decided_mean);
}

double beam_energy_defect(const Beam *beam) {
    const BeamBalance *b = &beam->balance;
    if (beam->energy_exact) {
        const double energy = beam->setup.method->energy(beam), scale = b->energy_scale + energy;
        return scale > 0 ? fabs(energy - beam->energy_start - b->energy_flow) / scale : 0;
    }
    return b->energy_scale > 0 ? fabs(b->friction_work - b->heat_in) / b->energy_scale : 0;
}

double beam_heat_defect(const Beam *beam) {
    const BeamBalance *b = &beam->balance;
    const double gap = fabs(beam->setup.method->heat(beam) - beam->heat_start - b->heat_flow);
    return b->heat_scale > 0 ? gap / b->heat_scale : gap;
}

double beam_stick_fraction(const Beam *beam) {
    return beam->now.t > 0 ? fmin(beam->stick_time / beam->now.t, 1) : 0;
}

double beam_heating_rate(const Beam *beam) {
    const double time = beam->now.t - beam->mark.t;
    return time > 0 ? (beam->now.mean - beam->mark.mean) / time : 0;
}

double beam_linear_heating(const BeamSetup *setup, double V, double mu, double critical) {
    return 3 * setup->c * setup->c * (fabs(V) - critical) / (mu * setup->alpha);
}
