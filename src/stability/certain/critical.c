#include "stability/critical.h"

#include "base/dense.h"
#include "complementarity/eicp/proof/certificate.h"
#include "stability/certain/judge.h"
#include "stability/certain/rest.h"

#include <math.h>
#include <stdio.h>
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
    SCOPED_FREE double *trial = malloc((size_t)eicp->n * sizeof *trial);
    JudderErr err = trial ? JUDDER_OK : error_memory();
    if (err == JUDDER_OK) err = dense_eigen_pencil(eicp->n, eicp->A, eicp->B, &spectrum.pencil);
    *mu = INFINITY;
    if (err == JUDDER_OK) least_all_slip(eicp, &spectrum.pencil, trial, x, mu);
    if (isinf(*mu)) *mu = NAN;
    free(spectrum.room);
    return err;
}

/* sym(A) positive definite: 1/mu is the largest eigenvalue of sym(B) x = value sym(A) x. */
static JudderErr largest_ratio(const Eicp *eicp, double *ratio) {
    const size_t n = (size_t)eicp->n;
    SCOPED_FREE double *both = malloc(2 * n * n * sizeof *both);
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

/* Generators and provers on the matrices as they were computed. */
static JudderErr critical_find(const Pencil *pencil, const EicpSearch *search, double *x, CriticalMu *found) {
    const size_t n = (size_t)pencil->n;
    SCOPED_FREE double *both = malloc((2 * n * n + 1) * sizeof *both);
    REQUIRE(both, error_memory());
    const Eicp eicp = {pencil->n, both, both + n * n};
    TRY(pencil->at(pencil->context, 0, both, both + n * n));
    TRY(all_slip_mu(&eicp, NULL, &found->all_slip));
    TRY(not_positive_definite_mu(&eicp, &found->not_positive_definite));
    return eicp_least(&eicp, search, x, &found->least);
}

/* The judge's word takes the place of what the provers said. */
static JudderErr judge(const PencilEnclosure *data, const EicpSearch *search, const double *x,
                       EicpReport *least) {
    const bool exists = least->outcome == EICP_FOUND;
    CriticalVerdict verdict;
    const CriticalClaim claim = {search->from, *search->certificate, least->mu, exists ? x : NULL};
    TRY(critical_judge(data, &claim, &verdict));
    const double reached = exists && !isnan(verdict.high) ? verdict.high : search->to;
    least->mu_low = isnan(verdict.low) ? search->from : fmin(verdict.low, reached);
    least->mu_high = verdict.high;
    least->existence = verdict.existence;
    least->certified = exists ? eicp_is_narrow(least->mu_low, least->mu_high) : verdict.low >= search->to;
    /* Where nothing lies below, the proof that one exists is all there is to prove. */
    if (isnan(verdict.low)) least->certificate = exists && least->certified ? verdict.existence : "";
    if (!exists) least->outcome = least->certified ? EICP_NONE : EICP_NOT_FOUND;
    if (exists) eicp_report_within(&(Eicp){data->n, data->box.A, data->box.B}, x, least);
    return JUDDER_OK;
}

/* Once more on the enclosure itself, where rounding has spoiled what was found, or hides what happens beyond
 * all bounds. */
static JudderErr find_within(const PencilEnclosure *data, const EicpSearch *search, double *x,
                             EicpReport *least) {
    const Eicp eicp = {data->n, data->box.A, data->box.B};
    const EicpRadii radii = {data->box.A_D, data->box.B_D};
    EicpSearch again = *search;
    again.radii = &radii;
    eicp_certificate_destroy(search->certificate);
    TRY(eicp_least(&eicp, &again, x, least));
    const double low = least->mu_low;
    TRY(judge(data, search, x, least));
    if (!least->certified) least->mu_low = fmax(least->mu_low, low);
    return JUDDER_OK;
}

static JudderErr critical_prove(const PencilEnclosure *data, const EicpSearch *search, double *x,
                                CriticalMu *found) {
    if (data->enclosed && *search->certificate) TRY(judge(data, search, x, &found->least));
    const bool again = data->enclosed && (!*search->certificate || !found->least.certified);
    return again ? find_within(data, search, x, &found->least) : JUDDER_OK;
}

static JudderErr ask_rest(const Pencil *pencil, const PencilEnclosure *data, PencilRest *rest) {
    *rest = REST_UNDECIDED;
    if (data->enclosed) TRY(pencil_rest_of(pencil->n, data->box.A, data->box.A_D, data->definite, rest));
    if (*rest == REST_UNDECIDED && pencil->rest) TRY(pencil->rest(pencil->context, rest));
    return pencil_rest_needs_mass(pencil, rest);
}

/* Why the answer is not certified, and the bound that was reached. */
static void give_reason(const PencilEnclosure *data, const EicpSearch *search, CriticalMu *found) {
    const EicpReport *least = &found->least;
    char *to = found->reason;
    const size_t size = sizeof found->reason;
    if (search->uncertified)
        snprintf(to, size, "no proof was requested");
    else if (!data->enclosed)
        snprintf(to, size, "what rounding does to the condensed matrices could not be bounded: %s",
                 data->reason);
    else if (found->rest == REST_UNSTABLE)
        snprintf(
            to, size,
            "without friction the state is unstable already (proved), so that a neutral state is not where "
            "stability ends");
    else if (found->rest == REST_UNDECIDED)
        snprintf(to, size,
                 "it is not proved that the state is stable without friction, and so not that stability ends "
                 "where a state is neutral");
    else if (least->outcome == EICP_FOUND && least->certificate[0] && isnan(least->mu_high))
        snprintf(to, size,
                 "no neutral state lies below mu = %.9g (proved), but that there is one near it is not",
                 found->low);
    else if (least->outcome == EICP_FOUND && least->certificate[0])
        snprintf(to, size, "the least mu lies between %.12g and %.12g (proved), which is wider than 1e-9",
                 found->low, found->high);
    else
        snprintf(to, size, "a neutral state is excluded below mu = %.6g (proved), not from there to %g",
                 found->low, least->outcome == EICP_FOUND ? least->mu : search->to);
}

static void critical_conclude(const PencilEnclosure *data, const EicpSearch *search, CriticalMu *found) {
    EicpReport *least = &found->least;
    const bool proved = data->enclosed && !search->uncertified;
    found->low = proved ? least->mu_low : NAN;
    found->high = proved ? least->mu_high : NAN;
    found->certified = proved && least->certified &&
                       (found->rest == REST_STABLE || found->rest == REST_NEUTRAL ||
                        (found->rest == REST_UNDECIDED && found->high == 0));
    least->certified = found->certified;
    if (!proved) {
        least->certificate = "";
        least->mu_low = search->from;
        if (least->outcome == EICP_NONE) least->outcome = EICP_NOT_FOUND;
    }
    if (!found->certified) give_reason(data, search, found);
}

static JudderErr critical_ask(const Pencil *pencil, const EicpSearch *search, double *x, CriticalMu *found) {
    SCOPED(pencil_enclosure_release) PencilEnclosure data = {0};
    const double begun = work_seconds(), limit = search->seconds > 0 ? search->seconds : EICP_SECONDS;
    JudderErr err = critical_find(pencil, search, x, found);
    if (err == JUDDER_OK && search->uncertified) {
        critical_conclude(&(PencilEnclosure){0}, search, found);
        return JUDDER_OK;
    }
    TRY(err);
    EicpSearch later = *search;
    later.seconds = fmax(limit / 4, limit - (work_seconds() - begun));
    err = pencil_enclosure_create(pencil, &data);
    if (err == JUDDER_OK) err = critical_prove(&data, &later, x, found);
    if (err == JUDDER_OK) err = ask_rest(pencil, &data, &found->rest);
    if (err == JUDDER_OK) critical_conclude(&data, search, found);
    return err;
}

JudderErr critical_mu(const Pencil *pencil, const EicpSearch *search, double *x, CriticalMu *found) {
    SCOPED(eicp_certificate_destroy) EicpCertificate *certificate = NULL;
    EicpSearch own = *search;
    if (!own.certificate) own.certificate = &certificate;
    *found = (CriticalMu){.low = NAN, .high = NAN};
    return critical_ask(pencil, &own, x, found);
}
