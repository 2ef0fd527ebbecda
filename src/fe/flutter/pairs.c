/* The span of the wanted motions from a shifted operator, then (lam^2 M' + lam C' + K') projected onto it and
 * solved dense: exact for a span that is, and the same for every way of finding it (ST-14). */
#include "fe/flutter/pairs.h"
#include "fe/flutter/complex_number.h"

#include "fe/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double GOOD_RESIDUAL = 1e-6; /* beyond it a projected motion is none of the system */

PetscErrorCode fe_pairs_release(FePairs *pairs) {
    PetscFunctionBeginUser;
    Vec *const lists[] = {pairs->x, pairs->y, pairs->left_x, pairs->left_y};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        for (int i = 0; lists[k] && i < pairs->count; i++) PetscCall(VecDestroy(&lists[k][i]));
        free(lists[k]);
    }
    free(pairs->at);
    free(pairs->left_residual);
    *pairs = (FePairs){0};
    PetscFunctionReturn(0);
}

PetscErrorCode fe_pairs_shift(FeSliding *sliding, double mu, double omega, FeShift **shift) {
    const FeShiftKind *kind = fe_sliding_proportional(sliding) ? &real_shift
                              : omega > 0                      ? &imaginary_shift
                                                               : &origin_shift;
    PetscFunctionBeginUser;
    PetscCall(fe_shift_create(sliding, kind, (double[]){mu, omega}, shift));
    if (!(*shift)->singular) PetscFunctionReturn(0);
    PetscCall(fe_shift_destroy(shift));
    if (omega > 0) PetscCall(fe_shift_create(sliding, kind, (double[]){mu, 1.001 * omega}, shift));
    if (!*shift || (*shift)->singular) {
        PetscCall(fe_shift_destroy(shift));
        PetscCall(fe_code(error_input(NULL,
                                      "the matrix of steady sliding is singular at mu = %g, omega = %g: a "
                                      "body that nothing holds, or a mu at which it drifts away",
                                      mu, omega)));
    }
    PetscFunctionReturn(0);
}

/* An operator of (x, lam x) has lam and its conjugate, and so has the origin's; imaginary: the two
 * copies share a value. */
int fe_pairs_needed(const FeShift *shift, int motions) {
    return shift->kind->blocks * motions;
}

/* --- dense, on the first rank --- */

typedef struct Small {
    Sliding projected;
    FlutterRoots roots;
    int *order; /* of the roots, the nearest first */
} Small;

static JudderErr small_create(int n, Small *small) {
    const size_t square = (size_t)n * (size_t)n + 1;
    *small = (Small){.projected = {.n = n, .dof = calloc((size_t)n + 1, sizeof(int))}};
    Sliding *p = &small->projected;
    double **const parts[] = {&p->M_0, &p->M_1, &p->C_0, &p->C_1, &p->K_0, &p->K_1};
    bool memory = p->dof;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        memory = (*parts[i] = calloc(square, sizeof(double))) && memory;
    return memory ? JUDDER_OK : error_memory();
}

static void small_release(Small *small) {
    sliding_release(&small->projected);
    flutter_roots_release(&small->roots);
    free(small->order);
}

static PetscErrorCode project(const FeShift *shift, const FeBasis *basis, Small *small) {
    const FeSlidingData *of = &shift->sliding->of;
    Sliding *p = &small->projected;
    const int n = basis->count;
    PetscFunctionBeginUser;
    PetscCall(fe_basis_project(basis, shift->M, &(FeProjection){p->M_0, n, 0}));
    PetscCall(fe_basis_project(basis, shift->K, &(FeProjection){p->K_0, n, 0}));
    if (shift->C) PetscCall(fe_basis_project(basis, shift->C, &(FeProjection){p->C_0, n, 0}));
    for (int i = 0; i < n * n && !shift->C; i++)
        p->C_0[i] = of->mass_part * p->M_0[i] + of->stiffness_part * p->K_0[i];
    p->massless = shift->sliding->states > 0;
    p->damped = fe_sliding_damped(shift->sliding);
    p->proportional = !shift->C;
    p->mass_part = of->mass_part;
    p->stiffness_part = of->stiffness_part;
    PetscFunctionReturn(0);
}

