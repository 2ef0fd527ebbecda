#include "study/system/motion.h"

#include <math.h>
#include <stdio.h>

void motion_plan(StudyRun *run, Stepper *stepper) {
    const SystemMarchSetup *setup = system_march_setup((const SystemMarch *)stepper);
    snprintf(run->note, sizeof run->note, "march to t = %g in %zu steps, %d dofs, %d contact%s", setup->final,
             stepper->steps, setup->n, setup->contact_count, setup->contact_count == 1 ? "" : "s");
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

void motion_note(StudyRun *run, Stepper *stepper) {
    const SystemMarchReport *report = system_march_report((const SystemMarch *)stepper);
    if (isinf(report->uniqueness))
        snprintf(
            run->note, sizeof run->note,
            "%zu changes of contact states; friction drops at once as slip begins, so that in %zu of %zu "
            "steps both stick and slip were possible, whatever the step: what rested stayed at rest",
            report->events, report->nonunique_steps, stepper->done);
    else if (report->uniqueness >= 1)
        snprintf(run->note, sizeof run->note,
                 "%zu changes of contact states; in %zu of %zu steps several slip velocities were possible "
                 "and the "
                 "branch was kept by continuity; steps below %.3g would leave one",
                 report->events, report->nonunique_steps, stepper->done, report->suggested_step);
    else
        snprintf(run->note, sizeof run->note, "%zu changes of contact states; every step had one solution",
                 report->events);
}
