#include "system_march/events/steps/block.h"

#include "system_march/events/steps/newton.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

JudderErr block_create(Events *e, const Tableau *tableau, StageBlock **block) {
    const SystemMarch *m = e->m;
    const size_t q = (size_t)tableau->stages, n = q * (size_t)m->setup.n, rub = q * (size_t)m->rub_count,
                 inner = q * (size_t)m->inner_count, contacts = q * (size_t)m->setup.contact_count;
    StageBlock *made = calloc(1, sizeof *made);
    REQUIRE(made, error_memory());
    *block = made;
    made->tableau = tableau;
    made->Khat = calloc(n * n + 1, sizeof(double));
    made->transmission = calloc(inner * rub + 1, sizeof(double));
    made->S = calloc(rub * rub + 1, sizeof(double));
    made->rhs = calloc(2 * n + 1, sizeof(double));
    made->Mv = made->rhs + n;
    made->b = calloc(6 * rub + 1, sizeof(double));
    made->x = made->b + rub;
    made->g = made->x + rub;
    made->F = made->g + rub;
    made->r = made->F + rub;
    made->guess = made->r + rub;
    made->inner_x = calloc(inner + 1, sizeof(double));
    made->active = calloc(rub + 1, sizeof(int));
    made->now = calloc(2 * contacts + 1, sizeof *made->now);
    REQUIRE(made->Khat && made->transmission && made->S && made->rhs && made->b && made->inner_x &&
                made->active && made->now,
            error_memory());
    made->factored = made->now + contacts;
    if (inner > 0) TRY(dense_factor_reserve((int)inner, &made->inner));
    if (rub > 0) TRY(dense_factor_reserve((int)rub, &made->J));
    return JUDDER_OK;
}

void block_destroy(StageBlock **block) {
    StageBlock *b = *block;
    if (!b) return;
    dense_factor_destroy(&b->inner);
    dense_factor_destroy(&b->J);
    void *const arrays[] = {b->Khat, b->transmission, b->S, b->rhs, b->b, b->inner_x, b->active, b->now};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
    free(b);
    *block = NULL;
}

StageBlock *block_for(const Events *e, StageBlock *const pair[2], double h) {
    int which = h == pair[0]->dt ? 0 : h == pair[1]->dt ? 1 : h == e->m->dt ? 0 : 1;
    if (e->tolerance > 0 && h != pair[which]->dt) which = pair[0]->used <= pair[1]->used ? 0 : 1;
    pair[which]->used = 1 + (pair[0]->used > pair[1]->used ? pair[0]->used : pair[1]->used);
    return pair[which];
}

/* --- the matrix of a length --- */

static void fill_matrix(const Events *e, StageBlock *b) {
    const SystemMarchSetup *s = &e->m->setup;
    const int q = b->tableau->stages, n = s->n;
    for (int k = 0; k < q; k++)
        for (int l = 0; l < q; l++) {
            const double of_M = b->tableau->inverse[k * q + l] / b->dt,
                         of_K = b->dt * b->tableau->A[k * q + l];
            for (int i = 0; i < n; i++) {
                double *row = b->Khat + (size_t)(k * n + i) * (size_t)(q * n) + (size_t)(l * n);
                const size_t at = (size_t)i * (size_t)n;
                for (int j = 0; j < n; j++)
                    row[j] = of_M * s->M[at + (size_t)j] + of_K * s->K[at + (size_t)j];
                for (int j = 0; j < n && s->C && k == l; j++) row[j] += s->C[at + (size_t)j];
            }
        }
}

/* Where dof `place` of a list stands among the unknowns of all stages. */
static size_t unknown(const Events *e, const int *list, int count, int place) {
    return (size_t)(place / count * e->m->setup.n + list[place % count]);
}

static JudderErr factor_inner(const Events *e, StageBlock *b, bool *singular) {
    const SystemMarch *m = e->m;
    const int q = b->tableau->stages, inner = q * m->inner_count, rub = q * m->rub_count;
    const size_t n = (size_t)(q * m->setup.n);
    if (inner == 0) return JUDDER_OK;
    double *room = dense_factor_room(b->inner);
    for (int i = 0; i < inner; i++)
        for (int j = 0; j < inner; j++)
            room[i * inner + j] = b->Khat[unknown(e, m->inner, m->inner_count, i) * n +
                                          unknown(e, m->inner, m->inner_count, j)];
    TRY(dense_factor_room_factor(b->inner, inner, singular));
    for (int j = 0; j < rub && !*singular; j++) {
        const size_t column = unknown(e, m->rub, m->rub_count, j);
        for (int i = 0; i < inner; i++)
            b->inner_x[i] = b->Khat[unknown(e, m->inner, m->inner_count, i) * n + column];
        TRY(dense_factor_solve(b->inner, b->inner_x));
        for (int i = 0; i < inner; i++) b->transmission[i * rub + j] = b->inner_x[i];
    }
    return JUDDER_OK;
}

static void condense(const Events *e, StageBlock *b) {
    const SystemMarch *m = e->m;
    const int q = b->tableau->stages, inner = q * m->inner_count, rub = q * m->rub_count;
    const size_t n = (size_t)(q * m->setup.n);
    for (int i = 0; i < rub; i++) {
        const double *row = b->Khat + unknown(e, m->rub, m->rub_count, i) * n;
        for (int j = 0; j < rub; j++) {
            double sum = row[unknown(e, m->rub, m->rub_count, j)];
            for (int k = 0; k < inner; k++)
                sum -= row[unknown(e, m->inner, m->inner_count, k)] * b->transmission[k * rub + j];
            b->S[i * rub + j] = sum;
        }
    }
}

