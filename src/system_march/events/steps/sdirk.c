/* Order 2: the two stages of (BD-4) in a mode, one after the other. Good for all systems: laws with a state,
 * compliance, dofs without mass. The second stage is the end of the step. */
#include "system_march/events/steps/block.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GAMMA (1 - M_SQRT1_2)

static const Tableau one_stage = {.stages = 1, .A = {GAMMA}, .inverse = {1 / GAMMA}, .c = {GAMMA}};

typedef struct Sdirk {
    StageBlock *block[2]; /* of the regular length, and of any other */
    StageDone done[2];
    double *u_b, *v_b, *state_b;
    double *error_u, *error_v; /* of the step made last */
    DenseFactor *filter;
} Sdirk;

static bool sdirk_suits(const Events *e, const char **why_not) {
    (void)e;
    *why_not = NULL;
    return true;
}

static void sdirk_destroy(void **own) {
    Sdirk *s = *own;
    if (!s) return;
    for (int k = 0; k < 2; k++) {
        block_destroy(&s->block[k]);
        stage_done_destroy(&s->done[k]);
    }
    dense_factor_destroy(&s->filter);
    free(s->u_b);
    free(s);
    *own = NULL;
}

static JudderErr sdirk_create(Events *e, void **own) {
    const size_t n = (size_t)e->m->setup.n, contacts = (size_t)e->m->setup.contact_count;
    Sdirk *s = calloc(1, sizeof *s);
    REQUIRE(s, error_memory());
    *own = s;
    for (int k = 0; k < 2; k++) {
        TRY(block_create(e, &one_stage, &s->block[k]));
        TRY(stage_done_create(e, &s->done[k]));
    }
    s->u_b = calloc(4 * n + contacts + 1, sizeof(double));
    REQUIRE(s->u_b, error_memory());
    s->v_b = s->u_b + n;
    s->error_u = s->v_b + n;
    s->error_v = s->error_u + n;
    s->state_b = s->error_v + n;
    if (e->tolerance > 0) TRY(dense_factor_reserve((int)n, &s->filter));
    return JUDDER_OK;
}

static double state_after(const Events *e, int contact, double state, const StageDone *done, double time) {
    const Friction *f = &e->m->friction[contact];
    if (!f->law->state_advance) return state;
    double r = 0;
    if (e->mode[contact].node == STAGE_SLIP)
        r = fmax(0, e->mode[contact].sign * (done->V[e->m->setup.contact[contact].tangent] -
                                             events_signal(e, e->m->velocity_signal[contact], done->t)));
    return f->law->state_advance(f->params, state, r, time);
}

static JudderErr sdirk_step(Events *e, double h, Moment *end, bool *solved) {
    Sdirk *s = e->own;
    const Moment *now = e->now;
    const int n = e->m->setup.n, contacts = e->m->setup.contact_count;
    StageBlock *block = block_for(e, s->block, h);
    const double c = (1 - GAMMA) / GAMMA;
    TRY(block_set(e, block, h));
    TRY(block_solve(e, block, &(BlockBase){now->t, now->u, now->v, now->state, now->a}, &s->done[0], solved));
    if (!*solved) return JUDDER_OK;
    for (int i = 0; i < n; i++) {
        s->u_b[i] = now->u[i] + c * (s->done[0].U[i] - now->u[i]);
        s->v_b[i] = now->v[i] + c * (s->done[0].V[i] - now->v[i]);
    }
    for (int i = 0; i < contacts; i++)
        s->state_b[i] = state_after(e, i, now->state[i], &s->done[0], (1 - GAMMA) * h);
    const BlockBase second = {now->t + (1 - GAMMA) * h, s->u_b, s->v_b, s->state_b, s->done[0].a};
    TRY(block_solve(e, block, &second, &s->done[1], solved));
    memcpy(end->u, s->done[1].U, (size_t)n * sizeof *end->u);
    memcpy(end->v, s->done[1].V, (size_t)n * sizeof *end->v);
    for (int i = 0; i < contacts; i++)
        end->state[i] = state_after(e, i, s->state_b[i], &s->done[1], GAMMA * h);
    return JUDDER_OK;
}

static double norm(const Events *e, const StageDone *done) {
    return events_quadratic(e, e->m->setup.M, done->a) + events_quadratic(e, e->m->setup.K, done->V);
}

