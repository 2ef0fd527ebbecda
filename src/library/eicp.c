/* The eigenvalue complementarity problem with its proofs. (ST-6), (ST-13) */
#include "library/eicp.h"

#include "complementarity/eicp/proof/certificate.h"
#include "exact/problems/problems.h"

#include <math.h>
#include <stdlib.h>

struct judder_certificate {
    EicpCertificate *proof;
};

static JudderErr check_eicp(const judder_eicp *eicp) {
    TRY(check_given(eicp, "eicp"));
    TRY(check_rows(eicp->n));
    TRY(check_given(eicp->A, "A"));
    return check_given(eicp->B, "B");
}

static Eicp eicp_plain(const judder_eicp *eicp) {
    return (Eicp){eicp->n, eicp->A, eicp->B};
}

EicpSearch eicp_search_of(const judder_eicp_search *given) {
    if (!given) return (EicpSearch){.to = INFINITY};
    const bool endless = given->from == 0 && given->to == 0;
    return (EicpSearch){.from = given->from,
                        .to = endless ? INFINITY : given->to,
                        .seconds = given->seconds,
                        .uncertified = given->uncertified};
}

judder_eicp_report eicp_report_of(const EicpReport *found) {
    return (judder_eicp_report){.outcome = (judder_eicp_outcome)found->outcome,
                                .mu = found->mu,
                                .residual = found->residual,
                                .certified = found->certified,
                                .proof = found->certificate,
                                .mu_low = found->mu_low,
                                .candidates = found->candidates,
                                .nodes = found->nodes};
}

/* The least by a search; any without one. */
static JudderErr eicp_solve(const judder_eicp *given, EicpSearch *search, double *x,
                            judder_eicp_report *report) {
    TRY(check_eicp(given));
    TRY(check_given(x, "x"));
    TRY(check_given(report, "report"));
    const Eicp eicp = eicp_plain(given);
    EicpReport found;
    TRY(search ? eicp_least(&eicp, search, x, &found) : eicp_any(&eicp, x, &found));
    *report = eicp_report_of(&found);
    return JUDDER_OK;
}

judder_status judder_eicp_least(const judder_eicp *eicp, const judder_eicp_search *given, double *x,
                                judder_certificate **certificate, judder_eicp_report *report) {
    EicpSearch search = eicp_search_of(given);
    EicpCertificate *proof = NULL;
    if (certificate) *certificate = NULL, search.certificate = &proof;
    JudderErr err = eicp_solve(eicp, &search, x, report);
    if (err == JUDDER_OK && proof) {
        *certificate = malloc(sizeof **certificate);
        if (*certificate)
            **certificate = (judder_certificate){proof};
        else
            err = error_memory();
    }
    if (err != JUDDER_OK) eicp_certificate_destroy(&proof);
    return status_of(err);
}

judder_status judder_eicp_any(const judder_eicp *eicp, double *x, judder_eicp_report *report) {
    return status_of(eicp_solve(eicp, NULL, x, report));
}

double judder_eicp_residual(const judder_eicp *given, double mu, const double *x) {
    if (check_eicp(given) != JUDDER_OK || !is_given(x, "x")) return NAN;
    const Eicp eicp = eicp_plain(given);
    return eicp_residual(&eicp, mu, x);
}

judder_status judder_certificate_holds(const judder_certificate *certificate, const judder_eicp *given,
                                       double from, double mu, bool *holds) {
    if (!is_given(holds, "holds")) return JUDDER_STATUS_INPUT;
    *holds = false;
    JudderErr err = check_eicp(given);
    if (err == JUDDER_OK) err = check_given(certificate, "certificate");
    if (err != JUDDER_OK) return status_of(err);
    const Eicp eicp = eicp_plain(given);
    return status_of(eicp_certificate_holds(&eicp, from, mu, certificate->proof, holds));
}

size_t judder_certificate_pieces(const judder_certificate *certificate) {
    return is_given(certificate, "certificate") ? certificate->proof->count : 0;
}

void judder_certificate_destroy(judder_certificate **certificate) {
    if (!certificate || !*certificate) return;
    eicp_certificate_destroy(&(*certificate)->proof);
    free(*certificate);
    *certificate = NULL;
}

static JudderErr eicp_list(const judder_eicp *given, double from, double to,
                           judder_eicp_solutions *solutions) {
    TRY(check_eicp(given));
    REQUIRE(
        given->n <= EICP_ENUMERATE_MOST,
        error_input("n", "n is %d: all solutions are listed up to n = %d", given->n, EICP_ENUMERATE_MOST));
    EicpSolutions *found = calloc(1, sizeof *found);
    REQUIRE(found, error_memory());
    const Eicp eicp = eicp_plain(given);
    bool decided;
    JudderErr err = exact_eicp_enumerate(&eicp, from, to, found, &decided);
    if (err == JUDDER_OK && !decided) {
        err = eicp_enumerate(&eicp, from, to, found);
        found->complete = false; /* without exact arithmetic a list is computed, not proved */
    }
    if (err != JUDDER_OK) free(found);
    TRY(err);
    *solutions = (judder_eicp_solutions){.count = (size_t)found->count,
                                         .singular = found->singular,
                                         .whole = found->whole,
                                         .complete = found->complete,
                                         .undecided = found->undecided,
                                         .mu = found->mu,
                                         .x = found->x,
                                         .owner = found};
    return JUDDER_OK;
}

judder_status judder_eicp_enumerate(const judder_eicp *eicp, double from, double to,
                                    judder_eicp_solutions *solutions) {
    if (!is_given(solutions, "solutions")) return JUDDER_STATUS_INPUT;
    *solutions = (judder_eicp_solutions){0};
    return status_of(eicp_list(eicp, from, to, solutions));
}

void judder_eicp_solutions_release(judder_eicp_solutions *solutions) {
    if (!solutions) return;
    if (solutions->owner) eicp_solutions_release(solutions->owner);
    free(solutions->owner);
    *solutions = (judder_eicp_solutions){0};
}
