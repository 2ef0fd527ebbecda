/* march{} of the inclusion: series, events, probes and what they say. */
#include "inclusion/march.h"

#include "study/inclusion/inclusion_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LISTED = 100000 }; /* jumps in the values; the file has them all */

const ResultsColumn inclusion_columns[] = {{"t", "s"}, {"load", ""}, {"v", ""}, {NULL, NULL}};

typedef struct Marching {
    StudyRun *run;
    Progress progress;
    double final, last_flush;
    Value *jump_times, *jump_from, *jump_to;
    double settled; /* velocity after the boundary layer at t = 0 */
    double outside; /* seconds spent in files and on the screen */
    bool out_of_memory;
    JudderErr event_error;
} Marching;

static void on_event(void *context, const InclusionEvent *event) {
    Marching *m = context;
    if (event->kind == INCLUSION_START) m->settled = event->to;
    if (event->kind == INCLUSION_JUMP && value_length(m->jump_times) < MOST_LISTED) {
        bool good = value_append(m->jump_times, value_number(event->t));
        good = value_append(m->jump_from, value_number(event->from)) && good;
        good = value_append(m->jump_to, value_number(event->to)) && good;
        m->out_of_memory = m->out_of_memory || !good;
    }
    if (!m->run->results || m->event_error != JUDDER_OK) return;
    const char *kind = event->kind == INCLUSION_START ? "jump" : inclusion_event_names[event->kind];
    const char *place = event->kind == INCLUSION_START ? "start" : "contact";
    m->event_error = results_event(m->run->results, event->t, kind, place, event->from, event->to);
}

static JudderErr on_record(void *context, double t, double load, double v) {
    const Marching *m = context;
    const double row[] = {t, load, v};
    return results_series_append(m->run->results, row);
}

