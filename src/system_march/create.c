/* What is made once: dofs by what they do, the signals, Khat condensed onto the contacts. */
#include "system_march/run.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { WORK_BETWEEN_QUESTIONS = 1 << 22 };

static const double GAMMA = 1 - M_SQRT1_2;

/* Room in one piece: `count` arrays of `each` numbers. */
static bool numbers(double **const *arrays, size_t count, size_t each) {
    bool good = true;
    for (size_t i = 0; i < count; i++) good = (*arrays[i] = calloc(each + 1, sizeof(double))) && good;
    return good;
}

static bool integers(int **const *arrays, size_t count, size_t each) {
    bool good = true;
    for (size_t i = 0; i < count; i++) good = (*arrays[i] = calloc(each + 1, sizeof(int))) && good;
    return good;
}

static bool room_of_state(StageState *state, size_t size, size_t contacts) {
    state->v = calloc(size + 1, sizeof *state->v);
    state->r = calloc(size + 1, sizeof *state->r);
    state->node = calloc(contacts + 1, sizeof *state->node);
    return state->v && state->r && state->node;
}

#define LENGTH(list) (sizeof(list) / sizeof *(list))

static JudderErr system_march_make_room(SystemMarch *m) {
    const SystemMarchSetup *s = &m->setup;
    const size_t n = (size_t)s->n, contacts = (size_t)s->contact_count, size = 2 * contacts;
    double **const of_dof[] = {&m->u,        &m->v,        &m->u_b,      &m->v_b,
                               &m->rhs,      &m->inner_x,  &m->Kx,       &m->sign,
                               &m->end[0].V, &m->end[0].U, &m->end[0].a, &m->end[0].f,
                               &m->end[1].V, &m->end[1].U, &m->end[1].a, &m->end[1].f};
    double **const of_contact[] = {&m->state_b,          &m->gap_b,           &m->p, &m->V_f,
                                   &m->end[0].law_state, &m->end[1].law_state};
    double **const of_rub[] = {&m->rub_b};
    int **const places[] = {&m->inner, &m->rub, &m->rub_of};
    int **const signals[] = {&m->force_signal, &m->drive_signal, &m->velocity_signal, &m->normal_signal};
    const size_t most = contacts + (size_t)s->force_count + (size_t)s->drive_count;
    bool good = numbers(of_dof, LENGTH(of_dof), n) && numbers(of_contact, LENGTH(of_contact), contacts) &&
                numbers(of_rub, LENGTH(of_rub), size) && integers(places, LENGTH(places), n + size) &&
                integers(signals, LENGTH(signals), most);
    good = room_of_state(&m->last, size, contacts) && room_of_state(&m->kept, size, contacts) &&
           room_of_state(&m->end[0].contact, size, contacts) &&
           room_of_state(&m->end[1].contact, size, contacts) && good;
    m->driven = calloc(n, sizeof *m->driven);
    m->fresh = calloc(contacts + 1, sizeof *m->fresh);
    m->law = calloc(contacts + 1, sizeof *m->law);
    m->friction = calloc(contacts + 1, sizeof *m->friction);
    m->contact = calloc(contacts + 1, sizeof *m->contact);
    m->before = calloc(contacts + 1, sizeof *m->before);
    m->now = calloc(contacts + 1, sizeof *m->now);
    m->signal = calloc(most + contacts + 1, sizeof *m->signal);
    REQUIRE(good && m->driven && m->fresh && m->law && m->friction && m->contact && m->before && m->now &&
                m->signal,
            error_memory());
    return JUDDER_OK;
}

static JudderErr build(SystemMarch *m) {
    const SystemMarchSetup *s = &m->setup;
    const bool adapts = s->tolerance > 0 && s->method == SYSTEM_EVENTS;
    const double step = adapts && !(s->step > 0) ? 1e-4 * s->final : s->step;
    REQUIRE(s->n > 0 && step > 0 && s->final > 0 && isfinite(s->final),
            error_input("step", "a march of %d dofs to %g in steps of %g", s->n, s->final, s->step));
    const size_t steps = adapts ? SIZE_MAX / 2 : stepper_count_steps(s->final, step), n = (size_t)s->n;
    m->stepper = (Stepper){
        .kind = &system_stepper, .steps = steps, .look = 1 + WORK_BETWEEN_QUESTIONS / (100 + 10 * n * n)};
    m->dt = adapts ? step : s->final / (double)steps;
    TRY(system_check_matrices(m));
    TRY(system_march_make_room(m));
    TRY(system_sort_dofs(m));
    TRY(system_open_signals(m));
    TRY(system_solver_open(m, GAMMA * m->dt, &m->sdirk));
    if (m->heavy) TRY(system_solver_open(m, m->dt, &m->euler));
    TRY(system_start(m));
    TRY(system_rows_open(m));
    return s->method == SYSTEM_EVENTS ? events_create(m, &m->events) : JUDDER_OK;
}

JudderErr system_march_create(const SystemMarchSetup *setup, SystemMarch **march) {
    SystemMarch *made = calloc(1, sizeof *made);
    if (!made && setup->release) setup->release(setup->owner);
    REQUIRE(made, error_memory());
    made->setup = *setup;
    const JudderErr err = build(made);
    if (err != JUDDER_OK) {
        system_march_destroy(&made);
        return err;
    }
    *march = made;
    return JUDDER_OK;
}

static void free_state(StageState *state) {
    free(state->v);
    free(state->r);
    free(state->node);
}

void system_march_destroy(SystemMarch **march) {
    SystemMarch *m = *march;
    if (!m) return;
    events_destroy(&m->events);
    for (int i = 0; i < m->signal_count; i++) track_destroy(&m->signal[i].track);
    for (int k = 0; k < 2; k++) {
        StageEnd *end = &m->end[k];
        void *const arrays[] = {end->V, end->U, end->a, end->f, end->law_state};
        for (size_t i = 0; i < LENGTH(arrays); i++) free(arrays[i]);
        free_state(&end->contact);
    }
    free_state(&m->last);
    free_state(&m->kept);
    system_solver_close(&m->sdirk);
    system_solver_close(&m->euler);
    void *const arrays[] = {
        m->u,     m->v,        m->u_b,     m->v_b,    m->rhs,          m->inner_x,         m->Kx,
        m->sign,  m->state_b,  m->gap_b,   m->p,      m->V_f,          m->before,          m->now,
        m->rub_b, m->inner,    m->rub,     m->rub_of, m->force_signal, m->driven,          m->fresh,
        m->law,   m->friction, m->contact, m->signal, m->drive_signal, m->velocity_signal, m->normal_signal,
        m->row,   m->column};
    for (size_t i = 0; i < LENGTH(arrays); i++) free(arrays[i]);
    if (m->setup.release) m->setup.release(m->setup.owner);
    free(m);
    *march = NULL;
}
