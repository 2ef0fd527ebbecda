/* cycle{} of the case as it is. */
#include "study/cycle/cycle_study.h"

#include <math.h>
#include <stdlib.h>

static bool write_multipliers(Value *values, const CycleReport *r) {
    Value *list = value_child_list(values, "multipliers");
    bool good = list != NULL;
    for (size_t i = 0; i < r->multiplier_count && good; i++) {
        Value *one = value_object();
        good = value_set(one, "re", value_number(r->re[i])) && good;
        good = value_set(one, "im", value_number(r->im[i])) && good;
        good = value_append(list, one) && good;
    }
    return good;
}

static bool write_motion(Value *values, const CycleReport *r) {
    const CycleMotion *m = &r->motion;
    bool good = value_set(values, "period", value_number(r->period));
    good = value_set(values, "period_error", value_number(r->period_error)) && good;
    good = value_set(values, "period_cycles", value_count(r->cycles)) && good;
    good = value_set(values, "amplitude", value_number(0.5 * (m->u_max - m->u_min))) && good;
    good = value_set(values, "displacement_min", value_number(m->u_min)) && good;
    good = value_set(values, "displacement_max", value_number(m->u_max)) && good;
    good = value_set(values, "slip_max", value_number(m->slip_max)) && good;
    good = value_set(values, "stick_fraction", value_number(m->stick_fraction)) && good;
    good = value_set(values, "events", value_count((long long)m->events)) && good;
    good = value_set(values, "friction_loss", value_number(m->friction_loss)) && good;
    good = value_set(values, "viscous_loss", value_number(m->viscous_loss)) && good;
    good = value_set(values, "impact_loss", value_number(m->impact_loss)) && good;
    good = value_set(values, "external_work", value_number(m->external_work)) && good;
    return value_set(values, "energy_defect", value_number(m->energy_defect)) && good;
}

static bool write_report(Value *values, const CycleReport *r) {
    const bool found = r->outcome == CYCLE_FOUND;
    bool good = value_set(values, "found", value_flag(found));
    good = value_set(values, "section", value_text(cycle_section_names[r->section])) && good;
    good = value_set(values, "march_time", value_number(r->march_time)) && good;
    good = value_set(values, "crossings", value_count((long long)r->crossings)) && good;
    if (!found) return value_set(values, "period", value_null()) && good;
    good = write_motion(values, r) && write_multipliers(values, r) && good;
    good = value_set(values, "multiplier_largest", value_number(r->largest)) && good;
    good = value_set(values, "multiplier_error", value_number(r->multiplier_error)) && good;
    good = value_set(values, "stable", value_flag(r->stable)) && good;
    good = value_set(values, "order", value_count(r->order)) && good;
    good = value_set(values, "residual", value_number(r->residual)) && good;
    return value_set(values, "monodromy_defect",
                     isfinite(r->monodromy_defect) ? value_number(r->monodromy_defect) : value_null()) &&
           good;
}

static void tell(StudyRun *run, const CycleReport *r, double final) {
    switch (r->outcome) {
    case CYCLE_FOUND:
        study_verdict(run, r->monodromy_defect < 1e-4 ? CERTAINTY_CHECKED : CERTAINTY_COMPUTED,
                      "%s with the period %.9g s, %s: its largest multiplier is %.6g",
                      r->motion.stick_fraction > 0 ? "Stick-slip" : "A cycle without sticking", r->period,
                      r->stable ? "which lasts" : "which does not last", r->largest);
        study_note(run,
                   "%d crossing%s of the section %s a cycle; found to %.1e of its range, period to %.1e s",
                   r->cycles, r->cycles == 1 ? "" : "s", cycle_section_names[r->section], r->residual,
                   r->period_error);
        break;
    case CYCLE_SETTLES:
        study_verdict(run, CERTAINTY_COMPUTED, "No cycle: the motion from this start dies out");
        break;
    case CYCLE_NOT_PERIODIC:
        study_end(run, STUDY_FAILED,
                  "no state came back in %.9g s: not periodic, or a longer final is needed", final);
        break;
    case CYCLE_DIVERGES:
        study_end(run, STUDY_FAILED, "Newton did not converge (residual %.3g): a smaller step may help",
                  r->residual);
        break;
    case CYCLE_UNDECIDED:
        study_end(run, STUDY_FAILED, "an event without a decision: the map of the cycle is not known there");
        break;
    case CYCLE_STOPPED: study_end(run, STUDY_STOPPED, "interrupted"); break;
    }
}

typedef struct TraceRows {
    Results *results;
    JudderErr err;
} TraceRows;

static void trace_row(void *context, const CycleSeen *seen) {
    TraceRows *rows = context;
    const double row[] = {seen->t, seen->displacement, seen->velocity, seen->slip, seen->friction};
    if (rows->err == JUDDER_OK) rows->err = results_series_append(rows->results, row);
}

/* The cycle itself, step by step, as series. */
static JudderErr write_trace(StudyRun *run, Cycle *cycle) {
    static const ResultsColumn columns[] = {
        {"t", "s"}, {"displacement", "m"}, {"velocity", "m/s"}, {"slip", "m/s"}, {"friction_force", "N"}};
    if (!run->results) return JUDDER_OK;
    TraceRows rows = {run->results, JUDDER_OK};
    TRY(results_series_declare(run->results, columns, 5));
    TRY(cycle_trace(cycle, trace_row, &rows));
    return rows.err;
}

static bool goes_on(void *context, double part) {
    return follow_goes_on(context, part);
}

JudderErr cycle_run_one(StudyRun *run, Follow *follow) {
    double step, final;
    Stepper *march = NULL;
    Cycle *cycle = NULL;
    TRY(cycle_times(run, &step, &final));
    TRY(march_locate(run, run->kind->march->create(run, final, step, &march)));
    CycleSetup setup = cycle_setup_of(run, step, final);
    setup.system = system_march_setup((const SystemMarch *)march);
    setup.go_on = goes_on;
    setup.context = follow;
    follow->progress.quantity = "part";
    JudderErr err = cycle_create(&setup, &cycle);
    if (err == JUDDER_OK) err = cycle_find(cycle);
    if (err == JUDDER_OK) {
        const CycleReport *report = cycle_report(cycle);
        tell(run, report, final);
        if (!write_report(run->values, report)) err = error_memory();
        if (err == JUDDER_OK && report->outcome == CYCLE_FOUND) err = write_trace(run, cycle);
    }
    cycle_destroy(&cycle);
    stepper_destroy(&march);
    return err;
}