/* A left vector is a right one of the transposed matrices. */
static void transpose(int n, double *A) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            const double kept = A[i * n + j];
            A[i * n + j] = A[j * n + i];
            A[j * n + i] = kept;
        }
}

static JudderErr solve_small(Small *small, bool transposed, double omega) {
    Sliding *p = &small->projected;
    if (transposed) transpose(p->n, p->M_0), transpose(p->n, p->C_0), transpose(p->n, p->K_0);
    TRY(flutter_motions(p, 0, &small->roots));
    const int count = small->roots.count;
    small->order = malloc(((size_t)count + 1) * sizeof *small->order);
    double *distance = malloc(((size_t)count + 1) * sizeof *distance);
    REQUIRE(small->order && distance, (free(distance), error_memory()));
    for (int i = 0; i < count; i++) {
        distance[i] = hypot(small->roots.at[i].re, small->roots.at[i].im - omega);
        int k = i;
        for (; k > 0 && distance[small->order[k - 1]] > distance[i]; k--)
            small->order[k] = small->order[k - 1];
        small->order[k] = i;
    }
    free(distance);
    return JUDDER_OK;
}

/* --- from the basis to motions --- */

typedef struct Motions {
    FeShift *shift;
    FeBasis basis;
    Small small;
    int count;           /* candidates, the nearest first */
    double *lam;         /* re, im of each */
    double *combination; /* its vector in the basis */
} Motions;

static PetscErrorCode motions_release(Motions *m) {
    PetscFunctionBeginUser;
    PetscCall(fe_basis_release(&m->basis));
    small_release(&m->small);
    free(m->lam);
    free(m->combination);
    PetscFunctionReturn(0);
}

static void order_candidates(Motions *m) {
    const int n = m->basis.count;
    for (int k = 0; k < m->count; k++) {
        const FlutterRoot *root = &m->small.roots.at[m->small.order[k]];
        m->lam[2 * k] = root->re, m->lam[2 * k + 1] = root->im;
        memcpy(m->combination + 2L * n * k, m->small.roots.vectors + 2L * n * root->vector,
               2 * (size_t)n * sizeof *m->combination);
    }
}

/* All candidates of the span on every rank. */
static PetscErrorCode motions_find(Motions *m, int wanted, bool *complete) {
    int found;
    JudderErr err = JUDDER_OK;
    PetscFunctionBeginUser;
    const int needed = fe_pairs_needed(m->shift, wanted);
    PetscCall(fe_shift_span(m->shift, needed, &m->basis, &found));
    if (m->shift->stopped)
        PetscCall(fe_code(error_stopped("interrupted while the motions of flutter at mu = %g were looked for",
                                        m->shift->mu)));
    *complete = found >= needed || found >= m->shift->kind->blocks * m->shift->sliding->n;
    if (m->basis.count == 0) PetscFunctionReturn(0);
    PetscCall(fe_code(small_create(m->basis.count, &m->small)));
    PetscCall(project(m->shift, &m->basis, &m->small));
    if (fe_rank() == 0) err = solve_small(&m->small, m->shift->transposed, m->shift->omega);
    PetscCall(fe_code(fe_agree(err)));
    m->count = m->small.roots.count;
    PetscCallMPI(MPI_Bcast(&m->count, 1, MPI_INT, 0, PETSC_COMM_WORLD));
    const size_t n = (size_t)m->basis.count, count = (size_t)m->count;
    m->lam = malloc((2 * count + 1) * sizeof *m->lam);
    m->combination = malloc((2 * n * count + 1) * sizeof *m->combination);
    PetscCall(fe_code(fe_agree(m->lam && m->combination ? JUDDER_OK : error_memory())));
    if (fe_rank() == 0) order_candidates(m);
    PetscCallMPI(MPI_Bcast(m->lam, (int)(2 * count), MPI_DOUBLE, 0, PETSC_COMM_WORLD));
    PetscCallMPI(MPI_Bcast(m->combination, (int)(2 * n * count), MPI_DOUBLE, 0, PETSC_COMM_WORLD));
    PetscFunctionReturn(0);
}

