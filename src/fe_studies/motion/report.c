/* What a march of a body says at its end. */
#include "fe_studies/motion/march.h"

#include "fe/start.h"
#include "friction/friction.h"
#include "results/value.h"
#include "study/body/recorded.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FeMarchNow now_of(const BodyMotion *m) {
    FeMarchNow now;
    m->motion.method->now(m->engine, &now);
    return now;
}

void body_motion_values(Stepper *stepper, StepperReport *values) {
    const BodyMotion *m = (const BodyMotion *)stepper;
    const FeMarchNow now = now_of(m);
    const FeMarchEnergy *e = &now.energy;
    const FeMarchReport *r = &now.report;
    const double seen = m->seen > 0 ? (double)m->seen : 1;
    stepper_count(values, "steps", stepper->done);
    stepper_count(values, "factorisations", (size_t)m->contact->body->factorisations);
    stepper_number(values, "stick_fraction", m->stuck / seen);
    stepper_number(values, "open_fraction", m->open / seen);
    stepper_count(values, "nonunique_steps", (size_t)r->nonunique_steps);
    stepper_count(values, "jumps", (size_t)r->jumps);
    stepper_count(values, "events", (size_t)m->events);
    stepper_number(values, "energy_defect", e->defect);
    stepper_number(values, "friction_loss", e->friction);
    stepper_number(values, "viscous_loss", e->viscous);
    stepper_number(values, "external_work", e->external);
    stepper_number(values, "numerical_work", e->numerical);
    stepper_number(values, "lambda_max", r->uniqueness);
    stepper_number(values, "suggested_step", r->suggested_step);
    stepper_number(values, "step", now.dt);
    stepper_number(values, "stable_step", r->stable_step);
    stepper_number(values, "pressure_max", r->pressure);
    stepper_number(values, "normal_force", m->row[1]);
    stepper_number(values, "tangential_force", m->row[2]);
    stepper_number(values, "complementarity_defect", r->contact_defect);
    stepper_count(values, "nodes", (size_t)m->made->mesh->nodes);
    stepper_count(values, "contact_nodes", (size_t)m->contact->n);
    stepper_number(values, "t_final", now.t);
}

/* Where the watched nodes are, and the names of their series. */
static bool report_watched(const BodyMotion *m, Value *values) {
    static const char *const keys[] = {"x", "y", "z"};
    const int dim = m->contact->body->dim;
    const size_t nodes = m->word->watch.rows;
    if (nodes == 0) return true;
    Value *list = value_child_list(values, "watched");
    bool good = list != NULL;
    for (size_t k = 0; good && k < nodes; k++) {
        const double *x = m->contact->body->mesh->x + (long)m->contact->node[m->watched[k]] * dim;
        char names[BODY_WATCHED_COLUMNS * BODY_COLUMN_NAME] = "";
        for (int i = 0; i < BODY_WATCHED_COLUMNS; i++) {
            const size_t used = strlen(names);
            snprintf(names + used, sizeof names - used, "%s%s", used ? " " : "",
                     m->name[BODY_COLUMNS + k * BODY_WATCHED_COLUMNS + (size_t)i]);
        }
        Value *entry = value_object();
        good = value_append(list, entry);
        for (int i = 0; i < dim && good; i++) good = value_set(entry, keys[i], value_number(x[i]));
        good = good && value_set(entry, "series", value_text(names));
    }
    return good;
}

/* The steepest fall of the friction law times the pressure against the shear impedance: above it an elastic
 * body has no motion that its mesh and step converge to. */
static double ill_posed(const BodyMotion *m, const FeMarchNow *now) {
    const FeMaterial *material = &m->contact->body->material;
    double fall = 0;
    const bool damped = material->viscous_G != 0 || m->motion.data.rayleigh_mass != 0 ||
                        m->motion.data.rayleigh_stiffness != 0;
    if (m->contact->n == 1 || damped || m->motion.data.contact.friction.law->state_start) return 0;
    if (friction_steepest_fall(&m->motion.data.contact.friction, &fall) != JUDDER_OK) return 0;
    return now->report.pressure * fall / sqrt(material->rho * material->G);
}

void body_motion_note(StudyRun *run, Stepper *stepper) {
    const BodyMotion *m = (const BodyMotion *)stepper;
    const FeMarchNow now = now_of(m);
    const FeMarchReport *r = &now.report;
    const double ill = ill_posed(m, &now);
    study_note(run, "%ld changes of contact", m->events);
    if (m->events > MARCH_MOST_EVENTS)
        study_note(run, ", of which the file has the first %d", MARCH_MOST_EVENTS);
    if (r->nonunique_steps > 0)
        study_note(
            run,
            "; in %ld of %ld steps a node had several slip velocities, the others held: the one nearest to "
            "the step "
            "before was taken",
            r->nonunique_steps, now.step);
    if (isfinite(r->uniqueness) && r->uniqueness >= 1)
        study_note(
            run,
            "; the number of uniqueness reaches %.3g, and only below 1 a step is known to have one solution: "
            "a step of about %.3g s would bring it to 0.9 at the pressure and with the masses of this one",
            r->uniqueness, r->suggested_step);
    if (isinf(ill))
        study_note(run,
                   "; friction drops at once as slip begins: no step has one solution for all loads, and "
                   "the motion of an elastic body is ill-posed and does not settle with the step, give "
                   "the material a viscosity");
    else if (ill > 1)
        study_note(run,
                   "; pressure times fall of friction reach %.3g times the shear impedance: the motion of an "
                   "elastic body is "
                   "then ill-posed and does not settle with the step, give the material a viscosity",
                   ill);
    if (r->suggested_viscosity > 0)
        study_note(
            run,
            "; an elastic body whose friction falls with the slip rate rings at the frequency of its mesh: "
            "viscous{ eta = %.2g } or selection = viscosity{ eta = %.2g } would quieten it",
            r->suggested_viscosity, r->suggested_viscosity);
    fe_study_note_limits(run, m->contact->body, m->strain);
}

void body_motion_judge(StudyRun *run, Stepper *stepper) {
    const FeMarchNow now = now_of((const BodyMotion *)stepper);
    if (now.report.unsolved > 0)
        study_end(run, STUDY_FAILED, "%ld contact problems were not solved, the largest defect is %.3g",
                  now.report.unsolved, now.report.contact_defect);
}

JudderErr body_motion_end(StudyRun *run, Stepper *stepper) {
    const bool first = fe_rank() == 0;
    return fe_agree(!first || report_watched((const BodyMotion *)stepper, run->values) ? JUDDER_OK
                                                                                       : error_memory());
}
