/* What is made once: dofs by what they do, the signals, Khat condensed onto the contacts. */
#include "system_march/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORK_BETWEEN_QUESTIONS = 1 << 22 };

static const double GAMMA = 1 - M_SQRT1_2;

static JudderErr check_symmetric(const char *what, int n, const double *A) {
    if (!A) return JUDDER_OK;
    double largest = 0;
    for (int i = 0; i < n * n; i++) {
        REQUIRE(isfinite(A[i]), error_input(what, "%s has an invalid number", what));
        largest = fmax(largest, fabs(A[i]));
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            const double a = A[i * n + j], b = A[j * n + i];
            REQUIRE(
                fabs(a - b) <= 1e-9 * largest,
                error_input(what,
                            "%s is not symmetric in row %d, column %d (%g and %g): a march needs symmetric "
                            "matrices",
                            what, i + 1, j + 1, a, b));
        }
    return JUDDER_OK;
}

static JudderErr claim(SystemMarch *m, int dof, const char *what, int *owner) {
    REQUIRE(dof >= 0 && dof < m->setup.n,
            error_input(what, "%s is dof %d: there are %d, counted from 1", what, dof + 1, m->setup.n));
    REQUIRE(owner[dof] == 0, error_input(what, "%s is dof %d, which is used already", what, dof + 1));
    owner[dof] = 1;
    return JUDDER_OK;
}

static JudderErr sort_dofs(SystemMarch *m, int *owner) {
    const SystemMarchSetup *s = &m->setup;
    bool any = false;
    for (int i = 0; i < s->contact_count; i++) any = any || s->contact[i].normal >= 0;
    m->width = any ? 2 : 1;
    for (int i = 0; i < s->contact_count; i++) {
        const SystemContactSetup *c = &s->contact[i];
        m->law[i] = c->normal >= 0 ? c->law : (Contact){.law = &pressure_contact};
        m->friction[i] = c->friction;
        if (any) m->rub_of[2 * i] = -1;
        if (c->normal >= 0) {
            TRY(claim(m, c->normal, "normal", owner));
            m->rub_of[2 * i] = m->rub_count;
            m->sign[m->rub_count] = -1;
            m->rub[m->rub_count++] = c->normal;
            m->heavy = m->heavy || (m->law[i].law->rigid && s->M[c->normal * (s->n + 1)] > 0);
        }
        TRY(claim(m, c->tangent, "tangent", owner));
        m->rub_of[m->width * (i + 1) - 1] = m->rub_count;
        m->sign[m->rub_count] = 1;
        m->rub[m->rub_count++] = c->tangent;
    }
    for (int i = 0; i < s->drive_count; i++) {
        TRY(claim(m, s->drive[i].dof, "drive", owner));
        m->driven[s->drive[i].dof] = true;
    }
    for (int i = 0; i < s->force_count; i++)
        REQUIRE(s->force[i].dof >= 0 && s->force[i].dof < s->n,
                error_input("forces", "a force acts on dof %d: there are %d, counted from 1",
                            s->force[i].dof + 1, s->n));
    for (int i = 0; i < s->n; i++)
        if (!owner[i]) m->inner[m->inner_count++] = i;
    return JUDDER_OK;
}

static JudderErr add_signal(SystemMarch *m, const Signal *signal, const char *what, int *place) {
    *place = -1;
    if (!signal) return JUDDER_OK;
    for (int i = 0; i < m->signal_count; i++)
        if (m->signal[i].signal == signal) {
            *place = i;
            return JUDDER_OK;
        }
    Followed *f = &m->signal[m->signal_count];
    *place = m->signal_count++;
    f->signal = signal;
    for (int k = 0; k < 3; k++) f->at[k] = signal->constant;
    if (!signal->function.call && signal->t.count == 0) return JUDDER_OK;
    const TrackSpan span = {.what = what, .end = m->setup.final, .step = m->dt};
    return track_create(signal, &span, &f->track);
}

static JudderErr open_signals(SystemMarch *m) {
    const SystemMarchSetup *s = &m->setup;
    for (int i = 0; i < s->force_count; i++)
        TRY(add_signal(m, s->force[i].signal, "force", &m->force_signal[i]));
    for (int i = 0; i < s->drive_count; i++)
        TRY(add_signal(m, s->drive[i].signal, "drive", &m->drive_signal[i]));
    for (int i = 0; i < s->contact_count; i++) {
        const SystemContactSetup *c = &s->contact[i];
        TRY(add_signal(m, c->velocity, "velocity", &m->velocity_signal[i]));
        TRY(add_signal(m, c->normal < 0 ? c->normal_force : NULL, "normal_force", &m->normal_signal[i]));
        REQUIRE(c->normal >= 0 || c->normal_force,
                error_input("normal_force", "contact %d has neither a normal dof nor a normal_force", i + 1));
    }
    return JUDDER_OK;
}

/* S = Khat_cc - Khat_ci transmission, with the signs of the contacts; a normal dof that does
 * not exist stands alone. */
