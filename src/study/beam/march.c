/* march{} of the beam: series, events, probes and what they say. */
#include "beam/march.h"

#include "beam/modal/modal.h"
#include "results/resume/resume.h"
#include "study/beam/beam_model.h"
#include "study/march_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PROFILE = 101 };

typedef struct Marching {
    MarchRun shared;
    Value *stick_times, *slip_times;
    Beam *beam;
    BeamMarch march;
    BeamReport report;
} Marching;

static void on_event(void *context, const BeamEvent *event) {
    Marching *m = context;
    const bool stick = event->to == BEAM_STICK;
    march_run_list(&m->shared, stick ? m->stick_times : m->slip_times, event->t);
    const MarchEvent told = {event->t, stick ? "stick" : "slip", "end", event->from, event->to};
    march_run_event(&m->shared, &told);
}

/* Columns x, u, theta. */
static JudderErr keep_profile(const Marching *m, const char *name) {
    double u[PROFILE], th[PROFILE], columns[3 * PROFILE];
    m->beam->setup.method->profile(m->beam, PROFILE, u, th);
    for (size_t i = 0; i < PROFILE; i++) {
        columns[3 * i] = (double)i / (PROFILE - 1);
        columns[3 * i + 1] = u[i];
        columns[3 * i + 2] = th[i];
    }
    const ResultsTable table = {name, "x, u, theta", columns, PROFILE, 3};
    return results_table(m->shared.run->results, &table);
}

static JudderErr on_record(void *context, const BeamSample *s) {
    Marching *m = context;
    char name[PROFILE_NAME_SIZE];
    while (march_run_profile_due(&m->shared, s->t, name)) TRY(keep_profile(m, name));
    if (!march_run_keeps(&m->shared, s->t)) return JUDDER_OK;
    const double row[BEAM_COLUMNS] = {s->t,    s->displacement, s->velocity, s->temperature,
                                      s->mean, s->shear,        s->slip};
    return results_series_append(m->shared.run->results, row);
}

static bool on_go(void *context, double t) {
    Marching *m = context;
    return march_run_go_on(&m->shared, t);
}

JudderErr beam_check_march(StudyRun *run) {
    const March *p = run->study->params;
    const BeamSetup setup = beam_setup_of(run, p->final, p->step);
    const size_t steps = beam_step_count(p->final, p->step);
    TRY(march_refuse_body_fields(run));
    REQUIRE(setup.method != &grid_method || fabs((double)steps * p->step - p->final) <= 1e-6 * p->step,
            block_locate(run->study,
                         error_input("step",
                                     "step = %g does not divide final = %g: method \"grid\" has one step "
                                     "for the whole run",
                                     p->step, p->final)));
    Beam *beam = NULL;
    TRY(block_locate(run->model, beam_create(&setup, &beam)));
    if (setup.method == &modal_method) {
        const Modal *modal = beam->work;
        snprintf(run->note, sizeof run->note,
                 "march to t = %g in %zu steps by method modal, %zu modes of the beam and %zu of heat",
                 p->final, steps, modal->modes, modal->heat_modes);
    } else {
        snprintf(run->note, sizeof run->note, "march to t = %g in %zu steps by method grid, %zu cells",
                 p->final, steps, setup.cells);
    }
    beam_destroy(&beam);
    return JUDDER_OK;
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
    *critical = steady_critical_velocity(&steady);
    const double V = fabs(beam->drive.now.velocity);
    if (isfinite(*critical) && V > *critical)
        *heating = beam_linear_heating(s, V, beam_mu(&beam->law, *critical, 0), *critical);
}

static bool report_march(const Marching *m, const Beam *beam, const BeamReport *report, double seconds) {
    Value *values = m->shared.run->values;
    double critical, heating;
    beyond_critical(beam, &critical, &heating);
    const struct {
        const char *key;
        double value;
    } numbers[] = {{"first_slip_time", beam->first_slip},
                   {"stick_fraction", beam->now.t > 0 ? fmin(beam->stick_time / beam->now.t, 1) : 0},
                   {"energy_defect", beam_energy_defect(beam)},
                   {"heat_defect", beam_heat_defect(beam)},
                   {"t_final", beam->now.t},
                   {"heating_rate", report->heating_rate},
                   {"linear_heating", heating},
                   {"shear_max", report->shear_max},
                   {"slip_max", report->slip_max},
                   {"mu_error", beam->law.thermal ? surface_error(beam->law.thermal) : 0},
                   {"force_error", beam->drive.force_error}};
    bool good = value_set(values, "steps", value_count((long long)beam->steps));
    good = value_set(values, "stick_intervals", value_count((long long)beam->stick_count)) && good;
    good = value_set(values, "nonunique_steps", value_count((long long)beam->nonunique)) && good;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        good = value_set(values, numbers[i].key, value_number(numbers[i].value)) && good;
    return value_set(values, "seconds", value_number(seconds)) && good;
}

