#include "fe/flutter/map.h"

#include "fe/sparse/inertia.h"
#include "fe/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 5, ROUNDS = 6 };
static const double BETWEEN = 1e-4;   /* residual allowed where modes are only followed */
static const double AT_EVENTS = 1e-6; /* and where something is reported */
/* Directions of which no vector has more are left out of searches in mu: the error of an eigenvalue is the
 * square of it. */
static const double SEARCHED = 1e-5;

typedef struct Mapping {
    FeSliding *s;
    const FlutterSearch *search;
    FeMap *map;
    int watched; /* motions computed at a sample: those that are followed, and some above */
    FeBasis basis;
    int stride, done; /* of the projections */
    double *part[6];  /* M_0 M_1 C_0 C_1 K_0 K_1, on every rank */
    bool stopped;     /* the user asked to */
} Mapping;

static PetscErrorCode release(Mapping *m) {
    PetscFunctionBeginUser;
    PetscCall(fe_basis_release(&m->basis));
    for (int i = 0; i < 6; i++) free(m->part[i]);
    PetscFunctionReturn(0);
}

void fe_map_release(FeMap *map) {
    merging_release(&map->merging);
    intervals_release(&map->intervals);
}

/* --- the projection --- */

static JudderErr widen(Mapping *m) {
    if (m->basis.count <= m->stride) return JUDDER_OK;
    const int stride = 2 * m->basis.count;
    for (int i = 0; i < 6; i++) {
        double *wider = calloc((size_t)stride * (size_t)stride, sizeof *wider);
        REQUIRE(wider, error_memory());
        for (int row = 0; row < m->done; row++)
            memcpy(wider + (long)row * stride, m->part[i] + (long)row * m->stride,
                   (size_t)m->done * sizeof *wider);
        free(m->part[i]);
        m->part[i] = wider;
    }
    m->stride = stride;
    return JUDDER_OK;
}

static PetscErrorCode project(Mapping *m) {
    FeSliding *s = m->s;
    Mat const matrices[] = {s->M_0, s->M_1, s->C_0, s->C_1, s->K_0, s->K_1};
    PetscFunctionBeginUser;
    PetscCall(fe_code(fe_agree(widen(m))));
    for (int i = 0; i < 6; i++)
        if (matrices[i])
            PetscCall(
                fe_basis_project(&m->basis, matrices[i], &(FeProjection){m->part[i], m->stride, m->done}));
    m->done = m->basis.count;
    PetscFunctionReturn(0);
}

/* A copy of the projection as the dense code takes it, but for directions of less than some weight; released
 * also after an error. */
static JudderErr small_system(const Mapping *m, double weight, Sliding *small) {
    *small = (Sliding){.dof = calloc((size_t)m->done + 1, sizeof(int))};
    REQUIRE(small->dof, error_memory());
    for (int i = 0; i < m->done; i++)
        if (m->basis.weight[i] >= weight) small->dof[small->n++] = i;
    const size_t n = (size_t)small->n, stride = (size_t)m->stride;
    double **const parts[] = {&small->M_0, &small->M_1, &small->C_0, &small->C_1, &small->K_0, &small->K_1};
    bool memory = true;
    for (int i = 0; i < 6; i++) memory = (*parts[i] = calloc(n * n + 1, sizeof(double))) && memory;
    REQUIRE(memory, error_memory());
    for (int i = 0; i < 6; i++)
        for (size_t at = 0; at < n * n; at++)
            (*parts[i])[at] = m->part[i][(size_t)small->dof[at / n] * stride + (size_t)small->dof[at % n]];
    const FeSlidingData *of = &m->s->of;
    for (size_t i = 0; i < n * n && !m->s->C_0; i++) {
        small->C_0[i] = of->mass_part * small->M_0[i] + of->stiffness_part * small->K_0[i];
        small->C_1[i] = of->mass_part * small->M_1[i] + of->stiffness_part * small->K_1[i];
    }
    small->damped = fe_sliding_damped(m->s);
    small->proportional = fe_sliding_proportional(m->s);
    small->mass_part = of->mass_part;
    small->stiffness_part = of->stiffness_part;
    return JUDDER_OK;
}

/* --- samples of the whole system --- */

static PetscErrorCode sample(Mapping *m, double mu) {
    FeShift *shift;
    int found;
    PetscFunctionBeginUser;
    PetscCall(fe_pairs_shift(m->s, mu, 0, &shift));
    const int needed = fe_pairs_needed(shift, m->watched);
    PetscCall(fe_shift_span(shift, needed, &m->basis, &found));
    shift->transposed = true;
    if (!shift->stopped) PetscCall(fe_shift_span(shift, needed, &m->basis, &found));
    m->stopped = shift->stopped;
    PetscCall(fe_shift_destroy(&shift));
    if (m->stopped) PetscFunctionReturn(0);
    PetscCall(project(m));
    m->map->samples++;
    PetscFunctionReturn(0);
}

