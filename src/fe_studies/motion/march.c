/* march{} of a body, by whatever method, as a Stepper: rows, events, probes, fields. */
#include "fe_studies/motion/march.h"

#include "fe/start.h"
#include "results/results.h"
#include "study/body/recorded.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- columns --- */

static void nearest_contact(const BodyMotion *m, const double *x, int *node) {
    const FeContact *contact = m->contact;
    const int dim = contact->body->dim;
    double least = INFINITY;
    for (int k = 0; k < contact->n; k++) {
        double square = 0;
        for (int i = 0; i < dim; i++)
            square += pow(contact->body->mesh->x[(long)contact->node[k] * dim + i] - x[i], 2);
        if (square < least) least = square, *node = k;
    }
}

/* The columns of the series: those of all marches, then those of each watched node, with its number
 * if there are several. */
static JudderErr make_columns(BodyMotion *m) {
    const Matrix *watch = &m->word->watch;
    const size_t room = BODY_COLUMNS + watch->rows * BODY_WATCHED_COLUMNS;
    m->stepper.columns = room;
    m->stepper.column = m->column = calloc(room, sizeof *m->column);
    m->name = calloc(room, sizeof *m->name);
    m->watched = calloc(watch->rows + 1, sizeof *m->watched);
    m->row = calloc(2 * room, sizeof *m->row);
    m->was = calloc((size_t)m->contact->n + 1, sizeof *m->was);
    m->node = calloc((size_t)m->contact->n + 1, sizeof *m->node);
    const size_t fields = (size_t)m->made->mesh->nodes * (size_t)m->made->mesh->dim;
    m->u = calloc(2 * fields + 1, sizeof *m->u);
    REQUIRE(m->column && m->name && m->watched && m->row && m->was && m->node && m->u, error_memory());
    m->v = m->u + fields;
    m->before = m->row + room;
    for (int i = 0; i < BODY_COLUMNS; i++)
        m->column[i] = (StepperColumn){body_columns[i].name, body_columns[i].unit, STEPPER_BOTH};
    int at = BODY_COLUMNS;
    for (size_t k = 0; k < watch->rows; k++) {
        nearest_contact(m, watch->at + k * watch->columns, &m->watched[k]);
        for (int i = 0; i < BODY_WATCHED_COLUMNS; i++, at++) {
            body_watched_name(i, k, watch->rows, m->name[at]);
            m->column[at] = (StepperColumn){m->name[at], body_watched_columns[i].unit, STEPPER_BOTH};
        }
    }
    return JUDDER_OK;
}

/* Along the one tangent, or the length of both. */
static double body_motion_tangential(const FeMarchNow *now, const double *of, const double *less) {
    const double first = of[1] - (less ? less[0] : 0);
    return now->dim == 2 ? first : hypot(first, of[2] - (less ? less[1] : 0));
}

static void fill_watched(const BodyMotion *m, const FeMarchNow *now, int node, double *row) {
    const double *u = now->u + (long)node * now->dim, *v = now->v + (long)node * now->dim,
                 *r = now->r + (long)node * now->dim, area = m->contact->area[node];
    row[0] = body_motion_tangential(now, v, now->foundation);
    row[1] = r[0] / area;
    row[2] = body_motion_tangential(now, r, NULL) / area;
    row[3] = m->contact->gap[node] + u[0];
    row[4] = body_motion_tangential(now, u, NULL);
}

static void fill_row(BodyMotion *m, const FeMarchNow *now) {
    const FeMarchEnergy *e = &now->energy;
    double sum[3] = {0}, count[3] = {0};
    for (int k = 0; k < now->n; k++) {
        for (int i = 0; i < now->dim; i++) sum[i] += now->r[(long)k * now->dim + i];
        count[now->node[k]]++;
    }
    const double row[BODY_COLUMNS] = {now->t,
                                      sum[0],
                                      body_motion_tangential(now, sum, NULL),
                                      count[STAGE_STICK],
                                      count[STAGE_SLIP],
                                      count[STAGE_OPEN],
                                      e->kinetic,
                                      e->elastic,
                                      e->contact,
                                      e->viscous,
                                      e->friction,
                                      e->external,
                                      e->numerical};
    memcpy(m->row, row, sizeof row);
    for (size_t k = 0; k < m->word->watch.rows; k++)
        fill_watched(m, now, m->watched[k], m->row + BODY_COLUMNS + k * BODY_WATCHED_COLUMNS);
}

