/* (PR-8), and solutions that are exact. */
#include "complementarity/eicp/existence/exists.h"

#include "complementarity/eicp/proof/prover.h"

#include <stdlib.h>

/* With A strictly copositive the LCP of A - mu B has the degree 1 at mu = 0; with y >= 0, y'(A - mu_1 B) < 0
 * it has no solution for some q, so the degree 0 at mu_1: in between a solution of the homogeneous problem.
 */
JudderErr eicp_ray_exists(const EicpProblem *problem, double mu_1, bool *proved) {
    const size_t n = (size_t)problem->n;
    *proved = false;
    if (!(mu_1 > 0) || problem->from > 0) return JUDDER_OK;
    TRY(eicp_proves_copositive(problem->n, problem->A, problem->A_D, proved));
    if (!*proved) return JUDDER_OK;
    *proved = false;
    SCOPED(eicp_ray_search_destroy) EicpRaySearch *search = NULL;
    TRY(eicp_ray_search_create(problem, &search));
    SCOPED_FREE EicpSide *side = calloc(n, sizeof *side);
    SCOPED_FREE double *u = malloc(n * sizeof *u);
    const EicpBox box = {mu_1, mu_1, side};
    REQUIRE(side && u, error_memory());
    return eicp_ray_find(search, &box, u, proved);
}

/* A multiple of x in integers, none above 2^20; false if there is none near. */
static bool take_integers(int n, const double *x, double *integers) {
    double least = INFINITY;
    for (int i = 0; i < n; i++)
        if (x[i] > 0) least = fmin(least, x[i]);
    for (int factor = 1; factor <= 60 && isfinite(least); factor++) {
        bool near = true;
        for (int i = 0; i < n && near; i++) {
            const double value = x[i] / least * factor;
            integers[i] = round(value);
            near = integers[i] <= 0x1p20 && fabs(value - integers[i]) <= 1e-6 * (1 + value) &&
                   (integers[i] > 0) == (x[i] > 0);
        }
        if (near) return true;
    }
    return false;
}

/* *sum + a x, if nothing is rounded in it. */
static bool exact_add(double a, double x, double *sum) {
    const double part = a * x, next = *sum + part, back = next - *sum;
    const bool exact = fma(a, x, -part) == 0 && (*sum - (next - back)) + (part - back) == 0 &&
                       (part != 0 || a == 0 || x == 0);
    *sum = next;
    return exact;
}

/* Row i of A - mu B times integers, if nothing was rounded in it. */
static bool exact_product(const EicpProblem *problem, double mu, size_t i, const double *x, double *w) {
    const size_t n = (size_t)problem->n;
    double along_B = 0;
    bool exact = true;
    *w = 0;
    for (size_t j = 0; j < n && exact; j++) {
        const size_t at = i * n + j;
        if (x[j] == 0) continue;
        exact = eicp_radius(problem, mu, at) == 0 && exact_add(problem->A[at], x[j], w) &&
                exact_add(problem->B[at], x[j], &along_B);
    }
    return exact && exact_add(-mu, along_B, w);
}

JudderErr eicp_null_vector(const EicpProblem *problem, double mu, const double *x, bool *proved) {
    const size_t n = (size_t)problem->n;
    SCOPED_FREE double *integers = malloc(n * sizeof *integers);
    REQUIRE(integers, error_memory());
    *proved = take_integers(problem->n, x, integers);
    for (size_t i = 0; i < n && *proved; i++) {
        double w = 0;
        *proved = exact_product(problem, mu, i, integers, &w) && (integers[i] > 0 ? w == 0 : w >= 0);
    }
    return JUDDER_OK;
}

JudderErr eicp_prove_existence(const EicpProblem *problem, double mu, const double *x, double *high,
                               const char **proof) {
    const double start = fmax(problem->from, 0); /* where a solution may be exact for a reason */
    const double above = mu + 0.4 * EICP_MARGIN * fabs(mu);
    bool proved = false;
    *high = NAN;
    *proof = "";
    if (fabs(mu - start) <= EICP_MARGIN * (start > 0 ? start : 1))
        TRY(eicp_null_vector(problem, start, x, &proved));
    if (proved) {
        *high = start;
        *proof = "null vector";
        return JUDDER_OK;
    }
    TRY(eicp_box_exists(problem, mu, x, high));
    if (!isnan(*high)) {
        *proof = "krawczyk";
        return JUDDER_OK;
    }
    TRY(eicp_ray_exists(problem, above, &proved));
    if (!proved) return JUDDER_OK;
    *high = above;
    *proof = "ray";
    return JUDDER_OK;
}

JudderErr eicp_exists_within(const EicpBounded *bounded, const EicpPoint *point, double *high,
                             const char **proof) {
    EicpProblem *problem = NULL;
    TRY(eicp_problem_create(&bounded->eicp, point->from, INFINITY, &problem));
    JudderErr err = eicp_problem_set_radii(problem, bounded->radii);
    if (err == JUDDER_OK)
        err = eicp_prove_existence(problem, point->mu / problem->unit, point->x, high, proof);
    *high = eicp_problem_mu(problem, *high, true);
    eicp_problem_destroy(&problem);
    return err;
}
