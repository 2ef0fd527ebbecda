/* Order 4: Gauss, two stages at once; its balance of energy is exact without a numerical part.  (MO-6) */
#include "system_march/events/steps/block.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROOT3 1.7320508075688772

static const Tableau two_stages = {.stages = 2,
                                   .A = {0.25, 0.25 - ROOT3 / 6, 0.25 + ROOT3 / 6, 0.25},
                                   .inverse = {3, -3 + 2 * ROOT3, -3 - 2 * ROOT3, 3},
                                   .c = {0.5 - ROOT3 / 6, 0.5 + ROOT3 / 6}};

typedef struct Gauss {
    StageBlock *block[2]; /* of the regular length, and of any other */
    StageDone done[2];
    double *error; /* of u and v */
    double *v;     /* at the end, before the given dofs are put where they belong */
} Gauss;

/* Laws with a state, compliance and dofs without mass lose the order. */
static bool gauss_suits(const Events *e, const char **why_not) {
    const SystemMarchSetup *s = &e->m->setup;
    *why_not = NULL;
    for (int i = 0; i < s->contact_count; i++) {
        if (s->contact[i].friction.law->state_advance) *why_not = "a friction law has a state";
        if (s->contact[i].normal >= 0 && !e->m->law[i].law->rigid) *why_not = "a contact is compliant";
    }
    for (int i = 0; i < s->n; i++)
        if (!e->m->driven[i] && !(s->M[(size_t)i * (size_t)(s->n + 1)] > 0)) *why_not = "a dof has no mass";
    return *why_not == NULL;
}

static void gauss_destroy(void **own) {
    Gauss *g = *own;
    if (!g) return;
    for (int k = 0; k < 2; k++) {
        block_destroy(&g->block[k]);
        stage_done_destroy(&g->done[k]);
    }
    free(g->v);
    free(g);
    *own = NULL;
}

static JudderErr gauss_create(Events *e, void **own) {
    Gauss *g = calloc(1, sizeof *g);
    REQUIRE(g, error_memory());
    *own = g;
    for (int k = 0; k < 2; k++) {
        TRY(block_create(e, &two_stages, &g->block[k]));
        TRY(stage_done_create(e, &g->done[k]));
    }
    g->v = calloc(3 * (size_t)e->m->setup.n, sizeof(double));
    REQUIRE(g->v, error_memory());
    g->error = g->v + e->m->setup.n;
    return JUDDER_OK;
}

/* Given velocities as they are: the weights of the stages would let them drift. */
static void put_given(const Events *e, Moment *end) {
    const SystemMarch *m = e->m;
    const SystemMarchSetup *s = &m->setup;
    for (int i = 0; i < s->drive_count; i++)
        end->v[s->drive[i].dof] = events_signal(e, m->drive_signal[i], end->t);
    for (int i = 0; i < s->contact_count; i++) {
        if (e->mode[i].node == STAGE_STICK)
            end->v[s->contact[i].tangent] = events_signal(e, m->velocity_signal[i], end->t);
        if (e->mode[i].node != STAGE_OPEN && events_is_rigid(e, i)) end->v[s->contact[i].normal] = 0;
    }
}

static JudderErr gauss_step(Events *e, double h, Moment *end, bool *solved) {
    Gauss *g = e->own;
    const Moment *now = e->now;
    const int n = e->m->setup.n;
    StageBlock *block = block_for(e, g->block, h);
    TRY(block_set(e, block, h));
    TRY(block_solve(e, block, &(BlockBase){now->t, now->u, now->v, now->state, now->a}, g->done, solved));
    for (int i = 0; i < n; i++) {
        end->u[i] = now->u[i] + 0.5 * h * (g->done[0].V[i] + g->done[1].V[i]);
        end->v[i] = now->v[i] + 0.5 * h * (g->done[0].a[i] + g->done[1].a[i]);
    }
    memcpy(g->v, end->v, (size_t)n * sizeof *g->v);
    memcpy(end->state, now->state, (size_t)e->m->setup.contact_count * sizeof *end->state);
    put_given(e, end);
    return JUDDER_OK;
}

static void gauss_account(Events *e, const Moment *end, StepWorks *works) {
    const Gauss *g = e->own;
    const double h = end->t - e->begin->t + (end->t_low - e->begin->t_low), *M = e->m->setup.M;
    bool moved = false;
    for (int k = 0; k < 2; k++) stage_done_works(e, &g->done[k], 0.5 * h, works);
    for (int i = 0; i < e->m->setup.n; i++) moved = moved || g->v[i] != end->v[i];
    if (moved) works->numerical += 0.5 * (events_quadratic(e, M, end->v) - events_quadratic(e, M, g->v));
}

/* One step against two halves. */
static JudderErr gauss_error(Events *e, double h, const Moment *end, double *error) {
    Gauss *g = e->own;
    Moment *now = e->now, *half = e->other, *whole = e->shown;
    const int n = e->m->setup.n;
    bool solved;
    half->t = now->t + 0.5 * h, half->t_low = 0;
    TRY(gauss_step(e, 0.5 * h, half, &solved));
    TRY(events_evaluate(e, e->mode, e->version, half));
    whole->t = end->t, whole->t_low = 0;
    e->now = half;
    if (solved) TRY(gauss_step(e, 0.5 * h, whole, &solved));
    e->now = now;
    *error = 8;
    if (!solved) return JUDDER_OK;
    for (int i = 0; i < n; i++) {
        g->error[i] = (end->u[i] - whole->u[i]) / 15;
        g->error[n + i] = (end->v[i] - whole->v[i]) / 15;
    }
    *error = events_error(e, h, g->error, g->error + n);
    /* the account is that of the whole step: its stages once more */
    return gauss_step(e, h, whole, &solved);
}

static JudderErr gauss_serialise(Events *e, Archive *archive) {
    Gauss *own = e->own;
    TRY(block_serialise(e, own->block[0], archive));
    return block_serialise(e, own->block[1], archive);
}

const Propagator gauss_propagator = {.name = "gauss",
                                     .order = 4,
                                     .suits = gauss_suits,
                                     .create = gauss_create,
                                     .destroy = gauss_destroy,
                                     .step = gauss_step,
                                     .account = gauss_account,
                                     .error = gauss_error,
                                     .serialise = gauss_serialise};
