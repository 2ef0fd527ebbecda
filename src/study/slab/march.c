/* march{} of the slab: series, events, probes, profiles and what they say. */
#include "spectrum/spectrum.h"
#include "study/slab/slab_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LISTED = 100000, PROFILE_POINTS = 257, SPECTRUM_ROOM = 1 << 17 };

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
    StudyRun *run;
    const March *march;
    void *engine;
    Progress progress;
    double last_flush;
    Value *jump_times;
    Thinned speeds;
    size_t seen, next_profile;
    double *profile_times; /* in order */
    bool lost;             /* a number is no number any more */
    double lost_at;
    JudderErr error;
} Marching;

static void on_event(void *context, const SlabEvent *event) {
    Marching *m = context;
    if (event->kind == SLAB_JUMP && value_length(m->jump_times) < MOST_LISTED)
        value_append(m->jump_times, value_number(event->t));
    if (m->error == JUDDER_OK)
        m->error = results_event(m->run->results, event->t, slab_event_names[event->kind], "contact",
                                 event->from, event->to);
}

/* The fields inside at this step, as columns z, u_t, u_z. */
static JudderErr keep_profile(const Marching *m, double t) {
    const SlabPrepared *prepared = m->run->prepared;
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
    char name[64];
    snprintf(name, sizeof name, "profile_%02zu_t_%.9g", m->next_profile + 1, t);
    const ResultsTable written = {name, "z [m], v_1 [m/s], v_2 [m/s], v_3 [m/s], u_1z, u_2z, u_3z", table,
                                  PROFILE_POINTS, columns};
    if (err == JUDDER_OK) err = results_table(m->run->results, &written);
    free(z);
    return err;
}

static JudderErr on_record(void *context, const SlabState *s) {
    Marching *m = context;
    const March *p = m->march;
    if (!m->lost &&
        !isfinite(s->slip[0] + s->slip[1] + s->pressure + s->gap + s->displacement[0] + s->displacement[1])) {
        m->lost = true;
        m->lost_at = s->t;
    }
    while (m->next_profile < p->profile.count && s->t >= m->profile_times[m->next_profile]) {
        TRY(keep_profile(m, s->t));
        m->next_profile++;
    }
    /* With profiles every step is seen; the series keeps what was asked for. */
    const bool last = s->t >= p->final * (1 - 1e-12);
    if (p->profile.count > 0 && m->seen++ % (size_t)p->every != 0 && !last) return JUDDER_OK;
    const double row[] = {
        s->t,           s->slip[0],     s->slip[1],  s->velocity[2], s->displacement[0], s->displacement[1],
        s->traction[0], s->traction[1], s->pressure, s->gap};
    thinned_add(&m->speeds, s->t, hypot(s->slip[0], s->slip[1]));
    return results_series_append(m->run->results, row);
}

