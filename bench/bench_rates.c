/* B5: which slip rates follow a rate of load, below and above the critical mu of the condensed block: linear
 * complementarity problems with M = A - mu B, and an answer counts only with its proof: a solution by its
 * residual, "none" or a ray by what proves it. */
#include "bench/record.h"
#include "complementarity/block.h"
#include "complementarity/eicp.h"
#include "complementarity/lcp.h"
#include "random.h"

#ifdef JUDDER_BENCH_SICONOS
#include <LCP_Solvers.h>
#include <LinearComplementarityProblem.h>
#include <NumericsMatrix.h>
#include <NumericsVerbose.h>
#include <SolverOptions.h>
#include <lcp_cst.h>
#endif

enum { LOADS = 20 };
static const double NU = 0.3, TOLERANCE = 1e-8;

static void stop(void) {
    fprintf(stderr, "bench_rates: %s\n", error_message());
    exit(1);
}

typedef struct Answers {
    int solved, none, ray; /* proved */
    double seconds;
} Answers;

static void ask_judder(const Lcp *lcp, double *x, double *proof, Answers *answers) {
    LcpReport report = {0};
    const double begin = processor_seconds();
    if (lcp_answer(lcp, x, proof, &report) != JUDDER_OK) stop();
    answers->seconds += processor_seconds() - begin;
    answers->solved += report.outcome == LCP_SOLVED && lcp_residual(lcp, x) < TOLERANCE;
    answers->none += report.outcome == LCP_NONE && lcp_none_holds(lcp, proof);
    answers->ray += report.outcome == LCP_RAY && lcp_ray_holds(lcp, proof);
}

static void print(const char *workload, const char *code, const Answers *answers, const Answers *own) {
    const BenchLine line = {"B5", workload, code};
    char words[64];
    const int certified = answers->solved + answers->none + answers->ray;
    snprintf(words, sizeof words, "%d of %d", certified, LOADS);
    bench_words(line, "certified", words);
    bench_record(line, "solutions", answers->solved);
    bench_record(line, "proved none", answers->none);
    bench_record(line, "proved rays", answers->ray);
    bench_record(line, "seconds a certified answer", answers->seconds / certified);
    if (own && certified == LOADS) bench_record(line, "ratio", answers->seconds / own->seconds);
}

#ifdef JUDDER_BENCH_SICONOS
static const struct {
    const char *name;
    int solver;
    void (*solve)(LinearComplementarityProblem *, double *, double *, int *, SolverOptions *);
} peers[] = {
    {"Siconos, lexicographic Lemke", SICONOS_LCP_LEMKE, lcp_lexicolemke},
    {"Siconos, min Newton", SICONOS_LCP_NEWTONMIN, lcp_newton_min},
    {"Siconos, Fischer-Burmeister Newton", SICONOS_LCP_NEWTON_FB_FBLSA, lcp_newton_FB},
    {"Siconos, projected Gauss-Seidel", SICONOS_LCP_PGS, lcp_pgs},
};
enum { PEERS = sizeof peers / sizeof peers[0] };

static void ask_siconos(const Lcp *lcp, int peer, double *x, Answers *answers) {
    const int n = lcp->n;
    LinearComplementarityProblem *problem = newLCP();
    NumericsMatrix *M = NM_create(NM_DENSE, n, n);
    double *q = malloc((size_t)(2 * n) * sizeof *q), *w = q + n;
    int info = 0;
    if (!problem || !M || !q) exit(3);
    for (int i = 0; i < n; i++) {
        q[i] = lcp->q[i];
        x[i] = w[i] = 0;
        for (int j = 0; j < n; j++) M->matrix0[j * n + i] = lcp->M[i * n + j];
    }
    problem->size = n;
    problem->M = M;
    problem->q = q;
    SolverOptions *options = solver_options_create(peers[peer].solver);
    options->dparam[SICONOS_DPARAM_TOL] = 1e-10;
    options->iparam[SICONOS_IPARAM_MAX_ITER] = 1000;
    const double begin = processor_seconds();
    peers[peer].solve(problem, x, w, &info, options);
    answers->seconds += processor_seconds() - begin;
    answers->solved += lcp_residual(lcp, x) < TOLERANCE;
    solver_options_delete(options);
    free(options);
    problem->q = NULL;
    freeLinearComplementarityProblem(problem);
    free(q);
}
#endif

typedef struct Pencil {
    int n;
    double *A, *B, *M, *q, *x, *proof;
    double critical;
} Pencil;

static void measure(Pencil *p, double part) {
    const int n = p->n;
    char workload[80];
    Answers own = {0};
    Random random = {.state = 11};
    for (int i = 0; i < n * n; i++) p->M[i] = p->A[i] - part * p->critical * p->B[i];
    const Lcp lcp = {n, p->M, p->q};
#ifdef JUDDER_BENCH_SICONOS
    Answers peer[PEERS] = {{0}};
#endif
    for (int load = 0; load < LOADS; load++) {
        for (int i = 0; i < n; i++) p->q[i] = random_in(&random, -1, 1);
        ask_judder(&lcp, p->x, p->proof, &own);
#ifdef JUDDER_BENCH_SICONOS
        for (int k = 0; k < PEERS; k++) ask_siconos(&lcp, k, p->x, &peer[k]);
#endif
    }
    snprintf(workload, sizeof workload, "block, n = %d, mu = %.3g critical", n, part);
    print(workload, "judder", &own, NULL);
#ifdef JUDDER_BENCH_SICONOS
    for (int k = 0; k < PEERS; k++) print(workload, peers[k].name, &peer[k], &own);
#endif
}

int main(void) {
    const int orders[] = {33, 129};
    const double parts[] = {0.5, 0.95, 1.05, 1.5};
#ifdef JUDDER_BENCH_SICONOS
    numerics_set_verbose(0);
#endif
    for (int k = 0; k < 2; k++) {
        const size_t n = (size_t)orders[k];
        Pencil p = {.n = orders[k], .A = malloc((3 * n * n + 3 * n) * sizeof(double))};
        if (!p.A) return 3;
        p.B = p.A + n * n, p.M = p.B + n * n, p.q = p.M + n * n, p.x = p.q + n, p.proof = p.x + n;
        if (block(p.n, NU, p.A, p.B) != JUDDER_OK) stop();
        EicpReport report;
        const EicpSearch search = {.from = 0, .to = INFINITY};
        if (eicp_least(&(Eicp){p.n, p.A, p.B}, &search, p.x, &report) != JUDDER_OK) stop();
        p.critical = report.mu;
        for (int i = 0; i < 4; i++) measure(&p, parts[i]);
        free(p.A);
    }
    return 0;
}