static void condense(const SystemMarch *m, StageSolver *solver) {
    const int n = m->setup.n, size = m->width * m->setup.contact_count, rub = m->rub_count;
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) {
            const int a = m->rub_of[i], b = m->rub_of[j];
            double sum = i == j ? 1 : 0;
            if (a >= 0 && b >= 0) {
                sum = solver->Khat[m->rub[a] * n + m->rub[b]];
                for (int k = 0; k < m->inner_count; k++)
                    sum -= solver->Khat[m->rub[a] * n + m->inner[k]] * solver->transmission[k * rub + b];
                sum *= m->sign[a] * m->sign[b];
            }
            solver->condensed[i * size + j] = sum;
        }
    for (int i = 0; i < size; i++)
        for (int j = 0; j < i; j++) solver->condensed[i * size + j] = solver->condensed[j * size + i];
}

static JudderErr factor_inner(SystemMarch *m, StageSolver *solver) {
    const int n = m->setup.n, ni = m->inner_count, rub = m->rub_count;
    if (ni == 0) return JUDDER_OK;
    bool singular = false;
    TRY(dense_factor_reserve(ni, &solver->inner));
    double *room = dense_factor_room(solver->inner);
    for (int i = 0; i < ni; i++)
        for (int j = 0; j < ni; j++) room[i * ni + j] = solver->Khat[m->inner[i] * n + m->inner[j]];
    bool definite = false;
    TRY(dense_is_positive_definite(ni, room, 0, &definite));
    REQUIRE(definite,
            error_input("stiffness", "mass, damping and stiffness leave some motion of the free dofs "
                                     "without resistance: the matrix of a step is not positive definite"));
    TRY(dense_factor_room_factor(solver->inner, ni, &singular));
    for (int j = 0; j < rub; j++) {
        for (int i = 0; i < ni; i++) m->inner_x[i] = solver->Khat[m->inner[i] * n + m->rub[j]];
        TRY(dense_factor_solve(solver->inner, m->inner_x));
        for (int i = 0; i < ni; i++) solver->transmission[i * rub + j] = m->inner_x[i];
    }
    return JUDDER_OK;
}

static JudderErr open_solver(SystemMarch *m, double h, StageSolver *solver) {
    const SystemMarchSetup *s = &m->setup;
    const size_t n = (size_t)s->n, size = (size_t)(m->width * s->contact_count), rub = (size_t)m->rub_count;
    solver->h = h;
    solver->Khat = calloc(n * n, sizeof(double));
    solver->condensed = calloc(size * size + 1, sizeof(double));
    solver->transmission = calloc((size_t)m->inner_count * rub + 1, sizeof(double));
    REQUIRE(solver->Khat && solver->condensed && solver->transmission, error_memory());
    for (size_t i = 0; i < n * n; i++) solver->Khat[i] = s->M[i] / h + (s->C ? s->C[i] : 0) + h * s->K[i];
    TRY(factor_inner(m, solver));
    if (s->contact_count == 0) return JUDDER_OK;
    condense(m, solver);
    const StageProblem problem = {.n = s->contact_count,
                                  .tangents = 1,
                                  .normal = m->width == 2,
                                  .S = solver->condensed,
                                  .h = h,
                                  .contact_count = s->contact_count,
                                  .contact = m->width == 2 ? m->law : NULL,
                                  .friction_count = s->contact_count,
                                  .friction = m->friction};
    return stage_create(&problem, &solver->stage);
}

static void close_solver(StageSolver *solver) {
    stage_destroy(&solver->stage);
    dense_factor_destroy(&solver->inner);
    free(solver->Khat);
    free(solver->condensed);
    free(solver->transmission);
}

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
    REQUIRE(s->n > 0 && s->step > 0 && s->final > 0 && isfinite(s->final),
            error_input("step", "a march of %d dofs to %g in steps of %g", s->n, s->final, s->step));
    const size_t steps = stepper_count_steps(s->final, s->step), n = (size_t)s->n;
    m->stepper = (Stepper){
        .kind = &system_stepper, .steps = steps, .look = 1 + WORK_BETWEEN_QUESTIONS / (100 + 10 * n * n)};
    m->dt = s->final / (double)steps;
    TRY(check_symmetric("mass", s->n, s->M));
    TRY(check_symmetric("damping", s->n, s->C));
    TRY(check_symmetric("stiffness", s->n, s->K));
    TRY(system_march_make_room(m));
    int *owner = calloc((size_t)s->n, sizeof *owner);
    REQUIRE(owner, error_memory());
    const JudderErr err = sort_dofs(m, owner);
    free(owner);
    TRY(err);
    TRY(open_signals(m));
    TRY(open_solver(m, GAMMA * m->dt, &m->sdirk));
    if (m->heavy) TRY(open_solver(m, m->dt, &m->euler));
    TRY(system_start(m));
    return system_rows_open(m);
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
    for (int i = 0; i < m->signal_count; i++) track_destroy(&m->signal[i].track);
    for (int k = 0; k < 2; k++) {
        StageEnd *end = &m->end[k];
        void *const arrays[] = {end->V, end->U, end->a, end->f, end->law_state};
        for (size_t i = 0; i < LENGTH(arrays); i++) free(arrays[i]);
        free_state(&end->contact);
    }
    free_state(&m->last);
    free_state(&m->kept);
    close_solver(&m->sdirk);
    close_solver(&m->euler);
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
