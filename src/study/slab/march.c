/* march{} of the slab: series, events, probes, profiles and what they say. */
#include "results/resume/resume.h"
#include "spectrum/spectrum.h"
#include "study/march_run.h"
#include "study/slab/slab_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROFILE_POINTS = 257, SPECTRUM_ROOM = 1 << 17 };

/* Equally spaced samples of the slip speed in bounded memory: when it is full, every other one is dropped. */
typedef struct Thinned {
    double *at;
    size_t count, every, skipped;
    double first_time, last_time;
} Thinned;

static void thinned_add(Thinned *thinned, double t, double value) {
    if (thinned->skipped++ % thinned->every != 0) return;
    if (thinned->count == SPECTRUM_ROOM) {
        for (size_t i = 0; i < SPECTRUM_ROOM / 2; i++) thinned->at[i] = thinned->at[2 * i];
        thinned->count = SPECTRUM_ROOM / 2;
        thinned->every *= 2;
        if ((thinned->skipped - 1) % thinned->every != 0) return;
    }
    if (thinned->count == 0) thinned->first_time = t;
    thinned->last_time = t;
    thinned->at[thinned->count++] = value;
}

typedef struct Marching {
    MarchRun shared;
    void *engine;
    SlabWatch *watch;
    Value *jump_times;
    Thinned speeds;
    bool lost; /* a number is no number any more */
    double lost_at;
} Marching;

static void on_event(void *context, const SlabEvent *event) {
    Marching *m = context;
    if (event->kind == SLAB_JUMP) march_run_list(&m->shared, m->jump_times, event->t);
    const MarchEvent told = {event->t, slab_event_names[event->kind], "contact", event->from, event->to};
    march_run_event(&m->shared, &told);
}

/* The fields inside at this step, as columns z, u_t, u_z. */
static JudderErr keep_profile(const Marching *m, const char *name) {
    const SlabPrepared *prepared = m->shared.run->prepared;
    static const size_t columns = 7;
    double *z = calloc(PROFILE_POINTS * (1 + 6 + columns), sizeof *z);
    REQUIRE(z, error_memory());
    double(*u_t)[3] = (double(*)[3])(z + PROFILE_POINTS), (*u_z)[3] = u_t + PROFILE_POINTS,
    *table = z + 7 * PROFILE_POINTS;
    for (size_t i = 0; i < PROFILE_POINTS; i++)
        z[i] = prepared->data.height * (double)i / (PROFILE_POINTS - 1);
    JudderErr err = prepared->method->profile(m->engine, z, PROFILE_POINTS, u_t, u_z);
    for (size_t i = 0; i < PROFILE_POINTS; i++) {
        table[columns * i] = z[i];
        memcpy(table + columns * i + 1, u_t[i], sizeof u_t[i]);
        memcpy(table + columns * i + 4, u_z[i], sizeof u_z[i]);
    }
    const ResultsTable written = {name, "z [m], v_1 [m/s], v_2 [m/s], v_3 [m/s], u_1z, u_2z, u_3z", table,
                                  PROFILE_POINTS, columns};
    if (err == JUDDER_OK) err = results_table(m->shared.run->results, &written);
    free(z);
    return err;
}

static JudderErr on_record(void *context, const SlabState *s) {
    Marching *m = context;
    if (!m->lost &&
        !isfinite(s->slip[0] + s->slip[1] + s->pressure + s->gap + s->displacement[0] + s->displacement[1])) {
        m->lost = true;
        m->lost_at = s->t;
    }
    char name[PROFILE_NAME_SIZE];
    while (march_run_profile_due(&m->shared, s->t, name)) TRY(keep_profile(m, name));
    if (!march_run_keeps(&m->shared, s->t)) return JUDDER_OK;
    const double row[] = {
        s->t,           s->slip[0],     s->slip[1],  s->velocity[2], s->displacement[0], s->displacement[1],
        s->traction[0], s->traction[1], s->pressure, s->gap};
    thinned_add(&m->speeds, s->t, hypot(s->slip[0], s->slip[1]));
    return results_series_append(m->shared.run->results, row);
}

static bool on_go(void *context, double t) {
    Marching *m = context;
    return march_run_go_on(&m->shared, t) && !m->lost;
}

