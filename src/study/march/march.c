#include "study/march/march.h"

#include "results/resume/resume.h"
#include "study/march/follow.h"
#include "study/march/tone.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Listed in the values: the file has them all. */
enum { MOST_LISTS = 8, MOST_LISTED = 100000, PROFILE_NAME_SIZE = 64 };

typedef struct Marching {
    StudyRun *run;
    const March *word;
    const MarchModel *model;
    Stepper *stepper;
    double *memory;                      /* of the next four */
    double *probe_times, *profile_times; /* in order */
    double *probes, *kept;               /* rows at the probes; the columns of a row that the series has */
    size_t next_profile;
    Value *list[MOST_LISTS]; /* of the kind's lists */
    Tone tone;
    Follow follow;
    bool out_of_memory;
    double begun;
    double spent; /* seconds of the runs that this one continues */
} Marching;

/* --- what the motion tells --- */

/* A step that ends at a requested time may miss it by rounding. */
static double close_to(const Marching *m) {
    return 1e-9 * m->word->step;
}

static JudderErr keep_profiles(Marching *m, double t) {
    while (m->next_profile < m->word->profile.count && t >= m->profile_times[m->next_profile] - close_to(m)) {
        char name[PROFILE_NAME_SIZE];
        snprintf(name, sizeof name, "profile_%02zu_t_%.9g", ++m->next_profile, t);
        TRY(m->model->profile(m->run, m->stepper, name));
    }
    return JUDDER_OK;
}

static JudderErr append_row(Marching *m, const double *row) {
    const Stepper *s = m->stepper;
    size_t count = 0;
    for (size_t c = 0; c < s->columns; c++)
        if (s->column[c].use & STEPPER_SERIES) m->kept[count++] = row[c];
    if (m->model->tone) tone_add(&m->tone, row[0], m->model->tone(row));
    return m->run->results ? results_series_append(m->run->results, m->kept) : JUDDER_OK;
}

static JudderErr on_record(void *context, const double *row) {
    Marching *m = context;
    Stepper *s = m->stepper;
    const bool due = s->done % (size_t)m->word->every == 0 || s->done == s->steps;
    JudderErr err = keep_profiles(m, row[0]);
    if (err == JUDDER_OK && due) err = append_row(m, row);
    if (err == JUDDER_OK) err = m->follow.error;
    TRY(m->run->team->agree(err));
    if (!m->model->after) return JUDDER_OK;
    const double begun = clock_seconds();
    TRY(m->model->after(m->run, s));
    m->follow.outside += clock_seconds() - begun;
    return JUDDER_OK;
}

static void on_event(void *context, const StepperEvent *event) {
    Marching *m = context;
    const double part[] = {[STEPPER_TIME] = event->t, [STEPPER_FROM] = event->from, [STEPPER_TO] = event->to};
    const StepperList *lists = m->stepper->kind->lists;
    for (size_t i = 0; lists[i].name; i++) {
        if (!m->list[i] || lists[i].kind != event->kind || value_length(m->list[i]) >= MOST_LISTED) continue;
        if (lists[i].place && strcmp(lists[i].place, event->place) != 0) continue;
        if (!value_append(m->list[i], value_number(part[lists[i].part]))) m->out_of_memory = true;
    }
    if (!m->run->results || m->follow.error != JUDDER_OK || event->kind == STEPPER_EPISODE) return;
    m->follow.error = results_event(m->run->results, event->t, stepper_event_names[event->kind], event->place,
                                    event->from, event->to);
}

static double seconds_so_far(const Marching *m) {
    return m->spent + clock_seconds() - m->begun - m->follow.outside;
}

static JudderErr study_march_serialise(void *context, Archive *archive) {
    Marching *m = context;
    double spent = seconds_so_far(m);
    archive_array(archive, "seconds", &spent, sizeof spent);
    archive_array(archive, "profiles", &m->next_profile, sizeof m->next_profile);
    if (archive_restores(archive)) m->spent = spent;
    for (size_t i = 0; m->stepper->kind->lists[i].name; i++)
        if (m->list[i]) value_archive_numbers(archive, m->stepper->kind->lists[i].name, m->list[i]);
    if (m->model->tone) tone_serialise(&m->tone, archive);
    return stepper_serialise(m->stepper, archive);
}

static bool on_go(void *context, double t) {
    return follow_goes_on(&((Marching *)context)->follow, t);
}

/* --- before and after --- */

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void copy_in_order(double *to, const Numbers *from) {
    if (from->count == 0) return;
    memcpy(to, from->at, from->count * sizeof *to);
    qsort(to, from->count, sizeof *to, compare);
}

