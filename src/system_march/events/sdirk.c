/* Order 2: the two stages of (BD-4) in a mode, one after the other. Good for all systems: laws with a state,
 * compliance, dofs without mass. The second stage is the end of the step. */
#include "system_march/events/block.h"

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

static double state_after(const Events *e, int contact, double state, const double *V, double t,
                          double time) {
    const Friction *f = &e->m->friction[contact];
    if (!f->law->state_advance) return state;
    double r = 0;
    if (e->mode[contact].node == STAGE_SLIP)
        r = fmax(0, e->mode[contact].sign * (V[e->m->setup.contact[contact].tangent] -
                                             events_signal(e, e->m->velocity_signal[contact], t)));
    return f->law->state_advance(f->params, state, r, time);
}

static JudderErr sdirk_step(Events *e, double h, Moment *end, bool *solved) {
    Sdirk *s = e->own;
    const Moment *now = e->now;
    const int n = e->m->setup.n, contacts = e->m->setup.contact_count;
    StageBlock *block = s->block[h == block_length(s->block[0]) || h == e->m->dt ? 0 : 1];
    const double c = (1 - GAMMA) / GAMMA;
    TRY(block_set(e, block, h));
    TRY(block_solve(e, block, &(BlockBase){now->t, now->u, now->v, now->state, now->a}, &s->done[0], solved));
    if (!*solved) return JUDDER_OK;
    for (int i = 0; i < n; i++) {
        s->u_b[i] = now->u[i] + c * (s->done[0].U[i] - now->u[i]);
        s->v_b[i] = now->v[i] + c * (s->done[0].V[i] - now->v[i]);
    }
    for (int i = 0; i < contacts; i++)
        s->state_b[i] = state_after(e, i, now->state[i], s->done[0].V, s->done[0].t, (1 - GAMMA) * h);
    const BlockBase second = {now->t + (1 - GAMMA) * h, s->u_b, s->v_b, s->state_b, s->done[0].a};
    TRY(block_solve(e, block, &second, &s->done[1], solved));
    memcpy(end->u, s->done[1].U, (size_t)n * sizeof *end->u);
    memcpy(end->v, s->done[1].V, (size_t)n * sizeof *end->v);
    for (int i = 0; i < contacts; i++)
        end->state[i] = state_after(e, i, s->state_b[i], s->done[1].V, s->done[1].t, GAMMA * h);
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
                                     .serialise = sdirk_serialise};
