/* march{} of a system of matrices: series, events, episodes of slip, probes. (BD-4)-(BD-7) */
#include "study/system/motion.h"

#include "results/resume/resume.h"
#include "study/system/motion_values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *unit;
} kinds[] = {[MOTION_TIME] = {"t", "s"},
             [MOTION_DISPLACEMENT] = {"displacement", "m"},
             [MOTION_VELOCITY] = {"velocity", "m/s"},
             [MOTION_SLIP] = {"slip", "m/s"},
             [MOTION_FRICTION] = {"friction_force", "N"},
             [MOTION_NORMAL] = {"normal_force", "N"},
             [MOTION_GAP] = {"gap", "m"},
             [MOTION_STATE] = {"state", ""},
             [MOTION_SPRING] = {"spring_force", "N"},
             [MOTION_FRICTION_SUM] = {"friction_force", "N"},
             [MOTION_KINETIC] = {"kinetic_energy", "J"},
             [MOTION_ELASTIC] = {"elastic_energy", "J"}};

void motion_add(Motion *motion, MotionKind kind, int index, int number) {
    if (motion->columns >= MOTION_COLUMNS) return;
    MotionColumn *column = &motion->column[motion->columns++];
    *column = (MotionColumn){.unit = kinds[kind].unit, .kind = kind, .index = index};
    if (number < 0)
        snprintf(column->name, sizeof column->name, "%s", kinds[kind].name);
    else
        snprintf(column->name, sizeof column->name, "%s_%d", kinds[kind].name, number);
}

static double friction_sum(const MotionRun *m, const SystemView *view) {
    double sum = 0;
    for (int i = 0; i < m->motion->setup.contact_count; i++) sum += view->contact[i].friction;
    return sum;
}

static double value_of(const MotionRun *m, const MotionColumn *column, const SystemView *view) {
    const int i = column->index;
    switch (column->kind) {
    case MOTION_TIME: return view->t;
    case MOTION_DISPLACEMENT: return view->u[i];
    case MOTION_VELOCITY: return view->v[i];
    case MOTION_SLIP: return view->contact[i].slip;
    case MOTION_FRICTION: return view->contact[i].friction;
    case MOTION_NORMAL: return view->contact[i].pressure;
    case MOTION_GAP: return view->contact[i].gap;
    case MOTION_STATE: return view->contact[i].state;
    case MOTION_SPRING:
        return m->motion->spring * (view->u[1] - view->u[0]) + m->motion->dashpot * (view->v[1] - view->v[0]);
    case MOTION_FRICTION_SUM: return friction_sum(m, view);
    case MOTION_KINETIC: return view->energy->kinetic;
    case MOTION_ELASTIC: return view->energy->elastic;
    }
    return NAN;
}

/* Velocity at both ends of a step that belongs to a displacement's column; NULL columns are
 * joined by a line. */
static double between(const MotionRun *m, size_t c, double t) {
    const MotionColumn *column = &m->motion->column[c];
    const double h = m->row[0] - m->before[0], s = (t - m->before[0]) / h;
    const double a = m->before[c], b = m->row[c];
    if (column->kind != MOTION_DISPLACEMENT) return a + s * (b - a);
    const double va = h * m->v_before[column->index], vb = h * m->v_now[column->index];
    return a + s * (va + s * (3 * (b - a) - 2 * va - vb + s * (2 * (a - b) + va + vb)));
}

static void pass_probes(MotionRun *m) {
    const size_t columns = m->motion->columns;
    const double t = m->row[0], near = 1e-9 * m->shared.march->step;
    for (;
         m->tally.probes < m->shared.march->probe.count && m->shared.probe_times[m->tally.probes] <= t + near;
         m->tally.probes++) {
        const double at = m->shared.probe_times[m->tally.probes];
        double *probe = m->probe + m->tally.probes * columns;
        for (size_t c = 0; c < columns; c++)
            probe[c] = at >= t - near              ? m->row[c]
                       : at <= m->before[0] + near ? m->before[c]
                                                   : between(m, c, at);
    }
}

