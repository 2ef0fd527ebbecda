/* march{} of a body, by whatever method: steps, series, events, probes, fields, and what they say. */
#include "companion/motion/march.h"

#include "fe/start.h"
#include "study/body/recorded.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- columns --- */

static void nearest_contact(const Marching *m, const double *x, int *node) {
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
static JudderErr make_columns(Marching *m) {
    const Matrix *watch = &m->word->watch;
    m->columns = BODY_COLUMNS + (int)watch->rows * BODY_WATCHED_COLUMNS;
    const size_t room = (size_t)m->columns + 1;
    m->column = calloc(room, sizeof *m->column);
    m->name = calloc(room, sizeof *m->name);
    m->watched = calloc(watch->rows + 1, sizeof *m->watched);
    m->row = calloc(2 * room, sizeof *m->row);
    m->probes = calloc(m->word->probe.count * room + 1, sizeof *m->probes);
    m->was = calloc((size_t)m->contact->n + 1, sizeof *m->was);
    m->node = calloc((size_t)m->contact->n + 1, sizeof *m->node);
    const size_t fields = (size_t)m->made->mesh->nodes * (size_t)m->made->mesh->dim;
    m->u = calloc(2 * fields + 1, sizeof *m->u);
    REQUIRE(m->column && m->name && m->watched && m->row && m->probes && m->was && m->node && m->u,
            error_memory());
    m->v = m->u + fields;
    m->before = m->row + room;
    memcpy(m->column, body_columns, BODY_COLUMNS * sizeof *m->column);
    int at = BODY_COLUMNS;
    for (size_t k = 0; k < watch->rows; k++) {
        nearest_contact(m, watch->at + k * watch->columns, &m->watched[k]);
        for (int i = 0; i < BODY_WATCHED_COLUMNS; i++, at++) {
            body_watched_name(i, k, watch->rows, m->name[at]);
            m->column[at] = (ResultsColumn){m->name[at], body_watched_columns[i].unit};
        }
    }
    return JUDDER_OK;
}

/* Along the one tangent, or the length of both. */
static double tangential(const FeMarchNow *now, const double *of, const double *less) {
    const double first = of[1] - (less ? less[0] : 0);
    return now->dim == 2 ? first : hypot(first, of[2] - (less ? less[1] : 0));
}

static void fill_watched(const Marching *m, const FeMarchNow *now, int node, double *row) {
    const double *u = now->u + (long)node * now->dim, *v = now->v + (long)node * now->dim,
                 *r = now->r + (long)node * now->dim, area = m->contact->area[node];
    row[0] = tangential(now, v, now->foundation);
    row[1] = r[0] / area;
    row[2] = tangential(now, r, NULL) / area;
    row[3] = m->contact->gap[node] + u[0];
    row[4] = tangential(now, u, NULL);
}

static void fill_row(Marching *m, const FeMarchNow *now) {
    const FeMarchEnergy *e = &now->energy;
    double sum[3] = {0}, count[3] = {0};
    for (int k = 0; k < now->n; k++) {
        for (int i = 0; i < now->dim; i++) sum[i] += now->r[(long)k * now->dim + i];
        count[now->node[k]]++;
    }
    const double row[BODY_COLUMNS] = {now->t,
                                      sum[0],
                                      tangential(now, sum, NULL),
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

static void tell_events(Marching *m, const FeMarchNow *now) {
    for (int k = 0; k < now->n; k++) {
        const StageNode from = m->was[k], to = now->node[k];
        m->was[k] = to;
        if (from == to || now->step == 0) continue;
        if (m->events++ >= MARCH_MOST_EVENTS) continue;
        char place[32];
        snprintf(place, sizeof place, "node %d", m->contact->position[k] + 1);
        const MarchEvent event = {now->t,
                                  to == STAGE_OPEN     ? "open"
                                  : from == STAGE_OPEN ? "close"
                                  : to == STAGE_STICK  ? "stick"
                                                       : "slip",
                                  place, from, to};
        march_run_event(&m->shared, &event);
    }
}

/* Probes between two steps lie on the line between them. */
static void take_probes(Marching *m) {
    const double t = m->row[0], before = m->before[0], close = 1e-9 * m->word->step;
    while (m->reached < m->word->probe.count && m->shared.probe_times[m->reached] <= t + close) {
        const double at = m->shared.probe_times[m->reached],
                     part = t > before ? fmin(1, fmax(0, (at - before) / (t - before))) : 1;
        for (int i = 0; i < m->columns; i++)
            m->probes[m->reached * (size_t)m->columns + (size_t)i] = at >= t - close
                                                                         ? m->row[i]
                                                                         : m->before[i] +
                                                                               part *
                                                                                   (m->row[i] - m->before[i]);
        m->reached++;
    }
}

static JudderErr record(Marching *m, const FeMarchNow *now) {
    memcpy(m->before, m->row, (size_t)m->columns * sizeof *m->row);
    fill_row(m, now);
    tell_events(m, now);
    take_probes(m);
    m->stuck += m->row[3] / now->n;
    m->open += m->row[5] / now->n;
    m->seen++;
    if (!isfinite(m->row[1] + m->row[6])) m->lost = true;
    if (!m->shared.run->results || (now->step % m->word->every != 0 && now->step < m->steps))
        return JUDDER_OK;
    return results_series_append(m->shared.run->results, m->row);
}

/* --- fields --- */

/* States as those of a path: with the direction of slip in 2-D. */
static void name_states(Marching *m, const FeMarchNow *now) {
    for (int k = 0; k < now->n; k++) {
        const double slip = tangential(now, now->v + (long)k * now->dim, now->foundation);
        m->node[k] = now->node[k] == STAGE_OPEN    ? CONDENSED_OPEN
                     : now->node[k] == STAGE_STICK ? CONDENSED_STICK
                     : now->dim == 3               ? CONDENSED_SLIP
                     : slip < 0                    ? CONDENSED_SLIP_MINUS
                                                   : CONDENSED_SLIP_PLUS;
    }
}

static JudderErr write_fields(Marching *m, const FeMarchNow *now) {
    char name[48], full[96];
    double strain;
    name_states(m, now);
    const CompanionState state = {m->contact, now->u, now->r, m->node};
    snprintf(name, sizeof name, "%05d_t_%.9g", ++m->fields, now->t);
    TRY(companion_fields(m->shared.run, &state, name, m->u, &strain));
    m->strain = fmax(m->strain, strain);
    snprintf(full, sizeof full, "velocity_%s", name);
    return results_field(m->shared.run->results, full, "m/s", m->v, (size_t)m->made->mesh->nodes,
                         (size_t)m->made->mesh->dim);
}

/* Collective. */
static JudderErr keep_fields(Marching *m, const FeMarchNow *now) {
    const long every = m->word->fields;
    const bool due = now->step == m->steps || (every > 0 && now->step % every == 0);
    if (!due) return JUDDER_OK;
    const bool first = fe_rank() == 0;
    const double begin = clock_seconds();
    TRY(fe_error(m->motion.method->field(m->engine, first ? m->u : NULL, first ? m->v : NULL)));
    const JudderErr err = fe_agree(m->shared.run->results ? write_fields(m, now) : JUDDER_OK);
    m->shared.outside += clock_seconds() - begin;
    return err;
}

/* --- checkpoints --- */

/* What the study itself counts. */
static void exchange_counts(Marching *m, Archive *archive) {
    const size_t row = (size_t)m->columns * sizeof *m->row, n = (size_t)m->contact->n;
    archive_array(archive, "row", m->row, row);
    archive_array(archive, "probes", m->probes, m->word->probe.count * row);
    archive_array(archive, "reached", &m->reached, sizeof m->reached);
    archive_array(archive, "states", m->was, n * sizeof *m->was);
    archive_array(archive, "events", &m->events, sizeof m->events);
    archive_array(archive, "steps", &m->seen, sizeof m->seen);
    archive_array(archive, "fields", &m->fields, sizeof m->fields);
    archive_array(archive, "stuck", &m->stuck, sizeof m->stuck);
    archive_array(archive, "open", &m->open, sizeof m->open);
    archive_array(archive, "strain", &m->strain, sizeof m->strain);
    if (m->reached <= m->word->probe.count) return;
    m->reached = 0;
    archive_refuse(archive, "the number of probes");
}

static JudderErr exchange(void *context, Archive *archive) {
    Marching *m = context;
    exchange_counts(m, archive);
    return fe_error(m->motion.method->exchange(m->engine, archive));
}

/* --- the run --- */

static JudderErr after_step(Marching *m) {
    FeMarchNow now;
    m->motion.method->now(m->engine, &now);
    JudderErr err = fe_rank() == 0 ? record(m, &now) : JUDDER_OK;
    if (err == JUDDER_OK) err = m->shared.error;
    TRY(fe_agree(err));
    return keep_fields(m, &now);
}

static JudderErr follow(Marching *m) {
    FeMarchNow now;
    bool restored = false;
    TRY(march_run_resume(&m->shared, exchange, m, &restored));
    march_run_clock(&m->shared);
    if (!restored) TRY(after_step(m));
    for (m->motion.method->now(m->engine, &now); now.step < m->steps;
         m->motion.method->now(m->engine, &now)) {
        const bool wanted = march_run_go_on(&m->shared, now.t);
        m->stopped = fe_stop_requested() || !wanted;
        int end = m->stopped || m->lost;
        MPI_Bcast(&end, 1, MPI_INT, 0, PETSC_COMM_WORLD);
        if (end) break;
        TRY(fe_error(m->motion.method->step(m->engine)));
        TRY(after_step(m));
    }
    return JUDDER_OK;
}

static void release(Marching *m) {
    if (m->motion.method) fe_error(m->motion.method->destroy(&m->engine));
    companion_motion_release(&m->motion, m->made);
    march_run_end(&m->shared);
    free(m->column);
    free(m->name);
    free(m->watched);
    free(m->row);
    free(m->probes);
    free(m->was);
    free(m->node);
    free(m->u);
}

static JudderErr march(Marching *m) {
    StudyRun *run = m->shared.run;
    TRY(companion_motion_create(run, m->word->final, m->word->step, &m->motion));
    if (m->motion.no_path_end) {
        run->outcome = STUDY_FAILED;
        snprintf(run->reason, sizeof run->reason, "the path before it did not reach its end");
        return JUDDER_OK;
    }
    m->motion.data.cfl = m->word->cfl;
    TRY(fe_error(m->motion.method->create(&m->motion.data, &m->engine)));
    FeMarchNow now;
    m->motion.method->now(m->engine, &now);
    m->motion.data.step = now.dt;
    m->steps = fe_march_steps(&m->motion.data);
    m->contact = m->motion.method->contact(m->engine);
    JudderErr err = make_columns(m);
    if (err == JUDDER_OK) err = march_run_begin(&m->shared, run, m->column, "s");
    if (err == JUDDER_OK && run->results) err = companion_mesh_fields(run, m->made->mesh);
    TRY(fe_agree(err));
    TRY(follow(m));
    const double seconds = march_run_seconds(&m->shared);
    m->motion.method->now(m->engine, &now);
    return fe_agree(fe_rank() == 0 ? march_report(m, &now, seconds) : JUDDER_OK);
}

JudderErr companion_march(StudyRun *run) {
    Marching m = {.made = run->prepared, .word = run->study->params};
    m.shared.run = run;
    const JudderErr err = march(&m);
    release(&m);
    const bool of_study = err != JUDDER_OK && strcmp(error_field(), "step") == 0;
    return block_locate(of_study ? run->study : run->model, err);
}
