/* (PR-2): ||J_ff^-1|| <= 1/sigma, so |J_if J_ff^-1 r| <= ||J_if|| ||r||/sigma, piece by piece where J_ff
 * falls into pieces that nothing connects. */
#include "base/number/rounding.h"
#include "base/symmetric.h"
#include "enclosure/cholesky.h"
#include "enclosure/columns.h"

#include <stdlib.h>
#include <string.h>

enum { PASSES = 2, MOST_COLUMNS = 32, FEW_COLUMNS = 8, MANY_DOFS = 400000, ITERATIONS = 14 };
enum { DENSE_MOST = 400, DENSE_LAST = 2000 }; /* free dofs: dense at once, and where sparse factors fail */

typedef struct Sparse {
    const EnclosureScaled *scaled;
    size_t f;
    CholeskyMatrix A; /* J_ff */
    Cholesky *factors;
    double sigma;
    double spread;         /* bound of the norm of the radii of J_ff */
    double *rho, *squared; /* of each piece */
} Sparse;

static void enclosure_sparse_release(Sparse *sparse) {
    cholesky_destroy(&sparse->factors);
    free(sparse->A.start);
    free(sparse->A.row);
    free(sparse->A.value);
    free(sparse->rho);
}

/* The upper triangle in columns is the lower one in rows; false if a diagonal is not positive. */
static JudderErr take_free_block(Sparse *sparse, bool *possible) {
    const EnclosureMatrix *J = sparse->scaled->J;
    const size_t f = sparse->f;
    CholeskyMatrix *A = &sparse->A;
    A->n = f;
    A->start = malloc((f + 1) * sizeof *A->start);
    A->row = malloc((J->start[J->n] + 1) * sizeof *A->row);
    A->value = malloc((J->start[J->n] + 1) * sizeof *A->value);
    REQUIRE(A->start && A->row && A->value, error_memory());
    long at = 0;
    A->start[0] = 0;
    *possible = true;
    for (size_t a = 0; a < f; a++) {
        const int i = sparse->scaled->free[a];
        double diagonal = 0, row = 0;
        for (size_t k = J->start[i]; k < J->start[i + 1]; k++) {
            const int b = sparse->scaled->place[J->column[k]];
            if (b < 0) continue;
            if (J->radius) row += J->radius[k];
            if ((size_t)b > a) continue;
            if ((size_t)b == a) diagonal = J->value[k];
            A->row[at] = b;
            A->value[at++] = J->value[k];
        }
        A->start[a + 1] = at;
        A->diagonal = fmax(A->diagonal, diagonal);
        sparse->spread = fmax(sparse->spread, row * ROUNDING_UP);
        *possible = *possible && diagonal > 0;
    }
    return JUDDER_OK;
}

/* An estimate of the least eigenvalue, by inverse iteration. */
static JudderErr enclosure_sparse_estimate(Sparse *sparse, double *least) {
    const size_t f = sparse->f;
    double *x = malloc((2 * f + 1) * sizeof *x), *y = x + f, norm = 0;
    REQUIRE(x, error_memory());
    for (size_t i = 0; i < f; i++) {
        x[i] = 1 + 0.5 * sin(1.7 * (double)i);
        norm += x[i] * x[i];
    }
    norm = sqrt(norm);
    for (size_t i = 0; i < f; i++) x[i] /= norm;
    JudderErr err = JUDDER_OK;
    *least = 0;
    for (int k = 0; k < ITERATIONS && err == JUDDER_OK; k++) {
        err = cholesky_solve(sparse->factors, 1, x, y);
        norm = 0;
        for (size_t i = 0; i < f; i++) norm += y[i] * y[i];
        norm = sqrt(norm);
        const double before = *least;
        *least = 1 / norm;
        for (size_t i = 0; i < f; i++) x[i] = y[i] / norm;
        if (k > 2 && fabs(*least - before) < 0.02 * *least) break;
    }
    free(x);
    return err;
}

/* sigma: half of what inverse iteration says, or less. */
static JudderErr prove_bound(Sparse *sparse, bool *proved) {
    double least = 0;
    TRY(enclosure_sparse_estimate(sparse, &least));
    *proved = false;
    for (double share = 0.5; share > 0.05 && !*proved && least > 0; share /= 4) {
        sparse->sigma = share * least;
        TRY(cholesky_proves(sparse->factors, sparse->sigma + sparse->spread, proved));
    }
    return JUDDER_OK;
}

static JudderErr sparse_solve(void *context, int columns, const double *r, double *x) {
    Sparse *sparse = context;
    return cholesky_solve(sparse->factors, columns, r, x);
}