/* --- after a step, on the first rank --- */

static void tell_events(BodyMotion *m, const FeMarchNow *now) {
    for (int k = 0; k < now->n; k++) {
        const StageNode from = m->was[k], to = now->node[k];
        m->was[k] = to;
        if (from == to || now->step == 0) continue;
        if (m->events++ >= MARCH_MOST_EVENTS) continue;
        char place[32];
        snprintf(place, sizeof place, "node %d", m->contact->position[k] + 1);
        const StepperEvent event = {to == STAGE_OPEN     ? STEPPER_OPEN
                                    : from == STAGE_OPEN ? STEPPER_CLOSE
                                    : to == STAGE_STICK  ? STEPPER_STICK
                                                         : STEPPER_SLIP,
                                    now->t, from, to, place};
        stepper_tell(&m->stepper, &event);
    }
}

static void take_row(BodyMotion *m, const FeMarchNow *now) {
    memcpy(m->before, m->row, m->stepper.columns * sizeof *m->row);
    fill_row(m, now);
    tell_events(m, now);
    stepper_probe_between(&m->stepper, m->before, m->row, 1e-9 * m->step);
    m->stuck += m->row[3] / now->n;
    m->open += m->row[5] / now->n;
    m->seen++;
}

/* The present time as the first rank knows it; the others know t. Collective. */
static JudderErr body_motion_see(Stepper *stepper) {
    BodyMotion *m = (BodyMotion *)stepper;
    FeMarchNow now;
    m->motion.method->now(m->engine, &now);
    if (fe_rank() == 0)
        take_row(m, &now);
    else
        m->row[0] = now.t;
    if (fe_any(!isfinite(m->row[1] + m->row[6]))) stepper->state = STEPPER_LOST;
    return JUDDER_OK;
}

static JudderErr body_motion_advance(Stepper *stepper, size_t count) {
    BodyMotion *m = (BodyMotion *)stepper;
    for (const size_t end = stepper->done + count; stepper->done < end && stepper->state == STEPPER_GOING;) {
        TRY(fe_error(m->motion.method->step(m->engine)));
        stepper->done++;
        TRY(body_motion_see(stepper));
    }
    return JUDDER_OK;
}

static const double *body_motion_row(Stepper *stepper) {
    return ((BodyMotion *)stepper)->row;
}

/* All ranks know alike whether it is. */
static bool body_motion_is_finite(Stepper *stepper) {
    return stepper->state != STEPPER_LOST;
}

/* --- fields --- */

/* States as those of a path: with the direction of slip in 2-D. */
static void name_states(BodyMotion *m, const FeMarchNow *now) {
    for (int k = 0; k < now->n; k++) {
        const double slip = body_motion_tangential(now, now->v + (long)k * now->dim, now->foundation);
        m->node[k] = now->node[k] == STAGE_OPEN    ? CONDENSED_OPEN
                     : now->node[k] == STAGE_STICK ? CONDENSED_STICK
                     : now->dim == 3               ? CONDENSED_SLIP
                     : slip < 0                    ? CONDENSED_SLIP_MINUS
                                                   : CONDENSED_SLIP_PLUS;
    }
}

static JudderErr write_fields(StudyRun *run, BodyMotion *m, const FeMarchNow *now) {
    char name[48], full[96];
    double strain;
    name_states(m, now);
    const FeStudyState state = {m->contact, now->u, now->r, m->node};
    snprintf(name, sizeof name, "%05d_t_%.9g", ++m->fields, now->t);
    TRY(fe_study_fields(run, &state, name, m->u, &strain));
    m->strain = fmax(m->strain, strain);
    snprintf(full, sizeof full, "velocity_%s", name);
    return results_field(run->results, full, "m/s", m->v, (size_t)m->made->mesh->nodes,
                         (size_t)m->made->mesh->dim);
}

/* Collective. */
static JudderErr keep_fields(StudyRun *run, Stepper *stepper) {
    BodyMotion *m = (BodyMotion *)stepper;
    const size_t every = (size_t)m->word->fields;
    const bool due = stepper->done == stepper->steps || (every > 0 && stepper->done % every == 0);
    if (!due) return JUDDER_OK;
    const bool first = fe_rank() == 0;
    FeMarchNow now;
    m->motion.method->now(m->engine, &now);
    TRY(fe_error(m->motion.method->field(m->engine, first ? m->u : NULL, first ? m->v : NULL)));
    return fe_agree(run->results ? write_fields(run, m, &now) : JUDDER_OK);
}