JudderErr block_set(Events *e, StageBlock *b, double dt) {
    if (b->dt == dt) return JUDDER_OK;
    b->dt = dt;
    b->version = 0;
    b->singular = false;
    fill_matrix(e, b);
    TRY(factor_inner(e, b, &b->singular));
    if (!b->singular) condense(e, b);
    return JUDDER_OK;
}

/* --- one solution --- */

static void loads(const Events *e, double t, double *f) {
    const SystemMarch *m = e->m;
    const SystemMarchSetup *s = &m->setup;
    memset(f, 0, (size_t)s->n * sizeof *f);
    for (int i = 0; i < s->force_count; i++) f[s->force[i].dof] += events_signal(e, m->force_signal[i], t);
    for (int i = 0; i < s->contact_count; i++) {
        const SystemContactSetup *c = &s->contact[i];
        if (c->normal >= 0) f[c->normal] -= c->reaction[0];
        f[c->tangent] -= c->reaction[1];
    }
}

static void right_side(const Events *e, StageBlock *b, const BlockBase *base, StageDone *done) {
    const SystemMarch *m = e->m;
    const SystemMarchSetup *s = &m->setup;
    const int q = b->tableau->stages, n = s->n;
    double *Ku = b->rhs; /* the first stage takes its place at last */
    for (int i = 0; i < n; i++) {
        b->Mv[i] = dense_dot(n, s->M + (size_t)i * (size_t)n, base->v);
        Ku[i] = dense_dot(n, s->K + (size_t)i * (size_t)n, base->u);
    }
    for (int k = q - 1; k >= 0; k--) {
        double sum = 0;
        for (int l = 0; l < q; l++) sum += b->tableau->inverse[k * q + l] / b->dt;
        done[k].t = base->t + b->tableau->c[k] * b->dt;
        loads(e, done[k].t, done[k].f);
        for (int i = 0; i < n; i++) b->rhs[k * n + i] = done[k].f[i] + sum * b->Mv[i] - Ku[i];
    }
    for (int l = 0; l < q; l++)
        for (int d = 0; d < s->drive_count; d++) {
            const int dof = s->drive[d].dof;
            const double V = done[l].V[dof] = events_signal(e, m->drive_signal[d], done[l].t);
            const double *column = b->Khat + (size_t)(l * n + dof);
            for (int i = 0; i < q * n && V != 0; i++) b->rhs[i] -= column[(size_t)i * (size_t)(q * n)] * V;
        }
}

static void condense_right_side(const Events *e, StageBlock *b) {
    const SystemMarch *m = e->m;
    const int q = b->tableau->stages, inner = q * m->inner_count, rub = q * m->rub_count;
    for (int i = 0; i < rub; i++) b->b[i] = b->rhs[unknown(e, m->rub, m->rub_count, i)];
    if (inner == 0) return;
    /* S = Khat_cc - Khat_ci Khat_ii^-1 Khat_ic, and the same for b */
    for (int i = 0; i < inner; i++) b->inner_x[i] = b->rhs[unknown(e, m->inner, m->inner_count, i)];
    if (dense_factor_solve(b->inner, b->inner_x) != JUDDER_OK) return;
    for (int i = 0; i < rub; i++) {
        const double *row = b->Khat + unknown(e, m->rub, m->rub_count, i) * (size_t)(q * m->setup.n);
        for (int k = 0; k < inner; k++)
            b->b[i] -= row[unknown(e, m->inner, m->inner_count, k)] * b->inner_x[k];
    }
}

/* Velocities of the inner dofs under those of the contacts; inner_x still holds the answer without these. */
static void spread(const Events *e, StageBlock *b, StageDone *done) {
    const SystemMarch *m = e->m;
    const int q = b->tableau->stages, rub = q * m->rub_count;
    for (int i = 0; i < rub; i++) done[i / m->rub_count].V[m->rub[i % m->rub_count]] = b->x[i];
    for (int i = 0; i < q * m->inner_count; i++)
        done[i / m->inner_count].V[m->inner[i % m->inner_count]] = b->inner_x[i] -
                                                                   dense_dot(rub,
                                                                             b->transmission +
                                                                                 (size_t)i * (size_t)rub,
                                                                             b->x);
}

JudderErr block_solve(Events *e, StageBlock *b, const BlockBase *base, StageDone *done, bool *solved) {
    const SystemMarch *m = e->m;
    const int q = b->tableau->stages, n = m->setup.n;
    *solved = !b->singular;
    if (b->singular) return JUDDER_OK;
    right_side(e, b, base, done);
    condense_right_side(e, b);
    if (m->rub_count > 0) TRY(block_newton(e, b, base, done, solved));
    spread(e, b, done);
    for (int k = 0; k < q; k++)
        for (int i = 0; i < n; i++) {
            double a = 0, U = 0;
            for (int l = 0; l < q; l++) {
                a += b->tableau->inverse[k * q + l] * (done[l].V[i] - base->v[i]);
                U += b->tableau->A[k * q + l] * done[l].V[i];
            }
            done[k].a[i] = a / b->dt;
            done[k].U[i] = base->u[i] + b->dt * U;
        }
    return JUDDER_OK;
}