static bool on_go(void *context, double t) {
    Marching *m = context;
    progress_update(&m->progress, t / m->final, t);
    const double now = clock_seconds();
    if (now - m->last_flush > 2) {
        m->last_flush = now;
        if (m->event_error == JUDDER_OK) m->event_error = results_flush(m->run->results);
        m->outside += clock_seconds() - now;
    }
    return !stop_requested() && m->event_error == JUDDER_OK;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

JudderErr inclusion_check_march(StudyRun *run) {
    const March *p = run->study->params;
    REQUIRE(p->profile.count == 0,
            block_locate(run->study,
                         error_input("profile", "the inclusion has no fields inside: leave profile out")));
    const InclusionSetup setup = inclusion_setup_of(run, p->final, p->step);
    Inclusion *motion = NULL;
    TRY(block_locate(run->model, inclusion_create(&setup, &motion)));
    inclusion_destroy(&motion);
    snprintf(run->note, sizeof run->note, "march to t = %g in %zu steps by method %s", p->final,
             march_step_count(p->final, p->step), setup.method->name);
    return JUDDER_OK;
}

static bool report_march(const Marching *m, const Inclusion *motion, const InclusionReport *report,
                         double seconds) {
    Value *values = m->run->values;
    const bool degenerate = motion->setup.method == &perfect_delay_method;
    bool good = value_set(values, "steps", value_count((long long)report->steps));
    good = good && value_set(values, "jumps", value_count((long long)motion->jumps));
    good = good && value_set(values, "nonunique_steps", value_count((long long)report->nonunique_steps));
    good = good && value_set(values, "v_final", value_number(report->v));
    good = good && value_set(values, "t_final", value_number(report->t));
    good = good && value_set(values, "v_after_start", degenerate ? value_number(m->settled) : value_null());
    good = good && value_set(values, "residual", value_number(motion->residual));
    good = good && value_set(values, "load_error", value_number(motion->load->error));
    return good && value_set(values, "seconds", value_number(seconds));
}

/* The probes in the order in which they were asked for; those that were not reached are null. */
static bool report_probes(Value *probes, const March *p, const InclusionMarch *march, size_t reached) {
    Value *t = value_child_list(probes, "t"), *v = value_child_list(probes, "v");
    bool good = t && v;
    for (size_t i = 0; i < p->probe.count && good; i++) {
        const double *found = bsearch(&p->probe.at[i], march->probe_times, reached, sizeof(double), compare);
        good = value_append(t, value_number(p->probe.at[i]));
        good = value_append(v, value_number(found ? march->probe_values[found - march->probe_times] : NAN)) &&
               good;
    }
    return good;
}

static void tell_outcome(StudyRun *run, const Inclusion *motion, const InclusionReport *report) {
    const double size = fmax(motion->graph->scale_b, motion->load->fit.scale);
    run->outcome = STUDY_FAILED;
    if (motion->outcome == INCLUSION_NO_SOLUTION) {
        snprintf(run->reason, sizeof run->reason, "no velocity balances the load from t = %.9g on",
                 motion->outcome_time);
    } else if (motion->outcome == INCLUSION_UNRESOLVED) {
        snprintf(run->reason, sizeof run->reason,
                 "at t = %.9g the motion changes faster than numbers can tell times apart",
                 motion->outcome_time);
    } else if (report->stopped) {
        run->outcome = STUDY_STOPPED;
        snprintf(run->reason, sizeof run->reason, "interrupted at t = %.9g", report->t);
    } else if (!(motion->residual <= 1e-6 * size)) {
        snprintf(run->reason, sizeof run->reason,
                 "the motion misses the inclusion by %.3g: not to be trusted", motion->residual);
    } else {
        run->outcome = STUDY_DONE;
    }
}

static void tell_march(StudyRun *run, const Inclusion *motion, const InclusionReport *report) {
    const bool degenerate = motion->setup.method == &perfect_delay_method;
    tell_outcome(run, motion, report);
    if (degenerate && report->nonunique_steps)
        snprintf(run->note, sizeof run->note,
                 "in %zu of %zu steps several velocities balanced the load; perfect delay kept the branch it "
                 "was on and jumped %zu time%s",
                 report->nonunique_steps, report->steps, motion->jumps, motion->jumps == 1 ? "" : "s");
    else if (report->nonunique_steps)
        snprintf(run->note, sizeof run->note,
                 "in %zu of %zu steps the implicit step had several roots; the nearest stable one along the "
                 "flow was taken",
                 report->nonunique_steps, report->steps);
    else
        snprintf(run->note, sizeof run->note, "every step had one solution");
}

static JudderErr march_with(Marching *m, const March *p, InclusionMarch *march) {
    InclusionSetup setup = inclusion_setup_of(m->run, p->final, p->step);
    setup.event = on_event;
    setup.go_on = on_go;
    setup.context = m;
    Inclusion *motion = NULL;
    TRY(block_locate(m->run->model, inclusion_create(&setup, &motion)));
    InclusionReport report;
    m->outside = 0;
    const double begin = clock_seconds();
    JudderErr err = inclusion_march(motion, march, &report);
    const double seconds = clock_seconds() - begin - m->outside;
    progress_end(&m->progress);
    if (err == JUDDER_OK) err = m->event_error;
    /* A function of the case that fails once the run is under way: what was computed stays. */
    if (err == JUDDER_INPUT) {
        block_locate(m->run->model, err);
        m->run->outcome = STUDY_FAILED;
        snprintf(m->run->reason, sizeof m->run->reason, "%s", error_message());
        err = JUDDER_OK;
    } else if (err == JUDDER_OK) {
        tell_march(m->run, motion, &report);
    }
    if (err == JUDDER_OK) {
        const bool good = report_march(m, motion, &report, seconds) &&
                          report_probes(m->run->probes, p, march, report.probes);
        if (!good || m->out_of_memory) err = error_memory();
    }
    inclusion_destroy(&motion);
    return err;
}

JudderErr inclusion_run_march(StudyRun *run) {
    const March *p = run->study->params;
    TRY(results_series_declare(run->results, inclusion_columns, 3));
    TRY(inclusion_write_graph(run));
    double *times = calloc(2 * p->probe.count + 1, sizeof *times);
    REQUIRE(times, error_memory());
    if (p->probe.count) memcpy(times, p->probe.at, p->probe.count * sizeof *times);
    qsort(times, p->probe.count, sizeof *times, compare);
    Marching m = {.run = run,
                  .final = p->final,
                  .last_flush = clock_seconds(),
                  .settled = ((const InclusionPrepared *)run->prepared)->params->start};
    value_set(run->values, "steps", value_null()); /* first in the list of values */
    value_set(run->values, "jumps", value_null());
    m.jump_times = value_child_list(run->values, "jump_times");
    m.jump_from = value_child_list(run->values, "jump_from");
    m.jump_to = value_child_list(run->values, "jump_to");
    progress_start(&m.progress, run->log, p->name, "");
    InclusionMarch march = {.final = p->final,
                            .step = p->step,
                            .every = p->every,
                            .probe_times = times,
                            .probe_values = times + p->probe.count,
                            .probe_count = p->probe.count,
                            .record = on_record,
                            .go_on = on_go,
                            .context = &m};
    const JudderErr err = march_with(&m, p, &march);
    free(times);
    return err;
}
