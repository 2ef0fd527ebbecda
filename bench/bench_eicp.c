/* The eigenvalue complementarity problem: the condensed blocks with their proof of the least mu, and random problems without
 * structure beside the Newton methods for mixed complementarity problems of Siconos, from 50 starts each. */
#include "complementarity/block.h"
#include "complementarity/eicp/proof/certificate.h"
#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef JUDDER_BENCH_SICONOS
#include <MCP_Solvers.h>
#include <MCP_cst.h>
#include <NumericsMatrix.h>
#include <NumericsVerbose.h>
#endif

enum { STARTS = 50 };

/* Of this process alone, so that a busy machine does not count. */
static double processor_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static void stop(void) {
    fprintf(stderr, "bench_eicp: %s\n", error_message());
    exit(1);
}

static void measure_block(int n, double nu) {
    double *A = malloc((size_t)(2 * n * n + n) * sizeof *A), *B = A + n * n, *x = B + n * n;
    if (!A || block(n, nu, A, B) != JUDDER_OK) stop();
    const Eicp eicp = {n, A, B};
    EicpCertificate *certificate = NULL;
    const EicpSearch search = {.from = 0, .to = INFINITY, .certificate = &certificate};
    EicpReport report;
    bool holds = false;
    const double begin = processor_seconds();
    if (eicp_least(&eicp, &search, x, &report) != JUDDER_OK) stop();
    const double middle = processor_seconds();
    if (certificate && eicp_certificate_holds(&eicp, 0, report.mu, certificate, &holds) != JUDDER_OK) stop();
    printf("| %d | %.2f | %.10f | %.1e | %s | %.3f | %s | %.3f |\n", n, nu, report.mu, report.residual,
           report.certified ? report.certificate : "none", middle - begin, holds ? "yes" : "no",
           processor_seconds() - middle);
    fflush(stdout);
    eicp_certificate_destroy(&certificate);
    free(A);
}

static void measure_blocks(void) {
    const int orders[] = {33, 129, 257};
    const double nus[] = {0.48, 0.3, 0.1};
    printf("| block, n | nu | least mu | residual | certificate | s | holds | s "
           "|\n|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) measure_block(orders[i], nus[k]);
}

typedef struct Tally {
    int problems, starts; /* solved */
    double seconds;
} Tally;

#ifdef JUDDER_BENCH_SICONOS
/* z = (mu, x): sum of x - 1 = 0; 0 <= x _|_ (A - mu B) x >= 0. */
static void rates(void *env, int size, double *z, double *F) {
    const Eicp *eicp = env;
    F[0] = -1;
    for (int i = 0; i + 1 < size; i++) {
        F[0] += z[i + 1];
        F[i + 1] = 0;
        for (int j = 0; j < eicp->n; j++)
            F[i + 1] += (eicp->A[i * eicp->n + j] - z[0] * eicp->B[i * eicp->n + j]) * z[j + 1];
    }
}

static void slopes(void *env, int size, double *z, NumericsMatrix *J) {
    const Eicp *eicp = env;
    double *entry = J->matrix0; /* by columns */
    for (int i = 0; i < size; i++) {
        entry[i * size] = i > 0;
        if (i == 0) continue;
        double product = 0;
        for (int j = 0; j < eicp->n; j++) {
            const int at = (i - 1) * eicp->n + j;
            entry[(j + 1) * size + i] = eicp->A[at] - z[0] * eicp->B[at];
            product += eicp->B[at] * z[j + 1];
        }
        entry[i] = -product;
    }
}

static void run_siconos(Eicp *eicp, int solver, Random random, Tally *tally) {
    const int size = eicp->n + 1;
    double *z = malloc(2 * (size_t)size * sizeof *z), *F = z + size;
    bool solved = false;
    MixedComplementarityProblem *mcp = mixedComplementarityProblem_new();
    mcp->n1 = 1;
    mcp->n2 = eicp->n;
    mcp->compute_Fmcp = rates;
    mcp->compute_nabla_Fmcp = slopes;
    mcp->nabla_Fmcp = NM_create(NM_DENSE, size, size);
    mcp->env = eicp;
    SolverOptions *options = solver_options_create(solver);
    options->dparam[SICONOS_DPARAM_TOL] = 1e-10;
    options->iparam[SICONOS_IPARAM_MAX_ITER] = 200;
    const double begin = processor_seconds();
    for (int start = 0; start < STARTS; start++) {
        double sum = 0;
        int info = 0;
        for (int i = 1; i < size; i++) sum += z[i] = random_in(&random, 0, 1);
        for (int i = 1; i < size; i++) z[i] /= sum;
        z[0] = random_in(&random, -2, 2);
        if (solver == SICONOS_MCP_NEWTON_FB_FBLSA)
            mcp_newton_FB_FBLSA(mcp, z, F, &info, options);
        else
            mcp_newton_min_FBLSA(mcp, z, F, &info, options);
        const bool good = eicp_residual(eicp, z[0], z + 1) < 1e-8;
        tally->starts += good;
        solved = solved || good;
    }
    tally->seconds += processor_seconds() - begin;
    tally->problems += solved;
    solver_options_delete(options);
    free(options);
    mixedComplementarityProblem_free(mcp);
    free(z);
}
#endif

static void run_judder(const Eicp *eicp, double *x, Tally *tally) {
    EicpReport report;
    const double begin = processor_seconds();
    if (eicp_any(eicp, x, &report) != JUDDER_OK) stop();
    tally->seconds += processor_seconds() - begin;
    tally->problems += report.outcome == EICP_FOUND && eicp_residual(eicp, report.mu, x) < 1e-8;
}

static void measure_random(int n, int problems) {
    Random random = {.state = (uint64_t)n};
    Tally own = {0}, peer[2] = {{0}};
    double *A = malloc((size_t)(2 * n * n + n) * sizeof *A), *B = A + n * n, *x = B + n * n;
    if (!A) exit(1);
    for (int problem = 0; problem < problems; problem++) {
        for (int i = 0; i < n * n; i++) {
            A[i] = random_in(&random, -1, 1);
            B[i] = i % (n + 1) == 0;
        }
        Eicp eicp = {n, A, B};
        run_judder(&eicp, x, &own);
#ifdef JUDDER_BENCH_SICONOS
        run_siconos(&eicp, SICONOS_MCP_NEWTON_FB_FBLSA, random, &peer[0]);
        run_siconos(&eicp, SICONOS_MCP_NEWTON_MIN_FBLSA, random, &peer[1]);
#endif
    }
    printf("| %d | judder, one call | %d of %d | | %.4f |\n", n, own.problems, problems,
           own.seconds / problems);
    const char *const names[] = {"Siconos, Fischer-Burmeister Newton", "Siconos, min Newton"};
    for (int k = 0; k < 2; k++) {
#ifdef JUDDER_BENCH_SICONOS
        printf("| %d | %s, %d starts | %d of %d | %d of %d | %.4f |\n", n, names[k], STARTS, peer[k].problems,
               problems, peer[k].starts, STARTS * problems, peer[k].seconds / problems);
#else
        printf("| %d | %s | not installed | | |\n", n, names[k]);
        (void)peer;
#endif
    }
    fflush(stdout);
    free(A);
}

int main(void) {
#ifdef JUDDER_BENCH_SICONOS
    numerics_set_verbose(0);
#endif
    measure_blocks();
    printf("\n| random, n | method | problems solved | starts that solved | s a problem "
           "|\n|---|---|---|---|---|\n");
    measure_random(20, 30);
    measure_random(50, 10);
    measure_random(100, 4);
    return 0;
}