/* --- checkpoints --- */

/* What the study itself counts. */
static void serialise_counts(BodyMotion *m, Archive *archive) {
    const size_t n = (size_t)m->contact->n;
    archive_array(archive, "row", m->row, m->stepper.columns * sizeof *m->row);
    archive_array(archive, "states", m->was, n * sizeof *m->was);
    archive_array(archive, "events", &m->events, sizeof m->events);
    archive_array(archive, "steps", &m->seen, sizeof m->seen);
    archive_array(archive, "fields", &m->fields, sizeof m->fields);
    archive_array(archive, "stuck", &m->stuck, sizeof m->stuck);
    archive_array(archive, "open", &m->open, sizeof m->open);
    archive_array(archive, "strain", &m->strain, sizeof m->strain);
}

static JudderErr march_serialise(Stepper *stepper, Archive *archive) {
    BodyMotion *m = (BodyMotion *)stepper;
    serialise_counts(m, archive);
    return fe_error(m->motion.method->serialise(m->engine, archive));
}

/* --- the run --- */

static void body_motion_destroy(Stepper *stepper) {
    BodyMotion *m = (BodyMotion *)stepper;
    if (m->motion.method) fe_error(m->motion.method->destroy(&m->engine));
    fe_study_motion_release(&m->motion, m->made);
    free(m->column);
    free(m->name);
    free(m->watched);
    free(m->row);
    free(m->was);
    free(m->node);
    free(m->u);
    free(m);
}

static const StepperKind body_stepper = {.lists = (const StepperList[]){{0}},
                                         .begin = body_motion_see,
                                         .advance = body_motion_advance,
                                         .row = body_motion_row,
                                         .is_finite = body_motion_is_finite,
                                         .report = body_motion_values,
                                         .serialise = march_serialise,
                                         .destroy = body_motion_destroy};

static JudderErr body_motion_begin(StudyRun *run, Stepper *stepper) {
    return run->results ? fe_study_mesh_fields(run, ((BodyMotion *)stepper)->made->mesh) : JUDDER_OK;
}

/* Collective. */
static JudderErr body_motion_make(StudyRun *run, double final, BodyMotion *m) {
    TRY(fe_study_motion_create(run, final, m->step, &m->motion));
    if (m->motion.no_path_end) return JUDDER_OK;
    m->motion.data.cfl = m->word->cfl;
    TRY(fe_error(m->motion.method->create(&m->motion.data, &m->engine)));
    FeMarchNow now;
    m->motion.method->now(m->engine, &now);
    m->motion.data.step = now.dt;
    m->stepper.steps = (size_t)fe_march_steps(&m->motion.data);
    m->contact = m->motion.method->contact(m->engine);
    return fe_agree(make_columns(m));
}

/* Collective. */
static JudderErr body_motion_create(StudyRun *run, double final, double step, Stepper **stepper) {
    static const March none;
    BodyMotion *m = calloc(1, sizeof *m);
    TRY(fe_agree(m ? JUDDER_OK : error_memory()));
    m->stepper = (Stepper){.kind = &body_stepper, .look = 1};
    m->made = run->prepared;
    m->word = run->study->word == &march_word ? run->study->params : &none;
    m->step = step;
    const JudderErr err = body_motion_make(run, final, m);
    *stepper = &m->stepper;
    if (err != JUDDER_OK || m->motion.no_path_end) stepper_destroy(stepper);
    return err;
}

/* The first watched contact node tells when a cycle begins. */
static const MarchSection body_section = {
    .slip = {"slip", "slip_1"},
    .state = {"normal_force", "tangential_force", "kinetic_energy", "elastic_energy", "slip", "slip_1"}};

const MarchModel body_march = {.unit = "s",
                               .section = &body_section,
                               .is_body = true,
                               .check = body_check_march,
                               .create = body_motion_create,
                               .begin = body_motion_begin,
                               .after = keep_fields,
                               .end = body_motion_end,
                               .judge = body_motion_judge,
                               .note = body_motion_note,
                               .limit = &body_limit};