/* The vector of a candidate, of length 1. */
static PetscErrorCode vector_of(const Motions *m, int k, Vec *x, Vec *y) {
    const double *c = m->combination + 2L * m->basis.count * k;
    PetscReal one, other;
    PetscFunctionBeginUser;
    PetscCall(VecDuplicate(m->basis.at[0], x));
    PetscCall(VecDuplicate(m->basis.at[0], y));
    PetscCall(fe_basis_combine(&m->basis, c, *x));
    PetscCall(fe_basis_combine(&m->basis, c + m->basis.count, *y));
    PetscCall(VecNorm(*x, NORM_2, &one));
    PetscCall(VecNorm(*y, NORM_2, &other));
    const double size = hypot(one, other);
    PetscCall(VecScale(*x, size > 0 ? 1 / size : 1));
    PetscCall(VecScale(*y, size > 0 ? 1 / size : 1));
    PetscFunctionReturn(0);
}

static PetscErrorCode keep(FePairs *pairs, const Motions *m, int k) {
    Vec x, y;
    double residual;
    PetscFunctionBeginUser;
    PetscCall(vector_of(m, k, &x, &y));
    const FeMotion motion = {m->lam[2 * k], m->lam[2 * k + 1], x, y};
    PetscCall(fe_sliding_residual(m->shift->sliding, m->shift->mu, &motion, &residual));
    if (!(residual <= GOOD_RESIDUAL)) {
        PetscCall(VecDestroy(&x));
        PetscCall(VecDestroy(&y));
        PetscFunctionReturn(0);
    }
    pairs->x[pairs->count] = x;
    pairs->y[pairs->count] = y;
    pairs->at[pairs->count] = (FlutterRoot){
        .re = motion.re, .im = motion.im, .residual = residual, .vector = pairs->count};
    pairs->count++;
    PetscFunctionReturn(0);
}

static JudderErr pairs_make_room(FePairs *pairs, size_t count, bool left) {
    pairs->at = calloc(count + 1, sizeof *pairs->at);
    pairs->x = calloc(count + 1, sizeof(Vec));
    pairs->y = calloc(count + 1, sizeof(Vec));
    if (left) {
        pairs->left_x = calloc(count + 1, sizeof(Vec));
        pairs->left_y = calloc(count + 1, sizeof(Vec));
        pairs->left_residual = calloc(count + 1, sizeof(double));
    }
    const bool lefts = pairs->left_x && pairs->left_y && pairs->left_residual;
    return pairs->at && pairs->x && pairs->y && (lefts || !left) ? JUDDER_OK : error_memory();
}