/* ||J_if|| of a kept row on each piece, times rho of it. */
static double row_bound(Sparse *sparse, int i) {
    const EnclosureMatrix *J = sparse->scaled->J;
    double sum = 0, largest = 0;
    bool any = false;
    for (size_t k = J->start[i]; k < J->start[i + 1]; k++)
        largest = fmax(largest, fabs(J->value[k]) + (J->radius ? J->radius[k] : 0));
    for (size_t k = J->start[i]; k < J->start[i + 1]; k++) {
        const int j = sparse->scaled->place[J->column[k]];
        const double size = fabs(J->value[k]) + (J->radius ? J->radius[k] : 0),
                     part = size > 0 ? size / largest + 1e-150 : 0; /* so that no square vanishes */
        if (j >= 0) sparse->squared[sparse->scaled->piece[j]] += part * part;
        any = any || (j >= 0 && size > 0 && sparse->rho[sparse->scaled->piece[j]] > 0);
    }
    for (size_t k = J->start[i]; k < J->start[i + 1]; k++) {
        const int j = sparse->scaled->place[J->column[k]];
        if (j < 0) continue;
        sum += sqrt(sparse->squared[sparse->scaled->piece[j]]) * sparse->rho[sparse->scaled->piece[j]];
        sparse->squared[sparse->scaled->piece[j]] = 0;
    }
    return any ? largest * sum / sparse->sigma * ROUNDING_UP * ROUNDING_UP + DBL_MIN : 0;
}

static void enclosure_sparse_bound(void *context, const double *size, double *found) {
    Sparse *sparse = context;
    memset(sparse->rho, 0, (size_t)sparse->scaled->pieces * sizeof *sparse->rho);
    double largest = 0;
    for (size_t i = 0; i < sparse->f; i++) largest = fmax(largest, size[i]);
    for (size_t i = 0; i < sparse->f; i++) {
        const double part = size[i] > 0 ? size[i] / largest + 1e-150 : 0; /* so that no square vanishes */
        sparse->rho[sparse->scaled->piece[i]] += part * part;
    }
    for (int p = 0; p < sparse->scaled->pieces; p++) {
        const double rho = sqrt(sparse->rho[p]) * largest * ROUNDING_UP;
        sparse->rho[p] = sparse->rho[p] > 0 ? rho + DBL_MIN : 0;
    }
    for (int i = 0; i < sparse->scaled->J->n; i++) {
        const int place = sparse->scaled->place[i];
        if (place < 0) found[-1 - place] = row_bound(sparse, i);
    }
}

static JudderErr enclosure_sparse_run(const EnclosureQuestion *question, Sparse *sparse,
                                      EnclosureAnswer *answer) {
    bool possible = true, proved = false;
    TRY(take_free_block(sparse, &possible));
    sparse->rho = calloc(2 * (size_t)sparse->scaled->pieces + 1, sizeof *sparse->rho);
    REQUIRE(sparse->rho, error_memory());
    sparse->squared = sparse->rho + sparse->scaled->pieces;
    if (possible) {
        TRY(cholesky_create(&sparse->A, &sparse->factors, &possible));
        if (!possible) answer->reason = "the factors of a proof would take too much memory or time";
        if (!possible) return JUDDER_OK;
    }
    if (possible) TRY(cholesky_factor(sparse->factors, &possible));
    if (possible) TRY(prove_bound(sparse, &proved));
    if (!proved) {
        answer->reason = "what follows the contacts is not proved positive definite";
        return JUDDER_OK;
    }
    answer->definite = true;
    const EnclosureInverse inverse = {.context = sparse,
                                      .passes = PASSES,
                                      .most = sparse->f > MANY_DOFS ? FEW_COLUMNS : MOST_COLUMNS,
                                      .solve = sparse_solve,
                                      .bound = enclosure_sparse_bound};
    return enclosure_columns(question, sparse->scaled, &inverse, answer);
}

JudderErr enclosure_sparse(const EnclosureQuestion *question, EnclosureAnswer *answer) {
    SCOPED(enclosure_scaled_destroy) EnclosureScaled *scaled = NULL;
    bool possible = false;
    answer->enclosed = answer->definite = false;
    answer->reason = "the matrix is not symmetric";
    if (!question->J->symmetric) return JUDDER_OK;
    answer->reason = "the stiffnesses are too far apart";
    TRY(enclosure_scaled_create(question, &scaled, &possible));
    SCOPED(enclosure_sparse_release) Sparse sparse = {.scaled = scaled, .f = (size_t)scaled->frees};
    JudderErr err = JUDDER_OK;
    if (possible && sparse.f == 0)
        err = enclosure_dense(question, answer);
    else if (possible) {
        answer->reason = "";
        err = enclosure_sparse_run(question, &sparse, answer);
    }
    return err;
}

