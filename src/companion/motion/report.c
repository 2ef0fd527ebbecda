/* What a march of a body says at its end. */
#include "companion/motion/march.h"

#include "study/body/recorded.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool report_values(const Marching *m, const FeMarchNow *now, double seconds) {
    Value *values = m->shared.run->values;
    const FeMarchEnergy *e = &now->energy;
    const FeMarchReport *r = &now->report;
    const double seen = m->seen > 0 ? (double)m->seen : 1;
    bool good = value_set(values, "steps", value_count(now->step));
    good = value_set(values, "factorisations", value_count(m->contact->body->factorisations)) && good;
    good = value_set(values, "stick_fraction", value_number(m->stuck / seen)) && good;
    good = value_set(values, "open_fraction", value_number(m->open / seen)) && good;
    good = value_set(values, "nonunique_steps", value_count(r->nonunique_steps)) && good;
    good = value_set(values, "jumps", value_count(r->jumps)) && good;
    good = value_set(values, "events", value_count(m->events)) && good;
    good = value_set(values, "energy_defect", value_number(e->defect)) && good;
    good = value_set(values, "friction_loss", value_number(e->friction)) && good;
    good = value_set(values, "viscous_loss", value_number(e->viscous)) && good;
    good = value_set(values, "external_work", value_number(e->external)) && good;
    good = value_set(values, "numerical_work", value_number(e->numerical)) && good;
    good = value_set(values, "lambda_max", value_number(r->uniqueness)) && good;
    good = value_set(values, "suggested_step",
                     isfinite(r->suggested_step) ? value_number(r->suggested_step) : value_null()) &&
           good;
    good = value_set(values, "step", value_number(now->dt)) && good;
    good = value_set(values, "stable_step",
                     isfinite(r->stable_step) ? value_number(r->stable_step) : value_null()) &&
           good;
    good = value_set(values, "pressure_max", value_number(r->pressure)) && good;
    good = value_set(values, "normal_force", value_number(m->row[1])) && good;
    good = value_set(values, "tangential_force", value_number(m->row[2])) && good;
    good = value_set(values, "complementarity_defect", value_number(r->contact_defect)) && good;
    good = value_set(values, "nodes", value_count(m->made->mesh->nodes)) && good;
    good = value_set(values, "contact_nodes", value_count(m->contact->n)) && good;
    good = value_set(values, "t_final", value_number(now->t)) && good;
    return value_set(values, "seconds", value_number(seconds)) && good;
}

/* Where the watched nodes are, and the names of their series. */
static bool report_watched(const Marching *m) {
    static const char *const keys[] = {"x", "y", "z"};
    const int dim = m->contact->body->dim;
    const size_t nodes = m->word->watch.rows;
    if (nodes == 0) return true;
    Value *list = value_child_list(m->shared.run->values, "watched");
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

static bool report_probes(const Marching *m) {
    ProbeColumn *columns = calloc((size_t)m->columns + 1, sizeof *columns);
    for (int i = 1; columns && i < m->columns; i++)
        columns[i - 1] = (ProbeColumn){m->column[i].name, (size_t)i * sizeof(double)};
    const ProbeTable table = {columns, m->probes, (size_t)m->columns * sizeof(double), m->reached};
    const bool good = columns && march_run_probes(&m->shared, &table);
    free(columns);
    return good;
}

/* The steepest fall of the friction law times the pressure against the shear impedance: above it an elastic
 * body has no motion that its mesh and step converge to. */
static double ill_posed(const Marching *m, const FeMarchNow *now) {
    const FeMaterial *material = &m->contact->body->material;
    double fall = 0;
    const bool damped = material->viscous_G != 0 || m->motion.data.rayleigh_mass != 0 ||
                        m->motion.data.rayleigh_stiffness != 0;
    if (m->contact->n == 1 || damped || m->motion.data.friction.law->state_start) return 0;
    if (friction_steepest_fall(&m->motion.data.friction, &fall) != JUDDER_OK) return 0;
    return now->report.pressure * fall / sqrt(material->rho * material->G);
}

/* Appends a clause to the note. */
#define SAY(...)                                                                                             \
    do {                                                                                                     \
        const size_t used = strlen(run->note);                                                               \
        snprintf(run->note + used, sizeof run->note - used, __VA_ARGS__);                                    \
    } while (0)

static void tell_note(const Marching *m, const FeMarchNow *now) {
    StudyRun *run = m->shared.run;
    const FeMarchReport *r = &now->report;
    const double ill = ill_posed(m, now);
    run->note[0] = '\0';
    SAY("%ld changes of contact", m->events);
    if (m->events > MARCH_MOST_EVENTS) SAY(", of which the file has the first %d", MARCH_MOST_EVENTS);
    if (r->nonunique_steps > 0)
        SAY("; in %ld of %ld steps a node had several slip velocities, the others held: the one nearest to "
            "the step "
            "before was taken",
            r->nonunique_steps, now->step);
    if (r->uniqueness >= 1)
        SAY("; the number of uniqueness reaches %.3g, and only below 1 a step is known to have one solution: "
            "a step of about %.3g s would bring it to 0.9 at the pressure and with the masses of this one",
            r->uniqueness, r->suggested_step);
    if (ill > 1)
        SAY("; pressure times fall of friction reach %.3g times the shear impedance: the motion of an "
            "elastic body is "
            "then ill-posed and does not settle with the step, give the material a viscosity",
            ill);
    if (r->suggested_viscosity > 0)
        SAY("; an elastic body whose friction falls with the slip rate rings at the frequency of its mesh: "
            "viscous{ eta = %.2g } or selection = viscosity{ eta = %.2g } would quieten it",
            r->suggested_viscosity, r->suggested_viscosity);
    companion_note_limits(run, m->contact->body, m->strain);
}

static void tell_outcome(const Marching *m, const FeMarchNow *now) {
    StudyRun *run = m->shared.run;
    if (m->lost) {
        run->outcome = STUDY_FAILED;
        snprintf(run->reason, sizeof run->reason, "the numbers left the range of the machine at t = %.9g",
                 now->t);
    } else if (m->stopped) {
        run->outcome = STUDY_STOPPED;
        snprintf(run->reason, sizeof run->reason, "interrupted at t = %.9g", now->t);
    } else if (now->report.unsolved > 0) {
        run->outcome = STUDY_FAILED;
        snprintf(run->reason, sizeof run->reason,
                 "%ld contact problems were not solved, the largest defect is %.3g", now->report.unsolved,
                 now->report.contact_defect);
    }
}

JudderErr march_report(Marching *m, const FeMarchNow *now, double seconds) {
    tell_outcome(m, now);
    tell_note(m, now);
    const bool good = report_values(m, now, seconds) && report_watched(m) && report_probes(m);
    return good && !m->shared.out_of_memory ? JUDDER_OK : error_memory();
}