static JudderErr take_probes(Marching *m) {
    const March *p = m->word;
    Stepper *s = m->stepper;
    const size_t rows = (p->probe.count + 1) * s->columns;
    m->memory = calloc(rows + p->probe.count + p->profile.count + 1, sizeof *m->memory);
    REQUIRE(m->memory, error_memory());
    m->probe_times = m->memory;
    m->profile_times = m->probe_times + p->probe.count;
    m->probes = m->profile_times + p->profile.count;
    m->kept = m->probes + p->probe.count * s->columns;
    copy_in_order(m->probe_times, &p->probe);
    copy_in_order(m->profile_times, &p->profile);
    s->probes = (StepperProbes){.count = p->probe.count, .t = m->probe_times, .row = m->probes};
    return JUDDER_OK;
}

static JudderErr declare_series(const Marching *m) {
    const Stepper *s = m->stepper;
    ResultsColumn *columns = calloc(s->columns + 1, sizeof *columns);
    REQUIRE(columns, error_memory());
    size_t count = 0;
    for (size_t c = 0; c < s->columns; c++)
        if (s->column[c].use & STEPPER_SERIES)
            columns[count++] = (ResultsColumn){s->column[c].name, s->column[c].unit};
    const JudderErr err = results_series_declare(m->run->results, columns, count);
    free(columns);
    return err;
}

/* The values that stand first, and the lists that events fill. */
static JudderErr open_lists(Marching *m) {
    bool good = true;
    const StepperList *lists = m->stepper->kind->lists;
    for (size_t i = 0; lists[i].name && i < MOST_LISTS; i++) {
        if (lists[i].part == STEPPER_NO_LIST)
            good = value_set(m->run->values, lists[i].name, value_null()) && good;
        else
            good = (m->list[i] = value_child_list(m->run->values, lists[i].name)) && good;
    }
    return good ? JUDDER_OK : error_memory();
}

static JudderErr begin(Marching *m) {
    StudyRun *run = m->run;
    m->stepper->listener = (StepperListener){on_record, on_event, on_go, m};
    TRY(take_probes(m));
    if (run->results) TRY(declare_series(m));
    if (run->team->first()) TRY(open_lists(m));
    if (m->model->tone) TRY(tone_open(&m->tone));
    if (m->model->begin) TRY(m->model->begin(run, m->stepper));
    m->begun = clock_seconds();
    return JUDDER_OK;
}

/* Why it ended; err: of a function of the case, once the march was under way. */
static void tell_outcome(Marching *m, JudderErr err) {
    StudyRun *run = m->run;
    const double t = m->stepper->kind->row(m->stepper)[0];
    const StepperState state = m->stepper->state;
    if (err == JUDDER_INPUT) {
        block_locate(run->model, err);
        study_end(run, STUDY_FAILED, "%s", error_message());
    } else if (state == STEPPER_LOST) {
        study_end(run, STUDY_FAILED, "the numbers left the range of the machine at t = %.9g", t);
    } else if (state == STEPPER_STOPPED) {
        study_end(run, STUDY_STOPPED, "interrupted at t = %.9g", t);
    } else if (m->model->judge) {
        m->model->judge(run, m->stepper);
    }
    if (err == JUDDER_OK && state != STEPPER_LOST && m->model->note) m->model->note(run, m->stepper);
}

static bool report_values(Marching *m, double seconds) {
    Value *values = m->run->values;
    StepperReport report = {0};
    bool good = true;
    m->stepper->kind->report(m->stepper, &report);
    for (size_t i = 0; i < report.count; i++) {
        const StepperValue *v = &report.at[i];
        good = value_set(values, v->name,
                         v->is_count ? value_count((long long)v->number) : value_number(v->number)) &&
               good;
    }
    double frequency = 0;
    if (m->model->tone) {
        good = tone_frequency(&m->tone, &frequency) == JUDDER_OK && good;
        good = value_set(values, "dominant_frequency",
                         frequency > 0 ? value_number(frequency) : value_null()) &&
               good;
    }
    return value_set(values, "seconds", value_number(seconds)) && good;
}

/* In the order in which they were requested; those that were not reached are null. */
static bool report_probes(const Marching *m) {
    const Numbers *asked = &m->word->probe;
    const Stepper *s = m->stepper;
    Value *t = value_child_list(m->run->probes, "t");
    bool good = t != NULL;
    for (size_t i = 0; i < asked->count && good; i++) good = value_append(t, value_number(asked->at[i]));
    for (size_t c = 1; c < s->columns && good; c++) {
        if (!(s->column[c].use & STEPPER_PROBE)) continue;
        Value *list = value_child_list(m->run->probes, s->column[c].name);
        good = list != NULL;
        for (size_t i = 0; i < asked->count && good; i++) {
            const double *found = bsearch(&asked->at[i], m->probe_times, s->probes.reached, sizeof(double),
                                          compare);
            const size_t row = found ? (size_t)(found - m->probe_times) : 0;
            good = value_append(list, value_number(found ? m->probes[row * s->columns + c] : NAN));
        }
    }
    return good;
}

