/* period{} of the slab: is the motion nearly periodic, and what does it do in a cycle? */
#include "spectrum/periodicity.h"
#include "study/march/follow.h"
#include "study/march/march.h"
#include "study/slab/slab_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* m/s: a cycle begins where the slip speed passes it. */
#define SLAB_THRESHOLD 1e-3

enum { SAMPLES_A_TRIP = 256, TRIPS = 64, MOST_SAMPLES = 1 << 22 };

typedef struct Watching {
    StudyRun *run;
    const Period *period;
    Follow follow;
    double pitch;                /* seconds between samples */
    size_t room, count, longest; /* samples of a window; filled so far; longest lag */
    double *speed, *slipped[2];  /* slip speed, and slip so far */
    double travelled[2], V[2];   /* path and velocity of the foundation */
    Periodicity found;
    RowSection section;
    double found_time, slip_per_cycle, stick_fraction, peak;
    size_t windows;
    Stepper *stepper;
} Watching;

/* What the foundation has been slipped over up to a place between samples. */
static double slipped_at(const Watching *w, int k, double sample) {
    const size_t i = (size_t)sample;
    return w->slipped[k][i] + (sample - (double)i) * (w->slipped[k][i + 1] - w->slipped[k][i]);
}

/* What happens in a cycle, on average over the whole periods at the end of the window. */
static void look_at_cycles(Watching *w) {
    const size_t end = w->count - 1;
    const double cycles = floor((double)end / w->found.period),
                 begin = (double)end - cycles * w->found.period;
    double stuck = 0, sum[2];
    w->peak = 0;
    for (size_t i = (size_t)ceil(begin); i < end; i++) {
        stuck += w->speed[i] == 0;
        w->peak = fmax(w->peak, w->speed[i]);
    }
    for (int k = 0; k < 2; k++) sum[k] = w->slipped[k][end] - slipped_at(w, k, begin);
    w->slip_per_cycle = hypot(sum[0], sum[1]) / cycles;
    w->stick_fraction = stuck / (cycles * w->found.period);
}

static JudderErr window_full(Watching *w, double t) {
    Periodicity now;
    TRY(periodicity_find(w->speed, w->count, w->longest, w->period->correlation, &now));
    w->windows++;
    if (now.correlation > w->found.correlation || now.correlation >= w->period->correlation) {
        w->found = now;
        w->found_time = t;
        if (now.period > 0) look_at_cycles(w);
    }
    w->count = 0;
    return JUDDER_OK;
}

static bool reached(const Watching *w) {
    return w->found.correlation >= w->period->correlation;
}

static JudderErr on_record(void *context, const double *recorded) {
    const SlabState *s = slab_row(recorded);
    Watching *w = context;
    if (s->t < w->period->ignore || (reached(w) && w->period->stop)) return JUDDER_OK;
    row_section_record(&w->section, recorded);
    const double row[] = {s->t, s->slip[0], s->slip[1]};
    TRY(results_series_append(w->run->results, row));
    w->speed[w->count] = hypot(s->slip[0], s->slip[1]);
    for (int k = 0; k < 2; k++) {
        /* The contact point's own path is exact; that of the foundation is smooth. */
        const double V = s->velocity[k] - s->slip[k];
        if (w->count > 0) w->travelled[k] += 0.5 * (V + w->V[k]) * w->pitch;
        w->V[k] = V;
        w->slipped[k][w->count] = s->displacement[k] - w->travelled[k];
    }
    if (++w->count < w->room) return JUDDER_OK;
    return window_full(w, s->t);
}

static JudderErr period_serialise(void *context, Archive *archive) {
    Watching *w = context;
    double numbers[] = {w->travelled[0], w->travelled[1],   w->V[0],           w->V[1],
                        w->found_time,   w->slip_per_cycle, w->stick_fraction, w->peak};
    archive_array(archive, "numbers", numbers, sizeof numbers);
    archive_array(archive, "found", &w->found, sizeof w->found);
    archive_array(archive, "windows", &w->windows, sizeof w->windows);
    w->count = archive_count(archive, "count", w->count, sizeof *w->speed);
    if (w->count >= w->room) {
        archive_refuse(archive, "the number of samples");
        return archive_state(archive);
    }
    archive_array(archive, "speed", w->speed, w->count * sizeof *w->speed);
    for (int k = 0; k < 2; k++) {
        archive_array(archive, "slipped", w->slipped[k], w->count * sizeof *w->slipped[k]);
        w->travelled[k] = numbers[k], w->V[k] = numbers[2 + k];
    }
    w->found_time = numbers[4], w->slip_per_cycle = numbers[5];
    w->stick_fraction = numbers[6], w->peak = numbers[7];
    row_section_serialise(&w->section, archive);
    return stepper_serialise(w->stepper, archive);
}

static bool on_go(void *context, double t) {
    Watching *w = context;
    return !(reached(w) && w->period->stop) && follow_goes_on(&w->follow, t);
}

JudderErr slab_check_period(StudyRun *run) {
    const Period *p = run->study->params;
    const SlabPrepared *prepared = run->prepared;
    const SlabData data = slab_data_of(run, p->final, p->step);
    TRY(slab_try(run, &data, prepared->method));
    const double window = p->window > 0 ? p->window : TRIPS * prepared->round_trip;
    REQUIRE(window >= 64 * p->step,
            block_refuse(run->study, "window", "window = %g s holds fewer than 64 steps of %g s", window,
                         p->step));
    REQUIRE(window <= p->final - p->ignore,
            block_refuse(run->study, p->window > 0 ? "window" : "final",
                         "a window of %g s does not fit between ignore = %g and final = %g", window,
                         p->ignore, p->final));
    study_note(run, "look for a period in windows of %g s up to t = %g s, by method %s", window, p->final,
               prepared->method->name);
    return JUDDER_OK;
}

