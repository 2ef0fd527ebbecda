#include "complementarity/eicp/problem/problem.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static JudderErr largest_exponent(const Eicp *eicp, const double *matrix, const char *name, int *exponent) {
    const size_t n = (size_t)eicp->n;
    double largest = 0;
    for (size_t i = 0; i < n * n; i++) {
        REQUIRE(isfinite(matrix[i]),
                error_input(NULL, "the matrix %s has the entry %g in row %zu, column %zu: it must be finite",
                            name, matrix[i], i / n + 1, i % n + 1));
        largest = fmax(largest, fabs(matrix[i]));
    }
    *exponent = 0;
    if (largest > 0) frexp(largest, exponent);
    return JUDDER_OK;
}

static double *scaled_copy(size_t count, const double *matrix, int exponent, bool *lost) {
    double *copy = malloc(count * sizeof *copy);
    for (size_t i = 0; copy && i < count; i++) {
        copy[i] = ldexp(matrix[i], -exponent);
        *lost = *lost || (matrix[i] != 0 && !isnormal(copy[i]));
    }
    return copy;
}

/* The scaled radii of a matrix: those given (NULL: none), and what scaling took. */
static double *scaled_radii(size_t count, const double *matrix, const double *radii, int exponent) {
    double *copy = malloc(count * sizeof *copy);
    for (size_t i = 0; copy && i < count; i++)
        copy[i] = rounding_scaled_radius(matrix[i], ldexp(matrix[i], -exponent), radii ? radii[i] : 0,
                                         -exponent);
    return copy;
}

static bool take_radii(EicpProblem *problem, const EicpRadii *radii) {
    const size_t count = (size_t)problem->n * (size_t)problem->n;
    free(problem->A_D);
    free(problem->B_D);
    problem->A_D = scaled_radii(count, problem->given.A, radii ? radii->A_D : NULL, problem->exponent[0]);
    problem->B_D = scaled_radii(count, problem->given.B, radii ? radii->B_D : NULL, problem->exponent[1]);
    return problem->A_D && problem->B_D;
}

/* Whether the division by a power of two is exact. */
static bool problem_survives(double mu, double unit) {
    return mu == 0 || isnormal(mu / unit);
}

JudderErr eicp_problem_create(const Eicp *eicp, double from, double to, EicpProblem **problem) {
    REQUIRE(
        eicp->n > 0,
        error_input(NULL, "an eigenvalue complementarity problem of %d rows: at least 1 is needed", eicp->n));
    REQUIRE(isfinite(from) && to >= from,
            error_input(NULL,
                        "the interval of mu goes from %g to %g: it must start at a finite number and not "
                        "end before it",
                        from, to));
    int a = 0, b = 0;
    TRY(largest_exponent(eicp, eicp->A, "A", &a));
    TRY(largest_exponent(eicp, eicp->B, "B", &b));
    const double unit = ldexp(1, a - b);
    REQUIRE(isnormal(unit),
            error_input(NULL, "A and B have entries of about 2^%d and 2^%d: too far apart", a, b));
    REQUIRE(problem_survives(from, unit) && (isinf(to) || problem_survives(to, unit)),
            error_input(NULL, "the interval of mu goes from %g to %g: too far from the ratio of A and B, %g",
                        from, to, unit));
    EicpProblem *made = calloc(1, sizeof *made);
    bool lost = false;
    REQUIRE(made, error_memory());
    const size_t count = (size_t)eicp->n * (size_t)eicp->n;
    *made = (EicpProblem){.n = eicp->n,
                          .given = *eicp,
                          .A = scaled_copy(count, eicp->A, a, &lost),
                          .B = scaled_copy(count, eicp->B, b, &lost),
                          .unit = unit,
                          .exponent = {a, b},
                          .from = from / unit,
                          .to = to / unit,
                          .deadline = INFINITY};
    if (!made->A || !made->B || (lost && !take_radii(made, NULL))) {
        eicp_problem_destroy(&made);
        return error_memory();
    }
    *problem = made;
    return JUDDER_OK;
}

JudderErr eicp_problem_set_radii(EicpProblem *problem, const EicpRadii *radii) {
    if (!radii) return JUDDER_OK;
    const size_t n = (size_t)problem->n, count = n * n;
    for (size_t i = 0; i < count; i++)
        REQUIRE(radii->A_D[i] >= 0 && radii->B_D[i] >= 0 && isfinite(radii->A_D[i]) &&
                    isfinite(radii->B_D[i]),
                error_input(NULL,
                            "the entries in row %zu, column %zu have the radii %g and %g: they must be "
                            "finite and not negative",
                            i / n + 1, i % n + 1, radii->A_D[i], radii->B_D[i]));
    return take_radii(problem, radii) ? JUDDER_OK : error_memory();
}

void eicp_problem_destroy(EicpProblem **problem) {
    if (!*problem) return;
    free((*problem)->A_D);
    free((*problem)->B_D);
    free((*problem)->A);
    free((*problem)->B);
    free(*problem);
    *problem = NULL;
}

Eicp eicp_problem_view(const EicpProblem *problem) {
    return (Eicp){problem->n, problem->A, problem->B};
}

void eicp_matrix(const EicpProblem *problem, double mu, double *M) {
    const size_t count = (size_t)problem->n * (size_t)problem->n;
    for (size_t i = 0; i < count; i++) M[i] = isinf(mu) ? -problem->B[i] : problem->A[i] - mu * problem->B[i];
}

void eicp_rates(const EicpProblem *problem, double mu, const double *x, double *w) {
    const size_t n = (size_t)problem->n;
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t j = 0; j < n; j++) sum += (problem->A[i * n + j] - mu * problem->B[i * n + j]) * x[j];
        w[i] = sum;
    }
}

void eicp_gather(int n, const double *M, const int *set, int count, double *packed) {
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            packed[i * count + j] = M[(size_t)set[i] * (size_t)n + (size_t)set[j]];
}

JudderErr eicp_eigen(const Eicp *eicp, EicpShift shift, const DensePencil *found) {
    const size_t n = (size_t)eicp->n, count = n * n;
    SCOPED_FREE double *M = malloc(count * sizeof *M);
    bool singular = false;
    REQUIRE(M, error_memory());
    for (size_t i = 0; i < count; i++) M[i] = eicp->A[i] - shift.s * eicp->B[i];
    TRY(dense_divide(eicp->n, M, eicp->B, shift.room, &singular));
    if (singular || !(dense_largest(count, shift.room) < shift.most))
        return dense_eigen_pencil(eicp->n, eicp->A, eicp->B, found);
    TRY(dense_eigen(eicp->n, shift.room, found->re, found->im, found->vectors));
    for (size_t i = 0; i < n; i++) {
        found->beta[i] = found->re[i];
        found->re[i] = 1 + shift.s * found->re[i];
    }
    return JUDDER_OK;
}

bool eicp_time_over(const EicpProblem *problem) {
    return work_seconds() > problem->deadline || stop_requested();
}
