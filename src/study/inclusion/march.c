/* march{} of the inclusion: series, events, probes and what they say. */
#include "inclusion/march.h"

#include "results/resume/resume.h"
#include "study/inclusion/inclusion_model.h"
#include "study/march_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const ResultsColumn inclusion_columns[] = {{"t", "s"}, {"load", ""}, {"v", ""}, {NULL, NULL}};

typedef struct Marching {
    MarchRun shared;
    Value *jump_times, *jump_from, *jump_to;
    double settled; /* velocity after the boundary layer at t = 0 */
    Inclusion *motion;
    InclusionMarch march;
    InclusionReport report;
} Marching;

static void on_event(void *context, const InclusionEvent *event) {
    Marching *m = context;
    const bool start = event->kind == INCLUSION_START;
    if (start) m->settled = event->to;
    if (event->kind == INCLUSION_JUMP) {
        march_run_list(&m->shared, m->jump_times, event->t);
        march_run_list(&m->shared, m->jump_from, event->from);
        march_run_list(&m->shared, m->jump_to, event->to);
    }
    const MarchEvent told = {event->t, start ? "jump" : inclusion_event_names[event->kind],
                             start ? "start" : "contact", event->from, event->to};
    march_run_event(&m->shared, &told);
}

static JudderErr on_record(void *context, double t, double load, double v) {
    const Marching *m = context;
    const double row[] = {t, load, v};
    return results_series_append(m->shared.run->results, row);
}

static bool on_go(void *context, double t) {
    Marching *m = context;
    return march_run_go_on(&m->shared, t);
}

JudderErr inclusion_check_march(StudyRun *run) {
    const March *p = run->study->params;
    TRY(march_refuse_body_fields(run));
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
    Value *values = m->shared.run->values;
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

static const ProbeColumn probe_columns[] = {{"v", 0}, {NULL, 0}};

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
    } else if (!isfinite(report->v)) {
        snprintf(run->reason, sizeof run->reason, "the numbers left the range of the machine by t = %.9g",
                 report->t);
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

static JudderErr exchange(void *context, Archive *archive) {
    Marching *m = context;
    archive_array(archive, "settled", &m->settled, sizeof m->settled);
    value_archive_numbers(archive, "jump times", m->jump_times);
    value_archive_numbers(archive, "jump from", m->jump_from);
    value_archive_numbers(archive, "jump to", m->jump_to);
    archive_array(archive, "report", &m->report, sizeof m->report);
    archive_array(archive, "probes", m->march.probe_values, m->march.probe_count * sizeof(double));
    if (m->report.probes > m->march.probe_count) archive_refuse(archive, "the number of probes");
    inclusion_exchange(m->motion, archive);
    return archive_state(archive);
}

static JudderErr march_with(Marching *m) {
    StudyRun *run = m->shared.run;
    InclusionMarch *march = &m->march;
    InclusionReport *report = &m->report;
    InclusionSetup setup = inclusion_setup_of(run, march->final, march->step);
    setup.event = on_event;
    setup.go_on = on_go;
    setup.context = m;
    Inclusion *motion = NULL;
    TRY(block_locate(run->model, inclusion_create(&setup, &motion)));
    m->motion = motion;
    JudderErr err = march_run_resume(&m->shared, exchange, m, &march->goes_on);
    if (err != JUDDER_OK) {
        inclusion_destroy(&motion);
        return err;
    }
    march_run_clock(&m->shared);
    err = inclusion_march(motion, march, report);
    const double seconds = march_run_seconds(&m->shared);
    if (err == JUDDER_OK) err = m->shared.error;
    /* A function of the case that fails once the run is under way: what was computed stays. */
    if (err == JUDDER_INPUT) {
        block_locate(run->model, err);
        run->outcome = STUDY_FAILED;
        snprintf(run->reason, sizeof run->reason, "%s", error_message());
        err = JUDDER_OK;
    } else if (err == JUDDER_OK) {
        tell_march(run, motion, report);
    }
    if (err == JUDDER_OK) {
        const ProbeTable probes = {probe_columns, march->probe_values, sizeof(double), report->probes};
        const bool good = report_march(m, motion, report, seconds) && march_run_probes(&m->shared, &probes);
        if (!good || m->shared.out_of_memory) err = error_memory();
    }
    inclusion_destroy(&motion);
    return err;
}

static JudderErr march_watched(Marching *m) {
    StudyRun *run = m->shared.run;
    const March *p = m->shared.march;
    TRY(inclusion_write_graph(run));
    m->settled = ((const InclusionPrepared *)run->prepared)->params->start;
    value_set(run->values, "steps", value_null()); /* first in the list of values */
    value_set(run->values, "jumps", value_null());
    m->jump_times = value_child_list(run->values, "jump_times");
    m->jump_from = value_child_list(run->values, "jump_from");
    m->jump_to = value_child_list(run->values, "jump_to");
    double *found = calloc(p->probe.count + 1, sizeof *found);
    REQUIRE(found, error_memory());
    m->march = (InclusionMarch){.final = p->final,
                                .step = p->step,
                                .every = p->every,
                                .probe_times = m->shared.probe_times,
                                .probe_values = found,
                                .probe_count = p->probe.count,
                                .record = on_record,
                                .go_on = on_go,
                                .context = m};
    const JudderErr err = march_with(m);
    free(found);
    return err;
}

JudderErr inclusion_run_march(StudyRun *run) {
    Marching m = {0};
    JudderErr err = march_run_begin(&m.shared, run, inclusion_columns, "");
    if (err == JUDDER_OK) err = march_watched(&m);
    march_run_end(&m.shared);
    return err;
}
