/* How many roots lie in a band, by ways that do not look for them: without friction and damping the pivots of
 * K - omega^2 M; of small systems on one rank all roots there are, dense and in discs (PR-13). */
#include "fe/flutter/pairs.h"

#include "fe/flutter/map.h"
#include "fe/start.h"

#include <math.h>
#include <stdlib.h>

/* Matrices with more rows are not made dense. */
enum { DENSE_MOST = 600 };

static PetscErrorCode make_dense(Mat X, int n, double *to) {
    PetscFunctionBeginUser;
    for (PetscInt i = 0; i < n && X; i++) {
        PetscInt count;
        const PetscInt *column;
        const PetscScalar *value;
        PetscCall(MatGetRow(X, i, &count, &column, &value));
        for (PetscInt k = 0; k < count; k++) to[(size_t)i * (size_t)n + (size_t)column[k]] = value[k];
        PetscCall(MatRestoreRow(X, i, &count, &column, &value));
    }
    PetscFunctionReturn(0);
}

static JudderErr count_make_room(int n, Sliding *dense) {
    const size_t square = (size_t)n * (size_t)n;
    double **const parts[] = {&dense->M_0, &dense->M_1, &dense->C_0, &dense->C_1, &dense->K_0, &dense->K_1};
    *dense = (Sliding){.n = n};
    bool memory = true;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        memory = (*parts[i] = calloc(square, sizeof(double))) && memory;
    return memory ? JUDDER_OK : error_memory();
}

/* Damping in proportion is formed here. */
static void fill_damping(const FeSliding *s, Sliding *dense) {
    const size_t square = (size_t)s->n * (size_t)s->n;
    dense->damped = fe_sliding_damped(s);
    dense->proportional = fe_sliding_proportional(s);
    dense->mass_part = s->of.mass_part, dense->stiffness_part = s->of.stiffness_part;
    for (size_t i = 0; i < square && dense->damped && dense->proportional; i++) {
        dense->C_0[i] = s->of.mass_part * dense->M_0[i] + s->of.stiffness_part * dense->K_0[i];
        dense->C_1[i] = s->of.mass_part * dense->M_1[i] + s->of.stiffness_part * dense->K_1[i];
    }
}

static PetscErrorCode count_fill(const FeSliding *s, Sliding *dense) {
    PetscFunctionBeginUser;
    PetscCall(make_dense(s->M_0, s->n, dense->M_0));
    PetscCall(make_dense(s->M_1, s->n, dense->M_1));
    PetscCall(make_dense(s->K_0, s->n, dense->K_0));
    PetscCall(make_dense(s->K_1, s->n, dense->K_1));
    PetscCall(make_dense(s->C_0, s->n, dense->C_0));
    PetscCall(make_dense(s->C_1, s->n, dense->C_1));
    fill_damping(s, dense);
    PetscFunctionReturn(0);
}

static JudderErr count_dense(FeSliding *s, const FeBand *band, FeCount *count) {
    Sliding dense;
    FlutterRoots roots = {0};
    JudderErr err = count_make_room(s->n, &dense);
    if (err == JUDDER_OK) err = fe_error(count_fill(s, &dense));
    if (err == JUDDER_OK) err = flutter_roots(&dense, band->mu, &roots);
    if (err == JUDDER_OK && roots.enclosed) {
        const FlutterCount discs = flutter_count(&roots, band->from, band->to);
        *count = (FeCount){discs.edge == 0, discs.inside, discs.unknown == 0, discs.growing};
    }
    flutter_roots_release(&roots);
    sliding_release(&dense);
    return err;
}

static JudderErr count_modes(FeSliding *s, const FeBand *band, FeCount *count) {
    int below = 0, above = 0;
    if (band->from > 0) TRY(fe_error(fe_modes_below(s, band->from, &below)));
    TRY(fe_error(fe_modes_below(s, band->to, &above)));
    *count = (FeCount){true, above - below, true, 0};
    return JUDDER_OK;
}

JudderErr fe_count_roots(FeSliding *s, const FeBand *band, FeCount *count) {
    PetscMPIInt ranks;
    MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
    const int rows = (fe_sliding_damped(s) ? 2 : 1) * s->n;
    *count = (FeCount){0};
    if (band->mu == 0 && !fe_sliding_damped(s) && band->symmetric && isfinite(band->to))
        return count_modes(s, band, count);
    /* A state has no mass: a root lies at infinity, which no disc holds. */
    return ranks == 1 && rows <= DENSE_MOST && s->states == 0 ? count_dense(s, band, count) : JUDDER_OK;
}
