/* B5: which slip rates follow a rate of load, below and above the critical mu of the condensed block: linear
 * complementarity problems with M = A - mu B, and an answer counts only with its proof: a solution by its
 * residual, "none" or a ray by what proves it. Then the whole contact of blocks, each node with three pairs
 * (pressure and gap, slip to both sides), as (ST-10) has it. */
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

/* The largest |min(x_i, w_i)| relative to the largest number, as solvers without units measure it. */
static double plain_residual(const Lcp *lcp, const double *x) {
    const long n = lcp->n;
    double worst = 0, most = 1;
    for (long i = 0; i < n; i++) {
        const double w = dense_dot(lcp->n, lcp->M + i * n, x) + lcp->q[i];
        worst = fmax(worst, fabs(fmin(x[i], w)));
        most = fmax(most, fabs(x[i]));
    }
    return worst / most;
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
    options->iparam[SICONOS_IPARAM_MAX_ITER] = lcp->n < 500 ? 1000 : 10 * lcp->n;
    const double begin = processor_seconds();
    peers[peer].solve(problem, x, w, &info, options);
    answers->seconds += processor_seconds() - begin;
    answers->solved += plain_residual(lcp, x) < TOLERANCE;
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
    const Lcp lcp = {.n = n, .M = p->M, .q = p->q};
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

typedef struct Frictional {
    int nodes, n;
    double *G, *M, *q, *x, *proof;
} Frictional;

/* G: displacements of the bottom nodes by forces there, one column a force. */
static void frictional_make(Frictional *f) {
    const size_t nodes = (size_t)f->nodes, size = 4 * nodes, m = 2 * nodes, n = 3 * nodes;
    double *row = malloc((2 * size * size + m * m) * sizeof *row), *layer = row + size * size,
           *K = layer + size * size;
    f->G = calloc(m * m + n * n + 3 * n, sizeof *f->G);
    if (!row || !f->G) exit(3);
    f->n = (int)n, f->M = f->G + m * m, f->q = f->M + n * n, f->x = f->q + n, f->proof = f->x + n;
    block_row(f->nodes, 1, 0.5, NU, row);
    if (block_stack(f->nodes, 8, row, layer) != JUDDER_OK) stop();
    DenseFactor *factor = NULL;
    bool singular = false;
    for (size_t i = 0; i < m; i++) {
        f->G[i * m + i] = 1;
        memcpy(K + i * m, layer + i * size, m * sizeof *K);
    }
    if (dense_factor_create((int)m, K, &factor, &singular) != JUDDER_OK ||
        dense_factor_solve_many(factor, (int)m, f->G) != JUDDER_OK)
        stop();
    dense_factor_destroy(&factor);
    free(row);
}

/* Unknowns of a node: pressure p, phi = r + mu p, and slip to the left d-; rows: gap, slip to the right d+,
 * psi = mu p - r. */
static void frictional_fill(Frictional *f, double mu) {
    const size_t n = (size_t)f->n, m = 2 * (size_t)f->nodes;
    memset(f->M, 0, n * n * sizeof *f->M);
    for (size_t i = 0; i < m / 2; i++) {
        double *gap = f->M + 3 * i * n, *slip = gap + n, *psi = slip + n;
        for (size_t k = 0; k < m / 2; k++) {
            const double *pull = f->G + 2 * k * m, *press = pull + m;
            gap[3 * k] = press[2 * i + 1] - mu * pull[2 * i + 1];
            gap[3 * k + 1] = pull[2 * i + 1];
            slip[3 * k] = press[2 * i] - mu * pull[2 * i];
            slip[3 * k + 1] = pull[2 * i];
        }
        slip[3 * i + 2] = 1;
        psi[3 * i] = 2 * mu;
        psi[3 * i + 1] = -1;
    }
}

/* The same loads for all codes; those of small problems many times, since they take microseconds. */
static void measure_frictional(int nodes) {
    Frictional f = {.nodes = nodes};
    Answers own = {0};
    char workload[80];
    frictional_make(&f);
    frictional_fill(&f, 0.3);
    const Lcp lcp = {.n = f.n, .M = f.M, .q = f.q};
#ifdef JUDDER_BENCH_SICONOS
    Answers peer = {0};
#endif
    const int rounds = nodes > 100 ? 1 : 100;
    for (int round = 0; round < rounds; round++) {
        Random random = {.state = 12};
        own = (Answers){.seconds = own.seconds};
#ifdef JUDDER_BENCH_SICONOS
        peer = (Answers){.seconds = peer.seconds};
#endif
        for (int load = 0; load < LOADS; load++) {
            for (int i = 0; i < nodes; i++) {
                f.q[3 * i] = load % 2 ? -1 : random_in(&random, -1, 0.3);
                f.q[3 * i + 1] = load % 2 ? 1 : random_in(&random, -1, 1);
            }
            ask_judder(&lcp, f.x, f.proof, &own);
#ifdef JUDDER_BENCH_SICONOS
            ask_siconos(&lcp, 0, f.x, &peer);
#endif
        }
    }
    own.seconds /= rounds;
#ifdef JUDDER_BENCH_SICONOS
    peer.seconds /= rounds;
#endif
    snprintf(workload, sizeof workload, "contact with friction, n = %d", f.n);
    print(workload, "judder", &own, NULL);
#ifdef JUDDER_BENCH_SICONOS
    print(workload, peers[0].name, &peer, &own);
#endif
    free(f.G);
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
    measure_frictional(11);
    measure_frictional(367);
    return 0;
}