static JudderErr report(Marching *m, JudderErr err, double seconds) {
    tell_outcome(m, err);
    const bool good = report_values(m, seconds) && report_probes(m);
    return good && !m->out_of_memory ? JUDDER_OK : error_memory();
}

/* --- the run --- */

static JudderErr follow(Marching *m) {
    bool restored;
    TRY(checkpoint_restore(m->run, study_march_serialise, m, &restored));
    m->begun = clock_seconds();
    m->follow.outside = 0;
    const bool each = m->word->profile.count || m->model->after;
    JudderErr err = stepper_march(m->stepper, each ? 1 : (size_t)m->word->every, 0);
    const double seconds = seconds_so_far(m);
    if (err == JUDDER_OK) err = m->follow.error;
    if (err != JUDDER_OK && err != JUDDER_INPUT) return err;
    const Team *team = m->run->team;
    TRY(team->agree(team->first() ? report(m, err, seconds) : JUDDER_OK));
    return m->model->end ? m->model->end(m->run, m->stepper) : JUDDER_OK;
}

static void release(Marching *m) {
    stepper_destroy(&m->stepper);
    tone_close(&m->tone);
    free(m->memory);
}

/* Follows a motion that is made, and destroys it. Collective. */
static JudderErr march_follow(StudyRun *run, Stepper *stepper) {
    const MarchModel *model = run->kind->march;
    Marching m = {.run = run, .word = run->study->params, .model = model, .stepper = stepper};
    m.follow = (Follow){
        .run = run, .serialise = study_march_serialise, .context = &m, .final = m.word->final};
    follow_begin(&m.follow, m.word->name, model->unit);
    JudderErr err = run->team->agree(begin(&m));
    if (err == JUDDER_OK) err = follow(&m);
    follow_end(&m.follow);
    release(&m);
    return block_locate(run->model, err);
}

JudderErr march_locate(const StudyRun *run, JudderErr err) {
    const bool of_study = err == JUDDER_INPUT && strcmp(error_field(), "step") == 0;
    return block_locate(of_study ? run->study : run->model, err);
}

static JudderErr create(StudyRun *run, Stepper **stepper) {
    const March *p = run->study->params;
    return march_locate(run, run->kind->march->create(run, p->final, p->step, stepper));
}

JudderErr march_run(StudyRun *run) {
    Stepper *stepper = NULL;
    TRY(create(run, &stepper));
    return stepper ? march_follow(run, stepper) : JUDDER_OK;
}

static JudderErr refuse_body_fields(const StudyRun *run) {
    const March *p = run->study->params;
    const char *const name = run->model->word->name, *field = p->cfl != 0   ? "cfl"
                                                              : p->watch.at ? "watch"
                                                                            : "fields";
    REQUIRE(p->cfl == 0,
            block_refuse(run->study, field, "cfl is for bodies: a %s takes the step as it is given", name));
    REQUIRE(!p->watch.at && p->fields == 0,
            block_refuse(run->study, field, "%s is for bodies: a %s has no mesh", field, name));
    return JUDDER_OK;
}

static JudderErr refuse_event_fields(const StudyRun *run) {
    const March *p = run->study->params;
    const char *const field = p->tolerance > 0            ? "tolerance"
                              : p->step_min > 0           ? "step_min"
                              : p->step_max > 0           ? "step_max"
                              : p->order != 0             ? "order"
                              : p->method != MARCH_EVENTS ? "method"
                                                          : NULL;
    REQUIRE(!field,
            block_locate(run->study,
                         error_input(field, "%s is for sliders and systems: a %s takes steps of one length",
                                     field, run->model->word->name)));
    return JUDDER_OK;
}

JudderErr march_check(StudyRun *run) {
    const March *p = run->study->params;
    const MarchModel *model = run->kind->march;
    Stepper *stepper = NULL;
    if (!model->is_body) TRY(refuse_body_fields(run));
    if (!model->has_events) TRY(refuse_event_fields(run));
    REQUIRE(p->profile.count == 0 || !model->no_profile,
            block_refuse(run->study, "profile", "%s", model->no_profile));
    if (model->check) TRY(model->check(run));
    if (model->is_body) return JUDDER_OK;
    TRY(create(run, &stepper));
    model->plan(run, stepper);
    stepper_destroy(&stepper);
    return JUDDER_OK;
}