static bool on_go(void *context, double t) {
    Marching *m = context;
    progress_update(&m->progress, t / m->march->final, t);
    const double now = clock_seconds();
    if (now - m->last_flush > 2) {
        m->last_flush = now;
        if (m->error == JUDDER_OK) m->error = results_flush(m->run->results);
    }
    return !stop_requested() && m->error == JUDDER_OK && !m->lost;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

JudderErr slab_check_march(StudyRun *run) {
    const March *p = run->study->params;
    const SlabPrepared *prepared = run->prepared;
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
    Value *values = m->run->values;
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

typedef struct ProbeColumn {
    const char *name;
    size_t offset;
} ProbeColumn;

static const ProbeColumn probe_columns[] = {
    {"slip_1", offsetof(SlabState, slip)},
    {"slip_2", offsetof(SlabState, slip) + sizeof(double)},
    {"pressure", offsetof(SlabState, pressure)},
    {"gap", offsetof(SlabState, gap)},
    {"displacement_1", offsetof(SlabState, displacement)},
    {"displacement_2", offsetof(SlabState, displacement) + sizeof(double)},
    {"velocity_1", offsetof(SlabState, velocity)},
    {"velocity_2", offsetof(SlabState, velocity) + sizeof(double)},
    {"velocity_3", offsetof(SlabState, velocity) + 2 * sizeof(double)}};

/* The probes in the order in which they were asked for; those that were not reached are null. */
static bool report_probes(Value *probes, const March *p, const SlabWatch *watch, size_t reached) {
    bool good = true;
    Value *t = value_child_list(probes, "t");
    for (size_t i = 0; i < p->probe.count; i++) good = value_append(t, value_number(p->probe.at[i])) && good;
    for (size_t k = 0; k < sizeof probe_columns / sizeof probe_columns[0]; k++) {
        Value *column = value_child_list(probes, probe_columns[k].name);
        for (size_t i = 0; i < p->probe.count; i++) {
            const double *found = bsearch(&p->probe.at[i], watch->probe_times, reached, sizeof(double),
                                          compare);
            const SlabState *state = found ? &watch->probes[found - watch->probe_times] : NULL;
            good = value_append(column, value_number(state ? *(const double *)((const char *)state +
                                                                               probe_columns[k].offset)
                                                           : NAN)) &&
                   good;
        }
    }
    return good;
}

static void tell(StudyRun *run, const SlabReport *r) {
    const SlabPrepared *prepared = run->prepared;
    if (r->stopped) {
        run->outcome = STUDY_STOPPED;
        snprintf(run->reason, sizeof run->reason, "interrupted at t = %.9g", r->t);
    }
    size_t used = 0;
    if (prepared->compressed != 0)
        used = (size_t)snprintf(run->note, sizeof run->note,
                                "the slab starts compressed by a uniform strain of %.6g; ",
                                prepared->compressed);
    if (r->nonunique_steps)
        snprintf(run->note + used, sizeof run->note - used,
                 "in %zu of %zu steps several slip velocities were possible; the nearest stable one along "
                 "the flow was taken",
                 r->nonunique_steps, r->steps);
    else
        snprintf(run->note + used, sizeof run->note - used, "every step had one solution");
}

static JudderErr march_with(Marching *m, SlabWatch *watch) {
    const SlabPrepared *prepared = m->run->prepared;
    const SlabData data = slab_data_of(m->run, m->march->final, m->march->step);
    TRY(block_locate(m->run->model, prepared->method->create(&data, &prepared->choices, &m->engine)));
    SlabReport report = {0};
    const double begin = clock_seconds();
    JudderErr err = prepared->method->march(m->engine, watch, &report);
    const double seconds = clock_seconds() - begin;
    progress_end(&m->progress);
    prepared->method->destroy(&m->engine);
    if (err == JUDDER_OK) err = m->error;
    TRY(block_locate(m->run->model, err));
    tell(m->run, &report);
    if (m->lost) {
        m->run->outcome = STUDY_FAILED;
        snprintf(m->run->reason, sizeof m->run->reason,
                 "the numbers left the range of the machine at t = %.9g", m->lost_at);
    }
    const bool good = report_probes(m->run->probes, m->march, watch, report.probes);
    return report_values(m, &report, seconds) && good ? JUDDER_OK : error_memory();
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

JudderErr slab_run_march(StudyRun *run) {
    const March *p = run->study->params;
    TRY(results_series_declare(run->results, slab_columns, sizeof slab_columns / sizeof *slab_columns - 1));
    double *times = calloc(p->probe.count + p->profile.count + SPECTRUM_ROOM, sizeof *times);
    SlabState *probes = calloc(p->probe.count + 1, sizeof *probes);
    if (!times || !probes) {
        free(times);
        free(probes);
        return error_memory();
    }
    Marching m = {
        .run = run, .march = p, .last_flush = clock_seconds(), .profile_times = times + p->probe.count};
    m.speeds = (Thinned){.at = times + p->probe.count + p->profile.count, .every = 1};
    if (p->probe.count) memcpy(times, p->probe.at, p->probe.count * sizeof *times);
    if (p->profile.count) memcpy(m.profile_times, p->profile.at, p->profile.count * sizeof *times);
    qsort(times, p->probe.count, sizeof *times, compare);
    qsort(m.profile_times, p->profile.count, sizeof *times, compare);
    value_set(run->values, "steps", value_null()); /* first in the list of values */
    value_set(run->values, "jumps", value_null());
    m.jump_times = value_child_list(run->values, "jump_times");
    progress_start(&m.progress, run->log, p->name, "s");
    SlabWatch watch = {.record = on_record,
                       .event = on_event,
                       .go_on = on_go,
                       .context = &m,
                       .every = p->profile.count ? 1 : p->every,
                       .probe_times = times,
                       .probes = probes,
                       .probe_count = p->probe.count};
    const JudderErr err = march_with(&m, &watch);
    free(times);
    free(probes);
    return err;
}
