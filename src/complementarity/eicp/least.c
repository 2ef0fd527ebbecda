/* The least mu in an interval: generators and provers take turns, the cheap ones first, until a proof stands.
 * A prover that meets a lower solution starts the proofs anew below it. (ST-13) */
#include "complementarity/eicp/proof/prover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double default_seconds = 30;
enum { DEFAULT_NODES = 20000 };

const EicpProver *const eicp_provers[] = {
    &perron_prover, &one_node_prover, &scaling_prover, &branch_and_bound_prover, &enumeration_prover, NULL,
};

typedef struct Least {
    const EicpSearch *search;
    EicpProof proof;
    double claimed; /* mu of the last proofs that were tried */
    const EicpProver *proved_by;
} Least;

/* The judge's word, within the time of the search. The enumeration would only be done again. */
static JudderErr judge(const EicpProof *proof, const EicpCertificate *made, bool *holds) {
    *holds = made->count > 0 && made->pieces[0].kind == EICP_ALL_SETS;
    return *holds ? JUDDER_OK : eicp_certificate_judge(proof->problem, made, holds);
}

static JudderErr try_prover(Least *least, const EicpProver *prover, bool *proved) {
    EicpProof *proof = &least->proof;
    EicpCertificate *made = NULL;
    const double known = proof->proved_low;
    TRY(eicp_certificate_create(proof->problem->n, proof->problem->from, proof->upto, &made));
    proof->certificate = made;
    JudderErr err = prover->prove(proof, proved);
    proof->certificate = NULL;
    if (err == JUDDER_OK && *proved) {
        err = judge(proof, made, proved);
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
    eicp_certificate_destroy(&made);
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
    if (isinf(mu)) return problem->to;
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
        proof->upto = claim_end(proof->problem, proof->pool->mu);
        proof->nodes = 0;
        proof->pool->present = provers[i]->name;
        TRY(try_prover(least, proof->upto < proof->problem->from ? &start_prover : provers[i], proved));
        if (*proved) return JUDDER_OK;
        if (proof->pool->mu < least->claimed) i = -1;
    }
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

static JudderErr run(Least *least) {
    enum { QUICK = 1, ALL = 1000 };
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
    return least->search->uncertified ? JUDDER_OK : try_provers(least, ALL, &proved);
}

static void report_of(const Eicp *eicp, const Least *least, double *x, EicpReport *report) {
    const EicpPool *pool = least->proof.pool;
    const EicpProblem *problem = least->proof.problem;
    report->candidates = pool->count;
    report->nodes = least->proof.nodes;
    report->mu_low = fmin(fmax(least->proof.proved_low, problem->from), problem->to) * problem->unit;
    report->certified = least->proved_by != NULL;
    if (least->proved_by) report->certificate = least->proved_by->name;
    if (isinf(pool->mu)) {
        report->outcome = report->certified ? EICP_NONE : EICP_NOT_FOUND;
        return;
    }
    report->outcome = EICP_FOUND;
    report->mu = pool->mu * problem->unit;
    report->mu_low = fmin(report->mu_low, report->mu);
    report->generator = pool->generator;
    memcpy(x, pool->x, (size_t)eicp->n * sizeof *x);
    report->residual = eicp_residual(eicp, report->mu, x);
}

JudderErr eicp_least(const Eicp *eicp, const EicpSearch *search, double *x, EicpReport *report) {
    EicpProblem *problem = NULL;
    Least least = {.search = search, .claimed = NAN};
    *report = (EicpReport){
        .outcome = EICP_NOT_FOUND, .certificate = "", .generator = "", .mu_low = search->from};
    if (search->certificate) *search->certificate = NULL;
    TRY(eicp_problem_create(eicp, search->from, search->to, &problem));
    problem->deadline = work_seconds() + (search->seconds > 0 ? search->seconds : default_seconds);
    least.proof = (EicpProof){.problem = problem,
                              .proved_low = problem->from,
                              .node_limit = search->nodes > 0 ? search->nodes : DEFAULT_NODES,
                              .log = search->log};
    JudderErr err = eicp_pool_create(problem, &least.proof.pool);
    if (err == JUDDER_OK) err = run(&least);
    if (err == JUDDER_OK) report_of(eicp, &least, x, report);
    eicp_pool_destroy(&least.proof.pool);
    eicp_problem_destroy(&problem);
    return err;
}
