/* Values, probes and the sentence at the end of a system's march. */
#include "study/system/motion_values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void motion_lists(MotionRun *m) {
    Value *values = m->shared.run->values;
    value_set(values, "steps", value_null()); /* first in the list of values */
    m->slip_times = value_child_list(values, "slip_times");
    m->stick_times = value_child_list(values, "stick_times");
    m->episode_times = value_child_list(values, "episode_times");
    m->episode_sizes = value_child_list(values, "episode_sizes");
}

void motion_onset(MotionRun *m, double t) {
    m->tally.onset[m->tally.onsets++ % MOTION_ONSETS] = t;
}

/* Mean time between the last onsets of slip, the first quarter of all left out; NAN: fewer than three, or the
 * next one has not come for two such times. */
static double period_of(const MotionRun *m, double t) {
    const size_t kept = m->tally.onsets < MOTION_ONSETS ? m->tally.onsets : MOTION_ONSETS;
    const size_t skip = m->tally.onsets > MOTION_ONSETS ? 0 : kept / 4, used = kept - skip;
    if (used < 3) return NAN;
    const double last = m->tally.onset[(m->tally.onsets - 1) % MOTION_ONSETS],
                 first = m->tally.onset[(m->tally.onsets - used) % MOTION_ONSETS];
    const double mean = (last - first) / (double)(used - 1);
    return t - last <= 2 * mean ? mean : NAN;
}

static bool put_numbers(const MotionRun *m, const SystemView *view, const SystemMarchReport *report) {
    const SystemEnergy *e = view->energy;
    const double all = (double)report->steps * fmax(1, m->motion->setup.contact_count);
    const struct {
        const char *key;
        double value;
    } numbers[] = {
        {"stick_fraction", all > 0 ? (double)report->stick_count / all : 0},
        {"open_fraction", all > 0 ? (double)report->open_count / all : 0},
        {"period", period_of(m, view->t)},
        {"slip_max", m->tally.slip_max},
        {"middle_slip_range", m->tally.range[0][1] - m->tally.range[0][0]},
        {"late_slip_range", m->tally.range[1][1] - m->tally.range[1][0]},
        {"episode_size_max", m->tally.episode_most},
        {"episode_size_mean", m->tally.episodes ? m->tally.episode_sum / (double)m->tally.episodes : NAN},
        {"energy_defect", e->defect},
        {"kinetic_energy", e->kinetic},
        {"elastic_energy", e->elastic},
        {"contact_energy", e->contact},
        {"friction_loss", e->frictional},
        {"viscous_loss", e->viscous},
        {"external_work", e->external},
        {"numerical_work", e->numerical},
        {"uniqueness", report->uniqueness},
        {"suggested_step", isfinite(report->suggested_step) ? report->suggested_step : NAN},
        {"t_final", view->t}};
    bool good = true;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        good = value_set(m->shared.run->values, numbers[i].key, value_number(numbers[i].value)) && good;
    return good;
}

static bool put_counts(const MotionRun *m, const SystemMarchReport *report) {
    const struct {
        const char *key;
        size_t value;
    } counts[] = {{"steps", report->steps},   {"nonunique_steps", report->nonunique_steps},
                  {"jumps", report->jumps},   {"impact_steps", report->impact_steps},
                  {"events", report->events}, {"episodes", m->tally.episodes}};
    bool good = true;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        good = value_set(m->shared.run->values, counts[i].key, value_count((long long)counts[i].value)) &&
               good;
    return good;
}

static JudderErr put_probes(const MotionRun *m) {
    const size_t columns = m->motion->columns;
    ProbeColumn list[MOTION_COLUMNS] = {{0}};
    for (size_t c = 1; c < columns; c++)
        list[c - 1] = (ProbeColumn){m->motion->column[c].name, c * sizeof(double)};
    const ProbeTable table = {list, m->probe, columns * sizeof(double), m->tally.probes};
    return march_run_probes(&m->shared, &table) ? JUDDER_OK : error_memory();
}

static void tell(StudyRun *run, const SystemView *view, const SystemMarchReport *report) {
    if (report->stopped) {
        run->outcome = STUDY_STOPPED;
        snprintf(run->reason, sizeof run->reason, "interrupted at t = %.9g", view->t);
    }
    if (!report->converged) {
        run->outcome = STUDY_FAILED;
        snprintf(run->reason, sizeof run->reason,
                 "the contact problem after t = %.9g was not solved (residual %.3g): a smaller step may help",
                 view->t, report->residual);
    }
    if (report->overflowed) {
        run->outcome = STUDY_FAILED;
        snprintf(run->reason, sizeof run->reason, "the numbers left the range of the machine at t = %.9g",
                 view->t);
    }
    if (report->uniqueness >= 1)
        snprintf(run->note, sizeof run->note,
                 "%zu changes of contact states; in %zu of %zu steps several slip velocities were possible "
                 "and the "
                 "branch was kept by continuity; steps below %.3g would leave one",
                 report->events, report->nonunique_steps, report->steps, report->suggested_step);
    else
        snprintf(run->note, sizeof run->note, "%zu changes of contact states; every step had one solution",
                 report->events);
}

JudderErr motion_values(MotionRun *m, const SystemView *view, const SystemMarchReport *report,
                        double seconds) {
    StudyRun *run = m->shared.run;
    tell(run, view, report);
    bool good = put_counts(m, report);
    good = put_numbers(m, view, report) && good;
    good = value_set(run->values, "seconds", value_number(seconds)) && good;
    REQUIRE(good && !m->shared.out_of_memory, error_memory());
    return put_probes(m);
}
