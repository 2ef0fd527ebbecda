#include "beam/beam.h"

#include <math.h>
#include <stdlib.h>

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
    beam->decided_mean = beam->now.mean;
    beam->decided_temperature = beam->now.temperature;
    beam->energy_start = setup->method->energy(beam);
    beam->heat_start = setup->method->heat(beam);
    return JUDDER_OK;
}

JudderErr beam_create(const BeamSetup *setup, Beam **beam) {
    Beam *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    made->setup = *setup;
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

void beam_exchange(Beam *beam, Archive *archive) {
    Beam copy = *beam;
    copy.setup = (BeamSetup){0}, copy.law = (BeamLaw){0}, copy.drive = (BeamDrive){0};
    copy.work = NULL;
    archive_array(archive, "beam", &copy, sizeof copy);
    copy.setup = beam->setup, copy.law = beam->law, copy.drive = beam->drive, copy.work = beam->work;
    *beam = copy;
    if (beam->law.thermal) surface_exchange(beam->law.thermal, archive);
    drive_exchange(&beam->drive, archive);
    beam->setup.method->exchange(beam, archive);
}

void beam_change_state(Beam *beam, double t, BeamState to) {
    if (to == beam->state) return;
    const BeamEvent event = {t, beam->state, to};
    beam->event_count++;
    beam->stick_count += to == BEAM_STICK;
    if (to != BEAM_STICK && isnan(beam->first_slip)) beam->first_slip = t;
    beam->state = to;
    if (beam->setup.event) beam->setup.event(beam->setup.context, &event);
}

double beam_limit(const Beam *beam) {
    return beam_mu(&beam->law, fabs(beam->now.slip), beam->decided_temperature) *
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
