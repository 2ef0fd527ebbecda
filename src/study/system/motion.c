#include "study/system/motion.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void motion_read(const StudyRun *run, SystemMarchSetup *setup) {
    if (strcmp(run->study->word->name, march_word.name) != 0) return;
    const March *p = run->study->params;
    setup->method = p->method == MARCH_STAGE   ? SYSTEM_STAGES
                    : p->method == MARCH_EXACT ? SYSTEM_EXACT
                                               : SYSTEM_EVENTS;
    setup->order = (int)p->order;
    setup->tolerance = p->method == MARCH_STAGE ? 0 : p->tolerance;
    setup->step_min = p->step_min;
    setup->step_max = p->step_max;
    setup->threshold = p->threshold;
}

void motion_plan(StudyRun *run, Stepper *stepper) {
    const SystemMarchSetup *setup = system_march_setup((const SystemMarch *)stepper);
    char steps[80];
    if (setup->tolerance > 0)
        snprintf(steps, sizeof steps, "by steps of tolerance %g", setup->tolerance);
    else if (setup->method == SYSTEM_EXACT)
        snprintf(steps, sizeof steps, "exactly, %zu records", stepper->steps + 1);
    else
        snprintf(steps, sizeof steps, "in %zu steps", stepper->steps);
    snprintf(run->note, sizeof run->note, "march to t = %g %s, %d dofs, %d contact%s", setup->final, steps,
             setup->n, setup->contact_count, setup->contact_count == 1 ? "" : "s");
}

void motion_judge(StudyRun *run, Stepper *stepper) {
    const SystemMarch *march = (const SystemMarch *)stepper;
    const SystemMarchReport *report = system_march_report(march);
    if (!report->converged)
        study_end(
            run, STUDY_FAILED,
            "the contact problem after t = %.9g was not solved (residual %.3g): a smaller step may help",
            system_march_view(march).t, report->residual);
    else if (report->slip_in_step > 1)
        study_end(
            run, STUDY_FAILED,
            "in one step a contact slipped %.3g times the distance over which the state of its friction "
            "follows (D_c): steps of one length, here %.6g, do not resolve its fast slip; use tolerance, so "
            "that steps adapt, or a far smaller step",
            report->slip_in_step, system_march_setup(march)->step);
}

/* What only the event-driven march has to say. */
static void note_events(StudyRun *run, const SystemMarchReport *report) {
    const int order = strcmp(report->method, "sdirk") == 0 ? 2 : 4;
    char rest[200] = "";
    if (report->why) snprintf(rest, sizeof rest, " (%s)", report->why);
    if (strcmp(report->method, "exact") == 0)
        study_note(run, "%zu changes of contact states; the motion between them is exact to rounding",
                   report->events);
    else
        study_note(run, "%zu changes of contact states; steps of order %d%s end on them", report->events,
                   order, rest);
    if (report->stage_steps > 0)
        study_note(
            run,
            "; %zu of %zu steps were made by the stage scheme, %zu because a contact could not decide: "
            "there the order is 1",
            report->stage_steps, report->steps, report->undecided);
    if (report->restitutions > 0)
        study_note(run,
                   "; in %zu impacts the restitution was lowered, so that friction and bouncing create no "
                   "energy",
                   report->restitutions);
}

void motion_note(StudyRun *run, Stepper *stepper) {
    const SystemMarchReport *report = system_march_report((const SystemMarch *)stepper);
    if (strcmp(report->method, "stage") != 0) {
        note_events(run, report);
        return;
    }
    if (report->why) study_note(run, "by the stage scheme: %s; ", report->why);
    if (isinf(report->uniqueness))
        study_note(
            run,
            "%zu changes of contact states; friction drops at once as slip begins, so that in %zu of %zu "
            "steps both stick and slip were possible, whatever the step: what rested stayed at rest",
            report->events, report->nonunique_steps, stepper->done);
    else if (report->uniqueness >= 1)
        study_note(run,
                   "%zu changes of contact states; in %zu of %zu steps several slip velocities were possible "
                   "and the "
                   "branch was kept by continuity; steps below %.3g would leave one",
                   report->events, report->nonunique_steps, stepper->done, report->suggested_step);
    else
        study_note(run, "%zu changes of contact states; every step had one solution", report->events);
}