JudderErr slab_check_march(StudyRun *run) {
    const March *p = run->study->params;
    const SlabPrepared *prepared = run->prepared;
    TRY(march_refuse_body_fields(run));
    const SlabData data = slab_data_of(run, p->final, p->step);
    TRY(slab_try(run, &data, prepared->method));
    snprintf(run->note, sizeof run->note, "march to t = %g s, about %.3g steps, by method %s", p->final,
             p->final / p->step, prepared->method->name);
    return JUDDER_OK;
}

/* The strongest line of the slip speed; 0 if it does not vary or is too short. */
static JudderErr dominant_frequency(const Thinned *speeds, double *frequency) {
    *frequency = 0;
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < speeds->count; i++)
        low = fmin(low, speeds->at[i]), high = fmax(high, speeds->at[i]);
    if (speeds->count < SPECTRUM_FEWEST || !(high > low)) return JUDDER_OK;
    const double dt = (speeds->last_time - speeds->first_time) / (double)(speeds->count - 1);
    const SpectrumOptions options = {.dt = dt, .window = SPECTRUM_HANN, .most_peaks = 1};
    Spectrum *spectrum = NULL;
    TRY(spectrum_create(speeds->at, speeds->count, &options, &spectrum));
    if (spectrum->peak_count > 0) *frequency = spectrum->peaks[0].frequency;
    spectrum_destroy(&spectrum);
    return JUDDER_OK;
}

static bool report_values(Marching *m, const SlabReport *r, double seconds) {
    Value *values = m->shared.run->values;
    double frequency;
    bool good = dominant_frequency(&m->speeds, &frequency) == JUDDER_OK;
    good = value_set(values, "steps", value_count((long long)r->steps)) && good;
    good = value_set(values, "jumps", value_count((long long)r->jumps)) && good;
    good = value_set(values, "nonunique_steps", value_count((long long)r->nonunique_steps)) && good;
    good = value_set(values, "stick_fraction", value_number(r->stick_fraction)) && good;
    good = value_set(values, "open_fraction", value_number(r->open_fraction)) && good;
    good = value_set(values, "pressure_min", value_number(r->pressure_min)) && good;
    good = value_set(values, "pressure_max", value_number(r->pressure_max)) && good;
    good = value_set(values, "energy_defect", value_number(r->energy_defect)) && good;
    good = value_set(values, "dominant_frequency", frequency > 0 ? value_number(frequency) : value_null()) &&
           good;
    good = value_set(values, "t_final", value_number(r->t)) && good;
    return value_set(values, "seconds", value_number(seconds)) && good;
}

static const ProbeColumn probe_columns[] = {
    {"slip_1", offsetof(SlabState, slip)},
    {"slip_2", offsetof(SlabState, slip) + sizeof(double)},
    {"pressure", offsetof(SlabState, pressure)},
    {"gap", offsetof(SlabState, gap)},
    {"displacement_1", offsetof(SlabState, displacement)},
    {"displacement_2", offsetof(SlabState, displacement) + sizeof(double)},
    {"velocity_1", offsetof(SlabState, velocity)},
    {"velocity_2", offsetof(SlabState, velocity) + sizeof(double)},
    {"velocity_3", offsetof(SlabState, velocity) + 2 * sizeof(double)},
    {NULL, 0}};

static void tell(StudyRun *run, const SlabReport *r) {
    const SlabPrepared *prepared = run->prepared;
    if (r->stopped) {
        run->outcome = STUDY_STOPPED;
        snprintf(run->reason, sizeof run->reason, "interrupted at t = %.9g", r->t);
    }
    size_t used = 0;
    if (prepared->compression.strain != 0)
        used = (size_t)snprintf(run->note, sizeof run->note,
                                "the slab starts compressed by a uniform strain of %.6g; ",
                                prepared->compression.strain);
    if (r->nonunique_steps)
        snprintf(run->note + used, sizeof run->note - used,
                 "in %zu of %zu steps several slip velocities were possible; the nearest stable one along "
                 "the flow was taken",
                 r->nonunique_steps, r->steps);
    else
        snprintf(run->note + used, sizeof run->note - used, "every step had one solution");
}