static void sdirk_account(Events *e, const Moment *end, StepWorks *works) {
    const Sdirk *s = e->own;
    const double h = end->t - e->begin->t + (end->t_low - e->begin->t_low);
    stage_done_works(e, &s->done[0], (1 - GAMMA) * h, works);
    stage_done_works(e, &s->done[1], GAMMA * h, works);
    works->numerical -= 0.5 * GAMMA * GAMMA * h * h * (norm(e, &s->done[1]) - norm(e, &s->done[0]));
}

/* Khat e_v = M err_v/(gamma dt) - K err_u, with dofs that the mode gives held. */
static JudderErr filter(Events *e, double h, Sdirk *s) {
    const SystemMarchSetup *set = &e->m->setup;
    const int n = set->n;
    const double g = GAMMA * h;
    bool singular = false;
    double *A = dense_factor_room(s->filter);
    for (int i = 0; i < n; i++) {
        const DofMove move = e->mass.move[i];
        const bool held = move == DOF_DRIVEN || move == DOF_STUCK || move == DOF_CLOSED;
        const size_t row = (size_t)i * (size_t)n;
        for (int j = 0; j < n; j++)
            A[i * n + j] = held ? i == j : set->M[row + (size_t)j] / g + g * set->K[row + (size_t)j];
        for (int j = 0; j < n && set->C && !held; j++) A[i * n + j] += set->C[row + (size_t)j];
        e->x[i] = held ? 0
                       : dense_dot(n, set->M + row, s->error_v) / g - dense_dot(n, set->K + row, s->error_u);
    }
    TRY(dense_factor_room_factor(s->filter, n, &singular));
    if (singular) return JUDDER_OK;
    TRY(dense_factor_solve(s->filter, e->x));
    for (int i = 0; i < n; i++) {
        s->error_v[i] = e->x[i];
        s->error_u[i] += g * e->x[i];
    }
    return JUDDER_OK;
}

/* Of the states: one advance over the step at the mean speed beside the two that were made; as an error of mu
 * over a = r mu'. */
static double state_error(const Events *e, double h, const Moment *end) {
    const SystemMarch *m = e->m;
    double worst = 0;
    for (int i = 0; i < m->setup.contact_count; i++) {
        const Friction *f = &m->friction[i];
        if (!f->law->state_advance) continue;
        const double w0 = events_slip(e, i, e->now), w1 = events_slip(e, i, end);
        const double once = f->law->state_advance(f->params, e->now->state[i], 0.5 * fabs(w0 + w1), h);
        const double r = fmax(fabs(w1), 1e-300), mu = friction_sliding(f, r, end->state[i]);
        const double a = fmax(r * fabs(friction_slope(f, r, end->state[i])), 1e-3 * mu);
        if (a > 0) worst = fmax(worst, fabs(friction_sliding(f, r, once) - mu) / (3 * a));
    }
    return worst / e->tolerance;
}

/* (MO-11); e->mass is that of the mode, since the trial step was evaluated last. */
static JudderErr sdirk_error(Events *e, double h, const Moment *end, double *error) {
    Sdirk *s = e->own;
    const Moment *now = e->now;
    const double part = 2. / 3 * h;
    for (int i = 0; i < e->m->setup.n; i++) {
        s->error_u[i] = part * (-(1 - GAMMA) * now->v[i] + s->done[0].V[i] - GAMMA * s->done[1].V[i]);
        s->error_v[i] = part * (-(1 - GAMMA) * now->a[i] + s->done[0].a[i] - GAMMA * s->done[1].a[i]);
    }
    TRY(filter(e, h, s));
    *error = fmax(events_error(e, h, s->error_u, s->error_v), state_error(e, h, end));
    return JUDDER_OK;
}

static JudderErr sdirk_serialise(Events *e, Archive *archive) {
    Sdirk *own = e->own;
    TRY(block_serialise(e, own->block[0], archive));
    return block_serialise(e, own->block[1], archive);
}

const Propagator sdirk_propagator = {.name = "sdirk",
                                     .order = 2,
                                     .suits = sdirk_suits,
                                     .create = sdirk_create,
                                     .destroy = sdirk_destroy,
                                     .step = sdirk_step,
                                     .account = sdirk_account,
                                     .error = sdirk_error,
                                     .serialise = sdirk_serialise};