JudderErr enclosure_condense(const EnclosureQuestion *question, EnclosureAnswer *answer) {
    const int frees = question->J->n - question->kept;
    if (question->J->symmetric && frees > DENSE_MOST) {
        TRY(enclosure_sparse(question, answer));
        if (answer->enclosed || frees > DENSE_LAST) return JUDDER_OK;
    } else if (frees > DENSE_LAST) {
        answer->enclosed = answer->definite = false;
        answer->reason = "the matrix is not symmetric, and too large for a dense inverse";
        return JUDDER_OK;
    }
    return enclosure_dense(question, answer);
}

/* A small matrix as a dense one. */
static JudderErr dense_is_definite(const EnclosureMatrix *J, bool *proved) {
    const size_t n = (size_t)J->n;
    double *Q = calloc(2 * n * n + 1, sizeof *Q), *radius = Q + n * n;
    REQUIRE(Q, error_memory());
    for (size_t i = 0; i < n; i++)
        for (size_t k = J->start[i]; k < J->start[i + 1]; k++) {
            Q[i * n + (size_t)J->column[k]] = J->value[k];
            if (J->radius) radius[i * n + (size_t)J->column[k]] = J->radius[k];
        }
    const JudderErr err = n > 0 ? symmetric_proves_definite(J->n, Q, radius, proved) : JUDDER_OK;
    free(Q);
    return err;
}

JudderErr enclosure_is_definite(const EnclosureMatrix *J, bool *proved) {
    SCOPED(enclosure_scaled_destroy) EnclosureScaled *scaled = NULL;
    bool possible = false;
    *proved = J->symmetric && J->n == 0;
    if (!J->symmetric) return JUDDER_OK;
    if (J->n <= DENSE_MOST) return dense_is_definite(J, proved);
    TRY(enclosure_scaled_create(&(EnclosureQuestion){.J = J}, &scaled, &possible));
    SCOPED(enclosure_sparse_release) Sparse sparse = {.scaled = scaled, .f = (size_t)scaled->frees};
    JudderErr err = JUDDER_OK;
    if (possible) err = take_free_block(&sparse, &possible);
    if (err == JUDDER_OK && possible) err = cholesky_create(&sparse.A, &sparse.factors, &possible);
    if (err == JUDDER_OK && possible) err = cholesky_proves(sparse.factors, sparse.spread, proved);
    return err;
}

/* The rows that are not exactly zero; *diagonal: nothing lies off the diagonal, and nothing on it is
 * negative. */
static int list_rows(const EnclosureMatrix *J, int *row, bool *diagonal) {
    int count = 0;
    *diagonal = true;
    for (int i = 0; i < J->n; i++) {
        bool any = false;
        for (size_t k = J->start[i]; k < J->start[i + 1]; k++) {
            const double radius = J->radius ? J->radius[k] : 0;
            if (J->value[k] == 0 && radius == 0) continue;
            any = true;
            if (J->column[k] != i || !(J->value[k] >= radius)) *diagonal = false;
        }
        if (any) row[count++] = i;
    }
    return count;
}

JudderErr enclosure_is_semidefinite(const EnclosureMatrix *J, bool *proved) {
    const size_t n = (size_t)J->n;
    *proved = false;
    if (!J->symmetric) return JUDDER_OK;
    EnclosureBasis T = {.start = malloc((n + 1) * sizeof *T.start),
                        .row = malloc((n + 1) * sizeof *T.row),
                        .factor = malloc((n + 1) * sizeof *T.factor)};
    JudderErr err = T.start && T.row && T.factor ? JUDDER_OK : error_memory();
    SCOPED(enclosure_matrix_destroy) EnclosureMatrix *rest = NULL;
    if (err == JUDDER_OK) {
        T.n = list_rows(J, T.row, proved);
        for (size_t i = 0; i <= n; i++) T.start[i] = i;
        for (size_t i = 0; i < n; i++) T.factor[i] = 1;
        if (!*proved) err = enclosure_matrix_reduce(J, &T, &rest);
        if (err == JUDDER_OK && !*proved) err = enclosure_is_definite(rest, proved);
    }
    free(T.start);
    free(T.row);
    free(T.factor);
    return err;
}
