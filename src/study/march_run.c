/* What every march{} shares: progress, flushing, events, probes, times of profiles. */
#include "study/march_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LISTED = 100000 }; /* in the values; the file has them all */

static const double flush_seconds = 2;

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void copy_in_order(double *to, const double *from, size_t count) {
    if (count == 0) return;
    memcpy(to, from, count * sizeof *to);
    qsort(to, count, sizeof *to, compare);
}

JudderErr march_run_begin(MarchRun *m, StudyRun *run, const ResultsColumn *columns, const char *unit) {
    const March *p = run->study->params;
    *m = (MarchRun){.run = run, .march = p, .begun = clock_seconds(), .last_flush = clock_seconds()};
    size_t count = 0;
    while (columns[count].name) count++;
    if (run->results) TRY(results_series_declare(run->results, columns, count));
    m->probe_times = calloc(p->probe.count + p->profile.count + 1, sizeof *m->probe_times);
    REQUIRE(m->probe_times, error_memory());
    m->profile_times = m->probe_times + p->probe.count;
    copy_in_order(m->probe_times, p->probe.at, p->probe.count);
    copy_in_order(m->profile_times, p->profile.at, p->profile.count);
    progress_start(&m->progress, run->log, p->name, unit);
    return JUDDER_OK;
}

JudderErr march_refuse_body_fields(const StudyRun *run) {
    const March *p = run->study->params;
    REQUIRE(
        p->cfl == 0,
        block_locate(run->study, error_input("cfl", "cfl is for bodies: a %s takes the step as it is given",
                                             run->model->word->name)));
    REQUIRE(!p->watch.at && p->fields == 0,
            block_locate(run->study,
                         error_input(p->watch.at ? "watch" : "fields", "%s is for bodies: a %s has no mesh",
                                     p->watch.at ? "watch" : "fields", run->model->word->name)));
    return JUDDER_OK;
}

void march_run_end(MarchRun *m) {
    free(m->probe_times);
    m->probe_times = m->profile_times = NULL;
}

static JudderErr exchange_march(void *context, Archive *archive) {
    MarchRun *m = context;
    double spent = m->spent + clock_seconds() - m->begun - m->outside;
    archive_array(archive, "seconds", &spent, sizeof spent);
    archive_array(archive, "profiles", &m->next_profile, sizeof m->next_profile);
    archive_array(archive, "seen", &m->seen, sizeof m->seen);
    if (archive_restores(archive)) m->spent = spent;
    return m->exchange(m->context, archive);
}

JudderErr march_run_resume(MarchRun *m, CheckpointExchange *exchange, void *context, bool *restored) {
    m->exchange = exchange;
    m->context = context;
    return checkpoint_restore(m->run, exchange_march, m, restored);
}

void march_run_clock(MarchRun *m) {
    m->outside = 0;
    m->begun = clock_seconds();
}

double march_run_seconds(MarchRun *m) {
    const double seconds = m->spent + clock_seconds() - m->begun - m->outside;
    progress_end(&m->progress);
    return seconds;
}

bool march_run_go_on(MarchRun *m, double t) {
    progress_update(&m->progress, t / m->march->final, t);
    const double now = clock_seconds();
    if (now - m->last_flush > flush_seconds) {
        m->last_flush = now;
        if (m->error == JUDDER_OK && m->run->results) m->error = results_flush(m->run->results);
        m->outside += clock_seconds() - now;
    }
    if (m->run->bodies) m->error = m->run->bodies->agree(m->error);
    if (m->exchange && m->error == JUDDER_OK && checkpoint_due(m->run)) {
        m->error = checkpoint_save(m->run, exchange_march, m);
        m->outside += clock_seconds() - now;
    }
    return !stop_requested() && m->error == JUDDER_OK;
}

void march_run_event(MarchRun *m, const MarchEvent *event) {
    if (!m->run->results || m->error != JUDDER_OK) return;
    m->error = results_event(m->run->results, event->t, event->kind, event->place, event->from, event->to);
}

void march_run_list(MarchRun *m, Value *list, double number) {
    if (value_length(list) >= MOST_LISTED) return;
    if (!value_append(list, value_number(number))) m->out_of_memory = true;
}

long march_run_every(const MarchRun *m) {
    return m->march->profile.count ? 1 : m->march->every;
}

/* A step that ends at a time asked for may miss it by rounding. */
static double close_to(const MarchRun *m) {
    return 1e-9 * m->march->step;
}

bool march_run_profile_due(MarchRun *m, double t, char name[PROFILE_NAME_SIZE]) {
    if (m->next_profile >= m->march->profile.count) return false;
    if (t < m->profile_times[m->next_profile] - close_to(m)) return false;
    m->next_profile++;
    snprintf(name, PROFILE_NAME_SIZE, "profile_%02zu_t_%.9g", m->next_profile, t);
    return true;
}

bool march_run_keeps(MarchRun *m, double t) {
    if (m->march->profile.count == 0) return true;
    return m->seen++ % (size_t)m->march->every == 0 || t >= m->march->final - close_to(m);
}

static bool probe_column(const MarchRun *m, const ProbeTable *table, const ProbeColumn *column) {
    const Numbers *asked = &m->march->probe;
    Value *list = value_child_list(m->run->probes, column->name);
    bool good = list != NULL;
    for (size_t i = 0; i < asked->count && good; i++) {
        const double *found = bsearch(&asked->at[i], m->probe_times, table->reached, sizeof(double), compare);
        double number = NAN;
        if (found)
            memcpy(&number,
                   (const char *)table->samples + (size_t)(found - m->probe_times) * table->sample_size +
                       column->offset,
                   sizeof number);
        good = value_append(list, value_number(number));
    }
    return good;
}

bool march_run_probes(const MarchRun *m, const ProbeTable *table) {
    const Numbers *asked = &m->march->probe;
    Value *t = value_child_list(m->run->probes, "t");
    bool good = t != NULL;
    for (size_t i = 0; i < asked->count && good; i++) good = value_append(t, value_number(asked->at[i]));
    for (const ProbeColumn *column = table->columns; column->name && good; column++)
        good = probe_column(m, table, column);
    return good;
}