static const ProbeColumn probe_columns[] = {{"end_displacement", offsetof(BeamSample, displacement)},
                                            {"end_velocity", offsetof(BeamSample, velocity)},
                                            {"end_temperature", offsetof(BeamSample, temperature)},
                                            {"mean_temperature", offsetof(BeamSample, mean)},
                                            {"shear", offsetof(BeamSample, shear)},
                                            {"slip", offsetof(BeamSample, slip)},
                                            {NULL, 0}};

static void tell_march(StudyRun *run, const Beam *beam, const BeamReport *report) {
    double critical, heating;
    beyond_critical(beam, &critical, &heating);
    if (report->stopped) {
        run->outcome = STUDY_STOPPED;
        snprintf(run->reason, sizeof run->reason, "interrupted at t = %.9g", beam->now.t);
    }
    if (report->overflowed) {
        run->outcome = STUDY_FAILED;
        snprintf(run->reason, sizeof run->reason, "the numbers left the range of the machine at t = %.9g",
                 beam->now.t);
        return;
    }
    if (isfinite(heating) && beam->state != BEAM_STICK)
        snprintf(run->note, sizeof run->note,
                 "V = %g is above the critical velocity %.6g: no steady state; the mean temperature grows by "
                 "%.6g a "
                 "unit of time at the end of the run and tends to %.6g, linear heating",
                 fabs(beam->drive.now.velocity), critical, report->heating_rate, heating);
    else if (beam->nonunique)
        snprintf(
            run->note, sizeof run->note,
            "in %zu of %zu steps several slip velocities were possible; the nearest stable one was taken",
            beam->nonunique, beam->steps);
    else
        snprintf(run->note, sizeof run->note,
                 "%zu changes between stick and slip; every step had one solution", beam->event_count);
}

static JudderErr write_profile(StudyRun *run, const Beam *beam) {
    double x[PROFILE], u[PROFILE], th[PROFILE];
    for (size_t i = 0; i < PROFILE; i++) x[i] = (double)i / (PROFILE - 1);
    beam->setup.method->profile(beam, PROFILE, u, th);
    TRY(results_field(run->results, "x", "", x, PROFILE, 1));
    TRY(results_field(run->results, "displacement", "", u, PROFILE, 1));
    return results_field(run->results, "temperature", "", th, PROFILE, 1);
}

static JudderErr exchange(void *context, Archive *archive) {
    Marching *m = context;
    value_archive_numbers(archive, "stick times", m->stick_times);
    value_archive_numbers(archive, "slip times", m->slip_times);
    archive_array(archive, "report", &m->report, sizeof m->report);
    archive_array(archive, "probes", m->march.probes, m->march.probe_count * sizeof *m->march.probes);
    if (m->report.probes > m->march.probe_count) archive_refuse(archive, "the number of probes");
    beam_exchange(m->beam, archive);
    return archive_state(archive);
}

static JudderErr march_with(Marching *m) {
    StudyRun *run = m->shared.run;
    BeamMarch *march = &m->march;
    BeamReport *report = &m->report;
    BeamSetup setup = beam_setup_of(run, march->final, march->step);
    setup.event = on_event;
    setup.context = m;
    Beam *beam = NULL;
    TRY(block_locate(run->model, beam_create(&setup, &beam)));
    m->beam = beam;
    JudderErr err = march_run_resume(&m->shared, exchange, m, &march->goes_on);
    march_run_clock(&m->shared);
    if (err == JUDDER_OK) err = beam_march(beam, march, report);
    const double seconds = march_run_seconds(&m->shared);
    if (err == JUDDER_OK) err = m->shared.error;
    if (err == JUDDER_OK) err = write_profile(run, beam);
    if (err == JUDDER_OK) {
        tell_march(run, beam, report);
        const ProbeTable probes = {probe_columns, march->probes, sizeof(BeamSample), report->probes};
        const bool good = report_march(m, beam, report, seconds) && march_run_probes(&m->shared, &probes);
        if (!good || m->shared.out_of_memory) err = error_memory();
    }
    beam_destroy(&beam);
    return block_locate(run->model, err);
}

static JudderErr march_watched(Marching *m) {
    Value *values = m->shared.run->values;
    const March *p = m->shared.march;
    value_set(values, "steps", value_null()); /* first in the list of values */
    value_set(values, "first_slip_time", value_null());
    m->slip_times = value_child_list(values, "slip_times");
    m->stick_times = value_child_list(values, "stick_times");
    BeamSample *probes = calloc(p->probe.count + 1, sizeof *probes);
    REQUIRE(probes, error_memory());
    m->march = (BeamMarch){.final = p->final,
                           .step = p->step,
                           .every = march_run_every(&m->shared),
                           .probe_times = m->shared.probe_times,
                           .probes = probes,
                           .probe_count = p->probe.count,
                           .record = on_record,
                           .go_on = on_go,
                           .context = m};
    const JudderErr err = march_with(m);
    free(probes);
    return err;
}

JudderErr beam_run_march(StudyRun *run) {
    Marching m = {0};
    JudderErr err = march_run_begin(&m.shared, run, beam_columns, "");
    if (err == JUDDER_OK) err = march_watched(&m);
    march_run_end(&m.shared);
    return err;
}