/* Whether what came out is an answer. */
static void judge(Marching *m, const SlabReport *r) {
    StudyRun *run = m->shared.run;
    const SlabMethod *method = ((const SlabPrepared *)run->prepared)->method;
    if (!m->lost && !isfinite(r->energy_defect)) m->lost = true, m->lost_at = r->t;
    if (m->lost)
        snprintf(run->reason, sizeof run->reason, "the numbers left the range of the machine at t = %.9g",
                 m->lost_at);
    else if (r->energy_defect > method->defect_most)
        snprintf(run->reason, sizeof run->reason,
                 "a step misses the balance of its energy by a part of %.3g: the numbers lie too far apart",
                 r->energy_defect);
    if (m->lost || r->energy_defect > method->defect_most) run->outcome = STUDY_FAILED;
}

static JudderErr exchange(void *context, Archive *archive) {
    Marching *m = context;
    const SlabPrepared *prepared = m->shared.run->prepared;
    Thinned kept = m->speeds;
    kept.at = NULL;
    archive_array(archive, "speeds", &kept, sizeof kept);
    if (kept.count > SPECTRUM_ROOM || kept.every == 0) {
        archive_refuse(archive, "the number of speeds");
        return archive_state(archive);
    }
    kept.at = m->speeds.at;
    m->speeds = kept;
    archive_array(archive, "speed", kept.at, kept.count * sizeof *kept.at);
    value_archive_numbers(archive, "jump times", m->jump_times);
    archive_array(archive, "probes", m->watch->probes, m->watch->probe_count * sizeof *m->watch->probes);
    prepared->method->exchange(m->engine, archive);
    return archive_state(archive);
}

static JudderErr march_with(Marching *m, SlabWatch *watch) {
    StudyRun *run = m->shared.run;
    const SlabPrepared *prepared = run->prepared;
    const SlabData data = slab_data_of(run, m->shared.march->final, m->shared.march->step);
    TRY(block_locate(run->model, prepared->method->create(&data, &prepared->choices, &m->engine)));
    SlabReport report = {0};
    bool restored;
    m->watch = watch;
    JudderErr err = march_run_resume(&m->shared, exchange, m, &restored);
    march_run_clock(&m->shared);
    if (err == JUDDER_OK) err = prepared->method->march(m->engine, watch, &report);
    const double seconds = march_run_seconds(&m->shared);
    prepared->method->destroy(&m->engine);
    if (err == JUDDER_OK) err = m->shared.error;
    TRY(block_locate(run->model, err));
    tell(run, &report);
    judge(m, &report);
    const ProbeTable probes = {probe_columns, watch->probes, sizeof(SlabState), report.probes};
    const bool good = march_run_probes(&m->shared, &probes) && report_values(m, &report, seconds);
    return good && !m->shared.out_of_memory ? JUDDER_OK : error_memory();
}

const ResultsColumn slab_columns[] = {{"t", "s"},
                                      {"slip_1", "m/s"},
                                      {"slip_2", "m/s"},
                                      {"velocity_3", "m/s"},
                                      {"displacement_1", "m"},
                                      {"displacement_2", "m"},
                                      {"traction_1", "Pa"},
                                      {"traction_2", "Pa"},
                                      {"pressure", "Pa"},
                                      {"gap", "m"},
                                      {NULL, NULL}};

static JudderErr march_watched(Marching *m) {
    Value *values = m->shared.run->values;
    const March *p = m->shared.march;
    value_set(values, "steps", value_null()); /* first in the list of values */
    value_set(values, "jumps", value_null());
    m->jump_times = value_child_list(values, "jump_times");
    SlabState *probes = calloc(p->probe.count + 1, sizeof *probes);
    REQUIRE(probes, error_memory());
    SlabWatch watch = {.record = on_record,
                       .event = on_event,
                       .go_on = on_go,
                       .context = m,
                       .every = march_run_every(&m->shared),
                       .probe_times = m->shared.probe_times,
                       .probes = probes,
                       .probe_count = p->probe.count};
    const JudderErr err = march_with(m, &watch);
    free(probes);
    return err;
}

JudderErr slab_run_march(StudyRun *run) {
    Marching m = {0};
    m.speeds = (Thinned){.at = calloc(SPECTRUM_ROOM, sizeof(double)), .every = 1};
    REQUIRE(m.speeds.at, error_memory());
    JudderErr err = march_run_begin(&m.shared, run, slab_columns, "s");
    if (err == JUDDER_OK) err = march_watched(&m);
    march_run_end(&m.shared);
    free(m.speeds.at);
    return err;
}
