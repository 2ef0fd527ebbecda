/* The least mu in an interval: generators and provers take turns, the cheap ones first, until a proof stands.
 * A prover that meets a lower solution starts the proofs anew below it. (ST-13) */
#include "complementarity/eicp/existence/exists.h"
#include "complementarity/eicp/proof/prover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_NODES = 20000, QUICK = 1, ALL = 1000 };

const EicpProver *const eicp_provers[] = {
    &perron_prover, &one_node_prover, &scaling_prover, &branch_and_bound_prover, &enumeration_prover, NULL,
};

typedef struct Least {
    const EicpSearch *search;
    double finite; /* the claim ends here, where none can be proved of every mu; 0: not so */
    EicpProof proof;
    double claimed; /* mu of the last proofs that were tried */
    const EicpProver *proved_by;
} Least;

static JudderErr try_prover(Least *least, const EicpProver *prover, bool *proved) {
    EicpProof *proof = &least->proof;
    SCOPED(eicp_certificate_destroy) EicpCertificate *made = NULL;
    const double known = proof->proved_low;
    TRY(eicp_certificate_create(proof->problem->n, proof->problem->from, proof->upto, &made));
    proof->certificate = made;
    JudderErr err = prover->prove(proof, proved);
    proof->certificate = NULL;
    if (err == JUDDER_OK && *proved) {
        err = eicp_certificate_judge(proof->problem, made, proved);
        if (!*proved) proof->proved_low = known;
    }
    if (err == JUDDER_OK && *proved) {
        least->proved_by = prover;
        proof->proved_low = fmax(proof->proved_low, proof->upto);
        if (least->search->certificate) {
            *least->search->certificate = made;
            made = NULL;
        }
    }
    return err;
}

/* A solution at the start of the interval has nothing below it. */
static JudderErr prove_nothing(EicpProof *proof, bool *proved) {
    *proved = proof->upto < proof->problem->from;
    return JUDDER_OK;
}
static const EicpProver start_prover = {
    .name = "start of the interval", .reference = "ST-13", .prove = prove_nothing};

/* Where the claim ends: short of the solution, or at the end of the interval; before its start where the
 * solution lies there. */
static double claim_end(const EicpProblem *problem, double mu) {
    if (mu <= problem->from) return nextafter(problem->from - EICP_MARGIN * fabs(mu), -INFINITY);
    return mu - 0.5 * EICP_MARGIN * fabs(mu);
}

/* Tries the first `count` provers of the list; *proved: one of them holds for what stands in the pool. */
static JudderErr try_provers(Least *least, int count, bool *proved) {
    const EicpProver *const *provers = least->search->provers ? least->search->provers : eicp_provers;
    EicpProof *proof = &least->proof;
    *proved = false;
    for (int i = 0; i < count && provers[i]; i++) {
        if (eicp_time_over(proof->problem)) return JUDDER_OK;
        if (proof->pool->mu != least->claimed) i = 0;
        least->claimed = proof->pool->mu;
        proof->upto = isfinite(proof->pool->mu) ? claim_end(proof->problem, proof->pool->mu)
                      : least->finite > 0       ? least->finite
                                                : proof->problem->to;
        proof->nodes = 0;
        proof->pool->present = provers[i]->name;
        TRY(try_prover(least, proof->upto < proof->problem->from ? &start_prover : provers[i], proved));
        if (*proved) return JUDDER_OK;
        if (proof->pool->mu < least->claimed) i = -1;
    }
    return JUDDER_OK;
}

/* Nothing was found, and what happens at infinite mu is hidden by radii: then up to some finite mu. */
static JudderErr try_finite(Least *least) {
    enum { FEW_NODES = 300, LARGEST = 200, STEP = 20 };
    EicpProof *proof = &least->proof;
    bool proved = false;
    if (isfinite(proof->pool->mu) || isfinite(proof->problem->to) || !proof->problem->A_D) return JUDDER_OK;
    if (proof->node_limit > FEW_NODES) proof->node_limit = FEW_NODES;
    for (int power = LARGEST; power > 0 && !proved; power -= STEP) {
        least->finite = ldexp(1, power);
        if (least->finite <= proof->proved_low || eicp_time_over(proof->problem)) break;
        TRY(try_provers(least, ALL, &proved));
        if (isfinite(proof->pool->mu)) break;
    }
    if (isinf(proof->pool->mu)) least->proved_by = NULL; /* not of all that was asked */
    return JUDDER_OK;
}

