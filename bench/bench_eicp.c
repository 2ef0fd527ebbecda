/* B3: the least mu of the condensed block with its certificate. B4: random problems without structure. The
 * peer is Siconos with its Newton methods for mixed complementarity problems, from 50 starts each. */
#include "complementarity/block.h"
#include "complementarity/eicp/proof/certificate.h"
#ifdef JUDDER_BENCH_SICONOS
#include "bench/peers/eicp_siconos.h"
#else
#include "bench/record.h"
#include "random.h"
#endif

enum { STARTS = 50 };
static const double NU = 0.3;

static void stop(void) {
    fprintf(stderr, "bench_eicp: %s\n", error_message());
    exit(1);
}

#ifdef JUDDER_BENCH_SICONOS
static const struct {
    const char *name;
    int solver;
} peers[] = {{"Siconos, Fischer-Burmeister Newton", SICONOS_MCP_NEWTON_FB_FBLSA},
             {"Siconos, min Newton", SICONOS_MCP_NEWTON_MIN_FBLSA}};

static void measure_block_peers(Eicp *eicp, const char *workload, double least, double seconds) {
    for (int k = 0; k < 2; k++) {
        const BenchLine line = {"B3", workload, peers[k].name};
        SiconosRuns runs = {
            .solver = peers[k].solver, .starts = STARTS, .to = 4, .positive = true, .least = INFINITY};
        char words[64];
        siconos_run(eicp, (Random){.state = 7}, &runs);
        snprintf(words, sizeof words, "%d of %d starts", runs.solved, STARTS);
        bench_words(line, "success", words);
        if (runs.solved > 0) bench_record(line, "least mu found", runs.least);
        bench_words(line, "is it the least", fabs(runs.least / least - 1) < 1e-7 ? "yes" : "no");
        bench_words(line, "certificate", "none");
        bench_record(line, "seconds", runs.seconds);
        bench_record(line, "ratio", runs.seconds / seconds);
    }
}
#endif

static void measure_block(int n) {
    double *A = malloc((size_t)(2 * n * n + n) * sizeof *A), *B = A + n * n, *x = B + n * n;
    char workload[64];
    if (!A || block(n, NU, A, B) != JUDDER_OK) stop();
    Eicp eicp = {n, A, B};
    EicpCertificate *certificate = NULL;
    const EicpSearch search = {.from = 0, .to = INFINITY, .certificate = &certificate};
    EicpReport report;
    bool holds = false;
    const double begin = processor_seconds();
    if (eicp_least(&eicp, &search, x, &report) != JUDDER_OK) stop();
    const double seconds = processor_seconds() - begin;
    if (certificate && eicp_certificate_holds(&eicp, 0, report.mu, certificate, &holds) != JUDDER_OK) stop();
    snprintf(workload, sizeof workload, "block, nu = %.1f, n = %d", NU, n);
    const BenchLine line = {"B3", workload, "judder"};
    bench_words(line, "success", report.outcome == EICP_FOUND ? "one call" : "none");
    bench_record(line, "least mu found", report.mu);
    bench_words(line, "is it the least", report.certified ? "proved" : "not proved");
    bench_words(line, "certificate", holds ? report.certificate : "none");
    bench_record(line, "seconds", seconds);
#ifdef JUDDER_BENCH_SICONOS
    measure_block_peers(&eicp, workload, report.mu, seconds);
#endif
    eicp_certificate_destroy(&certificate);
    free(A);
}

typedef struct Tally {
    int solved;
    double seconds;
} Tally;

static void run_judder(const Eicp *eicp, double *x, Tally *tally) {
    EicpReport report;
    const double begin = processor_seconds();
    if (eicp_any(eicp, x, &report) != JUDDER_OK) stop();
    tally->seconds += processor_seconds() - begin;
    tally->solved += report.outcome == EICP_FOUND && eicp_residual(eicp, report.mu, x) < 1e-8;
}

static void print_random(int n, int problems, const char *code, const Tally *tally, const Tally *own) {
    char workload[64], words[64];
    snprintf(workload, sizeof workload, "A uniform, B = I, n = %d", n);
    snprintf(words, sizeof words, "%d of %d", tally->solved, problems);
    const BenchLine line = {"B4", workload, code};
    bench_words(line, "problems solved", words);
    bench_record(line, "seconds a problem", tally->seconds / problems);
    if (own) bench_record(line, "ratio", tally->seconds / own->seconds);
}

static void measure_random(int n, int problems) {
    Random random = {.state = (uint64_t)n};
    Tally own = {0}, peer[2] = {{0}};
    double *A = malloc((size_t)(2 * n * n + n) * sizeof *A), *B = A + n * n, *x = B + n * n;
    if (!A) exit(3);
    for (int problem = 0; problem < problems; problem++) {
        for (int i = 0; i < n * n; i++) {
            A[i] = random_in(&random, -1, 1);
            B[i] = i % (n + 1) == 0;
        }
        Eicp eicp = {n, A, B};
        run_judder(&eicp, x, &own);
#ifdef JUDDER_BENCH_SICONOS
        for (int k = 0; k < 2; k++) {
            SiconosRuns runs = {
                .solver = peers[k].solver, .starts = STARTS, .from = -2, .to = 2, .least = INFINITY};
            siconos_run(&eicp, random, &runs);
            peer[k].seconds += runs.seconds;
            peer[k].solved += runs.solved > 0;
        }
#endif
    }
    print_random(n, problems, "judder, one call", &own, NULL);
#ifdef JUDDER_BENCH_SICONOS
    for (int k = 0; k < 2; k++) {
        char code[80];
        snprintf(code, sizeof code, "%s, %d starts", peers[k].name, STARTS);
        print_random(n, problems, code, &peer[k], &own);
    }
#else
    (void)peer;
#endif
    free(A);
}

int main(void) {
    const int blocks[] = {33, 65, 129, 257}, orders[] = {5, 10, 20, 50, 100};
#ifdef JUDDER_BENCH_SICONOS
    numerics_set_verbose(0);
#endif
    for (int k = 0; k < 4; k++) measure_block(blocks[k]);
    for (int k = 0; k < 5; k++) measure_random(orders[k], 30);
    return 0;
}
