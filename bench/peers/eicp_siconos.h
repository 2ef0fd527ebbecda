/* The eigenvalue complementarity problem by the Newton methods for mixed complementarity problems of Siconos:
 * z = (mu, x), sum of x - 1 = 0, 0 <= x _|_ (A - mu B) x >= 0, from random starts. */
#ifndef JUDDER_BENCH_EICP_SICONOS_H
#define JUDDER_BENCH_EICP_SICONOS_H

#include "bench/record.h"
#include "complementarity/eicp.h"
#include "random.h"

#include <MCP_Solvers.h>
#include <MCP_cst.h>
#include <NumericsMatrix.h>
#include <NumericsVerbose.h>
#include <stdlib.h>

typedef struct SiconosRuns {
    int solver, starts;
    double from, to; /* of the mu to start with */
    bool positive;   /* only mu > 0 counts */
    int solved;      /* starts that ended in a solution, by our judge */
    double least;    /* of mu found */
    double seconds;
} SiconosRuns;

static void siconos_rates(void *env, int size, double *z, double *F) {
    const Eicp *eicp = env;
    F[0] = -1;
    for (int i = 0; i + 1 < size; i++) {
        F[0] += z[i + 1];
        F[i + 1] = 0;
        for (int j = 0; j < eicp->n; j++)
            F[i + 1] += (eicp->A[i * eicp->n + j] - z[0] * eicp->B[i * eicp->n + j]) * z[j + 1];
    }
}

static void siconos_slopes(void *env, int size, double *z, NumericsMatrix *J) {
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

static void siconos_start(const SiconosRuns *runs, int size, Random *random, double *z) {
    double sum = 0;
    for (int i = 1; i < size; i++) sum += z[i] = random_in(random, 0, 1);
    for (int i = 1; i < size; i++) z[i] /= sum;
    z[0] = random_in(random, runs->from, runs->to);
}

static void siconos_run(Eicp *eicp, Random random, SiconosRuns *runs) {
    const int size = eicp->n + 1;
    double *z = malloc(2 * (size_t)size * sizeof *z), *F = z + size;
    MixedComplementarityProblem *mcp = mixedComplementarityProblem_new();
    if (!z || !mcp) exit(3);
    mcp->n1 = 1;
    mcp->n2 = eicp->n;
    mcp->compute_Fmcp = siconos_rates;
    mcp->compute_nabla_Fmcp = siconos_slopes;
    mcp->nabla_Fmcp = NM_create(NM_DENSE, size, size);
    mcp->env = eicp;
    SolverOptions *options = solver_options_create(runs->solver);
    options->dparam[SICONOS_DPARAM_TOL] = 1e-10;
    options->iparam[SICONOS_IPARAM_MAX_ITER] = 200;
    const double begin = processor_seconds();
    for (int start = 0; start < runs->starts; start++) {
        int info = 0;
        siconos_start(runs, size, &random, z);
        if (runs->solver == SICONOS_MCP_NEWTON_FB_FBLSA)
            mcp_newton_FB_FBLSA(mcp, z, F, &info, options);
        else
            mcp_newton_min_FBLSA(mcp, z, F, &info, options);
        if (eicp_residual(eicp, z[0], z + 1) >= 1e-8 || (runs->positive && z[0] <= 0)) continue;
        runs->solved++;
        runs->least = fmin(runs->least, z[0]);
    }
    runs->seconds += processor_seconds() - begin;
    solver_options_delete(options);
    free(options);
    mixedComplementarityProblem_free(mcp);
    free(z);
}

#endif
