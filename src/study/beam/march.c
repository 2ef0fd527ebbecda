/* march{} of the beam: how it is made, and what is said of it. */
#include "study/march/march.h"
#include "beam/modal/modal.h"
#include "study/beam/beam_model.h"

#include <math.h>
#include <stdio.h>

enum { PROFILE = 101 };

static JudderErr check(StudyRun *run) {
    const March *p = run->study->params;
    const BeamPrepared *prepared = run->prepared;
    const size_t steps = stepper_count_steps(p->final, p->step);
    REQUIRE(
        prepared->params->method != METHOD_GRID || fabs((double)steps * p->step - p->final) <= 1e-6 * p->step,
        block_refuse(run->study, "step",
                     "step = %g does not divide final = %g: method \"grid\" has one step for the whole run",
                     p->step, p->final));
    return JUDDER_OK;
}

static JudderErr create(StudyRun *run, double final, double step, Stepper **stepper) {
    const BeamSetup setup = beam_setup_of(run, final, step);
    Beam *beam = NULL;
    TRY(beam_create(&setup, &beam));
    *stepper = &beam->stepper;
    return JUDDER_OK;
}

static void plan(StudyRun *run, Stepper *stepper) {
    const Beam *beam = (const Beam *)stepper;
    if (beam->setup.method == &modal_method) {
        const Modal *modal = beam->work;
        study_note(run, "march to t = %g in %zu steps by method modal, %zu modes of the beam and %zu of heat",
                   beam->setup.final, stepper->steps, modal->modes, modal->heat_modes);
    } else {
        study_note(run, "march to t = %g in %zu steps by method grid, %zu cells", beam->setup.final,
                   stepper->steps, beam->setup.cells);
    }
}

/* Columns x, u, theta. */
static JudderErr keep_profile(StudyRun *run, Stepper *stepper, const char *name) {
    const Beam *beam = (const Beam *)stepper;
    double u[PROFILE], th[PROFILE], columns[3 * PROFILE];
    beam->setup.method->profile(beam, PROFILE, u, th);
    for (size_t i = 0; i < PROFILE; i++) {
        columns[3 * i] = (double)i / (PROFILE - 1);
        columns[3 * i + 1] = u[i];
        columns[3 * i + 2] = th[i];
    }
    return results_table(run->results, &(ResultsTable){name, "x, u, theta", columns, PROFILE, 3});
}

/* The critical velocity and, above it, the linear heating that follows; NAN where they do not apply. */
static void beyond_critical(const Beam *beam, double *critical, double *heating) {
    const BeamSetup *s = &beam->setup;
    const SteadySetup steady = {s->c,
                                s->damping,
                                s->k,
                                s->h_b,
                                s->alpha,
                                s->beta,
                                beam->drive.now.wall,
                                beam->drive.now.foundation,
                                &beam->law};
    *critical = *heating = NAN;
    if (!beam->drive.steady) return;
    const double V = fabs(beam->drive.now.velocity);
    if (steady_state(&steady, V).exists) return;
    /* The slip speed falls to the fastest one below at which heat does not grow. */
    SteadyIntervals intervals;
    steady_intervals(&steady, &intervals);
    for (size_t i = 0; i < intervals.count && intervals.at[i].to <= V; i++) *critical = intervals.at[i].to;
    if (isfinite(*critical))
        *heating = beam_linear_heating(s, V, beam_mu(&beam->law, *critical, 0), *critical);
}

static void note(StudyRun *run, Stepper *stepper) {
    const Beam *beam = (const Beam *)stepper;
    double critical, heating;
    beyond_critical(beam, &critical, &heating);
    if (isfinite(heating) && beam->state != BEAM_STICK)
        study_note(run,
                   "V = %g is above %.6g, up to which there are steady states, and has none; the mean "
                   "temperature grows by "
                   "%.6g a "
                   "unit of time at the end of the run and tends to %.6g, linear heating",
                   fabs(beam->drive.now.velocity), critical, beam_heating_rate(beam), heating);
    else if (beam->nonunique)
        snprintf(
            run->note, sizeof run->note,
            "in %zu of %zu steps several slip velocities were possible; the nearest stable one was taken",
            beam->nonunique, stepper->done);
    else
        study_note(run, "%zu changes between stick and slip; every step had one solution", beam->event_count);
}

static JudderErr write_profile(StudyRun *run, const Beam *beam) {
    double x[PROFILE], u[PROFILE], th[PROFILE];
    for (size_t i = 0; i < PROFILE; i++) x[i] = (double)i / (PROFILE - 1);
    beam->setup.method->profile(beam, PROFILE, u, th);
    TRY(results_field(run->results, "x", "", x, PROFILE, 1));
    TRY(results_field(run->results, "displacement", "", u, PROFILE, 1));
    return results_field(run->results, "temperature", "", th, PROFILE, 1);
}

static JudderErr end(StudyRun *run, Stepper *stepper) {
    const Beam *beam = (const Beam *)stepper;
    double critical, heating;
    beyond_critical(beam, &critical, &heating);
    REQUIRE(value_set(run->values, "linear_heating", value_number(heating)), error_memory());
    return write_profile(run, beam);
}

static const MarchSection beam_section = {
    .slip = {"slip"},
    .turn = "end_velocity",
    .state = {"end_displacement", "end_velocity", "end_temperature", "mean_temperature", "slip"},
    .onsets = true};

const MarchModel beam_march = {.unit = "",
                               .section = &beam_section,
                               .check = check,
                               .create = create,
                               .plan = plan,
                               .profile = keep_profile,
                               .end = end,
                               .note = note};
