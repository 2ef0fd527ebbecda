/* The judge of certificates: walks the tree, checks that its boxes cover the claim and that
 * each leaf is empty. */
#include "complementarity/eicp/proof/box.h"
#include "complementarity/eicp/proof/certificate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Walk {
    const EicpProblem *problem;
    const EicpCertificate *certificate;
    size_t next;
    bool holds;
} Walk;

/* The next piece, if there is one and its numbers exist. */
static const EicpPiece *holds_take(Walk *walk) {
    const EicpCertificate *certificate = walk->certificate;
    const size_t n = (size_t)certificate->n;
    if (walk->next >= certificate->count) return NULL;
    const EicpPiece *piece = &certificate->pieces[walk->next++];
    size_t numbers = 0;
    if (piece->kind == EICP_RAY) numbers = n;
    if (piece->kind == EICP_FORM) numbers = piece->node == -1 ? n : 2 * n;
    if (piece->kind == EICP_FORCE) numbers = 2 * n + 1;
    if (piece->at > certificate->number_count || numbers > certificate->number_count - piece->at) return NULL;
    return piece;
}

static JudderErr walk_box(Walk *walk, EicpBox box);

static JudderErr walk_node(Walk *walk, EicpBox box, int node) {
    if (node < 0 || node >= walk->problem->n || box.side[node] != EICP_FREE) {
        walk->holds = false;
        return JUDDER_OK;
    }
    box.side[node] = EICP_STICKS;
    JudderErr err = walk_box(walk, box);
    box.side[node] = EICP_SLIPS;
    if (err == JUDDER_OK && walk->holds) err = walk_box(walk, box);
    box.side[node] = EICP_FREE;
    return err;
}

static JudderErr walk_forced(Walk *walk, EicpBox box, const double *numbers) {
    const size_t bytes = (size_t)walk->problem->n * sizeof(EicpSide);
    SCOPED_FREE EicpSide *before = malloc(bytes);
    REQUIRE(before, error_memory());
    memcpy(before, box.side, bytes);
    int forced = 0;
    JudderErr err = eicp_force(walk->problem, &box, numbers, &forced);
    walk->holds = forced > 0;
    if (err == JUDDER_OK && walk->holds) err = walk_box(walk, box);
    memcpy(box.side, before, bytes);
    return err;
}

static JudderErr walk_box(Walk *walk, EicpBox box) {
    for (;;) {
        const EicpPiece *piece = holds_take(walk);
        walk->holds = piece != NULL;
        if (!piece) return JUDDER_OK;
        const double *numbers = walk->certificate->numbers + piece->at;
        if (piece->kind == EICP_FORM)
            return eicp_form_empties(walk->problem, &box, piece->node, numbers, &walk->holds);
        if (piece->kind == EICP_RAY) return eicp_ray_empties(walk->problem, &box, numbers, &walk->holds);
        if (piece->kind == EICP_SPLIT_NODE) return walk_node(walk, box, piece->node);
        if (piece->kind == EICP_FORCE) return walk_forced(walk, box, numbers);
        walk->holds = piece->kind == EICP_SPLIT_MU && piece->mu >= box.lo && piece->mu <= box.hi &&
                      isfinite(piece->mu);
        if (!walk->holds) return JUDDER_OK;
        const EicpBox lower = {box.lo, piece->mu, box.side};
        TRY(walk_box(walk, lower));
        if (!walk->holds) return JUDDER_OK;
        box.lo = piece->mu;
    }
}

static bool holds_covers(const EicpProblem *problem, const EicpCertificate *certificate) {
    if (certificate->n != problem->n || !(certificate->from <= problem->from)) return false;
    /* problem->to is the mu of the claim; below the start of the interval there is nothing to claim. */
    if (problem->to <= problem->from && certificate->upto < certificate->from) return true;
    const double wanted = isinf(problem->to) ? problem->to : problem->to - EICP_MARGIN * fabs(problem->to);
    return certificate->upto >= wanted;
}

JudderErr eicp_certificate_judge(const EicpProblem *problem, const EicpCertificate *certificate,
                                 bool *holds) {
    *holds = false;
    Walk walk = {.problem = problem, .certificate = certificate};
    EicpSide *side = calloc((size_t)problem->n, sizeof *side);
    REQUIRE(side, error_memory());
    const EicpBox whole = {certificate->from, certificate->upto, side};
    const JudderErr err = certificate->upto < certificate->from ? JUDDER_OK : walk_box(&walk, whole);
    *holds = certificate->upto < certificate->from || (walk.holds && walk.next == certificate->count);
    free(side);
    return err;
}

JudderErr eicp_certificate_holds(const Eicp *eicp, double from, double mu, const EicpCertificate *certificate,
                                 bool *holds) {
    EicpProblem *problem = NULL;
    *holds = false;
    TRY(eicp_problem_create(eicp, from, mu, &problem));
    JudderErr err = JUDDER_OK;
    if (holds_covers(problem, certificate)) err = eicp_certificate_judge(problem, certificate, holds);
    eicp_problem_destroy(&problem);
    return err;
}

JudderErr eicp_certificate_low(const EicpBounded *bounded, double from, const EicpCertificate *certificate,
                               double *low) {
    EicpProblem *problem = NULL;
    bool holds = false;
    *low = NAN;
    TRY(eicp_problem_create(&bounded->eicp, from, INFINITY, &problem));
    JudderErr err = eicp_problem_set_radii(problem, bounded->radii);
    if (err == JUDDER_OK && certificate->n == problem->n && certificate->from <= problem->from)
        err = eicp_certificate_judge(problem, certificate, &holds);
    if (err == JUDDER_OK && holds) *low = fmax(from, eicp_problem_mu(problem, certificate->upto, false));
    eicp_problem_destroy(&problem);
    return err;
}
