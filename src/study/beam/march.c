/* march{} of the beam: series, events, probes and what they say. */
#include "beam/march.h"

#include "beam/modal.h"
#include "study/beam/beam_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LISTED = 100000, PROFILE = 101 };

typedef struct Marching {
    StudyRun *run;
    Progress progress;
    double final, last_flush;
    Value *stick_times, *slip_times;
    const Beam *beam;
    double *profile_times; /* in order */
    size_t next_profile, seen;
    JudderErr event_error;
} Marching;

static void on_event(void *context, const BeamEvent *event) {
    Marching *m = context;
    const bool stick = event->to == BEAM_STICK;
    Value *list = stick ? m->stick_times : m->slip_times;
    if (value_length(list) < MOST_LISTED) value_append(list, value_number(event->t));
    if (m->event_error != JUDDER_OK) return;
    m->event_error = results_event(m->run->results, event->t, stick ? "stick" : "slip", "end", event->from,
                                   event->to);
}

/* Columns x, u, theta. */
static JudderErr keep_profile(const Marching *m, double t) {
    double u[PROFILE], th[PROFILE], columns[3 * PROFILE];
    char name[64];
    m->beam->setup.method->profile(m->beam, PROFILE, u, th);
    for (size_t i = 0; i < PROFILE; i++) {
        columns[3 * i] = (double)i / (PROFILE - 1);
        columns[3 * i + 1] = u[i];
        columns[3 * i + 2] = th[i];
    }
    snprintf(name, sizeof name, "profile_%02zu_t_%.9g", m->next_profile + 1, t);
    const ResultsTable table = {name, "x, u, theta", columns, PROFILE, 3};
    return results_table(m->run->results, &table);
}

static JudderErr on_record(void *context, const BeamSample *s) {
    Marching *m = context;
    const March *p = m->run->study->params;
    const double close = 1e-9 * p->step;
    while (m->next_profile < p->profile.count && s->t >= m->profile_times[m->next_profile] - close) {
        TRY(keep_profile(m, s->t));
        m->next_profile++;
    }
    /* With profiles every step is seen; the series keeps what was asked for. */
    if (p->profile.count > 0 && m->seen++ % (size_t)p->every != 0 && s->t < m->final - close)
        return JUDDER_OK;
    const double row[BEAM_COLUMNS] = {s->t,    s->displacement, s->velocity, s->temperature,
                                      s->mean, s->shear,        s->slip};
    return results_series_append(m->run->results, row);
}

static bool on_go(void *context, double t) {
    Marching *m = context;
    progress_update(&m->progress, t / m->final, t);
    const double now = clock_seconds();
    if (now - m->last_flush > 2) {
        m->last_flush = now;
        if (m->event_error == JUDDER_OK) m->event_error = results_flush(m->run->results);
    }
    return !stop_requested() && m->event_error == JUDDER_OK;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

JudderErr beam_check_march(StudyRun *run) {
    const March *p = run->study->params;
    const BeamSetup setup = beam_setup_of(run, p->final, p->step);
    const size_t steps = beam_step_count(p->final, p->step);
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
    Value *values = m->run->values;
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

static bool report_probes(Value *probes, const March *p, const BeamMarch *march, size_t reached) {
    Value *t = value_list(), *column[6];
    for (int j = 0; j < 6; j++) column[j] = value_list();
    for (size_t i = 0; i < p->probe.count; i++) {
        BeamSample s = {NAN, NAN, NAN, NAN, NAN, NAN, NAN};
        const double *found = bsearch(&p->probe.at[i], march->probe_times, reached, sizeof(double), compare);
        if (found) s = march->probes[found - march->probe_times];
        const double at[6] = {s.displacement, s.velocity, s.temperature, s.mean, s.shear, s.slip};
        value_append(t, value_number(p->probe.at[i]));
        for (int j = 0; j < 6; j++) value_append(column[j], value_number(at[j]));
    }
    bool good = value_set(probes, "t", t);
    for (int j = 0; j < 6; j++) good = value_set(probes, beam_columns[j + 1].name, column[j]) && good;
    return good;
}

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

static JudderErr march_with(Marching *m, const March *p, BeamMarch *march) {
    BeamSetup setup = beam_setup_of(m->run, p->final, p->step);
    setup.event = on_event;
    setup.context = m;
    Beam *beam = NULL;
    TRY(block_locate(m->run->model, beam_create(&setup, &beam)));
    BeamReport report;
    m->beam = beam;
    const double begin = clock_seconds();
    JudderErr err = beam_march(beam, march, &report);
    const double seconds = clock_seconds() - begin;
    progress_end(&m->progress);
    if (err == JUDDER_OK) err = m->event_error;
    if (err == JUDDER_OK) err = write_profile(m->run, beam);
    if (err == JUDDER_OK) {
        tell_march(m->run, beam, &report);
        const bool good = report_march(m, beam, &report, seconds) &&
                          report_probes(m->run->probes, p, march, report.probes);
        if (!good) err = error_memory();
    }
    beam_destroy(&beam);
    return block_locate(m->run->model, err);
}

JudderErr beam_run_march(StudyRun *run) {
    const March *p = run->study->params;
    TRY(results_series_declare(run->results, beam_columns, BEAM_COLUMNS));
    double *times = calloc(p->probe.count + p->profile.count + 1, sizeof *times);
    BeamSample *probes = calloc(p->probe.count + 1, sizeof *probes);
    if (!times || !probes) {
        free(times);
        free(probes);
        return error_memory();
    }
    if (p->probe.count) memcpy(times, p->probe.at, p->probe.count * sizeof *times);
    qsort(times, p->probe.count, sizeof *times, compare);
    double *profile_times = times + p->probe.count;
    if (p->profile.count) memcpy(profile_times, p->profile.at, p->profile.count * sizeof *times);
    qsort(profile_times, p->profile.count, sizeof *times, compare);
    Marching m = {
        .run = run, .final = p->final, .last_flush = clock_seconds(), .profile_times = profile_times};
    value_set(run->values, "steps", value_null()); /* first in the list of values */
    value_set(run->values, "first_slip_time", value_null());
    m.slip_times = value_child_list(run->values, "slip_times");
    m.stick_times = value_child_list(run->values, "stick_times");
    progress_start(&m.progress, run->log, p->name, "");
    BeamMarch march = {.final = p->final,
                       .step = p->step,
                       .every = p->profile.count ? 1 : p->every,
                       .probe_times = times,
                       .probes = probes,
                       .probe_count = p->probe.count,
                       .record = on_record,
                       .go_on = on_go,
                       .context = &m};
    const JudderErr err = m.slip_times && m.stick_times ? march_with(&m, p, &march) : error_memory();
    free(times);
    free(probes);
    return err;
}