/* |(lam^2 M'^T + lam C'^T + K'^T) y| relative to |K'^T y|, with the matrices of the shift. */
static PetscErrorCode left_residual(FeShift *s, double complex lam, Vec v[2], double *residual) {
    const FeSlidingData *of = &s->sliding->of;
    const double complex on_M = lam * lam + (s->C ? 0 : lam * of->mass_part),
                         on_K = 1 + (s->C ? 0 : lam * of->stiffness_part);
    Mat const matrices[] = {s->K, s->M, s->C};
    const double complex factor[] = {on_K, on_M, lam};
    Vec sum[2] = {s->r, s->t};
    PetscReal part, stiff = 0, rest = 0;
    PetscFunctionBeginUser;
    for (int k = 0; k < 2; k++) PetscCall(VecSet(sum[k], 0));
    for (int m = 0; m < 3; m++)
        for (int k = 0; k < 2 && matrices[m]; k++) {
            PetscCall(MatMultTranspose(matrices[m], v[k], s->x));
            const double complex by = k ? I * factor[m] : factor[m];
            PetscCall(VecAXPY(sum[0], creal(by), s->x));
            PetscCall(VecAXPY(sum[1], cimag(by), s->x));
            PetscCall(VecNorm(s->x, NORM_2, &part));
            if (m == 0) stiff = hypot(stiff, part);
        }
    for (int k = 0; k < 2; k++) {
        PetscCall(VecNorm(sum[k], NORM_2, &part));
        rest = hypot(rest, part);
    }
    *residual = stiff > 0 ? rest / stiff : 0;
    PetscFunctionReturn(0);
}

/* To each motion the left vector whose lam is nearest. */
static PetscErrorCode find_left(FeShift *shift, int wanted, FePairs *pairs) {
    Motions m = {.shift = shift};
    bool complete;
    PetscFunctionBeginUser;
    shift->transposed = true;
    PetscErrorCode code = motions_find(&m, wanted, &complete);
    for (int i = 0; !code && i < pairs->count && m.count > 0; i++) {
        const FlutterRoot *root = &pairs->at[i];
        int best = 0;
        double least = INFINITY;
        for (int k = 0; k < m.count; k++) {
            const double distance = hypot(m.lam[2 * k] - root->re, m.lam[2 * k + 1] - root->im);
            if (distance < least) least = distance, best = k;
        }
        code = vector_of(&m, best, &pairs->left_x[i], &pairs->left_y[i]);
        Vec v[2] = {pairs->left_x[i], pairs->left_y[i]};
        if (!code) code = left_residual(shift, root->re + I * root->im, v, &pairs->left_residual[i]);
    }
    shift->transposed = false;
    PetscCall(motions_release(&m));
    PetscCall(code);
    PetscFunctionReturn(0);
}

/* Without damping what grows has a partner that decays, as far away: the list does not part them. */
static bool mirrors_last(const Motions *m, int k) {
    const double *lam = m->lam + 2L * k, least = 1e-9 * hypot(lam[0], lam[1]);
    if (k == 0 || fabs(lam[0]) <= least) return false;
    return hypot(lam[0] + lam[-2], lam[1] - lam[-1]) <= least;
}

static PetscErrorCode find(FeShift *shift, const FePairsWanted *wanted, FePairs *pairs) {
    Motions m = {.shift = shift};
    PetscFunctionBeginUser;
    /* A few more, so that the last ones are as good as the first, and none is half of a pair. */
    const int spare = wanted->count + 2;
    PetscErrorCode code = motions_find(&m, spare, &pairs->complete);
    if (!code) code = fe_code(fe_agree(pairs_make_room(pairs, (size_t)m.count, wanted->left)));
    for (int k = 0; !code && k < m.count && (pairs->count < wanted->count || mirrors_last(&m, k)); k++)
        code = keep(pairs, &m, k);
    PetscCall(motions_release(&m));
    if (!code && wanted->left) code = find_left(shift, spare, pairs);
    PetscCall(code);
    PetscFunctionReturn(0);
}

PetscErrorCode fe_pairs_find(FeSliding *sliding, const FePairsWanted *wanted, FePairs *pairs) {
    FeShift *shift = NULL;
    PetscFunctionBeginUser;
    *pairs = (FePairs){0};
    PetscCall(fe_pairs_shift(sliding, wanted->mu, wanted->omega, &shift));
    pairs->way = shift->kind;
    const PetscErrorCode code = find(shift, wanted, pairs);
    PetscCall(fe_shift_destroy(&shift));
    if (code) PetscCall(fe_pairs_release(pairs));
    PetscCall(code);
    PetscFunctionReturn(0);
}
