/* Node after node is solved exactly while the others are held: slow, but it needs no good start and
 * leaves sets from which Newton ends (BD-2). A rigid contact is solved with its friction together,
 * others normal first. */
#include "condensed/solver.h"
#include "condensed/step/local_slide.h"

#include <math.h>

/* One node: S_ii w_i = load + r_i. */
typedef struct Local {
    const Condensed *c;
    int i;
    double S[3][3], load[3], w[3], r[3];
} Local;

static void local_open(const Condensed *c, int i, Local *local) {
    const int dim = c->problem.dim, first = i * dim;
    *local = (Local){.c = c, .i = i};
    for (int a = 0; a < dim; a++) {
        const double *row = c->problem.S + (size_t)(first + a) * (size_t)c->size;
        double load = c->F[first + a] - dense_dot(c->size, row, c->w);
        for (int b = 0; b < dim; b++) {
            local->S[a][b] = row[first + b];
            load += row[first + b] * c->w[first + b];
        }
        local->load[a] = load;
        local->w[a] = c->w[first + a];
    }
}

static void local_force(Local *local) {
    const int dim = local->c->problem.dim;
    for (int a = 0; a < dim; a++) {
        local->r[a] = -local->load[a];
        for (int b = 0; b < dim; b++) local->r[a] += local->S[a][b] * local->w[b];
    }
}

/* w <- S_ii^-1 load by elimination: the block is positive definite. */
static void local_free(Local *local) {
    const int dim = local->c->problem.dim;
    double A[3][4];
    for (int a = 0; a < dim; a++) {
        for (int b = 0; b < dim; b++) A[a][b] = local->S[a][b];
        A[a][dim] = local->load[a];
    }
    for (int k = 0; k < dim; k++)
        for (int a = k + 1; a < dim; a++) {
            const double part = A[a][k] / A[k][k];
            for (int b = k; b <= dim; b++) A[a][b] -= part * A[k][b];
        }
    for (int a = dim - 1; a >= 0; a--) {
        local->w[a] = A[a][dim];
        for (int b = a + 1; b < dim; b++) local->w[a] -= A[a][b] * local->w[b];
        local->w[a] /= A[a][a];
    }
}

/* The normal motion under a law p(g), the tangential one held. */
static void local_normal(Local *local) {
    const CondensedProblem *p = &local->c->problem;
    double free = local->load[0];
    for (int a = 1; a < p->dim; a++) free -= local->S[0][a] * local->w[a];
    const NormalPush push = {
        .g = p->gap[local->i], .h = 1, .diagonal = local->S[0][0], .area = p->area[local->i]};
    local->w[0] = contact_normal_root(condensed_contact(p, local->i), &push, free / local->S[0][0],
                                      &local->r[0]);
}

/* Stick, or slip in the direction that the law asks for, at the present normal state. */
static void local_friction(Local *local, const double *before, bool rigid) {
    const CondensedProblem *p = &local->c->problem;
    double was[2] = {0}, d[2] = {0}, square = 0;
    for (int a = 1; a < p->dim; a++) {
        was[a - 1] = local->w[a] - before[a];
        local->w[a] = before[a];
    }
    const double held = local->r[0];
    local_force(local);
    LocalSlide slide = {.tangents = p->dim - 1, .mu = p->mu[local->i], .p_0 = rigid ? local->r[0] : held};
    for (int a = 0; a < p->dim - 1; a++) {
        slide.c[a] = local->r[a + 1];
        square += slide.c[a] * slide.c[a];
        slide.a[a] = rigid ? local->S[0][a + 1] : 0;
        for (int b = 0; b < p->dim - 1; b++) slide.A[a][b] = local->S[a + 1][b + 1];
    }
    if (slide.p_0 >= 0 && sqrt(square) <= slide.mu * slide.p_0) return;
    const double towards[2] = {was[0] - slide.c[0] / slide.A[0][0], was[1] - slide.c[1] / slide.A[0][0]};
    if (local_slide_solve(&slide, towards, d))
        for (int a = 1; a < p->dim; a++) local->w[a] = before[a] + d[a - 1];
}

static void local_solve(Local *local, const double *before) {
    const CondensedProblem *p = &local->c->problem;
    if (condensed_contact(p, local->i)->law->rigid) {
        double kept[3];
        for (int a = 0; a < p->dim; a++) kept[a] = local->w[a];
        local_free(local);
        if (p->gap[local->i] + local->w[0] >= 0) return;
        for (int a = 1; a < p->dim; a++) local->w[a] = kept[a];
        local->w[0] = -p->gap[local->i];
        local_friction(local, before, true);
        return;
    }
    local_normal(local);
    local_friction(local, before, false);
}

JudderErr condensed_gauss_seidel(Condensed *c, int sweeps, double *residual) {
    const int dim = c->problem.dim;
    *residual = INFINITY;
    for (int sweep = 1; sweep <= sweeps; sweep++) {
        for (int i = 0; i < c->problem.n; i++) {
            Local local;
            local_open(c, i, &local);
            local_solve(&local, c->before + i * dim);
            for (int a = 0; a < dim; a++) c->w[i * dim + a] = local.w[a];
        }
        if (sweep % 10 && sweep != sweeps) continue;
        *residual = condensed_natural(c);
        if (!isfinite(*residual) || *residual <= 1e-12) break;
    }
    return JUDDER_OK;
}