/* An episode lasts from the first slip of any contact until all stick again; its size is the
 * slip of all in it. */
static void follow_episode(MotionRun *m, const SystemView *view, double dt) {
    bool slips = false;
    double moved = 0, fastest = 0;
    for (int i = 0; i < m->motion->setup.contact_count; i++) {
        slips = slips || view->contact[i].node == STAGE_SLIP;
        moved += fabs(view->contact[i].slip) * dt;
        fastest = fmax(fastest, fabs(view->contact[i].slip));
    }
    m->tally.slip_max = fmax(m->tally.slip_max, fastest);
    if (slips && !m->tally.slipping) m->tally.episode_begun = view->t - dt, m->tally.episode_size = 0;
    if (slips) m->tally.episode_size += moved;
    if (!slips && m->tally.slipping) {
        m->tally.episodes++;
        m->tally.episode_sum += m->tally.episode_size;
        m->tally.episode_most = fmax(m->tally.episode_most, m->tally.episode_size);
        march_run_list(&m->shared, m->episode_times, m->tally.episode_begun);
        march_run_list(&m->shared, m->episode_sizes, m->tally.episode_size);
    }
    m->tally.slipping = slips;
}

static void follow_range(MotionRun *m, const SystemView *view, size_t number) {
    if (m->motion->setup.contact_count == 0) return;
    const size_t part = 10 * number, whole = m->steps;
    const int k = part >= 9 * whole ? 1 : part >= 4 * whole && part <= 5 * whole ? 0 : -1;
    if (k < 0) return;
    m->tally.range[k][0] = fmin(m->tally.range[k][0], view->contact[0].slip);
    m->tally.range[k][1] = fmax(m->tally.range[k][1], view->contact[0].slip);
}

static JudderErr on_step(void *context, const SystemView *view, size_t number) {
    MotionRun *m = context;
    const size_t columns = m->motion->columns;
    const size_t every = (size_t)m->shared.march->every;
    for (size_t c = 0; c < columns; c++) m->row[c] = value_of(m, &m->motion->column[c], view);
    memcpy(m->v_now, view->v, (size_t)m->motion->setup.n * sizeof *m->v_now);
    if (number > 0) follow_episode(m, view, m->row[0] - m->before[0]);
    if (number == 0) memcpy(m->before, m->row, columns * sizeof *m->row);
    pass_probes(m);
    follow_range(m, view, number);
    memcpy(m->before, m->row, columns * sizeof *m->row);
    memcpy(m->v_before, m->v_now, (size_t)m->motion->setup.n * sizeof *m->v_now);
    if (number % every != 0 && number != m->steps) return JUDDER_OK;
    return results_series_append(m->shared.run->results, m->row);
}

static void on_event(void *context, const SystemEvent *event) {
    static const char *const to_names[] = {"open", "stick", "slip"};
    MotionRun *m = context;
    char place[32];
    snprintf(place, sizeof place, "contact %d", event->contact + 1);
    const MarchEvent told = {event->t, to_names[event->to], place, event->from, event->to};
    if (event->from == STAGE_OPEN) {
        MarchEvent closes = told;
        closes.kind = "close";
        march_run_event(&m->shared, &closes);
    }
    march_run_event(&m->shared, &told);
    if (event->contact > 0) return;
    if (event->to == STAGE_STICK) march_run_list(&m->shared, m->stick_times, event->t);
    if (event->to == STAGE_SLIP) {
        march_run_list(&m->shared, m->slip_times, event->t);
        motion_onset(m, event->t);
    }
}

static bool on_go(void *context, double t) {
    MotionRun *m = context;
    return march_run_go_on(&m->shared, t);
}