/* Motions of the projection at mu, the nearest to a frequency first, as all ranks need them. */
typedef struct Candidates {
    int count;
    double *lam, *combination;
} Candidates;

static int compare_distance(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static JudderErr find_candidates(const Mapping *m, double mu, double omega, int most, Candidates *c) {
    Sliding small;
    FlutterRoots roots = {0};
    const size_t n = (size_t)m->done;
    JudderErr err = small_system(m, 0, &small);
    if (err == JUDDER_OK) err = flutter_motions(&small, mu, &roots);
    sliding_release(&small);
    TRY(err);
    double(*order)[2] = malloc(((size_t)roots.count + 1) * sizeof *order);
    REQUIRE(order, (flutter_roots_release(&roots), error_memory()));
    for (int i = 0; i < roots.count; i++) {
        order[i][0] = hypot(roots.at[i].re, roots.at[i].im - omega);
        order[i][1] = i;
    }
    qsort(order, (size_t)roots.count, sizeof *order, compare_distance);
    c->count = roots.count < most ? roots.count : most;
    for (int k = 0; k < c->count; k++) {
        const FlutterRoot *root = &roots.at[(int)order[k][1]];
        c->lam[2 * k] = root->re, c->lam[2 * k + 1] = root->im;
        memcpy(c->combination + 2 * n * (size_t)k, roots.vectors + 2 * n * (size_t)root->vector,
               2 * n * sizeof(double));
    }
    free(order);
    flutter_roots_release(&roots);
    return JUDDER_OK;
}

static PetscErrorCode judge_candidates(Mapping *m, double mu, const Candidates *c, double *worst) {
    Vec x, y;
    double residual;
    PetscFunctionBeginUser;
    PetscCall(VecDuplicate(m->basis.at[0], &x));
    PetscCall(VecDuplicate(m->basis.at[0], &y));
    *worst = 0;
    for (int k = 0; k < c->count; k++) {
        const double *combination = c->combination + 2L * m->done * k;
        PetscCall(fe_basis_combine(&m->basis, combination, x));
        PetscCall(fe_basis_combine(&m->basis, combination + m->done, y));
        const FeMotion motion = {c->lam[2 * k], c->lam[2 * k + 1], x, y};
        PetscCall(fe_sliding_residual(m->s, mu, &motion, &residual));
        *worst = fmax(*worst, residual);
    }
    PetscCall(VecDestroy(&x));
    PetscCall(VecDestroy(&y));
    PetscFunctionReturn(0);
}

/* The largest residual of the projected motions nearest to a frequency. */
static PetscErrorCode judge(Mapping *m, double mu, double omega, int most, double *worst) {
    const size_t n = (size_t)m->done, room = (size_t)most;
    Candidates c = {.lam = malloc((2 * room + 1) * sizeof(double)),
                    .combination = malloc((2 * n * room + 1) * sizeof(double))};
    PetscFunctionBeginUser;
    JudderErr err = c.lam && c.combination ? JUDDER_OK : error_memory();
    if (err == JUDDER_OK && fe_rank() == 0) err = find_candidates(m, mu, omega, most, &c);
    PetscCall(fe_code(fe_agree(err)));
    PetscCallMPI(MPI_Bcast(&c.count, 1, MPI_INT, 0, PETSC_COMM_WORLD));
    PetscCallMPI(MPI_Bcast(c.lam, 2 * c.count, MPI_DOUBLE, 0, PETSC_COMM_WORLD));
    PetscCallMPI(MPI_Bcast(c.combination, 2 * m->done * c.count, MPI_DOUBLE, 0, PETSC_COMM_WORLD));
    PetscCall(judge_candidates(m, mu, &c, worst));
    free(c.lam);
    free(c.combination);
    PetscFunctionReturn(0);
}

/* Bisects until the projection is good in the middle. */
static PetscErrorCode cover(Mapping *m, double from, double to, int depth) {
    const double middle = (from + to) / 2;
    double worst;
    PetscFunctionBeginUser;
    m->stopped = m->stopped || fe_stop_requested();
    if (m->stopped) PetscFunctionReturn(0);
    PetscCall(judge(m, middle, 0, m->search->lowest, &worst));
    if (worst <= BETWEEN || depth == DEPTH) PetscFunctionReturn(0);
    PetscCall(sample(m, middle));
    PetscCall(cover(m, from, middle, depth + 1));
    PetscCall(cover(m, middle, to, depth + 1));
    PetscFunctionReturn(0);
}

/* --- what the dense code tells, and whether the whole system agrees --- */

static JudderErr ask_small(Mapping *m) {
    Sliding small;
    FeMap *map = m->map;
    fe_map_release(map);
    JudderErr err = small_system(m, SEARCHED, &small);
    if (err == JUDDER_OK) err = flutter_merging(&small, m->search, &map->merging);
    if (err == JUDDER_OK && small.damped)
        err = flutter_intervals(&small, m->search, &map->merging, &map->intervals);
    if (err == JUDDER_OK) err = sliding_divergence(&small, m->search->up_to, &map->divergence);
    if (err == JUDDER_OK) map->whole = map->merging.whole && (!small.damped || map->intervals.whole);
    sliding_release(&small);
    return err;
}

/* Places that are reported: mu and the frequency there, in room of the caller (NULL: count only). */
static int list_events(const FeMap *map, double *at) {
    int count = 0;
    for (int i = 0; i < map->merging.count; i++) {
        const Merging *merging = &map->merging.at[i];
        const double mu[2] = {merging->mu, merging->until};
        for (int k = 0; k < 2; k++) {
            if (isnan(mu[k])) continue;
            if (at) at[2 * count] = mu[k], at[2 * count + 1] = isnan(merging->omega) ? 0 : merging->omega;
            count++;
        }
    }
    for (int i = 0; i < map->intervals.count; i++) {
        const double mu[2] = {map->intervals.at[i].from, map->intervals.at[i].to};
        for (int k = 0; k < 2; k++) {
            if (isnan(mu[k])) continue;
            if (at) at[2 * count] = mu[k], at[2 * count + 1] = -1;
            count++;
        }
    }
    if (isnan(map->divergence)) return count;
    if (at) at[2 * count] = map->divergence, at[2 * count + 1] = 0;
    return count + 1;
}

/* The motions that an event is about: the four nearest to a pair, all that are followed where
 * damping lets growth begin. */
static PetscErrorCode judge_event(Mapping *m, const double at[2], double *worst) {
    PetscFunctionBeginUser;
    if (at[1] < 0)
        PetscCall(judge(m, at[0], 0, m->search->lowest, worst));
    else
        PetscCall(judge(m, at[0], at[1], at[1] > 0 ? 4 : 1, worst));
    PetscFunctionReturn(0);
}

/* Judges all that is reported; *added says that samples were, so that it must be reported again. */
static PetscErrorCode check_events(Mapping *m, bool last, bool *added) {
    int count = fe_rank() == 0 ? list_events(m->map, NULL) : 0;
    double *at, worst;
    PetscFunctionBeginUser;
    PetscCallMPI(MPI_Bcast(&count, 1, MPI_INT, 0, PETSC_COMM_WORLD));
    PetscCall(PetscMalloc1(2 * (size_t)count + 1, &at));
    if (fe_rank() == 0) list_events(m->map, at);
    PetscCallMPI(MPI_Bcast(at, 2 * count, MPI_DOUBLE, 0, PETSC_COMM_WORLD));
    *added = false;
    m->map->residual = 0;
    for (int i = 0; i < count && !m->stopped; i++) {
        m->stopped = fe_stop_requested();
        PetscCall(judge_event(m, at + 2 * i, &worst));
        if (worst > AT_EVENTS && !last && !m->stopped) {
            PetscCall(sample(m, at[2 * i]));
            *added = true;
        } else {
            m->map->residual = fmax(m->map->residual, worst);
        }
    }
    PetscCall(PetscFree(at));
    PetscFunctionReturn(0);
}

static PetscErrorCode follow(Mapping *m) {
    bool added = true;
    PetscFunctionBeginUser;
    PetscCall(sample(m, 0));
    if (!m->stopped) PetscCall(sample(m, m->search->up_to));
    PetscCall(cover(m, 0, m->search->up_to, 0));
    for (int round = 0; round < ROUNDS && added && !m->stopped; round++) {
        PetscCall(fe_code(fe_agree(fe_rank() == 0 ? ask_small(m) : JUDDER_OK)));
        PetscCall(check_events(m, round == ROUNDS - 1, &added));
    }
    m->map->dimension = m->done;
    if (m->stopped || fe_stop_requested()) m->map->whole = false;
    PetscFunctionReturn(0);
}

PetscErrorCode fe_map_follow(FeSliding *sliding, const FlutterSearch *search, FeMap *map) {
    Mapping m = {.s = sliding, .search = search, .map = map};
    PetscFunctionBeginUser;
    *map = (FeMap){.divergence = NAN, .whole = true};
    m.watched = search->lowest + 4 + search->lowest / 5;
    if (m.watched > sliding->n) m.watched = sliding->n;
    const PetscErrorCode code = follow(&m);
    PetscCall(release(&m));
    if (code) fe_map_release(map);
    PetscCall(code);
    PetscFunctionReturn(0);
}

PetscErrorCode fe_modes_below(FeSliding *sliding, double omega, int *count) {
    Mat A;
    int zero;
    PetscFunctionBeginUser;
    PetscCall(MatDuplicate(sliding->K_0, MAT_COPY_VALUES, &A));
    PetscCall(MatAXPY(A, -omega * omega, sliding->M_0, DIFFERENT_NONZERO_PATTERN));
    PetscCall(fe_inertia(A, count, &zero));
    PetscCall(MatDestroy(&A));
    sliding->factorisations++;
    PetscFunctionReturn(0);
}
