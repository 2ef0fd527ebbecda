#include "study/system/motion.h"

#include <stdio.h>
#include <string.h>

void motion_read(const StudyRun *run, SystemMarchSetup *setup) {
    if (strcmp(run->study->word->name, march_word.name) != 0) return;
    const March *p = run->study->params;
    setup->method = p->method == MARCH_STAGE ? SYSTEM_STAGES : SYSTEM_EVENTS;
    setup->order = (int)p->order;
    setup->tolerance = p->method == MARCH_STAGE ? 0 : p->tolerance;
    setup->step_min = p->step_min;
    setup->step_max = p->step_max;
}

void motion_plan(StudyRun *run, Stepper *stepper) {
    const SystemMarchSetup *setup = system_march_setup((const SystemMarch *)stepper);
    char steps[80];
    if (setup->tolerance > 0)
        snprintf(steps, sizeof steps, "by steps of tolerance %g", setup->tolerance);
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
}

/* What only the event-driven march has to say. */
static void note_events(StudyRun *run, const SystemMarchReport *report) {
    const int order = strcmp(report->method, "sdirk") == 0 ? 2 : 4;
    char rest[200] = "";
    if (report->why) snprintf(rest, sizeof rest, " (%s)", report->why);
    study_note(run, "%zu changes of contact states; steps of order %d%s end on them", report->events, order,
               rest);
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
    if (report->uniqueness >= 1)
        study_note(run,
                   "%zu changes of contact states; in %zu of %zu steps several slip velocities were possible "
                   "and the "
                   "branch was kept by continuity; steps below %.3g would leave one",
                   report->events, report->nonunique_steps, stepper->done, report->suggested_step);
    else
        study_note(run, "%zu changes of contact states; every step had one solution", report->events);
}