/* By the section that the motion crosses; where its states do not repeat so well, by the autocorrelation. */
static double period_of(const Watching *w, size_t *cycles) {
    const SectionPeriod crossed = row_section_period(&w->section);
    *cycles = crossed.cycles;
    return crossed.cycles > 0 ? crossed.period : w->found.period * w->pitch;
}

static bool report(Watching *w, double seconds) {
    const SlabPrepared *prepared = w->run->prepared;
    Value *values = w->run->values;
    const bool any = w->found.period > 0;
    size_t cycles;
    const double period = period_of(w, &cycles);
    bool good = value_set(values, "steps", value_count((long long)w->stepper->done));
    good = value_set(values, "periodic", value_flag(reached(w))) && good;
    good = value_set(values, "period", any ? value_number(period) : value_null()) && good;
    good = value_set(values, "period_cycles", value_count((long long)cycles)) && good;
    good = value_set(values, "period_in_trips",
                     any ? value_number(period / prepared->round_trip) : value_null()) &&
           good;
    good = value_set(values, "autocorrelation", any ? value_number(w->found.correlation) : value_null()) &&
           good;
    good = value_set(values, "slip_per_cycle", any ? value_number(w->slip_per_cycle) : value_null()) && good;
    good = value_set(values, "stick_fraction", any ? value_number(w->stick_fraction) : value_null()) && good;
    good = value_set(values, "peak_speed", any ? value_number(w->peak) : value_null()) && good;
    good = value_set(values, "found_at", any ? value_number(w->found_time) : value_null()) && good;
    good = value_set(values, "windows", value_count((long long)w->windows)) && good;
    return value_set(values, "seconds", value_number(seconds)) && good;
}

static void tell(Watching *w) {
    StudyRun *run = w->run;
    const double t = w->stepper->kind->row(w->stepper)[0];
    if (stop_requested() && !reached(w)) {
        study_end(run, STUDY_STOPPED, "interrupted at t = %.9g", t);
    } else if (!reached(w)) {
        study_end(run, STUDY_FAILED,
                  "no state of autocorrelation %.3g was reached by t = %.9g; the best was %.4g",
                  w->period->correlation, t, w->found.correlation);
    } else {
        size_t cycles;
        const double period = period_of(w, &cycles);
        snprintf(
            run->note, sizeof run->note,
            "periodic from about t = %.6g s: period %.6g s, slip %.6g m a cycle, stuck for %.1f %% of it",
            w->found_time, period, w->slip_per_cycle, 100 * w->stick_fraction);
    }
}

static JudderErr watch_with(Watching *w, long every) {
    const SlabPrepared *prepared = w->run->prepared;
    TRY(block_locate(w->run->model,
                     w->run->kind->march->create(w->run, w->period->final, w->period->step, &w->stepper)));
    w->stepper->listener = (StepperListener){.record = on_record, .go_on = on_go, .context = w};
    w->pitch = (double)every * prepared->method->step(w->stepper);
    bool restored;
    JudderErr err = row_section_open(&w->section, &slab_section, w->stepper, SLAB_THRESHOLD);
    if (err == JUDDER_OK) err = checkpoint_restore(w->run, period_serialise, w, &restored);
    const double begin = clock_seconds();
    if (err == JUDDER_OK) err = stepper_march(w->stepper, (size_t)every, 0);
    const double seconds = clock_seconds() - begin;
    follow_end(&w->follow);
    if (err == JUDDER_OK) err = w->follow.error;
    if (err == JUDDER_OK) tell(w);
    if (err == JUDDER_OK && !report(w, seconds)) err = error_memory();
    stepper_destroy(&w->stepper);
    row_section_close(&w->section);
    return block_locate(w->run->model, err);
}

JudderErr slab_run_period(StudyRun *run) {
    const Period *p = run->study->params;
    const SlabPrepared *prepared = run->prepared;
    static const ResultsColumn columns[] = {{"t", "s"}, {"slip_1", "m/s"}, {"slip_2", "m/s"}};
    TRY(results_series_declare(run->results, columns, 3));
    const double window = p->window > 0 ? p->window : TRIPS * prepared->round_trip;
    const double longest = p->longest > 0 ? p->longest : window / 3;
    const long every = (long)fmax(1,
                                  floor(fmin(prepared->round_trip / SAMPLES_A_TRIP, window / 512) / p->step));
    Watching w = {.run = run, .period = p};
    const double pitch = (double)every * p->step, samples = fmin(window / pitch, MOST_SAMPLES);
    w.room = (size_t)samples + 1;
    w.longest = (size_t)fmin(longest / pitch, samples / 2);
    w.speed = calloc(3 * w.room, sizeof *w.speed);
    REQUIRE(w.speed, error_memory());
    w.slipped[0] = w.speed + w.room;
    w.slipped[1] = w.speed + 2 * w.room;
    w.follow = (Follow){.run = run, .serialise = period_serialise, .context = &w, .final = p->final};
    follow_begin(&w.follow, p->name, "s");
    const JudderErr err = watch_with(&w, every);
    free(w.speed);
    return err;
}
