/* march{} of the slab: how it is made, and what is said of it. */
#include "study/march/march.h"
#include "study/slab/slab_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROFILE_POINTS = 257 };

static JudderErr create(StudyRun *run, double final, double step, Stepper **stepper) {
    const SlabPrepared *prepared = run->prepared;
    const SlabData data = slab_data_of(run, final, step);
    return prepared->method->create(&data, &prepared->choices, stepper);
}

static void plan(StudyRun *run, Stepper *stepper) {
    (void)stepper;
    const March *p = run->study->params;
    study_note(run, "march to t = %g s, about %.3g steps, by method %s", p->final, p->final / p->step,
               ((const SlabPrepared *)run->prepared)->method->name);
}

/* The fields inside at this step, as columns z, u_t, u_z. */
static JudderErr keep_profile(StudyRun *run, Stepper *stepper, const char *name) {
    const SlabPrepared *prepared = run->prepared;
    static const size_t columns = 7;
    double *z = calloc(PROFILE_POINTS * (1 + 6 + columns), sizeof *z);
    REQUIRE(z, error_memory());
    double(*u_t)[3] = (double(*)[3])(z + PROFILE_POINTS), (*u_z)[3] = u_t + PROFILE_POINTS,
    *table = z + 7 * PROFILE_POINTS;
    for (size_t i = 0; i < PROFILE_POINTS; i++)
        z[i] = prepared->data.height * (double)i / (PROFILE_POINTS - 1);
    JudderErr err = prepared->method->profile(stepper, z, PROFILE_POINTS, u_t, u_z);
    for (size_t i = 0; i < PROFILE_POINTS; i++) {
        table[columns * i] = z[i];
        memcpy(table + columns * i + 1, u_t[i], sizeof u_t[i]);
        memcpy(table + columns * i + 4, u_z[i], sizeof u_z[i]);
    }
    const ResultsTable written = {name, "z [m], v_1 [m/s], v_2 [m/s], v_3 [m/s], u_1z, u_2z, u_3z", table,
                                  PROFILE_POINTS, columns};
    if (err == JUDDER_OK) err = results_table(run->results, &written);
    free(z);
    return err;
}

static double slip_speed(const double *row) {
    return hypot(slab_row(row)->slip[0], slab_row(row)->slip[1]);
}

static void note(StudyRun *run, Stepper *stepper) {
    const SlabPrepared *prepared = run->prepared;
    const SlabReport r = prepared->method->report(stepper);
    if (prepared->compression.strain != 0)
        study_note(run, "the slab starts compressed by a uniform strain of %.6g; ",
                   prepared->compression.strain);
    if (r.nonunique_steps)
        study_note(run,
                   "in %zu of %zu steps several slip velocities were possible; the nearest stable one along "
                   "the flow was taken",
                   r.nonunique_steps, stepper->done);
    else
        study_note(run, "every step had one solution");
}

static void judge(StudyRun *run, Stepper *stepper) {
    const SlabMethod *method = ((const SlabPrepared *)run->prepared)->method;
    const double defect = method->report(stepper).energy_defect;
    if (!isfinite(defect))
        study_end(run, STUDY_FAILED, "the numbers left the range of the machine at t = %.9g",
                  stepper->kind->row(stepper)[0]);
    else if (defect > method->defect_most)
        study_end(run, STUDY_FAILED,
                  "a step misses the balance of its energy by a part of %.3g: the numbers lie too far apart",
                  defect);
}

const MarchSection slab_section = {
    .slip = {"slip_1", "slip_2"},
    .turn = "velocity_1",
    .state = {"slip_1", "slip_2", "velocity_1", "velocity_2", "traction_1", "traction_2", "pressure", "gap"}};

const MarchModel slab_march = {.unit = "s",
                               .create = create,
                               .plan = plan,
                               .profile = keep_profile,
                               .judge = judge,
                               .note = note,
                               .section = &slab_section,
                               .tone = slip_speed,
                               .limit = &slab_limit};