JudderErr motion_check(StudyRun *run, const Motion *motion) {
    SystemMarch *march = NULL;
    const March *p = run->study->params;
    TRY(march_refuse_body_fields(run));
    REQUIRE(
        p->profile.count == 0,
        block_locate(run->study, error_input("profile", "a system has no fields inside: leave profile out")));
    TRY(block_locate(run->model, system_march_create(&motion->setup, &march)));
    system_march_destroy(&march);
    const size_t steps = system_march_steps(p->final, p->step);
    snprintf(run->note, sizeof run->note, "march to t = %g in %zu steps, %d dofs, %d contact%s", p->final,
             steps, motion->setup.n, motion->setup.contact_count,
             motion->setup.contact_count == 1 ? "" : "s");
    return JUDDER_OK;
}

static JudderErr exchange(void *context, Archive *archive) {
    MotionRun *m = context;
    const size_t columns = m->motion->columns, n = (size_t)m->motion->setup.n;
    value_archive_numbers(archive, "slip times", m->slip_times);
    value_archive_numbers(archive, "stick times", m->stick_times);
    value_archive_numbers(archive, "episode times", m->episode_times);
    value_archive_numbers(archive, "episode sizes", m->episode_sizes);
    archive_array(archive, "row and velocities", m->row, (2 * columns + 2 * n) * sizeof *m->row);
    archive_array(archive, "probes", m->probe, m->shared.march->probe.count * columns * sizeof *m->probe);
    archive_array(archive, "tally", &m->tally, sizeof m->tally);
    archive_array(archive, "report", &m->report, sizeof m->report);
    if (m->tally.probes > m->shared.march->probe.count) archive_refuse(archive, "the number of probes");
    return system_march_exchange(m->march, archive);
}

static JudderErr march_with(MotionRun *m) {
    StudyRun *run = m->shared.run;
    SystemMarch *march = NULL;
    bool restored = false;
    TRY(block_locate(run->model, system_march_create(&m->motion->setup, &march)));
    const SystemMarchWatch watch = {on_step, on_event, on_go, m};
    m->march = march;
    JudderErr err = march_run_resume(&m->shared, exchange, m, &restored);
    march_run_clock(&m->shared);
    if (err == JUDDER_OK) err = system_march_run(march, &watch, &m->report);
    const double seconds = march_run_seconds(&m->shared);
    if (err == JUDDER_OK) err = m->shared.error;
    if (err == JUDDER_OK) {
        const SystemView view = system_march_view(march);
        err = motion_values(m, &view, &m->report, seconds);
    }
    system_march_destroy(&march);
    return block_locate(run->model, err);
}

static JudderErr make_room(MotionRun *m) {
    const size_t columns = m->motion->columns, n = (size_t)m->motion->setup.n;
    m->probe = calloc((m->shared.march->probe.count + 1) * columns, sizeof *m->probe);
    m->row = calloc(2 * columns + 2 * n, sizeof *m->row);
    REQUIRE(m->probe && m->row, error_memory());
    m->before = m->row + columns;
    m->v_now = m->before + columns;
    m->v_before = m->v_now + n;
    return JUDDER_OK;
}

JudderErr motion_run(StudyRun *run, const Motion *motion) {
    ResultsColumn columns[MOTION_COLUMNS + 1] = {{0}};
    const March *p = run->study->params;
    MotionRun m = {.motion = motion, .steps = system_march_steps(p->final, p->step)};
    for (int k = 0; k < 2; k++) m.tally.range[k][0] = INFINITY, m.tally.range[k][1] = -INFINITY;
    for (size_t c = 0; c < motion->columns; c++)
        columns[c] = (ResultsColumn){motion->column[c].name, motion->column[c].unit};
    JudderErr err = march_run_begin(&m.shared, run, columns, "s");
    if (err == JUDDER_OK) err = make_room(&m);
    if (err == JUDDER_OK) {
        motion_lists(&m);
        err = march_with(&m);
    }
    free(m.probe);
    free(m.row);
    march_run_end(&m.shared);
    return err;
}
