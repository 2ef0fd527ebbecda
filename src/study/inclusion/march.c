/* march{} of the inclusion: how it is made, and what is said of it. */
#include "study/march/march.h"
#include "study/inclusion/inclusion_model.h"

#include <math.h>
#include <stdio.h>

static JudderErr create(StudyRun *run, double final, double step, Stepper **stepper) {
    const InclusionSetup setup = inclusion_setup_of(run, final, step);
    Inclusion *motion = NULL;
    TRY(inclusion_create(&setup, &motion));
    *stepper = &motion->stepper;
    return JUDDER_OK;
}

static void plan(StudyRun *run, Stepper *stepper) {
    const InclusionSetup *setup = &((const Inclusion *)stepper)->setup;
    study_note(run, "march to t = %g in %zu steps by method %s", setup->final, stepper->steps,
               setup->method->name);
}

static JudderErr begin(StudyRun *run, Stepper *stepper) {
    (void)stepper;
    return inclusion_write_graph(run);
}

static void judge(StudyRun *run, Stepper *stepper) {
    const Inclusion *motion = (const Inclusion *)stepper;
    const double size = fmax(motion->graph->scale_b, motion->load->fit.scale);
    if (motion->outcome == INCLUSION_NO_SOLUTION)
        study_end(run, STUDY_FAILED, "no velocity balances the load from t = %.9g on", motion->outcome_time);
    else if (motion->outcome == INCLUSION_UNRESOLVED)
        study_end(run, STUDY_FAILED, "at t = %.9g the motion changes faster than doubles can separate times",
                  motion->outcome_time);
    else if (!(motion->residual <= 1e-6 * size))
        study_end(run, STUDY_FAILED, "the motion misses the inclusion by %.3g: not to be trusted",
                  motion->residual);
}

static void note(StudyRun *run, Stepper *stepper) {
    const Inclusion *motion = (const Inclusion *)stepper;
    const size_t several = inclusion_nonunique_steps(motion);
    if (several && motion->setup.method == &perfect_delay_method)
        study_note(
            run,
            "in %zu of %zu steps several velocities balanced the load; perfect delay kept the branch it "
            "was on and jumped %zu time%s",
            several, stepper->done, motion->jumps, motion->jumps == 1 ? "" : "s");
    else if (several)
        study_note(
            run,
            "in %zu of %zu steps the implicit step had several roots; the nearest stable one along the "
            "flow was taken",
            several, stepper->done);
    else
        study_note(run, "every step had one solution");
}

static const MarchSection inclusion_section = {.turn = "v", .state = {"load", "v"}};

const MarchModel inclusion_march = {.unit = "",
                                    .section = &inclusion_section,
                                    .no_profile = "the inclusion has no fields inside: leave profile out",
                                    .create = create,
                                    .plan = plan,
                                    .begin = begin,
                                    .judge = judge,
                                    .note = note,
                                    .limit = &inclusion_limit};