/* From the pair that the caller knows. */
static JudderErr start_near(Least *least) {
    const EicpSearch *search = least->search;
    EicpPool *pool = least->proof.pool;
    if (!search->near) return JUDDER_OK;
    const size_t n = (size_t)pool->problem->n;
    double mu = search->near_mu / pool->problem->unit, *x = malloc(n * sizeof *x);
    REQUIRE(x, error_memory());
    memcpy(x, search->near, n * sizeof *x);
    pool->present = "near";
    bool solved = false;
    const JudderErr err = eicp_pool_offer(pool, &mu, x, &solved);
    free(x);
    return err;
}

static JudderErr least_run(Least *least) {
    EicpPool *pool = least->proof.pool;
    bool proved = false;
    TRY(start_near(least));
    if (least->search->uncertified && isfinite(pool->mu)) return JUDDER_OK;
    double tried = -INFINITY;
    for (int i = 0; eicp_generators[i]; i++) {
        if (eicp_time_over(pool->problem)) break;
        /* Only to find one at all. */
        if (eicp_generators[i] == &matrix_homotopy_generator && isfinite(pool->mu)) continue;
        pool->present = eicp_generators[i]->name;
        TRY(eicp_generators[i]->search(pool));
        if (least->search->uncertified || pool->mu == tried || isinf(pool->mu)) continue;
        tried = pool->mu;
        TRY(try_provers(least, pool->problem->n > 32 ? 2 : QUICK, &proved));
        if (proved) return JUDDER_OK;
    }
    if (least->search->uncertified) return JUDDER_OK;
    TRY(try_provers(least, ALL, &proved));
    return proved ? JUDDER_OK : try_finite(least);
}

/* Up to where a solution is proved to exist. */
static JudderErr prove_existence(const Least *least, EicpReport *report) {
    const EicpPool *pool = least->proof.pool;
    const EicpProblem *problem = least->proof.problem;
    report->mu_high = NAN;
    if (least->search->uncertified || isinf(pool->mu)) return JUDDER_OK;
    TRY(eicp_prove_existence(problem, pool->mu, pool->x, &report->mu_high, &report->existence));
    report->mu_high = eicp_problem_mu(problem, report->mu_high, true);
    return JUDDER_OK;
}

void eicp_report_within(const Eicp *eicp, const double *x, EicpReport *report) {
    if (report->mu > report->mu_high || (report->mu < report->mu_low && !isnan(report->mu_high)))
        report->mu = report->mu_high;
    report->residual = eicp_residual(eicp, report->mu, x);
}

static void report_of(const Eicp *eicp, const Least *least, double *x, EicpReport *report) {
    const EicpPool *pool = least->proof.pool;
    const EicpProblem *problem = least->proof.problem;
    report->candidates = pool->count;
    report->nodes = least->proof.nodes;
    report->mu_low = eicp_problem_mu(problem, fmin(fmax(least->proof.proved_low, problem->from), problem->to),
                                     false);
    report->certified = least->proved_by != NULL;
    if (least->proved_by) report->certificate = least->proved_by->name;
    if (isinf(pool->mu)) {
        report->outcome = report->certified ? EICP_NONE : EICP_NOT_FOUND;
        return;
    }
    report->outcome = EICP_FOUND;
    report->mu = pool->mu * problem->unit;
    report->mu_low = fmin(report->mu_low, isnan(report->mu_high) ? report->mu : report->mu_high);
    report->certified = report->certified && eicp_is_narrow(report->mu_low, report->mu_high);
    report->generator = pool->generator;
    memcpy(x, pool->x, (size_t)eicp->n * sizeof *x);
    eicp_report_within(eicp, x, report);
}

JudderErr eicp_least(const Eicp *eicp, const EicpSearch *search, double *x, EicpReport *report) {
    SCOPED(eicp_problem_destroy) EicpProblem *problem = NULL;
    Least least = {.search = search, .claimed = NAN};
    *report = (EicpReport){.outcome = EICP_NOT_FOUND,
                           .certificate = "",
                           .existence = "",
                           .generator = "",
                           .mu_low = search->from,
                           .mu_high = NAN};
    if (search->certificate) *search->certificate = NULL;
    TRY(eicp_problem_create(eicp, search->from, search->to, &problem));
    problem->deadline = work_seconds() + (search->seconds > 0 ? search->seconds : EICP_SECONDS);
    least.proof = (EicpProof){.problem = problem,
                              .proved_low = problem->from,
                              .node_limit = search->nodes > 0 ? search->nodes : DEFAULT_NODES,
                              .log = search->log};
    JudderErr err = eicp_problem_set_radii(problem, search->radii);
    if (err == JUDDER_OK) err = eicp_pool_create(problem, &least.proof.pool);
    if (err == JUDDER_OK) err = least_run(&least);
    if (err == JUDDER_OK) err = prove_existence(&least, report);
    if (err == JUDDER_OK) report_of(eicp, &least, x, report);
    eicp_pool_destroy(&least.proof.pool);
    return err;
}
