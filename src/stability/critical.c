#include "stability/critical.h"

#include "base/dense.h"

#include <math.h>
#include <stdlib.h>

/* Eigenvalues and vectors of a pencil in one piece of memory. */
typedef struct Spectrum {
    double *room;
    DensePencil pencil;
} Spectrum;

static JudderErr spectrum_open(int n, Spectrum *spectrum) {
    const size_t m = (size_t)n;
    spectrum->room = malloc((3 * m + m * m) * sizeof *spectrum->room);
    REQUIRE(spectrum->room, error_memory());
    double *at = spectrum->room;
    spectrum->pencil = (DensePencil){at, at + m, at + 2 * m, at + 3 * m};
    return JUDDER_OK;
}

/* Vector j made positive with sum 1; false if it has both signs. */
static bool positive_vector(int n, const double *vectors, int j, double *x) {
    double sum = 0, largest = 0;
    for (int i = 0; i < n; i++) {
        x[i] = vectors[i * n + j];
        sum += x[i];
        largest = fmax(largest, fabs(x[i]));
    }
    for (int i = 0; i < n; i++) {
        x[i] /= sum;
        if (x[i] < 0 && x[i] > -1e-12 * largest / fabs(sum)) x[i] = 0;
        if (!(x[i] >= 0)) return false;
    }
    return true;
}

static void least_all_slip(const Eicp *eicp, const DensePencil *p, double *trial, double *x, double *mu) {
    for (int j = 0; j < eicp->n; j++) {
        const double value = p->re[j] / p->beta[j];
        if (p->beta[j] == 0 || fabs(p->im[j]) > 1e-10 * fabs(p->re[j]) || !(value >= 0) || value >= *mu)
            continue;
        if (!isfinite(value) || !positive_vector(eicp->n, p->vectors, j, trial)) continue;
        if (!(eicp_residual(eicp, value, trial) <= 1e-9)) continue;
        *mu = value;
        for (int i = 0; i < eicp->n && x; i++) x[i] = trial[i];
    }
}

JudderErr all_slip_mu(const Eicp *eicp, double *x, double *mu) {
    Spectrum spectrum;
    TRY(spectrum_open(eicp->n, &spectrum));
    double *trial = malloc((size_t)eicp->n * sizeof *trial);
    JudderErr err = trial ? JUDDER_OK : error_memory();
    if (err == JUDDER_OK) err = dense_eigen_pencil(eicp->n, eicp->A, eicp->B, &spectrum.pencil);
    *mu = INFINITY;
    if (err == JUDDER_OK) least_all_slip(eicp, &spectrum.pencil, trial, x, mu);
    if (isinf(*mu)) *mu = NAN;
    free(trial);
    free(spectrum.room);
    return err;
}

/* sym(A) positive definite: 1/mu is the largest eigenvalue of sym(B) x = value sym(A) x. */
static JudderErr largest_ratio(const Eicp *eicp, double *ratio) {
    const size_t n = (size_t)eicp->n;
    double *both = malloc(2 * n * n * sizeof *both);
    REQUIRE(both, error_memory());
    double *A = both, *B = both + n * n;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            A[i * n + j] = (eicp->A[i * n + j] + eicp->A[j * n + i]) / 2;
            B[i * n + j] = (eicp->B[i * n + j] + eicp->B[j * n + i]) / 2;
        }
    Spectrum spectrum = {0};
    JudderErr err = spectrum_open(eicp->n, &spectrum);
    if (err == JUDDER_OK) err = dense_eigen_pencil(eicp->n, B, A, &spectrum.pencil);
    *ratio = 0;
    for (int j = 0; j < eicp->n && err == JUDDER_OK; j++)
        if (spectrum.pencil.beta[j] != 0)
            *ratio = fmax(*ratio, spectrum.pencil.re[j] / spectrum.pencil.beta[j]);
    free(both);
    free(spectrum.room);
    return err;
}

JudderErr not_positive_definite_mu(const Eicp *eicp, double *mu) {
    bool definite;
    double ratio = 0;
    *mu = 0;
    TRY(dense_is_positive_definite(eicp->n, eicp->A, 0, &definite));
    if (!definite) return JUDDER_OK;
    TRY(largest_ratio(eicp, &ratio));
    *mu = 1 / ratio;
    return JUDDER_OK;
}

static JudderErr ask(const Eicp *eicp, const EicpSearch *search, double *x, CriticalMu *found) {
    TRY(all_slip_mu(eicp, NULL, &found->all_slip));
    TRY(not_positive_definite_mu(eicp, &found->not_positive_definite));
    return eicp_least(eicp, search, x, &found->least);
}

JudderErr critical_mu(const Pencil *pencil, const EicpSearch *search, double *x, CriticalMu *found) {
    const size_t n = (size_t)pencil->n;
    double *both = malloc((2 * n * n + 1) * sizeof *both);
    REQUIRE(both, error_memory());
    const Eicp eicp = {pencil->n, both, both + n * n};
    JudderErr err = pencil->at(pencil->context, 0, both, both + n * n);
    if (err == JUDDER_OK) err = ask(&eicp, search, x, found);
    free(both);
    return err;
}
